/**
 * Commands that are killed while they write: the next run removes what they left, and writes what an
 * undisturbed run writes.
 */

import { expect, test } from "vitest";
import { type Finished, start } from "./support/command.ts";
import { createProject, type Project, renderConfig } from "./support/project.ts";

const SDL = "type Query {\n  name: String\n}\n";
const ENTRY = new URL("../dist/codegen/index.js", import.meta.url).pathname;
const CONFIG = renderConfig(
  'schema: "schema/schema.graphql", documents: "operations", output: "generated"',
  ENTRY,
);

interface Scene {
  readonly files: Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

const SCENES = {
  init: {
    files: {
      "package.json": '{ "name": "app" }',
      "platform.graphql": SDL,
      "operations/name.graphql": "query Name { name }",
      // The config that `init` writes imports the package.
      "node_modules/@integration-platform/graphql-cli/package.json":
        '{ "exports": { "./codegen": "./codegen.mjs" } }',
      "node_modules/@integration-platform/graphql-cli/codegen.mjs": `export * from ${JSON.stringify(ENTRY)};\n`,
    },
    args: ["init", "--from", "platform.graphql", "--ci", "github"],
  },
  codegen: {
    files: {
      "package.json": '{ "type": "module" }',
      "codegen.ts": CONFIG,
      "schema/schema.graphql": SDL,
      "operations/name.graphql": "query Name { name }",
    },
    args: ["codegen"],
  },
  "schema pull": {
    files: {
      "package.json": '{ "type": "module" }',
      "codegen.ts": CONFIG,
      "schema/schema.graphql": SDL,
      "next.graphql": "type Query {\n  name: String\n  size: Int\n}\n",
    },
    args: ["schema", "pull", "--from", "next.graphql"],
  },
} as const satisfies Readonly<Record<string, Scene>>;

type Name = keyof typeof SCENES;

/**
 * Counts the changes of the file system, and kills the process before one of them. A file is half written
 * then.
 */
const createPreload = (instant: number) => `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { writeFileSync } = fs;
  let count = 0;
  for (const name of ["mkdirSync", "writeFileSync", "chmodSync", "renameSync", "linkSync", "copyFileSync", "rmSync"]) {
    const original = fs[name];
    fs[name] = (...args) => {
      if (++count === ${instant}) {
        // Its folder can be missing.
        if (name === "writeFileSync") try { original(args[0], String(args[1]).slice(0, 10)); } catch {}
        process.kill(process.pid, "SIGKILL");
      }
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  process.on("exit", () => writeFileSync(".git/changes", String(count)));
`;

function open({ files }: Scene): Project {
  const project = createProject(files);
  project.git("init", "--quiet");
  return project;
}

/** All files, except those of git. The time of a snapshot differs. */
function readResult(project: Project): Record<string, string> {
  const files = Object.entries(project.readAll()).filter(([name]) => !name.startsWith(".git/"));
  return Object.fromEntries(files.map(([name, text]) => [name, text.replace(/"taken": ".*"/, "")]));
}

/**
 * Runs the command in a process.
 *
 * @param instant - Number of the change before which it is killed. 0: it is not.
 */
function runProcess({ args }: Scene, project: Project, instant: number): Promise<Finished> {
  return start(args, { cwd: project.folder, preload: createPreload(instant) }).finished;
}

/**
 * Kills the command before each of these changes, runs it again, and compares the files with those of an
 * undisturbed run.
 */
async function expectSameResult(scene: Scene, instants: Iterable<number>): Promise<void> {
  using undisturbed = open(scene);
  expect(await undisturbed.run(...scene.args)).toMatchObject({ code: 0 });
  for (const instant of instants) {
    using project = open(scene);
    expect([instant, (await runProcess(scene, project, instant)).code]).toEqual([instant, null]);
    expect(await project.run(...scene.args)).toMatchObject({ code: 0 });
    expect([instant, readResult(project)]).toEqual([instant, readResult(undisturbed)]);
  }
}

// The other commands write with the same function.
test("init that was killed can be run again", async () => {
  await expectSameResult(SCENES.init, [20]);
});

/** Tests of one command, because each change needs a process. */
const PARTS = 6;
const parts = (Object.keys(SCENES) as Name[]).flatMap((name) =>
  Array.from({ length: PARTS }, (_, part) => [name, part + 1] as const),
);

test.for(parts)(
  "%s can be run again, whenever it was killed: part %i",
  { tags: ["slow", "scheduled"] },
  async ([name, part]) => {
    const scene = SCENES[name];
    using counted = open(scene);
    expect(await runProcess(scene, counted, 0)).toMatchObject({ code: 0 });
    const changes = Number(counted.read(".git/changes"));
    // Two files are written and renamed, at least.
    expect(changes).toBeGreaterThan(3);
    const instants = Array.from({ length: changes }, (_, index) => index + 1);
    await expectSameResult(
      scene,
      instants.filter((instant) => instant % PARTS === part % PARTS),
    );
  },
);
