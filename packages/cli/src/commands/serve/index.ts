/** `platform-graphql serve`: definition of the command. */

import type { Command } from "commander";
import { type Act, collect, integer } from "../arguments.ts";

const MAX_LIMIT = 1_000_000;

const HELP = `
Data:
  Objects by type name, with some or all of their fields. Missing fields are
  generated; [] means that there are no objects of the type.
  { "Integration": [{ "name": "CRM to ERP" }, { "name": "ERP to CRM" }] }

Without codegen.ts, the schema is schema/schema.graphql, or else the snapshot of
the package.

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

export function addServe(program: Command, act: Act): void {
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
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./serve.ts")).serve));
}
