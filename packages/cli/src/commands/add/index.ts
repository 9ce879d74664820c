/** `platform-graphql add`: definition of the command. */

import type { Command } from "commander";
import { type Act, integer } from "../arguments.ts";

const HELP = `
Each operation selects the ID, the name and the status of an object, up to four
fields; --fields names others. Required arguments become variables. A connection
also gets its paging arguments and its page information, so that paginate()
accepts it. A mutation gets its payload errors, for unwrapPayload().
Subscriptions are not supported.

Without codegen.ts, the schema is schema/schema.graphql, and the folder is
operations.

Exit codes:
  0  The files were written
  1  Some files were written: of the other fields, a name or a file is in use
  3  No file was written: a field is unknown or has no scalar fields, or a name
     or a file is in use

Examples:
  platform-graphql add customers createCustomer
  platform-graphql add orders --name ListOpenOrders --depth 2
  platform-graphql add customers --fields name,status.label --args externalId
  platform-graphql add --all`;

export function addAdd(program: Command, act: Act): void {
  program
    .command("add")
    .summary("Write operations for fields of the schema")
    .description("Write an operation for each field of the query or mutation type.")
    .argument("[field...]", "Fields of the query type or the mutation type")
    .option("--all", "Add every field that no operation uses yet")
    .option("--name <name>", "Name of the operation, for a single field (default: from the field)")
    .option("--depth <levels>", "Levels of nested objects, 1 to 5 (default: 1)", integer(1, 5))
    .option("--fields <paths>", "Fields to select, such as name,status.label")
    .option("--args <names>", "Optional arguments to add, such as externalId,first")
    .option("--all-args", "Add all arguments")
    .option("--schema <file>", "Schema file (default: from codegen.ts)")
    .option("--operations <folder>", "Folder for the files (default: from codegen.ts)")
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./add.ts")).add));
}
