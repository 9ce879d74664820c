/** `platform-graphql init`: a project from a folder with a package.json. */

import fs, { chmodSync, existsSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { loadConfig } from "graphql-config";
import { expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { serve } from "../../../test/support/server.ts";
import { command, type Finished, failure, runTool, start } from "./support/command.ts";
import { listen } from "./support/platform.ts";
import { createRepository, type Project, renderConfig, useProject } from "./support/project.ts";

const SDL =
  "type Query { customers: [Customer!]! }\ntype Customer { id: ID! balance: Money since: DateTime }\nscalar Money\nscalar DateTime\n";
const MANIFEST = '{\n\t"name": "acme",\n\t"scripts": { "test": "vitest" }\n}\n';

const createFolder = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({ "package.json": MANIFEST, "platform.graphql": SDL, ...files });

const init = ({ folder: cwd }: Pick<Project, "folder">, ...args: readonly string[]): Promise<Finished> =>
  command(["init", "--from", "platform.graphql", ...args], { cwd });

/** The config refers to the package by name; a folder of a test has no packages. */
function linkConfig(project: Project, file = "codegen.ts"): void {
  const entry = JSON.stringify(join(import.meta.dirname, "../src/codegen/index.ts"));
  project.write({ [file]: project.read(file).replace('"@integration-platform/graphql-cli/codegen"', entry) });
}

test("writes the files of a project, and prints what it wrote and what comes next", async () => {
  const project = createFolder();
  const { code, stdout, stderr } = await init(project, "--ci", "github");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toBe(`✓ schema/schema.graphql  4 types of platform.graphql
✓ tsconfig.json
✓ codegen.ts
✓ .graphqlrc.yml
✓ package.json  "type": "module", scripts codegen, schema:pull, schema:check, types
✓ .github/workflows/schema.yml  for npm: there is no lock file

Next
  npm install @integration-platform/graphql
  npm install --save-dev @integration-platform/graphql-cli @integration-platform/graphql-testing graphql typescript @types/node
  npx @integration-platform/graphql-cli add customers
  npm run codegen
  npx @integration-platform/graphql-cli rules   # for tests with filters and mutations
`);
  expect(Object.keys(project.readAll())).toEqual([
    ".github/workflows/schema.yml",
    ".graphqlrc.yml",
    "codegen.ts",
    "package.json",
    "platform.graphql",
    "schema/provenance.json",
    "schema/schema.graphql",
    "tsconfig.json",
  ]);
  expect(project.read("package.json")).toBe(`{
\t"name": "acme",
\t"scripts": {
\t\t"test": "vitest",
\t\t"codegen": "platform-graphql codegen",
\t\t"schema:pull": "platform-graphql schema pull",
\t\t"schema:check": "platform-graphql schema check",
\t\t"types": "tsc --noEmit"
\t},
\t"type": "module"
}
`);
  expect(project.read("codegen.ts")).toContain('  // scalars: { Money: "string" },');
  // It finds arguments that a resolver of the simulated platform destructures and forgets.
  expect(JSON.parse(project.read("tsconfig.json")).compilerOptions.noUnusedParameters).toBe(true);
});

test("the next commands work in the new project", async () => {
  const project = createFolder();
  await init(project);
  linkConfig(project);
  const { run } = project;
  expect(await run("add", "customers")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(await run("schema", "check", "--against", "platform.graphql")).toMatchObject({
    code: 0,
    stderr: "",
  });
});

test("graphql-config finds the schema and the operations for editors", async () => {
  const project = createFolder({ "operations/list.graphql": "query List { customers { id } }\n" });
  await init(project);
  const config = (await loadConfig({ rootDir: project.folder }))?.getDefault();
  expect(await config?.getSchema("string")).toContain("type Customer");
  const documents = (await config?.getDocuments()) ?? [];
  expect(documents.map(({ location }) => location)).toEqual([
    join(project.folder, "operations/list.graphql"),
  ]);
});

test("changes no file that exists, and can run again", async () => {
  const files = {
    "codegen.ts": renderConfig('documents: "operations", output: "src"'),
    "tsconfig.json": "{}\n",
    "graphql.config.json": "{}\n",
    ".github/workflows/schema.yml": "jobs: {}\n",
    "schema/schema.graphql": "type Query { own: Int }\n",
  };
  const project = createFolder(files);
  const { code, stdout } = await init(project, "--ci", "github");
  expect({ code, kept: stdout.match(/^– (\S+) {2}exists, not changed$/gm)?.length }).toEqual({
    code: 0,
    kept: 4,
  });
  for (const [file, text] of Object.entries(files)) expect(project.read(file)).toBe(text);
  const before = project.readAll();
  expect((await init(project, "--ci", "github")).code).toBe(0);
  expect(project.readAll()).toEqual(before);
});

test("writes the editor's config for the paths of codegen.ts", async () => {
  const project = createFolder({
    "codegen.ts": renderConfig(
      'schema: "platform.graphql", documents: ["queries", "src/**/*.ts", "!src/gql", "!src/gql.tsx"], output: "src"',
    ),
  });
  await init(project);
  expect(parse(project.read(".graphqlrc.yml"))).toEqual({
    schema: "platform.graphql",
    documents: ["queries/**/*.{graphql,gql}", "src/**/*.ts"],
    exclude: ["src/gql/**", "src/gql.tsx"],
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

const MANAGERS: readonly [
  lockFile: string,
  text: string,
  /** Command that installs the package manager. */
  prepare: string | undefined,
  commands: readonly string[],
][] = [
  ["package-lock.json", "{}", undefined, ["npm ci --ignore-scripts", "npx --no-install platform-graphql"]],
  ["npm-shrinkwrap.json", "{}", undefined, ["npm ci --ignore-scripts", "npx --no-install platform-graphql"]],
  [
    "pnpm-lock.yaml",
    "",
    "corepack enable",
    ["pnpm install --frozen-lockfile --ignore-scripts", "pnpm exec platform-graphql"],
  ],
  [
    "yarn.lock",
    "__metadata:",
    "corepack enable",
    ["yarn install --immutable --mode=skip-build", "yarn run platform-graphql"],
  ],
  [
    "yarn.lock",
    "# yarn lockfile v1",
    "corepack enable",
    ["yarn install --frozen-lockfile --ignore-scripts", "yarn run platform-graphql"],
  ],
  [
    "bun.lock",
    "{}",
    "npm install --global bun",
    ["bun install --frozen-lockfile --ignore-scripts", "bun run platform-graphql"],
  ],
];

test.for(MANAGERS)(
  "writes jobs at the root of the repository for %s %s",
  async ([lockFile, text, prepare, [install, command]]) => {
    const files = { "package.json": MANIFEST, "platform.graphql": SDL };
    const inPackage = Object.fromEntries(
      Object.entries(files).map(([name, content]) => [`apps/web/${name}`, content]),
    );
    const project = useProject({ ...inPackage, [lockFile]: text });
    project.git("init", "--quiet");
    const cwd = join(project.folder, "apps/web");
    const before = prepare === undefined ? [install] : [prepare, install];
    // A person who follows the printed lines meets the own package alone: npm downloads what is not installed.
    const printed = command?.replace(
      "npx --no-install platform-graphql",
      "npx @integration-platform/graphql-cli",
    );
    for (const system of ["github", "gitlab"])
      expect(await run(cwd, system)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`^  ${printed} rules `, "m")),
      });
    const { jobs } = parse(project.read(".github/workflows/schema-apps-web.yml"));
    expect(jobs["schema-apps-web"].defaults).toEqual({ run: { "working-directory": "apps/web" } });
    const steps = jobs["schema-apps-web"].steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(steps).toEqual([...before, `${command} ci`]);
    const { "schema-apps-web": job } = parse(project.read(".gitlab-ci.yml"));
    expect(job.script).toEqual([
      "cd 'apps/web'",
      ...before,
      `${command} ci --output schema-report.html --output schema-report.xml`,
    ]);
    expect(job.artifacts).toMatchObject({
      paths: ["apps/web/schema-report.html"],
      reports: { junit: "apps/web/schema-report.xml" },
    });
  },
);

test("writes the name of a folder into a job as it is, and quotes it for a shell", async () => {
  const files = { "package.json": MANIFEST, "platform.graphql": SDL };
  const folder = "it's $$ b";
  const project = useProject(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content])),
  );
  project.git("init", "--quiet");
  for (const system of ["github", "gitlab"])
    expect((await run(join(project.folder, folder), system)).code).toBe(0);
  const { jobs } = parse(project.read(".github/workflows/schema-it-s-b.yml"));
  expect(jobs["schema-it-s-b"].defaults).toEqual({ run: { "working-directory": folder } });
  const { "schema-it-s-b": job } = parse(project.read(".gitlab-ci.yml"));
  expect(job.script[0]).toBe("cd 'it'\\''s $$ b'");
});

test("a job in the root of a repository has no folder", async () => {
  const project = createFolder({ "package-lock.json": "{}" });
  project.git("init", "--quiet");
  for (const system of ["github", "gitlab"]) expect((await run(project.folder, system)).code).toBe(0);
  const { name, jobs } = parse(project.read(".github/workflows/schema.yml"));
  expect(name).toBe("Schema");
  expect(jobs.schema).not.toHaveProperty("defaults");
  const { schema } = parse(project.read(".gitlab-ci.yml"));
  expect([schema.script[0], schema.artifacts.paths]).toEqual([
    "npm ci --ignore-scripts",
    ["schema-report.html"],
  ]);
});

const run = (cwd: string, system: string) =>
  command(["init", "--from", "platform.graphql", "--ci", system], { cwd });

test("writes a GitLab job next to an existing file, and says how to include it", async () => {
  const project = createFolder({ ".gitlab-ci.yml": "build: {}\n" });
  const { stdout } = await init(project, "--ci", "gitlab");
  const include = "include: [{ local: .gitlab/schema.yml }]\n";
  expect(stdout).toContain(`  Add to .gitlab-ci.yml:  ${include}`);
  expect(parse(project.read(".gitlab/schema.yml"))).toHaveProperty("schema.script");
  project.write({ ".gitlab-ci.yml": include });
  expect((await init(project, "--ci", "gitlab")).stdout).not.toContain("Add to .gitlab-ci.yml");
});

test("a workflow of the user with the name of the job is kept, and the step to add is printed", async () => {
  const project = createFolder({ ".github/workflows/schema.yml": "jobs: {}\n" });
  const { code, stdout } = await init(project, "--ci", "github");
  const line =
    "Add a step to .github/workflows/schema.yml, which exists:  npx --no-install platform-graphql ci";
  expect([code, stdout.includes(line)]).toEqual([0, true]);
});

/** A repository with two packages. */
function createPackages(folders: readonly string[], more: Readonly<Record<string, string>> = {}): Project {
  const files = { "package.json": MANIFEST, "platform.graphql": SDL };
  const inPackages = folders.flatMap((folder) =>
    Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]),
  );
  const project = useProject({ ...Object.fromEntries(inPackages), ...more });
  project.git("init", "--quiet");
  return project;
}

test("the jobs of two packages have distinct names", async () => {
  const project = createPackages(["apps/web", "apps/shop.v2"]);
  for (const folder of ["apps/web", "apps/shop.v2"])
    for (const system of ["github", "gitlab"])
      expect((await run(join(project.folder, folder), system)).code).toBe(0);
  const workflows = ["schema-apps-web", "schema-apps-shop.v2"].map((name) =>
    parse(project.read(`.github/workflows/${name}.yml`)),
  );
  expect(workflows.map(({ name, jobs }) => [name, Object.keys(jobs)])).toEqual([
    ["Schema (apps/web)", ["schema-apps-web"]],
    ["Schema (apps/shop.v2)", ["schema-apps-shop-v2"]],
  ]);
  expect(Object.keys(parse(project.read(".gitlab-ci.yml")))).toEqual(["schema-apps-web"]);
  expect(Object.keys(parse(project.read(".gitlab/schema-apps-shop.v2.yml")))).toEqual([
    "schema-apps-shop.v2",
  ]);
});

test.for([
  ["github", ".github/workflows/schema-apps-web.yml"],
  ["gitlab", ".gitlab-ci.yml"],
] as const)(
  "two folders whose jobs have one name are an error for %s, and nothing is written",
  async ([system, file]) => {
    const project = createPackages(["apps/web", "apps-web"]);
    expect((await run(join(project.folder, "apps/web"), system)).code).toBe(0);
    const before = project.readAll();
    expect(await run(join(project.folder, "apps-web"), system)).toEqual(
      failure(
        `../${file} has another job with the name schema-apps-web, which that of "apps-web" needs`,
        "Rename that job, and its file if it has one of its own. Or rename the folder.",
      ),
    );
    expect(project.readAll()).toEqual(before);
    expect((await run(join(project.folder, "apps/web"), system)).code).toBe(0);
  },
);

test.for<[system: string, files: Readonly<Record<string, string>>]>([
  [
    "gitlab",
    {
      ".gitlab-ci.yml": "schema:\n  script: [make]\n# Later.\n\nother: { script: [platform-graphql ci] }\n",
    },
  ],
  ["gitlab", { ".gitlab/schema.yml": "schema:\n  script: [make]", ".gitlab-ci.yml": "other: {}\n" }],
  [
    "github",
    { ".github/workflows/schema.yml": "{ run: platform-graphql ci, working-directory: apps/web }\n" },
  ],
])("a job of %s with the name of the job, and other content, is an error: %j", async ([system, files]) => {
  const { code, stderr } = await init(createFolder(files), "--ci", system);
  expect([code, stderr.split("\n")[0]]).toEqual([
    3,
    `error: ${Object.keys(files)[0]} has another job with the name schema, which that of the root needs`,
  ]);
});

test("writes a GitLab job once, even if it runs again", async () => {
  const project = createFolder();
  await init(project, "--ci", "gitlab");
  const { stdout } = await init(project, "--ci", "gitlab");
  expect(stdout).toContain("– .gitlab-ci.yml  exists, not changed\n");
  expect(stdout).not.toContain("Add to .gitlab-ci.yml");
  expect(Object.keys(project.readAll())).not.toContain(".gitlab/schema.yml");
});

test("repeats no exclusion of generated files that a config of graphql-codegen has", async () => {
  const project = createFolder({
    "codegen.ts": `export default {
  schema: "schema/schema.graphql",
  documents: ["src/**/*.ts", "!src/gql/**/*", "!./src/one.ts"],
  generates: { "./src/gql/": {}, "src/one.ts": {}, "./src/two.ts": {} },
};`,
    "schema/schema.graphql": "type Query { name: String }",
    "src/gql/old.ts": "",
    "src/one.ts": "",
    "src/two.ts": "",
  });
  await init(project);
  expect(project.read("platform.config.ts")).toContain(
    'documents: ["src/**/*.ts", "!src/gql/**/*", "!./src/one.ts", "!./src/two.ts"],',
  );
});

test("writes platform.config.ts next to a config of graphql-codegen, with its documents and its own script", async () => {
  const foreign = `export default {
  schema: "https://other.example/graphql",
  documents: ["src/**/*.ts", "!src/old"],
  generates: { "src/gql/": { preset: "client", documents: "queries" }, "src/generated/": {} },
};
`;
  const manifest = JSON.stringify({
    type: "module",
    scripts: { codegen: "graphql-codegen", types: "tsc -b" },
  });
  const query = "const get = graphql(`query Get { customers { id } }`);\n";
  const project = createFolder({
    "codegen.ts": foreign,
    "package.json": manifest,
    "src/a.ts": query,
    "queries/b.graphql": "",
    "src/generated/x.ts": "",
  });
  const { code, stdout } = await init(project);
  expect(code).toBe(0);
  expect(stdout).toContain("✓ platform.config.ts  with the documents of codegen.ts\n");
  expect(stdout).toContain("scripts platform:codegen, schema:pull, schema:check\n");
  expect(stdout).toContain("  npm run platform:codegen\n");
  expect(project.read("codegen.ts")).toBe(foreign);
  const config = project.read("platform.config.ts");
  expect(config).toContain(
    'documents: ["src/**/*.ts", "!src/old", "queries", "!src/gql", "!src/generated"],',
  );
  expect(config).toContain('output: "src/platform",\n');
  expect(config).toContain('command: "npm run platform:codegen",\n');
  linkConfig(project, "platform.config.ts");
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect((await project.run("codegen", "--check")).stdout).toBe("✓ src/platform is up to date\n");

  // The proposed line is a valid option, and a change of it writes the files again.
  expect(project.read("src/platform/types.ts")).toContain("readonly customers: ReadonlyArray<");
  project.write({ "migration.config.ts": config.replace("// types:", "types:") });
  linkConfig(project, "migration.config.ts");
  const migrate = (...args: readonly string[]) =>
    project.run("codegen", "--config", "migration.config.ts", ...args);
  expect((await migrate("--check")).code).toBe(1);
  expect(await migrate()).toMatchObject({ code: 0, stderr: "" });
  expect((await migrate("--check")).code).toBe(0);
  expect(project.read("src/platform/types.ts")).toContain("  customers: Array<");
});

test("reads the documents of a JSON config, and says if it cannot read them", async () => {
  const readable = createFolder({ "codegen.json": '{ "documents": "queries", "generates": {} }' });
  expect((await init(readable)).stdout).toContain(
    "✓ platform.config.ts  with the documents of codegen.json\n",
  );
  expect(readable.read("platform.config.ts")).toContain('documents: "queries",');
  const empty = createFolder({ "codegen.json": '{ "generates": { "a.ts": null } }' });
  expect((await init(empty)).stdout).toContain(
    "✓ platform.config.ts  codegen.json has no documents: set them here\n",
  );
  expect(empty.read("platform.config.ts")).toContain('documents: "operations",');
  const unreadable = createFolder({ "codegen.yml": "documents: queries" });
  expect(await init(unreadable)).toEqual(
    failure(
      "codegen.yml cannot be read, because @graphql-codegen/cli is not installed here",
      "Install the packages of the project, or pass --schema <file> and --operations <path...>.",
    ),
  );
  const flags = ["--schema", "platform.graphql", "--operations", "queries"];
  expect(await command(["init", ...flags], { cwd: unreadable.folder })).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(unreadable.read("platform.config.ts")).toContain('schema: "platform.graphql",');
});

test.for([
  ["codegen.json", "{ generates: {} }", "codegen.json:1:3: the file is not JSON"],
  [
    ".graphqlrc",
    "generates: {}",
    ".graphqlrc cannot be read, because @graphql-codegen/cli is not installed here",
  ],
  [
    ".graphqlrc.toml",
    "[generates]",
    ".graphqlrc.toml cannot be read, because @graphql-codegen/cli is not installed here",
  ],
  [
    "codegen.ts",
    "export const config = { generates: {} };",
    "codegen.ts cannot be read, because its default export is not an object",
  ],
] as const)("says why it cannot read the other config %s", async ([file, text, problem]) => {
  const { code, stderr } = await init(createFolder({ [file]: text }));
  expect({ code, problem: stderr.split("\n", 1)[0] }).toEqual({ code: 3, problem: `error: ${problem}` });
});

test.for<[name: string, text: string, documents: string]>([
  [
    "package.json",
    '{ "codegen": { "documents": ["queries", { "src/*.ts": { "noRequire": true }, "loader": {} }], "generates": {} } }',
    '["queries", "src/*.ts"]',
  ],
  [".graphqlrc.json", '{ "documents": "queries", "extensions": { "codegen": {} } }', '"queries"'],
  [".codegenrc.json", '{ "documents": "queries", "generates": {} }', '"queries"'],
  [
    "codegen.json",
    '{ "documents": "src", "generates": { "src/": { "preset": "near-operation-file", "presetConfig": { "extension": ".own.ts" } } } }',
    '["src", "!src/**/*.own.ts"]',
  ],
  [
    "codegen.json",
    '{ "documents": "src", "generates": { "src/": { "preset": "near-operation-file-preset" } } }',
    '["src", "!src/**/*.generated.ts"]',
  ],
])("reads the documents of %s without graphql-codegen: %s", async ([name, text, documents]) => {
  const project = createFolder({ [name]: text });
  expect((await init(project)).stdout).toContain(`  with the documents of ${name}\n`);
  expect(readConfigOf(project)).toContain(`documents: ${documents},`);
});

const readConfigOf = (project: Project): string =>
  project.read(Object.keys(project.readAll()).find((name) => name.startsWith("platform.config.")) ?? "");

test("reads the schema of the other config if only --operations is set", async () => {
  const project = createFolder({ "codegen.json": '{ "schema": "platform.graphql", "generates": {} }' });
  const { code, stdout } = await project.run("init", "--operations", "queries");
  expect({ code, start: stdout.split("\n", 1)[0] }).toEqual({
    code: 0,
    start: "– platform.graphql  used where it is",
  });
});

test.for([
  ['"gone.graphql"', "is no file that exists"],
  ['["platform.graphql", "gone.graphql"]', "is no file that exists"],
  ['"parts/*.graphql"', "is no file that exists"],
  ['["https://127.0.0.1:9/graphql", "https://127.0.0.1:9/other"]', "is no file that exists"],
  ['"src/schema.ts"', "is code: src/schema.ts"],
] as const)(
  "names what is wrong with the schema of the other config if it is %s",
  async ([schema, problem]) => {
    const project = createFolder({ "codegen.json": `{ "schema": ${schema}, "generates": {} }` });
    const { code, stderr } = await project.run("init");
    expect({ code, stderr: stderr.split("\n", 1)[0] }).toEqual({
      code: 3,
      stderr: `error: the schema of codegen.json ${problem}`,
    });
  },
);

test.for([
  ["gone.graphql", '"gone.graphql"'],
  ["", "the file"],
] as const)("names a file of --schema that does not exist: %j", async ([file, shown]) => {
  expect(await createFolder().run("init", "--schema", file)).toEqual(
    failure(`--schema: ${shown} does not exist`, "Name an existing file, or save one with --from."),
  );
});

test("says why graphql-codegen cannot read its config if a package of it is missing", async () => {
  const project = createFolder({
    "codegen.yml": "generates: {}",
    "node_modules/@graphql-codegen/cli/package.json": '{ "main": "index.cjs" }',
    "node_modules/@graphql-codegen/cli/index.cjs": 'require("graphql-request");',
  });
  const { code, stderr } = await init(project);
  expect({ code, problem: stderr.split("\n", 1)[0] }).toEqual({
    code: 3,
    problem: "error: graphql-codegen cannot read codegen.yml: Cannot find module 'graphql-request'",
  });
});

test("graphql-codegen reads its own config, unless other users can replace that", async () => {
  const files = {
    "node_modules/@graphql-codegen/cli/package.json": '{ "main": "index.cjs" }',
    "node_modules/@graphql-codegen/cli/index.cjs": `const { basename } = require("node:path");
exports.loadContext = async (file = "searched") => ({ getConfig: () => ({ documents: "of-" + basename(file), generates: {} }) });`,
  };
  const own = createFolder({ ...files, "codegen.yml": "generates: {}" });
  expect(await init(own)).toMatchObject({ code: 0, stderr: "" });
  expect(readConfigOf(own)).toContain('documents: "of-codegen.yml",');
  const inPackage = createFolder({ ...files, "package.json": '{ "codegen": {} }' });
  expect(await init(inPackage)).toMatchObject({ code: 0, stderr: "" });
  expect(readConfigOf(inPackage)).toContain('documents: "of-searched",');
  const shared = createFolder({ ...files, "codegen.yml": "generates: {}" });
  chmodSync(shared.folder, 0o1777);
  expect((await init(shared)).stderr).toContain(
    '"codegen.yml" is not executed: all users can write to its folder',
  );
});

/** A project with graphql-codegen, as an application has it. */
function createApplication(files: Readonly<Record<string, string>>): Project {
  const project = useProject({ "package.json": MANIFEST, ...files });
  project.link("node_modules", join(import.meta.dirname, "../../../node_modules"));
  return project;
}

const QUERY = "query Customers { customers { id } }";
const CODEGEN = '{ "src/gql/": { "preset": "client" }, "src/near/": { "preset": "near-operation-file" } }';

test.for<[kind: string, file: string, files: Readonly<Record<string, string>>]>([
  [
    "graphql.config.ts",
    "graphql.config.ts",
    {
      "graphql.config.ts": `import { CodegenConfig } from "@graphql-codegen/cli";
const codegen: Omit<CodegenConfig, "schema"> = { generates: ${CODEGEN} };
export default { schema: "linked.graphql", documents: ["src/**/*.ts"], extensions: { codegen } };
`,
    },
  ],
  [
    ".graphqlrc.yml",
    ".graphqlrc.yml",
    {
      ".graphqlrc.yml": `schema: linked.graphql\ndocuments: ["src/**/*.ts"]\nextensions: { codegen: { generates: ${CODEGEN} } }\n`,
    },
  ],
  [
    "the key of package.json",
    "package.json",
    {
      "package.json": `{ "codegen": { "schema": "linked.graphql", "documents": ["src/**/*.ts"], "generates": ${CODEGEN} } }`,
    },
  ],
  [
    "codegen.ts",
    "codegen.ts",
    {
      "codegen.ts": `import { CodegenConfig } from "@graphql-codegen/cli";
const config: CodegenConfig = { schema: [{ "linked.graphql": {} }], documents: ["src/**/*.ts"], generates: ${CODEGEN} };
export default config;
`,
    },
  ],
])(
  "takes the schema and the documents of %s, refers to a linked schema, and runs codegen",
  {
    tags: ["slow"],
  },
  async ([, file, files]) => {
    const project = createApplication({ ...files, "src/page.ts": `const page = gql\`${QUERY}\`;` });
    const shared = useProject({ "schema.graphql": SDL });
    project.link("linked.graphql", join(shared.folder, "schema.graphql"));

    // As a process: graphql-codegen loads the config with a loader of its own.
    const { code, stdout, stderr } = await start(["init"], { cwd: project.folder }).finished;

    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("– linked.graphql  used where it is\n");
    expect(stdout).toContain(`✓ platform.config.ts  with the documents of ${file}\n`);
    expect(stdout).toContain("✓ updated src/generated/enums.ts, src/generated/operations.ts, ");
    const config = project.read("platform.config.ts");
    expect(config).toContain('schema: "linked.graphql",');
    expect(config).toContain('documents: ["src/**/*.ts", "!src/gql", "!src/near/**/*.generated.ts"],');
    expect(existsSync(join(project.folder, "schema"))).toBe(false);
    expect(JSON.parse(project.read("package.json")).scripts).not.toHaveProperty("schema:pull");
    expect((await start(["codegen", "--check"], { cwd: project.folder }).finished).code).toBe(0);
  },
);

const SCRIPTS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
const FILE_ENDS = ["graphql", "gql", "graphqls", "gqls"];

test("finds operations in scripts and files without a config, and runs codegen", async () => {
  const tags = Array.from({ length: 30 }, (_, index) => [
    `src/pages/page-${index}.tsx`,
    `export const query = gql\`query Page${index} { customers { id } }\`;`,
  ]);
  const project = createFolder({
    ...Object.fromEntries(tags),
    "main.ts": "gql`query Main { customers { id } }`;",
    "src/api.ts": "const list = graphql(`query List { customers { id } }`);",
    "shared/one.graphql": QUERY.replace(" id ", " id @include(if: true) "),
    "src/two.graphql": "type Local { a: Int }\nquery Two { customers { id } }",
    "tsconfig.json": '{ "compilerOptions": { "moduleResolution": "bundler" } }',
    ...Object.fromEntries(
      ["build", "coverage", "dist", "out"].map((name) => [`${name}/api.js`, "gql`query Old { gone }`"]),
    ),
    ...Object.fromEntries(
      SCRIPTS.map((end) => [`all/a.${end}`, `gql\`query A_${end} { customers { id } }\`;`]),
    ),
    ...Object.fromEntries(FILE_ENDS.map((end) => [`all/b.${end}`, `query B_${end} { customers { id } }`])),
    "src/plain.ts": "export {};",
  });
  const { code, stdout, stderr } = await command(["init", "--schema", "platform.graphql"], {
    cwd: project.folder,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("✓ codegen.ts  with the operations of 46 files\n");
  expect(project.read("codegen.ts")).toContain(
    'documents: ["all", "all/**/*.{cjs,cts,gqls,graphqls,js,jsx,mjs,mts,ts,tsx}", "main.ts", "shared", "src", "src/**/*.{ts,tsx}"],',
  );
  expect(project.read("src/generated/types.ts").match(/^export type \w+Query =/gm)).toHaveLength(46);
});

test("finds operations next to a script that is not UTF-8, and names such a file of operations", async () => {
  const latin1 = Buffer.from("// für alle\n", "latin1");
  const files = { "package.json": MANIFEST, "platform.graphql": SDL, "src/api.ts": `gql\`${QUERY}\`;` };
  const script = useProject({ ...files, "legacy/old.js": latin1 });
  expect(await init(script)).toMatchObject({ code: 0, stderr: "" });
  expect(script.read("codegen.ts")).toContain('documents: "src/**/*.ts",');
  const operation = useProject({ ...files, "queries/a.graphql": latin1 });
  const { code, stderr } = await init(operation);
  expect({ code, problem: stderr.split("\n", 1)[0] }).toEqual({
    code: 3,
    problem: "error: queries/a.graphql:1:5: the byte 0xFC is not UTF-8",
  });
});

test("reads no folder that git ignores, and names one that cannot be read elsewhere", async () => {
  const files = { "package.json": MANIFEST, "platform.graphql": SDL, "src/api.ts": `gql\`${QUERY}\`;` };
  const { readdirSync } = fs;
  const spy = vi.spyOn(fs, "readdirSync").mockImplementation(((path: string, options: object) => {
    if (path.endsWith("database"))
      throw Object.assign(new Error("EACCES"), { code: "EACCES", errno: -13, path });
    return readdirSync(path, options);
  }) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  const ignored = useProject({ ...files, "data/database/a.js": "", ".gitignore": "data" });
  ignored.write({
    "queries/gone.graphql": "query Gone { __typename }",
    "kept/é.graphql": "fragment Kept on Query { __typename }",
  });
  ignored.git("init", "--quiet");
  ignored.git("add", "queries", "kept");
  fs.rmSync(join(ignored.folder, "queries"), { recursive: true });
  expect(await init(ignored)).toMatchObject({ code: 0, stderr: "" });
  expect(ignored.read("codegen.ts")).toContain('documents: ["kept", "src/**/*.ts"],');
  const without = useProject({ ...files, "data/database/a.js": "" });
  const hint = "Pass --schema <file> and --operations <path...>, so that no other folder is read.";
  expect(await init(without)).toEqual(failure('cannot read "data/database": permission denied', hint));
  const args = ["init", "--schema", "platform.graphql", "--operations", "src/**/*.ts"];
  expect(await without.run(...args)).toMatchObject({ code: 0, stderr: "" });
});

test("ends with the problems of an operation, and keeps what it wrote", async () => {
  const project = createFolder({ "operations/a.graphql": "query A { nope }" });
  const { code, stdout, stderr } = await init(project);
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("operations/a.graphql:1:11"),
  });
  expect(stdout).toContain("✓ codegen.ts  with the operations of 1 file\n");
});

test("names the files that can be the schema, and requires a flag", async () => {
  const files = {
    "api/a.gql": "# A schema.\nschema { query: Root }\n",
    "api/b.graphqls": SDL,
    "api/c.gqls": SDL,
    "types/schema.graphql": SDL,
    "operations/a.graphql": QUERY,
    "operations/b.graphql": "extend type Query { a: Int }\ntype QueryOfOne { a: Int }\n",
  };
  const project = useProject({ "package.json": '{ "type": "module" }', "tsconfig.json": "{}", ...files });
  project.link("types/broken.graphql", "nowhere");
  const hint = "Pass --schema <file> to use it where it is, or --from <schema> to save one.";
  expect(await project.run("init")).toEqual(
    failure("the schema is not known; it could be api/a.gql, api/b.graphqls, api/c.gqls and 1 more", hint),
  );
  expect(Object.keys(project.readAll())).toHaveLength(8);
});

test("saves the schema from an address that the other config declares", async () => {
  const server = await serve((_, response) => response.end(SDL));
  const config = { schema: `${server.baseUrl}/schema.graphql`, documents: "queries", generates: {} };
  const project = createFolder({ "codegen.json": JSON.stringify(config) });
  const { code, stdout } = await project.run("init");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("✓ schema/schema.graphql  4 types of"),
  });
  expect(JSON.parse(project.read("package.json")).scripts).toHaveProperty("schema:pull");
});

test("a schema that --schema uses in place gets no script that replaces it, even later", async () => {
  const project = createFolder();
  for (const args of [["init", "--schema", "platform.graphql"], ["init"]]) {
    expect(await project.run(...args)).toMatchObject({ code: 0 });
    linkConfig(project);
    const { scripts } = JSON.parse(project.read("package.json"));
    expect(Object.keys(scripts)).toEqual(["test", "codegen", "schema:check", "types"]);
  }
});

test("lists the packages of parsed documents if the config asks for them", async () => {
  const options = 'documents: "operations", output: "src/api", plugins: ["typed-document-node"]';
  const project = createFolder({ "codegen.ts": renderConfig(options), "schema/schema.graphql": SDL });
  expect((await init(project)).stdout).toMatch(
    /npm install --save-dev .* @graphql-codegen\/typed-document-node @graphql-typed-document-node\/core\n/,
  );
});

test("keeps the schema of a config, even with --schema", async () => {
  const project = createFolder({
    "codegen.ts": renderConfig('schema: ["a.graphql", "b.graphql"], documents: "operations", output: "src"'),
    "a.graphql": "type Query { own: Own }",
    "b.graphql": "type Own { id: ID }",
  });
  const { code, stdout } = await project.run("init", "--schema", "platform.graphql");
  expect({ code, start: stdout.split("\n", 1)[0] }).toEqual({
    code: 0,
    start: "– a.graphql, b.graphql  used where it is",
  });
  const options = 'documents: "operations", output: "src"';
  const usual = createFolder({ "codegen.ts": renderConfig(options), "schema/schema.graphql": SDL });
  expect((await usual.run("init", "--schema", "platform.graphql")).stdout).toMatch(
    /^– schema\/schema\.graphql {2}exists, not changed\n/,
  );
});

test("writes lines of .gitattributes that git matches if the paths of the config begin with ./", async () => {
  const project = createFolder({
    "codegen.ts": renderConfig(
      'schema: "./schema/schema.graphql", documents: "operations", output: "./src/api"',
    ),
  });
  project.git("init", "--quiet");
  await init(project);
  const files = ["src/api/types.ts", "schema/schema.graphql"];
  expect(project.git("check-attr", "eol", ...files)).toBe(files.map((file) => `${file}: eol: lf\n`).join(""));
});

test("writes no line of .gitattributes for all files if the output is the working directory", async () => {
  const options = 'schema: "./schema/schema.graphql", documents: "operations", output: "."';
  const project = createFolder({ "codegen.ts": renderConfig(options), ".prettierrc": "{}" });
  project.git("init", "--quiet");
  await init(project);
  expect(project.read(".gitattributes")).toBe("schema/schema.graphql text eol=lf\n");
  expect(project.read(".prettierignore")).toBe("schema/schema.graphql\n");
});

test.for([
  ["its usual file with ./", "./schema/schema.graphql", {}],
  ["a file with provenance", "api/own.graphql", { "api/provenance.json": "{}" }],
] as const)("adds the script that replaces the schema if the config names %s", async ([, file, more]) => {
  const options = `schema: "${file}", documents: "operations", output: "src/api"`;
  const project = createFolder({ "codegen.ts": renderConfig(options), [file]: SDL, ...more });
  await init(project);
  expect(JSON.parse(project.read("package.json")).scripts).toHaveProperty("schema:pull");
});

test.for(["", "\n"])("adds the missing lines to .gitattributes that ends with %j, once", async (end) => {
  const project = createFolder({ ".gitattributes": `*.png binary${end}` });
  project.git("init", "--quiet");
  expect((await init(project)).stdout).toContain("✓ .gitattributes\n");
  const text = "*.png binary\nsrc/generated/** text eol=lf\nschema/schema.graphql text eol=lf\n";
  expect(project.read(".gitattributes")).toBe(text);
  expect((await init(project)).stdout).toContain("– .gitattributes  exists, not changed\n");
  expect(project.read(".gitattributes")).toBe(text);
});

test("git converts the line endings of operations, and not those of the generated files and the snapshot", async () => {
  const project = createFolder({
    "operations/list.graphql": "query List {\n  customers {\n    id\n  }\n}\n",
  });
  project.git("init", "--quiet");
  expect(await init(project)).toMatchObject({ code: 0 });
  linkConfig(project);
  project.commit("Set up");
  // As git for Windows is installed.
  project.git("clone", "--quiet", "--config", "core.autocrlf=true", ".", "clone");
  const converted = ["operations/list.graphql", "src/generated/types.ts", "schema/schema.graphql"].map(
    (file) => project.read(join("clone", file)).includes("\r\n"),
  );
  expect(converted).toEqual([true, false, false]);
  const cwd = join(project.folder, "clone");
  expect(await command(["codegen", "--check"], { cwd })).toMatchObject({ code: 0 });
});

test.each<[title: string, files: Readonly<Record<string, string>>]>([
  ["a config", { ".prettierrc": "{}" }],
  ["a config in code", { "prettier.config.mjs": "" }],
  ["a dependency", { "package.json": '{ "devDependencies": { "prettier": "^3.0.0" } }' }],
  ["a file of ignored paths", { ".prettierignore": "dist" }],
])("adds the generated files to .prettierignore in a project that has %s, once", async (_, files) => {
  const project = createFolder(files);
  expect((await init(project)).stdout).toContain("✓ .prettierignore\n");
  const text = `${files[".prettierignore"] ? "dist\n" : ""}src/generated\nschema/schema.graphql\n`;
  expect(project.read(".prettierignore")).toBe(text);
  expect((await init(project)).stdout).toContain("– .prettierignore  exists, not changed\n");
  expect(project.read(".prettierignore")).toBe(text);
});

test("writes .prettierignore to the root of a workspace if only that uses Prettier, and none without Prettier", async () => {
  const root = createFolder({
    "package.json": '{ "workspaces": ["apps/*"], "prettier": {} }',
    "apps/web/package.json": "{}",
    "apps/web/schema/schema.graphql": SDL,
  });
  const { code, stdout } = await command(["init"], { cwd: join(root.folder, "apps/web") });
  expect([code, stdout]).toEqual([0, expect.stringContaining("✓ ../../.prettierignore\n")]);
  expect(root.read(".prettierignore")).toBe("apps/web/src/generated\napps/web/schema/schema.graphql\n");
  const plain = createFolder({});
  expect((await init(plain)).stdout).not.toContain("prettier");
});

test.for(["commonjs", undefined])(
  "the generated code of a package with sources and the type %s compiles",
  {
    tags: ["slow"],
  },
  async (type) => {
    const project = createApplication({
      "package.json": JSON.stringify({ type }),
      "src/index.ts":
        'import { ListDocument } from "./generated/operations.ts";\nexport const name: string = ListDocument.name;\n',
      "operations/list.graphql": "query List { customers { id } }",
      "platform.graphql": SDL,
    });
    const { code, stderr } = await command(["init", "--schema", "platform.graphql"], { cwd: project.folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(project.read("package.json")).type).toBe(type);
    expect(await runTool(project.folder, "tsc", "--noEmit", "-p", ".")).toEqual({ code: 0, output: "" });
  },
);

test.each([
  ["module", "README.md"],
  ["module", "codegen.ts"],
  ["module", ".config/a.js"],
  ["module", "node_modules/a/index.js"],
  ["module", "codegen/text.md"],
  [undefined, "platform.js"],
  [undefined, "src/view/page.tsx"],
  [undefined, "src/codegen.generated/a.jsx"],
  [undefined, "src/a.ts"],
  [undefined, "my.codegen.ts"],
])("writes the format %s into the package.json of a folder with %s", async (format, file) => {
  const project = createFolder({
    [file]: file === "codegen.ts" ? renderConfig('documents: "operations", output: "out"') : "",
  });
  expect((await init(project)).code).toBe(0);
  expect(JSON.parse(project.read("package.json")).type).toBe(format);
});

/** A schema with custom scalars, whose types `init` writes into the config. */
const SHOP = `type Query { orders: [Int] }
scalar Money
scalar Rank
scalar Cursor
`;

const PROJECTS: readonly (readonly [
  title: string,
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  /** Folder that `init` runs in. */
  folder?: string,
])[] = [
  [
    "a package without anything, and headers of the platform",
    {},
    ["--header", "X-Api-Key: 1", "--header", "x-b: 2"],
  ],
  [
    "code, a compiler that accepts .ts, generated files and a lock file",
    {
      "package.json":
        '{ "scripts": { "codegen": "graphql-codegen", "types": "tsc -b" }, "dependencies": { "graphql": "17" } }',
      "src/generated/a.js": "",
      "pnpm-lock.yaml": "",
      "platform.graphql": SHOP,
      "tsconfig.json": '{ "compilerOptions": { "allowImportingTsExtensions" : true } }',
    },
    ["--ci", "gitlab"],
  ],
  [
    "a package with CommonJS, and a config with all kinds of paths",
    {
      "package.json": '{\r\n   "type": "commonjs",\r\n\t"scripts": {} }',
      "platform.config.cjs": renderConfig(
        'schema: "platform.graphql", documents: ["one.graphql", "queries/", "!queries/old", "a.b/c", "src/**/*.ts"], output: "out"',
      ),
      "tsconfig.json": '{ "compilerOptions": { "rewriteRelativeImportExtensions": false } }',
    },
    [],
  ],
  [
    "a package in a repository, below another config and its lock file, with one script that is missing",
    {
      "repository/codegen.ts": "throw new Error('not of this package')",
      "repository/bun.lock": "",
      "pnpm-lock.yaml": "",
      "repository/web/package.json": JSON.stringify({
        type: "module",
        scripts: { own: "platform-graphql codegen", types: "tsc", pull: "platform-graphql schema pull" },
        devDependencies: { "@integration-platform/graphql-cli": "1", typescript: "7" },
      }),
      "repository/web/platform.graphql": SHOP,
      "repository/web/codegen.json":
        '{ "documents": ["a", "b", "a"], "generates": { "gql/": 1, "out": { "documents": "c" } } }',
    },
    ["--ci", "github"],
    "repository/web",
  ],
  [
    "a repository without a lock file, in a folder with one",
    {
      "yarn.lock": "",
      "repository/package.json": "{}",
      "repository/platform.graphql": "type Query { a: Int }",
    },
    ["--ci", "gitlab"],
    "repository",
  ],
];

test("writes exactly the files of the transcript", async () => {
  const lines: string[] = [];
  for (const [name, files, args, folder = "."] of PROJECTS) {
    const project = createFolder(files);
    if (folder !== ".") project.git("init", "--quiet", "repository");
    const before = project.readAll();
    const { code, stdout, stderr } = await init(
      { ...project, folder: join(project.folder, folder) },
      ...args,
    );
    lines.push(`## ${name}`, `exit code ${code}`, stdout + stderr);
    for (const [file, text] of Object.entries(project.readAll())) {
      if (text !== before[file] && !/\.git\/|tsconfig|schema\/\w+\.(?:graphql|json)$/.test(file))
        lines.push(`--- ${file}`, text);
    }
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("transcripts/init.txt");
});

test("keeps the editor's config, whatever its ending is", async () => {
  const project = createFolder();
  const folders = "ts js json yml".split(" ").map((end) => `graphql.config.${end}`);
  const hidden = "mts cts mjs cjs yaml toml".split(" ").map((end) => `.graphqlrc.${end}`);
  for (const file of [...folders, ...hidden, ".graphqlrc"]) {
    project.write({ [file]: "" });
    expect((await init(project)).stdout).toContain(`– ${file}  exists, not changed\n`);
    rmSync(join(project.folder, file));
  }
  expect(Object.keys(project.readAll())).not.toContain(".graphqlrc.yml");
});

test("changes no package.json that has all scripts, and names no package that is installed", async () => {
  const scripts = {
    codegen: "platform-graphql codegen",
    "schema:pull": "platform-graphql schema pull",
    "schema:check": "platform-graphql schema check",
  };
  const names = ["graphql", "graphql-cli", "graphql-testing"].map((name) => `@integration-platform/${name}`);
  const dependencies = Object.fromEntries([...names, "graphql"].map((name) => [name, "1.0.0"]));
  const manifest = JSON.stringify({
    type: "module",
    scripts: { ...scripts, types: "tsc" },
    dependencies,
    graphql: {},
  });
  const project = createFolder({
    "package.json": manifest,
    "platform.graphql": "type Query { _service: Int }",
  });
  const { stdout } = await init(project);
  expect(project.read("package.json")).toBe(manifest);
  expect(stdout).toContain("– package.json  exists, not changed\n– package.json  exists, not changed\n");
  expect(stdout).toContain(
    "  npm install --save-dev typescript @types/node\n  npx @integration-platform/graphql-cli add _service\n",
  );
  const devDependencies = { typescript: "6.0.0", "@types/node": "24.0.0" };
  project.write({ "package.json": JSON.stringify({ ...JSON.parse(manifest), devDependencies }) });
  expect((await init(project)).stdout).not.toContain("npm install");
});

test("keeps the indentation of package.json, which can have line breaks of Windows", async () => {
  const project = createFolder({ "package.json": '\n{\r\n    "name": "acme"\r\n}' });
  await init(project);
  expect(project.read("package.json")).toMatch(
    /^\{\n {4}"name": "acme",\n {4}"type": "module",\n {4}"scripts": \{\n {8}"codegen"/,
  );
});

test("keeps the module format of a package that has JavaScript", async () => {
  const project = createFolder({
    "package.json": '{ "type": "commonjs" }',
    "index.js": "",
    "tsconfig.json": "{}",
  });
  await init(project);
  expect(JSON.parse(project.read("package.json")).type).toBe("commonjs");
  linkConfig(project, "codegen.mts");
  expect((await project.run("add", "customers")).code).toBe(0);
});

test("changes the module format only of a package without code that Node.js loads as CommonJS", async () => {
  const typeOf = async (...files: readonly string[]) => {
    const project = createFolder(Object.fromEntries(files.map((file) => [file, ""])));
    await init(project, "--operations", "operations");
    return JSON.parse(project.read("package.json")).type;
  };
  const others = [".husky/a.js", "node_modules/a/index.js", "lib/a.mjs", "lib/a.cts", "platform.config.js"];
  expect(await typeOf(...others)).toBe("module");
  for (const file of ["a.js", "a.jsx", "a.ts", "a.tsx", "my-codegen.ts"])
    expect(await typeOf(`lib/${file}`)).toBe(undefined);
});

const OWN_CONFIG = (schema: string) =>
  `export default { schema: ${JSON.stringify(schema)}, documents: ["queries/*.graphql"], generates: { "gen/": { preset: "client" } } };`;

test.for([
  'tsc && graphql-codegen --verbose --config "./graphql/own.ts" --watch',
  "graphql-codegen -c './graphql/own.ts'; tsc -c other.ts",
  "tool --config other.ts | graphql-codegen --config=./graphql/own.ts",
])("reads the config that a script of package.json names: %s", async (generate) => {
  const project = useProject({
    "package.json": JSON.stringify({ type: "module", scripts: { generate } }),
    "graphql/own.ts": OWN_CONFIG("platform.graphql"),
    "other.ts": OWN_CONFIG("other.graphql"),
    "platform.graphql": SDL,
    "queries/a.graphql": "query A { __typename }",
  });
  const { code, stdout } = await project.run("init");
  expect(code).toBe(0);
  expect(stdout).toContain("✓ platform.config.ts  with the documents of ./graphql/own.ts");
});

/** Projects that cannot be set up, and why. */
const OBSTACLES: readonly (readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  error: string,
  hint: string,
])[] = [
  [
    "operations of Relay",
    {
      "src/user.js":
        'import { graphql } from "react-relay"; graphql`fragment user_parts on Query @argumentDefinitions(size: { type: "Int" }) { __typename }`;',
    },
    "src/user.js: only Relay's compiler reads @argumentDefinitions",
    "Leave out the operations of Relay, as in --operations 'src/**/*.ts' '!src/relay'.",
  ],
  ...["raw_response_type", "refetchable", "relay"].map(
    (name) =>
      [
        `the directive @${name} of Relay`,
        {
          "a.graphql": `query A { __typename }\nquery B @${name} { __typename }`,
          "b.graphql": "query C @argumentDefinitions { __typename }",
        },
        `a.graphql: only Relay's compiler reads @${name}`,
        "Leave out the operations of Relay, as in --operations 'src/**/*.ts' '!src/relay'.",
      ] as const,
  ),
  [
    "a schema in code",
    { "codegen.ts": OWN_CONFIG("./src/schema.ts"), "src/schema.ts": "export const typeDefs = 1;" },
    "the schema of codegen.ts is code: ./src/schema.ts",
    "Print it to a file, and name that with --schema <file>, or save it with --from <schema>.",
  ],
  [
    "the old module resolution",
    {
      "tsconfig.json":
        '{ "compilerOptions": {\n // "moduleResolution": "bundler"\n "moduleResolution": "node" } }',
    },
    'tsconfig.json: with "moduleResolution": "node", TypeScript does not find the entries of packages',
    'Set "moduleResolution" to "bundler", or "module" to "nodenext".',
  ],
  [
    "the old module resolution by its other name",
    { "tsconfig.json": '{ "compilerOptions": { "moduleResolution": "node10" } }' },
    'tsconfig.json: with "moduleResolution": "node10", TypeScript does not find the entries of packages',
    'Set "moduleResolution" to "bundler", or "module" to "nodenext".',
  ],
  [
    "the classic module resolution",
    { "tsconfig.json": '{ "compilerOptions": { "moduleResolution": "Classic" } }' },
    'tsconfig.json: with "moduleResolution": "Classic", TypeScript does not find the entries of packages',
    'Set "moduleResolution" to "bundler", or "module" to "nodenext".',
  ],
  [
    "the old module resolution of a config that tsconfig.json extends",
    {
      "tsconfig.json": '{ /* The last one counts. */ "extends": ["@acme/config", "./base"], }',
      "base.json": '{ "extends": "./none.json", "compilerOptions": { "moduleResolution": "Node" } }',
      "none.json": "",
      "node_modules/@acme/config/tsconfig.json": '{ "compilerOptions": { "moduleResolution": "bundler" } }',
    },
    'tsconfig.json: with "moduleResolution": "Node", TypeScript does not find the entries of packages',
    'Set "moduleResolution" to "bundler", or "module" to "nodenext".',
  ],
  [
    "a config that tsconfig.json extends, and that is missing",
    { "tsconfig.json": '{ "extends": "@acme/config" }' },
    '"tsconfig.json" extends "@acme/config", which was not found',
    "Install the packages of the project, or fix the config.",
  ],
  [
    "configs of TypeScript that extend each other",
    { "tsconfig.json": '{ "extends": "./base.json" }', "base.json": '{ "extends": "./tsconfig.json" }' },
    '"tsconfig.json" extends itself',
    'Change "extends" of the config.',
  ],
  [
    "a config of TypeScript that is not JSON",
    { "tsconfig.json": "export default {}" },
    '"tsconfig.json" is not a config of TypeScript',
    "Fix the file.",
  ],
  [
    "a config of TypeScript that is a list",
    { "tsconfig.json": "[]" },
    '"tsconfig.json" is not a config of TypeScript',
    "Fix the file.",
  ],
];

test("imports with .ts if a config that tsconfig.json extends allows it", async () => {
  const project = createFolder({
    "tsconfig.json": '{ "extends": ["./config/base", "acme"] }',
    "config/base.js": "",
    "config/base.json":
      '{ "compilerOptions": { "allowImportingTsExtensions": true, "moduleResolution": "node16" } }',
    "node_modules/acme/package.json": '{ "main": "index.js" }',
    "node_modules/acme/index.js": "export {};",
    "node_modules/acme/tsconfig.json": "{}",
  });
  await init(project);
  expect(project.read("codegen.ts")).toContain('importExtension: ".ts",');
});

test("says that the paths of --operations have no operation yet", async () => {
  const { code, stdout } = await init(createFolder(), "--operations", "opreations");
  expect(code).toBe(0);
  expect(stdout).toContain("✓ codegen.ts  no operation in opreations yet\n");
});

test("finds the root of the repository and the package manager without git", async () => {
  const project = createRepository({
    "pnpm-lock.yaml": "",
    "web/package.json": '{ "type": "module", "scripts": { "types": "tsc" } }',
    "web/tsconfig.json": "{}",
    "web/platform.graphql": SDL,
  });
  onTestFinished(() => project[Symbol.dispose]());
  vi.stubEnv("PATH", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const cwd = join(project.folder, "web");
  const { code, stdout } = await command(["init", "--from", "platform.graphql", "--ci", "github"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("✓ ../.github/workflows/schema-web.yml\n");
  expect(stdout).toContain("  pnpm exec platform-graphql add ");
});

test("writes no file if one of the last ones cannot be written", async () => {
  const project = createFolder({ ".prettierrc": "{}", ".prettierignore/a": "" });
  const before = project.readAll();
  expect(await init(project)).toEqual(
    failure('cannot read ".prettierignore": it is a folder', "Check the file."),
  );
  expect(project.readAll()).toEqual(before);
  const { code, stderr } = await init(createFolder({ "schema/provenance.json/a": "" }));
  expect([code, stderr.split("\n")[0]]).toEqual([
    3,
    'error: init: cannot write "schema/provenance.json": it is a folder',
  ]);
});

test.for(OBSTACLES)("names %s in one sentence, and writes nothing", async ([what, files, error, hint]) => {
  const project = useProject({ "package.json": MANIFEST, "platform.graphql": SDL, ...files });
  const before = project.readAll();
  const options = what === "a schema in code" ? [] : ["--from", "platform.graphql"];
  expect(await project.run("init", ...options)).toEqual(failure(error, hint));
  expect(project.readAll()).toEqual(before);
});
