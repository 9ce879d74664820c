/** Runs `platform-graphql`: in this process, or as a child process if the test needs a real one. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { promisify } from "node:util";
import { runProgram } from "../../src/commands/program.ts";

/** Used as a secret: no output and no file may contain it. */
export const CANARY = "canary-9f8e7d6c5b4a";

const REFERENCE = readFileSync(join(import.meta.dirname, "../../../../docs/cli.md"), "utf8");

/**
 * All commands: the headings of their reference, which is written from the program. The first heading is the
 * program.
 */
export const COMMANDS: readonly string[] = [...REFERENCE.matchAll(/^## (.+)$/gm)]
  .map(([, name = ""]) => name)
  .slice(1);

export const BIN: string = join(import.meta.dirname, "../../bin/platform-graphql.js");

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The end of a command that could not run. */
export const failure = (error: string, hint: string): Finished => ({
  code: 3,
  stdout: "",
  stderr: `error: ${error}\nhint:  ${hint}\n`,
});

export interface CommandOptions {
  /** The whole environment, except `PATH`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory of the command. */
  readonly cwd?: string;
  /** Makes both streams terminals of this width. @default pipes */
  readonly columns?: number;
  /** Milliseconds after which steps are printed in a pipe. @default never, so that no test depends on time */
  readonly quietMs?: number;
  /** Aborting it is Ctrl-C: its reason is the exit code. */
  readonly interruption?: AbortSignal;
}

/** Replaces what differs from run to run: ports, durations, UUIDs and tokens. */
export const steady = (text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/\d+ ms\b/g, "N ms")
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "UUID")
    .replaceAll(/\b[\da-f]{64}\b/g, "TOKEN");

/** Runs one command in this process. A test file must not run two commands with different folders at once. */
export function command(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  return background(args, options).finished;
}

/** A command that runs in this process. */
interface Background {
  readonly finished: Promise<Finished>;
  /** Resolves with the output as soon as it contains `text`. Rejects if the command ends without it. */
  printed(text: string, output?: "stdout" | "stderr"): Promise<string>;
  /** Interrupts the command, as Ctrl-C does. */
  interrupt(): void;
}

/** Starts a command in this process, such as `serve`, that does not end by itself. */
export function background(args: readonly string[], options: CommandOptions = {}): Background {
  const { env = {}, cwd, columns, interruption, quietMs = 2 ** 31 - 1 } = options;
  const own = new AbortController();
  const stdout = new CapturedStream(columns);
  const stderr = new CapturedStream(columns);
  const run = async (): Promise<Finished> => {
    const before = process.cwd();
    if (cwd !== undefined) process.chdir(cwd);
    try {
      const code = await runProgram(args, {
        env: { PATH: process.env.PATH, ...env },
        stdout: stdout as unknown as NodeJS.WriteStream,
        stderr: stderr as unknown as NodeJS.WriteStream,
        quietMs,
        interruption: AbortSignal.any([own.signal, ...(interruption ? [interruption] : [])]),
      });
      return { code, stdout: stdout.text, stderr: stderr.text };
    } finally {
      if (cwd !== undefined) process.chdir(before);
    }
  };
  const finished = run();
  return {
    finished,
    printed(text, output = "stdout") {
      const stream = { stdout, stderr }[output];
      const onWritten = (check: () => void) => stream.on("written", check);
      return waitFor(text, () => stream.text, onWritten, finished);
    },
    interrupt: () => own.abort(130),
  };
}

/** Resolves with the output as soon as it contains a text. Rejects if the command ends without it. */
function waitFor(
  text: string,
  read: () => string,
  onOutput: (check: () => void) => void,
  finished: Promise<Finished>,
) {
  return new Promise<string>((resolve, reject) => {
    const check = () => read().includes(text) && resolve(read());
    onOutput(check);
    check();
    finished.then(({ stderr }) => reject(new Error(`ended without printing "${text}": ${stderr}`)), reject);
  });
}

/** Collects the output. With a width, it behaves as a terminal with 16 colors. */
class CapturedStream extends Writable {
  text = "";
  readonly isTTY: boolean;
  readonly columns: number | undefined;

  constructor(columns: number | undefined) {
    super({ decodeStrings: false });
    this.isTTY = columns !== undefined;
    this.columns = columns;
  }

  override _write(chunk: string | Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    this.emit("written");
    done();
  }

  getColorDepth(): number {
    return this.isTTY ? 4 : 1;
  }
  hasColors(): boolean {
    return this.isTTY;
  }
  cursorTo(): boolean {
    return true;
  }
  moveCursor(): boolean {
    return true;
  }
  clearLine(): boolean {
    return true;
  }
}

interface Running {
  readonly child: ChildProcess;
  /**
   * Resolves with all of stdout so far, as soon as it contains `text`. Rejects if the command ends without
   * it.
   */
  printed(text: string): Promise<string>;
  readonly finished: Promise<Finished>;
}

interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** File that stdout is written to. @default a pipe */
  readonly stdout?: number;
  /** Content of stdin. */
  readonly input?: string;
  /** Code that runs before the command, in its process. */
  readonly preload?: string;
}

/** Starts the built command as a child process. */
export function start(
  args: readonly string[],
  { env = {}, preload, cwd, input, stdout: output }: StartOptions = {},
): Running {
  const before =
    preload === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const child = spawn(process.execPath, [...before, BIN, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", output ?? "pipe", "pipe"],
    cwd,
  });
  child.stdin?.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) => {
    // On a slow machine, the command also prints its steps.
    child.once("close", (code) => resolve({ code, stdout, stderr: stderr.replaceAll(/^.* …\n/gm, "") }));
  });
  const printed = (text: string) =>
    waitFor(
      text,
      () => stdout,
      (check) => child.stdout?.on("data", check),
      finished,
    );
  return { child, printed, finished };
}

/** Runs a command of a development dependency in a folder. */
export async function runTool(
  folder: string,
  command: string,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> {
  // With "test", graphql-codegen prints no problems.
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NO_COLOR: "1",
    NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache"),
  };
  try {
    const file = join(import.meta.dirname, "../../../../node_modules/.bin", command);
    const { stdout, stderr } = await promisify(execFile)(file, args, { cwd: folder, env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
