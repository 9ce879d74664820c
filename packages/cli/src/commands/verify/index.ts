/** `platform-graphql verify`: definition of the command. */

import type { Command } from "commander";
import { type Act, formatOption, localOption } from "../arguments.ts";
import { ENVIRONMENT } from "../help.ts";

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

export function addVerify(program: Command, act: Act): void {
  program
    .command("verify")
    .summary("Check that the platform follows its documentation")
    .description("Check that the platform follows its documentation and the client's assumptions.")
    .addOption(formatOption("table"))
    .addOption(localOption())
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./verify.ts")).verify));
}
