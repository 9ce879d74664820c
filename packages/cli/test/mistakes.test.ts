/**
 * Mistakes of new users: each ends with an error that names the fault, a hint that works, and no changed
 * file.
 */

import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import { CANARY, command, failure, start } from "./support/command.ts";
import { createProject, renderConfig } from "./support/project.ts";
import { readTranscript } from "./support/transcript.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

const SDL = `type Query {
  customer(id: ID!): Customer
  customers: [Customer!]!
  note: Note!
}

type Mutation { deleteCustomer(id: ID!): Boolean }
type Subscription { changed: Int }

type Customer {
  id: ID!
  name: String!
  state: State!
}

enum State { ON OFF }

# No field of Note is a scalar.
type Note { parts: Parts! }
type Parts { text: String }
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

const FAULTY_ENV_FILES: Files = {
  "latin1.env": latin1("# für Tests\n"),
  // The character that replaces invalid bytes, and an invalid byte.
  "replacement.env": Buffer.from([0xef, 0xbf, 0xbd, 0xff]),
  // On the second line, after that character.
  "cut.env": Buffer.from([0xef, 0xbf, 0xbd, 0x0a, 0x41, 0xef, 0xbf, 0x42]),
};

const FAULTY_SCHEMAS: Files = {
  "latin1.graphql": latin1(`"""für Tests"""\n${SDL}`),
  "utf16.graphql": Buffer.from(`\uFEFF${SDL}`, "utf16le"),
  "empty.graphql": "",
  "page.graphql": "<!doctype html><title>Log in</title>",
  "no-query.graphql": "type Customer { id: ID! }",
  "folder.graphql/x": "",
  "syntax.graphql": "type Query {\n  customers: [Int!!]\n}",
  "unknown.graphql": "type Query {\n  customers: Nothing\n}",
  "types.graphql": "type Query {\n  customer: Nothing\n  customers: Neither\n}",
  "box.graphql": "type Query { box: Box } type Box { box: Box } type Subscription { ticked: Int }",
  "other.json": '{"data": {}}',
  "half.json": '{"data": {"__schema": {"types": [',
};

/** Values of `--variables` and `--data`. */
const FAULTY_DATA: Files = {
  "list.json": "[]",
  "unquoted.json": "{ Customer: [] }",
  "comma.json": '{\n  "id" 7\n}',
  "value.json": '{ "Customer": [{ "name": 5 }] }',
  "type.json": '{"Custmer": []}',
};

const FAULTY_OPERATIONS: Files = {
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
  "script/get.ts": `gql\`query Get { \${fields} }\`;`,
  "taken/list-customers.graphql": "# Mine.",
};

const CONFIG_OF_CODEGEN = 'export default { schema: "schema.graphql", generates: {} };';
const FAULTY_CONFIGS: Files = {
  "nothing.ts": renderConfig(""),
  "headers.ts": configure("headers: { 'X Key': 'on' }"),
  "missing.ts": 'import "@acme/missing";',
  "throws.ts": 'throw new Error("not today")',
  "throws-text.ts": 'throw "not today"',
  "foreign.ts": CONFIG_OF_CODEGEN,
  "codegen.yml": "",
  "option.ts": configure("scalers: {}"),
  "boolean.ts": configure("shapes: 1"),
  "choice.ts": configure('importExtension: ".mjs"'),
  "types.ts": configure('types: "graphql-codgen"'),
  "scalar.ts": configure("scalars: { Money: 5 }"),
  "unknown-types.ts": configure('schema: "types.graphql"'),
  "no-query.ts": configure('schema: "no-query.graphql"'),
  "syntax.ts": configure('schema: "syntax.graphql"'),
  "several.ts": configure('schema: ["no-query.graphql", "unknown.graphql"]'),
  "page.ts": configure('schema: "page.graphql"'),
  "documents.ts": configure("documents: []"),
  "output.ts": configure("output: undefined"),
  "file.ts": configure('output: "package.json/generated"'),
  "unknown-scalar.ts": configure('scalars: { Mony: "string" }'),
  "schema.ts": configure('schema: "platform.graphql"'),
  "operations.ts": configure('documents: "operatoins"'),
  "comment.ts": configure('documents: "comment"'),
  "nothing-to-read.ts": configure('documents: ["comment", "anonymous", "script/*.ts"]'),
  "globs.ts": configure('documents: ["src/*.ts", "!operations"]'),
  "two-scalars.ts": configure(
    'scalars: { Customer: "string", At: { input: "string", output: "a b" }, On: { input: "a b", output: "Date" } }',
  ),
  "latin1.ts": configure('documents: "latin1"'),
};

const FAULTY: Files = {
  ...FAULTY_ENV_FILES,
  ...FAULTY_SCHEMAS,
  ...FAULTY_DATA,
  ...FAULTY_OPERATIONS,
  ...FAULTY_CONFIGS,
};

const project = createProject({
  ...inFolder("project", withFiles(FAULTY)),
  ...inFolder("bare", { "operations/get.graphql": GET }),
  ...inFolder("fresh", { "package.json": "{}", "page.graphql": FAULTY_SCHEMAS["page.graphql"] ?? "" }),
  ...inFolder("broken", withFiles({ "package.json": "{" })),
  ...inFolder("list", withFiles({ "package.json": "[]" })),
  ...inFolder("scripts", withFiles({ "package.json": '{ "scripts": [] }' })),
  ...inFolder("graphql-codegen", { "codegen.ts": CONFIG_OF_CODEGEN }),
  "empty/.keep": "",
});
afterAll(() => project[Symbol.dispose]());
const before = project.readAll();
const cwd = join(project.folder, "project");

/** Mistakes and their errors. The prompt is the folder, `project` by default. */
const MISTAKES = readFileSync(join(import.meta.dirname, "transcripts/mistakes.txt"), "utf8");

test.for(readTranscript(MISTAKES))("$line", async ({ folder, env, args, output }) => {
  expect(await command(args, { cwd: folder ? join(project.folder, folder) : cwd, env })).toEqual({
    code: 3,
    stdout: "",
    stderr: output,
  });
});

const API = "POST URL/api";
const NO_RESPONSE = "returned HTTP 200 without a GraphQL response";
const CHECK_URL = "Check PLATFORM_BASE_URL: it can be the URL of a web page, a login or a proxy.";
const SET_TOKEN =
  "Set PLATFORM_REFRESH_TOKEN or a new PLATFORM_ACCESS_TOKEN. The platform's tool prints them (me:token).";

/** Responses of servers that are not a platform, to all requests. */
const CHECK_STATUS = "Check PLATFORM_BASE_URL and the permissions of the token's user.";

test.for<[server: string, status: number, body: string, error: string, hint: string]>([
  ["a web page", 200, `<!doctype html><title>${CANARY}</title>`, `${API} ${NO_RESPONSE}`, CHECK_URL],
  ["an empty body", 200, "", `${API} ${NO_RESPONSE}`, CHECK_URL],
  ["a list", 200, `["${CANARY}"]`, `${API} ${NO_RESPONSE}`, CHECK_URL],
  ["not found", 404, CANARY, `${API} returned HTTP 404`, CHECK_STATUS],
  ["an internal error", 500, CANARY, `${API} returned HTTP 500`, "Try again later."],
  [
    "a rejected token",
    401,
    `{"error": "${CANARY}"}`,
    `${API} rejected the access token (HTTP 401)`,
    SET_TOKEN,
  ],
  ["no permission", 403, `{"error": "${CANARY}"}`, `${API} returned HTTP 403`, CHECK_STATUS],
  ["a body that is too large", 413, CANARY, `${API} returned HTTP 413`, CHECK_STATUS],
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
});

test.for([
  ["a/".repeat(150), true],
  [`${"a/".repeat(150)}b`, false],
  ["a".repeat(47), true],
  ["a".repeat(48), false],
  ["a-_".repeat(16), false],
  ["a.".repeat(24), true],
  [`eyJ${"h".repeat(9)}`, true],
  ["eyJhbGciOi-_", true],
  ["a/eyJhbGciOi-_1", false],
  ["https://host", false],
  ["a\u202eb", false],
  ["a\u2028b", false],
  ["a\u2029b", false],
  ["a\u001bb", false],
  ["me@host:22", true],
  ["@scope/a", true],
  ["a:b c@d", true],
  ["a b:c", true],
  ["a me:secret@host", false],
  ["me@mail:secret@host", false],
  ["", false],
] as const)("a message names the file %j: %s", async ([path, isQuoted]) => {
  const { stderr } = await command(["run", "Get", "--config", path], { cwd });
  const name = isQuoted ? `"${path}"` : "the file";
  expect(stderr).toBe(`error: --config: ${name} does not exist\nhint:  Pass the path of a codegen.ts.\n`);
});

test("none of these commands has changed a file", () => {
  expect(project.readAll()).toEqual(before);
});

test("the server reports a missing login with HTTP 200", async () => {
  const body = '{"data": null, "errors": [{"message": "Other"}, {"message": "User is not authenticated"}]}';
  await using server = await serve((_, response) =>
    response.setHeader("content-type", "application/json").end(body),
  );
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: CANARY };
  const { code, stderr } = await command(["run", "--query", "{ __typename }"], { cwd, env });
  expect({ code, lines: stderr.split("\n") }).toEqual({
    code: 1,
    lines: [
      "error: --query: the response has 2 GraphQL errors",
      "  - Other",
      "  - User is not authenticated",
      "hint:  Check the permissions of the token's user, or set a new PLATFORM_REFRESH_TOKEN.",
      "",
    ],
  });
});

const OTHER_HINT = "Fix the operation or its variables: the platform rejected all or a part of it.";

test.for<[message: string, code: string | undefined, isLogin: boolean]>([
  ["No", "UNAUTHORIZED", true],
  ["No", "FORBIDDEN", false],
  ["Unauthorized", undefined, true],
  ["unauthenticated: no session", undefined, true],
  ["You are not logged in.", undefined, true],
  ["Not authorized", undefined, true],
  ["It cannot be authenticated", undefined, false],
  ["reunauthorized", undefined, false],
])("a GraphQL error %j with the code %s is about the login: %s", async ([message, code, isLogin]) => {
  const error = { message, ...(code !== undefined && { extensions: { code } }) };
  await using server = await serve((_, response) => respond(response, { errors: [error] }));
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: CANARY };
  const { stderr } = await command(["run", "--query", "{ __typename }"], { cwd, env });
  const login = "Check the permissions of the token's user, or set a new PLATFORM_REFRESH_TOKEN.";
  const shown = code === undefined ? message : `${message} (${code})`;
  expect(stderr).toBe(
    `error: --query: the response has a GraphQL error\n  - ${shown}\nhint:  ${isLogin ? login : OTHER_HINT}\n`,
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

test.for(["run --query {__typename}", "schema pull", "schema check", "token"])(
  "%s without a network",
  { tags: ["slow"] },
  async (args) => {
    const env = {
      PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}`,
      PLATFORM_REFRESH_TOKEN: "token",
    };
    expect(await command(args.split(" "), { cwd, env })).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringMatching(
        /^error: .*ECONNREFUSED.*\nhint: {2}.*"npx @integration-platform\/graphql-cli doctor"\.\n$/,
      ),
    });
    expect(project.readAll()).toEqual(before);
  },
);

test("the disk is full", async () => {
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const { code, stderr } = await start(["--version"], { cwd, stdout: full }).finished;
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

test("the hint about a config that Node.js cannot load is about its extension", {
  tags: ["slow"],
}, async () => {
  expect(await start(["codegen", "--config", "empty.graphql"], { cwd }).finished).toEqual(
    failure(
      `Node ${process.versions.node} cannot load empty.graphql`,
      "Name a file in TypeScript or JavaScript.",
    ),
  );
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
