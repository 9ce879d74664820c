/**
 * The configuration that all commands share: `codegen.ts`, `--config`, `--dotenv` and the options that
 * override it.
 */

import fs, { chmodSync, chownSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, relative, resolve } from "node:path";
import { buildSchema, introspectionFromSchema } from "graphql";
import { expect, onTestFinished, test, vi } from "vitest";
import { preset, type TypedOperationsOptions, typedOperations } from "../src/codegen/index.ts";
import { CANARY, command, failure } from "./support/command.ts";
import { listen } from "./support/platform.ts";
import { createRepository, type Project, renderConfig, useProject } from "./support/project.ts";

const SDL =
  "type Query { prices: [Price!]! state: State! }\ntype Price { id: ID! price: Money state: State! }\nscalar Money\nenum State { ON OFF }\n";
const OPERATION = "query Price { prices { price state } }\n";

const config = (options = "") =>
  renderConfig(`documents: "queries", output: "src/generated", schema: "own.graphql", ${options}`);

/** A project whose schema and operations are not in the default places. */
const createConfigured = (options = "", files: Readonly<Record<string, string>> = {}): Project =>
  useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": config(options),
    "own.graphql": SDL,
    "queries/price.graphql": OPERATION,
    ...files,
  });

test.for<[args: readonly string[], printed: string]>([
  [["run", "Price", "--local"], "local platform at"],
  [["schema", "check", "--against", "own.graphql"], "1 operation unaffected"],
  [["schema", "pull", "--from", "own.graphql"], "own.graphql"],
  [["schema", "uses", "Query.prices"], "queries/price.graphql:1:15"],
  [["add", "state"], "queries/get-state.graphql"],
  [["codegen"], "updated src/generated/enums.ts"],
  [["doctor", "--local"], "own.graphql has no date"],
  [["doctor", "--contract", "--local"], "the schema has no field integrations"],
])("%j uses the schema and the operations of codegen.ts", async ([args, printed]) => {
  const project = createConfigured();
  const { stdout, stderr } = await project.run(...args);
  expect(stdout).toContain(printed);
  expect(stderr).toBe("");
  expect(["schema", "operations"].filter((name) => existsSync(join(project.folder, name)))).toEqual([]);
});

test("schema check compares the types that codegen generates", async () => {
  const files = {
    "text.graphql": SDL.replace("price: Money", "price: String"),
    "grown.graphql": SDL.replace("ON OFF", "ON OFF IDLE"),
    "open.ts": config(),
    "exhaustive.ts": config('breaks: ["switches"]'),
  };
  const project = createConfigured('scalars: { Money: "number" }, types: "closed"', files);
  const check = (...args: readonly string[]) => project.run("schema", "check", "--against", ...args);
  expect((await check("text.graphql")).code).toBe(1);
  expect((await check("grown.graphql")).code).toBe(1);
  const byDefault = (...args: readonly string[]) => check(...args, "--config", "open.ts");
  expect((await byDefault("text.graphql")).stdout).toContain("- │   readonly price: unknown;");
  expect((await byDefault("grown.graphql")).code).toBe(0);
  expect((await check("grown.graphql", "--config", "exhaustive.ts")).code).toBe(1);
});

test("schema pull lists only the scalars that the config does not map", async () => {
  const pull = async (options: string) =>
    (await createConfigured(options).run("schema", "pull", "--from", "own.graphql")).stdout;
  expect(await pull("")).toContain("1 scalar has no TypeScript type");
  expect(await pull('scalars: { Money: "number" }')).not.toContain("TypeScript type");
});

test("options override the config, and --config names another one", async () => {
  const other = config().replace("queries", "others");
  const project = createConfigured("", {
    "other.ts": other,
    "others/state.graphql": "query State { state }\n",
  });
  const names = async (...args: readonly string[]) => {
    const { stdout } = await project.run("schema", "uses", "Query", "--format", "json", ...args);
    return JSON.parse(stdout).operations.map(({ name }: { name: string }) => name);
  };
  expect(await names()).toEqual(["Price"]);
  expect(await names("--operations", "others")).toEqual(["State"]);
  expect(await names("--config", "other.ts")).toEqual(["State"]);
  expect(await names("--config", "other.ts", "--operations", "queries")).toEqual(["Price"]);
});

test("without a schema in the config, the schema is schema/schema.graphql", async () => {
  const project = createConfigured("", { "codegen.ts": config().replace('schema: "own.graphql",', "") });
  expect((await project.run("codegen")).stderr).toMatch(/^error: cannot read "schema\/schema.graphql": /);
  project.write({ "schema/schema.graphql": SDL });
  expect((await project.run("codegen")).code).toBe(0);
});

const ALL = ["enums.ts", "operations.ts", "platform.types.ts", "types.ts"];

test.for<[args: readonly string[], printed: string]>([
  [["run", "Price", "--local"], "local platform at"],
  [["schema", "check", "--against", "../../own.graphql"], "1 operation unaffected"],
  [["schema", "pull", "--from", "new.graphql"], "→ ../../own.graphql"],
  [["schema", "uses", "Query.prices"], "../../queries/price.graphql:1:15"],
  [["add", "state"], "../../queries/get-state.graphql"],
  [["codegen"], `updated ${ALL.map((name) => `../../src/generated/${name}`).join(", ")}\n`],
])("%j in a subfolder uses the config of the folder above", async ([args, printed]) => {
  const files = {
    "codegen.ts": config().replace('"queries"', '["queries", "!queries/old.graphql"]'),
    "queries/old.graphql": "query Old { gone }",
    "packages/web/new.graphql": `${SDL} type New { a: Int }`,
    "platform.rules.ts": "export const rules = {};",
  };
  const project = createConfigured("", files);
  const cwd = join(project.folder, "packages/web");
  const { code, stdout } = await command(args, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain(printed);
});

test("an absolute path in the config of another folder stays as it is", async () => {
  const project = useProject({ "own.graphql": "type Query { a: Int }", "operations/a.graphql": "{ a }" });
  const options = `documents: "../operations", output: "src", schema: ${JSON.stringify(join(project.folder, "own.graphql"))}`;
  project.write({ "config/codegen.ts": renderConfig(options) });
  const args = ["schema", "uses", "Query.a", "--config", "config/codegen.ts"];
  expect(await project.run(...args)).toMatchObject({ code: 0, stdout: expect.stringContaining("Query.a") });
});

test("an address in the config of another folder stays an address, and is not shown", async () => {
  const address = "https://user:secret@api.example/graphql";
  const project = createConfigured("", { "api/codegen.ts": config().replace("own.graphql", address) });
  const { code, stderr } = await project.run("codegen", "--config", "api/codegen.ts");
  expect([code, stderr.split(":").slice(0, 3)]).toEqual([
    3,
    ["error", " schema", " no request is sent to the address"],
  ]);
  expect(stderr).not.toContain("secret");
});

test("the name of a file that starts with an exclamation mark is no exclusion, even in the folder above", async () => {
  const files = {
    "codegen.ts": config().replace('"queries"', '["!price.graphql"]'),
    "!price.graphql": OPERATION,
    "packages/web/index.ts": "",
  };
  const project = createConfigured("", files);
  const cwd = join(project.folder, "packages/web");
  const { stdout } = await command(["schema", "uses", "Query.prices"], { cwd });
  expect(stdout).toContain("../../!price.graphql:1:15");
});

test.for<[end: string, files: Readonly<Record<string, string>>, isFound: boolean]>([
  ["a package that is in no workspace", { "package.json": "{}", "packages/web/package.json": "{}" }, false],
  [
    "the root of a workspace of npm",
    { "package.json": '{ "workspaces" : ["packages/*"] }', "packages/web/package.json": "{}" },
    true,
  ],
  [
    "the root of a workspace of pnpm",
    { "package.json": "{}", "pnpm-workspace.yaml": "packages: []\n", "packages/web/package.json": "{}" },
    true,
  ],
  [
    "a workspace below the config",
    { "packages/package.json": '{ "workspaces": ["*"] }', "packages/web/package.json": "{}" },
    false,
  ],
])("the search for the config ends at %s", async ([, files, isFound]) => {
  const { "package.json": manifest = "{}", ...others } = files;
  const project = createConfigured("", { "package.json": manifest, "packages/web/src/a.ts": "", ...others });
  const cwd = join(project.folder, "packages/web/src");
  const { code, stderr } = await command(["codegen"], { cwd });
  const missing = "error: there is no codegen.ts or platform.config.ts here or above\n";
  expect({ code, isMissing: stderr.startsWith(missing) }).toEqual({
    code: isFound ? 0 : 3,
    isMissing: !isFound,
  });
});

test("without a package, the search for the config does not enter a folder of another user", async () => {
  const { folder } = useProject({
    "codegen.ts": config(),
    "own.graphql": SDL,
    "queries/price.graphql": OPERATION,
  });
  const cwd = join(folder, "one/two");
  mkdirSync(cwd, { recursive: true });
  expect((await command(["codegen", "--check"], { cwd })).code).toBe(1);
  // Only a system user can change owners. Elsewhere, the folder belongs to the user, and is entered.
  const isChanged = process.getuid?.() === 0;
  if (isChanged) chownSync(folder, 12_345, 12_345);
  expect((await command(["codegen", "--check"], { cwd })).code).toBe(isChanged ? 3 : 1);
  expect((await command(["codegen", "--check"], { cwd: folder })).code).toBe(1);
});

test("without a package, the search for the config does not enter a folder that all users can write to", async () => {
  const { folder } = useProject({
    "codegen.ts": config(),
    "own.graphql": SDL,
    "queries/price.graphql": OPERATION,
  });
  const cwd = join(folder, "one");
  mkdirSync(cwd);
  // The mode of /tmp.
  chmodSync(folder, 0o1777);
  expect((await command(["codegen", "--check"], { cwd })).code).toBe(3);
  expect(await command(["codegen", "--check"], { cwd: folder })).toEqual(
    failure('"codegen.ts" is not executed: all users can write to its folder', OWN_FOLDER),
  );
});

const OWN_FOLDER = "Move the project to a folder of your own.";

/** Runs the command with files of other users. Only root can create some: others see them as theirs. */
async function runWithOwners(owners: Readonly<Record<string, number>>, args: readonly string[]) {
  const project = useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": config(),
    "own.graphql": SDL,
    "queries/price.graphql": OPERATION,
    "platform.rules.ts": 'throw new Error("executed");',
  });
  const { statSync } = fs;
  const spy = vi.spyOn(fs, "statSync").mockImplementation(((...all: Parameters<typeof statSync>) => {
    const stats = statSync(...all);
    const uid = owners[relative(project.folder, resolve(String(all[0]))) || "."];
    return stats && uid !== undefined ? Object.assign(stats, { uid }) : stats;
  }) as typeof statSync);
  syncBuiltinESMExports();
  try {
    return await project.run(...args);
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
}

const OTHER = 54_321;

test("a config and rules of another user are not executed", async () => {
  const user = process.getuid?.() ?? 0;
  const problem = (file: string) =>
    failure(
      `"${file}" is not executed: it belongs to another user than its folder and this process`,
      `Read it, then run: chown ${user} "${file}".`,
    );
  const check = ["codegen", "--check"];
  expect(await runWithOwners({ "codegen.ts": OTHER }, check)).toEqual(problem("codegen.ts"));
  expect(await runWithOwners({ "codegen.ts": OTHER }, [...check, "--config", "codegen.ts"])).toEqual(
    problem("codegen.ts"),
  );
  expect(await runWithOwners({ "platform.rules.ts": OTHER }, ["rules"])).toEqual(
    problem("platform.rules.ts"),
  );
});

test.for([
  ["of the process's user", {}],
  ["of root", { "codegen.ts": 0, ".": OTHER }],
  ["of the owner of its folder, as in a container that runs as root", { "codegen.ts": OTHER, ".": OTHER }],
] as const)("a config %s is executed", async ([, owners]) => {
  expect(await runWithOwners(owners, ["codegen", "--check"])).toMatchObject({ code: 1 });
});

test("a folder with the name of a config or a manifest is none", async () => {
  const project = createConfigured("", { "platform.config.ts/README.md": "" });
  rmSync(join(project.folder, "package.json"));
  project.write({ "package.json/README.md": "" });
  expect(await project.run("schema", "uses", "Query.prices")).toMatchObject({ code: 0, stderr: "" });
});

test("a script with the name of a config is not run", async () => {
  const script =
    'import { writeFileSync } from "node:fs";\nwriteFileSync("ran.txt", "");\nprocess.exit(0);\n';
  const project = useProject({ "package.json": "{}", "codegen.mjs": script, "own.graphql": SDL });
  for (const args of [
    ["codegen", "--check"],
    ["schema", "check", "--against", "own.graphql"],
    ["doctor"],
    ["codegen"],
  ])
    expect([1, 3]).toContain((await project.run(...args)).code);
  expect(existsSync(join(project.folder, "ran.txt"))).toBe(false);
});

test("platform.config.ts is found next to a codegen.ts of graphql-codegen", async () => {
  const foreign = { "codegen.ts": 'throw new Error("not loaded");\n', "platform.config.ts": config() };
  expect(await createConfigured("", foreign).run("schema", "uses", "Query.prices")).toMatchObject({
    code: 0,
    stderr: "",
  });
});

test("ignores a config of graphql-codegen for something else, unless --config names it", async () => {
  const files = {
    "codegen.ts": "export default { generates: {} };\n",
    "schema/schema.graphql": SDL,
    "operations/price.graphql": OPERATION,
  };
  const project = createConfigured("", files);
  const uses = ["schema", "uses", "Query.prices"];
  expect(await project.run(...uses)).toMatchObject({ code: 0, stderr: "" });
  expect(await project.run(...uses, "--config", "codegen.ts")).toMatchObject({ code: 3, stdout: "" });
});

const INTROSPECTION = JSON.stringify(introspectionFromSchema(buildSchema(SDL)));

test.for<[kind: string, schema: string, files: Readonly<Record<string, string>>]>([
  ["an introspection", '"schema.json"', { "schema.json": INTROSPECTION }],
  [
    "the response to an introspection query",
    '"schema.json"',
    { "schema.json": `{ "data": ${INTROSPECTION} }` },
  ],
  [
    "several files",
    '["parts/b.graphqls", "parts/a.graphql"]',
    {
      "parts/a.graphql": "type Query { prices: [Price!]! state: State! }",
      "parts/b.graphqls": SDL.replace(/.*\n/, ""),
    },
  ],
  [
    "several files that each define a part of a type",
    '["parts/*.graphql"]',
    {
      "parts/a.graphql": "extend type Query { other: At }\ntype Query { prices: [Price!]! }\nscalar At",
      "parts/b.graphql": `type Query { state: State! }\nscalar At\n${SDL.replace(/.*\n/, "")}`,
    },
  ],
  [
    "a glob",
    '["parts/*.graphql", "!parts/old.graphql"]',
    {
      "parts/old.graphql": "type Query {",
      "parts/a.graphql": "type Query { prices: [Price!]! }\nextend type Query { state: State! }",
      "parts/b.graphql": SDL.replace(/.*\n/, ""),
    },
  ],
  [
    "SDL of a federation",
    '"subgraph.graphql"',
    {
      "subgraph.graphql": `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
extend type Query { prices: [Price!]! }
extend type Query { state: State! @shareable _entities(representations: [_Any!]!): [Price]! }
type Price @key(fields: "id") { id: ID! @external price: Money state: State! }
scalar Money
enum State { ON OFF @inaccessible }`,
    },
  ],
  [
    "SDL of AppSync",
    '"appsync.graphql"',
    {
      "appsync.graphql": `type Query { prices: [Price!]! @aws_api_key state: State! }
type Price @aws_iam @aws_cognito_user_pools(cognito_groups: ["a"]) { id: ID! price: AWSJSON at: AWSDateTime state: State! }
enum State { ON OFF }`,
    },
  ],
])("all commands read a schema that is %s", async ([, schema, files]) => {
  const project = createConfigured("", { "codegen.ts": config().replace('"own.graphql"', schema), ...files });
  for (const args of [
    ["codegen"],
    ["codegen", "--check"],
    ["add", "state"],
    ["schema", "uses", "Query.prices"],
    ["run", "Price", "--local"],
  ])
    expect({ args, ...(await project.run(...args)) }).toMatchObject({ args, code: 0, stderr: "" });
  expect(project.read("src/generated/types.ts")).toMatch(
    /^export type State =\n {2}\| '(?:ON'\n {2}\| 'OFF|OFF'\n {2}\| 'ON)';$/m,
  );
});

test.for<[kind: string, schema: string, text: string, problem: string]>([
  [
    "an address",
    '"https://user:secret@api.example/graphql"',
    "",
    'schema: no request is sent to the address: save the schema with "npx @integration-platform/graphql-cli schema pull --from"',
  ],
  [
    "a branch of git",
    '"git:main:schema.graphql"',
    "",
    'schema: "git:main:schema.graphql" is not read: save the schema',
  ],
  ["code", '"schema.ts"', "export default {};", 'schema: "schema.ts" is code: print its schema to a file'],
  [
    "a pointer of Git LFS",
    '"a.graphql"',
    "version https://git-lfs.github.com/spec/v1\n",
    'run "git lfs pull"',
  ],
  [
    "a web page",
    '"a.graphql"',
    "<!doctype html>",
    "a.graphql is a web page, not a schema: check the address",
  ],
  ["a page in XML", '"a.graphql"', "\n<?xml version='1.0'?>", "a.graphql is a web page, not a schema"],
  ["a page without a type", '"a.graphql"', "<HTML>", "a.graphql is a web page, not a schema"],
  ["JSON with the name of SDL", '"a.graphql"', '{\n"a": 1 }', "a.graphql is not a complete introspection"],
  ["empty", '"a.graphql"', " \n", "a.graphql is empty"],
  ["JSON that ends early", '"a.json"', '{ "__schema": ', "a.json: the file is not JSON"],
  ["JSON with a mistake", '"a.json"', '{ "__schema": {} x }', "a.json:1:18: the file is not JSON"],
  ["no introspection", '"a.json"', '{ "a": 1 }', "a.json is not a complete introspection: export it with"],
  [
    "an introspection without a query type",
    '"a.json"',
    '{ "__schema": { "queryType": null, "types": [], "directives": [] } }',
    "error: a.json: the schema has no query type\n",
  ],
  ["a glob without a file", '"parts/*.graphql"', "", "no schema file matches parts/*.graphql"],
])("codegen names what to do if the schema is %s", async ([, schema, text, problem]) => {
  const [, name = "a.txt"] = /^"([\w.]+)"$/.exec(schema) ?? [];
  const project = createConfigured("", {
    "codegen.ts": config().replace('"own.graphql"', schema),
    [name]: text,
  });
  const { code, stderr } = await project.run("codegen");
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining(problem) });
  expect(stderr).not.toContain("secret");
});

test.for<[option: keyof TypedOperationsOptions, values: readonly unknown[]]>([
  ["documents", [[], ["a", " "], 1, [1]]],
  ["output", [" ", 1]],
  ["schema", [[], [""]]],
  ["headers", ["X: 1", [], { "X-Key": "1", "X Key": "1" }, { "X-Key": 1 }, { "": "1" }]],
  [
    "scalars",
    [
      "string",
      { At: "string", Money: " " },
      { Money: { input: "string" } },
      { Money: { output: "string" } },
      { Money: { input: "string", output: "string", type: "string" } },
    ],
  ],
  ["importExtension", [".mjs", null]],
  ["types", ["opn"]],
  ["breaks", ["type", ["switches", "nope"]]],
  ["consumers", ["app", [], ["app", " "]]],
  ["shapes", ["yes"]],
  ["filePerOperation", ["yes"]],
  ["schemaModule", [1]],
  ["platformTypes", ["no"]],
  ["command", [" "]],
  ["documentImport", [1]],
  ["rules", [""]],
  ["plugins", ["add", ["add", 1], [{ add: {}, time: 1 }], [[]]]],
])("typedOperations() rejects invalid values of %s", ([option, values]) => {
  for (const value of values) {
    const options = { documents: "operations", output: "generated", [option]: value };
    expect(() => typedOperations(options), JSON.stringify(value)).toThrow(`"${option}" must be `);
  }
});

test("typedOperations() says what is wrong, and accepts plugins with options and the shipped schema", () => {
  const required = { documents: "operations", output: "generated" };
  const types = '"types" must be "open" or "closed" or "graphql-codegen"';
  const failing: readonly [options: object | undefined, option: string, action: string][] = [
    [undefined, '"documents" is missing', 'Add the line: documents: "operations",'],
    [{ documents: "operations" }, '"output" is missing', 'Add the line: output: "src/generated",'],
    [{ ...required, types: "opn" }, types, 'Did you mean "open"?'],
    [{ ...required, types: "other" }, types, "Set it to another value."],
    [{ ...required, shapes: "yes" }, '"shapes" must be true or false', "Set it to another value."],
    [{ ...required, shape: true }, 'unknown option "shape"', 'Did you mean "shapes"?'],
  ];
  for (const [wrong, option, action] of failing) {
    const error = Object.assign(new TypeError(`typedOperations: ${option}. ${action}`), { option, action });
    expect(() => typedOperations(wrong as never)).toThrow(error);
  }
  const options = {
    headers: { "X-Key": "$KEY", "!#$%&'*+.^_`|~0": "1" },
    scalars: { Money: "string", At: { input: "Date", output: "string" } },
    importExtension: "",
    types: "closed",
    breaks: ["switches"],
    consumers: ["web"],
    shapes: true,
    rules: "rules.ts",
  } as const;
  const plugins = ["add", { "typed-document-node": {} }];
  const documents = ["operations/", "!old/", "!drafts/*.graphql", "a.graphql", "src/**/*.ts", "[id]", "/"];
  const created = typedOperations({ documents, output: "generated", plugins, ...options });
  expect(created).toEqual({
    schema: ["schema/schema.graphql"],
    documents: [
      "operations/**/*.{graphql,gql}",
      "!old/**",
      "!drafts/*.graphql",
      "a.graphql",
      "src/**/*.ts",
      "[id]",
      "//**/*.{graphql,gql}",
    ],
    generates: { generated: { preset, presetConfig: options, plugins } },
    noSilentErrors: true,
  });
  const schema = ["@integration-platform/graphql/schema.graphql", "own.graphql"];
  const shipped = typedOperations({ documents: "operations", output: "generated", schema });
  expect(shipped.generates.generated).toEqual({ preset, presetConfig: {}, plugins: [] });
  expect(shipped.schema.map((path) => existsSync(path))).toEqual([true, false]);
});

const PRESET = "@integration-platform/graphql-cli/codegen";

test.for<[kind: string, config: object]>([
  ["the name of the preset", { generates: { "src/generated/": { preset: PRESET } } }],
  [
    "outputs of other tools",
    {
      generates: {
        "src/a.ts": ["typescript"],
        "src/d.ts": null,
        "src/e.ts": { plugins: ["typescript"] },
        "src/b/": { preset: "client" },
        "src/c/": { preset: { id: "client" } },
        "src/generated": { preset: { id: PRESET }, presetConfig: {}, plugins: [] },
      },
    },
  ],
  [
    "the settings of another extension",
    { extensions: { languageService: {} }, generates: { "src/generated": { preset: PRESET } } },
  ],
  [
    "settings that only graphql-codegen applies, all of them off",
    {
      schema: { "own.graphql": { loader: undefined } },
      documents: [{ "queries/*.graphql": {} }],
      pluckConfig: undefined,
      externalDocuments: [],
      config: { sort: false },
      generates: {
        "src/generated//": { preset: PRESET, plugins: [], documentTransforms: [] },
      },
    },
  ],
  [
    "a config of graphql-config",
    { extensions: { codegen: { generates: { "src/generated": { preset: PRESET } } } } },
  ],
])("codegen reads a config that is not written with typedOperations(): %s", async ([, own]) => {
  const settings = { schema: "own.graphql", documents: { "queries/*.graphql": {} }, ...own };
  const project = createConfigured("", { "codegen.ts": `export default ${JSON.stringify(settings)};` });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(existsSync(join(project.folder, "src/generated/operations.ts"))).toBe(true);
});

test.for<[config: object, error: string, hint?: string]>([
  [{ schema: [7] }, '"schema" must be a path, or a list of paths'],
  [{ documents: {} }, '"documents" must be a path, or a list of paths'],
  [{ documents: [{ loader: "x" }] }, '"documents" must be a path, or a list of paths'],
  [{ documents: [{ "a.graphql": {}, loader: "x" }] }, '"documents" must be a path, or a list of paths'],
  [
    { generates: { a: { preset: PRESET }, b: { preset: PRESET } } },
    "several outputs have the preset: a, b",
    "Write one config for each, and use --config.",
  ],
])("names what is wrong in a config %j", async ([own, error, hint = "Set it to another value."]) => {
  const settings = { schema: "own.graphql", generates: { generated: { preset: PRESET } }, ...own };
  const project = createConfigured("", { "codegen.ts": `export default ${JSON.stringify(settings)};` });
  expect(await project.run("codegen")).toEqual(failure(`codegen.ts: ${error}`, hint));
});

test("finds a config by each of its names, in this order", async () => {
  const modules = ["ts", "mts", "cts", "js", "mjs", "cjs"];
  const names = ["platform.config", "codegen"].flatMap((name) =>
    modules.map((ending) => `${name}.${ending}`),
  );
  const settings = JSON.stringify({ schema: [7], generates: { generated: { preset: PRESET } } });
  const others = ["codegen.yml", "codegen.yaml", "codegen.json"];
  const project = useProject({
    "codegen.yml": "generates: {}",
    "codegen.yaml": "documents: a",
    "codegen.json": '["@graphql-codegen/add"]',
    ...Object.fromEntries(
      names.map((name) => [
        name,
        `${/c.s$/.test(name) ? "module.exports =" : "export default"} ${settings};`,
      ]),
    ),
  });
  for (const name of names) {
    const error = `${name}: "schema" must be a path, or a list of paths`;
    expect(await project.run("codegen")).toEqual(failure(error, "Set it to another value."));
    rmSync(join(project.folder, name));
  }
  for (const name of others) {
    expect(await project.run("codegen")).toEqual(
      failure(
        `${name} has no output with the preset of typedOperations()`,
        `Run "npx @integration-platform/graphql-cli init" to add platform.config.ts, or "npx --no-install graphql-codegen --config ${name}".`,
      ),
    );
    rmSync(join(project.folder, name));
  }
  // A script that only has the name of a config.
  project.write({ "codegen.js": "generate(document);" });
  expect(await project.run("codegen")).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/^error: there is no codegen\.ts or platform\.config\.ts here or above\n/),
  });
});

const LOADER = [{ "own.graphql": { loader: "./loader.js" } }];

test.for<[name: string, root: object, output?: object]>([
  ["a loader", { schema: LOADER }],
  ["a loader", {}, { schema: LOADER }],
  ["a loader", {}, { documents: LOADER }],
  ["pluckConfig", { pluckConfig: {} }],
  ["externalDocuments", { externalDocuments: ["a"] }],
  ["externalDocuments", {}, { externalDocuments: "a" }],
  ["documentTransforms", {}, { documentTransforms: [{}] }],
  ["config.sort", { config: { sort: true } }],
  ["config.onFieldTypeConflict", { config: { onFieldTypeConflict: null } }],
  ["the plugin add", {}, { plugins: [["add"]] }],
  ["the plugin time", {}, { plugins: [{ "typed-document-node": null, time: null }] }],
])("only graphql-codegen applies %s of a config %j with the output %j", async ([name, root, output]) => {
  const own = { ...root, generates: { generated: { preset: PRESET, ...output } } };
  const settings = { schema: "own.graphql", documents: "queries/*.graphql", ...own };
  const project = createConfigured("", { "codegen.ts": `export default ${JSON.stringify(settings)};` });
  expect(await project.run("codegen")).toEqual(
    failure(
      `only graphql-codegen applies what "codegen.ts" sets: ${name}`,
      'Run "npx --no-install graphql-codegen --config codegen.ts".',
    ),
  );
});

test.for<[scalars: string, error: string]>([
  ['{ Mony: "string" }', 'scalars: the schema has no scalar "Mony" (did you mean "Money"?)'],
  ['{ Money: "string |" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string | " }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "a string" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "Date | null)" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string; number" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string // note" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string); evil(); type _ = (0" }', 'scalars: the type of "Money" is not valid TypeScript'],
  [
    '{ Money: { input: "string", output: "string", type: "string" } }',
    'codegen.ts: "scalars" must be an object with a TypeScript type for each scalar, such as { Money: "string" }',
  ],
  ['{ Money: { input: "string", output: "{" } }', 'scalars: the type of "Money" is not valid TypeScript'],
])("rejects the scalars %s in codegen and schema check, and writes no file", async ([scalars, error]) => {
  const project = createConfigured(`scalars: ${scalars}`);
  const failed = { code: 3, stdout: "", stderr: expect.stringContaining(`error: ${error}\n`) };
  expect(await project.run("codegen")).toEqual(failed);
  expect(await project.run("schema", "check", "--against", "own.graphql")).toEqual(failed);
  expect(existsSync(join(project.folder, "src"))).toBe(false);
});

test("schema check names the config with the scalars", async () => {
  const project = useProject({
    "shop.config.ts": config('scalars: { Mony: "string" }'),
    "own.graphql": SDL,
    "queries/a.graphql": "query A { __typename }",
  });
  const args = ["--config", "shop.config.ts", "--against", "own.graphql"];
  expect((await project.run("schema", "check", ...args)).stderr).toContain(
    "hint:  Change the scalars of shop.config.ts.\n",
  );
  project.write({
    "both.config.ts": config('scalars: { Money: "string", Next: "string" }'),
    "next.graphql": `${SDL}\nscalar Next\n`,
  });
  // A scalar can be new, or gone.
  const check = ["schema", "check", "--config", "both.config.ts", "--against"];
  for (const schemas of [["next.graphql"], ["own.graphql", "--snapshot", "next.graphql"]])
    expect(await project.run(...check, ...schemas)).toMatchObject({ code: 0, stderr: "" });
});

test("accepts every type that TypeScript parses", async () => {
  const project = createConfigured(
    'scalars: { Money: { input: "[string, ...number[]]", output: " ./m.js#Money " } }',
  );
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
});

test("--dotenv sets variables that the environment does not set", async () => {
  const { baseUrl, env } = await listen({ schema: SDL });
  const text = `# Local\nexport PLATFORM_BASE_URL="${baseUrl}"\nPLATFORM_REFRESH_TOKEN=wrong\n`;
  const project = createConfigured("", { ".env": text });
  const { PLATFORM_REFRESH_TOKEN } = env;
  const args = ["--dotenv", ".env", "run", "Price", "--format", "json"];
  const { code, stdout } = await command(args, { cwd: project.folder, env: { PLATFORM_REFRESH_TOKEN } });
  expect({ code, baseUrl: JSON.parse(stdout).platform.baseUrl }).toEqual({ code: 0, baseUrl });
});

test("names --dotenv for the option of Node.js", async () => {
  for (const args of [["--env-file", ".env"], ["--env-file=.env"]])
    expect(await useProject().run("run", "Price", ...args)).toEqual(
      failure(`unknown option '--env-file${args.length > 1 ? "" : "=…"}'`, "Use --dotenv <file>."),
    );
});

test("--format json prints a document if --dotenv cannot be read", async () => {
  const project = createConfigured();
  const { code, stdout } = await project.run("run", "Price", "--format", "json", "--dotenv", "queries");
  const { error } = JSON.parse(stdout);
  expect({ code, message: error.message }).toEqual({
    code: 3,
    message: 'cannot read "queries": it is a folder',
  });
});

test("a hint for an option names the command, even if the value of an option is the name of another one", async () => {
  const args = ["--config", "run", "schema", "check", "--unknown"];
  expect(await command(args)).toEqual(
    failure("unknown option '--unknown'", 'Run "npx @integration-platform/graphql-cli schema check --help".'),
  );
});

test("sends the headers of the config with introspection, with values of the environment", async () => {
  const { platform, env } = await listen({ schema: SDL });
  const project = createConfigured('headers: { "X-Feature": "on", "X-Key": "key $ACME_KEY" }');
  const variables = { env: { ...env, ACME_KEY: ` ${CANARY}\n` }, cwd: project.folder };
  await project.run("codegen");
  const reversed = ["schema", "check", "--snapshot", "live", "--against", "own.graphql"];
  for (const args of [["schema", "check"], reversed, ["doctor"], ["schema", "pull"]]) {
    const before = platform.requests.length;
    const { code, stdout, stderr } = await command(args, variables);
    expect({ args, code }).toEqual({ args, code: 0 });
    const sent = platform.requests
      .slice(before)
      .filter(({ operation }) => operation?.startsWith("Introspection"));
    expect(sent.map(({ headers }) => [headers["x-feature"], headers["x-key"]])).toEqual([
      ["on", `key ${CANARY}`],
      ["on", `key ${CANARY}`],
    ]);
    expect(stdout + stderr + Object.values(project.readAll()).join("")).not.toContain(CANARY);
  }
  const { stdout } = await command(["schema", "pull", "--snapshot", `${CANARY}.graphql`], variables);
  expect(stdout).toContain("[redacted].graphql");
  expect(stdout).not.toContain(CANARY);
  // Another host does not get them; --header overrides them.
  expect((await command(["schema", "pull", "--from", "own.graphql"], { cwd: project.folder })).code).toBe(0);
  const missing = await command(["schema", "pull"], { cwd: project.folder, env });
  expect(missing).toEqual(
    failure("the header X-Key of codegen.ts needs ACME_KEY, which is not set", "Set ACME_KEY."),
  );
  // Before the other schema is read.
  const url = `${env.PLATFORM_BASE_URL}/schema.graphql`;
  expect(await command(["schema", "check", "--snapshot", url], { cwd: project.folder, env })).toEqual(
    missing,
  );
  expect(
    (await command(["schema", "pull", "--header", "X-KEY: own"], { cwd: project.folder, env })).code,
  ).toBe(0);
});

test("names a folder that cannot be read below a glob of the schema", async () => {
  const project = createConfigured("", { "database/a.graphql": "" });
  project.write({ "codegen.ts": config('schema: "**/*.graphql"') });
  const { readdirSync } = fs;
  const spy = vi.spyOn(fs, "readdirSync").mockImplementation(((path: string, options: object) => {
    if (path !== "database") return readdirSync(path, options);
    const message = `EACCES: permission denied, scandir '${path}'`;
    throw Object.assign(new Error(message), { code: "EACCES", errno: -13, syscall: "scandir", path });
  }) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  for (const args of [["codegen"], ["run", "Price", "--local"]])
    expect(await project.run(...args)).toEqual(
      failure('cannot access "database": permission denied', "Check the path."),
    );
});

test("init writes the names of headers, and a variable for each value", async () => {
  const { env } = await listen({ schema: SDL });
  const project = useProject({ "package.json": "{}" });
  const { code } = await command(["init", "--header", `X-Key: ${CANARY}`], { cwd: project.folder, env });
  expect(code).toBe(0);
  expect(project.read("codegen.ts")).toContain('headers: { "X-Key": "$PLATFORM_X_KEY" },');
  expect(Object.values(project.readAll()).join("")).not.toContain(CANARY);
});

test.for([
  ["pnpm-lock.yaml", "pnpm exec platform-graphql"],
  ["yarn.lock", "yarn run platform-graphql"],
  ["bun.lock", "bun run platform-graphql"],
  ["package-lock.json", "npx @integration-platform/graphql-cli"],
] as const)(
  "messages and hints have the command as a project with %s runs it",
  async ([lockFile, program]) => {
    const project = createRepository({ [lockFile]: "", "web/package.json": "{}" });
    onTestFinished(() => project[Symbol.dispose]());
    const run = (...args: string[]) => command(args, { cwd: join(project.folder, "web") });
    const init = `Run "${program} init" in the folder of your package`;
    expect((await run("codegen")).stderr).toContain(`hint:  ${init}, or use --config <file>.\n`);
    const { stdout } = await run("run", "Get", "--format", "json");
    expect(JSON.parse(stdout).error.hint).toContain(init);
    expect((await run("doctor")).stdout).toContain(`→ ${init}.`);
    expect((await run("add")).stderr).toContain(`Run "${program} add <field>".`);
    expect((await run("nope")).stderr).toContain(`Run "${program} --help".`);
  },
);

test("each lock file names its package manager, the one of npm last", async () => {
  const programs = [
    ["pnpm-lock.yaml", "pnpm exec platform-graphql"],
    ["yarn.lock", "yarn run platform-graphql"],
    ["bun.lock", "bun run platform-graphql"],
    ["bun.lockb", "bun run platform-graphql"],
    ["package-lock.json", "npx @integration-platform/graphql-cli"],
    ["npm-shrinkwrap.json", "npx @integration-platform/graphql-cli"],
  ];
  const project = useProject(Object.fromEntries(programs.map(([name]) => [name, ""])));
  for (const [name = "", program] of programs) {
    const { stderr } = await project.run("codegen");
    expect(stderr).toContain(`hint:  Run "${program} init" in the folder of your package`);
    rmSync(join(project.folder, name));
  }
});
