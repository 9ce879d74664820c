/**
 * The report of a check: which operation has which finding, messages, types, version step, changelog, drift, deprecations and
 * accepted changes. `verdicts-of-*.test.ts` have the verdict of each kind of change.
 */

import {
  buildClientSchema,
  buildSchema,
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  introspectionFromSchema,
  parse,
  printSchema,
} from "graphql";
import { expect, test } from "vitest";
import { check, type Report } from "../src/index.ts";
import { createOperations } from "./support/schema-bases.ts";
import { checkTexts, parseFiles, renderFindings } from "./support/schema-check.ts";
import { FLOW_SCHEMA } from "./support/schema-fixture.ts";
import { createDice } from "./support/schema-values.ts";

const listVerdicts = ({ operations }: Report) => operations.map(({ name, verdict }) => `${name} ${verdict}`);

test("reports the place in the fragment's file, for each operation that spreads it", () => {
  const report = checkTexts(
    "type Query { a: X } type X { x: Int! }",
    "type Query { a: X } type X { x: Int }",
    {
      "one.graphql": "query One { a { ...Part } }",
      "two.graphql": "query Two { a { ...Whole } }",
      "parts.graphql": "fragment Whole on X { ...Part }\n\nfragment Part on X {\n  alias: x\n}",
    },
  );

  expect(listVerdicts(report)).toEqual(["One breaks", "Two breaks"]);
  expect(renderFindings(report)).toEqual([
    "parts.graphql:4:3 breaks nullability X.x",
    "parts.graphql:4:3 breaks nullability X.x",
  ]);
});

test("assigns an error in a fragment to the operations that spread it, and an error of a variable to its operation", () => {
  const report = checkTexts(
    "type Query { a(x: Int): X } type X { x: Int y: Int }",
    "type Query { a(x: Int!): X } type X { y: Int }",
    {
      "a.graphql":
        "query A($x: Int) { a(x: $x) { y } }\nquery B { a(x: 1) { ...F } }\nquery C { a(x: 1) { y } }",
      "f.graphql": "fragment F on X { x }",
    },
  );

  expect(listVerdicts(report)).toEqual(["A breaks", "B breaks", "C unaffected"]);
  expect(renderFindings(report)).toEqual([
    "a.graphql:1:9 breaks required Query.a(x:)",
    "f.graphql:1:19 breaks invalid X.x",
  ]);
});

test("assigns a conflict of two fragments to the operations in which they overlap", () => {
  const before = "type Query { u: U } union U = X | Y type X { v: Int } type Y { v: Int }";
  const after = before.replace("type Y { v: Int }", "type Y { v: Int! }");
  const report = checkTexts(before, after, {
    "a.graphql": `
      query A { u { ...F ...G } }
      query B { u { ...F } }
      query C { x: u { ...F } y: u { ...G } }
      query D { u { ...G } u { ...F } }`,
    "f.graphql": "fragment F on X { v }\nfragment G on Y { v }",
  });

  expect(listVerdicts(report)).toEqual(["A breaks", "D breaks", "C changes types", "B unaffected"]);
});

test("assigns a conflict of two fragments to all its operations beside other errors", () => {
  const before = "type Query { u: U a: Int } union U = X | Y type X { v: Int } type Y { v: Int }";
  const after = before.replace("a: Int", "").replace("type Y { v: Int }", "type Y { v: Int! }");
  const report = checkTexts(before, after, {
    "a.graphql": "query A { u { ...F ...G } }\nquery B { a }\nquery C { u { ...G } u { ...F } }",
    "f.graphql": "fragment F on X { v }\nfragment G on Y { v }",
  });
  expect(listVerdicts(report)).toEqual(["A breaks", "B breaks", "C breaks"]);
});

test("checks the fragments that no operation spreads, because codegen generates their types", () => {
  const before = "type Query { a: X } type X { x: Int! y: Int z: Int }";
  const after = "type Query { a: X } type X { x: Int y: Int! }";
  const report = checkTexts(before, after, {
    "a.graphql": "query A { a { ...Used } }\nfragment Used on X { y }",
    "f.graphql":
      "fragment Gone on X { z }\nfragment Unused on X { x ...Used }\nfragment Invalid on X { nope }\nfragment SpreadsGone on X { ...Gone }",
  });

  expect(
    report.operations.map(({ kind, name, verdict, errors }) => [kind, name, verdict, errors?.length]),
  ).toEqual([
    ["fragment", "Gone", "breaks", undefined],
    ["fragment", "SpreadsGone", "breaks", undefined],
    ["fragment", "Unused", "breaks", undefined],
    ["query", "A", "changes types", undefined],
    ["fragment", "Invalid", "unaffected", 1],
  ]);
  expect(renderFindings(report)).toEqual([
    "f.graphql:1:22 breaks invalid X.z",
    "f.graphql:1:22 breaks invalid X.z",
    "f.graphql:2:24 breaks nullability X.x",
    "a.graphql:2:22 changes types nullability X.y",
    "a.graphql:2:22 changes types nullability X.y",
  ]);
  expect(report.operations[2]?.types?.after).toMatch(/^export type UnusedFragment = /);
});

test("reports all findings of an invalid operation", () => {
  const report = checkTexts("type Query { a: Int b: Int! }", "type Query { b: Int }", "query A { a b }");

  expect(renderFindings(report)).toEqual([
    "a.graphql:1:11 breaks invalid Query.a",
    "a.graphql:1:13 breaks nullability Query.b",
  ]);
  expect(report.operations[0]?.types).toBeUndefined();
});

test("reports the errors of an operation that is invalid in both schemas", () => {
  const report = checkTexts(
    "type Query { a: Int! }",
    "type Query { a: Int }",
    "query A { a nope }\nquery B { a }",
  );

  expect(report.operations.map(({ name, verdict, errors }) => [name, verdict, errors])).toEqual([
    ["B", "breaks", undefined],
    [
      "A",
      "unaffected",
      [
        {
          message: 'Cannot query field "nope" on type "Query".',
          place: { file: "a.graphql", line: 1, column: 13 },
        },
      ],
    ],
  ]);
  expect(report.remarks).toEqual([]);
});

test("compares no operation that is valid only in the new schema, and says so", () => {
  const report = checkTexts(
    "type Query { a: Int! }",
    "type Query { a: Int b: Int }",
    "query A { a }\nquery New { b }",
  );
  expect(listVerdicts(report)).toEqual(["A breaks", "New unaffected"]);
  expect(report.remarks).toEqual(["New is valid only in the new schema, so it was not compared."]);
});

/** The messages of the first operation. */
const listMessages = (...input: Parameters<typeof checkTexts>) =>
  checkTexts(...input).operations[0]?.findings.map(({ message }) => message);

test("names the types that are added to a union, and the values that are added to an enum", () => {
  const before =
    "type Query { a: U e: E } enum E { X } union U = A type A { x: Int } type B { y: Int } type C { z: Int }";
  const after = before.replace("= A", "= A | B | C").replace("{ X }", "{ X Y Z }");
  expect(listMessages(before, after, "query A { a { __typename } e }", { types: "closed" })).toEqual([
    "Query.a can now be B, C. Code that distinguishes its types does not handle this.",
    'Query.e can now be "Y". A switch over E does not handle it.',
    'Query.e can now be "Z". A switch over E does not handle it.',
  ]);
  expect(listMessages(before, after, "query A { a { __typename } e }")).toEqual([
    "Query.a can now be B, C. Code without a default must handle this.",
    'Query.e can now be "Y". A map of all values of E must contain it.',
    'Query.e can now be "Z". A map of all values of E must contain it.',
  ]);
});

test("reports an exported name that now belongs to a union without a type of the values", () => {
  const before = `
    type Query { node: Node }
    interface Node { id: ID }
    interface Repo_Event { detail: PushDetail }
    interface Hidden { reason: String }
    interface Event { detail: AnyDetail }
    union PushDetail = Push | Merge
    union AnyDetail = Push | Merge | Release
    type Push { size: Int }
    type Merge { size: Int }
    type Release { tag: String }
    type SecretPush implements Node & Repo_Event & Hidden { id: ID detail: PushDetail reason: String }
    type OpenPush implements Repo_Event { id: ID detail: PushDetail }
    type Published implements Node & Event { id: ID detail: AnyDetail }`;
  const after = before.replace("OpenPush implements", "OpenPush implements Node &");
  // The new member of "node" is named like that of "node_Repo".
  const operation = `query Get {
    node { id ... on Repo_Event { detail { ... on Push { size } } } ... on Hidden { reason } }
    node_Repo: node { id ... on Event { detail { ... on Push { size } ... on Release { tag } } } }
  }`;
  for (const types of ["open", "closed"] as const) {
    expect(listMessages(before, after, operation, { types })).toContain(
      "Query.node no longer has the type GetQuery_node_Repo_Event in generated code. Code that imports it does not compile.",
    );
  }
});

test("renders the types of an operation before and after, with the declarations that differ", () => {
  const before =
    "type Query { a(i: I): [X!] } type X { x: Int! e: E } input I { e: E, d: Date } enum E { A } scalar Date";
  const after = before.replace("{ A }", "{ A B }").replace("Int!", "Int").replace("[X!]", "[X!]!");
  const { types } =
    checkTexts(
      before,
      after,
      "query List($i: I, $n: [Int!]!) { a(i: $i) { x e } b: a { x @skip(if: true) } }",
    ).operations[0] ?? {};
  expect(types).toBeUndefined();

  const shown = checkTexts(before, after, "query List($i: I) { a(i: $i) { x e } b: a { x @skip(if: true) } }")
    .operations[0]?.types;

  expect(shown?.before).toBe(`\
export type ListQuery_a = {
  readonly x: number;
  readonly e: E | '%future added value' | null;
};

export type ListQuery_b = {
  readonly x?: number;
};

export type ListQuery = {
  readonly a: ReadonlyArray<ListQuery_a> | null;
  readonly b: ReadonlyArray<ListQuery_b> | null;
};

export type E =
  | 'A';`);
  expect(shown?.after).toBe(`\
export type ListQuery_a = {
  readonly x: number | null;
  readonly e: E | '%future added value' | null;
};

export type ListQuery_b = {
  readonly x?: number | null;
};

export type ListQuery = {
  readonly a: ReadonlyArray<ListQuery_a>;
  readonly b: ReadonlyArray<ListQuery_b>;
};

export type E =
  | 'A'
  | 'B';`);
});

test.each([
  ["major", "type Query { a: Int }", "query A { a }"],
  ["minor", "type Query { a: Int! b(i: I): Int } input I { x: Int, y: Int }", "query A($i: I) { b(i: $i) }"],
  ["minor", "type Query { a: Int! b(i: I): Int! } input I { x: Int }", "query A { b }"],
  ["patch", 'type Query { a: Int! "What it is." b(i: I): Int } input I { x: Int }', "query A { b }"],
  ["patch", "type Query { a: Int! b(i: I): Int @deprecated } input I { x: Int }", "query A { b }"],
  ["none", "type Query { a: Int! b(i: I): Int c: Int } input I { x: Int }", "query A { b }"],
  ["none", 'type Query { a: Int! b(i: I): Int } "About." input I { x: Int }', "query A { a }"],
  [
    "none",
    'type Query { a: Int! b(i: I): Int "About." description: Int deprecatedAt: Int @deprecated } input I { x: Int }',
    "query A { a }",
  ],
] as const)("chooses the step %s if the schema becomes %s", (step, after, operation) => {
  const before = "type Query { a: Int! b(i: I): Int } input I { x: Int }";

  expect(checkTexts(before, after, operation).semver).toBe(step);
});

test("ignores the order of input fields in the types of an operation", () => {
  const before = "type Query { a(i: I): Int } input I { x: Int y: String }";
  const after = "type Query { a(i: I): Int } input I { y: String z: Int x: Int }";
  const types = (now: string) => checkTexts(before, now, "query A($i: I) { a(i: $i) }").operations[0]?.types;
  expect(types(before.replace("x: Int y: String", "y: String x: Int"))).toBeUndefined();
  expect(types(after)?.after).toBe(`\
export type I = {
  readonly x?: number | null | undefined;
  readonly y?: string | null | undefined;
  readonly z?: number | null | undefined;
};`);
});

test("renders the changelog entry", () => {
  const before = "type Query { a: Int! b: E c: Int } enum E { X }";
  const after = 'type Query { a: Int b: E c: Int! @deprecated(reason: "Use `b`.") } enum E { X Y }';

  expect(
    checkTexts(before, after, "query One { a b }\nquery Two { a }\nquery Three { c }", { types: "closed" })
      .changelog,
  ).toBe(`\
### Breaking changes

- \`Query.a\` is now nullable, was non-null: \`One\`, \`Two\`
- \`E.Y\` is new: \`One\`

### Changed

- \`Query.c\` is now non-null, was nullable: \`Three\`

### Deprecated by the platform

- \`Query.c\`: Use \\\`b\\\`.
`);
  expect(checkTexts(before, before, "query One { a }").changelog).toBe("");
});

test("escapes foreign text in the changelog entry", () => {
  const reason = "<script>a()</script> ![i](//x) @team #12 | [b](//y)";
  const after = `type Query { a: Int @deprecated(reason: "${reason}") }`;
  expect(checkTexts("type Query { a: Int }", after, "query One { a }").changelog).toContain(
    "- `Query.a`: &lt;script\\>a()&lt;/script\\> !\\[i\\](//x) @&#8203;team #&#8203;12 \\| \\[b\\](//y)\n",
  );
});

test("lists new elements of used types except root types, with the operations that use them", () => {
  const before =
    "type Query { a(i: I): X u: U } type X { x: Int } type Y { y: Int } union U = X input I { i: Int } enum E { A }";
  const after =
    "type Query { a(i: I, e: E): X u: U root: Int } type X { x: Int z(q: Int): Int } type Y { y: Int n: Int } union U = X | Y input I { i: Int, j: Int } enum E { A B }";

  const { drift } = checkTexts(
    before,
    after,
    "query A { a { x } }\nquery B($i: I) { a(i: $i) { x } u { ... on X { x } } }",
  );

  expect(drift.map(({ coordinate, operations }) => `${coordinate}: ${operations.join(", ")}`)).toEqual([
    "I.j: B",
    "Query.a(e:): A, B",
    "U: B",
    "X.z: A, B",
  ]);
});

test("finds used deprecated elements, by the directive and by the description", () => {
  const before = 'type Query { a: Int "Deprecated: use a." b: Int c(old: Int): Int d: Int e: Int }';
  const after = `
    type Query {
      a: Int @deprecated(reason: "Use \`c\`.")
      "Deprecated: use a."
      b: Int
      c(old: Int @deprecated(reason: "Unused."), i: I): Int
      """
      How many.

      **DEPRECATED:** will go away in May.
      """
      d: Int
      "Whether it is deprecated, or not: unknown."
      e: Int
    }
    input I { gone: Int @deprecated(reason: "Gone soon."), kept: Int }
  `;

  const { deprecations } = checkTexts(before, after, "query A { a b c(old: 1) d e }\nquery B {\n  a\n}");

  expect(
    deprecations.map(({ coordinate, reason, announced, isNew, uses }) => {
      const places = uses.map(({ operation, place }) => `${operation} ${place.line}:${place.column}`);
      return [coordinate, reason, announced, isNew, places.join(", ")].join(" | ");
    }),
  ).toEqual([
    "Query.a | Use `c`. | directive | true | A 1:11, B 3:3",
    "Query.b | use a. | description | false | A 1:13",
    "Query.c(old:) | Unused. | directive | true | A 1:17",
    "Query.d | will go away in May. | description | true | A 1:25",
  ]);
});

test("finds deprecated input fields and enum values that the document sets, and not those that a variable can have", () => {
  const schema =
    'type Query { a(i: I): Int b: E } "Deprecated: use J." input I { old: Int @deprecated, e: E } enum E { X Y @deprecated }';

  const { deprecations } = checkTexts(
    schema,
    schema,
    "query A($i: I) { a(i: $i) }\nquery B { b }\nquery C($old: Int) { a(i: { old: $old, e: Y }) }\nquery D($i: I = { e: Y }) { a(i: $i) }",
  );

  expect(
    deprecations.map(({ coordinate, uses }) => [coordinate, uses.map(({ operation }) => operation)]),
  ).toEqual([
    ["E.Y", ["C", "D"]],
    ["I", ["A", "D"]],
    ["I.old", ["C"]],
  ]);
});

const ACCEPTED = { coordinate: "Query.a", reason: "It is not read.", expires: "2025-01-01" } as const;
const CHANGE = [
  "type Query { a: Int! b: Int! }",
  "type Query { a: Int b: Int! }",
  "query A { a }\nquery B { a }",
] as const;

test.each([
  ["all operations", ACCEPTED, "unaffected", []],
  ["one rule", { ...ACCEPTED, rule: "nullability" }, "unaffected", []],
  ["one operation only, so that the other one breaks", { ...ACCEPTED, operation: "A" }, "breaks", []],
  ["another rule, without effect", { ...ACCEPTED, rule: "type" }, "breaks", ["unused"]],
  ["another coordinate, without effect", { ...ACCEPTED, coordinate: "Query.b" }, "breaks", ["unused"]],
  ["the time until yesterday, without effect", { ...ACCEPTED, expires: "2024-12-31" }, "breaks", ["expired"]],
] as const)("accepts a change for %s", (_, accepted, verdict, problems) => {
  const report = checkTexts(...CHANGE, { accepted: [accepted] });

  expect(report.verdict).toBe(verdict);
  expect(report.semver).toBe(verdict === "breaks" ? "major" : "none");
  expect(report.staleAccepted.map(({ problem }) => problem)).toEqual(problems);
  expect(report.operations.flatMap(({ findings }) => findings)).toHaveLength(2);
});

test("compares scalars by the types of the options", () => {
  const before = "type Query { a: Old } scalar Old scalar New";
  const after = "type Query { a: New } scalar Old scalar New";
  const scalars = { Old: "string | number", New: "string" };

  expect(renderFindings(checkTexts(before, after, "query A { a }", { scalars }))).toEqual([
    "a.graphql:1:11 breaks type Query.a",
  ]);
  expect(renderFindings(checkTexts(after, before, "query A { a }", { scalars }))).toEqual([
    "a.graphql:1:11 breaks type Query.a",
  ]);
});

test("checks subscriptions and operations without a name", () => {
  const before = "type Query { a: Int! } type Subscription { s: Int! }";
  const report = checkTexts(before, before.replaceAll("Int!", "Int"), {
    "a.graphql": "{ a }",
    "b.graphql": "subscription S { s }",
  });

  expect(report.operations.map(({ name, kind, verdict }) => [name, kind, verdict])).toEqual([
    ["S", "subscription", "breaks"],
    ["unnamed query", "query", "breaks"],
  ]);
});

test("finds no difference between a schema and its introspection", () => {
  const before = buildSchema(FLOW_SCHEMA);
  const after = buildClientSchema(
    introspectionFromSchema(before, { inputValueDeprecation: true, oneOf: true }),
  );
  const operations = createOperations(before, createDice(7), 60).document;

  const report = check({ before, after, operations });

  expect(report.operations.length).toBeGreaterThanOrEqual(60);
  expect(report).toMatchObject({
    verdict: "unaffected",
    semver: "none",
    changelog: "",
    drift: [],
    remarks: [],
  });
  expect(report).toMatchObject({ version: 1, before: { label: "before" }, after: { label: "after" } });
  expect(renderFindings(report)).toEqual([]);
});

test("rejects a schema of another copy of graphql", () => {
  const after = buildSchema("type Query { a: Int }");
  const foreign = Object.create(null);
  expect(() =>
    check({ before: foreign, after, operations: parseFiles({ "a.graphql": "query A { a }" }) }),
  ).toThrow(
    /^check: "before" is not a GraphQLSchema of this package's copy of graphql\. .*`npm dedupe` or overrides\.$/,
  );
});

const PART = new GraphQLInputObjectType({
  name: "Part",
  fields: { id: { type: GraphQLInt }, tag: { type: GraphQLString } },
});
const ORDER = new GraphQLEnumType({
  name: "Order",
  values: { NAME: { value: "NAME" }, SIZE: { value: "SIZE" } },
});

test.each([
  ["a number", GraphQLInt, 1, 2, "1"],
  ["a fraction", GraphQLFloat, 1.5, 2.5, "1.5"],
  ["a text", GraphQLString, "NAME", "SIZE", '"NAME"'],
  ["a switch", GraphQLBoolean, true, false, "true"],
  ["an enum", ORDER, "NAME", "SIZE", "NAME"],
  ["null", GraphQLInt, null, 1, "null"],
  ["an item", new GraphQLList(ORDER), "NAME", "SIZE", "NAME"],
  ["a list", new GraphQLList(GraphQLInt), [1, null], [1], "[1, null]"],
  ["an object", PART, { tag: "NAME", id: 1 }, { id: 1 }, '{ id: 1, tag: "NAME" }'],
] as const)("compares a default that code declares: %s", (_, type, value, other, literal) => {
  const build = (defaultValue: unknown) => {
    const items = { type: GraphQLInt, args: { by: { type, defaultValue } } };
    return new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields: { items } }) });
  };
  const operations = parse("query A { items }");
  const compareWith = (after: GraphQLSchema) =>
    check({ before: build(value), after, operations }).causes.map(({ change }) => change);

  expect(compareWith(buildSchema(printSchema(build(value))))).toEqual([]);
  expect(compareWith(build(other))).toMatchObject([{ kind: "default", was: literal }]);
});
