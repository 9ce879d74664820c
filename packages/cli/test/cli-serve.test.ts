/** `platform-graphql serve`: a local platform with its data, scenarios, log and page. */

import { once } from "node:events";
import { Server } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { createClient, refreshToken } from "@integration-platform/graphql";
import { scenarios } from "@integration-platform/graphql-testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
import { serve } from "../../../test/support/server.ts";
import { createRequestLog, type LogEntry } from "../src/commands/serve/print-requests.ts";
import { openOutput } from "../src/host/terminal/output.ts";
import {
  background,
  CANARY,
  type CommandOptions,
  command,
  failure,
  start,
  steady,
} from "./support/command.ts";
import { SCHEMA_FILE } from "./support/platform.ts";
import { createProject } from "./support/project.ts";

/**
 * Starts `serve` in this process and reads what it prints. The schema is the fixture, or that of the folder
 * `cwd`.
 */
async function startServe(args: readonly string[] = [], options: CommandOptions = {}) {
  const schema = options.cwd === undefined ? ["--schema", SCHEMA_FILE] : [];
  const running = background(["serve", ...schema, ...args], options);
  onTestFinished(() => running.interrupt());
  const stdout = await running.printed("__typename");
  const read = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? "";
  const baseUrl = read(/_BASE_URL=(.*)/);
  const client = () =>
    createClient({ baseUrl, auth: refreshToken({ refreshToken: read(/_REFRESH_TOKEN=\\\n(.*)/) }) });
  const stop = () => {
    running.interrupt();
    return running.finished;
  };
  return { stdout, baseUrl, client, stop };
}

/** Sends a refresh request. */
async function refresh(baseUrl: string, token?: string): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${baseUrl}/auth/refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: token }),
  });
  return (await response.json()) as Readonly<Record<string, string>>;
}

test("prints the credentials and commands that use them, and stops with 0", async () => {
  const { stdout, stop } = await startServe();
  expect(steady(stdout)).toMatchInlineSnapshot(`
    "Local platform at http://127.0.0.1:PORT · stop with Ctrl-C

    refresh token  TOKEN
    tenants        UUID  Production
                   UUID  Staging
    token page     http://127.0.0.1:PORT/get_auth_token/

    Use it from a shell
      export PLATFORM_BASE_URL=http://127.0.0.1:PORT
      export PLATFORM_REFRESH_TOKEN=\\
    TOKEN
      export PLATFORM_TENANT_ID=UUID
      npx @integration-platform/graphql-cli doctor

    Then with curl
      JSON='Content-Type: application/json'
      BODY="{\\"refresh_token\\":\\"$PLATFORM_REFRESH_TOKEN\\"}"
      ACCESS_TOKEN=$(curl -s $PLATFORM_BASE_URL/auth/refresh \\
        -H "$JSON" -d "$BODY" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
      curl -s $PLATFORM_BASE_URL/api -H "Authorization: Bearer $ACCESS_TOKEN" \\
        -H "$JSON" -d '{"query":"{ __typename }"}'
    "
  `);
  const [, first] = /^tenants +(\S+)/m.exec(stdout) ?? [];
  expect(stdout).toContain(`  export PLATFORM_TENANT_ID=${first}\n`);
  expect(await stop()).toMatchObject({ code: 0, stderr: "" });
});

test("stops with 0 on SIGTERM", { tags: ["slow"] }, async () => {
  const { child, finished, printed } = start(["serve", "--schema", SCHEMA_FILE]);
  const baseUrl = /_BASE_URL=(.*)/.exec(await printed("__typename"))?.[1] ?? "";
  child.kill("SIGTERM");
  expect(await finished).toMatchObject({ code: 0, stderr: "" });
  await expect(fetch(baseUrl)).rejects.toThrow();
});

test("continues if the reader closes its output, and stops with 0 on SIGINT", {
  tags: ["slow"],
}, async () => {
  const { child, finished, printed } = start(["serve", "--schema", SCHEMA_FILE]);
  const stdout = await printed("__typename");
  child.stdout?.destroy();
  child.stderr?.destroy();
  const response = await fetch(`${/_BASE_URL=(.*)/.exec(stdout)?.[1]}/api`, { method: "POST" });
  expect(response.status).toBe(401);
  child.kill("SIGINT");
  expect(await finished).toMatchObject({ code: 0, stderr: "" });
});

test("returns the same data for the same seed, and other data for another one", async () => {
  const servers = await Promise.all(["5", "5", "6"].map((seed) => startServe(["--seed", seed])));
  const [first, same, other] = await Promise.all(
    servers.map(({ client }) => client().execute(ListIntegrationsDocument)),
  );
  expect(first).toEqual(same);
  expect(first).not.toEqual(other);
});

test("replaces the refresh token with each refresh request with the scenario rotation", async () => {
  const { client } = await startServe(["--scenario", "rotation"]);
  await client().execute(ListIntegrationsDocument);
  await expect(client().execute(ListIntegrationsDocument)).rejects.toMatchObject({
    code: "REFRESH_REJECTED",
  });
});

test("masks refresh tokens in the log, also after a rotation", async () => {
  const { baseUrl, stdout, stop } = await startServe(["--scenario", "rotation"]);
  const [first = ""] = /[\da-f]{64}/.exec(stdout) ?? [];
  await fetch(`${baseUrl}/${first}`);
  const { refresh_token: second } = await refresh(baseUrl, first);
  await fetch(`${baseUrl}/${second}`);
  const { stderr } = await stop();
  expect(stderr.match(/(?<=GET {3})\S+/g)).toEqual(["/[redacted]", "/[redacted]"]);
});

test("prints a missing rule once per response", async () => {
  using project = createProject({
    "schema.graphql": "type Query { cats(mood: String, limit: Int): [Cat!]! } type Cat { id: ID! }",
  });
  const { client, stop } = await startServe(["--schema", join(project.folder, "schema.graphql")]);
  const document = { ...ListIntegrationsDocument, text: '{ cats(mood: "good", limit: 1) { id } }' };
  for (const _ of [1, 2]) await client().executeResult(document);
  const what = 'No resolver decides Query.cats with "mood", "limit". Add to Query in platform.rules.ts:';
  expect((await stop()).stderr.match(/No resolver .*$/gm)).toEqual([what, what]);
});

test("serves the snapshot of the project it runs in", async () => {
  using project = createProject({
    "schema/schema.graphql": "type Query { cats: [Cat!]! } type Cat { id: ID! }",
  });
  const { client, stop } = await startServe([], { cwd: project.folder });
  expect(await client().execute({ ...ListIntegrationsDocument, text: "{ cats { id } }" })).toMatchObject({
    cats: { length: 3 },
  });
  await stop();
});

test("without a project, serves the sample, and proposes a command that needs no project", async () => {
  using project = createProject();
  const { stdout, stop } = await startServe([], { cwd: project.folder });
  expect(stdout).toMatch(/^ {2}npx @integration-platform\/graphql-cli run --query '\{ __typename \}'$/m);
  await stop();
});

test("prints the variables of another prefix", async () => {
  const { stdout } = await startServe(["--env-prefix", "ACME"]);
  expect(stdout).toContain("export ACME_BASE_URL=http");
  expect(stdout).toContain("npx @integration-platform/graphql-cli --env-prefix ACME doctor");
});

test("logs each request in one line, without secrets and control characters", async () => {
  const { stdout, baseUrl, client, stop } = await startServe();
  await client().execute(ListIntegrationsDocument);
  const [refreshToken = ""] = /[\da-f]{64}/.exec(stdout) ?? [];
  await fetch(`${baseUrl}/\u009b31m/${refreshToken}`);
  for (const length of [59, 60]) await fetch(`${baseUrl}/${"p".repeat(length)}`);
  await fetch(`${baseUrl}/api?token=${refreshToken}`, {
    method: "POST",
    headers: { authorization: `Bearer ${refreshToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      query: "{ __typename }",
      operationName: `\u001b[2J\n${refreshToken}`,
      variables: { refreshToken },
    }),
  });
  const { stderr } = await stop();
  expect(stderr).not.toContain(refreshToken);
  expect(
    stderr.replaceAll(/^\d\d:\d\d:\d\d/gm, "HH:MM:SS").replaceAll(/ +\d+ ms$/gm, " N ms"),
  ).toMatchInlineSnapshot(`
    "HH:MM:SS  POST  /auth/refresh     —                 200 N ms
    HH:MM:SS  POST  /api              ListIntegrations  200 N ms
    HH:MM:SS  GET   /%C2%9B31m/[redacted]  —                 404 N ms
    HH:MM:SS  GET   /ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp  —                 404 N ms
    HH:MM:SS  GET   /ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp…  —                 404 N ms
    HH:MM:SS  POST  /api              \\u001b[2J\\n[redacted]  401 N ms
    "
  `);
});

test("colors its log on a terminal", async () => {
  const limits = ["--page-size", "3", "--max-page-size", "3"];
  const { baseUrl, stop } = await startServe(limits, { columns: 80 });
  // The styles of the terminal follow the URL.
  await fetch(`${baseUrl.replaceAll(/[^\w:/.].*$/g, "")}/api`, { method: "POST" });
  expect((await stop()).stderr).toContain("\u001b[33m401\u001b[39m");
});

test.for([
  [100, 31],
  [199, 31],
  [200, 32],
  [204, 32],
  [399, 32],
  [400, 33],
  [499, 33],
  [500, 31],
  [503, 31],
] as const)("the log of a terminal shows the status %s in the color %s", ([status, color]) => {
  const stream = Object.assign(new PassThrough(), {
    isTTY: true,
    hasColors: () => true,
    getColorDepth: () => 8,
  });
  const log = createRequestLog(openOutput(stream as unknown as NodeJS.WriteStream, String));
  const answeredAt = new Date(2026, 0, 2, 3, 4, 5).getTime();
  log({ request: { method: "GET", path: "/", status }, answeredAt, durationMs: 1.4, redact: (text) => text });
  const line = String(stream.read());
  expect(line).toContain(`\u001b[${color}m${status}\u001b[39m`);
  expect(line).toContain("03:04:05");
});

test("the log shows a request that is cut, and a request of the root, as such", () => {
  const stream = new PassThrough() as unknown as NodeJS.WriteStream & PassThrough;
  const request = { method: "GET", path: "" };
  createRequestLog(openOutput(stream, String))({ request, answeredAt: 0, durationMs: 1.4, redact: String });
  expect(String(stream.read())).toMatch(/ GET {3}\/ +— +cut {2} +1 ms\n$/);
});

test("drops lines of its log if the stream is full, and reports how many", async () => {
  const stream = new PassThrough({ highWaterMark: 100 }) as unknown as NodeJS.WriteStream & PassThrough;
  const log = createRequestLog(openOutput(stream, String));
  const entry: LogEntry = {
    request: { method: "GET", path: "/", status: 404 },
    answeredAt: 0,
    durationMs: 1.4,
    redact: (text) => text,
  };
  for (let nth = 0; nth < 1000; nth++) log(entry);
  const lines = String(stream.read()).split("\n").length - 1;
  expect(lines).toBeLessThan(5);
  await once(stream, "drain");
  log(entry);
  expect(String(stream.read())).toMatch(new RegExp(`^… ${1000 - lines} more requests\n.*404`));
  stream.destroy();
  log(entry);
});

test("delays each response by --latency", async () => {
  const { client, stop } = await startServe(["--latency", "100"]);
  const startedAt = performance.now();
  await client().execute(ListIntegrationsDocument);
  // Two responses: of the refresh request and of the operation. A timer can be a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(195);
  const durations = [...(await stop()).stderr.matchAll(/ (\d+) ms$/gm)].map(([, ms]) => Number(ms));
  expect(durations).toHaveLength(2);
  expect(Math.min(...durations)).toBeGreaterThan(95);
});

test("prints at most 80 columns in a terminal of 80 columns", async () => {
  const list = await command(["serve", "--scenario", "list"], { columns: 80 });
  const { stdout } = await startServe([], { columns: 80 });
  const lines = stripVTControlCharacters(list.stdout + stdout).split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

test("lists the scenarios, and activates those of --scenario", async () => {
  const { code, stdout, stderr } = await command(["serve", "--scenario", "list"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const width = Math.max(...Object.keys(scenarios).map((name) => name.length));
  const lines = Object.entries(scenarios).map(([name, { summary }]) => `${name.padEnd(width)}  ${summary}\n`);
  expect(stdout).toBe(lines.join(""));

  const running = await startServe(["--scenario", "rotation", "--scenario", "rotation", "--page-size", "2"]);
  expect(running.stdout).toContain("\nlimits         pages of 2\nscenarios      rotation\n");
  await running.client().execute(ListIntegrationsDocument);
  await expect(running.client().execute(ListIntegrationsDocument)).rejects.toMatchObject({
    code: "REFRESH_REJECTED",
  });
});

test("limits pages and the rate of requests", async () => {
  const limits = ["--page-size", "2", "--max-page-size", "5", "--requests-per-second", "1"];
  const running = await startServe(limits);
  expect(running.stdout).toContain(
    "\nlimits         pages of 2, pages of at most 5, 1 requests per second\n",
  );
  const client = running.client();
  expect((await client.execute(ListIntegrationsDocument)).integrations.nodes).toHaveLength(2);
  const { stderr } = await running.stop();
  expect(stderr).toContain("ListIntegrations  200");

  const relay = join(SCHEMA_FILE, "../../relay/schema.graphql");
  const { client: open } = await startServe(["--schema", relay, "--max-page-size", "5"]);
  const page = (size: number) => ({
    ...ListIntegrationsDocument,
    text: `{ integrations(first: ${size}) { nodes { id } } }`,
  });
  await open().execute(page(5));
  await expect(open().execute(page(6))).rejects.toMatchObject({ code: "GRAPHQL" });
  const { baseUrl, stdout } = await startServe(["--requests-per-second", "1"]);
  const { access_token } = await refresh(baseUrl, /[\da-f]{64}/.exec(stdout)?.[0]);
  const headers = { authorization: `Bearer ${access_token}` };
  const requests = Array.from({ length: 9 }, () => fetch(`${baseUrl}/api`, { method: "POST", headers }));
  expect((await Promise.all(requests)).map(({ status }) => status)).toContain(429);
});

test("exits with 3 if the port is in use", async () => {
  await using taken = await serve(() => {});
  using folder = createProject();
  const { port } = new URL(taken.baseUrl);
  const hint = "Choose another --port, or omit it for a free one.";
  const { code, stdout, stderr } = await command(["serve", "--schema", SCHEMA_FILE, "--port", port], {
    cwd: folder.folder,
  });
  expect({ code, stdout, stderr }).toEqual(failure(`port ${port} on 127.0.0.1 is in use`, hint));
});

test("exits with 3 if the port requires more permissions", async () => {
  vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit("error", Object.assign(new Error(), { code: "EACCES" })));
    return this;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const hint = "Choose another --port, or omit it for a free one.";
  expect(await command(["serve", "--schema", SCHEMA_FILE, "--port", "80"])).toEqual(
    failure("port 80 on 127.0.0.1 requires more permissions", hint),
  );
});

test.for([
  [
    ["--seed", `1.5\n${CANARY}`],
    "option '--seed <number>': it must be a whole number from 0 to 9007199254740991",
  ],
  [
    ["--schema", `https://user:${CANARY}@host/a`],
    'schema: no request is sent to the address: save the schema with "npx @integration-platform/graphql-cli schema pull --from", and set its file',
  ],
  [["--schema", `a\n${CANARY}`], "cannot read the file: no such file or folder"],
  [["--data", CANARY.repeat(4)], "cannot read the file: no such file or folder"],
  [["--scenario", `a\n${CANARY}`], "unknown scenario"],
] as const)("exits with 3 for %o", async ([args, message]) => {
  const { code, stdout, stderr } = await command(["serve", ...args]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr.split("\n")[0]).toBe(`error: ${message}`);
  expect(stderr).toMatch(/^error: .+\nhint: {2}[A-Z].+\.\n$/);
  expect(stderr).not.toContain(CANARY);
});

test("serves the data of a file", async () => {
  using project = createProject({ "data.json": '{ "Integration": [{ "name": "One" }, { "id": "2" }] }' });
  const { client } = await startServe(["--data", join(project.folder, "data.json")]);
  const { integrations } = await client().execute(ListIntegrationsDocument);
  expect(integrations.nodes).toEqual([
    { id: expect.any(String), name: "One" },
    { id: "2", name: expect.any(String) },
  ]);
});

test("does not print the content of a data file", async () => {
  using project = createProject({ "data.json": `{\n "a": ${CANARY} }` });
  const { code, stderr } = await project.run("serve", "--schema", SCHEMA_FILE, "--data", "data.json");
  expect([code, stderr.split("\n")[0]]).toEqual([
    3,
    expect.stringMatching(/^error: data\.json(?::2:7)?: the file is not JSON$/),
  ]);
  expect(stderr).not.toContain(CANARY);
});

test("serves a page with the schema, the scenarios and the requests, without credentials", async () => {
  const { baseUrl, stdout } = await startServe(["--scenario", "late-401", "--scenario", "rotation"]);
  const [, token = ""] = /_REFRESH_TOKEN=\\\n(.*)/.exec(stdout) ?? [];
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ query: "query Q { __typename }", variables: { token } });
  await fetch(`${baseUrl}/api/${token}`, { method: "POST", headers, body });
  const response = await fetch(`${baseUrl}/`);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await response.text()).toContain('<script type="module" src="_page/app.js"></script>');
  const view = async (name: string) => (await fetch(`${baseUrl}/_page/${name}`)).text();
  expect(JSON.parse(await view("about"))).toMatchObject({
    schema: SCHEMA_FILE,
    scenarios: ["late-401", "rotation"],
  });
  const { request } = JSON.parse(await view("request?id=1"));
  expect(request).toMatchObject({ method: "POST", path: "/api/[redacted]", status: 404 });
  expect((await view("about")) + (await view("request?id=1"))).not.toContain(token);
});

test("the page lists the named operations of the project with their fragments, each time as they are", async () => {
  using project = createProject({
    "schema/schema.graphql": "type Query { cats: [Cat!]! } type Mutation { feed: Cat } type Cat { id: ID! }",
    "operations/cats.graphql":
      "query Cats { cats { ...CatId } } fragment CatId on Cat { id } query { __typename } subscription Fed { fed }",
  });
  const { baseUrl, stop } = await startServe([], { cwd: project.folder });
  const list = async () => (await fetch(`${baseUrl}/_page/operations`)).json();
  expect(await list()).toEqual([{ name: "Cats", kind: "query" }]);
  const operation = await (await fetch(`${baseUrl}/_page/operation?name=Cats`)).json();
  expect(operation.text).toMatch(/query Cats \{[\s\S]*fragment CatId on Cat/);
  project.write({ "operations/a.graphql": "mutation Feed { feed { id } }" });
  expect(await list()).toEqual([
    { name: "Cats", kind: "query" },
    { name: "Feed", kind: "mutation" },
  ]);
  project.write({ "operations/a.graphql": "mutation Feed {" });
  expect(await list()).toEqual({
    error: expect.stringMatching(/^operations\/a\.graphql:1:16: Syntax Error/),
  });
  await stop();
});

test("the page has no operations without a folder of operations", async () => {
  using project = createProject({ "schema/schema.graphql": "type Query { a: Int }" });
  const { baseUrl, stop } = await startServe([], { cwd: project.folder });
  expect(await (await fetch(`${baseUrl}/_page/operations`)).json()).toEqual([]);
  await stop();
});

test("no other page can show the pages in a frame, and the token page runs no script", async () => {
  const { baseUrl, stop } = await startServe();
  for (const [path, script] of [
    ["", "script-src 'self'"],
    ["/get_auth_token/", "style-src 'unsafe-inline'"],
  ]) {
    const { headers } = await fetch(`${baseUrl}${path}`);
    const policy = headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none';/);
    expect(policy).toContain(`default-src 'none'; ${script};`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  await stop();
});
