/** Code generators, and how each is set up in a project with `schema.graphql` and `operations/`. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLI, ROOT } from "../commands.ts";
import { BENCH, typedOperations } from "./fixtures.ts";

export interface Tool {
  /** Folder whose packages it uses. */
  readonly packages: string;
  /** Writes its config and its other files. */
  readonly prepare: (folder: string, operations: readonly string[]) => Promise<unknown>;
  /** Arguments of `node`. */
  readonly command: readonly string[];
  /** Module that a consumer imports, and the module that exports `ResultOf`. */
  readonly imports?: readonly [documents: string, resultOf: string];
}

const GRAPHQL_CODEGEN = "node_modules/@graphql-codegen/cli/esm/bin.js";
const CONFIG = ["--config", "codegen.mjs"] as const;

/** The floor of every generator. */
export const FLOOR = "graphql-js alone";

export const TOOLS: Readonly<Record<string, Tool>> = {
  [FLOOR]: {
    packages: ROOT,
    prepare: async () => {},
    command: [join(ROOT, "checks/floor.mjs"), "operations", "schema.graphql"],
  },
  ours: {
    packages: ROOT,
    prepare: (folder) => writeFile(join(folder, "codegen.mjs"), typedOperations),
    command: [CLI, "codegen", ...CONFIG],
    imports: ["./lib/operations.js", "@integration-platform/graphql"],
  },
  "client-preset": {
    packages: BENCH,
    prepare: (folder) =>
      writeFile(
        join(folder, "codegen.mjs"),
        `export default {
  schema: "schema.graphql", documents: ["operations/*.graphql"], silent: true,
  generates: { "generated/": { preset: "client", presetConfig: { fragmentMasking: false }, config: { useTypeImports: true } } },
};
`,
      ),
    command: [join(BENCH, GRAPHQL_CODEGEN), ...CONFIG],
    imports: ["./generated/graphql.js", "@graphql-typed-document-node/core"],
  },
  "relay-compiler": {
    packages: BENCH,
    prepare: prepareRelay,
    command: [join(BENCH, "node_modules/relay-compiler/cli.js")],
  },
};

/** Relay requires operations in modules with the same name. */
async function prepareRelay(folder: string, operations: readonly string[]): Promise<void> {
  const featureFlags = { enforce_fragment_alias_where_ambiguous: { kind: "disabled" } };
  const config = {
    src: "src",
    schema: "schema.graphql",
    language: "typescript",
    artifactDirectory: "generated",
  };
  await writeFile(join(folder, "relay.config.json"), JSON.stringify({ ...config, featureFlags }));
  await mkdir(join(folder, "src"));
  await mkdir(join(folder, "generated"));
  for (const text of operations) {
    const [, kind = "", name = ""] = /^(\w+) (\w+)/.exec(text) ?? [];
    const suffix = kind === "query" ? "Query" : "Mutation";
    const renamed = text.replace(name, `${name}${suffix}`);
    const module = `import { graphql } from "react-relay";\ngraphql\`${renamed}\`;\n`;
    await writeFile(join(folder, `src/${name}.ts`), module);
  }
}
