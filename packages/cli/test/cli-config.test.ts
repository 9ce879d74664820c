/** The configuration that all commands share: `codegen.ts`, `--config`, `--env-file` and the options that override it. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CANARY, command, failure } from "./support/command.ts";
import { listen } from "./support/platform.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

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
  [["record", "Price", "--local"], "recordings/Price/default.json"],
  [["schema", "check", "--against", "own.graphql"], "1 operation unaffected"],
  [["schema", "pull", "--from", "own.graphql"], "own.graphql"],
  [["schema", "uses", "Query.prices"], "queries/price.graphql:1:15"],
  [["add", "state"], "queries/get-state.graphql"],
  [["codegen"], "updated src/generated/documents.ts"],
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
    "exhaustive.ts": config('breaks: ["exhausts"]'),
  };
  const project = createConfigured('scalars: { Money: "number" }, openTypes: false', files);
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
  const project = createConfigured("", { "other.ts": other, "others/state.graphql": "query State { state }\n" });
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

test.for<[args: readonly string[], printed: string]>([
  [["run", "Price", "--local"], "local platform at"],
  [["record", "Price", "--local"], "../../recordings/Price/default.json"],
  [["schema", "check", "--against", "../../own.graphql"], "1 operation unaffected"],
  [["schema", "pull", "--from", "new.graphql"], "→ ../../own.graphql"],
  [["schema", "uses", "Query.prices"], "../../queries/price.graphql:1:15"],
  [["add", "state"], "../../queries/get-state.graphql"],
  [["codegen"], "updated ../../src/generated/documents.ts"],
])("%j in a subfolder uses the config of the folder above", async ([args, printed]) => {
  const files = {
    "codegen.ts": config().replace('"queries"', '["queries", "!queries/old.graphql"]'),
    "queries/old.graphql": "query Old { gone }",
    "packages/web/new.graphql": `${SDL} type New { a: Int }`,
  };
  const project = createConfigured("", files);
  project.git("init", "--quiet");
  const cwd = join(project.folder, "packages/web");
  const { code, stdout } = await command(args, { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain(printed);
  // Only the nearest repository is searched.
  project.write({ "packages/web/.git": "" });
  expect((await command(["codegen"], { cwd })).stderr).toContain("there is no codegen.ts or platform.config.ts here");
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

test.for<[scalars: string, error: string]>([
  ['{ Mony: "string" }', 'scalars: the schema has no scalar "Mony", did you mean "Money"?'],
  ['{ Money: "string |" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string | " }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "a string" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "Date | null)" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string; number" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string // note" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: "string); evil(); type _ = (0" }', 'scalars: the type of "Money" is not valid TypeScript'],
  ['{ Money: { input: "string", output: "{" } }', 'scalars: the type of "Money" is not valid TypeScript'],
])("rejects the scalars %s in codegen and schema check, and writes no file", async ([scalars, error]) => {
  const project = createConfigured(`scalars: ${scalars}`);
  const failed = { code: 3, stdout: "", stderr: expect.stringContaining(`error: ${error}\n`) };
  expect(await project.run("codegen")).toEqual(failed);
  expect(await project.run("schema", "check", "--against", "own.graphql")).toEqual(failed);
  expect(existsSync(join(project.folder, "src"))).toBe(false);
});

test("accepts every type that TypeScript parses", async () => {
  const project = createConfigured(
    'scalars: { Money: { input: "[string, ...number[]]", output: "import(\'./m.js\').Money[]" } }',
  );
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
});

test("--env-file sets variables that the environment does not set", async () => {
  const { baseUrl, env } = await listen({ schema: SDL });
  const text = `# Local\nexport PLATFORM_BASE_URL="${baseUrl}"\nPLATFORM_REFRESH_TOKEN=wrong\n`;
  const project = createConfigured("", { ".env": text });
  const { PLATFORM_REFRESH_TOKEN } = env;
  const args = ["--env-file", ".env", "run", "Price", "--format", "json"];
  const { code, stdout } = await command(args, { cwd: project.folder, env: { PLATFORM_REFRESH_TOKEN } });
  expect({ code, baseUrl: JSON.parse(stdout).platform.baseUrl }).toEqual({ code: 0, baseUrl });
});

test("sends the headers of the config with introspection, with values of the environment", async () => {
  const { platform, env } = await listen({ schema: SDL });
  const project = createConfigured('headers: { "X-Feature": "on", "X-Key": "key $ACME_KEY" }');
  const variables = { env: { ...env, ACME_KEY: CANARY }, cwd: project.folder };
  await project.run("codegen");
  for (const args of [["schema", "check"], ["doctor"], ["schema", "pull"]]) {
    const before = platform.requests.length;
    const { code, stdout, stderr } = await command(args, variables);
    expect({ args, code }).toEqual({ args, code: 0 });
    const sent = platform.requests.slice(before).filter(({ operation }) => operation?.startsWith("Introspection"));
    expect(sent.map(({ headers }) => [headers["x-feature"], headers["x-key"]])).toEqual([
      ["on", `key ${CANARY}`],
      ["on", `key ${CANARY}`],
    ]);
    expect(stdout + stderr + Object.values(project.readAll()).join("")).not.toContain(CANARY);
  }
  // Another host does not get them; --header overrides them.
  expect((await command(["schema", "pull", "--from", "own.graphql"], { cwd: project.folder })).code).toBe(0);
  const missing = await command(["schema", "pull"], { cwd: project.folder, env });
  expect(missing).toEqual(failure("the header X-Key of codegen.ts needs ACME_KEY, which is not set", "Set ACME_KEY."));
  expect((await command(["schema", "pull", "--header", "x-key: own"], { cwd: project.folder, env })).code).toBe(0);
});

test("init writes the names of headers, and a variable for each value", async () => {
  const { env } = await listen({ schema: SDL });
  const project = useProject({ "package.json": "{}" });
  const { code } = await command(["init", "--header", `X-Key: ${CANARY}`], { cwd: project.folder, env });
  expect(code).toBe(0);
  expect(project.read("codegen.ts")).toContain('headers: { "X-Key": "$PLATFORM_X_KEY" },');
  expect(Object.values(project.readAll()).join("")).not.toContain(CANARY);
});
