/** Four applications as their maintainers write them. */

export interface Application {
  readonly name: string;
  /** From the root of the repository to the package. */
  readonly folder: string;
  /** Files by their path from the root of the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** Links by their path, with their targets. */
  readonly links: Readonly<Record<string, string>>;
  /** Arguments that `init` needs in addition to those of the guide. */
  readonly init: string;
  /**
   * Packages that pnpm installs for the application alone.
   *
   * @default npm installs those of all applications at once
   */
  readonly dependencies?: readonly string[];
  /** The generator of the application, if it has one. */
  readonly generator?: string;
  /** The file of the schema, from the root. */
  readonly schema: string;
  /**
   * The file of the operation of the moved call, relative to the package. Empty if it is in the script of the
   * call.
   */
  readonly operation?: string;
  /** The operation that is edited while graphql-codegen watches, from the package. */
  readonly watched?: string;
}

export const SCHEMA = `type Query {
  integrations: IntegrationConnection!
}

type IntegrationConnection {
  nodes: [Integration!]!
}

type Integration {
  id: ID!
  name: String!
}
`;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: "es2023",
    module: "esnext",
    moduleResolution: "bundler",
    types: ["node"],
    lib: ["es2023", "dom"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["src"],
});

const MANIFEST = JSON.stringify({
  type: "module",
  scripts: { codegen: "graphql-codegen", types: "tsc --noEmit" },
});

const renderCodegen = (schema: string, documents: string, generates: object): string => `\
import type { CodegenConfig } from "@graphql-codegen/cli";

const config: CodegenConfig = {
  schema: ${JSON.stringify(schema)},
  documents: ${JSON.stringify(documents)},
  generates: ${JSON.stringify(generates)},
};

export default config;
`;

export const LIST = "query ListIntegrations { integrations { nodes { id name } } }";

const inPackage = { "package.json": MANIFEST, "tsconfig.json": TSCONFIG, "schema.graphql": SCHEMA };

const urql: Application = {
  name: "urql with classic codegen, in a pnpm monorepo with a linked schema",
  folder: "apps/web",
  files: {
    "package.json": '{ "private": true }',
    ".gitignore": "node_modules\n",
    "shared/schema.graphql": SCHEMA,
    "apps/web/package.json": MANIFEST,
    "apps/web/tsconfig.json": TSCONFIG,
    "apps/web/graphql/list.graphql": "query ListIntegrations { integrations { nodes { ...Summary } } }\n",
    "apps/web/graphql/fragments/summary.graphql": "fragment Summary on Integration { id name }\n",
    "apps/web/codegen.ts": renderCodegen("graphql/schema.graphql", "graphql/**/*.graphql", {
      "src/gql/types.ts": { plugins: ["typescript", "typescript-operations", "typed-document-node"] },
    }),
    "apps/web/src/list-names.ts": `import type { Client } from "@urql/core";
import { ListIntegrationsDocument } from "./gql/types";

export async function listNames(client: Client): Promise<string[]> {
  const { data, error } = await client.query(ListIntegrationsDocument, {}).toPromise();
  if (!data) throw error ?? new Error("no data");
  return data.integrations.nodes.map(({ name }) => name);
}
`,
  },
  links: { "apps/web/graphql/schema.graphql": "../../../shared/schema.graphql" },
  init: "",
  dependencies: [
    "@urql/core",
    "graphql",
    "@graphql-codegen/cli",
    "@graphql-codegen/typescript",
    "@graphql-codegen/typescript-operations",
    "@graphql-codegen/typed-document-node",
    "@graphql-typed-document-node/core",
    "@types/node",
    "msw",
    "vitest",
    "typescript",
  ],
  generator: "src/gql/types.ts",
  schema: "shared/schema.graphql",
};

const PAGES = Object.fromEntries(
  Array.from({ length: 148 }, (_, index) => [
    `src/pages/page-${index}.ts`,
    `import { graphql } from "../gql";

export const Page${index}Document = graphql(\`query Page${index} { integrations { nodes { id name } } }\`);
`,
  ]),
);

const client: Application = {
  name: "graphql-request with the client preset, 150 tags, a subscription",
  folder: "",
  files: {
    ...inPackage,
    "schema.graphql": `${SCHEMA}\ntype Subscription {\n  added: Integration!\n}\n`,
    ...PAGES,
    "src/pages/live.ts": `import { graphql } from "../gql";

export const LiveDocument = graphql(\`subscription Live { added { id name } }\`);
`,
    "codegen.ts": renderCodegen("schema.graphql", "src/**/*.ts", { "src/gql/": { preset: "client" } }),
    "src/list-names.ts": `import type { GraphQLClient } from "graphql-request";
import { graphql } from "./gql";

const ListIntegrations = graphql(\`${LIST}\`);

export async function listNames(client: GraphQLClient): Promise<string[]> {
  const { integrations } = await client.request(ListIntegrations);
  return integrations.nodes.map(({ name }) => name);
}
`,
  },
  links: {},
  init: "",
  generator: "src/gql/graphql.ts",
  schema: "schema.graphql",
  operation: "",
};

const octokit: Application = {
  name: "octokit with query strings",
  folder: "",
  files: {
    "package.json": MANIFEST.replace("graphql-codegen", "echo none"),
    "tsconfig.json": TSCONFIG,
    "types/api.graphql": SCHEMA,
    "src/list-names.ts": `import type { graphql } from "@octokit/graphql";

interface Result {
  integrations: { nodes: { id: string; name: string }[] };
}

export async function listNames(request: typeof graphql): Promise<string[]> {
  const { integrations } = await request<Result>(\`${LIST}\`);
  return integrations.nodes.map(({ name }) => name);
}
`,
  },
  links: {},
  init: "--schema types/api.graphql",
  schema: "types/api.graphql",
  operation: "operations/list-integrations.graphql",
};

const near: Application = {
  name: "near-operation-file",
  folder: "",
  files: {
    ...inPackage,
    "codegen.ts": renderCodegen("schema.graphql", "src/**/*.graphql", {
      "src/schema-types.ts": { plugins: ["typescript"] },
      "src/": {
        preset: "near-operation-file",
        presetConfig: { extension: ".generated.ts", baseTypesPath: "schema-types.ts" },
        plugins: ["typescript-operations", "typed-document-node"],
      },
    }),
    "src/list-integrations.graphql": `${LIST}\n`,
    "src/list-names.ts": `import { GraphQLClient } from "graphql-request";
import { ListIntegrationsDocument } from "./list-integrations.generated";

export async function listNames(client: GraphQLClient): Promise<string[]> {
  const { integrations } = await client.request(ListIntegrationsDocument);
  return integrations.nodes.map(({ name }) => name);
}
`,
  },
  links: {},
  init: "",
  generator: "src/list-integrations.generated.ts",
  schema: "schema.graphql",
  watched: "src/list-integrations.graphql",
};

export const APPLICATIONS: readonly Application[] = [urql, client, octokit, near];
