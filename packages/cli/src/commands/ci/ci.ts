/**
 * `platform-graphql ci`: everything that a job for pull requests checks. All checks run, and the worst exit
 * code counts.
 */

import { resolve } from "node:path";
import { renderCommand } from "@integration-platform/graphql-compiler/internal/text/github-text";
import { ink, paint, printableText } from "@integration-platform/graphql-compiler/internal/text/ink";
import { codegen } from "../codegen/codegen.ts";
import { describeFailure } from "../errors/failure.ts";
import { EXIT, type Failure } from "../errors/problem.ts";
import { appendText, writeTexts } from "../project/files.ts";
import { type CheckOptions, runCheck } from "../schema/check.ts";
import { formatOf } from "../schema/write-reports.ts";
import { renderFailure, renderSentences } from "../terminal/messages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkTypes } from "./check-types.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { readLabel } from "./label.ts";
import { renderFailures } from "./reports.ts";

export interface CiOptions
  extends Pick<
    CheckOptions,
    | "accept"
    | "base"
    | "config"
    | "consumers"
    | "failOn"
    | "ignoreUnused"
    | "insecureHttp"
    | "operations"
    | "output"
  > {
  readonly envPrefix: string;
  /** Label of the pull request that accepts all breaks. */
  readonly acceptLabel?: string;
}

type StepName = "Generated code" | "Types" | "Schema";

interface Step {
  readonly name: StepName;
  /** `undefined`: there is nothing to check. */
  readonly exitCode: number | undefined;
  /** Why the check could not run. */
  readonly failure?: Failure;
  /** Thrown by the check. Present if it is a bug. */
  readonly unexpected?: unknown;
}

/** Exit codes, the worst one last. */
const SEVERITY: readonly number[] = [EXIT.success, EXIT.affected, EXIT.found, EXIT.failure];

const pickWorse = (left: number, right: number): number =>
  SEVERITY.indexOf(right) > SEVERITY.indexOf(left) ? right : left;

/** Sentences of a report about failed checks that are not a part of it. */
const REMARKS: Readonly<Record<Exclude<StepName, "Schema">, string>> = {
  "Generated code": "The generated code is stale, or an operation is invalid.",
  Types: "The types of the code are wrong.",
};

export async function ci(flags: CiOptions, terminal: Terminal): Promise<number> {
  const inputs = readInputs(terminal.env);
  const options: CiOptions & Inputs = { ...inputs, ...flags };
  // An unknown extension fails before the checks, which can take long.
  const markdown = findMarkdown(options);
  const run = (name: StepName, work: () => Promise<number | undefined>) =>
    runStep(name, work, options, terminal);
  const config = options.config === undefined ? {} : { config: options.config };
  const steps = [
    await run("Generated code", () => codegen({ ...config, check: true }, terminal)),
    await run("Types", () => checkTypes(terminal)),
  ];
  let semver: string | undefined;
  const schema = await run("Schema", async () => {
    const { exitCode, report } = await runCheck(await createCheck(options, steps, terminal), terminal);
    semver = report.semver;
    return exitCode;
  });
  steps.push(schema);
  if (schema.failure) await writeFailures(schema.failure, options, terminal);
  printSummary(steps, terminal);
  const worst = steps.map(({ exitCode = EXIT.success }) => exitCode).reduce(pickWorse);
  await writeOutputs({ "exit-code": String(worst), semver, report: markdown }, terminal);
  const stopped = steps.find((step) => "unexpected" in step);
  if (stopped) throw stopped.unexpected;
  return inputs.fail === false && worst !== EXIT.failure ? EXIT.success : worst;
}

const UNEXPECTED: Failure = {
  code: "UNEXPECTED",
  message: "the check ended with an unexpected error",
  hint: undefined,
};

const isGithub = ({ env }: Terminal): boolean => env.GITHUB_ACTIONS === "true";

/** Runs a check, and keeps its failure, so that the next one runs. @throws the error of an interruption */
async function runStep(
  name: StepName,
  work: () => Promise<number | undefined>,
  { envPrefix }: CiOptions,
  terminal: Terminal,
): Promise<Step> {
  const { stdout, stderr, interruption } = terminal;
  stdout.print(ink`${paint("bold", name)}\n`);
  try {
    const exitCode = await work();
    interruption.throwIfAborted();
    if (exitCode === EXIT.found && name !== "Schema")
      annotate(name, `${REMARKS[name]} The log has the details.`, terminal);
    return { name, exitCode };
  } catch (error) {
    if (interruption.aborted) throw error;
    const described = await describeFailure(error, envPrefix);
    const failure = described ?? UNEXPECTED;
    stderr.print(renderFailure(failure));
    // The schema check annotates its own failures.
    if (name !== "Schema") annotate(name, renderSentences(failure), terminal);
    const step = { name, exitCode: EXIT.failure, failure };
    return described ? step : { ...step, unexpected: error };
  } finally {
    stdout.print(ink`\n`);
  }
}

function annotate(title: string, message: string, terminal: Terminal): void {
  if (isGithub(terminal))
    terminal.stdout.printRendered(`${renderCommand({ kind: "error", title, message })}\n`);
}

async function createCheck(
  options: CiOptions,
  steps: readonly Step[],
  terminal: Terminal,
): Promise<CheckOptions> {
  const { acceptLabel, base = true, ...others } = options;
  const { label, remark } = acceptLabel === undefined ? {} : await readLabel(acceptLabel, terminal.env);
  const failed = steps.flatMap(({ name, exitCode }) =>
    name === "Schema" || !exitCode ? [] : [describeStep(name, exitCode)],
  );
  return {
    ...others,
    base,
    format: isGithub(terminal) ? "github" : "text",
    header: {},
    acceptingLabel: label,
    remarks: [...(remark === undefined ? [] : [remark]), ...failed],
  };
}

const describeStep = (name: keyof typeof REMARKS, exitCode: number): string =>
  exitCode === EXIT.failure ? `${name}: this check could not run.` : REMARKS[name];

/** Every report that was asked for exists, even if the schemas could not be compared. */
async function writeFailures(
  failure: Failure,
  { output = [] }: CiOptions,
  terminal: Terminal,
): Promise<void> {
  const { env, redaction } = terminal;
  const reports = renderFailures(failure, output);
  const redacted = Object.entries(reports).map(([file, text]) => [file, redaction.redact(text)]);
  await writeTexts(Object.fromEntries(redacted), "--output");
  if (!isGithub(terminal) || !env.GITHUB_STEP_SUMMARY) return;
  const summary = Object.values(renderFailures(failure, ["summary.md"])).join("");
  await appendText(env.GITHUB_STEP_SUMMARY, redaction.redact(summary), "GITHUB_STEP_SUMMARY");
}

const MARKS: ReadonlyMap<number | undefined, string> = new Map([
  [undefined, "–"],
  [EXIT.success, "✓"],
  [EXIT.affected, "!"],
  [EXIT.failure, "?"],
]);

function printSummary(steps: readonly Step[], { stdout }: Terminal): void {
  const parts = steps.map(({ name, exitCode }) => `${MARKS.get(exitCode) ?? "✗"} ${name.toLowerCase()}`);
  stdout.print(ink`${parts.join(" · ")}\n`);
}

/** The first report in Markdown. @throws Problem if an extension is unknown. */
function findMarkdown({ output = [] }: CiOptions): string | undefined {
  const [file] = output.filter((name) => formatOf(name) === "markdown");
  return file && resolve(file);
}

/** Outputs of a step of GitHub. */
async function writeOutputs(
  outputs: Readonly<Record<string, string | undefined>>,
  { env }: Terminal,
): Promise<void> {
  if (!env.GITHUB_OUTPUT) return;
  const lines = Object.entries(outputs).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${printableText(value)}\n`],
  );
  await appendText(env.GITHUB_OUTPUT, lines.join(""), "GITHUB_OUTPUT");
}
