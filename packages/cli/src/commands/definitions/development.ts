/** Definitions of the commands for a project: `init`, `add`, `codegen` and `schema`. */

import { type Command, Option } from "commander";
import { type Act, formatOption, headerOption, integer, OPERATIONS, timeoutOption } from "./arguments.ts";
import { ENVIRONMENT } from "./help.ts";

const INIT_HELP = `
Writes the schema snapshot, codegen.ts, .graphqlrc.yml (for editors), scripts in
package.json and, with --ci, a job that checks pull requests. A project without
TypeScript also gets tsconfig.json, a script "types" and, if it has no
JavaScript, "type": "module"; on a terminal, you are asked first. Next to a
codegen.ts of graphql-codegen for something else, the config is
platform.config.ts with the same documents. Files and scripts that exist are not
changed, so you can run the command again.

${ENVIRONMENT}

Exit codes:
  0  The project is set up
  3  The schema cannot be read, or a file cannot be written

Examples:
  platform-graphql init
  platform-graphql init --from schema.graphql --ci github`;

const ADD_HELP = `
Each operation selects the ID, the name and the status of an object, up to four
fields; --fields names others. Required arguments become variables. A connection
also gets its paging arguments and its page information, so that paginate()
accepts it. A mutation gets its payload errors, for unwrapPayload().
Subscriptions are not supported.

Without codegen.ts, the schema is schema/schema.graphql, and the folder is
operations.

Exit codes:
  0  The files were written
  1  Some files were written: of the other fields, a name or a file is in use;
     or the lines for platform.rules.ts could not be added
  3  No file was written: a field is unknown or has no scalar fields, or a name
     or a file is in use

Examples:
  platform-graphql add customers createCustomer
  platform-graphql add orders --name ListOpenOrders --depth 2
  platform-graphql add customers --fields name,status.label`;

const CODEGEN_HELP = `
Reads the typedOperations() config in codegen.ts and writes the same files as
"graphql-codegen --config codegen.ts", in less time. If an operation is invalid
or a file cannot be written, all files stay as they are.

Exit codes:
  0    The generated files are up to date
  1    An operation or the schema is invalid; with --check, a file is stale
  3    The command could not run: a file cannot be read or written, or
       codegen.ts contains another config
  130  Interrupted by Ctrl-C

Examples:
  platform-graphql codegen
  platform-graphql codegen --check   # in CI
  platform-graphql codegen --watch   # during development`;

const RULES_HELP = `
Reads the operations of the project, and writes platform.rules.ts: a line for
each argument, order and mutation that they use and that the structure of the
schema does not explain. Lines are proposed by the usual names of schemas.
Review them. A line with "todo" has a comment that says what is unclear.

Run it again after you add operations: new lines are added, lines of elements
that the schema no longer has become comments, and the rest stays as it is. The
option "rules" of codegen.ts names another file.

Exit codes:
  0  The file has a line for each element that the operations use
  1  With --check: a line is missing, or its element is not in the schema
  3  The command could not run: the schema, the operations or the file are
     invalid

Examples:
  platform-graphql rules
  platform-graphql rules --check   # in CI`;

const MANIFEST_HELP = `
Reads the imports of TypeScript and JavaScript files, follows scripts that
export the package again, and writes the names of the operations, enums and
types that are used. Access that shows no names, such as import(name) or
passing on all exports, counts as all operations. No project is necessary.

Give the file to "schema check --consumers" of the package's owners.

Exit codes:
  0  The manifest was written
  3  The manifest was not written: a file cannot be read or written, or nothing
     refers to the package

Examples:
  platform-graphql manifest --package @acme/api
  platform-graphql manifest --package @acme/api --name shop --importers src`;

export function addDevelopmentCommands(program: Command, act: Act): void {
  program
    .commandsGroup("Development:")
    .command("init")
    .summary("Set up a project in the current folder")
    .description("Set up a project in the current folder: schema snapshot, config, editor support, scripts and CI.")
    .option("--from <schema>", 'Schema to save, as in "schema pull"', "live")
    .addOption(new Option("--ci <system>", "Also write the job for pull requests").choices(["github", "gitlab"]))
    .addOption(headerOption())
    .addOption(timeoutOption())
    .addHelpText("after", INIT_HELP)
    .action(act(async () => (await import("../init/init.ts")).init));

  program
    .command("add")
    .summary("Write operations for fields of the schema")
    .description("Write an operation for each field of the query or mutation type.")
    .argument("[field...]", "Fields of the query type or the mutation type")
    .option("--name <name>", "Name of the operation, for a single field (default: from the field)")
    .option("--depth <levels>", "Levels of nested objects, 1 to 5 (default: 1)", integer(1, 5))
    .option("--fields <paths>", "Fields to select, such as name,status.label")
    .option("--schema <file>", "Schema file (default: from codegen.ts)")
    .option("--operations <folder>", "Folder for the files (default: from codegen.ts)")
    .addHelpText("after", ADD_HELP)
    .action(act(async () => (await import("../add/add.ts")).add));

  program
    .command("codegen")
    .summary("Generate typed documents from operations")
    .description("Generate typed documents from operations.")
    .option("--check", "Write no file; exit with 1 and list the stale files")
    .option("--watch", "Run again when an operation, the schema or the config changes")
    .addHelpText("after", CODEGEN_HELP)
    .action(act(async () => (await import("../codegen/codegen.ts")).codegen));

  program
    .command("rules")
    .summary("Propose the rules of the simulated platform")
    .description("Propose what filters, orders and mutations mean, for the simulated platform.")
    .option("--check", "Write no file; exit with 1 if an operation needs a line that is missing")
    .option("--schema <file>", "Schema file (default: from codegen.ts)")
    .option(...OPERATIONS)
    .addOption(formatOption("text"))
    .addHelpText("after", RULES_HELP)
    .action(act(async () => (await import("../rules/rules.ts")).rules));

  program
    .command("manifest")
    .summary("Write which operations of a package your code uses")
    .description("Write which operations, enums and types of a package your code uses, for the package's schema check.")
    .requiredOption("--package <name>", "Package with the operations, such as @acme/api")
    .option("--name <name>", "Name of your code in reports (default: from package.json)")
    .option("--output <file>", "File to write", "graphql-consumer.json")
    .option("--importers <path...>", "Your sources: folders, files or globs (default: src)")
    .addHelpText("after", MANIFEST_HELP)
    .action(act(async () => (await import("../manifest/manifest.ts")).manifest));
}
