/**
 * The data of the simulated platform for any schema: generated values and objects, pages, and the results of
 * mutations.
 */

import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlatform, fill, type PlatformData, type PlatformOptions } from "../src/index.ts";
import type { Context } from "../src/rules-entry.ts";
import { loadSchema } from "../src/schema/load-schema.ts";
import { findForeignError, openForeign, queryForeign } from "./support/foreign-platform.ts";
import { type Data, queryData, sendQuery } from "./support/requests.ts";

/** The response to a query that a test answers, so that all of its values are generated. */
const generate = async (text: string, options: PlatformOptions) => {
  const platform = openForeign(options);
  platform.answer(`query Generated ${text}`);
  return sendQuery(platform, `query Generated ${text}`);
};

// Generated values

const VALUES = `{
  serverTime
  customers(first: 1) { nodes { id name email reference birthday tags attributes blocked } }
  products(pageSize: 1) { nodes: edges { node { slug image metadata weightKg price { amount currency taxRate } } } }
  account { currency settings usage { orders storageRatio } owner { role avatar } }
  orders { nodes { notes payment { __typename } lines { quantity } } }
}`;

test("generates a value of the right type for every field, the same for the same seed", async () => {
  const { result, text } = await sendQuery(openForeign(), VALUES);
  expect(result.errors).toBeUndefined();
  const data = result.data as Data;
  const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
  expect(data.customers?.nodes?.[0]).toEqual({
    id: expect.stringMatching(uuid),
    name: expect.stringMatching(/^\S+ \S+$/),
    email: expect.stringMatching(/^\S+@example\.com$/),
    reference: expect.stringMatching(uuid),
    birthday: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    tags: expect.arrayContaining([expect.any(String)]),
    attributes: expect.any(Object),
    blocked: expect.any(Boolean),
  });
  expect(Date.parse(String(data.serverTime))).not.toBeNaN();
  const product = data.products?.nodes?.[0]?.node;
  expect(URL.canParse(String(product?.image))).toBe(true);
  expect(JSON.parse(String(product?.metadata))).toEqual(expect.any(Object));
  expect(product).toMatchObject({ slug: expect.any(String), price: { currency: expect.any(String) } });
  expect(Number(product?.weightKg)).not.toBeNaN();
  expect(BigInt(String(data.account?.usage?.orders))).toEqual(expect.any(BigInt));
  expect(data.account).toMatchObject({
    settings: expect.any(Object),
    usage: { storageRatio: expect.any(Number) },
  });
  expect(["OWNER", "ADMIN", "VIEWER"]).toContain(data.account?.owner?.role);
  expect(["CardPayment", "BankTransfer"]).toContain(data.orders?.nodes?.[0]?.payment?.__typename);
  const now = () => Date.parse(String(data.serverTime));
  expect((await sendQuery(openForeign({ now }), VALUES)).text).toBe(text);
  expect((await sendQuery(openForeign({ now, seed: 2 }), VALUES)).text).not.toBe(text);
});

/** Rows with relations in both directions, to themselves, and by an interface. */
const TEAMS = `
  interface Node {
    id: ID!
  }
  enum Level {
    LOW @deprecated
    HIGH
    MIDDLE
  }
  type Team implements Node {
    id: ID!
    name: String!
    parent: Team
    children: [Team!]!
    lead: Person
    members: [Person!]!
    tags: [Tag!]!
    motto: String
    matrix: [[[[Int!]!]!]!]!
    levels: [Level!]!
  }
  type Person implements Node {
    id: ID!
    email: String!
    team: Team!
    manager: Person
    peers: [Person!]!
    address: Address
    homes: [Address!]!
    contact: Contact
    contacts: [Contact!]!
    level: Level
    born: Day
    active: Boolean!
    rank: Float!
    photo: Blob
  }
  type Tag {
    id: Int!
    name: String!
    teams: [Team!]!
  }
  scalar Day
  scalar Blob`;

/** Objects without a key, which are values of others. */
const PARTS = `
  type Address {
    street: String!
    geo: Geo!
  }
  type Geo {
    lat: Float!
    lon: Float!
  }
  type Phone {
    number: String!
  }
  type Mail {
    address: String!
  }
  union Contact = Phone | Mail`;

/** Rows whose key is another field, or the field of a part. */
const KEYS = `
  type Code {
    key: String!
    label: String
  }
  type Doc {
    meta: Meta!
    title: String
  }
  type Meta {
    code: String!
    on: Day
  }
  type Chapter {
    id: ID!
    next: Chapter!
    title: String
  }`;

const SHAPES = `${TEAMS}${PARTS}${KEYS}
  type Query {
    teams: [Team!]!
    people: [Person!]!
    tags: [Tag!]!
    codes: [Code!]!
    docs: [Doc!]!
    chapters: [Chapter!]!
    node(id: ID!): Node
    numbers(from: Int): [Int!]!
    lead: Person
    contact: Contact
    address: Address!
    top(n: Int): [Team!]!
    notes: [Address!]!
  }`;
const ALL_SHAPES = `
  {
    teams {
      id
      name
      parent {
        name
      }
      children {
        name
      }
      lead {
        id
      }
      members {
        id
      }
      tags {
        id
      }
      motto
      matrix
      levels
    }
    people {
      id
      email
      team {
        name
      }
      manager {
        id
      }
      peers {
        id
      }
      address {
        street
        geo {
          lat
          lon
        }
      }
      homes {
        street
      }
      contact {
        __typename
        ... on Phone {
          number
        }
        ... on Mail {
          address
        }
      }
      contacts {
        __typename
        ... on Phone {
          number
        }
        ... on Mail {
          address
        }
      }
      level
      born
      active
      rank
      photo
    }
    tags {
      id
      name
      teams {
        name
      }
    }
    codes {
      key
      label
    }
    docs {
      meta {
        code
        on
      }
      title
    }
    chapters {
      id
      next {
        id
      }
      title
    }
    node(id: "Team-1") {
      id
    }
    numbers
    other: numbers(from: 1)
    lead {
      id
      email
    }
    contact {
      __typename
    }
    address {
      street
      geo {
        lat
      }
    }
    top(n: 2) {
      name
    }
    notes {
      street
    }
  }`;

test("generates the same objects and relations for the same seed in every version", async () => {
  const options = {
    schema: SHAPES,
    keys: { Code: "key", Doc: "meta.code" },
    inverses: {
      "Team.children": "parent",
      "Team.members": "team",
      "Team.tags": "teams",
      "Tag.teams": "tags",
    },
    now: () => Date.UTC(2026, 0, 31),
  };
  const texts: string[] = [];
  for (const [seed, nulls] of [
    [1, "never"],
    [2, "sometimes"],
  ] as const) {
    const { result } = await generate(ALL_SHAPES, { ...options, seed, nulls });
    texts.push(
      `# seed ${seed}, nulls ${nulls}`,
      ...(result.errors ?? []).map(({ message }) => `${message}`),
      renderData(result.data),
    );
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(join(import.meta.dirname, "fixtures/generated.txt"));
});

/** One line for each object of a list of the root. */
function renderData(data: unknown): string {
  return Object.entries(Object(data))
    .flatMap(([name, value]) => [`${name}:`, ...[value].flat().map((entry) => `  ${JSON.stringify(entry)}`)])
    .join("\n");
}

test.for([
  ["bigint", (number: number) => BigInt(number)],
  ["function", () => Number],
  ["promise", async (number: number) => number],
] as const)("a generator of a scalar that returns a %s is an error", async ([kind, generator]) => {
  const error = await findForeignError("{ products { edges { node { price { amount } } } } }", {
    scalars: { Money: generator },
    onRulesError: () => {},
  });
  expect(error?.message).toBe(`The option scalars.Money returned a ${kind}. Expected a JSON value.`);
});

test("generates scalars by their specification, and by the generators of the options", async () => {
  const sdl = `
    scalar Moment @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time")
    scalar Key
    scalar Odd
    type Query { moment: Moment! key: Key! odd: Odd! point: Point! }
    scalar Point`;
  const options: PlatformOptions = { schema: sdl, scalars: { Key: (number) => `k-${number % 7}` } };
  const data = (await generate("{ moment key odd point }", options)).result.data as Data;
  expect(Date.parse(String(data.moment))).not.toBeNaN();
  expect(data).toMatchObject({
    key: expect.stringMatching(/^k-[0-6]$/),
    odd: expect.stringMatching(/^Odd \d+$/),
  });
  expect(data.point).toEqual(expect.any(String));
  expect(() => openForeign({ scalars: { Mony: () => "1" } })).toThrow(
    'the schema has no scalar "Mony". Did you mean "Money"?',
  );
  expect(() => openForeign({ scalars: { Custmer: () => "1" } })).toThrow(/no scalar "Custmer"\.$/);
  expect(() => openForeign({ scalars: { Money: "1" as unknown as () => string } })).toThrow(
    "scalars.Money must be a function.",
  );
});

test('with nulls: "always", each nullable value is null, and no object is', async () => {
  const schema = `
    type Query { items: [Item!]! }
    type Item { id: ID name: String! note: String tags: [String!] owner: Owner }
    type Owner { id: ID! age: Int }`;
  const items = [1, 2, 3].map(() => ({
    id: expect.any(String),
    name: expect.any(String),
    note: null,
    tags: null,
    owner: { age: null },
  }));
  const platform = openForeign({ schema, nulls: "always" });
  const text = "query List { items { id name note tags owner { age } } }";
  expect(await queryData(platform, text)).toEqual({ items });
  // The last one is no row.
  platform.answer(text, { items: [{}, {}, {}, { owner: {} }] });
  expect(await queryData(platform, text)).toEqual({ items: [...items, items[0]] });
});

test("generates null for some nullable fields of objects only with nulls", async () => {
  const text =
    "{ customers { nodes { id name email birthday creditLimit address { line2 } contact { phone } } } }";
  const countNulls = (value: unknown) => JSON.stringify(value).match(/:null/g)?.length ?? 0;
  const options: PlatformOptions = {
    nulls: "sometimes",
    data: { Customer: fill(Array.from({ length: 40 }, () => ({}))) },
  };
  const nulls = countNulls(await queryForeign(text, options));
  expect(nulls).toBeGreaterThan(20);
  expect(nulls).toBeLessThan(100);
  expect(countNulls(await queryForeign(text, options))).toBe(nulls);
  expect(countNulls(await queryForeign(text))).toBe(0);
  const payload = await queryForeign(
    'mutation { createCustomer(input: { name: "Ada" }) { customer { id } } }',
    options,
  );
  expect(payload.createCustomer?.customer).not.toBeNull();
});

test("limits the length of lists in lists", async () => {
  const sdl = "type Query { all: [Query!]! flag: Boolean! rows: [[[[Int!]!]!]!]! }";
  const { text } = await generate(`{ all ${"{ all ".repeat(29)}{ flag } ${"}".repeat(29)} }`, {
    schema: sdl,
  });
  expect(text.match(/"flag"/g)?.length).toBeLessThanOrEqual(27);
  const { rows } = (await generate("{ rows }", { schema: sdl })).result.data as Data;
  expect(rows?.flat(3).length).toBeLessThanOrEqual(27);
});

test("caches parsed schemas by their text, and keeps the last few", () => {
  const sdl = (n: number) => `type Query { a${n}: Int }`;
  const first = loadSchema(sdl(0));
  expect(loadSchema(sdl(0))).toBe(first);
  for (let n = 1; n <= 4; n++) loadSchema(sdl(n));
  expect(loadSchema(sdl(0))).not.toBe(first);
});

test("serves a schema that breaks rules of graphql-js, as real ones do", async () => {
  const sdl = "type Query implements I { a: Int } interface I { b: Int }";
  expect((await generate("{ a }", { schema: sdl })).result.data).toEqual({ a: expect.any(Number) });
});

test("serves a schema with @defer and @stream that breaks rules of graphql-js, and sends all data at once", async () => {
  const schema = `
    directive @defer(if: Boolean) on FRAGMENT_SPREAD | INLINE_FRAGMENT
    directive @stream(if: Boolean, initialCount: Int) on FIELD
    type Query implements I { a: Int list: [Int!]! }
    interface I { b: Int }`;
  const rules = { Query: { a: () => 1, list: () => [1, 2] } };
  const text = "{ ... @defer { a } list @stream ... @defer @skip(if: true) { skipped: a } }";
  expect(await queryForeign(text, { schema, rules })).toEqual({ a: 1, list: [1, 2] });
});

// Objects

test("knows the objects that it lists, and no others", async () => {
  const platform = openForeign();
  const { customers } = await queryData(platform, "{ customers { nodes { id reference } } }");
  const [{ id, reference }] = (customers?.nodes ?? []) as unknown as [Data];
  const data = await queryData(
    platform,
    `{ customer(id: "${id}") { id } node(id: "${id}") { __typename } customerByReference(reference: "${reference}") { id }
      unknown: customer(id: "c9") { id } job(id: "j") { id } nothing: node(id: "n") { id } }`,
  );
  const expected = { customer: { id }, node: { __typename: "Customer" }, customerByReference: { id } };
  expect(data).toEqual({ ...expected, unknown: null, job: null, nothing: null });
});

test("returns the same values for an object wherever it appears", async () => {
  const fields = "id name email tags address { city } orders { nodes { id total } }";
  const { customers } = await queryForeign(`{ customers { nodes { ${fields} reference } } }`);
  for (const customer of (customers?.nodes ?? []) as Data[]) {
    const { reference, ...values } = customer;
    const data = await queryForeign(`{ customer(id: "${customer.id}") { ${fields} }
      node(id: "${customer.id}") { ... on Customer { ${fields} } }
      customerByReference(reference: "${reference}") { ${fields} } }`);
    expect(data).toEqual({ customer: values, node: values, customerByReference: values });
  }
  const { orders } = await queryForeign("{ orders { nodes { id customer { id name } } } }");
  const order = orders?.nodes?.[0] as Data;
  const data = await queryForeign(`{ customer(id: "${order.customer?.id}") { id name } }`);
  expect(data.customer).toEqual(order.customer);
});

test("returns the same value of a field under any alias, and other values for other arguments", async () => {
  const sdl = "type Query { n(key: Int): Int! }";
  const text = "{ a: n(key: 1) b: n(key: 1) c: n(key: 2) }";
  const { a, b, c } = (await generate(text, { schema: sdl })).result.data as Data;
  expect([a === b, a === c]).toEqual([true, false]);
});

// Connections

const customersOf = (count: number): PlatformData => ({
  Customer: Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `Customer ${index}` })),
});

/** Positions instead of cursors, and the positions of the first item and after the last one. */
test.for<[args: string, start: number, end: number]>([
  ["sort: NAME", 0, 7],
  ["first: 0", 0, 0],
  ["first: 3", 0, 3],
  ["first: 3, after: 2", 3, 6],
  ["first: 3, after: 5", 6, 7],
  ["first: 3, after: 6", 7, 7],
  ["last: 2", 5, 7],
  ["last: 2, before: 5", 3, 5],
  ["first: 2, before: 5", 0, 2],
  ["first: 2, before: 0", 0, 0],
  ["first: 3, last: 2", 1, 3],
  ["first: 3, after: 3, before: 2", 4, 4],
  ["first: null, after: null, last: null, before: null", 0, 7],
])("pages with %s, with page information and counts", async ([args, start, end]) => {
  const selection = `totalCount nodes { id } edges { cursor node { id } }
    pageInfo { hasPreviousPage hasNextPage startCursor endCursor }`;
  const select = async (text: string) =>
    (await queryForeign(`{ customers(${text}) { ${selection} } }`, { data: customersOf(7) })).customers;
  const all = [...((await select("sort: NAME"))?.edges ?? [])] as Data[];
  const cursors = all.map(({ cursor }) => cursor);
  expect(cursors).toHaveLength(7);
  const page = cursors.slice(start, end);
  expect(
    await select(args.replaceAll(/(?<=after: |before: )\d/g, (index) => `"${cursors[Number(index)]}"`)),
  ).toEqual({
    totalCount: 7,
    nodes: page.map((_, index) => ({ id: `c${start + index}` })),
    edges: page.map((cursor, index) => ({ cursor, node: { id: `c${start + index}` } })),
    pageInfo: {
      hasPreviousPage: start > 0,
      hasNextPage: end < 7,
      startCursor: page[0] ?? null,
      endCursor: page.at(-1) ?? null,
    },
  });
});

test.for([
  ["orders", "limit", "startAt", "count nodes { id }"],
  ["products", "pageSize", "cursor", "totalCount edges { node { id } }"],
  ["tickets", "take", "afterCursor", "count edges { node { id } }"],
] as const)("pages %s with %s and %s", async ([field, size, cursor, selection]) => {
  const ids: string[] = [];
  const platform = openForeign({
    data: { Product: fill([{ active: true }, { active: true }, { active: true }]) },
  });
  for (let after: string | null | undefined; after !== null; ) {
    const args = after === undefined ? `${size}: 2` : `${size}: 2, ${cursor}: "${after}"`;
    const text = `{ page: ${field}(${args}) { ${selection} pageInfo { hasNextPage endCursor } } }`;
    const { page } = await queryData(platform, text);
    ids.push(...(JSON.stringify(page).match(/(?<="id":")[^"]+/g) ?? []));
    after = page?.pageInfo?.hasNextPage ? String(page.pageInfo.endCursor) : null;
  }
  expect([ids.length, new Set(ids).size, platform.count("api")]).toEqual([3, 3, 2]);
});

test("does not use dates as cursors", async () => {
  const sdl = `
    scalar DateTime
    type Query { events(first: Int, after: DateTime): Events! }
    type Events { nodes: [Event!]! pageInfo: PageInfo! }
    type Event { id: ID! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }`;
  const error = await findForeignError('{ events(after: "2026-01-31T00:00:00Z") { nodes { id } } }', {
    schema: sdl,
  });
  expect(error?.message).toContain(
    'No resolver decides Query.events with "after". Add to Query in platform.rules.ts:',
  );
});

test.for([
  ["first: -1", 'The argument "first" must be an integer from 0 to 1000.'],
  ["first: 10000", 'The argument "first" must be an integer from 0 to 1000.'],
  ["last: -1", 'The argument "last" must be an integer from 0 to 1000.'],
  ['after: "x"', 'The argument "after" is not a cursor of this list.'],
  ['before: "x"', 'The argument "before" is not a cursor of this list.'],
] as const)("rejects %s", async ([args, message]) => {
  const error = await findForeignError(`{ customers(${args}) { totalCount } }`);
  expect(error).toMatchObject({ message, path: ["customers"], extensions: { code: "BAD_USER_INPUT" } });
});

test("starts at the first item with an empty cursor", async () => {
  const { customers } = await queryForeign(
    '{ customers(first: 1, after: "", before: "") { nodes { id } totalCount } }',
  );
  expect(customers).toEqual(
    (await queryForeign("{ customers(first: 1) { nodes { id } totalCount } }")).customers,
  );
});

test("rejects the cursor of another list", async () => {
  const { orders } = await queryForeign("{ orders { pageInfo { endCursor } } }");
  const error = await findForeignError(
    `{ customers(after: "${orders?.pageInfo?.endCursor}") { totalCount } }`,
  );
  expect(error).toMatchObject({ extensions: { code: "BAD_USER_INPUT" } });
});

test("a cursor of a list of several types is valid after a mutation adds another type", async () => {
  const schema = `
    type Query { hits(first: Int, after: String, before: String, skip: Int): Hits! }
    type Hits { nodes: [Hit!]! pageInfo: PageInfo! }
    type PageInfo { endCursor: String }
    interface Hit { id: ID! }
    type Ticket implements Hit { id: ID! }
    type Customer implements Hit { id: ID! }
    type Mutation { addCustomer: Customer! deleteTickets: Int! }`;
  type Tables = Pick<Context, "db">;
  const Mutation = {
    addCustomer: (_: unknown, __: unknown, { db }: Tables) => db.Customer?.create({ id: "c" }),
    deleteTickets: (_: unknown, __: unknown, { db }: Tables) =>
      db.Ticket?.list().map((row) => db.Ticket?.delete(row)).length,
  };
  const hits = (_: unknown, { skip, ...args }: { skip?: number }, { db, page }: Context) =>
    page(db.Hit?.list() ?? [], { ...args, offset: skip });
  const data = { Ticket: ["1", "2", "3", "4"].map((id) => ({ id })), Customer: [] };
  const platform = openForeign({ schema, data, rules: { Mutation, Query: { hits } } });
  const read = async (args: string) => {
    const { hits } = await queryData(platform, `{ hits(${args}) { nodes { id } pageInfo { endCursor } } }`);
    return [hits?.nodes?.map(({ id }) => id), hits?.pageInfo?.endCursor];
  };
  const [, cursor] = await read("first: 1");
  expect(await read(`after: "${cursor}", skip: 1, first: 1`)).toEqual([["3"], expect.any(String)]);
  await queryData(platform, "mutation { addCustomer { id } }");
  const [ids, last] = await read(`after: "${cursor}"`);
  expect(ids).toEqual(["2", "3", "4", "c"]);
  await queryData(platform, "mutation { deleteTickets }");
  expect(await read(`before: "${last}"`)).toEqual([[], null]);
});

test("a page ends with the list, even if its cursor or its offset is beyond", async () => {
  const schema = `
    type Query { tickets(first: Int, before: String, skip: Int): Tickets! }
    type Tickets { nodes: [Ticket!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! endCursor: String }
    type Ticket { id: ID! }
    type Mutation { deleteTicket(id: ID!): Ticket! }`;
  type Tables = Pick<Context, "db">;
  const Mutation = {
    deleteTicket: (_: unknown, { id }: { id: string }, { db }: Tables) => db.Ticket?.delete(id),
  };
  const tickets = (_: unknown, { skip, ...args }: { skip?: number }, { db, page }: Context) =>
    page(db.Ticket?.list() ?? [], { ...args, offset: skip });
  const data = { Ticket: ["1", "2", "3"].map((id) => ({ id })) };
  const platform = openForeign({ schema, data, rules: { Mutation, Query: { tickets } } });
  const read = async (args: string) => {
    const selection = "nodes { id } pageInfo { hasNextPage hasPreviousPage endCursor }";
    const { tickets } = await queryData(platform, `{ tickets(${args}) { ${selection} } }`);
    return [tickets?.nodes?.map(({ id }) => id), tickets?.pageInfo] as const;
  };
  const remove = (id: string) => queryData(platform, `mutation { deleteTicket(id: "${id}") { id } }`);
  const [, pageInfo] = await read("first: 3");
  await remove("2");
  await remove("3");
  const only = { hasNextPage: false, hasPreviousPage: false };
  const endCursor = expect.any(String);
  expect(await read(`before: "${pageInfo?.endCursor}"`)).toEqual([["1"], { ...only, endCursor }]);
  await remove("1");
  expect(await read(`before: "${pageInfo?.endCursor}"`)).toEqual([[], { ...only, endCursor: null }]);
  expect(await read("skip: 5")).toEqual([[], { ...only, endCursor: null }]);
});

test("the cursors of an empty page are null, or an empty text if they cannot be null", async () => {
  const schema = `
    type Query { tickets(first: Int): Tickets! }
    type Tickets { nodes: [Ticket!]! pageInfo: PageInfo! }
    type PageInfo { startCursor: String endCursor: String! }
    type Ticket { id: ID! }`;
  const text = "{ tickets { nodes { id } pageInfo { startCursor endCursor } } }";
  expect(await queryForeign(text, { schema, data: { Ticket: [] } })).toEqual({
    tickets: { nodes: [], pageInfo: { startCursor: null, endCursor: "" } },
  });
});

// Mutations

test("returns empty error lists below the payload of a mutation", async () => {
  const sdl = `
    type Query { a: Int }
    type Mutation { import(rows: [Int!]!): Payload }
    type Problem { message: String! }
    type Payload { results: [Row!]! errors: [Problem!]! }
    type Row { index: Int! errors: [Problem!]! }`;
  const data = await queryForeign(
    "mutation { import(rows: [1]) { results { errors { message } } errors { message } } }",
    {
      schema: sdl,
      rules: {
        Mutation: {
          import: (_: object, { rows }: { rows: number[] }) => ({
            results: rows.map((index) => ({ index })),
          }),
        },
      },
    },
  );
  expect(data.import).toEqual({ results: [{ errors: [] }], errors: [] });
  expect(JSON.stringify(data)).not.toContain("message");
});

test("a part of a row has generated errors in a query", async () => {
  const schema = `
    type Query { jobs: [Job!]! }
    type Job { id: ID! result: Result! }
    type Result { errors: [Problem!]! }
    type Problem { message: String! }`;
  const data = await queryForeign("{ jobs { result { errors { message } } } }", { schema, rules: {} });
  expect(data.jobs?.[0]?.result?.errors?.length).toBeGreaterThan(0);
});

test("a generated row has the same errors in the result of a mutation as in a query", async () => {
  const schema = `
    type Query { jobs: [Job!]! }
    type Mutation { retry: Job! }
    type Job { id: ID! errors: [Problem!]! }
    type Problem { message: String! }`;
  const retry = (_: object, __: object, { db }: Pick<Context, "db">) => db.Job?.list()[0];
  const platform = openForeign({ schema, rules: { Mutation: { retry } } });
  const [job] = (await queryData(platform, "{ jobs { errors { message } } }")).jobs ?? [];
  expect(job?.errors?.length).toBeGreaterThan(0);
  expect(await queryData(platform, "mutation { retry { errors { message } } }")).toEqual({ retry: job });
});

const CREATE = `mutation Create($input: CreateCustomerInput!) {
  createCustomer(input: $input) { customer { id } errors { field messages code } } }`;
const PLACE = `mutation Place($input: PlaceOrderInput!) { ...Order }
  fragment Order on RootMutation { placeOrder(input: $input) { order { id } userErrors { message path ... on StockError { available } } } }`;

test("rejects a mutation with payload errors of the schema's own type", async () => {
  const platform = openForeign();
  const input = { name: "Ada" };
  const rejected = platform.reject(CREATE, [
    { field: "name", messages: ["is taken"], code: "TAKEN" },
    { messages: ["is wrong", "in two ways"] },
  ]);
  expect(await queryData(platform, CREATE, { input })).toEqual({
    createCustomer: {
      customer: null,
      errors: [
        { field: "name", messages: ["is taken"], code: "TAKEN" },
        { field: null, messages: ["is wrong", "in two ways"], code: expect.any(String) },
      ],
    },
  });
  expect(rejected.requests).toHaveLength(1);
  platform.reject(PLACE, [{ field: "lines.0", messages: ["No stock.", "Sorry."] }], {
    variables: { input: {} },
  });
  expect(await queryData(platform, PLACE, { input: { customerId: "c", lines: [] } })).toEqual({
    placeOrder: {
      order: null,
      userErrors: [expect.objectContaining({ message: "No stock. Sorry.", path: ["lines", "0"] })],
    },
  });
  platform.reset();
  expect(await queryData(platform, CREATE, { input })).toMatchObject({ createCustomer: { errors: [] } });
});

test("payload errors have generated values of their own for fields that no rejection describes", async () => {
  const schema = `
    type Query { name: String }
    type Mutation { rename: RenamePayload }
    type RenamePayload { errors: [RenameError!]! }
    type RenameError { message: String! seen: ID! path: Place }
    type Place { line: Int! }`;
  const platform = openForeign({ schema });
  const text = "mutation Rename { rename { errors { message seen path { line } } } }";
  platform.reject(text, [
    { messages: ["a"], code: "TAKEN" },
    { messages: ["b"], code: "TAKEN" },
  ]);
  const { rename } = (await queryData(platform, text)) as {
    rename: { errors: { seen: string; path: unknown }[] };
  };
  expect(rename.errors.map(({ path }) => path)).toEqual(Array(2).fill({ line: expect.any(Number) }));
  expect(new Set(rename.errors.map(({ seen }) => seen)).size).toBe(2);
});

test("a member of a union with a message and an ID is no error of a rejection", async () => {
  const schema = `
    type Query { name: String }
    type Mutation { write: Written }
    union Written = Done | Note | Full
    type Done { at: String }
    type Note { id: ID! message: String! }
    type Full { message: String! }`;
  const platform = openForeign({ schema });
  const text = "mutation Write { write { __typename ... on Full { message } } }";
  platform.reject(text, [{ messages: ["a"] }]);
  expect(await queryData(platform, text)).toEqual({ write: { __typename: "Full", message: "a" } });
  const named = createPlatform({
    schema: schema.replace("Full\n", "FullError\n type FullError { reason: String! }\n"),
  });
  const reasons = "mutation Write { write { __typename ... on FullError { reason } } }";
  named.reject(reasons, [{ messages: ["a"] }]);
  expect(await queryData(named, reasons)).toEqual({ write: { __typename: "FullError", reason: "a" } });
  const single = createPlatform({ schema: schema.replace("write: Written", "write: Full") });
  expect(() => single.reject("mutation Write { write { message } }", [{ messages: ["a"] }])).toThrow(
    "reject: the payload of Write has no list of payload errors.",
  );
});

test("a rejection is one of the types of a union that has only errors", async () => {
  const schema = `
    type Query { name: String }
    type Mutation { rename: RenamePayload }
    type RenamePayload { errors: [Problem!]! }
    union Problem = TakenError | BlankError
    type TakenError { message: String! }
    type BlankError { message: String! }`;
  const platform = createPlatform({ schema });
  const text = "mutation Rename { rename { errors { __typename ... on TakenError { message } } } }";
  platform.reject(text, [{ messages: ["a"] }]);
  expect(await queryData(platform, text)).toEqual({
    rename: { errors: [{ __typename: "TakenError", message: "a" }] },
  });
});

test("a rejection is a list of texts if the payload errors have no type", async () => {
  const schema = `
    type Query { name: String }
    type Mutation { rename: RenamePayload }
    type RenamePayload { errors: [String!]! }`;
  const platform = createPlatform({ schema });
  const text = "mutation Rename { rename { errors } }";
  const errors = [{ messages: ["a", "b"] }, { messages: ["c"] }];
  platform.reject(text, errors);
  // The caller can change its list afterwards.
  Object.assign(errors[0] ?? {}, { messages: ["x"] });
  errors.length = 1;
  expect(await queryData(platform, text)).toEqual({ rename: { errors: ["a b", "c"] } });
});

test("an answer can leave out the type of an object, even if all of its fields are required", async () => {
  const platform = openForeign();
  const text = "query Order { orders { __typename nodes { payment { __typename } } } }";
  platform.answer(text, { orders: { nodes: [{ payment: {} }] } }, { exact: true });
  const { orders } = await queryData(platform, text);
  expect(orders?.nodes).toEqual([{ payment: { __typename: expect.any(String) } }]);
});

test("reject throws for a query, a mutation without payload errors, and an empty list of errors", () => {
  const platform = openForeign();
  const errors = [{ messages: ["no"] }];
  expect(() => platform.reject("query A { serverTime }", errors)).toThrow("reject: A is not a mutation.");
  expect(() => platform.reject('mutation A { closeTicket(id: "1") { id } }', errors)).toThrow(
    "reject: the payload of A has no list of payload errors.",
  );
  for (const none of [[], [{ message: "no" } as never]]) {
    expect(() => platform.reject(CREATE, none)).toThrow(
      '"errors" must contain at least one object with "messages"',
    );
  }
});

test("rejects all mutations while the scenario rejected-mutations is active", async () => {
  const platform = openForeign({ scenario: "rejected-mutations", data: { Ticket: [{ id: "t" }] } });
  const messages = ["The scenario rejected-mutations is active."];
  const variables = { input: { name: "Ada" } };
  const expected = { customer: null, errors: [{ field: null, messages, code: expect.any(String) }] };
  expect(await queryData(platform, CREATE, variables)).toEqual({ createCustomer: expected });
  expect(await queryData(platform, 'mutation { closeTicket(id: "t") { id } }')).toEqual({
    closeTicket: { id: "t" },
  });
  platform.unuse("rejected-mutations");
  expect(await queryData(platform, CREATE, variables)).toMatchObject({ createCustomer: { errors: [] } });
});

test("completes an answer with payload errors as a rejection, and other answers as a success", async () => {
  const platform = openForeign();
  const variables = { input: { name: "Ada" } };
  platform.answer(CREATE, { createCustomer: { errors: [{ field: "name" }] } });
  expect(await queryData(platform, CREATE, variables)).toMatchObject({
    createCustomer: { customer: null, errors: [{ field: "name", messages: expect.anything() }] },
  });
  platform.answer(CREATE, { createCustomer: { errors: [] } });
  expect(await queryData(platform, CREATE, variables)).toEqual({
    createCustomer: { customer: { id: expect.any(String) }, errors: [] },
  });
  platform.answer(CREATE, { createCustomer: { customer: { id: "c7" } } });
  expect(await queryData(platform, CREATE, variables)).toEqual({
    createCustomer: { customer: { id: "c7" }, errors: [] },
  });
});

test("a payload that a query returns, too, is rejected only in a mutation", async () => {
  const schema = `
    type Query { last: RenamePayload }
    type Mutation { rename: RenamePayload }
    type RenamePayload { name: String errors: [Problem!]! }
    type Problem { message: String! }`;
  const platform = openForeign({ schema });
  const errors = [{ message: "no" }];
  const rename = "mutation Rename { rename { name errors { message } } }";
  platform.answer(rename, { rename: { errors } });
  expect(await queryData(platform, rename)).toEqual({ rename: { name: null, errors } });
  const last = "query Last { last { name errors { message } } }";
  platform.answer(last, { last: { errors } });
  expect(await queryData(platform, last)).toEqual({ last: { name: expect.any(String), errors } });
});

test("completes an answer with arguments of the same name, except for fields that are objects", async () => {
  const schema = `
    type Query { a: Int }
    type Mutation { create(name: String!, owner: OwnerInput!, tags: [TagInput!]!): Payload! }
    input OwnerInput { name: String! }
    input TagInput { text: String! }
    type Payload { name: String! owner: Owner! tags: [Tag!]! }
    type Owner { id: ID! }
    type Tag { text: String! }`;
  const platform = openForeign({ schema });
  const text =
    'mutation Create { create(name: "Web", owner: { name: "Ada" }, tags: []) { name owner { id } tags { text } } }';
  platform.answer(text, {});
  const { create } = await queryData(platform, text);
  expect(create).toEqual({
    name: "Web",
    owner: { id: expect.any(String) },
    tags: expect.arrayContaining([{ text: expect.any(String) }]),
  });
});

test("describes a page whose items an answer contains", async () => {
  const platform = openForeign({ data: { Customer: fill([{ id: "c1" }]) } });
  const text =
    "query List($after: String) { customers(first: 2, after: $after) { totalCount nodes { id name } pageInfo { hasNextPage } } }";
  platform.answer(text, { customers: { nodes: [{ id: "c1" }, { name: "Bob" }] } });
  const { customer } = await queryData(platform, '{ customer(id: "c1") { name } }');
  expect(await queryData(platform, text, { after: "anything" })).toEqual({
    customers: {
      totalCount: 2,
      nodes: [
        { id: "c1", name: customer?.name },
        { id: expect.any(String), name: "Bob" },
      ],
      pageInfo: { hasNextPage: false },
    },
  });
});
