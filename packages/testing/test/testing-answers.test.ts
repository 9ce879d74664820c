import { join } from "node:path";
import { ListIntegrationsDocument as ListAst } from "@integration-platform/graphql/documents";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { GraphQLError, parse } from "graphql";
import { expect, test, vi } from "vitest";
import type { TypedDocumentString } from "../../../src/document.ts";
import { contractTest } from "../../../test/support/doors.ts";
import { holdTimers, someTimer } from "../../../test/support/timers.ts";
import { rejection } from "../../../test/support/wire.ts";
import { createPlatform } from "../src/index.ts";
import { ask, askData } from "./support/asking.ts";

const LIST = ListIntegrationsDocument.text;

const SCHEMA = `
  scalar DateTime
  enum Colour { RED GREEN }
  type Owner { id: ID! name: String! since: DateTime! colour: Colour age: Int ratio: Float isAdmin: Boolean! }
  type Cat { lives: Int! }
  type Dog { tricks: [String!]! }
  union Pet = Cat | Dog
  type Query { owner(id: ID): Owner! owners: [Owner!]! pet: Pet! maybe: Owner }
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

test("answers what is given, and fills in the rest from the platform's own integrations", async () => {
  const platform = createPlatform();
  const [first, second] = platform.integrations;
  platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ name: "Orders" }, {}] } });
  expect(await askData(platform, LIST)).toEqual({
    integrations: { nodes: [{ id: first?.id, name: "Orders" }, second] },
  });
});

test("makes up what neither has, the same for the same seed and another for another", async () => {
  const answers = [1, 1, 2].map(async (seed) => {
    const platform = createPlatform({ seed, integrations: 0 });
    platform.answer(ListIntegrationsDocument, { integrations: { nodes: [{ name: "Orders" }, { name: "Bills" }] } });
    return (await ask(platform, LIST)).text;
  });
  const [one, again, other] = await Promise.all(answers);
  expect(one).toBe(again);
  expect(one).not.toBe(other);
  const { nodes } = JSON.parse(one ?? "").data.integrations;
  expect(new Set(nodes.map(({ id }: { id: string }) => id)).size).toBe(2);
});

test("takes string documents, ASTs and plain text, and reads data under its alias", async () => {
  const platform = createPlatform();
  for (const document of [
    ListAst,
    ListIntegrationsDocument,
    "query ListIntegrations { integrations { __typename } }",
  ]) {
    platform.answer(document, { integrations: {} });
    expect(await askData(platform, LIST)).toEqual({ integrations: { nodes: platform.integrations } });
  }
  const owners = open();
  owners.answer(GetOwner, { it: { name: "Ada" } });
  expect(await askData(owners, OWNER)).toMatchObject({ it: { name: "Ada", since: expect.any(String) } });
});

test("answers an operation by its name, also where a client has added to its text", async () => {
  const platform = createPlatform();
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

test("is typed by the document", () => {
  const platform = open();
  platform.answer(GetOwner, { it: { colour: "RED" } });
  platform.answer(GetOwner, ({ id }) => ({ it: { name: `Owner ${id}` } }), { variables: { id: "1" } });
  // @ts-expect-error the enum has no such value
  expect(() => platform.answer(GetOwner, { it: { colour: "PINK" } })).toThrow('it.colour is "PINK"');
  // @ts-expect-error a name is a string
  expect(() => platform.answer(GetOwner, { it: { name: 1 } })).toThrow("it.name is 1");
  // @ts-expect-error the operation has no such variable
  expect(() => platform.answer(GetOwner, {}, { variables: { key: "1" } })).toThrow('no variable "key"');
});

// What does not fit

const pet = "query Any { pet { ... on Cat { lives } ... on Dog { tricks } } maybe { id } owners { id } }";
const inAny = `query Any { it: owner { ...Parts colour } owners { id } } fragment Parts on Owner { id name age ratio isAdmin since }`;

test.for([
  [inAny, { it: { nme: "Ada" } }, "it.nme is not selected from Owner: the operation selects id, name, age, ratio"],
  [
    inAny,
    { owners: [{ id: "1" }, { name: "Ada" }] },
    "owners[1].name is not selected from Owner: the operation selects id",
  ],
  [inAny, { owner: {} }, "owner is not selected from Query: the operation selects it, owners"],
  [inAny, { it: null }, "it is null, which Owner! never is"],
  [inAny, { it: { name: null } }, "it.name is null, which String! never is"],
  [inAny, { owners: [null] }, "owners[0] is null, which Owner! never is"],
  [inAny, { it: { name: undefined } }, "it.name is undefined: leave it out to have it filled in"],
  [inAny, { owners: {} }, "owners is an object, not a list: it is [Owner!]"],
  [inAny, { it: [] }, "it is a list, not an object: it is Owner"],
  [inAny, { it: "Ada" }, 'it is "Ada", not an object: it is Owner'],
  [inAny, { it: { colour: "PINK" } }, 'it.colour is "PINK"; Colour has RED, GREEN'],
  [inAny, { it: { colour: 1 } }, "it.colour is 1; Colour has RED, GREEN"],
  [inAny, { it: { id: 1 } }, "it.id is 1; ID takes a string"],
  [inAny, { it: { name: {} } }, "it.name is an object; String takes a string"],
  [inAny, { it: { age: 1.5 } }, "it.age is 1.5; Int takes a whole number of 32 bits"],
  [inAny, { it: { age: 2 ** 31 } }, "it.age is 2147483648; Int takes a whole number of 32 bits"],
  [inAny, { it: { age: "1" } }, 'it.age is "1"; Int takes a whole number of 32 bits'],
  [inAny, { it: { ratio: Number.NaN } }, "it.ratio is NaN; Float takes a finite number"],
  [inAny, { it: { isAdmin: "yes" } }, 'it.isAdmin is "yes"; Boolean takes true or false'],
  [inAny, { it: { since: new Date(0) } }, "it.since is a Date; DateTime takes what JSON can say"],
  [inAny, { it: { since: [1n] } }, "it.since is a list; DateTime takes what JSON can say"],
  [inAny, { it: { __typename: "Cat" } }, 'it.__typename is "Cat", not "Owner"'],
  [pet, { pet: { legs: 4 } }, "pet does not tell which Pet it is: give it fields that one has, or __typename Cat, Dog"],
  [
    pet,
    { pet: { __typename: "Owner" } },
    "pet does not tell which Pet it is: give it fields that one has, or __typename Cat, Dog",
  ],
] as const)("refuses at once what does not fit, with its path: %#", ([document, data, message]) => {
  expect(() => open().answer(document, data)).toThrow(TypeError);
  expect(() => open().answer(document, data)).toThrow(`The answer does not fit Any:\n  ${message}`);
});

test("names all that does not fit at once", () => {
  expect(() => open().answer(inAny, { it: { name: null, age: "1" }, owners: 1 })).toThrow(
    /^The answer does not fit Any:\n {2}it\.name .+\n {2}it\.age .+\n {2}owners .+$/,
  );
});

test("takes what fits: nulls where they may be, unions by a field or by name, numbers at their bounds", async () => {
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

test("with exact, refuses to fill anything in", () => {
  const data = { integrations: { nodes: [{ id: "1" }] } };
  expect(() => createPlatform().answer(ListIntegrationsDocument, data, { exact: true })).toThrow(
    "integrations.nodes[0].name is missing: it is String!",
  );
  expect(() => createPlatform().answer(ListIntegrationsDocument, {}, { exact: true })).toThrow(
    "integrations is missing",
  );
});

test.for([
  [
    "query Lost { integration { id } }",
    /^Lost does not fit the platform's schema:\n {2}line 1, column 14: Cannot query/,
  ],
  ["query Lost {", "The document does not parse: line 1, column 13: Syntax Error: Expected Name, found <EOF>."],
  ["{ integrations { __typename } }", "answer takes a document with one operation, which has a name"],
  ["query A { __typename } query B { __typename }", "answer takes a document with one operation"],
  ["fragment A on Query { __typename }", "answer takes a document with one operation"],
] as const)("refuses a document that is none of the platform's: %s", ([document, message]) => {
  expect(() => createPlatform().answer(document, {})).toThrow(message);
});

test("refuses a subscription, which the platform does not serve", () => {
  const platform = createPlatform({ schema: "type Query { a: Int } type Subscription { a: Int }" });
  expect(() => platform.answer("subscription Watch { a }", {})).toThrow("Watch is a subscription, which the platform");
});

test("fills in a mutation by its own types, whatever the query has under the same name", async () => {
  const platform = createPlatform({
    schema: `type Query { integrations: All! } type All { nodes: [One!]! } type One { id: ID! name: String! }
      type Mutation { integrations: Int! other: Int }`,
  });
  platform.answer("mutation Change { integrations other }", { other: 1 });
  const data = await askData(platform, "mutation Change { integrations other }");
  expect(data).toEqual({ integrations: expect.any(Number), other: 1 });
});

test("says what is wrong with an AST that does not fit the schema", () => {
  const document = parse("query Lost { integration { id } }", { noLocation: true });
  expect(() => createPlatform().answer(document, {})).toThrow(
    /^Lost does not fit the platform's schema:\n {2}Cannot query field "integration"/,
  );
});

// Other ways to answer

test("answers by a function of the variables, and checks what it makes", async () => {
  const platform = open();
  platform.answer(GetOwner, async ({ id }) => ({ it: { name: `Owner ${id}` } }));
  expect(await askData(platform, OWNER, { id: "7" })).toMatchObject({ it: { name: "Owner 7" } });
  platform.answer(GetOwner, () => ({ it: { name: null as unknown as string } }));
  await expect(ask(platform, OWNER)).rejects.toThrow("it.name is null, which String! never is");
  expect(platform.requests.at(-1)).toMatchObject({ status: 500, problem: expect.stringContaining("it.name is null") });
});

test("answers the GraphQL error that a function throws, of whichever copy of graphql, and passes on any other", async () => {
  const platform = open();
  const path = join(import.meta.dirname, "../node_modules/graphql/index.js");
  const other: { GraphQLError: typeof GraphQLError } = await import(path);
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

test("answers by variables, the newest answer first, and falls back to the schema", async () => {
  const platform = open();
  platform.answer(GetOwner, { it: { name: "Any" } });
  platform.answer(GetOwner, { it: { name: "One" } }, { variables: { id: "1" } });
  platform.answer(GetOwner, { it: { name: "Long" } }, { variables: ({ id }) => (id?.length ?? 0) > 5 });
  const names = await Promise.all(
    ["1", "2", "1234567"].map(async (id) => {
      const { it } = (await askData(platform, OWNER, { id })) as { it: Owner };
      return it.name;
    }),
  );
  expect(names).toEqual(["One", "Any", "Long"]);
  const filtered = open();
  const answer = filtered.answer(GetOwner, { it: { name: "One" } }, { variables: { id: "1" } });
  expect(await askData(filtered, OWNER, { id: "2" })).not.toMatchObject({ it: { name: "One" } });
  expect([answer.requests.length, filtered.unusedAnswers()]).toEqual([0, ["GetOwner: nobody asked for it"]]);
});

test("compares variables by value: objects may have more, lists must be as long", async () => {
  const platform = createPlatform({
    schema: "input In { a: Int b: Int l: [Int] } type Query { n(in: In, at: [In]): Int! }",
  });
  const document = "query N($in: In, $at: [In]) { n(in: $in, at: $at) }";
  platform.answer(document, { n: 1 }, { variables: { in: { a: 1, l: [1] } } });
  const answers = [{ a: 1, b: 2, l: [1] }, { a: 1, l: [1, 2] }, { a: 1, l: null }, { b: 1 }, null].map(
    async (input) => {
      const { n } = (await askData(platform, document, { in: input })) as { n: number };
      return n === 1;
    },
  );
  expect(await Promise.all(answers)).toEqual([true, false, false, false, false]);
});

test("answers in sequence, and goes on with the last reply", async () => {
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

test("answers GraphQL errors: without data, with null for data, and beside it", async () => {
  const platform = open();
  const error = { message: "no", path: ["it", "colour"], code: "FORBIDDEN", extensions: { until: 1 } };
  const answered = { message: "no", path: ["it", "colour"], extensions: { code: "FORBIDDEN", until: 1 } };
  platform.answer(GetOwner, undefined, { errors: [error] });
  expect((await ask(platform, OWNER)).text).toBe(JSON.stringify({ errors: [answered] }));
  platform.answer(GetOwner, null, { errors: ["no"] });
  expect((await ask(platform, OWNER)).result).toEqual({ data: null, errors: [{ message: "no" }] });
  platform.answer(GetOwner, { it: { name: "Ada", colour: null } }, { errors: [error] });
  const { data, errors } = (await ask(platform, OWNER)).result;
  expect([data, errors]).toEqual([{ it: expect.objectContaining({ name: "Ada", colour: null }) }, [answered]]);
  expect(() => platform.answer(GetOwner, null)).toThrow("The answer to GetOwner is null: give it errors, too");
});

test("holds a reply back for as long as it is told", async () => {
  holdTimers();
  const platform = open();
  platform.answer(GetOwner, { it: { name: "Late" } }, { delayMs: 60_000 });
  const answered = vi.fn();
  const asked = askData(platform, OWNER).then(answered);
  await someTimer();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await asked;
  expect(answered).toHaveBeenCalledWith({ it: expect.objectContaining({ name: "Late" }) });
});

contractTest("our client is answered by a test through every door", async ({ platform, connect, counts }) => {
  platform
    .answer(ListIntegrationsDocument, { integrations: { nodes: [{ name: "Orders" }] } })
    .andThen({ integrations: { nodes: [] } }, { errors: [{ message: "One region did not answer", code: "PARTIAL" }] });
  const client = connect();
  expect((await client.execute(ListIntegrationsDocument)).integrations.nodes).toMatchObject([{ name: "Orders" }]);
  expect(await rejection(client.execute(ListIntegrationsDocument))).toMatchObject({
    code: "GRAPHQL",
    data: { integrations: { nodes: [] } },
  });
  expect([counts(), platform.unusedAnswers()]).toEqual(["2A 1R", []]);
});

test("answers only who may ask: an access token that is refused stays refused", async () => {
  const platform = createPlatform();
  const answer = platform.answer(ListIntegrationsDocument, {});
  const request = new Request(`${platform.baseUrl}/api`, { method: "POST", body: JSON.stringify({ query: LIST }) });
  expect((await platform.fetch(request)).status).toBe(401);
  expect(answer.requests).toEqual([]);
});

test("names the answers and overrides that nobody asked for, and forgets them when it is reset", async () => {
  const platform = open();
  platform.answer(GetOwner, {}).andThen({}).andThen({});
  platform.answer(pet, {});
  await ask(platform, OWNER);
  expect(platform.unusedAnswers()).toEqual(["GetOwner: 1 of 3 replies were asked for", "Any: nobody asked for it"]);
  platform.reset();
  expect(platform.unusedAnswers()).toEqual([]);
});
