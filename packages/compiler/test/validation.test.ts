/**
 * Problems of schemas and operations. Operations are validated one by one, and an error without a place fails the
 * operation that it stopped.
 */

import { buildSchema, concatAST, isScalarType, parse, printSchema, Source } from "graphql";
import { expect, test } from "vitest";
import { findObsolete, findProblems, listCandidates } from "../src/codegen/index.ts";
import {
  buildSchema as buildSource,
  parseAll,
  renderProblems,
  SourceError,
  VALIDATOR,
} from "../src/model/index.ts";
import { checkTexts, parseFiles, renderFindings } from "./support/schema-check.ts";

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

/** The problems of files a.graphql, b.graphql and so on, as `place: message`. */
function problemsOfOperations(
  texts: readonly string[],
  options: Parameters<typeof findProblems>[2] = {},
): string[] {
  const files = texts.map((text, index) => [`${"abcd"[index]}.graphql`, text]);
  const document = parseFiles(Object.fromEntries(files));
  return renderProblems(findProblems(buildSchema(PROBLEM_SCHEMA), document, options));
}

const PROBLEM_SCHEMA = `${SCHEMA} scalar Any extend type Query { any(in: Any): Int part(id: ID!): Item url(a: URLKind, b: By): UrlKind }
  enum URLKind { A } enum UrlKind { B } input By { c: BY_KIND } input by { a: Int } input By_Kind { a: Int } enum BY_KIND { A }`;

test("codegen reports an error in a fragment once, and in fragments that spread each other", () => {
  const file = "query A { items { ...F } ...F }\nquery B { items { ...F } }\nfragment F on Item { gone }";
  const circle = "fragment G on Item { ...H }\nfragment H on Item { id ...G gone also }";
  const others = ["J", "K"].map((name) => `fragment ${name} on Item { gone }`);
  expect(problemsOfOperations([file, circle, ...others])).toMatchInlineSnapshot(`
    [
      "a.graphql:1:26: Fragment "F" cannot be spread here as objects of type "Query" can never be of type "Item".",
      "a.graphql:3:22: Cannot query field "gone" on type "Item".",
      "b.graphql:1:22: Cannot spread fragment "G" within itself via "H". (and b.graphql:2:25)",
      "b.graphql:2:30: Cannot query field "gone" on type "Item".",
      "b.graphql:2:35: Cannot query field "also" on type "Item".",
      "c.graphql:1:22: Cannot query field "gone" on type "Item".",
      "d.graphql:1:22: Cannot query field "gone" on type "Item".",
    ]
  `);
});

const FILES = { filePerOperation: true };
const CONVERTED = { types: "graphql-codegen" } as const;

test.for<[string, string, Parameters<typeof findProblems>[2], problems: string[]]>([
  [
    "operations without a name",
    "{ last } mutation { a } query A { gone } fragment last on Item { gone }",
    FILES,
    [
      "a.graphql:1:1: This query has no name. Its document and types are named after it.",
      "a.graphql:1:10: This mutation has no name. Its document and types are named after it.",
    ],
  ],
  [
    "an operation without a root type",
    "mutation A { a }",
    {},
    ["a.graphql:1:1: The schema has no mutation type."],
  ],
  [
    "fragments without a type",
    "fragment F on Gone { a } fragment G on Any { a }",
    {},
    [
      'a.graphql:1:15: Unknown type "Gone".',
      'a.graphql:1:40: Fragment "G" cannot condition on non composite type "Any".',
    ],
  ],
  [
    "two operations, with the same error",
    "query A { gone } query B { gone }",
    {},
    [
      'a.graphql:1:11: Cannot query field "gone" on type "Query".',
      'a.graphql:1:28: Cannot query field "gone" on type "Query".',
    ],
  ],
  [
    "a field with two errors",
    "query A { part }",
    {},
    [
      'a.graphql:1:11: Argument "Query.part(id:)" of type "ID!" is required, but it was not provided.',
      'a.graphql:1:11: Field "part" of type "Item" must have a selection of subfields. Did you mean "part { ... }"?',
    ],
  ],
  ["a variable in a value of a custom scalar", "query A($x: Int) { any(in: { x: $x }) }", FILES, []],
  [
    "a variable in a value of an unknown argument",
    "query A($x: Int) { last(gone: { x: $x }) }",
    FILES,
    ['a.graphql:1:25: Unknown argument "gone" on field "Query.last".'],
  ],
  [
    "operations with one file name",
    "query Getflow { last } query GetFlow { last }",
    FILES,
    [
      'a.graphql:1:24: The files of "GetFlow" and "Getflow" differ only by case. Rename one of them. (and a.graphql:1:1)',
    ],
  ],
  ["names that differ by case, in one file", "query Getflow { last } query GetFlow { last }", {}, []],
  [
    "an operation and a fragment with one name",
    "query Item { last } fragment item on Item { id }",
    FILES,
    [],
  ],
  [
    "operations with one generated name",
    "query getFlow { last } query GetFlow { last }",
    {},
    [
      'a.graphql:1:24: "GetFlow" and "getFlow" need the same name "GetFlowDocument". Rename one of them. (and a.graphql:1:1)',
    ],
  ],
  [
    "fragments with one generated name",
    "fragment item on Item { id } fragment Item on Item { id }",
    {},
    [
      'a.graphql:1:30: "Item" and "item" need the same name "ItemFragment". Rename one of them. (and a.graphql:1:1)',
    ],
  ],
  [
    "types with one generated name",
    "query A($a: URLKind, $b: By) { url(a: $a, b: $b) }",
    CONVERTED,
    ['The types "URLKind" and "UrlKind" need the same name "UrlKind". Set the option types to "closed".'],
  ],
  [
    "types with one generated name in a style that keeps names",
    "query A($a: URLKind, $b: By) { url(a: $a, b: $b) }",
    {},
    [],
  ],
  ["one of two types with one generated name", "query A($b: By) { url(b: $b) }", CONVERTED, []],
])("codegen reports the problems of %s", ([, text, options, problems]) => {
  expect(problemsOfOperations([text], options)).toEqual(problems);
});

test("the files of earlier runs that are obsolete are those with the header of their operation", () => {
  const header = (origin: string) =>
    `// Generated by \`x\` from the ${origin} and the schema. Do not edit: the next run overwrites it.\n`;
  const own = { "operations/A.ts": "operation A", "fragments/A.ts": "fragment A", "types.ts": "operations" };
  const others = {
    "operations/Copy.ts": "operation A",
    "operations/types.ts": "operations",
    "operations/notes.md": "operations",
    "schema.ts": "operation A",
    "enums.ts": "model",
  };
  const kept = { "documents/A.ts": "operation A" };
  const texts = new Map(Object.entries({ ...own, ...others, ...kept }));
  const folder = {
    list: (name: string) =>
      [...texts.keys()].flatMap((path) => (path.startsWith(`${name}/`) ? path.slice(name.length + 1) : [])),
    read: (name: string) => {
      const origin = texts.get(name);
      return origin && header(origin);
    },
  };
  expect(listCandidates(folder)).toEqual([
    "types.ts",
    "enums.ts",
    "operations.ts",
    "documents.ts",
    "schema.ts",
    "platform.types.ts",
    "operations/A.ts",
    "operations/Copy.ts",
    "operations/types.ts",
    "documents/A.ts",
    "fragments/A.ts",
  ]);
  const obsolete = findObsolete(
    Object.keys(kept).map((name) => ({ name })),
    folder,
  );
  expect(obsolete.sort()).toEqual(Object.keys(own).sort());
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

test("@oneOf names each variable, its type and both places", () => {
  const schema = buildSchema(`type Query { f(by: [By!]): Int } ${BY}`);
  const text = "query A($id: ID, $n: String) { f(by: [{ id: $id }, { name: $n }]) }";
  const document = parse(new Source(text, "a.graphql"));
  const problems = renderProblems(findProblems(schema, document));
  expect(problems).toMatchInlineSnapshot(`
    [
      "a.graphql:1:9: Variable "$id" is of type "ID" but must be non-nullable to be used for OneOf Input Object "By". (and a.graphql:1:45)",
      "a.graphql:1:18: Variable "$n" is of type "String" but must be non-nullable to be used for OneOf Input Object "By". (and a.graphql:1:60)",
    ]
  `);
});

test("SDL of federation and of AppSync keeps what it defines, and is completed", () => {
  const sdl = `directive @tag(name: String) on FIELD_DEFINITION
    scalar _Any
    extend type Query @key(fields: "a") { a: _Any @shareable @tag(name: "x") }
    extend type Query { b: FieldSet @deprecated(reason: "old") }
    extend interface Item { id: ID! }
    extend type Doc { a: Int } "Descriptions are those of the definition." type Doc { b: Int }
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

    """Descriptions are those of the definition."""
    type Doc {
      b: Int
      a: Int
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

test("SDL can use each scalar that AppSync and federation define, and no other one", () => {
  const names =
    "AWSDate AWSDateTime AWSEmail AWSIPAddress AWSJSON AWSPhone AWSTime AWSTimestamp AWSURL " +
    "_Any _FieldSet FieldSet federation__FieldSet federation__Scope federation__Policy link__Import link__Purpose";
  const fields = names.split(" ").map((name, index) => `a${index}: ${name}`);
  const schema = buildSource(new Source(`extend type Query { ${fields.join(" ")} }`));
  expect(Object.values(schema.getTypeMap()).filter(isScalarType).map(String)).toEqual(
    expect.arrayContaining(names.split(" ")),
  );
  expect(() => buildSource(new Source("type Query { a: AWSOther }"))).toThrow('Unknown type "AWSOther"');
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
  const lines = Array.from({ length: 10 }, (_, index) => `  a${index}: ${index % 8 === 0 ? "Gone" : "Int"}`);
  const texts = [`type Query {\n${lines.join("\n")}\n  a1: Int\n}`, "type Query { b: Int }"];
  expect(problemsOf(buildSource, texts)).toMatchInlineSnapshot(`
    {
      "located": [
        {
          "column": 7,
          "file": "a.graphql",
          "line": 2,
          "message": "Unknown type "Gone".",
        },
        {
          "column": 3,
          "file": "a.graphql",
          "line": 3,
          "message": "Field "Query.a1" can only be defined once. (and a.graphql:12:3)",
        },
        {
          "column": 7,
          "file": "a.graphql",
          "line": 10,
          "message": "Unknown type "Gone".",
        },
      ],
      "problems": [
        "a.graphql:2:7: Unknown type "Gone".",
        "a.graphql:3:3: Field "Query.a1" can only be defined once. (and a.graphql:12:3)",
        "a.graphql:10:7: Unknown type "Gone".",
      ],
    }
  `);
});

test("a single text is parsed and built once, and validated unless the same validator accepted it", () => {
  const [a, b] = ["type Query { a: Int }", "extend type Query { b: Int }"].map((text) => new Source(text));
  if (!a || !b) throw new Error("two sources");
  expect(buildSource([a])).toBe(buildSource(a));
  expect(Object.keys(buildSource([a, b]).getQueryType()?.getFields() ?? {})).toEqual(["a", "b"]);
  expect(Object.keys(buildSource(a).getQueryType()?.getFields() ?? {})).toEqual(["a"]);
  const [first, second] = [parseAll([a]), parseAll([a])];
  expect(first.definitions[0]).toBe(second.definitions[0]);

  const build = (text: string, validator?: string) => () => buildSource(new Source(text), () => validator);
  const [twice, unknown] = ["type Query { a: Int a: String }", "type Query { a: Gone }"] as const;
  expect(build(twice, VALIDATOR)).not.toThrow();
  for (const invalid of [build(twice), build(twice, "graphql 1.0.0"), build(unknown, VALIDATOR)])
    expect(invalid).toThrow(SourceError);
});

test("an operation is validated again with another fragment of the same name", () => {
  const valid = buildSchema(SCHEMA);
  const [own, f, g, other] = [
    "query A { items { ...F ...G } }",
    "fragment F on Item { id }",
    "fragment G on Item { key: id }",
    "fragment G on Item { gone }",
  ].map((text) => parse(text));
  if (!own || !f || !g || !other) throw new Error("four documents");
  const messages = [g, other, g].map((last) =>
    findProblems(valid, concatAST([own, f, last])).map(({ message }) => message),
  );
  expect(messages).toEqual([[], ['Cannot query field "gone" on type "Item".'], []]);
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
  ["500 levels with fragments after it", `query A ${nest(100, "...F")} fragment F on Query ${nest(400)}`],
  [
    "501 levels with fragments after it",
    `query A ${nest(101, "...F")} fragment F on Query ${nest(100, "...G")} fragment G on Query ${nest(300)}`,
    "a.graphql:1:1: This query has more than 500 levels of fields and fragments.",
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
