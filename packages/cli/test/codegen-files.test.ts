/** The option `filePerOperation`. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { generate } from "@graphql-codegen/cli";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { renderFiles } from "../../compiler/src/codegen/index.ts";
import { type TypedOperationsOptions, typedOperations } from "../src/codegen/index.ts";
import { load } from "../src/codegen/load.ts";
import { loadNodePlugin } from "../src/codegen/node-plugin.ts";
import { readSettings } from "../src/codegen/read-settings.ts";
import { command, failure, runTool } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");

const SCHEMA = `type Query { flow(in: Filter): Flow states: [State!]! }
input Filter { name: String }
enum State { ON OFF }
type Flow { id: ID! state: State! owner: Owner }
type Owner { name: String }
`;

const FILES = {
  "schema.graphql": SCHEMA,
  "operations/get-flow.graphql": "query GetFlow($in: Filter) { flow(in: $in) { id ...Parts } }",
  "operations/list-states.graphql": "# All states.\nquery ListStates { states }",
  "operations/parts.graphql": "fragment Parts on Flow { state owner { name } }",
};

const OPTIONS = 'documents: "operations", output: "generated", schema: "schema.graphql"';
const MANY = `${OPTIONS}, filePerOperation: true`;
const CORE = "@graphql-typed-document-node/core";
const PARSED = `${MANY}, plugins: ["typed-document-node"]`;

function createPackage(options = PARSED, files: Readonly<Record<string, string>> = {}): Project {
  const project = useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig(options),
    ...FILES,
    ...files,
  });
  project.link("node_modules/@graphql-codegen", join(ROOT, "node_modules/@graphql-codegen"));
  return project;
}

const codegen = (project: Project, ...args: readonly string[]) => project.run("codegen", ...args);

/** Names of the files in a folder, sorted. */
function list(project: Project, folder = "generated"): string[] {
  const entries = readdirSync(join(project.folder, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.folder.length + folder.length + 2))
    .sort();
}

const ALL = [
  "documents/GetFlow.ts",
  "documents/ListStates.ts",
  "enums.ts",
  "fragments/Parts.ts",
  "operations/GetFlow.ts",
  "operations/ListStates.ts",
  "types.ts",
];

/** Renders the files of a project in this process. */
async function render(folder: string, options: Partial<TypedOperationsOptions> = {}) {
  const config = typedOperations({
    schema: join(folder, "schema.graphql"),
    documents: join(folder, "operations"),
    output: "generated",
    ...options,
  });
  const settings = readSettings(config);
  if (!settings) throw new Error("not a config of typedOperations()");
  const files = renderFiles(await load(settings), settings, await loadNodePlugin(settings));
  return { config, files: new Map(files.map(({ name, text }) => [name, text])) };
}

test("writes the types of an operation beside its document, and imports fragments, enums and inputs", async () => {
  const project = createPackage();
  expect(await codegen(project)).toEqual({
    code: 0,
    stderr: "",
    stdout: `✓ updated ${ALL.map((name) => `generated/${name}`).join(", ")}\n`,
  });
  expect(list(project)).toEqual(ALL);
  const withoutHeader = (name: string) => project.read(`generated/${name}`).replace(/^(?:\/.*\n)+\n/, "");
  expect(withoutHeader("operations/GetFlow.ts")).toMatchInlineSnapshot(`
    "import type { TypedDocumentString } from "@integration-platform/graphql";
    import type { PartsFragment_owner } from "../fragments/Parts.js";
    import type { Filter, State } from "../types.js";

    /** Internal type. DO NOT USE DIRECTLY. */
    type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };

    export type GetFlowQuery_flow = {
      readonly id: string;
      readonly state: State | '%future added value';
      readonly owner: PartsFragment_owner | null;
    };

    export type GetFlowQuery = {
      readonly flow: GetFlowQuery_flow | null;
    };

    export type GetFlowQueryVariables = Exact<{
      in?: Filter | null | undefined;
    }>;

    export const GetFlowDocument: TypedDocumentString<GetFlowQuery, GetFlowQueryVariables, "query"> = {
      name: "GetFlow",
      kind: "query",
      text: \`query GetFlow($in: Filter) {
      flow(in: $in) {
        id
        ...Parts
      }
    }

    fragment Parts on Flow {
      state
      owner {
        name
      }
    }\`,
    };
    "
  `);
  expect(withoutHeader("documents/ListStates.ts")).toMatchInlineSnapshot(`
    "import type * as Types from "../operations/ListStates.js";
    import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

    export type * from "../operations/ListStates.js";
    export const ListStatesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListStates"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"states"}}]}}]} as unknown as DocumentNode<Types.ListStatesQuery, Types.ListStatesQueryVariables>;
    "
  `);
  expect(withoutHeader("fragments/Parts.ts")).toMatchInlineSnapshot(`
    "import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
    import type { State } from "../types.js";

    export type PartsFragment_owner = {
      readonly name: string | null;
    };

    export type PartsFragment = {
      readonly state: State | '%future added value';
      readonly owner: PartsFragment_owner | null;
    };

    export const PartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Parts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Flow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"owner"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<PartsFragment, unknown>;
    "
  `);
  expect(withoutHeader("types.ts")).toMatchInlineSnapshot(`
    "export type Filter = {
      readonly name?: string | null | undefined;
    };

    export type State =
      | 'ON'
      | 'OFF';
    "
  `);
});

const FIXTURES = ["packages/cli/test/fixtures/codegen", "test/fixtures/relay"];

test.for(FIXTURES)(
  "the files of %s have the types and documents of the files without the option",
  async (fixture) => {
    const plugins = ["typed-document-node"];
    const together = await render(join(ROOT, fixture), { shapes: true, plugins });
    const apart = await render(join(ROOT, fixture), { shapes: true, plugins, filePerOperation: true });

    const texts = [...apart.files].filter(([name]) => !name.startsWith("documents/")).map(([, text]) => text);
    expect(listDeclarations("type", texts)).toEqual(
      listDeclarations("type", [together.files.get("types.ts") ?? ""]),
    );
    const documents = listDeclarations("const", [together.files.get("operations.ts") ?? ""]);
    expect(documents.length).toBeGreaterThan(4);
    const inFolder = [...apart.files]
      .filter(([name]) => name.startsWith("operations/"))
      .map(([, text]) => text);
    expect(listDeclarations("const", inFolder)).toEqual(
      documents.map((text) => text.replaceAll("Types.", "")),
    );
    const nodes = [...apart.files]
      .filter(([name]) => /^(?:documents|fragments)/.test(name))
      .map(([, text]) => text);
    expect(readNodes(nodes.join("\n"))).toEqual(readNodes(together.files.get("documents.ts") ?? ""));
  },
);

/** Lists the exported declarations, with their comments, sorted. */
function listDeclarations(keyword: string, texts: readonly string[]): string[] {
  const pattern = new RegExp(
    String.raw`(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?^export ${keyword} (?:.|\n)*?;$(?=\n\n|\n$|\n?$(?![\s\S]))`,
    "gm",
  );
  return texts.flatMap((text) => text.match(pattern) ?? []).sort();
}

/** Parsed documents by the names of their exports. */
function readNodes(text: string): Record<string, unknown> {
  const documents = text.matchAll(/^export const (\w+) = (\{.*\}) as unknown as .*;$/gm);
  return Object.fromEntries([...documents].map(([, name, json = ""]) => [name, JSON.parse(json)]));
}

test.for(FIXTURES)(
  "imports of the files of %s lead to exported types, and form no cycle",
  async (fixture) => {
    const { files } = await render(join(ROOT, fixture), {
      filePerOperation: true,
      plugins: ["typed-document-node"],
    });
    const imports = new Map(
      [...files].map(([name, text]) => [
        name,
        [...text.matchAll(/^import type \{ (.*) \} from "(\.\.?\/.*)\.js";$/gm)].map(
          ([, names = "", path = ""]) => ({
            names: names.split(", "),
            module: `${join(name, "..", path)}.ts`,
          }),
        ),
      ]),
    );
    const all = [...imports.values()].flat();
    expect(all.length).toBeGreaterThan(0);
    for (const { names, module } of all)
      for (const name of names) expect(files.get(module)).toMatch(new RegExp(`^export type ${name} =`, "m"));
    const visit = (name: string, parents: readonly string[]): void => {
      expect(parents).not.toContain(name);
      for (const { module } of imports.get(name) ?? []) visit(module, [...parents, name]);
    };
    for (const name of files.keys()) visit(name, []);
  },
);

test.for([[["typed-document-node"]], [[]]])(
  "graphql-codegen writes the same bytes, with plugins: %j",
  async ([plugins]) => {
    const { config, files } = await render(join(ROOT, "test/fixtures/relay"), {
      filePerOperation: true,
      plugins: plugins ?? [],
      schemaModule: true,
    });
    const outputs: { filename: string; content: string }[] = await generate(config, false);
    expect(Object.fromEntries(outputs.map(({ filename, content }) => [filename, content]))).toEqual(
      Object.fromEntries([...files].map(([name, text]) => [join("generated", name), text])),
    );
  },
);

test("--check names files that are stale, missing and obsolete, and writes none", async () => {
  const project = createPackage();
  await codegen(project);
  expect(await codegen(project, "--check")).toEqual({
    code: 0,
    stdout: "✓ generated is up to date\n",
    stderr: "",
  });
  project.write({
    "operations/get-flow.graphql": "query GetFlow { flow { id } }",
    "operations/list-states.graphql": "query Renamed { states }",
  });
  const before = project.readAll();

  expect(await codegen(project, "--check")).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: the generated code is stale: ${[
      "documents/GetFlow.ts",
      "documents/ListStates.ts (obsolete)",
      "documents/Renamed.ts (missing)",
      "operations/GetFlow.ts",
      "operations/ListStates.ts (obsolete)",
      "operations/Renamed.ts (missing)",
      "types.ts",
    ]
      .map((name) => `generated/${name}`)
      .join(", ")}
hint:  Run "npx @integration-platform/graphql-cli codegen" and commit the changes.
`,
  });
  expect(project.readAll()).toEqual(before);
});

test("deletes the files of deleted and renamed operations, and no file that it did not write for one", async () => {
  const project = createPackage();
  await codegen(project);
  const foreign = {
    // Of a person, of another config in a folder below, and a copy with another name.
    "generated/operations/own.ts": "export const own = 1;\n",
    "generated/operations/types.ts": project.read("generated/types.ts"),
    "generated/operations/Copy.ts": project.read("generated/operations/ListStates.ts"),
    "generated/operations/nested/ListStates.ts": project.read("generated/operations/ListStates.ts"),
    "generated/operations/ListStates.md": project.read("generated/operations/ListStates.ts"),
  };
  project.write({ ...foreign, "operations/list-states.graphql": "query Renamed { states }" });

  expect((await codegen(project)).stdout).toBe(
    "✓ updated generated/documents/ListStates.ts (deleted), generated/documents/Renamed.ts, generated/operations/ListStates.ts (deleted), generated/operations/Renamed.ts\n",
  );
  const names = Object.keys(foreign).map((name) => name.slice("generated/".length));
  expect(list(project)).toEqual(
    [...ALL.map((name) => name.replace("ListStates", "Renamed")), ...names].sort(),
  );
  for (const [name, text] of Object.entries(foreign)) expect(project.read(name)).toBe(text);
});

test("a run after a run without a change notices a file of an operation that was edited, deleted or added", async () => {
  const project = createPackage();
  await codegen(project);
  const file = "generated/operations/ListStates.ts";
  const text = project.read(file);
  const changes: readonly (readonly [() => void, string])[] = [
    [() => project.write({ [file]: `${text} ` }), file],
    [() => rmSync(join(project.folder, file)), file],
    [
      () => project.write({ "generated/operations/Old.ts": text.replace("ListStates", "Old") }),
      "generated/operations/Old.ts (deleted)",
    ],
  ];
  for (const [change, updated] of changes) {
    expect((await codegen(project)).stdout).toBe("✓ generated is up to date\n");
    change();
    expect((await codegen(project)).stdout).toBe(`✓ updated ${updated}\n`);
  }
  expect(list(project)).toEqual(ALL);
});

test("a file of a person with the name of an operation is an error that names it", async () => {
  const project = createPackage(MANY, { "generated/operations/GetFlow.ts": "export const own = 1;\n" });
  const problem =
    'generated/operations/GetFlow.ts is not generated code: move it, or set "output" to another folder';
  expect(await codegen(project)).toEqual(
    failure(problem, "Fix the file or the config, then run the command again."),
  );
  expect(list(project)).toEqual(["operations/GetFlow.ts"]);
});

test("switching between one file and many leaves nothing of the other behind", async () => {
  const project = createPackage();
  project.write({ "one.ts": renderConfig(OPTIONS) });
  for (let round = 0; round < 2; round++) {
    await codegen(project);
    expect(list(project)).toEqual(ALL);
    expect((await codegen(project, "--config", "one.ts")).code).toBe(0);
    expect(list(project)).toEqual(["enums.ts", "operations.ts", "types.ts"]);
    expect(existsSync(join(project.folder, "generated/operations"))).toBe(false);
  }
});

test("names that differ only by case are an error with both places", async () => {
  const project = createPackage(MANY, { "operations/other.graphql": "query Getflow { states }" });
  const finished = await codegen(project);
  expect(finished).toMatchObject({ code: 1, stdout: "" });
  expect(finished.stderr).toContain(
    'operations/other.graphql:1:1: The files of "Getflow" and "GetFlow" differ only by case. Rename one of them.',
  );
  expect(finished.stderr).toContain("operations/get-flow.graphql:1:1");
  expect(existsSync(join(project.folder, "generated"))).toBe(false);
  // A fragment has another folder, and one file contains both operations.
  project.write({ "operations/other.graphql": "fragment Getflow on Flow { id }" });
  expect((await codegen(project)).code).toBe(0);
  project.write({ "operations/other.graphql": "query Getflow { states }", "one.ts": renderConfig(OPTIONS) });
  expect((await codegen(project, "--config", "one.ts")).code).toBe(0);
});

test("a name of the schema that the files import for themselves gets an underscore", async () => {
  const project = createPackage(MANY, {
    "schema.graphql": `${SCHEMA} extend type Query { all(in: DocumentNode, kind: TypedDocumentString): Int }
      enum TypedDocumentString { A } input DocumentNode { a: Int }`,
    "operations/all.graphql":
      "query All($in: DocumentNode, $kind: TypedDocumentString) { all(in: $in, kind: $kind) }",
  });
  expect((await codegen(project)).code).toBe(0);
  expect(project.read("generated/operations/All.ts")).toContain(
    'import type { DocumentNode_, TypedDocumentString_ } from "../types.js";\n',
  );
});

test("paths of options are relative to the output folder in all files", async () => {
  const project = createPackage(
    `${MANY}, documentImport: "./document.js", scalars: { Money: "import('./money.js').Money" }`,
    {
      "schema.graphql": `${SCHEMA} extend type Owner { money: Money } scalar Money`,
      "operations/parts.graphql": "fragment Parts on Flow { owner { money } }",
      "operations/own.graphql": "query Own { flow { owner { money } } }",
    },
  );
  expect((await codegen(project)).code).toBe(0);
  expect(project.read("generated/operations/Own.ts")).toContain(
    'TypedDocumentString } from "../document.js";\n',
  );
  for (const file of ["operations/Own.ts", "fragments/Parts.ts"])
    expect(project.read(`generated/${file}`)).toContain("money: import('../money.js').Money | null;\n");
});

test("writes a summary if more than 20 files are updated", async () => {
  const operations = Array.from({ length: 15 }, (_, index) => `query Q${index} { states }`);
  const project = createPackage(MANY, {
    "operations/many.graphql": operations.join("\n"),
  });
  // 17 operations, a fragment, types.ts and enums.ts.
  expect((await codegen(project)).stdout).toMatch(/^✓ updated (?:generated\/[\w./]+, ){19}[\w./]+\n$/);
  project.write({ "operations/more.graphql": "query More { states }" });
  rmSync(join(project.folder, "generated"), { recursive: true });
  expect((await codegen(project)).stdout).toMatch(/^✓ updated (?:generated\/[\w./]+, ){20}and 1 more\n$/);
});

test("--watch rewrites the file of the operation that was edited, and deletes that of a deleted one", async () => {
  const project = createPackage(MANY);
  const interruption = new AbortController();
  const finished = command(["codegen", "--watch"], {
    cwd: project.folder,
    interruption: interruption.signal,
  });
  const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 20_000, interval: 20 });
  const files = () => (existsSync(join(project.folder, "generated")) ? list(project) : []);
  const names = [
    "enums.ts",
    "fragments/Parts.ts",
    "operations/GetFlow.ts",
    "operations/ListStates.ts",
    "types.ts",
  ];
  await poll(files).toEqual(names);
  const inodes = () =>
    Object.fromEntries(files().map((name) => [name, statSync(join(project.folder, "generated", name)).ino]));
  const before = inodes();

  project.write({ "operations/list-states.graphql": "query ListStates { all: states }" });
  await poll(() => project.read("generated/operations/ListStates.ts")).toContain("readonly all: ");
  const after = inodes();
  expect(names.filter((name) => before[name] !== after[name])).toEqual(["operations/ListStates.ts"]);
  rmSync(join(project.folder, "operations/list-states.graphql"));
  await poll(files).toEqual(names.filter((name) => name !== "operations/ListStates.ts"));

  interruption.abort(130);
  const { code, stdout, stderr } = await finished;
  expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
  expect(stdout.match(/updated .*/g)).toEqual([
    `updated ${names.map((name) => `generated/${name}`).join(", ")}`,
    "updated generated/operations/ListStates.ts",
    "updated generated/operations/ListStates.ts (deleted)",
  ]);
});

test("graphql-codegen deletes no obsolete file behind a link out of the package", async () => {
  const project = createPackage();
  project.git("init", "--quiet");
  await codegen(project);
  const prefixed = Object.entries(FILES).map(([name, text]) => [`api/${name}`, text]);
  project.write({ ...Object.fromEntries(prefixed), "api/generated/types.ts": "" });
  project.link("api/generated/operations", join(project.folder, "generated/operations"));
  const before = process.cwd();
  process.chdir(join(project.folder, "api"));
  try {
    const config = typedOperations({
      documents: "operations",
      output: "generated",
      schema: "schema.graphql",
    });
    await expect(generate({ ...config, silent: true }, false)).rejects.toThrow(
      "a link in the path generated/operations leads out of the project",
    );
  } finally {
    process.chdir(before);
  }
  expect(list(project)).toEqual(ALL);
});

test("graphql-codegen deletes obsolete files, and its --check fails for them", {
  tags: ["slow"],
}, async () => {
  const project = createPackage();
  await codegen(project);
  project.write({ "operations/list-states.graphql": "query Renamed { states }" });
  const run = (...args: readonly string[]) =>
    runTool(project.folder, "graphql-codegen", "--config", "codegen.ts", ...args);
  const check = await run("--check");
  expect(check.code).toBe(1);
  expect(check.output).toContain("generated/operations/ListStates.ts (obsolete)");
  expect(list(project)).toEqual(ALL);
  expect((await run()).code).toBe(0);
  expect(list(project)).toEqual(ALL.map((name) => name.replace("ListStates", "Renamed")));
  expect((await codegen(project, "--check")).code).toBe(0);
});

test("a consumer compiles, runs and bundles one operation of a package with the exports of the guide", {
  tags: ["slow"],
}, async () => {
  const guide = readFileSync(join(ROOT, "docs/codegen.md"), "utf8");
  const [, block = ""] = /```json\n(\{\n {2}"exports"[\s\S]*?)```/.exec(guide) ?? [];
  const settings = { strict: true, module: "nodenext", target: "es2023", types: [], skipLibCheck: true };
  const options =
    'documents: "operations", output: "src/generated", schema: "schema.graphql", filePerOperation: true, plugins: ["typed-document-node"]';
  const prefixed = Object.entries(FILES).map(([name, text]) => [`api/${name}`, text]);
  const project = useProject({
    ...Object.fromEntries(prefixed),
    "api/package.json": JSON.stringify({
      name: "@acme/operations",
      type: "module",
      sideEffects: false,
      ...JSON.parse(block),
    }),
    "api/codegen.ts": renderConfig(options),
    "api/tsconfig.json": JSON.stringify({
      compilerOptions: { ...settings, composite: true, rootDir: "src", outDir: "dist" },
      include: ["src"],
    }),
    "app/package.json": '{ "type": "module" }',
    "app/src/main.ts": `import { GetFlowDocument, type GetFlowQuery } from "@acme/operations/operations/GetFlow";
import type { PartsFragment } from "@acme/operations/fragments/Parts";
import type { State } from "@acme/operations/types";
export const state = ({ flow }: GetFlowQuery): State | '%future added value' | undefined => flow?.state;
export const owner = (parts: PartsFragment): string | null | undefined => parts.owner?.name;
console.log(GetFlowDocument.name);
`,
    "app/tsconfig.json": JSON.stringify({
      compilerOptions: { ...settings, rootDir: "src", outDir: "dist", declaration: true },
      include: ["src"],
    }),
  });
  for (const name of ["graphql", "@integration-platform/graphql", "@graphql-codegen", CORE])
    project.link(`node_modules/${name}`, join(ROOT, "node_modules", name));
  project.link("node_modules/@acme/operations", join(project.folder, "api"));
  expect(await project.run("codegen", "--config", "api/codegen.ts")).toMatchObject({ code: 0, stderr: "" });
  for (const name of ["api", "app"])
    expect(await runTool(project.folder, "tsc", "--build", name)).toEqual({ code: 0, output: "" });

  const main = join(project.folder, "app/dist/main.js");
  expect(execFileSync(process.execPath, [main], { encoding: "utf8" })).toBe("GetFlow\n");
  const bundle = async (file: string) => {
    const { outputFiles } = await build({
      entryPoints: [file],
      bundle: true,
      format: "esm",
      write: false,
      minify: true,
    });
    return outputFiles[0]?.text ?? "";
  };
  expect(await bundle(main)).not.toContain("ListStates");
  // A document that is not used leaves nothing: neither a literal, nor one that is parsed.
  project.write({
    "app/unused.js": `import { GetFlowDocument } from "../api/dist/generated/documents/GetFlow.js";
import { PartsFragmentDoc } from "../api/dist/generated/fragments/Parts.js";
console.log(1);\n`,
  });
  expect(await bundle(join(project.folder, "app/unused.js"))).toBe("console.log(1);\n");
});

test.for(["open", "graphql-codegen"] as const)(
  "the files compile under the strictest settings, with types: %s",
  {
    tags: ["slow"],
  },
  async (types) => {
    const project = useProject({
      "package.json": '{ "type": "module" }',
      "tsconfig.json": JSON.stringify({
        extends: join(ROOT, "tsconfig.json"),
        compilerOptions: {
          rootDir: ".",
          outDir: "dist",
          types: [],
          customConditions: [],
          composite: false,
          tsBuildInfoFile: null,
        },
        include: ["generated"],
      }),
    });
    for (const name of ["graphql", "@integration-platform/graphql", CORE])
      project.link(`node_modules/${name}`, join(ROOT, "node_modules", name));
    const options = {
      filePerOperation: true,
      plugins: ["typed-document-node"],
      shapes: true,
      importExtension: ".ts",
      types,
    } as const;
    const { files } = await render(join(ROOT, "packages/cli/test/fixtures/codegen"), options);
    project.write(Object.fromEntries([...files].map(([name, text]) => [`generated/${name}`, text])));
    expect(files.size).toBe(16);
    expect(await runTool(project.folder, "tsc", "-p", ".")).toEqual({ code: 0, output: "" });
    for (const text of files.values()) expect(text).not.toMatch(/\bany\b/);
  },
);
