/** Filters and sorting of lists, in the styles of several platforms. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformData, type PlatformOptions } from "../src/index.ts";
import { ask, askData } from "./support/requests.ts";

const schema = `scalar DateTime scalar Decimal
  enum State { OPEN CLOSED } enum Direction { ASC DESC } enum Field { NAME PRICE CREATED_AT RANK }
  enum Order { NAME_ASC NAME_DESC }
  type Owner { id: ID! name: String! items: [Item!]! }
  type Item { id: ID! name: String! state: State! price: Decimal! createdAt: DateTime! note: String tags: [String!]!
    size: Size! owner: Owner }
  type Size { width: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Items { nodes: [Item!]! pageInfo: PageInfo! totalCount: Int! }
  input Text { eq: String in: [String!] nin: [String!] containsIgnoreCase: String null: Boolean like: String }
  input Dates { gte: DateTime lt: DateTime } input OwnerFilter { name: Text id: [ID!] } input SizeFilter { width: Numbers }
  input Numbers { gt: Int }
  input ItemFilter { name: Text note: Text state: State createdAt: Dates owner: OwnerFilter size: SizeFilter
    and: [ItemFilter!] or: [ItemFilter!] not: ItemFilter }
  input Sort { field: Field! direction: Direction! }
  input OwnerWhere { items: Some } input Some { some: ItemFilter every: ItemFilter none: ItemFilter }
  type Query {
    items(name: String name_Icontains: String name_In: [String!] name_Startswith: String price_Gte: Decimal
      price_Lt: Decimal createdAt_Gt: DateTime note_Isnull: Boolean state: State tags: [String!] owner: ID ownerId: ID
      owner_Name: String filter: ItemFilter search: String sortBy: [Sort!] orderBy: Order sort: String
      first: Int after: String): Items!
    pages(page: Int perPage: Int sort: String): [Item!]!
    owners(where: OwnerWhere reverse: Boolean): [Owner!]!
    item(id: ID! lang: String): Item
  }`;

const data: PlatformData = {
  Owner: [
    { id: "x", name: "Ada" },
    { id: "y", name: "Bob" },
    { id: "z", name: "Cleo" },
  ],
  Item: [
    { id: "1", name: "Chair", state: "OPEN", price: "9.50", createdAt: "2026-01-01T00:00:00Z", note: "old" },
    { id: "2", name: "armchair", state: "CLOSED", price: "100.00", createdAt: "2026-01-02T00:00:00+02:00", note: null },
    { id: "3", name: "Desk", state: "OPEN", price: "20", createdAt: "2026-01-03T00:00:00.000Z", note: null },
  ].map((item, index) => ({
    ...item,
    tags: index === 0 ? ["wood", "red"] : ["steel"],
    size: { width: index * 10 },
    owner: index === 2 ? null : { id: "xy"[index] },
  })),
};

const open = (options: PlatformOptions = {}) => createPlatform({ schema, data, ...options });

async function list(args: string, options?: PlatformOptions): Promise<string> {
  const { items } = await askData<{ items: { totalCount: number; nodes: { id: string }[] } }>(
    open(options),
    `{ items(${args}) { totalCount nodes { id } } }`,
  );
  expect(items.totalCount).toBeGreaterThanOrEqual(items.nodes.length);
  return items.nodes.map(({ id }) => id).join("");
}

test.for<[string, string]>([
  ['name: "Desk"', "3"],
  ['name: "desk"', ""],
  ['name_Icontains: "CHAIR"', "12"],
  ['name_In: ["Desk", "Chair"]', "13"],
  ["name_In: []", ""],
  ['name_Startswith: "arm"', "2"],
  ['price_Gte: "20.00"', "23"],
  ['price_Gte: "10", price_Lt: "50"', "3"],
  ['createdAt_Gt: "2026-01-01T22:00:00Z"', "3"],
  ["note_Isnull: true", "23"],
  ["note_Isnull: false", "1"],
  ["state: OPEN", "13"],
  ["state: null", "123"],
  ['tags: ["red", "steel"]', "123"],
  ['tags: ["red"]', "1"],
  ['owner: "x"', "1"],
  ['ownerId: "y"', "2"],
  ['owner_Name: "Bob"', "2"],
  ['filter: { name: { eq: "Desk" } }', "3"],
  ['filter: { name: { nin: ["Desk"] }, state: OPEN }', "1"],
  ['filter: { name: { containsIgnoreCase: "CH" } }', "12"],
  ['filter: { name: { like: "%air" } }', "12"],
  ["filter: { note: { null: true } }", "23"],
  ["filter: { note: { eq: null } }", "23"],
  ['filter: { createdAt: { gte: "2026-01-01", lt: "2026-01-02" } }', "12"],
  ['filter: { owner: { name: { in: ["Ada", "Bob"] } } }', "12"],
  ['filter: { owner: { id: ["x"] } }', "1"],
  ["filter: { size: { width: { gt: 5 } } }", "23"],
  ['filter: { or: [{ name: { eq: "Desk" } }, { state: CLOSED }] }', "23"],
  ['filter: { and: [{ state: OPEN }, { not: { name: { eq: "Desk" } } }] }', "1"],
  ["filter: { not: { state: OPEN } }", "2"],
  ["filter: {}", "123"],
  ["sortBy: [{ field: NAME, direction: ASC }]", "132"],
  ["sortBy: [{ field: PRICE, direction: DESC }]", "231"],
  ["sortBy: [{ field: CREATED_AT, direction: DESC }]", "321"],
  ["sortBy: [{ field: RANK, direction: DESC }]", "123"],
  ["orderBy: NAME_DESC", "231"],
  ['sort: "state"', "213"],
  ['sort: "-state,-name"', "312"],
  ['sort: "note"', "123"],
  ['sort: "-note"', "231"],
  ['sort: "-price", state: OPEN, first: 1', "3"],
])("filters and sorts by %s", async ([args, ids]) => {
  expect(await list(args)).toBe(ids);
});

test.for<[string, string]>([
  ["some: { state: CLOSED }", "y"],
  ["every: { state: OPEN }", "xz"],
  ['none: { name: { eq: "Chair" } }', "yz"],
])("filters objects by their list: %s", async ([filter, ids]) => {
  const { owners } = await askData(open(), `{ owners(where: { items: { ${filter} } }) { id } }`);
  expect(owners?.map(({ id }) => id).join("")).toBe(ids);
});

test("pages what is filtered and sorted", async () => {
  const platform = open();
  const page = async (after: string) => {
    const text = `{ items(first: 1, after: "${after}", state: OPEN, sort: "-name") { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`;
    return (await askData(platform, text)).items;
  };
  const first = await page("");
  expect(first).toMatchObject({ totalCount: 2, nodes: [{ id: "3" }], pageInfo: { hasNextPage: true } });
  const second = await page(String(first?.pageInfo?.endCursor));
  expect(second).toMatchObject({ totalCount: 2, nodes: [{ id: "1" }], pageInfo: { hasNextPage: false } });
});

test("reverses a list", async () => {
  expect(await askData(open(), "{ owners(reverse: true) { id } }")).toEqual({
    owners: ["z", "y", "x"].map((id) => ({ id })),
  });
});

test("pages by number", async () => {
  const pages = (args: string) => askData(open(), `{ pages(${args}) { id } }`);
  expect(await pages('page: 1, perPage: 2, sort: "-id"')).toEqual({ pages: [{ id: "3" }, { id: "2" }] });
  expect(await pages('page: 2, perPage: 2, sort: "-id"')).toEqual({ pages: [{ id: "1" }] });
});

test("filters and sorts generated values", async () => {
  const items = { Item: Array.from({ length: 50 }, () => ({})) };
  const platform = open({ data: items });
  const { all, open: some } = await askData<Record<"all" | "open", { nodes: { state: string; name: string }[] }>>(
    platform,
    '{ all: items { nodes { id state name } } open: items(state: OPEN, sort: "name") { nodes { id state name } } }',
  );
  const expected = all.nodes.filter(({ state }) => state === "OPEN").sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(some.nodes).toEqual(expected);
  expect(some.nodes.length).toBeGreaterThan(10);
});

test("ignores arguments that no convention explains, and lists each of them once", async () => {
  const platform = open();
  expect(platform.ignoredArguments).toEqual([]);
  for (const text of ["a", "b"]) await askData(platform, `{ items(search: "${text}") { totalCount } }`);
  await askData(platform, '{ item(id: "1", lang: "de") { id } }');
  expect(platform.ignoredArguments).toEqual(["Query.items(search)"]);
  expect(platform.describe()).toContain("\n  ignored arguments: Query.items(search)");
  platform.reset();
  expect(platform.ignoredArguments).toEqual([]);
});

test("reports an argument that no convention explains with strict", async () => {
  const platform = open({ strict: true });
  await expect(ask(platform, '{ items(search: "a") { totalCount } }')).rejects.toThrow(
    "the argument Query.items(search)",
  );
  expect(await list('name: "Desk"', { strict: true })).toBe("3");
  const given = open({ strict: true, data: { Query: { items: ({ search }) => [{ name: search }] } } });
  expect(await askData(given, '{ items(search: "a") { nodes { name } } }')).toEqual({
    items: { nodes: [{ name: "a" }] },
  });
});
