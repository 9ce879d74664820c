import { buildClientSchema, buildSchema, introspectionFromSchema } from "graphql";
import { expect, test } from "vitest";
import { check } from "../src/schema/index.ts";
import { OPERATIONS, SCHEMA } from "./support/schema-fixture.ts";
import { checkTexts, parseFiles, renderFindings } from "./support/schema-judging.ts";

/** [what happens, schema before, what is replaced in it, by what, the operation, the findings] */
const VERDICTS: readonly (readonly [string, string, string | RegExp, string, string, readonly string[]])[] = [
  [
    "a field that is gone",
    "type Query { a: Int b: Int }",
    "b: Int",
    "",
    "query A {\n  a\n  b\n}",
    ["a.graphql:3:3 breaks invalid Query.b"],
  ],
  [
    "a field that may be null now",
    "type Query { a: Int! }",
    "Int!",
    "Int",
    "query A { a }",
    ["a.graphql:1:11 breaks nullability Query.a"],
  ],
  [
    "a field that is never null any more",
    "type Query { a: Int }",
    "Int",
    "Int!",
    "query A { x: a }",
    ["a.graphql:1:11 changes types nullability Query.a"],
  ],
  [
    "entries of a list of lists that may be null now",
    "type Query { a: [[Int!]!]! }",
    "[[Int!]!]!",
    "[[Int]!]!",
    "query A { a }",
    ["a.graphql:1:11 breaks nullability Query.a"],
  ],
  [
    "a field that is a list now",
    "type Query { a: [Int] }",
    "[Int]",
    "Int",
    "query A { a }",
    ["a.graphql:1:11 breaks type Query.a"],
  ],
  [
    "a field of another type",
    "type Query { a: Int }",
    "Int",
    "String",
    "query A { a }",
    ["a.graphql:1:11 breaks type Query.a"],
  ],
  [
    "an enum that is a string now",
    "type Query { a: E } enum E { X }",
    "a: E",
    "a: String",
    "query A { a }",
    ["a.graphql:1:11 breaks type Query.a"],
  ],
  [
    "a string that is an enum now, which old code takes for a string",
    "type Query { a: String b: E } enum E { X }",
    "a: String",
    "a: E",
    "query A { a }",
    ["a.graphql:1:11 changes types type Query.a"],
  ],
  [
    "a scalar with the same TypeScript type and other values",
    "type Query { a: Date } scalar Date scalar DateTime",
    "a: Date",
    "a: DateTime",
    "query A { a }",
    ["a.graphql:1:11 changes types type Query.a"],
  ],
  ["an ID that is a string now", "type Query { a: ID }", "ID", "String", "query A { a }", []],
  [
    "an unmapped scalar that may be null now: its type is unknown, and held null already",
    "type Query { a: Money! } scalar Money",
    "a: Money!",
    "a: Money",
    "query A { a }",
    ["a.graphql:1:11 changes types nullability Query.a"],
  ],
  [
    "a value that an enum in the result may have now",
    "type Query { a: [E!] } enum E { X }",
    "X",
    "X Y",
    "query A { a }",
    ["a.graphql:1:11 breaks enum-grew E.Y"],
  ],
  [
    "a value that an enum in the result never has any more",
    "type Query { a: E } enum E { X Y }",
    "Y",
    "",
    "query A { a }",
    ["a.graphql:1:11 changes types enum-shrank E.Y"],
  ],
  [
    "a value that an enum in variables does not have any more, deep inside of an input",
    "type Query { a(i: I): Int } input I { deep: [[J!]] } input J { e: E } enum E { X Y }",
    "Y",
    "",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 breaks enum-shrank E.Y"],
  ],
  [
    "a value that an enum in variables takes now",
    "type Query { a(e: E): Int } enum E { X }",
    "X",
    "X Y",
    "query A($e: [E!]) { a }\nquery B($e: E) { a(e: $e) }",
    ["a.graphql:2:9 changes types enum-grew E.Y"],
  ],
  [
    "an enum value that the document has and the schema has not any more",
    "type Query { a(e: E): Int } enum E { X Y }",
    "Y",
    "",
    "query A { a(e: Y) }",
    ["a.graphql:1:16 breaks invalid E.Y"],
  ],
  [
    "a type that a union may be now, where types are told apart",
    "type Query { a: U b: Y } union U = X type X { x: Int } type Y { y: Int }",
    "= X",
    "= X | Y",
    "query A { a { __typename } }",
    ["a.graphql:1:11 breaks union-grew U"],
  ],
  [
    "a type that a union may be now, of which nothing is selected",
    "type Query { a: U b: Y } union U = X type X { x: Int } type Y { y: Int }",
    "= X",
    "= X | Y",
    "query A { a { ... on X { x } } }",
    ["a.graphql:1:11 breaks union-grew U"],
  ],
  [
    "a type that a union may be now, where another one of which nothing is selected was expected",
    "type Query { a: U b: Y } union U = X | Z type X { x: Int } type Y { y: Int } type Z { z: Int }",
    "= X",
    "= X | Y",
    "query A { a { ... on X { x } } }",
    [],
  ],
  [
    "a type that a union never is any more",
    "type Query { a: U b: Y } union U = X | Y type X { x: Int } type Y { y: Int }",
    "= X | Y",
    "= X",
    "query A { a { __typename ... on X { x } } }",
    ["a.graphql:1:11 changes types union-shrank U"],
  ],
  [
    "a type that implements an interface now, where only the interface is read",
    "type Query { a: N b: Y } interface N { n: Int } type X implements N { n: Int } type Y { n: Int }",
    "type Y",
    "type Y implements N",
    "query A { a { n } }",
    [],
  ],
  [
    "a type that is not an interface's any more, and of which the result had a field by that interface",
    "type Query { a: U } union U = X | Y interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }",
    "type Y implements N",
    "type Y",
    "query A { a { ... on N { n } } }",
    ["a.graphql:1:26 breaks type Y.n"],
  ],
  [
    "a field of one implementation that may be null now, read by its interface",
    "type Query { a: N } interface N { n: Int } type X implements N { n: Int! }",
    "Int!",
    "Int",
    "query A { a { n } }",
    ["a.graphql:1:15 breaks nullability X.n"],
  ],
  [
    "a field of an interface and of its implementations, said once",
    "type Query { a: N } interface N { n: Int! } type X implements N { n: Int! } type Y implements N { n: Int! }",
    /Int!/g,
    "Int",
    "query A { a { n } }",
    ["a.graphql:1:15 breaks nullability N.n"],
  ],
  [
    "a field that one member may leave null, where another one did already and nobody can tell which it is",
    "type Query { a: U } union U = X | Y type X { n: Int! } type Y { n: Int }",
    "n: Int!",
    "n: Int",
    "query A { a { ... on X { m: n } ... on Y { m: n } } }",
    [],
  ],
  [
    "a field of one implementation that is never null any more, read by its interface",
    "type Query { a: N } interface N { n: Int } type X implements N { n: Int }",
    "X implements N { n: Int",
    "X implements N { n: Int!",
    "query A { a { n } }",
    ["a.graphql:1:15 changes types nullability X.n"],
  ],
  [
    "an argument that is required now, and not given",
    "type Query { a(x: Int): Int }",
    "x: Int",
    "x: Int!",
    "query A { a }",
    ["a.graphql:1:11 breaks required Query.a(x:)"],
  ],
  [
    "an argument that is required now, and given by a variable that may be left out",
    "type Query { a(x: Int): Int }",
    "x: Int",
    "x: Int!",
    "query A($x: Int) { a(x: $x) }",
    ["a.graphql:1:9 breaks required Query.a(x:)"],
  ],
  [
    "an argument of another type",
    "type Query { a(x: Int): Int }",
    "x: Int",
    "x: String",
    "query A($x: Int) { a(x: $x) }",
    ["a.graphql:1:9 breaks type Query.a(x:)"],
  ],
  [
    "an argument that is gone",
    "type Query { a(x: Int): Int }",
    "(x: Int)",
    "",
    "query A { a(x: 1) }",
    ["a.graphql:1:13 breaks invalid Query.a(x:)"],
  ],
  [
    "an input field that is required now, in a type that refers to itself",
    "type Query { a(i: I): Int } input I { x: Int, and: [I!] }",
    "x: Int",
    "x: Int!",
    "query A($i: [I!]!) { a }\nquery B($i: I) { a(i: $i) }",
    ["a.graphql:2:9 breaks required I.x"],
  ],
  [
    "an input field that is new and required",
    "type Query { a(i: I): Int } input I { x: Int }",
    "x: Int",
    "x: Int, y: Int!",
    "query A { a(i: {x: 1}) }\nquery B($i: I) { a(i: $i) }",
    ["a.graphql:1:16 breaks required I.y", "a.graphql:2:9 breaks required I.y"],
  ],
  [
    "an input field that is new and optional",
    "type Query { a(i: I): Int } input I { x: Int }",
    "x: Int",
    "x: Int, y: Int! = 1",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 changes types input-field I.y"],
  ],
  [
    "an input field that is gone",
    "type Query { a(i: I): Int } input I { x: Int, y: Int }",
    ", y: Int",
    "",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 breaks input-field I.y"],
  ],
  [
    "an input field that may be left out now",
    "type Query { a(i: I): Int } input I { x: Int! }",
    "x: Int!",
    "x: Int! = 1",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 changes types type I.x"],
  ],
  [
    "an input field that takes no null any more, though it may be left out",
    "type Query { a(i: I): Int } input I { x: Int = 1 }",
    "x: Int = 1",
    "x: Int! = 1",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 breaks type I.x"],
  ],
  [
    "an input type that takes exactly one of its fields now",
    "type Query { a(i: I): Int } input I { x: Int }",
    "input I",
    "input I @oneOf",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 breaks type I"],
  ],
  [
    "an input field whose unmapped scalar takes anything now",
    "type Query { a(i: I): Int } input I { x: Int } scalar Money",
    "x: Int",
    "x: Money",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 changes types type I.x"],
  ],
  [
    "an input field of another input type that has all of the old one's fields",
    "type Query { a(i: I): Int } input I { x: J } input J { a: Int } input K { a: Int, b: Int }",
    "x: J",
    "x: K",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 changes types type I.x"],
  ],
  [
    "an input field of another input type that has not all of the old one's fields",
    "type Query { a(i: I): Int } input I { x: J } input J { a: Int, c: Int } input K { a: Int, b: Int }",
    "x: J",
    "x: K",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 breaks input-field I.x"],
  ],
  [
    "an input field of another input type that has nothing of the old one",
    "type Query { a(i: I): Int } input I { x: J } input J { a: Int } input K { b: Int }",
    "x: J",
    "x: K",
    "query A($i: I) { a(i: $i) }",
    ["a.graphql:1:9 breaks type I.x"],
  ],
  [
    "the default of an argument that is not given",
    "type Query { a(x: Int = 1): Int }",
    "1",
    "2",
    "query A { a }",
    ["a.graphql:1:11 breaks default Query.a(x:)"],
  ],
  [
    "the default of an argument that callers may leave out",
    "type Query { a(x: Int = 1): Int }",
    "1",
    "2",
    "query A($x: Int) { a(x: $x) }",
    ["a.graphql:1:25 breaks default Query.a(x:)"],
  ],
  [
    "the default of an argument that the operation gives, always or with a default of its own",
    "type Query { a(x: Int = 1): Int }",
    "1",
    "2",
    "query A { a(x: 3) }\nquery B($x: Int = 4) { a(x: $x) }\nquery C($x: Int!) { a(x: $x) }",
    [],
  ],
  [
    "the default of an input field, inline and in variables",
    "type Query { a(i: I): Int } input I { x: Int = 1, y: Int }",
    "1",
    "2",
    "query A { a(i: { y: 1 }) }\nquery B($i: I) { a(i: $i) }\nquery C { a(i: { x: 1 }) }",
    ["a.graphql:1:16 breaks default I.x", "a.graphql:2:9 breaks default I.x"],
  ],
  [
    "a default where there was none: nobody relied on it",
    "type Query { a(x: Int): Int }",
    "x: Int",
    "x: Int = 1",
    "query A { a }",
    ["a.graphql:1:11 changes types default Query.a(x:)"],
  ],
  [
    "a default whose fields are in another order",
    "type Query { a(i: I = {x: 1, y: 2}): Int } input I { x: Int, y: Int }",
    "{x: 1, y: 2}",
    "{y: 2, x: 1}",
    "query A { a }",
    [],
  ],
  [
    "the type of a fragment that is gone",
    "type Query { a: N } interface N { n: Int } type X implements N { n: Int } type Y implements N { n: Int }",
    "type Y implements N { n: Int }",
    "",
    "query A { a { ... on Y { n } } }",
    ["a.graphql:1:22 breaks invalid Y", "a.graphql:1:11 changes types union-shrank N"],
  ],
  [
    "a mutation where there are none any more",
    "schema { query: Query mutation: M } type Query { a: Int } type M { a: Int }",
    "mutation: M",
    "",
    "mutation A { a }",
    ["a.graphql:1:1 breaks invalid M"],
  ],
  [
    "a field that is @include'd: it may be absent as before",
    "type Query { a: Int! b: Int }",
    "a: Int!",
    "a: Int",
    "query A($if: Boolean!) { b a @include(if: $if) }",
    ["a.graphql:1:28 breaks nullability Query.a"],
  ],
  [
    "a directive that is gone",
    "directive @live on FIELD type Query { a: Int }",
    "directive @live on FIELD",
    "",
    "query A { a @live }",
    ["a.graphql:1:13 breaks invalid @live"],
  ],
  [
    "what nobody selects",
    "type Query { a: X b(y: Int): Int! } type X { x: Int z: E } enum E { A }",
    /b\(y: Int\): Int!.*A/,
    "c: String } type X { x: Int z: E } enum E { A B",
    "query A { a { x } }",
    [],
  ],
];

test.each(VERDICTS)("judges %s", (_, before, replaced, replacement, operations, findings) => {
  const after = before.replace(replaced, replacement);
  expect(after).not.toBe(before);

  expect(renderFindings(checkTexts(before, after, operations))).toEqual(findings);
});

test("finds the place in the fragment's file, once for each operation that spreads it", () => {
  const report = checkTexts("type Query { a: X } type X { x: Int! }", "type Query { a: X } type X { x: Int }", {
    "one.graphql": "query One { a { ...Part } }",
    "two.graphql": "query Two { a { ...Whole } }",
    "parts.graphql": "fragment Whole on X { ...Part }\n\nfragment Part on X {\n  alias: x\n}",
  });

  expect(report.operations.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["One", "breaks"],
    ["Two", "breaks"],
  ]);
  expect(renderFindings(report)).toEqual([
    "parts.graphql:4:3 breaks nullability X.x",
    "parts.graphql:4:3 breaks nullability X.x",
  ]);
});

test("blames a fragment's problem on the operations that spread it, and a variable's on its own operation", () => {
  const report = checkTexts(
    "type Query { a(x: Int): X } type X { x: Int y: Int }",
    "type Query { a(x: Int!): X } type X { y: Int }",
    {
      "a.graphql": "query A($x: Int) { a(x: $x) { y } }\nquery B { a(x: 1) { ...F } }\nquery C { a(x: 1) { y } }",
      "f.graphql": "fragment F on X { x }",
    },
  );

  expect(report.operations.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    "A breaks",
    "B breaks",
    "C unaffected",
  ]);
  expect(renderFindings(report)).toEqual([
    "a.graphql:1:9 breaks required Query.a(x:)",
    "f.graphql:1:19 breaks invalid X.x",
  ]);
});

test("names all that must be mended in an operation that does not validate", () => {
  const report = checkTexts("type Query { a: Int b: Int! }", "type Query { b: Int }", "query A { a b }");

  expect(renderFindings(report)).toEqual([
    "a.graphql:1:11 breaks invalid Query.a",
    "a.graphql:1:13 breaks nullability Query.b",
  ]);
  expect(report.operations[0]?.types).toBeUndefined();
});

test("has no verdict on an operation that did not fit the old schema either, and says why", () => {
  const report = checkTexts("type Query { a: Int! }", "type Query { a: Int }", "query A { a nope }\nquery B { a }");

  expect(report.operations.map(({ name, verdict, invalidBefore }) => [name, verdict, invalidBefore])).toEqual([
    ["B", "breaks", false],
    ["A", "unaffected", true],
  ]);
  expect(report.remarks).toEqual([
    'A did not fit the old schema either. a.graphql:1:13: Cannot query field "nope" on type "Query".',
  ]);
});

test("says which types a result may hold now, and that nothing is selected of them", () => {
  const before = "type Query { a: U } union U = X type X { x: Int } type Y { y: Int } type Z { z: Int }";
  const after = before.replace("= X", "= X | Y | Z");

  const [finding] = checkTexts(before, after, "query A { a { ... on X { x } } }").operations[0]?.findings ?? [];

  expect(finding?.message).toBe("Query.a may be Y, Z now: code that tells its types apart misses it.");
});

test("says in a sentence which values a switch misses", () => {
  const report = checkTexts(
    "type Query { a: E } enum E { X }",
    "type Query { a: E } enum E { X Y Z }",
    "query A { a }",
  );

  expect(report.operations[0]?.findings.map(({ message }) => message)).toEqual([
    'Query.a may be "Y" now: a switch over E misses it.',
    'Query.a may be "Z" now: a switch over E misses it.',
  ]);
});

test("shows the types of an operation before and after, with the declarations that differ", () => {
  const before =
    "type Query { a(i: I): [X!] } type X { x: Int! e: E } input I { e: E, d: Date } enum E { A } scalar Date";
  const after = before.replace("{ A }", "{ A B }").replace("Int!", "Int").replace("[X!]", "[X!]!");
  const { types } =
    checkTexts(before, after, "query List($i: I, $n: [Int!]!) { a(i: $i) { x e } b: a { x @skip(if: true) } }")
      .operations[0] ?? {};
  expect(types).toBeUndefined();

  const shown = checkTexts(before, after, "query List($i: I) { a(i: $i) { x e } b: a { x @skip(if: true) } }")
    .operations[0]?.types;

  expect(shown?.before).toBe(`\
type List = {
  a: Array<{
    x: number;
    e: E | null;
  }> | null;
  b: Array<{
    x?: number;
  }> | null;
};

type ListVariables = {
  i?: I | null;
};

type E = "A";`);
  expect(shown?.after).toBe(`\
type List = {
  a: Array<{
    x: number | null;
    e: E | null;
  }>;
  b: Array<{
    x?: number | null;
  }>;
};

type ListVariables = {
  i?: I | null;
};

type E = "A" | "B";`);
});

test.each([
  ["major", "type Query { a: Int }", "query A { a }"],
  ["minor", "type Query { a: Int! b(i: I): Int } input I { x: Int, y: Int }", "query A($i: I) { b(i: $i) }"],
  ["minor", "type Query { a: Int! b(i: I): Int! } input I { x: Int }", "query A { b }"],
  ["patch", 'type Query { a: Int! "What it is." b(i: I): Int } input I { x: Int }', "query A { b }"],
  ["patch", "type Query { a: Int! b(i: I): Int @deprecated } input I { x: Int }", "query A { b }"],
  ["none", "type Query { a: Int! b(i: I): Int c: Int } input I { x: Int }", "query A { b }"],
  ["none", 'type Query { a: Int! b(i: I): Int } "About." input I { x: Int }', "query A { a }"],
] as const)("asks for a %s version when the schema is %s", (step, after, operation) => {
  const before = "type Query { a: Int! b(i: I): Int } input I { x: Int }";

  expect(checkTexts(before, after, operation).semver).toBe(step);
});

test("writes the changelog entry", () => {
  const before = "type Query { a: Int! b: E c: Int } enum E { X }";
  const after = 'type Query { a: Int b: E c: Int! @deprecated(reason: "Use `b`.") } enum E { X Y }';

  expect(checkTexts(before, after, "query One { a b }\nquery Two { a }\nquery Three { c }").changelog).toBe(`\
### Breaking changes

- \`One\`:
  - Query.a may be null now.
  - Query.b may be "Y" now: a switch over E misses it.
- \`Two\`: Query.a may be null now.

### Changed

- \`Three\`: Query.c is never null any more.

### Deprecated by the platform

- \`Query.c\`: Use \`b\`.
`);
  expect(checkTexts(before, before, "query One { a }").changelog).toBe("");
});

test("lists what is new on the types that we use, and who uses them", () => {
  const before =
    "type Query { a(i: I): X u: U } type X { x: Int } type Y { y: Int } union U = X input I { i: Int } enum E { A }";
  const after =
    "type Query { a(i: I, e: E): X u: U } type X { x: Int z(q: Int): Int } type Y { y: Int n: Int } union U = X | Y input I { i: Int, j: Int } enum E { A B }";

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

test("finds deprecations that we use, by the directive and in words, and where", () => {
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
      "Whether it is deprecated, or not: who knows."
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

test("finds deprecated input fields and enum values that callers may pass in a variable", () => {
  const schema = "type Query { a(i: I): Int b: E } input I { old: Int @deprecated, e: E } enum E { X Y @deprecated }";

  const { deprecations } = checkTexts(schema, schema, "query A($i: I) { a(i: $i) }\nquery B { b }");

  expect(deprecations.map(({ coordinate, isNew, uses }) => [coordinate, isNew, uses.length])).toEqual([
    ["E.Y", false, 1],
    ["I.old", false, 1],
  ]);
});

const ACCEPTANCE = { coordinate: "Query.a", reason: "We never read it.", expires: "2025-01-01" } as const;
const CHANGE = [
  "type Query { a: Int! b: Int! }",
  "type Query { a: Int b: Int! }",
  "query A { a }\nquery B { a }",
] as const;

test.each([
  ["all operations", ACCEPTANCE, "unaffected", []],
  ["one rule", { ...ACCEPTANCE, rule: "nullability" }, "unaffected", []],
  ["one operation only, so that the other one counts", { ...ACCEPTANCE, operation: "A" }, "breaks", []],
  ["another rule, so that it does nothing", { ...ACCEPTANCE, rule: "type" }, "breaks", ["unused"]],
  ["another coordinate, so that it does nothing", { ...ACCEPTANCE, coordinate: "Query.b" }, "breaks", ["unused"]],
  ["the time until yesterday", { ...ACCEPTANCE, expires: "2024-12-31" }, "breaks", ["expired"]],
] as const)("accepts a change for %s", (_, acceptance, verdict, problems) => {
  const report = checkTexts(...CHANGE, { acceptances: [acceptance] });

  expect(report.verdict).toBe(verdict);
  expect(report.semver).toBe(verdict === "breaks" ? "major" : "none");
  expect(report.staleAcceptances.map(({ problem }) => problem)).toEqual(problems);
  expect(report.operations.flatMap(({ findings }) => findings)).toHaveLength(2);
});

test("lets a package say which types its scalars have", () => {
  const [before, after] = [
    "type Query { a: Old } scalar Old scalar New",
    "type Query { a: New } scalar Old scalar New",
  ];
  const scalars = { Old: "string | number", New: "string" };

  expect(renderFindings(checkTexts(before, after, "query A { a }", { scalars }))).toEqual([
    "a.graphql:1:11 changes types type Query.a",
  ]);
  expect(renderFindings(checkTexts(after, before, "query A { a }", { scalars }))).toEqual([
    "a.graphql:1:11 breaks type Query.a",
  ]);
});

test("sorts operations by what happens to them, then by name", () => {
  const before = "type Query { a: Int! b: Int c: Int }";
  const after = "type Query { a: Int b: Int! c: Int }";

  const report = checkTexts(before, after, "query D { a } query C { c } query B { b } query A { a }");

  expect(report.operations.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    "A breaks",
    "D breaks",
    "B changes types",
    "C unaffected",
  ]);
  expect(report).toMatchObject({
    version: 1,
    verdict: "breaks",
    before: { label: "before" },
    after: { label: "after" },
  });
});

test("judges subscriptions, and operations without a name, like all others", () => {
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

test("finds nothing between a schema and what introspection says of it", () => {
  const before = buildSchema(SCHEMA);
  const after = buildClientSchema(introspectionFromSchema(before, { inputValueDeprecation: true, oneOf: true }));

  const report = check({ before, after, operations: parseFiles({ "a.graphql": OPERATIONS }) });

  expect(report).toMatchObject({ verdict: "unaffected", semver: "none", changelog: "", drift: [], remarks: [] });
  expect(renderFindings(report)).toEqual([]);
});

test("says in one line that a schema is of another copy of graphql", () => {
  const after = buildSchema("type Query { a: Int }");
  const foreign = Object.create(null);
  expect(() => check({ before: foreign, after, operations: parseFiles({ "a.graphql": "query A { a }" }) })).toThrow(
    /^check: before is no GraphQLSchema of the copy of graphql that .* npm dedupe or overrides/,
  );
});
