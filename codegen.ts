import type { CodegenConfig } from "@graphql-codegen/cli";
import { preset } from "@integration-platform/graphql-cli/codegen";

/** For `graphql-codegen` (`npm run codegen`), and for all commands of `platform-graphql`. */
const config: CodegenConfig = {
  schema: "schema/schema.graphql",
  documents: "operations/**/*.{graphql,gql}",
  generates: {
    "src/generated": {
      // Writes types.ts, enums.ts, operations.ts and schema.ts, each by a plugin of its own.
      preset,
      // Writes documents.ts.
      plugins: ["typed-document-node"],
      presetConfig: {
        command: "npm run codegen",
        documentImport: "../shared/document.ts",
        importExtension: ".ts",
        schemaModule: true,
      },
    },
  },
  // Otherwise a file with a syntax error is ignored.
  noSilentErrors: true,
};

export default config;
