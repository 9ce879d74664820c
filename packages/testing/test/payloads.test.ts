/** The results of mutations in the payloads of several styles: what a resolver returns, or why it rejects. */

import { buildSchema, type GraphQLOutputType, getNamedType, isLeafType, isUnionType } from "graphql";
import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";
import { generated, type Resolver, type Rules, reject, todo } from "../src/rules.ts";
import { ask } from "./support/requests.ts";

const [a, b] = [
  { id: "1", name: "a" },
  { id: "2", name: "b" },
];
const SDL = `scalar JSON type Query { items: [Item!]! } interface Node { id: ID! } type Item implements Node { id: ID! name: String! }
  type Items { nodes: [Item!]! totalCount: Int! } type Edge { cursor: String! node: Item! } type Other { id: ID! }
  type Info { item: Item count: Int } input In { clientMutationId: String } enum Code { TAKEN OTHER }
  type Problem { field: String message: String! code: String } type Invalid { message: String! }
  type Violation { path: [String!]! attribute: String! messages: [String!]! errorCode: Code! }
  interface UserError { title: String! } type StockError implements UserError { title: String! }
  union Named = Item | NameError type NameError { reason: String! } union Result = Item | Invalid
  type Renamed { title: String! } union Outcome = NameError | Renamed
  type Log { id: ID! message: String! } union Logged = Log | Invalid
  type Strict { message: String! fieldName: String subfield: String textual: String subtitle: String }`;

/** Selects all fields. */
function select(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return "";
  if (isUnionType(named)) return `{ ${named.getTypes().map((each) => `... on ${each} ${select(each)}`)} }`;
  return `{ ${Object.values(named.getFields()).map((field) => `${field.name} ${select(field.type)}`)} }`;
}

/** Calls a mutation with a type, or with the fields of its payload. Returns its value, or its error. */
async function call(type: string, rules: Rules): Promise<unknown> {
  const isPayload = type.includes(":");
  const fields = isPayload ? `type Payload { ${type} }` : "";
  const schema = `${SDL} ${fields} type Mutation { run(input: In): ${isPayload ? "Payload" : type} }`;
  const platform = createPlatform({ schema, data: { Item: [a, b] }, rules, onRulesError: () => {} });
  const run = buildSchema(schema).getMutationType()?.getFields().run;
  const selection = select(run?.type as GraphQLOutputType);
  const { result } = await ask(platform, `mutation { run(input: { clientMutationId: "c" }) ${selection} }`);
  const [error] = result.errors ?? [];
  return error ? `${Object(error.extensions).code}: ${error.message}` : Object(result.data).run;
}

const one: Resolver = (_, _args, { db }) => db.Item.get("1");
const all: Resolver = (_, _args, { db }) => db.Item.all();
const fail =
  (...[message, options]: Parameters<typeof reject>): Resolver =>
  () => {
    throw reject(message, options);
  };

test.for<[type: string, resolver: Resolver, expected: unknown]>([
  ["item: Item related: Item", one, { item: a, related: null }],
  ["first: Item second: Item", one, "RULES: Payload has several fields for a Item: first, second."],
  ["node: Node", one, { node: { id: "1" } }],
  ["item: String deleted: ID", one, { item: null, deleted: null }],
  [
    "removedItemID: ID created_item_id: ID itemDeletedId: ID",
    one,
    { removedItemID: "1", created_item_id: "1", itemDeletedId: "1" },
  ],
  ["node: Node item: Item", one, { node: null, item: a }],
  ["edge: Edge page: Items other: Other", one, { edge: { cursor: "MQ==", node: a }, page: null, other: null }],
  ["node: Node thing: Item", one, { node: null, thing: a }],
  ["problem: UserError", one, { problem: null }],
  ["id: ID! item: Item", () => ({ id: "7", item: "2" }), { id: "7", item: b }],
  ["extra: JSON", () => ({ extra: { info: 1 } }), { extra: { info: 1 } }],
  ["item: Item items: [Item!]!", one, { item: a, items: [a] }],
  ["item: Item items: [Item!]! edge: Edge", all, { item: null, items: [a, b], edge: null }],
  [
    "deletedItemId: ID id: ID ids: [ID!] otherId: ID valid: String",
    one,
    { deletedItemId: "1", id: "1", ids: null, otherId: null, valid: null },
  ],
  ["itemIds: [ID!]! deletedIds: [ID!] id: ID", all, { itemIds: ["1", "2"], deletedIds: ["1", "2"], id: null }],
  [
    "items: [Item!]! page: Items ids: [ID!]! item: Item",
    () => [],
    { items: [], page: { nodes: [], totalCount: 0 }, ids: [], item: null },
  ],
  [
    "ok: Boolean! note: String clientMutationId: String query: Query flags: [Boolean!]",
    () => true,
    { ok: true, note: null, clientMutationId: "c", query: { items: [a, b] }, flags: null },
  ],
  ["token: String!", () => true, 'RULES: The mutation returned no "token" for Payload, which is String!.'],
  ["info: Info", () => ({ __typename: "Payload", info: { item: "1", count: 2 } }), { info: { item: a, count: 2 } }],
  [
    "item: Item",
    () => ({ item: "9" }),
    "RULES: resolvers.Payload.item in platform.rules.ts returned an ID that no Item has.",
  ],
  ["item: Item", () => null, null],
  [
    "item: Item",
    () => ({ itm: null }),
    'RULES: resolvers.Mutation.run in platform.rules.ts returned "itm", which Payload does not have.',
  ],
  [
    "item: Item",
    () => 7,
    "RULES: resolvers.Mutation.run in platform.rules.ts returned a value that is no Payload: the value: expected an object (Payload), got 7.",
  ],
  ["Item", one, a],
  ["Item", () => "2", b],
  ["Item", () => ({ id: "2", name: "x" }), { id: "2", name: "x" }],
  ["Result", one, a],
  ["Outcome", () => ({ title: "x" }), { title: "x" }],
  ["[Item!]!", all, [a, b]],
  ["[Item!]!", () => [], []],
  ["ID!", one, "1"],
  ["Boolean!", one, true],
  ["Boolean!", () => false, false],
  ["Boolean", () => null, null],
  [
    "Boolean!",
    () => null,
    "RULES: resolvers.Mutation.run in platform.rules.ts returned null, but the field is Boolean!.",
  ],
  [
    "Int!",
    async () => undefined,
    "RULES: resolvers.Mutation.run in platform.rules.ts returned nothing, but the field is Int!.",
  ],
  ["Int!", () => "a", "RULES: resolvers.Mutation.run in platform.rules.ts returned a string."],
  [
    "item: Item ok: Boolean! errors: [Problem!]!",
    fail("No.", { field: "name", code: "TAKEN" }),
    { item: null, ok: false, errors: [{ field: "name", message: "No.", code: "TAKEN" }] },
  ],
  [
    "ok: Boolean errors: [Problem!]!",
    fail("No."),
    { ok: null, errors: [{ field: null, message: "No.", code: expect.any(String) }] },
  ],
  [
    "errors: [Violation!]!",
    fail("No.", { field: "a.b", code: "TAKEN" }),
    { errors: [{ path: ["a", "b"], attribute: "a.b", messages: ["No."], errorCode: "TAKEN" }] },
  ],
  [
    "errors: [Violation!]!",
    fail("No.", { code: "GONE" }),
    { errors: [{ path: [], attribute: "", messages: ["No."], errorCode: expect.any(String) }] },
  ],
  ["errors: [String!]!", fail("No.", { field: "name" }), { errors: ["No."] }],
  ["userErrors: [UserError!]!", fail("No."), { userErrors: [{ title: "No." }] }],
  ["Result", fail("No."), { message: "No." }],
  ["Logged", fail("No."), { message: "No." }],
  [
    "errors: [Strict!]!",
    fail("No.", { field: "a" }),
    {
      errors: [
        {
          message: "No.",
          ...Object.fromEntries(
            ["fieldName", "subfield", "textual", "subtitle"].map((name) => [
              name,
              expect.not.stringMatching(/^(?:a|No\.)$/),
            ]),
          ),
        },
      ],
    },
  ],
  ["Boolean!", generated, true],
  ["Int!", generated, expect.any(Number)],
  [
    "item: Item ok: Boolean! note: String",
    generated,
    { item: { id: expect.any(String), name: expect.any(String) }, ok: true, note: expect.any(String) },
  ],
  [
    "name: String note: String",
    (_, _args, { user }) => ({ name: user.name, note: user.tenant.name }),
    { name: "demo", note: "Production" },
  ],
  ["Named", fail("No."), { reason: "No." }],
  ["Item", fail("No.", { field: "name", code: "TAKEN" }), "TAKEN: No."],
  ["Item", fail("No."), "BAD_USER_INPUT: No."],
])("responds in %s: %#", async ([type, run, expected]) => {
  const value = await call(type, { resolvers: { Mutation: { run } } });
  // The first sentence of an error.
  expect(typeof value === "string" ? value.replace(/\. .*/s, ".") : value).toEqual(expected);
});

test.for<[type: string, call: string, run?: typeof todo]>([
  ["Item", "Item.create"],
  ["Item", "Item.create", todo],
  ["other: [Info!] items: Items", "Item.create"],
  ["note: String", "….create"],
])("proposes the line for a mutation that returns %s", async ([type, create, run]) => {
  const what = `the mutation run${run ? ", which is todo" : ""}. Add to resolvers.Mutation:`;
  const line = `  run: (_, { input }, { db }) => db.${create}({ … }), // or update, upsert, delete, add, remove`;
  expect(await call(type, run ? { resolvers: { Mutation: { run } } } : {})).toBe(
    `RULES: platform.rules.ts has no rule for ${what}\n\n${line}`,
  );
});
