/** Groups: mutations and look-ups below a field that only groups them are those of the root. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformOptions } from "../src/index.ts";
import { type Context, reject } from "../src/rules-entry.ts";
import { sendQuery } from "./support/requests.ts";

const SCHEMA = `
  type Query { items: [Item!]! app: AppQuery! }
  type AppQuery { byId(id: ID!): Item! byName(name: String!): Item }
  type Item { id: ID! name: String! }
  type Mutation { item: ItemMutation! build(itemId: ID): BuildMutation! reset: ResetPayload! }
  type ItemMutation {
    create(name: String!): ItemPayload!
    rename(id: ID!, name: String!): ItemPayload!
    fail(name: String!): Item!
    late(name: String!): Item!
  }
  type BuildMutation { cancel: Item! cancelBuild(id: ID!): Item! }
  type ItemPayload { item: Item errors: [Problem!]! }
  type ResetPayload { ok: Boolean! }
  type Problem { field: String message: String! }`;

type Named = { readonly name: string };
const create = (_: object, { name }: Named, { db }: Context) => {
  if (name === "") reject("must not be empty", { field: "name" });
  return { item: db.Item?.create({ name }) };
};
const rules = {
  AppQuery: {
    byName: (_: object, { name }: Named, { db }: Context) => db.Item?.list((item) => item.name === name)[0],
  },
  Mutation: { build: (_: object, { itemId }: { itemId: string }, { db }: Context) => db.Item?.get(itemId) },
  ItemMutation: {
    create,
    rename: (_: object, { id, name }: Named & { id: string }, { db }: Context) => ({
      item: db.Item?.update(id, { name }),
    }),
    fail: (_: object, { name }: Named, { db }: Context) => {
      db.Item?.create({ name });
      throw new Error("after the change");
    },
    late: async (_: object, { name }: Named, { db }: Context) => {
      const count = db.Item?.list().length;
      await Promise.resolve();
      return db.Item?.create({ name: `${name}${count}` });
    },
  },
  BuildMutation: {
    cancel: (item: object, _: object, { db }: Context) => db.Item?.update(item as never, { name: "off" }),
  },
};
const data = { Item: [{ id: "1", name: "a" }] };

const open = (options: PlatformOptions = {}) =>
  createPlatform({ schema: SCHEMA, data, rules, onRulesError: () => {}, ...options });
const namesOf = async (platform: ReturnType<typeof open>) => {
  const { result } = await sendQuery(platform, "{ items { name } }");
  return (result.data as unknown as { items: Named[] }).items.map(({ name }) => name).join();
};

test("a field that only groups needs no resolver, and look-ups below it have the structure of the root", async () => {
  const { result } = await sendQuery(open(), '{ app { byId(id: "1") { name } byName(name: "a") { id } } }');
  expect(result).toEqual({ data: { app: { byId: { name: "a" }, byName: { id: "1" } } } });
  const { result: unknown } = await sendQuery(open(), '{ app { byId(id: "9") { name } } }');
  expect(unknown.errors).toMatchObject([
    { message: "There is no Item with this ID.", path: ["app", "byId"], extensions: { code: "NOT_FOUND" } },
  ]);
});

test.for<[title: string, options: PlatformOptions]>([
  ["without a resolver", {}],
  ["with a resolver", { rules: { ...rules, Mutation: { ...rules.Mutation, item: () => ({}) } } }],
  [
    "with an async resolver",
    { rules: { ...rules, Mutation: { ...rules.Mutation, item: async () => ({}) } } },
  ],
])("a mutation below a group that throws is undone alone, %s of the group", async ([, options]) => {
  const platform = open(options);
  const text = 'mutation { item { a: create(name: "b") { item { name } } b: fail(name: "c") { id } } }';
  const { result } = await sendQuery(platform, text);
  expect(result.errors?.[0]?.message).toContain("Error: after the change");
  expect(await namesOf(platform)).toBe("a,b");
});

test("mutations below a group map rejections and unknown IDs to payload errors", async () => {
  const text = `mutation { item {
    create(name: "") { item { id } errors { field message } }
    rename(id: "9", name: "b") { item { id } errors { field message } }
  } }`;
  expect((await sendQuery(open(), text)).result).toEqual({
    data: {
      item: {
        create: { item: null, errors: [{ field: "name", message: "must not be empty" }] },
        rename: { item: null, errors: [{ field: "id", message: "There is no Item with this ID." }] },
      },
    },
  });
});

test("mutations below a group run in order, those of two requests one at a time", async () => {
  const platform = open();
  const text = 'mutation { item { a: late(name: "x") { id } b: late(name: "y") { id } } }';
  await Promise.all([
    sendQuery(platform, text),
    sendQuery(platform, 'mutation { item { late(name: "z") { id } } }'),
  ]);
  expect((await namesOf(platform)).split(",").map((name) => name.slice(-1))).toEqual(["a", "1", "2", "3"]);
});

test("a mutation runs after an async one that fails, whether it waited for it or not", async () => {
  const fail = async (_: object, { name }: Named, { db }: Context) => {
    db.Item?.create({ name });
    await Promise.resolve();
    throw new Error("after the change");
  };
  const platform = open({ rules: { ...rules, ItemMutation: { ...rules.ItemMutation, fail } } });
  const send = (text: string) => sendQuery(platform, `mutation { item { ${text} } }`);
  const [failed, waited] = await Promise.all([
    send('fail(name: "x") { id }'),
    send('late(name: "y") { name }'),
  ]);
  expect(failed.result.errors?.[0]?.message).toContain("Error: after the change");
  expect(waited.result).toEqual({ data: { item: { late: { name: "y1" } } } });
  expect((await send('late(name: "z") { name }')).result).toEqual({
    data: { item: { late: { name: "z2" } } },
  });
  expect(await namesOf(platform)).toBe("a,y1,z2");
});

test("mutations below a group obey the scenario rejected-mutations and reject of the platform", async () => {
  const text = 'mutation Create { item { create(name: "b") { item { id } errors { message } } } }';
  const platform = open({ scenario: "rejected-mutations" });
  const messages = [{ message: "The scenario rejected-mutations is active." }];
  expect((await sendQuery(platform, text)).result.data).toEqual({
    item: { create: { item: null, errors: messages } },
  });
  expect(await namesOf(platform)).toBe("a");
  const other = open();
  other.reject(text, [{ messages: ["no"] }]);
  const rejected = { item: { create: { item: null, errors: [{ message: "no" }] } } };
  expect((await sendQuery(other, text)).result.data).toEqual(rejected);
  expect(await namesOf(other)).toBe("a");
});

test("an argument of a group needs a resolver, whose value is the parent of its mutations", async () => {
  const text = 'mutation { build(itemId: "1") { cancel { name } } }';
  expect((await sendQuery(open(), text)).result).toEqual({ data: { build: { cancel: { name: "off" } } } });
  const { build: _, ...others } = rules.Mutation;
  const { result } = await sendQuery(open({ rules: { ...rules, Mutation: others } }), text);
  expect(result.errors?.[0]?.message).toBe(
    'No resolver decides Mutation.build with "itemId". Add to Mutation in platform.rules.ts:\n\n  build: (parent, { itemId }) => …,',
  );
});

test("the resolver of a group of mutations can change rows and reject, and is undone if it throws", async () => {
  const build = (_: object, { itemId }: { itemId: string }, { db }: Context) => {
    const item = db.Item?.update(itemId, { name: "building" });
    if (itemId === "2") throw new Error("after the change");
    if (itemId === "3") reject("is locked", { code: "LOCKED" });
    return item;
  };
  const Item = ["1", "2", "3"].map((id) => ({ id, name: id }));
  const platform = open({ data: { Item }, rules: { ...rules, Mutation: { build } } });
  const errorOf = async (id: string) => {
    const { result } = await sendQuery(platform, `mutation { build(itemId: "${id}") { cancel { name } } }`);
    return result.errors?.[0]?.extensions;
  };
  expect([await errorOf("1"), await errorOf("2"), await errorOf("3")]).toEqual([
    undefined,
    { code: "RULES" },
    { code: "LOCKED" },
  ]);
  expect(await namesOf(platform)).toBe("off,2,3");
});

test.for([
  [null, "null"],
  [undefined, "nothing"],
])("a group that cannot be null is an error if its resolver returns %s", async ([value, text]) => {
  const platform = open({ rules: { ...rules, Query: { app: () => value } } });
  const { result } = await sendQuery(platform, '{ app { byName(name: "a") { id } } }');
  expect(result.errors?.[0]?.message).toContain(`returned ${text}, but the field is AppQuery!.`);
});

test.for<[selection: string, problem: string, line: string]>([
  [
    'item { rename(id: 1, name: "b") { item { id } } }',
    'ItemMutation.rename with "id", "name". Add to ItemMutation',
    "rename: (_, { id, name }, { db }) => ({ item: db.Item.update(id, { … }) }),",
  ],
  [
    'item { fail(name: "b") { id } }',
    'ItemMutation.fail with "name". Add to ItemMutation',
    "fail: (_, { name }, { db }) => …,",
  ],
  [
    "build { cancelBuild(id: 1) { id } }",
    'BuildMutation.cancelBuild with "id". Add to BuildMutation',
    "cancelBuild: (_, { id }, { db }) => db.Item.update(id, { … }),",
  ],
  ["reset { ok }", "Mutation.reset. Add to Mutation", "reset: (_, _args, { db }) => …,"],
])(
  "the line for %s is that of the mutation, and creates no row by a guess",
  async ([selection, problem, line]) => {
    const { result } = await sendQuery(open({ rules: {} }), `mutation { ${selection} }`);
    expect(result.errors?.[0]?.message).toBe(
      `No resolver decides ${problem} in platform.rules.ts:\n\n  ${line}`,
    );
  },
);

test.for<[what: string, field: string, types: string]>([
  ["has a key", "group { id }", "type Group { id: ID! item(name: String!): Int }"],
  ["another type has, too", "group { size }", "type Group { item(name: String!): Int size: Int }"],
])("an object that %s is no group", async ([, field, types]) => {
  const schema = `type Query { group: Group! others: [Other!]! } type Other { id: ID! group: Group } ${types}`;
  const platform = createPlatform({ schema, onRulesError: () => {} });
  const { result } = await sendQuery(platform, `{ ${field} }`);
  expect(result.errors?.[0]?.message).toContain("No resolver decides Query.group.");
});

test.for([
  ["without a resolver", {}],
  ["with a resolver", { Mutation: { all: () => ({}) } }],
])(
  "a type without required arguments groups mutations if one of its fields has a resolver, %s of its own",
  async ([, own]) => {
    const schema =
      "type Query { a: Int } type Mutation { all: AllMutation! } type AllMutation { count: Int! }";
    const platform = createPlatform({
      schema,
      rules: { AllMutation: { count: () => 2 }, ...(own as object) },
    });
    const { result } = await sendQuery(platform, "mutation { all { count } }");
    expect(result).toEqual({ data: { all: { count: 2 } } });
  },
);

test("a group can be in a group, and look-ups and mutations below both have the structure of their root", async () => {
  const schema = `
    type Query { shop: ShopQuery! }
    type ShopQuery { item: ItemQuery! item2(id: ID!): Item }
    type ItemQuery { byId(id: ID!): Item byIds(ids: [ID!]!): [Item!]! }
    type Mutation { shop: ShopMutation! }
    type ShopMutation { item: ItemMutation! open(name: String!): Item }
    type ItemMutation { add(name: String!): Item! }
    type Item { id: ID! name: String! }`;
  const add = (_: object, { name }: Named, { db }: Context) => db.Item?.create({ name });
  const platform = open({ schema, rules: { ItemMutation: { add } } });
  const { result } = await sendQuery(platform, 'mutation { shop { item { add(name: "b") { id } } } }');
  expect(result).toEqual({ data: { shop: { item: { add: { id: "Item-2" } } } } });
  const query = '{ shop { item { byId(id: "Item-2") { name } } item2(id: "1") { name } } }';
  expect((await sendQuery(platform, query)).result).toEqual({
    data: { shop: { item: { byId: { name: "b" } }, item2: { name: "a" } } },
  });
});

test.for<[what: string, field: string, text: string, problem: string]>([
  ["the root", "app: Query!", '{ app { byId(id: "1") { name } } }', "Query.app."],
  [
    "the result of a field that needs an argument",
    "app(id: ID!): AppQuery!",
    '{ app(id: "1") { byId(id: "1") { name } } }',
    'AppQuery.byId with "id".',
  ],
])("%s is no group", async ([, field, text, problem]) => {
  const schema = `
    type Query { ${field} byId(id: ID!): Item }
    type AppQuery { byId(id: ID!): Item }
    type Item { id: ID! name: String! }`;
  const app = (_: object, { id }: { id: string }) => ({ ...(id === "" ? { byId: null } : {}) });
  const options = field.startsWith("app(") ? { rules: { Query: { app } } } : { rules: {} };
  const { result } = await sendQuery(open({ schema, ...options }), text);
  expect(result.errors?.[0]?.message).toContain(`No resolver decides ${problem}`);
});

test("a group of look-ups can have a list of errors", async () => {
  const schema = `
    type Query { app: AppQuery! }
    type AppQuery { byId(id: ID!): Item errors: [Problem!]! }
    type Item { id: ID! name: String! }
    type Problem { message: String! }`;
  const { result } = await sendQuery(open({ schema, rules: {} }), '{ app { byId(id: "1") { name } } }');
  expect(result).toEqual({ data: { app: { byId: { name: "a" } } } });
});

test("a payload with errors is no group, even if one of its fields has a required argument", async () => {
  const schema = `
    type Query { a: Int }
    type Mutation { add: AddPayload! }
    type AddPayload { item(name: String!): Int errors: [Problem!]! }
    type Problem { message: String! }`;
  const platform = createPlatform({ schema, onRulesError: () => {} });
  const { result } = await sendQuery(platform, "mutation { add { errors { message } } }");
  expect(result.errors?.[0]?.message).toContain("No resolver decides Mutation.add.");
});
