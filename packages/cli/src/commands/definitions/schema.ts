/** Definitions of the commands of `schema`. */

import { formatsByExtension, reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { type Command, Option } from "commander";
import { type Act, collect, formatOption, headerOption, integer, OPERATIONS, timeoutOption } from "./arguments.ts";

const SOURCES = `
A <schema> is one of:
  live                          The configured platform, by introspection
  https://host/graphql          Another endpoint, by introspection; your
                                platform token is not sent
  https://host/schema.graphql   A remote file: SDL or introspection JSON
  path/to/schema.graphql        A local file: SDL or introspection JSON
  git:origin/main               The snapshot at a git revision
  git:origin/main:other.graphql Another file at a git revision`;

const PULL_HELP = `${SOURCES}

The snapshot is written only if the schema changed. After a failure, it is
unchanged. The file provenance.json next to it records the source, without
header values.

Exit codes:
  0  The snapshot is up to date or was written
  3  The schema cannot be read, or the snapshot cannot be written

Examples:
  platform-graphql schema pull
  platform-graphql schema pull --from schema.json --format json | jq .changes`;

const CHECK_HELP = `${SOURCES}

Base:
  --base compares your snapshot with the one at the merge base of HEAD and the
  revision, from the path in the config there. Without a revision, the target
  branch of the pull request is fetched: GITHUB_BASE_REF,
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME or SYSTEM_PULLREQUEST_TARGETBRANCH.

Globs:
  A glob also finds operations in gql and graphql tags and GraphQL comments. A
  path that starts with "!" excludes its files.

Accepted changes:
  An accepted change does not fail the check until its expiry date:
  [{ "coordinate": "Integration.name", "operation": "ListIntegrations",
     "reason": "The page shows the ID instead", "expires": "2027-01-31" }]

Consumers:
  Manifests of "platform-graphql manifest" say which operations a consumer
  uses. The option "consumers" of codegen.ts lists those that must be present.

Exit codes:
  0  No operation breaks; generated types can change
  1  An operation breaks, an accepted change has expired, or a recording is
     invalid, too old, or does not match one of the schemas
  2  With --fail-on: a change affects an operation or adds to a type in use, or
     an operation uses a deprecated element
  3  The check could not run: a schema or an operation cannot be read, or
     an operation is invalid in both schemas, or a manifest is missing

Examples:
  # Has the platform changed since the last pull?
  platform-graphql schema check

  # Pull request: compare with the target branch, annotate the changed files
  platform-graphql schema check --base --format github

  # Operations in TypeScript files
  platform-graphql schema check --operations 'src/**/*.{ts,tsx}' '!**/*.test.ts'

  # Print the changelog entry
  platform-graphql schema check --format json | jq -r .changelog`;

const USES_HELP = `
A <coordinate> is one of:
  Type                    Integration
  Type.field              Integration.name
  Type.field(argument:)   "Query.integrations(first:)"
  Enum.VALUE              Status.ACTIVE
  @directive              @include
  @directive(argument:)   "@include(if:)"

The element can also be in the fragments of an operation, on an interface or a
union that its type belongs to, or in the values of a variable or a result.

Exit codes:
  0  The uses were listed; there can be none
  3  The command could not run: the coordinate is unknown, or the schema or an
     operation cannot be read

Examples:
  platform-graphql schema uses Integration.name
  platform-graphql schema uses Integration.name --importers src
  platform-graphql schema uses Status --format json | jq '.operations[].name'`;

export function addSchemaCommands(program: Command, act: Act): void {
  const schema = program
    .command("schema")
    .commandsGroup("Development:")
    .summary("Pull the platform's schema, and check what a change breaks")
    .description("Pull the platform's schema as a snapshot, check what a change breaks, and find uses of an element.");

  schema
    .command("pull")
    .summary("Save the platform's schema as the local snapshot")
    .description("Save the platform's schema as the local snapshot, and list what changed.")
    .option("--from <schema>", "Schema to read", "live")
    .option("--snapshot <file>", "File to write (default: from codegen.ts, or schema/schema.graphql)")
    .addOption(headerOption())
    .addOption(timeoutOption())
    .addOption(formatOption("text"))
    .addHelpText("after", PULL_HELP)
    .action(act(async () => (await import("../schema/pull.ts")).pull));

  schema
    .command("check")
    .summary("Report the operations that a schema change breaks")
    .description(
      "Compare the schema snapshot with another schema and report which of your operations the difference breaks.",
    )
    .optionsGroup("Schemas:")
    .option("--against <schema>", "New schema (default: live)")
    .option("--snapshot <schema>", "Schema that your operations were written for (default: from codegen.ts)")
    .option("--base [revision]", "Compare your snapshot with the one of the base branch, for pull requests")
    .addOption(headerOption())
    .addOption(timeoutOption())
    .optionsGroup("Operations:")
    .option(...OPERATIONS)
    .option("--accept <file>", "Accepted changes (default: schema/accepted.json, if the file exists)")
    .option("--consumers [path...]", "Say who is affected: manifests, or folders of them (default: the workspaces)")
    .option("--ignore-unused", "Do not fail if no consumer of codegen.ts uses the operations that break")
    .option("--recordings <folder>", "Recorded responses to check (default: recordings, if the folder exists)")
    .option("--max-age <days>", "Fail if a recording is older", integer(0, 36_500))
    .optionsGroup("Report:")
    .addOption(new Option("--format <format>", reportFormats.join(", ")).choices(reportFormats).default("text"))
    .option(
      "--output <file>",
      `Also write the report to a file: ${[...formatsByExtension.keys()].join(", ")} (JUnit) (repeatable)`,
      collect,
    )
    .option("--verbose", "Show every operation, place and change in the text report")
    .addOption(
      new Option("--fail-on <what...>", 'Exit with code 2 on "affected" or "deprecated"').choices([
        "affected",
        "deprecated",
      ]),
    )
    .addHelpText("after", CHECK_HELP)
    .action(act(async () => (await import("../schema/check.ts")).checkSchema));

  schema
    .command("uses")
    .summary("List the operations that use a schema element")
    .description("List the operations that use a schema element, and the places.")
    .argument("<coordinate>", "Schema element, such as Integration.name")
    .option(...OPERATIONS)
    .option("--schema <file>", "Schema of the operations (default: from codegen.ts)")
    .option("--importers <path...>", "List the scripts that import the operations: folders, files or globs")
    .addOption(formatOption("text"))
    .addHelpText("after", USES_HELP)
    .action(act(async () => (await import("../schema/uses.ts")).uses));
}
