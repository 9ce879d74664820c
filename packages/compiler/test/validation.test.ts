/** Operations are validated one by one, and an error without a place fails the operation that it stopped. */

import { buildSchema, parse, printSchema, Source } from "graphql";
import { expect, test } from "vitest";
import { findProblems } from "../src/codegen/index.ts";
import { buildSchema as buildSource, parseAll, SourceError } from "../src/model/index.ts";
import { checkTexts, renderFindings } from "./support/schema-check.ts";

const SCHEMA = "type Query { items: [Item!]! last(x: Int): Int } type Item { id: ID! }";
/** graphql-js stops after 500,000 comparisons, and this many equal fields need n² / 2. */
const select = (fields: number) => `{ items { ${"... on Item { id } ".repeat(fields)}} }`;

test("operations that are within the limits of graphql-js one by one are all compared", () => {
  const operations = ["A", "B", "C"].map((name) => `query ${name} ${select(700)}`);
  const report = checkTexts(SCHEMA, SCHEMA.replace("x: Int", "x: Int!"), {
    "pages.graphql": operations.join("\n"),
    "z.graphql": "query Z { last }",
  });

  expect(renderFindings(report)).toEqual(["z.graphql:1:11 breaks required Query.last(x:)"]);
  expect(report.operations.filter(({ errors }) => errors)).toEqual([]);
});

test("an operation beyond the limits of graphql-js has an error at its place, and the others are compared", () => {
  const files = { "wide.graphql": `\nquery Wide ${select(1100)}`, "z.graphql": "query Z { last }" };
  const { operations } = checkTexts(SCHEMA, SCHEMA.replace("x: Int", "x: Int!"), files);

  expect(operations.map(({ name, verdict, errors }) => [name, verdict, errors?.[0]?.place])).toEqual([
    ["Z", "breaks", undefined],
    ["Wide", "unaffected", { file: "wide.graphql", line: 2, column: 1 }],
  ]);
});

test("codegen names the operation beyond the limits of graphql-js, and the errors of the others", () => {
  const text = `query Wide ${select(1100)}\nquery Z { gone }\nfragment F on Item { gone }`;

  const problems = findProblems(buildSchema(SCHEMA), parse(new Source(text, "a.graphql")));

  expect(problems.map(({ locations }) => locations?.[0]?.line)).toEqual([1, 2, 3]);
});

test("codegen reports an error in a fragment once, and in fragments that spread each other", () => {
  const text = `query A { items { ...F } }
    query B { items { ...F } }
    fragment F on Item { gone }
    fragment G on Item { ...H }
    fragment H on Item { id ...G }`;

  const problems = findProblems(buildSchema(SCHEMA), parse(new Source(text, "a.graphql")));

  expect(problems.map(({ locations }) => locations?.[0]?.line)).toEqual([3, 4]);
});

test.for([
  ["an operation without a name", "{ last } query A { gone }", [1]],
  ["a variable in a value of a custom scalar", "query A($x: Int) { any(in: { x: $x }) }", []],
  ["a variable in a value of an unknown argument", "query A($x: Int) { last(gone: { x: $x }) }", [1]],
  ["operations with one file name", "query Getflow { last } query GetFlow { last }", [1]],
  ["an operation and a fragment with one name", "query Item { last } fragment item on Item { id }", []],
] as const)("codegen reports the problems of %s", ([, text, lines]) => {
  const schema = buildSchema(`${SCHEMA} scalar Any extend type Query { any(in: Any): Int }`);
  const problems = findProblems(schema, parse(new Source(text, "a.graphql")), { filePerOperation: true });
  expect(problems.map(({ locations }) => locations?.[0]?.line)).toEqual(lines);
});

const BY = "input By @oneOf { id: ID name: String by: By }";

test.for([
  ["a non-null argument", "f(by: By!): Int", "query A($id: ID) { f(by: { id: $id }) }", true],
  ["a list", "f(by: [By!]): Int", "query A($id: ID) { f(by: [{ id: $id }]) }", true],
  ["a list of one", "f(by: [By]): Int", "query A($id: ID) { f(by: { id: $id }) }", true],
  [
    "a fragment",
    "f(by: By!): Int",
    "query A($id: ID) { ...F } fragment F on Query { f(by: { id: $id }) }",
    true,
  ],
  ["an inner value", "f(by: By!): Int", "query A($id: ID) { f(by: { by: { id: $id } }) }", true],
  ["a nullable argument", "f(by: By): Int", "query A($id: ID) { f(by: { id: $id }) }", true],
  [
    "an argument, with the default null",
    "f(by: By!): Int",
    "query A($id: ID = null) { f(by: { id: $id }) }",
    true,
  ],
  ["an argument, with a default", "f(by: By!): Int", 'query A($id: ID = "1") { f(by: { id: $id }) }', false],
  ["an argument, with a non-null type", "f(by: By!): Int", "query A($id: ID!) { f(by: { id: $id }) }", false],
  ["an item of a list", "f(by: [By]): Int", "query A($by: By) { f(by: [$by]) }", false],
] as const)(
  "@oneOf rejects a nullable variable in the literal of %s: %s",
  ([, field, operation, isRejected]) => {
    const after = `type Query { ${field} } ${BY}`;
    const report = checkTexts(after.replace(" @oneOf", ""), after, operation);

    const rejected = report.operations.flatMap(({ findings }) =>
      findings.filter(({ rule }) => rule === "invalid"),
    );
    expect(rejected.map(({ harm }) => harm)).toEqual(isRejected ? ["rejected"] : []);
  },
);

test("SDL of federation and of AppSync keeps what it defines, and is completed", () => {
  const sdl = `directive @tag(name: String) on FIELD_DEFINITION
    scalar _Any
    extend type Query @key(fields: "a") { a: _Any @shareable @tag(name: "x") }
    extend type Query { b: FieldSet @deprecated(reason: "old") }
    extend interface Item { id: ID! }
    type Price { at: AWSDateTime item: AWSJSON }
    type Price @inaccessible { on(day: AWSDate, kind: Kind = A): Int }
    extend type Price { more: FieldSet }
    enum Kind { A } extend enum Kind { B }`;
  const schema = buildSource(new Source(sdl, "a.graphql"));
  expect(printSchema(schema)).toMatchInlineSnapshot(`
    "directive @tag(name: String) on FIELD_DEFINITION

    scalar _Any

    type Query {
      a: _Any
      b: FieldSet @deprecated(reason: "old")
    }

    interface Item {
      id: ID!
    }

    type Price {
      at: AWSDateTime
      item: AWSJSON
      on(day: AWSDate, kind: Kind = A): Int
      more: FieldSet
    }

    enum Kind {
      A
      B
    }

    scalar FieldSet

    scalar AWSDateTime

    scalar AWSJSON

    scalar AWSDate"
  `);
  const { a } = schema.getQueryType()?.getFields() ?? {};
  expect(a?.astNode?.directives?.map(({ name }) => name.value)).toEqual(["tag"]);
});

/** The problems of texts that are the files a.graphql, b.graphql and so on. */
function problemsOf(read: (sources: readonly Source[]) => unknown, texts: readonly string[]): object {
  const sources = texts.map((text, index) => new Source(text, `${"abc"[index]}.graphql`));
  try {
    read(sources);
  } catch (error) {
    if (error instanceof SourceError) return { problems: error.problems, located: error.located };
    throw error;
  }
  return { problems: [], located: [] };
}

test("the syntax errors of all files have one line each, in the order of their places", () => {
  const problems = problemsOf(parseAll, ["# Only a comment.\n", "{ a }\nquery A {", "query (\n) {}"]);
  expect(problems).toMatchInlineSnapshot(`
    {
      "located": [
        {
          "column": 10,
          "file": "b.graphql",
          "line": 2,
          "message": "Syntax Error: Expected Name, found <EOF>.",
        },
        {
          "column": 1,
          "file": "c.graphql",
          "line": 2,
          "message": "Syntax Error: Expected "$", found ")".",
        },
      ],
      "problems": [
        "b.graphql:2:10: Syntax Error: Expected Name, found <EOF>.",
        "c.graphql:2:1: Syntax Error: Expected "$", found ")".",
      ],
    }
  `);
});

test("a problem of a schema names all of its places", () => {
  const lines = Array.from({ length: 10 }, (_, index) => `  a${index}: ${index % 8 === 1 ? "Gone" : "Int"}`);
  const texts = [`type Query {\n${lines.join("\n")}\n  a1: Int\n}`, "type Query { b: Int }"];
  expect(problemsOf(buildSource, texts)).toMatchInlineSnapshot(`
    {
      "located": [
        {
          "column": 3,
          "file": "a.graphql",
          "line": 3,
          "message": "Field "Query.a1" can only be defined once. (and a.graphql:12:3)",
        },
        {
          "column": 7,
          "file": "a.graphql",
          "line": 3,
          "message": "Unknown type "Gone".",
        },
        {
          "column": 7,
          "file": "a.graphql",
          "line": 11,
          "message": "Unknown type "Gone".",
        },
      ],
      "problems": [
        "a.graphql:3:3: Field "Query.a1" can only be defined once. (and a.graphql:12:3)",
        "a.graphql:3:7: Unknown type "Gone".",
        "a.graphql:11:7: Unknown type "Gone".",
      ],
    }
  `);
});

const nest = (levels: number, inner = "a") => `${"{ a ".repeat(levels - 1)}{ ${inner} ${"} ".repeat(levels)}`;

test.for<[string, string, string?]>([
  ["500 levels of brackets", `query A ${nest(500)}`],
  [
    "501 levels of brackets",
    `# {\nquery A ${nest(501)}`,
    "a.graphql:2:2009: There are more than 500 levels of brackets.",
  ],
  ["501 brackets beside each other", "query A { ".concat("a(x: [1]) ".repeat(501), "}")],
  ["500 levels with a fragment", `fragment F on Query ${nest(300)} query A ${nest(200, "b ...F c")}`],
  [
    "501 levels with a fragment",
    `fragment F on Query ${nest(300)}\nquery A ${nest(2, "...G")} query B ${nest(201, "...G b ...F ...G")} fragment G on Query { ...H }`,
    "a.graphql:2:25: This query has more than 500 levels of fields and fragments.",
  ],
  [
    "501 levels of fragments",
    `fragment F on Query ${nest(300)}\nfragment G on Query ${nest(201, "... { ...F }")}`,
    "a.graphql:2:1: This fragment has more than 500 levels of fields and fragments.",
  ],
  [
    "fragments that spread each other",
    "fragment F on Query { a { ...G } } fragment G on Query { a { ...F } }",
  ],
])("a document with %s has the problem of its depth", ([, text, problem]) => {
  const { problems } = problemsOf(parseAll, [text]) as SourceError;
  expect(problems).toEqual(problem === undefined ? [] : [problem]);
});

test.for([
  ["an argument of a directive", "type Query { a: Int @deprecated(reason: 1) }", 1],
  [
    "brackets in more levels than the parser reads",
    `type Query { a(b: Int = ${"[".repeat(20_000)}1): Int }`,
    1,
  ],
  ["no query type", "type Item { id: ID! }", 0],
  ["a type that is not defined", "type Query @key { a: Gone }", 1],
] as const)("SDL with an error in %s is rejected", ([, sdl, places]) => {
  const build = () => buildSource(new Source(sdl, "a.graphql"));
  expect(build).toThrow(SourceError);
  expect(build).toThrow(expect.objectContaining({ located: Array(places).fill(expect.anything()) }));
});
