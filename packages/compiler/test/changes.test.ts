/** What the check says about each kind of change of one schema: `fixtures/changes/*.txt`. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { renderText } from "./support/render.ts";
import { checkTexts } from "./support/schema-check.ts";

/**
 * A small warehouse, by subject. A change replaces text of one of these definitions, each of which is written
 * on one line.
 */
const ROOTS = `
directive @note(text: String = "a", level: Int) repeatable on FIELD | QUERY | MUTATION

type Query {
  item(id: ID!, as: Role): Item
  items(filter: Filter, first: Int = 10, order: [Order!] = [NAME]): [Item!]!
  find(text: String!): [Found]
  node(id: ID!): Node
  first(by: By): Item
  role: Role
  total: Int!
}

type Mutation {
  save(input: Save!): Item
  remove(ids: [ID!]!): Int!
}`;

const OBJECTS = `
interface Node { id: ID! }

interface Named { name: String! }

type Item implements Node & Named {
  id: ID!
  name: String!
  note: String
  role: Role!
  size: Size
  owner: User
  tags: [String!]!
}

type User implements Node & Named {
  id: ID!
  name: String!
  mail(as: Form = LONG): String
  role: Role
  parts: [[Box]]
}

type Box implements Node {
  id: ID!
  kind: Kind!
  item: Item
}

union Found = Item | User`;

const ENUMS = `
enum Role { OWNER GUEST OLD @deprecated(reason: "Use GUEST.") }

enum Kind { SMALL LARGE }

enum Order { NAME SIZE }

enum Form { SHORT LONG }`;

const INPUTS = `
input Filter {
  name: String
  role: Role
  limit: Int = 5
  not: Filter
  sizes: [Size!]
  range: Range
}

input Range { from: Int! to: Int = 9 }

input By @oneOf { id: ID name: String role: Role }

input Save {
  id: ID!
  name: String
  role: Role = GUEST
  tags: [String!]
  range: Range
}

scalar Size`;

/** The definitions, one a line. */
const SCHEMA = [ROOTS, OBJECTS, ENUMS, INPUTS]
  .flatMap((definitions) => definitions.split("\n\n"))
  .map((definition) => definition.trim().replaceAll(/\s*\n\s*/g, " "))
  .join("\n");

const OPERATIONS = {
  "operations/find.graphql": `query Find($text: String!) {
  find(text: $text) {
    __typename
    ... on Node { id }
    ... on Named { name }
  }
}
`,
  "operations/first.graphql": `query First($by: By) @note(level: 1) {
  first(by: $by) { ...ItemParts }
  second: first(by: { id: 1 }) { id @note }
}
`,
  "operations/item.graphql": `query Item($id: ID!, $as: Role, $full: Boolean!) {
  item(id: $id, as: $as) {
    ...ItemParts
    owner @include(if: $full) { name mail role parts { id kind } }
  }
  role
}
`,
  "operations/item-parts.graphql": "fragment ItemParts on Item { id name note role size tags }\n",
  "operations/items.graphql": `query Items($filter: Filter, $order: [Order!]) {
  items(filter: $filter, order: $order) { id }
  some: items(first: 5, filter: { role: GUEST, sizes: [1], range: { from: 1 } }) { name }
  total
}
`,
  "operations/node.graphql": `query Node($id: ID!) {
  node(id: $id) { id ... on Item { name } ... on User { name } ... on Box { kind item { id } } }
}
`,
  "operations/remove.graphql": "mutation Remove($ids: [ID!]!) {\n  remove(ids: $ids)\n}\n",
  "operations/save.graphql": `mutation Save($input: Save!, $id: ID = 1) {
  save(input: $input) { id }
  again: save(input: { id: $id, name: null }) { role }
}
`,
  "operations/search.graphql": `query Search {
  find(text: "a") { ... on Item { role } ... on User { other: role } }
  item(id: 1) { note }
}
`,
};

/** Each title is a file with the changes of its rows. A row replaces texts by others. */
const CHANGES: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  fields: [
    ["note: String role", "note: String! role"],
    ["role: Role! size", "role: Role size"],
    ["name: String! note: String", "name: String! note: Int"],
    ["name: String! note: String", "name: String! note: [String]"],
    ["name: String! note: String", "name: String! note: Role"],
    ["tags: [String!]!", "tags: [String]!"],
    ["tags: [String!]!", "tags: [String!]"],
    ["parts: [[Box]]", "parts: [[Box!]]"],
    ["parts: [[Box]]", "parts: [[Box!]!]!"],
    ["parts: [[Box]]", "parts: [Box]"],
    ["size: Size owner", "owner"],
    ["owner: User tags", "owner: Box tags"],
    ["owner: User tags", "owner: Node tags"],
    ["total: Int!", "total: Float!"],
    ["total: Int!", "total: ID!"],
    ["type Box implements Node { id: ID! kind", "type Box implements Node { id: ID! more: Int kind"],
    ["note: String role", 'note: String @deprecated(reason: "Use `name`") role'],
    ["note: String role", '"DEPRECATED: use name; removed on 2027-01-01." note: String role'],
    ["note: String role", '"A note." note: String role'],
  ],
  types: [
    ["union Found = Item | User", "union Found = Item | User | Box"],
    ["union Found = Item | User", "union Found = Item"],
    ["union Found = Item | User", "union Found = Item | Box"],
    ["type Box implements Node {", "type Box implements Node & Named { name: String!"],
    ["type User implements Node & Named", "type User implements Named"],
    ["type Item implements Node & Named", "type Item implements Node"],
    ["type User implements Node & Named", "type User implements Node"],
    ["union Found = Item | User", "union Found = Item | Mail type Mail { id: ID! }"],
    ["enum Role { OWNER GUEST", "enum Role { OWNER GUEST ADMIN"],
    ["enum Role { OWNER GUEST OLD", "enum Role { GUEST OLD"],
    ["enum Kind { SMALL LARGE }", "enum Kind { SMALL LARGE HUGE GIANT }"],
    ["enum Kind { SMALL LARGE }", "enum Kind { SMALL }"],
    ["enum Form { SHORT LONG }", "enum Form { LONG }"],
    ["scalar Size", "enum Size { S M }"],
    ["scalar Size", 'scalar Size @specifiedBy(url: "https://size.example") type Other { id: ID }'],
    ["type Mutation {", "type Mutation { rename(id: ID!): Item"],
    ["type Mutation { save(input: Save!): Item remove(ids: [ID!]!): Int! }", ""],
  ],
  "other types": [
    ["role: Role! size", "role: Kind! size"],
    ["role: Role! size", "role: String! size"],
    ["role: Role! size", "role: [Role!]! size"],
    ["role: Role! size", "role: User size"],
    ["note: String role", "note: Kind role"],
    ["note: String role", "note: User role"],
    ["kind: Kind! item", "kind: Role! item"],
    ["kind: Kind! item", "kind: Int! item"],
    ["find(text: String!): [Found]", "find(text: String!): [Node]"],
    ["find(text: String!): [Found]", "find(text: String!): [Named]"],
    ["find(text: String!): [Found]", "find(text: String!): [Item]"],
    ["find(text: String!): [Found]", "find(text: String!): Found"],
    ["find(text: String!): [Found]", "find(text: String!): [Found!]!"],
    ["node(id: ID!): Node", "node(id: ID!): Found"],
    ["node(id: ID!): Node", "node(id: ID!): Item"],
    ["node(id: ID!): Node", "node(id: ID!): Named"],
    ["first(by: By): Item", "first(by: By): User"],
    ["first(by: By): Item", "first(by: By): Node"],
    ["item(id: ID!, as: Role): Item", "item(id: ID!, as: Role): User"],
    ["owner: User tags", "owner: Found tags"],
    ["owner: User tags", "owner: String tags"],
    ["owner: User tags", "owner: [User] tags"],
    ["owner: User tags", "owner: User! tags"],
    ["parts: [[Box]]", "parts: [[Node]]"],
    ["parts: [[Box]]", "parts: [Int]"],
    ["size: Size owner", "size: Role owner"],
    ["size: Size owner", "size: Int owner"],
    ["total: Int!", "total: Role!"],
    ["scalar Size", "scalar Size type Extra implements Node { id: ID! more: Int }"],
    ["scalar Size", "scalar Size type Extra implements Node & Named { id: ID! name: String! }"],
    ["type Box implements Node {", "type Box {"],
    ["enum Role { OWNER GUEST OLD", "enum Role { GUEST A B"],
    ["as: Role): Item", "as: Kind): Item"],
    ["as: Role): Item", "as: String): Item"],
    ["as: Role): Item", "as: [Role]): Item"],
    ["order: [Order!] = [NAME]", "order: [Kind!]"],
    ["filter: Filter,", "filter: By,"],
    ["filter: Filter,", "filter: [Filter!],"],
    ["filter: Filter,", "filter: String,"],
    ["range: Range }\ninput Range", "range: By }\ninput Range"],
    ["range: Range }\ninput Range", "range: Int }\ninput Range"],
    ["range: Range }\ninput Range", "range: Start }\ninput Start { from: Int! }\ninput Range"],
    [
      "input Save { id: ID! name: String role: Role = GUEST",
      "input Save { id: ID! name: String role: Kind = SMALL",
    ],
    ["save(input: Save!)", "save(input: Filter!)"],
    ["remove(ids: [ID!]!): Int!", "remove(ids: [ID!]!): Item"],
    ["remove(ids: [ID!]!): Int!", "remove(ids: [String!]!): Int"],
  ],
  arguments: [
    ["item(id: ID!, as: Role)", "item(id: ID!)"],
    ["item(id: ID!, as: Role)", "item(id: ID, as: Role)"],
    ["item(id: ID!, as: Role)", "item(id: ID!, as: Role!)"],
    ["item(id: ID!, as: Role)", "item(id: ID!, as: Role = GUEST)"],
    ["item(id: ID!, as: Role)", "item(id: ID!, as: Role, at: Int)"],
    ["item(id: ID!, as: Role)", "item(id: ID!, as: Role, at: Int!)"],
    ["item(id: ID!, as: Role)", "item(id: Int!, as: Role)"],
    ["item(id: ID!, as: Role)", "item(id: [ID!]!, as: Role)"],
    ["mail(as: Form = LONG)", "mail(as: Form = SHORT)"],
    ["mail(as: Form = LONG)", "mail(as: Form)"],
    ["first: Int = 10", "first: Int"],
    ["first: Int = 10", "first: Int = 20"],
    ["order: [Order!] = [NAME]", "order: [Order!]"],
    ["order: [Order!] = [NAME]", "order: [Order!] = [NAME, SIZE]"],
    ["order: [Order!] = [NAME]", "order: [Order!] = null"],
    ["order: [Order!] = [NAME]", "order: [Order] = [NAME]"],
    ["order: [Order!] = [NAME]", "order: Order = NAME"],
    ["order: [Order!] = [NAME]", "order: [Order!]! = [NAME]"],
    ["remove(ids: [ID!]!)", "remove(ids: [ID!] @deprecated)"],
    ["remove(ids: [ID!]!)", "remove(ids: [Int!]!)"],
    ['text: String = "a"', 'text: String = "b"'],
    ['text: String = "a", level: Int', 'text: String = "a"'],
    ["on FIELD | QUERY", "on FIELD"],
    ["first(by: By)", "first(by: Filter)"],
  ],
  inputs: [
    ["input Filter { name: String", "input Filter { name: String!"],
    ["input Filter { name: String", "input Filter { name: Int"],
    ["input Filter { name: String", "input Filter { at: Int name: String"],
    ["input Filter { name: String", "input Filter { at: Int! name: String"],
    ["input Filter { name: String", "input Filter { at: Int! = 1 name: String"],
    ["input Filter { name: String", "input Filter {"],
    ["limit: Int = 5", "limit: Int = 6"],
    ["limit: Int = 5", "limit: Int"],
    ["limit: Int = 5", "limit: Int = null"],
    ["range: Range }\ninput Range", "range: Range = null }\ninput Range"],
    ["range: Range }\ninput Range", "range: Range = { from: 1 } }\ninput Range"],
    ["limit: Int = 5", "limit: Int! = 5"],
    ["not: Filter sizes", "not: [Filter!] sizes"],
    ["sizes: [Size!]", "sizes: [Size]"],
    ["input Range { from: Int!", "input Range { from: Int"],
    ["to: Int = 9", "to: Float = 9"],
    ["to: Int = 9", "to: Int! = 9"],
    ["input By @oneOf", "input By"],
    ["input Range {", "input Range { unit: Kind = SMALL"],
    ["By @oneOf { id: ID name: String role: Role }", "By @oneOf { id: ID name: String }"],
    ["By @oneOf { id: ID", "By @oneOf { key: ID id: ID"],
    ["input Save { id: ID! name: String", "input Save { id: ID! name: String!"],
    ["input Save { id: ID! name: String", "input Save { id: ID name: String @deprecated"],
    ["role: Role = GUEST", "role: Role = OWNER"],
    ["role: Role = GUEST tags", "role: Kind tags"],
    ["enum Order { NAME SIZE }", "enum Order { NAME }"],
    ["enum Order { NAME SIZE }", "enum Order { NAME SIZE AGE }"],
    ["input Save {", '"A row." input Save {'],
  ],
};

test.for(Object.entries(CHANGES))("says what each change of %s does", async ([title, changes]) => {
  const texts = changes.flatMap(([from, to]) => {
    const after = SCHEMA.replace(from, to);
    expect(after, from).not.toBe(SCHEMA);
    // Closed types change what a result can be, and no input.
    const isOfInput = title === "arguments" || title === "inputs";
    const [open, closed = open] = (isOfInput ? (["open"] as const) : (["open", "closed"] as const)).map(
      (types) => {
        const report = checkTexts(SCHEMA, after, OPERATIONS, { types });
        return `${renderText({ ...report, steps: [] }, { sources: new Map(), width: 120, verbose: true })}\n${report.changelog}`;
      },
    );
    return [
      `##### ${from} → ${to}\n`,
      open,
      ...(open === closed ? [] : ["##### with closed types\n", closed]),
    ];
  });
  await expect(texts.join("\n")).toMatchFileSnapshot(
    join(import.meta.dirname, `fixtures/changes/${title.replace(" ", "-")}.txt`),
  );
});
