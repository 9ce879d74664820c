/** The contract suite itself: kept by our platform through every way in, and able to fail. */

import { HttpResponse, http, type RequestHandler } from "msw";
import { expect, test } from "vitest";
import { contractTest } from "../../../test/support/doors.ts";
import {
  ContractSkip,
  type ContractTarget,
  ContractViolation,
  contractChecks,
  createPlatform,
  type Platform,
} from "../src/index.ts";

/** What became of each check: `kept`, or why not. */
async function run(target: ContractTarget): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for (const { id, check } of contractChecks) {
    rows[id] = await check(target).then(
      () => "kept",
      (error: unknown) => {
        if (error instanceof ContractViolation) return `broken: ${error.message}`;
        if (error instanceof ContractSkip) return `skipped: ${error.message}`;
        throw error;
      },
    );
  }
  return rows;
}

const not = (rows: Record<string, string>, verdict: string) =>
  Object.entries(rows).filter(([, said]) => !said.startsWith(verdict));

/** A run against a platform that does something else, without a network. */
function runAgainst(platform: Platform, ...handlers: RequestHandler[]): Promise<Record<string, string>> {
  platform.override(...handlers);
  return run({
    baseUrl: platform.baseUrl,
    refreshToken: platform.refreshToken,
    tenantId: platform.tenants[1]?.id ?? "",
    fetch: (input, init) => platform.fetch(new Request(input, init)),
  });
}

contractTest("the platform keeps every statement that can be checked", async ({ platform, baseUrl, counts }) => {
  const tenantId = platform.tenants[1]?.id ?? "";
  const rows = await run({ baseUrl, refreshToken: platform.refreshToken, tenantId });
  expect(not(rows, "kept")).toEqual([["A21", "skipped: the exchange does not say expires_in"]]);
  // Exchanges: one, one for the tenant, one for a tenant that is nobody's; and three that have no refresh token to use.
  expect(counts()).toBe("12A 6R");
  expect(platform.count("login")).toBe(0);
});

contractTest(
  "below a path, too",
  async ({ platform, baseUrl }) => {
    const rows = await run({ baseUrl, refreshToken: platform.refreshToken });
    expect(not(rows, "kept").map(([id]) => id)).toEqual(["4.2.1", "A21", "A23"]);
  },
  { baseUrl: "https://platform.example.com/region/eu" },
);

contractTest(
  "where refresh tokens rotate, each is used once, and one assumption is not kept",
  async ({ platform, baseUrl }) => {
    const tenantId = platform.tenants[1]?.id ?? "";
    const rows = await run({ baseUrl, refreshToken: platform.refreshToken, tenantId });
    expect(not(rows, "kept")).toEqual([
      ["A20", "broken: the platform replaces the refresh token"],
      ["A21", "skipped: the exchange does not say expires_in"],
    ]);
  },
  { rotation: true },
);

contractTest("with an access token alone, the exchange is skipped", async ({ platform, baseUrl, counts }) => {
  const rows = await run({ baseUrl, accessToken: await platform.issueAccessToken() });
  expect(not(rows, "kept").map(([id]) => id)).toEqual(
    ["4.2", "4.2.1", "4.2.2", "5.2", "5.4", "5.6"].concat(["A19", "A20", "A21", "A22", "A23", "A24"]),
  );
  expect(not(rows, "kept").filter(([, said]) => !said.startsWith("skipped: "))).toEqual([]);
  expect(counts()).toBe("11A 3R");
});

test("sends nothing that writes, follows no redirect, and sends nothing twice", async () => {
  const platform = createPlatform();
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

const everything = "*";

test("every check can fail, and says in one line what it met, without a secret", async () => {
  const html = await runAgainst(
    createPlatform(),
    http.all(everything, () => HttpResponse.html("<p>canary</p>", { status: 502 })),
  );
  const lax = createPlatform();
  const nodes = [{ id: 7, name: "canary" }];
  const permissive = await runAgainst(
    lax,
    http.options(everything, () => new HttpResponse(null, { status: 404 })),
    http.get(everything, () => HttpResponse.json({}, { headers: { "access-control-allow-origin": "*" } })),
    http.post("*/auth/refresh", async () =>
      HttpResponse.json({
        access_token: await lax.issueAccessToken({ expiresInMs: 86_400_000 }),
        refresh_token: "canary",
        expires_in: "canary",
      }),
    ),
    http.post(everything, () => HttpResponse.json({ integrations: { nodes } })),
  );
  const opaque = await runAgainst(
    createPlatform(),
    http.post("*/auth/refresh", () => HttpResponse.json({ access_token: "canary" })),
  );
  const foreign = createPlatform({ baseUrl: "https://elsewhere.example.com" });
  const stranger = await runAgainst(
    createPlatform(),
    http.post("*/auth/refresh", async () => HttpResponse.json({ access_token: await foreign.issueAccessToken() })),
  );
  const runs = [html, permissive, opaque, stranger];
  const broken = (id: string) => runs.flatMap((rows) => (rows[id]?.startsWith("broken: ") ? [rows[id]] : []));
  expect(contractChecks.filter(({ id }) => broken(id).length === 0).map(({ id }) => id)).toEqual([]);
  const reasons = contractChecks.flatMap(({ id }) => broken(id));
  expect(reasons.filter((reason) => /canary|[\r\n]|eyJ/.test(reason) || reason.length > 120)).toEqual([]);
  expect(not(permissive, "broken").map(([id]) => id)).toMatchInlineSnapshot(`
    [
      "4.1",
      "4.2",
      "4.2.1",
      "4.2.2",
      "4.3",
      "5.2",
      "5.4",
      "A3",
      "A22",
    ]
  `);
  expect(html).toMatchInlineSnapshot(`
    {
      "2": "skipped: the exchange gave no access token",
      "4.1": "skipped: the exchange gave no access token",
      "4.2": "broken: HTTP 502 was answered",
      "4.2.1": "broken: HTTP 502 was answered, without an access_token",
      "4.2.2": "broken: HTTP 502 was answered, without one",
      "4.3": "broken: HTTP 502 was answered",
      "5.1": "kept",
      "5.2": "skipped: the exchange gave no access token",
      "5.4": "skipped: the exchange gave no access token",
      "5.6": "skipped: the exchange gave no access token",
      "A1": "skipped: the exchange gave no access token",
      "A10": "skipped: the exchange gave no access token",
      "A11": "skipped: the exchange gave no access token",
      "A12": "broken: HTTP 502 (text/html) was answered, not 404",
      "A13": "broken: HTTP 502 (text/html) was answered, not 405",
      "A14": "skipped: the exchange gave no access token",
      "A15": "broken: HTTP 502 was answered",
      "A16": "broken: HTTP 502 (text/html) was answered, not 401",
      "A17": "broken: HTTP 502 (text/html) was answered, not 400",
      "A18": "broken: HTTP 502 (text/html) was answered, not 415",
      "A19": "broken: HTTP 502 (text/html) was answered, not 400",
      "A2": "skipped: the exchange gave no access token",
      "A20": "skipped: the exchange gave no access token",
      "A21": "skipped: the exchange gave no access token",
      "A22": "skipped: the exchange gave no access token",
      "A23": "skipped: the exchange gave no access token",
      "A24": "skipped: the exchange gave no access token",
      "A25": "kept",
      "A3": "skipped: the exchange gave no access token",
      "A4": "broken: HTTP 502 (text/html) was answered, not 401",
      "A5": "broken: HTTP 502 (text/html) was answered, not 401",
      "A6": "broken: it has no such header",
      "A7": "skipped: the exchange gave no access token",
      "A8": "skipped: the exchange gave no access token",
      "A9": "skipped: the exchange gave no access token",
    }
  `);
});

test("numbers its statements once each, the specification's first, and writes nothing", () => {
  const ids = contractChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => id.startsWith("A"))).toEqual(Array.from({ length: 25 }, (_, index) => `A${index + 1}`));
  expect(contractChecks.filter(({ source }) => source === "specification").map(({ id }) => id)).toEqual(
    ids.slice(0, 10),
  );
  expect(contractChecks.filter(({ writes }) => writes)).toEqual([]);
});
