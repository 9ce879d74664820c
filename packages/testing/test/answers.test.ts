/** Answers of a test for operations, `platform.answer()`: their data, variables, sequences and errors. */

import { join } from "node:path";
import { type DocumentNode, GraphQLError, parse } from "graphql";
import { expect, test } from "vitest";
import type { TypedDocumentString } from "../../../src/index.ts";
import { ListIntegrationsDocument as ListAst } from "../../../test/fixtures/platform/generated/documents.ts";
import { ListIntegrationsDocument } from "../../../test/fixtures/platform/generated/operations.ts";
import { UNKNOWN_TYPE, UNKNOWN_VALUE } from "../../../test/fixtures/relay/generated/enums.ts";
import { FindDocument } from "../../../test/fixtures/relay/generated/operations.ts";
import { schemaSDL as relay } from "../../../test/fixtures/relay/generated/schema.ts";
import { createPlatform } from "../src/index.ts";
import type { Context } from "../src/rules-entry.ts";
import { expectDelay, foreign, openPlatform, postApi, queryData, sendQuery } from "./support/requests.ts";

const LIST = ListIntegrationsDocument.text;

/** Objects with values of each kind. */
const OWNERS = `
  type Query {
    owner(id: ID): Owner!
    owners: [Owner!]!
  }
  type Owner {
    id: ID!
    name: String!
    since: DateTime!
    color: Color
    age: Int
    ratio: Float
    isAdmin: Boolean!
  }
  enum Color {
    RED
    GREEN
  }
  scalar DateTime`;

/** Objects of a union. */
const PETS = `
  type Query {
    pet: Pet!
    favorite: Cat
    cats: [Cat!]!
  }
  type Subscription {
    pet: Pet
  }
  union Pet = Cat | Dog
  type Cat {
    lives: Int!
  }
  type Dog {
    tricks: [String!]!
  }`;

/** Rows with relations that cannot be null. */
const TICKETS = `
  type Query {
    tickets: [Ticket!]!
  }
  type Ticket {
    id: ID!
    title: String!
    customerId: ID!
    customer: Customer!
    agentId: ID
    agent: Agent!
    backupId: ID
    backup: Agent
  }
  type Customer {
    id: ID!
  }
  type Agent {
    sys: Sys!
  }
  type Sys {
    id: ID!
  }`;

const openOwners = () => createPlatform({ schema: OWNERS });
const openPets = () => createPlatform({ schema: PETS });

const GET_OWNER = "query GetOwner($id: ID) { it: owner(id: $id) { id name since color age ratio isAdmin } }";
const GET_OWNERS = `
  query GetOwners {
    it: owner {
      ...Details
      color
    }
    owners {
      id
    }
  }
  fragment Details on Owner {
    id
    name
    age
    ratio
    isAdmin
    since
  }`;
const GET_PETS = `
  query GetPets {
    pet {
      ... on Cat {
        lives
      }
      ... on Dog {
        tricks
      }
    }
    favorite {
      lives
    }
    cats {
      lives
    }
  }`;

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly color: "RED" | "GREEN" | null;
}

const GetOwner: TypedDocumentString<{ readonly it: Owner }, { readonly id?: string | null }> = {
  name: "GetOwner",
  kind: "query",
  text: GET_OWNER,
};

test("fills missing fields with the platform's objects", async () => {
  const platform = openPlatform();
  const { integrations } = await queryData(platform, LIST);
  const [first, second] = integrations?.nodes ?? [];
  platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ name: "Orders" }, {}] } });
  expect(await queryData(platform, LIST)).toEqual({
    integrations: { nodes: [{ id: first?.id, name: "Orders" }, second] },
  });
});

test("generates fields that the platform does not have, by seed", async () => {
  const answers = [1, 1, 2].map(async (seed) => {
    const platform = openPlatform({ seed, data: { Integration: [] } });
    platform.answer(ListIntegrationsDocument, {
      integrations: { nodes: [{ name: "Orders" }, { name: "Bills" }] },
    });
    return (await sendQuery(platform, LIST)).text;
  });
  const [first, again, other] = await Promise.all(answers);
  expect(first).toBe(again);
  expect(first).not.toBe(other);
  const { nodes } = JSON.parse(first ?? "").data.integrations;
  expect(new Set(nodes.map(({ id }: { id: string }) => id)).size).toBe(2);
});

test("keeps null of the platform's objects", async () => {
  const platform = createPlatform({ schema: OWNERS, data: { Owner: [{ id: "1", age: null }] } });
  const list = "query ListOwners { owners { id age } }";
  platform.answer(list, {});
  expect(await queryData(platform, list)).toEqual({ owners: [{ id: "1", age: null }] });
});

test("generates the ID of a relation if no row exists, the same as the key of the object", async () => {
  const data = { Ticket: [{ id: "1" }], Customer: [], Agent: [] };
  const platform = createPlatform({ schema: TICKETS, data, keys: { Agent: "sys.id" } });
  const list = `query ListTickets {
    tickets { title customerId customer { id } agentId agent { sys { id } } backupId backup { sys { id } } }
  }`;
  platform.answer(list, { tickets: [{ title: "Printer" }] });
  const { tickets } = JSON.parse((await sendQuery(platform, list)).text).data;
  const [{ customerId, agentId }] = tickets;
  expect([typeof customerId, typeof agentId]).toEqual(["string", "string"]);
  expect(tickets).toEqual([
    {
      title: "Printer",
      customerId,
      customer: { id: customerId },
      agentId,
      agent: { sys: { id: agentId } },
      backupId: null,
      backup: null,
    },
  ]);
});

test("needs no value of the data for the field that refers back to a list", async () => {
  const schema = `
    type Query { owners: [Person!]! }
    type Person { id: ID! cars: [Car!]! }
    type Car { id: ID! owner: Person! }`;
  const platform = createPlatform({ schema, data: { Person: [{ id: "1" }], Car: [{ id: "7" }] } });
  const list = "query ListOwners { owners { id cars { id owner { id } } } }";
  platform.answer(list, {});
  expect(JSON.parse((await sendQuery(platform, list)).text)).toEqual({
    data: { owners: [{ id: "1", cars: [] }] },
  });
});

test("calls the resolvers of rows, but not those of the query root", async () => {
  const rules = {
    Query: { owners: () => [] },
    Owner: { name: ({ id }: { readonly id: string }) => `Owner ${id}` },
  };
  const platform = createPlatform({ schema: OWNERS, data: { Owner: [{ id: "1" }] }, rules });
  const list = "query ListOwners { owners { id name } }";
  expect(await queryData(platform, list)).toEqual({ owners: [] });
  platform.answer(list, {});
  expect(await queryData(platform, list)).toEqual({ owners: [{ id: "1", name: "Owner 1" }] });
});

test("calls the resolvers of an object in a row", async () => {
  const schema = `
    type Query { owners: [Owner!]! }
    type Owner { id: ID! home: Home! }
    type Home { city: String! label: String! }`;
  const rules = { Home: { label: ({ city }: { readonly city: string }) => `in ${city}` } };
  const platform = createPlatform({ schema, rules, data: { Owner: [{ id: "1", home: { city: "Bern" } }] } });
  const list = "query ListOwners { owners { home { city label } } }";
  platform.answer(list, {});
  expect(await queryData(platform, list)).toEqual({ owners: [{ home: { city: "Bern", label: "in Bern" } }] });
});

test("accepts string documents, ASTs and text, and reads data by response name", async () => {
  const platform = openPlatform();
  for (const document of [
    ListAst,
    ListIntegrationsDocument,
    "query ListIntegrations { integrations { __typename } }",
  ]) {
    platform.answer(document, { integrations: {} });
    expect(await queryData(platform, LIST)).toEqual({
      integrations: { nodes: Array(3).fill(expect.anything()) },
    });
  }
  const owners = openOwners();
  owners.answer(GetOwner, { it: { name: "Ada" } });
  expect(await queryData(owners, GET_OWNER)).toMatchObject({
    it: { name: "Ada", since: expect.any(String) },
  });
});

test("matches operations by name, even if a client added fields", async () => {
  const platform = openPlatform();
  platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ id: "1", name: "Orders" }] } });
  const query = "query ListIntegrations { integrations { __typename nodes { id name __typename } } }";
  expect(await queryData(platform, query)).toEqual({
    integrations: {
      __typename: "IntegrationConnection",
      nodes: [{ id: "1", name: "Orders", __typename: "Integration" }],
    },
  });
  expect(await queryData(platform, "query Other { integrations { nodes { name } } }")).not.toEqual({
    integrations: { nodes: [{ name: "Orders" }] },
  });
});

test("executes and answers the operation that the request names, if the document has several", async () => {
  const schema =
    "type Query { n: Int } type Mutation { add: Int rename(name: String): Renamed } type Renamed { name: String }";
  const Mutation = {
    add: (_: object, __: object, { db }: Pick<Context, "db">) => Object.keys(db).length,
    rename: (_: object, { name }: { readonly name: string }) => ({ name }),
  };
  const platform = createPlatform({ schema, rules: { Query: { n: () => 1 }, Mutation } });
  const query = `
    query First { n }
    query Second { n }
    mutation Add { add }
    mutation Rename { rename(name: "a") { name } }`;
  const token = await platform.issueAccessToken();
  const send = async (operationName: string) =>
    (await postApi(platform, { body: { query, operationName }, token })).json();
  platform.answer("query Second { n }", { n: 2 });
  platform.answer("mutation Rename { rename { name } }", { rename: { name: "b" } });
  expect([await send("First"), await send("Second"), await send("Add"), await send("Rename")]).toEqual([
    { data: { n: 1 } },
    { data: { n: 2 } },
    { data: { add: 0 } },
    { data: { rename: { name: "b" } } },
  ]);
});

test("has the types of the document", () => {
  const platform = openOwners();
  platform.answer(GetOwner, { it: { color: "RED" } });
  platform.answer(GetOwner, ({ id }) => ({ it: { name: `Owner ${id}` } }), { variables: { id: "1" } });
  // @ts-expect-error the enum has no such value
  expect(() => platform.answer(GetOwner, { it: { color: "PINK" } })).toThrow("it.color: expected Color");
  // @ts-expect-error a name is a string
  expect(() => platform.answer(GetOwner, { it: { name: 1 } })).toThrow("it.name: expected a string");
  // @ts-expect-error the operation has no such variable
  expect(() => platform.answer(GetOwner, {}, { variables: { key: "1" } })).toThrow('no variable "key"');
});

// Invalid data and documents

test.for([
  [
    { it: { nme: "Ada" } },
    "it.nme: the operation does not select it. Selected from Owner: id, name, age, ratio",
  ],
  [{ owners: [{ id: "1" }, { name: "Ada" }] }, "owners[1].name: the operation does not select it."],
  [{ owner: {} }, "owner: the operation does not select it. Selected from Query: it, owners."],
  [{ it: null }, "it: expected Owner!, got null."],
  [{ it: { name: null } }, "it.name: expected String!, got null."],
  [{ owners: [null] }, "owners[0]: expected Owner!, got null."],
  [{ it: { name: undefined } }, "it.name: is undefined. Omit it to generate a value."],
  [{ owners: {} }, "owners: expected a list ([Owner!]), got an object."],
  [[] as never, "expected an object, got a list."],
  [{ it: [] }, "it: expected an object (Owner), got a list."],
  [{ it: "Ada" }, "it: expected an object (Owner), got a string."],
  [{ it: { color: "PINK" } }, "it.color: expected Color (RED, GREEN), got a string."],
  [{ it: { color: 1 } }, "it.color: expected Color (RED, GREEN), got 1."],
  [{ it: { id: 1 } }, "it.id: expected a string, got 1."],
  [{ it: { name: {} } }, "it.name: expected a string, got an object."],
  [{ it: { age: 1.5 } }, "it.age: expected a 32-bit integer, got 1.5."],
  [{ it: { age: 2 ** 31 } }, "it.age: expected a 32-bit integer, got 2147483648."],
  [{ it: { age: "1" } }, "it.age: expected a 32-bit integer, got a string."],
  [{ it: { ratio: Number.NaN } }, "it.ratio: expected a finite number, got NaN."],
  [{ it: { isAdmin: "yes" } }, "it.isAdmin: expected a boolean, got a string."],
  [{ it: { since: new Date(0) } }, "it.since: expected a JSON value, got a Date."],
  [{ it: { name: () => "Ada" } }, "it.name: expected a string, got a function."],
  [{ it: { since: [1n] } }, "it.since: expected a JSON value, got a list."],
  [{ it: { __typename: "Query" } }, 'it.__typename: expected "Owner", got a string.'],
] as const)("rejects data that does not match, with its path: %#", ([data, message]) => {
  const platform = openOwners();
  expect(() => platform.answer(GET_OWNERS, data)).toThrow(TypeError);
  expect(() => platform.answer(GET_OWNERS, data)).toThrow(`The data does not match GetOwners:\n  ${message}`);
});

test.for([{ pet: { legs: 4 } }, { pet: { __typename: "Query" } }])(
  "rejects data of a union that does not match one of its types: %j",
  (data) => {
    const platform = openPets();
    const message = "The data does not match GetPets:\n  pet: set __typename to a type of Pet: Cat, Dog.";
    expect(() => platform.answer(GET_PETS, data)).toThrow(TypeError);
    expect(() => platform.answer(GET_PETS, data)).toThrow(message);
  },
);

test("names the first ten types of a large union", () => {
  const names = Array.from({ length: 11 }, (_, index) => `T${index}`);
  const types = names.map((name) => `type ${name} { a: Int }`).join(" ");
  const schema = `type Query { any: Any } union Any = ${names.join(" | ")} ${types}`;
  const platform = createPlatform({ schema });
  expect(() => platform.answer("query Get { any { __typename } }", { any: { __typename: "No" } })).toThrow(
    `any: set __typename to a type of Any: ${names.slice(0, 10).join(", ")}, ….`,
  );
});

test("lists all mismatches", () => {
  const data = { it: { name: null, age: "1" }, owners: 1 };
  expect(() => openOwners().answer(GET_OWNERS, data)).toThrow(
    /^The data does not match GetOwners:\n {2}it\.name: .+\n {2}it\.age: .+\n {2}owners: .+$/,
  );
});

test("accepts null for nullable fields, and a union by a field or by name", async () => {
  const platform = openPets();
  platform.answer(GET_PETS, { pet: { tricks: [] }, favorite: null, cats: [] });
  expect(await queryData(platform, GET_PETS)).toEqual({ pet: { tricks: [] }, favorite: null, cats: [] });
  platform.answer(GET_PETS, { pet: { __typename: "Cat" } });
  const cat = { lives: expect.any(Number) };
  expect(await queryData(platform, GET_PETS)).toMatchObject({
    pet: cat,
    cats: expect.arrayContaining([cat]),
  });
});

test("accepts integers at their limits, null for enums, and any JSON for a custom scalar", async () => {
  const platform = openOwners();
  const it = { age: -(2 ** 31), color: null, since: { epoch: [1, null] } };
  platform.answer(GET_OWNERS, { it });
  expect(await queryData(platform, GET_OWNERS)).toMatchObject({ it });
});

test("accepts enum values and types that the schema does not have, for the default of a switch", async () => {
  const platform = createPlatform({ schema: relay });
  const find = [
    { __typename: "Integration", name: "Orders", state: UNKNOWN_VALUE },
    { __typename: UNKNOWN_TYPE },
  ] as const;
  platform.answer(FindDocument, { find });
  expect(await queryData(platform, FindDocument.text, { text: "" })).toEqual({ find });
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
      type Query { node: Node named: [Named!]! any: Any states: [[State!]]! }
      interface Node { id: ID! }
      interface Named implements Node { id: ID! name: String! owner: Node! }
      type User implements Node & Named { id: ID! name: String! owner: User! age: Int! }
      union Any = User
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
  expect(await queryData(platform, query)).toEqual({
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
    schema: `
      type Query { echo(state: State): State things: [Thing!]! }
      type Thing { id: ID! state: State! }
      enum State { ON }`,
    rules: { Query: { echo: (_: object, { state }: { state: string }) => state } },
  });
  const query = "query Echo($state: State) { echo(state: $state) }";
  const { result } = await sendQuery(platform, query, { state: UNKNOWN_VALUE });
  expect(result.errors?.[0]?.message).toContain('Value "%future added value" does not exist in "State" enum');
  const { things } = await queryData<{ things: { state: string }[] }>(platform, "{ things { state } }");
  expect(things.map(({ state }) => state)).toEqual(["ON", "ON", "ON"]);
});

test("requires all fields with exact", () => {
  const data = { integrations: { nodes: [{ id: "1" }] } };
  expect(() => openPlatform().answer(ListIntegrationsDocument, data, { exact: true })).toThrow(
    /^The data does not match ListIntegrations:\n {2}integrations\.nodes\[0\]\.name: is missing \(String!\)\.$/,
  );
  expect(() => openPlatform().answer(ListIntegrationsDocument, {}, { exact: true })).toThrow(
    /^The data does not match ListIntegrations:\n {2}integrations: is missing \(IntegrationConnection!\)\.$/,
  );
});

const UNKNOWN_FIELD = "query GetLost { integration { id } }";

test.for<[document: string | DocumentNode, message: string | RegExp]>([
  [
    UNKNOWN_FIELD,
    /^GetLost does not match the schema:\n {2}line 1, column 17: Cannot query field "integration"/,
  ],
  [
    parse(UNKNOWN_FIELD, { noLocation: true }),
    /^GetLost does not match the schema:\n {2}Cannot query field "integration"/,
  ],
  [
    "query GetLost {",
    "The document cannot be parsed: line 1, column 16: Syntax Error: Expected Name, found <EOF>.",
  ],
  ["{ pet }", "The document must have exactly one operation, and the operation must have a name."],
  ["query A { __typename } query B { __typename }", "The document must have exactly one operation"],
  ["fragment A on Query { __typename }", "The document must have exactly one operation"],
  ["subscription Watch { pet { __typename } }", "Watch is a subscription. These are not supported."],
])("rejects invalid documents: %#", ([document, message]) => {
  expect(() => openPets().answer(document, {})).toThrow(message);
});

test("fills mutations by their own types if a query field has the same name", async () => {
  const platform = createPlatform({
    schema: `
      type Query { integrations: Integrations! }
      type Mutation { integrations: Int! other: Int }
      type Integrations { nodes: [Integration!]! }
      type Integration { id: ID! name: String! }`,
  });
  platform.answer("mutation Change { integrations other }", { other: 1 });
  const data = await queryData(platform, "mutation Change { integrations other }");
  expect(data).toEqual({ integrations: expect.any(Number), other: 1 });
});

test("an answer with errors of a row keeps its other values, because a row is no payload", async () => {
  const schema = `
    type Query { job: Job }
    type Mutation { run: Run }
    type Job { id: ID! name: String errors: [JobError!]! }
    type Run { id: ID! name: String errors: [JobError!]! }
    type JobError { message: String! }`;
  const platform = createPlatform({ schema, data: { Job: [{ id: "1", name: "import", errors: [] }] } });
  const errors = [{ message: "late" }];
  platform.answer("query GetJob { job { name errors { message } } }", { job: { errors } });
  platform.answer("mutation Run { run { name errors { message } } }", { run: { errors } });
  expect(await queryData(platform, "query GetJob { job { name errors { message } } }")).toEqual({
    job: { name: "import", errors },
  });
  expect(await queryData(platform, "mutation Run { run { name errors { message } } }")).toEqual({
    run: { name: null, errors },
  });
});

test('with nulls: "always", a value of a root that an answer leaves out is null, unless it cannot be', async () => {
  const platform = createPlatform({
    schema: "type Query { version: String build: String! }",
    nulls: "always",
  });
  const text = "query GetVersion { version build }";
  platform.answer(text, {});
  expect(await queryData(platform, text)).toEqual({ version: null, build: expect.any(String) });
});

// Functions, variables, sequences, errors

test("an answer with errors of a part of a query keeps its other values, because the part is no payload", async () => {
  const schema = `
    type Query { import: Import }
    type Import { name: String errors: [ImportError!]! }
    type ImportError { message: String! }`;
  const rules = { Query: { import: () => ({ name: "orders", errors: [] }) } };
  const platform = createPlatform({ schema, rules, nulls: "never" });
  const text = "query GetImport { import { name errors { message } } }";
  expect(await queryData(platform, text)).toEqual({ import: { name: "orders", errors: [] } });
  const errors = [{ message: "late" }];
  platform.answer(text, { import: { errors } });
  expect(await queryData(platform, text)).toEqual({ import: { name: expect.any(String), errors } });
});

/** The result of a mutation is a union of payloads. */
const PAYLOADS = `
  type Query { a: Int }
  type Mutation { create(title: String!): Result! }
  union Result = Created | Queued | Invalid
  type Created { title: String! isDone: Boolean! }
  type Queued { title: String! isDone: Boolean! }
  type Invalid { isDone: Boolean! hint: String errors: [Problem!]! }
  type Problem { message: String! }`;

test.for(["Created", "Queued"])(
  "completes an answer of the payload %s by the arguments",
  async (typename) => {
    const platform = createPlatform({ schema: PAYLOADS });
    const text = `mutation Create {
    create(title: "Printer") { __typename ... on ${typename} { title isDone } }
  }`;
    platform.answer(text, { create: { __typename: typename } });
    expect(await queryData(platform, text)).toEqual({
      create: { __typename: typename, title: "Printer", isDone: true },
    });
  },
);

test("completes an answer with payload errors by false for flags and null for other fields", async () => {
  const platform = createPlatform({ schema: PAYLOADS });
  const text = `mutation Create {
    create(title: "Printer") { ... on Invalid { isDone hint errors { message } } }
  }`;
  const errors = [{ message: "is taken" }];
  platform.answer(text, { create: { errors } });
  expect(await queryData(platform, text)).toEqual({ create: { isDone: false, hint: null, errors } });
});

test("accepts a function of the variables, and checks its result", async () => {
  const platform = openOwners();
  platform.answer(GetOwner, async ({ id }) => ({ it: { name: `Owner ${id}` } }));
  expect(await queryData(platform, GET_OWNER, { id: "7" })).toMatchObject({ it: { name: "Owner 7" } });
  platform.answer(GetOwner, () => ({ it: { name: null as unknown as string } }));
  await expect(sendQuery(platform, GET_OWNER)).rejects.toThrow("it.name: expected String!, got null.");
  expect(platform.requests.at(-1)).toMatchObject({
    status: 500,
    problem: expect.stringContaining("it.name: expected"),
  });
});

test("responds with a GraphQL error that a function throws, from any copy of graphql", async () => {
  const platform = openOwners();
  const file = new URL("error/GraphQLError.js?copy", import.meta.resolve("graphql"));
  const other: { GraphQLError: typeof GraphQLError } = await import(file.href);
  expect(other.GraphQLError).not.toBe(GraphQLError);
  for (const { GraphQLError: AnyGraphQLError } of [{ GraphQLError }, other]) {
    platform.answer(GetOwner, () => {
      throw new AnyGraphQLError("gone", { path: ["it"], extensions: { code: "NOT_FOUND" } });
    });
    expect((await sendQuery(platform, GET_OWNER)).result).toEqual({
      errors: [{ message: "gone", path: ["it"], extensions: { code: "NOT_FOUND" } }],
    });
  }
  platform.answer(GetOwner, () => {
    throw new RangeError("the test's own");
  });
  await expect(sendQuery(platform, GET_OWNER)).rejects.toThrow("the test's own");
  platform.answer(GetOwner, () => Promise.reject("a text"));
  await expect(sendQuery(platform, GET_OWNER)).rejects.toThrow("that answers GetOwner threw a text");
});

test("matches variables, newest answer first, and otherwise uses the schema", async () => {
  const platform = openOwners();
  platform.answer(GetOwner, { it: { name: "Any" } });
  platform.answer(GetOwner, { it: { name: "One" } }, { variables: { id: "1" } });
  platform.answer(GetOwner, { it: { name: "Long" } }, { variables: ({ id }) => (id?.length ?? 0) > 5 });
  const names = await Promise.all(
    [{ id: "1" }, { id: "2" }, { id: "1234567" }, undefined].map(
      async (variables) => (await queryData(platform, GET_OWNER, variables)).it?.name,
    ),
  );
  expect(names).toEqual(["One", "Any", "Long", "Any"]);
  const filtered = openOwners();
  const answer = filtered.answer(GetOwner, { it: { name: "One" } }, { variables: { id: "1" } });
  expect(await queryData(filtered, GET_OWNER, { id: "2" })).not.toMatchObject({ it: { name: "One" } });
  expect([answer.requests.length, filtered.unusedAnswers()]).toEqual([
    0,
    ["GetOwner: no request used this answer"],
  ]);
});

test("names the answer whose function of the variables throws", async () => {
  const platform = openOwners();
  platform.answer(GetOwner, {}, { variables: ({ id }) => BigInt(id ?? 0) > 0n });
  const message = 'The function "variables" of an answer to GetOwner threw SyntaxError: Cannot convert x';
  await expect(sendQuery(platform, GET_OWNER, { id: "x" })).rejects.toThrow(message);
  expect(platform.requests.at(-1)?.problem).toContain(message);
});

test("compares variables by value: objects can have more members, lists must have the same length", async () => {
  const platform = createPlatform({
    schema: `
      type Query { n(in: In, at: [In]): Int! }
      input In { a: Int b: Int l: [Int] }`,
    rules: { Query: { n: (_: object, args: object) => (Object.keys(args).length > 0 ? 0 : 1) } },
  });
  const document = "query N($in: In, $at: [In]) { n(in: $in, at: $at) }";
  platform.answer(document, { n: 1 }, { variables: { in: { a: 1, l: [1, 2] } } });
  const inputs = [{ l: [1, 2] }, { l: [1] }, { l: [1, 2, 3] }, { l: [1, 3] }, { l: null }, { a: 2 }, {}];
  const answers = [...inputs.map((input) => ({ a: 1, b: 2, ...input })), null].map(
    async (input) => (await queryData<{ n: number }>(platform, document, { in: input })).n === 1,
  );
  expect(await Promise.all(answers)).toEqual([true, ...Array(7).fill(false)]);
  platform.answer(document, { n: 2 }, { variables: { in: null } });
  expect(await queryData(platform, document, { in: null })).toEqual({ n: 2 });
});

test("responds in sequence, and repeats the last response", async () => {
  const platform = openOwners();
  const answer = platform
    .answer(GetOwner, { it: { name: "First" } })
    .andThen(undefined, { errors: ["overloaded"] })
    .andThen({ it: { name: "Last" } });
  const seen = [];
  for (let nth = 0; nth < 4; nth++) {
    const { data, errors } = (await sendQuery(platform, GET_OWNER)).result;
    seen.push(errors?.[0]?.message ?? (data as { it: Owner }).it.name);
  }
  expect(seen).toEqual(["First", "overloaded", "Last", "Last"]);
  expect(answer.requests).toEqual(platform.requests);
});

test("responds with GraphQL errors without data, with null, and with data", async () => {
  const platform = openOwners();
  const error = { message: "no", path: ["it", "color"], code: "FORBIDDEN", extensions: { until: 1 } };
  const answered = { message: "no", path: ["it", "color"], extensions: { code: "FORBIDDEN", until: 1 } };
  platform.answer(GetOwner, undefined, { errors: [error] });
  expect((await sendQuery(platform, GET_OWNER)).text).toBe(JSON.stringify({ errors: [answered] }));
  platform.answer(GetOwner, null, { errors: ["no"] });
  expect((await sendQuery(platform, GET_OWNER)).result).toEqual({ data: null, errors: [{ message: "no" }] });
  platform.answer(GetOwner, { it: { name: "Ada", color: null } }, { errors: [error] });
  const { data, errors } = (await sendQuery(platform, GET_OWNER)).result;
  const it = expect.objectContaining({ id: expect.any(String), name: "Ada", color: null });
  expect([data, errors]).toEqual([{ it }, [answered]]);
  expect(() => platform.answer(GetOwner, null)).toThrow('GetOwner: data can be null only with "errors".');
});

test.for([{ it: { name: "Late" } }, () => ({ it: { name: "Late" } })])(
  "delays a response by delayMs: %#",
  async (mock) => {
    const platform = openOwners();
    platform.answer(GetOwner, mock, { delayMs: 60_000 });
    const data = await expectDelay(60_000, () => queryData(platform, GET_OWNER));
    expect(data).toMatchObject({ it: { name: "Late" } });
  },
);

test("delays a rejection by delayMs", async () => {
  const platform = createPlatform({ schema: LIMITS });
  platform.reject(SET_LIMIT, [{ messages: ["no"] }], { delayMs: 60_000 });
  const data = await expectDelay(60_000, () => queryData(platform, SET_LIMIT));
  expect(data).toMatchObject({ setLimit: { errors: [{ message: "no" }] } });
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
  const platform = openOwners();
  platform.answer(GetOwner, {}).andThen({}).andThen({});
  platform.answer(GET_OWNERS, {});
  await sendQuery(platform, GET_OWNER);
  expect(platform.unusedAnswers()).toEqual([
    "GetOwner: requests used 1 of 3 responses",
    "GetOwners: no request used this answer",
  ]);
  await sendQuery(platform, GET_OWNER);
  await sendQuery(platform, GET_OWNER);
  expect(platform.unusedAnswers()).toEqual(["GetOwners: no request used this answer"]);
  platform.reset();
  expect(platform.unusedAnswers()).toEqual([]);
});

const PERSON =
  "id name createdAt birthday address { city country } tags blocked contact { phone } creditLimit";
const PLACES = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor }";
const ONE = `query One {
  account { id name currency timezone usage { orders storageRatio } owner { id displayName role } settings }
  actor(id: "a-1") { __typename id displayName }
  customer(id: "c-1") { ${PERSON} }
  missing: customerByReference(reference: "r-1") { id name }
  warehouse(id: "w-1") { name stock(pageSize: 2) { nodes { available variant { sku product { title } } } ${PLACES} } }
  job(id: "j-1") { id progress done result }
  exchangeRate(from: CHF, to: EUR) orderCount serverTime legacyReport(name: "n")
}`;
const MANY = `query Many {
  customers(first: 2) { nodes { ${PERSON} } edges { cursor node { id } } ${PLACES} totalCount }
  products(pageSize: 2) { edges { cursor node { id title price { amount currency } } } ${PLACES} totalCount }
  orders(limit: 2) { count nodes { number customer { name } payment { __typename } notes lines { quantity } } }
  tickets(take: 2) { count edges { node { subject timeline { __typename ... on StatusChange { to } } } } }
  search(text: "a") { __typename ... on Customer { name } ... on Order { number } }
  categories { name parent { name } children { name } }
  webhooks { id events deliveries(take: 1) { nodes { event payload } } }
}`;
const CHANGE = `mutation Change {
  createCustomer(input: { name: "Ada", tags: ["new"], birthday: "1990-01-01" }) {
    customer { ${PERSON} } errors { field messages code }
  }
  deleteCustomer(id: "c-1") { deletedId errors { messages } }
  placeOrder(input: { customerId: "c-1", lines: [] }) {
    order { id customer { id } } userErrors { __typename message path }
  }
  cancelOrder(orderId: "o-1") { order { id status } userErrors { message } }
  moveStock(input: { variantId: "v", warehouseId: "w", kind: INBOUND, quantity: 3 }) {
    movement { kind quantity } levels { available } userErrors { message available }
  }
  closeTicket(id: "t-1") { id subject status }
  startExport(query: "{}") { job { id done } errors { messages } }
  createWebhook(url: "https://a.example", events: []) { webhook { url } webhookErrors { field messages code } }
  clearSampleData
}`;

test("fills answers and rejections of all kinds of fields in the same way in every version", async () => {
  const platform = createPlatform({ schema: foreign, now: () => Date.UTC(2026, 0, 31) });
  const texts: string[] = [];
  const note = async (title: string, text: string, data: unknown = undefined) => {
    const { result } = await sendQuery(platform, text);
    texts.push(`# ${title}${data === undefined ? "" : `: ${JSON.stringify(data)}`}`);
    texts.push(
      ...Object.entries(result.data ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    );
    texts.push(...(result.errors ?? []).map((error) => `error: ${JSON.stringify(error)}`), "");
  };
  const answers: readonly (readonly [text: string, data: Readonly<Record<string, unknown>>])[] = [
    [ONE, {}],
    [
      ONE,
      {
        account: { name: "Own", usage: { orders: "7" } },
        actor: { __typename: "Bot" },
        customer: null,
        missing: { name: "Found" },
        warehouse: { stock: { nodes: [{ available: 1 }, {}, { variant: { sku: "s" } }] } },
        job: null,
        orderCount: 0,
      },
    ],
    [MANY, {}],
    [
      MANY,
      {
        customers: { nodes: [{ name: "Ada" }, { id: "c-9" }] },
        products: { edges: [{ node: { title: "Pen" } }, { node: null }, null], totalCount: null },
        orders: { nodes: [], count: 9 },
        tickets: { edges: [{ node: { timeline: [{ __typename: "TicketComment" }, { to: "OPEN" }] } }] },
        search: [{ __typename: "Order" }, { name: "Bo" }],
        categories: [{ parent: { name: "Top" }, children: [{}, { name: "Low" }] }],
        webhooks: [{ deliveries: { nodes: [{ event: "STOCK_CHANGED" }] } }],
      },
    ],
    [CHANGE, {}],
    [
      CHANGE,
      {
        createCustomer: { customer: { name: "Bo" } },
        placeOrder: {
          userErrors: [{ __typename: "StockError", message: "none left" }, { __typename: "StateError" }],
        },
        cancelOrder: { order: null },
        moveStock: { levels: [{ available: 5 }] },
        closeTicket: { status: "OPEN" },
        startExport: { errors: [{ messages: ["busy"] }] },
        clearSampleData: false,
      },
    ],
  ];
  for (const [text, data] of answers) {
    platform.answer(text, data);
    await note(/\w+ \w+/.exec(text)?.[0] ?? "", text, data);
  }
  const errors = [{ field: "name", messages: ["is taken", "is short"], code: "TAKEN" }, { messages: ["no"] }];
  platform.reject(CHANGE, errors);
  await note("mutation Change, rejected with", CHANGE, errors);
  await expect(`${texts.join("\n")}`).toMatchFileSnapshot(join(import.meta.dirname, "fixtures/answered.txt"));
});

/** A mutation whose arguments and payload have fields of the same names, but not of the same types. */
const LIMITS = `
  type Query { limit: Int }
  type Mutation { setLimit(limit: String, state: String, states: [String!], unit: String): LimitPayload }
  type LimitPayload {
    limit: Int
    state: State
    states: [State!]
    unit: String
    label: String
    errors: [LimitError!]!
  }
  type LimitError { message: String! }
  enum State { ON OFF }`;

const SET_LIMIT = `
  mutation SetLimit {
    setLimit(limit: "9", state: "on", states: ["on"], unit: "MB") { limit state states unit errors { message } }
  }`;

test("a payload that an answer leaves out has an argument as its value if the type is the same", async () => {
  const platform = createPlatform({ schema: LIMITS });
  platform.answer(SET_LIMIT, {});
  expect(await queryData(platform, SET_LIMIT)).toEqual({
    setLimit: {
      limit: expect.any(Number),
      state: expect.stringMatching(/^(?:ON|OFF)$/),
      states: expect.arrayContaining([expect.stringMatching(/^(?:ON|OFF)$/)]),
      unit: "MB",
      errors: [],
    },
  });
});

test("only errors reject a payload, and its other lists are those of the answer or generated", async () => {
  const platform = createPlatform({
    schema: `
      type Query { a: Int }
      type Mutation { run(name: String, part: PartInput): RunPayload! start: Boolean stop: Job job(id: ID!): Job }
      type RunPayload { clientMutationId: String name: String tags: [String!] part: Part! errors: [Problem!]! }
      type Part { steps: [Step!]! errors: [Problem!]! }
      type Step { name: String! }
      input PartInput { size: Int }
      type Problem { message: String! }
      type Job { id: ID! }`,
    data: { Job: [] },
  });
  const text = `mutation Run {
    run(name: "x", part: { size: 1 }) { clientMutationId name tags part { steps { name } errors { message } } errors { message } }
    start stop { id } job(id: "7") { id }
  }`;
  const steps = expect.arrayContaining([{ name: expect.any(String) }]);
  for (const run of [
    { tags: ["a"], errors: [] },
    { tags: null, errors: [] },
  ]) {
    platform.answer(text, { run });
    expect(await queryData(platform, text)).toEqual({
      run: { clientMutationId: null, name: "x", ...run, part: { steps, errors: [] } },
      start: true,
      stop: { id: expect.any(String) },
      job: { id: "7" },
    });
  }
});

test("a payload whose fields have resolvers can be answered and rejected", async () => {
  const rules = { LimitPayload: { label: () => "computed" } };
  const platform = createPlatform({ schema: LIMITS, rules });
  platform.answer(SET_LIMIT, { setLimit: { limit: 3 } });
  expect(await queryData(platform, SET_LIMIT)).toMatchObject({ setLimit: { limit: 3, errors: [] } });
  platform.reject(SET_LIMIT, [{ messages: ["no"] }]);
  expect(await queryData(platform, SET_LIMIT)).toMatchObject({
    setLimit: { limit: null, errors: [{ message: "no" }] },
  });
});

test("an answer is laid over what async resolvers return, and takes precedence over their errors", async () => {
  const schema = `
    type Query { tickets: [Ticket!]! }
    type Ticket { id: ID! owner: User reporter: User labels: [Label!]! }
    type User { id: ID! name: String! mail: String! }
    type Label { id: ID! name: String! color: String! }`;
  const data = {
    Ticket: [{ id: "1", owner: "u", reporter: "u" }],
    User: [
      { id: "u", name: "Ada", mail: "ada@example.com" },
      { id: "v", name: "Bob", mail: "bob@example.com" },
    ],
    Label: [{ id: "l", name: "bug", color: "red" }],
  };
  type Tables = Pick<Context, "db">;
  const Ticket = {
    owner: async (_: unknown, __: unknown, { db }: Tables) => db.User?.get("v"),
    reporter: async () => Promise.reject(new Error("no directory")),
    labels: async (_: unknown, __: unknown, { db }: Tables) => db.Label?.list(),
  };
  const text =
    "query ListTickets { tickets { owner { name mail } reporter { name } labels { name color } } }";
  const platform = createPlatform({ schema, data, rules: { Ticket }, onRulesError: () => {} });
  const ticket = { owner: { name: "Bea" }, reporter: { name: "Cleo" }, labels: [{ name: "late" }] };
  platform.answer(text, { tickets: [ticket] });
  expect((await sendQuery(platform, text)).result).toEqual({
    data: {
      tickets: [
        {
          owner: { name: "Bea", mail: "bob@example.com" },
          reporter: { name: "Cleo" },
          labels: [{ name: "late", color: "red" }],
        },
      ],
    },
  });
  platform.answer(text, { tickets: [{ labels: [] }] });
  expect((await sendQuery(platform, text)).result).toEqual({
    data: {
      tickets: [{ owner: { name: "Bob", mail: "bob@example.com" }, reporter: null, labels: [] }],
    },
    errors: [
      expect.objectContaining({
        message: "Ticket.reporter in platform.rules.ts threw Error: no directory",
        path: ["tickets", 0, "reporter"],
      }),
    ],
  });
});

test("fills lists of lists, lists that rows leave out, and lists that are null", async () => {
  const platform = createPlatform({
    schema: `
      type Query { orders: [Order!]! grid: [[Cell!]!]! rows: [[Order!]!]! }
      type Mutation { rename(input: RenameInput!): RenameResult! }
      input RenameInput { label: String! }
      type RenameResult { label: String! }
      type Order { id: ID! lines: [Line!]! parcels: [Line!] }
      type Line { name: String! }
      type Cell { n: Int! }`,
    data: { Order: [{ id: "1", parcels: null }] },
  });
  const text = "query Get { orders { id lines { name } parcels { name } } grid { n } rows { id } }";
  platform.answer(text, { orders: [{ parcels: [{}, { name: "Box" }] }] });
  expect(await queryData(platform, text)).toEqual({
    orders: [{ id: "1", lines: [{ name: "Line 636" }], parcels: [{ name: "Line 739" }, { name: "Box" }] }],
    grid: [[{ n: 299 }, { n: 196 }], [{ n: 312 }]],
    rows: [],
  });
  const rename = 'mutation Rename { rename(input: { label: "x" }) { label } }';
  platform.answer(rename, {});
  expect(await queryData(platform, rename)).toEqual({ rename: { label: "x" } });
});
