/** All files that codegen writes for one schema and its operations: whole texts in `fixtures/generated`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, parse, print, Source } from "graphql";
import { expect, test } from "vitest";
import { findProblems, type Plugin, renderFiles } from "../src/codegen/index.ts";
import { type Compilation, compile } from "../src/index.ts";

type Options = Parameters<typeof renderFiles>[1];

const FIXTURES = join(import.meta.dirname, "fixtures/generated");
const read = (name: string) => readFileSync(join(FIXTURES, name), "utf8");
const schemaText = read("schema.graphql");
const operationsText = read("operations.graphql");

const DEFAULTS: Options = {
  scalars: {
    Money: "import('./money.js').Money",
    Size: { input: "import('../sizes.js').Size | number", output: "string" },
  },
  importExtension: ".js",
  command: "npm run codegen",
  documentImport: "@integration-platform/graphql",
  types: "open",
  shapes: false,
  documentNodes: false,
  filePerOperation: false,
  schemaModule: false,
};

/** In place of `typed-document-node`, whose texts are long. */
const nodePlugin: Plugin = (_schema, _documents, { only }) => ({
  prepend: ["// The import of parsed documents."],
  content: `// The parsed document of ${only?.name ?? "each definition"}.\n`,
});

const FEW = "query CountFlows { flows { totalCount } class { id } }";

const CASES: readonly (readonly [string, Partial<Options>, operations?: string])[] = [
  ["open", { schemaModule: true, platformTypes: true, ruleNames: ["Empty", "ArchivePayload", "rename"] }],
  ["closed", { types: "closed", shapes: true, documentNodes: true, importExtension: ".ts" }],
  ["graphql-codegen", { types: "graphql-codegen", shapes: true }],
  [
    "file-per-operation",
    { filePerOperation: true, shapes: true, documentNodes: true, documentImport: "./document.js" },
  ],
  [
    "few",
    {
      filePerOperation: true,
      platformTypes: true,
      ruleNames: ["stepChanged"],
      command: "codegen \u202e",
    },
    FEW,
  ],
];

test.for(CASES)("codegen writes the files of %s", async ([name, options, operations = operationsText]) => {
  const schema = buildSchema(schemaText);
  const document = parse(new Source(operations, "operations.graphql"));
  expect(findProblems(schema, document, { ...options, filePerOperation: true })).toEqual([]);
  const input = { schema, schemaText: 'type Query { "`a` \\" a: Int }\n', document };
  const files = renderFiles(input, { ...DEFAULTS, ...options }, nodePlugin);
  const texts = files.map((file) => `===== ${file.name}\n${file.text}`);
  await expect(texts.join("\n")).toMatchFileSnapshot(join(FIXTURES, `${name}.txt`));
});

test.for<[string, string[]]>([
  ["{ node(id: 1) { ... on Flow { name } } }", []],
  ["{ node(id: 1) { ... on Owned { __typename } } }", ["UNKNOWN_TYPE"]],
  ["{ node(id: 1) { ... on Owned { type: __typename } } }", []],
  ["{ search(text: 1) { __typename } }", ["UNKNOWN_TYPE"]],
  ["{ listed { ... on Flow { states: state } } }", ["FlowStateValues", "UNKNOWN_VALUE"]],
  ["query A($in: [SearchIn!]) { search(text: 1, in: $in) { ... on Flow { id } } }", ["SearchInValues"]],
])("enums.ts has the values and the literals that the types of %s contain", ([operation, names]) => {
  const document = parse(operation.replace(/^\{/, "query A {"));
  const files = renderFiles({ schema: buildSchema(schemaText), schemaText, document }, DEFAULTS);
  const text = files.find(({ name }) => name === "enums.ts")?.text ?? "";
  expect(Array.from(text.matchAll(/^export const (\w+)/gm), ([, name]) => name)).toEqual(names);
});

test("the comment right above an operation describes its document, without instructions for tools", () => {
  const instructions = [
    'import A from "a.graphql"',
    'Import "b.graphql"',
    "eslint-disable-next-line",
    "ESLint: off",
    "biome-ignore lint: x",
    "prettier-ignore",
    "cspell:disable",
    "spell-checker: disable",
    "graphql",
    "noinspection All",
  ];
  const lines = instructions.flatMap((line) => [`#${line}`, `# ${line}`]).join("\n");
  const operations = `query D { class { id } }
    # Above, and not right above.

    ${lines}
    #
    #important: no eslint-rule\t
    #  It is graphql.
    #
    # graphqls
    # \t
    "Not shown." query A { class { id } } # after code
    "A description." query B { class { id } }
    # prettier-ignore
    #
    "Another one." query C { class { id } }`;
  const input = { schema: buildSchema(schemaText), schemaText, document: parse(operations) };
  const text = renderFiles(input, DEFAULTS).find(({ name }) => name === "operations.ts")?.text ?? "";
  const documents = text.split(/(?=^\/\*\*|^export const )/m).slice(1);
  const comments = documents.filter((part) => part.startsWith("/**"));
  expect(documents.flatMap((part) => /^export const (\w+)/.exec(part)?.[1] ?? [])).toEqual([
    "ADocument",
    "BDocument",
    "CDocument",
    "DDocument",
  ]);
  expect(comments).toEqual([
    "/**\n * important: no eslint\\-rule\n *  It is graphql.\n *\n * graphqls\n */\n",
    "/** A description. */\n",
    "/** Another one. */\n",
  ]);
});

const SMALL = `
  type Query { b(in: Access): B a: A list: [A!]! text(like: String): String }
  type Mutation { nullable: Int required: Int! }
  type A { id: ID! access: Access zone: Zone b: B }
  type B { id: ID! a: A }
  enum Access { ON } enum Zone { NEAR FAR }`;
const renderSmall = (operations: string, options: Partial<Options> = {}) => {
  const input = { schema: buildSchema(SMALL), schemaText: SMALL, document: parse(operations) };
  const files = renderFiles(input, { ...DEFAULTS, ...options });
  return new Map(files.map(({ name, text }) => [name, text]));
};

/** Schema, operations and names of rules. */
const PLATFORMS: Readonly<Record<string, readonly [sdl: string, operations: string, ...names: string[]]>> = {
  "everything is used": [
    `type Query { a(in: In): A } type A { id: ID! at: Odd kind: Kind } scalar Odd
    input In { x: Odd! y: Kind = ON and: [In!] } enum Kind { ON OFF }`,
    "query Q { a(in: { x: 1 }) { id at kind } }",
  ],
  "a field is not used": [
    "type Query { a: A b: Int } type A { id: ID! name: String }",
    "query Q { a { id } }",
  ],
  "the type of users is not used": [
    "type Query { viewer: User a: Int } type User { id: ID! } type Subscription { a: Int }",
    "query Q { a }",
  ],
  "pages, parts and the root of an interface": [
    `type Query implements Node { viewer: User id: ID! flows: Flows node: Node other: Other }
    type Mutation { rename(id: ID!, tag: Tag): RenamePayload drop: RenamePayload }
    type RenamePayload { flow: Flow query: Query errors: [Problem!]! } type Problem { message: String! }
    interface Node { id: ID! } union Any = Other | Problem enum Tag { A } enum Kind { B }
    type User implements Node { id: ID! name(as: Tag): String login(of: ID!): String }
    type Flow implements Node {
      id: ID! owner: User part: Part pages: Things parts: [Part!] kind: Kind any: Any class: class!
    }
    type Flows { nodes: [Flow!]! total: Int } type Things { nodes: [Thing]! } type Thing { id: ID! }
    type Other { id: ID! } type Part { x: Int } type class { id: ID! }`,
    "query Q { flows { nodes { id class { id } } } node { id } } mutation M { rename(id: 1) { flow { id } } }",
    "pages",
    "Any",
  ],
};

test("the types of rules are those that operations and rules use", async () => {
  const texts = Object.entries(PLATFORMS).map(([title, [sdl, operations, ...ruleNames]]) => {
    const input = { schema: buildSchema(sdl), schemaText: sdl, document: parse(operations) };
    const files = renderFiles(input, { ...DEFAULTS, scalars: {}, platformTypes: true, ruleNames });
    return `===== ${title}\n${files.find(({ name }) => name === "platform.types.ts")?.text}`;
  });
  await expect(texts.join("\n")).toMatchFileSnapshot(join(FIXTURES, "platform.txt"));
});

test("the file of an operation imports each type from its file, in the order of the files", () => {
  const files = renderSmall(
    `query Q($in: Access) { b(in: $in) { ...PartB } a { access ...PartA zone } }
    fragment PartB on B { a { id } } fragment PartA on A { b { id } }`,
    { filePerOperation: true, documentImport: "../lib/document.ts", importExtension: ".ts" },
  );
  expect(
    files
      .get("operations/Q.ts")
      ?.split("\n")
      .filter((line) => line.startsWith("import")),
  ).toEqual([
    'import type { TypedDocumentString } from "../../lib/document.ts";',
    'import type { PartAFragment_b } from "../fragments/PartA.ts";',
    'import type { PartBFragment_a } from "../fragments/PartB.ts";',
    'import type { Access, Zone } from "../types.ts";',
  ]);
});

test("a file that another plugin writes needs that plugin", () => {
  expect(() => renderSmall("query A { a { id } }", { documentNodes: true })).toThrow(TypeError);
});

test.for([
  ["query A { a { id } }", "query"],
  ['query A { text(like: "@defer @stream") }', "query"],
  ['query A($a: Boolean!) { text(like: "@defer @stream") @include(if: $a) }', "query"],
  ["query A { a { id ... @defer { access } } }", "incremental"],
  ["query A { list @stream { id } }", "incremental"],
  ["query A { a { ...F } } fragment F on A { ... @defer { id } }", "incremental"],
  [
    "query A { a { ...F } } fragment F on A { b { ...G } } fragment G on B { a { ... @defer { id } } }",
    "incremental",
  ],
  ["query A { a { ... @defer(if: false) { id } } }", "query"],
  ["mutation A { nullable required }", "mutation", "nonNullRoot: true"],
  ["mutation A { required nullable }", "mutation", "nonNullRoot: true"],
  ["mutation A { __typename nullable }", "mutation"],
  ["query A { list { id } }", "query"],
] as const)("the document of %s is of the kind %s", ([operations, kind, ...members]) => {
  const text = renderSmall(operations).get("operations.ts") ?? "";
  const lines = text.split("\n").map((line) => line.trim());
  expect(lines.filter((line) => /^(?:kind|nonNullRoot): /.test(line))).toEqual([
    `kind: "${kind}",`,
    ...members.map((member) => `${member},`),
  ]);
  expect(text).toContain(`TypedDocumentString<Types.A${kind === "mutation" ? "Mutation" : "Query"}, `);
  expect(text).toContain(`, "${kind}"> = {`);
});

test("the model of operations has the types of results and variables as trees", async () => {
  const schema = buildSchema(schemaText);
  const document = parse(`
    query A($key: FlowKey!, $in: [SearchIn!] = [NAMES], $first: Int, $filter: FlowFilter, $all: Boolean!) {
      found: search(text: "a", in: $in) {
        __typename
        ... on Owned { id owner { ...N } }
        ... on Flow { title @include(if: $all) state tags cost related(by: { since: 1 }) { id } }
      }
      listed { ... on Flow { size } }
      flows(first: $first, filter: $filter) { totalCount }
    }
    fragment N on Node { id ... on User { name tenant { id } } }`);
  const texts = (["open", "graphql-codegen"] as const).map((types) => {
    const { inputs, definitions } = compile(schema, document, { types, scalars: DEFAULTS.scalars });
    const describe = createDescriber();
    const declared = [...inputs, ...definitions.flatMap(({ declarations }) => declarations)];
    return [
      `===== ${types}`,
      `declarations: ${declared.map(({ kind, name }) => `${kind} ${name}`).join(", ")}`,
      ...inputs.map((input) => ("members" in input.type ? describe(input.type) : String(input.type))),
      ...definitions.map(({ kind, name, fragments, result, variables }) => {
        const own = variables.map((variable) => describe.property(variable.name, variable, ""));
        const spread = fragments.map((fragment) => fragment.name).join(" ");
        return [`${kind} ${name} with ${spread || "no fragment"}`, ...own, describe(result)].join("\n");
      }),
    ].join("\n\n");
  });
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(join(FIXTURES, "model.txt"));
});

type Variable = Compilation["definitions"][number]["variables"][number];
type ResultType = Variable["type"];
type Objects = Extract<ResultType, { kind: "objects" }>;
type Property = NonNullable<ReturnType<Objects["members"][number]["properties"]["get"]>>;

/** Describes a type, and the members of each object type once. */
function createDescriber() {
  const seen = new Set<ResultType>();
  const describe = (type: ResultType, indent = ""): string => {
    if (type.kind === "nullable") return `nullable ${describe(type.of, indent)}`;
    if (type.kind === "list") return `list of ${describe(type.of, indent)}`;
    const head = type.exported ? `${type.name} as ${type.exported.name}` : type.name;
    if (type.kind === "leaf") return `${head} (${[...type.atoms].join(" | ")})`;
    if (seen.has(type)) return head;
    seen.add(type);
    const members = type.members.flatMap(({ types, exported, isRest, isOpen, properties }) => [
      `${indent}- ${types.join(" ")} as ${exported?.name}${isRest ? ", the rest" : ""}${isOpen ? ", open" : ""}`,
      ...[...properties].map(([key, member]) => describe.property(key, member, `${indent}  `)),
    ]);
    return [`${head}${type.isUnion ? ", a union" : ""}`, ...members].join("\n");
  };
  describe.property = (key: string, property: Variable | Property, indent: string): string => {
    const { type, optional, node } = property;
    const { coordinate, description, deprecationReason }: Partial<Property> =
      "coordinate" in property ? property : {};
    const details = [coordinate, node && print(node).split("\n")[0], description, deprecationReason];
    const text = details.filter((detail) => detail !== undefined).map((detail) => JSON.stringify(detail));
    return `${indent}${key}${optional ? "?" : ""} ${text.join(" ")}: ${describe(type, `${indent}  `)}`;
  };
  return describe;
}
