/**
 * The contract checks, against the simulated platform and against platforms that do not follow the contract.
 */

import { join } from "node:path";
import { createPlatform, type Platform } from "@integration-platform/graphql-testing";
import { HttpResponse, http, type RequestHandler } from "msw";
import { expect, test } from "vitest";
import { schemaSDL } from "../../../test/fixtures/platform/generated/schema.ts";
import { contractTest } from "../../../test/support/contract-test.ts";
import {
  ContractSkip,
  type ContractTarget,
  ContractViolation,
  contractChecks,
} from "../src/contract/index.ts";

const openPlatform = () => createPlatform({ schema: schemaSDL });

function outcomeOf(checked: Promise<void>): Promise<string> {
  return checked.then(
    () => "passed",
    (error: unknown) => {
      if (error instanceof ContractViolation) return `failed: ${error.message}`;
      if (error instanceof ContractSkip) return `skipped: ${error.message}`;
      throw error;
    },
  );
}

/** The result of each check. */
async function runChecks(target: ContractTarget): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for (const { id, check } of contractChecks) rows[id] = await outcomeOf(check(target));
  return rows;
}

const outcomesExcept = (rows: Record<string, string>, verdict: string) =>
  Object.entries(rows).filter(([, result]) => !result.startsWith(verdict));

/** Runs the checks against a platform with overrides, without a network. */
function runChecksAgainst(
  platform: Platform,
  ...handlers: RequestHandler[]
): Promise<Record<string, string>> {
  platform.override(...handlers);
  return runChecks({
    baseUrl: platform.baseUrl,
    refreshToken: platform.refreshToken,
    tenantId: platform.tenants[1]?.id ?? "",
    fetch: (input, init) => platform.fetch(new Request(input, init)),
  });
}

contractTest("the platform passes every check", async ({ platform, baseUrl, counts }) => {
  const tenantId = platform.tenants[1]?.id ?? "";
  const rows = await runChecks({ baseUrl, refreshToken: platform.refreshToken, tenantId });
  expect(outcomesExcept(rows, "passed")).toEqual([
    ["A21", "skipped: the refresh request returns no expires_in"],
  ]);
  // Refresh requests: one, one with a tenant, one with an unknown tenant, and three without a valid refresh
  // token.
  expect(counts()).toBe("13A 6R");
});

contractTest(
  "the platform passes below a path",
  async ({ platform, baseUrl }) => {
    const rows = await runChecks({ baseUrl, refreshToken: platform.refreshToken });
    expect(outcomesExcept(rows, "passed").map(([id]) => id)).toEqual(["4.2.1", "A21", "A23"]);
  },
  { baseUrl: "https://platform.example.com/region/eu" },
);

contractTest(
  "with rotation, each refresh token is used once, and one assumption fails",
  async ({ platform, baseUrl }) => {
    const tenantId = platform.tenants[1]?.id ?? "";
    const rows = await runChecks({ baseUrl, refreshToken: platform.refreshToken, tenantId });
    expect(outcomesExcept(rows, "passed")).toEqual([
      ["A20", "failed: the platform replaces the refresh token"],
      ["A21", "skipped: the refresh request returns no expires_in"],
    ]);
  },
  { rotation: true },
);

contractTest("skips the refresh request without a refresh token", async ({ platform, baseUrl, counts }) => {
  const rows = await runChecks({ baseUrl, accessToken: await platform.issueAccessToken() });
  expect(outcomesExcept(rows, "passed").map(([id]) => id)).toEqual(
    ["4.2", "4.2.1", "4.2.2", "5.2", "5.4", "5.6"].concat(["A19", "A20", "A21", "A22", "A23", "A24"]),
  );
  expect(outcomesExcept(rows, "passed").filter(([, result]) => !result.startsWith("skipped: "))).toEqual([]);
  expect(counts()).toBe("12A 3R");
});

test("sends no mutation, follows no redirect, and sends no request twice", async () => {
  const platform = openPlatform();
  const redirects: unknown[] = [];
  await runChecks({
    baseUrl: platform.baseUrl,
    refreshToken: platform.refreshToken,
    fetch: (input, init) => {
      redirects.push(init?.redirect);
      return platform.fetch(new Request(input, init));
    },
  });
  expect(redirects).toEqual(Array(platform.count()).fill("manual"));
  const sent = platform.requests.map(({ method, path, headers, body }) =>
    JSON.stringify([method, path, headers, body]),
  );
  expect(sent.filter((text) => text.includes("mutation"))).toEqual([]);

  expect(new Set(sent).size).toBe(sent.length);
});

test("every check can fail, with a message in one line and without secrets", async () => {
  const html = await runChecksAgainst(
    createPlatform(),
    http.all("*", () => HttpResponse.html("<p>canary</p>", { status: 502 })),
  );
  const lax = createPlatform();
  const nodes = [{ id: 7, name: "canary" }];
  const permissive = await runChecksAgainst(
    lax,
    http.options("*", () => new HttpResponse(null, { status: 404 })),
    http.get("*", () => HttpResponse.json({}, { headers: { "access-control-allow-origin": "*" } })),
    http.post("*/auth/refresh", async () =>
      HttpResponse.json({
        access_token: await lax.issueAccessToken({ expiresInMs: 86_400_000 }),
        refresh_token: "canary",
        expires_in: "canary",
      }),
    ),
    http.post("*", () =>
      HttpResponse.json({ integrations: { nodes }, __typename: "Query", skipped: "canary" }),
    ),
  );
  const opaque = await runChecksAgainst(
    createPlatform(),
    http.post("*/auth/refresh", () => HttpResponse.json({ access_token: "canary" })),
  );
  const foreign = createPlatform({ baseUrl: "https://other.example.com" });
  const otherPlatform = await runChecksAgainst(
    createPlatform(),
    http.post("*/auth/refresh", async () =>
      HttpResponse.json({ access_token: await foreign.issueAccessToken() }),
    ),
  );
  const runs = [html, permissive, opaque, otherPlatform];
  const failed = (id: string) => runs.flatMap((rows) => (rows[id]?.startsWith("failed: ") ? [rows[id]] : []));
  expect(contractChecks.filter(({ id }) => failed(id).length === 0).map(({ id }) => id)).toEqual([]);
  const reasons = contractChecks.flatMap(({ id }) => failed(id));
  expect(reasons.filter((reason) => /canary|[\r\n]|eyJ/.test(reason) || reason.length > 120)).toEqual([]);
  const passing = "4.1 4.2 4.2.1 4.2.2 4.3 5.2 5.4 A22";
  expect(outcomesExcept(permissive, "failed").map(([id]) => id)).toEqual(passing.split(" "));
  const groups = Map.groupBy(contractChecks, ({ id }) => html[id] ?? "");
  expect(
    new Map([...groups].map(([result, checks]) => [result, checks.map(({ id }) => id).join(" ")])),
  ).toEqual(
    new Map([
      [
        "skipped: the refresh request returned no access token",
        "2 4.1 5.2 5.4 5.6 A1 A2 A3 A7 A8 A9 A10 A11 A14 A20 A21 A22 A23 A24",
      ],
      ["passed", "5.1 A25"],
      ["failed: the response is HTTP 502", "4.2 4.3 A15"],
      ["failed: the response is HTTP 502 without access_token", "4.2.1 4.2.2"],
      ["failed: the response is HTTP 502 (text/html), not 401", "A4 A5 A16"],
      ["failed: the header is missing", "A6"],
      ["failed: the response is HTTP 502 (text/html), not 404", "A12"],
      ["failed: the response is HTTP 502 (text/html), not 405", "A13"],
      ["failed: the response is HTTP 502 (text/html), not 400", "A17 A19"],
      ["failed: the response is HTTP 502 (text/html), not 415", "A18"],
    ]),
  );
});

const seconds = Math.floor(Date.now() / 1000);
const DAY = 86_400;

/** An unsigned JWT with these claims. */
function jwt(claims: object): string {
  const encode = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, "");
  return `${encode({ alg: "none" })}.${encode(claims)}.`;
}

interface Answer {
  readonly status?: number;
  /** `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** JSON, unless it is a string. */
  readonly body?: unknown;
}

const TENANT = "0F0F0F0F-0000-4000-8000-000000000001";
const tokenAnswer = (claims: object, more: object = {}): Answer => ({
  body: { access_token: jwt(claims), ...more },
});
const dataAnswer = (value: unknown): Answer => ({ body: { data: value } });
const typeAnswer = (type: string, subtype: string): Answer => ({
  body: "{",
  headers: { "content-type": `${type}/${subtype}` },
});
const errorAnswer = (status: number, body: unknown): Answer => ({ status, body });
const errorBody = (value: unknown) => ({ errors: [{ extensions: { code: value } }] });

test.for<[id: string, answer: Answer, result: string]>([
  ["2", dataAnswer({ integrations: { nodes: [] } }), "passed"],
  ["2", dataAnswer({ integrations: { nodes: [{ id: "a", name: "b" }] } }), "passed"],
  [
    "2",
    dataAnswer({ integrations: null, more: { integrations: { nodes: [] } } }),
    "failed: the response has no list integrations.nodes",
  ],
  [
    "2",
    dataAnswer({ integrations: { nodes: [{ id: "a", name: "b" }, { id: "c" }] } }),
    "failed: id or name of nodes[1] is not a string",
  ],
  [
    "2",
    dataAnswer({ integrations: { nodes: [{ name: "b" }, { id: "c" }] } }),
    "failed: id or name of nodes[0] is not a string",
  ],
  ["2", dataAnswer({ integrations: { nodes: [null] } }), "failed: id or name of nodes[0] is not a string"],
  ["2", { body: { errors: [] } }, "skipped: the schema has no field integrations"],
  ["2", { status: 400, body: { errors: [] } }, "skipped: the schema has no field integrations"],
  ["2", { status: 401, body: { errors: [] } }, "skipped: the response is HTTP 401 with errors"],
  [
    "2",
    { body: { errors: [], data: { integrations: null } } },
    "skipped: the response is HTTP 200 with errors",
  ],
  ["2", { body: { errors: [], data: { integrations: { nodes: [] } } } }, "passed"],
  ["2", { body: { errors: {} } }, "failed: the response has no list integrations.nodes"],
  ["4.1", { status: 200, body: { deep: [{ __typename: "Query" }] } }, "passed"],
  ["4.1", { status: 299, body: { __typename: "Query" } }, "passed"],
  ["4.1", { status: 300, body: { __typename: "Query" } }, "failed: the response is HTTP 300"],
  ["4.1", dataAnswer({ __typename: 1 }), "failed: the response does not have the selected fields"],
  ["4.1", dataAnswer({ first: { __typename: undefined }, second: { __typename: "Query" } }), "passed"],
  ["4.1", { body: "" }, "failed: the response is not JSON (text/plain)"],
  [
    "4.1",
    { body: "{", headers: { "content-type": "Application/X+JSON ; charset=x" } },
    "failed: the response is not JSON (application/x+json)",
  ],
  [
    "4.1",
    { body: "{", headers: { "content-type": "text/html/x" } },
    "failed: the response is not JSON (invalid media type)",
  ],
  [
    "4.1",
    { body: "{", headers: { "content-type": "" } },
    "failed: the response is not JSON (invalid media type)",
  ],
  [
    "4.1",
    { body: "{", headers: { "content-type": null } },
    "failed: the response is not JSON (no media type)",
  ],
  ["4.1", typeAnswer("x-1.a_b+c", "y-1.a_b+c"), "failed: the response is not JSON (x-1.a_b+c/y-1.a_b+c)"],
  [
    "4.1",
    typeAnswer("x".repeat(40), "y".repeat(60)),
    `failed: the response is not JSON (${"x".repeat(40)}/${"y".repeat(60)})`,
  ],
  ["4.1", typeAnswer("x".repeat(41), "y"), "failed: the response is not JSON (invalid media type)"],
  ["4.1", typeAnswer("x", "y".repeat(61)), "failed: the response is not JSON (invalid media type)"],
  ["4.2", { status: 201, body: { access_token: "a" } }, "passed"],
  ["4.2", { body: { access_token: "" } }, "failed: the response has no string `access_token`"],
  ["4.2", { body: { access_token: 1 } }, "failed: the response has no string `access_token`"],
  ["4.2", { body: "null" }, "failed: the response has no string `access_token`"],
  ["4.2", { status: 300, body: { access_token: "a" } }, "failed: the response is HTTP 300"],
  ["4.2.1", { status: 299, body: { access_token: "a" } }, "passed"],
  ["4.2.1", { status: 300, body: { access_token: "a" } }, "failed: the API responds with HTTP 300"],
  [
    "4.2.1",
    { status: 401, body: { access_token: null } },
    "failed: the response is HTTP 401 without access_token",
  ],
  ["4.2.2", { status: 500, body: { access_token: "a" } }, "passed"],
  ["4.2.2", { status: 200, body: {} }, "failed: the response is HTTP 200 without access_token"],
  ["4.3", { status: 200 }, "passed"],
  ["4.3", { status: 302 }, "passed"],
  ["4.3", { status: 399 }, "passed"],
  ["4.3", { status: 400 }, "failed: the response is HTTP 400"],
  ["4.3", { status: 401 }, "passed"],
  ["4.3", { status: 402 }, "failed: the response is HTTP 402"],
  ["4.3", { status: 403 }, "passed"],
  ["4.3", { status: 404 }, "failed: the response is HTTP 404"],
  ["5.1", dataAnswer(null), "passed"],
  ["5.1", dataAnswer({ __typename: "Query" }), "failed: the response has data"],
  ["5.2", { body: { access_token: "a.b.c" } }, "failed: the access token is not a JWT"],
  ["5.2", tokenAnswer({}), "passed"],
  ["5.2", { body: { access_token: "" } }, "skipped: the refresh request returned no access token"],
  ["5.4", { body: { access_token: "a" } }, "passed"],
  [
    "5.4",
    { status: 201, body: { access_token: "a" } },
    "failed: the response is HTTP 201 (application/json), not 200",
  ],
  ["5.6", tokenAnswer({ iat: 0, exp: 7 * DAY }), "passed"],
  ["5.6", tokenAnswer({ exp: seconds + 7 * DAY }), "passed"],
  ["5.6", tokenAnswer({ iat: "0", exp: seconds + 7 * DAY }), "passed"],
  ["5.6", tokenAnswer({ iat: DAY, exp: 7.96 * DAY }), "passed"],
  ["5.6", tokenAnswer({ iat: DAY, exp: 8.04 * DAY }), "passed"],
  ["5.6", tokenAnswer({ iat: DAY, exp: 7.9 * DAY }), "failed: it is valid for 6.90 days"],
  ["5.6", tokenAnswer({ iat: DAY, exp: 8.06 * DAY }), "failed: it is valid for 7.06 days"],
  ["5.6", tokenAnswer({ iat: 0, exp: "7" }), "skipped: the access token has no claim exp"],
  ["5.6", { body: { access_token: "opaque" } }, "skipped: the access token has no claim exp"],
  ["A1", { ...dataAnswer({ __typename: "Query" }) }, "passed"],
  [
    "A1",
    { ...dataAnswer({ __typename: "Query" }), headers: { "content-type": "text/json" } },
    "failed: the response is text/json",
  ],
  ["A1", { body: { __typename: "Query" } }, "failed: the response has no data.__typename"],
  ["A2", dataAnswer({ __typename: "Query" }), "passed"],
  ["A2", dataAnswer({ __typename: "Query", skipped: "Query" }), "failed: the variable was not used"],
  ["A2", dataAnswer({}), "failed: the response has no result"],
  ["A3", dataAnswer({ second: "Query" }), "passed"],
  ["A3", dataAnswer({ first: "Query" }), "failed: another operation was executed, or none"],
  ["A4", errorAnswer(401, errorBody("UNAUTHENTICATED")), "passed"],
  [
    "A4",
    errorAnswer(403, errorBody("UNAUTHENTICATED")),
    "failed: the response is HTTP 403 (application/json), not 401",
  ],
  [
    "A4",
    errorAnswer(401, errorBody("FORBIDDEN")),
    "failed: the first error has another code, or none (application/json)",
  ],
  ["A4", errorAnswer(401, { errors: errorBody("UNAUTHENTICATED").errors[0] }), "passed"],
  ["A5", errorAnswer(401, errorBody("UNAUTHENTICATED")), "passed"],
  [
    "A5",
    errorAnswer(401, { errors: [...errorBody("OTHER").errors, ...errorBody("UNAUTHENTICATED").errors] }),
    "failed: the first error has another code, or none (application/json)",
  ],
  [
    "A5",
    errorAnswer(401, { errors: [] }),
    "failed: the first error has another code, or none (application/json)",
  ],
  ["A6", { headers: { "www-authenticate": "bearer realm=x" } }, "passed"],
  ["A6", { headers: { "www-authenticate": "Basic, Bearer" } }, "failed: the header is missing"],
  ["A6", { headers: { "www-authenticate": "Bearers" } }, "failed: the header is missing"],
  ["A7", { body: { errors: [] } }, "passed"],
  ["A7", { body: { errors: [], data: null } }, "failed: the response has `data`"],
  ["A7", { body: { errors: {} } }, "failed: the response has no list `errors`"],
  ["A7", errorAnswer(400, { errors: [] }), "failed: the response is HTTP 400 (application/json), not 200"],
  ["A8", { body: { errors: [] } }, "passed"],
  ["A9", errorAnswer(400, errorBody("BAD_REQUEST")), "passed"],
  [
    "A9",
    errorAnswer(400, errorBody("OTHER")),
    "failed: the first error has another code, or none (application/json)",
  ],
  ["A10", errorAnswer(400, errorBody("BAD_REQUEST")), "passed"],
  [
    "A10",
    errorAnswer(422, errorBody("BAD_REQUEST")),
    "failed: the response is HTTP 422 (application/json), not 400",
  ],
  ["A11", { status: 415, body: "" }, "passed"],
  ["A12", { status: 404, body: "" }, "passed"],
  ["A13", { status: 405, headers: { allow: "GET, POST" } }, "passed"],
  ["A13", { status: 405, headers: { allow: "REPOST" } }, "failed: the header Allow does not contain POST"],
  ["A13", { status: 405, headers: { allow: "POSTS" } }, "failed: the header Allow does not contain POST"],
  ["A13", { status: 405 }, "failed: the header Allow does not contain POST"],
  ["A13", { headers: { allow: "POST" } }, "failed: the response is HTTP 200 (text/plain), not 405"],
  ["A14", dataAnswer({ __schema: { queryType: { name: "Query" } } }), "passed"],
  ["A14", dataAnswer({ __schema: { queryType: { name: null } } }), "failed: the response has no query type"],
  ["A14", dataAnswer({ __schema: null }), "failed: the response has no query type"],
  ["A15", { headers: { "access-control-allow-origin": "*" } }, "passed"],
  ["A15", { headers: { "access-control-allow-origin": "http://localhost:3000" } }, "passed"],
  [
    "A15",
    { headers: { "access-control-allow-origin": "https://x" } },
    "failed: the page cannot read the response",
  ],
  [
    "A15",
    { status: 300, headers: { "access-control-allow-origin": "*" } },
    "failed: the response is HTTP 300",
  ],
  ["A16", errorAnswer(401, { error: "invalid_grant" }), "passed"],
  [
    "A16",
    errorAnswer(401, { error: "other" }),
    "failed: the member `error` is missing, or has another value",
  ],
  ["A17", errorAnswer(400, { error: "invalid_request" }), "passed"],
  [
    "A17",
    errorAnswer(401, { error: "invalid_request" }),
    "failed: the response is HTTP 401 (application/json), not 400",
  ],
  ["A18", { status: 415 }, "passed"],
  ["A19", errorAnswer(400, { error: "invalid_request" }), "passed"],
  ["A20", tokenAnswer({}), "passed"],
  ["A20", tokenAnswer({}, { refresh_token: "valid" }), "passed"],
  ["A20", tokenAnswer({}, { refresh_token: "" }), "failed: the platform replaces the refresh token"],
  ["A21", tokenAnswer({ exp: seconds + DAY }), "skipped: the refresh request returns no expires_in"],
  ["A21", tokenAnswer({ exp: seconds + DAY }, { expires_in: DAY }), "passed"],
  ["A21", tokenAnswer({ exp: seconds + DAY }, { expires_in: DAY - 3500 }), "passed"],
  [
    "A21",
    tokenAnswer({ exp: seconds + DAY }, { expires_in: DAY - 3700 }),
    "failed: it differs from the claim exp",
  ],
  [
    "A21",
    tokenAnswer({ exp: seconds + DAY }, { expires_in: DAY + 3700 }),
    "failed: it differs from the claim exp",
  ],
  ["A21", tokenAnswer({ exp: seconds }, { expires_in: 0 }), "failed: expires_in is not a positive number"],
  ["A21", tokenAnswer({ exp: seconds + DAY }, { expires_in: 1 }), "failed: it differs from the claim exp"],
  [
    "A21",
    tokenAnswer({ exp: seconds + DAY }, { expires_in: String(DAY) }),
    "failed: expires_in is not a positive number",
  ],
  ["A21", tokenAnswer({}, { expires_in: DAY }), "skipped: the access token has no claim exp"],
  [
    "A21",
    { body: { access_token: "opaque", expires_in: DAY } },
    "skipped: the access token has no claim exp",
  ],
  ["A22", tokenAnswer({ exp: 1e9 + 1 }), "passed"],
  ["A22", tokenAnswer({ exp: 1e11 - 1 }), "passed"],
  ["A22", tokenAnswer({ exp: 1e9 }), "failed: the claim exp is missing, or is not in seconds"],
  ["A22", tokenAnswer({ exp: 1e11 }), "failed: the claim exp is missing, or is not in seconds"],
  ["A22", tokenAnswer({ exp: "2000000000" }), "failed: the claim exp is missing, or is not in seconds"],
  ["A22", { body: { access_token: "opaque" } }, "failed: the claim exp is missing, or is not in seconds"],
  ["A23", tokenAnswer({ tenant_id: TENANT.toLowerCase() }), "passed"],
  ["A23", tokenAnswer({ tenant_id: TENANT }), "passed"],
  [
    "A23",
    tokenAnswer({ tenant_id: "other" }),
    "failed: the claim tenant_id is missing, or is another tenant",
  ],
  ["A23", tokenAnswer({ tenant_id: 1 }), "failed: the claim tenant_id is missing, or is another tenant"],
  ["A23", { body: {} }, "skipped: the refresh request returned no access token"],
  ["A24", { ...tokenAnswer({}), headers: { "cache-control": "private, no-store" } }, "passed"],
  ["A24", { ...tokenAnswer({}), headers: { "cache-control": "No-Store" } }, "passed"],
  ["A24", { ...tokenAnswer({}), headers: { "cache-control": "no-storey" } }, "failed: the header is missing"],
  ["A24", tokenAnswer({}), "failed: the header is missing"],
  ["A25", { headers: { "content-type": "text/html; charset=utf-8" } }, "passed"],
  ["A25", { headers: { "content-type": "text/plain" } }, "failed: it is text/plain"],
  [
    "A25",
    { headers: { "content-type": "text/html", "access-control-allow-origin": "null" } },
    "failed: another origin can read it",
  ],
])("the check %s of %j", async ([id, { status = 200, headers, body = "" }, result]) => {
  const isRefresh = /^(?:4\.2|5\.[246]|A2[0-4])/.test(id);
  const target: ContractTarget = {
    baseUrl: "https://platform.example.com",
    refreshToken: "valid",
    tenantId: TENANT,
    ...(!isRefresh && { accessToken: "access" }),
    fetch: async () => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const type = typeof body === "string" ? "text/plain" : "application/json";
      const response = new Response(text, { status, headers: { "content-type": type } });
      for (const [name, value] of Object.entries(headers ?? {}))
        if (value === null) response.headers.delete(name);
        else response.headers.set(name, value);
      return response;
    },
  };
  const { check } = contractChecks.find(
    (candidate) => candidate.id === id,
  ) as (typeof contractChecks)[number];
  expect(await outcomeOf(check(target))).toBe(result);
});

test("keeps the refresh token if a response has an empty one", async () => {
  const sent: unknown[] = [];
  const fetch = async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json({ access_token: "access", refresh_token: "" });
  };
  const target = { baseUrl: "https://platform.example.com", refreshToken: "valid", tenantId: TENANT, fetch };
  for (const { check } of contractChecks.filter(({ id }) => id === "4.2" || id === "A23"))
    await outcomeOf(check(target));
  expect(sent).toEqual([{ refresh_token: "valid" }, { refresh_token: "valid", tenant_id: TENANT }]);
});

test("reads a body as if it were not JSON if it is nested too deeply to be searched", async () => {
  const body = "[".repeat(50_000) + "]".repeat(50_000);
  const headers = { "content-type": "application/json" };
  const fetch = async () => new Response(body, { headers });
  const target = { baseUrl: "https://platform.example.com", refreshToken: "r", accessToken: "a", fetch };
  const outcomes = await Promise.all(contractChecks.map(({ check }) => outcomeOf(check(target))));
  expect(outcomes[1]).toBe("failed: the response is not JSON (application/json)");
});

test("sends the same requests in every version", async () => {
  const lines: string[] = [];
  for (const { id, check } of contractChecks) {
    lines.push(`# ${id}`);
    const answer = async (request: Request) => {
      const { pathname } = new URL(request.url);
      const headers = [...request.headers].map((header) => header.join(": ")).join(", ");
      lines.push([request.method, pathname, headers, await request.text()].filter(Boolean).join(" | "));
      return Response.json(pathname.endsWith("/refresh") ? { access_token: "access" } : { data: {} });
    };
    const fetch = (...args: ConstructorParameters<typeof Request>) => answer(new Request(...args));
    await outcomeOf(
      check({ baseUrl: "https://platform.example.com", refreshToken: "valid", tenantId: TENANT, fetch }),
    );
  }
  await expect(lines.join("\n")).toMatchFileSnapshot(join(import.meta.dirname, "fixtures/checks.txt"));
});

test("has unique IDs, the documented statements first", () => {
  const ids = contractChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("A"))).toEqual(
    Array.from({ length: 25 }, (_, index) => `A${index + 1}`),
  );
  expect(contractChecks.filter(({ source }) => source === "specification").map(({ id }) => id)).toEqual(
    ids.slice(0, 10),
  );
});
