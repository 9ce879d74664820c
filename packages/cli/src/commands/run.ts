/** `platform-graphql run`: one operation, its answer, and what happened on the way. */

import { type Command, Option } from "commander";
import { integer } from "./arguments.ts";
import type { RunOptions } from "./run/run.ts";
import type { Terminal } from "./terminal.ts";

const HELP = `
The platform is configured by the environment: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN;
PLATFORM_TENANT_ID where the user has several tenants. No token is taken from the command line.

Examples:
  platform-graphql run ListIntegrations
  platform-graphql run ListIntegrations --local
  platform-graphql run ListIntegrations --format json | jq '.data.integrations.nodes[].name'`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addRun(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("run")
    .summary("run an operation and print its answer")
    .description("Runs one of the package's operations and prints its answer.")
    .argument("[operation]", "name of the operation, such as ListIntegrations")
    .option("--variables <json>", "variables of the operation, as a JSON object")
    .addOption(new Option("--format <format>", "how to print the answer").choices(["table", "json"]).default("table"))
    .addOption(
      new Option(
        "--local [when]",
        "run against a local platform that starts and ends with the command; auto: only where no platform is configured",
      )
        .choices(["always", "auto"])
        .preset("always"),
    )
    .option("--timeout <ms>", "milliseconds for all of it (default: 30000)", integer(1, 2_147_483_647))
    .addHelpText("after", HELP)
    .action(async (name: string | undefined, _: unknown, command: Command) => {
      const { run } = await import("./run/run.ts");
      finish(await run(name, command.optsWithGlobals<RunOptions>(), terminal));
    });
}
