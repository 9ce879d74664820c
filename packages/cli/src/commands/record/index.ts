/** `platform-graphql record`: definition of the command. */

import type { Command } from "commander";
import { type Act, collect, formatOption, localOption, milliseconds } from "../arguments.ts";
import { ENVIRONMENT } from "../help.ts";

const HELP = `
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

export function addRecord(program: Command, act: Act): void {
  program
    .command("record")
    .summary("Record a redacted response, for tests")
    .description("Run an operation and write its redacted response to recordings/<operation>/<name>.json.")
    .argument("[operation]", "Name of the operation, such as ListIntegrations")
    .option("--name <name>", "File name of the recording, without .json", "default")
    .option("--variables <json>", "Variables as a JSON object, @file, or - for stdin")
    .option("--keep <coordinate>", "Field that is not redacted, such as Integration.name (repeatable)", collect, [])
    .option("--redact <coordinate>", "Field of which numbers and dates are redacted too (repeatable)", collect, [])
    .option("--mutations", "Allow mutations, which can change data on the platform")
    .option("--recordings <folder>", "Folder of the recordings", "recordings")
    .option("--operations <path...>", "Folders, files or globs (default: from codegen.ts)")
    .option("--schema <file>", "Schema of the operation (default: from codegen.ts)")
    .addOption(formatOption("text"))
    .addOption(localOption())
    .option("--timeout <ms>", "Timeout of the call in milliseconds (default: 30000)", milliseconds)
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./record.ts")).record));
}
