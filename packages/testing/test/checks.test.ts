/** The contract checks, against the simulated platform and against platforms that do not follow the contract. */

import { HttpResponse, http, type RequestHandler } from "msw";
import { expect, test } from "vitest";
import { contractTest } from "../../../test/support/contract-test.ts";
import {
  ContractSkip,
  type ContractTarget,
  ContractViolation,
  contractChecks,
  createPlatform,
  type Platform,
} from "../src/index.ts";
import { openPlatform } from "./support/requests.ts";

/** The result of each check. */
async function run(target: ContractTarget): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for (const { id, check } of contractChecks) {
    rows[id] = await check(target).then(
      () => "passed",
      (error: unknown) => {
        if (error instanceof ContractViolation) return `failed: ${error.message}`;
        if (error instanceof ContractSkip) return `skipped: ${error.message}`;
        throw error;
      },
    );
  }
  return rows;
}

const not = (rows: Record<string, string>, verdict: string) =>
  Object.entries(rows).filter(([, result]) => !result.startsWith(verdict));

/** Runs the checks against a platform with overrides, without a network. */
function runAgainst(platform: Platform, ...handlers: RequestHandler[]): Promise<Record<string, string>> {
  platform.override(...handlers);
  return run({
    baseUrl: platform.baseUrl,
    refreshToken: platform.refreshToken,
    tenantId: platform.tenants[1]?.id ?? "",
    fetch: (input, init) => platform.fetch(new Request(input, init)),
  });
}

contractTest("the platform passes every check", async ({ platform, baseUrl, counts }) => {
  const tenantId = platform.tenants[1]?.id ?? "";
  const rows = await run({ baseUrl, refreshToken: platform.refreshToken, tenantId });
  expect(not(rows, "passed")).toEqual([["A21", "skipped: the exchange returns no expires_in"]]);
  // Exchanges: one, one with a tenant, one with an unknown tenant, and three without a valid refresh token.
  expect(counts()).toBe("13A 6R");
  expect(platform.count("login")).toBe(0);
});

contractTest(
  "the platform passes below a path",
  async ({ platform, baseUrl }) => {
    const rows = await run({ baseUrl, refreshToken: platform.refreshToken });
    expect(not(rows, "passed").map(([id]) => id)).toEqual(["4.2.1", "A21", "A23"]);
  },
  { baseUrl: "https://platform.example.com/region/eu" },
);

contractTest(
  "with rotation, each refresh token is used once, and one assumption fails",
  async ({ platform, baseUrl }) => {
    const tenantId = platform.tenants[1]?.id ?? "";
    const rows = await run({ baseUrl, refreshToken: platform.refreshToken, tenantId });
    expect(not(rows, "passed")).toEqual([
      ["A20", "failed: the platform replaces the refresh token"],
      ["A21", "skipped: the exchange returns no expires_in"],
    ]);
  },
  { rotation: true },
);

contractTest("skips the token exchange without a refresh token", async ({ platform, baseUrl, counts }) => {
  const rows = await run({ baseUrl, accessToken: await platform.issueAccessToken() });
  expect(not(rows, "passed").map(([id]) => id)).toEqual(
    ["4.2", "4.2.1", "4.2.2", "5.2", "5.4", "5.6"].concat(["A19", "A20", "A21", "A22", "A23", "A24"]),
  );
  expect(not(rows, "passed").filter(([, result]) => !result.startsWith("skipped: "))).toEqual([]);
  expect(counts()).toBe("12A 3R");
});

test("sends no mutation, follows no redirect, and sends no request twice", async () => {
  const platform = openPlatform();
  const redirects: unknown[] = [];
  await run({
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
  const html = await runAgainst(
    createPlatform(),
    http.all("*", () => HttpResponse.html("<p>canary</p>", { status: 502 })),
  );
  const lax = createPlatform();
  const nodes = [{ id: 7, name: "canary" }];
  const permissive = await runAgainst(
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
    http.post("*", () => HttpResponse.json({ integrations: { nodes }, __typename: "Query", skipped: "canary" })),
  );
  const opaque = await runAgainst(
    createPlatform(),
    http.post("*/auth/refresh", () => HttpResponse.json({ access_token: "canary" })),
  );
  const foreign = createPlatform({ baseUrl: "https://other.example.com" });
  const otherPlatform = await runAgainst(
    createPlatform(),
    http.post("*/auth/refresh", async () => HttpResponse.json({ access_token: await foreign.issueAccessToken() })),
  );
  const runs = [html, permissive, opaque, otherPlatform];
  const failed = (id: string) => runs.flatMap((rows) => (rows[id]?.startsWith("failed: ") ? [rows[id]] : []));
  expect(contractChecks.filter(({ id }) => failed(id).length === 0).map(({ id }) => id)).toEqual([]);
  const reasons = contractChecks.flatMap(({ id }) => failed(id));
  expect(reasons.filter((reason) => /canary|[\r\n]|eyJ/.test(reason) || reason.length > 120)).toEqual([]);
  const passing = "4.1 4.2 4.2.1 4.2.2 4.3 5.2 5.4 A22";
  expect(not(permissive, "failed").map(([id]) => id)).toEqual(passing.split(" "));
  const groups = Map.groupBy(contractChecks, ({ id }) => html[id] ?? "");
  expect(new Map([...groups].map(([result, checks]) => [result, checks.map(({ id }) => id).join(" ")]))).toEqual(
    new Map([
      [
        "skipped: the token exchange returned no access token",
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

test("has unique IDs, the documented statements first", () => {
  const ids = contractChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("A"))).toEqual(Array.from({ length: 25 }, (_, index) => `A${index + 1}`));
  expect(contractChecks.filter(({ source }) => source === "specification").map(({ id }) => id)).toEqual(
    ids.slice(0, 10),
  );
});
