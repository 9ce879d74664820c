/** Response validation: shapes, Standard Schemas, and what a mismatch reports. */

import { expect, test, vi } from "vitest";
import { isOperationError, type MismatchEvent, responseValidation } from "../src/index.ts";
import { FindDocument, RenameIntegrationDocument } from "./fixtures/relay/generated/operations.ts";
import { query } from "./support/documents.ts";
import { connect, createWire, json, rejection } from "./support/wire.ts";

const SECRET = "canary-value";
const ORDERS = { __typename: "Integration", name: "Orders", state: "RUNNING" };
const respond = (data: unknown, more: object = {}) => createWire({ api: () => json({ data, ...more }) });
const variables = { text: "" };
const withShape = { ...query, shape: "25 Query{value:String}" };

test("returns data that matches, with unknown types and enum members if the types are open", async () => {
  const find = [ORDERS, { ...ORDERS, state: "NEW" }, { __typename: "New", other: 1 }];
  const client = connect(respond({ find }), { validate: responseValidation() });
  expect(await client.execute(FindDocument, variables)).toEqual({ find });
});

test("rejects with path, coordinate, type and kind of the first mismatch, and keeps the data out of the output", async () => {
  const find = [ORDERS, { ...ORDERS, name: null, state: 7 }, SECRET];
  const wire = respond({ find });
  const error = await rejection(
    connect(wire, { validate: responseValidation() }).execute(FindDocument, variables),
  );
  expect(isOperationError(error)).toBe(true);
  expect({ ...error }).toEqual({
    code: "RESPONSE_MISMATCH",
    operation: "Find",
    attempts: 1,
    delivery: "done",
    path: ["find", 1, "name"],
    coordinate: "Integration.name",
    expected: "String!",
    received: "null",
  });
  expect(error.message).toBe(
    "Find: find.1.name must be String! (Integration.name), and is null. See error.data.",
  );
  expect(error.data).toEqual({ find });
  expect(wire.counts()).toBe("1A 1R");
});

test("rejects data of a mutation after it was executed, without a retry", async () => {
  const wire = respond({ renameIntegration: { integration: { id: 7, name: "a" }, errors: [] } });
  const client = connect(wire, { validate: responseValidation() });
  const error = await rejection(client.execute(RenameIntegrationDocument, { input: { id: "7", name: "a" } }));
  expect(error).toMatchObject({ delivery: "done", coordinate: "Integration.id", received: "number" });
  expect(wire.counts()).toBe("1A 1R");
});

test("reports each field once per response, and returns the data", async () => {
  const events: MismatchEvent[] = [];
  const find = [{ ...ORDERS, name: SECRET.length }, { ...ORDERS, name: null, state: [SECRET] }, SECRET];
  const hooks = { didMismatch: (event: MismatchEvent) => void events.push(event) };
  const client = connect(respond({ find }), { hooks, validate: responseValidation({ mode: "report" }) });
  expect(await client.execute(FindDocument, variables)).toEqual({ find });
  const name = { operation: "Find", coordinate: "Integration.name", expected: "String!" };
  const state = { operation: "Find", coordinate: "Integration.state", expected: "State!" };
  expect(events).toEqual([
    { ...name, path: ["find", 0, "name"], received: "number" },
    { ...state, path: ["find", 1, "state"], received: "list" },
    {
      operation: "Find",
      path: ["find", 2],
      coordinate: "Query.find",
      expected: "Found!",
      received: "string",
    },
  ]);
  expect(Object.isFrozen(events[0])).toBe(true);
});

test("a hook that throws or rejects does not fail the call", async () => {
  const fail = () => {
    throw new Error("own");
  };
  for (const didMismatch of [fail, async () => fail()]) {
    const validate = responseValidation({ mode: "report" });
    const client = connect(respond({ value: 1 }), { hooks: { didMismatch }, validate });
    expect(await client.execute(withShape)).toEqual({ value: 1 });
  }
});

test("compares the share of the responses that sample sets", async () => {
  const random = vi.spyOn(Math, "random");
  const didMismatch = vi.fn();
  const validate = responseValidation({ mode: "report", sample: 0.25 });
  const client = connect(respond({ value: 1 }), { hooks: { didMismatch }, validate });
  const countCalls = async (number: number) => {
    random.mockReturnValue(number);
    await client.execute(withShape);
    return didMismatch.mock.calls.length;
  };
  expect([await countCalls(0.25), await countCalls(0.9)]).toEqual([0, 0]);
  expect([await countCalls(0.249), await countCalls(0)]).toEqual([1, 2]);
});

test("executeResult throws a mismatch, but no call compares a response with GraphQL errors", async () => {
  const client = connect(respond({ value: 1 }, { errors: [{ message: "no" }] }), {
    validate: responseValidation(),
  });
  expect(await rejection(client.execute(withShape))).toMatchObject({ code: "GRAPHQL" });
  expect(await client.executeResult(withShape)).toMatchObject({
    data: { value: 1 },
    errors: [{ message: "no" }],
  });
  const other = connect(respond({ value: 1 }), { validate: responseValidation() });
  expect(await rejection(other.executeResult(withShape))).toMatchObject({ code: "RESPONSE_MISMATCH" });
});

test.for<[string, { readonly shape?: string }]>([
  ["has no shape", {}],
  ["has the shape of another text", { shape: "26 Query{value:String}" }],
  ["has the shape of another selection with the same length", { shape: "25 Query{name:String}" }],
  ["has an invalid shape", { shape: "25 Query{value:" }],
  ["has a shape that is not a string", { shape: 7 as unknown as string }],
])("rejects a document that %s before the request", async ([, change]) => {
  const wire = respond({ value: "a" });
  // A mismatch would not be noticed in most calls.
  const client = connect(wire, { validate: responseValidation({ sample: 0.001 }) });
  const error = await rejection(client.execute({ ...query, ...change }));
  expect(error.message).toBe(
    "ReadValue: the document has no shape for its text. Set shapes: true in typedOperations(), and run codegen.",
  );
  expect(error.code).toBe("USAGE");
  expect(wire.counts()).toBe("0A 0R");
});

test("does not compare documents without a shape if requireShapes is false, and rejects a foreign shape", async () => {
  const client = connect(respond({ value: 1 }), { validate: responseValidation({ requireShapes: false }) });
  expect(await client.execute(query)).toEqual({ value: 1 });
  expect(await rejection(client.execute(withShape))).toMatchObject({ code: "RESPONSE_MISMATCH" });
  expect(await rejection(client.execute({ ...query, shape: "1 Query{}" }))).toMatchObject({ code: "USAGE" });
});

test.for<[object, string]>([
  [{ mode: "warn" }, 'responseValidation: "mode" must be "throw" or "report".'],
  [{ sample: 0 }, 'responseValidation: "sample" must be a number above 0, at most 1.'],
  [{ sample: 1.5 }, 'responseValidation: "sample" must be a number above 0, at most 1.'],
  [{ sample: Number.NaN }, 'responseValidation: "sample" must be a number above 0, at most 1.'],
  [{ sample: "0.5" }, 'responseValidation: "sample" must be a number above 0, at most 1.'],
  [{ requireShapes: "no" }, 'responseValidation: "requireShapes" must be a boolean, not a string.'],
  [{ samples: 1 }, 'responseValidation: unknown option "samples". Did you mean "sample"?'],
])("rejects invalid options: %j", ([options, message]) => {
  expect(() => responseValidation(options)).toThrow(message);
});

test("rejects mode report without the hook, and options in place of responseValidation(…)", async () => {
  const client = connect(createWire(), { validate: responseValidation({ mode: "report" }) });
  expect((await rejection(client.execute(withShape))).message).toBe(
    'responseValidation: mode "report" requires the hook didMismatch.',
  );
  expect(() => connect(createWire(), { validate: { mode: "throw" } as never })).toThrow(
    'createClient: "validate" must be a function, not an object.',
  );
});
