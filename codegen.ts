import { typedOperations } from "./packages/cli/src/codegen/index.ts";

export default typedOperations({
  documents: "operations",
  output: "src/generated",
  command: "npm run codegen",
  documentImport: "../shared/document.ts",
  documentNodeImport: "../document-node.ts",
  importExtension: ".ts",
  schemaModule: true,
});
