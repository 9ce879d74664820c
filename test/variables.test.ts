/** Variables and the request body. */

import { expect, test } from "vitest";
import { mutation, query, queryWithVariables } from "./support/documents.ts";
import { connect, createWire, ok, rejection } from "./support/wire.ts";

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
let deep: unknown = 1;
for (let level = 0; level < 100_000; level++) deep = [deep];

const same = { n: 1 };

class Tagged {
  readonly [Symbol.toStringTag] = "Decimal";
}

test.each([
  [{ a: Number.NaN }, "filter.*", "NaN"],
  [{ a: [1, Number.NEGATIVE_INFINITY] }, "filter.*.1", "-Infinity"],
  [{ a: [[{ b: 1n }]] }, "filter.*.0.0.*", "BigInt"],
  [{ a: () => {} }, "filter.*", "Function"],
  [{ a: Symbol("s") }, "filter.*", "Symbol"],
  [cycle, "filter.*", "a cycle"],
  [{ first: { list: [cycle] } }, "filter.*.*.0.*", "a cycle"],
  [{ a: [undefined] }, "filter.*.0", "Undefined"],
  [{ a: new Date(Number.NaN) }, "filter.*", "Date"],
  [{ a: { toJSON: () => Number.NaN } }, "filter.*", "NaN"],
  [{ a: { toJSON: () => null } }, "filter.*", "Object"],
  [{ a: { toJSON: () => undefined } }, "filter.*", "Object"],
  [{ a: { n: Number.NaN, toJSON: "not a function" } }, "filter.*.*", "NaN"],
  [{ a: new Map([["secret", 1]]) }, "filter.*", "Map"],
  [{ a: new Set(["secret"]) }, "filter.*", "Set"],
  [{ a: Promise.resolve("secret") }, "filter.*", "Promise"],
  [{ a: new File(["secret"], "secret") }, "filter.*", "File"],
  [{ a: new URLSearchParams("a=secret") }, "filter.*", "URLSearchParams"],
  [{ a: new Uint8Array([1]) }, "filter.*", "Uint8Array"],
  [{ a: /secret/ }, "filter.*", "RegExp"],
  [{ a: new Error("secret") }, "filter.*", "Error"],
  [{ a: new Tagged() }, "filter.*", "Decimal"],
  [{ b: { c: 1 }, a: new Map() }, "filter.*", "Map"],
  [new Map(), "filter", "Map"],
  [{ list: [same, same], "list.0": same, n: Number.NaN }, "filter.*", "NaN"],
])(
  "rejects the variable %o before a request, with its path, and without keys that are data",
  async (filter, path, type) => {
    const wire = createWire();
    const error = await rejection(connect(wire).execute(queryWithVariables, { filter }));
    expect(error).toMatchObject({ code: "USAGE" });
    expect(error.message).toBe(`FilterValue: JSON cannot represent ${type} at variables.${path}.`);
    expect(wire.counts()).toBe("0A 0R");
  },
);

test.each([
  ["endless nesting", deep],
  ["a toJSON that throws", { toJSON: () => JSON.parse("secret") }],
])("rejects %s without quoting it", async (_, filter) => {
  const error = await rejection(connect(createWire()).execute(queryWithVariables, { filter }));
  expect(error).toMatchObject({ code: "USAGE" });
  expect(error.message).toBe("FilterValue: the variables are nested too deeply, or a toJSON throws.");
});

test("the cause of the error is what a toJSON throws", async () => {
  const thrown = new Error("toJSON");
  const toJSON = () => {
    throw thrown;
  };
  const call = connect(createWire()).execute(queryWithVariables, { filter: { toJSON } });
  expect(await rejection(call)).toMatchObject({ code: "USAGE", cause: thrown });
});

test.each([[["a"]], ["text"], [1], [new Date(0)], [{ toJSON: () => "text" }]])(
  "rejects variables that are not an object: %j",
  async (variables) => {
    const error = await rejection(connect(createWire()).execute(queryWithVariables, variables as object));
    expect(error).toMatchObject({ code: "USAGE", message: "FilterValue: the variables must be an object." });
  },
);

class Range {
  readonly from = 1;
}

test("sends what JSON represents: dates, objects used twice, class instances, toJSON, null", async () => {
  const wire = createWire();
  const filter = {
    at: new Date(0),
    same: [same, same],
    absent: undefined,
    none: null,
    range: new Range(),
    yes: true,
    told: { n: Number.NaN, toJSON: () => "told" },
    url: new URL("https://example.com/"),
    bare: Object.create(null),
  };
  await connect(wire).execute(queryWithVariables, { filter });
  expect(wire.api[0]?.body).toEqual({
    query: queryWithVariables.text,
    variables: {
      filter: {
        at: "1970-01-01T00:00:00.000Z",
        same: [same, same],
        none: null,
        range: { from: 1 },
        yes: true,
        told: "told",
        url: "https://example.com/",
        bare: {},
      },
    },
  });
});

test.each([
  [undefined, ["query"]],
  [null, ["query"]],
  [{}, ["query"]],
  [{ filter: undefined }, ["query"]],
  [{ filter: null }, ["query", "variables"]],
])("sends variables only if there are any (%j)", async (variables, keys) => {
  const wire = createWire();
  await connect(wire).execute(queryWithVariables, variables as object);
  expect(Object.keys(wire.api[0]?.body ?? {})).toEqual(keys);
});

test("sends the documented headers and those of the caller", async () => {
  const wire = createWire({ api: ok });
  await connect(wire, {}, { accessToken: "a" }).execute(mutation, {}, { headers: { "X-Request-Id": "7" } });
  expect(Object.fromEntries(wire.api[0]?.headers ?? [])).toEqual({
    authorization: "Bearer a",
    "content-type": "application/json",
    "x-request-id": "7",
  });
});

test.each([
  "query { value }",
  undefined,
  { ...query, name: "" },
  { ...query, name: 1 },
  { ...query, name: undefined },
  { ...query, text: 1 },
])("rejects %j in place of a document", async (document) => {
  expect(await rejection(connect(createWire()).execute(document as typeof query))).toMatchObject({
    code: "USAGE",
    message:
      "execute: pass a document with one named operation, such as those of @integration-platform/graphql/operations.",
  });
});
