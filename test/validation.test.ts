/** Response validation: shapes, Standard Schemas, and what a mismatch reports. */

import { expect, test, vi } from "vitest";
import { isOperationError, type MismatchEvent, responseValidation, type StandardSchema } from "../src/index.ts";
import { FindDocument, RenameIntegrationDocument } from "./fixtures/relay/generated/operations.ts";
import { query } from "./support/documents.ts";
import { holdTimers } from "./support/timers.ts";
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
  const error = await rejection(connect(wire, { validate: responseValidation() }).execute(FindDocument, variables));
  expect(isOperationError(error)).toBe(true);
  expect({ ...error }).toEqual({
    ...{ code: "RESPONSE_MISMATCH", operation: "Find", attempts: 1, delivery: "done" },
    history: [{ durationMs: expect.any(Number), status: 200 }],
    ...{ path: ["find", 1, "name"], coordinate: "Integration.name", expected: "String!", received: "null" },
  });
  expect(error.message).toBe("Find: find.1.name must be String! (Integration.name), and is null. See error.data.");
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
    { operation: "Find", path: ["find", 2], coordinate: "Query.find", expected: "Found!", received: "string" },
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
  const client = connect(respond({ value: 1 }, { errors: [{ message: "no" }] }), { validate: responseValidation() });
  expect(await rejection(client.execute(withShape))).toMatchObject({ code: "GRAPHQL" });
  expect(await client.executeResult(withShape)).toMatchObject({ data: { value: 1 }, errors: [{ message: "no" }] });
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
  [{ samples: 1 }, 'responseValidation: unknown option. Did you mean "sample"?'],
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

// Standard Schema

/** A schema with this result, as Zod and Valibot have it. */
function schemaOf<Output>(validate: StandardSchema<Output>["~standard"]["validate"]): StandardSchema<Output> {
  return { "~standard": { version: 1, vendor: "test", validate } };
}

const validate = responseValidation();
const upper = schemaOf((data) => ({ value: (data as { value: string }).value.toUpperCase() }));

test("execute returns the output of resultSchema, even of an asynchronous one, in place of comparing the shape", async () => {
  const client = connect(respond({ value: "a" }), { validate });
  const text: string = await client.execute(query, {}, { resultSchema: upper });
  expect(text).toBe("A");
  const later = schemaOf(async () => ({ value: 3 }));
  const count: number = await client.execute({ ...withShape, shape: "wrong" }, undefined, { resultSchema: later });
  expect(count).toBe(3);
  // @ts-expect-error The output is a number.
  const wrong: string = await client.execute(query, {}, { resultSchema: later });
  expect(wrong).toBe(3);
  // The name of the option in 0.1.
  const text01: string = await client.execute(query, {}, { schema: upper });
  expect(text01).toBe("A");
});

test("rejects with the path of the first issue and without values, in every mode", async () => {
  const issues = [
    { message: SECRET, path: ["value", 0, { key: "name" }, "sk_live_1", SECRET, Symbol(SECRET)] },
    { message: SECRET },
  ];
  const schema = schemaOf(() => ({ issues }));
  const nested = { ...query, text: "query ReadValue { value { name } }" };
  for (const mode of ["throw", "report"] as const) {
    const client = connect(respond({ value: "a" }), { validate: responseValidation({ mode, sample: 0.001 }) });
    const error = await rejection(client.execute(nested, {}, { resultSchema: schema }));
    expect(error).toMatchObject({
      code: "RESPONSE_MISMATCH",
      path: ["value", 0, "name", "*", "*", "*"],
      delivery: "done",
    });
    expect(error.message).toBe("ReadValue: value.0.name.*.*.* does not match the schema. See error.data.");
    expect(JSON.stringify({ ...error })).not.toContain(SECRET);
    expect(error.data).toEqual({ value: "a" });
  }
  const client = connect(respond({ value: "a" }), { validate });
  const error = await rejection(client.execute(query, {}, { resultSchema: schemaOf(() => ({ issues: [{}] })) }));
  expect(error.message).toBe("ReadValue: data does not match the schema. See error.data.");
});

test("the deadline and the signal of a call end an asynchronous schema", async () => {
  holdTimers("performance");
  const never = schemaOf<string>(() => new Promise(() => {}));
  const client = connect(respond({ value: "a" }), { validate, timeout: 5000 }, { accessToken: "given" });
  const timedOut = rejection(client.execute(query, {}, { resultSchema: never }));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await timedOut).toMatchObject({ code: "TIMEOUT", phase: "schema", delivery: "done" });

  const controller = new AbortController();
  const aborted = rejection(client.execute(query, {}, { resultSchema: never, signal: controller.signal }));
  await vi.advanceTimersByTimeAsync(10);
  const reason = new Error("own");
  controller.abort(reason);
  expect(await aborted).toBe(reason);
  expect(vi.getTimerCount()).toBe(0);
});

test("rejects with the error of a schema that throws", async () => {
  const error = new Error("own");
  const client = connect(respond({ value: "a" }), { validate });
  const throwing = schemaOf(() => {
    throw error;
  });
  expect(await rejection(client.execute(query, {}, { resultSchema: throwing }))).toBe(error);
});

test("rejects a value that is not a Standard Schema, and a schema without validate, before the request", async () => {
  const wire = respond({ value: "a" });
  for (const schema of [null, {}, { "~standard": {} }, "text"]) {
    const error = await rejection(connect(wire, { validate }).execute(query, {}, { resultSchema: schema as never }));
    expect(error.message).toBe('ReadValue: "resultSchema" must be a Standard Schema.');
  }
  const error = await rejection(connect(wire).execute(query, {}, { resultSchema: upper }));
  expect(error.message).toBe("ReadValue: execute: unknown option. Options: signal, timeout, headers.");
  expect(wire.counts()).toBe("0A 0R");
});
