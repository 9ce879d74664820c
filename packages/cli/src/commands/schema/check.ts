/** `platform-graphql schema check`: reports the operations that a schema change breaks. */

import { extname, relative, sep } from "node:path";
import {
  type AcceptingLabel,
  type CheckInput,
  ConsumerError,
  check,
  type RecordingFile,
  type Report,
} from "@integration-platform/graphql-compiler/internal/check/index";
import {
  formatsByExtension,
  type ReportFormat,
  renderReport,
} from "@integration-platform/graphql-compiler/internal/reports/formats";
import { outcomeOf, withStatus } from "@integration-platform/graphql-compiler/internal/reports/summary";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { Kind } from "graphql";
import type { Operations } from "../../codegen/read-operations.ts";
import { SNAPSHOT } from "../../codegen/read-settings.ts";
import { quotePath } from "../../did-you-mean.ts";
import { compareCapture } from "../../provenance.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { describeFailure } from "../errors/failure.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import type { CollectOptions } from "../manifest/collect.ts";
import { appendText, exists, writeTexts } from "../project/files.ts";
import { readHeaders } from "../project/headers.ts";
import {
  checkProjectScalars,
  findSnapshot,
  inProject,
  loadProject,
  type Project,
  type ProjectOptions,
  RECORDINGS,
  readProjectOperations,
} from "../project/project.ts";
import { renderFailure, renderHint } from "../terminal/messages.ts";
import { showProgress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readAccepted } from "./accepted.ts";
import { isFile, readSchema } from "./read-schema.ts";
import type { LoadedSchema, SourceOptions } from "./remote.ts";

/** `affected`: a change affects an operation without breaking it, or adds to a type in use. */
type FailOn = "affected" | "deprecated";

export interface CheckOptions extends ProjectOptions, CollectOptions, Omit<SourceOptions, "snapshot"> {
  /** @default "live" */
  readonly against?: string;
  readonly snapshot?: string;
  /** A revision, or `true` for the target branch of the pull request. */
  readonly base?: string | true;
  readonly format: ReportFormat;
  readonly output?: readonly string[];
  readonly failOn?: readonly FailOn[];
  readonly accept?: string;
  readonly verbose?: boolean;
  readonly recordings?: string;
  readonly maxAge?: number;
  /** Further sentences of the report. @default none */
  readonly remarks?: readonly string[];
  readonly acceptingLabel?: AcceptingLabel | undefined;
}

export async function checkSchema(options: CheckOptions, terminal: Terminal): Promise<number> {
  const { code } = await runCheck(options, terminal);
  return code;
}

/** Writes and prints the reports. @returns the exit code, and the report as data. */
export async function runCheck(
  options: CheckOptions,
  terminal: Terminal,
): Promise<{ readonly code: number; readonly report: Report }> {
  const { stdout, env } = terminal;
  const { format, envPrefix: prefix, output = [], failOn = [] } = options;
  try {
    const formats = output.map((file) => [file, formatOf(file)] as const);
    const { report, sources, skipped } = await createReport(options, terminal);
    const folder = relative(env.GITHUB_WORKSPACE ?? process.cwd(), process.cwd()).replaceAll(sep, "/");
    const shared = { sources, folder, verbose: options.verbose ?? false };
    const reports: Record<string, string> = {};
    for (const [file, fileFormat] of formats) {
      const text = await renderReport(fileFormat, report, shared);
      reports[file] = terminal.redaction.redact(text);
    }
    await writeTexts(reports, "--output");
    // GitHub shows the summary of a job below its steps.
    if (format === "github" && env.GITHUB_STEP_SUMMARY) {
      const text = await renderReport("markdown", report, shared);
      await appendText(env.GITHUB_STEP_SUMMARY, terminal.redaction.redact(text), "GITHUB_STEP_SUMMARY");
    }
    const layout = { colors: stdout.colors, ...(stdout.columns && { width: stdout.columns }) };
    stdout.printRendered(await renderReport(format, report, { ...shared, ...layout }));
    return { code: finish(report, skipped, failOn, terminal), report };
  } catch (error) {
    const failure = await describeFailure(error, prefix);
    if (failure && format === "github") {
      const { renderCommand } = await import(
        "@integration-platform/graphql-compiler/internal/text/github-text"
      );
      const message = failure.hint ? `${failure.message}. ${failure.hint}` : failure.message;
      stdout.printRendered(`${renderCommand({ kind: "error", title: "Schema check", message })}\n`);
    }
    throw error;
  }
}

/** Returns the exit code, and explains it on stderr if the report does not. */
function finish(
  report: Report,
  skipped: readonly string[],
  failOn: readonly FailOn[],
  { stderr }: Terminal,
): number {
  const outcome = outcomeOf(report);
  if (skipped.length > 0) {
    const message = `${count(skipped.length, "definition")} could not be read, and the others were checked`;
    const hint = "Use variables and named fragments, or leave the files out with --operations '!file'.";
    stderr.print(renderFailure({ code: "USAGE", message, hint }));
    return EXIT.failure;
  }
  if (outcome === "fails") return EXIT.found;
  if (outcome === "incomplete") {
    const { length } = withStatus(report, "invalid");
    const message = `${length} of ${count(report.operations.length, "operation")} could not be checked`;
    const hint = `Fix the operation${length === 1 ? "" : "s"}, then run the check again.`;
    stderr.print(renderFailure({ code: "USAGE", message, hint }));
    return EXIT.failure;
  }
  const failing = failOn.filter((what) =>
    what === "deprecated" ? report.deprecations.length > 0 : outcome === "changes" || report.drift.length > 0,
  );
  if (failing.length === 0) return EXIT.success;
  stderr.print(
    renderHint(
      `Nothing breaks. The exit code is ${EXIT.affected} because of --fail-on ${failing.join(" ")}.`,
    ),
  );
  return EXIT.affected;
}

/** Text of each operation file, by its path. */
type Sources = ReadonlyMap<string, string>;

async function createReport(
  options: CheckOptions,
  terminal: Terminal,
): Promise<{ readonly report: Report; readonly sources: Sources; readonly skipped: readonly string[] }> {
  using progress = showProgress(terminal, "reading the operations");
  const project = await loadProject(options);
  const { scalars, types, breaks } = project;
  const { document: operations, texts: sources, skipped } = await readOperations(project, terminal);
  const accepted = await readAccepted(options.accept, project);
  const recordings = await readRecordings(options, project);
  progress.say("reading the consumers");
  const used = await (await import("../manifest/collect.ts")).collectConsumers(options, project, operations);
  progress.say("reading the schemas");
  const { before, after, remarks: schemaRemarks } = await readSchemas(options, project, terminal);
  progress.say("comparing");
  const describe = ({ label, capture }: LoadedSchema) => ({ label, how: capture.how });
  const origins = { before: describe(before), after: describe(after) };
  const schemas = { before: before.schema, after: after.schema };
  await checkProjectScalars(scalars, before.schema, after.schema);
  const { acceptingLabel, remarks: givenRemarks = [] } = options;
  const { remarks: consumerRemarks = [], ...consumers } = used ?? {};
  const skippedRemarks = skipped.map((problem) => `Not checked: ${problem}`);
  const input: CheckInput = {
    ...schemas,
    operations,
    accepted,
    acceptingLabel,
    scalars,
    types,
    breaks,
    origins,
    remarks: [...givenRemarks, ...skippedRemarks, ...schemaRemarks, ...consumerRemarks],
    ...(recordings && { recordings }),
    maxAgeDays: options.maxAge,
    ...consumers,
  };
  const report = compare(input);
  if (project.settings || report.changes.length === 0) return { report, sources, skipped };
  return { report: { ...report, remarks: [...report.remarks, ASSUMED] }, sources, skipped };
}

const ASSUMED =
  "There is no config, so the code is assumed to handle enum values and object types that are new in a result. " +
  'Declare it in codegen.ts: types: "open", or "closed".';

/** @throws Problem if a consumer uses an operation that its version does not have. */
function compare(input: CheckInput): Report {
  try {
    return check(input);
  } catch (error) {
    rethrowOthers(error, ConsumerError);
    throw new Problem(error.message, "Write its manifest again, or add the operation.");
  }
}

interface Compared {
  readonly before: LoadedSchema;
  readonly after: LoadedSchema;
  readonly remarks: readonly string[];
}

async function readSchemas(options: CheckOptions, project: Project, terminal: Terminal): Promise<Compared> {
  const { base } = options;
  const own = options.snapshot === undefined ? findSnapshot(project) : undefined;
  const snapshot = options.snapshot ?? (own && `file:${own}`);
  if (snapshot === undefined) {
    const hint = 'Run "platform-graphql schema pull", or name a schema with --snapshot <schema>.';
    throw new Problem(`there is no ${SNAPSHOT}, so nothing was compared`, hint);
  }
  // A git revision without a path refers to the snapshot file.
  const file = snapshot.replace(/^file:/, "");
  const sourceOptions = { ...options, snapshot: (await isFile(file)) ? file : (project.schema ?? SNAPSHOT) };
  if (base !== undefined) {
    if (options.snapshot !== undefined || options.against !== undefined) {
      const other = options.snapshot === undefined ? "--against" : "--snapshot";
      throw new Problem(
        `--base and ${other} exclude each other`,
        "Remove one of them: --base selects both schemas.",
      );
    }
    const { readBase, requireCheckout } = await import("./base.ts");
    await requireCheckout(project);
    const after = await readSchema(snapshot, "--base", sourceOptions, terminal);
    const before = await readBase(base, project, terminal);
    if ("absent" in before) return { before: after, after, remarks: [before.absent] };
    return { before, after, remarks: compareCapture(before.capture, after.capture) };
  }
  const against = options.against ?? "live";
  const header = against === "live" ? readHeaders(project, options.header, terminal) : options.header;
  const afterOptions = { ...sourceOptions, header };
  const [before, after] = await Promise.all([
    readSchema(snapshot, "--snapshot", sourceOptions, terminal),
    readSchema(against, "--against", afterOptions, terminal),
  ]);
  return { before, after, remarks: compareCapture(before.capture, after.capture) };
}

/** The default folder can be missing. @throws Problem */
async function readRecordings(
  { recordings, maxAge }: CheckOptions,
  project: Project,
): Promise<RecordingFile[] | undefined> {
  const own = inProject(project, RECORDINGS);
  const folder = recordings ?? (exists(own) ? own : undefined);
  if (folder === undefined && maxAge === undefined) return undefined;
  const testing = await import("@integration-platform/graphql-testing/local");
  try {
    return testing.readRecordings(folder ?? own);
  } catch (error) {
    rethrowOthers(error, TypeError);
    throw new Problem(
      `--${error.message}`,
      "Record a response, or name another folder with --recordings <folder>.",
    );
  }
}

async function readOperations(project: Project, terminal: Terminal): Promise<Operations> {
  const operations = await readProjectOperations(project, terminal);
  const { document } = operations;
  if (document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) return operations;
  const names = (project.operations ?? []).map((path) => quotePath(path)).join(", ");
  const hint = "Name others with --operations <path...>.";
  throw new Problem(`no operation in the files of ${names}`, hint);
}

/** @throws Problem if the extension is unknown. */
export function formatOf(file: string): ReportFormat {
  const format = formatsByExtension.get(extname(file).toLowerCase());
  if (format) return format;
  const extensions = [...formatsByExtension.keys()].join(", ");
  throw new Problem(`--output: unknown extension of ${quotePath(file)}`, `Use ${extensions}.`);
}
