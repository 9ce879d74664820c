/** Mistakes of new users: each ends with an error that names the fault, a hint that works, and no changed file. */

import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { command, start } from "./support/command.ts";
import { createProject, type Project } from "./support/project.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const SDL = `type Query { customer(id: ID!): Customer customers: [Customer!]! note: Note! }
type Mutation { deleteCustomer(id: ID!): Boolean }
type Subscription { changed: Int }
type Customer { id: ID! name: String! state: State! }
type Note { parts: Parts! }
type Parts { text: String }
enum State { ON OFF }
`;
const GET = "query Get($id: ID!) {\n  customer(id: $id) {\n    name\n  }\n}\n";
const ENTRY = JSON.stringify(join(import.meta.dirname, "../src/codegen/index.ts"));
const configure = (options: string) => `import { typedOperations } from ${ENTRY};
export default typedOperations({ documents: "operations", output: "src/generated", ${options} });
`;

const EMPTY: Files = {};
const PROJECT: Files = {
  "package.json": '{ "type": "module" }',
  "schema/schema.graphql": SDL,
  "operations/get.graphql": GET,
  "codegen.ts": configure(""),
};
const withFiles = (files: Files): Files => ({ ...PROJECT, ...files });
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");

/** Content of all files, by name. */
function readAll({ folder }: Project): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, "latin1")]));
}

interface Mistake {
  readonly files?: Files;
  readonly args: string;

  readonly env?: Readonly<Record<string, string>>;
  readonly error: string;
  readonly hint: string;
}

const MISTAKES: Readonly<Record<string, Mistake>> = {
  // The wrong folder
  "runs an unknown operation in an empty folder": {
    files: EMPTY,
    args: "run Nope",
    error: 'unknown operation "Nope"',
    hint: 'Run "platform-graphql run <operation>". Operations: ListIntegrations.',
  },
  "generates code in an empty folder": {
    files: EMPTY,
    args: "codegen",
    error: "no codegen.ts in this folder",
    hint: "Run the command in the folder that contains it, or use --config <file>.",
  },
  "checks the schema in an empty folder": {
    files: EMPTY,
    args: "schema check",
    error: "there is no schema/schema.graphql, so nothing was compared",
    hint: 'Run "platform-graphql schema pull", or name a schema with --snapshot <schema>.',
  },
  "lists uses in an empty folder": {
    files: EMPTY,
    args: "schema uses Query",
    error: 'there is no codegen.ts and no folder "operations"',
    hint: "Run the command in the folder of your project, or name others with --operations <path...>.",
  },
  "adds an operation in an empty folder": {
    files: EMPTY,
    args: "add customers",
    error: 'cannot read "schema/schema.graphql": no such file or folder',
    hint: 'Run "platform-graphql schema pull", or name another file with --schema <file>.',
  },
  "sets up a folder without a package.json": {
    files: EMPTY,
    args: "init --from schema.graphql",
    error: "there is no package.json in this folder",
    hint: 'Run "npm init --yes", or change to the folder of your package.',
  },
  "pulls in an empty folder without a platform": {
    files: EMPTY,
    args: "schema pull",
    error: "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    hint: "Set the variables, or read the schema from a file.",
  },
  "records in an empty folder without a platform": {
    files: EMPTY,
    args: "record ListIntegrations",
    error: "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    hint: "Set the variables, or try a local platform with --local.",
  },
  "asks for a token without variables": {
    files: EMPTY,
    args: "token",
    error: "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    hint: 'Set the variables: see "platform-graphql token --help".',
  },
  "verifies without variables": {
    files: EMPTY,
    args: "verify",
    error: "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    hint: "Set the variables, or try a local platform with --local.",
  },
  "has operations and no schema": {
    files: { "operations/get.graphql": GET },
    args: "schema check --against live",
    error: "there is no schema/schema.graphql, so nothing was compared",
    hint: 'Run "platform-graphql schema pull", or name a schema with --snapshot <schema>.',
  },
  "adds a field without a schema": {
    files: { "operations/get.graphql": GET },
    args: "add customers",
    error: 'cannot read "schema/schema.graphql": no such file or folder',
    hint: 'Run "platform-graphql schema pull", or name another file with --schema <file>.',
  },
  // Wrong flags
  "misspells a command": {
    args: "rnu",
    error: "unknown command 'rnu'",
    hint: 'Use run, or run "platform-graphql --help".',
  },
  "misspells a subcommand": {
    args: "schema chekc",
    error: "unknown command 'chekc'",
    hint: 'Use check, or run "platform-graphql schema --help".',
  },
  "misspells an option": {
    args: "run Get --variabels {}",
    error: "unknown option '--variabels'",
    hint: 'Use --variables, or run "platform-graphql run --help".',
  },
  "forgets the value of an option": {
    args: "run Get --timeout",
    error: "option '--timeout <ms>' argument missing",
    hint: 'Run "platform-graphql run --help".',
  },
  "passes a negative number": {
    args: "schema check --max-age=-1",
    error: "option '--max-age <days>': it must be a whole number from 0 to 36500",
    hint: 'Run "platform-graphql schema check --help".',
  },
  "passes an unknown value of --local": {
    args: "run Get --local=sometimes",
    error: "option '--local [when]': allowed choices are always, auto",
    hint: 'Run "platform-graphql run --help".',
  },
  "passes a token as an option": {
    args: "run Get --token abc",
    error: "unknown option '--token'",
    hint: 'Set tokens in the environment, never as an option: see "platform-graphql run --help".',
  },
  "passes a header without a colon": {
    args: "schema pull --header X-Feature",
    error: "option '--header <header>': it must be a name and a value, such as \"X-Feature: on\"",
    hint: 'Run "platform-graphql schema pull --help".',
  },
  "passes a scalar without a type": {
    args: "schema check --scalar Money",
    error: "option '--scalar <name=type>': it must be a name and a type, such as Money=string",
    hint: 'Run "platform-graphql schema check --help".',
  },
  "passes an unknown output format": {
    args: "schema check --against schema/schema.graphql --output report.pdf",
    error: '--output: unknown extension of "report.pdf"',
    hint: "Use .txt, .json, .md, .html, .sarif, .xml.",
  },
  "checks and watches at once": {
    args: "codegen --check --watch",
    error: "--check and --watch exclude each other",
    hint: "Remove one of them.",
  },
  "names two fields": {
    args: "add customers customer --name Both",
    error: "--name requires exactly one field",
    hint: 'Run "platform-graphql add --help".',
  },
  "adds all fields and one": {
    args: "add customers --all",
    error: "--all adds every field, and accepts no field names",
    hint: 'Run "platform-graphql add --help".',
  },
  "adds no field": { args: "add", error: "missing field", hint: 'Run "platform-graphql add <field>", or use --all.' },
  "adds an unknown field": {
    args: "add custmers",
    error: 'unknown field "custmers"',
    hint: 'Did you mean "customers"?',
  },
  "adds an object without scalar fields": {
    args: "add note",
    error: "the type Note has no scalar fields",
    hint: "Select its objects with --depth 2.",
  },
  "adds an operation whose name is in use": {
    args: "add customers --name Get",
    error: 'the name "Get" is in use at operations/get.graphql:1',
    hint: "Choose another one with --name.",
  },
  "records without the operation": {
    args: "record",
    error: "missing operation name",
    hint: 'Run "platform-graphql record <operation>". Operations: Get.',
  },
  "records a mutation": {
    files: withFiles({ "operations/delete.graphql": "mutation Delete { deleteCustomer(id: 1) }" }),
    args: "record Delete --local",
    error: '"Delete" is a mutation',
    hint: "Pass --mutations to run it on the platform.",
  },
  "starts an unknown scenario": {
    args: "serve --scenario slwo",
    error: 'unknown scenario "slwo"',
    hint: "Scenarios: expired-token, revoked-token, late-401, rejected-refresh, rotation, slow-refresh, rate-limited, unavailable-once, html-from-proxy, cut-body, partial-data, rejected-mutations, wrong-tenant, clock-skew.",
  },
  "sets up an unknown CI system": {
    args: "init --ci jenkins",
    error: "option '--ci <system>': allowed choices are github, gitlab",
    hint: 'Run "platform-graphql init --help".',
  },
  // Files
  "names a missing config": {
    args: "run Get --config code.ts",
    error: '--config: "code.ts" does not exist',
    hint: "Pass the path of a codegen.ts.",
  },
  "names a folder as the config": {
    args: "run Get --config operations",
    error: '--config: "operations" is not a file',
    hint: "Pass the path of a codegen.ts.",
  },
  "names a folder as .env": {
    args: "run Get --dotenv operations",
    error: 'cannot read "operations": it is a folder',
    hint: "Check --dotenv.",
  },
  "saves .env as Latin-1": {
    files: withFiles({ ".env": latin1("# für Tests\n") }),
    args: "run Get --dotenv .env",
    error: '".env" at 1:4: the byte 0xFC is not UTF-8',
    hint: "Save the file as UTF-8.",
  },
  "has a syntax error in an operation": {
    files: withFiles({ "operations/get.graphql": "query Get {\n  customer(id: 1) {\n" }),
    args: "run Get",
    error: "operations/get.graphql:3:1: Syntax Error: Expected Name, found <EOF>",
    hint: "Fix the operations, or name others with --operations <path...>.",
  },
  "saves an operation as Latin-1": {
    files: withFiles({ "operations/get.graphql": latin1("# für Tests\nquery Get { customers { id } }\n") }),
    args: "run Get",
    error: "operations/get.graphql:1:4: the byte 0xFC is not UTF-8",
    hint: "Check the path and the file, or name others with --operations <path...>.",
  },
  "generates code from an operation in Latin-1": {
    files: withFiles({ "operations/get.graphql": latin1('query Get { customer(id: "é") { id } }\n') }),
    args: "codegen",
    error: "operations/get.graphql:1:27: the byte 0xE9 is not UTF-8",
    hint: "Fix the file or the config, then run the command again.",
  },
  "saves the schema as Latin-1": {
    files: withFiles({ "schema/schema.graphql": latin1(`"""für Tests"""\n${SDL}`) }),
    args: "schema check --against schema/schema.graphql",
    error: '--snapshot: "schema/schema.graphql" at 1:5: the byte 0xFC is not UTF-8',
    hint: "Save the file as UTF-8.",
  },
  "saves the schema as UTF-16": {
    files: withFiles({ "schema/schema.graphql": Buffer.from(`\uFEFF${SDL}`, "utf16le") }),
    args: "schema uses Query",
    error: '"schema/schema.graphql" at 1:1: the byte 0xFF is not UTF-8',
    hint: "Save the file as UTF-8.",
  },
  "has an empty schema": {
    files: withFiles({ "schema/schema.graphql": "" }),
    args: "schema uses Query",
    error: '"schema/schema.graphql" is empty',
    hint: "Fix the schema, or name another one with --schema <file>.",
  },
  "saves a web page as the schema": {
    files: withFiles({ "schema/schema.graphql": "<!doctype html><title>Log in</title>" }),
    args: "schema uses Query",
    error: '"schema/schema.graphql" is a web page, not a schema',
    hint: "Fix the schema, or name another one with --schema <file>.",
  },
  "saves other JSON as the schema": {
    files: withFiles({ "new.json": '{"data": {}}' }),
    args: "schema check --against new.json",
    error: '"new.json" is not a complete introspection (Invalid or incomplete introspection result)',
    hint: "Export it with getIntrospectionQuery().",
  },
  "saves a part of an introspection": {
    files: withFiles({ "new.json": '{"data": {"__schema": {"types": [' }),
    args: "schema check --against new.json",
    error: '"new.json" is not a complete introspection (it is not valid JSON)',
    hint: "Export it with getIntrospectionQuery().",
  },
  "has a schema without a query type": {
    files: withFiles({ "new.graphql": "type Customer { id: ID! }" }),
    args: "schema check --against new.graphql",
    error: '"new.graphql" has no query type',
    hint: 'Read the complete schema. In SDL, add "schema { query: … }" or a type named Query.',
  },
  "has a folder as the schema": {
    files: withFiles({ "new.graphql/x": "" }),
    args: "schema check --against new.graphql",
    error: '--against: cannot read "new.graphql": it is a folder',
    hint: "Check the file.",
  },
  "pulls from a missing file": {
    args: "schema pull --from new.graphql",
    error: '--from: "new.graphql" is neither a file nor a git revision',
    hint: "Check the name. In a shallow clone, fetch the revision first.",
  },
  "pulls into a folder that is a file": {
    args: "schema pull --from schema/schema.graphql --snapshot package.json/schema.graphql",
    error: '--snapshot: cannot read "package.json/schema.graphql": a part of its path is not a folder',
    hint: "Check the file.",
  },
  "pulls into a folder without permission": {
    args: "schema pull --from schema/schema.graphql --snapshot /sys/platform/schema.graphql",
    error: '--snapshot: cannot write "/sys/platform/schema.graphql": permission denied',
    hint: "Check the path.",
  },
  "defines an operation twice": {
    files: withFiles({ "operations/more.graphql": GET }),
    args: "run Get",
    error: '"Get" is defined 2 times: operations/get.graphql:1:1, operations/more.graphql:1:1',
    hint: "Rename all except one of them.",
  },
  "runs an operation without a name": {
    files: withFiles({ "operations/get.graphql": "{ customers { id } }" }),
    args: "run Get",
    error: 'unknown operation "Get"; the only operations have no name',
    hint: "Name the one at operations/get.graphql:1:1.",
  },
  "runs a subscription": {
    files: withFiles({ "operations/get.graphql": "subscription Get { changed }" }),
    args: "run Get",
    error: '"Get" is a subscription',
    hint: "Run a query or a mutation.",
  },
  "misses a fragment": {
    files: withFiles({ "operations/get.graphql": "query Get { customers { ...Summary } }" }),
    args: "run Get",
    error: 'the fragment "Summary" is missing',
    hint: "Add its file with --operations <path...>.",
  },
  "selects an unknown field": {
    files: withFiles({ "operations/get.graphql": GET.replace("name", "nmae") }),
    args: "run Get",
    error: 'operations/get.graphql:3:5: Cannot query field "nmae" on type "Customer". Did you mean "name"?',
    hint: 'Nothing was sent. Fix the operation, or update the snapshot: "platform-graphql schema pull".',
  },
  "selects two unknown fields": {
    files: withFiles({ "operations/get.graphql": GET.replace("name", "nmae\n    sate") }),
    args: "run Get",
    error:
      'Get does not match the schema: 2 errors\n  operations/get.graphql:3:5: Cannot query field "nmae" on type "Customer". Did you mean "name"?\n  operations/get.graphql:4:5: Cannot query field "sate" on type "Customer". Did you mean "state" or "name"?',
    hint: 'Nothing was sent. Fix the operation, or update the snapshot: "platform-graphql schema pull".',
  },
  "omits a required variable": { args: "run Get", error: 'Get: "id" is required (ID!)', hint: "Pass $id: ID!." },
  "passes an unknown variable": {
    args: 'run Get --variables {"id":1,"idd":1}',
    error: 'Get: unknown variable "idd" (did you mean "id"?)',
    hint: "Pass $id: ID!.",
  },
  "passes a variable of another type": {
    args: 'run Get --variables {"id":{}}',
    error: 'Get: "id" must be ID!, not an object',
    hint: "Pass $id: ID!.",
  },
  "passes variables that are not JSON": {
    args: "run Get --variables {id:1}",
    error: "--variables is not JSON (at 1:2)",
    hint: 'Write one JSON object: --variables \'{"name": "value"}\', --variables @file.json, or "-" for stdin.',
  },
  "passes a missing file of variables": {
    args: "run Get --variables @id.json",
    error: 'cannot read "id.json": no such file or folder',
    hint: 'Write one JSON object: --variables \'{"name": "value"}\', --variables @file.json, or "-" for stdin.',
  },
  "passes invalid accepted changes": {
    files: withFiles({ "schema/accepted.json": '[{"coordinate": "Query.note"}]' }),
    args: "schema check --against schema/schema.graphql",
    error:
      '"schema/accepted.json" has 2 errors\n  [0].reason is missing: a sentence with the reason\n  [0].expires is missing: a day, such as 2027-01-31',
    hint: 'See "platform-graphql schema check --help".',
  },
  "names a missing file of accepted changes": {
    args: "schema check --against schema/schema.graphql --accept changes.json",
    error: '--accept: cannot read "changes.json": no such file or folder',
    hint: 'See "platform-graphql schema check --help".',
  },
  "serves data that is not JSON": {
    files: withFiles({ "data.json": "{ Customer: [] }" }),
    args: "serve --data data.json",
    error: "data.json:1:3: the file is not JSON",
    hint: 'Write objects by type name: { "Integration": [{ "name": "CRM to ERP" }] }.',
  },
  "serves data of an unknown type": {
    files: withFiles({ "data.json": '{"Custmer": []}' }),
    args: "serve --data data.json",
    error:
      'data.json does not match the schema\n  data.Custmer: the schema has no object type "Custmer". Did you mean "Customer"?',
    hint: "Fix the data, or name its schema with --schema <file>.",
  },
  "names a missing folder of operations": {
    args: "run Get --operations queries",
    error: 'cannot read "queries": no such file or folder',
    hint: "Create it, or name others with --operations <path...>.",
  },
  "names a glob without files": {
    args: "run Get --operations src/**/*.ts",
    error: "no GraphQL, TypeScript, JavaScript or Markdown file matches src/**/*.ts",
    hint: "Check the path and the file, or name others with --operations <path...>.",
  },
  "names a missing folder of recordings": {
    args: "schema check --against schema/schema.graphql --recordings records",
    error: "--recordings: the folder cannot be read (ENOENT)",
    hint: "Record a response, or name another folder with --recordings <folder>.",
  },
  "misses a package in codegen.ts": {
    files: withFiles({ "codegen.ts": 'import "@acme/missing";' }),
    args: "run Get",
    error: "codegen.ts cannot be loaded: Cannot find package '@acme/missing' imported from codegen.ts",
    hint: "Fix the config, or name another one with --config <file>.",
  },
  "misspells an option in codegen.ts": {
    files: withFiles({ "codegen.ts": configure("scalers: {}") }),
    args: "run Get",
    error: 'codegen.ts: unknown option "scalers"',
    hint: 'Did you mean "scalars"?',
  },
  "omits the output in codegen.ts": {
    files: withFiles({ "codegen.ts": configure("output: undefined") }),
    args: "codegen",
    error: 'codegen.ts: "output" must be a text that is not empty',
    hint: "Set it to another value.",
  },
  "maps a scalar that the schema does not have": {
    files: withFiles({ "codegen.ts": configure('scalars: { Mony: "string" }') }),
    args: "codegen",
    error: 'scalars: the schema has no scalar "Mony"',
    hint: "Fix the file or the config, then run the command again.",
  },
  "names a missing schema in codegen.ts": {
    files: withFiles({ "codegen.ts": configure('schema: "platform.graphql"') }),
    args: "run Get",
    error: 'cannot read "platform.graphql": no such file or folder',
    hint: 'Run "platform-graphql schema pull", or name another file with --schema <file>.',
  },
  "names a missing schema in codegen.ts for codegen": {
    files: withFiles({ "codegen.ts": configure('schema: "platform.graphql"') }),
    args: "codegen",
    error: 'cannot read "platform.graphql": no such file or folder',
    hint: 'Run "platform-graphql schema pull", or name another file with --schema <file>.',
  },
  "has a file in place of the output folder": {
    files: withFiles({ src: "" }),
    args: "codegen",
    error: "cannot create src/generated: not a directory",
    hint: "Fix the file or the config, then run the command again.",
  },
  "has an invalid package.json": {
    files: withFiles({ "package.json": "{" }),
    args: "init --from schema/schema.graphql",
    error: "package.json:1:2: the file is not JSON",
    hint: "Fix the file, then run the command again.",
  },
  // Revisions
  "names a revision outside of a repository": {
    args: "schema check --snapshot git:origin/main --against schema/schema.graphql",
    error: "--snapshot: this folder is not in a git repository",
    hint: "Name a file instead of a revision.",
  },
  "forgets git: outside of a repository": {
    args: "schema check --snapshot origin/main --against schema/schema.graphql",
    error: '--snapshot: "origin/main" is neither a file nor a git revision',
    hint: "Check the name. In a shallow clone, fetch the revision first.",
  },
  // The platform
  "sets no variable": {
    args: "run --query {customers{id}}",
    error: "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    hint: "Set the variables, or try a local platform with --local.",
  },
  "sets a URL that is none": {
    args: "run --query {customers{id}}",
    env: { PLATFORM_BASE_URL: "platform", PLATFORM_REFRESH_TOKEN: "t" },
    error: "PLATFORM_BASE_URL (8 characters) is not an https: URL",
    hint: "Check PLATFORM_BASE_URL. Pass a URL such as https://platform.example.com.",
  },
  "sets a URL without TLS": {
    args: "run --query {customers{id}}",
    env: { PLATFORM_BASE_URL: "http://platform.example", PLATFORM_REFRESH_TOKEN: "t" },
    error: "PLATFORM_BASE_URL (23 characters) would send tokens unencrypted",
    hint: "Use https:, or pass --insecure-http.",
  },
  "sets a tenant that is not a UUID": {
    args: "run --query {customers{id}}",
    env: { PLATFORM_BASE_URL: "https://platform.example", PLATFORM_REFRESH_TOKEN: "t", PLATFORM_TENANT_ID: "acme" },
    error: "PLATFORM_TENANT_ID is not a UUID",
    hint: "Check PLATFORM_TENANT_ID. The platform's command-line tool prints it: me.",
  },
  "sets a URL without a token": {
    args: "run --query {customers{id}}",
    env: { PLATFORM_BASE_URL: "https://platform.example" },
    error: "Missing environment variables: PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    hint: "Set the missing variables.",
  },
  "pulls from a URL with a password": {
    args: "schema pull --from https://user:secret@platform.example/graphql",
    error: "--from: the URL of platform.example contains credentials",
    hint: "Send credentials with --header.",
  },
  "pulls from a host that does not answer": {
    args: "schema pull --from http://127.0.0.1:1/schema.graphql",
    error: "cannot connect to http://127.0.0.1:1/schema.graphql",
    hint: "Check the URL and the network.",
  },
};

test.for(Object.entries(MISTAKES))("%s", async ([, { files = PROJECT, args, env = {}, error, hint }]) => {
  using project = createProject(files);
  const before = readAll(project);
  const { code, stdout, stderr } = await command(args.split(" "), { cwd: project.folder, env });
  const [, shownError = stderr, shownHint] = /^error: (.*(?:\n {2}.*)*)\nhint: {2}(.*)\n$/.exec(stderr) ?? [];
  expect({ code, stdout, error: shownError, hint: shownHint }).toEqual({ code: 3, stdout: "", error, hint });
  expect(readAll(project)).toEqual(before);
});

/** Responses of servers that are not a platform, to all requests. */
const SERVERS: readonly (readonly [server: string, status: number, body: unknown, error: RegExp, hint: RegExp])[] = [
  [
    "a web page",
    200,
    "<!doctype html><title>Log in</title>",
    /^Inline: POST .* without a GraphQL response/,
    /^Check PLATFORM_BASE_URL: /,
  ],
  ["an empty body", 200, "", /^Inline: POST .* without a GraphQL response/, /^Check PLATFORM_BASE_URL: /],
  ["a list", 200, [], /^Inline: POST .* without a GraphQL response/, /^Check PLATFORM_BASE_URL: /],
  ["not found", 404, "no", /^Inline: .* 404/, /^Check PLATFORM_BASE_URL and the permissions/],
  ["an internal error", 500, "no", /^Inline: .* 500/, /^Try again later/],
  ["a rejected token", 401, {}, /^Inline: /, /^Set PLATFORM_REFRESH_TOKEN or a new PLATFORM_ACCESS_TOKEN/],
  ["too many requests", 429, "", /^Inline: /, /^(?:Wait|Try again)/],
];

test.for(SERVERS)("the server returns %s", async ([, status, body, error, hint]) => {
  await using server = await serve((_, response) => respond(response, body, status));
  using project = createProject(PROJECT);
  const before = readAll(project);
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: "token" };
  const args = ["run", "--query", "{ __typename }", "--timeout", "1500"];
  const { code, stdout, stderr } = await command(args, { cwd: project.folder, env });
  const [, shownError, shownHint] = /^error: (.*)\nhint: {2}(.*)\n$/.exec(stderr) ?? [];
  expect({ code, stdout, error: shownError, hint: shownHint }).toEqual({
    ...{ code: 3, stdout: "" },
    error: expect.stringMatching(error),
    hint: expect.stringMatching(hint),
  });
  expect(readAll(project)).toEqual(before);
});

/** A port on which no server listens. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test.for(["run --query {__typename}", "schema pull", "schema check", "token", 'record Get --variables {"id":1}'])(
  "%s without a network",
  async (args) => {
    const env = { PLATFORM_BASE_URL: `http://127.0.0.1:${await findClosedPort()}`, PLATFORM_REFRESH_TOKEN: "token" };
    using project = createProject(PROJECT);
    const before = readAll(project);
    const { code, stdout, stderr } = await command(args.split(" "), { cwd: project.folder, env });
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 3, stdout: "" },
      stderr: expect.stringMatching(/^error: .*ECONNREFUSED.*\nhint: {2}.*"platform-graphql doctor"\.\n$/),
    });
    expect(readAll(project)).toEqual(before);
  },
);

test("the disk is full", async () => {
  using project = createProject(PROJECT);
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { code, stderr } = await start(["schema", "uses", "Query"], { cwd: project.folder, stdout: full }).finished;
  expect({ code, stderr }).toEqual({ code: 3, stderr: "error: cannot write the output (ENOSPC)\n" });
});

test.for<[habit: string, files: Files]>([
  ["a byte order mark", { "operations/get.graphql": `\uFEFF${GET}`, "schema/schema.graphql": `\uFEFF${SDL}` }],
  [
    "CRLF",
    { "operations/get.graphql": GET.replaceAll("\n", "\r\n"), "schema/schema.graphql": SDL.replaceAll("\n", "\r\n") },
  ],
])("%s is no mistake", async ([, files]) => {
  using project = createProject(withFiles(files));
  for (const args of [
    'run Get --local --variables {"id":1}',
    "schema check --against schema/schema.graphql",
    "codegen",
  ]) {
    expect(await command(args.split(" "), { cwd: project.folder })).toMatchObject({ code: 0, stderr: "" });
  }
});
