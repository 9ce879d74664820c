/**
 * The tables of resending in docs/retries.md and of the refresh request in docs/client.md, row by
 * row.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { Classify, TypedDocumentString } from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { BASE_URL, connect, createWire, json, ok } from "./support/wire.ts";

/** The cells of the first table under a heading, or under one below it, without the head. */
function readTable(page: string, heading: string, inner?: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, "../docs", page), "utf8");
  const [, whole = ""] = text.split(`\n## ${heading}\n`);
  const [, section = ""] = inner ? whole.split(`\n### ${inner}\n`) : ["", whole];
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

const LIMIT_CODES = ["RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED"];
const coded =
  (code: string, status = 200): Respond =>
  (data) =>
    json({ errors: [{ message: "no", extensions: { code } }], ...data }, { status });
/** Responses with the error code whose proof does not hold. */
const codedWithoutProof = (code: string): readonly Respond[] => {
  const error = { message: "no", extensions: { code } };
  return [
    ...[500, 503].map((status) => (data: object) => json({ errors: [error], ...data }, { status })),
    ...[200, 400].map(
      (status) => (data: object) => json({ errors: [{ ...error, path: ["value"] }], ...data }, { status }),
    ),
  ];
};
const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (data) =>
    json({ errors: [{ message: "no" }], ...data }, { status: code, headers });
/** A page, or an object with invalid `errors` if it has data. */
const notGraphQL =
  (code: number): Respond =>
  (data) =>
    "data" in data
      ? json({ errors: "no", ...data }, { status: code })
      : new Response("<p>", { status: code });
const cut =
  (code: number): Respond =>
  (data) =>
    new Response(JSON.stringify({ ...data, errors: [{ message: "no" }] }).slice(0, -2), { status: code });
const fail =
  (code: string, hostname = new URL(BASE_URL).hostname) =>
  () =>
    Promise.reject(new TypeError("fetch failed", { cause: { code, hostname } }));
const lose: Respond = () => new Promise(() => {});

/** What the platform does first, by the first cell of a row. Afterwards, it responds with data. */
const RESPONSES: ReadonlyMap<string, readonly Respond[]> = new Map([
  ["401", [status(401)]],
  [
    "the error code `UNAUTHENTICATED` in a 2xx or 4xx, no `path`, and no field with a value",
    [200, 400].map((code) => coded("UNAUTHENTICATED", code)),
  ],
  [
    "the error code `UNAUTHENTICATED` in a 5xx or with a `path`, and no field with a value",
    codedWithoutProof("UNAUTHENTICATED"),
  ],
  ["429", [status(429)]],
  [
    "the error code `RATE_LIMITED`, `TOO_MANY_REQUESTS` or `THROTTLED` in a 2xx or 4xx, and no `path`",
    LIMIT_CODES.flatMap((code) => [coded(code), coded(code, 400)]),
  ],
  ["one of these codes in a 5xx or with a `path`", LIMIT_CODES.flatMap(codedWithoutProof)],
  ["503, with or without `Retry-After`", [status(503, { "retry-after": "1" }), status(503)]],
  ["502, 504, 520 to 525, 529 or 530", [502, 504, 520, 525, 529, 530].map((code) => status(code))],
  ["408 or 425 without a GraphQL response", [408, 425].map(notGraphQL)],
  ["500 without a GraphQL response: once", [notGraphQL(500)]],
  ["JSON that is cut off", [cut(200), cut(400)]],
  ["no connection", [fail("ECONNREFUSED"), fail("ENOTFOUND")]],
  ["a connection that breaks", [fail("ECONNRESET")]],
  ["no response", [lose]],
  [
    "any other response",
    [
      ...[400, 403, 413, 500].map((code) => status(code)),
      ...[200, 403, 404, 413, 501].map(notGraphQL),
      ...[307, 308].map((code) => status(code, { location: "/" })),
      coded("OTHER"),
    ],
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

const rows = readTable("retries.md", "Resending");

test("the table of resending has a row for each response of this test", () => {
  expect(rows.map(([response]) => response)).toEqual([...RESPONSES.keys()]);
});

const COLUMNS = [
  [query, {}],
  [mutation, {}],
  [mutation, { data: { value: null } }],
] as const;

test.each(rows)(
  "after %s, the client does with a query, a mutation and a mutation with data: %s, %s, %s",
  async (...cells) => {
    const [response = "", ...expected] = cells;
    for (const respond of RESPONSES.get(response) ?? []) {
      // A dash: there is no response that can have data.
      const columns = COLUMNS.filter((_, index) => expected[index] !== "–");
      const seen: string[] = [];
      for (const [document, data] of columns) seen.push(await observe(document, respond, data));
      expect(seen).toEqual(expected.filter((cell) => cell !== "–"));
      if (columns.length < COLUMNS.length) continue;
      const bodies = [{}, { data: { value: null } }].map(async (data) => (await respond(data)).text());
      expect((await Promise.all(bodies)).map((body) => body.includes('"data"'))).toEqual([false, true]);
    }
  },
);

// ---- Proofs ----

const declared: Classify = ({ status: code }) => (code === 299 ? { executed: false } : undefined);
const errors = (path?: readonly string[]) => ({ errors: [{ message: "no", ...(path && { path }) }] });
const respondWith = (body: object | string, ...codes: number[]): readonly Respond[] =>
  codes.map(
    (code) => () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status: code }),
  );

/** Responses that are the proof in the first cell, and those of the exception in the second one. */
const PROOFS: ReadonlyMap<string, readonly [proofs: readonly Respond[], exceptions: readonly Respond[]]> =
  new Map([
    [
      "no connection was established",
      [[fail("ECONNREFUSED"), fail("ENOTFOUND")], [fail("ECONNREFUSED", "audit.example.com")]],
    ],
    [
      "a 2xx or a 4xx with a JSON object that has `errors`, and no `data` key",
      [
        [
          ...respondWith(errors(), 200, 202, 400, 403, 404, 408, 422, 425),
          ...respondWith({ errors: [{ message: "no", path: null }] }, 200, 400),
        ],
        [
          ...respondWith(errors(["value"]), 200, 400, 403),
          ...respondWith({ errors: [{ message: "no", path: "value" }] }, 200, 400),
        ],
      ],
    ],
    [
      "401 or 429",
      [
        ["", "<p>", '<p>"data":', "[]", errors(["value"])].flatMap((body) => respondWith(body, 401, 429)),
        [{ data: null }, { ...errors(), data: {} }, '{"data":{"value"', '{"errors":[{"message"'].flatMap(
          (body) => respondWith(body, 401, 429),
        ),
      ],
    ],
    ["`classify` returns `executed: false`", [respondWith({}, 299), []]],
  ]);

/** Responses that prove nothing. */
const NO_PROOFS: readonly Respond[] = [
  ...["", "<p>", '<p>"data":', "[]", {}, { errors: [] }, { errors: "no" }, '{"errors":[{"message"'].flatMap(
    (body) => respondWith(body, 200, 400, 403, 404, 408, 413, 425, 500, 502, 503),
  ),
  ...respondWith(errors(), 307, 308, 500, 502, 503, 504),
  fail("ECONNRESET"),
];

async function deliver(respond: Respond): Promise<string> {
  const wire = createWire({ api: () => respond({}) });
  const client = connect(wire, { classify: declared, retries: 0, timeout: 200 }, { accessToken: "given" });
  const failed = client.execute(mutation).catch((error) => error.delivery);
  await vi.advanceTimersByTimeAsync(1_000);
  return failed as Promise<string>;
}

const proofs = readTable("retries.md", "Delivery", "Proof that a mutation did not run");

test("the table of proofs has a row for each proof of this test", () => {
  expect(proofs.map(([proof]) => proof)).toEqual([...PROOFS.keys()]);
  expect(proofs.map(([, exception]) => exception !== "–")).toEqual(
    [...PROOFS.values()].map(([, exceptions]) => exceptions.length > 0),
  );
});

test.each([...PROOFS])("a mutation provably did not run: %s", async (_, [given, exceptions]) => {
  for (const respond of given) expect(await deliver(respond)).toMatch(/^not-(?:sent|executed)$/);
  for (const respond of exceptions) expect(await deliver(respond)).toMatch(/^(?:unknown|done)$/);
});

test("nothing else proves that a mutation did not run", async () => {
  for (const respond of NO_PROOFS) expect(await deliver(respond)).toBe("unknown");
});

const page = (code: number) => () =>
  new Response("<html>", { status: code, headers: { "content-type": "text/html" } });
const oauth = (code: number, error: string) => () => json({ error }, { status: code });

const dpop = () => json({ access_token: "a", token_type: "DPoP" });

/** How the platform responds to a refresh request, by the first cell of a row. */
const REFRESHES: ReadonlyMap<string, readonly Respond[]> = new Map([
  ["gets no connection, or a connection that breaks", [fail("ECONNREFUSED"), fail("ECONNRESET")]],
  ["gets a 429", [status(429), status(429, { "retry-after": "1" })]],
  ["gets no response, before a rotation", [lose]],
  [
    "gets the error `invalid_grant` below 500",
    [400, 403, 404, 200].map((status) => oauth(status, "invalid_grant")),
  ],
  ["gets a 404, 405 or 410", [status(404), status(405), status(410), page(404)]],
  [
    "gets another 400 or 401, but not an HTML page, and not the error `temporarily_unavailable` or `server_error`",
    [oauth(400, "invalid_request"), oauth(401, "other")],
  ],
  ["gets a redirect", [307, 308].map((code) => status(code, { location: "/" }))],
  [
    "gets a 2xx without a valid access token, or with a `token_type` other than Bearer",
    [page(200), () => json({}), dpop],
  ],
  [
    "gets anything else, such as a 503, a 403, or a 400 with an HTML page",
    [
      ...[403, 408, 425, 500].map((code) => status(code)),
      ...[400, 401, 403].map(page),
      ...[400, 401].map((code) => oauth(code, "temporarily_unavailable")),
      oauth(400, "server_error"),
      status(503, { "retry-after": "1" }),
    ],
  ],
]);

/**
 * The code with which a call fails, and whether another call sends a refresh request some time after that.
 */
async function observeRefresh(respond: Respond, laterMs: number): Promise<{ code: string; isSent: boolean }> {
  const wire = createWire({ refresh: () => respond({}) });
  const client = connect(wire, { timeout: 30_000 });
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

const refreshRows = readTable("client.md", "Refresh", "Failed refreshes");

test("the table of refresh requests has a row for each response of this test", () => {
  expect(refreshRows.map(([response]) => response)).toEqual([...REFRESHES.keys()]);
});

test.each(refreshRows)(
  "if a refresh request %s, calls fail with %s, and the next refresh request is sent %s",
  async (...cells) => {
    const [response = "", code = "", next = ""] = cells;
    const [, amount, unit] = /^after (\d+) (s|minutes)/.exec(next) ?? [];
    if (next === "at once") {
      const seen = await observeRefresh(lose, 0);
      expect(seen).toEqual({ code: /\w+/.exec(code)?.[0], isSent: true });
      return;
    }
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
