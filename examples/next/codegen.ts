import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({
  schema: "schema.graphql",
  documents: "operations",
  output: "lib/generated",
});
