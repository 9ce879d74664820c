/** Mistakes of new users: each ends with an error that names the fault, a hint that works, and no changed file. */

import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { freePort, serve } from "../../../test/support/server.ts";
import { CANARY, command, failure, start } from "./support/command.ts";
import { createProject, renderConfig } from "./support/project.ts";
import { readTranscript } from "./support/transcript.ts";

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
const configure = (options: string) =>
  renderConfig(`documents: "operations", output: "src/generated", ${options}`);

const PROJECT: Files = {
  "package.json": '{ "type": "module" }',
  "schema/schema.graphql": SDL,
  "operations/get.graphql": GET,
  "codegen.ts": configure(""),
};
const withFiles = (files: Files): Files => ({ ...PROJECT, ...files });
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]));

/** Faulty files, each with a name of its own. */
const FAULTY: Files = {
  "latin1.env": latin1("# für Tests\n"),
  "cut.env": Buffer.from([0x41, 0xef, 0xbf, 0x42]),
  "latin1.graphql": latin1(`"""für Tests"""\n${SDL}`),
  "utf16.graphql": Buffer.from(`\uFEFF${SDL}`, "utf16le"),
  "empty.graphql": "",
  "page.graphql": "<!doctype html><title>Log in</title>",
  "no-query.graphql": "type Customer { id: ID! }",
  "folder.graphql/x": "",
  "syntax.graphql": "type Query {\n  customers: [Int!!]\n}",
  "unknown.graphql": "type Query {\n  customers: Nothing\n}",
  "box.graphql": "type Query { box: Box } type Box { box: Box } type Subscription { ticked: Int }",
  "other.json": '{"data": {}}',
  "half.json": '{"data": {"__schema": {"types": [',
  "list.json": "[]",
  "unquoted.json": "{ Customer: [] }",
  "comma.json": '{\n  "id" 7\n}',
  "value.json": '{ "Customer": [{ "name": 5 }] }',
  "type.json": '{"Custmer": []}',
  "latin1/get.graphql": latin1('query Get { customer(id: "é") { id } }\n'),
  "twice/a.graphql": GET,
  "twice/b.graphql": GET.replace("name", "id"),
  "anonymous/get.graphql": "# Soon\n{ customers { id } }",
  "subscription/get.graphql": "subscription Get { changed }",
  "mutation/delete.graphql": "mutation Delete { deleteCustomer(id: 1) }",
  "fragment/get.graphql": "query Get { customers { ...Summary } }",
  "typo/get.graphql": GET.replace("name", "nmae"),
  "typos/get.graphql": GET.replace("name", "nmae\n    sate"),
  "syntax/get.graphql": "query Get {\n  customer(id: 1) {\n",
  "comment/get.graphql": "# Soon.",
  "taken/list-customers.graphql": "# Mine.",
  "nothing.ts": renderConfig(""),
  "headers.ts": configure("headers: { 'X Key': 'on' }"),
  "missing.ts": 'import "@acme/missing";',
  "throws.ts": 'throw new Error("not today")',
  "foreign.ts": 'export default { schema: "schema.graphql", generates: {} };',
  "codegen.yml": "",
  "option.ts": configure("scalers: {}"),
  "boolean.ts": configure("shapes: 1"),
  "choice.ts": configure('importExtension: ".mjs"'),
  "types.ts": configure('types: "graphql-codgen"'),
  "scalar.ts": configure("scalars: { Money: 5 }"),
  "documents.ts": configure("documents: []"),
  "output.ts": configure("output: undefined"),
  "file.ts": configure('output: "package.json/generated"'),
  "unknown-scalar.ts": configure('scalars: { Mony: "string" }'),
  "schema.ts": configure('schema: "platform.graphql"'),
  "operations.ts": configure('documents: "operatoins"'),
  "comment.ts": configure('documents: "comment"'),
  "latin1.ts": configure('documents: "latin1"'),
};

const project = createProject({
  ...inFolder("project", withFiles(FAULTY)),
  ...inFolder("bare", { "operations/get.graphql": GET }),
  ...inFolder("fresh", { "package.json": "{}", "page.graphql": FAULTY["page.graphql"] ?? "" }),
  ...inFolder("broken", withFiles({ "package.json": "{" })),
  ...inFolder("list", withFiles({ "package.json": "[]" })),
  ...inFolder("graphql-codegen", { "codegen.ts": FAULTY["foreign.ts"] ?? "" }),
  "empty/.keep": "",
});
afterAll(() => project[Symbol.dispose]());
const before = project.readAll();
const cwd = join(project.folder, "project");

/** The prompt is the folder, `project` by default. */
const MISTAKES = `
# The wrong folder
empty$ run Nope
error: there is no codegen.ts or platform.config.ts here or above, and no folder "operations"
hint:  Run "platform-graphql init" in the folder of your package, or name files with --operations <path...>.
empty$ codegen
error: there is no codegen.ts or platform.config.ts here or above
hint:  Run "platform-graphql init" in the folder of your package, or use --config <file>.
empty$ schema check
error: there is no codegen.ts or platform.config.ts here or above, and no folder "operations"
hint:  Run "platform-graphql init" in the folder of your package, or name files with --operations <path...>.
empty$ schema uses Query
error: there is no codegen.ts or platform.config.ts here or above, and no schema/schema.graphql
hint:  Run "platform-graphql init" in the folder of your package, or name a file with --schema <file>.
empty$ add customers
error: there is no codegen.ts or platform.config.ts here or above, and no schema/schema.graphql
hint:  Run "platform-graphql init" in the folder of your package, or name a file with --schema <file>.
empty$ init --from schema.graphql
error: there is no package.json in this folder
hint:  Run "npm init --yes", or change to the folder of your package.
empty$ schema pull
error: Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN
hint:  Set the variables, or read the schema from a file.
empty$ record ListIntegrations
error: there is no codegen.ts or platform.config.ts here or above, and no folder "operations"
hint:  Run "platform-graphql init" in the folder of your package, or name files with --operations <path...>.
empty$ token
error: Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN
hint:  Set the variables: see "platform-graphql token --help".
bare$ schema check --against live
error: there is no schema/schema.graphql, so nothing was compared
hint:  Run "platform-graphql schema pull", or name a schema with --snapshot <schema>.
graphql-codegen$ codegen
error: codegen.ts has no output with the preset of typedOperations()
hint:  Run "platform-graphql init" to add platform.config.ts, or "npx graphql-codegen --config codegen.ts".
graphql-codegen$ run Get
error: codegen.ts has no typedOperations(), and there is no folder "operations"
hint:  Run "platform-graphql init", which writes platform.config.ts next to it.
graphql-codegen$ schema uses Query
error: codegen.ts has no typedOperations(), and there is no schema/schema.graphql
hint:  Run "platform-graphql init", which writes platform.config.ts next to it.
# Wrong commands and options
$ rnu
error: unknown command 'rnu'
hint:  Use run, or run "platform-graphql --help".
$ check
error: unknown command 'check'
hint:  Use "schema check", or run "platform-graphql --help".
$ pull
error: unknown command 'pull'
hint:  Use "schema pull", or run "platform-graphql --help".
$ schema chekc
error: unknown command 'chekc'
hint:  Use check, or run "platform-graphql schema --help".
$ schema uses
error: missing required argument 'coordinate'
hint:  Run "platform-graphql schema uses --help".
$ run Get --variabels {}
error: unknown option '--variabels'
hint:  Use --variables, or run "platform-graphql run --help".
$ run Get --timeout
error: option '--timeout <ms>' argument missing
hint:  Run "platform-graphql run --help".
$ run Get --token abc
error: unknown option '--token'
hint:  Set tokens in the environment, never as an option: see "platform-graphql run --help".
$ run Get --local=sometimes
error: option '--local [when]': allowed choices are always, auto
hint:  Run "platform-graphql run --help".
$ run Get Other
error: too many arguments for 'run'. Expected 1 argument but got 2
hint:  Run "platform-graphql run --help".
$ run Get --env-prefix my-platform
error: option '--env-prefix <prefix>': it must be the prefix of variable names, such as PLATFORM
hint:  Run "platform-graphql run --help".
$ schema check --max-age=-1
error: option '--max-age <days>': it must be a whole number from 0 to 36500
hint:  Run "platform-graphql schema check --help".
$ schema pull --header X-Feature
error: option '--header <header>': it must be a name and a value, such as "X-Feature: on"
hint:  Run "platform-graphql schema pull --help".
$ schema check --against schema/schema.graphql --output report.pdf
error: --output: unknown extension of "report.pdf"
hint:  Use .txt, .json, .md, .html, .xml.
$ codegen --check --watch
error: --check and --watch exclude each other
hint:  Remove one of them.
$ init --ci jenkins
error: option '--ci <system>': allowed choices are github, gitlab
hint:  Run "platform-graphql init --help".
$ serve --page-size 0
error: option '--page-size <number>': it must be a whole number from 1 to 1000000
hint:  Run "platform-graphql serve --help".
$ serve --port 65536
error: option '--port <number>': it must be a whole number from 0 to 65535
hint:  Run "platform-graphql serve --help".
$ serve --scenario slwo
error: unknown scenario "slwo"
hint:  Scenarios: expired-token, revoked-token, late-401, rejected-refresh, rotation, slow-refresh, rate-limited, unavailable-once, html-from-proxy, cut-body, partial-data, rejected-mutations, wrong-tenant, clock-skew.
$ serve --scenario rotatoin
error: unknown scenario "rotatoin"
hint:  Use rotation. Scenarios: expired-token, revoked-token, late-401, rejected-refresh, rotation, slow-refresh, rate-limited, unavailable-once, html-from-proxy, cut-body, partial-data, rejected-mutations, wrong-tenant, clock-skew.
# Configs
$ run Get --config code.ts
error: --config: "code.ts" does not exist
hint:  Pass the path of a codegen.ts.
$ run Get --config operations
error: --config: "operations" is not a file
hint:  Pass the path of a codegen.ts.
$ run Get --config missing.ts
error: missing.ts cannot be loaded: Cannot find package '@acme/missing' imported from missing.ts
hint:  Fix the config, or name another one with --config <file>.
$ run Get --config option.ts
error: option.ts: unknown option "scalers"
hint:  Did you mean "scalars"?
$ codegen --config option.ts
error: option.ts: unknown option "scalers"
hint:  Did you mean "scalars"?
$ codegen --config boolean.ts
error: boolean.ts: "shapes" must be true or false
hint:  Set it to another value.
$ codegen --config choice.ts
error: choice.ts: "importExtension" must be ".js" or ".ts" or ""
hint:  Did you mean ".js"?
$ codegen --config types.ts
error: types.ts: "types" must be "open" or "closed" or "graphql-codegen"
hint:  Did you mean "graphql-codegen"?
$ codegen --config scalar.ts
error: scalar.ts: "scalars" must be an object with a TypeScript type for each scalar, such as { Money: "string" }
hint:  Set it to another value.
$ codegen --config documents.ts
error: documents.ts: "documents" must be a path, or a list of paths
hint:  Set it to another value.
$ codegen --config output.ts
error: output.ts: "output" is missing
hint:  Add the line: output: "src/generated",
$ codegen --config nothing.ts
error: nothing.ts: "documents" is missing
hint:  Add the line: documents: "operations",
$ schema check --config schema.ts --against schema/schema.graphql
error: --snapshot: cannot read "platform.graphql": no such file or folder
hint:  Run "platform-graphql schema pull", or name another one with --snapshot <schema>.
$ schema check --base
error: this folder is not in a git repository
hint:  Run the command in a clone, or name a file.
$ schema check --base main --snapshot schema/schema.graphql
error: --base and --snapshot exclude each other
hint:  Remove one of them: --base selects both schemas.
$ codegen --config headers.ts
error: headers.ts: "headers" must be an object with a value for each header, such as { "X-Api-Key": "$PLATFORM_API_KEY" }
hint:  Set it to another value.
$ codegen --config file.ts
error: cannot write "package.json/generated/types.ts": a part of its path is not a folder
hint:  Fix the file or the config, then run the command again.
$ codegen --config unknown-scalar.ts
error: scalars: the schema has no scalar "Mony"
hint:  Fix the file or the config, then run the command again.
$ codegen --config throws.ts
error: throws.ts cannot be loaded: not today
hint:  Fix the config, or name another one with --config <file>.
$ codegen --config foreign.ts
error: foreign.ts has no output with the preset of typedOperations()
hint:  Run "npx graphql-codegen --config foreign.ts" for other configs.
$ codegen --config codegen.yml
error: codegen.yml has no output with the preset of typedOperations()
hint:  Run "npx graphql-codegen --config codegen.yml" for other configs.
$ codegen --config schema.ts
error: cannot read "platform.graphql": no such file or folder
hint:  Run "platform-graphql schema pull", or change "schema" in the config.
$ run Get --config schema.ts
error: cannot read "platform.graphql": no such file or folder
hint:  Run "platform-graphql schema pull", or name another file with --schema <file>.
$ codegen --config operations.ts
error: cannot read operatoins: no such file or folder
hint:  Write one with "platform-graphql add <field>", or change "documents" in the config.
$ codegen --config comment.ts
error: no operation in the files of comment
hint:  Write one with "platform-graphql add <field>", or change "documents" in the config.
$ codegen --config latin1.ts
error: latin1/get.graphql:1:27: the byte 0xE9 is not UTF-8
hint:  Fix the file or the config, then run the command again.
broken$ init --from schema/schema.graphql
error: package.json:1:2: the file is not JSON
hint:  Fix the file, then run the command again.
list$ init --from schema/schema.graphql
error: package.json: the file is not a JSON object
hint:  Fix it, then run the command again.
fresh$ init --from page.graphql
error: "page.graphql" is a web page, not a schema
hint:  Check the address.
fresh$ init
error: Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN
hint:  Set the variables, or read the schema from a file.
# Variables of the environment
$ run Get --env-file operations
error: cannot read "operations": it is a folder
hint:  Check --env-file.
$ run Get --env-file latin1.env
error: "latin1.env" at 1:4: the byte 0xFC is not UTF-8
hint:  Save the file as UTF-8.
$ run Get --env-file cut.env
error: "cut.env" at 1:2: the byte 0xEF is not UTF-8
hint:  Save the file as UTF-8.
$ run --query {customers{id}}
error: Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN
hint:  Set the variables, or try a local platform with --local.
$ PLATFORM_BASE_URL=platform PLATFORM_REFRESH_TOKEN=t run --query {customers{id}}
error: PLATFORM_BASE_URL (8 characters) is not an https: URL
hint:  Check PLATFORM_BASE_URL. Pass a URL such as https://platform.example.com.
$ PLATFORM_BASE_URL=http://platform.example PLATFORM_REFRESH_TOKEN=t run --query {customers{id}}
error: PLATFORM_BASE_URL (23 characters) would send tokens unencrypted
hint:  Check PLATFORM_BASE_URL. Use https:, or pass --insecure-http.
$ PLATFORM_BASE_URL=https://platform.example PLATFORM_REFRESH_TOKEN=t PLATFORM_TENANT_ID=acme token
error: PLATFORM_TENANT_ID is not a UUID
hint:  Check PLATFORM_TENANT_ID. The platform's command-line tool prints it: me.
$ PLATFORM_BASE_URL=https://platform.example token
error: Missing environment variables: PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN
hint:  Set the missing variables.
# Operations
$ run Gte --operations mutation operations
error: unknown operation "Gte"
hint:  Run "platform-graphql run Get". Operations: Delete (mutation), Get.
$ run Get --operations queries
error: cannot read "queries": no such file or folder
hint:  Create it, or name others with --operations <path...>.
$ run Get --operations src/**/*.ts
error: no GraphQL, TypeScript or JavaScript file matches src/**/*.ts
hint:  Check the path and the file, or name others with --operations <path...>.
$ run Get --operations syntax
error: syntax/get.graphql:3:1: Syntax Error: Expected Name, found <EOF>
hint:  Fix the operations, or name others with --operations <path...>.
$ run Get --operations latin1
error: latin1/get.graphql:1:27: the byte 0xE9 is not UTF-8
hint:  Check the path and the file, or name others with --operations <path...>.
$ run Get --operations twice
error: twice/a.graphql:1:7: There can be only one operation named "Get". (and twice/b.graphql:1:7)
hint:  Fix the operations, or name others with --operations <path...>.
$ run Get --operations anonymous
error: unknown operation "Get"; the only operations have no name
hint:  Name the one at anonymous/get.graphql:2:1.
$ run Get --operations comment
error: unknown operation "Get"; there are no operations
hint:  Write one with "platform-graphql add <field>", or name files with --operations <path...>.
$ run Get --operations subscription
error: "Get" is a subscription
hint:  Run a query or a mutation.
$ run Get --operations fragment
error: the fragment "Summary" is missing
hint:  Add its file with --operations <path...>.
$ run Get --operations typo
error: typo/get.graphql:3:5: Cannot query field "nmae" on type "Customer". Did you mean "name"?
hint:  Nothing was sent. Fix the operation, or update schema/schema.graphql: "platform-graphql schema pull".
$ run Get --operations typos
error: Get does not match schema/schema.graphql: 2 errors
  typos/get.graphql:3:5: Cannot query field "nmae" on type "Customer". Did you mean "name"?
  typos/get.graphql:4:5: Cannot query field "sate" on type "Customer". Did you mean "state" or "name"?
hint:  Nothing was sent. Fix the operation, or update schema/schema.graphql: "platform-graphql schema pull".
$ run --query '{ customers { nmae } }' --local
error: --query:1:15: Cannot query field "nmae" on type "Customer". Did you mean "name"?
hint:  Nothing was sent. Fix the operation, or update schema/schema.graphql: "platform-graphql schema pull".
$ run --query '{ customers {'
error: --query:1:14: Syntax Error: Expected Name, found <EOF>
hint:  Write one operation in single quotes: --query '{ … }'.
$ run --query '' --local
error: --query has no operation
hint:  Pass one operation.
$ run --query 'query A { __typename } query B { __typename }'
error: --query has 2 operations
hint:  Pass one operation.
$ run Get --query '{ a }'
error: an operation name and --query exclude each other
hint:  Pass one of them.
$ run Get
error: Get: "id" is required (ID!)
hint:  Pass $id: ID!.
$ run Get --variables {"id":1,"idd":1}
error: Get: unknown variable "idd" (did you mean "id"?)
hint:  Pass $id: ID!.
$ run Get --variables {"id":{}}
error: Get: "id" must be ID!, not an object
hint:  Pass $id: ID!.
$ run Get --variables {id:1}
error: --variables is not JSON (at 1:2)
hint:  Write one JSON object: --variables '{"name": "value"}', --variables @file.json, or "-" for stdin.
$ run Get --variables @id.json
error: cannot read "id.json": no such file or folder
hint:  Write one JSON object: --variables '{"name": "value"}', --variables @file.json, or "-" for stdin.
$ run Get --variables @comma.json
error: --variables: "comma.json" is not JSON (at 2:8)
hint:  Write one JSON object: --variables '{"name": "value"}', --variables @file.json, or "-" for stdin.
$ run Get --variables @list.json
error: --variables: "list.json" must be a JSON object, not a list
hint:  Write one JSON object: --variables '{"name": "value"}', --variables @file.json, or "-" for stdin.
$ record
error: missing operation name
hint:  Run "platform-graphql record <operation>". Operations: Get.
$ record Delete --operations mutation --local
error: "Delete" is a mutation
hint:  Pass --mutations to run it on the platform.
$ record Get --keep Customer.nam
error: --keep: "Customer.nam" is not a scalar or enum field that Get selects (did you mean "Customer.name"?)
hint:  Pass the coordinate of a selected field, such as Integration.name.
$ record Get --keep Query.customer
error: --keep: "Query.customer" is not a scalar or enum field that Get selects
hint:  Pass the coordinate of a selected field, such as Integration.name.
$ record Get --keep eyJhbGciOiJIUzI1NiJ9.e30.x
error: --keep: the value is not a scalar or enum field that Get selects
hint:  Pass the coordinate of a selected field, such as Integration.name.
$ record Get --redact Customer.nam
error: --redact: "Customer.nam" is not a scalar or enum field that Get selects (did you mean "Customer.name"?)
hint:  Pass the coordinate of a selected field, such as Integration.name.
$ record Get --name ../escape
error: --name is not a file name
hint:  Use letters, digits, dots, hyphens and underscores.
$ record Get --name ''
error: --name is not a file name
hint:  Use letters, digits, dots, hyphens and underscores.
$ record Get --local --variables {"id":1} --recordings package.json
error: --recordings: cannot write "package.json/Get/default.json": a part of its path is not a folder
hint:  Check the path.
# Schemas
$ schema check --snapshot latin1.graphql --against schema/schema.graphql
error: --snapshot: "latin1.graphql" at 1:5: the byte 0xFC is not UTF-8
hint:  Save the file as UTF-8.
$ schema uses Query --schema utf16.graphql
error: "utf16.graphql" at 1:1: the byte 0xFF is not UTF-8
hint:  Save the file as UTF-8.
$ schema uses Query --schema empty.graphql
error: "empty.graphql" is empty
hint:  Fix the schema, or name another one with --schema <file>.
$ schema uses Query --schema page.graphql
error: "page.graphql" is a web page, not a schema
hint:  Fix the schema, or name another one with --schema <file>.
$ schema check --against other.json
error: "other.json" is not a complete introspection (Invalid or incomplete introspection result)
hint:  Export it with getIntrospectionQuery().
$ schema check --against half.json
error: "half.json" is not a complete introspection (it is not valid JSON)
hint:  Export it with getIntrospectionQuery().
$ schema check --against no-query.graphql
error: "no-query.graphql" has no query type
hint:  Read the complete schema. In SDL, add "schema { query: … }" or a type named Query.
$ schema check --against folder.graphql
error: --against: cannot read "folder.graphql": it is a folder
hint:  Check the file.
$ schema pull --from new.graphql
error: --from: "new.graphql" is neither a file nor a git revision
hint:  Check the name. In a shallow clone, fetch the revision first.
$ schema pull --from schema/schema.graphql --snapshot package.json/schema.graphql
error: --snapshot: cannot read "package.json/schema.graphql": a part of its path is not a folder
hint:  Check the file.
$ schema pull --from schema/schema.graphql --snapshot /sys/platform/schema.graphql
error: --snapshot: cannot write "/sys/platform/schema.graphql": permission denied
hint:  Check the path.
$ schema check --against schema/schema.graphql --accept changes.json
error: --accept: cannot read "changes.json": no such file or folder
hint:  See "platform-graphql schema check --help".
$ schema check --against schema/schema.graphql --recordings records
error: --recordings: the folder cannot be read (ENOENT)
hint:  Record a response, or name another folder with --recordings <folder>.
$ schema check --snapshot git:origin/main --against schema/schema.graphql
error: this folder is not in a git repository
hint:  Run the command in a clone, or name a file.
$ schema check --snapshot origin/main --against schema/schema.graphql
error: --snapshot: "origin/main" is neither a file nor a git revision
hint:  Check the name. In a shallow clone, fetch the revision first.
$ schema pull --from https://user:secret@platform.example/graphql
error: --from: the URL of platform.example contains credentials
hint:  Send credentials with --header.
$ schema pull --from http://127.0.0.1:1/schema.graphql
error: cannot connect to http://127.0.0.1:1/schema.graphql
hint:  Check the URL and the network.
# Fields to add
$ add
error: missing field
hint:  Run "platform-graphql add <field>".
$ add customers customer --name Both
error: --name requires exactly one field
hint:  Run "platform-graphql add --help".
$ add custmers
error: unknown field "custmers"
hint:  Did you mean "customers"?
$ add note
error: the type Note has no scalar fields
hint:  Select its objects with --depth 2.
$ add customers --name Get
error: the name "Get" is in use at operations/get.graphql:1
hint:  Choose another one with --name.
$ add customers --operations taken
error: the file taken/list-customers.graphql exists
hint:  Choose another one with --name.
$ add customers --name A.B
error: --name: not a GraphQL name
hint:  Use letters, digits and underscores.
$ add customers --depth 0
error: option '--depth <levels>': it must be a whole number from 1 to 5
hint:  Run "platform-graphql add --help".
$ add customers --name GetQuery
error: the name "GetQuery" is in use at operations/get.graphql:1
hint:  Choose another one with --name.
$ add box --schema box.graphql
error: the type Box has no scalar fields
hint:  Write the operation by hand.
$ add ticked --schema box.graphql
error: "ticked" is a subscription, which is not supported
hint:  Add a query or a mutation.
$ add box --schema no-query.graphql
error: "no-query.graphql" has no query type
hint:  Fix the schema, or name another one with --schema <file>.
$ add customers --operations syntax
error: syntax/get.graphql:3:1: Syntax Error: Expected Name, found <EOF>
hint:  Fix the file, or pass another folder with --operations.
$ add xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
error: unknown field
hint:  Use a field of the query type or the mutation type, such as "customer".
$ add customers --fields id,nam
error: --fields: unknown field "nam" of the type Customer
hint:  Did you mean "name"?
$ add customers --fields id.x
error: --fields: Customer.id has no fields
hint:  Separate fields with commas, and levels with dots: --fields name,status.label.
$ add customers --fields id,
error: --fields: not a list of fields
hint:  Separate fields with commas, and levels with dots: --fields name,status.label.
# Data
$ serve --page-size 6 --max-page-size 5
error: --page-size exceeds --max-page-size
hint:  Set a smaller --page-size or a larger --max-page-size.
$ serve --schema syntax.graphql
error: "syntax.graphql" is not a GraphQL schema (2:19, expected "]", found "!")
hint:  Fix the schema, or name another one with --schema <file>.
$ serve --schema unknown.graphql
error: "unknown.graphql" is not a GraphQL schema (2:14, unknown type "Nothing". Did you mean "String"?)
hint:  Fix the schema, or name another one with --schema <file>.
$ serve --schema no-query.graphql
error: "no-query.graphql" has no query type
hint:  Fix the schema, or name another one with --schema <file>.
$ serve --data value.json
error: value.json does not match the schema
  data.Customer[0].name: expected a string, got 5.
hint:  Fix the data, or name its schema with --schema <file>.
$ serve --data unquoted.json
error: unquoted.json:1:3: the file is not JSON
hint:  Write objects by type name: { "Integration": [{ "name": "CRM to ERP" }] }.
$ serve --data list.json
error: list.json: the file is not a JSON object
hint:  Write objects by type name: { "Integration": [{ "name": "CRM to ERP" }] }.
$ serve --data type.json
error: type.json does not match the schema
  data.Custmer: the schema has no object type "Custmer". Did you mean "Customer"?
hint:  Fix the data, or name its schema with --schema <file>.
`;

test.for(readTranscript(MISTAKES))("$line", async ({ folder, env, args, output }) => {
  expect(await command(args, { cwd: folder ? join(project.folder, folder) : cwd, env })).toEqual({
    code: 3,
    stdout: "",
    stderr: output,
  });
  expect(project.readAll()).toEqual(before);
});

const API = "POST URL/api";
const NO_RESPONSE = "returned HTTP 200 without a GraphQL response";
const CHECK_URL = "Check PLATFORM_BASE_URL: it can be the URL of a web page, a login or a proxy.";
const SET_TOKEN =
  "Set PLATFORM_REFRESH_TOKEN or a new PLATFORM_ACCESS_TOKEN. The platform's tool prints them (me:token).";

/** Responses of servers that are not a platform, to all requests. */
test.for<[server: string, status: number, body: string, error: string, hint: string]>([
  ["a web page", 200, `<!doctype html><title>${CANARY}</title>`, `${API} ${NO_RESPONSE}`, CHECK_URL],
  ["an empty body", 200, "", `${API} ${NO_RESPONSE}`, CHECK_URL],
  ["a list", 200, `["${CANARY}"]`, `${API} ${NO_RESPONSE}`, CHECK_URL],
  [
    "not found",
    404,
    CANARY,
    `${API} returned HTTP 404`,
    "Check PLATFORM_BASE_URL and the permissions of the token's user.",
  ],
  [
    "an internal error",
    500,
    CANARY,
    `${API} returned HTTP 500`,
    "Try again later: the platform reports an internal error.",
  ],
  [
    "a rejected token",
    401,
    `{"error": "${CANARY}"}`,
    `${API} rejected the access token (HTTP 401)`,
    SET_TOKEN,
  ],
  [
    "no permission",
    403,
    `{"error": "${CANARY}"}`,
    `${API} returned HTTP 403`,
    "Check the permissions of the token's user.",
  ],
  [
    "a body that is too large",
    413,
    CANARY,
    `${API} returned HTTP 413`,
    "Send less data: the request is too large.",
  ],
  ["too many requests", 429, CANARY, `${API} limits the rate (HTTP 429)`, "Try again in 9 s."],
])("the server returns %s", async ([, status, body, error, hint]) => {
  await using server = await serve((_, response) =>
    response
      .writeHead(status, { "content-type": "text/html", ...(status === 429 && { "retry-after": "9" }) })
      .end(body),
  );
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: CANARY };
  const { stderr, ...ended } = await command(["run", "--query", "{ __typename }", "--timeout", "1500"], {
    cwd,
    env,
  });
  expect({ ...ended, stderr: stderr.replace(server.baseUrl, "URL") }).toEqual(
    failure(`--query: ${error}`, hint),
  );
  expect(project.readAll()).toEqual(before);
});

test("the server reports a missing login with HTTP 200", async () => {
  const body = '{"data": null, "errors": [{"message": "User is not authenticated"}]}';
  await using server = await serve((_, response) =>
    response.setHeader("content-type", "application/json").end(body),
  );
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: CANARY };
  const { code, stderr } = await command(["run", "--query", "{ __typename }"], { cwd, env });
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /\nhint: {2}Check the permissions of the token's user, or set a new PLATFORM_REFRESH_TOKEN\.\n$/,
  );
});

test.for(["/api", "/graphql", "/get_auth_token"])("a base URL that ends with %s", async (path) => {
  await using server = await serve((_, response) => response.writeHead(404).end());
  for (const token of [{ PLATFORM_ACCESS_TOKEN: CANARY }, { PLATFORM_REFRESH_TOKEN: CANARY }]) {
    const env = { PLATFORM_BASE_URL: `${server.baseUrl}${path}`, ...token };
    const { code, stderr } = await command(["run", "--query", "{ __typename }"], { cwd, env });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `hint:  Remove ${path} from the end of PLATFORM_BASE_URL: the client adds its paths.\n`,
    );
  }
});

test.for([
  "run --query {__typename}",
  "schema pull",
  "schema check",
  "token",
  'record Get --variables {"id":1}',
])("%s without a network", { tags: ["slow"] }, async (args) => {
  const env = { PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}`, PLATFORM_REFRESH_TOKEN: "token" };
  expect(await command(args.split(" "), { cwd, env })).toEqual({
    code: 3,
    stdout: "",
    stderr: expect.stringMatching(/^error: .*ECONNREFUSED.*\nhint: {2}.*"platform-graphql doctor"\.\n$/),
  });
  expect(project.readAll()).toEqual(before);
});

test("the disk is full", { tags: ["slow"] }, async () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { code, stderr } = await start(["schema", "uses", "Query"], { cwd, stdout: full }).finished;
  expect({ code, stderr }).toEqual({ code: 3, stderr: "error: cannot write the output (ENOSPC)\n" });
});

test.for<[habit: string, files: Files]>([
  [
    "a byte order mark",
    { "operations/get.graphql": `\uFEFF${GET}`, "schema/schema.graphql": `\uFEFF${SDL}` },
  ],
  [
    "CRLF",
    {
      "operations/get.graphql": GET.replaceAll("\n", "\r\n"),
      "schema/schema.graphql": SDL.replaceAll("\n", "\r\n"),
    },
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

test("a peer that is not installed is named, with the command that installs it", {
  tags: ["slow"],
}, async () => {
  const preload = `import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "graphql") return next(specifier, context);
    const message = "Cannot find package 'graphql' imported from /project/node_modules/a.js";
    throw Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });
  },
});`;
  const { code, stderr } = await start(["schema", "uses", "Query"], { cwd, preload }).finished;
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: 'error: the package graphql is not installed\nhint:  Run "npm install --save-dev graphql".\n',
  });
});
