/** The cases of the generic contract test, on a foreign schema. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { connectLocal, executeCase } from "../../../test/support/execute-case.ts";
import { contractCases, createLocalPlatform } from "../src/local.ts";
import { foreign as schema } from "./support/requests.ts";

const FRAGMENTS = `
  fragment Info on PageInfo { hasNextPage endCursor }
  fragment Rows on CustomerConnection { nodes { id name } pageInfo { ...Info } totalCount }`;

const OPERATIONS = {
  query: [
    "query GetAccount { account { id usage { orders } } }",
    "query GetCustomer($id: ID!) { customer(id: $id) { id name address { city } } }",
    `query ListCustomers($first: Int, $after: String, $last: Int, $before: String, $filter: CustomerFilter,
      $sort: CustomerSort!, $direction: SortDirection) {
      customers(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort,
        direction: $direction) { ...Rows } } ${FRAGMENTS}`,
    `query ListOrders($limit: Int, $startAt: Cursor, $status: OrderStatus, $day: Date) {
      list: orders(limit: $limit, startAt: $startAt, status: $status, placedOn: $day) {
        count nodes { number } pageInfo { hasNextPage endCursor } } }`,
    `query ListProducts($size: Int!, $cursor: String) { products(pageSize: $size, cursor: $cursor) {
      edges { cursor node { title } } pageInfo { hasNextPage endCursor } } }`,
    `query ListStock($id: ID!, $size: Int!, $cursor: String) { warehouse(id: $id) {
      stock(pageSize: $size, cursor: $cursor) { nodes { available } pageInfo { hasNextPage endCursor } } } }`,
    "query Search($text: String!) { search(text: $text) { __typename ... on Customer { name } ... on Order { number } } }",
    "query GetJob($id: UUID!) { job(id: $id) { id result } }",
  ],
  mutation: [
    "mutation CreateCustomer($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } errors { field messages } } }",
    `mutation PlaceOrder($input: PlaceOrderInput!) { placeOrder(input: $input) { order { id } ...Errors } }
      fragment Errors on PlaceOrderPayload { problems: userErrors { message ... on StockError { available } } }`,
    "mutation OpenTicket($input: OpenTicketInput!) { openTicket(input: $input) { ticket { id } warnings } }",
    "mutation CloseTicket($id: ID!) { closeTicket(id: $id) { id status } }",
  ],
};

const documents = Object.entries(OPERATIONS).flatMap(([kind, texts]) =>
  texts.map((text) => ({
    name: /\w+ (\w+)/.exec(text)?.[1] ?? "",
    kind: kind as "query" | "mutation",
    text,
  })),
);
const cases = contractCases(schema, documents);
const connection = await connectLocal(createLocalPlatform({ schema }));

test.for(cases)("executes $title", (contractCase) => executeCase(connection, contractCase));

const UNUSUAL_SCHEMA = `
  directive @defer(if: Boolean) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @trace(name: String!) on FIELD
  scalar Upload
  interface Node { id: ID! }
  type Post implements Node { id: ID! comments(first: Int, after: String): Posts! }
  type Tag implements Node { id: ID! name: String! }
  type Posts { nodes: [Post!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Query {
    node(id: ID!): Node
    posts(first: Int, after: String, skip: Int): Posts!
    history(last: Int!, before: String!): Posts!
    feed(first: Int! = 2, after: ID! = ""): Posts!
    job: Job!
  }
  type Job { errors: [JobError!]! }
  type JobError { message: String! }
  type Publish { job: Job! errors: [JobError!]! }
  type Mutation {
    importPosts(file: Upload!): Int!
    publish: Publish!
    touch(first: Int, after: String): Posts!
  }`;

const PAGE = "{ nodes { id } pageInfo { hasNextPage endCursor } }";

const UNUSUAL = [
  `query RequiredCursor($first: Int!, $after: String!) { posts(first: $first, after: $after) ${PAGE} }`,
  `query RequiredBefore($last: Int!, $before: String!) { history(last: $last, before: $before) ${PAGE} }`,
  `query EmptyDefault($first: Int! = 2, $after: ID! = "") { feed(first: $first, after: $after) ${PAGE} }`,
  `query Offset($after: String, $skip: Int) { posts(after: $after, skip: $skip, first: 2) ${PAGE} }`,
  `query Included($after: String, $on: Boolean!) { posts(after: $after) @include(if: $on) ${PAGE} }`,
  `query Skipped($after: String, $off: Boolean!) { ... @skip(if: $off) { posts(after: $after) ${PAGE} } }`,
  `query OneType($id: ID!, $after: String) { node(id: $id) { ... on Post { comments(after: $after) ${PAGE} } } }`,
  `query InList($after: String) { posts(first: 1) { nodes { comments(after: $after) ${PAGE} } } }`,
  `query Shared($after: String) { a: posts(after: $after) ${PAGE} b: posts(after: $after) ${PAGE} }`,
  "query NoEnd($after: String) { posts(after: $after) { nodes { id } pageInfo { hasNextPage } } }",
  "query NoNext($after: String) { posts(after: $after) { nodes { id } pageInfo { endCursor } } }",
  "query NoItems($after: String) { posts(after: $after) { pageInfo { hasNextPage endCursor } } }",
  `query Deferred($after: String) { ... @defer { posts(after: $after) ${PAGE} } }`,
  "query Errors { job { errors { message } } }",
  "query Traced($name: String!) { job @trace(name: $name) { errors { message } } }",
  "mutation Import($file: Upload!) { importPosts(file: $file) }",
  "mutation Publish { publish { job { errors { message } } errors { message } } }",
  `mutation Touch($after: String) { touch(after: $after) ${PAGE} }`,
];

const unusualDocuments = UNUSUAL.map((text) => ({
  name: /\w+ (\w+)/.exec(text)?.[1] ?? "",
  kind: /^\w+/.exec(text)?.[0] as "query",
  text,
}));
const unusualCases = contractCases(UNUSUAL_SCHEMA, unusualDocuments);
const unusual = await connectLocal(createLocalPlatform({ schema: UNUSUAL_SCHEMA }));

test.for(unusualCases)("executes $title", (contractCase) => executeCase(unusual, contractCase));

test("samples variables by their types, and finds connections and payload errors", async () => {
  const sampled = [...contractCases(schema, documents), ...contractCases(UNUSUAL_SCHEMA, unusualDocuments)];
  const texts = sampled.flatMap(({ title, document, variables, connections, payloads }, index) => [
    ...(document === sampled[index - 1]?.document ? [] : [`\n${document.text.replaceAll(/\s+/g, " ")}\n`]),
    `${title}: ${variables ? JSON.stringify(variables) : "no variables"}`,
    ...connections.map(({ path, cursor }) => `  pages of ${path.join(".")} by ${cursor}`),
    ...payloads.map(({ name, errors }) => `  payload errors in ${name}.${errors}`),
  ]);
  await expect(`${texts.join("\n").trim()}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "fixtures/contract-cases.txt"),
  );
});

test("samples the entries of required lists, however deeply they are nested", () => {
  const schema = `
    input Order { customer: Customer! }
    input Customer { addresses: [Address!]! }
    input Address { lines: [Line!]! }
    input Line { text: String! }
    type Query { find(order: Order!): Int }`;
  const cases = contractCases(schema, [{ text: "query Find($order: Order!) { find(order: $order) }" }]);
  expect(cases[0]?.variables).toEqual({
    order: { customer: { addresses: [{ lines: [{ text: expect.any(String) }] }] } },
  });
});

test("samples input objects that contain themselves", () => {
  const schema = `
    directive @oneOf on INPUT_OBJECT
    input Filter { all: [Filter!]! name: String }
    input Target @oneOf { not: Not group: Target id: Int }
    input Not @oneOf { target: Target other: Target }
    type Query { list(filter: Filter!): Int find(target: Target!): Int }`;
  const variablesOf = (text: string) => contractCases(schema, [{ text }])[0]?.variables;
  expect(variablesOf("query List($filter: Filter!) { list(filter: $filter) }")).toEqual({
    filter: { all: [{ all: [] }] },
  });
  expect(variablesOf("query Find($target: Target!) { find(target: $target) }")).toEqual({
    target: { not: { target: { id: expect.any(Number) } } },
  });
});

test.for([
  ["A @deprecated B C D @deprecated", ["B", "C"]],
  ["A @deprecated B", ["B"]],
  ["A @deprecated B @deprecated", ["A", "B"]],
] as const)("samples the values of an enum that are not deprecated, or all: %s", ([values, sampled]) => {
  const schema = `enum Kind { ${values} } type Query { a(kind: Kind!): Int }`;
  const cases = contractCases(schema, [{ text: "query A($kind: Kind!) { a(kind: $kind) }" }]);
  expect(cases.map(({ variables }) => variables?.kind)).toEqual(sampled);
});

test("has a case for a field that the schema lacks, and names payload errors once", () => {
  expect(contractCases("type Query { a: Int }", [{ text: "{ a b { c } }" }])).toHaveLength(1);
  const text = "mutation A($id: ID!) { deleteCustomer(id: $id) { a: errors { field } b: errors { field } } }";
  const [contractCase] = contractCases(schema, [{ text }]);
  expect(contractCase?.payloads).toEqual([{ name: "deleteCustomer", errors: "a" }]);
});

test("uses generators of custom scalars", () => {
  const [contractCase] = contractCases(
    "scalar Key type Query { a(key: Key!): Int }",
    [{ text: "query A($key: Key!) { a(key: $key) }" }],
    { scalars: { Key: () => "k-1" } },
  );
  expect(contractCase?.variables).toEqual({ key: "k-1" });
  const [unnamed, both] = contractCases("type Query { a(n: Int): Int }", [
    { text: "{ a }" },
    { text: "query ($n: Int) { a(n: $n) }" },
  ]);
  expect([unnamed?.title, both?.title]).toEqual([
    "anonymous operation",
    "anonymous operation, required variables",
  ]);
  expect(() => contractCases("type Query { a: Int }", [{ text: "fragment F on Query { a }" }])).toThrow(
    TypeError,
  );
});
