/**
 * `paginate`: which pages it requests, when, and with which cursor.
 * A wire is a scripted `fetch`. `2A 1R` are its requests to the API and to refresh a token.
 */

import { expect, test } from "vitest";
import { type Client, type PageOptions, paginate } from "../src/index.ts";
import * as relay from "./fixtures/relay/generated/operations.ts";
import { connect, createWire, json, rejection, type Sent, type Wire } from "./support/wire.ts";

interface Page {
  readonly nodes?: unknown;
  readonly edges?: unknown;
  readonly hasNextPage?: unknown;
  readonly endCursor?: unknown;
}

const item = (id: string) => ({ id, name: `Integration ${id}` });

/** A page with one item and a next page. */
const page = (id: string, endCursor: string | null): Page => ({
  nodes: [item(id)],
  endCursor,
  hasNextPage: true,
});

function dataOf(pages: readonly (Page | null)[], nth: number) {
  const { hasNextPage = nth < pages.length, endCursor = `end-${nth}`, ...items } = pages[nth - 1] ?? {};
  const connection = { ...items, pageInfo: { hasNextPage, endCursor } };
  return { integrations: pages[nth - 1] === null ? null : connection, page: connection };
}

/** A platform that returns the pages in order, regardless of the cursor. */
function createPages(...pages: readonly (Page | null)[]): Wire {
  return createWire({ api: ({ nth }) => json({ data: dataOf(pages, nth) }) });
}

const integrationsOf = (client: Client, options?: PageOptions<"after">) =>
  paginate(client, relay.PageIntegrationsDocument, { first: 2 }, (data) => data.integrations, options);

async function collect<Item>(items: AsyncIterable<Item>, into: Item[] = []): Promise<Item[]> {
  for await (const element of items) into.push(element);
  return into;
}

const THREE_PAGES: readonly Page[] = [
  { nodes: [item("1"), item("2")] },
  { nodes: [item("3"), item("4")] },
  { nodes: [item("5")] },
];

test("yields the items of all pages, and requests each page once with the cursor of the previous one", async () => {
  const wire = createPages(...THREE_PAGES);
  // Only this method of a client is needed.
  const { execute } = connect(wire);
  const items = await collect(integrationsOf({ execute } as Client, { headers: { "X-Feature": "on" } }));
  expect(items.map(({ id }) => id)).toEqual(["1", "2", "3", "4", "5"]);
  expect(wire.counts()).toBe("3A 1R");
  expect(wire.api.map(({ body, headers }) => [body.variables, headers.get("x-feature")])).toEqual([
    [{ first: 2 }, "on"],
    [{ first: 2, after: "end-1" }, "on"],
    [{ first: 2, after: "end-2" }, "on"],
  ]);
});

test("requests a page when its first item is needed", async () => {
  const wire = createPages(...THREE_PAGES);
  const items = integrationsOf(connect(wire));
  expect(wire.counts()).toBe("0A 0R");
  await items.next();
  await items.next();
  expect(wire.counts()).toBe("1A 1R");
  await items.next();
  expect(wire.counts()).toBe("2A 1R");
});

test.for([
  { limit: 1, requests: 1, items: 1 },
  { limit: 2, requests: 1, items: 2 },
  { limit: 3, requests: 2, items: 3 },
  { limit: 4, requests: 2, items: 4 },
  { limit: 9, requests: 3, items: 5 },
])("stops at $limit items after $requests requests", async ({ limit, requests, items }) => {
  const wire = createPages(...THREE_PAGES);
  expect(await collect(integrationsOf(connect(wire), { limit }))).toHaveLength(items);
  expect(wire.api).toHaveLength(requests);
});

test("sends no request after the caller leaves the loop", async () => {
  const wire = createPages(...THREE_PAGES);
  const items = integrationsOf(connect(wire));
  for await (const { id } of items) if (id === "2") break;
  expect(await items.next()).toEqual({ done: true, value: undefined });
  expect(wire.counts()).toBe("1A 1R");
});

test("reads edges, and sends the cursor in the variable that the option names", async () => {
  const edges = (id: string) => [{ node: item(id) }, null, { node: null }];
  const wire = createPages({ edges: edges("1") }, { edges: null }, { edges: edges("2") });
  const client = connect(wire);
  const options = { cursor: "startAt" } as const;
  const items = await collect(
    paginate(client, relay.PageCustomersDocument, {}, (data) => data.page, options),
  );
  expect(items).toEqual([item("1"), item("2")]);
  expect(wire.api.map(({ body }) => body.variables)).toEqual([
    undefined,
    { startAt: "end-1" },
    { startAt: "end-2" },
  ]);
});

test("leaves out null items, and continues after a page without items", async () => {
  const wire = createPages(
    { nodes: [null, item("1")] },
    { nodes: null },
    { nodes: [] },
    { nodes: [item("2")] },
  );
  expect(await collect(integrationsOf(connect(wire), { limit: 3 }))).toEqual([item("1"), item("2")]);
  expect(wire.counts()).toBe("4A 1R");
});

test("yields nothing if the connection is null", async () => {
  const wire = createPages(null);
  expect(await collect(integrationsOf(connect(wire)))).toEqual([]);
  expect(wire.counts()).toBe("1A 1R");
});

test("accepts any cursor on the last page", async () => {
  const wire = createPages({ nodes: [item("1")], endCursor: "x" }, { nodes: [item("2")], endCursor: "x" });
  expect(await collect(integrationsOf(connect(wire)))).toEqual([item("1"), item("2")]);
});

test.for<readonly [problem: string, pages: readonly (Page | null)[], items?: readonly string[]]>([
  ["page 2 repeats a cursor, so that the list would never end.", [page("1", "a"), page("2", "a")], ["1"]],
  [
    "page 4 repeats a cursor, so that the list would never end.",
    ["a", "b", "c", "a"].map((cursor) => page("1", cursor)),
    ["1", "1", "1"],
  ],
  ["page 1 repeats a cursor, so that the list would never end.", [page("1", "start")]],
  ["page 1 has no endCursor, and the list is not complete.", [page("1", null)], ["1"]],
  ["page 1 has no endCursor, and the list is not complete.", [page("1", "")], ["1"]],
  [
    "page 1 has no hasNextPage. Select `pageInfo { hasNextPage }`.",
    [{ nodes: [item("1")], hasNextPage: null }],
    ["1"],
  ],
  ["page 2 has no connection.", [page("1", "a"), null], ["1"]],
  ["page 1 has no list of nodes or edges.", [{ nodes: { length: 3 } }]],
  ["page 1 has no list of nodes or edges.", [{ nodes: "abc" }]],
  ["page 1 has no list of nodes or edges.", [{ edges: 7 }]],
  ["page 1 has no list of nodes or edges.", [{ nodes: false, edges: [{ node: item("1") }] }]],
])("throws PAGINATION after the items of earlier pages: %s", async ([problem, pages, items = []]) => {
  const wire = createPages(...pages);
  const seen: { id: string }[] = [];
  const list = paginate(
    connect(wire),
    relay.PageIntegrationsDocument,
    { after: "start" },
    (data) => data.integrations,
  );
  const error = await rejection(collect(list, seen));
  expect(error).toMatchObject({
    code: "PAGINATION",
    operation: "PageIntegrations",
    message: `PageIntegrations: ${problem}`,
    attempts: pages.length,
    delivery: "done",
  });
  expect(seen.map(({ id }) => id)).toEqual(items);
  expect(wire.counts()).toBe(`${pages.length}A 1R`);
});

test("ends after 999 empty pages and a last one, and throws after 1,000 that have a next page", async () => {
  const empty: Page = { nodes: [], hasNextPage: true };
  // Without requests, because there are thousands.
  const read = async (...pages: readonly Page[]) => {
    let requests = 0;
    const execute = async () => dataOf(pages, ++requests);
    const seen: { id: string }[] = [];
    const client = { execute } as unknown as Client;
    const ended = await collect(integrationsOf(client), seen).catch((thrown: unknown) => thrown);
    return { ended, ids: seen.map(({ id }) => id), requests };
  };
  const last = { nodes: [], hasNextPage: false };
  expect(await read(...Array<Page>(999).fill(empty), last)).toEqual({ ended: [], ids: [], requests: 1_000 });
  expect(await read(empty, empty, page("1", "a"), ...Array<Page>(1_000).fill(empty))).toMatchObject({
    ended: {
      code: "PAGINATION",
      operation: "PageIntegrations",
      message: "PageIntegrations: page 1003 is the last of 1000 empty pages in a row, and has a next page.",
      attempts: 1_003,
      delivery: "done",
    },
    ids: ["1"],
    requests: 1_003,
  });
});

test("needs no cursor if the limit is reached", async () => {
  const wire = createPages(page("1", null));
  expect(await collect(integrationsOf(connect(wire), { limit: 1 }))).toEqual([item("1")]);
});

test("yields the items of earlier pages before an error of execute", async () => {
  const wire = createWire({
    api: ({ nth }) =>
      nth === 1
        ? json({
            data: { integrations: { nodes: [item("1")], pageInfo: { hasNextPage: true, endCursor: "a" } } },
          })
        : json({ errors: [{ message: "no" }] }),
  });
  const items: unknown[] = [];
  const error = await rejection(collect(integrationsOf(connect(wire)), items));
  expect(error).toMatchObject({ code: "GRAPHQL", operation: "PageIntegrations" });
  expect(items).toEqual([item("1")]);
});

test("rejects with the reason of an abort, during a request and between two items", async () => {
  const reason = new Error("enough");
  const during = new AbortController();
  const wire = createWire({
    api: async ({ signal }: Sent) => {
      during.abort(reason);
      signal?.throwIfAborted();
      throw new Error("not aborted");
    },
  });
  await expect(collect(integrationsOf(connect(wire), { signal: during.signal }))).rejects.toBe(reason);
  expect(wire.counts()).toBe("1A 1R");

  const between = new AbortController();
  const pages = createPages(...THREE_PAGES);
  const items = integrationsOf(connect(pages), { signal: between.signal });
  await items.next();
  between.abort(reason);
  await expect(items.next()).rejects.toBe(reason);
  expect(pages.counts()).toBe("1A 1R");
});

test("the timeout limits a request", async () => {
  const slow = createWire({ api: () => new Promise(() => {}) });
  await expect(collect(integrationsOf(connect(slow), { timeout: 20 }))).rejects.toMatchObject({
    code: "TIMEOUT",
  });
});

test("rejects invalid options and mutations before a request", () => {
  const wire = createPages();
  const client = connect(wire);
  const misspelt = { limits: 3 } as PageOptions<"after">;
  expect(() => integrationsOf(client, misspelt)).toThrow(
    'PageIntegrations: paginate: unknown option "limits". Did you mean "limit"?',
  );
  expect(() => integrationsOf(client, { limit: 0 })).toThrow(
    'PageIntegrations: paginate: "limit" must be an integer from 1 to',
  );
  expect(() => integrationsOf(client, { cursor: 1 as never })).toThrow('"cursor" must be a string.');
  expect(() => integrationsOf(undefined as never)).toThrow("PageIntegrations: paginate: pass a client.");
  expect(() => paginate(client, relay.PageIntegrationsDocument, {}, undefined as never)).toThrow(
    "PageIntegrations: paginate: pass a function that returns the connection.",
  );
  const mutation = { ...relay.PageIntegrationsDocument, kind: "mutation" as "query" };
  expect(() => paginate(client, mutation, {}, (data) => data.integrations)).toThrow(
    "PageIntegrations: paginate needs a query, not a mutation.",
  );
  expect(wire.counts()).toBe("0A 0R");
});
