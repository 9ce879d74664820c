/**
 * The project of the pictures and of the reports in the documentation: `new.graphql` breaks four of its
 * operations, and two workspaces use them.
 */

import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder, ROOT } from "./commands.ts";

const CONFIG = `import { typedOperations } from ${JSON.stringify(import.meta.resolve("@integration-platform/graphql-cli/codegen"))};
export default typedOperations({ documents: "operations", output: "src" });
`;

const PACKAGE = "@acme/api";

/** Operations by the workspace that uses them. */
const CONSUMERS: Readonly<Record<string, readonly string[]>> = {
  billing: ["GetOrder", "ListCustomers"],
  shop: ["ListCustomers", "TrackOrder"],
};

/** Creates the project in a folder of its own. */
export async function createSampleProject(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await createFolder("sample-");
  for (const name of ["shared", "pictures"]) {
    await cp(join(import.meta.dirname, "operations", name), join(folder.path, "operations"), {
      recursive: true,
    });
  }
  const schemas = join(ROOT, "test/fixtures/foreign");
  await cp(join(schemas, "schema.graphql"), join(folder.path, "schema/schema.graphql"));
  await cp(join(schemas, "schema-v2.graphql"), join(folder.path, "new.graphql"));
  await writeFile(join(folder.path, "codegen.ts"), CONFIG);
  const workspaces = Object.keys(CONSUMERS);
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ name: PACKAGE, workspaces }));
  for (const [consumer, operations] of Object.entries(CONSUMERS)) {
    await mkdir(join(folder.path, consumer));
    const manifest = { name: consumer, dependencies: { [PACKAGE]: "*" } };
    await writeFile(join(folder.path, consumer, "package.json"), JSON.stringify(manifest));
    const names = operations.map((name) => `${name}Document`).join(", ");
    await writeFile(join(folder.path, consumer, "main.ts"), `import { ${names} } from "${PACKAGE}";\n`);
  }
  return folder;
}
