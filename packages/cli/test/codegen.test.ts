import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { generate } from "@graphql-codegen/cli";
import { buildSchema, parse, print, validate } from "graphql";
import { expect, test } from "vitest";
import { renderFiles } from "../../compiler/src/codegen/index.ts";
import { readSettings } from "../src/codegen/config.ts";
import { type TypedOperationsConfig, type TypedOperationsOptions, typedOperations } from "../src/codegen/index.ts";
import { load } from "../src/codegen/load.ts";
import { command, runTool } from "./support/command.ts";
import { renderConfig, useProject } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FIXTURE = join(import.meta.dirname, "fixtures/codegen");
const OPERATIONS = { documents: join(FIXTURE, "operations") };

/** Returns the generated files by name, for the schema among the files, or else for the fixture's. */
async function generateFrom(
  { "schema.graphql": schemaText, ...files }: Readonly<Record<string, string>>,
  options: Partial<TypedOperationsOptions> = {},
): Promise<Record<string, string>> {
  const { folder } = useProject({ "operations/.keep": "", ...prefixKeys("operations/", files) });
  const schema = schemaText === undefined ? join(FIXTURE, "schema.graphql") : join(folder, "schema.graphql");
  if (schemaText !== undefined) writeFileSync(schema, schemaText);
  return generateDirectly(
    typedOperations({ schema, documents: join(folder, "operations"), output: "generated", ...options }),
  );
}

/** Generates without graphql-codegen, as `platform-graphql codegen` does. */
async function generateDirectly(config: TypedOperationsConfig): Promise<Record<string, string>> {
  const settings = readSettings(config);
  if (!settings) throw new Error("not a config of typedOperations()");
  const files = renderFiles(await load(settings), settings);
  return Object.fromEntries(files.map(({ name, text }) => [name, text]));
}

/** Generates with graphql-codegen. */
async function generateWithCommand(config: TypedOperationsConfig): Promise<Record<string, string>> {
  const outputs: { filename: string; content: string }[] = await generate(config, false);
  return Object.fromEntries(outputs.map(({ filename, content }) => [filename.replace("generated/", ""), content]));
}

function prefixKeys<Value>(prefix: string, record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [prefix + key, value]));
}

const ESCAPES = `query A($note: String = "\\\\ \\"a\\" \\u00e9 \\n") {
  flows(note: $note) {
    id
  }
  all: flows(note: """
  a \`tick\` for \${name}
    "b" \\
  """) {
    id
  }
}`;

/** Values of all kinds, and fragments in fragments. */
const VALUES = `# Above.
query B($a: In = { k: [1, null], e: X }, $b: Float = 1.5, $c: Boolean = true) @d(by: "x") {
  one: flows(in: $a, n: $b) @include(if: $c) { ...One ...Two }
}
fragment One on Flow { ...Two flow { ...Four } }
"An own description."
fragment Two on Flow { id ...Three ... { id } ... on Flow { ...Four } }
fragment Three on Flow { id ...Four }
fragment Four on Flow { id }
mutation C { c }`;
const VALUES_SCHEMA = `directive @d(by: String) on QUERY
type Query { flows(in: In, n: Float, note: String): [Flow] }
type Mutation { c: Int }
type Flow { id: ID flow: Flow }
input In { k: [Int] e: E }
enum E { X }`;

test.for<[string, string | undefined, string]>([
  ["all kinds of types", FIXTURE, ""],
  ["the hand-written schema", join(ROOT, "test/fixtures/platform"), ""],
  ["connections and payloads", join(ROOT, "test/fixtures/relay"), ""],
  ["values and fragments of all kinds", undefined, VALUES],
  ["strings with escapes", undefined, ESCAPES],
])("typed-document-node and platform-graphql codegen write the same bytes for %s", async ([, given, text]) => {
  const fixture = given ?? useProject({ "schema.graphql": VALUES_SCHEMA, "operations/a.graphql": text }).folder;
  const config = typedOperations({
    schema: join(fixture, "schema.graphql"),
    documents: join(fixture, "operations"),
    output: "generated",
    schemaModule: true,
  });

  const files = await generateDirectly(config);

  expect(Object.keys(files)).toEqual(["types.ts", "enums.ts", "operations.ts", "documents.ts", "schema.ts"]);
  expect(await generateWithCommand(config)).toEqual(files);
});

/** Expects that a tool deletes the files that the options no longer ask for. */
async function expectDeletions(run: (folder: string, args: readonly string[]) => Promise<{ code: unknown }>) {
  const { folder, read, readAll, write, link } = useProject({
    "all.ts": renderConfig('documents: "a.graphql", output: "generated", schema: "schema.graphql", schemaModule: true'),
    "few.ts": renderConfig(
      'documents: "a.graphql", output: "generated", schema: "schema.graphql", documentNodes: false',
    ),
    ...{ "schema.graphql": "type Query { a: Int }", "a.graphql": "query A { a }" },
  });
  link("node_modules/@graphql-codegen", join(ROOT, "node_modules/@graphql-codegen"));
  const codegen = async (...args: readonly string[]) => (await run(folder, ["--config", ...args])).code;
  expect(await codegen("all.ts")).toBe(0);
  const files = readAll();

  expect(await codegen("few.ts", "--check")).toBe(1);
  expect(readAll()).toEqual(files);
  expect(await codegen("few.ts")).toBe(0);
  expect(readdirSync(join(folder, "generated"))).toEqual(["enums.ts", "operations.ts", "types.ts"]);
  // Another tool wrote this one.
  write({ "generated/documents.ts": "export const own = 1;" });
  expect([await codegen("few.ts"), await codegen("few.ts", "--check")]).toEqual([0, 0]);
  expect(read("generated/documents.ts")).toBe("export const own = 1;");
}

test("platform-graphql codegen deletes files that the options no longer ask for", () =>
  expectDeletions((cwd, args) => command(["codegen", ...args], { cwd })));

test("graphql-codegen deletes files that the options no longer ask for", { tags: ["slow"] }, () =>
  expectDeletions((folder, args) => runTool(folder, "graphql-codegen", ...args)),
);

test("generates code that compiles under the strictest settings, from a schema with all kinds of types", async () => {
  const { folder, write } = useProject({ "package.json": '{ "type": "module" }' });
  cpSync(FIXTURE, folder, { recursive: true });
  cpSync(join(ROOT, "src"), join(folder, "src"), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(ROOT, "node_modules/graphql"), join(folder, "node_modules/graphql"));
  const compilerOptions = {
    ...{ rootDir: ".", outDir: "dist", types: [], typeRoots: [], skipLibCheck: false },
    ...{ composite: false, tsBuildInfoFile: null, emitDeclarationOnly: false },
  };
  write({
    "tsconfig.json": JSON.stringify({
      ...{ extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["usage.ts", "generated"] },
    }),
  });
  const files = await generateDirectly(
    typedOperations({
      schema: join(folder, "schema.graphql"),
      documents: join(folder, "operations"),
      output: "generated",
      documentImport: "../src/document.ts",
      documentNodeImport: "../src/document-node.ts",
      importExtension: ".ts",
      schemaModule: true,
    }),
  );
  write(prefixKeys("generated/", files));

  expect(await runTool(folder, "tsc", "-p", folder)).toEqual({ code: 0, output: "" });
  for (const text of Object.values(files)) expect(text).not.toMatch(/\bany\b/);
  const texts = await import(join(folder, "dist/generated/operations.js"));
  const { ListFlowsDocument: text } = texts;
  const { ListFlowsDocument: parsed } = await import(join(folder, "dist/generated/documents.js"));
  expect(text.text).toMatch(/"a `tick` for \$\{name\}"/);
  const split = (all: string) => all.split(/\n\n(?=fragment)/).sort();
  expect(split(print(parsed))).toEqual(split(text.text));
  // Each fragment that an operation uses, directly or indirectly, is in its text once.
  const schema = buildSchema(readFileSync(join(FIXTURE, "schema.graphql"), "utf8"));
  const documents = Object.values<{ readonly text: string }>(texts);
  expect(documents.map((one) => validate(schema, parse(one.text)))).toEqual(Array(6).fill([]));
});

test("uses only the lines directly above an operation as its doc comment", async () => {
  const output = await generateFrom({}, OPERATIONS);

  const comments = Object.fromEntries(
    [...(output["operations.ts"] ?? "").matchAll(/\n\n((?:\/\*\*(?:.|\n)*? \*\/\n)?)export const (\w+):/g)].map(
      ([, comment, name]) => [name, comment],
    ),
  );
  expect(comments).toEqual({
    ChangeFlowDocument: "",
    ListFlowsDocument: "/**\n * Lists all flows.\n *\n * Ends no comment: *\\/ and keeps `code`.\n */\n",
    OwnersDocument: "",
    SearchURLDocument: "",
    findFlowsDocument: "",
    get_flow_v2Document: "/** Finds one flow. */\n",
  });
  expect(output["operations.ts"]).not.toContain('"""');
  expect(output["documents.ts"]).toContain("\n/** Finds one flow. */\nexport const get_flow_v2Document = {");
});

test("writes one field per line, names nested objects by their path, and adds descriptions and deprecations", async () => {
  const output = await generateFrom({
    "schema.graphql": `type Query { "Finds a flow." flow: Flow }
      type Flow { id: ID!, "Ends no comment: */" name: String @deprecated(reason: "Use \`id\`."), steps: [Step!]! }
      type Step { title: String, flow: Flow }`,
    "a.graphql": `query GetFlowQuery($all: Boolean!) {
        found: flow { id old: name steps { title @include(if: $all) ...StepParts } }
      }
      fragment StepParts on Step { flow { id } }`,
  });
  expect(output["types.ts"]?.split("\n\n").slice(2).join("\n\n")).toMatchInlineSnapshot(`
    "export type StepPartsFragment_flow = {
      readonly id: string;
    };

    export type StepPartsFragment = {
      readonly flow: StepPartsFragment_flow | null;
    };

    export type GetFlowQuery_found_steps = {
      readonly title?: string | null;
      readonly flow: StepPartsFragment_flow | null;
    };

    export type GetFlowQuery_found = {
      readonly id: string;
      /**
       * Ends no comment: *\\/
       * @deprecated Use \`id\`.
       */
      readonly old: string | null;
      readonly steps: ReadonlyArray<GetFlowQuery_found_steps>;
    };

    export type GetFlowQuery = {
      /** Finds a flow. */
      readonly found: GetFlowQuery_found | null;
    };

    export type GetFlowQueryVariables = Exact<{
      all: boolean;
    }>;
    "
  `);
  expect(output["operations.ts"]).toContain("TypedDocumentString<Types.GetFlowQuery, Types.GetFlowQueryVariables,");
  expect(output["documents.ts"]).toContain("DocumentNode<Types.GetFlowQuery, Types.GetFlowQueryVariables>");
  expect(output["documents.ts"]).toContain("DocumentNode<Types.StepPartsFragment, unknown>");
});

test("keeps escapes, line breaks and default values of strings in both forms", async () => {
  const output = await generateFrom({ "a.graphql": ESCAPES });
  const json = /ADocument = (.*) as unknown as /.exec(output["documents.ts"] ?? "")?.[1] ?? "{}";
  expect(print(JSON.parse(json))).toBe(print(parse(ESCAPES)));
  const text = /text: (`.*`),\n/s.exec(output["operations.ts"] ?? "")?.[1] ?? "";
  expect(runInNewContext(text)).toBe(print(parse(ESCAPES)));
});

test("exports the values of each used enum from a module of their own", async () => {
  const output = await generateFrom({ "a.graphql": "query A { flows { status } }" });
  expect(output["enums.ts"]?.split("\n\n").slice(1).join("\n\n")).toBe(`\
import type * as Types from "./types.js";

/** Values of the enum \`Status\`. */
export const StatusValues: readonly [Types.Status, ...Types.Status[]] = ["ACTIVE", "on_hold"];

/** Stands for enum values that the schema does not have yet. Handle them with \`default\`. */
export const UNKNOWN_VALUE = "%future added value";
`);
  const without = await generateFrom({ "a.graphql": "query A { flows { id } }" });
  expect(without["enums.ts"]).toMatch(/\nexport \{\};\n$/);
});

const OPEN = `query Open($in: [Status!]) {
  kind: node { kind: __typename ... on Node { id } ... on Flow { name } }
  covered: named { ... on Flow { name } ... on Step { title } }
  none { __typename id }
  statuses(in: $in)
}`;

const OPEN_SCHEMA = `
  type Query { node: Node, named: Named!, none: None, statuses(in: [Status!]): [[Status!]] }
  enum Status { ACTIVE }
  interface Node { id: ID!, owner: Node, status: Status! }
  interface None { id: ID! }
  union Named = Flow | Step
  type Flow implements Node { id: ID!, name: String!, owner: Flow, status: Status! }
  type Step implements Node { id: ID!, title: String!, owner: Node, status: Status! }`;

/** The declared types by name, without line breaks. */
function readTypes(text = ""): Record<string, string> {
  const declarations = text.split("\n\n").map((part) => /^export type (\w+) =(.*);/s.exec(part) ?? []);
  return Object.fromEntries(
    declarations.flatMap(([, name, type = ""]) =>
      name ? [[name, type.replaceAll(/\s+/g, " ").replaceAll("readonly ", "").trim()]] : [],
    ),
  );
}

test("adds members for unknown enum values and object types to the types of results", async () => {
  const files = await generateFrom({ "schema.graphql": OPEN_SCHEMA, "a.graphql": OPEN });

  expect(readTypes(files["types.ts"])).toMatchInlineSnapshot(`
    {
      "OpenQuery": "{ kind: OpenQuery_kind | null; covered: OpenQuery_covered; none: OpenQuery_none | null; statuses: ReadonlyArray<ReadonlyArray<Status | '%future added value'> | null> | null; }",
      "OpenQueryVariables": "Exact<{ in?: ReadonlyArray<Status> | null | undefined; }>",
      "OpenQuery_covered": "| OpenQuery_covered_Flow | OpenQuery_covered_Step | { __typename?: never }",
      "OpenQuery_covered_Flow": "{ name: string; }",
      "OpenQuery_covered_Step": "{ title: string; }",
      "OpenQuery_kind": "| OpenQuery_kind_Flow | OpenQuery_kind_Step | OpenQuery_kind_other",
      "OpenQuery_kind_Flow": "{ kind: 'Flow'; id: string; name: string; }",
      "OpenQuery_kind_Step": "{ kind: 'Step'; id: string; }",
      "OpenQuery_kind_other": "{ kind: '%other'; id: string; }",
      "OpenQuery_none": "| OpenQuery_none_other",
      "OpenQuery_none_other": "{ __typename: '%other'; id: string; }",
      "Status": "| 'ACTIVE'",
    }
  `);
});

test("writes closed types if openTypes is false", async () => {
  const files = await generateFrom({ "schema.graphql": OPEN_SCHEMA, "a.graphql": OPEN }, { openTypes: false });

  expect(Object.values(files).join("\n")).not.toContain("%");
  expect(readTypes(files["types.ts"])).toMatchObject({
    OpenQuery_kind: "| OpenQuery_kind_Flow | OpenQuery_kind_Step",
    OpenQuery_covered: "| OpenQuery_covered_Flow | OpenQuery_covered_Step",
  });
});

test("adds a shape to each string document with the option shapes, open or closed as its types", async () => {
  const files = { "a.graphql": "query A { flows { ...Name createdAt } } fragment Name on Flow { name status }" };
  const shapeIn = (generated: Record<string, string>) =>
    /^ {2}shape: "(\d+ .*)",$/m.exec(generated["operations.ts"] ?? "")?.[1];
  expect(shapeIn(await generateFrom(files))).toBeUndefined();
  expect(shapeIn(await generateFrom(files, { shapes: true }))).toBe(
    "94 RootQuery{flows:[Flow{name:String! status:Status=String! createdAt:DateTime=String!}!]!}",
  );
  const closed = await generateFrom(files, { shapes: true, openTypes: false, scalars: { DateTime: "Date" } });
  expect(shapeIn(closed)).toBe(
    "94 RootQuery{flows:[Flow{name:String! status:Status(ACTIVE on_hold)! createdAt:DateTime=JSON!}!]!}",
  );
});

test("writes the same files for any order of files and definitions", async () => {
  const a = "query A { __typename }";
  const b = "query B { __typename }";

  const output = await generateFrom({ "1.graphql": a, "2.graphql": b });

  expect(await generateFrom({ "1.graphql": b, "2.graphql": a })).toEqual(output);
  expect(await generateFrom({ "1/2/3.graphql": `${b}\n${a}` })).toEqual(output);
});

test.for([
  ["an unknown field", "query A {\n  nope\n}", /a\.graphql:2:3: Cannot query field "nope" on type "RootQuery"/],
  ["a missing variable", "query A { node(id: $id) { id } }", /a\.graphql:1:20: Variable "\$id" is not defined/],
  ["an unused variable", "query A($id: UUID!) { __typename }", /a\.graphql:1:9: Variable "\$id" is never used/],
  ["a syntax error", "query A {\n  flows {\n", /a\.graphql:3:1: Syntax Error: Expected Name, found <EOF>\./],
  ["an unknown fragment", "query A { ...F }", /a\.graphql:1:14: Unknown fragment "F"\./],
  ["an operation without a name", "{ __typename }", /a\.graphql:1:1: This query has no name\./],
  ["a subscription", "\n subscription S { a }", /a\.graphql:2:2: Subscription "S" is not supported\./],
  [
    "two operations with one name",
    "query A { __typename }\nquery A { flows { id } }",
    /a\.graphql:1:7: There can be only one operation named "A"\. \(and .*a\.graphql:2:7\)/,
  ],
  [
    "two names with one type name",
    "query Flows { __typename }\nquery FlowsQuery { __typename }",
    /a\.graphql:2:1: "FlowsQuery" and "Flows" need the same type name "FlowsQuery"\. Rename one of them\. \(and .*a\.graphql:1:1\)/,
  ],
  [
    "a query and a mutation with one name",
    "query A { __typename } mutation A { __typename }",
    /There can be only one operation named "A"\./,
  ],
  [
    "two fragments with one name",
    "fragment F on Flow { id } fragment F on Flow { name }",
    /There can be only one fragment named "F"\./,
  ],
  ["type definitions", "type T { a: Int }", /a\.graphql:1:1: The "T" definition is not executable\./],
  ["files with only a comment", "# Soon.", /no operation in the files of/],
] as const)("rejects %s and reports the location", async ([, text, message]) => {
  await expect(generateFrom({ "a.graphql": text })).rejects.toThrow(message);
});

test.for([
  ["type Query { a: Int", /schema\.graphql:1:20: Syntax Error/],
  ["type Query { a: Nope }", /schema\.graphql:1:17: Unknown type "Nope"\./],
  ["type A { a: Int }", /schema\.graphql: the schema has no query type$/],
  ["type Query { a: Int }", /a\.graphql:1:1: The schema has no mutation type\./],
] as const)("rejects a mutation with the schema %j", async ([schema, message]) => {
  const promise = generateFrom({ "schema.graphql": schema, "a.graphql": "mutation M { a }" });

  await expect(promise).rejects.toThrow(message);
});

test("graphql-codegen lists each problem in one line, and files with a syntax error too, and writes no file", {
  tags: ["slow"],
}, async () => {
  const codegen = async (a: string, b: string, ...args: readonly string[]) => {
    const { folder } = useProject({
      "codegen.ts": renderConfig(
        'documents: "operations", output: "generated", command: "make types", schema: "schema.graphql", documentNodes: false',
      ),
      "schema.graphql": "type Query { a: Int }",
      ...{ "operations/a.graphql": a, "operations/b/b.graphql": b, "generated/operations.ts": "// Old" },
    });
    const result = await runTool(folder, "graphql-codegen", "--config", "codegen.ts", ...args);
    const written = readdirSync(join(folder, "generated"));
    return { ...result, written, text: readFileSync(join(folder, "generated/operations.ts"), "utf8") };
  };
  const unchanged = { written: ["operations.ts"], text: "// Old" };

  // At the same time, because graphql-codegen takes long to start.
  const [broken, first, stale] = await Promise.all([
    codegen("query A {", "\nquery {", "--errors-only"),
    codegen("query A { __typename }", ""),
    codegen("query A { __typename }", "", "--check"),
  ]);

  expect(broken).toEqual({
    ...{ code: 1, ...unchanged },
    output: `\
operations/a.graphql:1:10: Syntax Error: Expected Name, found <EOF>.
operations/b/b.graphql:2:8: Syntax Error: Expected Name, found <EOF>.
`,
  });
  const written = ["enums.ts", "operations.ts", "types.ts"];
  expect(first).toEqual({ code: 0, output: "", written, text: expect.stringContaining("ADocument") });
  expect(stale).toMatchObject({ code: 1, ...unchanged });
  expect(stale.output).toContain("- generated/operations.ts");
  expect(stale.output).toContain("Generated code is stale. Run `make types` and commit the changes.");
});

test("graphql-codegen fails with the same messages as platform-graphql codegen", async () => {
  const { folder } = useProject({
    "a.graphql": "query A {\n  flows { nme }\n}",
    "b/b.graphql": "query B { flows }",
  });
  const config = typedOperations({ schema: join(FIXTURE, "schema.graphql"), documents: folder, output: "generated" });
  const messages =
    /a\.graphql:2:11: Cannot query field "nme" on type "Flow"\..*\n.*b\.graphql:1:11: Field "flows" .*subfields/;

  await expect(generateDirectly(config)).rejects.toThrow(messages);
  await expect(generateWithCommand(config)).rejects.toThrow(messages);
});
