/**
 * `platform-graphql ci`: everything that a job for pull requests checks. All checks run, and the worst exit
 * code counts.
 */

import { resolve } from "node:path";
import { renderCommand } from "@integration-platform/graphql-compiler/internal/text/github-text";
import { ink, paint, printableText } from "@integration-platform/graphql-compiler/internal/text/ink";
import { describeFailure } from "../../host/errors/failure.ts";
import { EXIT, type Failure } from "../../host/errors/problem.ts";
import { appendText } from "../../host/project/files.ts";
import { loadProject } from "../../host/project/project.ts";
import { renderFailure, renderSentences } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { codegen } from "../codegen/codegen.ts";
import { type CheckOptions, runCheck } from "../schema/check.ts";
import { writeNotCompared } from "../schema/not-compared.ts";
import { formatOf } from "../schema/write-reports.ts";
import { checkTypes } from "./check-types.ts";
import { type Inputs, readInputs } from "./inputs.ts";
import { readLabel } from "./label.ts";

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
  /** `undefined`: it was not checked. */
  readonly exitCode: number | undefined;
  /** Why it was not checked, what it found, or why it could not run. */
  readonly reason?: string;
  /** Present if the check could not run. */
  readonly failure?: Failure;
  /** Thrown by the check. Present if it is a bug. */
  readonly unexpected?: unknown;
}

/** The result of the work of a step. */
type Checked = Pick<Step, "exitCode" | "reason">;

/** Exit codes, the worst one last. */
const SEVERITY: readonly number[] = [EXIT.success, EXIT.affected, EXIT.found, EXIT.failure];

const pickWorse = (left: number, right: number): number =>
  SEVERITY.indexOf(right) > SEVERITY.indexOf(left) ? right : left;

/** What a step has found. */
const FOUND: Readonly<Record<StepName, string>> = {
  "Generated code": "the generated code is stale, or an operation is invalid",
  Types: "the types of the code are wrong",
  Schema: "the report has the reason",
};

export async function ci(flags: CiOptions, terminal: Terminal): Promise<number> {
  const inputs = readInputs(terminal.env);
  const options: CiOptions & Inputs = { ...inputs, ...flags };
  // An unknown extension fails before the checks, which can take long.
  const markdown = findMarkdown(options);
  const run = (name: StepName, work: () => Promise<Checked>) => runStep(name, work, options, terminal);
  const config = options.config === undefined ? {} : { config: options.config };
  const steps = [
    await run("Generated code", async () => ({
      exitCode: await codegen({ ...config, check: true }, terminal),
    })),
    await run("Types", async () => checkTypes((await loadProject(config)).folder, terminal)),
  ];
  let semver: string | undefined;
  const schema = await run("Schema", async () => {
    const { exitCode, report, notCompared } = await runCheck(
      await createCheck(options, steps, terminal),
      terminal,
    );
    semver = report?.semver;
    return notCompared === undefined ? { exitCode } : { exitCode: undefined, reason: notCompared };
  });
  steps.push(schema);
  if (schema.failure) {
    const remarks = steps.map(describeStep);
    await writeNotCompared({ reason: schema.failure, remarks }, options.output ?? [], terminal);
  }
  printAnnotations(steps, terminal);
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
  work: () => Promise<Checked>,
  { envPrefix }: CiOptions,
  { stdout, stderr, interruption }: Terminal,
): Promise<Step> {
  stdout.print(ink`${paint("bold", name)}\n`);
  try {
    const checked = await work();
    interruption.throwIfAborted();
    return { name, ...(checked.exitCode ? { reason: FOUND[name] } : {}), ...checked };
  } catch (error) {
    if (interruption.aborted) throw error;
    const described = await describeFailure(error, envPrefix);
    const failure = described ?? UNEXPECTED;
    stderr.print(renderFailure(failure));
    const step = { name, exitCode: EXIT.failure, reason: failure.message, failure };
    return described ? step : { ...step, unexpected: error };
  } finally {
    stdout.print(ink`\n`);
  }
}

/** Such as `Types: not checked: no tsconfig.json, and no script "types"`. */
function describeStep({ name, exitCode, reason, failure }: Step): string {
  if (exitCode === EXIT.success) return `${name}: checked`;
  const status = exitCode === undefined ? "not checked" : failure ? "could not run" : "failed";
  return `${name}: ${status}: ${reason}`;
}

/** The steps before the schema check that have an annotation. The schema check annotates its own findings. */
const listAnnotated = (steps: readonly Step[]): Step[] =>
  steps.filter(({ name, exitCode }) => name !== "Schema" && exitCode);

/** After those of the schema check, because GitHub shows the first ten, and its first one is the summary. */
function printAnnotations(steps: readonly Step[], terminal: Terminal): void {
  if (!isGithub(terminal)) return;
  for (const { name, reason = "", failure } of listAnnotated(steps)) {
    const message = failure ? renderSentences(failure) : `${reason}. The log has the details.`;
    const command = { kind: "error", title: name, message } as const;
    terminal.stdout.printRendered(`${renderCommand(command)}\n`);
  }
}

async function createCheck(
  options: CiOptions,
  steps: readonly Step[],
  terminal: Terminal,
): Promise<CheckOptions> {
  const { acceptLabel, base = true, ...others } = options;
  const { label, remark } = acceptLabel === undefined ? {} : await readLabel(acceptLabel, terminal.env);
  const checked = `Checks of "ci": ${steps.map(describeStep).join("; ")}; Schema: this report.`;
  return {
    ...others,
    base,
    format: isGithub(terminal) ? "github" : "text",
    header: {},
    acceptingLabel: label,
    ...(acceptLabel !== undefined && { acceptLabel }),
    remarks: [...(remark === undefined ? [] : [remark]), checked],
    otherAnnotations: listAnnotated(steps).length,
  };
}

const MARKS: ReadonlyMap<number | undefined, string> = new Map([
  [undefined, "–"],
  [EXIT.success, "✓"],
  [EXIT.affected, "!"],
  [EXIT.failure, "?"],
]);

function printSummary(steps: readonly Step[], { stdout }: Terminal): void {
  for (const step of steps) stdout.print(ink`${MARKS.get(step.exitCode) ?? "✗"} ${describeStep(step)}\n`);
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
