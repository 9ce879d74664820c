/**
 * Two runs of codegen that overlap, as of a host and a container on one folder: the files are saved, and
 * another run starts and ends, at each file-system call of a run.
 */

import { spawnSync } from "node:child_process";
import fs, { rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { BIN, type Finished, failure } from "./support/command.ts";
import { createProject, type Project, renderConfig } from "./support/project.ts";

const ENTRY = join(import.meta.dirname, "../dist/codegen/index.js");
const OPTIONS = 'schema: "schema.graphql", documents: "operations", output: "generated", plugins: []';
const OLD = {
  "codegen.ts": renderConfig(`${OPTIONS}, filePerOperation: true`, ENTRY),
  "package.json": '{ "type": "module" }',
  "schema.graphql": "type Query { name: String, size: Int }",
  "operations/a.graphql": "query A { name }",
  "operations/old.graphql": "query Old { ...Parts }\nfragment Parts on Query { size }",
  "node_modules/some/package.json": "{}",
};
const NEW = { "operations/a.graphql": "query A { size }", "operations/new.graphql": "query New { name }" };

function save(project: Project): void {
  project.write(NEW);
  rmSync(join(project.folder, "operations/old.graphql"));
}

const readGenerated = (project: Project) =>
  Object.entries(project.readAll()).filter(([name]) => name.startsWith("generated/"));

/** Functions of `node:fs` that take a path. */
const CALLS = [
  ...["accessSync", "chmodSync", "existsSync", "linkSync", "lstatSync", "mkdirSync", "openSync"],
  ...["readdirSync", "readFileSync", "realpathSync", "renameSync", "rmdirSync", "rmSync", "statSync"],
  "writeFileSync",
] as const;
type Call = (...args: readonly unknown[]) => unknown;

interface Interrupted {
  readonly finished: Finished;
  /** Number of its calls. */
  readonly count: number;
  /** Number of the last call that changes a generated file. */
  readonly lastChange: number;
}

/** Runs codegen in this process, and other work before one of its calls. */
async function interrupt(
  project: Project,
  instants: Readonly<Record<number, () => void>>,
): Promise<Interrupted> {
  const functions = fs as unknown as Record<(typeof CALLS)[number], Call>;
  const originals = CALLS.map((name) => [name, functions[name]] as const);
  let count = 0;
  let lastChange = 0;
  let isInside = false;
  for (const [name, original] of originals) {
    functions[name] = (...args) => {
      if (!isInside && resolve(String(args[0])).startsWith(project.folder)) {
        isInside = true;
        instants[++count]?.();
        if (name === "renameSync") lastChange = count;
        isInside = false;
      }
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  try {
    const finished = await project.run("codegen");
    return { finished, count, lastChange };
  } finally {
    for (const [name, original] of originals) functions[name] = original;
    syncBuiltinESMExports();
  }
}

/** The output of the newer files, by an undisturbed run. */
async function expectNewer(project: Project): Promise<void> {
  using undisturbed = createProject(OLD);
  save(undisturbed);
  expect(await undisturbed.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  expect(readGenerated(project)).toEqual(readGenerated(undisturbed));
  expect(await project.run("codegen", "--check")).toMatchObject({ code: 0, stderr: "" });
}

async function createGenerated(): Promise<Project> {
  const project = createProject(OLD);
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  // Each scene starts without a stamp.
  rmSync(join(project.folder, "node_modules/.cache"), { recursive: true });
  project.write({ "generated/operations/A.ts": "" });
  return project;
}

async function countCalls(): Promise<Pick<Interrupted, "count" | "lastChange">> {
  using project = await createGenerated();
  const { finished, ...counts } = await interrupt(project, {});
  expect(finished).toMatchObject({ code: 0, stderr: "" });
  return counts;
}

/** Saves newer files, and runs codegen with them, before a call. */
async function overlap(instant: number): Promise<void> {
  using project = await createGenerated();
  const { finished } = await interrupt(project, {
    [instant]() {
      save(project);
      const { status, stderr } = spawnSync(process.execPath, [BIN, "codegen"], { cwd: project.folder });
      expect([status, stderr.toString()]).toEqual([0, ""]);
    },
  });
  // The older run can fail, if a file is gone after its folder was listed.
  if (finished.code !== 0) expect(finished.stderr).toMatch(/^error: cannot read .*: no such file or folder/);
  await expectNewer(project);
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  expect(Object.keys(project.readAll()).filter((name) => name.includes(".tmp"))).toEqual([]);
}

/** Saves newer files before a call. */
async function saveDuring(instant: number, lastChange: number): Promise<void> {
  using project = await createGenerated();
  const { finished } = await interrupt(project, { [instant]: () => save(project) });
  // A file can be gone after its folder was listed.
  if (finished.code !== 0) expect(finished.stderr).toContain('"operations/old.graphql": no such file');
  // The files are compared after the last change.
  else if (instant <= lastChange) await expectNewer(project);
  expect(await project.run("codegen")).toMatchObject({ code: 0 });
  await expectNewer(project);
}

test("a run that another one with newer files overtakes ends with their output", async () => {
  const { lastChange } = await countCalls();
  for (const instant of [lastChange, lastChange + 1]) await overlap(instant);
});

test("files that are saved while codegen runs are in its output, or in that of the next run", async () => {
  const { count, lastChange } = await countCalls();
  for (const instant of [Math.ceil(count / 3), lastChange, count - 1]) await saveDuring(instant, lastChange);
});

test("a file that is removed while codegen runs is not in its output", async () => {
  const { lastChange } = await countCalls();
  using project = await createGenerated();
  const remove = () => rmSync(join(project.folder, "operations/old.graphql"));
  const { finished } = await interrupt(project, { [lastChange]: remove });
  expect(finished).toMatchObject({ code: 0, stderr: "" });
  expect(await project.run("codegen", "--check")).toMatchObject({ code: 0, stderr: "" });
});

test("a run whose files change at each of its calls ends with an error", async () => {
  using project = await createGenerated();
  let count = 0;
  const change = () => project.write({ "operations/a.graphql": `query A { name } # ${count++}` });
  const { finished } = await interrupt(project, new Proxy({}, { get: () => change }));
  expect(finished).toEqual(
    failure("the operations or the schema change while codegen runs", "Run the command again."),
  );
});

const PARTS = 8;

test.for(Array.from({ length: PARTS }, (_, part) => part))(
  "both hold at each of its calls: part %i",
  { tags: ["slow", "scheduled"] },
  async (part) => {
    const { count, lastChange } = await countCalls();
    for (let instant = 2 + part; instant <= count; instant += PARTS) {
      await overlap(instant);
      await saveDuring(instant, lastChange);
    }
  },
);
