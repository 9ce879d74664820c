/** Imports of the entries, as resolved by a bundler for browsers. */

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** Bundles an entry from its sources, and returns the modules that it imports, without graphql and jose. */
async function importsOf(entry: string, dynamic: boolean): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [`${PACKAGE}src/${entry}.ts`],
    packages: "external",
    platform: "node",
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    external: dynamic ? [] : ["./http-server.ts"],
    conditions: ["@integration-platform/source"],
  });
  const paths = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  return [...new Set(paths)].filter((path) => /^(?:node:|srvx|msw)/.test(path)).sort();
}

test("imports MSW in the main entry only, and Node.js only in the server, which is loaded on demand", async () => {
  expect(await importsOf("index", false)).toEqual(["msw"]);
  expect(await importsOf("local", false)).toEqual([]);
  expect(await importsOf("local", true)).toEqual(["node:http", "srvx/node"]);
});
