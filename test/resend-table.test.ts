/** The tables of docs/retries-and-limits.md, row by row. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import type { TypedDocumentString } from "../src/index.ts";
import { mutation, query } from "./support/documents.ts";
import { connect, createWire, json, ok } from "./support/wire.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../docs/retries-and-limits.md"), "utf8");

/** The cells of the table under a heading, without the head and without code marks. */
function readTable(heading: string): string[][] {
  const [, section = ""] = PAGE.split(`\n## ${heading}\n`);
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

const coded = (code: string) => (data: object) => json({ errors: [{ message: "no", extensions: { code } }], ...data });
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
  ["503 with `Retry-After`", [status(503, { "retry-after": "1" })]],
  ["502, 503 or 504", [status(502), status(503), status(504)]],
  ["no connection", [fail("ECONNREFUSED"), fail("ENOTFOUND")]],
  ["a connection that breaks", [fail("ECONNRESET")]],
  ["no response", [lose]],
  ["any other response", [status(400), status(403), status(500), coded("OTHER"), () => new Response("<html>")]],
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
  if (counts === "2A 0R") return "queue";
  return (await send(1)) === "2A 0R" ? "retry" : "fail";
}

const rows = readTable("Resending");

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
