/** `platform-graphql init`: a project from a folder with a package.json. */

import { join } from "node:path";
import { loadConfig } from "graphql-config";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { command, type Finished } from "./support/command.ts";
import { listen } from "./support/platform.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const SDL =
  "type Query { customers: [Customer!]! }\ntype Customer { id: ID! balance: Money since: DateTime }\nscalar Money\nscalar DateTime\n";
const MANIFEST = '{\n\t"name": "acme",\n\t"scripts": { "test": "vitest" }\n}\n';

const createFolder = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({ "package.json": MANIFEST, "platform.graphql": SDL, ...files });

const init = (project: Project, ...args: readonly string[]): Promise<Finished> =>
  project.run("init", "--from", "platform.graphql", ...args);

/** The config refers to the package by name; a folder of a test has no packages. */
function linkConfig(project: Project): void {
  const entry = JSON.stringify(join(import.meta.dirname, "../src/codegen/index.ts"));
  const text = project.read("codegen.ts").replace('"@integration-platform/graphql-cli/codegen"', entry);
  project.write({ "codegen.ts": text });
}

test("writes the files of a project, and prints what it wrote and what comes next", async () => {
  const project = createFolder();
  const { code, stdout, stderr } = await init(project, "--ci", "github");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`✓ schema/schema.graphql  4 types of platform.graphql
✓ codegen.ts
✓ .graphqlrc.yml
✓ package.json  scripts codegen, schema:pull, schema:check
✓ .github/workflows/schema.yml

Next
  npm install @integration-platform/graphql
  npm install --save-dev @integration-platform/graphql-cli graphql
  npx platform-graphql add customers
  npm run codegen
`);
  expect(Object.keys(project.readAll())).toEqual([
    ".github/workflows/schema.yml",
    ".graphqlrc.yml",
    "codegen.ts",
    "package.json",
    "platform.graphql",
    "schema/provenance.json",
    "schema/schema.graphql",
  ]);
  expect(project.read("package.json")).toBe(`{
\t"name": "acme",
\t"scripts": {
\t\t"test": "vitest",
\t\t"codegen": "platform-graphql codegen",
\t\t"schema:pull": "platform-graphql schema pull",
\t\t"schema:check": "platform-graphql schema check"
\t}
}
`);
  expect(project.read("codegen.ts")).toContain('  // scalars: { Money: "string" },');
});

test("the next commands work in the new project", async () => {
  const project = createFolder();
  await init(project);
  linkConfig(project);
  const { run } = project;
  expect(await run("add", "customers")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("schema", "check", "--against", "platform.graphql")).toMatchObject({ code: 0, stderr: "" });
});

test("graphql-config finds the schema and the operations for editors", async () => {
  const project = createFolder({ "operations/list.graphql": "query List { customers { id } }\n" });
  await init(project);
  const config = (await loadConfig({ rootDir: project.folder }))?.getDefault();
  expect(await config?.getSchema("string")).toContain("type Customer");
  const documents = (await config?.getDocuments()) ?? [];
  expect(documents.map(({ location }) => location)).toEqual([join(project.folder, "operations/list.graphql")]);
});

test("changes no file that exists, and can run again", async () => {
  const files = {
    "codegen.ts": "export default {};\n",
    "graphql.config.json": "{}\n",
    ".gitlab-ci.yml": "build: {}\n",
    "schema/schema.graphql": "type Query { own: Int }\n",
  };
  const project = createFolder(files);
  const { code, stdout } = await init(project, "--ci", "gitlab");
  expect({ code, kept: stdout.match(/^– (\S+) {2}exists, not changed$/gm)?.length }).toEqual({ code: 0, kept: 4 });
  for (const [file, text] of Object.entries(files)) expect(project.read(file)).toBe(text);
  const before = project.readAll();
  expect((await init(project, "--ci", "gitlab")).code).toBe(0);
  expect(project.readAll()).toEqual(before);
});

test("writes the editor's config for the paths of codegen.ts", async () => {
  const project = createFolder({
    "codegen.ts": renderConfig('schema: "platform.graphql", documents: ["queries", "src/**/*.ts"], output: "src"'),
  });
  await init(project);
  expect(parse(project.read(".graphqlrc.yml"))).toEqual({
    schema: "platform.graphql",
    documents: ["queries/**/*.graphql", "src/**/*.ts"],
  });
  expect(Object.keys(project.readAll())).not.toContain("schema/schema.graphql");
});

test("pulls the schema of the configured platform", async () => {
  const { env } = await listen({ schema: SDL });
  const project = createFolder();
  const { code, stdout } = await command(["init"], { cwd: project.folder, env });
  expect(code).toBe(0);
  expect(stdout).toContain(`4 types of ${env.PLATFORM_BASE_URL}/api`);
});

test("the GitLab job is valid YAML with the commands of the guide", async () => {
  const project = createFolder();
  await init(project, "--ci", "gitlab");
  const { schema } = parse(project.read(".gitlab-ci.yml"));
  expect(schema.script.filter((line: string) => line.includes("platform-graphql"))).toEqual([
    expect.stringContaining("schema check --snapshot git:FETCH_HEAD --against schema/schema.graphql"),
  ]);
});
