/**
 * `platform-graphql run`: an operation of the project or of `--query`, its result as a table or JSON, and its
 * errors.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { buildSchema, introspectionFromSchema } from "graphql";
import { expect, test } from "vitest";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import {
  background,
  CANARY,
  COMMANDS,
  type CommandOptions,
  command,
  failure,
  start,
  steady,
} from "./support/command.ts";
import { answering, configured as configure, listen } from "./support/platform.ts";
import { createProject } from "./support/project.ts";

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures");
const readFixture = (file: string) => readFileSync(join(FIXTURES, file), "utf8");

/** Files of a project with the operation `ListIntegrations`. */
const LIST_PROJECT = {
  "operations/list.graphql": readFixture("platform/operations/list.graphql"),
  "schema/schema.graphql": readFixture("platform/schema.graphql"),
};
/** Files of a project with mutations, arguments and fragments. */
const RELAY_PROJECT = {
  "operations/queries.graphql": readFixture("relay/operations/queries.graphql"),
  "operations/mutations.graphql": readFixture("relay/operations/mutations.graphql"),
  "schema/schema.graphql": readFixture("relay/schema.graphql"),
};

/** Runs a command in a project of its own. */
async function inProject(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  options?: CommandOptions,
) {
  using project = createProject(files);
  return await command(args, { ...options, cwd: project.folder });
}

const list = (args: readonly string[] = [], options?: CommandOptions) =>
  inProject(LIST_PROJECT, ["run", "ListIntegrations", ...args], options);

const configured = (baseUrl: string) => configure(baseUrl, CANARY);
const data = { integrations: { nodes: [{ id: "i-1", name: "CRM to ERP" }] } };

test("prints a table and the counts", async () => {
  const { code, stdout, stderr } = await list(["--local"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [title, , top, head, ...rest] = steady(stdout).split("\n");
  expect([title, top?.slice(0, 2), head]).toEqual([
    "ListIntegrations",
    "╭─",
    expect.stringMatching(/^│ id +│ name +│$/),
  ]);
  expect(rest.filter((line) => line.startsWith("│"))).toHaveLength(3);
  expect(rest.at(-2)).toBe("3 rows · 1 request · 1 refresh · N ms · local platform at http://127.0.0.1:PORT");
});

test("prints a versioned JSON document", async () => {
  const { code, stdout, stderr } = await list(["--local", "--format", "json"], { quietMs: 0 });
  const steps = [
    "starting a local platform",
    "ListIntegrations: refreshing the access token",
    "ListIntegrations",
  ];
  expect({ code, stderr }).toEqual({ code: 0, stderr: steps.map((step) => `${step} …\n`).join("") });
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    operation: "ListIntegrations",
    requests: 1,
    refreshes: 1,
    durationMs: expect.any(Number),
    data: { integrations: { nodes: Array(3).fill({ id: expect.any(String), name: expect.any(String) }) } },
    platform: { baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), local: true },
  });
});

test("uses the configured platform with one refresh request and one request", async () => {
  const { platform, baseUrl } = await listen();
  const env = { PLATFORM_BASE_URL: `${baseUrl}/`, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const { code, stdout } = await list([], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(` ms · ${baseUrl}\n$`));
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 1]);
});

test("says on stderr that the platform has replaced the refresh token, and why the next command fails", async () => {
  const { env } = await listen({ rotation: true });
  const first = await list([], { env });
  expect(first).toMatchObject({
    code: 0,
    stderr:
      "hint:  Set a new PLATFORM_REFRESH_TOKEN: the platform rotates refresh tokens, and has replaced it.\n",
  });
  const second = await list([], { env });
  expect([second.code, second.stderr]).toEqual([3, expect.stringContaining("rotates")]);
});

test("reads the variables of another prefix", async () => {
  const { platform, baseUrl } = await listen();
  const env = { ACME_BASE_URL: baseUrl, ACME_REFRESH_TOKEN: platform.refreshToken };
  expect(await list(["--env-prefix", "ACME"], { env })).toMatchObject({ code: 0, stderr: "" });
  for (const prefix of ["_a1", "A".repeat(40)]) {
    const own = { [`${prefix}_BASE_URL`]: baseUrl, [`${prefix}_REFRESH_TOKEN`]: platform.refreshToken };
    expect(await list(["--env-prefix", `${prefix}_`], { env: own })).toMatchObject({ code: 0, stderr: "" });
  }
  expect((await list(["--env-prefix", "A".repeat(41)])).stderr).toContain("must be the prefix of variable");
  const { code, stderr } = await list(["--env-prefix", "OTHER"], { env });
  expect([code, stderr.includes("OTHER_BASE_URL")]).toEqual([3, true]);
});

test("says in a pipe what takes long: refresh requests, requests, and pauses of retries", async () => {
  let nth = 0;
  await using server = await serve((request, response) => {
    if (request.url === "/auth/refresh") respond(response, { access_token: "access-canary-55a1" });
    else if (++nth === 1) respond(response, {}, 503);
    else respond(response, { data });
  });
  const { code, stderr } = await list([], { env: configured(server.baseUrl), quietMs: 0 });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `ListIntegrations …
ListIntegrations: refreshing the access token …
ListIntegrations …
ListIntegrations: HTTP_STATUS, retrying in 1 s …
ListIntegrations …
`,
  });
});

test("does not treat the name of the operation as the value of --local", async () => {
  expect(await inProject(LIST_PROJECT, ["run", "--local", "ListIntegrations"])).toMatchObject({
    code: 0,
    stderr: "",
  });
});

test("prints partial data and the GraphQL errors, and exits with 1", async () => {
  const errors = [
    {
      message: "The name is hidden",
      path: ["integrations", "nodes", 1, "name"],
      extensions: { code: "FORBIDDEN" },
    },
    { message: `The token Bearer ${CANARY} saw this`, extensions: { trace: CANARY } },
  ];
  const nodes = [...data.integrations.nodes, { id: "i-2", name: null }];
  await using platform = await answering({ data: { integrations: { nodes } }, errors });
  const env = configured(platform.baseUrl);
  const table = await list([], { env });
  expect(table.code).toBe(1);
  expect(steady(table.stdout)).toMatchInlineSnapshot(`
    "ListIntegrations

    ╭─────┬────────────╮
    │ id  │ name       │
    ├─────┼────────────┤
    │ i-1 │ CRM to ERP │
    │ i-2 │ —          │
    ╰─────┴────────────╯

    2 rows · 1 request · 1 refresh · N ms · http://127.0.0.1:PORT
    "
  `);
  expect(table.stderr).toMatchInlineSnapshot(`
    "error: ListIntegrations: the response has 2 GraphQL errors
      - The name is hidden (FORBIDDEN, at integrations.nodes.1.name)
      - The token [redacted] saw this
    hint:  Fix the operation or its variables: the platform rejected all or a part of it.
    "
  `);
  const json = await list(["--format", "json"], { env });
  expect(json).toMatchObject({ code: 1, stderr: table.stderr });
  expect(JSON.parse(json.stdout)).toMatchObject({
    data: { integrations: { nodes } },
    errors: [
      { message: "The name is hidden", path: ["integrations", "nodes", 1, "name"], code: "FORBIDDEN" },
      { message: "The token [redacted] saw this" },
    ],
    requests: 1,
  });
  expect(json.stdout + table.stdout + table.stderr).not.toContain(CANARY);
});

test("escapes control characters and workflow commands of the platform", async () => {
  const name = "\u001b[2J\u001b]0;owned\u0007\nnext\u202e";
  const message = "::error::owned\n##[group]owned ##vso[task.setvariable]owned";
  const nodes = [{ id: "::set-output name=a::b", name }];
  await using platform = await answering({
    data: { integrations: { nodes } },
    errors: [{ message, path: [message] }],
  });
  const env = configured(platform.baseUrl);
  const { stdout, stderr } = await list([], { env });
  expect(stdout).toContain(String.raw`\u001b[2J\u001b]0;owned\u0007\nnext\u202e`);
  const json = await list(["--format", "json"], { env });
  expect(json.stdout).toContain(String.raw`\u001b[2J`);
  expect(JSON.parse(json.stdout).data.integrations.nodes[0].name).toBe(name);
  for (const output of [stdout, stderr, json.stdout]) {
    expect(output).toContain("owned");
    expect(output).not.toMatch(/^\s*::|##(?:vso)?\[|(?!\n)\p{Cc}|\p{Cf}/mu);
  }
});

test("reports an empty list", async () => {
  await using platform = await answering({ data: { integrations: { nodes: [] } } });
  const { code, stdout } = await list([], { env: configured(platform.baseUrl) });
  expect([code, steady(stdout)]).toEqual([
    0,
    "ListIntegrations\n\n0 rows · 1 request · 1 refresh · N ms · http://127.0.0.1:PORT\n",
  ]);
});

test("runs an operation with fragments of other files, on a local platform with the schema of the project", async () => {
  const files = {
    "operations/get.graphql": "query Get($id: ID!) { integration(id: $id) { ...Row } }",
    "operations/fragments/row.graphql": "fragment Row on Integration { id ...Name }",
    "operations/fragments/name.graphql":
      "fragment Name on Integration { name }\nfragment Unused on Integration { id }",
    "operations/note.graphql": "# nothing yet",
    "schema/schema.graphql": RELAY_PROJECT["schema/schema.graphql"],
  };
  const args = ["run", "Get", "--local", "--variables", '{"id": "4711"}', "--format", "json"];
  const { code, stdout, stderr } = await inProject(files, args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout).data).toEqual({ integration: null });
});

test("names the file, and the place if there is one, of a schema that is not valid", async () => {
  const explain = async (schema: string) =>
    (await inProject({ "schema/schema.graphql": schema }, ["run", "--query", "{ a }", "--local"])).stderr;
  expect(await explain("type A { a: Int }")).toContain("schema/schema.graphql");
  expect(await explain("type Query { a: Missing }")).toContain("1:17");
});

test("reads the files of --operations and --schema", async () => {
  const files = {
    "a/get.graphql": "query Get($id: ID!) { integration(id: $id) { ...Row } }",
    "b.graphql": "fragment Row on Integration { id }",
    "my.graphql": RELAY_PROJECT["schema/schema.graphql"],
  };
  const args = [
    "run",
    "Get",
    "--local",
    "--schema",
    "my.graphql",
    "--variables",
    '{"id": "1"}',
    "--operations",
  ];
  expect(await inProject(files, [...args, "a", "b.graphql"])).toMatchObject({ code: 0, stderr: "" });
});

test("serves the schema of an introspection file", async () => {
  const schema = JSON.stringify(
    introspectionFromSchema(buildSchema("type Query { cats: [Cat!]! } type Cat { id: ID! size: Int! }")),
  );
  const files = { "operations/a.graphql": "query A { cats { size } }", "schema.json": schema };
  const finished = await inProject(files, ["run", "A", "--local", "--schema", "schema.json"]);
  expect(finished).toMatchObject({ code: 0, stdout: expect.stringContaining("3 rows"), stderr: "" });
});

test("uses the sample of the package only with --local, if there is no project", async () => {
  const query = ["run", "--query", "{ __typename }"];
  expect(await inProject({}, [...query, "--local"])).toMatchObject({ code: 0, stderr: "" });
  const invalid = await inProject({}, ["run", "--query", "{ gone }", "--local"]);
  expect(invalid.stderr).toContain("update the schema of @integration-platform/graphql: ");
  const files = { "own.graphql": "query Own { __typename }" };
  const run = (name: string) => inProject(files, ["run", name, "--local", "--operations", "own.graphql"]);
  expect(await run("Own")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("ListIntegrations")).toMatchObject({ code: 3, stdout: "" });
  const { env } = await listen();
  const remote = await inProject({}, query, { env });
  const hint = "Only the platform validates the operation: there is no schema/schema.graphql here.";
  expect(remote).toMatchObject({ code: 0, stderr: `hint:  ${hint}\n` });
});

const rename = (...args: string[]) => [
  "run",
  "RenameIntegration",
  "--variables",
  `{"input": {"id": "${CANARY}", "name": "x"}}`,
  ...args,
];

test("prints the payload errors of a mutation, and exits with 1", async () => {
  const errors = [
    { field: "name", messages: ["is too short", "must be \u001b[31munique"] },
    { field: null, messages: [`is not for Bearer ${CANARY}`] },
    { message: "::error::no field" },
  ];
  const renameIntegration = { integration: null, errors };
  await using platform = await answering({ data: { renameIntegration } });
  const env = configured(platform.baseUrl);
  const { code, stdout, stderr } = await inProject(RELAY_PROJECT, rename(), { env });
  expect(code).toBe(1);
  expect(steady(stdout)).toMatchInlineSnapshot(`
    "RenameIntegration

    renameIntegration.integration  —

    1 request · 1 refresh · N ms · http://127.0.0.1:PORT
    "
  `);
  expect(stderr).toMatchInlineSnapshot(`
    "error: RenameIntegration: the platform rejected the mutation with 3 payload errors
      - name: is too short; must be \\u001b[31munique
      - renameIntegration: is not for [redacted]
      - renameIntegration: ::error::no field
    hint:  Fix the variables, then run the mutation again.
    "
  `);
  const json = await inProject(RELAY_PROJECT, rename("--format", "json"), { env });
  expect(json).toMatchObject({ code: 1, stderr });
  expect(JSON.parse(json.stdout)).toMatchObject({
    data: { renameIntegration: { integration: null } },
    payloadErrors: [
      { field: "name", messages: ["is too short", expect.stringContaining("unique")] },
      { field: "renameIntegration", messages: [expect.any(String)] },
      { field: "renameIntegration", messages: ["::error::no field"] },
    ],
  });
  expect(stdout + stderr).not.toContain(CANARY);
});

test("masks a token in the table of a mutation before it cuts the table", async () => {
  const renamed = [{ id: "access-canary-55a1", name: "x".repeat(40) }];
  await using platform = await answering({ data: { renameIntegration: { renamed, errors: [] } } });
  const env = configured(platform.baseUrl);
  const { code, stdout } = await inProject(RELAY_PROJECT, rename(), { env, columns: 30 });
  expect([code, stripVTControlCharacters(stdout).split("\n")[5]]).toEqual([
    0,
    "│ [redacted] │ xxxxxxxxxxxx… │",
  ]);
});

test("run without a name does not run an operation without one", async () => {
  const files = { ...LIST_PROJECT, "operations/a.graphql": "{ __typename }" };
  const hint = 'Run "npx @integration-platform/graphql-cli run <operation>". Operations: ListIntegrations.';
  expect(await inProject(files, ["run"])).toEqual(failure("missing operation name", hint));
  expect(await inProject({ "operations/a.graphql": "\n  { __typename }" }, ["run"])).toEqual(
    failure(
      "missing operation name; the only operations have no name",
      "Name the one at operations/a.graphql:2:3.",
    ),
  );
});

test.for([[], null])("succeeds if a mutation has the payload errors %j", async (errors) => {
  await using platform = await answering({
    data: { renameIntegration: { integration: { id: "1" }, errors } },
  });
  const { code, stdout, stderr } = await inProject(RELAY_PROJECT, rename(), {
    env: configured(platform.baseUrl),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("renameIntegration.integration.id  1");
  expect(stdout).not.toContain("errors");
});

test.for([null, true])("succeeds if the payload of a mutation is %s", async (renameIntegration) => {
  await using platform = await answering({ data: { renameIntegration } });
  const env = configured(platform.baseUrl);
  const { code, stdout, stderr } = await inProject(RELAY_PROJECT, rename("--format", "json"), { env });
  expect({ code, stderr, data: JSON.parse(stdout).data }).toEqual({
    code: 0,
    stderr: "",
    data: { renameIntegration },
  });
});

test("a JSON document has data, which is null, if the platform returns only errors", async () => {
  await using platform = await answering({ errors: [{ message: "no" }] });
  const { code, stdout } = await list(["--format", "json"], { env: configured(platform.baseUrl) });
  const { data: received, errors } = JSON.parse(stdout);
  expect([code, received, errors]).toEqual([1, null, [{ message: "no" }]]);
});

test("does not treat a field of a query as payload errors", async () => {
  await using platform = await answering({ data: { integrations: { nodes: [], errors: [{ field: "a" }] } } });
  expect((await list([], { env: configured(platform.baseUrl) })).code).toBe(0);
});

test("names the first 20 operations of a project, and counts the others", async () => {
  const names = Array.from({ length: 25 }, (_, index) => `Get${index + 10}`);
  using project = createProject({
    "operations/a.graphql": names
      .map((name) => `query ${name} { a }`)
      .toReversed()
      .join("\n"),
  });
  expect(await command(["run", "Set10"], { cwd: project.folder })).toEqual(
    failure(
      'unknown operation "Set10"',
      `Run "npx @integration-platform/graphql-cli run Get10". Operations: ${names.slice(0, 20).join(", ")} and 5 more.`,
    ),
  );
});

test("exits with 3 if the schema of the project is a broken link", async () => {
  using project = createProject({ "operations/a.graphql": "query A { a }" });
  project.link("schema/schema.graphql", "nowhere");
  const { code, stderr } = await command(["run", "A", "--local"], { cwd: project.folder });
  expect({ code, error: stderr.split("\n")[0] }).toEqual({
    code: 3,
    error: 'error: cannot read "schema/schema.graphql": no such file or folder',
  });
});

const LIST = ["run", "ListIntegrations"];

const RUN_HELP = 'Run "npx @integration-platform/graphql-cli run --help".';
/** The help that lists the options of all commands. */
const PROGRAM_HELP = 'Run "npx @integration-platform/graphql-cli --help".';

const IN_ENVIRONMENT =
  'Set tokens in the environment, never as an option: see "npx @integration-platform/graphql-cli run --help".';

/** The parser of all commands. A value can be a misplaced token. */
test.for<[args: readonly string[], error: string, hint?: string]>([
  [
    ["run", `${CANARY}!`],
    "unknown operation",
    'Run "npx @integration-platform/graphql-cli run <operation>". Operations: ListIntegrations.',
  ],
  [
    [...LIST, "--variables", `{"a": "${CANARY}"}`],
    'ListIntegrations: unknown variable "a"',
    "Remove --variables: ListIntegrations has no variables.",
  ],
  [[CANARY], "unknown command", 'Run "npx @integration-platform/graphql-cli --help".'],
  [[...LIST, `--refresh-token=${CANARY}`], "unknown option '--refresh-token=…'", IN_ENVIRONMENT],
  [[...LIST, `--CLIENT_SECRET=${CANARY}`], "unknown option", IN_ENVIRONMENT],
  [[...LIST, "--api-password", CANARY], "unknown option '--api-password'", IN_ENVIRONMENT],
  [[...LIST, `--x\n=${CANARY}\n${CANARY}`], "unknown option"],
  [[...LIST, `x\n${CANARY}`], "too many arguments for 'run'. Expected 1 argument but got 2"],
  [
    [...LIST, "--format", `x\n' is invalid. ${CANARY}`],
    "option '--format <format>': allowed choices are table, json",
  ],
  [
    [...LIST, "--timeout", `1\n${CANARY}`],
    "option '--timeout <ms>': it must be a whole number from 1 to 2147483647",
    PROGRAM_HELP,
  ],
  [
    [...LIST, "--env-prefix", `my-platform\n${CANARY}`],
    "option '--env-prefix <prefix>': it must be the prefix of variable names, such as PLATFORM",
    PROGRAM_HELP,
  ],
])("exits with 3 for %j, and quotes no value", async ([args, error, hint = RUN_HELP]) => {
  expect(await inProject(LIST_PROJECT, args)).toEqual(failure(error, hint));
});

test("prints a JSON document if the platform is not available", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const { code, stdout } = await list(["--format", "json"], { env: configured(baseUrl) });
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    code: 3,
    version: 1,
    operation: "ListIntegrations",
    requests: 0,
    refreshes: 3,
    durationMs: expect.any(Number),
    error: { code: "REFRESH_UNAVAILABLE", message: expect.stringMatching(/[^.]$/), hint: expect.any(String) },
    platform: { baseUrl, local: false },
  });
});

test.for(["run ListIntegrations", "token"])("%s exits with 3 after the timeout", async (args) => {
  await using platform = await serve(() => {});
  const env = configured(platform.baseUrl);
  const { code, stdout, stderr } = await inProject(LIST_PROJECT, [...args.split(" "), "--timeout", "50"], {
    env,
  });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(
    /^error: \w+: timed out after 50 ms.*\nhint: {2}Try again, or allow more time with --timeout <ms>\.\n$/,
  );
});

test.for(["run --query {__typename}", "token", "doctor --contract", "schema pull"])(
  "%s exits quietly with 130 if it is interrupted",
  // A request that is not aborted ends after 30 seconds.
  { timeout: 20_000 },
  async (args) => {
    const received = Promise.withResolvers<void>();
    await using platform = await serve(() => received.resolve());
    const running = background(args.split(" "), { env: configured(platform.baseUrl) });
    await received.promise;
    running.interrupt();
    expect(await running.finished).toEqual({ code: 130, stdout: "", stderr: "" });
  },
);

test("cuts the table to the width of a terminal, and shows colors", async () => {
  const { code, stdout, stderr } = await list(["--local"], { columns: 40, env: { TERM: "xterm-256color" } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("\u001b[1mListIntegrations\u001b[22m");
  const table = stripVTControlCharacters(stdout).split("\n").slice(2, 9);
  expect(table.map((line) => line.length)).toEqual(Array(7).fill(40));
});

test("prints the help of the program", async () => {
  const { code, stdout, stderr } = await command(["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.match(/^\S.*:$/gm)).toEqual([
    "Options:",
    "Operations:",
    "Development:",
    "Diagnosis:",
    "Environment:",
    "Exit codes:",
    "Examples:",
  ]);
  expect(stdout).toMatch(/\n {2}run \[operation\] +Run an operation and print the result\n/);
  expect(stdout).toContain("\n  schema check ");
  expect(await command(["help"])).toEqual({ code, stdout, stderr });
});

test("prints the help of a command without the options of the program", async () => {
  const { stdout } = await command(["run", "--help"]);
  expect(stdout.match(/^[A-Z][a-z ]+:/gm)).toEqual([
    "Usage:",
    "Arguments:",
    "Options:",
    "Environment:",
    "Exit codes:",
    "Examples:",
  ]);
  expect(stdout).toContain(`
  --format <format>       table or json (default: table)
  --local                 Use a local platform, and ignore the environment
`);
  expect(stdout).not.toMatch(/--(?:help|config|env-prefix)/);
});

test.for(["", ...COMMANDS])('keeps the help of "%s" within 80 columns', async (name) => {
  const { code, stdout, stderr } = await command([...name.split(" "), "--help"].filter(Boolean));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(stdout).toMatch(/^Exit codes:$/m);
  expect(stdout).not.toMatch(/default: (?:["[{]|undefined)/);
});

test("the help of all commands is the one of the transcript", async () => {
  const texts: string[] = [];
  for (const name of ["", ...COMMANDS]) {
    const args = [...name.split(" "), "--help"].filter(Boolean);
    const { stdout } = await command(args);
    texts.push(`$ platform-graphql ${args.join(" ")}\n${stdout}`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("transcripts/help.txt");
});

test("prints the help on stderr and exits with 3 if the command is missing", async () => {
  const { code, stdout, stderr } = await command([]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/^Usage: platform-graphql /);
});

test("prints its version", async () => {
  expect(await command(["--version"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test("exits quietly with 0 if the reader closes the pipe", async () => {
  await using platform = await answering({ data });
  using project = createProject(LIST_PROJECT);
  const running = start(LIST, { env: configured(platform.baseUrl), cwd: project.folder });
  running.child.stdout?.destroy();
  expect(await running.finished).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("has no colors if NO_COLOR is set, and colors in a pipe if FORCE_COLOR is set", async () => {
  const preload = `
    import { WriteStream } from "node:tty";
    for (const stream of [process.stdout, process.stderr]) {
      Object.defineProperties(stream, { isTTY: { value: true }, columns: { value: 80 } });
      for (const method of ["getColorDepth", "hasColors"]) stream[method] = WriteStream.prototype[method];
    }`;
  const env = { TERM: "xterm-256color" };
  const plain = await start(["--help"], { preload, env: { ...env, NO_COLOR: "1" } }).finished;
  expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /) });
  const colored = await start(["--help"], { env: { ...env, FORCE_COLOR: "1" } }).finished;
  expect(colored.stdout.startsWith("\u001b[1mUsage:\u001b[22m ")).toBe(true);
});

const onNode = (version: string) =>
  `Object.defineProperty(process.versions, "node", { value: "${version}" });`;

test.for(["22.12.0", "23.0.0"])("runs on Node.js %s", async (version) => {
  const { code, stderr } = await start(["--version"], { preload: onNode(version) }).finished;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test.for(["20.20.2", "22.11.0"])("names the required version on Node.js %s", async (version) => {
  const preload = `
    import { registerHooks } from "node:module";
    ${onNode(version)}
    registerHooks({
      load(url, context, next) {
        process.stdout.write(url.slice(url.lastIndexOf("/") + 1) + " ");
        return next(url, context);
      },
    });`;
  expect(await start(LIST, { preload }).finished).toEqual({
    code: 3,
    // No other file is loaded: it can use syntax that an old version does not support.
    stdout: "platform-graphql.js main.js problem.js ",
    stderr: `error: platform-graphql requires Node.js 22.12 or later; this is Node.js ${version}\nhint:  Install Node.js 22.12 or later.\n`,
  });
});

test("prints an unexpected error without its message, and the stack only with DEBUG", async () => {
  const throwing = (thrown: string) => `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === "commander") throw ${thrown};
        return next(specifier, context);
      },
    });`;
  const env = { SECRET: CANARY, DEBUG: "platform-graphql-x" };
  expect(await start(["run"], { preload: throwing("process.env.SECRET"), env }).finished).toEqual({
    code: 3,
    stdout: "",
    stderr:
      "error: unexpected string in platform-graphql\nhint:  Set DEBUG=platform-graphql to print the stack, and report the bug.\n",
  });
  const { stderr } = await start(["run"], {
    preload: throwing("new RangeError(process.env.SECRET)"),
    env: { ...env, DEBUG: "http, platform-graphql" },
  }).finished;
  expect(stderr).toMatch(/^error: unexpected RangeError.*\n(?: {4}at .*\n){2,}$/);
  expect(stderr).not.toContain(CANARY);
});

// ---- Deep values ----

const nest = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Runs a mutation, whose response has this data as JSON. */
async function runChange(data: string, ...args: readonly string[]) {
  await using server = await serve((request, response) => {
    const body =
      request.url === "/auth/refresh" ? '{"access_token":"a-token-of-the-run"}' : `{"data":${data}}`;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  const files = {
    "schema/schema.graphql":
      "scalar JSON type Query { a: Int } type Mutation { change: Payload } type Payload { value: JSON errors: [JSON!] }",
    "operations/a.graphql": "mutation Change { change { value errors } }",
  };
  return await inProject(files, ["run", "Change", ...args], { env: configure(server.baseUrl, "r") });
}

test("run prints what a mutation has returned at any depth, as JSON, and masks secrets in it", async () => {
  const deep = (text: string) => `{"change":{"value":${nest(20_000).replace("[]", `["${text}"]`)}}}`;
  const { code, stdout, stderr } = await runChange(deep("a-token-of-the-run"));
  expect(stdout).toContain(`"data":${deep("[redacted]")}`);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: "hint:  The data is too large or too deep for a table.\n",
  });
  expect(await runChange(deep("x"), "--format", "json")).toMatchObject({ code: 0, stderr: "" });
});

test("run prints ten of many payload errors, and their number", async () => {
  for (const [length, more] of [
    [10, ""],
    [11, "  … and 1 more\n"],
  ] as const) {
    const errors = Array.from({ length }, () => '{"field":"f","messages":["m"]}').join();
    expect(await runChange(`{"change":{"value":1,"errors":[${errors}]}}`)).toMatchObject({
      code: 1,
      stderr: `error: Change: the platform rejected the mutation with ${length} payload errors
${"  - f: m\n".repeat(10)}${more}hint:  Fix the variables, then run the mutation again.
`,
    });
  }
});

test("run names the limit for variables that are nested too deeply", async () => {
  const files = {
    "schema/schema.graphql": "scalar JSON type Query { value(input: JSON): JSON }",
    "operations/a.graphql": "query Get($input: JSON) { value(input: $input) }",
    "deep.json": `{"input":${nest(20_000)}}`,
  };
  const { code, stderr } = await inProject(files, ["run", "Get", "--local", "--variables", "@deep.json"]);
  expect([code, stderr]).toEqual([
    3,
    'error: --variables: "deep.json" has more than 500 levels of objects and lists\nhint:  Pass less.\n',
  ]);
});
