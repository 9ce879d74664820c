import { expect, test } from "vitest";
import { GraphQLResponseError } from "../src/errors.ts";
import { mutation, query, queryWithVariables } from "./support/documents.ts";
import { BASE_URL, connect, createWire, html, json, ok, rejection } from "./support/wire.ts";

const API = `POST ${BASE_URL}/api`;
const PARTIAL = {
  data: { value: null },
  errors: [{ message: "no value", path: ["value"], extensions: { code: "NOT_FOUND" } }],
};

test("42: throws partial data with its errors, both kept", async () => {
  const wire = createWire({ api: () => json(PARTIAL) });
  const error = await rejection(connect(wire, {}, { accessToken: "a" }).execute(query));
  expect(error).toBeInstanceOf(GraphQLResponseError);
  expect(error).toMatchObject({ code: "GRAPHQL", delivery: "done", data: { value: null }, errors: PARTIAL.errors });
  expect(error.message).toBe(`ReadValue: ${API} returned GraphQL error NOT_FOUND at value. See error.errors.`);
  expect(wire.counts()).toBe("1A 0R");
});

test("42: hands out partial data beside its errors where the caller asks for both", async () => {
  const wire = createWire({ api: () => json(PARTIAL) });
  const { data, errors } = await connect(wire, {}, { accessToken: "a" }).executeResult(query);
  expect(data).toEqual({ value: null });
  expect(errors).toEqual(PARTIAL.errors);
});

test("42: has no errors to hand out where there are none", async () => {
  expect(await connect(createWire()).executeResult(query)).toEqual({ data: { value: "fine" }, errors: [] });
});

test("42: still throws what is no GraphQL response where the caller asks for both", async () => {
  const wire = createWire({ api: () => json({}, { status: 500 }) });
  expect(await rejection(connect(wire).executeResult(query))).toMatchObject({ code: "HTTP_STATUS" });
});

test.each(
  [400, 403, 422, 500].flatMap((status) =>
    ["application/json", "application/graphql-response+json"].map((type) => [status, type] as const),
  ),
)("43: a GraphQL body decides at HTTP %i (%s), and is not retried", async (status, type) => {
  const body = JSON.stringify({ errors: [{ message: "refused", extensions: { code: "FORBIDDEN" } }] });
  const wire = createWire({ api: () => new Response(body, { status, headers: { "content-type": type } }) });
  const error = await rejection(connect(wire, {}, { accessToken: "a" }).execute(query));
  expect(error).toMatchObject({
    code: "GRAPHQL",
    status,
    delivery: status < 500 ? "rejected" : "unknown",
    data: undefined,
  });
  expect(error.errors).toEqual([{ message: "refused", extensions: { code: "FORBIDDEN" } }]);
  expect(wire.counts()).toBe("1A 0R");
});

test("43: a GraphQL body at HTTP 401 is kept on the error after the replay", async () => {
  const wire = createWire({ api: () => json({ errors: [{ message: "who?" }] }, { status: 401 }) });
  const error = await rejection(connect(wire).execute(query));
  expect(error).toMatchObject({ code: "UNAUTHENTICATED", status: 401, errors: [{ message: "who?" }] });
  expect(wire.counts()).toBe("2A 2R");
});

test.each([
  [404, "rejected"],
  [500, "unknown"],
])("44: HTTP %i without a GraphQL body is thrown at once", async (status, delivery) => {
  const wire = createWire({ api: () => html(status) });
  const error = await rejection(connect(wire, {}, { accessToken: "a" }).execute(query));
  expect(error).toMatchObject({ code: "HTTP_STATUS", status, delivery, attempts: 1 });
  expect(wire.counts()).toBe("1A 0R");
});

test.each([
  ["HTML", "<html>secret</html>"],
  ["nothing", ""],
  ["null", "null"],
  ["a list", "[]"],
  ["a string", '"secret"'],
  ["a number", "42"],
  ["neither data nor errors", '{"secret":1}'],
  ["data that is null, and no errors", '{"data":null}'],
  ["data that is a list", '{"data":["secret"]}'],
  ["errors that are an object", '{"errors":{}}'],
  ["errors that are an object, beside data", '{"data":{"value":"secret"},"errors":{}}'],
  ["no errors in the list", '{"errors":[]}'],
  ["truncated JSON", '{"data":{"value":"secret'],
])("41, 45: HTTP 200 with %s is malformed, and the message has none of it", async (_, body) => {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const wire = createWire({ api: () => new Response(body, { headers }) });
  const error = await rejection(connect(wire, {}, { accessToken: "a" }).execute(query));
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200, contentType: "text/html", attempts: 1 });
  expect(error.message).toBe(
    `ReadValue: ${API} returned HTTP 200 without a GraphQL response (text/html). Check baseUrl.`,
  );
  expect(wire.counts()).toBe("1A 0R");
});

test("41: bytes that are no UTF-8 are malformed", async () => {
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
  const wire = createWire({ api: () => new Response(body, { headers: { "content-type": "application/json" } }) });
  const error = await rejection(connect(wire).execute(query));
  expect(error).toMatchObject({ code: "MALFORMED_RESPONSE", status: 200, contentType: "application/json" });
  expect(wire.counts()).toBe("1A 1R");
});

test("45: normalizes entries that are none, and keeps the first hundred of ten thousand", async () => {
  const nulls = createWire({ api: () => json({ errors: [null, "x", { message: 1 }, { message: "m", path: "p" }] }) });
  const error = await rejection(connect(nulls).execute(query));
  const blank = { message: "The platform sent no message." };
  expect(error.errors).toEqual([blank, blank, blank, { message: "m" }]);
  const many = createWire({ api: () => json({ errors: Array.from({ length: 10_000 }, () => ({ message: "m" })) }) });
  const capped = await rejection(connect(many).execute(query));
  expect(capped.errors).toHaveLength(100);
});

test("45: drops a path or a place that is none, and keeps a long one out of the message", async () => {
  const place = { line: 1, column: 2 };
  const errors = [
    { message: "a", path: [{ toString: "" }], locations: [null] },
    { message: "b", locations: [{ line: "1", column: 2 }] },
    { message: "c", locations: [{ line: 1 }] },
    { message: "d", path: ["list", 0], locations: [place] },
  ];
  const kept = { message: "d", path: ["list", 0], locations: [place] };
  const error = await rejection(connect(createWire({ api: () => json({ errors }) })).execute(query));
  expect(error.errors).toEqual([{ message: "a" }, { message: "b" }, { message: "c" }, kept]);
  const long = createWire({ api: () => json({ errors: [{ message: "e", path: ["x".repeat(1_000_000)] }] }) });
  expect((await rejection(connect(long).execute(query))).message).toBe(
    `ReadValue: ${API} returned GraphQL error. See error.errors.`,
  );
});

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
let deep: unknown = 1;
for (let level = 0; level < 100_000; level++) deep = [deep];

test.each([
  ["NaN", { a: Number.NaN }, 'variable "filter.a" is NaN'],
  ["infinity", { a: [1, Number.POSITIVE_INFINITY] }, 'variable "filter.a[1]" is Infinity'],
  ["a bigint", { a: 1n }, 'variable "filter.a" is a bigint'],
  ["a function", { a: () => {} }, 'variable "filter.a" is a function'],
  ["a symbol", { a: Symbol("s") }, 'variable "filter.a" is a symbol'],
  ["a cycle", cycle, 'variable "filter.self" contains itself'],
  ["undefined in a list", { a: [undefined] }, 'variable "filter.a[0]" is undefined'],
  ["endless nesting", deep, "nested too deeply"],
])("46: refuses %s in the variables, with the path and before sending", async (_, filter, message) => {
  const wire = createWire();
  const error = await rejection(connect(wire).execute(queryWithVariables, { filter }));
  expect(error).toMatchObject({ name: "UsageError", code: "USAGE" });
  expect(error.message).toContain(message);
  expect(wire.counts()).toBe("0A 0R");
});

test("46: sends a date, a repeated object and an absent member as JSON has them", async () => {
  const wire = createWire();
  const same = { n: 1 };
  const filter = { at: new Date(0), same: [same, same], absent: undefined };
  await connect(wire).execute(queryWithVariables, { filter });
  expect(wire.api[0]?.body).toEqual({
    query: queryWithVariables.text,
    variables: { filter: { at: "1970-01-01T00:00:00.000Z", same: [same, same] } },
  });
});

test("47: passes through what the snapshot does not know", async () => {
  const wire = createWire({ api: () => json({ data: { value: "NEW_ENUM_VALUE", more: 1 }, extensions: {} }) });
  expect(await connect(wire).execute(query)).toEqual({ value: "NEW_ENUM_VALUE", more: 1 });
});

test.each([
  [undefined, ["query"]],
  [{}, ["query"]],
  [{ filter: undefined }, ["query"]],
  [{ filter: null }, ["query", "variables"]],
])("the body holds `query` alone unless there are variables (%j)", async (variables, keys) => {
  const wire = createWire();
  await connect(wire).execute(queryWithVariables, variables);
  expect(Object.keys(wire.api[0]?.body ?? {})).toEqual(keys);
});

test("sends the two headers of the specification and the caller's own", async () => {
  const wire = createWire({ api: ok });
  await connect(wire, {}, { accessToken: "a" }).execute(mutation, {}, { headers: { "X-Request-Id": "7" } });
  expect(Object.fromEntries(wire.api[0]?.headers ?? [])).toEqual({
    authorization: "Bearer a",
    "content-type": "application/json",
    "x-request-id": "7",
  });
});

test("refuses what is no generated document", async () => {
  const client = connect(createWire());
  const text = "query { value }" as unknown as typeof query;
  expect(await rejection(client.execute(text))).toMatchObject({ code: "USAGE" });
  expect(await rejection(client.execute(undefined as never))).toMatchObject({ code: "USAGE" });
});
