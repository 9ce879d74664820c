/** The project of the pictures and of the reports in the documentation: `new.graphql` breaks four of its operations. */

import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder, ROOT } from "./commands.ts";

const CONFIG = `import { typedOperations } from ${JSON.stringify(import.meta.resolve("@integration-platform/graphql-cli/codegen"))};
export default typedOperations({ documents: "operations", output: "src" });
`;

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
  return folder;
}
