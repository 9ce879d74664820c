/** The preset as a part of graphql-codegen: plugins, documents, transforms and loaders of a config. */

import { cpSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { generate } from "@graphql-codegen/cli";
import {
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  introspectionFromSchema,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { typedOperations } from "../src/codegen/index.ts";
import { failure, runTool } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");
const INSTALL = 'Run "npm install --save-dev @graphql-codegen/typed-document-node@7".';
const OPTIONS = 'documents: "operations", output: "generated", schema: "schema.graphql"';

const createProject = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({
    "schema.graphql": "type Query { size: Int, name(like: String): String, node: Node } type Node { id: ID }",
    "operations/a.graphql": "# Above.\nquery A {\n  size\n  node { id }\n}",
    ...files,
  });

/** The files of another version of the plugin. */
function install(version: string | undefined, code = "exports.plugin = () => '';"): Record<string, string> {
  if (version === undefined) return {};
  const folder = "node_modules/@graphql-codegen/typed-document-node";
  return {
    [`${folder}/package.json`]: JSON.stringify({ version, main: "index.js" }),
    [`${folder}/index.js`]: code,
  };
}

/** A file of a transform. */
interface File {
  readonly document: DocumentNode;
}

/** The config of a project, for graphql-codegen in this process. */
function configure({ folder }: Project, plugins: string[] = ["typed-document-node"]) {
  return typedOperations({
    schema: join(folder, "schema.graphql"),
    documents: join(folder, "operations"),
    output: join(folder, "generated"),
    plugins,
  });
}

/** Generates with additional settings of the output, or of the root. */
async function run(
  project: Project,
  output: object = {},
  { plugins, ...root }: { readonly plugins?: string[]; readonly [name: string]: unknown } = {},
): Promise<Record<string, string>> {
  const config = configure(project, plugins);
  const generates = Object.fromEntries(
    Object.entries(config.generates).map(([name, own]) => [name, { ...own, ...output }]),
  );
  const files: { filename: string; content: string }[] = await generate(
    { ...config, ...root, generates, silent: true },
    false,
  );
  return Object.fromEntries(
    files.map(({ filename, content }) => [filename.split("/").at(-1) ?? "", content]),
  );
}

/** A transform that changes each node with a name. */
const rename = (kind: Kind, from: string, to: string) => ({
  transform: ({ documents }: { readonly documents: readonly File[] }) =>
    documents.map((file) => ({
      ...file,
      document: visit(file.document, {
        [kind]: (node: { readonly name: { readonly value: string } }) =>
          node.name.value === from
            ? { ...node, loc: undefined, name: { kind: Kind.NAME, value: to } }
            : undefined,
      }),
    })),
});

test("the transforms of a config change all files", async () => {
  const files = await run(createProject(), {
    documentTransforms: [
      rename(Kind.OPERATION_DEFINITION, "A", "B"),
      rename(Kind.OPERATION_DEFINITION, "B", "Last"),
    ],
  });

  expect(files["types.ts"]).toContain("export type LastQuery = {");
  expect(files["operations.ts"]).toContain("text: `query Last {\n  size\n  node {\n    id\n  }\n}`");
  expect(files["documents.ts"]).toContain("export const LastDocument = {");
  expect(Object.values(files).join("")).not.toMatch(/\bA(?:Query|Document)\b/);
});

test("a transform is called once, with the documents, the schema, the context and the merged config", async () => {
  const project = createProject({
    "transform.mjs": `export const transform = ({ documents, schema, pluginContext, config }) => {
      const ending = [config.root, config.own, schema.kind, typeof pluginContext].join("_");
      const rename = (node) => ({ ...node, name: { ...node.name, value: \`\${node.name.value}_\${ending}\` } });
      return documents.map((file) => ({
        ...file,
        document: { ...file.document, definitions: file.document.definitions.map(rename) },
      }));
    };`,
  });
  const documentTransforms = [{ [join(project.folder, "transform.mjs")]: { own: "Own" } }];
  const files = await run(project, { documentTransforms }, { config: { root: "Root", own: "Other" } });
  for (const name of ["documents.ts", "operations.ts"])
    expect(files[name]?.match(/export const \w+/g)).toEqual([
      "export const A_Root_Own_Document_ObjectDocument",
    ]);
});

test.for<[string, object, string]>([
  [
    "an invalid field",
    rename(Kind.FIELD, "id", "nope"),
    'operations/a.graphql:4:8: Cannot query field "nope" on type "Node".',
  ],
  [
    "an unknown operation",
    rename(Kind.FIELD, "node", "nodes"),
    'operations/a.graphql:2:9: Cannot query field "nodes" on type "Query". Did you mean "node" or "name"?',
  ],
  [
    "no documents",
    { transform: () => [{ document: "query A { size }" }] },
    "documentTransforms: the element at index 0 of the documentTransforms does not return documents",
  ],
  [
    "nothing",
    { transform: () => undefined },
    "documentTransforms: the element at index 0 of the documentTransforms does not return documents",
  ],
  [
    "a list with null",
    { transform: () => [{ location: "gone.graphql" }, null] },
    "documentTransforms: the element at index 0 of the documentTransforms does not return documents",
  ],
  [
    "no document, but definitions",
    { transform: () => [{ document: { kind: Kind.SELECTION_SET, definitions: [] } }] },
    "documentTransforms: the element at index 0 of the documentTransforms does not return documents",
  ],
  [
    "an invalid field that code has built",
    {
      transform: ({ documents }: { readonly documents: readonly File[] }) =>
        documents.map((file) => ({ ...file, document: parse("query A { nope }", { noLocation: true }) })),
    },
    'operations/a.graphql:1:1: Cannot query field "nope" on type "Query". Did you mean "node" or "name"?',
  ],
  [
    "a document without definitions",
    { transform: () => [{ document: { kind: Kind.DOCUMENT } }] },
    "documentTransforms: the element at index 0 of the documentTransforms does not return documents",
  ],
  [
    "an invalid field, beside documents without a file and files without a document",
    {
      transform: (options: { readonly documents: readonly File[] }) => [
        ...rename(Kind.FIELD, "id", "nope").transform(options),
        { document: parse("query Added { size }") },
        { location: "virtual.graphql", document: parse("query Virtual { size }") },
        { location: "gone.graphql" },
      ],
    },
    'operations/a.graphql:4:8: Cannot query field "nope" on type "Node".',
  ],
  ...[null, {}, { kind: Kind.OPERATION_DEFINITION }].map((node): [string, object, string] => [
    `the definition ${JSON.stringify(node)}`,
    { transform: () => [{ document: { kind: Kind.DOCUMENT, definitions: [node] } }] },
    "documentTransforms: the element at index 0 of the documentTransforms does not return documents",
  ]),
  [
    "no value, because it fails",
    {
      transform: () => {
        throw new Error("no network");
      },
    },
    "documentTransforms: the element at index 0 of the documentTransforms failed: no network",
  ],
])(
  "a transform that returns %s is an error that names the file or the transform",
  async ([, transform, message]) => {
    const project = createProject({ "generated/operations.ts": "" });
    const problem = await run(project, { documentTransforms: [transform] }).catch(
      ({ message: text }) => text,
    );

    expect(problem.replace(/^(?:\.\.\/)*.*?(?=operations\/)/, "")).toBe(message);
    expect(readdirSync(join(project.folder, "generated"))).toEqual(["operations.ts"]);
  },
);

test("a transform can return documents that are in no file, and files that are empty", async () => {
  const transform = () => [
    { document: parse("query Added { size }") },
    { document: { kind: Kind.DOCUMENT, definitions: [] } },
    { location: "gone.graphql" },
  ];
  const files = await run(createProject(), { documentTransforms: [{ transform }] });
  expect(files["operations.ts"]?.match(/export const \w+/g)).toEqual(["export const AddedDocument"]);
});

test("a loader and pluckConfig of a config find the operations", async () => {
  const project = createProject({
    "loader.mjs": 'import { parse } from "graphql"; export default () => parse("query FromLoader { size }");',
    "all.txt": "",
    "src/own.ts": "own`query Own { size }`; gql`query Foreign { size }`;",
  });
  project.link("node_modules/graphql", join(ROOT, "node_modules/graphql"));
  const path = (name: string) => join(project.folder, name);
  const files = await run(
    project,
    {},
    {
      documents: [{ [path("all.txt")]: { loader: path("loader.mjs") } }, path("src/**/*.ts")],
      pluckConfig: { globalGqlIdentifierName: ["own"] },
    },
  );

  expect(files["operations.ts"]?.match(/export const \w+/g)).toEqual([
    "export const FromLoaderDocument",
    "export const OwnDocument",
  ]);
});

test("another plugin adds to each file, also with a name of ours, if a loader finds the plugins elsewhere", async () => {
  const project = createProject();
  const before = process.cwd();
  process.chdir(project.folder);
  onTestFinished(() => process.chdir(before));
  const require = createRequire(import.meta.url);
  const types = (schema: GraphQLSchema, documents: readonly unknown[], { holder }: { holder: string }) => ({
    prepend: [`/* ${holder} */`],
    content: `// ${Object.keys(schema.getQueryType()?.getFields() ?? {})} ${documents.length}`,
  });
  const pluginLoader = async (name: string) => (name === "types" ? { plugin: types } : require(name));
  const files = await run(
    project,
    {},
    { plugins: ["typed-document-node", "types"], pluginLoader, config: { holder: "License" } },
  );

  expect(Object.keys(files).sort()).toEqual(["documents.ts", "enums.ts", "operations.ts", "types.ts"]);
  for (const text of Object.values(files))
    expect(text).toMatch(
      /^\/\/ Generated by `.*\n\/\* eslint-disable \*\/\n\n\/\* License \*\/\n[\s\S]*\n\/\/ size,name,node 1$/,
    );
  expect(files["types.ts"]).toContain("export type AQuery = {");
});

test("graphql-codegen names the files without an operation", async () => {
  const project = createProject({ "operations/a.graphql": "{ size }", "operations/b.graphql": "{ name }" });
  const files = ["a", "b"].map((name) => join(project.folder, `operations/${name}.graphql`));
  await expect(run(project)).rejects.toThrow(`no operation in the files of ${files.join(", ")}`);
});

test("config.sort decides the order of the schema", async () => {
  const project = createProject({
    "schema.graphql": "type Query { in(b: B): Int } input B { z: Int a: Int }",
    "operations/a.graphql": "query A($b: B) { in(b: $b) }",
  });
  const orderOf = async (root: object) =>
    (await run(project, {}, { ...root }))["types.ts"]?.match(/(?<=readonly )\w(?=\?)/g);

  expect(await orderOf({})).toEqual(["z", "a"]);
  expect(await orderOf({ config: { sort: false } })).toEqual(["z", "a"]);
  expect(await orderOf({ config: { sort: true } })).toEqual(["a", "z"]);
});

test.for<[string, (sdl: string) => Readonly<Record<string, string>>]>([
  [
    "an introspection",
    (sdl) => ({ "schema.json": JSON.stringify(introspectionFromSchema(buildSchema(sdl))) }),
  ],
  ["a script", (sdl) => ({ "schema.mjs": `export default ${JSON.stringify(sdl)};` })],
])("graphql-codegen reads a schema that is %s", async ([, render]) => {
  const sdl = "type Query { size: Int node: Node } type Node { id: ID }";
  const project = createProject(render(sdl));
  const [name = ""] = Object.keys(render(sdl));
  const output = { presetConfig: { schemaModule: true } };
  const sorted = `${printSchema(lexicographicSortSchema(buildSchema(sdl)))}\n`;
  const expected = await run(createProject({ "schema.graphql": sorted }), output);
  expect(await run(project, output, { schema: join(project.folder, name) })).toEqual(expected);
  expect(await run(project, output, { schema: sdl })).toEqual(expected);
});

test("graphql-codegen deletes obsolete files, and its --check names them", async () => {
  const project = createProject();
  const { "documents.ts": text = "" } = await run(project);
  project.write({ "generated/documents.ts": text });
  const argv = [...process.argv];
  onTestFinished(() => {
    process.argv = argv;
  });
  process.argv = [...argv, "--check"];
  await run(project);
  const plugins: string[] = [];
  await expect(run(project, {}, { plugins })).rejects.toThrow("generated/documents.ts (obsolete)");
  expect(Object.keys(project.readAll())).toContain("generated/documents.ts");
  process.argv = argv;
  await run(project, {}, { plugins });
  expect(Object.keys(project.readAll())).not.toContain("generated/documents.ts");
  project.write({ "generated/operations.ts": "export const own = 1;" });
  await expect(run(project, {}, { plugins })).rejects.toThrow("operations.ts is not generated code");
});

test("graphql-codegen runs no plugin for parsed documents that is too old, by both of its names", async () => {
  const project = createProject(install("6.1.8"));
  const before = process.cwd();
  process.chdir(project.folder);
  onTestFinished(() => process.chdir(before));
  for (const plugin of ["typed-document-node", "@graphql-codegen/typed-document-node"])
    await expect(run(project, {}, { plugins: [plugin] })).rejects.toThrow(
      "@graphql-codegen/typed-document-node 6.1.8 is too old: it writes the parsed documents.",
    );
});

test("options of typed-document-node reach it, and the texts of operations have another file", async () => {
  const config = { documentNodeImport: "@apollo/client#TypedDocumentNode" };
  const plugins = [{ "typed-document-node": config }];
  const files = await run(createProject(), { plugins });
  expect(files["documents.ts"]).toContain(
    "import type { TypedDocumentNode as DocumentNode } from '@apollo/client';",
  );
  await expect(
    run(createProject(), { plugins: [{ "typed-document-node": { documentMode: "string" } }] }),
  ).rejects.toThrow("typed-document-node has one mode here: parsed documents");
});

test("strings that differ by white space or backslashes are not mixed up", async () => {
  const values = ["a b", "a  b", String.raw`a\\b`, String.raw`\"`, String.raw`\u00e9`, "#0", "::x"];
  const text = values.map((value, index) => `query Q${index} { name(like: "${value}") }`).join("\n");
  const files = await run(createProject({ "operations/a.graphql": text }));

  const documents = [...(files["documents.ts"] ?? "").matchAll(/ = (\{.*\}) as unknown as /g)];
  expect(documents.map(([, json = ""]) => print(JSON.parse(json)))).toEqual(
    parse(text).definitions.map(print),
  );
});

test("graphql-codegen names the places of problems in scripts as platform-graphql codegen does", async () => {
  const project = createProject({
    "codegen.ts": renderConfig(OPTIONS.replace('"operations"', '"src/*.ts"')),
    "src/a.ts": "const a = 1;\n  gql`\n  query A { nope }`;\n/* GraphQL */ `query B { no }`;\n",
  });
  const { stderr } = await project.run("codegen");
  const problems = stderr
    .split("\n")
    .slice(1, 3)
    .map((line) => line.trim());
  expect(problems).toHaveLength(2);
  const message: string = await run(project, {}, { documents: join(project.folder, "src/*.ts") }).catch(
    ({ message: text }) => text,
  );
  expect(message.split("\n").map((line) => line.replace(/^.*?(?=src\/)/, ""))).toEqual(problems);
});

test.for([
  ["is not installed", undefined, "typed-document-node"],
  ["6.1.8 is too old", "6.1.8", "@graphql-codegen/typed-document-node"],
] as const)(
  "platform-graphql codegen writes nothing if typed-document-node %s",
  async ([state, version, name]) => {
    const project = createProject({
      "codegen.ts": renderConfig(`${OPTIONS}, plugins: ["${name}"]`),
      ...install(version),
    });
    const error = `@graphql-codegen/typed-document-node ${state}: it writes the parsed documents. Install @graphql-codegen/typed-document-node@7`;
    expect(await project.run("codegen")).toEqual(failure(error, INSTALL));
    expect(readdirSync(project.folder)).not.toContain("generated");
  },
);

test.for([
  ["throw new Error('no\\nluck')", "cannot be loaded (no)"],
  ["exports.plugin = 1;", "cannot be loaded (it has no function plugin)"],
  ["exports.plugin = () => { throw new Error('bad') };", "failed (bad)"],
  ["exports.plugin = () => 5;", "returned no text"],
] as const)("platform-graphql codegen names typed-document-node if its code is %s", async ([code, state]) => {
  const base = "node_modules/@graphql-codegen/visitor-plugin-common";
  const project = createProject({
    "codegen.ts": renderConfig(`${OPTIONS}, plugins: ["typed-document-node"]`),
    ...install("7.0.0", code),
    [`${base}/package.json`]: '{ "main": "index.js" }',
    [`${base}/index.js`]: "",
    "node_modules/graphql-tag/index.js": "exports.disableFragmentWarnings = () => {};",
  });
  const error = `@graphql-codegen/typed-document-node ${state}: it writes the parsed documents. Install @graphql-codegen/typed-document-node@7`;
  expect(await project.run("codegen")).toEqual(failure(error, INSTALL));
  expect(readdirSync(project.folder)).not.toContain("generated");
});

test.for([
  ["is not installed", undefined, "- @graphql-codegen/typed-document-node\n"],
  ["is too old", "6.1.8", "@graphql-codegen/typed-document-node 6.1.8 is too old"],
] as const)(
  "graphql-codegen writes nothing if typed-document-node %s",
  { tags: ["slow"] },
  async ([, version, message]) => {
    const project = createProject({
      "codegen.ts": renderConfig(`${OPTIONS}, plugins: ["typed-document-node"]`),
      ...install(version),
    });
    const { code, output } = await runTool(project.folder, "graphql-codegen", "--config", "codegen.ts");
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(message) });
    expect(readdirSync(project.folder)).not.toContain("generated");
  },
);

test("platform-graphql codegen names the settings that only graphql-codegen applies, and writes nothing", async () => {
  const project = createProject({
    "codegen.ts": renderConfig(OPTIONS)
      .replace("export default", "const config =")
      .concat(`export default {
  ...config,
  documents: [{ "operations/*.graphql": { loader: "./loader.js" } }],
  pluckConfig: { skipIndent: true },
  externalDocuments: ["shared/*.graphql"],
  config: { sort: true, onFieldTypeConflict: (first) => first },
  generates: {
    generated: {
      ...config.generates.generated,
      plugins: ["add", "typed-document-node"],
      documentTransforms: [{ transform: ({ documents }) => documents }],
    },
  },
};
`),
  });
  const names =
    "pluckConfig, externalDocuments, documentTransforms, a loader, config.sort, config.onFieldTypeConflict, the plugin add";
  const error = `only graphql-codegen applies what "codegen.ts" sets: ${names}`;
  expect(await project.run("codegen")).toEqual(
    failure(error, 'Run "npx --no-install graphql-codegen --config codegen.ts".'),
  );
  expect(await project.run("codegen", "--check")).toEqual(
    failure(error, 'Run "npx --no-install graphql-codegen --config codegen.ts --check".'),
  );
  expect(readdirSync(project.folder)).not.toContain("generated");
  expect(await project.run("schema", "uses", "Query.node")).toMatchObject({
    code: 0,
    stderr:
      "warning: the operations are those of the files: only graphql-codegen applies pluckConfig, externalDocuments, documentTransforms, a loader\n",
  });
  const own = await project.run("schema", "uses", "Query.node", "--operations", "operations/a.graphql");
  expect(own).toMatchObject({ code: 0, stderr: "" });
});

const CONSUMER = `import { accessToken, createClient } from "@integration-platform/graphql";
import * as documents from "@integration-platform/graphql/FORM";
const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });
for (const document of Object.values(documents)) export_(await client.execute(document as never));
function export_(_: unknown): void {}
`;

test.for([
  ["operations", true, ""],
  ["operations", false, ""],
  ["documents", true, ""],
  ["documents", false, "error TS2307: Cannot find module '@graphql-typed-document-node/core'"],
] as const)(
  "a consumer of %s without the core types, with skipLibCheck: %s, sees %j",
  { tags: ["slow"] },
  ([form, skipLibCheck, message]) => expectReport(form, skipLibCheck, message),
);

async function expectReport(form: string, skipLibCheck: boolean, message: string): Promise<void> {
  const options = { strict: true, module: "nodenext", target: "es2023", types: [], noEmit: true };
  const project = useProject({
    "package.json": '{ "type": "module" }',
    "main.ts": CONSUMER.replace("FORM", form),
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...options, skipLibCheck }, files: ["main.ts"] }),
  });
  const folder = "node_modules/@integration-platform/graphql";
  // Copied, because a link leads to the packages of this repository.
  for (const name of ["dist", "package.json"])
    cpSync(join(ROOT, name), join(project.folder, folder, name), { recursive: true });
  project.link("node_modules/ky", join(ROOT, "node_modules/ky"));
  const { code, output } = await runTool(project.folder, "tsc", "-p", ".");
  const errors = output.split("\n").filter((line) => line.includes("core"));
  expect({ code, errors }).toEqual({
    code: message === "" ? 0 : 1,
    errors: message === "" ? [] : [expect.stringContaining(message)],
  });
}
