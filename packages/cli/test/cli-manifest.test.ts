/** `manifest`: which names of a package occur as words in the files of a consumer. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { command, failure } from "./support/command.ts";
import { createRepository, useProject } from "./support/project.ts";

const PACKAGE = '{ "name": "shop", "dependencies": { "@acme/api": "^1.0.0", "lodash": "1.0.0" } }';
const NAMES = ["A", "B", "C", "GetOrder", "ListOrders"];
/** Code as codegen writes it. */
const CODE = `${NAMES.map((name) => `export const ${name}Document = {};\nexport type ${name}Query = {};`).join("\n")}
export const Status = {};
export type OrderInput = {};`;
const INSTALLED = {
  "node_modules/@acme/api/package.json": '{ "version": "1.2.3" }',
  "node_modules/@acme/api/dist/index.js": CODE,
};

/** Runs the command in a consumer with these files. */
async function run(files: Readonly<Record<string, string | Uint8Array>>, ...args: readonly string[]) {
  const project = useProject({ "package.json": PACKAGE, ...INSTALLED, ...files });
  const finished = await project.run("manifest", "--package", "@acme/api", ...args);
  expect(finished).toMatchObject({ code: 0, stderr: "" });
  const { operations, types, packageVersion } = JSON.parse(project.read("graphql-consumer.json"));
  return { operations, types, packageVersion, stdout: finished.stdout };
}

test("writes the sorted names that occur as words, the installed version, and what was read and left out", async () => {
  const project = useProject({
    "package.json": PACKAGE,
    ...INSTALLED,
    "src/orders.ts": `import { ListOrdersDocument, GetOrderDocument as Get, type ListOrdersQuery } from "@acme/api/operations";
      import { Status } from "@acme/api/enums";
      import { ListUsersDocument } from "@acme/api-other";`,
    "package-lock.json": "ADocument",
    "dist/index.js": "BDocument",
    "src/page.min.js": "CDocument",
    "image.png": "\0ADocument",
  });
  project.git("init", "--quiet");
  project.write({ ".gitignore": "node_modules\n" });

  expect(await project.run("manifest", "--package", "@acme/api")).toEqual({
    code: 0,
    stderr: "",
    stdout: `graphql-consumer.json: shop uses 2 operations and 2 types of @acme/api (1.2.3)
  read: 3 text files
  left out: generated files: dist/index.js
  left out: binary files: image.png
  left out: lock files: package-lock.json
  left out: minified files and source maps: src/page.min.js
`,
  });
  expect(project.read("graphql-consumer.json")).toBe(`{
  "version": 1,
  "consumer": "shop",
  "package": "@acme/api",
  "packageVersion": "1.2.3",
  "operations": [
    "GetOrder",
    "ListOrders"
  ],
  "types": [
    "ListOrdersQuery",
    "Status"
  ]
}
`);
});

/** Where code uses `ADocument`: what, the file, and its text. */
const PLACES: readonly [what: string, file: string, text: string][] = [
  ["a callback of an import", "src/a.ts", `import("@acme/api").then((m) => run(m.ADocument));`],
  ["a callback with a pattern", "src/a.ts", `import("@acme/api").then(({ ADocument }) => run(ADocument));`],
  ["a script", "scripts/nightly.mjs", `import { ADocument } from "@acme/api";`],
  ["a test", "test/a.test.ts", `import { ADocument } from "@acme/api";`],
  ["an end-to-end test", "e2e/a.spec.ts", `import { ADocument } from "@acme/api";`],
  ["another folder next to src", "app/a.ts", `import { ADocument } from "@acme/api";`],
  ["a declaration file", "src/a.d.ts", `export const a: typeof import("@acme/api").ADocument;`],
  ["JSDoc", "src/a.js", `/** @type {import("@acme/api").ADocument} */\nexport let a;`],
  ["MDX", "docs/a.mdx", `import { ADocument } from "@acme/api";\n\n# Title\n\n<Run document={ADocument} />`],
  ["Vue", "src/a.vue", `<script setup>import { ADocument } from "@acme/api";</script>`],
  [
    "Svelte, as a store",
    "src/a.svelte",
    `<script>import { ADocument } from "@acme/api";</script>{$ADocument}`,
  ],
  ["Astro", "src/a.astro", `---\nimport { ADocument } from "@acme/api";\n---`],
  ["HTML", "index.html", `<script type="module">import { ADocument } from "@acme/api";</script>`],
  ["subpath imports", "src/a.ts", `import { ADocument } from "#api";`],
  ["paths of tsconfig.json", "src/a.ts", `import { ADocument } from "@/graphql/api";`],
  [
    "a path into a workspace",
    "src/a.ts",
    `import { ADocument } from "../../api/src/generated/operations.ts";`,
  ],
  ["createRequire", "src/a.mjs", `const { ADocument } = createRequire(import.meta.url)("@acme/api");`],
  ["a file that is no valid script", "src/a.ts", `import { ADocument } from "@acme/api"; a(`],
  ["an unknown language", "src/a.coffee", `{ ADocument } = require "@acme/api"`],
  ["a mock by name", "src/a.ts", `vi.mock("@acme/api", () => ({ ADocument: {} }));`],
  ["the end of an escape in a text", "src/a.ts", `const code = "\\nADocument";`],
  [
    "a namespace",
    "src/a.ts",
    `import * as api from "@acme/api"; api.ADocument; api["ADocument"]; api!.ADocument;`,
  ],
  ["a pattern of a namespace", "src/a.ts", `import * as api from "@acme/api"; const { ADocument: a } = api;`],
  [
    "a type of a namespace",
    "src/a.ts",
    `import type * as api from "@acme/api"; let a: typeof api.ADocument;`,
  ],
  ["a variable of an import", "src/a.ts", `const api = await import("@acme/api"); run(api.ADocument);`],
  [
    "require",
    "src/a.cjs",
    `const api = require("@acme/api"); api.ADocument; require("@acme/api").ADocument;`,
  ],
  [
    "a module for its effect",
    "src/a.ts",
    `import "@acme/api"; await import("@acme/api"); export { ADocument } from "./b";`,
  ],
];

test.for(PLACES)("finds a name in %s", async ([, file, text]) => {
  expect((await run({ [file]: text })).operations).toEqual(["A"]);
});

test("finds names through a module with all exports, whatever imports it", async () => {
  const barrel = { "src/api/index.ts": `export * from "@acme/api";` };
  expect(
    (await run({ ...barrel, "src/a.vue": `<script>import { ADocument } from "./api";</script>` })).operations,
  ).toEqual(["A"]);
  const namespace = `import * as api from "@/api"; run(api.BDocument);`;
  expect((await run({ ...barrel, "src/a.ts": namespace })).operations).toEqual(["B"]);
});

/** Code that can use any name. */
const UNNAMED: readonly [what: string, files: Readonly<Record<string, string>>][] = [
  ["a computed member", { "src/a.ts": `import * as api from "@acme/api"; run(api[name]);` }],
  [
    "a computed member after an optional access",
    { "src/a.ts": `import * as api from "@acme/api"; run(api?.[name]);` },
  ],
  ["keyof typeof", { "src/a.ts": `import * as api from "@acme/api"; type Name = keyof typeof api;` }],
  ["a namespace that is passed on", { "src/a.ts": `import * as api from "@acme/api"; run(api);` }],
  [
    "a namespace that is spread",
    { "src/a.ts": `import * as api from "@acme/api"; export default { ...api };` },
  ],
  [
    "the rest of a pattern",
    { "src/a.ts": `import * as api from "@acme/api"; const { ADocument, ...all } = api;` },
  ],
  ["an import that is passed on", { "src/a.ts": `run(await import("@acme/api"));` }],
  ["an import with a computed member", { "src/a.ts": `(await import("@acme/api"))[name];` }],
  ["a callback with a computed member", { "src/a.ts": `import("@acme/api").then((m) => m[name]);` }],
  [
    "a required module with a computed member",
    { "src/a.cjs": `const api = require("@acme/api"); api[name];` },
  ],
  [
    "a name that is put together",
    { "src/a.ts": `import { api } from "@acme/api"; run(docs[kind + "Document"]);` },
  ],
  [
    "a template of a name",
    { "src/a.ts": ["import { api } from '@acme/api'; run(docs[`$", "{kind}Document`]);"].join("") },
  ],
  [
    "a namespace of a module with all exports",
    {
      "src/api/index.ts": `export * from "@acme/api";`,
      "src/a.ts": `import * as api from "../api"; run(api[name]);`,
    },
  ],
  [
    "a computed member of a subpath import",
    { "src/a.ts": `import * as api from "#api"; run(api[name]); // @acme/api` },
  ],
  ["the names of an alias", { "src/a.ts": `import * as api from "@/gql"; Object.values(api); // @acme/api` }],
  [
    "keyof typeof a path out of the folder",
    {
      "src/a.ts": `import * as api from "../../api/src/generated/operations"; type Name = keyof typeof api; // @acme/api`,
    },
  ],
  [
    "two modules with all exports",
    {
      "src/first.ts": `export * from "@acme/api/operations";`,
      "src/second.ts": `export * as api from "./first.js";`,
      "src/a.vue": `<script>import * as all from "@/second"; run(all[name]);</script>`,
    },
  ],
  [
    "a glob of modules",
    { "src/api.ts": `export * from "@acme/api";`, "src/a.ts": `const all = import.meta.glob("./*.ts");` },
  ],
  [
    "a glob of the modules of the package",
    { "src/a.ts": `const all = import.meta.glob("/node_modules/@acme/api/operations/*.js");` },
  ],
  [
    "a module of the package with a name that is put together",
    { "src/a.ts": `export const load = (name: string) => import("@acme/api/operations/" + name);` },
  ],
  [
    "a template of a module of the package",
    { "src/a.ts": ["export const load = (name) => import(`@acme/api/operations/$", "{name}`);"].join("") },
  ],
  [
    "a published module with all exports",
    {
      "package.json":
        '{ "name": "shop", "dependencies": { "@acme/api": "1" }, "exports": { ".": "./dist/index.js" } }',
      "src/index.ts": `export * from "@acme/api/operations";`,
    },
  ],
];

test.for(UNNAMED)("counts all operations for %s, and names the file", async ([, files]) => {
  const { operations, stdout } = await run(files);
  expect(operations).toBe("all");
  expect(stdout).toMatch(/^ {2}src\/\S+ can use any name: it reads or passes on all of them$/m);
});

test.for([
  ["a namespace of another file", `import * as other from "./other"; run(other[name]); import "@acme/api";`],
  [
    "an alias that is passed on",
    `import * as other from "@/other"; run(other, other.name); import "@acme/api";`,
  ],
  [
    "a namespace of a dependency",
    `import * as _ from "lodash"; run(_[name], Object.keys(_)); import "@acme/api";`,
  ],
  [
    "a property of the same name",
    `import * as api from "@acme/api"; x.api; x?.api; y = { api: 1 }; api.ADocument;`,
  ],
  [
    "the names of a file of the consumer that starts with two dots",
    `import * as other from "../..other"; Object.keys(other); import "@acme/api";`,
  ],
  ["a part of a word", "import '@acme/api'; const MyADocument = ADocuments;"],
] as const)("does not count all operations for %s", async ([, text]) => {
  expect((await run({ "src/a.ts": text })).operations).not.toBe("all");
  expect((await run({ "src/a.ts": text })).operations).toEqual(text.includes("api.ADocument") ? ["A"] : []);
});

test("reads files that git ignores neither now nor later, and no others", async () => {
  const project = useProject({
    "package.json": PACKAGE,
    ...INSTALLED,
    "src/a.ts": "ADocument",
    ".gitignore": "node_modules\nlocal\n",
  });
  project.git("init", "--quiet");
  project.commit("First");
  project.write({ "src/b.ts": "BDocument", "local/c.ts": "CDocument" });
  await project.run("manifest", "--package", "@acme/api");
  expect(JSON.parse(project.read("graphql-consumer.json")).operations).toEqual(["A", "B"]);
});

test("reads the files of submodules", async () => {
  using module = createRepository({ "lib/a.ts": "ADocument" });
  const project = useProject({ "package.json": PACKAGE, ".gitignore": "node_modules\n" });
  project.git("init", "--quiet");
  project.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", module.folder, "shared");
  project.commit("First");
  project.write(INSTALLED);
  await project.run("manifest", "--package", "@acme/api");
  expect(JSON.parse(project.read("graphql-consumer.json")).operations).toEqual(["A"]);
});

test("fails if a tracked file is not checked out", async () => {
  const project = useProject({ "package.json": PACKAGE, "src/a.ts": "ADocument", "lib/b.ts": "BDocument" });
  project.git("init", "--quiet");
  project.commit("First");
  project.git("sparse-checkout", "set", "src");
  project.write(INSTALLED);
  expect(await project.run("manifest", "--package", "@acme/api")).toEqual(
    failure('"lib/b.ts" is not checked out', 'Run "git sparse-checkout disable".'),
  );
});

test("takes linear time for long lines with many declarations", async () => {
  const texts = ["const a : b ", 'import * as a from "@acme/api"; const { ', "a[ ", '+ "', "export * as a "];
  const files = texts.map((text, index) => [`src/${index}.ts`, text.repeat(200_000 / text.length)]);
  const startedAt = performance.now();
  await run(Object.fromEntries(files));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test("reads UTF-16 with a mark", async () => {
  const utf16 = Buffer.from("\uFEFFimport { ADocument } from '@acme/api';", "utf16le");
  expect((await run({ "src/a.ts": utf16 })).operations).toEqual(["A"]);
});

test("has the name, the file and the sources of its options", async () => {
  const project = useProject({
    "package.json": PACKAGE,
    ...INSTALLED,
    "app/a.ts": "ADocument",
    "app/b.test.ts": "BDocument",
  });
  const options = [
    "--name",
    "billing",
    "--output",
    "out/billing.json",
    "--importers",
    "app",
    "!**/*.test.ts",
  ];
  expect(await project.run("manifest", "--package", "@acme/api", ...options)).toMatchObject({ code: 0 });
  expect(JSON.parse(project.read("out/billing.json"))).toMatchObject({
    consumer: "billing",
    operations: ["A"],
  });
});

test("the names of an older manifest are no uses, whatever its name", async () => {
  const project = useProject({ "package.json": PACKAGE, ...INSTALLED, "src/a.ts": "ADocument; Status;" });
  const write = async () => {
    await project.run("manifest", "--package", "@acme/api", "--output", "./uses.json");
    return JSON.parse(project.read("uses.json"));
  };
  expect(await write()).toMatchObject({ operations: ["A"], types: ["Status"] });
  project.write({ "src/a.ts": "ADocument;" });
  expect(await write()).toMatchObject({ operations: ["A"], types: [] });
});

test("reads the files of a glob with an absolute path, or with a path through another folder", async () => {
  const project = useProject({
    "package.json": PACKAGE,
    ...INSTALLED,
    "src/a.ts": "ADocument",
    "src/b.md": "BDocument",
  });
  for (const glob of [join(project.folder, "src/*.ts"), "src/../src/*.ts"]) {
    const args = ["--package", "@acme/api", "--importers", glob];
    expect(await project.run("manifest", ...args)).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(project.read("graphql-consumer.json"))).toMatchObject({ operations: ["A"] });
  }
});

test.for(["!src/old/", "!./src/old", "!src/old/*.ts"])(
  "leaves out the files of the path %s",
  async (path) => {
    const files = { "src/a.ts": "ADocument", "src/old/b.ts": "BDocument" };
    expect(await run(files, "--importers", "src", path)).toMatchObject({ operations: ["A"] });
  },
);

test.for(["npm:@acme/api@^1.0.0", "workspace:@acme/api@*", "npm:@acme/api"])(
  "reads the package under its alias %s",
  async (range) => {
    const manifest = await run({
      "package.json": JSON.stringify({ name: "shop", dependencies: { api: range } }),
      "node_modules/@acme/api/package.json": "{}",
      "node_modules/api/package.json": '{ "version": "2.0.0" }',
      "node_modules/api/index.js": CODE,
      "src/a.ts": `import * as api from "api"; run(api.ADocument);`,
    });
    expect(manifest).toMatchObject({ operations: ["A"], packageVersion: "2.0.0" });
    const all = await run({
      "package.json": JSON.stringify({ name: "shop", dependencies: { api: range } }),
      "node_modules/api/package.json": "{}",
      "node_modules/api/index.js": CODE,
      "src/a.ts": `import * as api from "api"; run(api[name]);`,
    });
    expect(all).toMatchObject({ operations: "all", packageVersion: null });
  },
);

test("finds the package that is installed above the consumer", async () => {
  const project = useProject({
    "apps/shop/package.json": PACKAGE,
    "apps/shop/a.ts": "ADocument",
    ...INSTALLED,
  });
  await command(["manifest", "--package", "@acme/api"], { cwd: join(project.folder, "apps/shop") });
  expect(JSON.parse(project.read("apps/shop/graphql-consumer.json"))).toMatchObject({
    packageVersion: "1.2.3",
    operations: ["A"],
  });
});

test("the manifest of a consumer does not depend on the one before", async () => {
  const project = useProject({ "package.json": PACKAGE, ...INSTALLED, "src/a.ts": "Status ADocument" });
  await project.run("manifest", "--package", "@acme/api");
  const first = project.read("graphql-consumer.json");
  project.write({ "src/a.ts": "ADocument" });
  await project.run("manifest", "--package", "@acme/api");
  expect([JSON.parse(first).types, JSON.parse(project.read("graphql-consumer.json")).types]).toEqual([
    ["Status"],
    [],
  ]);
});

test.each([
  [
    "the package is not installed",
    ["--package", "@acme/typo"],
    "@acme/typo is not installed, so its names are unknown",
    "Install it, then run the command again.",
  ],
  [
    "the package has no documents",
    ["--package", "lodash"],
    "lodash has no documents",
    "Check --package, and build the package.",
  ],
  [
    "the name is not that of a package",
    ["--package", "../api"],
    "--package: the value is not the name of a package",
    "Pass the name that your code imports.",
  ],
  [
    "the sources do not exist",
    ["--package", "@acme/api", "--importers", "lib"],
    '--importers: cannot read "lib": no such file or folder',
    "Name other folders, files or globs.",
  ],
  [
    "a glob matches no file",
    ["--package", "@acme/api", "--importers", "src/*.vue"],
    '--importers: no file matches "src/*.vue"',
    "Name other folders, files or globs.",
  ],
  [
    "a glob goes through a file",
    ["--package", "@acme/api", "--importers", "package.json/*.ts"],
    '--importers: cannot read "package.json/*.ts": no such file or folder',
    "Name other folders, files or globs.",
  ],
  [
    "all sources are exclusions",
    ["--package", "@acme/api", "--importers", "!**/*.test.ts"],
    "--importers: the exclusions leave no file",
    "Name other files, too: --importers . '!**/*.test.ts'.",
  ],
  [
    "all sources are excluded",
    ["--package", "@acme/api", "--importers", "src", "!**/*.ts"],
    "--importers: the exclusions leave no file",
    "Name other files, too: --importers . '!**/*.test.ts'.",
  ],
  [
    "--package is missing",
    [],
    "required option '--package <name>' not specified",
    'Run "platform-graphql manifest --help".',
  ],
])("exits with 3 and writes nothing if %s", async (_, args, error, hint) => {
  const project = useProject({
    "package.json": PACKAGE,
    ...INSTALLED,
    "node_modules/lodash/package.json": "{}",
    "src/a.ts": "",
  });
  const { code, stderr } = await project.run("manifest", ...args);
  expect({ code, stderr }).toEqual({ code: 3, stderr: failure(error, hint).stderr });
  expect(Object.keys(project.readAll())).not.toContain("graphql-consumer.json");
});

test("requires a name if the package.json has none", async () => {
  const project = useProject({ "src/a.ts": `import { ADocument } from "@acme/api";` });
  expect(await project.run("manifest", "--package", "@acme/api")).toEqual(
    failure("package.json has no name", "Name the consumer with --name <name>."),
  );
});
