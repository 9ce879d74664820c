/**
 * `platform-graphql doctor` with the checks of the contract: whether a platform follows its documentation.
 */

import { accessToken, createClient } from "@integration-platform/graphql";
import { renderInk } from "@integration-platform/graphql-compiler/internal/text/ink";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import {
  type Check,
  type CheckResult,
  failed,
  passed,
  renderReport,
  runChecks,
  warning,
} from "../src/commands/doctor/checks.ts";
import { listContractChecks } from "../src/commands/doctor/contract.ts";
import { exitCodeOf } from "../src/commands/doctor/doctor.ts";
import {
  type ContractCheck,
  ContractSkip,
  ContractViolation,
  contractChecks,
} from "../src/contract/index.ts";
import { openRedaction } from "../src/host/secrets/redaction.ts";
import { openTraffic } from "../src/host/terminal/traffic.ts";
import { CANARY, command } from "./support/command.ts";
import { listen } from "./support/platform.ts";

const verify = (baseUrl: string, refreshToken: string, ...args: string[]) =>
  command(["doctor", "--contract", ...args], {
    env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: refreshToken },
  });

const TERMINAL = { interruption: new AbortController().signal, redaction: openRedaction() };
TERMINAL.redaction.add(CANARY);
const CONTEXT = {
  prefix: "PLATFORM",
  terminal: { ...TERMINAL, traffic: openTraffic(TERMINAL.redaction) },
  timeout: 1000,
};
const QUIET = { say: () => {} };

/** Checks of the contract in a JSON document. */
const readContract = (stdout: string): readonly CheckResult[] =>
  JSON.parse(stdout).checks.filter(({ group }: CheckResult) => group !== undefined);

test("reports that a platform follows its documentation below the other checks, and changes no data", async () => {
  const { platform, env } = await listen();
  const { code, stdout, stderr } = await command(["doctor", "--contract"], { env });
  expect(JSON.stringify(platform.requests.map(({ body }) => body))).not.toMatch(/\bmutation\b/);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [checks = "", documented = "", assumed = "", counts = "", ...others] = stdout.split("\n\n");
  const idsOf = (section: string) =>
    [...section.matchAll(/^ {2}[✓?] (\S+)/gm)].map(([, id = ""]) => id).filter((id) => id !== "");
  expect(checks).toMatch(/^ {2}✓ Node\.js /);
  expect(documented).toMatch(/^Documented behavior\n {2}✓ /);
  expect(assumed).toMatch(/^Assumptions\n {2}✓ /);
  expect([...idsOf(documented), ...idsOf(assumed)]).toEqual(contractChecks.map(({ id }) => id));
  expect(counts).toMatch(
    /^\d+ passed · .*\d+ not checked\n\d+ requests · \d+ ms · http:\/\/127\.0\.0\.1:\d+\n$/,
  );
  expect(others).toEqual([]);
});

test("adds the checks to the JSON document, with the new refresh token if a refresh request replaces it", async () => {
  const { platform, baseUrl } = await listen({ rotation: true });
  const { code, stdout, stderr } = await verify(baseUrl, platform.refreshToken, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { checks, ...document } = JSON.parse(stdout);
  const contract = readContract(stdout);
  const countOf = (status: string) => checks.filter((check: CheckResult) => check.status === status).length;
  const skipped = countOf("skipped");
  expect(document).toEqual({
    version: 1,
    platform: { baseUrl, local: false },
    summary: {
      passed: countOf("passed"),
      warnings: 2,
      failed: 0,
      errors: 0,
      skipped,
      notChecked: skipped,
    },
    requests: expect.any(Number),
    durationMs: expect.any(Number),
  });
  expect(checks.find(({ id }: CheckResult) => id === "refresh").hint).toMatch(
    /^Set a new PLATFORM_REFRESH_TOKEN/,
  );
  expect(contract).toHaveLength(contractChecks.length);
  expect(contract.filter(({ status }) => status === "skipped")).toHaveLength(3);
  expect(contract[0]).toEqual({
    id: expect.any(String),
    title: expect.any(String),
    group: "Documented behavior",
    status: "passed",
  });
});

test("exits with 1 if the platform does not follow its documentation", async () => {
  await using platform = await serve((request, response) => {
    if (request.url === "/auth/refresh") respond(response, { access_token: "no-jwt" });
    else respond(response, { result: `Bearer ${CANARY}` });
  });
  const { code, stdout, stderr } = await verify(platform.baseUrl, CANARY, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(readContract(stdout).some(({ status }) => status === "failed")).toBe(true);
  expect(stdout).not.toContain(CANARY);
});

test("checks no contract if the credentials are rejected", async () => {
  const { baseUrl } = await listen();
  const { code, stdout } = await verify(baseUrl, CANARY, "--format", "json");
  expect(code).toBe(1);
  const contract = readContract(stdout).map(({ status, message }) => `${status} ${message}`);
  expect(contract).toEqual(Array(contractChecks.length).fill("skipped requires: token refresh"));
});

test("counts requests, and reports the refresh token of the last refresh request", async () => {
  await using platform = await serve((request, response, nth) => {
    if (request.url === "/auth/refresh")
      respond(response, { access_token: `a${nth}`, refresh_token: `r${nth}` });
    else respond(response, { access_token: "other" });
  });
  const { fetch, facts, refreshToken } = openTraffic({ add: () => {} });
  expect([facts(), refreshToken()]).toEqual([{ requests: 0, refreshes: 0, durationMs: 0 }, undefined]);
  for (const path of ["/auth/refresh", "/api", "/auth/refresh"])
    expect((await fetch(`${platform.baseUrl}${path}`, { method: "POST" })).ok).toBe(true);
  expect([facts(), refreshToken()]).toEqual([{ requests: 1, refreshes: 2, durationMs: 0 }, "r2"]);
});

test("sends no credentials to the target of a redirect", async () => {
  await using target = await serve((_, response) => respond(response, { access_token: "taken" }));
  await using platform = await serve((request, response) => {
    response.writeHead(307, { location: `${target.baseUrl}${request.url}` }).end();
  });
  const { code } = await verify(platform.baseUrl, CANARY);
  expect(code).not.toBe(0);
  expect(platform.count("/auth/refresh")).toBeGreaterThan(1);
  expect(target.count("/auth/refresh")).toBe(0);
});

test("exits with 0 if only an assumption is wrong", async () => {
  const { platform, baseUrl } = await listen();
  // The documentation does not define GET requests.
  platform.override(
    http.all("*", ({ request }) => (request.method === "GET" ? HttpResponse.text("") : undefined)),
  );
  const { code, stdout } = await verify(baseUrl, platform.refreshToken, "--format", "json");
  expect(code).toBe(0);
  const statuses = readContract(stdout).map(({ status }) => status);
  expect([statuses.includes("warning"), statuses.includes("failed")]).toEqual([true, false]);
});

test("checks no contract if the platform is not available", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const { code, stdout } = await verify(baseUrl, CANARY, "--format", "json");
  expect(code).toBe(1);
  const contract = readContract(stdout).map(({ status, message }) => `${status} ${message}`);
  expect(contract).toEqual(Array(contractChecks.length).fill("skipped requires: connection"));
});

const contract = (source: ContractCheck["source"], error?: unknown): ContractCheck => ({
  id: "x",
  statement: "A statement.",
  source,
  check: () => (error === undefined ? Promise.resolve() : Promise.reject(error)),
});
const withoutNeeds = (checks: readonly ContractCheck[]): Check[] =>
  listContractChecks(checks).map(({ needs: _, ...check }) => check);

test("derives each status from the error of the check", async () => {
  const checks = [
    contract("specification"),
    contract("specification", new ContractViolation(`HTTP 500 was\n returned to ${CANARY}`)),
    contract("specification", new ContractSkip("no refresh token is configured")),
    contract("specification", new ContractSkip("x".repeat(300))),
    contract("specification", new ContractSkip("x".repeat(301))),
    contract("specification", new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })),
    contract("specification", new DOMException("aborted", "TimeoutError")),
    contract("assumption"),
    contract("assumption", new ContractViolation("HTTP 403")),
  ];
  const results = await runChecks(withoutNeeds(checks), CONTEXT as never, QUIET);
  expect(results.map(({ group, status, message }) => [group, status, message])).toEqual([
    ["Documented behavior", "passed", undefined],
    ["Documented behavior", "failed", "HTTP 500 was returned to [redacted]"],
    ["Documented behavior", "skipped", "no refresh token is configured"],
    ["Documented behavior", "skipped", "x".repeat(300)],
    ["Documented behavior", "skipped", `${"x".repeat(300)}…`],
    ["Documented behavior", "error", "no response (ECONNRESET)"],
    ["Documented behavior", "error", "timed out"],
    ["Assumptions", "passed", undefined],
    ["Assumptions", "warning", "HTTP 403"],
  ]);
});

test.for<[answer: string, fetch: () => Promise<Response>, contract: string]>([
  ["HTTP 499", async () => new Response("", { status: 499 }), "passed undefined"],
  ["HTTP 500", async () => new Response("", { status: 500 }), "skipped requires: query"],
  ["a GraphQL error", async () => Response.json({ errors: [{ message: "no" }] }), "passed undefined"],
  ["another document", async () => Response.json({}), "passed undefined"],
  [
    "a redirect",
    async () => new Response("", { status: 307, headers: { location: "https://other.example.com" } }),
    "passed undefined",
  ],
  ["a large document", async () => new Response(" ".repeat(2000)), "passed undefined"],
  ["no answer", () => Promise.reject(new TypeError("fetch failed")), "skipped requires: query"],
])("checks the contract after %s to a query only if the platform answers", async ([, fetch, contracted]) => {
  const auth = accessToken("token");
  const client = createClient({
    baseUrl: "https://platform.example.com",
    auth,
    fetch,
    retries: 0,
    maxResponseBytes: 1000,
  });
  const text = "query Typename { __typename }";
  const error = await client.execute({ name: "Typename", kind: "query", text }, {}).catch((thrown) => thrown);
  const context = {
    ...CONTEXT,
    terminal: { ...TERMINAL, traffic: { refreshToken: () => undefined } },
    failedRequest: { title: "query", error },
  };
  const checks = withoutNeeds([contract("specification")]);
  const [result] = await runChecks(checks, context as never, QUIET);
  expect(`${result?.status} ${result?.message}`).toBe(contracted);
});

const result = (members: Partial<CheckResult>): CheckResult => ({
  id: "4.1",
  title: "A statement.",
  group: "Documented behavior",
  status: "passed",
  ...members,
});

test.for([
  { statuses: ["passed", "skipped"], code: 0 },
  { statuses: ["passed", "error", "failed"], code: 1 },
  { statuses: ["passed", "error"], code: 3 },
  { statuses: ["skipped"], code: 3 },
] as const)("exits with $code for $statuses, regardless of assumptions", ({ statuses, code }) => {
  const assumptions = (["warning", "error"] as const).map((status) =>
    result({ group: "Assumptions", status }),
  );
  expect(exitCodeOf([...statuses.map((status) => result({ status })), ...assumptions])).toBe(code);
});

test("renders the results by group, with messages below and escaped, and the counts", () => {
  const results = [
    result({}),
    result({ id: "4.2.1", status: "failed", message: "HTTP 500: \u001b[31m" }),
    result({ id: "4.3", status: "skipped", message: "it requires a browser" }),
    result({ id: "A1", group: "Assumptions", status: "warning", message: "::error::HTTP 403" }),
    result({ id: "A2", group: "Assumptions", status: "error", message: "timed out" }),
  ];
  const facts = {
    platform: { baseUrl: "https://platform.example.com", local: false },
    requests: 7,
    durationMs: 120,
  };
  expect(renderInk(renderReport(results, facts, { columns: undefined }), false)).toMatchInlineSnapshot(`
    "Documented behavior
      ✓ 4.1    A statement.
      ✗ 4.2.1  A statement.
               HTTP 500: \\u001b[31m
      ? 4.3    A statement.
               not checked: it requires a browser

    Assumptions
      ! A1  A statement.
            \\u003a:error::HTTP 403
      ? A2  A statement.
            not checked: timed out

    1 passed · 1 warning · 1 failed · 2 not checked
    7 requests · 120 ms · https://platform.example.com
    "
  `);
});

test("skips checks after a failure but not after a warning, and prints no message of an unexpected error", async () => {
  const started: string[] = [];
  const check = (id: string, needs: readonly string[], run: Check["run"]): Check => ({
    id,
    title: id,
    needs,
    run,
  });
  const fail = (error: Error) => () => {
    throw error;
  };
  const results = await runChecks(
    [
      check("a", [], () => warning(`a ${CANARY}`, CANARY)),
      check("b", ["a"], fail(Object.assign(new Error(CANARY), { code: "EACCES" }))),
      check("c", ["b"], () => passed("c")),
      check("d", ["c", "a"], () => passed("d")),
      check("e", ["a"], fail(new RangeError(CANARY))),
      check("f", [], () => failed("f", "do")),
    ],
    CONTEXT as never,
    { say: (title) => started.push(title) },
  );
  expect(results.map(({ id, status, message, hint }) => [id, status, message, hint])).toEqual([
    ["a", "warning", "a [redacted]", "[redacted]"],
    ["b", "error", "the check could not run (EACCES)", undefined],
    ["c", "skipped", "requires: b", undefined],
    ["d", "skipped", "requires: b", undefined],
    ["e", "error", "the check could not run (RangeError)", undefined],
    ["f", "failed", "f", "do"],
  ]);
  expect(started).toEqual(["a", "b", "e", "f"]);
});

test("starts no further check after an interruption", async () => {
  const interruption = new AbortController();
  const started: string[] = [];
  const check = (id: string): Check => ({
    id,
    title: id,
    run() {
      started.push(id);
      interruption.abort("interrupted");
      return passed();
    },
  });
  const context = { ...CONTEXT, terminal: { ...TERMINAL, interruption: interruption.signal } };
  await expect(runChecks([check("a"), check("b")], context as never, QUIET)).rejects.toBe("interrupted");
  expect(started).toEqual(["a"]);
});
