/** The rows of a platform as JSON, `platform.inspect()`: what tools show. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformData } from "../src/index.ts";
import type { Context } from "../src/rules-entry.ts";
import { sendQuery } from "./support/requests.ts";

const SCHEMA = `
  scalar JSON
  type Query { posts: [Post!]! named: Named }
  type Mutation { add: Int edit: Int drop: Int }
  interface Named { id: ID! name: String }
  "A text of people."
  type Post {
    id: ID!
    score(unit: String!): Int
    title: String
    meta: JSON
    rating: Float
    isPublic: Boolean
    length(unit: String!): Int
    shout: String
    tags: [String]
    place: Place
    author: Person!
    editor: Person
    readers: [Person]!
    followers: [Person!]!
    pages: Pages!
    matrix: [[Place!]!]
  }
  type Pages { nodes: [Person!]! }
  type Place { name: String in: Place }
  type Person implements Named { id: ID! name: String title: Int email: String slug: String notes: [Note!]! }
  type Note { id: ID! post: Post text: String writer: Person! about: Post sized(size: Int!): Post }
  type Empty { id: ID! count: Int! }`;

const long = "x".repeat(121);
const data: PlatformData = {
  Person: [
    { id: "ada", name: "ada", title: 7, email: "", slug: "a".repeat(81) },
    { id: "bob", name: "Bob", title: null, email: "b@example.com", slug: null },
  ],
  Post: [
    {
      id: "p1",
      score: 5,
      title: long,
      meta: { a: [1, null] },
      rating: 1.5,
      isPublic: true,
      tags: ["a", null, "b", "c"],
      place: { name: "1", in: { name: "2", in: { name: "3", in: { name: "4", in: { name: "5" } } } } },
      author: "ada",
      editor: null,
      readers: ["ada", null],
      followers: ["ada", "bob", "ada", "ada"],
      pages: { nodes: ["bob"] },
      matrix: [[{ name: "m", in: null }]],
    },
    {
      id: "p2",
      title: long.slice(1),
      meta: null,
      rating: null,
      isPublic: false,
      tags: [],
      place: null,
      author: "bob",
      readers: [],
      followers: [],
      pages: { nodes: [] },
      matrix: null,
    },
  ],
  Note: [{ id: "n1", post: "p1", text: "late", writer: "bob" }],
};

type Tables = Pick<Context, "db">;
const rules = {
  Mutation: {
    add: (_: object, __: object, { db }: Tables) => db.Person?.create({ id: "new", name: "New" }) && 1,
    edit(_: object, __: object, { db }: Tables) {
      for (const person of db.Person?.list() ?? []) db.Person?.update(person, { name: "Other" });
    },
    drop(_: object, __: object, { db }: Tables) {
      for (const id of ["new", "bob"]) if (db.Person?.find(id)) db.Person.delete(id);
    },
  },
  Post: {
    shout: ({ id }: { readonly id: string }) => (id === "p1" ? 10n : undefined),
    length: () => 1,
  },
};

const create = () => createPlatform({ schema: SCHEMA, data, rules });
const open = () => create().inspect();
const ADA = { type: "Person", id: "ada", label: "a".repeat(80) };
const BOB = { type: "Person", id: "bob", label: "Bob" };
const NO_ABOUT = { kind: "missing", message: expect.stringContaining('No Note has a "about".') };
const leaf = (value: unknown) => ({ kind: "leaf", value });
const PLACE = { name: "String", in: "Place" } as const;
const object = (type: string, cells: Partial<Record<keyof typeof PLACE, unknown>>) => ({
  kind: "value-object",
  type,
  fields: (["name", "in"] as const).flatMap((name) =>
    name in cells ? [{ name, type: PLACE[name], cell: cells[name] }] : [],
  ),
});

/** The cells of a row by the names of their fields. */
async function cellsOf(type: string, id: string): Promise<Readonly<Record<string, unknown>>> {
  const row = await open().row(type, id, false);
  return Object.fromEntries(row?.fields.map(({ name, cell }) => [name, cell]) ?? []);
}

test("lists the types with a key by name, with their number of rows", () => {
  expect(open().tables()).toEqual([
    { type: "Empty", count: 3, hasData: false },
    { type: "Note", count: 1, hasData: true },
    { type: "Person", count: 2, hasData: true },
    { type: "Post", count: 2, hasData: true },
  ]);
});

test("shows the value of each field of a row in its kind", async () => {
  const missing = { kind: "missing", message: "Its resolver needs arguments." };
  const inner = object("Place", { name: leaf("4"), in: object("Place", {}) });
  const outer = object("Place", { name: leaf("2"), in: object("Place", { name: leaf("3"), in: inner }) });
  expect(await cellsOf("Post", "p1")).toEqual({
    id: leaf("p1"),
    score: leaf(5),
    title: leaf(long),
    meta: leaf('{"a":[1,null]}'),
    rating: leaf(1.5),
    isPublic: leaf(true),
    length: missing,
    shout: leaf("10"),
    tags: { kind: "list", total: 4, entries: ["a", null, "b", "c"].map(leaf) },
    place: object("Place", { name: leaf("1"), in: outer }),
    author: { kind: "row", row: ADA },
    editor: leaf(null),
    readers: { kind: "list", total: 2, entries: [{ kind: "row", row: ADA }, leaf(null)] },
    followers: { kind: "rows", total: 4, rows: [ADA, BOB, ADA, ADA] },
    pages: { kind: "rows", total: 1, rows: [BOB] },
    matrix: {
      kind: "list",
      total: 1,
      entries: [{ kind: "list", total: 1, entries: [object("Place", { name: leaf("m"), in: leaf(null) })] }],
    },
  });
  const empty = { kind: "list", total: 0, entries: [] };
  expect(await cellsOf("Post", "p2")).toMatchObject({ shout: leaf(null), tags: empty, followers: empty });
});

test("lists the fields of other rows that refer to a row, if no field of the row shows them", async () => {
  const inspector = open();
  const referring = async (type: string, id: string) =>
    (await inspector.row(type, id, false))?.referring.map(({ coordinate, cell }) => [coordinate, cell]);
  const posts = (id: string) => ({ kind: "rows", total: 1, rows: [expect.objectContaining({ id })] });
  expect(await referring("Person", "bob")).toEqual([
    ["Post.author", posts("p2")],
    ["Post.followers", posts("p1")],
    ["Post.pages", posts("p1")],
  ]);
  expect(await referring("Post", "p1")).toEqual([
    ["Note.post", posts("n1")],
    ["Note.about", NO_ABOUT],
  ]);
  expect(await referring("Note", "n1")).toEqual([]);
  expect([await inspector.row("Post", "p9", false), await inspector.row("Named", "ada", false)]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a table has the leaf values and single rows that need no argument, those with a value first", async () => {
  const inspector = open();
  const posts = await inspector.rows("Post", { offset: 0, search: "" });
  expect(posts).toMatchObject({ description: "A text of people.", total: 2, offset: 0, limit: 100 });
  expect(posts?.columns.join(" ")).toBe("title meta rating isPublic tags place author editor shout");
  expect(posts?.hiddenColumns).toBe(6);
  expect(posts?.rows.map(({ cells }) => cells[0])).toEqual([
    { kind: "leaf", value: long.slice(1), cutAt: 120 },
    leaf(long.slice(1)),
  ]);
  expect(posts?.rows[0]?.cells[4]).toMatchObject({ total: 4, entries: { length: 3 } });
  expect(await inspector.rows("Note", { offset: 0, search: "" })).toEqual({
    type: "Note",
    total: 1,
    offset: 0,
    limit: 100,
    keyName: "id",
    columns: ["text", "post", "writer", "about"],
    hiddenColumns: 1,
    rows: [
      {
        id: "n1",
        cells: [
          leaf("late"),
          { kind: "row", row: { type: "Post", id: "p1", label: "x".repeat(80) } },
          { kind: "row", row: BOB },
          NO_ABOUT,
        ],
      },
    ],
  });
  expect(await inspector.rows("Named", { offset: 0, search: "" })).toBe(undefined);
});

test("a row has its name, its fields with their types, and the rows that refer to it", async () => {
  expect(await open().row("Note", "n1", false)).toEqual({
    row: { type: "Note", id: "n1" },
    fields: [
      { name: "id", type: "ID!", cell: leaf("n1") },
      { name: "post", type: "Post", cell: { kind: "row", row: expect.objectContaining({ id: "p1" }) } },
      { name: "text", type: "String", cell: leaf("late") },
      { name: "writer", type: "Person!", cell: { kind: "row", row: BOB } },
      { name: "about", type: "Post", cell: NO_ABOUT },
      {
        name: "sized",
        type: "Post",
        cell: { kind: "missing", message: expect.stringContaining('No Note has a "sized".') },
      },
    ],
    referring: [],
  });
});

test("a table has 100 rows of a page and 11 columns, and a row the first characters and entries", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `field${index}`);
  const schema = `
    type Query { items: [Item!]! }
    type Mutation { cut: Int }
    type Item { id: ID! text: String parts: [Int] next: [Item!]! ${names.map((name) => `${name}: Int`).join(" ")} }`;
  const next = Array(101).fill("0");
  const values = { text: "x".repeat(200_001), parts: Array(11).fill(1) };
  const platform = createPlatform({
    schema,
    nulls: "always",
    data: {
      Item: Array.from({ length: 200 }, (_, id) => ({
        id: `${id}`,
        next: [],
        ...(id === 7 && { ...values, next }),
      })),
    },
    rules: {
      Mutation: {
        cut: (_: object, __: object, { db }: Tables) => db.Item?.update("7", { text: "", parts: null }) && 1,
      },
    },
  });
  const inspector = platform.inspect();
  const places = async (offset: number) => {
    const page = await inspector.rows("Item", { offset, search: "" });
    return [page?.total, page?.offset, page?.rows.length, page?.columns.length, page?.hiddenColumns];
  };
  expect(await places(50)).toEqual([200, 50, 100, 11, 4]);
  expect(await places(999)).toEqual([200, 100, 100, 11, 4]);
  const cellOf = async (name: string, isComplete: boolean) =>
    (await inspector.row("Item", "7", isComplete))?.fields.find((field) => field.name === name)?.cell;
  expect(await cellOf("text", false)).toEqual({
    kind: "leaf",
    value: values.text.slice(1),
    cutAt: 200_000,
  });
  expect(await cellOf("text", true)).toEqual(await cellOf("text", false));
  expect(await cellOf("next", false)).toMatchObject({ kind: "rows", total: 101, rows: { length: 100 } });
  expect(await cellOf("next", true)).toMatchObject({ kind: "rows", total: 101, rows: { length: 101 } });
  const changes: unknown[] = [];
  inspector.onChange((more) => {
    changes.push(...more.map((change) => inspector.describeChange(change)));
  });
  await sendQuery(platform, "mutation { cut }");
  expect(await Promise.all(changes)).toEqual([
    {
      kind: "changed",
      row: { type: "Item", id: "7" },
      fields: [
        {
          name: "text",
          before: { kind: "leaf", value: "x".repeat(1_000), cutAt: 1_000 },
          after: leaf(""),
        },
        {
          name: "parts",
          before: { kind: "list", total: 11, entries: Array(10).fill(leaf(1)) },
          after: leaf(null),
        },
      ],
    },
  ]);
});

test("a row has all the rows that refer to it, of which the first 100 are shown, and pages start at 100", async () => {
  const schema =
    "type Query { owners: [Owner!]! } type Owner { id: ID! } type Item { id: ID! owner: Owner! }";
  const Item = Array.from({ length: 101 }, (_, id) => ({ id: `${id}`, owner: "o" }));
  const inspector = createPlatform({ schema, data: { Owner: [{ id: "o" }], Item } }).inspect();
  const referring = async (isComplete: boolean) => (await inspector.row("Owner", "o", isComplete))?.referring;
  const rows = Item.map(({ id }) => ({ type: "Item", id }));
  const cell = { kind: "rows", total: 101, rows: rows.slice(0, 100) };
  expect(await referring(false)).toEqual([{ coordinate: "Item.owner", cell }]);
  expect(await referring(true)).toEqual([{ coordinate: "Item.owner", cell: { ...cell, rows } }]);
  const last = await inspector.rows("Item", { offset: 300, search: "" });
  expect([last?.offset, last?.rows.map(({ id }) => id)]).toEqual([100, ["100"]]);
});

test("neither direction of a relation that the data has as a list is listed again", async () => {
  const schema = `
    type Query { people: [Person!]! }
    type Person { id: ID! posts: [Post!]! }
    type Post { id: ID! author: Person! }`;
  const data = { Person: [{ id: "a", posts: ["p"] }], Post: [{ id: "p" }] };
  const inspector = createPlatform({ schema, data }).inspect();
  const rows = [await inspector.row("Person", "a", false), await inspector.row("Post", "p", false)];
  expect(rows.map((row) => row?.referring)).toEqual([[], []]);
});

test("a cell has the message of what an async resolver throws, or null if it returns nothing", async () => {
  const schema = "type Query { items: [Item!]! } type Item { id: ID! a: String b: String c: String }";
  const Item = {
    a: () => Promise.reject("a text"),
    b: () => Promise.reject(new Error("no")),
    c: async () => undefined,
  };
  const row = await createPlatform({ schema, rules: { Item }, data: { Item: [{ id: "1" }] } })
    .inspect()
    .row("Item", "1", false);
  expect(row?.fields.slice(1).map(({ cell }) => cell)).toEqual([
    { kind: "missing", message: "a text" },
    { kind: "missing", message: "no" },
    leaf(null),
  ]);
});

test("a change shows parts to a depth of four, and null for a value that the row did not have", async () => {
  const schema = `
    type Query { items: [Item!]! }
    type Mutation { fill: Int }
    type Item { id: ID! name: String part: Part parts: [Part!] }
    type Part { in: Part }`;
  const part = { in: { in: { in: { in: { in: { in: null } } } } } };
  const values = { name: "a", part, parts: [part] };
  const rule = (_: object, __: object, { db }: Tables) => db.Item?.update("1", values) && 1;
  const platform = createPlatform({
    schema,
    data: { Item: [{ id: "1" }] },
    rules: { Mutation: { fill: rule } },
  });
  const inspector = platform.inspect();
  const changes: unknown[] = [];
  inspector.onChange((more) => {
    changes.push(...more.map((change) => inspector.describeChange(change)));
  });
  await sendQuery(platform, "mutation { fill }");
  const nested = (depth: number): object => ({
    kind: "value-object",
    type: "Part",
    fields: depth === 0 ? [] : [{ name: "in", type: "Part", cell: nested(depth - 1) }],
  });
  expect(await Promise.all(changes)).toEqual([
    {
      kind: "changed",
      row: { type: "Item", id: "1", label: "a" },
      fields: [
        { name: "name", before: leaf(null), after: leaf("a") },
        { name: "part", before: leaf(null), after: nested(4) },
        {
          name: "parts",
          before: { kind: "list", total: 0, entries: [] },
          after: { kind: "list", total: 1, entries: [nested(3)] },
        },
      ],
    },
  ]);
});

test("a row is named by the first of its texts that names it, and not by its ID", async () => {
  const names = ["name", "title", "label", "displayName", "fullName", "subject", "email", "slug"];
  const schema = `
    type Query { items: [Item!]! }
    type Item { id: ID! ${names
      .toReversed()
      .map((name) => `${name}: String`)
      .join(" ")} other: String }`;
  const Item = names.map((first, index) => ({
    id: first,
    other: "other",
    ...Object.fromEntries(names.slice(index).map((name) => [name, `${name}!`])),
  }));
  const inspector = createPlatform({
    schema,
    data: { Item: [...Item, { id: "x", name: "x", title: "" }] },
  }).inspect();
  const labelOf = async (id: string) => (await inspector.row("Item", id, false))?.row;
  expect(await Promise.all(names.map(labelOf))).toEqual(
    names.map((name) => ({ type: "Item", id: name, label: `${name}!` })),
  );
  expect(await labelOf("x")).toEqual({ type: "Item", id: "x" });
  const generated = createPlatform({ schema }).inspect();
  const { id = "" } = (await generated.rows("Item", { offset: 0, search: "" }))?.rows[1] ?? {};
  expect((await generated.row("Item", id, false))?.row).toEqual({ type: "Item", id, label: "Item 2" });
});

test.for<[search: string, ids: string]>([
  ["p2", "p2"],
  ["XX", "p1 p2"],
  ["1.5", "p1"],
  ["True", "p1"],
  ["null", ""],
  ["object", ""],
  ["c", ""],
  ["ada", ""],
])("finds rows by the key or a leaf value: %s", async ([search, ids]) => {
  const rows = await open().rows("Post", { offset: 0, search });
  expect(rows?.rows.map(({ id }) => id).join(" ")).toBe(ids);
});

test("finds rows by an ID that a relation has, and by generated values, in any case", async () => {
  const schema = `
    type Query { tickets: [Ticket!]! items: [Item!]! }
    type Ticket { id: ID! title: String! customerId: ID! customer: Customer! agentId: ID agent: Customer }
    type Customer { id: ID! }
    type Item { id: ID! name: String! }`;
  const Ticket = [
    { id: "1", title: "Printer", customer: "ada" },
    { id: "2", title: "Late", customer: "bob" },
    { id: "3", customerId: "bob", agent: "ada" },
  ];
  const data = { Ticket, Customer: [{ id: "ada" }, { id: "bob" }] };
  const inspector = createPlatform({ schema, data }).inspect();
  const find = async (type: string, search: string) => {
    const page = await inspector.rows(type, { offset: 0, search });
    return page?.rows.map(({ cells }) => (cells[0]?.kind === "leaf" ? cells[0].value : cells[0]?.kind));
  };
  expect([await find("Ticket", "PRINT"), await find("Ticket", "ada"), await find("Ticket", "bob")]).toEqual([
    ["Printer"],
    ["Printer", "missing"],
    ["Late", "missing"],
  ]);
  expect([await find("Item", "item 2"), await find("Item", "item 9")]).toEqual([["Item 2"], []]);
});

test("combines what mutations change in a row", async () => {
  const platform = create();
  const inspector = platform.inspect();
  let changes: Parameters<typeof inspector.mergeChanges>[0] = [];
  const numbers: number[] = [];
  const end = inspector.onChange((more) => {
    changes = inspector.mergeChanges(changes, more);
    numbers.push(more.length);
  });
  const describe = async (...names: string[]) => {
    for (const name of names) await sendQuery(platform, `mutation { ${name} }`);
    return Promise.all(changes.map((change) => inspector.describeChange(change)));
  };
  const name = (before: string) => [{ name: "name", before: leaf(before), after: leaf("Other") }];
  expect(await describe("add", "edit")).toEqual([
    {
      kind: "added",
      row: { type: "Person", id: "new", label: "Other" },
      fields: [
        { name: "id", after: leaf("new") },
        { name: "name", after: leaf("Other") },
      ],
    },
    { kind: "changed", row: { ...ADA, label: "Other" }, fields: name("ada") },
    { kind: "changed", row: { ...BOB, label: "Other" }, fields: name("Bob") },
  ]);
  const [ada, bob, ...others] = await describe("drop");
  expect(others).toEqual([]);
  expect(ada).toMatchObject({ kind: "changed", row: { id: "ada" } });
  expect(bob).toMatchObject({ kind: "removed", row: { id: "bob" } });
  expect(bob?.fields.slice(0, 2)).toEqual([
    { name: "id", before: leaf("bob") },
    { name: "name", before: leaf("Bob") },
  ]);
  // A mutation without changes is not listed.
  await describe("drop");
  expect(numbers).toEqual([1, 3, 2]);
  end();
  expect(await describe("add")).toHaveLength(2);
});
