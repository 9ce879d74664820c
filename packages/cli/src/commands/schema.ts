/** `platform-graphql schema`: the snapshot of the platform's schema, and what a change of it does to our operations. */

import { type Command, Option } from "commander";
import { header, integer, scalar } from "./arguments.ts";
import type { CheckOptions } from "./schema/check.ts";
import type { PullOptions } from "./schema/pull.ts";
import { SOURCE_HELP } from "./schema/source-help.ts";
import type { Terminal } from "./terminal.ts";

const PULL_HELP = `${SOURCE_HELP}

The snapshot is written only where the schema changed, and a failure leaves it as it is. Beside it, provenance.json says
where it came from: never a header's value.

Examples:
  platform-graphql schema pull
  platform-graphql schema pull --from schema.json --format json | jq .changes`;

const CHECK_HELP = `${SOURCE_HELP}

Exit codes of schema check, the same for every format:
  0    nothing that concerns our operations
  1    an operation breaks, or an acceptance has expired
  2    drift that breaks nothing, with --fail-on drift; a deprecation that we use, with --fail-on deprecated
  3    it could not be checked: a schema or operations that cannot be read, an operation that fits neither schema

Accepted changes stand in a JSON file that is reviewed like code; after its day, an acceptance fails the check:
  [{ "coordinate": "Integration.name", "operation": "ListIntegrations",
     "reason": "We fall back to the id", "expires": "2027-01-31" }]

Examples:
  platform-graphql schema check
  platform-graphql schema check --against origin/main --format github
  platform-graphql schema check --format json | jq --raw-output .changelog
  platform-graphql schema check --snapshot origin/main --against schema/schema.graphql --output report.html`;

/** Adds the commands to a program. `finish` is told the exit code. */
export function addSchema(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  const schema = program.command("schema").summary("pull the schema, and check what a change of it does");
  schema.description("Keeps a snapshot of the platform's schema, and says what a change of it does to our operations.");

  schema
    .command("pull")
    .summary("write the snapshot of the schema")
    .description("Writes the platform's schema to the snapshot, and shows what changed.")
    .option("--from <schema>", "where to read it", "live")
    .option("--snapshot <file>", "where to write it", "schema/schema.graphql")
    .addOption(headerOption())
    .addOption(timeoutOption())
    .addOption(new Option("--format <format>", "how to print what changed").choices(["text", "json"]).default("text"))
    .addHelpText("after", PULL_HELP)
    .action(async (_: unknown, command: Command) => {
      const { pull } = await import("./schema/pull.ts");
      finish(await pull(command.optsWithGlobals<PullOptions>(), terminal));
    });

  schema
    .command("check")
    .summary("judge what a change of the schema does to our operations")
    .description("Compares the snapshot with another schema, and judges each of our operations.")
    .option("--against <schema>", "the schema to compare with", "live")
    .option("--snapshot <schema>", "the schema that our operations were written for (default: schema/schema.graphql)")
    .option("--operations <path...>", "folders or files with our operations", ["operations"])
    .addOption(
      new Option("--format <format>", "how to print the report")
        .choices(["text", "json", "markdown", "github", "html"])
        .default("text"),
    )
    .option("--output <file>", "write the report too: .txt, .json, .md or .html (repeatable)", collect, [])
    .addOption(
      new Option("--fail-on <what...>", "what else fails, with exit code 2")
        .choices(["drift", "deprecated"])
        .default([]),
    )
    .option("--accept <file>", "accepted changes (default: schema/accepted.json, where there is one)")
    .option("--scalar <name=type>", "TypeScript type of a custom scalar, as in codegen.ts (repeatable)", scalar, {})
    .addOption(headerOption())
    .addOption(timeoutOption())
    .addHelpText("after", CHECK_HELP)
    .action(async (_: unknown, command: Command) => {
      const { checkSchema } = await import("./schema/check.ts");
      finish(await checkSchema(command.optsWithGlobals<CheckOptions>(), terminal));
    });
}

function headerOption(): Option {
  return new Option("--header <header>", "further request header, as Name: value (repeatable)")
    .argParser(header)
    .default({}, "none");
}

function timeoutOption(): Option {
  return new Option("--timeout <ms>", "milliseconds for each request (default: 30000)").argParser(
    integer(1, 2_147_483_647),
  );
}

function collect(value: string, values: readonly string[]): string[] {
  return [...values, value];
}
