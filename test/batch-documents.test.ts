/** `batch` with many kinds of documents: a request of several items returns what a call per item returns. */

import { expect, test } from "vitest";
import { batch } from "../src/batch/index.ts";
import { compileDocuments, createBatchPlatform } from "./support/batch.ts";

const SCHEMA = /* GraphQL */ `
  # Some names are keywords of documents: query, mutation, fragment, on.
  type Query implements Entity {
    id: ID!
    echo(text: String, filter: Filter, int: Int): String
    thing(id: ID, text: String): Thing
    entity(id: ID): Entity
    list(ids: [ID!]): [Thing]
    query: Query
    fragment(on: String): String
    type(mutation: String): String
    on: String
  }
  type Mutation {
    write(text: String): String
    thing(id: ID): Thing
    query: String
  }

  interface Entity {
    id: ID!
  }
  type Thing implements Entity {
    id: ID!
    echo(text: String): String
    self: Thing
    query: Query
    on(fragment: String): String
  }

  input Filter {
    text: String
    color: Color
    and: [Filter!]
    list: [[Int]]
  }
  enum Color {
    RED
    fragment
    query
    on
  }

  directive @tag(name: String) on
    | QUERY
    | MUTATION
    | FIELD
    | FRAGMENT_SPREAD
    | INLINE_FRAGMENT
    | FRAGMENT_DEFINITION
    | VARIABLE_DEFINITION
`;

const echo = ({ text, filter, int }: { text?: string; filter?: unknown; int?: number }) =>
  JSON.stringify([text, filter, int]);
const createThing = (id: string | undefined): object => ({
  __typename: "Thing",
  id: id ?? "none",
  echo,
  on: ({ fragment }: { fragment?: string }) => fragment,
  self: () => createThing(`${id}.self`),
  query: () => ROOT,
});
const ROOT: object = {
  __typename: "Query",
  id: "root",
  echo,
  on: "on",
  write: echo,
  thing: ({ id, text }: { id?: string; text?: string }) => createThing(id ?? text),
  entity: ({ id }: { id?: string }) => createThing(id),
  list: ({ ids }: { ids?: string[] }) => ids?.map(createThing),
  query: () => ROOT,
  fragment: ({ on }: { on?: string }) => on,
  type: ({ mutation }: { mutation?: string }) => mutation,
};

/** Operations with the names A, B, … Their variables have one of the names below. */
const OPERATIONS: readonly string[] = [
  "query A { on }",
  "query A { a: on b: on }",
  "query A { on on a: on }",
  "query A { __typename kind: __typename id }",
  "query A($text: String) { echo(text: $text) }",
  "query A($text: String) { text: echo(text: $text) }",
  "query A($text: String, $int: Int) { echo(text: $text, int: $int) b: echo(int: $int) }",
  'query A($text: String = "a $text {b} (c)") { echo(text: $text) }',
  "query A($int: Int = 3) { echo(int: $int) }",
  "query A($text: String) { echo(filter: { text: $text, and: [{ text: $text }, { and: [{ text: $text }] }] }) }",
  "query A($int: Int) { echo(filter: { list: [[$int, 1], [], null] }) }",
  "query A($color: Color = query) { echo(filter: { color: $color }) b: echo(filter: { color: fragment }) }",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a string of GraphQL
  'query A($text: String) { a: echo(text: "$text ${text} \\"$text\\" \\u00e9 \\\\ `") echo(text: $text) }',
  'query A($text: String) { a: echo(text: """block $text\n  { echo(text: $text) }\n  ...F""") echo(text: $text) }',
  "query A($text: String) { echo(text: $text) # $text { } ...F\n on }",
  "query A($filter: Filter) { echo(filter: $filter) }",
  "query A($ids: [ID!]) { list(ids: $ids) { id } }",
  "query A($id: ID) { thing(id: $id) { id self { id self { id } } } }",
  "query A($id: ID, $text: String) { thing(id: $id) { echo(text: $text) self { echo(text: $text) } } }",
  "query A($id: ID) { thing(id: $id) { ...F } } fragment F on Thing { id }",
  "query A($id: ID) { thing(id: $id) { ...F ...G } } fragment F on Thing { id ...G } fragment G on Thing { self { id } }",
  "query A($text: String) { thing { ...F } } fragment F on Thing { self { ...G } } fragment G on Thing { echo(text: $text) }",
  "query A($text: String) { thing { ...F ...H } } fragment F on Thing { ...G } fragment G on Thing { echo(text: $text) } fragment H on Thing { id }",
  "query A($text: String) { ...F } fragment F on Query { echo(text: $text) }",
  "query A { ...F on } fragment F on Query { a: on ...G } fragment G on Query { b: on }",
  "query A($text: String) { ...F ... { ...G } } fragment F on Query { a: echo(text: $text) } fragment G on Query { thing(text: $text) { ...H } } fragment H on Thing { id }",
  "query A($text: String) { ...F ... on Query { ...F } } fragment F on Query { a: echo(text: $text) }",
  "query A { ...F } fragment F on Entity { id }",
  "query A($text: String) { query { ...F } } fragment F on Query { echo(text: $text) on }",
  "query A { ...F } fragment F on Query { on thing { query { ...G } } } fragment G on Query { on }",
  "query A($yes: Boolean = true) { a: on @include(if: $yes) b: on @skip(if: $yes) on }",
  "query A($yes: Boolean!) { ... @include(if: $yes) { a: on } ... on Query @skip(if: $yes) { b: on } }",
  "query A($yes: Boolean!) { ...F @include(if: $yes) id } fragment F on Query { on }",
  'query A($text: String @tag(name: "$text")) { echo(text: $text) @tag(name: "}") }',
  'query A @tag(name: "$x {") { on }',
  'query A($id: ID) @tag(name: "(") { thing(id: $id) { id @tag } }',
  'query A { thing { ...F @tag } } fragment F on Thing @tag(name: "$") { id }',
  "query query($fragment: String) { fragment(on: $fragment) }",
  "query fragment($on: String) { type(mutation: $on) on: type query: on fragment }",
  "query on($query: String) { query { query { ...fragment } } } fragment fragment on Query { type(mutation: $query) ...type } fragment type on Query { on }",
  "query mutation($text: String) { thing { ... on Thing { on(fragment: $text) } ... { ...on1 } } } fragment on1 on Thing { id }",
  "query A($text: String) { entity { id ... on Thing { echo(text: $text) } ... on Query { on } } }",
  "query A($_0_text: String) { _0_echo: echo(text: $_0_text) _1_echo: on }",
  "query A($text: String, $t: String, $tex: String) { echo(text: $t) a: echo(text: $tex) b: echo(text: $text) }",
  "query A { _: on __: on }",
  "query A{a:on,on,id}",
  'query A($ text : String @ tag(name: "x")) { echo ( text : $ text ) @ tag(name: "}") a : on , # on\n on }',
  "query A($text: String) { ... on # F\n Query { echo(text: $text) } ... # on\n F } fragment F on Query { a: on }",
  "fragment F on Query { echo(text: $text) } query A($text: String) { ...F }",
  "query _A($_: String) { ..._F thing { ...F2_ } } fragment _F on Query { _a: echo(text: $_) } fragment F2_ on Thing { b2: echo(text: $_) }",
  "query A($text: String) { thing { ...F } } fragment F on Thing @tag(name: $text) { id }",
  "mutation A($text: String) { write(text: $text) }",
  "mutation A($text: String, $id: ID) { write(text: $text) a: write thing(id: $id) { ...F } } fragment F on Thing { echo(text: $text) }",
  "mutation mutation { write }",
  "mutation A($text: String) { ...F } fragment F on Mutation { write(text: $text) b: write }",
];

/**
 * Items cannot share a request: a directive of the operation differs, or a fragment of the root is also below
 * it.
 */
const SEPARATE: readonly string[] = [
  "query A($text: String) { query { ...F } ...F } fragment F on Query { echo(text: $text) on }",
  "query A { thing { query { ...F } } ...G } fragment F on Query { ...G } fragment G on Query { on }",
  "query A { thing { query { ...F } } ...G } fragment F on Query { ... { ...H } } fragment G on Query { ...H } fragment H on Query { on }",
  "query A($text: String) @tag(name: $text) { echo(text: $text) }",
  "query A($text: String) @tag(name: $text) { on ...F } fragment F on Query { echo }",
];

test("a request of two items repeats what differs, and writes the rest once", async () => {
  const text = `query A($id: ID, $text: String = "$x") @tag(name: "y") {
  __typename
  other: thing(id: $id) @tag(name: $text) { ...Own ...Same me: on }
  ...Root
  ... on Query @tag { on }
}
fragment Root on Query { list(ids: ["a", "b"]) { id } ... { id } }
fragment Own on Thing @tag { echo(text: $text) ...Same }
fragment Same on Thing { id self { ...Id } }
fragment Id on Thing { id }`;
  const platform = createBatchPlatform(SCHEMA, ROOT);
  const document = { kind: "query", name: "A", text } as const;
  await batch(platform.connect(), document as never, [{ id: "1" }, { id: "2", text: "b" }]);
  expect(platform.requests.map(({ query, variables }) => [query, variables])).toEqual([
    [
      `query A($_0_id: ID, $_0_text: String = "$x"
$_1_id: ID, $_1_text: String = "$x") @tag(name: "y") {
  _0___typename: __typename
  _0_other: thing(id: $_0_id) @tag(name: $_0_text) { ..._0_Own ...Same me: on }
  ..._0_Root
  ... on Query @tag { _0_on: on }


  _1___typename: __typename
  _1_other: thing(id: $_1_id) @tag(name: $_1_text) { ..._1_Own ...Same me: on }
  ..._1_Root
  ... on Query @tag { _1_on: on }
}
fragment _0_Root on Query { _0_list: list(ids: ["a", "b"]) { id } ... { _0_id: id } }
fragment _1_Root on Query { _1_list: list(ids: ["a", "b"]) { id } ... { _1_id: id } }
fragment _0_Own on Thing @tag { echo(text: $_0_text) ...Same }
fragment _1_Own on Thing @tag { echo(text: $_1_text) ...Same }
fragment Same on Thing { id self { ...Id } }
fragment Id on Thing { id }`,
      { _0_id: "1", _1_id: "2", _1_text: "b" },
    ],
  ]);
});

/** Variables of three items. The text contains what the text of an operation contains. */
const items = ["x", '$text { "', "_1_"].map((text, index) => ({
  text,
  t: `${text}!`,
  _0_text: text,
  tex: "tex",
  _: `${text}_`,
  fragment: text,
  on: text,
  query: text,
  int: index,
  id: `${index}`,
  filter: { text, and: [] },
  ids: [text, "b"],
  yes: index !== 1,
  color: "RED",
}));

test.each([...OPERATIONS, ...SEPARATE].flatMap((text) => [[text, "printed"] as const, [text, "as written"]]))(
  "three items of a batch have the results of three calls: %s, %s",
  async (operation, form) => {
    const [compiled] = Object.values(await compileDocuments(SCHEMA, operation));
    const platform = createBatchPlatform(SCHEMA, ROOT);
    const client = platform.connect();
    const usedVariables = items.map((item) =>
      Object.fromEntries(
        Object.entries(item).filter(([name]) => new RegExp(`\\$\\s*${name}\\b`).test(operation)),
      ),
    );
    if (!compiled) throw new Error(operation);
    // The text can be that of another program, such as one that removes white space.
    const { shape: _, ...written } = { ...compiled, text: operation };
    const document = form === "printed" ? compiled : written;

    const calls = await Promise.all(usedVariables.map((variables) => client.execute(document, variables)));
    const before = platform.requests.length;
    const results = await batch(client, document, usedVariables);

    expect(results).toEqual(calls.map((data) => ({ status: "success", data })));
    expect(platform.requests.length - before).toBe(SEPARATE.includes(operation) ? 3 : 1);
  },
);
