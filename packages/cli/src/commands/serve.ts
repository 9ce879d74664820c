/** `platform-graphql serve`: the local platform, left running, and what to paste to use it. */

import type { Command } from "commander";
import { integer } from "./arguments.ts";
import type { ServeOptions } from "./serve/serve.ts";
import type { Terminal } from "./terminal.ts";

const HELP = `
Listens on 127.0.0.1 only, until Ctrl-C or SIGTERM, which is its normal end: exit code 0.
What it prints are credentials of this local platform; they open nothing else, and end with it.
Each request is logged to stderr in one line: time, method, path, operation, status, duration; never a header or a body.

Examples:
  platform-graphql serve --port 4000
  platform-graphql serve --scenario list
  platform-graphql serve --latency 300 --scenario late-401`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addServe(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("serve")
    .summary("run a local platform to try things on")
    .description("Runs a local platform that keeps the contract, for trying things without an account.")
    .option("--port <number>", "port on 127.0.0.1; 0 takes a free one", integer(0, 65_535), 0)
    .option("--integrations <number>", "how many integrations it has", integer(0, 100_000), 3)
    .option("--seed <number>", "decides what is made up", integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option("--latency <ms>", "milliseconds that each answer is held back", integer(0, 600_000), 0)
    .option("--scenario <name>", "a trouble to practise on; may be repeated; list: print them", collect)
    .option("--rotation", "each exchange replaces the refresh token")
    .option("--schema <file>", "schema to answer from, as SDL (default: the package's snapshot)")
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { serve } = await import("./serve/serve.ts");
      finish(await serve(command.optsWithGlobals<ServeOptions>(), terminal));
    });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
