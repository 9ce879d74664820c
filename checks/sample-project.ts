/**
 * The project of the pictures and of the reports in the documentation: `new.graphql` breaks four of its
 * operations, and `consumers/` has the manifests of two programs that use them.
 */

import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder, ROOT } from "./commands.ts";

const CONFIG = `import { typedOperations } from ${JSON.stringify(import.meta.resolve("@integration-platform/graphql-cli/codegen"))};
export default typedOperations({ documents: "operations", output: "src" });
`;

/** Operations by the program that uses them. */
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
  await mkdir(join(folder.path, "consumers"));
  for (const [consumer, operations] of Object.entries(CONSUMERS)) {
    const manifest = {
      version: 1,
      consumer,
      package: "@acme/api",
      packageVersion: "1.0.0",
      operations,
      types: [],
    };
    await writeFile(join(folder.path, `consumers/${consumer}.json`), JSON.stringify(manifest));
  }
  return folder;
}
