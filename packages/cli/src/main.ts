/**
 * Entry of the command, and the only place that ends the process. It imports nothing that needs a newer Node than the
 * oldest one that people may start it with.
 */

import { EXIT } from "./commands/exit.ts";

const NEEDED = [22, 12] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  writeError(`platform-graphql needs Node ${NEEDED.join(".")} or newer; this is Node ${process.versions.node}`);
  process.exitCode = EXIT.failed;
} else {
  await start();
}

async function start(): Promise<void> {
  const interruption = new AbortController();
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(name, () => {
      // Twice means now.
      if (interruption.signal.aborted) process.exit(code);
      interruption.abort(code);
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // Whoever reads has seen enough, as `head` does: no failure of ours, and nobody left to tell.
      if (error.code === "EPIPE") return;
      if (stream === process.stdout) writeError(`the output cannot be written (${error.code})`);
      process.exit(EXIT.failed);
    });
  }
  process.on("uncaughtException", (error) => end(reportFault(error)));

  const { env, stdout, stderr } = process;
  try {
    const { runProgram } = await import("./commands/program.ts");
    await end(await runProgram(process.argv.slice(2), { env, stdout, stderr, interruption: interruption.signal }));
  } catch (error) {
    await end(reportFault(error));
  }
}

/** Ends at once what would linger, such as a connection that nobody waits for, after all output has been taken. */
async function end(code: number): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.destroyed) await new Promise<void>((resolve) => stream.write("", () => resolve()));
  }
  process.exit(code);
}

/** A fault of ours. Its message may quote anything, secrets included, so it is not shown: the places in the code are. */
function reportFault(error: unknown): number {
  const name = error instanceof Error ? error.name : typeof error;
  writeError(`unexpected ${name}: a fault of platform-graphql itself`);
  if (process.env.DEBUG?.split(/[\s,]+/).includes("platform-graphql")) {
    const frames = error instanceof Error ? (error.stack?.match(/^ {4}at .*$/gm) ?? []) : [];
    process.stderr.write(frames.map((frame) => `${frame}\n`).join(""));
  } else {
    process.stderr.write("hint:  set DEBUG=platform-graphql to see where, and report it\n");
  }
  return EXIT.failed;
}

function writeError(message: string): void {
  process.stderr.write(`error: ${message}\n`);
}
