/** `platform-graphql codegen`: graphql-codegen, and nothing at all where nothing has changed. */

import type { Command } from "commander";
import type { CodegenOptions } from "./codegen/codegen.ts";
import type { Terminal } from "./terminal.ts";

const HELP = `
Runs graphql-codegen, unless the operations, the schema, the config, the installed packages and the generated files are
what they were after the last run here. What that was is kept in node_modules/.cache. That can be told of a config that is
what typedOperations() returned, and of packages that npm, pnpm or Yarn have installed; everything else is run.

Exit codes of codegen:
  0    the generated files are what they should be
  1    an operation does not fit the schema, as typedOperations() tells; with --check, a generated file is stale
  3    it could not be done: no config, no operations, a package that is missing, a config of another kind that fails

Examples:
  platform-graphql codegen
  platform-graphql codegen --check   # in CI: writes nothing, and trusts no earlier run`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addCodegen(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("codegen")
    .summary("generate typed documents of your operations")
    .description("Generates typed documents of your operations, where anything has changed.")
    .option("--config <file>", "config of graphql-codegen (default: codegen.ts, or its like)")
    .option("--check", "write nothing, and fail where a generated file is stale")
    .option("--force", "generate where nothing has changed, too")
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { codegen } = await import("./codegen/codegen.ts");
      finish(await codegen(command.optsWithGlobals<CodegenOptions>(), terminal));
    });
}
