/** Definitions of the commands that send operations: `run`, `record`, `token` and `serve`. */

import type { Command } from "commander";
import { type Act, collect, formatOption, integer, localOption, milliseconds, OPERATIONS } from "./arguments.ts";
import { ENVIRONMENT } from "./help.ts";

const RUN_HELP = `
The operation is read from source, without a build, and validated against the
schema snapshot before it is sent. Without a snapshot, only the platform
validates it. With --local and no project, a sample schema with operations is
used.

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

const RECORD_HELP = `
Redaction:
  In variables and data, each string is replaced by one with letters and digits
  in the same places. The same string, such as an ID, has the same replacement
  everywhere in a recording. Enum values, type names, ISO dates, numbers,
  booleans and the fields of --keep are kept. A field of --redact becomes 0,
  false, the date 2000-01-01 or the first enum value. Fields that are not
  selected are removed. Tokens are always removed.

${ENVIRONMENT}

Exit codes:
  0  The recording was written
  1  The response has GraphQL errors, or does not match the schema
  3  The operation could not run: usage, network or authentication error

Examples:
  platform-graphql record ListIntegrations
  platform-graphql record ListIntegrations --keep Integration.name
  platform-graphql record GetCustomer --redact Customer.birthDate
  platform-graphql record GetIntegration --variables '{"id": "4711"}'`;

const TOKEN_HELP = `
A PLATFORM_ACCESS_TOKEN is printed unchanged until it expires. Stdout contains
only the token and a line break. Treat the output as a secret: the token acts
in your name.

${ENVIRONMENT}

Exit codes:
  0  The token was printed
  3  There is no token: usage, network or authentication error

Examples:
  TOKEN=$(platform-graphql token)
  curl -H "Authorization: Bearer $(platform-graphql token)" \\
    "$PLATFORM_BASE_URL/api" …
  platform-graphql token --format json | jq -r .expiresAt`;

const SERVE_HELP = `
Data:
  Objects by type name, with some or all of their fields. Missing fields are
  generated; [] means that there are no objects of the type.
  { "Integration": [{ "name": "CRM to ERP" }, { "name": "ERP to CRM" }] }

Without a config, the schema is schema/schema.graphql, or else a sample.

The server listens on 127.0.0.1 only, until Ctrl-C or SIGTERM. The printed
credentials work only with this local platform, until it stops. Each request is
logged to stderr in one line, without headers and body.

Exit codes:
  0  The server was stopped by Ctrl-C or SIGTERM
  3  The server could not start, for example because the port is in use

Examples:
  platform-graphql serve --port 4000
  platform-graphql serve --data data.json
  platform-graphql serve --max-page-size 100 --requests-per-second 10
  platform-graphql serve --scenario list
  platform-graphql serve --latency 300 --scenario late-401`;

const MAX_LIMIT = 1_000_000;

/** Shared by `run` and `record`. */
const NAME = ["[operation]", "Name of the operation, such as ListIntegrations"] as const;
const VARIABLES = ["--variables <json>", "Variables as a JSON object, @file, or - for stdin"] as const;
const TIMEOUT = ["--timeout <ms>", "Timeout of the call in milliseconds (default: 30000)", milliseconds] as const;

export function addOperationCommands(program: Command, act: Act): void {
  program
    .commandsGroup("Operations:")
    .command("run")
    .summary("Run an operation and print the result")
    .description("Run an operation and print its result.")
    .argument(...NAME)
    .option("--query <text>", "Run this operation instead of one in a file")
    .option(...VARIABLES)
    .option(...OPERATIONS)
    .option("--schema <file>", "Schema of the variables and the local platform (default: from codegen.ts)")
    .addOption(formatOption("table"))
    .addOption(localOption())
    .option(...TIMEOUT)
    .addHelpText("after", RUN_HELP)
    .action(act(async () => (await import("../run/run.ts")).run));

  program
    .command("record")
    .summary("Record a redacted response, for tests")
    .description("Run an operation and write its redacted response to recordings/<operation>/<name>.json.")
    .argument(...NAME)
    .option("--name <name>", "File name of the recording, without .json", "default")
    .option(...VARIABLES)
    .option("--keep <coordinate>", "Field that is not redacted, such as Integration.name (repeatable)", collect, [])
    .option("--redact <coordinate>", "Field of which numbers and dates are redacted too (repeatable)", collect, [])
    .option("--mutations", "Allow mutations, which can change data on the platform")
    .option("--recordings <folder>", "Folder of the recordings (default: recordings)")
    .option(...OPERATIONS)
    .option("--schema <file>", "Schema of the operation (default: from codegen.ts)")
    .addOption(formatOption("text"))
    .addOption(localOption())
    .option(...TIMEOUT)
    .addHelpText("after", RECORD_HELP)
    .action(act(async () => (await import("../record/record.ts")).record));

  program
    .command("token")
    .summary("Print an access token")
    .description("Exchange the refresh token and print the access token.")
    .addOption(formatOption("text", "text (the token only) or json (with tenant and expiry)"))
    .option("--timeout <ms>", "Timeout in milliseconds (default: 30000)", milliseconds)
    .addHelpText("after", TOKEN_HELP)
    .action(act(async () => (await import("../token/token.ts")).printToken));

  program
    .command("serve")
    .summary("Start a local platform with sample data")
    .description("Start a local platform with sample data, and print its URL and credentials.")
    .option("--port <number>", "Port on 127.0.0.1 (default: a free port)", integer(0, 65_535))
    .option("--schema <file>", "Schema as SDL (default: from codegen.ts)")
    .option("--data <file>", "Objects by type name, as JSON (default: generated data)")
    .option("--seed <number>", "Seed of the generated data", integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option("--latency <ms>", "Delay of each response in milliseconds", integer(0, 600_000), 0)
    .option("--page-size <number>", "Items of a page if the query sets no size", integer(1, MAX_LIMIT))
    .option("--max-page-size <number>", "Reject larger pages (default: 1000)", integer(1, MAX_LIMIT))
    .option("--requests-per-second <number>", "Respond to more requests with 429", integer(1, MAX_LIMIT))
    .option("--scenario <name>", 'Scenario to activate; "list" prints them (repeatable)', collect)
    .option("--rotation", "Replace the refresh token with each token exchange")
    .addHelpText("after", SERVE_HELP)
    .action(act(async () => (await import("../serve/serve.ts")).serve));
}
