/** Definitions of the commands for a project: `init`, `add`, `codegen`, `ci` and `rules`. */

import { type Command, Option } from "commander";
import {
  type CreateAction,
  failOnOption,
  formatOption,
  headerOption,
  integer,
  OPERATIONS,
  OUTPUT,
} from "./arguments.ts";
import { title, VARIABLES } from "./help.ts";

const INIT_HELP = `
Writes the schema snapshot, codegen.ts, .graphqlrc.yml for editors, scripts in
package.json and .gitattributes, and runs codegen. Next to a config of
graphql-codegen, the config is platform.config.ts with the same schema and
documents; else, the operations of the folder are searched. A project without
TypeScript also gets tsconfig.json, one with Prettier .prettierignore. Files
that exist are not changed, except package.json, .gitattributes and
.prettierignore, which get the lines that are missing.

${VARIABLES}

${title("Exit codes:")}
  0  The project is set up
  1  The project is set up, but an operation is invalid
  3  The schema is not known or cannot be read, or a file cannot be written

${title("Examples:")}
  platform-graphql init --schema ../schema.graphql
  platform-graphql init --from schema.graphql --ci github`;

const ADD_HELP = `
Each operation selects the ID, the name and the status of an object, up to four
fields. Required arguments become variables. A connection gets its paging
arguments and page information; a mutation gets its payload errors.

${title("Exit codes:")}
  0  The files were written
  1  Some files were written: of the other fields, a name or a file is in use
  3  No file was written

${title("Examples:")}
  platform-graphql add customers createCustomer
  platform-graphql add orders --name ListOpenOrders --depth 2`;

const CODEGEN_HELP = `
Writes the same files as "graphql-codegen --config codegen.ts". If an operation
is invalid or a file cannot be written, all files stay as they are.

${title("Exit codes:")}
  0  The generated files are up to date
  1  An operation is invalid; with --check, a file is stale
  3  The schema is invalid, or the command could not run`;

const CI_HELP = `
Runs "codegen --check", the script "types" of package.json, and "schema check
--base", from the folder of the config. All of them run, and every report is
written. The worst exit code counts. On a push or a schedule, the schema is not
compared.

${title("Exit codes:")}
  0  Nothing was found
  1  Generated code is stale, types are wrong, or "schema check" exits with 1
  2  With --fail-on, as in "schema check"
  3  A check could not run, or could not check everything

${title("Example:")}
  platform-graphql ci --output report.html --output report.xml`;

const RULES_HELP = `
Prints what platform.rules.ts lacks for the operations of the project: a
resolver for each field that neither the file nor the structure of the schema
decides. Copy the lines, and complete each "…". It writes no file. The option
"rules" of codegen.ts names another one.

${title("Exit codes:")}
  0  The lines were printed; with --check, none is missing
  1  With --check: a resolver is missing
  3  The command could not run

${title("Examples:")}
  platform-graphql rules
  platform-graphql rules --check   # in CI`;

export function addDevelopmentCommands(program: Command, createAction: CreateAction): void {
  program.commandsGroup("Development:");
  addCodeCommands(program, createAction);
  addCheckCommands(program, createAction);
}

function addCodeCommands(program: Command, createAction: CreateAction): void {
  program
    .command("init")
    .description("Set up a project in the current folder.")
    .option("--schema <file>", "Schema file to use where it is")
    .option("--from <schema>", 'Schema to save, as in "schema pull" (default: live)')
    .option(...OPERATIONS)
    .addOption(
      new Option("--ci <system>", "Also write the job for pull requests").choices(["github", "gitlab"]),
    )
    .addOption(headerOption())
    .addHelpText("after", INIT_HELP)
    .action(createAction(async () => (await import("../init/init.ts")).init));

  program
    .command("add")
    .description("Write operations for fields of the schema.")
    .argument("[field...]", "Fields of the query or mutation type")
    .option("--name <name>", "Name of the operation, for a single field")
    .option("--depth <levels>", "Levels of nested objects, 1 to 5 (default: 1)", integer(1, 5))
    .option("--schema <file>", "Schema file (default: from codegen.ts)")
    .option("--operations <folder>", "Folder for the files (default: from codegen.ts)")
    .addHelpText("after", ADD_HELP)
    .action(createAction(async () => (await import("../add/add.ts")).add));

  program
    .command("codegen")
    .description("Generate typed documents from operations.")
    .option("--check", "Write no file; list the stale files")
    .option("--watch", "Run again when a file changes")
    .option("--inputs", "Print what it reads and writes, for task runners")
    .addHelpText("after", CODEGEN_HELP)
    .action(createAction(async () => (await import("../codegen/codegen.ts")).codegen));
}

function addCheckCommands(program: Command, createAction: CreateAction): void {
  program
    .command("ci")
    .description("Check generated code, types and schema, in CI.")
    .option("--base [revision]", "Base of the schema check (default: what CI names)")
    .option(...OPERATIONS)
    .option("--accept <file>", "Accepted changes (default: schema/accepted.json)")
    .option("--accept-label <label>", "Label of the pull request that accepts all breaks")
    .option("--consumers", "Say which workspaces use what breaks")
    .option("--ignore-unused", "Do not fail if no consumer uses what breaks")
    .addOption(failOnOption())
    .option(...OUTPUT)
    .addHelpText("after", CI_HELP)
    .action(createAction(async () => (await import("../ci/ci.ts")).ci));

  program
    .command("rules")
    .description("Print the rules that the simulated platform needs.")
    .option("--check", "Fail if a line is missing")
    .option("--schema <file>", "Schema file (default: from codegen.ts)")
    .option(...OPERATIONS)
    .addOption(formatOption("text"))
    .addHelpText("after", RULES_HELP)
    .action(createAction(async () => (await import("../rules/rules.ts")).rules));
}
