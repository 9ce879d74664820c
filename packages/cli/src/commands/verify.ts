/** `platform-graphql verify`: whether the platform keeps the specification, and what we assume beside it. */

import { type Command, Option } from "commander";
import type { Terminal } from "./terminal.ts";
import type { VerifyOptions } from "./verify/verify.ts";

const HELP = `
Sends what a client would send, and some requests that must be refused; nothing is written there. The platform is
configured by the environment, as for \`run\`. Assumptions are this package's own, where the specification is silent.

  ✓ kept   ✗ not kept, and what was met instead   – not checked, and why

Exit codes of verify:
  0    every checked statement of the specification is kept; assumptions that do not hold are told, and change nothing
  1    a statement of the specification is not kept
  3    it could not be checked

Examples:
  platform-graphql verify
  platform-graphql verify --local
  platform-graphql verify --format json | jq '.checks[] | select(.verdict == "broken")'`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addVerify(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("verify")
    .summary("check that the platform keeps its contract")
    .description("Checks which of the specification's statements, and of our assumptions, the platform keeps.")
    .addOption(
      new Option("--format <format>", "how to print what was found").choices(["table", "json"]).default("table"),
    )
    .addOption(
      new Option("--local [when]", "verify a local platform that starts and ends with the command")
        .choices(["always", "auto"])
        .preset("always"),
    )
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { verify } = await import("./verify/verify.ts");
      finish(await verify(command.optsWithGlobals<VerifyOptions>(), terminal));
    });
}
