/**
 * Consumers of a package with one file for all operations, and of one with a file per operation: the same
 * results.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createClient, refreshToken, type TypedDocumentString } from "@integration-platform/graphql";
import { contractCases, createPlatform } from "@integration-platform/graphql-testing";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { renderConfig, useProject } from "./support/project.ts";

const SDL = `type Query { flow(id: ID!): Flow owners: [Owner!]! }
type Subscription { changed: Flow }
type Flow { id: ID! name: String! owner: Owner state: State! }
type Owner { id: ID! name: String! }
enum State { ON OFF }
`;

/** Packages of a monorepo: operations of all kinds of files, and two consumers. */
function createMonorepo(filePerOperation: boolean) {
  const module = (operation: string) => `@acme/api/operations${filePerOperation ? `/${operation}` : ""}`;
  const types = filePerOperation ? "@acme/api/fragments/FlowParts" : "@acme/api/operations";
  const options = 'documents: "src/**/*.{ts,graphql}", output: "src/generated", schema: "schema.graphql"';
  const project = useProject({
    "package.json": '{ "workspaces": ["packages/*"] }',
    "packages/api/package.json": '{ "name": "@acme/api", "version": "1.2.3" }',
    "packages/api/codegen.ts": renderConfig(`${options}, filePerOperation: ${filePerOperation}`),
    "packages/api/schema.graphql": SDL,
    "packages/api/next.graphql": SDL.replaceAll("name: String!", "name: String"),
    "packages/api/src/flow.graphql":
      "query GetFlow($id: ID!) { flow(id: $id) { ...FlowParts } }\nfragment FlowParts on Flow { id state }",
    // The loader reads these too: the same fragment again, a subscription, and an operation in a script.
    "packages/api/src/again.graphql":
      "subscription FlowChanged { changed { ...FlowParts } }\nfragment FlowParts on Flow { id state }",
    "packages/api/src/owners.ts": "export const owners = gql`query ListOwners { owners { name } }`;",
    "packages/shop/package.json": '{ "name": "shop", "dependencies": { "@acme/api": "*" } }',
    "packages/shop/src/a.ts": `import { FlowChangedDocument } from "${module("FlowChanged")}";
import type { FlowPartsFragment } from "${types}";`,
    "packages/sync/package.json": '{ "name": "sync", "dependencies": { "@acme/api": "*" } }',
    "packages/sync/src/a.ts": `import { ListOwnersDocument } from "${module("ListOwners")}";`,
  });
  project.link("node_modules/@acme/api", join(project.folder, "packages/api"));
  return project;
}

const inApi = ["--config", "packages/api/codegen.ts"];

async function generateMonorepo(filePerOperation: boolean) {
  const project = createMonorepo(filePerOperation);
  expect(await project.run("codegen", ...inApi)).toMatchObject({ code: 0, stderr: "" });
  return project;
}

test.for([false, true])(
  "schema check and schema uses say who uses an operation, with filePerOperation: %s",
  async (many) => {
    const project = await generateMonorepo(many);
    const check = [
      "schema",
      "check",
      ...inApi,
      "--against",
      "packages/api/next.graphql",
      "--consumers",
      "--format",
      "json",
    ];
    const { code, stdout } = await project.run(...check);
    const { consumers, operations } = JSON.parse(stdout);
    type Row = Readonly<Record<string, unknown>>;
    expect({ code, operations: operations.map(({ name, verdict }: Row) => [name, verdict]).sort() }).toEqual({
      code: 1,
      operations: [
        ["FlowChanged", "unaffected"],
        ["GetFlow", "unaffected"],
        ["ListOwners", "breaks"],
      ],
    });
    expect(consumers.map(({ name, breaks }: Row) => [name, breaks])).toEqual([
      ["shop", []],
      ["sync", ["ListOwners"]],
    ]);
    const uses = ["schema", "uses", "Owner.name", ...inApi, "--importers", "packages", "--format", "json"];
    const listed = await project.run(...uses);
    expect(JSON.parse(listed.stdout).operations).toMatchObject([
      { name: "ListOwners", importers: [{ file: "packages/sync/src/a.ts", line: 1, column: 10 }] },
    ]);
  },
);

/** The documents of a folder, or of a file. Their modules import only types. */
async function importDocuments(path: string, names: readonly string[], read: (file: string) => string) {
  const modules = names.map(async (name) => {
    const { code } = transformSync(read(join(path, name)), { loader: "ts" });
    return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
      string,
      TypedDocumentString
    >;
  });
  return (await Promise.all(modules)).flatMap((module) => Object.values(module));
}

test("contract cases run each operation of the folder on the simulated platform", async () => {
  const project = await generateMonorepo(true);
  const folder = "packages/api/src/generated/operations";
  const files = readdirSync(join(project.folder, folder));
  const documents = await importDocuments(folder, files, project.read);
  const queries = documents.filter(({ kind }) => kind === "query");
  expect(documents.map(({ name }) => name).sort()).toEqual(["FlowChanged", "GetFlow", "ListOwners"]);

  await using platform = createPlatform({ schema: SDL });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  const cases = contractCases(SDL, queries);
  const results = cases.map(async ({ document, variables }) => {
    platform.answer(document);
    return [
      document.name,
      Object.keys((await client.execute(document, variables as never)) as object),
    ] as const;
  });
  const executed = await Promise.all(results);
  expect(Object.fromEntries(executed)).toEqual({ GetFlow: ["flow"], ListOwners: ["owners"] });
  expect(platform.count("api")).toBe(cases.length);
});
