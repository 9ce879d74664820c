/**
 * Runs the steps of a GitHub workflow in a scratch repository. Implements the syntax that the examples use.
 */

import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { command } from "./command.ts";

const ROOT = join(import.meta.dirname, "../../../..");

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** Values of expressions, by name, such as `github.base_ref`. */
type Contexts = Readonly<Record<string, string>>;

export interface WorkflowRun {
  readonly failed: boolean;
  readonly log: string;
  /** The job's summary, in Markdown. */
  readonly summary: string;
}

interface WorkflowOptions {
  readonly folder: string;
  /** The runner's folder for files outside the repository. */
  readonly temp: string;
  readonly contexts: Contexts;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Script of a command that runs in the process of the test, because a process of Node.js takes half a second
 * to load it.
 */
export const FORWARD = `exec 3<>"/dev/tcp/127.0.0.1/$COMMAND_PORT"
{ printf '%s\\0' "$PWD" $# "$@"; env -0; printf 'END\\0'; } >&3
read -r code <&3
cat <&3
exit "$code"`;

/** Runs the commands of such scripts. */
export async function serveCommands(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((socket) => {
    let text = "";
    socket.setEncoding("utf8").on("data", async (chunk) => {
      text += chunk;
      if (!text.endsWith("\0END\0")) return;
      const [cwd = "", count = "", ...rest] = text.split("\0").slice(0, -2);
      const variables = rest
        .splice(Number(count))
        .map((line) => /^([^=]*)=(.*)$/s.exec(line)?.slice(1) ?? []);
      const { code, stdout, stderr } = await command(rest, { cwd, env: Object.fromEntries(variables) });
      socket.end(`${code}\n${stdout}${stderr}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close };
}

/**
 * Runs the only job of a workflow. Skips third-party actions.
 *
 * @param file - Relative to the root of this repository.
 */
export async function runWorkflow(file: string, options: WorkflowOptions): Promise<WorkflowRun> {
  const { jobs } = parse(readFileSync(resolve(ROOT, file), "utf8")) as {
    jobs: Record<string, { steps: Step[] }>;
  };
  const [job] = Object.values(jobs);
  const summary = join(options.temp, "summary.md");
  writeFileSync(summary, "");
  const run = await runSteps(job?.steps ?? [], options, { "runner.temp": options.temp, ...options.contexts });
  return { failed: run.failed, log: run.log, summary: readFileSync(summary, "utf8") };
}

interface Done {
  readonly failed: boolean;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

async function runSteps(
  steps: readonly Step[],
  options: WorkflowOptions,
  initial: Contexts,
): Promise<Omit<Done, "outputs"> & { readonly contexts: Contexts }> {
  const contexts: Record<string, string> = { ...initial };
  let failed = false;
  let log = "";
  for (const step of steps) {
    // A step without a condition runs only if no step has failed.
    if (failed && !step.if?.includes("!cancelled()")) continue;
    const done: Done = step.uses
      ? await runAction(step, options, contexts)
      : await runScript(step, options, contexts);
    log += done.log;
    failed ||= done.failed;
    for (const [name, value] of Object.entries(done.outputs))
      contexts[`steps.${step.id}.outputs.${name}`] = value;
  }
  return { failed, log, contexts };
}

async function runAction(
  { uses = "", with: inputs = {} }: Step,
  options: WorkflowOptions,
  contexts: Contexts,
): Promise<Done> {
  const [, path] = uses.match(/^OWNER\/REPO\/(.+)@COMMIT$/) ?? [];
  if (path === undefined) return { failed: false, log: "", outputs: {} };
  const action = parse(readFileSync(join(ROOT, path, "action.yml"), "utf8")) as Action;
  const unknown = Object.keys(inputs).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`${uses} has no input ${unknown.join(", ")}`);
  const values = Object.entries(action.inputs).map(([name, input]) => {
    return [`inputs.${name}`, fill(inputs[name] ?? input.default, contexts)];
  });
  const scope = { "runner.temp": options.temp, ...Object.fromEntries(values) };
  const { failed, log, contexts: after } = await runSteps(action.runs.steps, options, scope);
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, after)]);
  return { failed, log, outputs: Object.fromEntries(outputs) };
}

async function runScript(
  { run = "", env = {} }: Step,
  options: WorkflowOptions,
  contexts: Contexts,
): Promise<Done> {
  const outputFile = join(options.temp, "outputs");
  writeFileSync(outputFile, "");
  const filled = Object.entries(env).map(([name, value]) => [name, fill(value, contexts)]);
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", fill(run, contexts)], {
    cwd: options.folder,
    env: {
      ...options.env,
      CI: "true",
      GITHUB_ACTIONS: "true",
      RUNNER_TEMP: options.temp,
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: join(options.temp, "summary.md"),
      GITHUB_WORKSPACE: options.folder,
      ...Object.fromEntries(filled),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (log += text));
  const code = await new Promise((resolve) => child.once("close", resolve));
  const lines = readFileSync(outputFile, "utf8").split("\n").filter(Boolean);
  const outputs = lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]);
  return { failed: code !== 0, log, outputs: Object.fromEntries(outputs) };
}

/** Unknown names become empty text, as on GitHub. */
function fill(text: string, contexts: Contexts): string {
  const inputs = Object.entries(contexts).filter(([name]) => name.startsWith("inputs."));
  if (text.includes("toJSON(inputs)"))
    return JSON.stringify(
      Object.fromEntries(inputs.map(([name, value]) => [name.slice("inputs.".length), value])),
    );
  return text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => contexts[name] ?? "");
}
