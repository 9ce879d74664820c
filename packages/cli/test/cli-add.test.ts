/** `platform-graphql add`: an operation in a file for each named field of the schema. */

import { readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { command, failure, runTool } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";
import { expectTranscript } from "./support/transcript.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOREIGN = join(ROOT, "test/fixtures/foreign/schema.graphql");

const createPackage = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({ "package.json": '{ "type": "module" }', ...files });

const add = (project: Project, ...args: readonly string[]) =>
  project.run("add", ...args, "--schema", FOREIGN);

test("writes a file for each named field", async () => {
  const project = createPackage();
  expect(await add(project, "orders", "actor")).toEqual({
    code: 0,
    stdout: "✓ ListOrders  operations/list-orders.graphql\n✓ GetActor  operations/get-actor.graphql\n",
    stderr: "",
  });
  expect(
    project.read("operations/list-orders.graphql"),
  ).toBe(`query ListOrders($limit: Int, $startAt: Cursor) {
  orders(limit: $limit, startAt: $startAt) {
    nodes {
      id
      createdAt
      number
      status
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`);
});

const SHOP = readFileSync(join(import.meta.dirname, "fixtures/shop.graphql"), "utf8");

test("writes exactly the operations of the transcript, and explains what it cannot write", async () => {
  await expectTranscript("add", async ({ args }) => {
    const project = createPackage({ "schema.graphql": SHOP });
    const { code, stdout, stderr } = await project.run(...args, "--schema", "schema.graphql");
    const files = Object.entries(project.readAll()).filter(([name]) => name.startsWith("operations/"));
    const texts = files.map(([, text]) => `${text.replaceAll(/\s+/g, " ").trim()}\n`);
    return `${code === 0 ? "" : `exit code ${code}\n`}${stdout}${stderr}${texts.join("")}`;
  });
});

test("prefers fields that are never null and enums, and names an operation after its field", async () => {
  const texts = Array.from({ length: 30 }, (_, index) => `note${index + 1}: String`).join(" ");
  const sdl = `type Query { budgetTotal: Wide widgetList: [Wide!] } enum State { ON }
    type Wide { isDone: Boolean! ${texts} state: State must: String! }`;
  const project = createPackage({ "schema.graphql": sdl });
  expect(await project.run("add", "budgetTotal", "widgetList", "--schema", "schema.graphql")).toMatchObject({
    code: 0,
    stdout:
      "✓ GetBudgetTotal  operations/get-budget-total.graphql\n✓ ListWidgetList  operations/list-widget-list.graphql\n",
  });
  const names = project
    .read("operations/get-budget-total.graphql")
    .match(/^ {4}\w+/gm)
    ?.map((line) => line.trim());
  expect(names?.filter((name) => !name.startsWith("note"))).toEqual(["state", "must"]);
});

/** Names of fields that are selected before others, in each form of a word. */
const USUAL =
  "name title label displayName display_name full_name fullname number code key slug email login userName user_name " +
  "subject summary status state orderStatus order_state type kind category role createdAt created_at date url total " +
  "amount price description value";

test("selects a field with a usual name before others, and no field with a similar name", async () => {
  const names = USUAL.split(" ");
  const others = [
    "nickname",
    "names",
    "codes",
    "statuses",
    "typeName",
    "update",
    "dates",
    "subtotal",
    "curl",
  ];
  const all = [...names, ...others];
  const types = all.map((name, index) => `type T${index} { a: Int! b: Int! c: Int! d: Int! ${name}: Int }`);
  const sdl = `type Query { ${all.map((_, index) => `f${index}: T${index}`).join(" ")} } ${types.join(" ")}`;
  const project = createPackage({ "schema.graphql": sdl });
  const args = all.map((_, index) => `f${index}`);
  expect(await project.run("add", ...args, "--schema", "schema.graphql")).toMatchObject({ code: 0 });
  const texts = all.map((_, index) => project.read(`operations/get-f${index}.graphql`));
  expect(all.filter((name, index) => texts[index]?.includes(`    ${name}\n`))).toEqual(names);
});

test("an object of a query is no payload, even if its type has the name of one", async () => {
  const sdl = `type Query { check: CheckResult }
    type CheckResult { id: ID! owner: Owner } type Owner { name: String }`;
  const project = createPackage({ "schema.graphql": sdl });
  expect(await project.run("add", "check", "--schema", "schema.graphql")).toMatchObject({ code: 0 });
  expect(project.read("operations/get-check.graphql").replaceAll(/\s+/g, " ")).toBe(
    "query GetCheck { check { id } } ",
  );
});

test("a clash does not refuse the other fields, and its hint is a command that works", async () => {
  const project = createPackage({ "operations/mine.graphql": "query GetJob { serverTime }\n{ serverTime }" });
  const { code, stdout, stderr } = await add(project, "job", "customers");
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: "✓ ListCustomers  operations/list-customers.graphql\n",
    stderr: `error: job: the name "GetJob" is in use at operations/mine.graphql:1
hint:  Run "npx @integration-platform/graphql-cli add job --name <name>".
`,
  });
  expect(await add(project, "job", "job", "--name", "OtherJob")).toMatchObject({ code: 3 });
  expect(await add(project, "job", "--name", "OtherJob")).toMatchObject({ code: 0 });
  expect(await add(project, "job", "customers")).toMatchObject({ code: 3, stdout: "" });
});

test("refuses each name and each file that is in use, and those of the same run", async () => {
  const project = createPackage({
    "codegen.ts": renderConfig('documents: ["own", "none"], output: "generated", schema: "schema.graphql"'),
    "schema.graphql": `type Query { now: Int getNow: Int getNowQuery: Int then: Int soon: Int last: Int }
      type Mutation { moveQuery: Int }`,
    "own/a.graphql": `fragment GetThen on Query { then }
query GetThenQuery { ...GetThen }
query GetSoon { soon }
{ now }`,
    "own/get-last.graphql": "query Other { last }",
  });
  const fields = ["now", "getNow", "getNowQuery", "then", "soon", "last", "moveQuery"];
  expect(await project.run("add", ...fields)).toEqual({
    code: 1,
    stdout: "✓ GetNow  own/get-now.graphql\n✓ MoveQuery  own/move-query.graphql\n",
    stderr: [
      ["getNow", 'the name "GetNow" is in use at own/get-now.graphql'],
      ["getNowQuery", 'the name "GetNowQuery" is in use at own/get-now.graphql'],
      ["then", 'the name "GetThen" is in use at own/a.graphql:2'],
      ["soon", 'the name "GetSoon" is in use at own/a.graphql:3'],
      ["last", "the file own/get-last.graphql exists"],
    ]
      .map(
        ([field, problem]) =>
          `error: ${field}: ${problem}\nhint:  Run "npx @integration-platform/graphql-cli add ${field} --name <name>".\n`,
      )
      .join(""),
  });
  expect(await project.run("add", "last")).toEqual(
    failure("the file own/get-last.graphql exists", "Choose another one with --name."),
  );
});

test("a refused field names the smallest depth that works, and no folder that has no new file", async () => {
  const project = createPackage({
    "codegen.ts": renderConfig('documents: "own", output: "generated", schema: "schema.graphql"'),
    "schema.graphql": `type Query { two: L2 three: L3 four: L4 five: L5 six: L6 } type L1 { id: ID }
      type L2 { x: L1 } type L3 { x: L2 } type L4 { x: L3 } type L5 { x: L4 } type L6 { x: L5 }`,
  });
  const fields = ["two", "three", "four", "five", "six"];
  const { code, stdout, stderr } = await project.run("add", ...fields, "--operations", "other");
  expect({ code, stdout, hints: stderr.match(/(?<=^hint: {2}).*/gm) }).toEqual({
    code: 3,
    stdout: "",
    hints: [
      ...[2, 3, 4, 5].map((depth) => `Select its objects with --depth ${depth}.`),
      "Write the operation by hand.",
    ],
  });
});

test("does not use a credential as the name of a file", async () => {
  const project = createPackage();
  const env = { PLATFORM_REFRESH_TOKEN: "refreshCanary7Q2xV9bT4mK8" };
  const args = ["add", "job", "--name", "refreshCanary7Q2xV9bT4mK8", "--schema", FOREIGN];
  expect(await command(args, { cwd: project.folder, env })).toEqual(
    failure("--name contains a credential", "Choose another name."),
  );
  expect(readdirSync(project.folder)).toEqual(["package.json"]);
});

/** Result of the operations that `paginate` and `unwrapPayload` must accept. */
const USAGE = `
import type { Client } from "${ROOT}/src/client/create-client.ts";
import type { ResultOf } from "${ROOT}/src/shared/document.ts";
import { paginate } from "${ROOT}/src/pages/paginate.ts";
import { unwrapPayload } from "${ROOT}/src/client/unwrap-payload.ts";
import * as operations from "./generated/operations.ts";

declare const client: Client;
paginate(client, operations.ListCustomersDocument, {}, (data) => data.customers);
paginate(client, operations.ListOrdersDocument, {}, (data) => data.orders, { cursor: "startAt" });
paginate(client, operations.ListProductsDocument, {}, (data) => data.products, { cursor: "cursor" });
paginate(client, operations.ListTicketsDocument, { take: 9 }, (data) => data.tickets, { cursor: "afterCursor" });
declare const read: <D>(document: D) => ResultOf<D>;
unwrapPayload(read(operations.BlockCustomerDocument).blockCustomer);
unwrapPayload(read(operations.CreateCustomerDocument).createCustomer, "customer").name;
unwrapPayload(read(operations.CreateProductDocument).createProduct, "product").title;
unwrapPayload(read(operations.CreateWebhookDocument).createWebhook, "webhook").url;
unwrapPayload(read(operations.DeleteCustomerDocument).deleteCustomer, "deletedId");
unwrapPayload(read(operations.StartExportDocument).startExport, "job").id;
unwrapPayload(read(operations.UpdateCustomerDocument).updateCustomer, "customer").name;
`;

test.for(["1", "3"])(
  "writes operations of all fields with --depth %s whose code compiles",
  { tags: ["slow"] },
  async (depth) => {
    const project = createPackage({
      "codegen.ts": renderConfig(
        `documents: "operations", output: "generated", schema: "${FOREIGN}", schemaModule: true, importExtension: ".ts",
  documentImport: "${ROOT}/src/shared/document.ts"`,
      ),
      "usage.ts": USAGE,
      "tsconfig.json": JSON.stringify({
        extends: join(ROOT, "test/tsconfig.json"),
        compilerOptions: { rootDir: "/", types: [] },
        include: ["generated", "usage.ts"],
        exclude: [],
      }),
    });
    symlinkSync(join(ROOT, "node_modules"), join(project.folder, "node_modules"));
    const schema = buildSchema(readFileSync(FOREIGN, "utf8"));
    const types = [schema.getQueryType(), schema.getMutationType()];
    const fields = types.flatMap((type) => Object.values(type?.getFields() ?? {}));
    const current = fields
      .filter(({ deprecationReason }) => deprecationReason == null)
      .map(({ name }) => name);
    const added = await add(project, ...current, "--depth", depth);
    expect(added).toMatchObject({ code: 0, stderr: "" });
    expect(added.stdout.match(/^✓/gm)).toHaveLength(37);
    expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });

    expect(await runTool(project.folder, "tsc", "-p", ".")).toEqual({ code: 0, output: "" });
  },
);

test("uses the schema and the folder of codegen.ts", async () => {
  const project = createPackage({
    "codegen.ts": renderConfig(
      'documents: ["extra.graphql", "queries"], output: "generated", schema: "my.graphql"',
    ),
    "my.graphql": "type Query { now: Int, then: Int }",
    "extra.graphql": "query GetThen { now }",
  });
  expect(await project.run("add", "now")).toEqual({
    code: 0,
    stdout: "✓ GetNow  queries/get-now.graphql\n",
    stderr: "",
  });
  expect((await project.run("add", "then")).stderr).toMatch(
    /^error: the name "GetThen" is in use at extra\.graphql:1\n/,
  );
  expect(project.read("queries/get-now.graphql")).toBe("query GetNow {\n  now\n}\n");
});

test("a hint names the folder of new files as the config writes it", async () => {
  const project = createPackage({
    "codegen.ts": renderConfig('documents: ["queries", "!queries/old"], output: "generated"'),
    "schema/schema.graphql": "type Query { now: Int, then: Int, later: Int }",
    "queries/old/broken.graphql": "query {",
    "app/README.md": "",
  });
  const inApp = { cwd: join(project.folder, "app") };
  expect((await command(["add", "now", "--operations", "ops"], inApp)).stderr).toBe(
    'hint:  Add "app/ops" to "documents" in ../codegen.ts.\n',
  );
  expect((await project.run("add", "then", "--operations", "queries/old")).stderr).toBe(
    'hint:  Change "documents" in codegen.ts, which excludes "queries/old".\n',
  );
  expect((await project.run("add", "later", "--operations", ".")).stderr).toBe(
    'hint:  Add "." to "documents" in codegen.ts.\n',
  );
});

test("an exclusion is no folder for new files", async () => {
  const project = createPackage({
    "codegen.ts": renderConfig('documents: ["src/**/*.ts", "!**/*.test.ts"], output: "generated"'),
    "schema/schema.graphql": "type Query { now: Int }",
  });
  expect(await project.run("add", "now")).toEqual({
    code: 0,
    stdout: "✓ GetNow  operations/get-now.graphql\n",
    stderr: 'hint:  Add "operations" to "documents" in codegen.ts.\n',
  });
});

test("a name without letters is the name of a file that codegen reads", async () => {
  const project = createPackage({ "schema.graphql": "type Query { now: Int }" });
  const { stdout } = await project.run("add", "now", "--name", "_", "--schema", "schema.graphql");
  expect(stdout).toBe("✓ _  operations/_.graphql\n");
});

/** Fields whose types are nearly connections, edges, payloads or lists of errors. */
const NEARLY = `type Query {
    result: Result words: WordConnection hollows: HollowConnection counted: CountedConnection old: Old
    wrapped: Wrapper clash: Clash
  }
  union Clash = Word | Number type Word { value: String } type Number { value: Int number_value: String }
  union Result = Thing | Hollow
  type Thing { id: ID! } type Hollow { thing: Thing }
  type PageInfo { hasNextPage: Boolean! endCursor: String } type Count { total: Int }
  type WordConnection { nodes: [String!]! pageInfo: PageInfo! }
  type HollowConnection { nodes: [Hollow!]! pageInfo: PageInfo! }
  type CountedConnection { nodes: [Thing!]! pageInfo: Count! }
  type Old { id: ID! @deprecated name: String }
  type Wrapper { holder: Holder } type Holder { node: Thing size: Int }
  type Mutation {
    pay: Bill plain: PlainPayload partial: PartialPayload taken: TakenPayload deep: DeepPayload faced: FacedPayload
  }
  type Bill { id: ID! owner: Owner } type Owner { name: String }
  type PlainPayload { ok: Boolean! errors: [String!]! }
  type PartialPayload { errors: [Partial!]! } type Partial { messages: [String!]! }
  type TakenPayload { errors: Int userErrors: [UserError!]! } type UserError { field: String messages: [String!]! }
  type DeepPayload { errors: [DeepError!]! } type DeepError { thing: Thing }
  type FacedPayload { userErrors: [Faced!]! } interface Faced { field: String messages: [String!]! }
  type Own implements Faced { field: String messages: [String!]! }`;

test("selects what a type has, if it only resembles a connection, a payload or an error", async () => {
  const project = createPackage({ "schema.graphql": NEARLY });
  const texts = async (...args: readonly string[]) => {
    const { stderr } = await project.run("add", ...args, "--schema", "schema.graphql");
    const files = Object.entries(project.readAll()).filter(([name]) => name.startsWith("operations/"));
    rmSync(join(project.folder, "operations"), { recursive: true, force: true });
    return [
      ...files.map(([, text]) => text.replaceAll(/\s+/g, " ").trim()),
      ...(stderr.match(/^error: .*/gm) ?? []),
    ];
  };
  expect(await texts("result", "words", "hollows", "counted", "old")).toEqual([
    "query GetOld { old { name } }",
    "query GetResult { result { __typename ... on Thing { id } } }",
    "query ListCounted { counted { nodes { id } pageInfo { total } } }",
    "query ListWords { words { nodes pageInfo { hasNextPage endCursor } } }",
    "error: hollows: the type HollowConnection has no scalar fields",
  ]);
  expect(await texts("clash")).toEqual([
    expect.stringMatching(/^error: the schema does not allow this operation: Fields "number_value" conflict/),
  ]);
  expect(await texts("wrapped", "--depth", "2")).toEqual([
    "query GetWrapped { wrapped { holder { size } } }",
  ]);
  expect(await texts("pay", "plain", "partial", "taken", "deep", "faced")).toEqual([
    "mutation Deep { deep { errors { __typename } } }",
    "mutation Faced { faced { errors: userErrors { field messages } } }",
    "mutation Partial { partial { errors { messages } } }",
    "mutation Pay { pay { id } }",
    "mutation Plain { plain { ok errors } }",
    "mutation Taken { taken { errors userErrors { field messages } } }",
  ]);
});

test("page information without scalars is not selected", async () => {
  const sdl = `type Query { parts: Parts! } type Parts { nodes: [Part!]! pageInfo: Info! }
    type Part { id: ID! } type Info { next: Part }`;
  const project = createPackage({ "schema.graphql": sdl });
  expect(await project.run("add", "parts", "--schema", "schema.graphql")).toMatchObject({ code: 0 });
  expect(project.read("operations/list-parts.graphql").replaceAll(/\s+/g, " ")).toBe(
    "query ListParts { parts { nodes { id } } } ",
  );
});
