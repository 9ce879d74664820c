/** `platform-graphql codegen`: the command and its options. */

import type { Command } from "commander";
import type { Act } from "../arguments.ts";

const HELP = `
Reads the typedOperations() config in codegen.ts and writes the same files as
"graphql-codegen --config codegen.ts", in less time. If an operation is invalid
or a file cannot be written, all files stay as they are.

Exit codes:
  0    The generated files are up to date
  1    An operation or the schema is invalid; with --check, a file is stale
  3    The command could not run: a file cannot be read or written, or
       codegen.ts contains another config
  130  Interrupted by Ctrl-C

Examples:
  platform-graphql codegen
  platform-graphql codegen --check   # in CI
  platform-graphql codegen --watch   # during development`;

export function addCodegen(program: Command, act: Act): void {
  program
    .command("codegen")
    .summary("Generate typed documents from operations")
    .description("Generate typed documents from operations.")
    .option("--check", "Write no file; exit with 1 and list the stale files")
    .option("--watch", "Run again when an operation, the schema or the config changes")
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./codegen.ts")).codegen));
}
