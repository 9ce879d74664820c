/**
 * Entry of the command: checks the version of Node.js, handles signals and sets the exit code. The process
 * fails unless the command has finished: code of the project, such as a config, runs in this process and can
 * end it.
 */

// Static imports must load in old versions of Node.js.
import { EXIT, REQUIRED_NODE } from "./host/errors/problem.ts";

/** Exit code of the command. Absent until it has finished. */
let finalCode: number | undefined;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [requiredMajor = 0, requiredMinor = 0] = REQUIRED_NODE.split(".").map(Number);
if (major < requiredMajor || (major === requiredMajor && minor < requiredMinor)) {
  writeError(
    `platform-graphql requires Node.js ${REQUIRED_NODE} or later; this is Node.js ${process.versions.node}`,
  );
  process.stderr.write(`hint:  Install Node.js ${REQUIRED_NODE} or later.\n`);
  process.exitCode = EXIT.failure;
} else {
  await start();
}

async function start(): Promise<void> {
  guardExit();
  const interruption = listenToSignals();
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // The reader closed the pipe, as head does. Not an error.
      if (error.code === "EPIPE") return;
      if (stream === process.stdout) writeError(`cannot write the output (${error.code})`);
      exit(EXIT.failure);
    });
  }
  process.on("uncaughtException", async (error) => end(await reportUnexpected(error)));

  // graphql-js and the plugins of codegen are large. The cache of compiled code halves the time to load them.
  const { enableCompileCache } = await import("node:module");
  enableCompileCache?.();
  // A server runs for long. V8 would let the memory for short-lived objects grow to 134 MB.
  if (process.argv.includes("serve")) (await import("node:v8")).setFlagsFromString("--optimize-for-size");
  const { env, stdout, stderr } = process;
  try {
    const { runProgram } = await import("./commands/program.ts");
    await end(await runProgram(process.argv.slice(2), { env, stdout, stderr, interruption }));
  } catch (error) {
    await end(await reportUnexpected(error));
  }
}

/**
 * Replaces every other exit code. `process.exit()` ends in Node's internal `reallyExit`; an empty event loop
 * only emits `exit`. Both get the code of the finished command (decision 0086).
 */
function guardExit(): void {
  const { reallyExit } = process as unknown as { readonly reallyExit: (code: number) => never };
  Object.assign(process, { reallyExit: () => reallyExit.call(process, finalCode ?? EXIT.failure) });
  process.on("exit", () => {
    process.exitCode = finalCode ?? EXIT.failure;
    if (finalCode !== undefined) return;
    writeError("the process was ended before the command had finished");
    process.stderr.write(
      "hint:  Remove process.exit() and awaits without an end from the config and its imports.\n",
    );
  });
}

/** The second signal ends the process at once. */
function listenToSignals(): AbortSignal {
  const interruption = new AbortController();
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(name, () => {
      if (interruption.signal.aborted) exit(code);
      interruption.abort(code);
    });
  }
  return interruption.signal;
}

function exit(code: number): never {
  finalCode = code;
  process.exit(code);
}

/** Exits as soon as all output is written, even if connections are still open. */
async function end(code: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.destroyed) await new Promise<void>((resolve) => stream.write("", () => resolve()));
  }
  exit(code);
}

/** Reports a bug. The message of the error is not printed, because it can contain secrets. */
async function reportUnexpected(error: unknown): Promise<number> {
  const { ink, renderInk, toLines } = await import(
    "@integration-platform/graphql-compiler/internal/text/ink"
  );
  const name = error instanceof Error ? error.name : typeof error;
  const frames = error instanceof Error ? (error.stack?.match(/^ {4}at .*$/gm) ?? []) : [];
  const isDebugged = process.env.DEBUG?.split(/[\s,]+/).includes("platform-graphql");
  const more = isDebugged
    ? frames
    : ["hint:  Set DEBUG=platform-graphql to print the stack, and report the bug."];
  process.stderr.write(
    renderInk(ink`error: unexpected ${name} in platform-graphql\n${toLines(more)}`, false),
  );
  return EXIT.failure;
}

function writeError(message: string): void {
  process.stderr.write(`error: ${message}\n`);
}
