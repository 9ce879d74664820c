/** `where`, `sort` and `page`: what the names of filters, orders and pages mean is data. */

import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";
import { contentful, type Dialect, hasura, postgraphile, strapi } from "../src/rules.ts";
import { ask } from "./support/requests.ts";

const SCHEMA = `scalar JSON scalar DateTime enum Level { LOW HIGH }
  type Query { run: JSON posts(where: JSON, order_by: JSON, limit: Int, offset: Int, other: Int): [Post!]! user(id: ID!): User }
  type User { id: ID! name: String! posts(where: JSON, limit: Int): [Post!]! }
  type Post { id: ID! title: String views: Int! level: Level! tags: [String!]! at: DateTime! author: User notes: [Note!]! total: Int! }
  type Note { id: ID! text: String! post: Post! }`;
const data = {
  User: [
    { id: "u", name: "Ada" },
    { id: "v", name: "Bob" },
  ],
  Post: [
    {
      id: "1",
      title: "One",
      views: 5,
      level: "HIGH",
      tags: ["x", "y"],
      at: "2026-01-01T00:00:00Z",
      author: "u",
      notes: ["n1", "n2"],
    },
    {
      id: "2",
      title: "two",
      views: 7,
      level: "LOW",
      tags: ["y"],
      at: "2026-01-01T00:30:00+01:00",
      author: "v",
      notes: [],
    },
    {
      id: "3",
      title: null,
      views: 9,
      level: "LOW",
      tags: [],
      at: "2026-02-01T00:00:00Z",
      author: null,
      notes: ["n3"],
    },
  ],
  Note: [
    { id: "n1", text: "good" },
    { id: "n2", text: "bad" },
    { id: "n3", text: "bad" },
  ],
};
// biome-ignore lint/suspicious/noExplicitAny: The schema has no generated types.
type Run = (context: any) => readonly { readonly id: string }[];

/** The IDs of the rows that a function of the context returns, or the first line of the error. */
async function run(dialect: Dialect, select: Run): Promise<string> {
  const rules = {
    Query: {
      run: (_: object, __: object, context: object) =>
        select(context)
          .map(({ id }) => id)
          .join(""),
    },
    Post: { total: ({ views }: { views: number }) => views * 10 },
  };
  const { result } = await ask(
    createPlatform({ schema: SCHEMA, data, rules, dialect, onRulesError: () => {} }),
    "{ run }",
  );
  const [error] = result.errors ?? [];
  return error ? String(error.message).replace(/\n[\s\S]*/, "") : Object(result.data).run;
}

const where = (dialect: Dialect, filter: object, tests?: object) =>
  run(dialect, (context) => context.where(context.db.Post.list(), filter, tests));
const sort = (dialect: Dialect, order: unknown, names?: object) =>
  run(dialect, (context) => context.sort(context.db.Post.list(), order, names));

test.for<[Dialect, object, string]>([
  [hasura, {}, "123"],
  [hasura, { title: { _eq: "One" } }, "1"],
  [hasura, { title: { _neq: "One" } }, "23"],
  [hasura, { title: { _in: ["One", "two"] }, views: { _gt: 5 } }, "2"],
  [hasura, { title: { _nin: ["One"] } }, "23"],
  [hasura, { title: { _in: [] } }, ""],
  [hasura, { title: { _like: "%w%" } }, "2"],
  [hasura, { title: { _ilike: "o%" } }, "1"],
  [hasura, { title: { _nilike: "o%" } }, "23"],
  [hasura, { title: { _regex: "^[a-z]" } }, "2"],
  [hasura, { title: { _is_null: true } }, "3"],
  [hasura, { title: { _is_null: false } }, "12"],
  [hasura, { views: { _gte: 7, _lt: 9 } }, "2"],
  [hasura, { views: { _lte: 7 } }, "12"],
  [hasura, { total: { _eq: 70 } }, "2"],
  [hasura, { at: { _gt: "2025-12-31T23:45:00Z" } }, "13"],
  [hasura, { author: { name: { _eq: "Ada" } } }, "1"],
  [hasura, { _not: { author: { name: { _eq: "Ada" } } } }, "23"],
  [hasura, { notes: { text: { _eq: "bad" } } }, "13"],
  [hasura, { _or: [{ views: { _eq: 9 } }, { author: { id: { _eq: "v" } } }] }, "23"],
  [hasura, { _or: [] }, ""],
  [hasura, { _and: [{ views: { _gt: 5 } }, { views: { _lt: 9 } }] }, "2"],
  [strapi, { title: { eqi: "TWO" } }, "2"],
  [strapi, { title: { nei: "TWO" } }, "13"],
  [strapi, { views: { between: [6, 9] } }, "23"],
  [strapi, { title: { not: { containsi: "O" } } }, "3"],
  [strapi, { title: { or: [{ eq: "One" }, { null: true }] } }, "13"],
  [strapi, { not: { title: { notNull: true } } }, "3"],
  [strapi, { title: { startsWith: "O", endsWith: "e" } }, "1"],
  [strapi, { author: { name: { eq: "Bob" } }, title: "two" }, "2"],
  [contentful, { title_contains: "o" }, "12"],
  [contentful, { title_not_contains: "one" }, "23"],
  [contentful, { title_exists: false }, "3"],
  [contentful, { tags_contains_all: ["x", "y"] }, "1"],
  [contentful, { tags_contains_some: ["y"] }, "12"],
  [contentful, { tags_contains_none: ["x"] }, "23"],
  [contentful, { author_exists: true, OR: [{ views: 5 }, { views_in: [9] }] }, "1"],
  [contentful, { author: { name_not: "Ada" } }, "2"],
  [postgraphile, { views: { greaterThanOrEqualTo: 7 }, title: { notIncludes: "w" } }, "3"],
  [postgraphile, { level: "LOW" }, "23"],
  [postgraphile, { notes: { some: { text: "good" } } }, "1"],
  [postgraphile, { notes: { every: { text: "bad" } } }, "23"],
  [postgraphile, { notes: { none: { text: "bad" } } }, "2"],
])("where: %j selects by %j the rows %s", async ([dialect, filter, ids]) => {
  expect(await where(dialect, filter)).toBe(ids);
});

test("a test explains a member that the dialect does not, also in logic, and null is not tested", async () => {
  const tests = {
    minViews: ({ views }: { views: number }, least: number) => views >= least,
    noted: ({ notes }: { notes: unknown[] }, isNoted: boolean) => notes.length > 0 === isNoted,
  };
  expect(await where({}, { minViews: 7 }, tests)).toBe("23");
  expect(await where({}, { minViews: null, noted: true }, tests)).toBe("13");
  expect(await where(hasura, { _or: [{ minViews: 9 }, { noted: false }] }, tests)).toBe("23");
});

test.for<[Dialect, object, string]>([
  [{}, { title: "One" }, 'The member "title" of a filter of Post has no meaning.'],
  [{}, { mine: true }, 'The member "mine" of a filter of Post has no meaning.'],
  [hasura, { title: { _sounds: "x" } }, 'The member "title._sounds" of a filter of String has no meaning.'],
  [hasura, { author: { nam: { _eq: "x" } } }, 'The member "nam" of a filter of User has no meaning.'],
  [contentful, { title_sounds: "x" }, 'The member "title_sounds" of a filter of Post has no meaning.'],
  [postgraphile, { notes: { text: "x" } }, 'The member "notes" of a filter of Post has no meaning.'],
  [hasura, { title: { _regex: "(" } }, "The regular expression is not valid."],
])("where: a member without a meaning is an error: %j %j", async ([dialect, filter, message]) => {
  expect(await where(dialect, filter)).toContain(message);
});

test.for<[Dialect, unknown, object, string]>([
  [{}, null, {}, "123"],
  [{}, "VIEWS", { VIEWS: "-views" }, "321"],
  [{}, ["NAME", "VIEWS"], { NAME: "author.name nulls first", VIEWS: "views" }, "312"],
  [{}, "SIZE", { SIZE: ({ notes }: { notes: unknown[] }) => notes.length }, "231"],
  [{}, { title: "DESC" }, { title: "-views" }, "123"],
  [{ nulls: "last" }, { title: "asc" }, {}, "123"],
  [{ nulls: "high" }, { title: "desc" }, {}, "321"],
  [{ nulls: "low" }, { title: "asc" }, {}, "312"],
  [{ enums: "declared" }, [{ level: "asc" }, { views: "desc" }], {}, "321"],
  [{ enums: "text" }, [{ level: "asc" }, { views: "asc" }], {}, "123"],
  [hasura, [{ title: "desc_nulls_last" }], {}, "213"],
  [hasura, { author: { name: "desc" } }, {}, "321"],
  [strapi, ["views:desc"], {}, "321"],
  [{ ...contentful, nulls: "last" }, "title_ASC", {}, "123"],
  [{ orderSeparator: "_" }, "VIEWS_DESC", {}, "321"],
  [
    { orderMembers: { field: "field", direction: "direction" } },
    { field: "AT", direction: "DESC" },
    { AT: "at" },
    "312",
  ],
])("sort: %j orders by %j", async ([dialect, order, names, ids]) => {
  expect(await sort(dialect, order, names)).toBe(ids);
});

test.for<[Dialect, unknown, object, string]>([
  [{}, "NEWEST", {}, 'The order "NEWEST" of Post has no meaning.'],
  [{}, { title: "asc" }, {}, 'The place of null in the order by "title" is not declared.'],
  [{}, { level: "asc" }, {}, 'The order of the values of Level ("level") is not declared.'],
  [{}, { views: "up" }, {}, 'The direction "up" of an order of Post has no meaning.'],
  [{}, { vews: "asc" }, {}, 'Post has no field "vews". Did you mean "views"?'],
  [{}, { notes: "asc" }, {}, 'sort: "notes" of Post is not a value of one row.'],
  [{}, "A", { A: "" }, 'sort: "A" must be a path such as "-createdAt"'],
])("sort: an order without a meaning is an error: %j %j", async ([dialect, order, names, message]) => {
  expect(await sort(dialect, order, names)).toContain(message);
});

test.for<[Dialect, object, string]>([
  [{}, { first: 2 }, "12"],
  [{}, { last: 1 }, "3"],
  [hasura, { limit: 1, offset: 1 }, "2"],
  [hasura, { limit: undefined, offset: null }, "123"],
  [strapi, { page: 2, pageSize: 2 }, "3"],
  [{ pages: { p: "page from 0", n: "first" } }, { p: 1, n: 2 }, "3"],
  [{}, { limit: 1 }, 'The argument "limit" selects no page.'],
  [{}, { first: -1 }, 'The argument "first" must be an integer from 0 to 1000.'],
  [{}, { frist: 1 }, 'The argument "frist" selects no page. Did you mean "first"?'],
])("page: %j selects by %j", async ([dialect, args, expected]) => {
  expect(await run(dialect, (context) => context.page(context.db.Post.list(), args))).toContain(expected);
});

test("values that are no rows are rejected by where, sort and page, with the way to go", async () => {
  expect(await run(hasura, ({ where }) => where([{ id: "1" }], {}))).toContain(
    "a value of the list is not a row",
  );
  expect(await run(hasura, ({ sort }) => sort([{ id: "1" }], { id: "asc" }))).toContain("is not a row");
  expect(await run(hasura, ({ where }) => where(undefined, {}))).toContain("expected a list of rows");
});

test("lists without a resolver have the arguments that the dialect explains, at the root and in rows", async () => {
  const platform = createPlatform({ schema: SCHEMA, data, dialect: hasura, onRulesError: () => {} });
  const send = async (text: string) => (await ask(platform, text)).result;
  const all = "{ posts(where: { views: { _gt: 5 } }, order_by: { views: desc }, limit: 1) { id } }";
  expect((await send(all)).data).toEqual({ posts: [{ id: "3" }] });
  const own = '{ user(id: "u") { posts(where: { views: { _gt: 5 } }) { id } } }';
  expect((await send(own)).data).toEqual({ user: { posts: [] } });
  const [error] = (await send("{ posts(other: 1) { id } }")).errors ?? [];
  expect(
    error?.message,
  ).toBe(`No resolver decides Query.posts with "other". Add to Query in platform.rules.ts:

  posts: (_, { where, order_by, other, ...rest }, { db, sort, page }) => page(sort(db.Post.list(), order_by).filter((row) => …), rest),`);
});
