/** Code generators, and the consumers of what they write. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cost, run, runNode } from "../child.ts";
import { BENCH, ROOT } from "./fixtures.ts";

export interface Operation {
  readonly name: string;
  readonly text: string;
}

/** What a tool needs to be measured. */
export interface Tool {
  /** Folder whose packages it uses. */
  readonly packages: string;
  /** Writes the config, once. */
  prepare(folder: string, schema: string): Promise<void>;
  generate(folder: string): Promise<Cost>;
  /** Writes a module that uses all operations, and what else stands in the consumer's way to it. Returns its files. */
  consume(folder: string, operations: readonly Operation[]): Promise<readonly string[]>;
}

const TSC = join(ROOT, "node_modules/.bin/tsc");

const cli = (packages: string, folder: string) =>
  runNode([join(packages, "node_modules/@graphql-codegen/cli/esm/bin.js"), "--config", "codegen.mjs"], { cwd: folder });

const useAll = (
  operations: readonly Operation[],
  module: string,
  result: string,
) => `import * as documents from "${module}";
${result}
${operations.map(({ name }) => `export type ${name} = ResultOf<typeof documents.${name}Document>;`).join("\n")}
`;

export const TOOLS: Readonly<Record<"ours" | "client-preset" | "gql.tada", Tool>> = {
  ours: {
    packages: ROOT,
    prepare: (folder, schema) =>
      writeFile(
        join(folder, "codegen.mjs"),
        `import { typedOperations } from "${ROOT}/dist/codegen/index.js";
export default typedOperations({
  documents: "operations", output: "generated", schema: "${schema}",
  documentImport: "${ROOT}/dist/index.js", documentNodeImport: "${ROOT}/dist/document-node.js",
});
`,
      ),
    generate: (folder) => cli(ROOT, folder),
    // Consumers get declarations, as ours do: never the generated sources.
    async consume(folder, operations) {
      await writeConfig(join(folder, "tsconfig.generated.json"), ["generated/operations.ts"], {
        rootDir: "generated",
        outDir: "lib",
        declaration: true,
        emitDeclarationOnly: true,
        isolatedDeclarations: true,
      });
      await run([TSC, "-p", "tsconfig.generated.json"], { cwd: folder });
      const from = `import type { ResultOf } from "${ROOT}/dist/index.js";`;
      await writeFile(join(folder, "consumer.ts"), useAll(operations, "./lib/operations.js", from));
      return ["consumer.ts"];
    },
  },

  "client-preset": {
    packages: BENCH,
    prepare: (folder, schema) =>
      writeFile(
        join(folder, "codegen.mjs"),
        `export default {
  schema: "${schema}", documents: ["operations/*.graphql"], silent: true,
  generates: { "generated/": { preset: "client", presetConfig: { fragmentMasking: false }, config: { useTypeImports: true } } },
};
`,
      ),
    generate: (folder) => cli(BENCH, folder),
    async consume(folder, operations) {
      const from = `import type { ResultOf } from "@graphql-typed-document-node/core";`;
      await writeFile(join(folder, "consumer.ts"), useAll(operations, "./generated/graphql.js", from));
      return ["consumer.ts"];
    },
  },

  // Generates the types of the schema; those of the operations are the compiler's work.
  "gql.tada": {
    packages: BENCH,
    prepare: (folder, schema) =>
      writeConfig(join(folder, "tsconfig.json"), [], {
        plugins: [{ name: "gql.tada/ts-plugin", schema, tadaOutputLocation: "./graphql-env.d.ts" }],
      }),
    generate: (folder) =>
      runNode([join(BENCH, "node_modules/gql.tada/bin/cli.js"), "generate-output"], { cwd: folder }),
    async consume(folder, operations) {
      const lines = operations.map(
        ({ name, text }) => `export const ${name}Document = graphql(\`${text}\`);
export type ${name} = ResultOf<typeof ${name}Document>;`,
      );
      await writeFile(
        join(folder, "consumer.ts"),
        `import { initGraphQLTada, type ResultOf } from "gql.tada";
import type { introspection } from "./graphql-env.d.ts";
const graphql = initGraphQLTada<{ introspection: introspection }>();
${lines.join("\n")}
`,
      );
      return ["consumer.ts", "graphql-env.d.ts"];
    },
  },
};

/** Ours, which knows whether there is anything to do. */
export function generateAgain(folder: string): Promise<Cost> {
  return runNode([join(ROOT, "dist/cli/main.js"), "codegen"], { cwd: folder });
}

/** Type-checks the consumer. */
export async function checkTypes(folder: string, files: readonly string[]): Promise<Cost> {
  await writeConfig(join(folder, "tsconfig.json"), files, { noEmit: true });
  return run([TSC, "-p", "tsconfig.json"], { cwd: folder });
}

function writeConfig(file: string, files: readonly string[], options: object): Promise<void> {
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: [],
    ...options,
  };
  return writeFile(file, JSON.stringify({ compilerOptions, files }));
}
