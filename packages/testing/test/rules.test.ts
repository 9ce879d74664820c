/**
 * Rules: resolvers read and change tables, what they return is the value of a field, and their mistakes are
 * errors.
 */

import { buildSchema, GraphQLError, parse } from "graphql";
import { expect, test } from "vitest";
import { createPlatform, type PlatformData, type PlatformOptions } from "../src/index.ts";
import { type Context, findMissingRules, reject } from "../src/rules-entry.ts";
import * as tracker from "./fixtures/tickets/platform.rules.ts";
import { readFixture, sendQuery } from "./support/requests.ts";

const tickets = readFixture("tickets/schema.graphql");
const data: PlatformData = {
  Project: [
    { id: "p1", slug: "web" },
    { id: "p2", slug: "api" },
  ],
  Label: [
    { id: "l1", name: "bug" },
    { id: "l2", name: "late" },
  ],
  Ticket: [
    {
      id: "t1",
      title: "Login fails",
      status: "OPEN",
      priority: 2,
      project: "p1",
      labels: ["l1"],
      createdAt: "2026-01-02",
    },
    {
      id: "t2",
      title: "Slow login",
      status: "OPEN",
      priority: 3,
      project: "p2",
      labels: [],
      createdAt: "2026-01-01",
    },
    {
      id: "t3",
      title: "Typo",
      status: "CLOSED",
      priority: 1,
      project: "p1",
      labels: ["l2"],
      createdAt: "2026-01-03",
    },
  ],
};
const NOW = Date.UTC(2026, 0, 31);

/**
 * Sends operations one after the other. Returns the data of the last one, or the message of its first error.
 */
async function send(options: PlatformOptions, ...texts: string[]): Promise<unknown> {
  const platform = createPlatform({ onRulesError: () => {}, now: () => NOW, ...options });
  let last: unknown;
  for (const text of texts) {
    const { result } = await sendQuery(platform, text);
    const [error] = result.errors ?? [];
    last = error ? `${error.message}` : result.data;
  }
  return last;
}

const onTracker = (...texts: string[]) => send({ schema: tickets, data, ...tracker }, ...texts);

test.for<[string, unknown]>([
  [
    '{ ticket(id: "t1") { title project { slug } } }',
    { ticket: { title: "Login fails", project: { slug: "web" } } },
  ],
  ['{ ticket(id: "t9") { title } }', { ticket: null }],
  ['{ project(slug: "api") { id tickets { id } } }', { project: { id: "p2", tickets: [{ id: "t2" }] } }],
  [
    "{ tickets(filter: { status: CLOSED }) { nodes { id } totalCount } }",
    { tickets: { nodes: [{ id: "t3" }], totalCount: 1 } },
  ],
  [
    '{ tickets(filter: { or: [{ title: "typo" }, { projectSlug: "api" }] }, sort: PRIORITY) { nodes { id } } }',
    { tickets: { nodes: [{ id: "t2" }, { id: "t3" }] } },
  ],
  [
    "{ tickets(sort: CREATED, first: 2) { nodes { id } totalCount pageInfo { hasNextPage } } }",
    { tickets: { nodes: [{ id: "t2" }, { id: "t1" }], totalCount: 3, pageInfo: { hasNextPage: true } } },
  ],
  ['{ tickets(labels: ["late"]) { nodes { id } } }', { tickets: { nodes: [{ id: "t3" }] } }],
  [
    "{ projects { openTicketCount } version }",
    { projects: [{ openTicketCount: 1 }, { openTicketCount: 1 }], version: "1.0" },
  ],
])("answers %s", async ([text, expected]) => {
  expect(await onTracker(text)).toEqual(expected);
});

test("later queries see what a mutation changed, in both directions of a relation", async () => {
  const create = `mutation { createTicket(input: { title: "New", projectId: "p2" }) {
    ticket { id status priority createdAt labels { id } } errors { message } } }`;
  expect(await onTracker(create)).toEqual({
    createTicket: {
      ticket: {
        id: "Ticket-4",
        status: "OPEN",
        priority: 1,
        createdAt: "2026-01-31T00:00:00.000Z",
        labels: [],
      },
      errors: [],
    },
  });
  expect(await onTracker(create, '{ project(slug: "api") { tickets { id } } }')).toEqual({
    project: { tickets: [{ id: "t2" }, { id: "Ticket-4" }] },
  });
  expect(
    await onTracker('mutation { deleteTicket(id: "t1") { deletedTicketId } }', "{ tickets { totalCount } }"),
  ).toEqual({
    tickets: { totalCount: 2 },
  });
  expect(
    await onTracker('mutation { label(ids: ["t1", "t2"], names: ["bug", "new"]) { id labels { name } } }'),
  ).toEqual({
    label: ["t1", "t2"].map((id) => ({ id, labels: [{ name: "bug" }, { name: "new" }] })),
  });
});

test("a rejection is a payload error if the payload has them, and else a GraphQL error with its code", async () => {
  const blank =
    'mutation { createTicket(input: { title: "", projectId: "p1" }) { ticket { id } errors { field message } } }';
  const errors = [{ field: "title", message: "must not be empty" }];
  expect(await onTracker(blank)).toEqual({ createTicket: { ticket: null, errors } });
  const missing = 'mutation { closeTicket(id: "t9") { ticket { id } errors { field message } } }';
  expect(await onTracker(missing)).toEqual({
    closeTicket: { ticket: null, errors: [{ field: "id", message: "There is no Ticket with this ID." }] },
  });
  const platform = createPlatform({ schema: tickets, data, ...tracker });
  const { result } = await sendQuery(platform, 'mutation { renameProject(id: "p1", slug: "api") { id } }');
  expect(result.errors).toMatchObject([
    { message: "Another Project has the same slug.", extensions: { code: "ALREADY_EXISTS" } },
  ]);
});

test("a rejection leaves out values that do not match the types of the payload and its errors", async () => {
  const schema = `
    type Query { name: String }
    type Mutation { rename(name: String): RenamePayload }
    type RenamePayload { name: String flags: [Boolean!]! ok: Boolean! errors: [RenameError!]! }
    type RenameError {
      message: String! field: Input path: [Input!] errorCode: Int code: String param: String! attribute: [String!]!
    }
    enum Input { NAME }`;
  const rules = {
    Mutation: {
      rename: (_: unknown, { name }: { name?: string }) => {
        reject("no", { field: name ?? null, code: "TAKEN" });
      },
    },
  };
  const errorsOf = async (args: string) => {
    const text = `mutation { rename${args} { name flags ok errors { message field path errorCode code param attribute } } }`;
    const error = { message: "no", errorCode: expect.any(Number), code: "TAKEN" };
    const result = await send({ schema, rules }, text);
    expect(result).toMatchObject({ rename: { name: null, flags: [], ok: false, errors: [error] } });
    const { errors } = (result as { rename: { errors: Record<string, unknown>[] } }).rename;
    return errors.map(({ field, path, param, attribute }) => [field, path, param, attribute]);
  };
  expect(await errorsOf("")).toEqual([[null, null, "", []]]);
  expect(await errorsOf('(name: "NAME")')).toEqual([["NAME", ["NAME"], "NAME", ["NAME"]]]);
  expect(await errorsOf('(name: "name.first")')).toEqual([[null, null, "name.first", ["name", "first"]]]);
});

test("a rejection of a query is a GraphQL error, even if its result has a list of errors", async () => {
  const schema = `
    type Query { find(name: String): FindPayload }
    type FindPayload { name: String errors: [FindError!]! }
    type FindError { message: String! }`;
  for (const [options, code] of [
    [{ code: "TAKEN" }, "TAKEN"],
    [{}, "BAD_USER_INPUT"],
  ] as const) {
    const rules = { Query: { find: () => reject("no", options) } };
    const { result } = await sendQuery(createPlatform({ schema, rules }), "{ find { errors { message } } }");
    expect(result).toEqual({
      data: { find: null },
      errors: [expect.objectContaining({ message: "no", extensions: { code } })],
    });
  }
});

/** Items on shelves, in lists, pages and payloads, and boxes without a key. */
const SHOP = `
  type Query {
    items(skip: Int, take: Int, minPrice: Int): ItemList!
    item(id: ID!): Item
    first: Item!
    total: Int
    now: String!
    box: Box!
    parts: [Part!]!
    node: Node
    shelf(id: ID!): Shelf
    pages: [ItemList!]!
  }
  type Mutation {
    rename(id: ID!, name: String): Item!
    drop(id: ID!): Boolean!
    move(id: ID!, name: String!): Payload
  }
  interface Node {
    id: ID!
  }
  type Item implements Node {
    id: ID!
    name: String!
    price: Int
    shelf: Shelf!
    label: String
  }
  type Shelf implements Node {
    id: ID!
    items: [Item!]!
    clientMutationId: String
  }
  union Thing = Item | Shelf
  type ItemList {
    items: [Item!]!
    totalItems: Int!
    note: String
  }
  type Box {
    width: Int!
    part: Part
    list: ItemList
    things: [Thing!]
  }
  type Part {
    name: String!
  }
  type Payload {
    item: Item
    clientMutationId: String
    errors: [Problem!]!
  }
  type Problem {
    message: String!
  }`;
const shopData: PlatformData = {
  Shelf: [{ id: "s" }],
  Item: [
    { id: "1", name: "a", price: 5, shelf: "s" },
    { id: "2", name: "b", price: 7, shelf: "s" },
  ],
};
// biome-ignore lint/suspicious/noExplicitAny: Each case has another type.
type AnyResolver = (parent: any, args: any, context: any, info: any) => unknown;

/** The result of a field with one resolver. */
const runResolver = (
  coordinate: string,
  resolver: AnyResolver,
  text: string,
  options: PlatformOptions = {},
) => {
  const [type = "", field = ""] = coordinate.split(".");
  return send({ schema: SHOP, data: shopData, rules: { [type]: { [field]: resolver } }, ...options }, text);
};

test.for<[coordinate: string, resolver: AnyResolver, text: string, expected: unknown]>([
  [
    "Query.items",
    (_, { skip = 0, take, minPrice }, { db }) => {
      const items = db.Item.list(({ price }: { price: number }) => price >= minPrice);
      return { items: items.slice(skip, skip + take), totalItems: 99, note: "n" };
    },
    "{ items(take: 1, minPrice: 1) { items { id } totalItems note } }",
    { items: { items: [{ id: "1" }], totalItems: 99, note: "n" } },
  ],
  [
    "Query.items",
    () => ({ items: [], totalItems: 3 }),
    "{ items { totalItems note } }",
    { items: { totalItems: 3, note: null } },
  ],
  [
    "Query.items",
    (_, __, { db, page }) => page(db.Item.list()),
    "{ items { items { id } totalItems } }",
    { items: { items: [{ id: "1" }, { id: "2" }], totalItems: 2 } },
  ],
  [
    "Query.pages",
    (_, __, { db }) => [{ items: db.Item.list(), totalItems: 1 }],
    "{ pages { items { name } totalItems } }",
    { pages: [{ items: [{ name: "a" }, { name: "b" }], totalItems: 1 }] },
  ],
  [
    "Query.box",
    () => ({ width: 3, part: { name: "p" } }),
    "{ box { width part { name } } }",
    { box: { width: 3, part: { name: "p" } } },
  ],
  [
    "Query.box",
    (_, __, { db }) => ({ width: 3, list: { items: [db.Item.get("2")], totalItems: 99, note: "n" } }),
    "{ box { list { items { id } totalItems note } } }",
    { box: { list: { items: [{ id: "2" }], totalItems: 99, note: "n" } } },
  ],
  [
    "Query.node",
    (_, __, { db }) => db.Shelf.get("s"),
    "{ node { __typename id } }",
    { node: { __typename: "Shelf", id: "s" } },
  ],
  ["Query.total", async () => 4, "{ total }", { total: 4 }],
  [
    "Query.item",
    (_, args, { db }) => db.Item.get(Object.values(args)[0]),
    '{ item(id: "1") { name } }',
    { item: { name: "a" } },
  ],
  [
    "Query.item",
    (_, args, { db }) => db.Item.list(({ price }: { price: number }) => price < 0 && args.id)[0],
    '{ item(id: "1") { name } }',
    { item: null },
  ],
  [
    "Query.total",
    (_, __, { db }) => [null, undefined, "9"].filter((id) => db.Item.find(id) === null).length,
    "{ total }",
    { total: 3 },
  ],
  [
    "Query.first",
    () => ({ id: "7", name: "own" }),
    "{ first { id name label } }",
    { first: { id: "7", name: "own", label: null } },
  ],
  [
    "Query.shelf",
    (_, { id }, { db }) => ({ items: [db.Item.get(id)] }),
    '{ shelf(id: "1") { items { id } } }',
    { shelf: { items: [{ id: "1" }] } },
  ],
  ["Item.label", ({ name }) => name.toUpperCase(), '{ item(id: "1") { label } }', { item: { label: "A" } }],
  [
    "Item.name",
    ({ name }) => `${name}!`,
    '{ shelf(id: "s") { items { name } } }',
    { shelf: { items: [{ name: "a!" }, { name: "b!" }] } },
  ],
  [
    "Mutation.drop",
    (_, { id }, { db }) => Boolean(db.Item.delete(id)),
    'mutation { drop(id: "1") }',
    { drop: true },
  ],
  [
    "Mutation.drop",
    (_, { id }, { db }) => db.Item.find(db.Item.delete(id)) === null,
    'mutation { drop(id: "1") }',
    { drop: true },
  ],
  [
    "Mutation.move",
    (_, { id, ...values }, { db }) => ({ item: db.Item.update(id, values) }),
    'mutation { move(id: "1", name: "c") { item { name } errors { message } } }',
    { move: { item: { name: "c" }, errors: [] } },
  ],
  [
    "Mutation.move",
    (_, { id, name }, { db }) => ({
      item: db.Item.update(id, { name, price: undefined, clientMutationId: "m" }),
    }),
    'mutation { move(id: "1", name: "c") { item { name price } } }',
    { move: { item: { name: "c", price: 5 } } },
  ],
  [
    "Mutation.move",
    (_, { id, name }, { db }) =>
      db.Shelf.create({ id, clientMutationId: name }) && { clientMutationId: name },
    'mutation { move(id: "new", name: "c") { clientMutationId } }',
    { move: { clientMutationId: "c" } },
  ],
  [
    "Mutation.move",
    (_, { id, name }, { db }) => ({ item: db.Item.delete(db.Item.create({ id, name, shelf: "s" })) }),
    'mutation { move(id: "3", name: "c") { item { id name } } }',
    { move: { item: { id: "3", name: "c" } } },
  ],
  [
    "Mutation.move",
    (_, { id, name }, { db }) => ({ item: db.Shelf.create({ id, items: [{ id, name }] }).items[0] }),
    'mutation { move(id: "3", name: "c") { item { id name } } }',
    { move: { item: { id: "3", name: "c" } } },
  ],
  [
    "Query.now",
    (_, __, { db }) =>
      db.Node.list()
        .map((row: { __typename: string; price: number }) => `${row} ${row.__typename} ${row.price}`)
        .join(),
    "{ now }",
    { now: "[object Object] Item 5,[object Object] Item 7,[object Object] Shelf undefined" },
  ],
  [
    "Query.now",
    (_, __, { db }) => {
      const row = db.Item.get("1");
      const { name, prize } = Object.getOwnPropertyDescriptors(row) as Record<string, PropertyDescriptor>;
      return JSON.stringify([name, prize ?? null, "price" in row, "prize" in row, { ...row, shelf: 0 }]);
    },
    "{ now }",
    {
      now: JSON.stringify([
        { value: "a", writable: false, enumerable: true, configurable: true },
        null,
        true,
        false,
        { id: "1", name: "a", price: 5, shelf: 0 },
      ]),
    },
  ],
  [
    "Mutation.move",
    (_, { id, name: _name }, { db }) => ({ item: db.Item.delete(id) }),
    'mutation { move(id: "1", name: "c") { item { id name shelf { id } } } }',
    { move: { item: { id: "1", name: "a", shelf: { id: "s" } } } },
  ],
])("the value that %s returns is the answer: %#", async ([coordinate, resolver, text, expected]) => {
  expect(await runResolver(coordinate, resolver, text)).toEqual(expected);
});

test("a resolver can return a part of its parent that another resolver returned", async () => {
  const rules = {
    Query: { box: () => ({ width: 1, part: { name: "p" } }) },
    Box: { part: ({ part }: { part: object }) => part },
  };
  expect(await send({ schema: SHOP, rules }, "{ box { part { name } } }")).toEqual({
    box: { part: { name: "p" } },
  });
});

test("a resolver sees the page of an object that another resolver returned as the list of its items", async () => {
  const schema = `
    type Query { box: Box! }
    type Box { nodes: Nodes! edges: Edges! none: Nodes! ids(first: Int): Nodes! names: String! }
    type Nodes { nodes: [Item!] total: Int }
    type Edges { edges: [Edge]! }
    type Edge { node: Item }
    type Item { id: ID! }`;
  const box: AnyResolver = (_, __, { db }) => ({
    nodes: { nodes: [{ id: "a" }] },
    edges: { edges: [{ node: { id: "b" } }, { node: null }, null] },
    none: { total: 0 },
    ids: { nodes: db.Item.list() },
  });
  const names: AnyResolver = ({ nodes, edges, none }) =>
    JSON.stringify([nodes, edges, none].map((rows) => rows.map((row: { id: string } | null) => row?.id)));
  const ids: AnyResolver = (row, args, { page }) => page(row.ids, args);
  const rules = { Query: { box }, Box: { names, ids } };
  const items = { Item: [{ id: "c" }, { id: "d" }] };
  const sent = "{ box { names ids(first: 1) { nodes { id } } } }";
  expect(await send({ schema, rules, data: items }, sent)).toEqual({
    box: { names: '[["a"],["b",null,null],[]]', ids: { nodes: [{ id: "c" }] } },
  });
});

test("the resolver of a field of a page reads the other fields of the page", async () => {
  const schema = `
    type Query { items(first: Int): Items! }
    type Items { edges: [Edge!]! pageInfo: PageInfo! totalCount: Int! summary: String! }
    type Edge { cursor: String! node: Item! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
    type Item { id: ID! }`;
  const summary: AnyResolver = ({ edges, pageInfo, totalCount }) =>
    `${edges[0].node.id} of ${totalCount}, ${pageInfo.hasNextPage}`;
  const items = { Item: [{ id: "a" }, { id: "b" }] };
  const text = "{ items(first: 1) { summary } }";
  expect(await send({ schema, data: items, rules: { Items: { summary } } }, text)).toEqual({
    items: { summary: "a of 2, true" },
  });
});

test("a page that a resolver returned as an object has no arguments", async () => {
  const schema = `
    type Query { box: Box }
    type Box { items(first: Int): Items! }
    type Items { nodes: [Item!]! }
    type Item { id: ID! }`;
  const rules = { Query: { box: () => ({ items: { nodes: [{ id: "a" }] } }) } };
  const platform = createPlatform({ schema, rules, onRulesError: () => {} });
  const { result } = await sendQuery(platform, "{ box { items(first: 1) { nodes { id } } } }");
  expect(result.errors?.[0]?.message).toContain('No resolver decides Box.items with "first".');
});

const PLACE = (coordinate: string) => `The resolver of ${coordinate} in platform.rules.ts`;

test.for<[coordinate: string, resolver: AnyResolver, text: string, message: string]>([
  [
    "Query.first",
    () => null,
    "{ first { id } }",
    `${PLACE("Query.first")} returned null, but the field is Item!.`,
  ],
  [
    "Query.first",
    () => undefined,
    "{ first { id } }",
    `${PLACE("Query.first")} returned nothing, but the field is Item!.`,
  ],
  [
    "Query.first",
    (_, __, { db }) => db.Shelf.get("s"),
    "{ first { id } }",
    `${PLACE("Query.first")} returned a Shelf. Expected Item.`,
  ],
  ["Query.first", () => "1", "{ first { id } }", "expected an object (Item), got a string."],
  [
    "Query.total",
    () => Object.create(null),
    "{ total }",
    `${PLACE("Query.total")} returned an object. Expected a 32-bit integer (Int).`,
  ],
  [
    "Query.items",
    (_, __, { db }) => ({ items: db.Item.list().map(async (row: unknown) => row) }),
    "{ items { totalItems } }",
    "returned a value that is no ItemList!: the value.items[0]: is a promise. Await it.",
  ],
  [
    "Query.items",
    (_, __, { page }) => page([{ id: "1" }]),
    "{ items { totalItems } }",
    "returned a page with a value that is not a row. Return the object of the ItemList.",
  ],
  [
    "Query.first",
    () => ({ id: "1", naem: "a" }),
    "{ first { id } }",
    'naem: Item has no field "naem". Did you mean "name"?',
  ],
  ["Query.first", () => ({ id: "1", name: null }), "{ first { id } }", "name: expected String!, got null."],
  ["Query.first", () => ({ id: "1" }), "{ first { name } }", 'without "name", which is String!'],
  [
    "Query.total",
    () => "4",
    "{ total }",
    `${PLACE("Query.total")} returned a string. Expected a 32-bit integer (Int).`,
  ],
  [
    "Query.items",
    (_, __, { db }) => db.Item.list(),
    "{ items { totalItems } }",
    "returned a list, but the field is a ItemList. Return page(rows, args)",
  ],
  [
    "Query.items",
    (_, __, { db }) => db.Item.list(),
    "{ items(take: 1) { totalItems } }",
    'The resolver of Query.items ignores the argument "take". Use it in platform.rules.ts:\n\n  items: (parent, { take }, context) => …',
  ],
  [
    "Query.items",
    () => ({ items: [], totalItems: "mistakes".length }),
    "{ items(take: 1) { totalItems } }",
    'The resolver of Query.items ignores the argument "take".',
  ],
  [
    "Query.items",
    (_, { ...rest }, { db, page }) => page(db.Item.list(), rest),
    "{ items(minPrice: 1) { totalItems } }",
    'page(rows, args): the argument "minPrice" selects no page. Use it in the resolver, or name it first, last, after, before, offset, page:\n\n  page(rows, { first: minPrice })',
  ],
  [
    "Query.total",
    () => missingName.length,
    "{ total }",
    "Query.total in platform.rules.ts threw ReferenceError",
  ],
  [
    "Query.total",
    async () => Promise.reject(new Error("x")),
    "{ total }",
    "Query.total in platform.rules.ts threw Error: x",
  ],
  [
    "Query.total",
    () => {
      throw new GraphQLError("meant");
    },
    "{ total }",
    "meant",
  ],
  [
    "Query.total",
    (_, __, { db }) => db.Itm.list().length,
    "{ total }",
    'db.Itm: the schema has no object type "Itm" with an ID. Did you mean "Item"?',
  ],
  [
    "Query.first",
    (_, __, { db }) => db.Item.get(db.Shelf.get("s")),
    "{ first { id } }",
    "db.Item: expected an ID or a row of Item, got a Shelf.",
  ],
  [
    "Query.total",
    (_, __, { db }) => {
      db.Item = [];
    },
    "{ total }",
    "db.Item cannot be set. Use db.Item.create(…).",
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Node.create({ id, name }),
    'mutation { rename(id: "1", name: "x") { id } }',
    "db.Node.create: Node has several types. Use the table of one of them.",
  ],
  ["Query.total", (_, __, { db }) => db.Item.get({}), "{ total }", "db.Item: expected an ID or a row."],
  [
    "Query.total",
    (_, __, { db }) => db.Part.list().length,
    "{ total }",
    'export const keys = { Part: "…" } in platform.rules.ts',
  ],
  [
    "Query.total",
    (_, __, { db }) => db.Item.get("1").prize,
    "{ total }",
    'Item has no field "prize". Did you mean "price"?',
  ],
  [
    "Query.total",
    (_, __, { db }) => {
      db.Item.get("1").price = 1;
    },
    "{ total }",
    "Rows are read-only. Use db.Item.update(id, { price: … }).",
  ],
  ["Query.total", (_, __, { db }) => db.Item.get(undefined), "{ total }", "db.Item: the ID is undefined."],
  ["Query.total", (_, __, { db }) => db.Item.get(null), "{ total }", "There is no Item with this ID."],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.update(id, { name }),
    'mutation { rename(id: "1", name: null) { id } }',
    "db.Item.update: name: expected String!, got null.",
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.update(id, { nmae: name }),
    'mutation { rename(id: "1", name: "x") { id } }',
    'Item has no field "nmae". Did you mean "name"?',
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.update(id, { name, id: "9" }),
    'mutation { rename(id: "1", name: "x") { id } }',
    "the ID of a row cannot change",
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.create({ id, name }),
    'mutation { rename(id: "1", name: "x") { id } }',
    "Another Item has this ID.",
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.update(id, { name, shelf: "s9" }),
    'mutation { rename(id: "1", name: "x") { id } }',
    "There is no Shelf with this ID.",
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => name && db.Shelf.delete("s") && db.Item.get(id),
    'mutation { rename(id: "1", name: "x") { shelf { id } } }',
    'Item "1": "shelf" refers to Shelf "s", which is deleted.',
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.update(id, { name, shelf: db.Item.get("2") }),
    'mutation { rename(id: "1", name: "x") { id } }',
    "db.Item.update: shelf.",
  ],
  [
    "Query.box",
    () => ({ width: 1, part: {} }),
    "{ box { part { name } } }",
    'This Part has no "name", which is String!. Return it in the resolver in platform.rules.ts.',
  ],
  ...[undefined, null, [], "x"].map((values): [string, AnyResolver, string, string] => [
    "Mutation.rename",
    (_, { id, name }, { db }) => name && db.Item.update(id, values),
    'mutation { rename(id: "1", name: "x") { id } }',
    "db.Item.update: expected an object with fields of Item.",
  ]),
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => db.Item.update(id, { name, shelf: { id: "s9" } }),
    'mutation { rename(id: "1", name: "x") { id } }',
    "There is no Shelf with this ID.",
  ],
  [
    "Mutation.rename",
    (_, { id, name }, { db }) => name && db.Shelf.update("s", { items: ["1"] }) && db.Item.get(id),
    'mutation { rename(id: "1", name: "x") { id } }',
    "Item.shelf cannot be null, so Shelf.items keeps its rows. Delete the Item, or move it.",
  ],
  [
    "Query.total",
    () => {
      throw "a text";
    },
    "{ total }",
    "Query.total in platform.rules.ts threw a text",
  ],
])(
  "a mistake in %s is an error with the place and the fix: %#",
  async ([coordinate, resolver, text, message]) => {
    expect(await runResolver(coordinate, resolver, text)).toContain(message);
  },
);

declare const missingName: string;

test("the field of a mutation's result cannot change rows, because the mutation has ended", async () => {
  const rename: AnyResolver = (_, { id, name }, { db }) => name && db.Item.get(id);
  const price: AnyResolver = (_, __, { db }) => db.Item.delete("2");
  const rules = { Mutation: { rename }, Item: { price } };
  const text = 'mutation { rename(id: "1", name: "x") { price } }';
  expect(await send({ schema: SHOP, data: shopData, rules }, text)).toContain(
    "db.Item.delete: only the resolver of a mutation can change rows, while it runs.",
  );
});

test("a query that returns a deleted row is an error, and a mutation can return it", async () => {
  let kept: unknown;
  const rules = {
    Query: { first: () => kept },
    Mutation: {
      rename: (
        _: unknown,
        { id }: { id: string },
        { db }: { db: { Item: { delete(id: string): unknown } } },
      ) => {
        kept = db.Item.delete(id);
        return kept;
      },
    },
  };
  const platform = createPlatform({ schema: SHOP, data: shopData, rules, onRulesError: () => {} });
  const renamed = await sendQuery(platform, 'mutation { rename(id: "1") { name } }');
  expect(renamed.result).toEqual({ data: { rename: { name: "a" } } });
  const { result } = await sendQuery(platform, "{ first { name } }");
  expect(result.errors?.[0]?.message).toBe(
    'The resolver of Query.first in platform.rules.ts returned Item "1", which is deleted. Use db.Item.find(id).',
  );
});

test("a row of another platform is rejected", async () => {
  let row: unknown;
  const keep: AnyResolver = (_, __, { db }) => {
    row = db.Item.get("2");
    return row;
  };
  await runResolver("Query.first", keep, "{ first { id } }");
  expect(
    await runResolver("Query.first", () => row, "{ first { id } }", { data: { Item: [{ id: "1" }] } }),
  ).toBe('The Item "2" is not a row of this platform.');
});

test("errors of another copy of graphql, and rejections of a field that a row computes, are unchanged", async () => {
  const foreign = Object.assign(new Error("foreign"), { [Symbol.toStringTag]: "GraphQLError" });
  const total: AnyResolver = () => {
    throw foreign;
  };
  expect(await runResolver("Query.total", total, "{ total }")).toBe("foreign");
  const label: AnyResolver = () => reject("no");
  const now: AnyResolver = (_, __, { db }) => String(db.Item.get("1").label);
  const nowWith = (own: AnyResolver) =>
    send({ schema: SHOP, data: shopData, rules: { Item: { label: own }, Query: { now } } }, "{ now }");
  expect(await nowWith(label)).toBe("no");
  expect(await nowWith(() => undefined)).toEqual({ now: "null" });
});

test("a created row has an ID that no deleted row had, even after the creation of one was undone", async () => {
  const schema =
    "type Query { item(id: ID!): Item } type Item { id: ID! } type Mutation { add: Item! drop: Item! fail: Item! }";
  const Mutation: Record<string, AnyResolver> = {
    add: (_, __, { db }) => db.Item.create({}),
    drop: (_, __, { db }) => db.Item.delete("Item-1"),
    fail: (_, __, { db }) => reject(`no ${db.Item.create({ id: "Item-1" }).id}`),
  };
  const texts = ["add", "drop", "fail", "add"].map((name) => `mutation { ${name} { id } }`);
  const options = { schema, data: { Item: [] }, rules: { Mutation } };
  expect(await send(options, ...texts)).toEqual({ add: { id: "Item-2" } });
  expect(await send(options, ...texts, '{ item(id: "Item-1") { id } }')).toEqual({ item: null });
});

test("a created row has a key of its type, which no row has", async () => {
  const schema = `
    scalar UUID
    type Query { a: Int }
    type Mutation { add: [String!]! }
    type Number { id: Int! }
    type Code { key: String! }
    type File { id: UUID! }`;
  const add: AnyResolver = (_, __, { db }) =>
    [db.Number, db.Code, db.File, db.File].map((table) => JSON.stringify(table.create({})));
  const options = {
    schema,
    keys: { Code: "key" },
    rules: { Mutation: { add } },
    data: { Number: [{ id: 2 }] },
  };
  const { add: rows } = Object(await send(options, "mutation { add }"));
  expect(rows.slice(0, 2)).toEqual(['{"id":3}', '{"key":"Code-4"}']);
  const ids = rows.slice(2).map((row: string) => JSON.parse(row).id);
  expect(ids).toEqual(Array(2).fill(expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)));
  expect(new Set(ids).size).toBe(2);
  expect(await send(options, "mutation { add }")).toEqual({ add: rows });
});

test("a row whose creation was undone is rejected", async () => {
  let row: unknown;
  const rules: Record<string, Record<string, AnyResolver>> = {
    Query: { first: () => row },
    Mutation: {
      drop: (_, { id }, { db }) => {
        row = db.Item.create({ id, name: "c", shelf: "s" });
        throw new Error("after the change");
      },
    },
  };
  const options = { schema: SHOP, data: shopData, rules };
  expect(await send(options, 'mutation { drop(id: "9") }', "{ first { id } }")).toBe(
    'The Item "9" is not a row of this platform.',
  );
});

test.for<[PlatformOptions, string]>([
  [{ rules: { Queri: {} } }, 'Queri: the schema has no object type "Queri". Did you mean "Query"?'],
  [
    { rules: { Query: { itemz: () => 1 } } },
    'Query.itemz: Query has no field "itemz". Did you mean "items"?',
  ],
  [{ rules: { Query: { items: 1 } } }, "Query.items: expected a function."],
  [{ rules: { Query: [] as never } }, "Query: expected an object with resolvers."],
  [{ keys: { Itm: "id" } }, 'keys.Itm: the schema has no object type "Itm". Did you mean "Item"?'],
  [{ keys: { Part: "nam" } }, 'keys.Part: Part has no field "nam". Did you mean "name"?'],
  [{ keys: { Box: "part" } }, 'keys.Box: "part" is not a value.'],
  [{ keys: { ItemList: "items.id" } }, 'keys.ItemList: "items" is a list.'],
  [
    { inverses: { "Shelf.itms": "shelf" } },
    'inverses["Shelf.itms"]: Shelf has no field "itms". Did you mean "items"?',
  ],
  [
    { inverses: { "Shelf.items": "self" } },
    'inverses["Shelf.items"]: Item has no field "self". Did you mean "shelf"?',
  ],
  [{ inverses: { "Shelf.items": "price" } }, 'inverses["Shelf.items"]: Item.price does not refer to Shelf.'],
  [{ inverses: { "Item.shelf": "items" } }, 'inverses["Item.shelf"]: the field is not a list of objects.'],
  [{ inverses: { "Box.things": "id" } }, 'inverses["Box.things"]: the field is not a list of objects.'],
  [{ inverses: { "Shlf.items": "shelf" } }, 'inverses["Shlf.items"]: the schema has no object type "Shlf".'],
  ...["Shelf", "Shelf.", "Shelf.items.id"].map((name): [PlatformOptions, string] => [
    { inverses: { [name]: "shelf" } },
    `inverses["${name}"]: expected the name of a list such as "Project.tickets".`,
  ]),
  ...["", 1].map((path): [PlatformOptions, string] => [
    { keys: { Part: path as string } },
    'keys.Part: expected a path such as "sys.id", or null.',
  ]),
  [{ keys: { Item: "nope.deep.id" } }, 'keys.Item: Item has no field "nope".'],
  [{ keys: { Part: "name.first" } }, 'keys.Part: String has no field "first".'],
  [{ rules: { Node: { id: () => "1" } } }, 'Node: the schema has no object type "Node".'],
])("rules that do not match the schema are rejected with a suggestion: %j", ([options, message]) => {
  expect(() => createPlatform({ schema: SHOP, ...options })).toThrow(
    `platform.rules.ts does not match the schema:\n  ${message}`,
  );
});

test.each(["rules", "keys", "inverses"])("%s that are no object are rejected", (name) => {
  expect(() => createPlatform({ schema: SHOP, [name]: [] })).toThrow(`"${name}" must be an object.`);
});

test("rules can have what typescript-resolvers writes, and resolvers that are undefined", async () => {
  const rules = {
    Node: { __resolveType: () => "Item" },
    Item: { __isTypeOf: () => true, label: undefined },
    String: {},
  };
  expect(await send({ schema: SHOP, rules, keys: { Part: null } }, "{ box { part { name } } }")).toContain(
    "No resolver decides Query.box.",
  );
});

test("a type and a field with the names of JavaScript's own properties have no resolver", async () => {
  const schema = `
    scalar toString
    type Query { box: constructor valueOf: Int }
    type constructor { id: ID! name: String! hasOwnProperty: String text: toString! }`;
  const box = (_: object, __: object, { db }: Pick<Context, "db">) => db["constructor" as string]?.list()[0];
  const rules = { Query: { box } };
  expect(await send({ schema, rules }, "{ box { name text } }")).toEqual({
    box: { name: "Constructor 1", text: "Text 1" },
  });
  expect(await send({ schema, rules }, "{ valueOf }")).toContain("No resolver decides Query.valueOf.");
});

test("a resolver's GraphQL error, from any copy of graphql, is an error of the response", async () => {
  const file = new URL("error/GraphQLError.js?resolver", import.meta.resolve("graphql"));
  const { GraphQLError: OtherError }: { GraphQLError: typeof GraphQLError } = await import(file.href);
  for (const AnyError of [GraphQLError, OtherError]) {
    const box = () => {
      throw new AnyError("gone", { extensions: { code: "GONE" } });
    };
    const platform = createPlatform({ schema: SHOP, rules: { Query: { box } } });
    expect((await sendQuery(platform, "{ box { part { name } } }")).result.errors).toMatchObject([
      { message: "gone", path: ["box"], extensions: { code: "GONE" } },
    ]);
  }
});

test("names the root type for rules of Query in a schema with another root", () => {
  const schema = "schema { query: Root } type Root { a: Int }";
  expect(() => createPlatform({ schema, rules: { Query: {} } })).toThrow('Its root type is "Root".');
});

test("a mutation that throws is undone as a whole, even after an await or a wrong result", async () => {
  const list = '{ shelf(id: "s") { items { id name } } }';
  const before = {
    shelf: {
      items: [
        { id: "1", name: "a" },
        { id: "2", name: "b" },
      ],
    },
  };
  const change = ({ Item }: Context["db"]) => {
    Item?.update("1", { name: "changed" });
    Item?.create({ name: "c", shelf: "s" });
    Item?.delete("2");
  };
  const resolvers: AnyResolver[] = [
    (_, { id }, { db }) => {
      change(db);
      throw new Error(id);
    },
    async (_, { id }, { db }) => {
      change(db);
      await Promise.resolve();
      reject(id);
    },
    (_, { id }, { db }) => {
      change(db);
      return id;
    },
  ];
  for (const drop of resolvers) {
    const options = { schema: SHOP, data: shopData, rules: { Mutation: { drop } } };
    expect(await send(options, 'mutation { drop(id: "x") }', list)).toEqual(before);
  }
});

test("a list of several types has a row before the rows that were created inside of it", async () => {
  const schema = `
    type Query { nodes: [Node!]! }
    interface Node { id: ID! }
    type Part implements Node { id: ID! }
    type Whole implements Node { id: ID! part: Part }
    type Mutation { addWhole: Whole! }`;
  const addWhole = (_: unknown, __: unknown, { db }: Pick<Context, "db">) => db.Whole?.create({ part: {} });
  const options = { schema, data: { Part: [], Whole: [] }, rules: { Mutation: { addWhole } } };
  const add = "mutation { addWhole { id } }";
  expect(await send(options, add, add, "{ nodes { id } }")).toEqual({
    nodes: [{ id: "Whole-1" }, { id: "Part-1" }, { id: "Whole-2" }, { id: "Part-2" }],
  });
});

test("a row that is created or updated inside of another one can refer to a row", async () => {
  const schema = `
    type Query { shops: [Shop!]! }
    type Shop { id: ID! city: City }
    type City { id: ID! name: String country: Country }
    type Country { id: ID! }
    type Mutation { open: Shop! move: Shop! }`;
  type Tables = Pick<Context, "db">;
  const Mutation = {
    open: (_: unknown, __: unknown, { db }: Tables) =>
      db.Shop?.create({ id: "s", city: { id: "c", name: "Bern", country: db.Country?.find("ch") } }),
    move: (_: unknown, __: unknown, { db }: Tables) =>
      db.Shop?.update("s", { city: { id: "c", country: db.Country?.find("at") } }),
  };
  const data = { Shop: [], City: [], Country: [{ id: "ch" }, { id: "at" }] };
  const options = { schema, data, rules: { Mutation } };
  const selection = "{ city { name country { id } } }";
  expect(await send(options, `mutation { open ${selection} }`)).toEqual({
    open: { city: { name: "Bern", country: { id: "ch" } } },
  });
  expect(await send(options, "mutation { open { id } }", `mutation { move ${selection} }`)).toEqual({
    move: { city: { name: "Bern", country: { id: "at" } } },
  });
});

test("a row is created, updated or only named inside of another one, if its key is in a part", async () => {
  const schema = `
    type Query { links: [Link!]! }
    type Link { id: ID! doc: Doc }
    type Doc { sys: Sys! }
    type Sys { id: ID! version: Int space: String }
    type Mutation { link(id: ID!, version: Int): Link! }`;
  const link: AnyResolver = (_, sys, { db }) => db.Link.create({ doc: { sys } });
  const data = { Link: [], Doc: [{ sys: { id: "d", version: 1, space: "a" } }] };
  const options = { schema, data, keys: { Doc: "sys.id" }, rules: { Mutation: { link } } };
  const run = (args: string) =>
    send(options, `mutation { link(${args}) { doc { sys { id version space } } } }`);
  const linked = (sys: object) => ({ link: { doc: { sys } } });
  expect(await run('id: "d"')).toEqual(linked({ id: "d", version: 1, space: "a" }));
  expect(await run('id: "d", version: 2')).toEqual(linked({ id: "d", version: 2, space: "a" }));
  expect(await run('id: "e", version: 3')).toEqual(linked({ id: "e", version: 3, space: null }));
  expect(await run('id: "e"')).toBe("There is no Doc with this ID.");
});

test("a row has another ID than the rows of its type that are created inside of it", async () => {
  const schema = `
    type Query { comments: [Comment!]! }
    type Comment { id: ID! text: String replies: [Comment!]! }
    type Mutation { add: Comment! addTwice: Comment! }`;
  type Tables = Pick<Context, "db">;
  const Mutation = {
    add: (_: unknown, __: unknown, { db }: Tables) =>
      db.Comment?.create({ text: "a", replies: [{ text: "b" }, { text: "c" }] }),
    addTwice: (_: unknown, __: unknown, { db }: Tables) =>
      db.Comment?.create({ id: "x", replies: [{ id: "x", text: "b" }] }),
  };
  const options = { schema, data: { Comment: [] }, rules: { Mutation } };
  const text = "mutation { add { id text replies { id text } } }";
  const replies = [
    { id: "Comment-2", text: "b" },
    { id: "Comment-3", text: "c" },
  ];
  expect(await send(options, text)).toEqual({ add: { id: "Comment-1", text: "a", replies } });
  expect(await send(options, "mutation { addTwice { id } }")).toBe("Another Comment has this ID.");
});

test("a part that a mutation sets in a row of the data can lack values, as in a created row", async () => {
  const schema = `
    type Query { owner(id: ID!): Owner }
    type Owner { id: ID! address: Address }
    type Address { city: String street: String owners: [Owner!]! }
    type Mutation { move(city: String): Owner! add(city: String): Owner! }`;
  type Arguments = { readonly city: string };
  const Mutation = {
    move: (_: unknown, address: Arguments, { db }: Pick<Context, "db">) =>
      db.Owner?.update("1", { address: { city: address.city } }),
    add: (_: unknown, address: Arguments, { db }: Pick<Context, "db">) =>
      db.Owner?.create({ address: { city: address.city } }),
  };
  const owners = [{ id: "1", address: { city: "Bern" } }];
  const options = { schema, data: { Owner: owners }, rules: { Mutation } };
  const address = "{ address { city street owners { id } } }";
  const result = { address: { city: "Rome", street: null, owners: [] } };
  expect(await send(options, `mutation { add(city: "Rome") ${address} }`)).toEqual({ add: result });
  expect(await send(options, `mutation { move(city: "Rome") ${address} }`)).toEqual({ move: result });
  expect(await send(options, `{ owner(id: "1") ${address} }`)).toContain('This Address has no "street".');
});

test("mutations of several requests run one at a time", async () => {
  const steps: string[] = [];
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const drop: AnyResolver = async (_, { id }) => {
    steps.push(`start ${id}`);
    if (id === "1") await gate;
    steps.push(`end ${id}`);
    return true;
  };
  const platform = createPlatform({ schema: SHOP, rules: { Mutation: { drop } } });
  const both = ["1", "2"].map((id) => sendQuery(platform, `mutation { drop(id: "${id}") }`));
  await new Promise((resolve) => setImmediate(resolve));
  release();
  await Promise.all(both);
  expect(steps).toEqual(["start 1", "end 1", "start 2", "end 2"]);
});

test("a function that adds members to the context returns an object or nothing, and is not async", async () => {
  const read = (context: unknown) =>
    runResolver("Query.now", () => "now", "{ now }", { context } as PlatformOptions);
  expect(await read(async () => ({ greeting: "hello" }))).toContain('"context" must not be async.');
  for (const added of ["hello", [], null]) {
    expect(await read(() => added)).toContain('"context" must return an object.');
  }
  const unread = {
    get late(): string {
      throw new Error("is read");
    },
  };
  for (const added of [undefined, unread]) expect(await read(() => added)).toEqual({ now: "now" });
});

test("resolvers receive the time, the user, and what the program adds", async () => {
  const context = ({ now }: Pick<Context, "now">) => ({ greeting: `at ${now()}` });
  const now: AnyResolver = (_, __, { greeting, user }) => `${greeting} for ${user.name}`;
  expect(await runResolver("Query.now", now, "{ now }", { context })).toEqual({
    now: "at 2026-01-31T00:00:00.000Z for demo",
  });
});

test("the user of the context is the row of the tables, with the tenant of the token", async () => {
  const schema = `
    type Query { mine: [Ticket!]! me: User! owner: User! }
    type Mutation { rename: [String!]! }
    type Ticket { id: ID! assignee: User }
    type User { id: ID! name: String! tenantId: String! label: String! }`;
  const rules = {
    Query: {
      owner: (_: unknown, __: unknown, { user }: Context) => user,
      mine: (_: unknown, __: unknown, { db, user }: Context) =>
        db.Ticket?.list(({ assignee }) => assignee === user),
    },
    Mutation: {
      rename: (_: unknown, __: unknown, { db, user }: Context) => {
        const [own] = db.User?.list(({ id }) => id === user.id) ?? [];
        const before = [own?.tenantId, { ...user }.tenantId, user.label];
        db.User?.update(user as never, { name: "Ada" });
        return [...before, user.label];
      },
    },
    User: { label: ({ name, label }: { name: string; label: string }) => `${label} ${name}` },
  };
  const users = [
    { id: "1", name: "Bob", label: "other" },
    { id: "2", name: "demo", label: "the user" },
  ];
  const rows = [
    { id: "t1", assignee: "1" },
    { id: "t2", assignee: "2" },
  ];
  const platform = createPlatform({ schema, rules, data: { User: users, Ticket: rows } });
  const tenantId = platform.tenants[0]?.id;
  const text = "{ me { id tenantId label } owner { tenantId } mine { id assignee { tenantId } } }";
  const { result } = await sendQuery(platform, text);
  expect(result).toEqual({
    data: {
      me: { id: "2", tenantId, label: "the user demo" },
      owner: { tenantId },
      mine: [{ id: "t2", assignee: { tenantId } }],
    },
  });
  const renamed = await sendQuery(platform, "mutation { rename }");
  expect(renamed.result).toEqual({
    data: { rename: [tenantId, tenantId, "the user demo", "the user Ada"] },
  });
});

test("a resolver in an object with resolve works, as in typescript-resolvers", async () => {
  const rules = { Query: { total: { resolve: () => 5 } } };
  expect(await send({ schema: SHOP, rules }, "{ total }")).toEqual({ total: 5 });
});

test("rows compute fields by their resolvers, copy without lists, and convert to JSON without cycles", async () => {
  const label: AnyResolver = ({ name }) => `<${name}>`;
  const box: AnyResolver = (_, __, { db }) => {
    const item = db.Item.get("1");
    const copy = { ...item };
    const { id, name, price, shelf } = copy;
    return { width: price, part: { name: [item.label, id, name, shelf.id, JSON.stringify(item)].join(" ") } };
  };
  const rules = { Item: { label }, Query: { box } };
  expect(await send({ schema: SHOP, data: shopData, rules }, "{ box { width part { name } } }")).toEqual({
    box: { width: 5, part: { name: '<a> 1 a s {"id":"1","name":"a","price":5,"shelf":"s"}' } },
  });
});

test("a copy of a generated row has its values and single relations, and its JSON the IDs of rows", async () => {
  const schema = `
    type Query { names: [String!]! json: [String!]! }
    type Item {
      id: ID! name: String! partCount: Int! size(unit: String): Int! tags: [String!]! owner: Owner!
      box: Box! boxes: [Box!]! others: Others! owners: [Owner!]!
    }
    type Owner { id: ID! label: String }
    type Box { width: Int! }
    type Others { nodes: [Item!]! }`;
  const items = (db: Context["db"]) => db.Item?.list() ?? [];
  const rules = {
    Query: {
      names: (_: unknown, __: unknown, { db }: Context) => Object.keys({ ...items(db)[0] }),
      json: (_: unknown, __: unknown, { db }: Context) => items(db).map((row) => JSON.stringify(row)),
    },
  };
  expect(await send({ schema, rules }, "{ names }")).toEqual({
    names: ["id", "name", "tags", "owner", "box"],
  });
  const generated = (await send({ schema, rules }, "{ json }")) as { json: string[] };
  expect(JSON.parse(generated.json[0] ?? "")).toEqual({
    id: expect.any(String),
    name: "Item 1",
    tags: expect.arrayContaining([expect.any(String)]),
    owner: expect.any(String),
    box: { width: expect.any(Number) },
  });
  const rows = { Owner: [{ id: "o" }], Item: [{ id: "1", owners: ["o"], boxes: [{ width: 2 }] }] };
  const owners: AnyResolver = (row) => row.owners;
  expect(await send({ schema, rules: { ...rules, Item: { owners } }, data: rows }, "{ json }")).toEqual({
    json: ['{"id":"1","owners":["o"],"boxes":[{"width":2}]}'],
  });
});

test.for([
  ["Int", 1],
  ["String", "Row-1"],
  ["UUID", expect.stringMatching(/^[\da-f]{8}-/)],
] as const)("a created row has a key of the type %s", async ([type, id]) => {
  const schema = `
    scalar UUID
    type Query { rows: [Row!]! }
    type Row { id: ${type}! }
    type Mutation { add: Row! }`;
  const add: AnyResolver = (_, __, { db }) => db.Row.create({});
  const options = { schema, data: { Row: [] }, rules: { Mutation: { add } } };
  expect(await send(options, "mutation { add { id } }")).toEqual({ add: { id } });
});

test("reset restores the rows and keeps the tokens, unless it is asked to end sessions", async () => {
  const platform = createPlatform({
    schema: SHOP,
    data: shopData,
    rules: {
      Mutation: {
        drop: (
          _: unknown,
          { id }: { id: string },
          { db }: { db: { Item: { delete(id: string): unknown } } },
        ) => Boolean(db.Item.delete(id)),
      },
    },
  });
  const token = await platform.issueAccessToken();
  const refresh = platform.refreshToken;
  const count = async () => {
    const body = JSON.stringify({ query: '{ shelf(id: "s") { items { id } } }' });
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await platform.fetch(
      new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body }),
    );
    return response.status === 200 ? (await response.json()).data.shelf.items.length : response.status;
  };
  await sendQuery(platform, 'mutation { drop(id: "1") }');
  expect(await count()).toBe(1);
  platform.reset();
  expect([await count(), platform.refreshToken]).toEqual([2, refresh]);
  platform.reset({ tokens: true });
  expect(await count()).toBe(401);
});

test("`id: ID!` is a key, whatever the other fields are", async () => {
  const schema = `
    type Query { apps: [App!]! app(id: ID!): App }
    type App { id: ID! problems: [Problem!]! }
    type Problem { message: String! }`;
  const options = { schema, data: { App: [{ id: "a", problems: [{ message: "m" }] }] } };
  expect(await send(options, '{ app(id: "a") { problems { message } } }')).toEqual({
    app: { problems: [{ message: "m" }] },
  });
});

test("two single fields that refer to each other are independent, and both are set", async () => {
  const schema = `
    type Query { booking(id: ID!): Booking }
    type Mutation { pay(id: ID!, both: Boolean!): Booking! }
    type Booking { id: ID! payment: Payment }
    type Payment { id: ID! booking: Booking! }`;
  const rules = {
    Mutation: {
      pay(_: object, { id, both }: { id: string; both: boolean }, { db }: Context) {
        const payment = db.Payment?.create({ booking: id });
        return both ? db.Booking?.update(id, { payment }) : db.Booking?.get(id);
      },
    },
  };
  const options = { schema, data: { Booking: [{ id: "1", payment: null }], Payment: [] }, rules };
  const pay = (both: boolean) => send(options, `mutation { pay(id: "1", both: ${both}) { payment { id } } }`);
  expect(await pay(false)).toEqual({ pay: { payment: null } });
  expect(await pay(true)).toEqual({ pay: { payment: { id: "Payment-1" } } });
});

test("an async resolver that reads its own field after an await is an error, and before it a value", async () => {
  const schema =
    "type Query { items: [Item!]! } type Item { id: ID! early: String late: String lost: String bad: Int }";
  // One for all calls, of which there are thousands.
  const failure = new Error("bad");
  const rules = {
    Item: {
      early: async ({ early }: { early: string }) => `${await early}!`,
      late: async (item: { late: string }) => {
        await undefined;
        return `${await item.late}!`;
      },
      // Reads promises that are not awaited. One of them is rejected.
      lost: async (item: { lost: string; bad: number }) => {
        await undefined;
        return `${typeof item.lost} ${typeof item.bad}`;
      },
      bad: () => Promise.reject(failure),
    },
  };
  const items = { Item: [{ id: "1", early: "a", late: "b", lost: "c" }] };
  const options = { schema, data: items, rules };
  expect(await send(options, "{ items { early lost } }")).toEqual({
    items: [{ early: "a!", lost: "object object" }],
  });
  expect(await send(options, "{ items { late } }")).toBe(
    "The resolver of Item.late reads its own field after an await. Read it before the await.",
  );
});

test("fields of the query root can be grouped in a type that has a list of errors", async () => {
  const schema = `
    type Query { monitoring: Monitoring! }
    type Monitoring { health: String! errors: [Failure!]! }
    type Failure { message: String! }`;
  const rules = { Monitoring: { health: () => "poor", errors: () => [{ message: "late" }] } };
  const text = "{ monitoring { health errors { message } } }";
  expect(await send({ schema, rules }, text)).toEqual({
    monitoring: { health: "poor", errors: [{ message: "late" }] },
  });
});

test("an async resolver can be read for many rows in one request", async () => {
  const schema = `
    type Query { sum: Int }
    type Customer { id: ID! score: Int! }
    type Ticket { id: ID! customer: Customer! }`;
  const rules = {
    Customer: { score: async () => 2 },
    Query: {
      sum: async (_: unknown, __: unknown, { db }: { db: Record<string, { list(): unknown[] }> }) => {
        const tickets = (db.Ticket?.list() ?? []) as { customer: { score: Promise<number> } }[];
        const scores = await Promise.all(tickets.map(({ customer }) => customer.score));
        return scores.reduce((sum, score) => sum + score, 0);
      },
    },
  };
  const tickets = Array.from({ length: 12_000 }, (_, index) => ({ id: `${index}`, customer: "c" }));
  const data = { Customer: [{ id: "c", score: 1 }], Ticket: tickets };
  expect(await send({ schema, rules, data }, "{ sum }")).toEqual({ sum: 24_000 });
});

test("a computed field that a row reads has the default values of its arguments", async () => {
  const schema = `
    enum Unit { CM MM }
    type Query { items: [Item!]! }
    type Item { id: ID! size(unit: Unit! = CM): Int! label: String! }`;
  const rules = {
    Item: {
      size: (_: object, { unit }: { unit: string }) => (unit === "CM" ? 1 : 10),
      label: ({ size }: { size: number }) => `${size} cm`,
    },
  };
  const text = "{ items { size(unit: MM) label } }";
  expect(await send({ schema, data: { Item: [{ id: "1" }] }, rules }, text)).toEqual({
    items: [{ size: 10, label: "1 cm" }],
  });
  const options = { schema: schema.replace("! = CM", "!"), data: { Item: [{ id: "1", size: 5 }] }, rules };
  expect(await send(options, text)).toEqual({ items: [{ size: 10, label: "5 cm" }] });
});

test("a count of generated rows is an error with the line to add", async () => {
  const schema = "type Query { items: [Item!]! } type Item { id: ID! partCount: Int! }";
  expect(await send({ schema }, "{ items { partCount } }")).toBe(
    `Item.partCount is a count without a value. Add to Item in platform.rules.ts:

  partCount: (row, _, { db }) => db.….list((other) => …).length,`,
  );
});

const STUBS = `
  type Query {
    notes(q: String): [Note!]!
    paged(first: Int, q: String): [Item!]!
    pages(q: String): ItemPage!
    sorted(sort: String): [Item!]!
    later(after: String): [Item!]!
    owner(id: ID): Owner
  }
  type Mutation {
    closeAll(ids: [ID!]!): [Item!]!
    remove(id: ID!): RemoveItemResult
    create(name: String!): Item
    move(id: ID!): MovePayload
    ping(n: Int!): Int
    erase(id: ID!): Gone
    addMade(name: String): Made
    touch(itemId: ID!): Item
    tag(ItemID: ID!, id2: ID): Item
  }
  type Gone { ref: ID! }
  type Made { id: ID }
  type Owner {
    id: ID!
    items(status: String): [Item!]!
    open(status: String!): [Item!]!
    both(status: String!, q: String): [Item!]!
    size(unit: String): Int!
  }
  type Item { id: ID! }
  type Note { text: String! }
  type ItemPage { nodes: [Item!]! }
  type RemoveItemResult { id: ID! item: Item }
  type MovePayload { others: [Item!]! note: Note item: Item errors: [Problem!]! }
  type Problem { message: String! }`;

test.for<[text: string, line: string]>([
  ['{ notes(q: "a") { text } }', "notes: (_, { q }, { db }) => …,"],
  [
    '{ paged(q: "a") { id } }',
    "paged: (_, { q, ...rest }, { db, page }) => page(db.Item.list((row) => …), rest),",
  ],
  [
    '{ pages(q: "a") { nodes { id } } }',
    "pages: (_, { q, ...rest }, { db, page }) => page(db.Item.list((row) => …), rest),",
  ],
  ['{ sorted(sort: "a") { id } }', "sorted: (_, { sort }, { db }) => db.Item.list().toSorted((a, b) => …),"],
  ['{ later(after: "a") { id } }', "later: (_, { ...rest }, { db, page }) => page(db.Item.list(), rest),"],
  [
    '{ owner(id: "o") { items(status: "a") { id } } }',
    "items: (parent, { status }) => parent.items.filter((row) => …),",
  ],
  [
    '{ owner(id: "o") { open(status: "a") { id } } }',
    "open: (parent, { status }, { db }) => db.Item.list((row) => …),",
  ],
  [
    '{ owner(id: "o") { both(status: "a") { id } } }',
    "both: (parent, { status, q }, { db }) => db.Item.list((row) => …),",
  ],
  ['{ owner(id: "o") { size(unit: "a") } }', "size: (parent, { unit }) => …,"],
  ['mutation { closeAll(ids: ["1"]) { id } }', "closeAll: (_, { ids }, { db }) => …,"],
  [
    'mutation { remove(id: "1") { id } }',
    "remove: (_, { id }, { db }) => ({ item: db.Item.update(id, { … }) }),",
  ],
  ['mutation { create(name: "a") { id } }', "create: (_, { name }, { db }) => db.Item.create({ … }),"],
  [
    'mutation { move(id: "1") { note { text } } }',
    "move: (_, { id }, { db }) => ({ item: db.Item.update(id, { … }) }),",
  ],
  ['mutation { erase(id: "1") { ref } }', "erase: (_, { id }, { db }) => …,"],
  ['mutation { addMade(name: "a") { id } }', "addMade: (_, { name }, { db }) => db.Made.create({ … }),"],
  [
    'mutation { touch(itemId: "1") { id } }',
    "touch: (_, { itemId }, { db }) => db.Item.update(itemId, { … }),",
  ],
  [
    'mutation { tag(ItemID: "1") { id } }',
    "tag: (_, { ItemID, id2 }, { db }) => db.Item.update(ItemID, { … }),",
  ],
  ["mutation { ping(n: 1) }", "ping: (_, { n }, { db }) => …,"],
])("the line for %s is %s", async ([text, line]) => {
  const options = { schema: STUBS, data: { Owner: [{ id: "o", items: [], open: [], both: [] }] } };
  expect(
    String(await send(options, text))
      .split("\n")
      .at(-1),
  ).toBe(`  ${line}`);
});

test("the lines for lists, which can hide rows, have a filter", () => {
  const schema = buildSchema("type Query { items: [Item!]! } type Item { id: ID! }");
  const { lists } = findMissingRules(schema, parse("{ items { id } }"), {});
  expect(lists.map(({ line }) => line)).toEqual(["items: (_, _args, { db }) => db.Item.list((row) => …),"]);
});

test("the line for a count without arguments names only its parent", () => {
  const schema = buildSchema("type Query { items: [Item!]! } type Item { id: ID! partCount: Int! }");
  expect(findMissingRules(schema, parse("{ items { partCount } }"), {}).resolvers).toEqual([
    { type: "Item", field: "partCount", line: "partCount: (parent) => …," },
  ]);
});

test("a schema default is not a sent argument", async () => {
  const schema = "type Query { all(limit: Int = 1): [Item!]! } type Item { id: ID! }";
  const options = { schema, data: { Item: [{ id: "1" }, { id: "2" }] } };
  for (const text of ["{ all { id } }", "query ($limit: Int) { all(limit: $limit) { id } }"]) {
    expect(await send(options, text)).toEqual({ all: [{ id: "1" }, { id: "2" }] });
  }
  expect(await send(options, "{ all(limit: 1) { id } }")).toContain(
    'No resolver decides Query.all with "limit".',
  );
});

const STRUCTURE = `
  type Query {
    items(first: Int, before: ID, after: Date, kind: Kind): [Item!]!
    page(first: Int, after: String, kind: Kind): Items!
    log(after: Date, before: TimeOfDay): Items!
    item(id: ID, kind: Kind): Item
    matrix: [[Item!]!]!
    parts: [Part!]!
    me(kind: Kind): User
    total: Int!
    admin(kind: Kind): AdminQuery!
  }
  type Mutation { drop: Int admin: AdminMutation! }
  type AdminQuery { item(id: ID!): Item one: Item }
  type AdminMutation { drop(id: ID!): Int part: Part! }
  type Items { nodes: [Item!]! }
  type Item {
    id: ID!
    name(kind: Kind): String!
    tagCount: Int!
    count: Int!
    numberOfTags: Int!
    num_parts: Int!
    discount: Int!
    counts: Int!
    viewCount: Float!
    tags(first: Int, last: Int, kind: Kind): [Tag!]!
    part: Part
  }
  type Tag { id: ID! }
  type User { id: ID! name: String! }
  type Part { name: String! partCount: Int! parts(first: Int, kind: Kind): [Part!]! }
  scalar Date
  scalar TimeOfDay
  enum Kind { A }`;

test.for<[text: string, missing: string]>([
  ["{ items { id name tags { id } part { name } } }", ""],
  ["{ items(first: 1) { id } }", ""],
  ["{ items(kind: null) { id } }", "Query.items"],
  ["{ items(first: 1, kind: A) { id } }", "Query.items"],
  ['{ items(before: "1") { id } }', "Query.items"],
  ['{ items(after: "2026-01-01") { id } }', "Query.items"],
  ['{ page(first: 1, after: "") { nodes { id } } }', ""],
  ["{ page(kind: A) { nodes { id } } }", "Query.page"],
  ['{ log(after: "2026-01-01") { nodes { id } } }', "Query.log"],
  ['{ log(before: "07:00:00") { nodes { id } } }', "Query.log"],
  ['{ item(id: "1") { id } }', ""],
  ['{ item(id: "1", kind: A) { id } }', "Query.item"],
  ["{ item { id } }", "Query.item"],
  ["{ item(id: null) { id } }", ""],
  ["{ matrix { id } }", "Query.matrix"],
  ["{ parts { name } }", "Query.parts"],
  ["{ me { name } }", ""],
  ["{ me(kind: A) { name } }", "Query.me"],
  ["{ total }", "Query.total"],
  ['{ admin { item(id: "1") { id } } }', ""],
  ['{ admin(kind: A) { item(id: "1") { id } } }', "Query.admin"],
  ["{ admin { one { id } } }", "AdminQuery.one"],
  ["mutation { drop }", "Mutation.drop"],
  ['mutation { admin { drop(id: "1") } }', "AdminMutation.drop"],
  ["mutation { admin { part { name } } }", "AdminMutation.part"],
  ["{ items { name(kind: A) } }", "Item.name"],
  ["{ items { tagCount } }", "Item.tagCount"],
  ["{ items { count } }", "Item.count"],
  ["{ items { numberOfTags } }", "Item.numberOfTags"],
  ["{ items { num_parts } }", "Item.num_parts"],
  ["{ items { discount counts viewCount } }", ""],
  ["{ items { tags(first: 1) { id } more: tags(last: 1) { id } } }", ""],
  ["{ items { tags(kind: A) { id } } }", "Item.tags"],
  ["{ items { part { parts(first: 1) { name } } } }", ""],
  ["{ items { part { partCount } } }", "Part.partCount"],
  ["{ items { part { parts(kind: A) { name } } } }", "Part.parts"],
])("a request and the list of missing resolvers need the same for %s", async ([text, missing]) => {
  const options = { keys: { Part: null } };
  const { resolvers } = findMissingRules(buildSchema(STRUCTURE), parse(text), options);
  expect(resolvers.map(({ type, field }) => `${type}.${field}`).join(" ")).toBe(missing);
  const platform = createPlatform({ schema: STRUCTURE, nulls: "never", onRulesError: () => {}, ...options });
  const { result } = await sendQuery(platform, text);
  const message = String(result.errors?.[0]?.message ?? "");
  expect(/([A-Z]\w+\.\w+)/.exec(message)?.[1] ?? message).toBe(missing);
});

test("a list beside which a single field and a list refer back is an error that names both", async () => {
  const schema = `
    type Query { people: [Person!]! }
    type Person { id: ID! projects: [Project!]! }
    type Project { id: ID! owner: Person! watchers: [Person!]! }`;
  const data = { Person: [{ id: "1" }], Project: [{ id: "p", owner: "1", watchers: [] }] };
  const text = "{ people { projects { id } } }";
  expect(await send({ schema, data }, text)).toBe(
    `The list Person.projects can be the other direction of Project.owner or Project.watchers. Add one of these lines to platform.rules.ts:

  export const inverses = { "Person.projects": "owner" };
  export const inverses = { "Person.projects": "watchers" };`,
  );
  const inverse = (name: string) => send({ schema, data, inverses: { "Person.projects": name } }, text);
  expect(await inverse("owner")).toEqual({ people: [{ projects: [{ id: "p" }] }] });
  expect(await inverse("watchers")).toEqual({ people: [{ projects: [] }] });
});

test("a list that is null is empty for resolvers, and refers to no row", async () => {
  const schema = `
    type Query { posts: [Post!]! tags: [Tag!]! }
    type Post { id: ID! tags: [Tag] labels: [Label!] count: Int! }
    type Tag { id: ID! posts: [Post!] }
    type Label { id: ID! }`;
  const rules = {
    Post: {
      count: ({ tags, labels }: Record<string, object[]>) => (tags ?? []).length + (labels?.length ?? 9),
    },
  };
  const Post = [
    { id: "1", tags: null, labels: null },
    { id: "2", tags: ["t", null], labels: ["l"] },
  ];
  const options = { schema, rules, data: { Post, Tag: [{ id: "t" }], Label: [{ id: "l" }] } };
  const text = "{ posts { tags { id } labels { id } count } tags { posts { id } } }";
  expect(await send(options, text)).toEqual({
    posts: [
      { tags: null, labels: null, count: 0 },
      { tags: [{ id: "t" }, null], labels: [{ id: "l" }], count: 3 },
    ],
    tags: [{ posts: [{ id: "2" }] }],
  });
});

test("an object without an ID that a resolver returned has empty lists, whatever refers to its type", async () => {
  const schema = `
    type Query { person: Person! }
    type Person { id: ID name: String! projects: [Project!]! }
    type Project { id: ID! owner: Person! watchers: [Person!]! }`;
  const options = { schema, keys: { Person: "id" }, rules: { Query: { person: () => ({ name: "Ada" }) } } };
  expect(await send(options, "{ person { id name projects { id } } }")).toEqual({
    person: { id: null, name: "Ada", projects: [] },
  });
});

test("a payload has the clientMutationId of the arguments or of an input, and null without a text", async () => {
  const schema = `
    scalar JSON
    type Query { a: Int }
    type Mutation {
      touch(clientMutationId: JSON): Payload!
      rename(name: String, input: RenameInput, clientMutationId: String): Payload!
    }
    input RenameInput { clientMutationId: String }
    type Payload { clientMutationId: String sent: String! }`;
  const run: AnyResolver = (_, { ...args }) => ({ sent: JSON.stringify(args) });
  const idOf = (field: string) =>
    send(
      { schema, rules: { Mutation: { touch: run, rename: run } } },
      `mutation { m: ${field} { clientMutationId } }`,
    );
  const ids = [
    ['touch(clientMutationId: "a")', "a"],
    ["touch(clientMutationId: 1)", null],
    ["touch", null],
    ['rename(name: "x", input: { clientMutationId: "b" })', "b"],
    ['rename(input: { clientMutationId: "b" }, clientMutationId: "c")', "c"],
    ["rename(input: null)", null],
  ] as const;
  for (const [field, id] of ids)
    expect([field, await idOf(field)]).toEqual([field, { m: { clientMutationId: id } }]);
});

test("a list beside which several lists refer back has own values", async () => {
  const schema = `
    type Query { people: [Person!]! }
    type Person { id: ID! projects: [Project!]! }
    type Project { id: ID! owners: [Person!]! watchers: [Person!]! }`;
  const data = {
    Person: [{ id: "1", projects: ["p"] }, { id: "2" }],
    Project: [{ id: "p", owners: ["2"], watchers: [] }],
  };
  expect(await send({ schema, data }, "{ people { projects { owners { id } } } }")).toEqual({
    people: [{ projects: [{ owners: [{ id: "2" }] }] }, { projects: [] }],
  });
});

test("JSON of a row cannot be changed in place, and belongs to one platform", async () => {
  const schema = `
    scalar JSON
    type Query { item(id: ID!): Item }
    type Item { id: ID! settings: JSON! }
    type Mutation { set(id: ID!): Item! replace(id: ID!): Item! }`;
  const settings = { theme: { color: "red" } };
  const Mutation: Record<string, AnyResolver> = {
    set: (_, { id }, { db }) => {
      db.Item.get(id).settings.theme.color = "blue";
      return db.Item.get(id);
    },
    replace: (_, { id }, { db }) => db.Item.update(id, { settings: { theme: { color: "blue" } } }),
  };
  const options = { schema, data: { Item: [{ id: "1", settings }] }, rules: { Mutation } };
  const platform = createPlatform({ ...options, onRulesError: () => {} });
  const read = async (name = "item") => {
    const kind = name === "item" ? "query" : "mutation";
    const { result } = await sendQuery(platform, `${kind} { ${name}(id: "1") { settings } }`);
    return result.errors?.[0]?.message ?? (result.data as { readonly [key: string]: unknown })[name];
  };
  expect(await read("set")).toContain("Mutation.set in platform.rules.ts threw TypeError");
  expect(await read()).toEqual({ settings });
  expect(await read("replace")).toEqual({ settings: { theme: { color: "blue" } } });
  platform.reset();
  settings.theme.color = "green";
  expect(await read()).toEqual({ settings: { theme: { color: "red" } } });
});

test("reject throws by itself, so that nothing after it runs", async () => {
  const move: AnyResolver = (_, { id, name }, { db }) => {
    if (name === "") reject("must not be empty", { field: "name" });
    return { item: db.Item.update(id, { name }) };
  };
  const text = 'mutation { move(id: "1", name: "") { item { id } errors { message } } }';
  expect(await runResolver("Mutation.move", move, text)).toEqual({
    move: { item: null, errors: [{ message: "must not be empty" }] },
  });
});

test("an async test of a list is an error", async () => {
  const items: AnyResolver = (_, __, { db, page }) => page(db.Item.list(async () => false));
  expect(await runResolver("Query.items", items, "{ items { totalItems } }")).toBe(
    "db.Item.list: the test must not be async.",
  );
});

test.for([
  [{ page: 0 }, 'The argument "page" must be an integer from 1.'],
  [{ page: -1, take: 1 }, 'The argument "page" must be an integer from 1.'],
  [{ skip: -1 }, 'The argument "skip" must be an integer from 0.'],
  [{ limit: 1.5 }, 'The argument "limit" must be an integer from 0 to 1000.'],
  [{ limit: 1, first: 1 }, 'the arguments "limit" and "first" select the same'],
])("a page of %j is an error", async ([args, message]) => {
  const items: AnyResolver = (_, __, { db, page }) => page(db.Item.list(), args);
  expect(await runResolver("Query.items", items, "{ items { totalItems } }")).toContain(message);
});

test.for([
  [{ first: 1, skip: 1 }, ["2"]],
  [{ perPage: 1, pageNumber: 2 }, ["2"]],
  [{ limit: 1 }, ["1"]],
  [{ last: 1 }, ["2"]],
  [{ offset: null, take: null }, ["1", "2"]],
  [{ limit: 1, first: undefined, minPrice: undefined }, ["1"]],
])("page reads the usual names of arguments: %j", async ([args, ids]) => {
  const items: AnyResolver = (_, __, { db, page }) => page(db.Item.list(), args);
  expect(await runResolver("Query.items", items, "{ items { items { id } } }")).toEqual({
    items: { items: (ids as string[]).map((id) => ({ id })) },
  });
});

test("the user of the context has the values of the option users, even without a type of users", async () => {
  const now: AnyResolver = (_, __, { user }) => JSON.stringify(user);
  const tenant = { id: "0f0e0d0c-0b0a-4908-8706-050403020100", name: "Shop" };
  const read = async (email: object) => {
    const users = [{ name: "ada", ...email, tenants: [tenant] }];
    const { now: json } = Object(await runResolver("Query.now", now, "{ now }", { users }));
    return JSON.parse(json);
  };
  const user = { id: "ada", name: "ada", tenantId: tenant.id, tenant };
  expect(await read({})).toStrictEqual(user);
  expect(await read({ email: "ada@example.com" })).toStrictEqual({ ...user, email: "ada@example.com" });
});
