import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { generate } from "@graphql-codegen/cli";
import * as documents from "@integration-platform/graphql/documents";
import * as operations from "@integration-platform/graphql/operations";
import { schemaSDL } from "@integration-platform/graphql/schema";
import { Kind, parse, print } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { type TypedOperationsOptions, typedOperations } from "../src/codegen/index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FIXTURE = join(import.meta.dirname, "fixtures/codegen");

/** A temporary project that has our dependencies, removed when the test is over. */
async function createProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "codegen-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** What would be written for the files, by name; for the fixture's schema unless the options say otherwise. */
async function generateFrom(
  files: Readonly<Record<string, string>>,
  options: Partial<TypedOperationsOptions> = {},
): Promise<Record<string, string>> {
  const folder = await createProject(prefixKeys("operations/", files));
  const schema = join(FIXTURE, "schema.graphql");
  const config = typedOperations({ schema, documents: join(folder, "operations"), output: "generated", ...options });
  const outputs: { filename: string; content: string }[] = await generate(config, false);
  return Object.fromEntries(outputs.map(({ filename, content }) => [filename.replace("generated/", ""), content]));
}

function prefixKeys<Value>(prefix: string, record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [prefix + key, value]));
}

interface Run {
  readonly code: number;
  readonly output: string;
}

/** Runs a command of a development dependency in a folder. */
async function run(folder: string, command: string, ...args: string[]): Promise<Run> {
  const env = { ...process.env, NO_COLOR: "1" };
  try {
    const file = join(ROOT, "node_modules/.bin", command);
    const { stdout, stderr } = await promisify(execFile)(file, args, { cwd: folder, env });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const CODEGEN_TS = `
import { typedOperations } from ${JSON.stringify(join(ROOT, "packages/cli/src/codegen/index.ts"))};
export default typedOperations({ documents: "operations", output: "generated", command: "make types" });
`;

test("generates code that compiles under the strictest settings, from a schema with everything in it", async () => {
  const folder = await createProject({ "package.json": '{ "type": "module" }' });
  await cp(FIXTURE, folder, { recursive: true });
  await cp(join(ROOT, "src"), join(folder, "src"), { recursive: true });
  const compilerOptions = { rootDir: ".", types: [], skipLibCheck: false, declaration: true, outDir: "dist" };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(ROOT, "tsconfig.json"), compilerOptions, include: ["usage.ts", "generated"] }),
  );
  const config = typedOperations({
    schema: join(folder, "schema.graphql"),
    documents: join(folder, "operations"),
    output: join(folder, "generated"),
    documentImport: "../src/document.ts",
    documentNodeImport: "../src/document-node.ts",
    importExtension: ".ts",
    schemaModule: true,
  });

  await generate(config, true);

  expect(await run(folder, "tsc", "-p", folder)).toEqual({ code: 0, output: "" });
  for (const file of await readdir(join(folder, "generated"))) {
    expect(await readFile(join(folder, "generated", file), "utf8")).not.toMatch(/\bany\b/);
  }
  const { ListFlowsDocument: text } = await import(join(folder, "dist/generated/operations.js"));
  const { ListFlowsDocument: parsed } = await import(join(folder, "dist/generated/documents.js"));
  expect(text.text).toMatch(/"a `tick` for \$\{nobody\}"/);
  expect(print(parsed)).toBe(text.text);
});

test("sends an operation with each fragment that it spreads, directly or through others, once", async () => {
  const output = await generateFrom({}, { documents: join(FIXTURE, "operations") });

  expect(output["operations.ts"]).toContain(`export const findFlowsDocument: TypedDocumentString<\
Types.findFlowsQuery, Types.findFlowsQueryVariables> = {
  name: "findFlows",
  kind: "query",
  text: \`query findFlows($filter: FlowFilter) {
  flows(filter: $filter) {
    ...FlowSummary
  }
}

fragment FlowSummary on Flow {
  id
  name
  steps {
    ...StepSummary
    next {
      ...StepSummary
    }
  }
}

fragment StepSummary on Step {
  id
  title
}\`,
};`);
});

test("makes the lines directly above an operation its doc comment, and nothing else", async () => {
  const output = await generateFrom({}, { documents: join(FIXTURE, "operations") });

  const comments = Object.fromEntries(
    [...(output["operations.ts"] ?? "").matchAll(/\n\n((?:\/\*\*(?:.|\n)*? \*\/\n)?)export const (\w+):/g)].map(
      ([, comment, name]) => [name, comment],
    ),
  );
  expect(comments).toEqual({
    ChangeFlowDocument: "",
    ListFlowsDocument: "/**\n * Lists all flows.\n *\n * Ends no comment: *\\/ and keeps `code`.\n */\n",
    SearchURLDocument: "",
    findFlowsDocument: "",
    get_flow_v2Document: "/** Finds one flow. */\n",
  });
  expect(output["operations.ts"]).not.toContain('"""');
  expect(output["documents.ts"]).toContain("\n/** Finds one flow. */\nexport const get_flow_v2Document = {");
});

test("writes the same whatever the order of files and definitions", async () => {
  const a = "query A { __typename }";
  const b = "query B { __typename }";

  const output = await generateFrom({ "1.graphql": a, "2.graphql": b });

  expect(await generateFrom({ "1.graphql": b, "2.graphql": a })).toEqual(output);
  expect(await generateFrom({ "1/2/3.graphql": `${b}\n${a}` })).toEqual(output);
});

async function readOperationFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names.filter((name) => name.endsWith(".graphql")).map((name) => readFile(join(folder, name), "utf8")),
  );
}

test.for([
  [
    "a field that is not there",
    "query A {\n  nope\n}",
    /a\.graphql:2:3: Cannot query field "nope" on type "RootQuery"/,
  ],
  ["a missing variable", "query A { node(id: $id) { id } }", /a\.graphql:1:20: Variable "\$id" is not defined/],
  ["an unused variable", "query A($id: UUID!) { __typename }", /a\.graphql:1:9: Variable "\$id" is never used/],
  ["a syntax error", "query A {\n  flows {\n", /a\.graphql:3:1: Syntax Error: Expected Name, found <EOF>\./],
  ["an unknown fragment", "query A { ...F }", /a\.graphql:1:14: Unknown fragment "F"\./],
  ["an operation without a name", "{ __typename }", /a\.graphql:1:1: This query has no name/],
  ["a subscription", "\n subscription S { a }", /a\.graphql:2:2: Subscription "S" cannot be sent/],
  [
    "a name that is taken",
    "query A { __typename }\nquery A { flows { id } }",
    /a\.graphql:1:7: There can be only one operation named "A"\. \(and .*a\.graphql:2:7\)/,
  ],
  [
    "one document name for a query and a mutation",
    "query A { __typename } mutation A { __typename }",
    /There can be only one operation named "A"\./,
  ],
  [
    "a fragment name that is taken",
    "fragment F on Flow { id } fragment F on Flow { name }",
    /There can be only one fragment named "F"\./,
  ],
  [
    "an escape in a string, which typed-document-node cannot read",
    'query A { flows(note: "a \\"b\\"") { id } }',
    /a\.graphql:1:23: A string with an escape or a backslash cannot be generated: pass it as a variable\./,
  ],
  ["types among the operations", "type T { a: Int }", /a\.graphql:1:1: The "T" definition is not executable\./],
  ["nothing but a comment", "# Soon.", /no operation in any \.graphql file/],
] as const)("refuses %s and says where", async ([, text, message]) => {
  await expect(generateFrom({ "a.graphql": text })).rejects.toThrow(message);
});

test("refuses an operation whose name one of the package has, where the schema is the package's", async () => {
  const folder = await createProject({
    "operations/list.graphql": "query ListIntegrations { integrations { nodes { id } } }",
  });
  const config = typedOperations({ documents: join(folder, "operations"), output: "generated" });
  await expect(generate(config, false)).rejects.toThrow(
    /list\.graphql:1:7: "ListIntegrations" is the name of an operation in @integration-platform\/graphql\/operations: import that one, or choose another name\.$/,
  );
});

test("refuses a mutation if the schema has none", async () => {
  const schema = await createProject({ "schema.graphql": "type Query { a: Int }" });

  await expect(
    generateFrom({ "a.graphql": "mutation M { a }" }, { schema: join(schema, "schema.graphql") }),
  ).rejects.toThrow(/a\.graphql:1:1: The schema has no type for a mutation\./);
});

test.for([
  ["type Query { a: Int", /schema\.graphql:1:20: Syntax Error/],
  ["type Query { a: Nope }", /schema\.graphql:1:17: Unknown type "Nope"\./],
  ["type A { a: Int }", /schema\.graphql is not a schema: it has no type Query/],
] as const)("refuses the schema %j", async ([text, message]) => {
  const folder = await createProject({ "schema.graphql": text });

  const promise = generateFrom({ "a.graphql": "query A { a }" }, { schema: join(folder, "schema.graphql") });

  await expect(promise).rejects.toThrow(message);
});

test("refuses a pattern, which other configs of graphql-codegen take, and says so", async () => {
  const promise = generateFrom({ "a.graphql": "query A { flows { id } }" }, { documents: "operations/**/*.graphql" });

  await expect(promise).rejects.toThrow("operations/**/*.graphql: no such folder or file (patterns with *");
});

test("lets a package map more scalars, or map one differently", async () => {
  const files = { "a.graphql": "query A { flows { cost runs } }" };

  const output = await generateFrom(files, { scalars: { Money: "readonly [string, number]", BigInt: "string" } });

  expect(output["types.ts"]).toContain("readonly cost: readonly [string, number] | null, readonly runs: string | null");
});

test("names every file and place that needs mending, in one line each, and writes nothing", async () => {
  const folder = await createProject({
    "codegen.ts": CODEGEN_TS,
    "operations/a.graphql": "query A {\n  integrations { nodes { nme } }\n}",
    "operations/b/b.graphql": "query B { integrations }",
    "operations/c.graphql": "query C { __typename }",
  });

  expect(await run(folder, "graphql-codegen", "--config", "codegen.ts", "--errors-only")).toEqual({
    code: 1,
    output: `\
operations/a.graphql:2:26: Cannot query field "nme" on type "Integration". Did you mean "name"?
operations/b/b.graphql:1:11: Field "integrations" of type "IntegrationConnection!" must have a selection of subfields. \
Did you mean "integrations { ... }"?
`,
  });
  expect(await readdir(folder)).not.toContain("generated");
});

test("does not take a file that does not parse for a deleted one, as graphql-codegen does", async () => {
  const folder = await createProject({
    "codegen.ts": CODEGEN_TS,
    "operations/a.graphql": "query A {",
    "operations/b.graphql": "query B { __typename }",
  });

  expect(await run(folder, "graphql-codegen", "--config", "codegen.ts")).toEqual({
    code: 1,
    output: "operations/a.graphql:1:10: Syntax Error: Expected Name, found <EOF>.\n",
  });
});

test("finds generated code stale, names the files and says what to run", async () => {
  const folder = await createProject({
    "codegen.ts": CODEGEN_TS,
    "operations/a.graphql": "query A { __typename }",
    "operations/b.graphql": "query B { __typename }",
  });
  const codegen = (...args: string[]) => run(folder, "graphql-codegen", "--config", "codegen.ts", ...args);
  expect(await codegen()).toEqual({ code: 0, output: "" });
  expect(await codegen("--check")).toEqual({ code: 0, output: "" });

  await rm(join(folder, "operations/b.graphql"));
  const { code, output } = await codegen("--check");

  expect(code).toBe(1);
  expect(output).toContain("- generated/operations.ts");
  expect(output).toContain("Generated code is stale. Run `make types` and commit what it writes.");
  expect(await readFile(join(folder, "generated/operations.ts"), "utf8")).toContain("BDocument");
});

test("every operation of ours is generated, in both forms, as its file has it", async () => {
  const definitions = (await readOperationFiles(join(ROOT, "operations"))).flatMap((text) => parse(text).definitions);
  const ours = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const texts = new Map(Object.values(operations).map((document) => [document.name, document.text]));

  expect([...texts.keys()].sort()).toEqual(ours.map(({ name }) => name?.value).sort());
  for (const operation of ours) {
    const name = operation.name?.value ?? "";
    const text = texts.get(name) ?? "";
    expect(print(parse(text).definitions[0] ?? operation)).toBe(print(operation));
    expect(Object.entries(documents).map(([key, document]) => [key, print(document)])).toContainEqual([
      `${name}Document`,
      text,
    ]);
  }
});

test("the generated schema is the snapshot", async () => {
  expect(schemaSDL).toBe(await readFile(join(ROOT, "schema/schema.graphql"), "utf8"));
});
