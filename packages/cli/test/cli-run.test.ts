import { stripVTControlCharacters } from "node:util";
import { createPlatform } from "@integration-platform/graphql-testing";
import { test as base, vi } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { type CommandOptions, command, fakeTerminal, start } from "./support/command.ts";

/** Stands for the refresh token and for the values of variables: must not be seen in any output. */
const CANARY = "canary-9f8e7d6c5b4a";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 30_000 });
const test = base.concurrent;
const configured = (baseUrl: string) => ({ PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: CANARY });
const data = { integrations: { nodes: [{ id: "i-1", name: "CRM to ERP" }] } };

/** Ports and durations differ from run to run. */
const steady = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT").replaceAll(/\d+ ms\b/g, "N ms");

/** A platform that takes every refresh token, and answers every operation with this. */
const answering = (body: unknown, status = 200) =>
  serve((request, response) => {
    if (request.url === "/auth/refresh") respond(response, { access_token: "fresh" });
    else respond(response, body, status);
  });

/** Runs `ListIntegrations`. */
const list = (args: readonly string[], options?: CommandOptions) =>
  command(["run", "ListIntegrations", ...args], options);

test("prints a table, and what happened in the last line", async ({ expect }) => {
  const { code, stdout, stderr } = await list(["--local"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(steady(stdout)).toMatchInlineSnapshot(`
    "ListIntegrations

    ╭──────────────────────────────────────┬───────────────────────────╮
    │ id                                   │ name                      │
    ├──────────────────────────────────────┼───────────────────────────┤
    │ 6eff12ae-a4d3-426b-8f43-229409c2a8f0 │ Newsletter to Warehouse 1 │
    │ 7635be4c-f8fb-41bd-99d9-d58743c5e291 │ ERP to CRM 2              │
    │ 85413929-f487-4fa8-919a-fc7a2888f28d │ Billing to Warehouse 3    │
    ╰──────────────────────────────────────┴───────────────────────────╯

    3 integrations · 1 request · 1 refresh · N ms · local platform at http://127.0.0.1:PORT
    "
  `);
});

test("prints a versioned JSON document", async ({ expect }) => {
  const { code, stdout, stderr } = await list(["--local", "--format", "json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const document = JSON.parse(stdout);
  expect({ ...document, durationMs: typeof document.durationMs }).toEqual({
    version: 1,
    operation: "ListIntegrations",
    data: { integrations: { nodes: expect.arrayContaining([{ id: expect.any(String), name: "ERP to CRM 2" }]) } },
    requests: 1,
    refreshes: 1,
    durationMs: "number",
    platform: { baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), local: true },
  });
});

test("runs against the configured platform with one exchange and one request", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const env = { PLATFORM_BASE_URL: `${server.baseUrl}/`, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const { code, stdout } = await list(["--local=auto"], { env });
  expect(code).toBe(0);
  expect(stdout).toContain(`3 integrations · 1 request · 1 refresh · `);
  expect(stdout).toMatch(new RegExp(` ms · ${server.baseUrl}\n$`));
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 1]);
});

test("reads variables of another prefix", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const env = { ACME_BASE_URL: server.baseUrl, ACME_REFRESH_TOKEN: platform.refreshToken };
  expect(await list(["--env-prefix", "ACME"], { env })).toMatchObject({ code: 0, stderr: "" });
  const { stderr } = await list(["--env-prefix", "OTHER"], { env });
  expect(stderr).toContain("the environment lacks OTHER_BASE_URL, and OTHER_REFRESH_TOKEN or OTHER_ACCESS_TOKEN");
});

test("--local=auto starts a local platform where nothing is configured, and says how to reach a real one", async ({
  expect,
}) => {
  const { code, stdout, stderr } = await list(["--local=auto"], { env: { PLATFORM_BASE_URL: " " } });
  expect(code).toBe(0);
  expect(stdout).toContain("local platform at http://127.0.0.1:");
  expect(stderr).toMatchInlineSnapshot(`
    "hint:  nothing is configured, so a local platform answered; set PLATFORM_BASE_URL and PLATFORM_REFRESH_TOKEN to ask a real one
    "
  `);
});

test("--local=auto refuses half a configuration instead of passing over it", async ({ expect }) => {
  const { code, stdout, stderr } = await list(["--local=auto"], { env: { PLATFORM_REFRESH_TOKEN: CANARY } });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: the environment lacks PLATFORM_BASE_URL
    hint:  the platform is configured by PLATFORM_BASE_URL, PLATFORM_REFRESH_TOKEN, PLATFORM_ACCESS_TOKEN, PLATFORM_TENANT_ID
    "
  `);
});

test("--local takes no operation for its value", async ({ expect }) => {
  expect(await command(["run", "--local", "ListIntegrations"])).toMatchObject({ code: 0, stderr: "" });
});

test("prints partial data, then the errors, and exits with 1", async ({ expect }) => {
  const errors = [
    {
      message: "The name is not for you",
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

    2 integrations · 1 request · 1 refresh · N ms · http://127.0.0.1:PORT
    "
  `);
  expect(table.stderr).toMatchInlineSnapshot(`
    "error: ListIntegrations: the platform answered with 2 errors
      - The name is not for you (at integrations.nodes.1.name)
      - The token [redacted] saw this
    hint:  the platform refused the operation, or a part of it: nothing is wrong with the connection
    "
  `);
  const json = await list(["--format", "json"], { env });
  expect(json).toMatchObject({ code: 1, stderr: table.stderr });
  expect(JSON.parse(json.stdout)).toMatchObject({
    data: { integrations: { nodes } },
    errors: [
      { message: "The name is not for you", path: ["integrations", "nodes", 1, "name"], code: "FORBIDDEN" },
      { message: "The token [redacted] saw this" },
    ],
    requests: 1,
  });
  expect(json.stdout + table.stdout + table.stderr).not.toContain(CANARY);
});

test("a name cannot speak to the terminal", async ({ expect }) => {
  const name = "\u001b[2J\u001b]0;owned\u0007\nnext\u202e";
  await using platform = await answering({ data: { integrations: { nodes: [{ id: "i-1", name }] } } });
  const env = configured(platform.baseUrl);
  const { stdout } = await list([], { env });
  expect(stdout).toContain(String.raw`│ \u001b[2J\u001b]0;owned\u0007\nnext\u202e │`);
  const json = await list(["--format", "json"], { env });
  expect(json.stdout).toContain(String.raw`\u001b[2J`);
  expect(json.stdout).toContain(String.raw`\u202e`);
  expect(JSON.parse(json.stdout).data.integrations.nodes[0].name).toBe(name);
});

test("an empty list is said to be empty", async ({ expect }) => {
  await using platform = await answering({ data: { integrations: { nodes: [] } } });
  const { code, stdout } = await list([], { env: configured(platform.baseUrl) });
  expect(code).toBe(0);
  expect(steady(stdout)).toBe(
    "ListIntegrations\n\n0 integrations · 1 request · 1 refresh · N ms · http://127.0.0.1:PORT\n",
  );
});

interface Refusal {
  readonly when: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: string;
}

const HTTPS = "https://platform.example.com";
const TOKEN = { PLATFORM_REFRESH_TOKEN: CANARY };
const refusals: Refusal[] = [
  {
    when: "nothing is configured",
    says: "error: the environment lacks PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN\nhint:  set them, or try it without an account: add --local\n",
  },
  {
    when: "the configuration is blank",
    env: { PLATFORM_BASE_URL: " ", PLATFORM_REFRESH_TOKEN: "\n" },
    says: "error: the environment lacks PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN\nhint:  set them, or try it without an account: add --local\n",
  },
  {
    when: "the tenant is no UUID",
    env: { ...TOKEN, PLATFORM_BASE_URL: HTTPS, PLATFORM_TENANT_ID: "acme" },
    says: "error: PLATFORM_TENANT_ID is not a UUID",
  },
  {
    when: "the base URL is no URL",
    env: { ...TOKEN, PLATFORM_BASE_URL: "platform" },
    says: 'error: PLATFORM_BASE_URL "platform" is not a URL: it should look like https://platform.example.com\n',
  },
  {
    when: "the base URL holds a password",
    env: { ...TOKEN, PLATFORM_BASE_URL: `https://user:${CANARY}@platform.example.com` },
    says: "error: PLATFORM_BASE_URL for platform.example.com holds a user name or password\n",
  },
  {
    when: "the base URL is http: off loopback",
    env: { ...TOKEN, PLATFORM_BASE_URL: "http://platform.example.com" },
    says: 'error: PLATFORM_BASE_URL "http://platform.example.com" would send tokens unencrypted: use https:\n',
  },
  {
    when: "the refresh token holds what no header can carry",
    env: { PLATFORM_BASE_URL: HTTPS, PLATFORM_REFRESH_TOKEN: `${CANARY}\n${CANARY}` },
    says: "error: PLATFORM_REFRESH_TOKEN ",
  },
  {
    when: "the operation is misspelt",
    args: ["run", "listIntegratons"],
    says: 'error: there is no operation "listIntegratons"; did you mean ListIntegrations?\nhint:  operations: ListIntegrations\n',
  },
  {
    when: "the operation is like none of ours",
    args: ["run", CANARY],
    says: "error: there is no operation of that name\nhint:  operations: ListIntegrations\n",
  },
  {
    when: "no operation is named",
    args: ["run"],
    says: "error: which operation?\nhint:  operations: ListIntegrations\n",
  },
  {
    when: "variables are not JSON",
    args: ["run", "ListIntegrations", "--variables", `{"a": ${CANARY}`],
    says: "error: --variables is not JSON\nhint:  write them as one JSON object in single quotes: ",
  },
  {
    when: "variables are not JSON, and it is known where",
    args: ["run", "ListIntegrations", "--variables", `{"a": "${CANARY}" "b"}`],
    says: "error: --variables is not JSON (at character 29)\n",
  },
  {
    when: "variables are no object",
    args: ["run", "ListIntegrations", "--variables", `["${CANARY}"]`],
    says: "error: --variables must be a JSON object, not a list\n",
  },
  {
    when: "a variable is unknown to the operation",
    args: ["run", "ListIntegrations", "--variables", `{"tenant": "${CANARY}"}`],
    says: 'error: ListIntegrations: there is no variable "tenant"\nhint:  ListIntegrations takes no variables\n',
  },
  {
    when: "the command is misspelt",
    args: ["rnu"],
    says: "error: unknown command 'rnu'\nhint:  did you mean run?\n",
  },
  {
    when: "an option is misspelt",
    args: ["run", "ListIntegrations", "--fromat", "json"],
    says: "error: unknown option '--fromat'\nhint:  did you mean --format?\n",
  },
  {
    when: "a token is on the command line",
    args: ["run", "ListIntegrations", `--refresh-token=${CANARY}`],
    says: "error: unknown option '--refresh-token'\nhint:  tokens are read from the environment only: ",
  },
  {
    when: "a token stands where nothing is expected",
    args: ["run", "ListIntegrations", CANARY],
    says: "error: too many arguments for 'run'. Expected 1 argument but got 2\n",
  },
  {
    when: "a token stands where a command is expected",
    args: [CANARY],
    says: "error: unknown command\n",
  },
  {
    when: "the format is unknown",
    args: ["run", "ListIntegrations", "--format", CANARY],
    says: "error: option '--format <format>': allowed choices are table, json\n",
  },
  {
    when: "the timeout is no number of milliseconds",
    args: ["run", "ListIntegrations", "--timeout", "soon"],
    says: "error: option '--timeout <ms>': it must be a whole number from 1 to 2147483647\n",
  },
  {
    when: "the prefix cannot begin a variable's name",
    args: ["run", "ListIntegrations", "--env-prefix", "my-platform"],
    says: "error: option '--env-prefix <prefix>': it must be the first part of a variable's name, such as PLATFORM\n",
  },
];

test.for(refusals)(
  "exits with 3, and says what to do, when $when",
  async ({ args, env = TOKEN, says, when }, { expect }) => {
    const missing = when.startsWith("nothing") ? {} : env;
    const { code, stdout, stderr } = await command(args ?? ["run", "ListIntegrations"], { env: missing });
    expect(stderr.slice(0, says.length)).toBe(says);
    expect(stderr).toMatch(/^error: .+\nhint: {2}.+\n$/);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).not.toContain(CANARY);
  },
);

test("says that the platform is down", async ({ expect }) => {
  const platform = await serve(() => {});
  await platform[Symbol.asyncDispose]();
  const { code, stdout, stderr } = await list([], { env: configured(platform.baseUrl) });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(steady(stderr)).toMatchInlineSnapshot(`
    "error: ListIntegrations: refresh exchange: could not connect (ECONNREFUSED)
    hint:  check PLATFORM_BASE_URL, and that the platform can be reached from here
    "
  `);
});

test("says that the refresh token was refused, and where to get another", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const { code, stdout, stderr } = await list([], { env: configured(server.baseUrl) });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: ListIntegrations: refresh exchange: HTTP 401: the refresh token was refused; get a new one
    hint:  the platform's own tool prints one (\`me:token --type refresh\`): set PLATFORM_REFRESH_TOKEN, and check PLATFORM_TENANT_ID
    "
  `);
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 0]);
});

test("says that time ran out, and does not wait for what nobody needs any more", async ({ expect }) => {
  await using platform = await serve(() => {});
  const { code, stdout, stderr } = await list(["--timeout", "50"], { env: configured(platform.baseUrl) });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: ListIntegrations: timed out after 50 ms (while waiting for an access token)
    hint:  try again, or allow it more time with --timeout <ms>
    "
  `);
});

test("says that the base URL leads to something else", async ({ expect }) => {
  await using platform = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<html>${CANARY}</html>`);
  });
  const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_ACCESS_TOKEN: CANARY };
  const { code, stdout, stderr } = await list([], { env });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: ListIntegrations: HTTP 200 without a GraphQL response (text/html): check PLATFORM_BASE_URL
    hint:  PLATFORM_BASE_URL may lead to a web page, a log-in or a proxy instead of the platform
    "
  `);
});

test("with --format json a failure is a JSON document too, and the same exit code and line", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const { code, stdout, stderr } = await list(["--format", "json"], { env: configured(server.baseUrl) });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^error: ListIntegrations: refresh exchange: /);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    operation: "ListIntegrations",
    error: { code: "REFRESH_REJECTED", message: expect.stringContaining("HTTP 401"), hint: expect.any(String) },
    requests: 0,
    refreshes: 1,
    durationMs: expect.any(Number),
    platform: { baseUrl: server.baseUrl, local: false },
  });
});

test("with --format json a configuration that is missing is a JSON document too", async ({ expect }) => {
  const { code, stdout } = await list(["--format", "json"]);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ version: 1, error: { code: "USAGE" }, requests: 0, refreshes: 0 });
});

test("names the optional peer that is missing, and the command that installs it", async ({ expect }) => {
  const preload = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier !== "msw") return next(specifier, context);
        throw Object.assign(new Error("Cannot find package 'msw' imported from /x.js"), { code: "ERR_MODULE_NOT_FOUND" });
      },
    });`;
  const { code, stdout, stderr } = await list(["--local"], { preload });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: the package "msw" is needed for the local platform
    hint:  npm install --save-dev graphql msw
    "
  `);
});

test("ends quietly with 130 on Ctrl-C", async ({ expect }) => {
  const asked = Promise.withResolvers<void>();
  await using platform = await serve(() => asked.resolve());
  const running = start(["run", "ListIntegrations"], { env: configured(platform.baseUrl) });
  await asked.promise;
  running.child.kill("SIGINT");
  expect(await running.finished).toEqual({ code: 130, stdout: "", stderr: "" });
});

test("ends quietly, with its own exit code, when nobody reads any more", async ({ expect }) => {
  await using platform = await answering({ data });
  const running = start(["run", "ListIntegrations"], { env: configured(platform.baseUrl) });
  running.child.stdout?.destroy();
  expect(await running.finished).toEqual({ code: 0, stdout: "", stderr: "" });
});

test("colours a terminal, cuts the table to its width, and shows a spinner on stderr", async ({ expect }) => {
  const { code, stdout, stderr } = await list(["--local"], {
    preload: fakeTerminal(40),
    env: { TERM: "xterm-256color" },
  });
  expect(code).toBe(0);
  expect(stdout).toContain("\u001b[1mListIntegrations\u001b[22m");
  expect(stripVTControlCharacters(stdout).split("\n").slice(2, 9)).toMatchInlineSnapshot(`
    [
      "╭──────────────────┬───────────────────╮",
      "│ id               │ name              │",
      "├──────────────────┼───────────────────┤",
      "│ 6eff12ae-a4d3-4… │ Newsletter to Wa… │",
      "│ 7635be4c-f8fb-4… │ ERP to CRM 2      │",
      "│ 85413929-f487-4… │ Billing to Wareh… │",
      "╰──────────────────┴───────────────────╯",
    ]
  `);
  expect(stderr).toContain("exchanging the refresh token");
});

test("has no colours under NO_COLOR, also on a terminal", async ({ expect }) => {
  const { code, stdout } = await list(["--local"], {
    preload: fakeTerminal(120),
    env: { TERM: "xterm-256color", NO_COLOR: "1", CI: "true" },
  });
  expect(code).toBe(0);
  expect(stdout).not.toContain("\u001b");
});

test("help goes to stdout, with the exit codes, and is no failure", async ({ expect }) => {
  const { code, stdout, stderr } = await command(["--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: platform-graphql [options] [command]

    Runs typed operations of the Integration Platform's GraphQL API.

    Options:
      -V, --version              print the version
      --env-prefix <prefix>      first part of the names of the environment
                                 variables (default: "PLATFORM")
      -h, --help                 print help

    Commands:
      codegen [options]          generate typed documents of your operations
      doctor [options]           find what is wrong between here and the platform
      run [options] [operation]  run an operation and print its answer
      schema                     pull the schema, and check what a change of it does
      serve [options]            run a local platform to try things on
      token [options]            print an access token, for scripts
      verify [options]           check that the platform keeps its contract
      help [command]             print help for a command

    Exit codes, the same for every output format:
      0    done
      1    the answer is no: GraphQL errors (run), a statement of the specification that is not kept (verify), an operation
           that breaks (schema check), something that is wrong (doctor), stale code (codegen --check)
      2    the schema has drifted and breaks nothing, where that was to fail (schema check)
      3    it could not be done: usage, configuration, network, authentication
      130  interrupted by Ctrl-C (143: by SIGTERM); \`serve\` ends with 0
    "
  `);
  for (const args of [["help"], ["run", "--help"], ["help", "run"], ["serve", "--help"]]) {
    const help = await command(args);
    expect(help, args.join(" ")).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout, args.join(" ")).toContain("Exit codes");
  }
});

test("without a command there is help on stderr, and exit code 3", async ({ expect }) => {
  const { code, stdout, stderr } = await command([]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(/^Usage: platform-graphql /);
});

test("prints its version", async ({ expect }) => {
  expect(await command(["--version"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test.for(["20.20.2", "22.11.0", "18.0.0"])(
  "on Node %s it says in one line what it needs",
  async (version, { expect }) => {
    const preload = `Object.defineProperty(process.versions, "node", { value: "${version}" });`;
    expect(await command(["run", "ListIntegrations", "--local"], { preload })).toEqual({
      code: 3,
      stdout: "",
      stderr: `error: platform-graphql needs Node 22.12 or newer; this is Node ${version}\n`,
    });
  },
);

test("loads nothing but its own two files before it has checked the version of Node", async ({ expect }) => {
  const preload = `
    import { registerHooks } from "node:module";
    Object.defineProperty(process.versions, "node", { value: "20.0.0" });
    registerHooks({
      load(url, context, next) {
        process.stdout.write(url.slice(url.lastIndexOf("/") + 1) + " ");
        return next(url, context);
      },
    });`;
  expect((await command([], { preload })).stdout).toBe("main.js exit.js ");
});

test("a fault of ours is one line without its message, and with DEBUG the places in the code", async ({ expect }) => {
  const preload = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === "commander") throw new RangeError(process.env.SAYS);
        return next(specifier, context);
      },
    });`;
  const env = { SAYS: CANARY };
  const quiet = await command(["run"], { preload, env });
  expect(quiet).toMatchObject({ code: 3, stdout: "" });
  expect(quiet.stderr).toMatchInlineSnapshot(`
    "error: unexpected RangeError: a fault of platform-graphql itself
    hint:  set DEBUG=platform-graphql to see where, and report it
    "
  `);
  const loud = await command(["run"], { preload, env: { ...env, DEBUG: "platform-graphql" } });
  expect(loud.stderr).toMatch(/^error: unexpected RangeError.*\n(?: {4}at .*\n)+$/);
  expect(loud.stderr).not.toContain(CANARY);
});
