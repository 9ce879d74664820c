import { typedOperations } from "@integration-platform/graphql/codegen";

export default typedOperations({ documents: "operations", output: "src/generated", importExtension: ".ts" });
