/** Filters, order and pages of lists by declared rules, in the styles of several platforms. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformData, type PlatformOptions } from "../src/index.ts";
import {
  above,
  and,
  atLeast,
  atMost,
  below,
  between,
  contains,
  containsAll,
  containsText,
  descending,
  endsWith,
  every,
  exists,
  ignored,
  is,
  isNot,
  isNull,
  isText,
  keep,
  like,
  likeText,
  matches,
  matching,
  none,
  not,
  nullsFirst,
  nullsLast,
  or,
  type Rules,
  self,
  some,
  startsWith,
  todo,
} from "../src/rules.ts";
import { ask, askData } from "./support/requests.ts";

const schema = `scalar DateTime scalar Decimal scalar PhoneNumber
  enum State { OPEN CLOSED } enum Direction { ASC DESC } enum Field { NAME PRICE CREATED_AT RANK }
  enum Order { NAME_ASC NAME_DESC }
  type Owner { id: ID! name: String! items: [Item!]! }
  type Item { id: ID! name: String! state: State! price: Decimal! createdAt: DateTime! note: String tags: [String!]!
    size: Size! owner: Owner phone: PhoneNumber grid: [[Size!]!] }
  type Size { width: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Items { nodes: [Item!]! pageInfo: PageInfo! totalCount: Int! }
  enum Nulls { asc desc desc_nulls_last }
  input Text { eq: String in: [String!] nin: [String!] containsIgnoreCase: String null: Boolean like: String
    ncontains: String matches: String length: Int }
  input Dates { gte: DateTime lt: DateTime } input OwnerFilter { name: Text id: [ID!] } input SizeFilter { width: Numbers }
  input Numbers { gt: Int }
  input ItemFilter { name: Text note: Text state: State createdAt: Dates owner: OwnerFilter size: SizeFilter
    and: [ItemFilter!] or: [ItemFilter!] not: ItemFilter }
  enum Nth { FIRST SECOND }
  input Sort { field: Field! direction: Direction! nth: Nth }
  input OwnerWhere { items: Some hasItems: Boolean } input Some { some: ItemFilter every: ItemFilter none: ItemFilter }
  input ItemOrder { name: Nulls note: Nulls owner: OwnerOrder } input OwnerOrder { name: Nulls }
  input Range { from: Decimal to: Decimal other: Decimal } input PageInput { size: Int number: Int }
  type Query {
    items(name: String name_Icontains: String name_In: [String!] name_Startswith: String price_Gte: Decimal
      price_Lt: Decimal createdAt_Gt: DateTime note_Isnull: Boolean state: State tags: [String!] owner: ID ownerId: ID
      owner_Name: String filter: ItemFilter search: String hue: String all: [String!] name_Iexact: String name_Ends: String
      name_Like: String price_Lte: Decimal range: Range ranges: [Decimal!] name_Not: String order_by: [ItemOrder!] sortBy: [Sort!] orderBy: Order sort: String
      note_Iexact: String phone: PhoneNumber words: [String!] grid: Int way: Direction nth: Nth id_Lt: ID id: ID size: Int first: Int after: String): Items!
    pages(page: Int perPage: Int sort: String): [Item!]! paged(page: PageInput): [Item!]!
    owners(where: OwnerWhere reverse: Boolean): [Owner!]!
    item(id: ID! lang: String): Item
  }`;

const rules: Rules = {
  filters: {
    "Query.items(name:)": is("name"),
    "Query.items(name_Not:)": isNot("name"),
    "Query.items(name_Icontains:)": containsText("name"),
    "Query.items(name_In:)": is("name"),
    "Query.items(name_Iexact:)": isText("name"),
    "Query.items(name_Startswith:)": startsWith("name"),
    "Query.items(name_Ends:)": endsWith("name"),
    "Query.items(name_Like:)": likeText("name"),
    "Query.items(price_Gte:)": atLeast("price"),
    "Query.items(price_Lt:)": below("price"),
    "Query.items(price_Lte:)": atMost("price"),
    "Query.items(range:)": between("price"),
    "Query.items(ranges:)": between("price"),
    "Query.items(createdAt_Gt:)": above("createdAt"),
    "Query.items(note_Isnull:)": isNull("note"),
    "Query.items(id_Lt:)": below("id"),
    "Query.items(id:)": is("id"),
    "Query.items(note_Iexact:)": isText("note"),
    "Query.items(state:)": is("state"),
    "Query.items(phone:)": is("phone"),
    "Query.items(words:)": contains("name"),
    "Query.items(grid:)": is("grid.width"),
    "Query.items(tags:)": is("tags"),
    "Query.items(all:)": containsAll("tags"),
    "Query.items(owner:)": is("owner"),
    "Query.items(ownerId:)": is("owner.id"),
    "Query.items(owner_Name:)": is("owner.name"),
    "Query.items(search:)": contains("name", "note"),
    "Query.items(hue:)": ({ tags }, hue) => tags.includes(hue),
    "Query.item(lang:)": ignored,
    "Text.eq": is(),
    "Text.in": is(),
    "Text.nin": isNot(),
    "Text.containsIgnoreCase": containsText(),
    "Text.ncontains": not(contains()),
    "Text.null": isNull(),
    "Text.like": like(),
    "Text.matches": matches(),
    "Text.length": (text, wanted) => text.length === wanted,
    "Dates.gte": atLeast(),
    "Dates.lt": below(),
    "Numbers.gt": above(),
    "ItemFilter.name": some("name"),
    "ItemFilter.note": matching("note"),
    "ItemFilter.state": is("state"),
    "ItemFilter.createdAt": some("createdAt"),
    "ItemFilter.owner": matching("owner"),
    "ItemFilter.size": some("size"),
    "ItemFilter.and": and,
    "ItemFilter.or": or,
    "ItemFilter.not": not,
    "OwnerFilter.name": matching("name"),
    "OwnerFilter.id": is("id"),
    "SizeFilter.width": some("width"),
    "OwnerWhere.items": matching("items"),
    "OwnerWhere.hasItems": exists("items"),
    "Some.some": some(self),
    "Some.every": every(self),
    "Some.none": none(self),
  },
  orders: {
    "Field.NAME": "name",
    "Field.PRICE": "price",
    "Field.CREATED_AT": "createdAt",
    "Field.RANK": keep,
    "Direction.DESC": descending,
    "Order.NAME_ASC": "name",
    "Order.NAME_DESC": "-name",
    "Query.items(way:)": "-price",
    "Query.items(sort:)": (sort: string) => sort.split(","),
    "Query.pages(sort:)": (sort: string) => (sort === "note!" ? nullsFirst("note") : sort),
    "Query.owners(reverse:)": descending,
    "Nulls.asc": keep,
    "Nulls.desc": descending,
    "Nulls.desc_nulls_last": nullsLast(descending),
    "ItemOrder.name": "name",
    "ItemOrder.note": "note",
    "ItemOrder.owner": "owner",
    "OwnerOrder.name": "name",
  },
  pages: {
    "Query.pages(page:)": "page",
    "Query.pages(perPage:)": "first",
    "PageInput.size": "first",
    "PageInput.number": "page",
  },
};

const data: PlatformData = {
  Owner: [
    { id: "x", name: "Ada" },
    { id: "y", name: "Bob" },
    { id: "z", name: "Cleo" },
  ],
  Item: [
    { id: "1", name: "Chair", state: "OPEN", price: "9.50", createdAt: "2026-01-01T00:00:00Z", note: "old.\nred" },
    { id: "2", name: "armchair", state: "CLOSED", price: "100.00", createdAt: "2026-01-02T00:00:00+02:00", note: null },
    { id: "3", name: "Desk", state: "OPEN", price: "20", createdAt: "2026-01-03T00:00:00.000Z", note: null },
  ].map((item, index) => ({
    ...item,
    tags: index === 0 ? ["wood", "red"] : ["steel"],
    size: { width: index * 10 },
    phone: `+41 44 0${index}`,
    grid: [[{ width: index }], [{ width: 5 }]],
    owner: index === 2 ? null : { id: "xy"[index] },
  })),
};

const open = (options: PlatformOptions = {}) => createPlatform({ schema, data, rules, ...options });

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
  ['phone: "+41 44 01"', "2"],
  ['words: ["esk", "air"]', "123"],
  ["grid: 1", "2"],
  ["grid: 5", "123"],
  ["grid: 7", ""],
  ['search: "nul"', ""],
  ["filter: { name: { like: null } }", ""],
  ['filter: { note: { like: "old.%" } }', "1"],
  ['filter: { note: { like: "oldx%" } }', ""],
  ["state: null", "123"],
  ['tags: ["red", "steel"]', "123"],
  ['tags: ["red"]', "1"],
  ["tags: []", ""],
  ['all: ["red", "wood"]', "1"],
  ['all: ["red", "steel"]', ""],
  ['name_Not: "Desk"', "12"],
  ['name_Iexact: "desk"', "3"],
  ['name_Ends: "sk"', "3"],
  ['name_Like: "CH_IR"', "1"],
  ['price_Lte: "20"', "13"],
  ['range: { from: "10", to: "20" }', "3"],
  ['range: { from: "10" }', "23"],
  ['ranges: ["9.5", "20.00"]', "13"],
  ['search: "ol"', "1"],
  ['hue: "steel"', "23"],
  ['owner: "x"', "1"],
  ['ownerId: "y"', "2"],
  ['owner_Name: "Bob"', "2"],
  ['filter: { name: { eq: "Desk" } }', "3"],
  ['filter: { name: { nin: ["Desk"] }, state: OPEN }', "1"],
  ['filter: { name: { containsIgnoreCase: "CH" } }', "12"],
  ['filter: { name: { like: "%air" } }', "12"],
  ["filter: { name: { length: 4 } }", "3"],
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
  ["filter: null", "123"],
  ["filter: { or: [] }", ""],
  ["filter: { and: [] }", "123"],
  ['filter: { name: { ncontains: "a" } }', "3"],
  ['filter: { name: { matches: "^[A-Z]" } }', "13"],
  ["filter: { owner: { name: { null: true } } }", "3"],
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
  ["order_by: [{ name: desc }]", "231"],
  ["order_by: [{ note: asc }, { name: desc }]", "123"],
  ["order_by: [{ note: desc_nulls_last }]", "123"],
  ["order_by: [{ owner: { name: asc } }]", "123"],
  ["order_by: { owner: { name: desc } }", "321"],
  ["way: ASC", "231"],
  ["order_by: []", "123"],
  ['id_Lt: "10"', "123"],
  ["id_Lt: 3", "12"],
  ['id: "1"', "1"],
  ['id: "x"', ""],
  ['note_Iexact: "OLD.\\nRED"', "1"],
  ["note_Iexact: null", "123"],
  ['price_Gte: "cheap"', ""],
  ['price_Lt: "cheap"', "123"],
  ['createdAt_Gt: "soon"', ""],
  ['range: { to: "20" }', "13"],
  ['range: { from: "9.5", to: "20" }', "13"],
  ['ranges: ["20", "9.5"]', ""],
  ['name_Like: "%"', "123"],
  ['name_Like: "c_air"', "1"],
  ['name_Like: "c.air"', ""],
])("filters and sorts by %s", async ([args, ids]) => {
  expect(await list(args)).toBe(ids);
});

test.for<[args: string, message: string]>([
  ['ranges: ["1"]', '"between" compares with a list of two values, or an object such as { from, to }.'],
  [
    'range: { from: "1", other: "2" }',
    '"between" compares with a list of two values, or an object such as { from, to }.',
  ],
  ["range: {}", '"between" compares with a list of two values, or an object such as { from, to }.'],
  ['filter: { name: { matches: "(" } }', "The regular expression is not valid."],
  [
    "nth: FIRST",
    'platform.rules.ts has no rule for the argument Query.items(nth:). Add to orders:\n\n  "Nth.FIRST": "…",',
  ],
  [
    "sortBy: [{ field: NAME, direction: ASC, nth: FIRST }]",
    'platform.rules.ts has no rule for the enum value Nth.FIRST. Add to orders:\n\n  "Nth.FIRST": "…", // a path such as "createdAt", or keep',
  ],
  [
    "size: 1",
    'platform.rules.ts has no rule for the argument Query.items(size:), which is todo. Add to pages:\n\n  "Query.items(size:)": "first",',
  ],
  ['hue: "late"', 'filters["Query.items(hue:)"] in platform.rules.ts threw TypeError: a filter must not be async'],
])("fails for %s", async ([args, message]) => {
  const hue = async () => true;
  const platform = open({
    rules: {
      ...rules,
      filters: { ...rules.filters, "Query.items(hue:)": hue as never },
      pages: { ...rules.pages, "Query.items(size:)": todo as never },
    },
    onRulesError: () => {},
  });
  expect((await ask(platform, `{ items(${args}) { totalCount } }`)).result.errors?.[0]?.message).toBe(message);
});

test.for<[string, string]>([
  ["some: { state: CLOSED }", "y"],
  ["every: { state: OPEN }", "xz"],
  ['none: { name: { eq: "Chair" } }', "yz"],
])("filters objects by their list: %s", async ([filter, ids]) => {
  const { owners } = await askData(open(), `{ owners(where: { items: { ${filter} } hasItems: null }) { id } }`);
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

test("pages by the members of an input object", async () => {
  expect(await askData(open(), "{ paged(page: { size: 2, number: 2 }) { id } }")).toEqual({ paged: [{ id: "3" }] });
});

test("places nulls, and tests whether a list is empty", async () => {
  const { pages, owners } = await askData(
    open(),
    '{ pages(sort: "note!") { id } owners(where: { hasItems: false }) { id } }',
  );
  expect([pages?.map(({ id }) => id).join(""), owners]).toEqual(["231", [{ id: "z" }]]);
});

test("applies the rule of a field always, omits hidden rows of lists, and sorts by a default order", async () => {
  const platform = open({
    rules: {
      ...rules,
      filters: { ...rules.filters, "Query.items": ({ price }, { search }) => search || Number(price) < 50 },
      orders: { ...rules.orders, "Query.items": "-price" },
      hidden: { Item: ({ name }) => name === "Chair" },
    },
  });
  const text =
    '{ items { nodes { id } } found: items(search: "a") { nodes { id } } owners { items { id } } item(id: "1") { id } }';
  const others = open({ rules: { ...rules, hidden: { Owner: ({ id }) => id === "y" } } });
  expect(await askData(others, "{ items { totalCount } owners { id } }")).toEqual({
    items: { totalCount: 3 },
    owners: [{ id: "x" }, { id: "z" }],
  });
  expect(await askData(platform, text)).toEqual({
    items: { nodes: [{ id: "3" }] },
    found: { nodes: [{ id: "2" }] },
    owners: [{ items: [] }, { items: [{ id: "2" }] }, { items: [] }],
    item: { id: "1" },
  });
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
