/** Definition of the command that checks the platform and the project: `doctor`. */

import type { Command } from "commander";
import { type CreateAction, formatOption, LOCAL } from "./arguments.ts";
import { title, VARIABLES } from "./help.ts";

const DOCTOR_HELP = `
The checks only read. They run in the order of a request: environment, network,
token, platform, and then the project. --contract also sends requests that the
platform must reject. Assumptions do not affect the exit code.

Results: ✓ passed  ! warning  ✗ failed  ? not checked

${VARIABLES}

${title("Exit codes:")}
  0  No check failed; there can be warnings
  1  A check failed
  3  A check could not run

${title("Examples:")}
  platform-graphql doctor --local
  platform-graphql doctor --contract --format json |
    jq -r '.checks[] | select(.status == "failed") | .id'`;

export function addDiagnosisCommands(program: Command, createAction: CreateAction): void {
  program
    .commandsGroup("Diagnosis:")
    .command("doctor")
    .description("Check the configuration, network, token and project.")
    .option("--contract", "Also check what the platform documents")
    .addOption(formatOption("table"))
    .option(...LOCAL)
    .addHelpText("after", DOCTOR_HELP)
    .action(createAction(async () => (await import("../doctor/doctor.ts")).doctor));
}
