/** `batch` on a GraphQL server in memory: how it splits items into requests, and which items fail. */

import { parse, print } from "graphql";
import { expect, test, vi } from "vitest";
import { type BatchResult, batch } from "../src/batch/index.ts";
import { type ClientOptions, OperationError, responseValidation, tokenSource } from "../src/index.ts";
import { type AnyDocument, compileDocuments, createBatchPlatform } from "./support/batch.ts";

const SCHEMA = /* GraphQL */ `
  type Query {
    item(name: String!): Item
    strict(name: String!): Item!
    page(of: String!, after: String): Page!
  }
  type Mutation {
    save(input: ItemInput!): Item
    strict(name: String!): Item!
  }

  type Item {
    name: String
    count: Int
    strict: String!
  }
  input ItemInput {
    name: String!
    count: Int
  }

  type Page {
    nodes: [Item!]!
    pageInfo: PageInfo!
  }
  type PageInfo {
    hasNextPage: Boolean!
    endCursor: String
  }
`;
const { Save, Read, Strict, StrictSave } = await compileDocuments<"Save" | "Read" | "Strict" | "StrictSave">(
  SCHEMA,
  `mutation Save($input: ItemInput!) { save(input: $input) { name count } }
   query Read($name: String!) { item(name: $name) { name strict } }
   query Strict($name: String!) { strict(name: $name) { name } }
   mutation StrictSave($name: String!) { strict(name: $name) { name } }`,
);

/** A platform that remembers what was saved. Names that start with "bad" fail. */
function start(options: Parameters<typeof createBatchPlatform>[2] = {}) {
  const saved: string[] = [];
  const find = ({ name }: { readonly name: string }) => {
    if (name.startsWith("bad")) throw new Error(`No ${name}`);
    return { name, strict: name.startsWith("null") ? null : name };
  };
  const platform = createBatchPlatform(
    SCHEMA,
    {
      save: ({ input }: { readonly input: { readonly name: string } }) => {
        saved.push(input.name);
        return find(input);
      },
      item: find,
      strict: find,
      page: ({ of, after }: { readonly of: string; readonly after?: string }) => {
        const page = Number(after ?? 0) + 1;
        return {
          nodes: [{ name: `${of}${page}` }],
          pageInfo: { hasNextPage: page < 3, endCursor: `${page}` },
        };
      },
    },
    options,
  );
  return { ...platform, saved };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const inputs = (count: number) => range(count).map((index) => ({ input: { name: `n${index}` } }));
const summarize = (results: readonly BatchResult[]) =>
  results.map((result) =>
    result.status === "success" ? "ok" : `${result.error.code} ${result.error.delivery}`,
  );
const errorOf = (result: BatchResult | undefined) => (result?.status === "error" ? result.error : undefined);
const respond = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

test("324 mutations need 7 requests of at most 50 items, and keep their order", async () => {
  const { connect, requests, saved } = start();
  const items = inputs(324);

  const results = await batch(connect(), Save, items, { size: 50 });

  expect(requests).toHaveLength(7);
  expect(saved).toEqual(items.map(({ input }) => input.name));
  expect(results).toEqual(
    saved.map((name) => ({ status: "success", data: { save: { name, count: null } } })),
  );
});

test("a list without items sends nothing", async () => {
  const { connect, requests } = start();
  expect([await batch(connect(), Save, []), requests.length]).toEqual([[], 0]);
});

test("an item with GraphQL errors has an error with a path in its own data, and the others have data", async () => {
  const { connect, requests } = start();
  const names = ["a", "bad", "null", "b"];

  const results = await batch(
    connect(),
    Read,
    names.map((name) => ({ name })),
  );

  expect(requests).toHaveLength(1);
  expect(summarize(results)).toEqual(["ok", "GRAPHQL done", "GRAPHQL done", "ok"]);
  expect(errorOf(results[1])).toMatchObject({ operation: "Read", attempts: 1, data: { item: null } });
  expect(
    results.map((result) => errorOf(result)?.errors.map((entry) => "path" in entry && entry.path)),
  ).toEqual([undefined, [["item"]], [["item", "strict"]], undefined]);
  expect(errorOf(results[1])?.errors).toHaveLength(1);
});

test("an error without a path rejects each item of its request, with the data of the item", async () => {
  const intercept = () =>
    respond({ data: { _0_item: { name: "a" }, _1_item: null }, errors: [{ message: "Warning" }] });
  const results = await batch(start({ intercept }).connect(), Read, [{ name: "a" }, { name: "b" }]);
  expect(results.map((result) => errorOf(result)?.data)).toEqual([{ item: { name: "a" } }, { item: null }]);
});

test("items beyond the errors that a response keeps are errors if their data is null", async () => {
  const items = range(1_100);
  const found = { name: "a", strict: "a" };
  const data = Object.fromEntries(items.map((index) => [`_${index}_item`, index < 1_099 ? null : found]));
  const errors = Object.keys(data).map((name) => ({ message: "bad", path: [name] }));
  const results = await batch(
    start({ intercept: () => respond({ data, errors }) }).connect(),
    Read,
    items.map((index) => ({ name: `bad${index}` })),
    { size: 2_000 },
  );
  expect(summarize(results)).toEqual(items.map((index) => (index < 1_099 ? "GRAPHQL done" : "ok")));
});

test("a platform that limits root fields gets halved requests, then requests of the size that it accepted", async () => {
  const { connect, requests, saved } = start({ maxRootFields: 10 });

  const results = await batch(connect(), Save, inputs(40));

  expect(new Set(summarize(results))).toEqual(new Set(["ok"]));
  expect(requests.map(({ variables }) => Object.keys(variables ?? {}).length)).toEqual([
    40, 20, 10, 10, 10, 10,
  ]);
  expect(saved).toEqual(inputs(40).map(({ input }) => input.name));
});

const isTooLarge = ({ query }: { readonly query: string }) => query.length > 800;

const names = (count: number) => range(count).map((nth) => ({ name: `n${nth}` }));

test.each([
  [400, true],
  [413, true],
  [422, true],
  [431, true],
  [404, false],
  [500, false],
])("a HTTP %i without GraphQL errors divides queries: %s", async (status, divides) => {
  const intercept = (request: { readonly query: string }) =>
    isTooLarge(request) ? new Response("Too large", { status }) : undefined;
  const results = await batch(start({ intercept }).connect({ retries: 0 }), Read, names(50));
  expect(results.every((result) => (result.status === "success") === divides)).toBe(true);
});

test("a response that is too large divides queries, and no mutations", async () => {
  const { connect, requests, saved } = start();
  const client = connect({ maxResponseBytes: 150 });
  expect(new Set(summarize(await batch(client, Read, names(8))))).toEqual(new Set(["ok"]));
  expect(requests.map(({ variables }) => Object.keys(variables ?? {}).length)).toEqual([8, 4, 2, 2, 2, 2]);
  expect(summarize(await batch(client, Save, inputs(8)))).toEqual(
    Array(8).fill("RESPONSE_TOO_LARGE unknown"),
  );
  expect([requests.length, saved.length]).toEqual([7, 8]);
});

test.for<[string, () => Response, Partial<ClientOptions>]>([
  ["has GraphQL errors", () => respond({ errors: [{ message: "Too large" }] }, 413), {}],
  [
    "is declared",
    () => new Response("Too large", { status: 413 }),
    { classify: ({ status }) => (status === 413 ? { executed: false } : undefined) },
  ],
])("a 413 divides mutations if it %s, and none is sent twice", async ([, reject, options]) => {
  const { connect, saved } = start({ intercept: (request) => (isTooLarge(request) ? reject() : undefined) });
  const results = await batch(connect(options), Save, inputs(60));
  expect(new Set(summarize(results))).toEqual(new Set(["ok"]));
  expect(saved).toEqual(inputs(60).map(({ input }) => input.name));
});

test.each([307, 308, 400, 403, 404, 408, 413, 422, 425, 499, 500, 502, 503, 504])(
  "a gateway that forwards mutations and then answers HTTP %i causes no second request",
  async (status) => {
    const { connect, saved, requests } = start({ replace: () => new Response("<p>", { status }) });
    const results = await batch(connect(), Save, inputs(8));
    expect(results.map((result) => errorOf(result)?.delivery)).toEqual(range(8).map(() => "unknown"));
    expect(requests).toHaveLength(1);
    expect(saved).toEqual(inputs(8).map(({ input }) => input.name));
  },
);

test("one invalid variable among 40 rejects only its item, and the order of the others is kept", async () => {
  const { connect, requests, saved } = start();
  const items = inputs(40);
  items[7] = { input: { name: 7 as unknown as string } };

  const results = await batch(connect(), Save, items);

  expect(summarize(results)).toEqual(range(40).map((index) => (index === 7 ? "GRAPHQL not-executed" : "ok")));
  expect(saved).toEqual(items.filter((_, index) => index !== 7).map(({ input }) => input.name));
  expect(requests).toHaveLength(11);
});

test("an invalid item is found by halving, and does not shrink later requests", async () => {
  const intercept = ({ variables }: { readonly variables?: object }) =>
    JSON.stringify(variables).includes("forbidden")
      ? respond({ errors: [{ message: "Forbidden" }] }, 403)
      : undefined;
  const { connect, requests, saved } = start({ intercept });
  const items = inputs(80);
  items[3] = { input: { name: "forbidden" } };

  const results = await batch(connect(), Save, items, { size: 40 });

  expect(summarize(results)).toEqual(range(80).map((index) => (index === 3 ? "GRAPHQL not-executed" : "ok")));
  expect(saved).toHaveLength(79);
  expect(requests.at(-1)?.variables).toMatchObject({ _39_input: { name: "n79" } });
});

test("if the platform rejects everything, three single items are sent, and the rest is rejected without another request", async () => {
  const intercept = () => respond({ errors: [{ message: "No" }] }, 400);
  const { connect, requests, saved } = start({ intercept });

  const results = await batch(connect(), Save, inputs(60), { size: 8 });

  expect(requests.map(({ variables }) => Object.keys(variables ?? {}).length)).toEqual([8, 4, 2, 1, 1, 2, 1]);
  expect(summarize(results)).toEqual([
    ...range(8).map(() => "GRAPHQL not-executed"),
    ...range(52).map(() => "GRAPHQL not-sent"),
  ]);
  expect(saved).toEqual([]);
});

test("items that are rejected after others were executed do not stop the batch", async () => {
  const { connect, requests } = start();
  const items = range(7).map((index) => ({ input: { name: (index === 0 ? "a" : index) as string } }));
  const results = await batch(connect(), Save, items, { size: 1 });
  expect(summarize(results)).toEqual(["ok", ...range(6).map(() => "GRAPHQL not-executed")]);
  expect(requests).toHaveLength(7);
});

test("if the connection is lost, all mutations of the request are unknown, and none is sent again", async () => {
  const intercept = (_: unknown, nth: number) => {
    if (nth === 2) throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
    return undefined;
  };
  const { connect, requests, saved } = start({ intercept });

  const results = await batch(connect(), Save, inputs(9), { size: 3 });

  expect(summarize(results)).toEqual([
    "ok",
    "ok",
    "ok",
    "NETWORK unknown",
    "NETWORK unknown",
    "NETWORK unknown",
    "ok",
    "ok",
    "ok",
  ]);
  expect([requests.length, saved.length]).toEqual([3, 6]);
});

test("after three failed requests in a row, the rest is not sent", async () => {
  const { connect, requests } = start({
    intercept: (_, nth) => (nth === 1 ? undefined : new Response("", { status: 500 })),
  });
  const results = await batch(connect(), Save, inputs(10), { size: 2 });
  expect(summarize(results)).toEqual([
    "ok",
    "ok",
    ...range(6).map(() => "HTTP_STATUS unknown"),
    ...range(2).map(() => "HTTP_STATUS not-sent"),
  ]);
  expect(results.map((result) => errorOf(result)?.attempts).slice(7)).toEqual([1, 0, 0]);
  expect(requests).toHaveLength(4);
});

test("failed requests that are not in a row stop nothing", async () => {
  const { connect, requests } = start({
    intercept: (_, nth) => (nth === 3 ? undefined : new Response("", { status: 500 })),
  });
  const results = await batch(connect(), Save, inputs(6), { size: 1 });
  expect(summarize(results)).toEqual(range(6).map((index) => (index === 2 ? "ok" : "HTTP_STATUS unknown")));
  expect(requests).toHaveLength(6);
});

test("a query with a non-null root field is repeated alone if it fails, and the others are repeated in smaller requests", async () => {
  const { connect, requests } = start();
  const names = ["a", "b", "bad", "c", "d"];

  const results = await batch(
    connect(),
    Strict,
    names.map((name) => ({ name })),
  );

  expect(summarize(results)).toEqual(["ok", "ok", "GRAPHQL done", "ok", "ok"]);
  expect(errorOf(results[2])?.errors).toMatchObject([{ message: "No bad", path: ["strict"] }]);
  expect(requests).toHaveLength(5);
});

test("a mutation with a non-null root field is a usage error, and nothing is sent", async () => {
  const { connect, requests } = start();
  await expect(batch(connect(), StrictSave, [{ name: "a" }])).rejects.toMatchObject({ code: "USAGE" });
  expect(requests).toEqual([]);
});

test("a mutation whose data is null or incomplete is never done for the items without data", async () => {
  const bodies: Record<string, unknown>[] = [
    { data: null, errors: [{ message: "No" }] },
    { data: { _0_save: null }, errors: [{ message: "No", path: ["_0_save"] }] },
    { data: { _0_save: { name: "n0", count: null } } },
  ];
  const results = await Promise.all(
    bodies.map((body) => batch(start({ intercept: () => respond(body) }).connect(), Save, inputs(2))),
  );
  expect(results.map(summarize)).toEqual([
    ["GRAPHQL unknown", "GRAPHQL unknown"],
    ["GRAPHQL done", "GRAPHQL unknown"],
    ["ok", "MALFORMED_RESPONSE unknown"],
  ]);
  const message = "Save: the response has no data for this item.";
  expect(errorOf(results[2]?.[1])).toMatchObject({ operation: "Save", message });
});

test.each([
  [{ data: null, errors: [{ message: "No", path: ["_1_save", "name"] }] }, 200],
  [{ errors: [{ message: "No", path: ["_1_save", "name"] }, { message: "All" }] }, 500],
])("items without data have the errors of their request, with relative paths: %j", async (body, status) => {
  const intercept = () => respond(body, status);
  const results = await batch(start({ intercept }).connect(), Save, inputs(3));
  const all = body.errors.map(({ message }) => message);
  const own = { message: "No", path: ["save", "name"] };
  expect(results.map((result) => errorOf(result)?.errors)).toMatchObject([
    all.length === 1 ? [own] : [{ message: "All" }],
    all.length === 1 ? [own] : [own, { message: "All" }],
    all.length === 1 ? [own] : [{ message: "All" }],
  ]);
});

test("an item whose data is null without an error is fulfilled", async () => {
  const body = { data: { _0_save: null, _1_save: null }, errors: [{ message: "No", path: ["_0_save"] }] };
  const results = await batch(start({ intercept: () => respond(body) }).connect(), Save, inputs(2));
  expect(results).toMatchObject([{ status: "error" }, { status: "success", data: { save: null } }]);
});

test("with a signal that is aborted before, nothing is sent", async () => {
  const { connect, requests } = start();
  const options = { size: 2, signal: AbortSignal.abort() };
  expect(summarize(await batch(connect(), Save, inputs(3), options))).toEqual(
    Array(3).fill("ABORTED not-sent"),
  );
  expect(summarize(await batch(connect(), Save, inputs(1), options))).toEqual(["ABORTED not-sent"]);
  expect(requests).toEqual([]);
});

test("a query without data for an item is sent again for this item", async () => {
  const intercept = (_: unknown, nth: number) =>
    nth === 1 ? respond({ data: { _0_item: null } }) : undefined;
  const { connect, requests } = start({ intercept });
  const results = await batch(connect(), Read, [{ name: "a" }, { name: "b" }]);
  expect([summarize(results), requests.length]).toEqual([["ok", "ok"], 2]);
});

test("a value that JSON cannot represent rejects its item, with its path, before a request", async () => {
  const { connect, saved } = start();
  const results = await batch(connect(), Save, [
    { input: { name: "a" } },
    { input: { name: "b", count: Number.NaN } },
    { input: { name: "c" } },
  ]);
  expect(summarize(results)).toEqual(["ok", "USAGE not-sent", "ok"]);
  expect(errorOf(results[1])?.message).toContain("NaN at variables.input.count");
  expect(saved).toEqual(["a", "c"]);
});

test.each<[string, unknown]>([
  ["an AST", parse(Save.text)],
  ["a typed string of another codegen", new String(Save.text)],
  ["a text", Save.text],
  ["undefined", undefined],
])("%s is a usage error that names the documents of codegen, and nothing is sent", async (_, document) => {
  const { connect, requests } = start();
  await expect(batch(connect({ print }), document as AnyDocument, inputs(2))).rejects.toMatchObject({
    code: "USAGE",
    message: expect.stringContaining("@integration-platform/graphql/operations"),
  });
  expect(requests).toEqual([]);
});

test.each<[string, unknown, unknown, string]>([
  ["no client", null, [], "pass a client of createClient, or a copy of its properties."],
  ["an object with execute", { execute: () => {} }, [], "pass a client of createClient, or a copy of its"],
  ["no list of items", start().connect(), { length: 1 }, "pass a list."],
])("%s is a usage error", async (_, client, items, problem) => {
  await expect(batch(client as never, Save, items as never)).rejects.toMatchObject({
    code: "USAGE",
    message: expect.stringContaining(`Save: batch: ${problem}`),
  });
});

test("what steers a framework ends a batch, and is thrown as it is", async () => {
  const steering = Object.assign(new Error("x"), { digest: "NEXT" });
  const { connect } = start();
  const client = connect({ fetch: () => Promise.reject(steering) });
  expect(await batch(client, Save, inputs(2)).catch((thrown: unknown) => thrown)).toBe(steering);
});

test.each(["query A { ...Missing }", "query A { item", "query A", 'query A { item(name: "'])(
  "the platform rejects a document that is not whole: %s",
  async (text) => {
    const intercept = () => respond({ errors: [{ message: "no" }] }, 400);
    const { connect } = start({ intercept });
    const document: AnyDocument = { kind: "query", name: "A", text };
    expect(summarize(await batch(connect(), document, [{}, {}]))).toEqual(
      Array(2).fill("GRAPHQL not-executed"),
    );
  },
);

test.each([
  ["an unknown option", { sizes: 3 }],
  ["a size of 0", { size: 0 }],
  ["an invalid header", { headers: { "x y": "" } }],
])("%s is a usage error, and nothing is sent", async (_, options) => {
  const { connect, requests } = start();
  await expect(batch(connect(), Save, inputs(2), options as object)).rejects.toMatchObject({ code: "USAGE" });
  expect(requests).toEqual([]);
});

test("with `validate`, each item is compared alone: only an item that does not match is rejected", async () => {
  const intercept = () =>
    respond({ data: { _0_save: { name: "a", count: 1 }, _1_save: { name: 5, count: 1 } } });
  const client = start({ intercept }).connect({ validate: responseValidation() });

  const results = await batch(client, Save, inputs(2));

  expect(summarize(results)).toEqual(["ok", "RESPONSE_MISMATCH done"]);
  expect(errorOf(results[1])).toMatchObject({ path: ["save", "name"], coordinate: "Item.name", attempts: 1 });
});

test("with `validate` that reports, each item's mismatch is reported with a path in its own data", async () => {
  const didMismatch = vi.fn();
  const intercept = () =>
    respond({ data: { _0_save: { name: "a", count: 1 }, _1_save: { name: 5, count: 1 } } });
  const client = start({ intercept }).connect({
    validate: responseValidation({ mode: "report" }),
    hooks: { didMismatch },
  });

  expect(summarize(await batch(client, Save, inputs(2)))).toEqual(["ok", "ok"]);
  expect(didMismatch.mock.calls).toMatchObject([[{ operation: "Save", path: ["save", "name"] }]]);
});

test("hooks get one event per request, with the number of items", async () => {
  const events: unknown[] = [];
  const hooks = {
    willSend: (event: object) => events.push(["send", event]),
    didReceive: ({ durationMs: _, ...event }: { readonly durationMs: number }) =>
      events.push(["receive", event]),
  };
  await batch(start().connect({ hooks }), Save, inputs(4), { size: 3 });
  const event = { operation: "Save", kind: "mutation", attempt: 1 };
  expect(events).toEqual([
    ["send", { ...event, items: 3 }],
    ["receive", { ...event, items: 3, status: 200 }],
    ["send", event],
    ["receive", { ...event, status: 200 }],
  ]);
});

test("a batch waits in the queue after a 429, and no mutation runs twice", async () => {
  const intercept = (_: unknown, nth: number) =>
    nth === 2 ? new Response("", { status: 429, headers: { "retry-after": "0" } }) : undefined;
  const { connect, saved } = start({ intercept });
  expect(new Set(summarize(await batch(connect(), Save, inputs(6), { size: 2 })))).toEqual(new Set(["ok"]));
  expect(saved).toEqual(inputs(6).map(({ input }) => input.name));
});

test.each([undefined, new OperationError("NETWORK", { problem: "of another call", delivery: "not-sent" })])(
  "after an abort (%s), the results so far are kept, and other items are unknown or not sent",
  async (reason) => {
    const controller = new AbortController();
    const intercept = (_: unknown, nth: number) => {
      if (nth === 2) controller.abort(reason);
      return undefined;
    };
    const { connect } = start({ intercept });
    const results = await batch(connect(), Save, inputs(6), { size: 2, signal: controller.signal });
    expect(summarize(results)).toEqual([
      "ok",
      "ok",
      "ABORTED unknown",
      "ABORTED unknown",
      "ABORTED not-sent",
      "ABORTED not-sent",
    ]);
  },
);

test("after an abort, items whose request was not sent are not sent, and errors count the requests", async () => {
  const waiting = new AbortController();
  const auth = tokenSource(() => {
    waiting.abort();
    return new Promise(() => {});
  });
  const unsent = await batch(start().connect({ auth }), Save, inputs(2), { signal: waiting.signal });
  expect(summarize(unsent)).toEqual(["ABORTED not-sent", "ABORTED not-sent"]);

  const retried = new AbortController();
  const intercept = (_: unknown, nth: number) => {
    if (nth === 1) return new Response("", { status: 429, headers: { "retry-after": "0" } });
    retried.abort();
    return undefined;
  };
  const results = await batch(start({ intercept }).connect(), Save, inputs(1), { signal: retried.signal });
  const message = "Save: the signal was aborted.";
  expect(results).toMatchObject([
    { error: { operation: "Save", delivery: "unknown", attempts: 2, message } },
  ]);

  const failed = new AbortController();
  const hooks = { didReceive: () => failed.abort() };
  const client = start({ intercept: () => new Response("", { status: 404 }) }).connect({ hooks });
  expect(summarize(await batch(client, Save, inputs(1), { signal: failed.signal }))).toEqual([
    "HTTP_STATUS unknown",
  ]);
});

test("a mistake that is found during a batch is an error of its item, and the others keep their results", async () => {
  const saved = () => respond({ data: { save: null } });
  const mistakes = [
    { second: undefined, classify: undefined },
    { second: respond({}, 404), classify: () => "limit" as never },
  ];
  for (const { second, classify } of mistakes) {
    const fetch = vi.fn().mockImplementation(async () => saved());
    fetch.mockResolvedValueOnce(saved()).mockResolvedValueOnce(second);
    const client = start().connect({ fetch, ...(classify && { classify }) });
    const results = await batch(client, Save, inputs(3), { size: 1 });
    expect(summarize(results)).toEqual(["ok", "USAGE unknown", "ok"]);
  }
});

test("`timeout` is that of each request: a mutation that passes it is unknown, and the next request is sent", async () => {
  let nth = 0;
  const slow = () =>
    nth++ === 0 ? new Promise<Response>(() => {}) : Promise.resolve(respond({ data: { save: null } }));
  const client = start().connect({ fetch: slow });
  const results = await batch(client, Save, inputs(3), { size: 2, timeout: 50 });
  expect(summarize(results)).toEqual(["TIMEOUT unknown", "TIMEOUT unknown", "ok"]);
});

test.each([
  ["queries are", () => Read, 4],
  ["no mutations are", () => Save, 1],
])("%s sent at the same time once a request of their size was accepted", async (_, documentOf, expected) => {
  let running = 0;
  let most = 0;
  const fetch = async () => {
    running++;
    most = Math.max(most, running);
    await Promise.resolve();
    running--;
    return respond({ data: Object.fromEntries(range(5).map((index) => [`_${index}_item`, null])) });
  };
  const results = await batch(start().connect({ fetch }), documentOf(), names(25), { size: 5 });
  expect(most).toBe(expected);
  expect(new Set(summarize(results))).toEqual(new Set(["ok"]));
});
