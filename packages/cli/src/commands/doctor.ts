/** `platform-graphql doctor`: what is wrong between here and the platform, and what to do about it. */

import { type Command, Option } from "commander";
import { integer } from "./arguments.ts";
import type { DoctorOptions } from "./doctor/doctor.ts";
import type { Terminal } from "./terminal.ts";

const HELP = `
Looks in the order in which a request goes: this machine, the network, the token, the platform, then the project in the
folder where it runs. Only reads; the refresh token is exchanged once.

  ✓ fine   ! worth knowing   ✗ wrong, and what to do   – skipped, and why

Exit codes of doctor:
  0    nothing is wrong; there may be warnings
  1    something is wrong
  3    it could not be examined

Examples:
  platform-graphql doctor
  platform-graphql doctor --local
  platform-graphql doctor --format json | jq -r '.checks[] | select(.verdict == "wrong") | .advice'`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addDoctor(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("doctor")
    .summary("find what is wrong between here and the platform")
    .description("Checks this machine, the way to the platform, the token and the project, and says what to do.")
    .addOption(
      new Option("--format <format>", "how to print what was found").choices(["table", "json"]).default("table"),
    )
    .addOption(
      new Option("--local [when]", "examine a local platform that starts and ends with the command")
        .choices(["always", "auto"])
        .preset("always"),
    )
    .option("--snapshot <file>", "snapshot of the schema", "schema/schema.graphql")
    .option("--timeout <ms>", "milliseconds for each step", integer(1, 2_147_483_647), 10_000)
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { doctor } = await import("./doctor/doctor.ts");
      finish(await doctor(command.optsWithGlobals<DoctorOptions>(), terminal));
    });
}
