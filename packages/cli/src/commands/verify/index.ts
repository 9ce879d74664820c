/** `platform-graphql verify`: definition of the command. */

import { type Command, Option } from "commander";
import { localOption } from "../arguments.ts";
import { ENVIRONMENT } from "../help.ts";
import type { Terminal } from "../terminal.ts";
import type { VerifyOptions } from "./verify.ts";

const HELP = `
The checks send the requests of a client, and requests that the platform must
reject. They change no data. Assumptions are behavior that the client relies on
and that the platform does not document: they do not affect the exit code.

Results:
  ✓ passed   ✗ failed   – not checked

${ENVIRONMENT}

Exit codes:
  0  The platform follows its documentation in all checks
  1  The platform does not follow its documentation
  3  The checks could not run

Examples:
  platform-graphql verify
  platform-graphql verify --local
  platform-graphql verify --format json |
    jq '.checks[] | select(.verdict == "failed")'`;

/** Adds the command to a program. `finish` receives the exit code. */
export function addVerify(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("verify")
    .summary("Check that the platform follows its documentation")
    .description("Check that the platform follows its documentation and the client's assumptions.")
    .addOption(new Option("--format <format>", "table or json").choices(["table", "json"]).default("table"))
    .addOption(localOption())
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { verify } = await import("./verify.ts");
      finish(await verify(command.optsWithGlobals<VerifyOptions>(), terminal));
    });
}
