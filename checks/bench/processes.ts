/** Runs processes and measures them with GNU time. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Cost of a process from start to end. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time, including child processes. */
  readonly cpuMs: number;
  /** Peak memory of the process or of a child process. */
  readonly peakMiB: number;
  readonly output: string;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** Added to the environment. @default {} */
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes other than 0 that are no failure. @default [] */
  readonly accept?: readonly number[];
}

/** Runs `node`. @throws Error with the end of the output, if it fails. */
export function runNode(args: readonly string[], options: ChildOptions = {}): Promise<Cost> {
  return run([process.execPath, ...args], options);
}

/** Runs a script of this folder that prints one JSON value. */
export async function runForJson<Value>(script: string, ...args: readonly string[]): Promise<Value> {
  const { output } = await runNode(["--expose-gc", join(import.meta.dirname, script), ...args]);
  return JSON.parse(output) as Value;
}

/** GNU time. Node does not report the cost of child processes. */
export const TIME = "/usr/bin/time";

export async function run(
  command: readonly string[],
  { cwd, env, accept = [] }: ChildOptions = {},
): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const account = join(folder, "account");
  const startedAt = performance.now();
  const child = spawn(TIME, ["-q", "-f", "%U %S %M", "-o", account, ...command], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", NODE_NO_WARNINGS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  const wallMs = performance.now() - startedAt;
  const [userS = 0, systemS = 0, peakKiB = 0] = (await readFile(account, "utf8"))
    .trim()
    .split(" ")
    .map(Number);
  await rm(folder, { recursive: true });
  if (code !== 0 && !accept.includes(code ?? -1)) {
    throw new Error(
      `${command.join(" ").slice(0, 200)} ended with ${code}: ${`${output}${complaints}`.slice(-2000)}`,
    );
  }
  return { wallMs, cpuMs: (userS + systemS) * 1000, peakMiB: peakKiB / 1024, output };
}
