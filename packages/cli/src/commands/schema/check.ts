/** `platform-graphql schema check`: what another schema does to our operations. */

import { createRequire } from "node:module";
import { relative, sep } from "node:path";
import type { DocumentNode } from "graphql";
import { parseAll, readSources, SourceError } from "../../codegen/sources.ts";
import { check, type Report } from "../../schema/index.ts";
import { describeFailure, renderHint } from "../failure.ts";
import { Problem } from "../problem.ts";
import { showProgress } from "../progress.ts";
import { printableJson, type Terminal } from "../terminal.ts";
import { readAcceptances } from "./accepted.ts";
import { exitCodeOf, explainExitCode, type FailOn } from "./check-exit.ts";
import { createRender, type Format, formatOf, writeReport } from "./check-output.ts";
import { compareWays } from "./provenance.ts";
import { toProblem } from "./schema-text.ts";
import { isFile, type LoadedSchema, readSchema, type SourceOptions } from "./source.ts";

export interface CheckOptions extends Omit<SourceOptions, "snapshot"> {
  readonly against: string;
  readonly snapshot?: string;
  readonly operations: readonly string[];
  readonly format: Format;
  readonly output: readonly string[];
  readonly failOn: readonly FailOn[];
  readonly accept?: string;
  readonly scalar: Readonly<Record<string, string>>;
}

const SNAPSHOT = "schema/schema.graphql";
/** For a package with operations of its own and no snapshot of its own. */
const SHIPPED = createRequire(import.meta.url).resolve("@integration-platform/graphql/schema.graphql");

export async function checkSchema(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  const { format, failOn } = options;
  try {
    // Refused before anybody is asked for anything.
    for (const file of options.output) formatOf(file);
    const { report, sources } = await judgeAll(options, terminal);
    const folder = relative(env.GITHUB_WORKSPACE ?? process.cwd(), process.cwd()).replaceAll(sep, "/");
    const render = createRender(report, { sources, folder });
    for (const file of options.output) await writeReport(file, render(formatOf(file)));
    stdout.write(render(format, stdout));
    const why = explainExitCode(report, failOn);
    if (why) stderr.write(renderHint(why, stderr));
    return exitCodeOf(report, failOn);
  } catch (error) {
    const failure = describeFailure(error, { prefix: options.envPrefix });
    if (failure && format === "json") stdout.write(`${printableJson({ version: 1, error: failure }, 2)}\n`);
    if (failure && format === "github")
      stdout.write(`::error title=Schema check::${failure.message.replaceAll("%", "%25")}\n`);
    throw error;
  }
}

interface Judged {
  readonly report: Report;
  /** Texts of the operation files, for code frames. */
  readonly sources: ReadonlyMap<string, string>;
}

async function judgeAll(options: CheckOptions, terminal: Terminal): Promise<Judged> {
  const { against, scalar: scalars } = options;
  using progress = showProgress(terminal, "reading the operations");
  const { document, sources } = await readOperations(options.operations);
  const acceptances = await readAcceptances(options.accept);
  const own = await isFile(SNAPSHOT);
  const snapshot = options.snapshot ?? (own ? SNAPSHOT : SHIPPED);
  progress.say("reading the schemas");
  const reading = { ...options, snapshot: (await isFile(snapshot)) ? snapshot : SNAPSHOT };
  const [before, after] = await Promise.all([
    readSchema(snapshot, reading, terminal),
    readSchema(against, reading, terminal),
  ]);
  progress.say("judging the operations");
  const report = check({
    ...{ before: before.schema, after: after.schema, operations: document, acceptances, scalars },
    origins: {
      before: describe(
        snapshot === SHIPPED ? { ...before, label: "@integration-platform/graphql/schema.graphql" } : before,
      ),
      after: describe(after),
    },
    remarks: compareWays(before.way, after.way),
  });
  return { report, sources };
}

async function readOperations(
  paths: readonly string[],
): Promise<{ document: DocumentNode; sources: Judged["sources"] }> {
  try {
    const sources = await readSources(paths);
    const document = parseAll(sources);
    const hasOperation = document.definitions.some(({ kind }) => kind === "OperationDefinition");
    if (!hasOperation)
      throw new Problem(
        `${paths.join(", ")}: no operation in any .graphql file`,
        "name the folder: --operations <path>",
      );
    return { document, sources: new Map(sources.map(({ name, body }) => [name, body])) };
  } catch (error) {
    throw error instanceof SourceError ? toProblem(error) : error;
  }
}

function describe({ label, way }: LoadedSchema): Report["before"] {
  return { label, ...(way && { how: way.how }) };
}
