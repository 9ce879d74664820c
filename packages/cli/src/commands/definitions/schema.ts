/** Definitions of the commands of `schema`. */

import { reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { type Command, Option } from "commander";
import {
  type CreateAction,
  failOnOption,
  formatOption,
  headerOption,
  OPERATIONS,
  OUTPUT,
} from "./arguments.ts";
import { title } from "./help.ts";

const SOURCES = `
${title("A <schema> is one of:")}
  live                          The configured platform
  https://host/graphql          Another endpoint, without your token
  https://host/schema.graphql   A remote file: SDL or introspection JSON
  path/to/schema.graphql        A local file: SDL or introspection JSON
  git:origin/main               The snapshot at a git revision
  git:origin/main:other.graphql Another file at a git revision`;

const PULL_HELP = `
A <schema> is as in "schema check". The snapshot is written only if the schema
changed, with its source in provenance.json. After a failure, it is unchanged.

${title("Exit codes:")}
  0  The snapshot is up to date or was written
  3  The schema cannot be read, or the snapshot cannot be written`;

const CHECK_HELP = `${SOURCES}

Without a revision, --base is the one that CI names for the pull request or the
merge queue. A glob also finds operations in scripts; a path that starts with
"!" excludes.

Accepted changes, until they expire:
  [{ "coordinate": "Integration.name", "operation": "ListIntegrations",
     "reason": "The page shows the ID instead", "expires": "2027-01-31" }]

${title("Exit codes:")}
  0  No operation breaks; generated types can change
  1  An operation breaks, or an accepted change has expired
  2  With --fail-on: a change affects an operation or adds to a type in use, or
     an operation uses a deprecated element
  3  The check could not run, or could not check every operation

${title("Examples:")}
  platform-graphql schema check --base --format github
  platform-graphql schema check --operations 'src/**/*.ts' '!**/*.test.ts'
  platform-graphql schema check --format json | jq -r .changelog`;

const USES_HELP = `
${title("A <coordinate> is one of:")}
  Integration, Integration.name, "Query.integrations(first:)", Status.ACTIVE,
  @include, "@include(if:)"

${title("Exit codes:")}
  0  The uses were listed; there can be none
  3  The coordinate is unknown, or the schema or an operation cannot be read

${title("Example:")}
  platform-graphql schema uses Integration.name --importers src`;

export function addSchemaCommands(program: Command, createAction: CreateAction): void {
  const schema = program
    .command("schema")
    .commandsGroup("Development:")
    .description("Pull the platform's schema, and check what a change breaks.");

  schema
    .command("pull")
    .description("Save the platform's schema as the local snapshot.")
    .option("--from <schema>", "Schema to read", "live")
    .option("--snapshot <file>", "File to write (default: from codegen.ts)")
    .addOption(headerOption())
    .addOption(formatOption("text"))
    .addHelpText("after", PULL_HELP)
    .action(createAction(async () => (await import("../schema/pull.ts")).pull));

  schema
    .command("check")
    .description("Report the operations that a schema change breaks.")
    .optionsGroup("Schemas:")
    .option("--against <schema>", "New schema (default: live)")
    .option("--snapshot <schema>", "Schema of the operations (default: from codegen.ts)")
    .option("--base [revision]", "Compare your snapshot with the one of the base")
    .addOption(headerOption())
    .optionsGroup("Operations:")
    .option(...OPERATIONS)
    .option("--accept <file>", "Accepted changes (default: schema/accepted.json)")
    .option("--consumers", "Say which workspaces use what breaks")
    .option("--ignore-unused", "Do not fail if no consumer uses what breaks")
    .optionsGroup("Report:")
    .addOption(
      new Option("--format <format>", reportFormats.join(", ")).choices(reportFormats).default("text"),
    )
    .option(...OUTPUT)
    .option("--verbose", "Show every operation, place and change as text")
    .addOption(failOnOption())
    .addHelpText("after", CHECK_HELP)
    .action(createAction(async () => (await import("../schema/check.ts")).checkSchema));

  schema
    .command("uses")
    .description("List the operations that use a schema element.")
    .argument("<coordinate>", "Schema element, such as Integration.name")
    .option(...OPERATIONS)
    .option("--schema <file>", "Schema of the operations (default: from codegen.ts)")
    .option("--importers <path...>", "List the files that use it: folders, files or globs")
    .addOption(formatOption("text"))
    .addHelpText("after", USES_HELP)
    .action(createAction(async () => (await import("../schema/uses.ts")).uses));
}
