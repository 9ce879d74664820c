/** Definitions of the commands that check a platform: `doctor` and `verify`. */

import type { Command } from "commander";
import { type Act, formatOption, localOption, milliseconds } from "./arguments.ts";
import { ENVIRONMENT } from "./help.ts";

const DOCTOR_HELP = `
The checks run in the order of a request: environment, network, token, platform,
and then the project in the current folder. They only read. The refresh token is
exchanged once.

Results:
  ✓ passed   ! warning   ✗ failed   ? not checked

${ENVIRONMENT}

Exit codes:
  0  No check failed; there can be warnings
  1  A check failed
  3  The checks could not run

Examples:
  platform-graphql doctor
  platform-graphql doctor --local
  platform-graphql doctor --format json |
    jq -r '.checks[] | select(.status == "failed") | .hint'`;

const VERIFY_HELP = `
The checks send the requests of a client, and requests that the platform must
reject. They change no data. Assumptions are behavior that the client relies on
and that the platform does not document: they do not affect the exit code.

Results:
  ✓ passed   ! warning   ✗ failed   ? not checked

${ENVIRONMENT}

Exit codes:
  0  The platform follows its documentation in all checks that could run
  1  The platform does not follow its documentation
  3  The checks could not run

Examples:
  platform-graphql verify
  platform-graphql verify --local
  platform-graphql verify --format json |
    jq '.checks[] | select(.status == "failed")'`;

export function addDiagnosisCommands(program: Command, act: Act): void {
  program
    .commandsGroup("Diagnosis:")
    .command("doctor")
    .summary("Check the configuration, network, token and project")
    .description("Check the configuration, the network, the token, the platform and the project.")
    .addOption(formatOption("table"))
    .addOption(localOption())
    .option("--snapshot <file>", "Schema snapshot of the project (default: from codegen.ts)")
    .option("--timeout <ms>", "Timeout per step in milliseconds", milliseconds, 10_000)
    .addHelpText("after", DOCTOR_HELP)
    .action(act(async () => (await import("../doctor/doctor.ts")).doctor));

  program
    .command("verify")
    .summary("Check that the platform follows its documentation")
    .description("Check that the platform follows its documentation and the client's assumptions.")
    .addOption(formatOption("table"))
    .addOption(localOption())
    .addHelpText("after", VERIFY_HELP)
    .action(act(async () => (await import("../verify/verify.ts")).verify));
}
