import { cpSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test as base, vi } from "vitest";
import { openStamp } from "../src/commands/codegen/stamp.ts";
import { command, fakeTerminal, start } from "./support/command.ts";
import { createProject, type Project } from "./support/project.ts";

// Each test starts some processes, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 180_000 });
const test = base.concurrent;

const ROOT = join(import.meta.dirname, "../../..");
const FILES = ["documents.ts", "operations.ts", "types.ts"];

const config = (options = "", from = join(ROOT, "packages/cli/dist/codegen/index.js")) =>
  `import { typedOperations } from ${JSON.stringify(from)};
export default typedOperations({ documents: "operations", output: "generated", schema: "schema.graphql"${options} });`;

const SOURCES = {
  "package.json": '{ "type": "module" }',
  "codegen.ts": config(),
  "schema.graphql": "type Query { name: String, size: Int }",
  "operations/name.graphql": "query Name { name }",
  "node_modules/.package-lock.json": "{}",
};

/** A project that has our dependencies, and a `node_modules` of its own to keep the stamp in. */
function createPackage(files: Readonly<Record<string, string>> = {}): Project {
  const project = createProject({ ...SOURCES, ...files });
  link("");
  return project;

  function link(scope: string): void {
    mkdirSync(join(project.folder, "node_modules", scope), { recursive: true });
    for (const name of readdirSync(join(ROOT, "node_modules", scope))) {
      if (name.startsWith("@")) link(name);
      else if (!name.startsWith("."))
        symlinkSync(join(ROOT, "node_modules", scope, name), join(project.folder, "node_modules", scope, name));
    }
  }
}

/** Says on stderr when graphql-codegen is loaded, which takes most of its time. */
const WATCH = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "@graphql-codegen/cli") process.stderr.write("LOADED\\n");
      return next(specifier, context);
    },
  });`;

/** Runs the command, and says whether it ran graphql-codegen. */
async function codegen({ folder }: Project, ...args: readonly string[]) {
  const { stderr, ...finished } = await command(["codegen", ...args], { cwd: folder, preload: WATCH });
  return { ...finished, stderr: stderr.replace("LOADED\n", ""), hasRun: stderr.includes("LOADED\n") };
}

const GENERATED = { code: 0, stdout: "✓ generated is generated\n", stderr: "", hasRun: true };
const NOTHING = {
  ...{ code: 0, stderr: "", hasRun: false },
  stdout: "✓ generated is up to date: nothing has changed since it was generated\n",
};

test("generates, and then has nothing to do until something changes that it depends on", async ({ expect }) => {
  using project = createPackage();
  cpSync(join(ROOT, "packages/cli/dist/codegen"), join(project.folder, "generator"), { recursive: true });
  const own = join(project.folder, "generator/index.js");
  project.write({ "codegen.ts": config("", own) });
  expect(await codegen(project)).toEqual(GENERATED);
  expect(readdirSync(join(project.folder, "generated"))).toEqual(FILES);
  const types = project.read("generated/types.ts");
  expect(await codegen(project)).toEqual(NOTHING);

  const changes: Readonly<Record<string, () => void>> = {
    "an operation": () => project.write({ "operations/name.graphql": "query Name { name size }" }),
    "a new operation": () => project.write({ "operations/deep/size.graphql": "query Size { size }" }),
    "an operation that is gone": () => rmSync(join(project.folder, "operations/deep/size.graphql")),
    "a file that is renamed": () => {
      rmSync(join(project.folder, "operations/name.graphql"));
      project.write({ "operations/other.graphql": "query Name { name size }" });
    },
    "the schema": () => project.write({ "schema.graphql": "type Query { name: String!, size: Int }" }),
    "the config": () => project.write({ "codegen.ts": config(', importExtension: ".ts"', own) }),
    "a generated file": () => project.write({ "generated/types.ts": types }),
    "a generated file that is gone": () => rmSync(join(project.folder, "generated/operations.ts")),
    "the installed packages": () => project.write({ "node_modules/.package-lock.json": '{ "packages": {} }' }),
    "the code that generates": () =>
      project.write({ "generator/scalars.js": `${project.read("generator/scalars.js")}\n// Another version.` }),
  };
  for (const [what, change] of Object.entries(changes)) {
    change();
    expect({ what, ...(await codegen(project)) }).toEqual({ what, ...GENERATED });
    expect({ what, ...(await codegen(project)) }).toEqual({ what, ...NOTHING });
  }
  expect(readdirSync(join(project.folder, "generated"))).toEqual(FILES);
  expect(project.read("generated/types.ts")).toContain("readonly name: string");
  expect(await codegen(project, "--force")).toEqual(GENERATED);
});

test("runs a config that may do more than it knows of, and where nobody wrote down what is installed", async ({
  expect,
}) => {
  using spread = createPackage({
    "codegen.ts": `${config().replace("default ", "const config = ").replace("export ", "")}
export default { ...config };`,
  });
  const anyway = { code: 0, stdout: "✓ what codegen.ts writes is generated\n", stderr: "", hasRun: true };
  expect(await codegen(spread)).toEqual(anyway);
  expect(await codegen(spread)).toEqual(anyway);

  const changes = ["hooks.afterOneFileWrite = () => {}", 'generates["more.ts"] = { plugins: [] }', 'cwd = "elsewhere"'];
  for (const change of changes) {
    const changed = config().replace("export default", "const config =");
    using project = createPackage({ "codegen.ts": `${changed}\nexport default config;` });
    expect(await codegen(project)).toEqual(GENERATED);
    mkdirSync(join(project.folder, "elsewhere"));
    project.write({ "codegen.ts": `${changed}\nconfig.${change};\nexport default config;` });
    expect({ change, ...(await codegen(project)) }).toMatchObject({ change, hasRun: true });
  }

  using unknown = createPackage();
  rmSync(join(unknown.folder, "node_modules/.package-lock.json"));
  expect(await codegen(unknown)).toEqual(GENERATED);
  expect(await codegen(unknown)).toEqual(GENERATED);
});

test.for(["node_modules/.yarn-integrity", "node_modules/.yarn-state.yml", "node_modules/.pnpm/lock.yaml"])(
  "knows what is installed by %s",
  async (record, { expect }) => {
    using project = createPackage({ [record]: "1" });
    rmSync(join(project.folder, "node_modules/.package-lock.json"));
    if (record.includes(".pnpm")) {
      const cli = "node_modules/@graphql-codegen/cli";
      const store = join(project.folder, "node_modules/.pnpm/cli@7/", cli);
      mkdirSync(join(store, ".."), { recursive: true });
      cpSync(realpathSync(join(project.folder, cli)), store, { recursive: true });
      rmSync(join(project.folder, cli));
      symlinkSync(store, join(project.folder, cli));
    }
    expect(await codegen(project)).toEqual(GENERATED);
    expect(await codegen(project)).toEqual(NOTHING);
    project.write({ [record]: "2" });
    expect(await codegen(project)).toEqual(GENERATED);
  },
);

test("does not take what changed meanwhile for done, nor what a link leads to for unchanged", async ({ expect }) => {
  using project = createPackage();
  // What the run reads, and then is no more.
  project.write({
    "codegen.ts": `import { writeFileSync } from "node:fs";
globalThis.times = (globalThis.times ?? 0) + 1;
if (globalThis.times === 2) writeFileSync("operations/name.graphql", "query Name { size }");
${config()}`,
  });
  expect(await codegen(project)).toEqual(GENERATED);
  expect(project.read("generated/types.ts")).toContain("size");
  project.write({ "operations/name.graphql": "query Name { name }" });
  expect(await codegen(project)).toEqual(GENERATED);

  project.write({ "codegen.ts": config() });
  expect(await codegen(project)).toEqual(GENERATED);
  renameSync(join(project.folder, "generated/types.ts"), join(project.folder, "types.ts"));
  symlinkSync(join(project.folder, "types.ts"), join(project.folder, "generated/types.ts"));
  expect(await codegen(project)).toEqual(NOTHING);
  project.write({ "types.ts": "" });
  expect(await codegen(project)).toEqual(GENERATED);
});

test("checks anew whatever an earlier run has found, and names what is stale", async ({ expect }) => {
  using project = createPackage({ "codegen.ts": config(', command: "make types"') });
  expect(await codegen(project)).toEqual(GENERATED);
  const fresh = { ...GENERATED, stdout: "✓ generated is up to date\n" };
  expect(await codegen(project, "--check")).toEqual(fresh);

  project.write({ "operations/name.graphql": "query Name { size }" });
  const before = FILES.map((name) => project.read(`generated/${name}`));
  expect(await codegen(project, "--check")).toEqual({
    ...{ code: 1, stdout: "", hasRun: true },
    stderr: `error: generated code is stale
  generated/documents.ts
  generated/operations.ts
  generated/types.ts
hint:  run \`make types\` and commit what it writes
`,
  });
  expect(FILES.map((name) => project.read(`generated/${name}`))).toEqual(before);
  expect(await codegen(project)).toEqual(GENERATED);
});

test("says where an operation does not fit, and writes nothing", async ({ expect }) => {
  using project = createPackage({ "operations/name.graphql": "query Name { nmae }" });
  const one = await codegen(project);
  expect(one).toMatchObject({ code: 1, stdout: "" });
  expect(one.stderr).toBe(
    'error: operations/name.graphql:1:14: Cannot query field "nmae" on type "Query". Did you mean "name"?\n',
  );
  project.write({ "operations/size.graphql": "query Size {\n  sizes\n}" });
  const { code, stderr } = await codegen(project, "--check");
  expect(code).toBe(1);
  expect(stderr).toBe(`error: 2 problems, nothing is written
  operations/name.graphql:1:14: Cannot query field "nmae" on type "Query". Did you mean "name"?
  operations/size.graphql:2:3: Cannot query field "sizes" on type "Query". Did you mean "size"?
`);
  expect(readdirSync(project.folder)).not.toContain("generated");
});

test.for<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
  ["no config", [], {}, /^error: there is no codegen\.ts here\nhint: {2}run it in the package that has one/],
  ["no such config", ["--config", "other.ts"], {}, /^error: there is no config other\.ts\nhint: {2}--config names/],
  [
    "a config that throws",
    [],
    { "codegen.ts": 'throw new Error("not today")' },
    /^error: graphql-codegen failed: not today\nhint: {2}npx graphql-codegen --config codegen\.ts --verbose/,
  ],
  [
    "a folder that there is not",
    [],
    { "codegen.ts": config().replace('"operations"', '"operatoins"') },
    /^error: operatoins: no such folder or file \(patterns with \* are not understood\)\n$/,
  ],
  [
    "a folder without operations",
    [],
    { "codegen.ts": config().replace('"operations"', '"generated"'), "generated/readme.md": "" },
    /^error: generated: no operation in any \.graphql file\n$/,
  ],
  ["an option that there is not", ["--watch"], {}, /^error: unknown option '--watch'/],
])("exits with 3 for %s", async ([, args, files, message], { expect }) => {
  using project = createPackage(files);
  if (!files["codegen.ts"]) rmSync(join(project.folder, "codegen.ts"));
  const { code, stdout, stderr } = await codegen(project, ...args);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toMatch(message);
});

test("writes the same where the plugins have a copy of graphql of their own", async ({ expect }) => {
  using one = createPackage();
  expect(await codegen(one)).toEqual(GENERATED);

  using two = createPackage();
  cpSync(join(ROOT, "packages/cli/dist/codegen"), join(two.folder, "generator"), { recursive: true });
  rmSync(join(two.folder, "node_modules/graphql"));
  cpSync(join(ROOT, "node_modules/graphql"), join(two.folder, "node_modules/graphql"), { recursive: true });
  two.write({ "codegen.ts": config("", join(two.folder, "generator/index.js")) });
  expect(await codegen(two)).toEqual(GENERATED);
  for (const name of FILES) expect(two.read(`generated/${name}`)).toBe(one.read(`generated/${name}`));
});

test("names the packages that it needs, and those that graphql-codegen lacks", async ({ expect }) => {
  using project = createPackage();
  const lack = (name: string) =>
    command(["codegen"], {
      cwd: project.folder,
      preload: WATCH.replace('process.stderr.write("LOADED\\n")', `throw new Error("Cannot find package '${name}'")`),
    });
  expect(await lack("yargs")).toEqual({
    ...{ code: 3, stdout: "" },
    stderr: "error: graphql-codegen failed: Cannot find package 'yargs'\n",
  });
  const { code, stderr } = await lack("@graphql-codegen/cli");
  expect(code).toBe(3);
  expect(stderr).toBe(`error: the package "@graphql-codegen/cli" is needed to generate code
hint:  npm install --save-dev @graphql-codegen/cli @graphql-codegen/typescript-operations @graphql-codegen/typed-document-node graphql
`);
});

test("runs configs that Node cannot load, and keeps Node's remarks on them to itself", async ({ expect }) => {
  using typeless = createPackage({ "package.json": "{}" });
  expect(await codegen(typeless)).toEqual(GENERATED);
  expect(await codegen(typeless)).toEqual(NOTHING);

  // There is nothing to compare with where a file is in the way.
  rmSync(join(typeless.folder, "generated"), { recursive: true });
  typeless.write({ generated: "" });
  expect(await codegen(typeless)).toMatchObject({ code: 3, stdout: "" });

  // An enum is TypeScript that Node does not strip.
  using full = createPackage({ "codegen.ts": `enum Unused { A }\n${config()}` });
  expect(await codegen(full)).toMatchObject({ code: 0, stderr: "", hasRun: true });
  expect(readdirSync(join(full.folder, "generated"))).toEqual(FILES);
});

test("ends at once when it is interrupted, and shows on a terminal that it is at work", async ({ expect }) => {
  using project = createPackage({
    "codegen.ts": `${config().replace("export default", "const config =")}
export default { ...config, hooks: { afterStart: () => new Promise((resolve) => {
  console.log("begun");
  setTimeout(resolve, 60_000);
}) } };`,
  });
  const running = start(["codegen"], { cwd: project.folder, preload: fakeTerminal(80) });
  await running.printed("begun");
  running.child.kill("SIGINT");
  const { code, stderr } = await running.finished;
  expect(code).toBe(130);
  expect(stderr).toContain("generating");

  // While the config is loaded, by Node and then by graphql-codegen.
  for (const times of [1, 2]) {
    using slow = createPackage({
      "codegen.ts": `globalThis.times = (globalThis.times ?? 0) + 1;
if (globalThis.times === ${times}) {
  console.log("begun");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}
${config()}`,
    });
    const loading = start(["codegen"], { cwd: slow.folder });
    await loading.printed("begun");
    loading.child.kill("SIGINT");
    expect({ times, ...(await loading.finished) }).toEqual({ times, code: 130, stdout: "begun\n", stderr: "" });
  }
});

test("loads no command's work for another command's sake", async ({ expect }) => {
  const preload = WATCH.replace(
    '=== "@graphql-codegen/cli"',
    ".match(/^(ky|graphql|msw|jose|cli-table3)$|[/](\\w+)[/]\\1[.]js$/)",
  );
  expect(await command(["--help"], { preload })).toMatchObject({ code: 0, stderr: "" });
  expect(await command(["token"], { preload })).toMatchObject({ code: 3, stderr: expect.stringContaining("LOADED") });
});

test("writes no stamp where a file has been touched meanwhile, though it is what it was", async ({ expect }) => {
  using project = createProject(SOURCES);
  const schema = join(project.folder, "schema.graphql");
  const recipe = {
    ...{ schema, operations: [schema], output: project.folder, settings: "", command: "" },
    generator: join(project.folder, "operations"),
  };
  const stamp = await openStamp(project.folder, recipe);
  expect(stamp?.isCurrent).toBe(false);
  const { ctimeMs } = statSync(schema);
  // The file system's clock may be slower than we are.
  while (statSync(schema).ctimeMs === ctimeMs) project.write({ "schema.graphql": SOURCES["schema.graphql"] });
  await stamp?.renew();
  expect((await openStamp(project.folder, recipe))?.isCurrent).toBe(false);
});
