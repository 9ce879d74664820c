/**
 * The inputs and outputs that docs/task-runners.md declares, next to what `codegen` reads and writes.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import picomatch from "picomatch";
import { beforeAll, expect, test } from "vitest";
import { command } from "./support/command.ts";
import { createProject, renderConfig } from "./support/project.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/task-runners.md"), "utf8");

interface Declared {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Paths from the folder of the package. A folder means its files. */
const toGlobs = (paths: readonly unknown[]): string[] =>
  paths.flatMap((path) => {
    if (typeof path !== "string" || path.startsWith("/")) return [];
    const inside = path.replace("{projectRoot}/", "");
    return [inside, `${inside}/**`];
  });

/** The blocks of the page, in the order of the page. */
const [turbo, nx] = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, text = ""]) => JSON.parse(text));
const RUNNERS: Readonly<Record<string, Declared>> = {
  Turborepo: turbo.tasks.codegen,
  Nx: nx.targetDefaults.codegen,
};

/** Names of the files of a project of `init` before the first `codegen`, and of those that it wrote. */
let read: string[] | undefined;
let written: string[] | undefined;
/** What `codegen --inputs` prints for the project. */
let printed: string | undefined;

beforeAll(async () => {
  using project = createProject({
    "package.json": "{}",
    "platform.graphql": "type Query { user: User }\ntype User { id: ID! }",
  });
  await project.run("init", "--from", "platform.graphql");
  project.write({
    "codegen.ts": renderConfig(/typedOperations\(\{(.*)\}\)/s.exec(project.read("codegen.ts"))?.[1] ?? ""),
    "operations/users/user.graphql": "query User { user { id } }",
  });
  const before = Object.keys(project.readAll());
  expect((await project.run("codegen")).code).toBe(0);
  written = Object.keys(project.readAll()).filter((name) => !before.includes(name));
  read = before.filter((name) => /^(?:codegen\.ts|schema\/|operations\/)/.test(name));
  printed = (await project.run("codegen", "--inputs")).stdout;
});

test.each(Object.entries(RUNNERS))(
  "%s knows all files that codegen reads, and all that it writes",
  (_, declared) => {
    expect(read).toEqual([
      "codegen.ts",
      "operations/users/user.graphql",
      "schema/provenance.json",
      "schema/schema.graphql",
    ]);
    expect(written?.length).toBeGreaterThan(2);
    expect(read?.filter((name) => !picomatch.isMatch(name, toGlobs(declared.inputs)))).toEqual([]);
    expect(written?.filter((name) => !picomatch.isMatch(name, toGlobs(declared.outputs)))).toEqual([]);
    // A runner would restore its own inputs.
    expect(read?.filter((name) => picomatch.isMatch(name, toGlobs(declared.outputs)))).toEqual([]);
  },
);

test("codegen --inputs prints what the page shows for a project of init, and the page declares all of it", () => {
  const [, shown] = /--inputs\n```\n\n```\n(.*?)```/s.exec(PAGE) ?? [];
  expect(printed).toBe(shown);
  const { inputs, outputs } = JSON.parse(printed ?? "");
  for (const { inputs: globs } of Object.values(RUNNERS)) {
    const files = inputs.map((path: string) => path.replace("**", "a.graphql"));
    expect(files.filter((file: string) => !picomatch.isMatch(file, toGlobs(globs)))).toEqual([]);
  }
  expect(turbo.tasks.codegen.outputs).toEqual(outputs);
});

test("the page lets no runner replay a command that asks git or a server", () => {
  const uncached = ["ci", "schema:check", "schema:pull"];
  expect(uncached.map((name) => [turbo.tasks[name].cache, nx.targetDefaults[name].cache])).toEqual(
    uncached.map(() => [false, false]),
  );
  expect(uncached.every((name) => turbo.tasks[name].passThroughEnv.includes("PLATFORM_*"))).toBe(true);
});

test("codegen --inputs prints what a task reads and writes, with the imports of the config and of the rules", async () => {
  using project = createProject({
    "package.json": "{}",
    "codegen.ts": `import { scalars } from "./config/scalars.ts";\nexport * from "./config/other.ts";\n${renderConfig(
      'schema: ["schema/*.graphql", "shared/base.graphql"], documents: ["operations", "src/**/*.ts", "!operations/old", "one.graphql"], output: "src/generated", scalars',
    )}`,
    "config/scalars.ts":
      'import data from "./data.json" with { type: "json" };\nexport const scalars = data;\n',
    "config/data.json": '{ "Money": "string" }',
    "config/other.ts": 'export const load = () => import("./late.ts");\nimport type {} from "node:fs";\n',
    "config/late.ts":
      'import "./other.ts";\nimport "./gone.ts";\nrequire("./loaded.cjs");\nload("./unread.cjs");\n',
    "config/loaded.cjs": [..."abcdefg"].map((name) => `require("./ends/${name}");\n`).join(""),
    "config/ends/a.ts": 'export { one } from "../../deep.mts";\n',
    "config/ends/b.cts": "",
    "config/ends/c.js": "",
    "config/ends/d.cjs": "",
    "config/ends/e.json": "{}",
    "config/ends/f/index.ts": "",
    "config/ends/g/index.js": "",
    "deep.mts": 'import "./deeper.mjs";\n',
    "deeper.mjs": 'require("./deepest.cts");\n',
    "deepest.cts": 'require("./last.js");\n',
    "last.js": "",
    "config/unread.cjs": "",
    "platform.rules.ts": 'import "./rules/helper.ts";\nexport default {};\n',
    "rules/helper.ts": "export {};\n",
    "operations/old/a.graphql": "",
    "one.graphql": "query One { a }",
    "schema/a.graphql": "type Query { a: Money }\nscalar Money\n",
    "shared/base.graphql": "type Base { a: Int }",
  });
  const expected = {
    inputs: [
      "!operations/old/**",
      "codegen.ts",
      "config/data.json",
      "config/ends/a.ts",
      "config/ends/b.cts",
      "config/ends/c.js",
      "config/ends/d.cjs",
      "config/ends/e.json",
      "config/ends/f/index.ts",
      "config/ends/g/index.js",
      "config/late.ts",
      "config/loaded.cjs",
      "config/other.ts",
      "config/scalars.ts",
      "deep.mts",
      "deeper.mjs",
      "deepest.cts",
      "last.js",
      "one.graphql",
      "operations/**",
      "platform.rules.ts",
      "rules/helper.ts",
      "schema/*.graphql",
      "schema/provenance.json",
      "shared/base.graphql",
      "shared/provenance.json",
      "src/**/*.ts",
    ],
    outputs: ["src/generated/**"],
  };
  const before = project.readAll();
  const { code, stdout, stderr } = await project.run("codegen", "--inputs");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(expected);
  const file = join(project.folder, "codegen.ts");
  const fromElsewhere = await command(["codegen", "--inputs", "--config", file], {
    cwd: join(project.folder, "operations"),
  });
  expect(JSON.parse(fromElsewhere.stdout)).toEqual(expected);
  expect(project.readAll()).toEqual(before);
  expect((await project.run("codegen", "--inputs", "--check")).code).toBe(3);
});
