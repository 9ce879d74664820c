/** Processes that are measured: whole, by GNU time, or by what they print. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** What a process cost, from its start to its end. */
export interface Cost {
  readonly wallMs: number;
  /** User and system time of the process and of those that it waited for. */
  readonly cpuMs: number;
  /** The most memory that it, or one of those, held at once. */
  readonly peakMiB: number;
  readonly output: string;
}

export interface ChildOptions {
  readonly cwd?: string;
  /** Exit codes beside 0 that mean that the work was done. @default [] */
  readonly accept?: readonly number[];
}

/** Starts `node` with these arguments and waits for its end. @throws Error with its last words where it fails. */
export function runNode(args: readonly string[], options: ChildOptions = {}): Promise<Cost> {
  return run([process.execPath, ...args], options);
}

/** A script of ours that prints one JSON value. */
export async function runForJson<Value>(script: string, ...args: readonly string[]): Promise<Value> {
  const { output } = await runNode(["--expose-gc", join(import.meta.dirname, script), ...args]);
  return JSON.parse(output) as Value;
}

/** GNU time: Node does not tell what its children took. */
export const TIME = "/usr/bin/time";

export async function run(command: readonly string[], { cwd, accept = [] }: ChildOptions = {}): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const account = join(folder, "account");
  const startedAt = performance.now();
  const child = spawn(TIME, ["-q", "-f", "%U %S %M", "-o", account, ...command], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", NODE_NO_WARNINGS: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  const wallMs = performance.now() - startedAt;
  const [userS = 0, systemS = 0, peakKiB = 0] = (await readFile(account, "utf8")).trim().split(" ").map(Number);
  await rm(folder, { recursive: true });
  if (code !== 0 && !accept.includes(code ?? -1)) {
    throw new Error(`${command.join(" ")} ended with ${code}: ${`${output}${complaints}`.slice(-2000)}`);
  }
  return { wallMs, cpuMs: (userS + systemS) * 1000, peakMiB: peakKiB / 1024, output };
}
