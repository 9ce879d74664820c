/** The rows and tables that rules read and change. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformData } from "../src/index.ts";
import { type Context, generated, is, type Row, type Rules, reject, todo } from "../src/rules.ts";
import { ask } from "./support/requests.ts";

const schema = `scalar JSON interface Node { id: ID! } enum PostSort { TITLE } input PostOrder { title: Way } enum Way { UP DOWN } input PostFilter { title: String slug: String code: String }
  type User implements Node { id: ID! name: String! email: String tenantId: ID manager: User posts: [Post!]! }
  type Post implements Node { id: ID! title: String! slug: String author: User authorId: ID tags: [Tag!]! related: [Post]
    size: Size labels: [String!] topic: Topic! likeCount: Int
    notes: [String!]! sizes: [Size!] image(width: Int): String mood: Int viewCount: Int grid: [[Size!]!]! excerpt: String latest: Topic best: [Post!]! code: String }
  type Tag { id: ID! name: String! posts: [Post!]! } type Size { width: Int! height: Int }
  type Topic { id: ID! name: String! }
  type Board { id: ID! columns: [Column!]! } type Column { id: ID! board: Board! position: Int }
  type Slug { key: String! text: String } type Device { serial: UUID! } scalar UUID
  type Shelf { id: ID! books: [Book!]! owner: Owner! ownerId: ID spare: Owner } type Book { id: ID! shelf: Shelf } type Owner { id: ID! }
  type Library { id: ID! books: [Book!]! first: Book! }
  type Doc { sys: Sys! } type Sys { id: ID! }
  type Counter { number: Int! } type Entry { meta: Meta! text: String } type Meta { key: Int! kind: String }
  type Query { posts(sort: PostSort, filter: PostFilter): [Post!]! post(id: ID!): Post me: User counters: [Counter!]! }
  type Mutation { run: JSON }`;
const data: PlatformData = {
  User: [
    { id: "u1", name: "demo" },
    { id: "u2", name: "Bob", manager: "u1" },
  ],
  Post: [
    {
      id: "p1",
      title: "One",
      author: "u1",
      tags: ["t1"],
      size: { width: 1 },
      topic: "x1",
      labels: ["x"],
      grid: [[{ width: 2, height: 3 }]],
      related: ["p2", null],
    },
    { id: "p2", title: "Two", slug: "two", author: null, tags: [], topic: "x2", related: [] },
  ],
  Tag: [
    { id: "t1", name: "a" },
    { id: "t2", name: "b" },
  ],
  Topic: [{ id: "x1" }, { id: "x2" }],
  Entry: [{ meta: { key: 1, kind: "x" }, text: "a" }],
  Board: [{ id: "b1" }, { id: "b2" }],
  Column: [
    { id: "c1", board: "b1" },
    { id: "c2", board: "b1" },
  ],
  Slug: [],
  Doc: [{ sys: { id: "d" } }],
  Owner: [],
  Device: [],
};
const rules: Rules = {
  keys: { Doc: "sys.id", Entry: "meta.key", Slug: "key", Device: "serial" },
  filters: { "PostFilter.title": is("title"), "PostFilter.slug": (row: Row) => row.titel, "PostFilter.code": todo },
  orders: { "PostSort.TITLE": "-title", "PostOrder.title": "title", "Way.DOWN": "-" },
  unique: { Post: ["slug", "topic"] },
  resolvers: {
    Post: {
      mood: generated,
      viewCount: generated,
      excerpt: ({ title, excerpt }) => `${title.at(0)}${excerpt}`,
      latest: (_, _args, { db }) => db.Topic.all().at(-1),
      best: (_, _args, { db }) => db.Post.filter({ title: "Two" }),
      code: ({ title }) => (title === "One" ? undefined : title.code.length),
    },
  },
  defaults: { Tag: { name: ({ now }) => now() } },
};

/** Runs a function of the context as a mutation. Returns its value as JSON, or the message of the error. */
async function run(resolver: (context: Context) => unknown): Promise<unknown> {
  const resolvers = {
    ...rules.resolvers,
    Mutation: { run: (_: unknown, _args: unknown, context: Context) => resolver(context) ?? null },
  };
  const options = { schema, data, rules: { ...rules, resolvers }, now: () => 0, onRulesError: () => {} };
  const { result } = await ask(createPlatform(options), "mutation { run }");
  const [error] = result.errors ?? [];
  return error ? error.message : Object(result.data).run;
}

const ids = (rows: readonly (Row | null)[]) => rows.map((row) => row?.id ?? "-").join(" ");
/** Fields that a new post needs. */
const post = { title: "New", topic: { name: "c" } };

test.for<[resolver: (context: Context) => unknown, expected: unknown]>([
  // Reading
  [({ db }) => ids(db.Post.all()), "p1 p2"],
  [({ db }) => ids(db.Node.all()), "u1 u2 p1 p2"],
  [
    ({ db }) => db.Post.create({ ...post, id: "p0" }) && db.User.create({ name: "c" }) && ids(db.Node.all()),
    "u1 u2 p1 p2 p0 User-3",
  ],
  [({ db }) => ids(db.Post.filter({ author: "u1" })), "p1"],
  [({ db }) => ids(db.Post.filter({ author: db.User.get("u1"), title: "One" })), "p1"],
  [({ db }) => ids(db.Post.filter({ author: { id: "u1" } })), "p1"],
  [({ db }) => ids(db.Post.filter({ tags: "t1" })), "p1"],
  [({ db }) => ids(db.Post.filter({ slug: null })), ""],
  [({ db }) => ids(db.Post.filter((row: Row) => row.size?.width === 1)), "p1"],
  [({ db }) => ids(db.Node.filter({ title: "One" })), "p1"],
  [({ db }) => db.Post.find({ title: "Three" }), null],
  [({ db }) => db.Post.lookUp("p3"), null],
  [({ db }) => db.Post.lookUp("p1").title, "One"],
  [({ db }) => db.Node.get("u2").name, "Bob"],
  [({ db }) => db.Post.get("p3"), "There is no Post with this ID."],
  [({ db }) => db.Entry.get("1").meta.kind, "x"],
  [({ db }) => db.Doc.get("d").sys.id, "d"],
  [
    ({ db }) => db.Sys.all(),
    'db.Sys: the schema has no object type "Sys" with an ID. Name its key in "keys" of platform.rules.ts.',
  ],
  [({ db }) => ids(db.User.get("u1").posts), "p1"],
  [({ db }) => ids(db.Post.get("p1").related), "p2 -"],
  [({ db }) => db.Post.get("p1").authorId, "u1"],
  [({ db }) => db.Post.get("p2").authorId, null],
  [({ db }) => db.User.get("u1").manager, null],
  [({ db }) => db.Post.get("p1").size.width, 1],
  [({ db }) => db.Shelf.all().map(({ books }: Row) => books.length), [1, 1, 1]],
  [({ db }) => db.Shelf.all()[0].owner, "Shelf.owner is Owner!, but the data has no Owner."],
  [({ db }) => db.Shelf.all()[0].ownerId, "Shelf.owner is Owner!, but the data has no Owner."],
  [({ db }) => db.Shelf.all()[0].spare, null],
  [
    ({ db }) => db.Library.all().map(({ books }: Row) => db.Book.all().findIndex(({ id }: Row) => id === books[0].id)),
    [1, 2, 1],
  ],
  [({ db }) => db.Book.delete(db.Library.all()[0].books[0]) && db.Library.all()[0].books.length, 2],
  [({ db }) => db.Book.delete(db.Library.all()[0].first) && db.Library.all()[0].first.id.length, 36],
  [({ db }) => db.Post.update("p1", { related: null }).related, []],
  // Rows as objects
  [({ db }) => db.Post.get("p1"), "p1"],
  [
    ({ db }) => Object.keys(db.Post.get("p1")).join(" "),
    "id title author tags size topic labels grid related slug authorId notes mood excerpt latest code",
  ],
  [({ db }) => Object.keys(db.Post.create(post)), ["title", "topic", "id"]],
  [({ db }) => ({ ...db.User.get("u2") }).manager.id, "u1"],
  [({ db }) => ["title" in db.Post.get("p1"), "titel" in db.Post.get("p1")], [true, false]],
  [
    ({ db }) => [db.Post.get("p1").__typename, String(db.Post.get("p1")), typeof db.Post.get("p1").then],
    ["Post", "[object Object]", "undefined"],
  ],
  [({ db }) => db.Post.get("p1").email, null],
  [({ db }) => db.Post.get("p1").titel, 'Post has no field "titel". Did you mean "title"?'],
  [
    ({ db }) => Object.assign(db.Post.get("p1"), { title: "x" }),
    "Rows are read-only. Use db.Post.update(id, { title: … }).",
  ],
  [
    ({ db }) => db.Post.get("p1").likeCount,
    "platform.rules.ts has no rule for the number Post.likeCount. Add to resolvers.Post:\n\n  likeCount: ({ id }, _, { db }) => db.….filter(…).length, // or generated",
  ],
  // Fields with resolvers
  [({ db }) => db.Post.update("p1", { excerpt: "-" }).excerpt, "O-"],
  [({ db }) => [db.Post.get("p1").latest.id, ids(db.Post.get("p1").best)], ["x2", "p2"]],
  [({ db }) => db.Post.get("p1").code, null],
  [
    ({ db }) => db.Post.get("p2").code,
    "resolvers.Post.code in platform.rules.ts threw TypeError: Cannot read properties of undefined (reading 'length')",
  ],
  [({ db }) => ids(db.Post.filter({ latest: "x2" })), "p1 p2"],
  [({ db }) => Reflect.get(db, Symbol.iterator) === undefined, true],
  [({ db }) => db.Node.get("p9"), "There is no Node with this ID."],
  [
    ({ db }) => JSON.parse(JSON.stringify(db.Post.update("p1", { best: [] }))),
    {
      ...{ id: "p1", title: "One", slug: expect.any(String), authorId: "u1", author: "u1", tags: ["t1"], topic: "x1" },
      ...{
        size: { width: 1, height: expect.any(Number) },
        grid: [[{ width: 2, height: 3 }]],
        notes: expect.any(Array),
        labels: ["x"],
        related: ["p2", null],
        best: ["p2"],
      },
      ...{ mood: expect.any(Number), excerpt: expect.any(String), latest: "x2", code: null },
    },
  ],
  [({ sorted, db }) => ids(sorted("Query.posts(sort:)", db.Post.all(), ["TITLE"])), "p2 p1"],
  // Creating and updating
  [({ db }) => [db.Slug.create({}).key, db.Slug.create({ text: "a" }).key], ["Slug-1", "Slug-2"]],
  [({ db }) => db.Device.create({}).serial, expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4/)],
  [({ db }) => db.Slug.create({ key: "a" }).key && db.Slug.create({ key: "a" }), "Another Slug has this ID."],
  [({ db }) => db.Post.update("p1", { authorId: "u2", author: "u1" }).author.id, "u1"],
  [({ db }) => db.Post.update("p1", { author: "u1", authorId: "u2" }).author.id, "u1"],
  [({ db }) => db.Post.create({ ...post, id: undefined, clientMutationId: "c" }).id, "Post-3"],
  [
    ({ db }) => {
      const row = db.Post.create(post);
      return [row.notes, row.sizes, row.grid, row.labels, row.related, row.author];
    },
    [[], [], [], null, [], null],
  ],
  [({ db }) => db.Tag.create({}).name, "1970-01-01T00:00:00.000Z"],
  [({ db }) => db.Post.create(post).topic.id, "Topic-3"],
  [({ db }) => db.Post.create({ ...post, author: { id: "u2", name: "Eve" } }) && db.User.get("u2").name, "Eve"],
  [({ db }) => db.Post.create({ ...post, author: { id: "u2" } }).author.name, "Bob"],
  [({ db, user }) => db.Post.create({ ...post, author: user }) && ids(db.User.get("u1").posts), "p1 Post-3"],
  [({ db }) => db.Post.create({ ...post, author: "u9" }), "There is no User with this ID."],
  [({ db }) => db.Post.create({ ...post, tags: ["t1", "t9"] }), "There is no Tag with this ID."],
  [({ db }) => db.Post.create({ ...post, author: { id: "u9" } }), "There is no User with this ID."],
  [({ db }) => db.Post.create({ ...post, id: "p1" }), "Another Post has this ID."],
  [({ db }) => db.Post.create({ ...post, slug: "two" }), "Another Post has the same slug."],
  [({ db }) => db.Post.create({ ...post, topic: "x2" }), "Another Post has the same topic."],
  [
    ({ db }) => db.Post.create({ title: "a" }).topic,
    'A mutation created this Post (Post-3) without "topic", which is Topic!. Set it in the mutation\'s resolver in platform.rules.ts, as in\n\n  db.Post.create({ ...input, topic: … })',
  ],
  [
    ({ db }) => db.Post.create({ ...post, size: { height: 1 } }).size.width,
    'This Size has no "width", which is Int!. Set it in the resolver in platform.rules.ts that creates or returns it.',
  ],
  [({ db }) => db.Entry.create({ text: "b", meta: { kind: "y" } }).meta.key, 2],
  [({ db }) => db.Post.update("p2", { slug: "two", author: undefined, title: "Z" }).title, "Z"],
  [({ db }) => db.Post.update("p1", { authorId: "u2" }).author.id, "u2"],
  [({ db }) => db.Post.update("p1", { author: null }) && ids(db.User.get("u1").posts), ""],
  [({ db }) => db.Post.update("p1", { id: "p1" }).id, "p1"],
  [({ db }) => db.Entry.update(1, { meta: { kind: "z" } }).meta.key, 1],
  [({ db }) => db.Post.upsert({ title: "One" }, { slug: "x" }).id, "p1"],
  [({ db }) => db.Post.update("p1", { slug: "two" }), "Another Post has the same slug."],
  [
    ({ db }) => db.Post.upsert({ title: "One" }, { slugg: "x" }),
    'db.Post.upsert: slugg: Post has no field "slugg". Did you mean "slug"?',
  ],
  [
    ({ db }) => db.Post.upsert({ title: "Three" }, { slugg: "x" }),
    'db.Post.upsert: slugg: Post has no field "slugg". Did you mean "slug"?',
  ],
  [({ db }) => db.Post.upsert({ title: "Three" }, { topic: { name: "c" } }).title, "Three"],
  // Lists
  [({ db }) => ids(db.Post.add("p1", "tags", ["t2", "t1"]).tags), "t2 t1"],
  [({ db }) => db.Post.add("p2", "tags", "t1") && ids(db.Tag.get("t1").posts), "p1 p2"],
  [({ db }) => db.Tag.add("t2", "posts", ["p1"]) && ids(db.Post.get("p1").tags), "t1 t2"],
  [({ db }) => ids(db.Post.remove("p1", "tags", db.Tag.all()).tags), ""],
  [
    ({ db }) => db.User.add("u2", "posts", ["p1"]) && [db.Post.get("p1").author.id, ids(db.User.get("u1").posts)],
    ["u2", ""],
  ],
  [({ db }) => db.User.remove("u1", "posts", "p1") && db.Post.get("p1").author, null],
  [
    ({ db }) => db.User.update("u1", { posts: ["p2"] }) && db.Post.all().map(({ author }: Row) => author?.id ?? null),
    [null, "u1"],
  ],
  [({ db }) => db.Post.add("p1", "labels", ["x", "y"]).labels, ["x", "y"]],
  [({ db }) => db.Tag.update("t1", { posts: [] }) && ids(db.Post.get("p1").tags), ""],
  [({ db }) => db.Tag.update("t2", { posts: [post] }) && ids(db.Post.get("Post-3").tags), "t2"],
  [
    ({ db }) => {
      db.Tag.create({ name: "c", posts: [{ ...post, authorId: "u1", tags: ["t1"] }] });
      const { topic, author } = db.Post.get("Post-3");
      return [topic.name, author.name, ids(db.Tag.get("t1").posts)];
    },
    ["c", "demo", "p1 Post-3"],
  ],
  [({ db }) => db.Tag.update("t1", { posts: ["p1", "p2"] }) && ids(db.Post.get("p1").tags), "t1"],
  [({ db }) => db.Tag.update("t2", { posts: ["p1", "p2"] }) && ids(db.Post.get("p1").tags), "t1 t2"],
  [({ db }) => db.Board.update("b2", { columns: ["c2"] }) && ids(db.Board.get("b1").columns), "c1"],
  [
    ({ db }) => db.Board.update("b1", { columns: ["c1"] }),
    "Column.board cannot be null, so Board.columns keeps its rows. Delete the Column, or move it.",
  ],
  [({ db }) => db.Board.create({ columns: [{ position: 3 }] }).columns.map(({ position }: Row) => position), [3]],
  // Deleting
  [({ db }) => db.Post.delete("p1").title + ids(db.Post.all()) + ids(db.Tag.get("t1").posts), "Onep2"],
  [({ db }) => db.Post.delete("p2") && ids(db.Post.get("p1").related), "-"],
  [({ db }) => db.User.delete("u1") && db.User.get("u2").manager, null],
  [({ db }) => db.Topic.delete("x1") && db.Post.get("p1").topic.id, "x1"],
  [({ db }) => db.Tag.delete("t1") && ids(db.Post.get("p1").tags), ""],
  [({ db }) => db.Post.delete(db.Post.get("p1")) && db.Post.lookUp("p1"), null],
  [({ db }) => db.Post.delete(db.Post.delete("p1")), "There is no Post with this ID."],
  [({ db }) => db.Post.delete(db.Post.create(post)) && db.Post.create(post).id, "Post-4"],
  [({ db }) => db.Post.delete("p2") && ids([db.Post.create({ ...post, id: "p2" }), ...db.Post.all()]), "p2 p1 p2"],
  // Arguments of queries
  [({ db, matching }) => ids(db.Post.filter(matching("PostFilter", { title: "Two" }))), "p2"],
  [({ db, matching }) => ids(db.Post.filter(matching("PostFilter", undefined))), "p1 p2"],
  [({ db, sorted }) => ids(sorted("Query.posts(sort:)", db.Post.all(), "TITLE")), "p2 p1"],
  [({ db, sorted }) => ids(sorted("PostSort", db.Post.all(), "TITLE")), "p2 p1"],
  [({ db, sorted }) => ids(sorted("PostSort", db.Post.all(), null)), "p1 p2"],
  [({ db, sorted }) => ids(sorted("PostOrder.title", db.Post.all(), "DOWN")), "p2 p1"],
  [({ db, sorted }) => ids(sorted("PostOrder.title", db.Post.all(), "UP")), "p1 p2"],
  [({ db, sorted }) => ids(sorted("PostOrder", db.Post.all(), { title: "DOWN" })), "p2 p1"],
  // Mistakes
  [() => Promise.reject(new Error("no luck")), "resolvers.Mutation.run in platform.rules.ts threw Error: no luck"],
  [() => new Date(0), "resolvers.Mutation.run in platform.rules.ts returned a Date. Expected a JSON value (JSON)."],
  [
    ({ db }) => db.Post.create({ ...post, projectId: "p1" }),
    'db.Post.create: projectId: Post has no field "projectId".',
  ],
  [
    ({ db }) => db.Post.update("p1", { likeCount: "high" }),
    "db.Post.update: likeCount: expected a 32-bit integer, got a string.",
  ],
  [
    ({ db, matching }) => db.Post.filter(matching("PostFilter", { slug: "x" })),
    'Post has no field "titel". Did you mean "title"?',
  ],
  [
    ({ matching }) => matching("PostFilter", { code: "x" }),
    'platform.rules.ts has no rule for the argument PostFilter.code, which is todo. Add to filters:\n\n  "PostFilter.code": is("…"),',
  ],
  [
    ({ sorted }) => sorted("Query.posts(sorts:)", [], "TITLE"),
    'sorted("Query.posts(sorts:)"): the schema has no argument "Query.posts(sorts:)". Did you mean "Query.posts(sort:)"?',
  ],
  [({ db }) => db.Post.get(undefined), "db.Post: the ID is undefined."],
  [({ db }) => db.Post.find("p1" as never), "db.Post.find: expected fields, or a function."],
  [({ db }) => db.Post.filter({ titel: "One" }), 'db.Post.filter: Post has no field "titel". Did you mean "title"?'],
  [({ db }) => db.Post.filter({ title: undefined }), 'db.Post.filter: "title" is undefined.'],
  [({ db }) => db.Post.create(["x"]), "db.Post.create: expected an object with fields of Post."],
  [({ db }) => db.Post.create(null), "db.Post.create: expected an object with fields of Post."],
  [
    ({ db }) => db.Post.update("p1", { id: "p7" }),
    "db.Post.update: the ID of a row cannot change. Create another Post.",
  ],
  [({ db }) => db.Post.remove("p1", "tag", "t1"), 'db.Post.remove: Post has no field "tag". Did you mean "tags"?'],
  [({ db }) => db.Post.create("x" as never), "db.Post.create: expected an object with fields of Post."],
  [({ db }) => typeof db.Post.get("p1").viewCount, "number"],
  [({ db }) => db.Post.add("p1", "tag", "t1"), 'db.Post.add: Post has no field "tag". Did you mean "tags"?'],
  [({ db }) => db.Node.create({ id: "1" }), "db.Node.create: Node has several types. Use the table of one of them."],
  [
    ({ db }) => db.Counter.all(),
    'db.Counter: the schema has no object type "Counter" with an ID. Name its key in "keys" of platform.rules.ts.',
  ],
  [({ db }) => db.Posts.all(), 'db.Posts: the schema has no object type "Posts" with an ID. Did you mean "Post"?'],
  [({ matching }) => matching("PostFilters", {}), 'matching("PostFilters"): the schema has no such input object.'],
  [
    ({ sorted }) => sorted("Post.title", [], "TITLE"),
    'sorted("Post.title"): expected an argument or a member of an input object.',
  ],
  [
    ({ sorted }) => sorted("PostSort", [{}], "TITLE"),
    "A function of platform.rules.ts received an object that is no row.",
  ],
  [({ db }) => db.Tag.update("t1", { posts: "p1" }), "db.Tag.update: posts: expected a list ([Post!]), got a string."],
])("reads and changes rows: %#", async ([resolver, expected]) => {
  expect(await run(resolver)).toEqual(expected);
});

test.for([true, false])("undoes what a mutation changed: rejected %s, or with reset()", async (isRejected) => {
  const resolvers: Rules["resolvers"] = {
    Query: { me: (_, _args, { db }) => db.User.get("u2") },
    Mutation: {
      run(_, _args, { db }) {
        db.Post.delete("p1");
        db.Post.create({ ...post, id: "p1" });
        db.Post.create({ ...post, id: "p5" });
        db.Post.delete("p2");
        db.User.update("u2", { name: "Eve" });
        db.User.update("u2", { name: "Eva" });
        if (isRejected) throw reject("No.");
      },
    },
  };
  const platform = createPlatform({ schema, data, rules: { ...rules, resolvers } });
  const read = async () => (await ask(platform, '{ posts { id title } post(id: "p1") { title } me { name } }')).text;
  const before = await read();
  const { result } = await ask(platform, "mutation { run }");
  expect(result.errors?.length).toBe(isRejected ? 1 : undefined);
  if (!isRejected) {
    expect(await read()).toContain(
      '[{"id":"p1","title":"New"},{"id":"p5","title":"New"}],"post":{"title":"New"},"me":{"name":"Eva"}',
    );
    platform.reset();
  }
  expect(await read()).toBe(before);
});
