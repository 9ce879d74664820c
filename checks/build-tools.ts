/**
 * `node checks/build-tools.ts`: leaves only the development dependencies in package.json that the build needs,
 * so that `npm install` installs no others. For the job that packs a release, in its own checkout.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const BUILD_TOOLS: readonly string[] = [
  "@babel/types",
  "@graphql-typed-document-node/core",
  "@types/node",
  "@types/picomatch",
  "esbuild",
  "graphql",
  "msw",
  "typescript",
];

const file = join(import.meta.dirname, "../package.json");
const manifest = JSON.parse(readFileSync(file, "utf8"));
const kept = Object.entries(manifest.devDependencies).filter(([name]) => BUILD_TOOLS.includes(name));
if (kept.length !== BUILD_TOOLS.length) throw new Error("package.json does not have all tools of the build");
const devDependencies = Object.fromEntries(kept);
writeFileSync(file, `${JSON.stringify({ ...manifest, devDependencies }, null, 2)}\n`);
