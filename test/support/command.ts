/** The built command, run as people run it. */

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../dist/cli/main.js");

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Resolves with all of stdout so far, as soon as it holds `text`. Rejects where the command ends without it. */
  printed(text: string): Promise<string>;
  readonly finished: Promise<Finished>;
}

export interface CommandOptions {
  /** The whole environment but for `PATH`: nothing of the tests' own leaks in. */
  readonly env?: Readonly<Record<string, string>>;
  /** Code that runs before the command, in its process. */
  readonly preload?: string;
  /** Folder that it runs in. */
  readonly cwd?: string;
}

/** Starts `platform-graphql`. */
export function start(args: readonly string[], { env = {}, preload, cwd }: CommandOptions = {}): Running {
  const before = preload === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const child = spawn(process.execPath, [...before, MAIN, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  const printed = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => stdout.includes(text) && resolve(stdout);
      child.stdout.on("data", look);
      look();
      finished.then(() => reject(new Error(`ended without printing "${text}": ${stderr}`)));
    });
  return { child, printed, finished };
}

/** Runs `platform-graphql` to its end. */
export function command(args: readonly string[], options?: CommandOptions): Promise<Finished> {
  return start(args, options).finished;
}

/** Makes the command believe that it runs in a terminal of this width; colours then follow the environment. */
export function fakeTerminal(columns: number): string {
  return `
    import { WriteStream } from "node:tty";
    for (const stream of [process.stdout, process.stderr]) {
      Object.defineProperties(stream, { isTTY: { value: true }, columns: { value: ${columns} } });
      for (const method of ["getColorDepth", "hasColors", "cursorTo", "moveCursor", "clearLine"]) {
        stream[method] = WriteStream.prototype[method];
      }
    }`;
}
