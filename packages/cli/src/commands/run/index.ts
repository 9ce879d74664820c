/** `platform-graphql run`: definition of the command. */

import type { Command } from "commander";
import { type Act, formatOption, localOption, milliseconds } from "../arguments.ts";
import { ENVIRONMENT } from "../help.ts";

const HELP = `
The operation is read from source, without a build, and validated against the
schema snapshot before it is sent. If the default folder or file does not exist,
the operations or the schema of the package are used.

${ENVIRONMENT}

Exit codes:
  0  The response has no errors
  1  The response has GraphQL errors, or a mutation has payload errors
  3  The operation could not run: usage, network or authentication error

Examples:
  platform-graphql run ListIntegrations
  platform-graphql run ListIntegrations --local
  platform-graphql run GetIntegration --variables '{"id": "4711"}'
  platform-graphql run --query '{ integrations { nodes { id } } }'
  jq .variables request.json | platform-graphql run GetCustomer --variables -
  platform-graphql run ListIntegrations --format json |
    jq '.data.integrations.nodes[].name'`;

export function addRun(program: Command, act: Act): void {
  program
    .command("run")
    .summary("Run an operation and print the result")
    .description("Run an operation and print its result.")
    .argument("[operation]", "Name of the operation, such as ListIntegrations")
    .option("--query <text>", "Run this operation instead of one in a file")
    .option("--variables <json>", "Variables as a JSON object, @file, or - for stdin")
    .option("--operations <path...>", "Folders, files or globs (default: from codegen.ts)")
    .option("--schema <file>", "Schema of the variables and the local platform (default: from codegen.ts)")
    .addOption(formatOption("table"))
    .addOption(localOption())
    .option("--timeout <ms>", "Timeout of the call in milliseconds (default: 30000)", milliseconds)
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./run.ts")).run));
}
