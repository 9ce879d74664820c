/** The consumer's own operations, generated as `./codegen` does. */

import { join } from "node:path";
import { generate } from "@graphql-codegen/cli";
import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export async function generateOperations(folder: string): Promise<void> {
  const [documents, output] = [join(folder, "operations"), join(folder, "generated")];
  await generate(typedOperations({ documents, output, importExtension: ".ts" }), true);
}
