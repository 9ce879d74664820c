import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { schemaSDL } from "../../../test/fixtures/relay/generated/schema.ts";
import { type AcceptedChange, findUnpaged, renderJson } from "../src/index.ts";
import { checkTexts, parseFiles } from "./support/schema-check.ts";

const schema = buildSchema(schemaSDL);

/** `a.graphql:1:11 Query.integrations pageInfo { … } A, B`, for each finding. */
function find(operations: string | Readonly<Record<string, string>>, sdl = schema): string[] {
  const files = typeof operations === "string" ? { "a.graphql": operations } : operations;
  return findUnpaged(sdl, parseFiles(files)).map(({ coordinate, missing, place, operations }) => {
    const { file, line, column } = place;
    return [`${file}:${line}:${column}`, coordinate, missing, operations.join(", ")].join(" ");
  });
}

test("reports the operation and the place if items are selected without page information", () => {
  expect(find("query A {\n  integrations { nodes { id } }\n}")).toEqual([
    "a.graphql:2:3 Query.integrations pageInfo { hasNextPage endCursor } A",
  ]);
  expect(find("{ integrations { edges { cursor } } }")).toEqual([
    "a.graphql:1:3 Query.integrations pageInfo { hasNextPage endCursor } unnamed query",
  ]);
});

test("reports the missing half of the page information", () => {
  expect(find("query A { integrations { nodes { id } pageInfo { hasNextPage } } }")).toEqual([
    "a.graphql:1:11 Query.integrations pageInfo { endCursor } A",
  ]);
  expect(find("query A { integrations { nodes { id } pageInfo { endCursor hasPreviousPage } } }")).toEqual([
    "a.graphql:1:11 Query.integrations pageInfo { hasNextPage } A",
  ]);
});

test.for([
  ["both are selected", "{ integrations { nodes { id } pageInfo { hasNextPage endCursor } } }"],
  ["they have aliases", "{ a: integrations { b: nodes { id } c: pageInfo { d: hasNextPage e: endCursor } } }"],
  [
    "the page information is for the other direction",
    "{ integrations { nodes { id } pageInfo { hasPreviousPage startCursor } } }",
  ],
  ["no item is selected", "{ integrations { totalCount } }"],
  ["it is not a connection", '{ search(text: "", after: "") { nodes { __typename } } integration(id: 1) { name } }'],
  ["there is no such field", "{ integration(id: 1) { nodes { nodes { id } } } nothing { nodes { id } } }"],
  ["there is no such root", "subscription { integrations { nodes { id } } }"],
  [
    "fragments in fragments select it",
    "{ integrations { ...A } } fragment A on IntegrationConnection { nodes { id } ... { ...B } } fragment B on IntegrationConnection { pageInfo { ...C } } fragment C on PageInfo { hasNextPage ... on PageInfo { endCursor } }",
  ],
  [
    "the server merges two fields",
    "{ integrations { nodes { id } } ...A } fragment A on Query { integrations { pageInfo { hasNextPage } pageInfo { endCursor } } }",
  ],
  [
    "it has a directive",
    "query ($a: Boolean!) { integrations { nodes { id } pageInfo @include(if: $a) { hasNextPage endCursor } } }",
  ],
] as const)("reports nothing if %s", ([, operation]) => {
  expect(find(operation)).toEqual([]);
});

test("does not use the page information of another alias", () => {
  const operation =
    "query A { a: integrations { nodes { id } } b: integrations { pageInfo { hasNextPage endCursor } } }";
  expect(find(operation)).toEqual(["a.graphql:1:11 Query.integrations pageInfo { hasNextPage endCursor } A"]);
});

test("finds connections inside of connections", () => {
  const operation = `query A {
  customers {
    edges { node { integrations { nodes { runs { nodes { id } } } pageInfo { hasNextPage endCursor } } } }
  }
}`;
  expect(find(operation)).toEqual([
    "a.graphql:2:3 Query.customers pageInfo { hasNextPage endCursor } A",
    "a.graphql:3:43 Integration.runs pageInfo { hasNextPage endCursor } A",
  ]);
});

test("reports a place in a fragment once, with each operation that spreads it", () => {
  const files = {
    "f.graphql": "fragment F on Query { integrations { nodes { id } } }",
    "o.graphql":
      "query B { ...F } query A { ...F ...F } query C { ...F integrations { pageInfo { hasNextPage endCursor } } }",
  };
  expect(find(files)).toEqual(["f.graphql:1:23 Query.integrations pageInfo { hasNextPage endCursor } A, B"]);
});

test("distinguishes the members of a union, and applies selections on their interface", () => {
  const sdl = buildSchema(`
    type Query { found: [Found!]! node: Node }
    interface Node { runs: Runs! }
    type A implements Node { runs: Runs! }
    type B implements Node { runs: Runs! }
    union Found = A | B
    type Runs { nodes: [Int!] pageInfo: PageInfo }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  const paged = "runs { nodes pageInfo { hasNextPage endCursor } }";
  expect(find(`query Q { found { ... on A { ${paged} } ... on B { runs { nodes } } } }`, sdl)).toEqual([
    "a.graphql:1:93 B.runs pageInfo { hasNextPage endCursor } Q",
  ]);
  expect(find(`query Q { node { ${paged} ... on A { runs { nodes } } } }`, sdl)).toEqual([]);
  expect(find(`query Q { node { runs { nodes } ... on A { ${paged} } } }`, sdl)).toEqual([
    "a.graphql:1:18 Node.runs pageInfo { hasNextPage endCursor } Q",
  ]);
});

test("reports fields that the server merges once, at the first place", () => {
  const operation = "query A { integrations { nodes { id } } integrations { nodes { name } } }";
  expect(find(operation)).toEqual(["a.graphql:1:11 Query.integrations pageInfo { hasNextPage endCursor } A"]);
});

test("keeps the type at a condition on a wider type", () => {
  const sdl = buildSchema(`
    type Query { a: A }
    interface Node { runs: Runs! }
    type A implements Node { runs: Runs! }
    type Runs { nodes: [Int!] pageInfo: PageInfo }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  const operation = "{ a { ... on Node { runs { nodes } } runs { pageInfo { hasNextPage endCursor } } } }";
  expect(find(operation, sdl)).toEqual([]);
});

test("ignores types that only look like connections", () => {
  const sdl = buildSchema(`
    type Query { a: A b: B c: C }
    type A { nodes: [Int] pageInfo: String }
    type B { nodes: [Int] }
    type C { items: [Int] pageInfo: PageInfo }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  expect(find("{ a { nodes } b { nodes } }", sdl)).toEqual([]);
  expect(find("{ c { items } }", sdl)).toHaveLength(1);
});

test("reports nothing if the items are limited by a literal last", () => {
  const sdl = buildSchema(`
    type Query { all(last: Int, top: Int): Items }
    type Items { nodes: [Item] pageInfo: PageInfo }
    type Item { id: ID top: Int }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  expect(find("{ all(last: 1) { nodes { id } } }", sdl)).toEqual([]);
  expect(find("{ all(top: 1) { nodes { id } } }", sdl)).toHaveLength(1);
});

test("stops at a fragment that spreads itself", () => {
  const operation = "query A { integrations { ...F } } fragment F on IntegrationConnection { nodes { id } ...F }";
  expect(find(operation)).toEqual(["a.graphql:1:11 Query.integrations pageInfo { hasNextPage endCursor } A"]);
  const deep = `query A { customers { ...F } }
    fragment F on CustomerConnection { edges { node { ...G } } pageInfo { hasNextPage endCursor } }
    fragment G on Customer { integrations { nodes { id } } ...H }
    fragment H on Customer { integrations { nodes { name } } ...G }`;
  expect(find(deep)).toEqual(["a.graphql:3:30 Customer.integrations pageInfo { hasNextPage endCursor } A"]);
  const sdl = buildSchema("type Query { me: Me } type Me { friend: Me id: ID }");
  expect(find("{ me { ...F } } fragment F on Me { id friend { ...F } }", sdl)).toEqual([]);
});

test("finds the operations of the fixture that paginate does not compile for", () => {
  const name = "test/fixtures/relay/operations/queries.graphql";
  const body = readFileSync(join(import.meta.dirname, "../../..", name), "utf8");
  expect(find({ [name]: body })).toEqual([
    `${name}:45:3 Query.integrations pageInfo { hasNextPage endCursor } WithoutPageInfo`,
    `${name}:54:3 Query.integrations pageInfo { endCursor } WithoutEndCursor`,
  ]);
});

test.for([
  ["a literal first", "{ integrations(first: 5) { nodes { id } } }"],
  ["an ID", "query ($id: ID!) { integrations(id: $id) { nodes { id } } }"],
  ["a list of keys in an object", '{ integrations(where: { not: null, key: { in: ["a"] } }) { nodes { id } } }'],
] as const)("reports nothing if the items are limited by %s", ([, operation]) => {
  expect(find(operation)).toEqual([]);
});

test.for([
  "query ($first: Int) { integrations(first: $first) { nodes { id } } }",
  "{ integrations(orderBy: { key: NAME }) { nodes { id } } }",
  "{ integrations(where: { ownerId: 1 }) { nodes { id } } }",
])("reports other arguments: %s", (operation) => {
  expect(find(operation)).toHaveLength(1);
});

const BEFORE = "type Query { integrations: List! } type List { nodes: [Int!]! }";
const AFTER = `
  type Query { integrations: List! }
  type List { nodes: [Int!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
`;
const LIST = "query A { integrations { nodes } } query B { integrations { nodes } }";

test("reports a connection that is new in the new schema, without an effect on verdict and semver step", () => {
  const report = checkTexts(BEFORE, AFTER, LIST);
  expect(report).toMatchObject({ verdict: "unaffected", unpaged: [{ operations: ["A"] }, { operations: ["B"] }] });
  expect(report.semver).toBe(checkTexts(BEFORE, AFTER, "{ __typename }").semver);
  expect(checkTexts(AFTER, BEFORE, LIST).unpaged).toEqual([]);
  expect(JSON.parse(renderJson(report)).unpaged).toEqual(report.unpaged);
});

test("reports connections that are not new only with the option unpaged", () => {
  expect(checkTexts(AFTER, AFTER, LIST).unpaged).toEqual([]);
  expect(checkTexts(AFTER, AFTER, LIST, { unpaged: true }).unpaged).toHaveLength(2);
});

test("reports a connection as new if its operation is valid only in the new schema", () => {
  const before = BEFORE.replace("integrations: List!", "others: List!");
  expect(checkTexts(before, AFTER, LIST).unpaged).toHaveLength(2);
});

test("applies an accepted change to a connection, and does not report it as unused when the connection is no longer new", () => {
  const change = {
    coordinate: "Query.integrations",
    operation: "A",
    reason: "Never more than 3.",
    expires: "2025-01-01",
  };
  const accepted = [{ ...change, rule: "unpaged" as const }];
  const unpaged = checkTexts(BEFORE, AFTER, LIST, { accepted }).unpaged;
  expect(unpaged.map((one) => one.accepted)).toEqual([accepted[0], undefined]);
  const later = checkTexts(AFTER, AFTER, LIST, { accepted });
  expect([later.unpaged, later.staleAccepted]).toEqual([[], []]);
  const expired = checkTexts(AFTER, AFTER, LIST, { accepted, today: "2025-01-02" });
  expect(expired.staleAccepted).toMatchObject([{ problem: "expired" }]);
  const other = checkTexts(BEFORE, AFTER, LIST, { accepted: [{ ...change, rule: "type" }] });
  expect([other.unpaged[0]?.accepted, other.staleAccepted]).toMatchObject([undefined, [{ problem: "unused" }]]);
});

test("accepts a connection in a fragment only if it is accepted for all operations", () => {
  const fragment = "query A { ...F } query B { ...F } fragment F on Query { integrations { nodes } }";
  const change = { coordinate: "Query.integrations", reason: "Never more than 3.", expires: "2025-01-01" };
  const isAccepted = (accepted: AcceptedChange) =>
    checkTexts(BEFORE, AFTER, fragment, { accepted: [accepted] }).unpaged.map((one) => one.accepted !== undefined);
  expect(isAccepted(change)).toEqual([true]);
  expect(isAccepted({ ...change, operation: "A" })).toEqual([false]);
});
