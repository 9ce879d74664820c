/**
 * Keys, pages and the two directions of relations, as they follow from the types of a schema and from `keys`
 * and `inverses`.
 */

import { expect, test } from "vitest";
import { createPlatform, type PlatformData } from "../src/index.ts";
import type { Context, RulesOptions } from "../src/rules-entry.ts";
import { postApi, requestRefresh, sendQuery } from "./support/requests.ts";

interface StructureCase {
  readonly title: string;
  readonly schema: string;
  readonly data: PlatformData;
  readonly options?: RulesOptions;
  readonly query: string;
  readonly expected: unknown;
}

const CASES: StructureCase[] = [
  {
    title: "listed rows in the order of the data, if they refer back",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! notes: [Note!]! }
      type Note { id: ID! post: Post }`,
    data: { Post: [{ id: "p", notes: ["m", "n"] }], Note: [{ id: "n" }, { id: "l" }, { id: "m" }] },
    query: "{ posts { notes { id } } }",
    expected: { posts: [{ notes: [{ id: "m" }, { id: "n" }] }] },
  },
  {
    title: "a list of lists, which is not the other direction of a list",
    schema: `
      type Query { boards: [Board!]! }
      type Board { id: ID! cards: [Card!]! }
      type Card { id: ID! grid: [[Board!]!]! }`,
    data: { Board: [{ id: "b", cards: ["c"] }], Card: [{ id: "c", grid: [["b"]] }] },
    query: "{ boards { cards { grid { id } } } }",
    expected: { boards: [{ cards: [{ grid: [[{ id: "b" }]] }] }] },
  },
  {
    title: "the values of a row in its own table before those inside of another row",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! author: User }
      type User { id: ID! name: String! age: Int }`,
    data: { Post: [{ id: "p", author: { id: "u", name: "Eve", age: 7 } }], User: [{ id: "u", name: "Ada" }] },
    query: "{ posts { author { name age } } }",
    expected: { posts: [{ author: { name: "Ada", age: 7 } }] },
  },
  {
    title: "pages that the data has as edges or as nodes",
    schema: `
      type Query { users: [User!]! }
      type User { id: ID! posts: Posts! liked: Posts! }
      type Post { id: ID! user: User }
      type Info { hasNextPage: Boolean! }
      type Posts { nodes: [Post!] edges: [Edge] pageInfo: Info! }
      type Edge { node: Post cursor: String! }`,
    data: {
      User: [
        { id: "u", posts: { edges: [{ node: { id: "q" } }, { node: null }, null] } },
        { id: "v", posts: { nodes: ["p"] } },
      ],
      Post: [{ id: "p" }, { id: "q" }, { id: "r" }],
    },
    options: { inverses: { "User.posts": "user" } },
    query: "{ users { posts { nodes { id user { id } } edges { node { id } } } } }",
    expected: {
      users: [
        { posts: { nodes: [{ id: "q", user: { id: "u" } }], edges: [{ node: { id: "q" } }] } },
        { posts: { nodes: [{ id: "p", user: { id: "v" } }], edges: [{ node: { id: "p" } }] } },
      ],
    },
  },
  {
    title: "the user of the token by the name",
    schema: `
      type Query { me: User }
      type User { id: ID! name: String! }`,
    data: {
      User: [
        { id: "u", name: "Ada" },
        { id: "v", name: "demo" },
      ],
    },
    query: "{ me { id } }",
    expected: { me: { id: "v" } },
  },
  {
    title: "the tenant of the user by its ID, even if the token is for another one",
    schema: `
      type Query { me: User }
      type User { id: ID! name: String! tenantId: ID! tenant: Tenant! }
      type Tenant { id: ID! name: String! }`,
    data: {
      User: [{ id: "u", name: "demo", tenantId: "t" }],
      Tenant: [{ id: "s" }, { id: "t" }],
    },
    query: "{ me { tenantId tenant { id } } }",
    expected: { me: { tenantId: "t", tenant: { id: "t" } } },
  },
  {
    title: "the first user, and the tenant with the name of the token's, if none has the ID",
    schema: `
      type Query { me: User organization: Organization }
      type User { id: ID! name: String! }
      type Organization { id: ID! name: String }`,
    data: {
      User: [
        { id: "u", name: "Ada" },
        { id: "v", name: "Bob" },
      ],
      Organization: [{ id: "s" }, { id: "t", name: "Production" }],
    },
    query: "{ me { id } organization { id } }",
    expected: { me: { id: "u" }, organization: { id: "t" } },
  },
  {
    title: "a page of edges alone",
    schema: `
      type Query { users: [User!]! }
      type User { id: ID! posts: Posts! }
      type Posts { edges: [Edge] }
      type Edge { node: Post cursor: String }
      type Post { id: ID! }`,
    data: { User: [{ id: "u", posts: { edges: [{ node: { id: "q" } }, { cursor: "c" }] } }] },
    query: "{ users { posts { edges { node { id } } } } }",
    expected: { users: [{ posts: { edges: [{ node: { id: "q" } }, { node: null }] } }] },
  },
  {
    title: "no rows by a list of the data that is null",
    schema: `
      type Query { tags: [Tag!]! }
      type Post { id: ID! tags: [Tag!] }
      type Tag { id: ID! posts: [Post!]! }`,
    data: { Post: [{ id: "p", tags: null }], Tag: [{ id: "t" }] },
    query: "{ tags { posts { id } } }",
    expected: { tags: [{ posts: [] }] },
  },
  {
    title: "a page that has a field with a required argument",
    schema: `
      type Query { box: Box! }
      type Box { nodes: [Item!]! totalCount: Int! top(n: Int!): Item }
      type Item { id: ID! }`,
    data: { Item: [{ id: "1" }, { id: "2" }] },
    query: "{ box { nodes { id } totalCount } }",
    expected: { box: { nodes: [{ id: "1" }, { id: "2" }], totalCount: 2 } },
  },
  {
    title: "rows that have a list of texts with the name of errors",
    schema: `
      type Query { jobs: [Job!]! }
      type Job { ref: ID! errors: [String!]! }`,
    data: { Job: [{ ref: "j", errors: ["a"] }] },
    query: "{ jobs { ref errors } }",
    expected: { jobs: [{ ref: "j", errors: ["a"] }] },
  },
  {
    title: "lists that the data sets to null",
    schema: `
      type Query { docs: [Doc!]! }
      type Doc { id: ID! tags: [Tag!] grid: [[Tag!]!] notes: [Note!] }
      type Tag { id: ID! }
      type Note { id: ID! doc: Doc }`,
    data: {
      Doc: [
        { id: "d", tags: null, grid: null, notes: null },
        { id: "e", tags: [], grid: [], notes: [] },
      ],
    },
    query: "{ docs { tags { id } grid { id } notes { id } } }",
    expected: {
      docs: [
        { tags: null, grid: null, notes: null },
        { tags: [], grid: [], notes: [] },
      ],
    },
  },
  {
    title: "the rows of an interface, only of types that the data has",
    schema: `
      type Query { nodes: [Node!]! wholes: [Whole!]! }
      interface Node { id: ID! }
      type Part implements Node { id: ID! }
      type Whole implements Node { id: ID! name: String! }`,
    data: { Part: [{ id: "p" }] },
    query: "{ wholes { name } nodes { id } }",
    expected: { wholes: [1, 2, 3].map((number) => ({ name: `Whole ${number}` })), nodes: [{ id: "p" }] },
  },
  {
    title: "two lists, if each direction is in the data of one row only",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! tags: [Tag!]! }
      type Tag { id: ID! posts: [Post!]! }`,
    data: { Post: [{ id: "p", tags: ["s"] }], Tag: [{ id: "s" }, { id: "t", posts: ["p"] }] },
    query: "{ posts { tags { id posts { id } } } }",
    expected: {
      posts: [
        {
          tags: [
            { id: "s", posts: [{ id: "p" }] },
            { id: "t", posts: [{ id: "p" }] },
          ],
        },
      ],
    },
  },
  {
    title: "a list of an interface from the lists of its types",
    schema: `
      type Query { posts: [Post!]! }
      interface Mark { id: ID! posts: [Post!]! }
      type Post { id: ID! marks: [Mark!]! }
      type Tag implements Mark { id: ID! posts: [Post!]! }
      type Star implements Mark { id: ID! posts: [Post!]! }`,
    data: {
      Post: [{ id: "p" }, { id: "q" }],
      Star: [{ id: "s", posts: ["q"] }],
      Tag: [{ id: "t", posts: [] }],
    },
    query: "{ posts { marks { id } } }",
    expected: { posts: [{ marks: [] }, { marks: [{ id: "s" }] }] },
  },
  {
    title: "the tenant of the token in two types",
    schema: `
      type Query { tenant: Tenant organization: Organization }
      type Tenant { id: ID! name: String }
      type Organization { id: ID! name: String }`,
    data: { Tenant: [{ id: "t" }], Organization: [{ id: "o" }] },
    query: "{ tenant { id } organization { id } }",
    expected: { tenant: { id: "t" }, organization: { id: "o" } },
  },
  {
    title: "rows with their key in a part of a part, of the data and generated ones",
    schema: `
      type Query { docs: [Doc!]! pages: [Page!]! links: [Link!]! }
      type Doc { meta: Meta! }
      type Page { meta: Meta! }
      type Meta { sys: Sys! label: String! }
      type Sys { id: ID! space: String! }
      type Link { id: ID! doc: Doc }`,
    data: { Doc: [{ meta: { sys: { id: "d", space: "s" }, label: "l" } }], Link: [{ id: "l", doc: "d" }] },
    options: { keys: { Doc: "meta.sys.id", Page: "meta.sys.id" } },
    query:
      "{ docs { meta { sys { id space } label } } pages { meta { sys { id space } label } } links { doc { meta { label } } } }",
    expected: {
      docs: [{ meta: { sys: { id: "d", space: "s" }, label: "l" } }],
      pages: [
        {
          meta: {
            sys: { id: "5008fe1f-7ae3-4c2f-84cd-3fe1f9343f21", space: "Space 830" },
            label: "Meta 207",
          },
        },
        {
          meta: { sys: { id: "96c0f507-bebf-44ab-bbcf-df86947c8a9f", space: "Space 681" }, label: "Meta 71" },
        },
        {
          meta: { sys: { id: "96e63167-6d7f-4fad-be01-e82ce0cb9cd2", space: "Space 561" }, label: "Meta 18" },
        },
      ],
      links: [{ doc: { meta: { label: "l" } } }],
    },
  },
  {
    title: "the first tenant if none has the ID or the name",
    schema: `
      type Query { my_org: Org }
      type Org { id: ID! name: String }`,
    data: { Org: [{ id: "s" }, { id: "t" }] },
    query: "{ my_org { id } }",
    expected: { my_org: { id: "s" } },
  },
  {
    title: "no tenant of the user if the data has none",
    schema: `
      type Query { me: User }
      type User { id: ID! name: String! tenant: Tenant }
      type Tenant { id: ID! }`,
    data: { User: [{ id: "u", name: "demo" }], Tenant: [] },
    query: "{ me { tenant { id } } }",
    expected: { me: { tenant: null } },
  },
  {
    title: "objects with an ID that are values, because keys says so",
    schema: `
      type Query { docs: [Doc!]! }
      type Doc { id: ID! tag: Tag }
      type Tag { id: ID! text: String }`,
    data: {
      Doc: [
        { id: "d", tag: { id: "t", text: "a" } },
        { id: "e", tag: { id: "t", text: "b" } },
      ],
    },
    options: { keys: { Tag: null } },
    query: "{ docs { tag { id text } } }",
    expected: { docs: [{ tag: { id: "t", text: "a" } }, { tag: { id: "t", text: "b" } }] },
  },
  {
    title: "a list with rows of its own, if two fields can refer back",
    schema: `
      type Query { users: [User!]! }
      type User { id: ID! issues: [Issue!]! }
      type Issue { id: ID! author: User assignee: User }`,
    data: { User: [{ id: "u", issues: ["j", "i"] }], Issue: [{ id: "i", author: null }, { id: "j" }] },
    query: "{ users { issues { id author { id } } } }",
    expected: {
      users: [
        {
          issues: [
            { id: "j", author: null },
            { id: "i", author: null },
          ],
        },
      ],
    },
  },
  {
    title: "listed rows that refer back by an interface",
    schema: `
      type Query { posts: [Post!]! }
      interface Node { id: ID! }
      type Post implements Node { id: ID! notes: [Note!]! }
      type Note { id: ID! about: Node }`,
    data: { Post: [{ id: "p" }, { id: "q" }], Note: [{ id: "n", about: "p" }, { id: "m" }] },
    query: "{ posts { id notes { id about { id } } } }",
    expected: {
      posts: [
        { id: "p", notes: [{ id: "n", about: { id: "p" } }] },
        { id: "q", notes: [] },
      ],
    },
  },
  {
    title: "no reference from a field that requires an argument",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! notes: [Note!]! }
      type Note { id: ID! post(at: Int!): Post owner: Post }`,
    data: { Post: [{ id: "p" }], Note: [{ id: "n", owner: "p" }] },
    query: "{ posts { notes { id } } }",
    expected: { posts: [{ notes: [{ id: "n" }] }] },
  },
  {
    title: "lists with rows of their own, if the type has two lists for one of the other type",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! tags: [Tag!]! old: [Tag!]! }
      type Tag { id: ID! posts: [Post!]! }`,
    data: { Post: [{ id: "p", tags: ["t"], old: [] }], Tag: [{ id: "t", posts: [] }] },
    query: "{ posts { tags { id posts { id } } old { id } } }",
    expected: { posts: [{ tags: [{ id: "t", posts: [] }], old: [] }] },
  },
  {
    title: "lists with rows of their own, if the other type has two lists",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! tags: [Tag!]! }
      type Tag { id: ID! posts: [Post!]! best: [Post!]! }`,
    data: { Post: [{ id: "p", tags: ["t"] }], Tag: [{ id: "t", posts: [], best: [] }] },
    query: "{ posts { tags { id posts { id } best { id } } } }",
    expected: { posts: [{ tags: [{ id: "t", posts: [], best: [] }] }] },
  },
  {
    title: "the pair of lists that inverses names",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! tags: [Tag!]! old: [Tag!]! }
      type Tag { id: ID! posts: [Post!]! }`,
    data: { Post: [{ id: "p", old: ["t"], tags: [] }], Tag: [{ id: "t" }] },
    options: { inverses: { "Tag.posts": "old", "Post.old": "posts" } },
    query: "{ posts { tags { id } old { id posts { id } } } }",
    expected: { posts: [{ tags: [], old: [{ id: "t", posts: [{ id: "p" }] }] }] },
  },
  {
    title: "the reference that inverses names",
    schema: `
      type Query { users: [User!]! }
      type User { id: ID! friends: [User!]! boss: User }`,
    data: { User: [{ id: "u", friends: ["v"] }, { id: "v" }] },
    options: { inverses: { "User.friends": "boss" } },
    query: "{ users { id friends { id } } }",
    expected: {
      users: [
        { id: "u", friends: [{ id: "v" }] },
        { id: "v", friends: [] },
      ],
    },
  },
  {
    title: "a list of the same type without another direction",
    schema: `
      type Query { users: [User!]! }
      type User { id: ID! friends: [User!]! }`,
    data: { User: [{ id: "u", friends: ["v"] }, { id: "v" }] },
    query: "{ users { id friends { id } } }",
    expected: {
      users: [
        { id: "u", friends: [{ id: "v" }] },
        { id: "v", friends: [] },
      ],
    },
  },
  {
    title: "a list of a union that has a member without a reference",
    schema: `
      type Query { posts: [Post!]! }
      type Post { id: ID! marks: [Mark!]! }
      union Mark = Tag | Star
      type Tag { id: ID! post: Post }
      type Star { id: ID! }`,
    data: {
      Post: [{ id: "p", marks: [{ __typename: "Star", id: "s" }] }, { id: "q" }],
      Tag: [{ id: "t", post: "p" }],
      Star: [{ id: "s" }],
    },
    query: "{ posts { marks { __typename } } }",
    expected: { posts: [{ marks: [{ __typename: "Star" }] }, { marks: [] }] },
  },
  {
    title: "a page without page information, and no page of leaf values",
    schema: `
      type Query { box: Box }
      type Box { items: [Item!] total: Int }
      type Item { id: ID! tags: Tags }
      type Tags { items: [String!] total: Int }`,
    data: { Item: [{ id: "i", tags: { items: ["a"], total: 7 } }] },
    query: "{ box { items { id tags { items total } } total } }",
    expected: { box: { items: [{ id: "i", tags: { items: ["a"], total: 7 } }], total: 1 } },
  },
  {
    title: "a row with its key in a part",
    schema: `
      type Query { docs: [Doc!]! }
      type Doc { sys: Sys! links: [Link!]! }
      type Sys { id: ID! }
      type Link { id: ID! doc: Doc }`,
    data: { Doc: [{ sys: { id: "d" } }], Link: [{ id: "l", doc: "d" }] },
    options: { keys: { Doc: "sys.id" } },
    query: "{ docs { sys { id } links { id doc { sys { id } } } } }",
    expected: { docs: [{ sys: { id: "d" }, links: [{ id: "l", doc: { sys: { id: "d" } } }] }] },
  },
  {
    title: "parts with the key of their row, even if two rows of different types have the same",
    schema: `
      type Query { docs: [Doc!]! pages: [Page!]! }
      type Doc { sys: Sys! }
      type Page { sys: Sys! }
      type Sys { id: ID! space: String }`,
    data: { Doc: [{ sys: { id: "1", space: "a" } }], Page: [{ sys: { id: "1", space: "b" } }] },
    options: { keys: { Doc: "sys.id", Page: "sys.id" } },
    query: "{ docs { sys { id space } } pages { sys { id space } } }",
    expected: { docs: [{ sys: { id: "1", space: "a" } }], pages: [{ sys: { id: "1", space: "b" } }] },
  },
  {
    title: "the values beside a key in a part, of a row and of one inside of another row",
    schema: `
      type Query { docs: [Doc!]! links: [Link!]! }
      type Doc { sys: Sys! }
      type Sys { id: ID! version: Int space: String }
      type Link { id: ID! doc: Doc }`,
    data: {
      Link: [
        { id: "l", doc: { sys: { id: "d", space: "a" } } },
        { id: "m", doc: { sys: { id: "e", version: 2 } } },
      ],
      Doc: [{ sys: { id: "d", version: 1 } }],
    },
    options: { keys: { Doc: "sys.id" } },
    query: "{ docs { sys { id version } } links { doc { sys { id version } } } }",
    expected: {
      docs: [{ sys: { id: "d", version: 1 } }, { sys: { id: "e", version: 2 } }],
      links: [{ doc: { sys: { id: "d", version: 1 } } }, { doc: { sys: { id: "e", version: 2 } } }],
    },
  },
  {
    title: "a row by the argument of its named key",
    schema: `
      type Query { doc(name: String, slug: String): Doc }
      type Doc { slug: String! name: String }`,
    data: { Doc: [{ slug: "d", name: "a" }] },
    options: { keys: { Doc: "slug" } },
    query: '{ doc(slug: "d") { name } }',
    expected: { doc: { name: "a" } },
  },
  {
    title: "a row by an argument with the name of the field",
    schema: `
      type Query { page(page_id: ID): Doc }
      type Doc { id: ID! name: String }`,
    data: { Doc: [{ id: "d", name: "a" }] },
    query: '{ page(page_id: "d") { name } }',
    expected: { page: { name: "a" } },
  },
  {
    title: "a row by an argument with the name of the type",
    schema: `
      type Query { page(docId: ID): Doc }
      type Doc { id: ID! name: String }`,
    data: { Doc: [{ id: "d", name: "a" }] },
    query: '{ page(docId: "d") { name } }',
    expected: { page: { name: "a" } },
  },
  {
    title: "a row by the argument with the name of its key before others",
    schema: `
      type Query { page(docId: ID, id: ID): Doc }
      type Doc { id: ID! name: String }`,
    data: { Doc: [{ id: "d", name: "a" }] },
    query: '{ page(id: "d") { name } }',
    expected: { page: { name: "a" } },
  },
  {
    title: "a row of a union whose other members are errors",
    schema: `
      type Query { find(id: ID!): Found }
      type NotFound { id: ID! message: String! }
      type Doc { id: ID! name: String }
      union Found = NotFound | Doc`,
    data: { Doc: [{ id: "d", name: "a" }] },
    query: '{ find(id: "d") { __typename ... on Doc { name } } }',
    expected: { find: { __typename: "Doc", name: "a" } },
  },
  {
    title: "a relation by its ID, if the names have capitals",
    schema: `
      type Query { docs: [Doc!]! }
      type Doc { id: ID! name: String Author: User authorID: ID }
      type User { id: ID! name: String }`,
    data: {
      Doc: [
        { id: "d", authorID: "u" },
        { id: "e", authorID: null },
      ],
      User: [{ id: "u", name: "Ada" }],
    },
    query: "{ docs { Author { name } authorID } }",
    expected: {
      docs: [
        { Author: { name: "Ada" }, authorID: "u" },
        { Author: null, authorID: null },
      ],
    },
  },
  {
    title: "a relation and its ID by the list of the other direction",
    schema: `
      type Query { docs: [Doc!]! }
      type Doc { id: ID! name: String author_id: ID author: User }
      type User { id: ID! name: String docs: [Doc!]! }`,
    data: { User: [{ id: "u", docs: ["d"] }, { id: "v" }], Doc: [{ id: "d" }, { id: "e" }] },
    query: "{ docs { author { id } author_id } }",
    expected: {
      docs: [
        { author: { id: "u" }, author_id: "u" },
        { author: null, author_id: null },
      ],
    },
  },
];

test.for(CASES)("reads $title", async ({ schema, data, options, query, expected }) => {
  const { result } = await sendQuery(createPlatform({ schema, data, ...options }), query);
  expect(result.errors).toBeUndefined();
  expect(JSON.stringify(result.data)).toBe(JSON.stringify(expected));
});

test.for<[field: string, expected: unknown]>([
  ['bySlug(slug: "d")', "Doc d"],
  ['byId(id: "d")', "Doc d"],
  ['byDoc(docId: "d")', "Doc d"],
  ['owner_doc(OwnerDocID: "d")', "Doc d"],
  ['both(slug: "d")', "Doc d"],
  ['both(id: "d")', 'No resolver decides Query.both with "id".'],
  ['byName(name: "Doc d")', 'No resolver decides Query.byName with "name".'],
  ['bySlug(slug: "e")', null],
])("a row is found by the argument with its key: %s", async ([field, expected]) => {
  const schema = `
    type Query {
      bySlug(slug: String): Doc
      byId(id: ID): Doc
      byDoc(docId: ID): Doc
      owner_doc(OwnerDocID: ID): Doc
      both(id: ID, slug: ID): Doc
      byName(name: String): Doc
    }
    type Doc { slug: String! name: String }`;
  const data = {
    Doc: [
      { slug: "c", name: "Doc c" },
      { slug: "d", name: "Doc d" },
    ],
  };
  const platform = createPlatform({ schema, data, keys: { Doc: "slug" }, onRulesError: () => {} });
  const { result } = await sendQuery(platform, `{ doc: ${field} { name } }`);
  const { doc } = Object(result.data);
  expect(result.errors ? String(result.errors[0]?.message).split(" Add")[0] : (doc?.name ?? null)).toBe(
    expected,
  );
});

test("a type with a list of errors has no key, and one that only a union has can have one", async () => {
  const schema = `
    type Query { results: [Result!]! hits: [Hit!]! }
    type Result { ref: ID! errors: [Problem!]! }
    type Problem { message: String! }
    union Hit = Doc | Page
    type Doc { ref: ID! }
    type Page { path: ID! }`;
  const data = { Doc: [{ ref: "d" }], Page: [{ path: "p" }] };
  const platform = createPlatform({ schema, data, onRulesError: () => {} });
  const hits = await sendQuery(platform, "{ hits { ... on Doc { ref } ... on Page { path } } }");
  expect(hits.result).toEqual({ data: { hits: [{ ref: "d" }, { path: "p" }] } });
  const { result } = await sendQuery(platform, "{ results { ref } }");
  expect(result.errors?.[0]?.message).toContain("No resolver decides Query.results.");
});

test("a list of an interface is not the other direction of a list of one of its types", async () => {
  const schema = `
    type Query { teams: [Team!]! items: [Item!]! }
    interface Owner { id: ID! }
    type Team implements Owner { id: ID! items: [Item!]! }
    type Item { id: ID! owners: [Owner!]! }`;
  const data = { Team: [{ id: "t", items: ["1"] }], Item: [{ id: "1", owners: [] }] };
  const { result } = await sendQuery(
    createPlatform({ schema, data }),
    "{ teams { items { id } } items { owners { id } } }",
  );
  expect(result).toEqual({ data: { teams: [{ items: [{ id: "1" }] }], items: [{ owners: [] }] } });
});

test.for(["ids", "id"])("finds no row by a list of keys with the name %s", async (name) => {
  const schema = `
    type Query { page(${name}: [ID!]): Doc }
    type Doc { id: ID! name: String }`;
  const data = { Doc: [{ id: "d", name: "a" }] };
  const platform = createPlatform({ schema, data, onRulesError: () => {} });
  const { result } = await sendQuery(platform, `{ page(${name}: ["d"]) { name } }`);
  expect(result.errors?.[0]?.message).toContain(`No resolver decides Query.page with "${name}". `);
});

test("the user and the tenant of the token have numbers from 1 if their keys are integers", async () => {
  const schema = `
    type Query { me: User organization: Organization }
    type User { id: Int! name: String! organizationId: Int! organization: Organization! }
    type Organization { id: Int! name: String! }`;
  const platform = createPlatform({ schema });
  const text = "{ me { id name organizationId } organization { id name } }";
  const send = async (tenantId?: string) => {
    const token = await platform.issueAccessToken(tenantId === undefined ? {} : { tenantId });
    return (await (await postApi(platform, { body: { query: text }, token })).json()).data;
  };
  const [first, second] = platform.tenants;
  expect(await send()).toEqual({
    me: { id: 1, name: "demo", organizationId: 1 },
    organization: { id: 1, name: first?.name },
  });
  expect(await send(second?.id)).toEqual({
    me: { id: 1, name: "demo", organizationId: 2 },
    organization: { id: 2, name: second?.name },
  });
});

test("the user and the tenant are those of the token, and not the first ones", async () => {
  const schema = `
    type Query { me: User my_org: Org currentTenant: Org }
    type User { id: ID! name: String! tenantID: ID tenant_id: ID org: Org }
    type Org { id: ID! name: String! }`;
  const tenants = ["a", "b"].map((letter) => ({
    id: `00000000-0000-4000-8000-00000000000${letter}`,
    name: `Org ${letter}`,
  }));
  const users = [
    { name: "ada", tenants },
    { name: "eve", tenants: tenants.toReversed() },
  ];
  const text = "{ me { id tenantID tenant_id org { name } } my_org { id } currentTenant { name } }";
  const read = async (data?: PlatformData) => {
    const platform = createPlatform({ schema, users, ...(data && { data }) });
    const refreshed = await requestRefresh(platform, platform.users[1]?.refreshToken);
    const { access_token: token } = await refreshed.json();
    return (await postApi(platform, { body: { query: text }, token })).json();
  };
  const id = tenants[1]?.id;
  expect(await read()).toEqual({
    data: {
      me: { id: "eve", tenantID: id, tenant_id: id, org: { name: "Org b" } },
      my_org: { id },
      currentTenant: { name: "Org b" },
    },
  });
  const Org = [
    { id: "1", name: "Org c" },
    { id: "2", name: "Org b" },
  ];
  const eve = { id: "e", name: "eve" };
  expect(await read({ User: [{ id: "x", name: "bob" }, eve], Org })).toMatchObject({
    data: { me: { id: "e", tenantID: id, org: { name: "Org b" } }, my_org: { id: "2" } },
  });
  const own = { ...eve, tenantID: "own", org: "1" };
  expect(await read({ User: [own], Org: [{ id: "1", name: "Org c" }] })).toMatchObject({
    data: { me: { id: "e", tenantID: "own", tenant_id: id, org: { name: "Org c" } }, my_org: { id: "1" } },
  });
});

test.for([
  ["Tenant", "tenant"],
  ["Org", "currentOrg"],
  ["Organisation", "my_organisation"],
  ["ORGANIZATION", "current_organization"],
] as const)("a root field of the type %s with the name %s is the tenant", async ([type, name]) => {
  const schema = `type Query { ${name}: ${type} } type ${type} { id: ID! name: String! other: String }`;
  const { result } = await sendQuery(createPlatform({ schema }), `{ ${name} { name } }`);
  expect(result).toEqual({ data: { [name]: { name: "Production" } } });
});

test("the user is null if the data has no users and the field can be null", async () => {
  const schema = "type Query { me: User viewer: User! } type User { id: ID! }";
  const platform = createPlatform({ schema, data: { User: [] }, onRulesError: () => {} });
  expect((await sendQuery(platform, "{ me { id } }")).result).toEqual({ data: { me: null } });
  const { result } = await sendQuery(platform, "{ viewer { id } }");
  expect(result.errors?.[0]?.message).toContain("No resolver decides Query.viewer.");
});

test("the user of the data has the values of the token that its row lacks, and no others", async () => {
  const schema = `
    type Query { me: User json: String! }
    type User { id: ID! name: String email: String bio: String tenant: Tenant }
    type Tenant { id: ID! }`;
  const rules = {
    Query: { json: (_: unknown, __: unknown, { user }: Context) => JSON.stringify({ ...user }) },
  };
  const users = [{ name: "ada", email: "ada@example.com" }];
  const data = { User: [{ id: "u", name: "ada" }], Tenant: [] };
  const { result } = await sendQuery(
    createPlatform({ schema, users, rules, data }),
    "{ me { tenant { id } } json }",
  );
  expect(result).toEqual({
    data: { me: { tenant: null }, json: '{"id":"u","name":"ada","email":"ada@example.com","tenant":null}' },
  });
});

test("a list of tenants of a user is a relation, and not the tenant of the token", async () => {
  const schema = "type Query { me: User } type User { id: ID! tenants: [Tenant!]! } type Tenant { id: ID! }";
  const platform = createPlatform({ schema });
  const { result } = await sendQuery(platform, "{ me { tenants { id } } }");
  expect(result).toEqual({ data: { me: { tenants: platform.tenants.map(({ id }) => ({ id })) } } });
});

test("the user has the email of the option users, and generated values for other fields", async () => {
  const schema = `
    type Query { me: User! json: String! }
    type User { id: ID! name: FullName! EMAIL: String! }
    type FullName { first: String! }`;
  const users = [{ name: "ada", email: "ada@example.com" }];
  const rules = { Query: { json: (_: unknown, __: unknown, { user }: Context) => JSON.stringify(user) } };
  const unusual = createPlatform({ schema, users, rules });
  const { result } = await sendQuery(unusual, "{ me { id name { first } } json }");
  expect(result).toEqual({
    data: {
      me: { id: "ada", name: { first: "First 319" } },
      json: '{"id":"ada","name":{"first":"First 319"},"EMAIL":"user-1@example.com"}',
    },
  });
  const usual = schema.replace("EMAIL", "bio: String! email").replace("FullName!", "String!");
  const read = async (data?: PlatformData) =>
    (
      await sendQuery(
        createPlatform({ schema: usual, users, ...(data && { data }) }),
        "{ me { name bio email } }",
      )
    ).result.data;
  const me = { name: "ada", bio: "Bio 1", email: "ada@example.com" };
  expect(await read()).toEqual({ me });
  expect(await read({ User: [{ id: "u", name: "ada", bio: "Bio 1" }] })).toEqual({ me });
});

test.for<[email: string | undefined, row: object, id: string]>([
  ["ada@example.com", { email: "ada@example.com" }, "2"],
  ["ada@example.com", { userName: "ada@example.com" }, "2"],
  ["ada@example.com", { login: "ada" }, "2"],
  ["ada@example.com", { displayName: "ada" }, "2"],
  ["ada@example.com", { title: "ada" }, "1"],
  ["ada@example.com", { name: "bob", email: "eve@example.com" }, "1"],
  [undefined, { user_name: "ada" }, "2"],
  [undefined, { id: "ada" }, "ada"],
])("the user of the email %s is the row %j: %s", async ([email, row, id]) => {
  const schema = `
    type Query { me: User! }
    type User {
      id: ID! name: String email: String userName: String user_name: String login: String displayName: String
      title: String
    }`;
  const data = { User: [{ id: "1" }, { id: "2", ...row }] };
  const users = [{ name: "ada", ...(email !== undefined && { email }) }];
  const { result } = await sendQuery(createPlatform({ schema, users, data }), "{ me { id } }");
  expect(result).toEqual({ data: { me: { id } } });
});

test.for(["viewer", "owner", "organization", "parent"])(
  "Query.%s is not the user or tenant",
  async (name) => {
    const schema = `
    type Query { me: User viewer: Viewer owner: User organization: Company parent: Tenant }
    type User { id: ID! name: String! }
    type Viewer { id: ID! }
    type Company { id: ID! }
    type Tenant { id: ID! }`;
    const { result } = await sendQuery(
      createPlatform({ schema, onRulesError: () => {} }),
      `{ ${name} { id } }`,
    );
    expect(result.errors?.[0]?.message).toContain(`No resolver decides Query.${name}.`);
  },
);

test.for([
  ["me", "User"],
  ["tenant", "Tenant"],
] as const)("Query.%s needs a resolver if %s has no key", async ([name, type]) => {
  const schema = `
    type Query { me: User tenant: Tenant }
    type User { id: ID! name: String! }
    type Tenant { id: ID! name: String! }`;
  const platform = createPlatform({ schema, keys: { [type]: null }, onRulesError: () => {} });
  const { result } = await sendQuery(platform, `{ ${name} { name } }`);
  expect(result.errors?.[0]?.message).toContain(`No resolver decides Query.${name}.`);
});

test("a user has the ID of the tenant only if its type permits it", async () => {
  const schema = (type: string) => `type Query { me: User } type User { id: ID! tenantId: ${type}! }`;
  const read = async (type: string) => {
    const platform = createPlatform({ schema: schema(type) });
    const { result } = await sendQuery(platform, "{ me { tenantId } }");
    return [result, platform.tenants[0]?.id];
  };
  const [withText, tenantId] = await read("String");
  expect(withText).toEqual({ data: { me: { tenantId } } });
  const [withNumber] = await read("Int");
  expect(withNumber).toEqual({ data: { me: { tenantId: expect.any(Number) } } });
});

test("the list of an object without a key has the rows of the data, even if they refer to such an object", async () => {
  const schema = `
    type Query { items: [Item!]! }
    type Item { id: ID! part: Part }
    type Part { items: [Item!]! }`;
  const data = {
    Item: [
      { id: "1", part: { items: ["2"] } },
      { id: "2", part: null },
    ],
  };
  const { result } = await sendQuery(createPlatform({ schema, data }), "{ items { part { items { id } } } }");
  expect(result).toEqual({ data: { items: [{ part: { items: [{ id: "2" }] } }, { part: null }] } });
});

test("a row refers to none if a row of any type of the other direction has a list", async () => {
  const schema = `
    type Query { items: [Item!]! }
    interface Owner { id: ID! items: [Item!]! }
    type Person implements Owner { id: ID! items: [Item!]! }
    type Team implements Owner { id: ID! items: [Item!]! }
    type Item { id: ID! owners: [Owner!]! }`;
  const inverses = { "Item.owners": "items", "Person.items": "owners", "Team.items": "owners" };
  const Item = [{ id: "1" }, { id: "2" }];
  const read = async (data: PlatformData) => {
    const platform = createPlatform({ schema, inverses, data: { ...data, Item }, onRulesError: () => {} });
    const { result } = await sendQuery(platform, "{ items { id owners { id } } }");
    return result.errors?.[0]?.message ?? result.data;
  };
  const refer = (owners: object[]) => ({
    items: ["1", "2"].map((id) => ({ id, owners: id === "2" ? owners : [] })),
  });
  expect(await read({ Person: [{ id: "p" }], Team: [{ id: "t", items: ["2"] }] })).toEqual(
    refer([{ id: "t" }]),
  );
  expect(await read({ Person: [{ id: "p" }], Team: [{ id: "t", items: [] }] })).toEqual(refer([]));
  expect(await read({ Person: [{ id: "p" }], Team: [{ id: "t" }] })).toContain('No Item has a "owners".');
});

test("a field can have the name of a member that all objects inherit", async () => {
  const schema = `
    type Query { cars: [Car!]! teams: [Constructor!]! models: [Model!]! }
    type Car { id: ID! constructorId: ID constructor: Constructor }
    type Constructor { id: ID! toString: String cars: [Car!]! }
    type Model { id: ID! constructor: String! }`;
  const data: PlatformData = {
    Car: [{ id: "1", constructorId: "f" }, { id: "2", constructor: "m" }, { id: "3" }],
    Constructor: [{ id: "f", toString: "Ferrari" }, { id: "m" }],
  };
  const platform = createPlatform({ schema, data });
  const { result } = await sendQuery(
    platform,
    `{ cars { constructorId constructor { id toString } } teams { cars { id } } models { constructor } }`,
  );
  expect(result).toEqual({
    data: {
      cars: [
        { constructorId: "f", constructor: { id: "f", toString: "Ferrari" } },
        { constructorId: "m", constructor: { id: "m", toString: null } },
        { constructorId: null, constructor: null },
      ],
      teams: [{ cars: [{ id: "1" }] }, { cars: [{ id: "2" }] }],
      models: Array.from({ length: 3 }, () => ({ constructor: expect.any(String) })),
    },
  });
});
