/** Folders, commands and steps of the checks. */

import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

export const ROOT: string = join(import.meta.dirname, "..");
/** The built command. */
export const CLI: string = join(ROOT, "packages/cli/bin/platform-graphql.js");

export interface Finished {
  /** Exit code, or the reason why the command did not run or did not end. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The expected exit code. @default 0 */
  readonly code?: number;
}

/** Runs a command to its end. */
export function finish(
  cwd: string,
  [file = "", ...args]: readonly string[],
  env = process.env,
): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.message) : 0, stdout, stderr }),
    );
  });
}

/** Returns what a command prints. @throws Error with its output, if it ends with another exit code */
export async function execute(
  cwd: string,
  command: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await finish(cwd, command, options.env);
  if (code === (options.code ?? 0)) return stdout;
  throw new Error(`${command.join(" ")} ended with ${code}, not ${options.code ?? 0}\n${stdout}${stderr}`);
}

/** Runs a step, and prints its time or its error. Returns whether it passed. */
export async function step(name: string, run: () => Promise<unknown>): Promise<boolean> {
  const startedAt = performance.now();
  const failure = await run().then(
    () => undefined,
    (error: Error) => error,
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `${failure ? "✗" : "✓"} ${name}  ${seconds} s\n${failure ? `${failure.message}\n` : ""}`,
  );
  if (failure) process.exitCode = 1;
  return failure === undefined;
}

/** Runs steps until one fails. */
export async function runSteps(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  for (const [name, run] of Object.entries(steps)) if (!(await step(name, run))) return;
}

/** Creates a folder that is removed at the end of its scope. */
export async function createFolder(prefix: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, maxRetries: 3 }) };
}

/**
 * Installs the packages of a folder, if its lock file is newer than the installation. Their scripts do not
 * run.
 */
export async function install(folder: string): Promise<void> {
  const timeOf = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (timeOf("node_modules/.package-lock.json") > timeOf("package-lock.json")) return;
  await execute(folder, ["npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"]);
}
