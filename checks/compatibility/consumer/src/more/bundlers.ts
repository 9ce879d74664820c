/** Bundlers keep one imported operation and the client, and drop everything else. */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build } from "esbuild";
import { rollup } from "rollup";
import webpack from "webpack";

const ONE = `
import { accessToken, createClient } from "@integration-platform/graphql";
import { ListRowsDocument } from "../generated/operations.js";
const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });
client.execute(ListRowsDocument, { withNames: true }).then((data) => globalThis.show(data));
`;
const NOTHING = ["", "/operations", "/documents", "/schema"]
  .map((entry, index) => `import * as unused${index} from "@integration-platform/graphql${entry}";\n`)
  .join("");

const BUNDLERS: Readonly<Record<string, (entry: string) => Promise<string>>> = {
  async esbuild(entry) {
    const output = { bundle: true, minify: true, write: false, platform: "browser", format: "esm" } as const;
    return (await build({ entryPoints: [entry], ...output })).outputFiles[0]?.text ?? "";
  },
  async rollup(entry) {
    const bundle = await rollup({
      input: entry,
      plugins: [nodeResolve({ browser: true })],
      logLevel: "silent",
    });
    return (await bundle.generate({ format: "es" })).output[0].code;
  },
  async webpack(entry) {
    const output = { path: `${import.meta.dirname}/webpack`, filename: "bundle.js" };
    const compiler = webpack({ entry, mode: "production", target: ["web", "es2022"], output });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
      compiler?.run((error, result) => (error ? reject(error) : resolve(result)));
    });
    if (!stats || stats.hasErrors()) throw new Error(stats?.toString("errors-only"));
    return await readFile(`${output.path}/bundle.js`, "utf8");
  },
};

const folder = `${import.meta.dirname}/entries`;
await mkdir(folder, { recursive: true });
await writeFile(`${folder}/one.js`, ONE.replace("../generated", "../../generated"));
await writeFile(`${folder}/nothing.js`, NOTHING);
const results: Record<string, unknown> = {};
for (const [name, bundle] of Object.entries(BUNDLERS)) {
  const single = await bundle(`${folder}/one.js`);
  const nothing = await bundle(`${folder}/nothing.js`);
  results[name] = [single.includes("query ListRows"), single.includes("query Unused"), nothing.trim()];
}
process.stdout.write(JSON.stringify(results));
