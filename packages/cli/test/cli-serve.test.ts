import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { createClient, refreshToken } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { scenarios } from "@integration-platform/graphql-testing";
import { test as base, vi } from "vitest";
import { serve } from "../../../test/support/server.ts";
import { type Answered, createRequestLog } from "../src/commands/serve/request-log.ts";
import { command, fakeTerminal, start } from "./support/command.ts";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 30_000 });
const test = base.concurrent;

/** Starts `serve` and reads what it prints. */
async function startServe(...args: string[]) {
  const running = start(["serve", ...args]);
  const stdout = await running.printed("nodes");
  const read = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? "";
  const baseUrl = read(/_BASE_URL=(.*)/);
  const client = () => createClient({ baseUrl, auth: refreshToken({ refreshToken: read(/_REFRESH_TOKEN=(.*)/) }) });
  const stop = (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    return running.finished;
  };
  return { stdout, baseUrl, client, stop };
}

/** A file that is there for one test. */
async function writeSchema(sdl: string) {
  const folder = await mkdtemp(join(tmpdir(), "platform-graphql-"));
  const file = join(folder, "schema.graphql");
  await writeFile(file, sdl);
  return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("prints all there is to paste", async ({ expect }) => {
  const { stdout, stop } = await startServe();
  const steady = stdout
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/\b[\da-f]{64}\b/g, "REFRESH_TOKEN")
    .replaceAll(/\b[\da-f]{12}$/gm, "PASSWORD");
  expect(steady).toMatchInlineSnapshot(`
    "Local platform at http://127.0.0.1:PORT · Ctrl-C stops it

    refresh token  REFRESH_TOKEN
    tenants        145ac533-2408-431e-b44a-7830b233b2ea  Production
                   4ef292c9-bea7-4eba-ba78-d91a0d0e8cb0  Staging
    token page     http://127.0.0.1:PORT/get_auth_token/  log in as demo, password PASSWORD

    Use it from a shell
      export PLATFORM_BASE_URL=http://127.0.0.1:PORT
      export PLATFORM_REFRESH_TOKEN=REFRESH_TOKEN
      export PLATFORM_TENANT_ID=145ac533-2408-431e-b44a-PASSWORD
      npx platform-graphql run ListIntegrations

    The same with curl
      ACCESS_TOKEN=$(curl -s http://127.0.0.1:PORT/auth/refresh -H 'Content-Type: application/json' \\
        -d '{"refresh_token":"REFRESH_TOKEN"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
      curl -s http://127.0.0.1:PORT/api -H "Authorization: Bearer $ACCESS_TOKEN" -H 'Content-Type: application/json' \\
        -d '{"query":"{ integrations { nodes { id name } } }"}'
    "
  `);
  await stop("SIGTERM");
});

test("answers with as many integrations as it was told, and stops with 0 on Ctrl-C", async ({ expect }) => {
  const { client, baseUrl, stop } = await startServe("--integrations", "7");
  const { integrations } = await client().execute(ListIntegrationsDocument);
  expect(integrations.nodes).toHaveLength(7);
  expect(await stop("SIGINT")).toMatchObject({ code: 0 });
  await expect(fetch(baseUrl)).rejects.toThrow();
});

test("stops with 0 on SIGTERM", async ({ expect }) => {
  const { stop } = await startServe();
  expect(await stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
});

test("makes up the same for the same seed, and something else for another", async ({ expect }) => {
  const servers = await Promise.all([startServe("--seed", "5"), startServe("--seed", "5"), startServe("--seed", "6")]);
  const [one, same, other] = await Promise.all(servers.map(({ client }) => client().execute(ListIntegrationsDocument)));
  expect(one).toEqual(same);
  expect(one).not.toEqual(other);
  await Promise.all(servers.map(({ stop }) => stop("SIGTERM")));
});

test("replaces the refresh token with each exchange under --rotation", async ({ expect }) => {
  const { client, stop } = await startServe("--rotation");
  await client().execute(ListIntegrationsDocument);
  await expect(client().execute(ListIntegrationsDocument)).rejects.toMatchObject({ code: "REFRESH_REJECTED" });
  await stop("SIGTERM");
});

test("answers from another schema", async ({ expect }) => {
  await using schema = await writeSchema(
    "type Query { integrations: L! } type L { nodes: [I!]! } type I { id: ID! name: String! size: Int! }",
  );
  const { client, stop } = await startServe("--schema", schema.file);
  const sized = { ...ListIntegrationsDocument, text: "{ integrations { nodes { size } } }" };
  expect(await client().execute(sized)).toMatchObject({
    integrations: { nodes: [{ size: expect.any(Number) }, {}, {}] },
  });
  await stop("SIGTERM");
});

test("prints the names of another prefix", async ({ expect }) => {
  const { stdout, stop } = await startServe("--env-prefix", "ACME");
  expect(stdout).toContain("export ACME_BASE_URL=http");
  expect(stdout).toContain("npx platform-graphql --env-prefix ACME run ListIntegrations");
  await stop("SIGTERM");
});

test("goes on when nobody reads its output any more", async ({ expect }) => {
  const running = start(["serve"]);
  const stdout = await running.printed("nodes");
  running.child.stdout?.destroy();
  running.child.stderr?.destroy();
  const response = await fetch(`${/_BASE_URL=(.*)/.exec(stdout)?.[1]}/api`, { method: "POST" });
  expect(response.status).toBe(401);
  running.child.kill("SIGINT");
  expect(await running.finished).toMatchObject({ code: 0, stderr: "" });
});

test("logs each request in a line of its own, aligned, and no secret", async ({ expect }) => {
  const { stdout, baseUrl, client, stop } = await startServe();
  await client().execute(ListIntegrationsDocument);
  const [refreshToken = ""] = /[\da-f]{64}/.exec(stdout) ?? [];
  await fetch(`${baseUrl}/\u009b31m/${refreshToken}`);
  await fetch(`${baseUrl}/api?token=${refreshToken}`, {
    method: "POST",
    headers: { authorization: `Bearer ${refreshToken}`, "content-type": "application/json" },
    body: JSON.stringify({
      query: "{ __typename }",
      operationName: `\u001b[2J\n${refreshToken}`,
      variables: { refreshToken },
    }),
  });
  const { stderr } = await stop("SIGTERM");
  expect(stderr).not.toContain(refreshToken);
  const steady = stderr.replaceAll(/^\d\d:\d\d:\d\d/gm, "HH:MM:SS").replaceAll(/ +\d+ ms$/gm, " N ms");
  expect(steady).toMatchInlineSnapshot(`
    "HH:MM:SS  POST  /auth/refresh     —                 200 N ms
    HH:MM:SS  POST  /api              ListIntegrations  200 N ms
    HH:MM:SS  GET   /%C2%9B31m/[redacted]  —                 404 N ms
    HH:MM:SS  POST  /api              \\u001b[2J\\n[redacted]  401 N ms
    "
  `);
});

test("colours its log on a terminal only", async ({ expect }) => {
  const running = start(["serve"], { env: { FORCE_COLOR: "1" }, preload: fakeTerminal(80) });
  const baseUrl = /_BASE_URL=(\S+)/.exec(stripVTControlCharacters(await running.printed("nodes")))?.[1];
  await fetch(`${baseUrl}/api`, { method: "POST" });
  running.child.kill("SIGTERM");
  const { stderr } = await running.finished;
  expect(stderr).toContain("\u001b[33m401\u001b[39m");
});

test("leaves lines of its log out where nobody reads it, and says how many", async ({ expect }) => {
  const stream = new PassThrough({ highWaterMark: 100 }) as unknown as NodeJS.WriteStream & PassThrough;
  const log = createRequestLog(stream);
  const answered: Answered = {
    request: { method: "GET", path: "/", status: 404 },
    answeredAt: 0,
    durationMs: 1.4,
    redact: (text) => text,
  };
  for (let nth = 0; nth < 1000; nth++) log(answered);
  const lines = String(stream.read()).split("\n").length - 1;
  expect(lines).toBeLessThan(5);
  await once(stream, "drain");
  log(answered);
  expect(String(stream.read())).toMatch(new RegExp(`^… ${1000 - lines} requests more, which nobody read\n.*404`));
  stream.destroy();
  log(answered);
});

test("holds each answer back for as long as --latency says", async ({ expect }) => {
  const { client, stop } = await startServe("--latency", "300");
  const begunAt = performance.now();
  await client().execute(ListIntegrationsDocument);
  // Two answers: of the exchange, and of the operation.
  expect(performance.now() - begunAt).toBeGreaterThan(590);
  const { stderr } = await stop("SIGTERM");
  const durations = [...stderr.matchAll(/ (\d+) ms$/gm)].map(([, ms]) => Number(ms));
  expect(durations).toHaveLength(2);
  // However busy the machine is, and whichever way a timer rounds.
  expect(Math.min(...durations)).toBeGreaterThan(290);
});

test("lists the scenarios, and switches on the ones that are named", async ({ expect }) => {
  const { code, stdout, stderr } = await command(["serve", "--scenario", "list"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const names = stdout.split("\n").flatMap((line) => line.split("  ", 1).filter(Boolean));
  expect(names).toEqual(Object.keys(scenarios));

  const running = await startServe("--scenario", "rotation", "--scenario", "rotation");
  expect(running.stdout).toContain("\nscenarios      rotation\n");
  await running.client().execute(ListIntegrationsDocument);
  await expect(running.client().execute(ListIntegrationsDocument)).rejects.toMatchObject({ code: "REFRESH_REJECTED" });
  await running.stop("SIGTERM");
});

test("suggests the scenario that was probably meant", async ({ expect }) => {
  const { code, stderr } = await command(["serve", "--scenario", "rotatoin"]);
  expect(code).toBe(3);
  expect(stderr).toBe(
    `error: there is no scenario "rotatoin"; did you mean rotation?\nhint:  scenarios: ${Object.keys(scenarios).join(", ")}\n`,
  );
});

test("says that the port is in use", async ({ expect }) => {
  await using taken = await serve(() => {});
  const { port } = new URL(taken.baseUrl);
  expect(await command(["serve", "--port", port])).toEqual({
    code: 3,
    stdout: "",
    stderr: `error: port ${port} on 127.0.0.1 is in use\nhint:  choose another --port, or leave it out for a free one\n`,
  });
});

test.for([
  { args: ["--port", "http"], says: "option '--port <number>': it must be a whole number from 0 to 65535" },
  { args: ["--port", "65536"], says: "option '--port <number>': it must be a whole number from 0 to 65535" },
  {
    args: ["--integrations", "-1"],
    says: "option '--integrations <number>': it must be a whole number from 0 to 100000",
  },
  { args: ["--seed", "1.5"], says: "option '--seed <number>': it must be a whole number from 0 to 9007199254740991" },
  { args: ["--schema", "nowhere.graphql"], says: "--schema nowhere.graphql: there is no such file" },
  { args: ["--schema", "/"], says: "--schema /: it cannot be read (EISDIR)" },
])("refuses $args", async ({ args, says }, { expect }) => {
  const { code, stdout, stderr } = await command(["serve", ...args]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr.split("\n")[0]).toBe(`error: ${says}`);
});

test.for([
  { sdl: "type Query {\n  integrations: [Int!!]\n}", place: "2:22: Syntax Error: " },
  { sdl: "type Query {\n  integrations: Nothing\n}", place: '2:17: Unknown type "Nothing".' },
  { sdl: "type Other {\n  name: String\n}", place: " Query root type must be provided." },
])("says where the schema is wrong: $place", async ({ sdl, place }, { expect }) => {
  await using schema = await writeSchema(sdl);
  const { code, stdout, stderr } = await command(["serve", "--schema", schema.file]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain(`error: ${schema.file}:${place}`);
  expect(stderr).toMatch(/^error: .+\nhint: .+\n$/);
});
