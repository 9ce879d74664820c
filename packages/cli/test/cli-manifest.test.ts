import { join } from "node:path";
import { expect, test } from "vitest";
import { command, failure } from "./support/command.ts";
import { useProject } from "./support/project.ts";

const PACKAGE = '{ "name": "shop", "dependencies": { "@acme/api": "^1.0.0", "lodash": "1.0.0" } }';
const INSTALLED = { "node_modules/@acme/api/package.json": '{ "version": "1.2.3" }' };

/** The manifest of a consumer with these files. */
async function read(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const project = useProject({ "package.json": PACKAGE, ...files });
  const finished = await project.run("manifest", "--package", "@acme/api", ...args);
  expect(finished).toMatchObject({ code: 0, stderr: "" });
  const { operations, types } = JSON.parse(project.read("graphql-consumer.json"));
  return { operations, types };
}

test("manifest writes the sorted names that the sources import, and the installed version", async () => {
  const project = useProject({
    "package.json": PACKAGE,
    ...INSTALLED,
    "src/orders.ts": `import { ListOrdersDocument, GetOrderDocument as Get, type ListOrdersQuery } from "@acme/api/operations";
      import { Status } from "@acme/api/enums";
      import { ListUsersDocument } from "@acme/api-other";
      // import { CommentDocument } from "@acme/api/operations";`,
    "src/page.jsx": `import { GetOrderDocument } from "@acme/api/operations"; const x = <p>{GetOrderDocument}</p>;`,
    "test/page.ts": `import { TestedDocument } from "@acme/api/operations";`,
  });

  const finished = await project.run("manifest", "--package", "@acme/api");

  expect(finished).toEqual({
    code: 0,
    stderr: "",
    stdout: "graphql-consumer.json: shop uses 2 operations and 2 types of @acme/api (1.2.3)\n",
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

test("manifest has the name, the file and the sources of its options; a package that is not installed has no version", async () => {
  const project = useProject({
    "package.json": PACKAGE,
    "app/a.ts": `import { ADocument } from "@acme/api/operations";`,
    "app/b.test.ts": `import { BDocument } from "@acme/api/operations";`,
  });
  const options = ["--name", "billing", "--output", "out/billing.json", "--importers", "app", "!**/*.test.ts"];
  expect(await project.run("manifest", "--package", "@acme/api", ...options)).toMatchObject({ code: 0 });
  expect(JSON.parse(project.read("out/billing.json"))).toMatchObject({
    ...{ consumer: "billing", packageVersion: null, operations: ["A"] },
  });
});

test.each([
  [
    "a namespace, by its members",
    `import * as api from "@acme/api"; api.ADocument; api["BDocument"]; type T = api.AQuery;`,
  ],
  [
    "destructuring",
    `import * as api from "@acme/api"; const { ADocument, BDocument: b } = api; type T = typeof import("@acme/api").AQuery;`,
  ],
  [
    "a dynamic import",
    `const { ADocument } = await import("@acme/api/operations"); (await import("@acme/api")).BDocument; type T = import("@acme/api").AQuery`,
  ],
  [
    "a variable of a dynamic import",
    `const api = await import("@acme/api"); api.ADocument; api!.BDocument; api?.AQuery;`,
  ],
  [
    "require",
    `const api = require("@acme/api"); const { ADocument } = require("@acme/api/operations"); api.BDocument; require("@acme/api").AQuery`,
  ],
  ["names as texts", `import { "ADocument" as a, "BDocument" as b, type AQuery } from "@acme/api"; export default a;`],
  [
    "members of members, and no module without a name",
    `import * as api from "@acme/api"; api.ADocument.text; type T = import("@acme/api").AQuery.Inner; require(name); import(name); require(1);
     require; api["BDocument"].text;`,
  ],
  [
    "a namespace in parentheses and with another type",
    `import * as api from "@acme/api"; x[api.ADocument]; (api as any).BDocument; type T = (api.AQuery);`,
  ],
  ["import equals", `import api = require("@acme/api"); api.ADocument; api.BDocument; let x: api.AQuery;`],
  [
    "a named export",
    `export { ADocument, BDocument as b } from "@acme/api"; export type { AQuery } from "@acme/api/operations"; import "@acme/api";`,
  ],
  [
    "no names of properties, keys, attributes and members that are equal to that of a namespace",
    `import * as api from "@acme/api"; api.ADocument; x.api; x?.api; y = { api: 1 }; class Z { api = 1; api() {} }
     <api.BDocument api={1} />; <ui.api />; type T = ui.api; type U = api.AQuery; (await import("./other")).api;`,
  ],
  [
    "a module that is loaded for its effect",
    `import("@acme/api"); import { ADocument, BDocument, type AQuery } from "@acme/api/operations"; import Api = Names.Api;`,
  ],
])("manifest reads %s", async (_, code) => {
  expect(await read({ "src/a.tsx": code })).toEqual({ operations: ["A", "B"], types: ["AQuery"] });
});

test.each([
  ["a name that is computed", `import * as api from "@acme/api"; api[name];`],
  ["a namespace that is passed on", `import * as api from "@acme/api"; use(api);`],
  ["a namespace as the name of a property", `import * as api from "@acme/api"; use({ api });`],
  ["a module whose name is a template", "const { ADocument } = await import(`@acme/api`);"],
  ["a type of a namespace", `import * as api from "@acme/api"; type T = (typeof api)["ADocument"];`],
  ["a namespace as a key", `import * as api from "@acme/api"; x[api]; api.ADocument;`],
  ["a namespace with another name", `import * as api from "@acme/api"; const other = api; other.ADocument;`],
  ["a type of the module", `type Api = typeof import("@acme/api");`],
  ["keys of a namespace that are computed", `import * as api from "@acme/api"; const { [name]: a } = api;`],
  ["the rest of a namespace", `import * as api from "@acme/api"; const { ADocument, ...others } = api;`],
  ["a namespace that is exported", `import * as api from "@acme/api"; export { api };`],
  ["the keys of a namespace", `import * as api from "@acme/api"; type Name = keyof typeof api;`],
  ["a promise of the module", `load(import("@acme/api/operations"));`],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the script
  ["a module that is computed", "await import(`@acme/api/${name}`);"],
  ["all exports for others", `export * from "@acme/api/operations";`],
  ["a namespace for others", `export * as api from "@acme/api/operations";`],
])("manifest counts %s as all operations", async (_, code) => {
  expect(await read({ "src/a.ts": code })).toEqual({ operations: "all", types: [] });
});

test("manifest follows scripts that export the package again, by paths and by aliases", async () => {
  const files = {
    "src/lib/api.ts": `export * from "@acme/api/operations"; export const helper = 1; export function other() {}`,
    "src/lib/index.ts": `export * from "./api.js"; export * as enums from "@acme/api/enums";`,
    "src/a.ts": `import { ADocument, helper, other } from "./lib/api.js";`,
    "src/b.ts": `import { BDocument, enums } from "@/lib"; enums.Status; import { map } from "lodash"; import { DDocument } from "@/other"; import { join } from "node:path";`,
    "src/c.ts": `import * as all from "./lib"; all.CDocument; all.helper; import { unrelated } from "./other.js";`,
    "src/other.ts": "export const unrelated = 1;",
    "src/d.ts": `import { EDocument } from "~/lib/api"; import { FDocument } from "#api.js"; import { GDocument } from "~/lib/apis";`,
  };
  expect(await read(files)).toEqual({ operations: ["A", "B", "C", "E"], types: ["Status"] });
});

test("manifest reads neither declarations nor what a compiler wrote, unless the sources are named", async () => {
  const script = (name: string) => `import { ${name}Document } from "@acme/api/operations";`;
  const files = {
    "src/a.ts": script("A"),
    "src/a.d.ts": script("B"),
    "src/a.d.mts": script("C"),
    "src/d.ts/index.ts": script("D"),
    "src/dist/e.ts": script("E"),
    "src/outer/build/f.ts": script("F"),
    "src/output/g.mts": script("G"),
  };
  expect((await read(files)).operations).toEqual(["A", "D", "G"]);
  expect((await read(files, "--importers", "src")).operations).toEqual(["A", "D", "E", "F", "G"]);
});

test("manifest finds the version that is installed above the consumer, and none that is invalid", async () => {
  const consumer = { "apps/shop/package.json": PACKAGE, "apps/shop/a.ts": 'import { ADocument } from "@acme/api";' };
  const versionWith = async (files: Readonly<Record<string, string>>) => {
    const project = useProject({ ...consumer, ...files });
    await command(["manifest", "--package", "@acme/api"], { cwd: join(project.folder, "apps/shop") });
    return JSON.parse(project.read("apps/shop/graphql-consumer.json")).packageVersion;
  };
  const manifest = "node_modules/@acme/api/package.json";
  expect(await versionWith({ [manifest]: '{ "version": "1.2.3" }' })).toBe("1.2.3");
  expect(
    await versionWith({ [manifest]: '{ "version": "1.2.3" }', [`apps/${manifest}`]: '{ "version": "2.0.0" }' }),
  ).toBe("2.0.0");
  expect(await versionWith({ [manifest]: '{ "version": 1 }' })).toBeNull();
  expect(await versionWith({ [manifest]: "[]" })).toBeNull();
  expect(await versionWith({})).toBeNull();
});

test("manifest counts all operations if the package.json exports a script with all exports", async () => {
  const files = {
    "package.json": '{ "name": "shop", "dependencies": { "@acme/api": "1" }, "exports": { ".": "./dist/index.js" } }',
    "src/index.ts": `export * from "@acme/api/operations";`,
    "src/index.test.ts": `import { ADocument } from "./index.js";`,
  };
  expect(await read(files)).toEqual({ operations: "all", types: [] });
});

test("manifest counts a component that mentions the package as all operations", async () => {
  const files = { "src/a.vue": `<script>import { ADocument } from "@acme/api";</script>`, "src/b.ts": "" };
  expect(await read(files)).toEqual({ operations: "all", types: [] });
});

test("manifest has empty lists if the package is installed and not used", async () => {
  expect(await read({ "src/a.ts": "export {};" })).toEqual({ operations: [], types: [] });
});

test.each([
  [
    "no script refers to the package",
    ["--package", "@acme/typo"],
    "no script imports @acme/typo, and package.json does not list it",
    "Check --package, or name other sources with --importers <path...>.",
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
    "--importers: cannot read lib: no such file or folder",
    "Name other folders, files or globs.",
  ],
  [
    "a script has a syntax error",
    ["--package", "@acme/api", "--importers", "broken.ts"],
    "broken.ts:1:34: the file cannot be parsed: Unexpected token",
    "Fix them, or leave them out with --importers '!file'.",
  ],
  [
    "--package is missing",
    [],
    "required option '--package <name>' not specified",
    'Run "platform-graphql manifest --help".',
  ],
])("manifest exits with 3 and writes nothing if %s", async (_, args, error, hint) => {
  const project = useProject({
    "package.json": PACKAGE,
    "src/a.ts": "",
    "broken.ts": 'import { A } from "@acme/api"; a(',
  });
  const { code, stderr } = await project.run("manifest", ...args);
  expect({ code, stderr }).toEqual({ code: 3, stderr: failure(error, hint).stderr });
  expect(Object.keys(project.readAll())).not.toContain("graphql-consumer.json");
});

test("manifest requires a name if the package.json has none", async () => {
  const project = useProject({ "src/a.ts": `import { ADocument } from "@acme/api";` });
  expect(await project.run("manifest", "--package", "@acme/api")).toEqual(
    failure("package.json has no name", "Name the consumer with --name <name>."),
  );
});
