/** Definitions of the commands that send operations: `run`, `token` and `serve`. */

import type { Command } from "commander";
import { type CreateAction, collect, formatOption, integer, LOCAL, OPERATIONS } from "./arguments.ts";
import { title, VARIABLES } from "./help.ts";

const RUN_HELP = `
The operation is validated against the schema snapshot before it is sent. With
--local and no project, a sample is used.

${VARIABLES}

${title("Exit codes:")}
  0  The response has no errors
  1  The response has GraphQL errors, or a mutation has payload errors
  3  The operation could not run

${title("Examples:")}
  platform-graphql run GetIntegration --variables '{"id": "4711"}'
  platform-graphql run --query '{ integrations { nodes { id } } }'
  platform-graphql run ListIntegrations --format json | jq .data`;

const TOKEN_HELP = `
Stdout contains only the token. Treat it as a secret. A PLATFORM_ACCESS_TOKEN is
printed unchanged until it expires.

${VARIABLES}

${title("Exit codes:")}
  0  The token was printed
  3  There is no token

${title("Example:")}
  curl -H "Authorization: Bearer $(platform-graphql token)" …`;

const SERVE_HELP = `
Missing fields of --data are generated:
  { "Integration": [{ "name": "CRM to ERP" }, { "name": "ERP to CRM" }] }

Each request is logged to stderr, without headers and body.

${title("Exit codes:")}
  0  The server was stopped by Ctrl-C or SIGTERM
  3  The server could not start

${title("Example:")}
  platform-graphql serve --port 4000 --latency 300 --scenario late-401`;

const MAX_LIMIT = 1_000_000;

export function addOperationCommands(program: Command, createAction: CreateAction): void {
  program
    .commandsGroup("Operations:")
    .command("run")
    .description("Run an operation and print the result.")
    .argument("[operation]", "Name of the operation, such as ListIntegrations")
    .option("--query <text>", "Run this operation instead of one in a file")
    .option("--variables <json>", "JSON object, @file, or - for stdin")
    .option(...OPERATIONS)
    .option("--schema <file>", "Schema of the operation (default: from codegen.ts)")
    .addOption(formatOption("table"))
    .option(...LOCAL)
    .addHelpText("after", RUN_HELP)
    .action(createAction(async () => (await import("../run/run.ts")).run));

  program
    .command("token")
    .description("Print an access token.")
    .addOption(formatOption("text", "text, or json with tenant and expiry"))
    .addHelpText("after", TOKEN_HELP)
    .action(createAction(async () => (await import("../token/token.ts")).printToken));

  program
    .command("serve")
    .description("Start a local platform with sample data.")
    .option("--port <number>", "Port (default: a free one)", integer(0, 65_535))
    .option("--schema <file>", "Schema as SDL (default: from codegen.ts)")
    .option("--data <file>", "Objects by type, as JSON (default: generated)")
    .option("--seed <number>", "Seed of the generated data", integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option("--latency <ms>", "Delay of each response", integer(0, 600_000), 0)
    .option("--page-size <number>", "Items of a page without a size", integer(1, MAX_LIMIT))
    .option("--max-page-size <number>", "Reject larger pages (default: 1000)", integer(1, MAX_LIMIT))
    .option("--requests-per-second <number>", "Respond to more requests with 429", integer(1, MAX_LIMIT))
    .option("--scenario <name>", 'Name, or "list" to print all (repeatable)', collect)
    .addHelpText("after", SERVE_HELP)
    .action(createAction(async () => (await import("../serve/serve.ts")).serve));
}
