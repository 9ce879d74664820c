/** Mock data of operations: `platform.answer()`. */

import { type DocumentNode, GraphQLError, parse } from "graphql";
import { expect, test } from "vitest";
import type { TypedDocumentString } from "../../../src/index.ts";
import { ListIntegrationsDocument as ListAst } from "../../../test/fixtures/platform/generated/documents.ts";
import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
import { UNKNOWN_TYPE, UNKNOWN_VALUE } from "../../../test/fixtures/relay/generated/enums.ts";
import { FindDocument } from "../../../test/fixtures/relay/generated/operations.ts";
import { schemaSDL as relay } from "../../../test/fixtures/relay/generated/schema.ts";
import { createPlatform } from "../src/index.ts";
import { ask, askData, expectDelay, openPlatform } from "./support/requests.ts";

const LIST = ListIntegrationsDocument.text;

const SCHEMA = `
  scalar DateTime
  enum Colour { RED GREEN }
  type Owner { id: ID! name: String! since: DateTime! colour: Colour age: Int ratio: Float isAdmin: Boolean! }
  type Cat { lives: Int! }
  type Dog { tricks: [String!]! }
  union Pet = Cat | Dog
  type Query { owner(id: ID): Owner! owners: [Owner!]! pet: Pet! maybe: Owner }
  type Subscription { pet: Pet }
`;
const OWNER = "query GetOwner($id: ID) { it: owner(id: $id) { id name since colour age ratio isAdmin } }";

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly colour: "RED" | "GREEN" | null;
}

const GetOwner: TypedDocumentString<{ readonly it: Owner }, { readonly id?: string | null }> = {
  name: "GetOwner",
  kind: "query",
  text: OWNER,
};

const open = () => createPlatform({ schema: SCHEMA });

test("fills missing fields with the platform's objects", async () => {
  const platform = openPlatform();
  const { integrations } = await askData(platform, LIST);
  const [first, second] = integrations?.nodes ?? [];
  platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ name: "Orders" }, {}] } });
  expect(await askData(platform, LIST)).toEqual({
    integrations: { nodes: [{ id: first?.id, name: "Orders" }, second] },
  });
});

test("generates fields that the platform does not have, by seed", async () => {
  const answers = [1, 1, 2].map(async (seed) => {
    const platform = openPlatform({ seed, data: { Integration: [] } });
    platform.answer(ListIntegrationsDocument, {
      integrations: { nodes: [{ name: "Orders" }, { name: "Bills" }] },
    });
    return (await ask(platform, LIST)).text;
  });
  const [first, again, other] = await Promise.all(answers);
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  const { nodes } = JSON.parse(first ?? "").data.integrations;
  expect(new Set(nodes.map(({ id }: { id: string }) => id)).size).toBe(2);
});

test("accepts string documents, ASTs and text, and reads data by response name", async () => {
  const platform = openPlatform();
  for (const document of [
    ListAst,
    ListIntegrationsDocument,
    "query ListIntegrations { integrations { __typename } }",
  ]) {
    platform.answer(document, { integrations: {} });
    expect(await askData(platform, LIST)).toEqual({
      integrations: { nodes: Array(3).fill(expect.anything()) },
    });
  }
  const owners = open();
  owners.answer(GetOwner, { it: { name: "Ada" } });
  expect(await askData(owners, OWNER)).toMatchObject({ it: { name: "Ada", since: expect.any(String) } });
});

test("matches operations by name, even if a client added fields", async () => {
  const platform = openPlatform();
  platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ id: "1", name: "Orders" }] } });
  const query = "query ListIntegrations { integrations { __typename nodes { id name __typename } } }";
  expect(await askData(platform, query)).toEqual({
    integrations: {
      __typename: "IntegrationConnection",
      nodes: [{ id: "1", name: "Orders", __typename: "Integration" }],
    },
  });
  expect(await askData(platform, "query Other { integrations { nodes { name } } }")).not.toEqual({
    integrations: { nodes: [{ name: "Orders" }] },
  });
});

test("has the types of the document", () => {
  const platform = open();
  platform.answer(GetOwner, { it: { colour: "RED" } });
  platform.answer(GetOwner, ({ id }) => ({ it: { name: `Owner ${id}` } }), { variables: { id: "1" } });
  // @ts-expect-error the enum has no such value
  expect(() => platform.answer(GetOwner, { it: { colour: "PINK" } })).toThrow("it.colour: expected Colour");
  // @ts-expect-error a name is a string
  expect(() => platform.answer(GetOwner, { it: { name: 1 } })).toThrow("it.name: expected a string");
  // @ts-expect-error the operation has no such variable
  expect(() => platform.answer(GetOwner, {}, { variables: { key: "1" } })).toThrow('no variable "key"');
});

// Invalid data and documents

const pet = "query Any { pet { ... on Cat { lives } ... on Dog { tricks } } maybe { id } owners { id } }";
const inAny = `query Any { it: owner { ...Parts colour } owners { id } } fragment Parts on Owner { id name age ratio isAdmin since }`;

test.for([
  [
    inAny,
    { it: { nme: "Ada" } },
    "it.nme: the operation does not select it. Selected from Owner: id, name, age, ratio",
  ],
  [inAny, { owners: [{ id: "1" }, { name: "Ada" }] }, "owners[1].name: the operation does not select it."],
  [inAny, { owner: {} }, "owner: the operation does not select it. Selected from Query: it, owners."],
  [inAny, { it: null }, "it: expected Owner!, got null."],
  [inAny, { it: { name: null } }, "it.name: expected String!, got null."],
  [inAny, { owners: [null] }, "owners[0]: expected Owner!, got null."],
  [inAny, { it: { name: undefined } }, "it.name: is undefined. Omit it to generate a value."],
  [inAny, { owners: {} }, "owners: expected a list ([Owner!]), got an object."],
  [inAny, { it: [] }, "it: expected an object (Owner), got a list."],
  [inAny, { it: "Ada" }, "it: expected an object (Owner), got a string."],
  [inAny, { it: { colour: "PINK" } }, "it.colour: expected Colour (RED, GREEN), got a string."],
  [inAny, { it: { colour: 1 } }, "it.colour: expected Colour (RED, GREEN), got 1."],
  [inAny, { it: { id: 1 } }, "it.id: expected a string, got 1."],
  [inAny, { it: { name: {} } }, "it.name: expected a string, got an object."],
  [inAny, { it: { age: 1.5 } }, "it.age: expected a 32-bit integer, got 1.5."],
  [inAny, { it: { age: 2 ** 31 } }, "it.age: expected a 32-bit integer, got 2147483648."],
  [inAny, { it: { age: "1" } }, "it.age: expected a 32-bit integer, got a string."],
  [inAny, { it: { ratio: Number.NaN } }, "it.ratio: expected a finite number, got NaN."],
  [inAny, { it: { isAdmin: "yes" } }, "it.isAdmin: expected a boolean, got a string."],
  [inAny, { it: { since: new Date(0) } }, "it.since: expected a JSON value, got a Date."],
  [inAny, { it: { name: () => "Ada" } }, "it.name: expected a string, got a function."],
  [inAny, { it: { since: [1n] } }, "it.since: expected a JSON value, got a list."],
  [inAny, { it: { __typename: "Cat" } }, 'it.__typename: expected "Owner", got a string.'],
  [pet, { pet: { legs: 4 } }, "pet: set __typename to a type of Pet: Cat, Dog."],
  [pet, { pet: { __typename: "Owner" } }, "pet: set __typename to a type of Pet: Cat, Dog."],
] as const)("rejects data that does not match, with its path: %#", ([document, data, message]) => {
  expect(() => open().answer(document, data)).toThrow(TypeError);
  expect(() => open().answer(document, data)).toThrow(`The data does not match Any:\n  ${message}`);
});

test("lists all mismatches", () => {
  expect(() => open().answer(inAny, { it: { name: null, age: "1" }, owners: 1 })).toThrow(
    /^The data does not match Any:\n {2}it\.name: .+\n {2}it\.age: .+\n {2}owners: .+$/,
  );
});

test("accepts null for nullable fields, unions by a field or by name, and integers at their limits", async () => {
  const platform = open();
  platform.answer(pet, { pet: { tricks: [] }, maybe: null, owners: [] });
  expect(await askData(platform, pet)).toEqual({ pet: { tricks: [] }, maybe: null, owners: [] });
  platform.answer(pet, { pet: { __typename: "Cat" }, owners: [] });
  expect(await askData(platform, pet)).toMatchObject({ pet: { lives: expect.any(Number) } });
  platform.answer(inAny, { it: { age: -(2 ** 31), colour: null, since: { epoch: [1, null] } } });
  expect(await askData(platform, inAny)).toMatchObject({
    it: { age: -(2 ** 31), colour: null, since: { epoch: [1, null] } },
  });
});

test("accepts enum values and types that the schema does not have, for the default of a switch", async () => {
  const platform = createPlatform({ schema: relay });
  const find = [
    { __typename: "Integration", name: "Orders", state: UNKNOWN_VALUE },
    { __typename: UNKNOWN_TYPE },
  ] as const;
  platform.answer(FindDocument, { find });
  expect(await askData(platform, FindDocument.text, { text: "" })).toEqual({ find });
  // @ts-expect-error Generated code has another literal.
  expect(() => platform.answer(FindDocument, { find: [{ __typename: "Run" }] })).toThrow(
    "set __typename to a type of",
  );
  // @ts-expect-error The same for enums.
  expect(() => platform.answer(FindDocument, { find: [{ state: "DONE" }] })).toThrow(
    "expected State (RUNNING, PAUSED)",
  );
});

test("returns for an unknown type only the fields that all types have", async () => {
  const platform = createPlatform({
    schema: `
      interface Node { id: ID! }
      interface Named implements Node { id: ID! name: String! owner: Node! }
      type User implements Node & Named { id: ID! name: String! owner: User! age: Int! }
      union Any = User
      type Query { node: Node named: [Named!]! any: Any states: [[State!]]! }
      enum State { ON }`,
  });
  const query = `query Open {
    node { kind: __typename id ... on Named { name } }
    named { __typename name ... on Node { id } ... on User { age } owner { id } }
    any { __typename ... on Node { id } }
    states
  }`;
  platform.answer(query, {
    node: { kind: UNKNOWN_TYPE, id: "1" },
    named: [{ __typename: UNKNOWN_TYPE, id: "1", owner: { __typename: UNKNOWN_TYPE, id: "2" } }, { id: "3" }],
    any: { __typename: UNKNOWN_TYPE },
    states: [[UNKNOWN_VALUE, "ON"]],
  });
  expect(await askData(platform, query)).toEqual({
    node: { kind: UNKNOWN_TYPE, id: "1" },
    named: [
      { __typename: UNKNOWN_TYPE, id: "1", name: expect.any(String), owner: { id: "2" } },
      expect.objectContaining({ __typename: "User", id: "3", age: expect.any(Number) }),
    ],
    any: { __typename: UNKNOWN_TYPE },
    states: [[UNKNOWN_VALUE, "ON"]],
  });
  const age = { named: [{ __typename: UNKNOWN_TYPE, age: 1 }] };
  expect(() => platform.answer(query, age)).toThrow("named[0].age: the operation does not select it.");
});

test("accepts no unknown enum value as input, and generates none", async () => {
  const platform = createPlatform({
    schema: `type Query { echo(state: State): State things: [Thing!]! } enum State { ON }
      type Thing { id: ID! state: State! }`,
    rules: { Query: { echo: (_: object, { state }: { state: string }) => state } },
  });
  const query = "query Echo($state: State) { echo(state: $state) }";
  const { result } = await ask(platform, query, { state: UNKNOWN_VALUE });
  expect(result.errors?.[0]?.message).toContain('Value "%future added value" does not exist in "State" enum');
  const { things } = await askData<{ things: { state: string }[] }>(platform, "{ things { state } }");
  expect(things.map(({ state }) => state)).toEqual(["ON", "ON", "ON"]);
});

test("requires all fields with exact", () => {
  const data = { integrations: { nodes: [{ id: "1" }] } };
  expect(() => openPlatform().answer(ListIntegrationsDocument, data, { exact: true })).toThrow(
    "integrations.nodes[0].name: is missing (String!).",
  );
  expect(() => openPlatform().answer(ListIntegrationsDocument, {}, { exact: true })).toThrow(
    "integrations: is missing",
  );
});

const lost = "query Lost { integration { id } }";

test.for<[document: string | DocumentNode, message: string | RegExp]>([
  [lost, /^Lost does not match the schema:\n {2}line 1, column 14: Cannot query field "integration"/],
  [
    parse(lost, { noLocation: true }),
    /^Lost does not match the schema:\n {2}Cannot query field "integration"/,
  ],
  [
    "query Lost {",
    "The document cannot be parsed: line 1, column 13: Syntax Error: Expected Name, found <EOF>.",
  ],
  ["{ pet }", "The document must have exactly one operation, and the operation must have a name."],
  ["query A { __typename } query B { __typename }", "The document must have exactly one operation"],
  ["fragment A on Query { __typename }", "The document must have exactly one operation"],
  ["subscription Watch { pet { __typename } }", "Watch is a subscription. These are not supported."],
])("rejects invalid documents: %#", ([document, message]) => {
  expect(() => open().answer(document, {})).toThrow(message);
});

test("fills mutations by their own types if a query field has the same name", async () => {
  const platform = createPlatform({
    schema: `type Query { integrations: All! } type All { nodes: [One!]! } type One { id: ID! name: String! }
      type Mutation { integrations: Int! other: Int }`,
  });
  platform.answer("mutation Change { integrations other }", { other: 1 });
  const data = await askData(platform, "mutation Change { integrations other }");
  expect(data).toEqual({ integrations: expect.any(Number), other: 1 });
});

// Functions, variables, sequences, errors

test("accepts a function of the variables, and checks its result", async () => {
  const platform = open();
  platform.answer(GetOwner, async ({ id }) => ({ it: { name: `Owner ${id}` } }));
  expect(await askData(platform, OWNER, { id: "7" })).toMatchObject({ it: { name: "Owner 7" } });
  platform.answer(GetOwner, () => ({ it: { name: null as unknown as string } }));
  await expect(ask(platform, OWNER)).rejects.toThrow("it.name: expected String!, got null.");
  expect(platform.requests.at(-1)).toMatchObject({
    status: 500,
    problem: expect.stringContaining("it.name: expected"),
  });
});

test("responds with a GraphQL error that a function throws, from any copy of graphql", async () => {
  const platform = open();
  const file = new URL("error/GraphQLError.js?copy", import.meta.resolve("graphql"));
  const other: { GraphQLError: typeof GraphQLError } = await import(file.href);
  expect(other.GraphQLError).not.toBe(GraphQLError);
  for (const { GraphQLError: AnyGraphQLError } of [{ GraphQLError }, other]) {
    platform.answer(GetOwner, () => {
      throw new AnyGraphQLError("gone", { path: ["it"], extensions: { code: "NOT_FOUND" } });
    });
    expect((await ask(platform, OWNER)).result).toEqual({
      errors: [{ message: "gone", path: ["it"], extensions: { code: "NOT_FOUND" } }],
    });
  }
  platform.answer(GetOwner, () => {
    throw new RangeError("the test's own");
  });
  await expect(ask(platform, OWNER)).rejects.toThrow("the test's own");
});

test("matches variables, newest answer first, and otherwise uses the schema", async () => {
  const platform = open();
  platform.answer(GetOwner, { it: { name: "Any" } });
  platform.answer(GetOwner, { it: { name: "One" } }, { variables: { id: "1" } });
  platform.answer(GetOwner, { it: { name: "Long" } }, { variables: ({ id }) => (id?.length ?? 0) > 5 });
  const names = await Promise.all(
    ["1", "2", "1234567"].map(async (id) => (await askData(platform, OWNER, { id })).it?.name),
  );
  expect(names).toEqual(["One", "Any", "Long"]);
  const filtered = open();
  const answer = filtered.answer(GetOwner, { it: { name: "One" } }, { variables: { id: "1" } });
  expect(await askData(filtered, OWNER, { id: "2" })).not.toMatchObject({ it: { name: "One" } });
  expect([answer.requests.length, filtered.unusedAnswers()]).toEqual([
    0,
    ["GetOwner: no request used this answer"],
  ]);
});

test("compares variables by value: objects can have more members, lists must have the same length", async () => {
  const platform = createPlatform({
    schema: "input In { a: Int b: Int l: [Int] } type Query { n(in: In, at: [In]): Int! }",
    rules: { Query: { n: (_: object, args: object) => (Object.keys(args).length > 0 ? 0 : 1) } },
  });
  const document = "query N($in: In, $at: [In]) { n(in: $in, at: $at) }";
  platform.answer(document, { n: 1 }, { variables: { in: { a: 1, l: [1] } } });
  const answers = [{ a: 1, b: 2, l: [1] }, { a: 1, l: [1, 2] }, { a: 1, l: null }, { b: 1 }, null].map(
    async (input) => (await askData<{ n: number }>(platform, document, { in: input })).n === 1,
  );
  expect(await Promise.all(answers)).toEqual([true, false, false, false, false]);
});

test("responds in sequence, and repeats the last response", async () => {
  const platform = open();
  const answer = platform
    .answer(GetOwner, { it: { name: "First" } })
    .andThen(undefined, { errors: ["overloaded"] })
    .andThen({ it: { name: "Last" } });
  const seen = [];
  for (let nth = 0; nth < 4; nth++) {
    const { data, errors } = (await ask(platform, OWNER)).result;
    seen.push(errors?.[0]?.message ?? (data as { it: Owner }).it.name);
  }
  expect(seen).toEqual(["First", "overloaded", "Last", "Last"]);
  expect(answer.requests).toEqual(platform.requests);
});

test("responds with GraphQL errors without data, with null, and with data", async () => {
  const platform = open();
  const error = { message: "no", path: ["it", "colour"], code: "FORBIDDEN", extensions: { until: 1 } };
  const answered = { message: "no", path: ["it", "colour"], extensions: { code: "FORBIDDEN", until: 1 } };
  platform.answer(GetOwner, undefined, { errors: [error] });
  expect((await ask(platform, OWNER)).text).toBe(JSON.stringify({ errors: [answered] }));
  platform.answer(GetOwner, null, { errors: ["no"] });
  expect((await ask(platform, OWNER)).result).toEqual({ data: null, errors: [{ message: "no" }] });
  platform.answer(GetOwner, { it: { name: "Ada", colour: null } }, { errors: [error] });
  const { data, errors } = (await ask(platform, OWNER)).result;
  expect([data, errors]).toEqual([
    { it: expect.objectContaining({ name: "Ada", colour: null }) },
    [answered],
  ]);
  expect(() => platform.answer(GetOwner, null)).toThrow('GetOwner: data can be null only with "errors".');
});

test("delays a response by delayMs", async () => {
  const platform = open();
  platform.answer(GetOwner, { it: { name: "Late" } }, { delayMs: 60_000 });
  const data = await expectDelay(60_000, () => askData(platform, OWNER));
  expect(data).toMatchObject({ it: { name: "Late" } });
});

test("does not use answers for requests without a valid access token", async () => {
  const platform = openPlatform();
  const answer = platform.answer(ListIntegrationsDocument, {});
  const request = new Request(`${platform.baseUrl}/api`, {
    method: "POST",
    body: JSON.stringify({ query: LIST }),
  });
  expect((await platform.fetch(request)).status).toBe(401);
  expect(answer.requests).toEqual([]);
});

test("describes unused answers, and deletes them on reset", async () => {
  const platform = open();
  platform.answer(GetOwner, {}).andThen({}).andThen({});
  platform.answer(pet, {});
  await ask(platform, OWNER);
  expect(platform.unusedAnswers()).toEqual([
    "GetOwner: requests used 1 of 3 responses",
    "Any: no request used this answer",
  ]);
  platform.reset();
  expect(platform.unusedAnswers()).toEqual([]);
});
