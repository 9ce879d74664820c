/** Each row of the table of rules in docs/verdicts.md, as a change of one schema. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CodeKind } from "../src/check/compare/reasons.ts";
import { checkTexts } from "./support/schema-check.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCS = readFileSync(join(ROOT, "docs/verdicts.md"), "utf8");
const REPORT_SCHEMA = JSON.parse(readFileSync(join(ROOT, "packages/cli/report.schema.json"), "utf8"));
const ROW = /^\| `([\w-]+)` \| .* \| `([\w ]+)`( with closed types)? \| ([\w, –]+) \| `(.+)` → `(.+)` \|$/gm;
const ROWS = DOCS.replaceAll("\\|", "|").matchAll(ROW);
const EXAMPLES = Array.from(ROWS, ([, rule, verdict, closed, broken = "", from = "", to = ""]) => {
  const code = broken === "–" ? "nothing" : broken;
  return {
    finding: `${rule} ${verdict} ${code}`,
    rule,
    verdict,
    code,
    types: closed === undefined ? ("open" as const) : ("closed" as const),
    from,
    to,
  };
});

/** The examples of the table replace texts of this schema. */
const SCHEMA = `type Query { item: Item items(filter: Filter, first: Int = 10): [Item] find: Found }
type Item { id: ID! name: String! note: String state: State! size: Size }
type Box { id: ID! }
union Found = Item | Box
enum State { ON OFF }
enum Mode { ON OFF }
input Filter { name: String state: State limit: Int = 5 not: Filter }
scalar Size`;

/** Checked one by one: a type that another operation uses stays exported. */
const OPERATIONS = [
  "query A { item { id name note state size } }",
  "query A { find { __typename ... on Item { id } } }",
  "query A($filter: Filter) { items(filter: $filter) { id } }",
  "query A { items { id } }",
  "query A { items(filter: {}) { id } }",
];

test.each(EXAMPLES)(
  "decides $rule: $verdict, breaks $code by $from → $to",
  ({ finding, types, from, to }) => {
    const after = SCHEMA.replace(from, to);
    expect(after).not.toBe(SCHEMA);
    const reports = OPERATIONS.flatMap((text) => checkTexts(SCHEMA, after, text, { types }).operations);
    const findings = reports.flatMap(({ findings }) =>
      findings.map(({ rule, verdict, code }) => `${rule} ${verdict} ${code.join(", ") || "nothing"}`),
    );
    expect(findings).toContain(finding);
  },
);

const INTERFACES = `
  type Query { find: Node kind: Kind kinds(kind: Kind): Int }
  interface Node { id: ID }
  interface Named { name: ID }
  interface Other { name: ID }
  type Item implements Node & Other { id: ID name: ID }
  type Box implements Node & Named { id: ID name: ID }
  enum Kind { X }`;

test.each([
  [
    "a field of a further interface",
    "Node & Other",
    "Node & Other & Named",
    "query A { find { __typename ... on Named { name } } }",
    "type: constructs",
  ],
  [
    "a field that is always present",
    "Node & Other",
    "Node & Other & Named",
    "query A($if: Boolean!) { find { __typename ... on Other @include(if: $if) { name } ... on Named { name } } }",
    "type: constructs",
  ],
  [
    "an enum that only an invalid operation uses",
    " kind: Kind kinds(kind: Kind)",
    " kind: String other(kind: Kind)",
    "query A { kind } query B($kind: Kind) { kinds(kind: $kind) }",
    "type: reads, constructs, switches",
  ],
])("names the code that %s breaks", (_, from, to, operations, code) => {
  const { operations: reports } = checkTexts(INTERFACES, INTERFACES.replace(from, to), operations);
  const report = reports.find(({ name }) => name === "A");
  expect(report?.findings.map((finding) => `${finding.rule}: ${finding.code.join(", ")}`)).toEqual([code]);
});

test("a kind of code in breaks breaks, and changes the version step", () => {
  const after = SCHEMA.replace("note: String", "note: String!");
  const check = (breaks: readonly CodeKind[]) => checkTexts(SCHEMA, after, OPERATIONS[0] ?? "", { breaks });
  expect(
    [check([]), check(["switches"]), check(["constructs"])].map(
      ({ verdict, semver }) => `${verdict} ${semver}`,
    ),
  ).toEqual(["changes types minor", "changes types minor", "breaks major"]);
});

test("the table of the documentation has an example of each rule", () => {
  expect(EXAMPLES).toHaveLength(22);
  expect([...new Set(EXAMPLES.map(({ rule }) => rule))].sort()).toEqual(
    // `installed.test.ts` has those of the rule `operation`, which no change of a schema causes.
    REPORT_SCHEMA.$defs.rule.enum.filter((rule: string) => rule !== "operation").sort(),
  );
});

test("a list that is non-null now and its items that are nullable now are two findings, even if both break", () => {
  const before = "type Query { tags: [String!] }";
  const after = "type Query { tags: [String]! }";
  const { operations } = checkTexts(before, after, "query Tags { tags }", { breaks: ["constructs"] });
  expect(operations[0]?.findings.map(({ change, code }) => [change, code])).toEqual([
    [{ kind: "nullability", now: "non-null", depth: 0 }, ["constructs"]],
    [{ kind: "nullability", now: "nullable", depth: 1 }, ["reads"]],
  ]);
});

test("a new type of a union that code can read and one that it cannot are two findings, even if both break", () => {
  const before = `type Query { a: U } union U = X | Y
    interface I { i: Int } interface J { j: Int } interface K { k: Int }
    type X implements I & J { i: Int j: Int } type Y implements K { k: Int }
    type Z implements I & K { i: Int k: Int } type W implements I & J & K { i: Int j: Int k: Int }`;
  const operation = "query A { a { ... on I { i } ... on J { j } ... on K { k } } }";
  const after = before.replace("X | Y", "X | Y | Z | W");
  const { operations } = checkTexts(before, after, operation, { breaks: ["switches"] });
  expect(operations[0]?.findings.map(({ verdict, change, code }) => [verdict, change, code])).toEqual([
    ["breaks", { kind: "members", of: "Query.a", added: ["Z"], removed: [] }, ["reads", "switches"]],
    ["breaks", { kind: "members", of: "Query.a", added: ["W"], removed: [] }, ["switches"]],
  ]);
});
