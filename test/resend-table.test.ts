/**
 * The tables of resending in docs/errors-and-retries.md and of the refresh request in docs/client.md, row by
 * row.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { TypedDocumentString } from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { connect, createWire, json, ok } from "./support/wire.ts";

/** The cells of the first table under a heading, without the head. */
function readTable(page: string, heading: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, "../docs", page), "utf8");
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  const [table = ""] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  const rows = table.trim().split("\n").slice(2);
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

type Respond = (data: object) => Response | Promise<Response>;

const coded = (code: string) => (data: object) =>
  json({ errors: [{ message: "no", extensions: { code } }], ...data });
const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (data) =>
    json({ errors: [{ message: "no" }], ...data }, { status: code, headers });
const fail = (code: string) => () => Promise.reject(new TypeError("fetch failed", { cause: { code } }));
const lose: Respond = () => new Promise(() => {});

/** What the platform does first, by the first cell of a row. Afterwards, it responds with data. */
const RESPONSES: ReadonlyMap<string, readonly Respond[]> = new Map([
  ["401", [status(401)]],
  ["the error code `UNAUTHENTICATED`, and no field with a value", [coded("UNAUTHENTICATED")]],
  ["429", [status(429)]],
  [
    "the error code `RATE_LIMITED`, `TOO_MANY_REQUESTS` or `THROTTLED`",
    ["RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED"].map(coded),
  ],
  ["503, with or without `Retry-After`", [status(503, { "retry-after": "1" }), status(503)]],
  ["502, 504, 520 to 525, 529 or 530", [502, 504, 520, 525, 529, 530].map((code) => status(code))],
  [
    "408 or 425 without a GraphQL response",
    [408, 425].map((code) => () => new Response("<html>", { status: code })),
  ],
  ["500 without a GraphQL response: once", [() => new Response("<html>", { status: 500 })]],
  ["no connection", [fail("ECONNREFUSED"), fail("ENOTFOUND")]],
  ["a connection that breaks", [fail("ECONNRESET")]],
  ["no response", [lose]],
  [
    "any other response",
    [status(400), status(403), status(500), coded("OTHER"), () => new Response("<html>")],
  ],
]);

beforeEach(() => {
  vi.useFakeTimers();
});

/** What the client does after the response: the word of the table. */
async function observe(document: TypedDocumentString, respond: Respond, data: object): Promise<string> {
  const send = async (retries: number) => {
    const wire = createWire({ api: ({ nth }) => (nth === 1 ? respond(data) : ok()) });
    const call = connect(wire, { retries }, { accessToken: "given" }).execute(document, {} as never);
    const settled = Promise.allSettled([call]);
    await vi.advanceTimersByTimeAsync(120_000);
    await settled;
    return wire.counts();
  };
  const counts = await send(0);
  if (counts === "2A 1R") return "replay";
  if (counts === "2A 0R") return "wait";
  return (await send(1)) === "2A 0R" ? "retry" : "fail";
}

const rows = readTable("errors-and-retries.md", "Resending");

test("the table of resending has a row for each response of this test", () => {
  expect(rows.map(([response]) => response)).toEqual([...RESPONSES.keys()]);
});

test.each(rows)(
  "after %s, the client does with a query, a mutation and a mutation with data: %s, %s, %s",
  async (...cells) => {
    const [response = "", ...expected] = cells;
    for (const respond of RESPONSES.get(response) ?? []) {
      const seen = [
        await observe(query, respond, {}),
        await observe(mutation, respond, {}),
        await observe(mutation, respond, { data: { value: null } }),
      ];
      expect(seen).toEqual(expected);
    }
  },
);

const page = (code: number) => () =>
  new Response("<html>", { status: code, headers: { "content-type": "text/html" } });
const oauth = (code: number, error: string) => () => json({ error }, { status: code });

const dpop = () => json({ access_token: "a", token_type: "DPoP" });

/** How the platform responds to a refresh request, by the first cell of a row. */
const REFRESHES: ReadonlyMap<string, readonly Respond[]> = new Map([
  [
    "gets no connection, a connection that breaks, an HTML page of a firewall, or a status from 500 on",
    [fail("ECONNREFUSED"), fail("ECONNRESET"), page(403), status(500)],
  ],
  ["gets no response", [lose]],
  ["gets a 429", [status(429), status(429, { "retry-after": "1" })]],
  ["gets a 404, 405 or 410, or a 400 because the port requires TLS", [status(404), status(405), status(410)]],
  [
    "gets the error `invalid_grant` below 500",
    [400, 403, 200].map((status) => oauth(status, "invalid_grant")),
  ],
  ["gets another 400 or 401", [oauth(400, "invalid_request"), oauth(401, "other")]],
  [
    "gets a 400 or 401 with an HTML page, `temporarily_unavailable` or `server_error`",
    [page(400), page(401), oauth(400, "temporarily_unavailable"), oauth(401, "server_error")],
  ],
  ["gets an invalid response, or a `token_type` other than Bearer", [page(200), () => json({}), dpop]],
  ["gets another status, such as 403", [status(403)]],
]);

/**
 * The code with which a call fails, and whether another call sends a refresh request some time after that.
 */
async function observeRefresh(respond: Respond, laterMs: number): Promise<{ code: string; isSent: boolean }> {
  const wire = createWire({ refresh: () => respond({}) });
  const client = connect(wire, { timeout: 300_000 });
  let failed: { readonly code: string } | undefined;
  const failure = client.execute(query).catch((error) => {
    failed = error;
  });
  while (failed === undefined) await vi.advanceTimersByTimeAsync(50);
  await failure;
  const before = wire.refresh.length;
  await vi.advanceTimersByTimeAsync(laterMs);
  const later = client.execute(query, {}, { timeout: 10 }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  await later;
  return { code: failed.code, isSent: wire.refresh.length > before };
}

const refreshRows = readTable("client.md", "Refresh");

test("the table of refresh requests has a row for each response of this test", () => {
  expect(refreshRows.map(([response]) => response)).toEqual([...REFRESHES.keys()]);
});

test.each(refreshRows)(
  "if a refresh request %s, calls fail with %s, and the next refresh request is sent %s",
  async (...cells) => {
    const [response = "", code = "", next = ""] = cells;
    const [, amount, unit] = /^after (\d+) (s|minutes)/.exec(next) ?? [];
    const pauseMs = amount === undefined ? 600_000 : Number(amount) * (unit === "s" ? 1_000 : 60_000);
    for (const respond of REFRESHES.get(response) ?? []) {
      const seen = [await observeRefresh(respond, pauseMs - 200), await observeRefresh(respond, pauseMs)];
      const expected = [false, amount !== undefined].map((isSent) => ({
        code: code.replaceAll("`", ""),
        isSent,
      }));
      expect(seen).toEqual(expected);
    }
  },
);
