/** When, where and of what: without it a figure is worth nothing. */

import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

export interface Circumstances {
  readonly date: string;
  readonly machine: string;
  readonly versions: Record<string, string>;
}

const PEERS = [
  "@shopify/graphql-client",
  "graphql-request",
  "@octokit/graphql",
  "@urql/core",
  "@apollo/client",
  "@graphql-codegen/client-preset",
  "@graphql-inspector/cli",
  "graphql",
];
const OURS = ["ky", "graphql", "@graphql-codegen/cli", "typescript", "esbuild"];

export function readCircumstances(): Circumstances {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${processor?.model.trim()}, ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.versions.node}`,
    versions: {
      "this package": readVersion(".."),
      ...Object.fromEntries(OURS.map((name) => [name, readVersion("../node_modules", name)])),
      ...Object.fromEntries(
        PEERS.map((name) => [name === "graphql" ? "graphql (the peers')" : name, readVersion("node_modules", name)]),
      ),
    },
  };
}

function readVersion(...path: readonly string[]): string {
  const text = readFileSync(join(import.meta.dirname, ...path, "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
