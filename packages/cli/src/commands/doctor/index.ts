/** `platform-graphql doctor`: definition of the command. */

import type { Command } from "commander";
import { type Act, formatOption, localOption, milliseconds } from "../arguments.ts";
import { ENVIRONMENT } from "../help.ts";

const HELP = `
The checks run in the order of a request: environment, network, token, platform,
and then the project in the current folder. They only read. The refresh token is
exchanged once.

Results:
  ✓ passed   ! warning   ✗ failed   – skipped

${ENVIRONMENT}

Exit codes:
  0  No check failed; there can be warnings
  1  A check failed
  3  The checks could not run

Examples:
  platform-graphql doctor
  platform-graphql doctor --local
  platform-graphql doctor --format json |
    jq -r '.checks[] | select(.verdict == "failed") | .hint'`;

export function addDoctor(program: Command, act: Act): void {
  program
    .command("doctor")
    .summary("Check the configuration, network, token and project")
    .description("Check the configuration, the network, the token, the platform and the project.")
    .addOption(formatOption("table"))
    .addOption(localOption())
    .option("--snapshot <file>", "Schema snapshot of the project (default: from codegen.ts)")
    .option("--timeout <ms>", "Timeout per step in milliseconds", milliseconds, 10_000)
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./doctor.ts")).doctor));
}
