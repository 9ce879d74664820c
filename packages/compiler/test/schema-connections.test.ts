import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { schemaSDL } from "../../../test/fixtures/relay/generated/schema.ts";
import { type AcceptedChange, findUnpaged, renderJson } from "../src/index.ts";
import { renderPlace } from "../src/reports/summary.ts";
import { checkTexts, parseFiles } from "./support/schema-check.ts";

const schema = buildSchema(schemaSDL);
const PAGE_INFO = "type PageInfo { hasNextPage: Boolean! endCursor: String }";
const MISSING = "pageInfo { hasNextPage endCursor }";

/** `a.graphql:1:11 Query.integrations pageInfo { … } A, B`, for each finding. */
function find(operations: string | Readonly<Record<string, string>>, sdl = schema): string[] {
  const files = typeof operations === "string" ? { "a.graphql": operations } : operations;
  return findUnpaged(sdl, parseFiles(files)).map(({ coordinate, missing, place, operations }) =>
    [renderPlace(place), coordinate, missing, operations.join(", ")].join(" "),
  );
}

test.for<[title: string, operations: string, found: readonly string[]]>([
  [
    "the operation and the place if items are selected without page information",
    "query A {\n  integrations { nodes { id } }\n}",
    [`a.graphql:2:3 Query.integrations ${MISSING} A`],
  ],
  [
    "an operation without a name, and edges",
    "{ integrations { edges { cursor } } }",
    [`a.graphql:1:3 Query.integrations ${MISSING} unnamed query`],
  ],
  [
    "the missing cursor",
    "query A { integrations { nodes { id } pageInfo { hasNextPage } } }",
    ["a.graphql:1:11 Query.integrations pageInfo { endCursor } A"],
  ],
  [
    "the missing flag beside a field of the other direction",
    "query A { integrations { nodes { id } pageInfo { endCursor hasPreviousPage } } }",
    ["a.graphql:1:11 Query.integrations pageInfo { hasNextPage } A"],
  ],
  [
    "a connection although another alias has the page information",
    `query A { a: integrations { nodes { id } } b: integrations { ${MISSING} } }`,
    [`a.graphql:1:11 Query.integrations ${MISSING} A`],
  ],
  [
    "connections inside of connections",
    `query A {\n  customers {\n    edges { node { integrations { nodes { runs { nodes { id } } } ${MISSING} } } }\n  }\n}`,
    [`a.graphql:2:3 Query.customers ${MISSING} A`, `a.graphql:3:43 Integration.runs ${MISSING} A`],
  ],
  [
    "fields that the server merges once, at the first place",
    "query A { integrations { nodes { id } } integrations { nodes { name } } }",
    [`a.graphql:1:11 Query.integrations ${MISSING} A`],
  ],
  [
    "a connection in a fragment that spreads itself",
    "query A { integrations { ...F } } fragment F on IntegrationConnection { nodes { id } ...F }",
    [`a.graphql:1:11 Query.integrations ${MISSING} A`],
  ],
  [
    "a connection in fragments that spread each other",
    `query A { customers { ...F } }
    fragment F on CustomerConnection { edges { node { ...G } } ${MISSING} }
    fragment G on Customer { integrations { nodes { id } } ...H }
    fragment H on Customer { integrations { nodes { name } } ...G }`,
    [`a.graphql:3:30 Customer.integrations ${MISSING} A`],
  ],
])("reports %s", ([, operations, found]) => {
  expect(find(operations)).toEqual(found);
});

test.for([
  ["both are selected", `{ integrations { nodes { id } ${MISSING} } }`],
  ["they have aliases", "{ a: integrations { b: nodes { id } c: pageInfo { d: hasNextPage e: endCursor } } }"],
  ["it is for the other direction", "{ integrations { nodes { id } pageInfo { hasPreviousPage startCursor } } }"],
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
  ["a literal first limits the items", "{ integrations(first: 5) { nodes { id } } }"],
  ["an ID limits the items", "query ($id: ID!) { integrations(id: $id) { nodes { id } } }"],
  [
    "a list of keys in an object limits the items",
    '{ integrations(where: { not: null, key: { in: ["a"] } }) { nodes { id } } }',
  ],
] as const)("reports nothing if %s", ([, operation]) => {
  expect(find(operation)).toEqual([]);
});

test.for([
  "query ($first: Int) { integrations(first: $first) { nodes { id } } }",
  "{ integrations(orderBy: { key: NAME }) { nodes { id } } }",
  "{ integrations(where: { ownerId: 1 }) { nodes { id } } }",
])("reports arguments that do not limit the items: %s", (operation) => {
  expect(find(operation)).toHaveLength(1);
});

test("reports a place in a fragment once, with each operation that spreads it", () => {
  const files = {
    "f.graphql": "fragment F on Query { integrations { nodes { id } } }",
    "o.graphql": `query B { ...F } query A { ...F ...F } query C { ...F integrations { ${MISSING} } }`,
  };
  expect(find(files)).toEqual([`f.graphql:1:23 Query.integrations ${MISSING} A, B`]);
});

test("distinguishes the members of a union, and applies selections on their interface", () => {
  const sdl = buildSchema(`${PAGE_INFO}
    type Query { found: [Found!]! node: Node a: A }
    interface Node { runs: Runs! }
    type A implements Node { runs: Runs! }
    type B implements Node { runs: Runs! }
    union Found = A | B
    type Runs { nodes: [Int!] pageInfo: PageInfo }
  `);
  const paged = `runs { nodes ${MISSING} }`;
  expect(find(`query Q { found { ... on A { ${paged} } ... on B { runs { nodes } } } }`, sdl)).toEqual([
    `a.graphql:1:93 B.runs ${MISSING} Q`,
  ]);
  expect(find(`query Q { node { ${paged} ... on A { runs { nodes } } } }`, sdl)).toEqual([]);
  expect(find(`query Q { node { runs { nodes } ... on A { ${paged} } } }`, sdl)).toEqual([
    `a.graphql:1:18 Node.runs ${MISSING} Q`,
  ]);
  // A condition on a wider type keeps the type.
  expect(find(`{ a { ... on Node { runs { nodes } } runs { ${MISSING} } } }`, sdl)).toEqual([]);
});

test("ignores types that only look like connections, and recursive ones", () => {
  const sdl = buildSchema(`${PAGE_INFO}
    type Query { a: A b: B c: C me: Me }
    type A { nodes: [Int] pageInfo: String }
    type B { nodes: [Int] }
    type C { items: [Int] pageInfo: PageInfo }
    type Me { friend: Me id: ID }
  `);
  expect(find("{ a { nodes } b { nodes } }", sdl)).toEqual([]);
  expect(find("{ c { items } }", sdl)).toHaveLength(1);
  expect(find("{ me { ...F } } fragment F on Me { id friend { ...F } }", sdl)).toEqual([]);
});

test("reports nothing if the items are limited by a literal last", () => {
  const sdl = buildSchema(`${PAGE_INFO}
    type Query { all(last: Int, top: Int): Items }
    type Items { nodes: [Item] pageInfo: PageInfo }
    type Item { id: ID top: Int }
  `);
  expect(find("{ all(last: 1) { nodes { id } } }", sdl)).toEqual([]);
  expect(find("{ all(top: 1) { nodes { id } } }", sdl)).toHaveLength(1);
});

test("finds the operations of the fixture that paginate does not compile for", () => {
  const name = "test/fixtures/relay/operations/queries.graphql";
  const body = readFileSync(join(import.meta.dirname, "../../..", name), "utf8");
  expect(find({ [name]: body })).toEqual([
    `${name}:45:3 Query.integrations ${MISSING} WithoutPageInfo`,
    `${name}:54:3 Query.integrations pageInfo { endCursor } WithoutEndCursor`,
  ]);
});

const BEFORE = "type Query { integrations: List! } type List { nodes: [Int!]! }";
const AFTER = `type Query { integrations: List! } type List { nodes: [Int!]! pageInfo: PageInfo! } ${PAGE_INFO}`;
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
