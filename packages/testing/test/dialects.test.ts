/**
 * `where`, `sort` and `page`, and the dialects that declare what the names of filters, orders and page
 * arguments mean.
 */

import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";
import {
  type Context,
  contentful,
  type Dialect,
  hasura,
  postgraphile,
  type Resolver,
  strapi,
} from "../src/rules-entry.ts";
import { queryData, sendQuery } from "./support/requests.ts";

/** Posts with texts, numbers, enums, dates, lists and relations, and a field that runs the code of a test. */
const SCHEMA = `
  scalar JSON
  scalar DateTime
  enum Level { LOW HIGH }
  type Query {
    run: JSON
    posts(where: JSON, order_by: JSON, limit: Int, offset: Int, other: Int): [Post!]!
    user(id: ID!): User
    pages(pagination: JSON): [Post!]!
  }
  type User {
    id: ID!
    name: String!
    posts(where: JSON, limit: Int): [Post!]!
  }
  type Post {
    id: ID!
    title: String
    views: Int!
    level: Level!
    tags: [String!]!
    at: DateTime!
    author: User
    notes: [Note!]!
    sys: Sys!
    total: Int!
    late: Int
  }
  type Sys {
    version: Int!
  }
  type Note {
    id: ID!
    text: String!
    post: Post!
  }`;
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
      sys: { version: 3 },
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
      sys: { version: 2 },
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
      sys: { version: 1 },
    },
  ],
  Note: [
    { id: "n1", text: "good" },
    { id: "n2", text: "bad" },
    { id: "n3", text: "bad" },
  ],
};
// biome-ignore lint/suspicious/noExplicitAny: The schema has no generated types.
type RowSelector = (context: any) => readonly { readonly id: string }[];

/** The IDs of the rows that a function of the context returns, or the first line of the error. */
async function selectRows(dialect: Dialect, select: RowSelector): Promise<string> {
  const rules = {
    Query: {
      run: (_: object, __: object, context: object) =>
        select(context)
          .map(({ id }) => id)
          .join(""),
    },
    Post: { total: ({ views }: { views: number }) => views * 10, late: async () => 1 },
  };
  const { result } = await sendQuery(
    createPlatform({ schema: SCHEMA, data, rules, dialect, onRulesError: () => {} }),
    "{ run }",
  );
  const [error] = result.errors ?? [];
  return error ? String(error.message).replace(/\n[\s\S]*/, "") : Object(result.data).run;
}

const where = (dialect: Dialect, filter: object, tests?: object) =>
  selectRows(dialect, (context) => context.where(context.db.Post.list(), filter, tests));
const sort = (dialect: Dialect, order: unknown, names?: object) =>
  selectRows(dialect, (context) => context.sort(context.db.Post.list(), order, names));

/**
 * Members of filters as in the documentation of each product, and the rows that they select. The title of
 * post 3 is null.
 */
const OPERATORS: Readonly<Record<string, readonly (readonly [filter: object, rows: string])[]>> = {
  hasura: [
    [{}, "123"],
    [{ title: { _eq: "One" } }, "1"],
    [{ title: { _neq: "One" } }, "2"],
    [{ views: { _gt: 5, _lt: 9 } }, "2"],
    [{ views: { _gte: 7 } }, "23"],
    [{ views: { _lte: 7 } }, "12"],
    [{ title: { _in: ["One", "two"] }, views: { _gt: 5 } }, "2"],
    [{ title: { _in: [] } }, ""],
    [{ title: { _nin: ["One"] } }, "2"],
    [{ title: { _nin: [] } }, "123"],
    [{ title: { _nin: ["One", null] } }, ""],
    [{ title: { _like: "%w%" } }, "2"],
    [{ title: { _like: "t_o" } }, "2"],
    [{ title: { _like: "t\\_o" } }, ""],
    [{ title: { _nlike: "%w%" } }, "1"],
    [{ title: { _ilike: "o%" } }, "1"],
    [{ title: { _nilike: "o%" } }, "2"],
    [{ title: { _regex: "^[a-z]" } }, "2"],
    [{ title: { _iregex: "^[A-Z]\\S" } }, "12"],
    [{ title: { _nregex: "^[a-z]" } }, "1"],
    [{ title: { _niregex: "^O" } }, "2"],
    [{ title: { _is_null: true } }, "3"],
    [{ title: { _is_null: false } }, "12"],
    [{ total: { _eq: 70 } }, "2"],
    [{ at: { _gt: "2025-12-31T23:45:00Z" } }, "13"],
    [{ author: { name: { _eq: "Ada" } } }, "1"],
    [{ author: {} }, "12"],
    [{ notes: { text: { _eq: "bad" } } }, "13"],
    [{ _not: { title: { _eq: "One" } } }, "2"],
    [{ _not: { author: { name: { _eq: "Ada" } } } }, "23"],
    [{ _or: [{ views: { _eq: 9 } }, { author: { id: { _eq: "v" } } }] }, "23"],
    [{ _or: [{ title: { _eq: "One" } }, { views: { _eq: 9 } }] }, "13"],
    [{ _or: { views: { _gt: 5 }, title: { _eq: "two" } } }, "2"],
    [{ _or: [] }, ""],
    [{ _and: [{ views: { _gt: 5 } }, { views: { _lt: 9 } }] }, "2"],
    [{ _and: [] }, "123"],
  ],
  strapi: [
    [{ title: { eq: "One" } }, "1"],
    [{ title: { eq: null } }, "3"],
    [{ title: { eqi: "TWO" } }, "2"],
    [{ title: { ne: "One" } }, "2"],
    [{ title: { ne: null } }, "12"],
    [{ title: { nei: "TWO" } }, "1"],
    [{ views: { lt: 7 } }, "1"],
    [{ views: { lte: 7 } }, "12"],
    [{ views: { gt: 7 } }, "3"],
    [{ views: { gte: 7 } }, "23"],
    [{ views: { between: [6, 9] } }, "23"],
    [{ title: { in: ["One", "three"] } }, "1"],
    [{ title: { notIn: ["One", "three"] } }, "2"],
    [{ title: { contains: "O" } }, "1"],
    [{ title: { notContains: "O" } }, "2"],
    [{ title: { containsi: "O" } }, "12"],
    [{ title: { notContainsi: "N" } }, "2"],
    [{ title: { startsWith: "O" } }, "1"],
    [{ title: { endsWith: "o" } }, "2"],
    [{ title: { null: true } }, "3"],
    [{ title: { notNull: true } }, "12"],
    [{ title: { not: { contains: "O" } } }, "2"],
    [{ title: { or: [{ eq: "One" }, { null: true }] } }, "13"],
    [{ title: { and: [{ startsWith: "O" }, { endsWith: "e" }] } }, "1"],
    [{ and: [{ title: { eq: "One" } }, { views: { lt: 20 } }] }, "1"],
    [{ or: [{ title: { eq: "One" } }, { title: { eq: "two" } }] }, "12"],
    [{ not: { title: { eq: "One" } } }, "2"],
    [{ and: [{ not: { views: { gte: 9 } } }, { or: [{ title: { eq: "two" } }] }] }, "2"],
    [{ author: { name: { eq: "Bob" } } }, "2"],
    [{ notes: { text: { eq: "bad" } } }, "13"],
  ],
  contentful: [
    [{ title: "One" }, "1"],
    [{ title_not: "One" }, "23"],
    [{ title_exists: false }, "3"],
    [{ title_contains: "TW" }, "2"],
    [{ title_not_contains: "one" }, "23"],
    [{ views_gt: 7 }, "3"],
    [{ views_gte: 7 }, "23"],
    [{ views_lt: 7 }, "1"],
    [{ views_lte: 7 }, "12"],
    [{ views_in: [5, 9] }, "13"],
    [{ views_not_in: [5, 9] }, "2"],
    [{ tags_contains_all: ["x", "y"] }, "1"],
    [{ tags_contains_some: ["y"] }, "12"],
    [{ tags_contains_none: ["x"] }, "23"],
    [{ sys: { version_gt: 1 } }, "12"],
    [{ author: { name_not: "Ada" } }, "2"],
    [{ author_exists: true, OR: [{ views: 5 }, { views_in: [9] }] }, "1"],
    [{ AND: [{ OR: [{ title: "One" }, { title: "two" }] }, { views_gt: 5 }] }, "2"],
  ],
  postgraphile: [
    [{ level: "LOW" }, "23"],
    [{ title: null }, "3"],
    [{ title: { isNull: true } }, "3"],
    [{ title: { equalTo: "One" } }, "1"],
    [{ title: { notEqualTo: "One" } }, "2"],
    [{ title: { distinctFrom: "One" } }, "23"],
    [{ title: { notDistinctFrom: "One" } }, "1"],
    [{ title: { in: ["One"] } }, "1"],
    [{ title: { notIn: ["One"] } }, "2"],
    [{ views: { lessThan: 7 } }, "1"],
    [{ views: { lessThanOrEqualTo: 7 } }, "12"],
    [{ views: { greaterThan: 7 } }, "3"],
    [{ views: { greaterThanOrEqualTo: 7 }, title: { notIncludes: "x" } }, "2"],
    [{ title: { includes: "w" } }, "2"],
    [{ title: { notIncludes: "w" } }, "1"],
    [{ title: { includesInsensitive: "W" } }, "2"],
    [{ title: { notIncludesInsensitive: "W" } }, "1"],
    [{ title: { startsWith: "O" } }, "1"],
    [{ title: { notStartsWith: "O" } }, "2"],
    [{ title: { startsWithInsensitive: "T" } }, "2"],
    [{ title: { notStartsWithInsensitive: "T" } }, "1"],
    [{ title: { endsWith: "o" } }, "2"],
    [{ title: { notEndsWith: "o" } }, "1"],
    [{ title: { endsWithInsensitive: "O" } }, "2"],
    [{ title: { notEndsWithInsensitive: "O" } }, "1"],
    [{ title: { like: "t%" } }, "2"],
    [{ title: { notLike: "t%" } }, "1"],
    [{ title: { likeInsensitive: "T_O" } }, "2"],
    [{ title: { notLikeInsensitive: "T_O" } }, "1"],
    [{ title: { equalToInsensitive: "TWO" } }, "2"],
    [{ title: { notEqualToInsensitive: "TWO" } }, "1"],
    [{ title: { distinctFromInsensitive: "TWO" } }, "13"],
    [{ title: { notDistinctFromInsensitive: "TWO" } }, "2"],
    [{ title: { inInsensitive: ["TWO"] } }, "2"],
    [{ title: { notInInsensitive: ["TWO"] } }, "1"],
    [{ title: { lessThanInsensitive: "TWO" } }, "1"],
    [{ title: { lessThanOrEqualToInsensitive: "TWO" } }, "12"],
    [{ title: { greaterThanInsensitive: "one" } }, "2"],
    [{ title: { greaterThanOrEqualToInsensitive: "ONE" } }, "12"],
    [{ or: [{ views: { equalTo: 6 } }, { title: { equalTo: "two" } }] }, "2"],
    [{ not: { or: [{ views: { equalTo: 5 } }, { title: { equalTo: "two" } }] } }, ""],
    [{ and: [{ not: { views: { equalTo: 5 } } }, { not: { views: { equalTo: 9 } } }] }, "2"],
    [{ or: [] }, ""],
    [{ author: { name: { equalTo: "Ada" } } }, "1"],
    [{ notes: { some: { text: "good" } } }, "1"],
    [{ notes: { every: { text: "bad" } } }, "23"],
    [{ notes: { none: { text: "bad" } } }, "2"],
  ],
};
const DIALECTS: Readonly<Record<string, Dialect>> = { hasura, strapi, contentful, postgraphile };

test.for(
  Object.entries(OPERATORS).flatMap(([name, cases]) =>
    cases.map(([filter, ids]) => [name, filter, ids] as const),
  ),
)("%s: %j selects the rows %s", async ([name, filter, ids]) => {
  expect(await where(DIALECTS[name] as Dialect, filter)).toBe(ids);
});

test.for(Object.entries(DIALECTS))("each operator of %s has an example", ([name, dialect]) => {
  const text = JSON.stringify(OPERATORS[name]);
  const { operators = {}, logic = {}, quantifiers = {}, separator = "" } = dialect;
  const members = Object.keys(operators).filter((operator) => operator !== "");
  const names = members.map((operator) => `${separator}${operator}"`);
  const others = Object.keys({ ...logic, ...quantifiers }).map((member) => `"${member}"`);
  expect([...names, ...others].filter((member) => !text.includes(member))).toEqual([]);
});

test.for<[Dialect, object, string]>([
  [hasura, { title: { _eq: null } }, 'The member "title._eq" of the filter must not be null.'],
  [hasura, { _or: null }, 'The member "_or" of the filter must not be null.'],
  [hasura, { author: null }, 'The member "author" of the filter must not be null.'],
  [strapi, { title: null }, 'The member "title" of the filter must not be null.'],
  [postgraphile, { title: { isNull: null } }, 'The member "title.isNull" of the filter must not be null.'],
])("%j: %j is an error, because null is not compared", async ([dialect, filter, message]) => {
  expect(await where(dialect, filter)).toBe(message);
});

test("an operator that combines others is left out if it is null", async () => {
  const dialect: Dialect = { operators: { eq: "eq", and: "and", or: "or", not: "not" } };
  expect(await where(dialect, { title: { not: null } })).toBe("123");
  expect(await where(dialect, { title: { and: null, or: null, eq: "two" } })).toBe("2");
});

test("the text of an order inside of a relation is a field of the related row", async () => {
  const dialect: Dialect = {
    nulls: "last",
    orderMembers: { field: "field", direction: "direction" },
    orderSeparator: "_",
  };
  const title = { field: "TITLE", direction: "asc" };
  expect(await sort(dialect, title, { TITLE: "-title" })).toBe("213");
  expect(await sort(dialect, { author: { field: "NAME", direction: "desc" } }, { NAME: "title" })).toBe(
    "213",
  );
  expect(await sort(dialect, { author: title }, { TITLE: "title" })).toContain(
    'The order "TITLE" of User has no meaning.',
  );
});

test("orders by a relation with numbers as IDs", async () => {
  const schema = "type Query { run: String } type Post { id: ID! author: User } type User { id: ID! }";
  const posts = [
    { id: "1", author: "10" },
    { id: "2", author: "9" },
  ];
  const users = [{ id: "9" }, { id: "10" }];
  const run: Resolver = (_, __, context) => {
    const { db, sort: sortRows } = context as Context;
    const rows = sortRows(db.Post?.list() ?? [], "AUTHOR", { AUTHOR: "author" });
    return rows.map(({ id }) => id).join("");
  };
  const platform = createPlatform({ schema, data: { Post: posts, User: users }, rules: { Query: { run } } });
  expect((await sendQuery(platform, "{ run }")).result).toEqual({ data: { run: "21" } });
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
  [hasura, { title: { _ilke: "x" } }, 'has no meaning. Did you mean "_ilike"? Add one of these'],
  [
    hasura,
    { title: { _similar: "(O|t)%" } },
    'The member "title._similar" of a filter of String has no meaning.',
  ],
  [hasura, { _ro: [] }, 'The member "_ro" of a filter of Post has no meaning. Did you mean "_or"?'],
  [strapi, { title: { startsWithi: "x" } }, 'has no meaning. Did you mean "startsWith"?'],
  [strapi, { title: "One" }, 'The member "title" of a filter of Post has no meaning.'],
  [contentful, { title_contain: "x" }, 'has no meaning. Did you mean "title_contains"?'],
  [contentful, { at_within_circle: {} }, 'The member "at_within_circle" of a filter of Post has no meaning.'],
  [contentful, { notes: { text: "x" } }, 'The member "notes" of a filter of Post has no meaning.'],
  [
    postgraphile,
    { title: { similarTo: "x" } },
    'The member "title.similarTo" of a filter of String has no meaning.',
  ],
  [hasura, { author: { nam: { _eq: "x" } } }, 'The member "nam" of a filter of User has no meaning.'],
  [contentful, { title_sounds: "x" }, 'The member "title_sounds" of a filter of Post has no meaning.'],
  [postgraphile, { notes: { text: "x" } }, 'The member "notes" of a filter of Post has no meaning.'],
  [hasura, { title: { _regex: "(" } }, "The regular expression is not valid."],
  [hasura, { late: { _eq: 1 } }, "The resolver of Post.late must not be async, because where or sort reads "],
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
  [strapi, ["level:asc", "views:desc"], {}, 'The order of the values of Level ("level") is not declared.'],
  [{ ...contentful, nulls: "last" }, "title_ASC", {}, "123"],
  [contentful, ["sys_version_DESC"], {}, "123"],
  [postgraphile, ["LEVEL_ASC", "VIEWS_DESC"], {}, "321"],
  [hasura, [{ level: "asc" }, { views: "asc" }], {}, "123"],
  [{ orderSeparator: "_" }, "VIEWS_DESC", {}, "321"],
  [
    { orderMembers: { field: "field", direction: "direction" } },
    { field: "AT", direction: "DESC" },
    { AT: "at" },
    "312",
  ],
])("sort: %j orders by %j", async ([dialect, order, names, ids]) => {
  expect(await sort(dialect, order, names)).toContain(ids);
});

test("large integers and characters of two code units are compared as they are", async () => {
  const platform = createPlatform({
    schema: `
      scalar bigint
      scalar JSON
      type Row { id: ID! key: bigint! title: String! }
      type Query { rows(where: JSON, order_by: JSON): [Row!]! }`,
    data: {
      Row: [
        { id: "1", key: "9007199254740993", title: "a😀b" },
        { id: "2", key: "9007199254740992", title: "ab" },
        { id: "3", key: "8", title: "axyb" },
      ],
    },
    dialect: hasura,
  });
  const idsOf = async (args: string): Promise<string> => {
    const { rows } = await queryData(platform, `{ rows(${args}) { id } }`);
    return (rows ?? []).map(({ id }) => id).join("");
  };
  expect(await idsOf('where: { key: { _eq: "9007199254740993" } }')).toBe("1");
  expect(await idsOf('where: { key: { _nin: ["9007199254740992"] } }')).toBe("13");
  expect(await idsOf('where: { key: { _gt: "9007199254740992" } }')).toBe("1");
  expect(await idsOf('where: { key: { _lt: "9007199254740992" } }')).toBe("3");
  expect(await idsOf("order_by: { key: asc }")).toBe("321");
  // The number of a literal is rounded.
  expect(await idsOf("where: { key: { _eq: 9007199254740993 } }")).toBe("12");
  expect(await idsOf("where: { key: { _nin: [9007199254740993] } }")).toBe("3");
  expect(await idsOf("where: { key: { _gte: 9007199254740993 } }")).toBe("12");
  expect(await idsOf('where: { title: { _like: "a_b" } }')).toBe("1");
});

test.for<[Dialect, unknown, object, string]>([
  [{}, "NEWEST", {}, 'The order "NEWEST" of Post has no meaning.'],
  [{}, { title: "asc" }, {}, 'The place of null in the order by "title" is not declared.'],
  [{}, { level: "asc" }, {}, 'The order of the values of Level ("level") is not declared.'],
  [{}, { views: "up" }, {}, 'The direction "up" of an order of Post has no meaning.'],
  [{}, { vews: "asc" }, {}, 'Post has no field "vews". Did you mean "views"?'],
  [{}, { notes: "asc" }, {}, 'sort: "notes" of Post is not a value of one row.'],
  [{}, { sys: "asc" }, {}, 'sort: "sys" of Post is not a value of one row.'],
  [{}, { late: "asc" }, {}, "The resolver of Post.late must not be async, because where or sort reads "],
  [{}, "A", { A: async () => 1 }, "sort: a function of the row must not be async."],
  [{}, "A", { A: "" }, 'sort: "A" must be a path such as "-createdAt"'],
])("sort: an order without a meaning is an error: %j %j", async ([dialect, order, names, message]) => {
  expect(await sort(dialect, order, names)).toContain(message);
});

test.for<[Dialect, object, string]>([
  [{}, { first: 2 }, "12"],
  [{}, { last: 1 }, "3"],
  [hasura, { limit: 1, offset: 1 }, "2"],
  [hasura, { limit: undefined, offset: null }, "123"],
  [{ pages: { n: "first", p: "page", s: "skip" } }, { n: 1, p: 2, s: 1 }, "3"],
  [strapi, { page: 2, pageSize: 2 }, "3"],
  [strapi, { pagination: { start: 1, limit: 1 } }, "2"],
  [strapi, { pagination: null }, "123"],
  [
    strapi,
    { pagination: { pagesize: 1 } },
    'The argument "pagesize" selects no page. Did you mean "pageSize"?',
  ],
  [{ pages: { p: "page from 0", n: "first" } }, { p: 1, n: 2 }, "3"],
  [{}, { limit: 1 }, 'The argument "limit" selects no page.'],
  [{}, { first: -1 }, 'The argument "first" must be an integer from 0 to 1000.'],
  [{}, { frist: 1 }, 'The argument "frist" selects no page. Did you mean "first"?'],
])("page: %j selects by %j", async ([dialect, args, expected]) => {
  expect(await selectRows(dialect, (context) => context.page(context.db.Post.list(), args))).toContain(
    expected,
  );
});

test("values that are no rows are rejected by where, sort and page, with the way to go", async () => {
  expect(await selectRows(hasura, ({ where }) => where([{ id: "1" }], {}))).toContain(
    "a value of the list is not a row",
  );
  expect(await selectRows(hasura, ({ sort }) => sort([{ id: "1" }], { id: "asc" }))).toContain(
    "is not a row",
  );
  expect(await selectRows(hasura, ({ where }) => where(undefined, {}))).toContain("expected a list of rows");
});

test("objects that a resolver returns are filtered and sorted by the dialect, even if no table has them", async () => {
  const platform = createPlatform({
    schema: `
      scalar JSON
      type Query { board: Board }
      type Board { posts(where: JSON, order_by: JSON): [Post!]! }
      type Post { id: ID! views: Int! }`,
    rules: { Query: { board: () => ({ posts: [3, 9, 7].map((views) => ({ id: `p${views}`, views })) }) } },
    dialect: hasura,
  });
  const sent = "posts(where: { views: { _gt: 5 } }, order_by: { views: asc }) { id }";
  expect(await queryData(platform, `{ board { ${sent} } }`)).toEqual({
    board: { posts: [{ id: "p7" }, { id: "p9" }] },
  });
});

test("lists without a resolver have the arguments that the dialect explains, at the root and in rows", async () => {
  const platform = createPlatform({ schema: SCHEMA, data, dialect: hasura, onRulesError: () => {} });
  const send = async (text: string) => (await sendQuery(platform, text)).result;
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

test("a proposed resolver names only what it uses of the context", async () => {
  const platform = createPlatform({
    schema: `
      type Query { boards: [Board!]! }
      type Board { id: ID! page(minViews: Int): [Post!]! }
      type Post { id: ID! }`,
    onRulesError: () => {},
  });
  const { result } = await sendQuery(platform, "{ boards { page(minViews: 1) { id } } }");
  expect(result.errors?.[0]?.message).toContain(
    "\n  page: (parent, { minViews }) => parent.page.filter((row) => …),",
  );
});
