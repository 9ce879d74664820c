/** Writes `dist/codegen/typed-document-node.js`: the plugin in one file, and the licenses of its packages beside it. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const NAME = "codegen/typed-document-node";
const DIST = join(import.meta.dirname, "dist", NAME);

const { metafile } = await build({
  entryPoints: [join(import.meta.dirname, "src", `${NAME}.js`)],
  outfile: `${DIST}.js`,
  bundle: true,
  // The schema comes from the same copy of graphql.
  external: ["graphql"],
  // Only the option `flattenGeneratedTypes` uses Relay's compiler, which is three quarters of the bundle.
  alias: {
    "@graphql-tools/relay-operation-optimizer": "data:text/javascript,export const optimizeDocuments = undefined",
  },
  // Some of the packages are CommonJS and require modules of Node.js.
  banner: { js: `import { createRequire as create } from "node:module"; const require = create(import.meta.url);` },
  ...{ platform: "node", format: "esm", target: "es2023", mainFields: ["module", "main"] },
  ...{ minifySyntax: true, metafile: true, logLevel: "warning", absWorkingDir: import.meta.dirname },
});

const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
const folders = inputs.flatMap(([path, { bytesInOutput }]) =>
  bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []) : [],
);
const licenses = [...new Set(folders)].sort().map((path) => {
  const folder = join(import.meta.dirname, path);
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), "utf8") : `Copyright (c) ${author?.name ?? author ?? name}`;
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
});
writeFileSync(`${DIST}.LICENSES.txt`, licenses.join(`\n${"-".repeat(80)}\n\n`));
