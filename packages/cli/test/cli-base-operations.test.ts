/** `schema check --base` compares the operations of the base, which consumers have installed. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "./support/command.ts";
import { createBranch, createProject, type Project, renderConfig } from "./support/project.ts";

const SDL = "type Query { flow: Flow }\ntype Flow { id: ID! name: String! note: String }\n";
const RENAMED = SDL.replace("name:", "title:");
const config = (options = "") => renderConfig(`documents: "operations", output: "src", ${options}`);
const FILES = {
  "schema/schema.graphql": SDL,
  "operations/get.graphql": "query GetFlow { flow { id name } }\n",
  "codegen.ts": config(),
};

/** A monorepo in which `shop` reads the name. */
const MONOREPO = {
  "package.json": '{ "private": true, "type": "module", "workspaces": ["packages/*"] }',
  ...Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`packages/api/${name}`, text])),
  "packages/api/package.json": '{ "name": "@acme/api", "version": "1.0.0", "type": "module" }',
  "packages/shop/package.json": '{ "name": "shop", "dependencies": { "@acme/api": "1.0.0" } }',
  "packages/shop/a.ts":
    'import { GetFlowDocument } from "@acme/api";\nclient.execute(GetFlowDocument).then(({ flow }) => flow?.name);\n',
};

interface Json {
  readonly verdict: string;
  readonly semver: string;
  readonly operations: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly comparison?: string;
    readonly consumers?: readonly string[];
    readonly findings: readonly { readonly coordinate: string; readonly rule: string }[];
  }[];
  readonly notCompared: readonly { readonly subject: string; readonly reason: string }[];
  readonly remarks: readonly string[];
  readonly steps: readonly string[];
  readonly before: { readonly label: string };
}

async function check(project: Project, args: readonly string[] = [], folder = ".") {
  const cwd = join(project.folder, folder);
  const { code, stdout, stderr } = await command(
    ["schema", "check", "--base", "main", "--format", "json", ...args],
    { cwd, env: {} },
  );
  return { code, stderr, report: (stdout === "" ? undefined : JSON.parse(stdout)) as Json };
}

const list = ({ operations, semver }: Json) => [
  ...operations.map(({ name, verdict, comparison, findings }) =>
    [name, verdict, comparison, ...findings.map(({ rule, coordinate }) => `${rule} ${coordinate}`)]
      .filter(Boolean)
      .join(", "),
  ),
  semver,
];

test("a pull request that changes the schema and the operation breaks the consumer that reads the old field", async () => {
  using project = createBranch(MONOREPO, {
    "packages/api/schema/schema.graphql": RENAMED,
    "packages/api/operations/get.graphql": "query GetFlow { flow { id title } }\n",
  });

  const { code, report } = await check(project, ["--consumers"], "packages/api");

  expect([code, ...list(report)]).toEqual([1, "GetFlow, breaks, type Flow.name, operation GetFlow", "major"]);
  expect(report.operations[0]?.consumers).toEqual(["shop"]);
  expect(report.steps).toContain("Ask the owners of shop.");
});

test("an alias in the same pull request keeps the types of consumers", async () => {
  using project = createBranch(FILES, {
    "schema/schema.graphql": RENAMED,
    "operations/get.graphql": "query GetFlow { flow { id name: title } }\n",
  });

  const { code, report } = await check(project);

  expect([code, ...list(report)]).toEqual([0, "GetFlow, unaffected", "none"]);
});

test("an intended change of an operation is accepted in one line, and the schema's break is not", async () => {
  using project = createBranch(FILES, {
    "schema/schema.graphql": RENAMED,
    "operations/get.graphql": "query GetFlow { flow { title } }\n",
  });
  const accept = (...coordinates: readonly string[]) =>
    JSON.stringify(
      coordinates.map((coordinate) => ({ coordinate, reason: "Agreed.", expires: "2999-01-01" })),
    );
  project.write({ "schema/accepted.json": accept("GetFlow") });
  const first = await check(project);
  project.write({ "schema/accepted.json": accept("GetFlow", "Flow.name") });
  const second = await check(project);

  expect([first.code, second.code]).toEqual([1, 0]);
});

test("a removed, a renamed and a new operation, in files whose names need quotes", async () => {
  using project = createBranch(
    {
      ...FILES,
      'operations/é "a".graphql': "query Gone { flow { id } }\n",
      "operations/b\nc.graphql": "query Old { flow { note } }\n",
      "operations/Case.graphql": "query Case { flow { id } }\n",
    },
    {
      "operations/case.graphql": "query Case { flow { id } }\n",
      "operations/new.graphql": "query New { flow { note } } query Extra { flow { name note } }\n",
    },
  );
  rmSync(join(project.folder, 'operations/é "a".graphql'));
  rmSync(join(project.folder, "operations/b\nc.graphql"));
  rmSync(join(project.folder, "operations/Case.graphql"));

  const { code, report } = await check(project);

  expect([code, ...list(report)]).toEqual([
    1,
    "Gone, breaks, operation Gone",
    "Old, breaks, operation Old",
    "Case, unaffected",
    "Extra, unaffected, added",
    "GetFlow, unaffected",
    "New, unaffected, added",
    "major",
  ]);
});

test("the base has the documents, the schema and the options of its own config, which is code", async () => {
  using project = createBranch(
    {
      "api/a.graphql": SDL.split("\n")[0] ?? "",
      "api/b.graphql": `${SDL.split("\n")[1]} scalar Date extend type Flow { at: Date }`,
      "queries/get.graphql": "query GetFlow { flow { id name at } }\n",
      "shared.ts": 'export const scalars = { Date: "string" };\n',
      "codegen.ts": `import { scalars } from "./shared.ts";\n${renderConfig('schema: ["api/a.graphql", "api/b.graphql"].map((path) => path), documents: "queries", output: "src", scalars')}`,
    },
    {
      ...FILES,
      "schema/schema.graphql": `${SDL} scalar Date extend type Flow { at: Date }`,
      "operations/get.graphql": "query GetFlow { flow { id name at } }\n",
      "shared.ts": "",
      "codegen.ts": config('scalars: { Date: "Date" }'),
    },
  );
  rmSync(join(project.folder, "queries"), { recursive: true });
  rmSync(join(project.folder, "api"), { recursive: true });

  const { code, report } = await check(project);

  expect([code, ...list(report)]).toEqual([1, "GetFlow, breaks, operation codegen", "major"]);
  expect(report.before.label).toMatch(/: api\/a\.graphql, api\/b\.graphql$/);
});

test("a schema in several files is one schema in both, with a break that is in one of them", async () => {
  const [query = "", flow = ""] = SDL.split("\n");
  const several = config('schema: ["schema/*.graphql"]');
  using project = createBranch(
    { ...FILES, "codegen.ts": several, "schema/schema.graphql": query, "schema/flow.graphql": flow },
    { "schema/flow.graphql": flow.replace("name: String!", "name: String") },
  );

  const { code, report } = await check(project);
  project.write({ "next.graphql": RENAMED });
  const other = await command(["schema", "check", "--against", "next.graphql"], { cwd: project.folder });

  expect([code, ...list(report)]).toEqual([1, "GetFlow, breaks, nullability Flow.name", "major"]);
  expect([other.code, other.stdout.split("\n")[1]]).toEqual([
    1,
    "schema/flow.graphql, schema/schema.graphql (SDL) → next.graphql (SDL)",
  ]);
});

test("a schema that a change splits into the files of a glob is compared with the one file of the base", async () => {
  const [query = "", flow = ""] = SDL.split("\n");
  using project = createBranch(FILES, {
    "codegen.ts": config('schema: "schema/*.graphql"'),
    "schema/schema.graphql": query,
    "schema/flow.graphql": flow.replace("name: String!", "name: String"),
  });

  const { code, report } = await check(project);

  expect([code, ...list(report)]).toEqual([1, "GetFlow, breaks, nullability Flow.name", "major"]);
  expect(report.before.label).toMatch(/: schema\/schema\.graphql$/);
});

test("a pull writes one file for a schema in several files, compares with all of them, and says so", async () => {
  const [query = "", flow = ""] = SDL.split("\n");
  using project = createBranch(
    {
      ...FILES,
      "codegen.ts": config('schema: ["api/a.graphql", "api/b.graphql"]'),
      "api/a.graphql": query,
      "api/b.graphql": flow,
      "next.graphql": RENAMED,
    },
    {},
  );
  rmSync(join(project.folder, "schema"), { recursive: true });

  const { code, stdout } = await command(["schema", "pull", "--from", "next.graphql", "--format", "json"], {
    cwd: project.folder,
  });

  const { snapshot, compared, changes, remarks } = JSON.parse(stdout);
  expect([code, snapshot, compared, changes.length]).toEqual([0, "schema/schema.graphql", true, 2]);
  expect(remarks).toEqual([expect.stringContaining('Set schema: "schema/schema.graphql"')]);
});

test.for([
  ["needs a package that is not installed", `import "not-installed";\n${config()}`],
  ["has an option of another version", config("oldOption: true")],
] as const)(
  "a base whose config %s is read with the config of today, which the report says",
  async ([, old]) => {
    const own = config('documents: ["operations", "!operations/old.graphql"]');
    using project = createBranch(
      { ...FILES, "codegen.ts": old, "operations/old.graphql": "query Old { flow { id } }\n" },
      { "codegen.ts": own, "operations/get.graphql": "query GetFlow { flow { id } }\n" },
    );

    const { code, report } = await check(project);

    expect([code, ...list(report)]).toEqual([1, "GetFlow, breaks, operation GetFlow", "major"]);
    expect(report.remarks).toEqual([
      expect.stringMatching(/^The base \w{7} has a config that cannot be loaded: codegen\.ts /),
    ]);
  },
);

test("the base's config has the packages of all folders, and the base the paths of --operations", async () => {
  const imports = 'import { own } from "own";\nimport { shared } from "shared";\n';
  const files = {
    "schema/schema.graphql": SDL,
    "codegen.ts": `${imports}${config("scalars: { ...own, ...shared }")}`,
    "ops/get.graphql": "query GetFlow { flow { id name } }\n",
    "ops/old/get.graphql": "query Old { flow { id } }\n",
  };
  const inPackage = Object.entries(files).map(([name, text]) => [`packages/api/${name}`, text]);
  using outside = createProject({ "a.graphql": "query Outside { flow { note } }\n" });
  using project = createBranch(
    { ...Object.fromEntries(inPackage), ".gitignore": "node_modules\n" },
    {
      "packages/api/codegen.ts": `${imports}export const other = 1;\n${config()}`,
      "packages/api/ops/get.graphql": "query GetFlow { flow { id } }\n",
    },
  );
  for (const [folder, name] of [
    ["packages/api/", "own"],
    ["", "shared"],
  ]) {
    project.write({
      [`${folder}node_modules/${name}/package.json`]: '{ "type": "module", "exports": "./index.js" }',
      [`${folder}node_modules/${name}/index.js`]: `export const ${name} = {};\n`,
    });
  }
  rmSync(join(project.folder, "packages/api/ops/old"), { recursive: true });

  const args = ["--operations", "ops", "!ops/old", join(outside.folder, "*.graphql")];
  const { code, report } = await check(project, args, "packages/api");

  expect([code, report.remarks, report.notCompared, ...list(report)]).toEqual([
    1,
    [],
    [],
    "GetFlow, breaks, operation GetFlow",
    "Outside, unaffected",
    "major",
  ]);
});

test("the report shows the lines of a removed operation as they were at the base", async () => {
  using project = createBranch(
    { ...FILES, "operations/gone.graphql": "query Gone {\n  flow { id }\n}\n" },
    {},
  );
  rmSync(join(project.folder, "operations/gone.graphql"));
  const { stdout } = await command(["schema", "check", "--base", "main"], { cwd: project.folder });
  expect(stdout.replaceAll(/\b[\da-f]{7}\b/g, "HASH")).toMatchInlineSnapshot(`
    "✗ code of 1 of 2 operations breaks · major version
    base HASH, merge base with main, from --base: schema/schema.graphql (SDL) → schema/schema.graphql (SDL)

    ✗ Gone was removed: breaks code that reads it or sets it in 1 operation  rule: operation
      HASH:operations/gone.graphql:1:1  Gone
        1 │ query Gone {
          │ ^^^^^ Code that imports it does not compile.
        2 │   flow { id }

    ✓ 1 operation unaffected: GetFlow

    What you can do
      - Change the code that breaks.
      - Or accept the change: add { "coordinate": "Gone", "rule": "operation", "reason": "why it is safe", "expires": "YYYY-MM-DD" } to schema/accepted.json.
    "
  `);
});

test("a base without operations has added ones, and a base whose operations cannot be read is not compared", async () => {
  const { "operations/get.graphql": text, ...others } = FILES;
  using empty = createBranch(others, { "operations/get.graphql": text });
  using broken = createBranch(
    { ...FILES, "operations/b.graphql": "query {{\n" },
    { "operations/b.graphql": "query B { flow { id } }\n" },
  );
  using binary = createBranch(
    { ...FILES, "operations/b.graphql": "query B { flow { id } }\n\0" },
    { "operations/b.graphql": "query B { flow { id } }\n" },
  );

  const [first, second, third] = [await check(empty), await check(broken), await check(binary)];

  expect([first.code, ...list(first.report)]).toEqual([0, "GetFlow, unaffected, added", "minor"]);
  for (const { report } of [second, third]) {
    expect(report.notCompared).toEqual([
      {
        subject: expect.stringMatching(/^operations of the base \w{7}$/),
        reason: expect.stringMatching(/^They cannot be read: \w{7}:operations\/b\.graphql:/),
      },
    ]);
  }
});

test("operations in files that git does not track are compared by the schemas alone, which the report says", async () => {
  using project = createBranch(
    { ...FILES, ".gitignore": "operations/own.graphql\n" },
    { "schema/schema.graphql": RENAMED, "operations/get.graphql": "query GetFlow { flow { id } }\n" },
  );
  project.write({ "operations/own.graphql": "query Own { flow { name } }\n" });

  const { code, report } = await check(project);

  expect([code, ...list(report)]).toEqual([
    1,
    "Own, breaks, invalid Flow.name",
    "GetFlow, breaks, type Flow.name",
    "major",
  ]);
  expect(report.notCompared.map(({ subject }) => subject)).toEqual(["operations/own.graphql"]);
});
