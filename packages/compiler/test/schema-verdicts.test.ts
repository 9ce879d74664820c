/**
 * The operations of a report: which one has which finding at which place, the messages of findings, and the
 * types before and after. `verdicts-of-*.test.ts` have the verdict of each kind of change.
 */

import { buildClientSchema, buildSchema, introspectionFromSchema, parse } from "graphql";
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

test("finds the invalid operations of a document that was parsed without locations", () => {
  const { operations } = check({
    before: buildSchema("type Query { a(x: Int): Int b: X } type X { x: Int y: Int }"),
    after: buildSchema("type Query { a: Int b: X } type X { y: Int }"),
    operations: parse(
      `query A { a(x: 1) }
      query B { b { ...F } }
      query C { b { y } }
      fragment F on X { x }`,
      { noLocation: true },
    ),
  });

  expect(operations.map(({ name, verdict, harm }) => `${name} ${verdict} ${harm}`)).toEqual([
    "A breaks rejected",
    "B breaks rejected",
    "C unaffected undefined",
  ]);
  const noPlace = { file: "", line: 1, column: 1 };
  expect(operations.flatMap(({ place, findings }) => [place, ...findings.map(({ place }) => place)])).toEqual(
    Array(5).fill(noPlace),
  );
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

test.for([
  ["[Int]", "x: [Int]", "x: Int", "[1, 2]", "Query.a(x:)"],
  ["[[Int]]", "x: [[Int]]", "x: [Int]", "[1, [2]]", "Query.a(x:)"],
  ["I", "x: I", "x: Int", "{ n: [1] }", "Query.a(x:)"],
  ["I", "n: [Int]", "n: Int", "{ n: [1] }", "I.n"],
] as const)(
  "an accepted change can name the place of a literal of %s, if %s becomes %s and rejects %s: %s",
  ([type, was, now, literal, coordinate]) => {
    const before = `type Query { a(x: ${type}): Int } input I { n: [Int] }`;
    const accepted = [{ coordinate, rule: "invalid", reason: "Agreed.", expires: "2025-01-02" }] as const;
    const operation = `query A { a(x: ${literal}) }`;
    const { operations } = checkTexts(before, before.replace(was, now), operation, { accepted });

    const findings = operations.flatMap((operation) => operation.findings);
    expect(findings.filter(({ verdict }) => verdict === "breaks")).toMatchObject([{ accepted: accepted[0] }]);
  },
);

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

test("two operations of one name are invalid, each at its own place, and a fragment can have that name", () => {
  const sdl = "type Query { a: X } type X { x: Int }";
  const report = checkTexts(sdl, sdl, {
    "b.graphql": "\nquery A { a { x } }",
    "a.graphql": "query A { a { x } }\nquery F { a { x } }\nfragment F on X { x }",
  });

  expect(
    report.operations.map(({ kind, name, errors = [] }) => [kind, name, ...errors.map(({ place }) => place)]),
  ).toEqual([
    ["query", "A", { file: "a.graphql", line: 1, column: 1 }],
    ["query", "A", { file: "b.graphql", line: 2, column: 1 }],
    ["query", "F"],
    ["fragment", "F"],
  ]);
});

test.each([
  "{ a ... on Gone { b } }",
  "{ a @gone }",
  "{ a(i: { gone: { x: 1 } }) }",
  "{ a(gone: 1) }",
  "{ a { b } }",
])("lists the uses of what it knows in an operation that is invalid in both schemas: %s", (text) => {
  const before = "type Query { a(i: I, s: S): Int @deprecated } input I { s: S } scalar S";
  const report = checkTexts(before, before.replace("): Int", "): Float"), `query A ${text}`);

  expect(report.operations[0]?.errors).toHaveLength(1);
  expect(report.deprecations.map(({ coordinate }) => coordinate)).toEqual(["Query.a"]);
});

test("lists the uses of what follows an unknown argument and an unknown field of an input", () => {
  const schema = "type Query { a(i: I): Int } input I { s: Int @deprecated }";
  const { deprecations } = checkTexts(schema, schema, "query A { a(gone: 1, i: { gone: 1, s: 1 }) }");

  expect(deprecations.map(({ coordinate }) => coordinate)).toEqual(["I.s"]);
});

test("a scalar can have the literal of an object", () => {
  const before = "type Query { a(i: I, s: S): Int } input I { s: S } scalar S";
  const report = checkTexts(
    before,
    before.replace("): Int", "): String"),
    "query A { a(s: { x: { y: ENUM } }, i: { s: { x: 1 } }) }",
  );

  expect(renderFindings(report)).toEqual(["a.graphql:1:11 breaks type Query.a"]);
});

test("compares no operation that is valid only in the new schema, and says so", () => {
  const report = checkTexts(
    "type Query { a: Int! }",
    "type Query { a: Int b: Int }",
    "query A { a }\nquery New { b }",
  );
  expect(listVerdicts(report)).toEqual(["A breaks", "New unaffected"]);
  expect(report.notCompared).toEqual([{ subject: "New", reason: "It is valid only in the new schema." }]);
});

test("lists what else was not compared, if no operation was", () => {
  const file = { subject: "a.graphql", reason: "It is new." };
  const { notCompared } = checkTexts("type Query { a: Int }", "type Query { a: Int }", "query A { a }", {
    nothing: "There is no schema.",
    notCompared: [file],
  });
  expect(notCompared).toEqual([{ subject: "all operations", reason: "There is no schema." }, file]);
});

/** The messages of the first operation. */
const listMessages = (...input: Parameters<typeof checkTexts>) =>
  checkTexts(...input).operations[0]?.findings.map(({ message }) => message);

test("says that code must handle another scalar in a result", () => {
  const before = "type Query { a: Float }";
  expect(listMessages(before, "type Query { a: ID }", "query A { a }")).toEqual([
    "Query.a is now ID, was Float. Code that reads it must handle the new type.",
  ]);
});

test("names the type of a result in `__typename`", () => {
  const before = "type Query { a: X b: Y } type X { n: Int } type Y { n: Int }";
  expect(listMessages(before, before.replace("a: X", "a: Y"), "query A { a { __typename n } }")).toEqual([
    'Query.a is now "Y", was "X". Code that reads it must handle the new type.',
  ]);
});

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
    const { findings = [] } = checkTexts(before, after, operation, { types }).operations[0] ?? {};
    expect(
      findings.filter(({ rule }) => rule === "name").map(({ code, message }) => [code, message]),
    ).toEqual([
      [
        ["reads"],
        "Query.node no longer has the type GetQuery_node_Repo_Event in generated code. Code that imports it does not compile.",
      ],
    ]);
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

test("renders the types of the second fragment if only they differ", () => {
  const before = `type Query { a: X } interface N { n: Int } type X implements N { n: Int }
    type Y implements N { n: Int y: Int! }`;
  const operation = "query A { a { ...F ...G } } fragment F on N { n } fragment G on N { ... on Y { y } }";
  const { types } = checkTexts(before, before.replace("Int!", "Int"), operation).operations[0] ?? {};

  expect(types).toEqual({
    before: "export type GFragment_Y = {\n  readonly y: number;\n};",
    after: "export type GFragment_Y = {\n  readonly y: number | null;\n};",
  });
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

test.each([
  ["E", "S"],
  ["[[E!]]", "S"],
  ["[E!]", "[S]"],
])("an enum in %s that becomes any in %s breaks code that lists its values", (was, now) => {
  const before = `type Query { a: ${was} b: E } enum E { X Y } scalar S`;
  const after = before.replace(`a: ${was}`, `a: ${now}`);
  const findCode = (operation: string, types: "open" | "closed") =>
    checkTexts(before, after, operation, { types, scalars: { S: "any" } }).operations.flatMap(
      ({ verdict, findings }) => [verdict, ...findings.map(({ code }) => code.join())],
    );

  expect(findCode("query A { a b }", "open")).toEqual(["changes types", "switches"]);
  expect(findCode("query A { a b }", "closed")).toEqual(["breaks", "reads,switches"]);
  // The generated code no longer exports `E`.
  expect(findCode("query A { a }", "open")).toEqual(["breaks", "reads,constructs,switches"]);
  expect(findCode("query A { a }", "closed")).toEqual(["breaks", "reads,constructs,switches"]);
});

test("a scalar that becomes any breaks no code", () => {
  const before = "type Query { a: String } scalar S";
  const report = checkTexts(before, before.replace("a: String", "a: S"), "query A { a }", {
    scalars: { S: "any" },
  });

  expect(report.operations[0]?.findings.map(({ verdict, code }) => [verdict, code])).toEqual([
    ["changes types", []],
  ]);
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
  const operations = createOperations(before, createDice(7), 20).document;

  const report = check({ before, after, operations });

  expect(report.operations.length).toBeGreaterThanOrEqual(20);
  expect(report).toMatchObject({
    verdict: "unaffected",
    semver: "none",
    changelog: "",
    additions: [],
    deprecations: [],
    remarks: [],
  });
  expect(report).toMatchObject({ version: 1, before: { label: "before" }, after: { label: "after" } });
  expect(renderFindings(report)).toEqual([]);
});

test("rejects an input default that contains itself, unless the schema is assumed to be valid", () => {
  const before = "type Query { a(i: I): Int } input I { x: Int i: I = {} }";
  const after = before.replace("a(i: I)", "a(i: I!)");
  const operations = parseFiles({ "a.graphql": "query A { a }\nquery B($i: I!) { a(i: $i) }" });
  const checkBuilt = (options?: { readonly assumeValid: true }) =>
    check({ before: buildSchema(before, options), after: buildSchema(after, options), operations });

  expect(checkBuilt).toThrow(
    'check: "before" is not a valid schema. Invalid circular reference. The default value of Input Object field I.i references itself. To compare it all the same, build it with the option `assumeValid`.',
  );
  expect(renderFindings(checkBuilt({ assumeValid: true }))).toEqual([
    "a.graphql:1:11 breaks required Query.a(i:)",
  ]);
});

test.for(["before", "after"])("rejects a schema of another copy of graphql: %s", (name) => {
  const schema = buildSchema("type Query { a: Int }");
  const operations = parseFiles({ "a.graphql": "query A { a }" });
  const input = { before: schema, after: schema, operations, [name]: Object.create(null) };
  expect(() => check(input)).toThrow(
    new RegExp(
      `^check: "${name}" is not a GraphQLSchema of this package's copy of graphql\\. .*\`npm dedupe\` or overrides\\.$`,
    ),
  );
});
