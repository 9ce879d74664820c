import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({
  schema: "schema.graphql",
  documents: "operations",
  output: "src/generated",
  importExtension: ".ts",
  schemaModule: true,
  consumers: ["@acme/dashboard", "@acme/report", "@acme/sync"],
});
