import { PassThrough } from "node:stream";
import {
  type ContractCheck,
  ContractSkip,
  ContractViolation,
  createPlatform,
} from "@integration-platform/graphql-testing";
import { HttpResponse, http } from "msw";
import { test as base, vi } from "vitest";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import { exitCodeOf, type Row, runChecks } from "../src/commands/verify/checks.ts";
import { renderVerification } from "../src/commands/verify/report.ts";
import { command, start } from "./support/command.ts";

/** Stands for a refresh token: must not be seen in any output. */
const CANARY = "canary-9f8e7d6c5b4a";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 30_000 });
const test = base.concurrent;
const verify = (baseUrl: string, refreshToken: string, ...args: string[]) =>
  command(["verify", ...args], { env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: refreshToken } });

/** Ports and durations differ from run to run. */
const steady = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT").replaceAll(/\d+ ms\b/g, "N ms");

const row = (given: Partial<Row>): Row => ({
  ...{ id: "4.1", statement: "It answers.", source: "specification", verdict: "kept" },
  ...given,
});

/** A stream as far as rendering looks at it: a pipe. */
const pipe = () => new PassThrough() as unknown as NodeJS.WriteStream;

/** Runs checks that do what is given, against nothing. */
const run = (...checks: readonly (Partial<ContractCheck> & Pick<ContractCheck, "check">)[]) =>
  runChecks(
    checks.map((given) => ({ id: "x", statement: "It is so.", source: "specification", writes: false, ...given })),
    { ContractSkip, ContractViolation },
    {
      target: { baseUrl: "https://platform.example.com" },
      interruption: new AbortController().signal,
      redact: (text) => text.replaceAll(CANARY, "[redacted]"),
      willCheck: () => {},
    },
  );

test("finds that the local platform keeps all that can be checked", async ({ expect }) => {
  const { code, stdout, stderr } = await command(["verify", "--local"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain("✗");
  expect(steady(stdout)).toMatchInlineSnapshot(`
    "The specification
      ✓ 2      An integration has an id and a name, both strings, in a list \`nodes\`
      ✓ 4.1    POST {base_url}/api takes a JSON object with the one member \`query\`, and answers the GraphQL result as JSON
      ✓ 4.2    POST {base_url}/auth/refresh takes a refresh token without an Authorization header, and answers an access_token
      ✓ 4.2.1  With a tenant_id the exchange gives an access token that the API accepts
      ✓ 4.2.2  Without a tenant_id the exchange gives an access token all the same
      ✓ 4.3    GET {base_url}/get_auth_token/ is there for a browser
      ✓ 5.1    A request without an access token is not answered
      ✓ 5.2    The access token is a JWT
      ✓ 5.4    The access token of an exchange is accepted by the API
      ✓ 5.6    The access token of an exchange is valid for 7 days

    Our assumptions
      ✓ A1     The result stands in \`data\`, as application/json
      ✓ A2     \`variables\` are taken beside \`query\`, as GraphQL over HTTP has them
      ✓ A3     \`operationName\` chooses among the operations of a document
      ✓ A4     A request without an access token is a 401 with the code UNAUTHENTICATED
      ✓ A5     A request with a token that is not the platform's is a 401 with the code UNAUTHENTICATED
      ✓ A6     A 401 asks for a bearer token: \`WWW-Authenticate: Bearer\`
      ✓ A7     A document that does not parse is a 200 with \`errors\`, and without \`data\`
      ✓ A8     A document that asks for what the schema lacks is a 200 with \`errors\`, and without \`data\`
      ✓ A9     A body that is no JSON is a 400 with the code BAD_REQUEST
      ✓ A10    A body whose \`query\` is no string is a 400 with the code BAD_REQUEST
      ✓ A11    A body of another media type is a 415
      ✓ A12    \`/api/\` with a trailing slash is not the query endpoint: 404
      ✓ A13    GET {base_url}/api is a 405 that allows POST
      ✓ A14    The schema can be asked for by introspection
      ✓ A15    A page of another origin may call the API: its preflight is answered
      ✓ A16    A refresh token that is not the platform's is a 401 with the error invalid_grant
      ✓ A17    An exchange without a refresh token is a 400 with the error invalid_request
      ✓ A18    An exchange of another media type is a 415
      ✓ A19    An exchange for a tenant that the user does not have is a 400 with the error invalid_request
      ✓ A20    An exchange leaves the refresh token in force: the answer has no other one
      – A21    Where an exchange says \`expires_in\`, it is the seconds that the access token is valid for
               not checked: the exchange does not say expires_in
      ✓ A22    The access token says when it expires: \`exp\`, in seconds since the epoch
      ✓ A23    The access token names its tenant: \`tenant_id\`
      ✓ A24    No cache keeps the answer to an exchange: \`Cache-Control: no-store\`
      ✓ A25    The token page is HTML, and no page of another origin may read it

    The specification  10 kept · 0 not kept · 0 not checked
    Our assumptions    24 kept · 0 not kept · 1 not checked
    25 requests · N ms · local platform at http://127.0.0.1:PORT
    "
  `);
});

test("prints a versioned JSON document", async ({ expect }) => {
  const { code, stdout, stderr } = await command(["verify", "--local", "--format", "json"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toEqual(["version", "platform", "checks", "summary", "requests", "durationMs"]);
  expect(document).toMatchObject({
    version: 1,
    platform: { baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), local: true },
    summary: { specification: { broken: 0 }, assumption: { broken: 0 } },
  });
  expect(document.checks[0]).toEqual({
    id: expect.any(String),
    statement: expect.any(String),
    source: "specification",
    verdict: "kept",
  });
});

test("writes nothing at the configured platform, and prints no secret", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const { code, stdout, stderr } = await verify(`${server.baseUrl}/`, platform.refreshToken);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(platform.count("login")).toBe(0);
  expect(JSON.stringify(platform.requests.map(({ body }) => body))).not.toMatch(/\bmutation\b/);
  const tokens = platform.requests.flatMap(({ headers }) => headers.authorization?.replace(/^Bearer /, "") ?? []);
  expect(tokens.length).toBeGreaterThan(0);
  for (const secret of [platform.refreshToken, ...tokens]) expect(stdout).not.toContain(secret);
});

test("follows a refresh token that is replaced with each exchange, and says that it is used up", async ({ expect }) => {
  const platform = createPlatform({ rotation: true });
  await using server = await platform.listen();
  const { code, stderr } = await verify(server.baseUrl, platform.refreshToken);
  expect(code).toBe(0);
  expect(stderr).toBe(
    "hint:  the platform replaces the refresh token with each exchange: PLATFORM_REFRESH_TOKEN is used up\n",
  );
});

test("exits with 1 where a statement of the specification is not kept", async ({ expect }) => {
  await using platform = await serve((request, response) => {
    if (request.url === "/auth/refresh") respond(response, { access_token: "no-jwt" });
    else respond(response, { result: `Bearer ${CANARY}` });
  });
  const { code, stdout, stderr } = await verify(platform.baseUrl, CANARY);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toMatch(/^ {2}✗ /m);
  expect(stdout).not.toContain(CANARY);
});

test("hides an opaque access token, whoever quotes it", async ({ expect }) => {
  await using platform = await serve((request, response) => {
    if (request.url === "/auth/refresh") respond(response, { access_token: `opaque-${CANARY}` });
    else respond(response, { quoted: request.headers.authorization?.replace("Bearer ", "") });
  });
  for (const format of ["table", "json"]) {
    const { stdout, stderr } = await verify(platform.baseUrl, "refresh-token-0", "--format", format);
    expect(stdout + stderr).not.toMatch(new RegExp(`${CANARY}|refresh-token-0`));
  }
});

test("takes no credentials along where a redirect leads", async ({ expect }) => {
  await using elsewhere = await serve((_, response) => respond(response, { access_token: "taken" }));
  await using platform = await serve((request, response) => {
    response.writeHead(307, { location: `${elsewhere.baseUrl}${request.url}` }).end();
  });
  const { code } = await verify(platform.baseUrl, CANARY);
  expect(code).not.toBe(0);
  expect(platform.count("/auth/refresh")).toBeGreaterThan(1);
  expect(elsewhere.count("/auth/refresh")).toBe(0);
});

test("tells of an assumption that does not hold, and exits with 0", async ({ expect }) => {
  const platform = createPlatform();
  // The specification says nothing of what stands elsewhere.
  platform.override(http.all("*", ({ request }) => (request.method === "GET" ? HttpResponse.text("") : undefined)));
  await using server = await platform.listen();
  const { code, stdout } = await verify(server.baseUrl, platform.refreshToken, "--format", "json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout).summary).toMatchObject({ specification: { broken: 0 } });
});

test("exits with 3 where the platform is out of reach, in words and as JSON", async ({ expect }) => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const { code, stdout, stderr } = await verify(baseUrl, CANARY);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("could not connect (ECONNREFUSED)");
  const { stdout: json } = await verify(baseUrl, CANARY, "--format", "json");
  expect(JSON.parse(json)).toMatchObject({
    version: 1,
    platform: { baseUrl, local: false },
    error: { code: "REFRESH_UNAVAILABLE" },
  });
});

test("exits with 3 where the credentials are refused", async ({ expect }) => {
  const platform = createPlatform();
  await using server = await platform.listen();
  const { code, stdout, stderr } = await verify(server.baseUrl, CANARY);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("set PLATFORM_REFRESH_TOKEN");
  expect(platform.count()).toBe(1);
});

test("exits with 3 where nothing is configured, and says what to set", async ({ expect }) => {
  const { code, stdout, stderr } = await command(["verify"]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "error: the environment lacks PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN
    hint:  set them, or try it without an account: add --local
    "
  `);
});

test("stops on Ctrl-C", async ({ expect }) => {
  let arrived = () => {};
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  await using platform = await serve(() => arrived());
  const env = { PLATFORM_BASE_URL: platform.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const running = start(["verify"], { env });
  await asked;
  running.child.kill("SIGINT");
  expect(await running.finished).toEqual({ code: 130, stdout: "", stderr: "" });
});

test("judges each check by what it throws", async ({ expect }) => {
  const rows = await run(
    { source: "assumption", check: async () => {} },
    { check: async () => {} },
    { check: () => Promise.reject(new ContractViolation(`HTTP 500 was\n answered to ${CANARY}`)) },
    { check: () => Promise.reject(new ContractSkip("no refresh token is configured")) },
    { check: () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })) },
    { check: () => Promise.reject(new DOMException("aborted", "TimeoutError")) },
    { writes: true, check: () => Promise.reject(new Error("must not run")) },
  );
  expect(rows.map(({ source, verdict, reason }) => ({ source, verdict, reason }))).toEqual([
    { source: "specification", verdict: "kept" },
    { source: "specification", verdict: "broken", reason: "HTTP 500 was answered to [redacted]" },
    { source: "specification", verdict: "skipped", reason: "no refresh token is configured" },
    { source: "specification", verdict: "failed", reason: "no answer (ECONNRESET)" },
    { source: "specification", verdict: "failed", reason: "the platform did not answer in time" },
    { source: "specification", verdict: "skipped", reason: "it would write there" },
    { source: "assumption", verdict: "kept" },
  ]);
});

test.for([
  { verdicts: ["kept", "skipped"], code: 0 },
  { verdicts: ["kept", "failed", "broken"], code: 1 },
  { verdicts: ["kept", "failed"], code: 3 },
  { verdicts: ["skipped"], code: 3 },
  { verdicts: [], code: 3 },
] as const)("exits with $code for $verdicts, whatever becomes of assumptions", ({ verdicts, code }, { expect }) => {
  const assumed = row({ source: "assumption", verdict: "broken", reason: "HTTP 403" });
  expect(exitCodeOf([...verdicts.map((verdict) => row({ verdict })), assumed])).toBe(code);
});

test("prints row by row, the reason below, control characters written out, and a summary last", ({ expect }) => {
  const rows = [
    row({}),
    row({ id: "4.2.1", verdict: "broken", reason: "HTTP 500 was answered: \u001b[31m" }),
    row({ id: "4.3", verdict: "skipped", reason: "it needs a browser" }),
    row({ id: "a1", source: "assumption", verdict: "broken", reason: "HTTP 403 was answered" }),
  ];
  const platform = { baseUrl: "https://platform.example.com", local: false };
  const text = renderVerification(rows, { platform, requests: 7, durationMs: 120 }, pipe());
  expect(text).toMatchInlineSnapshot(`
    "The specification
      ✓ 4.1    It answers.
      ✗ 4.2.1  It answers.
               HTTP 500 was answered: \\u001b[31m
      – 4.3    It answers.
               not checked: it needs a browser

    Our assumptions
      ✗ a1     It answers.
               HTTP 403 was answered

    The specification  1 kept · 1 not kept · 1 not checked
    Our assumptions    0 kept · 1 not kept · 0 not checked
    7 requests · 120 ms · https://platform.example.com
    "
  `);
});
