/** Documents that `execute` accepts: of this package's codegen, ASTs, and typed strings of other codegens. */

import { parse } from "graphql";
import { expect, test, vi } from "vitest";
import type { TypedDocument } from "../src/index.ts";
import { print } from "../src/print.ts";
import { type Answer, mutation, query } from "./support/documents.ts";
import { connect, createWire, json, rejection } from "./support/wire.ts";

type Document<Variables = { [key: string]: never }> = TypedDocument<Answer, Variables>;
const suppliedToken = { accessToken: "a" };

/** As the client preset of graphql-codegen writes it with `documentMode: "string"`. */
class PresetString extends String {
  readonly __apiType?: (variables: { filter: string }) => Answer;
}

test("executes an AST with `print`, and reads it once", async () => {
  const wire = createWire();
  const document = parse("query ReadValue($filter: String) { value(filter: $filter) }") as Document<{
    filter: string;
  }>;
  const printOnce = vi.fn(print);
  const client = connect(wire, { print: printOnce }, suppliedToken);
  const { value } = await client.execute(document, { filter: "a" });
  await client.execute(document, { filter: "b" });
  expect(value).toBe("fine");
  expect(printOnce).toHaveBeenCalledTimes(1);
  expect(wire.api.map(({ body }) => body)).toEqual(
    ["a", "b"].map((filter) => ({
      query: "query ReadValue($filter: String) {\n  value(filter: $filter)\n}",
      variables: { filter },
    })),
  );
});

test.for([
  ["query ReadValue { value }", "ReadValue"],
  ["{ value }", "execute"],
])("without `print`, an AST is an error that names it, before a request: %s", async ([text, name]) => {
  const wire = createWire();
  const error = await rejection(connect(wire, {}, suppliedToken).execute(parse(text ?? "") as Document));
  expect(error).toMatchObject({ code: "USAGE", attempts: 0 });
  expect(error.message).toBe(
    `${name}: the document is an AST. Pass createClient({ print }) of @integration-platform/graphql/print.`,
  );
  expect(wire.counts()).toBe("0A 0R");
});

test.for([
  ["query FilterValue($filter: String) { value(filter: $filter) }", "query"],
  ["fragment query on Query { value }\nquery FilterValue($filter: String) { ...query }", "query"],
  ['# mutation Other\n"""a "quoted" text"""\nquery FilterValue { value(filter: "mutation { x }") }', "query"],
  ['query FilterValue { value(filter: """a \\""" } mutation Other { x }""") }', "query"],
  ["query query($filter: String) { value(filter: $filter) }", "query"],
  ["query _9($filter: String) { value(filter: $filter) }", "query"],
  ["query FilterValue @query { value }", "query"],
  ["mutation FilterValue { value }", "mutation"],
  ["fragment F on query { value } mutation FilterValue { ...F }", "mutation"],
] as const)("reads the operation of a typed string: %s", async ([text, kind]) => {
  const wire = createWire({
    api: ({ nth }) => (nth === 1 ? json({}, { status: 502 }) : json({ data: { value: "v" } })),
  });
  const willSend = vi.fn();
  const client = connect(wire, { hooks: { willSend } }, suppliedToken);
  const document = new PresetString(text);
  const result = kind === "query" ? await client.execute(document, { filter: "a" }) : undefined;
  if (kind === "mutation")
    expect(await rejection(client.execute(document, { filter: "a" }))).toMatchObject({
      code: "HTTP_STATUS",
      operation: "FilterValue",
      attempts: 1,
    });
  else expect(result).toEqual({ value: "v" });
  expect(wire.api[0]?.body.query).toBe(text);
  expect(willSend.mock.calls[0]).toMatchObject([{ kind }]);
});

test.for([
  ["an operation without a name before another", new PresetString("{ value } query B { value }")],
  ["two operations", new PresetString("query A { value } query B { value }")],
  ["an operation without a name", new PresetString("{ value }")],
  ["no operation", new PresetString("fragment F on Query { value }")],
  ["an AST with two operations", parse("query A { value } query B { value }")],
  ["an AST without a name", parse("{ value }")],
  ["a text", "query A { value }"],
  ["a list", []],
] as const)("rejects %s before a request", async ([, document]) => {
  const wire = createWire();
  const error = await rejection(connect(wire, { print }, suppliedToken).execute(document as Document));
  expect(error).toMatchObject({ code: "USAGE" });
  expect(wire.counts()).toBe("0A 0R");
});

test.for([
  ["of this codegen", { ...query, kind: "subscription", text: "subscription ReadValue { value }" }],
  ["as an AST", parse("subscription ReadValue { value }")],
  ["as a typed string", new PresetString("subscription ReadValue { value }")],
] as const)("refuses a subscription %s", async ([, document]) => {
  const wire = createWire();
  const error = await rejection(connect(wire, { print }, suppliedToken).execute(document as Document));
  expect(error.message).toBe("ReadValue: execute sends no subscriptions. Use a client for subscriptions.");
  expect(wire.counts()).toBe("0A 0R");
});

const DEFERRED = "query ReadValue { value { id ...@defer { name } } }";
const STREAMED = "query ReadValue { values @stream(initialCount: 1) }";

test.for([
  ["of this codegen", { ...query, kind: "incremental", text: DEFERRED }],
  ["with @defer, as an AST", parse(DEFERRED)],
  ["with @stream, as an AST", parse(STREAMED)],
  ["with @defer, as a typed string", new PresetString(DEFERRED)],
  ["with @stream, as a typed string", new PresetString(STREAMED)],
] as const)("refuses an operation with several responses %s", async ([, document]) => {
  const wire = createWire();
  const error = await rejection(connect(wire, { print }, suppliedToken).execute(document as Document));
  expect([error.code, error.message]).toEqual([
    "USAGE",
    "ReadValue: execute sends no @defer or @stream. Use a client for @defer or @stream.",
  ]);
  expect(wire.counts()).toBe("0A 0R");
});

test("sends a document with these words in a string or as names", async () => {
  const wire = createWire();
  const document = new PresetString('query ReadValue { defer: value(text: "@defer @stream") } # @defer');
  await connect(wire, { print }, suppliedToken).execute(document as unknown as Document);
  expect(wire.counts()).toBe("1A 0R");
});

test("types: results and exact variables of a foreign document", async () => {
  const client = connect(createWire(), { print }, suppliedToken);
  const document = parse("query ReadValue { value }") as Document<{ filter?: string }>;
  const { value } = await client.execute(document, { filter: "a" });
  value satisfies string | null;
  // @ts-expect-error: the operation does not declare it.
  await client.execute(document, { filtr: "a" });
  await client.execute(mutation);
});

test.for<[string, () => unknown, string]>([
  [
    "throws",
    () => {
      throw new Error("hunter2");
    },
    "ReadValue: print threw an error. See error.cause.",
  ],
  ["returns no text", () => 42, "ReadValue: print must return a string."],
  [
    "returns a promise that rejects",
    () => Promise.reject(new Error("hunter2")),
    "ReadValue: print must return a string.",
  ],
])("a print that %s fails the call before a request", async ([, faulty, message]) => {
  const wire = createWire();
  const document = parse("query ReadValue { value }") as Document;
  const error = await rejection(connect(wire, { print: faulty as never }, suppliedToken).execute(document));
  expect(error).toMatchObject({ code: "USAGE", message });
  expect(wire.counts()).toBe("0A 0R");
});
