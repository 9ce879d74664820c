/** The config of codegen in the project that the check installs the packages into. */

import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({
  schema: "schema.graphql",
  documents: "operations",
  output: "src/generated",
  importExtension: ".ts",
});
