/**
 * `platform-graphql codegen`: which files a run writes, deletes, lists with `--check`, and keeps after an
 * error.
 */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs, { mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { background, command, failure, runTool, start } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const FILES = ["enums.ts", "operations.ts", "types.ts"];

const config = (options = "") =>
  renderConfig(`documents: "operations", output: "generated", schema: "schema.graphql"${options}`);

const createPackage = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": config(),
    "schema.graphql": "type Query { name: String, size: Int }",
    "operations/name.graphql": "query Name { name }",
    ...files,
  });

const codegen = (project: Project, ...args: readonly string[]) => project.run("codegen", ...args);

const UPDATED = {
  code: 0,
  stderr: "",
  stdout: "✓ updated generated/enums.ts, generated/operations.ts, generated/types.ts\n",
};
const UP_TO_DATE = { code: 0, stdout: "✓ generated is up to date\n", stderr: "" };

test("writes the files that are out of date, and no other file", async () => {
  const project = createPackage();
  expect(await codegen(project)).toEqual(UPDATED);
  expect(readdirSync(join(project.folder, "generated"))).toEqual(FILES);
  expect(project.read("generated/types.ts")).toContain("readonly name: string | null");
  const { mtimeMs } = statSync(join(project.folder, "generated/types.ts"));

  expect(await codegen(project)).toEqual(UP_TO_DATE);
  project.write({ "generated/operations.ts": "" });
  expect(await codegen(project)).toEqual({ ...UPDATED, stdout: "✓ updated generated/operations.ts\n" });
  expect(statSync(join(project.folder, "generated/types.ts")).mtimeMs).toBe(mtimeMs);

  project.write({ "schema.graphql": "type Query { name: String!, size: Int }" });
  expect(await codegen(project)).toEqual({ ...UPDATED, stdout: "✓ updated generated/types.ts\n" });
  expect(project.read("generated/types.ts")).toContain("readonly name: string;");
});

test("names the command that writes an operation if a folder has none", async () => {
  const project = createPackage();
  rmSync(join(project.folder, "operations"), { recursive: true });
  const documents = '["operations", "!operations/drafts", "!*.txt"]';
  project.write({ "operations/.keep": "", "codegen.ts": config().replace('"operations"', documents) });
  expect(await codegen(project)).toEqual(
    failure(
      "no operation in the files of operations, !operations/drafts, !*.txt",
      'Write one with "npx @integration-platform/graphql-cli add <field>", or change "documents" in the config.',
    ),
  );
});

test("--check lists the stale files and writes none", async () => {
  const project = createPackage({ "codegen.ts": config(', command: "make types"') });
  expect(await codegen(project)).toEqual(UPDATED);
  expect(await codegen(project, "--check")).toEqual(UP_TO_DATE);

  project.write({ "operations/name.graphql": "query Name { size }" });
  const before = FILES.map((name) => project.read(`generated/${name}`));
  expect(await codegen(project, "--check")).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: the generated code is stale: generated/operations.ts, generated/types.ts
hint:  Run "make types" and commit the changes.
`,
  });
  expect(FILES.map((name) => project.read(`generated/${name}`))).toEqual(before);
});

test("lists the location of each problem and writes no file", async () => {
  const project = createPackage({
    "operations/name.graphql": "query Name { nmae }",
    "operations/size.graphql": "query Size {\n  sizes\n}",
  });
  expect(await codegen(project, "--check")).toEqual({
    code: 1,
    stdout: "",
    stderr: `error: 2 problems, no file was written
  operations/name.graphql:1:14: Cannot query field "nmae" on type "Query". Did you mean "name"?
  operations/size.graphql:2:3: Cannot query field "sizes" on type "Query". Did you mean "size"?
hint:  Fix the operations, leave out those of another schema ("!<path>" in "documents"), or update schema.graphql.
`,
  });
  rmSync(join(project.folder, "operations/size.graphql"));
  expect((await codegen(project)).stderr).toMatch(/^error: 1 problem, no file was written\n/);
  expect(readdirSync(project.folder)).not.toContain("generated");
});

const FILE_HINT = "Fix the file or the config, then run the command again.";

test.for<[string, (file: string) => void, string]>([
  ["a folder", mkdirSync, "it is a folder"],
  ["a dangling link", (file) => symlinkSync("missing", file), "no such file or folder"],
  ["a link to itself", (file) => symlinkSync(file, file), "too many symbolic links"],
])("exits with 3 and names the file and the reason if an operation is %s", async ([, create, reason]) => {
  const project = createPackage();
  create(join(project.folder, "operations/x.graphql"));
  expect(await codegen(project)).toEqual(failure(`cannot read "operations/x.graphql": ${reason}`, FILE_HINT));
});

test("a folder of operations that cannot be read is not a project without operations", async () => {
  const project = createPackage();
  rmSync(join(project.folder, "operations"), { recursive: true });
  symlinkSync("operations", join(project.folder, "operations"));
  expect(await codegen(project)).toEqual(
    failure('cannot read "operations": too many symbolic links', FILE_HINT),
  );
});

test("keeps all old files if one of the new ones cannot be written", async () => {
  const project = createPackage();
  expect(await codegen(project)).toEqual(UPDATED);
  const before = FILES.map((name) => project.read(`generated/${name}`));
  project.write({ "operations/name.graphql": "query Name { size }" });

  const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC", errno: -28 });
  for (const step of ["writeFileSync", "fsyncSync"] as const) {
    const { [step]: original } = fs;
    let calls = 0;
    const spy = vi.spyOn(fs, step).mockImplementation((...args: unknown[]) => {
      if (++calls === 2) throw full;
      return Reflect.apply(original, fs, args);
    });
    syncBuiltinESMExports();
    const finished = await codegen(project);
    spy.mockRestore();
    syncBuiltinESMExports();
    expect(finished).toEqual(failure('cannot write "generated/operations.ts": the disk is full', FILE_HINT));
    expect(readdirSync(join(project.folder, "generated"))).toEqual(FILES);
    expect(FILES.map((name) => project.read(`generated/${name}`))).toEqual(before);
  }
  const { code } = await codegen(project);
  expect(code).toBe(0);
});

test.for([
  ["renameSync", 'cannot write "generated/enums.ts": '],
  ["rmSync", 'cannot delete "generated/schema.ts": '],
] as const)(
  "names the file if %s fails, and restores those that were changed and deleted before",
  async ([step, message]) => {
    const project = createPackage({ "all.ts": config(", schemaModule: true, filePerOperation: true") });
    expect(await codegen(project, "--config", "all.ts")).toMatchObject({ code: 0 });
    project.write({
      "other.ts": config(),
      "schema.graphql": "type Query { name: Level, size: Int } enum Level { LOW }",
    });
    const before = project.readAll();
    const { [step]: original } = fs;
    const spy = vi.spyOn(fs, step).mockImplementation((...args: unknown[]) => {
      // Not the temporary files, which are also deleted.
      if (/(?:enums|schema)\.ts$/.test(String(args.at(step === "rmSync" ? 0 : 1))))
        throw Object.assign(new Error("EIO"), { code: "EIO", errno: -5 });
      return Reflect.apply(original, fs, args);
    });
    syncBuiltinESMExports();
    const finished = await codegen(project, "--config", "other.ts");
    spy.mockRestore();
    syncBuiltinESMExports();
    expect(finished).toMatchObject({ code: 3, stderr: expect.stringContaining(message) });
    expect(project.readAll()).toEqual(before);
  },
);

test("exits with 3 and keeps all old files if a folder has the name of a generated file", async () => {
  const project = createPackage();
  mkdirSync(join(project.folder, "generated/enums.ts"), { recursive: true });
  expect(await codegen(project)).toEqual(
    failure('cannot read "generated/enums.ts": it is a folder', FILE_HINT),
  );
  expect(readdirSync(join(project.folder, "generated"))).toEqual(["enums.ts"]);
});

test("--watch runs again when an operation, the schema or the config changes, and reports errors until Ctrl-C", async () => {
  const project = createPackage();
  const interruption = new AbortController();
  const finished = command(["codegen", "--watch"], {
    cwd: project.folder,
    interruption: interruption.signal,
  });
  const types = () =>
    expect.poll(() => project.read("generated/types.ts"), { timeout: 20_000, interval: 20 });
  await types().toContain("readonly name: string | null;");

  project.write({ "operations/deep/size.graphql": "query Size { size }" });
  await types().toContain("readonly size: number | null;");
  project.write({ "operations/name.graphql": "query Name { name" });
  project.write({ "schema.graphql": "type Query { name: String!, size: Int! }" });
  project.write({ "operations/name.graphql": "query Name { title: name }" });
  await types().toContain("readonly title: string;");
  rmSync(join(project.folder, "operations/deep"), { recursive: true });
  await types().not.toContain("size");
  project.write({ "codegen.ts": config(', scalars: { String: "Text" }') });
  await types().toContain("readonly title: Text;");

  interruption.abort(130);
  const { code, stdout, stderr } = await finished;
  expect(code).toBe(130);
  expect(stdout.match(/^Watching .*/gm)).toEqual([
    "Watching codegen.ts, schema.graphql, operations. Press Ctrl-C to stop.",
  ]);
  expect(stderr).toBe("");
});

test("--watch notices a schema, a folder of operations and a file of rules that are created later", async () => {
  const project = createPackage();
  const schema = project.read("schema.graphql");
  rmSync(join(project.folder, "schema.graphql"));
  rmSync(join(project.folder, "operations"), { recursive: true });
  const watching = background(["codegen", "--watch"], { cwd: project.folder });
  await watching.printed("Watching");
  const text = (name: string) =>
    expect.poll(() => project.read(`generated/${name}`), { timeout: 20_000, interval: 20 });

  project.write({ "schema.graphql": schema });
  project.write({ "operations/size.graphql": "query Size { size }" });
  await text("types.ts").toContain("readonly size: number | null;");
  rmSync(join(project.folder, "operations"), { recursive: true });
  project.write({ "operations/name.graphql": "query Name { name }" });
  await text("types.ts").toContain("readonly name: string | null;");
  project.write({ "platform.rules.ts": "export {};" });
  await text("platform.types.ts").toContain("Generated by");

  watching.interrupt();
  expect(await watching.finished).toMatchObject({ code: 130 });
});

test("--watch writes no file while the config is invalid", async () => {
  const project = createPackage();
  const watching = background(["codegen", "--watch"], { cwd: project.folder });
  await watching.printed("updated");
  project.write({ "codegen.ts": `${config()} x(` });
  await watching.printed("cannot be loaded", "stderr");
  const before = project.readAll();
  project.write({ "operations/name.graphql": "query Name { size }" });
  project.write({ "codegen.ts": config(", nope: true") });
  await watching.printed('unknown option "nope"', "stderr");
  expect(project.read("generated/types.ts")).toBe(before["generated/types.ts"]);
  project.write({ "codegen.ts": config() });
  await expect
    .poll(() => project.read("generated/types.ts"), { timeout: 20_000, interval: 20 })
    .toContain("readonly size: number | null;");
  watching.interrupt();
  const { code, stdout } = await watching.finished;
  expect([code, stdout.match(/^Watching/gm)?.length]).toEqual([130, 1]);
});

test("ends at once on Ctrl-C, even while the config is loaded", async () => {
  const project = createPackage({
    "codegen.ts": `console.log("loading");\nawait new Promise((resolve) => setTimeout(resolve, 60_000));\n${config()}`,
  });
  const running = start(["codegen"], { cwd: project.folder });
  await running.printed("loading");
  running.child.kill("SIGINT");
  expect(await running.finished).toEqual({ code: 130, stdout: "loading\n", stderr: "" });
});

test("the built command runs in a package without a type, and shows a syntax error under --watch", {
  tags: ["slow"],
}, async () => {
  const project = createPackage({
    "package.json": "{}",
    "codegen.ts": config().replace("src/codegen/index.ts", "dist/codegen/index.js"),
  });
  const running = start(["codegen", "--watch"], { cwd: project.folder });
  if (!running.child.stderr) throw new Error("stderr is not a pipe");
  const reported = once(running.child.stderr, "data");
  await running.printed("updated");
  project.write({ "operations/name.graphql": "query Name {" });
  await reported;
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.finished;
  expect({ code, stdout }).toEqual({
    code: 130,
    stdout: `Watching codegen.ts, schema.graphql, operations. Press Ctrl-C to stop.\n${UPDATED.stdout}`,
  });
  expect(stderr).toBe(`error: 1 problem, no file was written
  operations/name.graphql:1:13: Syntax Error: Expected Name, found <EOF>.
hint:  Fix the operations, leave out those of another schema ("!<path>" in "documents"), or update schema.graphql.
`);
});

test("--help loads no code of the commands", { tags: ["slow"] }, async () => {
  const preload = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (/^(graphql|msw|jose|cli-table3|chokidar)$|[/](\\w+)[/]\\1[.]js$/.test(specifier)) process.stderr.write("LOADED\\n");
      return next(specifier, context);
    },
  });`;
  expect(await start(["--help"], { preload }).finished).toMatchObject({ code: 0, stderr: "" });
  expect(await start(["token"], { preload }).finished).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("LOADED"),
  });
});

test("codegen of .graphql files loads no code of schema checks, scripts and watching, and no package of the plugin", {
  tags: ["slow"],
}, async () => {
  const project = createPackage();
  const preload = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, next) {
      if (/^(@graphql-(inspector|codegen|tools)|@babel[/]parser|chokidar|diff)|graphql-compiler[/](check|reports)$/.test(specifier)) process.stderr.write(specifier);
      return next(specifier, context);
    },
  });`;
  const finished = start(["codegen"], { preload, cwd: project.folder }).finished;
  expect(await finished).toEqual(UPDATED);
});

const OWN = "export type Own = string;\n";
const REFUSED = 'generated/types.ts is not generated code: move it, or set "output" to another folder';

test("replaces no file that it did not write", async () => {
  const project = createPackage({ "generated/types.ts": OWN });
  expect(await codegen(project)).toEqual(
    failure(REFUSED, "Fix the file or the config, then run the command again."),
  );
  expect(readdirSync(join(project.folder, "generated"))).toEqual(["types.ts"]);
  expect(project.read("generated/types.ts")).toBe(OWN);
});

test("graphql-codegen replaces no file that it did not write", { tags: ["slow"] }, async () => {
  const project = createPackage({
    "codegen.ts": config(),
    "generated/types.ts": OWN,
  });
  const { code, output } = await runTool(project.folder, "graphql-codegen", "--config", "codegen.ts");
  expect({ code, refused: output.includes(REFUSED) }).toEqual({ code: 1, refused: true });
  expect(project.read("generated/types.ts")).toBe(OWN);
  rmSync(join(project.folder, "generated/types.ts"));
  mkdirSync(join(project.folder, "generated/types.ts"));
  const second = await runTool(project.folder, "graphql-codegen", "--config", "codegen.ts");
  const isFolder = 'generated/types.ts is a folder: move it, or set "output" to another folder';
  expect({ code: second.code, refused: second.output.includes(isFolder) }).toEqual({
    code: 1,
    refused: true,
  });
});

test("writes through no link", async () => {
  const elsewhere = useProject({ "types.ts": "" });
  const project = createPackage();
  project.link("generated", elsewhere.folder);
  expect((await codegen(project)).stderr).toContain(
    "error: a link in the path generated leads out of the project\n",
  );
  expect(elsewhere.read("types.ts")).toBe("");
  // Files that are up to date can be anywhere.
  const current = createPackage();
  await codegen(current);
  fs.cpSync(join(current.folder, "generated"), join(elsewhere.folder, "current"), { recursive: true });
  rmSync(join(current.folder, "generated"), { recursive: true });
  current.link("generated", join(elsewhere.folder, "current"));
  expect(await codegen(current)).toEqual(UP_TO_DATE);
  const other = createPackage();
  other.link("generated/types.ts", join(elsewhere.folder, "types.ts"));
  expect((await codegen(other)).stderr).toContain("error: generated/types.ts is a link: ");
});

test("writes through no broken link, and no link in the place of a folder", async () => {
  const elsewhere = useProject();
  const broken = createPackage();
  broken.link("generated", join(elsewhere.folder, "missing"));
  expect(await codegen(broken)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("error: a link in the path generated leads out of the project\n"),
  });
  const project = createPackage({ "codegen.ts": config(", filePerOperation: true") });
  project.link("generated/operations", elsewhere.folder);
  expect(await codegen(project)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      "error: a link in the path generated/operations leads out of the project\n",
    ),
  });
  expect(elsewhere.readAll()).toEqual({});
});

test("writes through no link out of the folder of the config, even from a subfolder", async () => {
  const elsewhere = useProject();
  const project = createPackage({ "src/a.ts": "" });
  project.link("generated", elsewhere.folder);
  expect(await command(["codegen"], { cwd: join(project.folder, "src") })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("error: a link in the path ../generated leads out of the project\n"),
  });
  expect(elsewhere.readAll()).toEqual({});
});

test("writes through a link to a folder of the project whose name starts with two dots", async () => {
  const project = createPackage({ "..shared/README.md": "" });
  project.link("generated", "..shared");
  expect(await codegen(project)).toEqual(UPDATED);
  expect(readdirSync(join(project.folder, "..shared"))).toEqual(["README.md", ...FILES]);
});

test("writes through no link whose name starts with two dots", async () => {
  const elsewhere = useProject();
  const project = createPackage({
    "codegen.ts": renderConfig('documents: "operations", output: "..generated", schema: "schema.graphql"'),
  });
  project.link("..generated", elsewhere.folder);
  expect((await codegen(project)).stderr).toContain(
    "error: a link in the path ..generated leads out of the project\n",
  );
  expect(elsewhere.readAll()).toEqual({});
});

test("reads .gql files of a folder", async () => {
  const project = createPackage({ "operations/size.gql": "query Size { size }" });
  expect(await codegen(project)).toEqual(UPDATED);
  expect(project.read("generated/types.ts")).toContain("SizeQuery");
});

test("reads .graphqls files only by their names and globs", async () => {
  const project = createPackage({ "operations/size.graphqls": "query Size { size }" });
  expect(await codegen(project)).toEqual(UPDATED);
  expect(project.read("generated/types.ts")).not.toContain("SizeQuery");
});

test("names the build in a clone that was not built", { tags: ["slow"] }, () => {
  const project = createPackage();
  mkdirSync(join(project.folder, "bin"));
  fs.copyFileSync(
    join(import.meta.dirname, "../bin/platform-graphql.js"),
    join(project.folder, "bin/platform-graphql.js"),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/platform-graphql.js", "codegen"], {
    cwd: project.folder,
    encoding: "utf8",
  });
  expect({ code: status, stdout, stderr }).toEqual(
    failure("platform-graphql is not built", 'Run "npm ci && npm run build" in the clone.'),
  );
});
