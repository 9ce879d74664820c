/**
 * The option `data`: rows of a test, what a row without a value means, and the problems of data that does not
 * match the schema.
 */

import { expect, test } from "vitest";
import { createPlatform, fill, type PlatformData } from "../src/index.ts";
import { findForeignError, openForeign, queryForeign } from "./support/foreign-platform.ts";
import { queryData, sendQuery } from "./support/requests.ts";

test("returns the rows of the data, and generates the missing values of filled ones", async () => {
  const data: PlatformData = {
    Customer: fill([
      { id: "c1", name: "Ada", address: { city: "Bern" }, orders: [{ id: "o1" }] },
      { name: "Bob", address: null },
    ]),
    Order: fill([{ id: "o1", number: "7", customer: { id: "c1" }, payment: { __typename: "BankTransfer" } }]),
  };
  const result = await queryForeign(
    `{ customers { nodes { id name address { city country } orders { nodes { number } } } totalCount }
      order(id: "o1") { customer { name } payment { __typename ... on BankTransfer { iban } } }
      unknown: customer(id: "c9") { id } }`,
    { data },
  );
  expect(result).toEqual({
    customers: {
      nodes: [
        {
          id: "c1",
          name: "Ada",
          address: { city: "Bern", country: expect.any(String) },
          orders: expect.anything(),
        },
        { id: expect.any(String), name: "Bob", address: null, orders: { nodes: [] } },
      ],
      totalCount: 2,
    },
    order: { customer: { name: "Ada" }, payment: { __typename: "BankTransfer", iban: expect.any(String) } },
    unknown: null,
  });
  expect(result.customers?.nodes?.[0]?.orders).toEqual({ nodes: [{ number: "7" }] });
});

test("a value that no row of the data has is an error with the lines to choose from, once per response", async () => {
  const messages: string[] = [];
  const onRulesError = (message: string) => void messages.push(message);
  const data = {
    Customer: Array.from({ length: 100 }, (_, index) => ({ id: `c${index}`, name: `${index}` })),
  };
  const platform = openForeign({ data, onRulesError });
  const { result } = await sendQuery(platform, "query Names { customers { nodes { name blocked } } }");
  expect(result.errors).toMatchObject([{ extensions: { code: "RULES" } }]);
  expect(messages).toEqual([
    `Names: No Customer has a "blocked". Add it to the data, generate it, or compute it in platform.rules.ts:

  data: { Customer: [{ …, blocked: … }] }
  data: { Customer: fill([…]) }
  Customer: { blocked: (row) => … }`,
  ]);
});

test("a value that other rows have is null if it can be, and else an error that names the row", async () => {
  const data = {
    Customer: [
      { id: "c1", name: "Ada", email: "a@example.com", blocked: true },
      { id: "c2", name: "Bob" },
    ],
  };
  const { customers } = await queryForeign("{ customers { nodes { email } } }", { data });
  expect(customers?.nodes).toEqual([{ email: "a@example.com" }, { email: null }]);
  const error = await findForeignError("{ customers { nodes { blocked } } }", {
    data,
    onRulesError: () => {},
  });
  expect(error?.message).toContain('Customer "c2" has no "blocked", which is Boolean!.');
});

test("returns no objects for an empty list", async () => {
  const data = { Customer: [], Category: [] };
  const result = await queryForeign(
    "{ categories { id } customers { nodes { id } totalCount } customer(id: 1) { id } }",
    {
      data,
    },
  );
  expect(result).toEqual({ categories: [], customers: { nodes: [], totalCount: 0 }, customer: null });
});

test.for<[unknown, string]>([
  [{ Custmer: [] }, 'data.Custmer: the schema has no object type "Custmer". Did you mean "Customer"?'],
  [{ OrderStatus: [] }, 'data.OrderStatus: the schema has no object type "OrderStatus".'],
  [{ Customer: {} }, "data.Customer: expected a list of objects, got an object."],
  [{ Customer: [null] }, "data.Customer[0]: expected an object, got null."],
  [{ Customer: ["c1"] }, "data.Customer[0]: expected an object (Customer), got a string."],
  [
    { Customer: [{ nmae: "Ada" }] },
    'data.Customer[0].nmae: Customer has no field "nmae". Did you mean "name"?',
  ],
  [{ Customer: [{ name: null }] }, "data.Customer[0].name: expected String!, got null."],
  [{ Customer: [{ name: undefined }] }, "data.Customer[0].name: is undefined. Omit it."],
  [{ Customer: [{ address: "a" }] }, "data.Customer[0].address: expected an object (Address), got a string."],
  [{ Customer: [{ id: "1" }, { name: 1 }] }, "data.Customer[1].name: expected a string, got 1."],
  [{ Customer: [{ address: { city: 1 } }] }, "data.Customer[0].address.city: expected a string, got 1."],
  [
    { Customer: [{ orders: [{ total: null }] }] },
    "data.Customer[0].orders[0].total: expected Money!, got null.",
  ],
  [{ Customer: [{ id: "1" }, { id: "1" }] }, "data.Customer[1].id: another Customer has the same ID."],
  [{ Order: [{ status: "GONE" }] }, "data.Order[0].status: expected OrderStatus (DRAFT, PLACED, SHIPPED, "],
  [
    { Order: [{ payment: {} }] },
    "data.Order[0].payment: set __typename to a type of PaymentMethod: CardPayment, ",
  ],
  [{ Customer: [{ attributes: { a: [() => 1] } }] }, "data.Customer[0].attributes: expected a JSON value, "],
  [
    { Customer: [{ attributes: new Date(0) }] },
    "data.Customer[0].attributes: expected a JSON value, got a Date.",
  ],
  [
    { RootQuery: [] },
    "data.RootQuery: a root type has no rows. Write resolvers: RootQuery: { field: () => … } in ",
  ],
  [[], "data: expected an object, got a list."],
])("rejects invalid data with its path: %j", ([data, message]) => {
  expect(() => openForeign({ data: data as PlatformData })).toThrow(
    expect.objectContaining({ name: "TypeError", mismatch: "data", problems: expect.any(Array) }),
  );
  expect(() => openForeign({ data: data as PlatformData })).toThrow(
    `The data does not match the schema:\n  ${message}`,
  );
});

test.for<[type: string, used: unknown, next: unknown]>([
  ["Int", 533, 534],
  ["String", "Id 538", "Id 539"],
  ["BigInt", "533", "534"],
])("rows without a key of the type %s have different ones", async ([type, first, next]) => {
  const schema = `scalar BigInt type Query { rows: [Row!]! } type Row { id: ${type}! name: String! }`;
  const listRows = async (data?: PlatformData) => {
    const platform = createPlatform({ schema, ...(data && { data }) });
    return (await queryData<{ rows: { id: unknown; name: string }[] }>(platform, "{ rows { id name } }"))
      .rows;
  };
  const unnamed = Array.from({ length: 499 }, (_, index) => ({ name: `row ${index}` }));
  const generated = await listRows({ Row: unnamed });
  const used = generated[0]?.id;
  const [row] = await listRows({ Row: [{ name: "row 0" }, { id: used, name: "last" }] });
  expect([used, row?.id]).toEqual([first, next]);
  // The data has the key that the first row would have.
  const rows = await listRows({ Row: [...unnamed, { id: used, name: "last" }] });
  expect(rows.map(({ name }) => name)).toEqual([...unnamed.map(({ name }) => name), "last"]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(500);
  expect(rows.filter(({ id }) => Number(String(id).replace("Id ", "")) > 1_010)).toEqual([]);
  expect(rows.at(-1)?.id).toBe(used);
});

test("an object that contains itself is rejected with its path, and one that occurs twice is not", async () => {
  const schema = `
    type Query { owners: [Owner!]! }
    type Owner { id: ID! pets: [Pet!]! }
    type Pet { id: ID! owner: Owner friend: Pet home: Home }
    type Home { inner: Home }`;
  const owner = { id: "o" };
  const pets = [
    { id: "p", owner },
    { id: "q", owner },
  ];
  const platform = createPlatform({ schema, data: { Pet: pets } });
  expect(await queryData(platform, "{ owners { pets { id } } }")).toEqual({
    owners: [{ pets: [{ id: "p" }, { id: "q" }] }],
  });
  const friend = { id: "r", friend: {} };
  friend.friend = friend;
  expect(() => createPlatform({ schema, data: { Pet: [{ id: "p", friend }] } })).toThrow(
    "The data does not match the schema:\n  data.Pet[0].friend.friend: contains itself. Use a row or an ID.",
  );
  const home = { inner: {} };
  home.inner = home;
  expect(() => createPlatform({ schema, data: { Pet: [{ id: "p", home }] } })).toThrow(
    /\.home\.inner: contains itself\.$/,
  );
  // An answer has no IDs in place of objects.
  const answer = { owners: [{ pets: [{ friend }] }] };
  expect(() =>
    platform.answer("query Pets { owners { pets { friend { friend { id } } } } }", answer),
  ).toThrow(/owners\[0\]\.pets\[0\]\.friend\.friend: contains itself\.$/m);
});

test("generated rows have different keys, even if their hashes are the same", async () => {
  const schema = "type Query { rows: [Row!]! } type Row { id: Int! }";
  const rows = await queryData(createPlatform({ schema, seed: 164 }), "{ rows { id } }");
  expect(rows).toEqual({ rows: [{ id: 559 }, { id: 454 }, { id: 455 }] });
});

test("data can have objects of JSON without a prototype, and parts whose type follows from their fields", async () => {
  const attributes = Object.assign(Object.create(null), { a: 1 });
  const data = { Customer: [{ id: "c", attributes }], Order: [{ id: "o", payment: { iban: "CH1" } }] };
  const text = '{ customers { nodes { attributes } } order(id: "o") { payment { __typename } } }';
  expect(await queryForeign(text, { data })).toEqual({
    customers: { nodes: [{ attributes: { a: 1 } }] },
    order: { payment: { __typename: "BankTransfer" } },
  });
});

test("an ID in a page of the data that no row has is rejected with its path", () => {
  const schema = `
    type Query { boards: [Board!]! }
    type Board { id: ID! posts: PostPage! }
    type PostPage { nodes: [Node!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! }
    interface Node { id: ID! }
    type Post implements Node { id: ID! }`;
  const data = { Board: [{ id: "b", posts: { nodes: ["p"] } }] };
  expect(() => createPlatform({ schema, data })).toThrow('data.Board[0].posts[0]: there is no Node "p".');
});

test("an ID that no row of an interface has is rejected with its path", () => {
  const schema = `
    type Query { notes: [Note!]! }
    interface Node { id: ID! }
    type Post implements Node { id: ID! }
    type Note { id: ID! about: Node }`;
  expect(() => createPlatform({ schema, data: { Note: [{ id: "n", about: "p" }] } })).toThrow(
    'data.Note[0].about: there is no Node "p".',
  );
});
