/** `schema check --consumers`: the workspaces that a change affects, by the words of their files. */

import { join } from "node:path";
import { reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import reportSchema from "../report.schema.json" with { type: "json" };
import { command, failure } from "./support/command.ts";
import { createRepository, renderConfig, useProject } from "./support/project.ts";

const SDL = `type Query { order: Order user: User status(of: Status): Status }
type Order { id: ID! total: Float! }
type User { id: ID! }
enum Status { OPEN DONE }
`;
const dependsOn = (name: string, packages: Readonly<Record<string, string>> = { "@acme/api": "*" }) =>
  JSON.stringify({ name, dependencies: packages });

/** The package with the operations, in the folder `api`. */
const API = {
  "api/package.json": '{ "name": "@acme/api", "version": "1.0.0" }',
  "api/codegen.ts": renderConfig('documents: "operations", output: "generated"'),
  "api/schema/schema.graphql": SDL,
  "api/next.graphql": SDL.replace("total: Float!", "total: Float").replace("OPEN DONE", "OPEN"),
  "api/operations/order.graphql":
    "query GetOrder { order { ...OrderTotal } }\nfragment OrderTotal on Order { total }",
  "api/operations/orders.graphql": "query ListOrders { order { id total } }",
  "api/operations/status.graphql": "query GetStatus($status: Status) { status(of: $status) }",
  "api/operations/user.graphql": "query GetUser { user { id } }",
};
const FILES = {
  ...API,
  "package.json": '{ "workspaces": ["api", "apps/*"] }',
  "apps/billing/package.json": dependsOn("billing"),
  "apps/billing/a.ts": 'import { GetOrderDocument, ListOrdersDocument } from "@acme/api/operations";',
  "apps/shop/package.json": dependsOn("shop"),
  "apps/shop/a.ts":
    'import { GetUserDocument, type OrderTotalFragment } from "@acme/api"; import { Status } from "@acme/api/enums";',
};
const DECLARED = renderConfig('documents: "operations", output: "generated", consumers: ["billing", "shop"]');

function create(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const project = useProject({ ...FILES, ...files });
  const run = (...args: readonly string[]) =>
    project.run(
      ...["schema", "check", "--config", "api/codegen.ts", "--against", "api/next.graphql"],
      ...args,
    );
  const check = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await run("--format", "json", ...args);
    expect(stderr).toBe("");
    return { code, report: JSON.parse(stdout) };
  };
  return { ...project, run, check };
}

type Row = Readonly<Record<string, unknown>>;

/** The operations that the file of each workspace uses, by a name for it. "all": any. */
async function findUses(
  places: readonly (readonly [name: string, files: Readonly<Record<string, string | Uint8Array>>])[],
  dependencies?: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const files = places.flatMap(([name, texts], index) => [
    [`uses/${index}/package.json`, dependsOn(name, dependencies)] as const,
    ...Object.entries(texts).map(([file, text]) => [`uses/${index}/${file}`, text] as const),
  ]);
  const root = { "package.json": '{ "workspaces": ["api", "uses/*"] }' };
  const { report } = await create({ ...root, ...Object.fromEntries(files) }).check("--consumers");
  const all = new Set(
    (report.remarks as readonly string[]).flatMap((text) => /^(.*) can use any/.exec(text)?.[1] ?? []),
  );
  const used = (name: string) =>
    (report.operations as readonly Row[]).flatMap((row) =>
      (row.consumers as readonly string[]).includes(name) ? [String(row.name)] : [],
    );
  return Object.fromEntries(places.map(([name]) => [name, all.has(name) ? "all" : used(name)]));
}

test("schema check says which consumers a change affects, by documents, types of results, fragments, and enums", async () => {
  const { code, report } = await create().check("--consumers");

  expect(code).toBe(1);
  expect(report.operations.map(({ name, verdict, consumers }: Row) => [name, verdict, consumers])).toEqual([
    ["GetStatus", "breaks", []],
    ["GetOrder", "breaks", ["billing", "shop"]],
    ["ListOrders", "breaks", ["billing"]],
    ["GetUser", "unaffected", ["shop"]],
  ]);
  const use = (operations: number, ...consumers: readonly (readonly [string, number])[]) => ({
    operations,
    consumers: consumers.map(([name, count]) => ({ name, operations: count })),
  });
  expect(report.causes.map(({ coordinates, used }: Row) => [coordinates, used])).toEqual([
    [["Status.DONE"], use(0, ["shop", 0])],
    [["Order.total"], use(2, ["billing", 2], ["shop", 1])],
  ]);
  expect(report.consumers).toEqual([
    { name: "billing", operations: 2, breaks: ["GetOrder", "ListOrders"], changesTypes: [] },
    { name: "shop", operations: 2, breaks: ["GetOrder"], changesTypes: [] },
  ]);
  expect(report.unused).toEqual(["GetStatus"]);
  const validate = new Ajv2020({ strict: false }).compile(reportSchema);
  expect([validate(report), validate.errors]).toEqual([true, null]);
});

test.each(reportFormats.filter((format) => format !== "json"))(
  "the format %s says who is affected",
  async (format) => {
    const { stdout } = await create().run("--consumers", "--format", format);
    const text = stdout.replaceAll(/\s+/g, " ");
    const sentences = [
      "breaks code that reads it in 2 operations, 2 of them used: billing (2), shop (1)",
      "Used by billing, shop.",
    ];
    expect(sentences.some((sentence) => text.includes(sentence))).toBe(true);
  },
);

test("schema check without consumers has no word about them", async () => {
  const { report } = await create().check();
  expect(JSON.stringify(report)).not.toMatch(/consumers|unused|"used"/);
});

test("with --ignore-unused, the break of an operation that no consumer uses is listed and does not fail the check", async () => {
  const project = create({
    "api/codegen.ts": DECLARED,
    "api/next.graphql": SDL.replace("OPEN DONE", "OPEN"),
    "apps/shop/a.ts": "GetUserDocument",
  });

  const { code, report } = await project.check("--ignore-unused");
  expect([code, report.verdict, report.semver]).toEqual([0, "unaffected", "major"]);
  expect(report.operations[0]).toMatchObject({
    name: "GetStatus",
    verdict: "breaks",
    isIgnored: true,
    consumers: [],
  });
  expect((await project.check("--consumers")).code).toBe(1);
  const { stdout: junit } = await project.run("--ignore-unused", "--format", "junit");
  expect(junit).toContain('failures="0"');
  const { stdout: github } = await project.run("--ignore-unused", "--format", "github");
  expect(github).toMatch(/^::warning .*GetStatus/m);
});

test("with --ignore-unused, the break of an operation that a consumer uses fails the check", async () => {
  const { code } = await create({ "api/codegen.ts": DECLARED }).check("--ignore-unused");
  expect(code).toBe(1);
});

/** Uses of `GetOrderDocument`: their kind, the file, and its text. */
const PLACES: readonly (readonly [what: string, file: string, text: string])[] = [
  ["a callback with a pattern", "src/a.ts", "load().then(({ GetOrderDocument }) => run(GetOrderDocument));"],
  ["a script", "scripts/nightly.mjs", `import { GetOrderDocument } from "@acme/api";`],
  ["a test", "test/a.test.ts", `import { GetOrderDocument } from "@acme/api";`],
  ["a folder next to src", "app/a.ts", `import { GetOrderDocument as Get } from "@acme/api";`],
  ["a type of a result", "src/a.d.ts", `import type { GetOrderQuery_order } from "@acme/api";`],
  ["JSDoc", "src/a.js", `/** @import { GetOrderDocument } from "@acme/api" */\nexport let a;`],
  ["MDX", "docs/a.mdx", `import { GetOrderDocument } from "@acme/api";\n\n# Title`],
  ["Vue", "src/a.vue", `<script setup>import { GetOrderDocument } from "@acme/api";</script>`],
  ["a store of Svelte", "src/a.svelte", "<script>run($GetOrderDocument)</script>"],
  ["HTML", "index.html", `<script type="module">import { GetOrderDocument } from "@acme/api";</script>`],
  ["a path of tsconfig.json", "src/a.ts", `import { GetOrderDocument } from "@/graphql/api";`],
  ["a path to a workspace", "src/a.ts", `import { GetOrderDocument } from "../../../api/generated";`],
  ["a file that is no valid script", "src/a.ts", `import { GetOrderDocument } from "@acme/api"; a(`],
  ["an unknown language", "src/a.coffee", "{ GetOrderDocument } = api"],
  ["the end of an escape in a text", "src/a.ts", `const code = "\\nGetOrderDocument";`],
  ["a mock by name", "src/a.ts", `vi.mock("@acme/api", () => ({ GetOrderDocument: {} }));`],
  [
    "a namespace of another module",
    "src/a.ts",
    `import * as b from "./b"; import * as x from "react"; GetOrderDocument;`,
  ],
];

/** Files that only tools write. */
const WRITTEN = [
  ...["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"],
  ...["deno.lock", "composer.lock", "lib/Cargo.lock", "a.min.js", "a.min.cjs", "a.min.css", "a.js.map"],
  ...["node_modules/a.js", ".yarn/a.js", ".pnp.cjs", "lib/.pnp.js", "dist/a.js", "coverage/a.js"],
  ...["generated/a.ts", "src/__generated__/a.ts", "a.generated.ts", "a.gen.go"],
];
const NOT_WRITTEN = ["my-yarn.lock", "a.mini.js", "a.mapper.ts", "distribution/a.js", "a.generator.ts"];

test("an operation is used if its name occurs as a word in a text file of any kind", async () => {
  const uses = await findUses([
    ...PLACES.map(([what, file, text]) => [what, { [file]: text }] as const),
    ["UTF-16 with a mark", { "a.ts": Buffer.from("\uFEFFGetOrderDocument", "utf16le") }],
    ["UTF-16 in the other order", { "a.ts": Buffer.from("\uFEFFGetOrderDocument", "utf16le").swap16() }],
    ...NOT_WRITTEN.map((file) => [file, { [file]: "GetOrderDocument" }] as const),
    ["a late NUL", { "a.ts": `${"GetOrderDocument".padEnd(8000)}\0` }],
    ["a part of a word", { "a.ts": "MyGetOrderDocument GetOrderDocuments" }],
    ["a file of a tool", Object.fromEntries(WRITTEN.map((file) => [file, "GetOrderDocument"]))],
    ["a binary file", { "image.png": `${"GetOrderDocument".padEnd(7999)}\0` }],
  ]);
  const none = ["a part of a word", "a file of a tool", "a binary file"];
  const isUsed = (name: string) => !none.includes(name);
  const expected = Object.keys(uses).map((name) => [name, isUsed(name) ? ["GetOrder"] : []]);
  expect(uses).toEqual(Object.fromEntries(expected));
});

/** Code that can use any operation. */
const UNCLEAR: readonly (readonly [what: string, text: string])[] = [
  ["a namespace", `import * as api from "@acme/api"; api.GetOrderDocument;`],
  ["types of a namespace", `import type * as api from "@acme/api";`],
  ["a namespace on two lines", `import *\n  as api\n  from "@acme/api/operations";`],
  ["a default import", `import api from "@acme/api";`],
  ["all exports", `export * from "@acme/api";`],
  ["all exports with a name", `export * as api from '@acme/api';`],
  ["an import that is awaited", `const api = await import("@acme/api"); run(api[name]);`],
  ["an import with a callback", `import("@acme/api").then((m) => m[name]);`],
  ["a template of a module", "import(`@acme/api/operations/$" + "{name}`);"],
  ["require", `const api = require("@acme/api");`],
  ["an import of TypeScript", `import api = require("@acme/api");`],
  ["createRequire", `const api = createRequire(import.meta.url)("@acme/api");`],
  ["a glob of modules", `import.meta.glob("/node_modules/@acme/api/operations/*.js");`],
  ["a context of modules", `require.context("@acme/api/operations");`],
  ["the type of the module", `type Api = typeof import("@acme/api");`],
  ["a path to the package", `import * as api from "../../api/generated/operations";`],
];

test("a namespace, and any other import that lists no names, counts as all operations", async () => {
  const uses = await findUses(UNCLEAR.map(([what, text]) => [what, { "a.ts": text }]));
  expect(uses).toEqual(Object.fromEntries(UNCLEAR.map(([what]) => [what, "all"])));
});

test.for(["npm:@acme/api@^1.0.0", "workspace:@acme/api@*", "npm:@acme/api"])(
  "reads the package under its alias %s, and under a subpath import",
  async (range) => {
    const manifest = {
      dependencies: { api: range, other: range },
      imports: { "#sub/*": { node: ["./a.js", "api/*"] }, "#own/*": "./src/*", "#none": null },
    };
    const imports = (name: string, module: string) => ({
      "package.json": JSON.stringify({ name, ...manifest }),
      "a.ts": `import * as all from "${module}";`,
    });
    const uses = await findUses(
      [
        ["names", { "a.ts": `import { GetOrderDocument } from "api";` }],
        ["namespace", { "a.ts": `import * as all from "api";` }],
        ["other", { "a.ts": `import * as all from "apis"; import * as more from "#other/a";` }],
        ["subpath", imports("subpath", "#sub/a")],
        ["own subpath", imports("own subpath", "#own/a")],
      ],
      { api: range },
    );
    expect(uses).toEqual({
      names: ["GetOrder"],
      namespace: "all",
      other: [],
      subpath: "all",
      "own subpath": [],
    });
  },
);

test("a consumer that can use any operation is affected by each change, and the report names the file", async () => {
  const { report } = await create({
    "apps/cli/package.json": dependsOn("cli"),
    "apps/cli/src/a.ts": 'import * as api from "@acme/api"; run(api[name]);',
  }).check("--consumers");
  expect(report.unused).toEqual([]);
  expect(report.consumers[1]).toMatchObject({
    name: "cli",
    operations: 4,
    breaks: ["GetStatus", "GetOrder", "ListOrders"],
  });
  expect(report.remarks).toEqual(["cli can use any operation, because of apps/cli/src/a.ts."]);
});

test("a workspace without a name has the name of its folder", async () => {
  const { report } = await create({
    "package.json": '{ "workspaces": ["api", "apps/shop"] }',
    "apps/shop/package.json": '{ "dependencies": { "@acme/api": "*" } }',
  }).check("--consumers");
  expect(report.consumers.map(({ name }: Row) => name)).toEqual(["apps/shop"]);
});

test("finds the consumers from the folder of one", async () => {
  const { folder } = create();
  const args = ["schema", "check", "--config", "../../api/codegen.ts", "--against", "../../api/next.graphql"];
  const options = { cwd: join(folder, "apps/shop") };
  const { stdout } = await command([...args, "--consumers", "--format", "json"], options);
  const { consumers } = JSON.parse(stdout);
  expect(consumers.map(({ name, operations }: Row) => [name, operations])).toEqual([
    ["billing", 2],
    ["shop", 2],
  ]);
});

test("reads files that git tracks or does not ignore, and those of submodules", async () => {
  using module = createRepository({ "lib/a.ts": "ListOrdersDocument" });
  const project = create({
    "apps/shop/a.ts": "GetOrderDocument",
    ".gitignore": "local\n",
    "apps/shop/local/a.ts": "GetStatusDocument",
  });
  project.git("init", "--quiet");
  project.git(
    "-c",
    "protocol.file.allow=always",
    "submodule",
    "--quiet",
    "add",
    module.folder,
    "apps/shop/lib",
  );
  project.commit("First");
  project.write({ "apps/shop/new.ts": "GetUserDocument" });
  const { report } = await project.check("--consumers");
  expect(report.consumers[1]).toMatchObject({ name: "shop", operations: 3 });
  expect(report.unused).toEqual(["GetStatus"]);
});

test("fails if a tracked file of a consumer is not checked out", async () => {
  const project = create({ "apps/shop/lib/b.ts": "GetUserDocument" });
  project.git("init", "--quiet");
  project.commit("First");
  project.git("sparse-checkout", "set", "api", "apps/billing", "apps/shop/src");
  expect(await project.run("--consumers")).toEqual(
    failure('"apps/shop/lib/b.ts" is not checked out', 'Run "git sparse-checkout disable".'),
  );
});

test("takes linear time for long lines with many starts of imports", async () => {
  const texts = ["import * as a ", "require ", "import(", ")", "import type a ", "* as ", "   "];
  const files = texts.map((text, index) => [`apps/shop/${index}.ts`, text.repeat(200_000 / text.length)]);
  const startedAt = performance.now();
  await create(Object.fromEntries(files)).check("--consumers");
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test.each([
  [
    "a declared consumer that is no workspace",
    ["--consumers"],
    {
      "api/codegen.ts": renderConfig(
        'documents: "operations", output: "generated", consumers: ["billing", "crm"]',
      ),
    },
    'no workspace with the name "crm" depends on the package',
    "Correct consumers in codegen.ts: names of workspaces whose package.json lists the package.",
  ],
  [
    "no workspaces",
    ["--consumers"],
    { "package.json": "{}" },
    "--consumers: the project is not a package in a monorepo with workspaces",
    "Consumers are the workspaces that depend on the package of the config.",
  ],
  [
    "a package without a name",
    ["--consumers"],
    { "api/package.json": "{}" },
    "--consumers: the project is not a package in a monorepo with workspaces",
    "Consumers are the workspaces that depend on the package of the config.",
  ],
  [
    "no consumer",
    ["--consumers"],
    { "package.json": '{ "workspaces": ["api"] }' },
    "--consumers: no workspace depends on the package",
    "Remove --consumers.",
  ],
  [
    "consumers that are not declared",
    ["--consumers", "--ignore-unused"],
    {},
    "--ignore-unused: the consumers are not declared, so one could be missing",
    'List all of them in codegen.ts: consumers: ["billing", …].',
  ],
])("schema check exits with 3 for %s", async (_, args, files, error, hint) => {
  expect(await create(files).run(...args)).toEqual(failure(error, hint));
});

test.each([
  [
    "workspaces",
    { "package.json": '{ "workspaces": ["packages/*", "apps/**", "!packages/old", "missing/*", 7] }' },
  ],
  [
    "workspaces of Yarn",
    { "package.json": '{ "workspaces": { "packages": ["./packages/*//", "apps/**", "!packages/old"] } }' },
  ],
  [
    "pnpm",
    {
      "pnpm-workspace.yaml":
        "packages:\n  # all\n  - 'packages/*'\n  - apps/*/* # deep\n  - \"!packages/old\"\ncatalog:\n  - tools/*\n",
    },
  ],
  [
    "pnpm, in lines of Windows",
    {
      "pnpm-workspace.yaml":
        "catalog:\r\n- tools/*\r\npackages: # all\r\n- '!packages/old'\r\n\r\n- apps/*/*\r\n- packages/*",
    },
  ],
  [
    "pnpm, in brackets",
    {
      "pnpm-workspace.yaml":
        "other: [tools/*]\npackages: ['[op]ackages/*', apps/*/*, # deep\n  \"!packages/old\"]\nmore: [tools/*]\n",
    },
  ],
  [
    "pnpm, in brackets of their own line",
    { "pnpm-workspace.yaml": "packages:\n  [packages/*, apps/*/*, '!packages/old']\n" },
  ],
])("in a monorepo with %s, schema check reads the workspaces that depend on the package", async (_, root) => {
  const project = useProject({
    ...API,
    ...root,
    "api/codegen.ts": DECLARED,
    "packages/shop/package.json": dependsOn("shop"),
    "packages/shop/src/a.ts": 'import { GetOrderDocument } from "@acme/api/operations";',
    "apps/eu/billing/package.json": dependsOn("billing"),
    "apps/eu/billing/index.ts": 'import { GetUserDocument, OtherDocument } from "@acme/api/operations";',
    "packages/other/package.json": '{ "name": "other" }',
    "packages/old/package.json": dependsOn("old"),
    "apps/eu/billing/node_modules/copy/package.json": dependsOn("copy"),
    "apps/.cache/package.json": dependsOn("cache"),
    "packages/package.json": dependsOn("folder"),
    "tools/extra/package.json": dependsOn("extra"),
  });
  const args = ["schema", "check", "--config", "api/codegen.ts", "--against", "api/next.graphql"];
  const { code, stdout, stderr } = await project.run(...args, "--format", "json");
  expect([code, stderr]).toEqual([1, ""]);
  const { consumers, remarks } = JSON.parse(stdout);
  expect(consumers.map(({ name, breaks }: Row) => [name, breaks])).toEqual([
    ["billing", []],
    ["shop", ["GetOrder"]],
  ]);
  expect(remarks).toEqual([]);
});

test("reads packages of any depth, all kinds of dependencies, and a range that names no package", async () => {
  const project = create({
    "package.json": '{ "workspaces": ["apps/**", "!**/old/**"] }',
    "apps/1/2/3/4/5/6/7/package.json": dependsOn("deep", { "@acme/api": "workspace:*" }),
    "apps/1/2/3/4/5/6/7/a.ts": 'import { GetOrderDocument } from "@acme/api";',
    "apps/range/package.json": dependsOn("range", { api: "npm:^1" }),
    "apps/old/package.json": dependsOn("old"),
    "apps/null/package.json": "null",
    ...Object.fromEntries(
      ["devDependencies", "peerDependencies", "optionalDependencies", "bundledDependencies"].map((kind) => [
        `apps/${kind}/package.json`,
        JSON.stringify({ name: kind, [kind]: { "@acme/api": "*" } }),
      ]),
    ),
  });
  const { report } = await project.check("--consumers");
  expect(report.consumers.map(({ name }: Row) => name)).toEqual([
    "billing",
    "deep",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
    "shop",
  ]);
});
