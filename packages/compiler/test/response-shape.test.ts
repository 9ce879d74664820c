/** Shapes of responses: the text that codegen writes, and what it accepts. */

import { findMismatches, type Mismatch, parseShape } from "@integration-platform/graphql/shape";
import { createPlatform } from "@integration-platform/graphql-testing";
import * as fc from "fast-check";
import { buildSchema, execute, type GraphQLAbstractType, type GraphQLResolveInfo, parse } from "graphql";
import { expect, test } from "vitest";
import { SAMPLES } from "../../../test/support/random.ts";
import { renderText } from "../src/codegen/documents.ts";
import { renderResponseShape } from "../src/codegen/response-shape.ts";
import { compile } from "../src/index.ts";
import type { TypeStyle } from "../src/model/index.ts";
import { createDice, createValue, type Dice } from "./support/schema-values.ts";

/** Results that are objects, interfaces and a union, with leaves of each kind, lists and nullability. */
const SDL = `
  type Query {
    owner: Owner!
    owners: [Owner!]!
    maybe: [Owner]
    node: Node
    nodes: [Node!]!
    result: Result
    results: [Result]
    status: Status!
    statuses: [Status!]!
    price: Money
    lonely: Lonely
  }
  type Mutation { rename: Owner }

  scalar Money
  enum Status { ACTIVE PAUSED }
  interface Node { id: ID! owner: Owner label: String }
  interface Priced { price: Money! }
  interface Lonely { id: ID! }
  type Owner { id: ID! name: String age: Int! ratio: Float isAdmin: Boolean! }
  type Org implements Node & Priced { id: ID! owner: Owner! label: String! plan: String! status: Status! price: Money! }
  type User implements Node { id: ID! owner: Owner label: String status: Status tags: [String!] }
  type Bot implements Node { id: ID! owner: Owner label: String grid: [[Int!]]! }
  union Result = Org | User | Bot
`;
const schema = buildSchema(SDL);

interface Case {
  readonly text: string;
  readonly shape: string;
}

function shapeOf(
  source: string,
  options: { types?: TypeStyle; scalars?: Record<string, string> } = {},
): Case {
  const { types = "closed", scalars = {} } = options;
  const { definitions } = compile(schema, parse(source), { types, scalars });
  const operation = definitions.find(({ kind }) => kind !== "fragment");
  if (!operation) throw new Error("no operation");
  const text = renderText(operation);
  return { text, shape: renderResponseShape(operation.result, text) };
}

function mismatchesOf({ shape, text }: Case, data: unknown): Mismatch[] {
  const parsed = parseShape(shape, text);
  if (!parsed) throw new Error(`the shape does not belong to the text: ${shape}`);
  const mismatches: Mismatch[] = [];
  findMismatches(parsed, data, (mismatch) => mismatches.push(mismatch));
  return mismatches;
}

const describe = (mismatches: readonly Mismatch[]) =>
  mismatches.map(
    ({ path, coordinate, expected, received }) => `${path.join(".")} ${coordinate} ${expected} ${received}`,
  );

// The text

const body = (source: string, options?: Parameters<typeof shapeOf>[1]) =>
  shapeOf(`query Any ${source}`, options).shape.replace(/^\d+ /, "");

test.for([
  ["{ owner { id name age } }", "Query{owner:Owner{id:ID! name:String age:Int!}!}"],
  ["{ boss: owner { key: id } }", "Query{boss=owner:Owner{key=id:ID!}!}"],
  [
    "{ maybe { id } results { __typename } }",
    "Query{maybe:[Owner{id:ID!}] results:[Result<Org User Bot>{__typename}]}",
  ],
  [
    "{ owner { ...A } } fragment A on Owner { id ... { name } ...B } fragment B on Owner { id name }",
    "Query{owner:Owner{id:ID! name:String}!}",
  ],
  ["{ status price }", "Query{status:Status(ACTIVE PAUSED)! price:Money}"],
  ["{ node { id owner { id } } }", "Query{node:Node<>{id:ID! owner:Owner{id:ID!}}}"],
  [
    "{ node { __typename id ... on Priced { price } } }",
    "Query{node:Node<Org>{__typename id:ID! price:Money!}<User Bot>{__typename id:ID!}}",
  ],
  ["{ lonely { id } }", "Query{lonely:Lonely<>{id:ID!}}"],
  [
    "{ __schema { types { name kind } } }",
    "Query{__schema:__Schema{types:[__Type{name:String kind:__TypeKind(SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL)!}!]!}!}",
  ],
] as const)("renders %s", ([source, shape]) => {
  expect(body(source)).toBe(shape);
});

test.for([
  [
    "{ owner { id @include(if: $a) ...A @skip(if: $b) } } fragment A on Owner { name age }",
    "Query{owner:Owner{id?:ID! name?:String age?:Int!}!}",
  ],
  ["{ owner @include(if: $a) { id } }", "Query{owner?:Owner{id:ID!}!}"],
  ["{ owner { id } owner @include(if: $a) { name } }", "Query{owner:Owner{id:ID! name?:String}!}"],
  [
    "{ owner @include(if: $a) { id } owner @skip(if: $b) { name } }",
    "Query{owner?:Owner{id?:ID! name?:String}!}",
  ],
  [
    "{ owner @include(if: $a) { id } owner @include(if: $a) { name } }",
    "Query{owner?:Owner{id:ID! name:String}!}",
  ],
  ["{ owner { id @include(if: $a) } owner { id } }", "Query{owner:Owner{id:ID!}!}"],
] as const)("renders fields with @include and @skip as optional: %s", ([source, shape]) => {
  expect(body(`($a: Boolean!, $b: Boolean!) ${source}`)).toBe(shape);
});

test("renders open types without members, and custom scalars with the values of their TypeScript type", () => {
  const open = { types: "open" as const, scalars: { Money: "string", ID: "string | number" } };
  expect(body("{ status price owner { id } }", open)).toBe(
    "Query{status:Status=String! price:Money=String owner:Owner{id:ID=JSON!}!}",
  );
  expect(body("{ node { __typename id ... on User { tags } } }", open)).toBe(
    "Query{node:Node<User>{__typename id:ID=JSON! tags:[String!]}<>{__typename id:ID=JSON!}}",
  );
});

// Accepted responses

const OWNER = { id: "1", name: null, age: 3, ratio: 0.5, isAdmin: true };

test("reports path, coordinate, expected type and kind of each mismatch, and no value", () => {
  const operation = shapeOf("query Any { all: owners { id label: name age ratio isAdmin } status }");
  const data = {
    all: [
      { ...OWNER, label: 5, id: null },
      null,
      "secret",
      { ...OWNER, age: 2 ** 31, ratio: "secret", label: [] },
      {},
    ],
    status: "secret",
  };
  expect(describe(mismatchesOf(operation, data))).toEqual([
    "all.0.id Owner.id ID! null",
    "all.0.label Owner.name String number",
    "all.1 Query.owners Owner! null",
    "all.2 Query.owners Owner! string",
    "all.3.label Owner.name String list",
    "all.3.age Owner.age Int! number",
    "all.3.ratio Owner.ratio Float string",
    "all.4.id Owner.id ID! undefined",
    "all.4.label Owner.name String undefined",
    "all.4.age Owner.age Int! undefined",
    "all.4.ratio Owner.ratio Float undefined",
    "all.4.isAdmin Owner.isAdmin Boolean! undefined",
    "status Query.status Status! unknown string",
  ]);
  expect(describe(mismatchesOf(operation, []))).toEqual([" Query Query list"]);
});

const NODE = "query Any { node { __typename id ... on Org { plan status } ... on User { tags status } } }";

test.for([
  [
    "closed",
    { __typename: "Org", id: "1", plan: null, status: "GONE" },
    ["node.plan Org.plan String! null", "node.status Org.status Status! unknown string"],
  ],
  ["open", { __typename: "Org", id: "1", plan: "a", status: "GONE" }, []],
  ["closed", { __typename: "Bot", id: 1 }, ["node.id Bot.id ID! number"]],
  ["closed", { __typename: "New", id: "1" }, ["node Query.node Node unknown type"]],
  ["open", { __typename: "New", id: "1" }, []],
  ["open", { __typename: "New", id: null }, ["node.id Node.id ID! null"]],
  ["open", { __typename: null, id: "1" }, ["node Query.node Node unknown type"]],
  ["open", { id: "1", tags: [], status: null }, ["node Query.node Node unknown type"]],
] as const)("%s types: %j has the mismatches %j", ([types, node, mismatches]) => {
  expect(describe(mismatchesOf(shapeOf(NODE, { types }), { node }))).toEqual(mismatches);
});

test("without __typename, accepts an object that matches one of the possible types", () => {
  const operation = shapeOf(
    "query Any { node { id ... on Org { plan } ... on User { owner { id } } ... on Bot { owner { age } } } }",
  );
  const check = (node: object) => describe(mismatchesOf(operation, { node }));
  expect(check({ id: "1", plan: "a" })).toEqual([]);
  expect(check({ id: "1", owner: { id: "1" } })).toEqual([]);
  expect(check({ id: "1", owner: { age: 1 } })).toEqual([]);
  expect(check({ id: "1", owner: null })).toEqual([]);
  expect(check({ id: "1", plan: 7 })).toEqual(["node.plan Org.plan String! number"]);
  expect(check({ id: null, owner: { age: 1 } })).toEqual([
    "node.id User.id ID! null",
    "node.owner.id Owner.id ID! undefined",
  ]);
});

test("accepts an object without __typename if @include or @skip can remove it", () => {
  const fields = "id ... on Org { plan } ... on User { tags } ... on Bot { grid }";
  const operation = shapeOf(`query Any($a: Boolean!) { node { __typename @include(if: $a) ${fields} } }`);
  expect(describe(mismatchesOf(operation, { node: { id: "1", plan: "a" } }))).toEqual([]);
  expect(describe(mismatchesOf(operation, { node: { __typename: "User", id: "1", plan: "a" } }))).toEqual([
    "node.__typename Org.__typename String! unknown string",
  ]);
});

test("ignores members that are not selected, and treats inherited members as missing", () => {
  const operation = shapeOf("query Any { owner { constructor: id toString: name } }");
  expect(mismatchesOf(operation, { owner: { constructor: "1", toString: "a", other: 1 }, more: [] })).toEqual(
    [],
  );
  expect(describe(mismatchesOf(operation, { owner: {} }))).toEqual([
    "owner.constructor Owner.id ID! undefined",
    "owner.toString Owner.name String undefined",
  ]);
});

test.for([
  ["of another operation", (shape: string) => shape, "query Any { owners { id name } }"],
  [
    "of a text with another field of the same length",
    (shape: string) => shape,
    "query Any { owner { id } node }",
  ],
  ["that is cut", (shape: string) => shape.slice(0, -2), undefined],
  ["that is empty", () => "", undefined],
  ["of another length without fields", () => "1 Query", undefined],
  ["with more at the end", (shape: string) => `${shape}!}`, undefined],
  ["that ends in a list of types", () => "27 Query{node:Node<A B", undefined],
] as const)("rejects a shape %s", ([, change, other]) => {
  const { text, shape } = shapeOf("query Any { owner { id } owners { id } }");
  expect(parseShape(shape, text)).toBeDefined();
  expect(parseShape(change(shape), other ?? text)).toBeUndefined();
});

test("parses types, aliases, conditions, lists, enums, scalars and possible types", () => {
  const text = "boss id statuses node kind price";
  const selection = "boss=owner:Owner{id?:ID!}! statuses:[Status(ACTIVE PAUSED)!]! node:Node";
  const possible = "<Org>{kind=__typename price:Money=String!}<>{kind=__typename}";
  const kind = (members?: readonly string[]) => ({
    key: "kind",
    name: "__typename",
    isOptional: false,
    shape: { type: "String!", isNonNull: true, members, scalar: "String" },
  });
  const id = { type: "ID!", isNonNull: true, scalar: "ID" };
  const status = { type: "Status!", isNonNull: true, members: ["ACTIVE", "PAUSED"], scalar: "Status" };
  const price = { type: "Money!", isNonNull: true, scalar: "String" };
  const owner = {
    types: ["Owner"],
    owner: "Owner",
    fields: [{ key: "id", name: "id", isOptional: true, shape: id }],
  };
  const org = {
    types: ["Org"],
    owner: "Org",
    fields: [kind(["Org"]), { key: "price", name: "price", isOptional: false, shape: price }],
    typeKey: "kind",
  };
  const other = { types: [], owner: "Node", fields: [kind()], typeKey: "kind" };
  const shapes = {
    boss: { type: "Owner!", isNonNull: true, selections: [owner], scalar: "Owner" },
    statuses: { type: "[Status!]!", isNonNull: true, item: status, scalar: "[Status!]" },
    node: { type: "Node", isNonNull: false, selections: [org, other], scalar: "Node" },
  };
  const fields = Object.entries(shapes).map(([key, shape]) => {
    return { key, name: key === "boss" ? "owner" : key, isOptional: false, shape };
  });
  expect(parseShape(`${text.length} Query{${selection}${possible}}`, text)).toEqual({
    type: "Query",
    isNonNull: false,
    selections: [{ types: ["Query"], owner: "Query", fields }],
    scalar: "Query",
  });
});

// Comparison with graphql-js

/**
 * Documents, and the names of fields that are not in each object of the same place: because of `@include`, or
 * because only some possible types have them and the object has no `__typename`.
 */
const DOCUMENTS = (
  [
    ["{ owner { id name age ratio isAdmin } owners { key: id age } maybe { name } status statuses price }"],
    [
      "{ nodes { __typename id label ... on Priced { price } ... on User { owner { age } tags } ... on Bot { grid } } }",
    ],
    [
      "{ results { kind: __typename ... on Node { id owner { name } } ... on Org { status } ... on User { status } } }",
    ],
    [
      "{ node { id ... on Org { plan } ... on User { owner { id } tags } ... on Bot { owner { age } grid } } }",
      ["plan", "owner", "tags", "grid"],
    ],
    [
      "{ result { ... on Org { plan label owner { __typename name } } ... on Bot { grid } } }",
      ["plan", "label", "owner", "grid"],
    ],
    [
      `($a: Boolean! = true, $b: Boolean! = true, $c: Boolean! = true) {
        owner { name @include(if: $a) } owners @skip(if: $b) { id age } owner { age @include(if: $c) isAdmin } }`,
      ["name", "age", "owners"],
    ],
  ] as const
).flatMap(([selection, partial = []]) => {
  const source = `query Any ${selection}`;
  const conditions = (source.match(/\$\w(?=:)/g) ?? []).map((name) => name.slice(1));
  const keys: ReadonlySet<string> = new Set(partial);
  // The oracle tries all possible types of objects without `__typename`.
  const isTyped = partial.length === 0 || conditions.length > 0;
  return (["closed", "graphql-codegen"] as const).map((types) => {
    const operation = shapeOf(source, { types });
    return { document: parse(source), conditions, keys, isTyped, operation };
  });
});

/** Returns all combinations of `count` choices. */
function combine<Choice>(choices: readonly Choice[], count: number): Choice[][] {
  if (count === 0) return [[]];
  return combine(choices, count - 1).flatMap((start) => choices.map((choice) => [...start, choice]));
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/** Keys of an object, or indices of a list. */
type Members = Record<string | number, Json>;
type Document = (typeof DOCUMENTS)[number];

const TEXTS = ["", "Org", "ACTIVE", "7"];
const VALUES = {
  Int: [-3, 2 ** 31 - 1],
  Float: [0.5, 7],
  Boolean: [true, false],
  Money: ["1", 2, { a: 1 }],
  ID: TEXTS,
  String: TEXTS,
};

/** A response of graphql-js with random values. */
function createResponse({ document, conditions }: Document, dice: Dice): Json {
  const { data } = execute({
    schema,
    document,
    variableValues: Object.fromEntries(conditions.map((name) => [name, dice.below(2) === 0])),
    fieldResolver: (_, __, ___, { returnType }) => createValue(returnType, dice, VALUES),
    typeResolver: (_, __, ___, type) => dice.pick(schema.getPossibleTypes(type)).name,
  }) as { data: Json };
  return JSON.parse(JSON.stringify(data));
}

const REPLACEMENTS: readonly (Json | undefined)[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  1e300,
  "",
  "7",
  "ACTIVE",
  "GONE",
  "Org",
  "User",
  "Bot",
  "Node",
  "Owner",
  [],
  [null],
  ["a"],
  [[1]],
  {},
  { id: "1" },
  { __typename: "Org" },
  { kind: "Bot" },
  { plan: "a" },
  { age: 1, id: "x" },
];

/** Replaces, removes or adds one member. */
function mutate(data: Json, place: number, replacement: number): Json {
  const places: [holder: Members, key: string | number][] = [];
  const visit = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    const holder = value as Members;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      places.push([holder, key]);
      visit(holder[key] as Json);
    }
    places.push([holder, Array.isArray(value) ? value.length : "extra"]);
  };
  visit(data);
  const [holder, key] = places[place % places.length] ?? [{} as Members, ""];
  const value = REPLACEMENTS[replacement];
  if (value !== undefined) holder[key] = structuredClone(value);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
  return data;
}

/** Whether graphql-js returns exactly this data if its resolvers return the members of the data. */
function isReproduced({ document, conditions, keys, isTyped }: Document, data: Json): boolean {
  const possible = schema
    .getPossibleTypes(schema.getType("Node") as GraphQLAbstractType)
    .map(({ name }) => name);
  return combine([true, false], conditions.length).some((values) =>
    (isTyped ? [""] : possible).some((assumed) => {
      const result = execute({
        schema,
        document,
        rootValue: data,
        variableValues: Object.fromEntries(values.map((value, index) => [conditions[index], value])),
        fieldResolver: (source: Record<string, unknown>, _, __, { path: { key } }: GraphQLResolveInfo) =>
          typeof source === "object" && Object.hasOwn(source, key) ? source[key] : undefined,
        typeResolver: (source: Record<string, unknown>) =>
          isTyped ? String(source.__typename ?? source.kind) : assumed,
      }) as { readonly data?: Json; readonly errors?: readonly unknown[] };
      return !result.errors && isEqual(result.data ?? null, data, keys);
    }),
  );
}

/**
 * Whether two values are equal. Members that are not selected are ignored, except those with one of the
 * names.
 */
function isEqual(result: Json, data: Json | undefined, names: ReadonlySet<string>): boolean {
  if (typeof result !== "object" || result === null || typeof data !== "object" || data === null)
    return result === data;
  const [expected, received] = [result, data] as Record<string, Json>[];
  if (Array.isArray(result) !== Array.isArray(data) || !expected || !received) return false;
  const keys = Object.keys(expected);
  if (Array.isArray(data) && keys.length !== data.length) return false;
  if (Object.keys(received).some((key) => names.has(key) && !keys.includes(key))) return false;
  return keys.every((key) => isEqual(expected[key] ?? null, received[key], names));
}

test("accepts exactly the responses that graphql-js produces, for mutated responses", () => {
  const counts = { valid: 0, invalid: 0 };
  const mutation = fc.tuple(fc.nat(1000), fc.nat(REPLACEMENTS.length - 1));
  const batch = fc.array(fc.array(mutation, { maxLength: 3 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(fc.nat(DOCUMENTS.length - 1), fc.integer(), batch, (index, seed, variants) => {
      const document = DOCUMENTS[index] as Document;
      const original = createResponse(document, createDice(seed));
      for (const mutations of variants) {
        const data = mutations.reduce((value, choice) => mutate(value, ...choice), structuredClone(original));
        const isValid = isReproduced(document, data);
        counts[isValid ? "valid" : "invalid"]++;
        if ((mismatchesOf(document.operation, data).length === 0) === isValid) continue;
        throw new Error(
          `${isValid ? "rejects" : "accepts"} ${JSON.stringify(data)} for ${document.operation.text}`,
        );
      }
    }),
    { seed: 16, numRuns: 60 * SAMPLES },
  );
  expect(counts.valid + counts.invalid).toBe(600 * SAMPLES);
  expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(240 * SAMPLES);
});

test("platform.answer accepts the same data", () => {
  const [document] = DOCUMENTS as [Document];
  const platform = createPlatform({ schema: SDL });
  const counts = { valid: 0, invalid: 0 };
  const dice = createDice(16);
  while (counts.valid + counts.invalid < 300) {
    let data = createResponse(document, dice);
    for (let count = dice.below(3); count > 0; count--)
      data = mutate(data, dice.below(1000), dice.below(REPLACEMENTS.length));
    let problem = "";
    try {
      platform.answer(document.operation.text, data as Record<string, Json>, { exact: true });
    } catch (error) {
      problem = String(error);
    }
    // A member that is not selected is a mistake in a test, and ignored in a response.
    if (problem.includes("does not select")) continue;
    const isValid = mismatchesOf(document.operation, data).length === 0;
    counts[isValid ? "valid" : "invalid"]++;
    expect(problem === "", problem).toBe(isValid);
  }
  expect(Math.min(counts.valid, counts.invalid)).toBeGreaterThan(90);
});
