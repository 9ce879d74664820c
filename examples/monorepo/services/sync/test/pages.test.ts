import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { PageRowsDocument } from "@acme/next-operations";
import { expect, test } from "vitest";
import { pageRows, type Row } from "../src/rows.ts";
import { sync } from "../src/sync.ts";
import { connect } from "./connect.ts";

const manifest = createRequire(import.meta.url).resolve("@acme/next-operations/package.json");
const schema = readFileSync(manifest.replace("package.json", "schema.graphql"), "utf8");

/** A platform with pages of two, whose page `stuck` ends where it began. */
function connectPages(names: readonly string[], stuck?: string) {
  const { platform, client } = connect({ schema });
  const answer = platform.answer(PageRowsDocument, ({ after }) => {
    const start = Number(after ?? 0);
    const nodes = names.slice(start, start + 2).map((name) => ({ id: name, name }));
    const endCursor = after === stuck && after ? after : String(start + 2);
    return { integrations: { nodes, pageInfo: { hasNextPage: start + 2 < names.length, endCursor } } };
  });
  return { client, answer };
}

test("copies every page, each asked for once", async () => {
  const { client, answer } = connectPages(["a", "b", "c", "d", "e"]);
  const saved: string[] = [];
  const { signal } = new AbortController();
  const outcome = await sync(pageRows(client, signal), async ({ name }) => void saved.push(name), signal);
  expect(outcome).toEqual({ status: "done", copied: 5 });
  expect(saved).toEqual(["a", "b", "c", "d", "e"]);
  expect(answer.requests.map(({ variables }) => variables?.after ?? null)).toEqual([null, "2", "4"]);
});

test("asks for no further page once it is stopped", async () => {
  const { client, answer } = connectPages(["a", "b", "c", "d"]);
  const stop = new AbortController();
  const save = async ({ name }: Row) => {
    if (name === "b") stop.abort();
  };
  const outcome = await sync(pageRows(client, stop.signal), save, stop.signal);
  expect(outcome).toEqual({ status: "stopped", copied: 2 });
  expect(answer.requests.length).toBe(1);
});

test("refuses a cursor that does not move, instead of asking forever", async () => {
  const { client, answer } = connectPages(["a", "b", "c", "d", "e"], "2");
  const { signal } = new AbortController();
  const outcome = await sync(pageRows(client, signal), async () => {}, signal);
  expect(outcome).toEqual({ status: "broken", because: expect.stringMatching(/^PageRows: .*cursor/) });
  expect(answer.requests.length).toBe(2);
});
