/** The stamp of a run of codegen: a run without a change loads neither graphql nor the compiler. */

import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const DIST = join(import.meta.dirname, "../dist");
const SCHEMA = "type Query { name: String, size: Int }";
const UP_TO_DATE = "✓ generated is up to date\n";
const OPTIONS = 'schema: "schema.graphql", documents: "operations", output: "generated"';

/** A project with `node_modules`, whose code was generated. */
async function createGenerated(entry?: string): Promise<Project> {
  const project = useProject({
    "codegen.ts": renderConfig(OPTIONS, entry),
    "schema.graphql": SCHEMA,
    "operations/a.graphql": "query A { name }",
    "operations/b.graphql": "query B { size }",
    "node_modules/some/package.json": "{}",
  });
  expect((await project.run("codegen")).stdout).toContain("updated");
  return project;
}

/** Runs the built command in a process, and returns its output and whether it loaded graphql. */
async function runProcess(project: Project, ...args: readonly string[]) {
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load(url, context, next) { globalThis.loadedGraphql ||= /node_modules.graphql.index/.test(url); return next(url, context); } });
    process.on("exit", () => process.stdout.write(String(Boolean(globalThis.loadedGraphql))));`;
  const command = [
    "--import",
    `data:text/javascript,${encodeURIComponent(hook)}`,
    join(DIST, "main.js"),
    "codegen",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...command, ...args], {
    cwd: project.folder,
  });
  return stdout;
}

test("a run after a run without a change does not load graphql, and --check always does", async () => {
  const project = await createGenerated(join(DIST, "codegen/index.js"));
  // The code of this process is that of the sources.
  expect(await runProcess(project)).toBe(`${UP_TO_DATE}true`);
  expect(await runProcess(project)).toBe(`${UP_TO_DATE}false`);
  expect(await runProcess(project, "--check")).toBe(`${UP_TO_DATE}true`);
});

test.each<readonly [string, (project: Project) => void]>([
  [
    "the schema",
    (project) =>
      project.write({ "schema.graphql": `${SCHEMA} type Other { a: Int }`.replace("Int }", "Int! }") }),
  ],
  ["an operation", (project) => project.write({ "operations/a.graphql": "query A { size }" })],
  ["a new operation", (project) => project.write({ "operations/c.graphql": "query C { size }" })],
  ["a deleted operation", (project) => rmSync(join(project.folder, "operations/b.graphql"))],
  [
    "an option",
    (project) => project.write({ "platform.config.ts": renderConfig(`${OPTIONS}, shapes: true`) }),
  ],
  [
    "a generated file that is edited",
    (project) => project.write({ "generated/types.ts": `${project.read("generated/types.ts")} ` }),
  ],
  ["a generated file that is deleted", (project) => rmSync(join(project.folder, "generated/enums.ts"))],
  [
    "a generated file that is not asked for",
    (project) => project.write({ "generated/schema.ts": project.read("generated/enums.ts") }),
  ],
])("a run after a change of %s writes the files", async (_, change) => {
  const project = await createGenerated();
  expect((await project.run("codegen")).stdout).toBe(UP_TO_DATE);
  change(project);
  expect((await project.run("codegen")).stdout).toMatch(/^✓ updated generated\//);
  expect((await project.run("codegen")).stdout).toBe(UP_TO_DATE);
});

test("a change that keeps the size and the time of a file is noticed", async () => {
  const project = await createGenerated();
  const file = join(project.folder, "operations/a.graphql");
  const { atime, mtime } = statSync(file);
  project.write({ "operations/a.graphql": "query A { size }" });
  utimesSync(file, atime, mtime);
  expect((await project.run("codegen")).stdout).toContain("updated");
});

test("a run with a problem leaves no stamp", async () => {
  const project = await createGenerated();
  project.write({ "operations/a.graphql": "query A { nope }" });
  for (let run = 0; run < 2; run++) expect((await project.run("codegen")).code).toBe(1);
});

test("a run that skips an operation leaves no stamp, because each run names it", async () => {
  const project = useProject({
    "codegen.ts": renderConfig(OPTIONS.replace('"operations"', '["operations", "code/*.ts"]')),
    "schema.graphql": SCHEMA,
    "operations/a.graphql": "query A { name }",
    "code/c.ts": `const query = gql\`query C { size(of: \${1}) }\`;`,
    "node_modules/some/package.json": "{}",
  });
  const first = await project.run("codegen");
  expect(first.stderr).toContain("code/c.ts:1:");
  expect(await project.run("codegen")).toEqual({ ...first, stdout: UP_TO_DATE });
});

test("a cache that cannot be written, or node_modules that are missing, cost only time", async () => {
  const project = await createGenerated();
  const cache = join(project.folder, "node_modules/.cache");
  rmSync(cache, { recursive: true });
  project.write({ "node_modules/.cache": "a file" });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stdout: UP_TO_DATE, stderr: "" });
  rmSync(join(project.folder, "node_modules"), { recursive: true });
  expect(await project.run("codegen")).toMatchObject({ code: 0, stdout: UP_TO_DATE, stderr: "" });
  expect(readdirSync(project.folder)).not.toContain("node_modules");
});

test("projects with one node_modules folder have a stamp for each output folder", async () => {
  const project = await createGenerated();
  mkdirSync(join(project.folder, "other"));
  project.write({
    "other/codegen.ts": renderConfig(
      'schema: "../schema.graphql", documents: "../operations", output: "out"',
    ),
  });
  expect((await project.run("codegen", "--config", "other/codegen.ts")).stdout).toContain("updated");
  expect(readdirSync(join(project.folder, "node_modules/.cache/platform-graphql"))).toHaveLength(2);
});
