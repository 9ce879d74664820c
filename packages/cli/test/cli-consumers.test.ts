/** `schema check --consumers`: the packages that a change affects, by the manifests of what they use. */

import { reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import reportSchema from "../report.schema.json" with { type: "json" };
import { failure } from "./support/command.ts";
import { renderConfig, useProject } from "./support/project.ts";

const SDL = `type Query { order: Order user: User status(of: Status): Status }
type Order { id: ID! total: Float! }
type User { id: ID! }
enum Status { OPEN DONE }
`;
const manifest = (
  consumer: string,
  operations: readonly string[] | "all",
  types: readonly string[] = [],
  more = {},
) =>
  JSON.stringify({
    version: 1,
    consumer,
    package: "@acme/api",
    packageVersion: "1.0.0",
    operations,
    types,
    ...more,
  });

const FILES = {
  "package.json": '{ "name": "@acme/api", "version": "1.0.0" }',
  "codegen.ts": renderConfig('documents: "operations", output: "generated"'),
  "schema/schema.graphql": SDL,
  "next.graphql": SDL.replace("total: Float!", "total: Float").replace("OPEN DONE", "OPEN"),
  "operations/order.graphql":
    "query GetOrder { order { ...OrderTotal } }\nfragment OrderTotal on Order { total }",
  "operations/orders.graphql": "query ListOrders { order { id total } }",
  "operations/status.graphql": "query GetStatus($status: Status) { status(of: $status) }",
  "operations/user.graphql": "query GetUser { user { id } }",
  "consumers/billing.json": manifest("billing", ["GetOrder", "ListOrders"]),
  "consumers/inner/shop.json": manifest("shop", ["GetUser"], ["OrderTotalFragment", "Status"]),
};
const DECLARED = renderConfig('documents: "operations", output: "generated", consumers: ["billing", "shop"]');

function create(files: Readonly<Record<string, string>> = {}) {
  const project = useProject({ ...FILES, ...files });
  const run = (...args: readonly string[]) =>
    project.run("schema", "check", "--against", "next.graphql", ...args);
  const check = async (...args: readonly string[]) => {
    const { code, stdout } = await run("--format", "json", ...args);
    return { code, report: JSON.parse(stdout) };
  };
  return { ...project, run, check };
}

test("schema check accepts manifests of any package if its own package.json has no name", async () => {
  const { code, report } = await create({ "package.json": "{}" }).check("--consumers", "consumers");
  expect([code, report.consumers.map(({ name }: { readonly name: string }) => name)]).toEqual([
    1,
    ["billing", "shop"],
  ]);
});

test("schema check says which consumers a change affects, by documents, types of results, fragments, and enums", async () => {
  const { code, report } = await create().check("--consumers", "consumers");

  expect(code).toBe(1);
  expect(
    report.operations.map(({ name, verdict, consumers }: Record<string, unknown>) => [
      name,
      verdict,
      consumers,
    ]),
  ).toEqual([
    ["GetStatus", "breaks", []],
    ["GetOrder", "breaks", ["billing", "shop"]],
    ["ListOrders", "breaks", ["billing"]],
    ["GetUser", "unaffected", ["shop"]],
  ]);
  const use = (operations: number, ...consumers: readonly (readonly [string, number])[]) => ({
    operations,
    consumers: consumers.map(([name, count]) => ({ name, operations: count })),
  });
  expect(report.causes.map(({ coordinates, used }: Record<string, unknown>) => [coordinates, used])).toEqual([
    [["Status.DONE"], use(0, ["shop", 0])],
    [["Order.total"], use(2, ["billing", 2], ["shop", 1])],
  ]);
  expect(report.consumers).toEqual([
    {
      name: "billing",
      packageVersion: "1.0.0",
      operations: 2,
      breaks: ["GetOrder", "ListOrders"],
      changesTypes: [],
    },
    { name: "shop", packageVersion: "1.0.0", operations: 2, breaks: ["GetOrder"], changesTypes: [] },
  ]);
  expect(report.unused).toEqual(["GetStatus"]);
  const validate = new Ajv2020({ strict: false }).compile(reportSchema);
  expect([validate(report), validate.errors]).toEqual([true, null]);
});

test.each(reportFormats.filter((format) => format !== "json"))(
  "the format %s says who is affected",
  async (format) => {
    const { stdout } = await create().run("--consumers", "consumers", "--format", format);
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
  const files = {
    "codegen.ts": DECLARED,
    "next.graphql": SDL.replace("OPEN DONE", "OPEN"),
    "consumers/inner/shop.json": manifest("shop", ["GetUser"]),
  };
  const project = create(files);

  const { code, report } = await project.check("--consumers", "consumers", "--ignore-unused");
  expect([code, report.verdict, report.semver]).toEqual([0, "unaffected", "major"]);
  expect(report.operations[0]).toMatchObject({
    name: "GetStatus",
    verdict: "breaks",
    isIgnored: true,
    consumers: [],
  });
  expect((await project.check("--consumers", "consumers")).code).toBe(1);
  const { stdout: junit } = await project.run(
    "--consumers",
    "consumers",
    "--ignore-unused",
    "--format",
    "junit",
  );
  expect(junit).toContain('failures="0"');
  const { stdout: github } = await project.run(
    "--consumers",
    "consumers",
    "--ignore-unused",
    "--format",
    "github",
  );
  expect(github).toMatch(/^::warning .*GetStatus/);
});

test("with --ignore-unused, the break of an operation that a consumer uses fails the check", async () => {
  const { code } = await create({ "codegen.ts": DECLARED }).check(
    "--consumers",
    "consumers",
    "--ignore-unused",
  );
  expect(code).toBe(1);
});

test("a consumer that uses all operations is affected by each change", async () => {
  const { report } = await create({ "consumers/cli.json": manifest("cli", "all") }).check(
    "--consumers",
    "consumers",
  );
  expect(report.unused).toEqual([]);
  expect(report.consumers[1]).toMatchObject({
    name: "cli",
    operations: 4,
    breaks: ["GetStatus", "GetOrder", "ListOrders"],
  });
});

test("another version of the package is shown, and its operations that are gone are a remark", async () => {
  const old = manifest("old", ["GetOrder", "Gone"], [], { packageVersion: "0.9.0" });
  const { run, check } = create({ "consumers/old.json": old });
  const { report } = await check("--consumers", "consumers");
  expect(report.remarks).toEqual(["old uses Gone of @acme/api 0.9.0, which this version does not have."]);
  expect((await run("--consumers", "consumers", "--verbose")).stdout).toContain("0.9.0");
});

test.each([
  [
    "an operation that this version does not have",
    { "consumers/billing.json": manifest("billing", ["Nope"]) },
    "billing uses Nope, which @acme/api 1.0.0 does not have",
    "Write its manifest again, or add the operation.",
  ],
  [
    "a declared consumer without a manifest",
    {
      "codegen.ts": renderConfig(
        'documents: "operations", output: "generated", consumers: ["billing", "crm"]',
      ),
    },
    "there is no manifest of crm",
    'Write it with "platform-graphql manifest" in its folder, then name the file with --consumers <path...>.',
  ],
  [
    "a file that is not JSON",
    { "consumers/a.json": "{" },
    "consumers/a.json:1:2: the file is not JSON",
    'Write it with "platform-graphql manifest".',
  ],
  [
    "a file that is not a manifest",
    { "consumers/a.json": '{ "version": 1, "consumer": "a", "package": "@acme/api", "operations": [] }' },
    '"consumers/a.json" is not a manifest: "packageVersion" must be a version or null, "types" must be a list of names',
    'Write it with "platform-graphql manifest".',
  ],
  [
    "a manifest of another package",
    { "consumers/a.json": manifest("a", [], [], { package: "@acme/other" }) },
    '"consumers/a.json" is about @acme/other, not @acme/api',
    "Remove the file.",
  ],
  [
    "two manifests of one consumer",
    { "consumers/a.json": manifest("billing", []) },
    "there are two manifests of billing",
    "Remove the older one.",
  ],
])("schema check exits with 3 for %s", async (_, files, error, hint) => {
  expect(await create(files).run("--consumers", "consumers")).toEqual(failure(error, hint));
});

test.each([
  [
    ["--consumers", "none"],
    '--consumers: cannot read "none": no such file or folder',
    'Write it with "platform-graphql manifest".',
  ],
  [
    ["--consumers"],
    "the project is not in a monorepo with workspaces",
    "Name manifests with --consumers <path...>.",
  ],
  [
    ["--consumers", "consumers", "--ignore-unused"],
    "--ignore-unused: the consumers are not declared, so one could be missing",
    'List all of them in codegen.ts: consumers: ["billing", …].',
  ],
])("schema check exits with 3 for %j", async (args, error, hint) => {
  expect(await create().run(...args)).toEqual(failure(error, hint));
});

test.each([
  ["workspaces", { "package.json": '{ "workspaces": ["packages/*", "apps/**", "!packages/old"] }' }],
  [
    "workspaces of Yarn",
    { "package.json": '{ "workspaces": { "packages": ["./packages/*//", "apps/**", "!packages/old"] } }' },
  ],
  [
    "pnpm",
    {
      "pnpm-workspace.yaml":
        "packages:\n  # all\n  - 'packages/*'\n  - apps/*/* # deep\n  - \"!packages/old\"\ncatalog:\n  - x\n",
    },
  ],
  [
    "pnpm, in lines of Windows",
    {
      "pnpm-workspace.yaml": "packages: # all\r\n- packages/*\r\n\r\n- apps/*/*\r\n- '!packages/old'\r\n",
    },
  ],
  [
    "pnpm, in brackets",
    {
      "pnpm-workspace.yaml":
        "packages: ['[op]ackages/*', apps/*/*, # deep\n  \"!packages/old\"]\nother: [packages/old]\n",
    },
  ],
  [
    "pnpm, in brackets of their own line",
    { "pnpm-workspace.yaml": "packages:\n  [packages/*, apps/*/*, '!packages/old']\n" },
  ],
])("in a monorepo with %s, schema check reads the consumers without manifests", async (_, root) => {
  const inApi = Object.fromEntries(
    Object.entries(FILES).map(([file, text]) => [`packages/api/${file}`, text]),
  );
  const consumer = (name: string) => JSON.stringify({ name, dependencies: { "@acme/api": "workspace:*" } });
  const project = useProject({
    ...inApi,
    ...root,
    "packages/api/codegen.ts": DECLARED,
    "packages/shop/package.json": consumer("shop"),
    "packages/shop/src/a.ts": 'import { GetOrderDocument } from "@acme/api/operations";',
    "apps/eu/billing/package.json": consumer("billing"),
    "apps/eu/billing/index.ts": 'import { GetUserDocument, OtherDocument } from "@acme/api/operations";',
    "packages/cli/package.json": JSON.stringify({ name: "cli", dependencies: { api: "npm:@acme/api@1" } }),
    "packages/cli/src/a.ts": 'import * as api from "api"; run(api[name]);',
    "packages/other/package.json": '{ "name": "other" }',
    "packages/old/package.json": consumer("old"),
    "apps/eu/billing/node_modules/copy/package.json": consumer("copy"),
    "apps/.cache/package.json": consumer("cache"),
  });
  const args = [
    "schema",
    "check",
    "--config",
    "packages/api/codegen.ts",
    "--against",
    "packages/api/next.graphql",
  ];
  const { code, stdout, stderr } = await project.run(...args, "--format", "json");
  expect(stderr).toBe("");
  expect(code).toBe(1);
  const { consumers, remarks } = JSON.parse(stdout);
  expect(consumers.map(({ name, breaks }: Record<string, unknown>) => [name, breaks])).toEqual([
    ["billing", []],
    ["cli", ["GetStatus", "GetOrder", "ListOrders"]],
    ["shop", ["GetOrder"]],
  ]);
  expect(remarks).toEqual(["cli can use any operation, because of packages/cli/src/a.ts."]);
});

test("reads packages of any depth, and an alias without a version", async () => {
  const consumer = (name: string, range: string) =>
    JSON.stringify({ name, dependencies: { [range.startsWith("npm:") ? "api" : "@acme/api"]: range } });
  const project = create({
    "package.json": '{ "name": "@acme/api", "version": "1.0.0", "workspaces": ["apps/**", "!**/old/**"] }',
    "apps/1/2/3/4/5/6/7/package.json": consumer("deep", "workspace:*"),
    "apps/1/2/3/4/5/6/7/a.ts": 'import { GetOrderDocument } from "@acme/api";',
    "apps/alias/package.json": consumer("alias", "npm:@acme/api"),
    "apps/alias/a.ts": 'import { ListOrdersDocument } from "api";',
    "apps/range/package.json": JSON.stringify({ name: "range", dependencies: { api: "npm:^1" } }),
  });
  const { report } = await project.check("--consumers");
  expect(report.consumers.map(({ name, breaks }: Record<string, unknown>) => [name, breaks])).toEqual([
    ["alias", ["ListOrders"]],
    ["deep", ["GetOrder"]],
  ]);
});
