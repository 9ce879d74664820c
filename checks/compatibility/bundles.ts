/** What bundlers make of the package: one operation brings itself and the client; what nothing uses vanishes. */

import { readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import webpack from "webpack";

/** A bundle, minified, and the modules that something of is in it. */
export interface Bundle {
  readonly code: string;
  readonly modules: readonly string[];
}

export type Bundler = (folder: string, entry: string) => Promise<Bundle>;

/** By the names of their packages. */
export const BUNDLERS: Readonly<Record<string, Bundler>> = {
  async esbuild(folder, entry) {
    const { outputFiles, metafile } = await build({
      ...{ entryPoints: [entry], absWorkingDir: folder, bundle: true, minify: true, write: false, metafile: true },
      ...{ format: "esm", platform: "browser", target: "es2022" },
    });
    const [output] = Object.values(metafile.outputs);
    const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
    return { code: outputFiles[0]?.text ?? "", modules: used.map(([path]) => path) };
  },
  async rollup(folder, entry) {
    const bundle = await rollup({
      input: join(folder, entry),
      plugins: [nodeResolve({ browser: true })],
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "es" });
    const [chunk] = output;
    const used = Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0);
    return { code: await minify(chunk.code), modules: used.map(([path]) => path) };
  },
  async webpack(folder, entry) {
    const outputs = join(folder, "webpack");
    const compiler = webpack({
      ...{ context: folder, entry: `./${entry}`, mode: "production", target: ["web", "es2022"] },
      output: { path: outputs, filename: entry },
    });
    const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
      compiler.run((error, result) => (error ? reject(error) : resolve(result))),
    );
    await new Promise((resolve) => compiler.close(resolve));
    if (!stats || stats.hasErrors()) throw new Error(stats?.toString("errors-only"));
    const { modules = [] } = stats.toJson({ all: false, modules: true, nestedModules: true, ids: true });
    const flat = modules.flatMap((module) => module.modules ?? [module]);
    const used = flat.filter(({ name, orphan }) => !orphan && name && !name.startsWith("webpack/"));
    return { code: await readFile(join(outputs, entry), "utf8"), modules: used.map(({ name = "" }) => name) };
  },
};

/** As esbuild minifies, so that bundlers without a minifier of their own can be compared. */
async function minify(code: string): Promise<string> {
  return (await transform(code, { minify: true, format: "esm" })).code;
}

/** A program that runs one operation of the consumer's own: the documents beside it must stay behind. */
const ONE_OPERATION = `
import { accessToken, createClient } from "@integration-platform/graphql";
import { ListRowsDocument } from "./generated/operations.js";
const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });
client.execute(ListRowsDocument, { withNames: true }).then((data) => globalThis.show(data));
`;

/** A program that imports all that is made for browsers, and uses nothing. */
const NOTHING = ["", "/operations", "/documents"]
  .map((entry, index) => `import * as unused${index} from "@integration-platform/graphql${entry}";\n`)
  .join("");

/** What the first program may come to, with ky: minified and compressed by gzip, in bytes. */
export const ONE_OPERATION_BUDGET = 15_000;

export interface BundleReport {
  readonly name: string;
  readonly gzip: number;
  /** Of the package and of the consumer, by their names: sorted, without what bundlers put around them. */
  readonly modules: readonly string[];
  readonly complaints: readonly string[];
}

/** Bundles both programs by every bundler. */
export async function bundleAll(folder: string): Promise<BundleReport[]> {
  const generated = await readFile(join(folder, "generated/operations.ts"), "utf8");
  const { code } = await transform(generated, { loader: "ts", format: "esm" });
  await writeFile(join(folder, "generated/operations.js"), code);
  await writeFile(join(folder, "one.js"), ONE_OPERATION);
  await writeFile(join(folder, "nothing.js"), NOTHING);
  const reports: BundleReport[] = [];
  for (const [name, bundle] of Object.entries(BUNDLERS)) {
    const one = await bundle(folder, "one.js");
    const nothing = await bundle(folder, "nothing.js");
    const gzip = gzipSync(one.code).length;
    const modules = [...new Set(one.modules.map(nameModule))].filter((module) => module !== "one.js").sort();
    const foreign = ["ListOthers", "unimported", "ListIntegrations"].filter((text) => one.code.includes(text));
    const [first] = reports;
    reports.push({
      ...{ name, gzip, modules },
      complaints: [
        ...(one.code.includes("query ListRows") ? [] : [`${name}: the operation is not in the bundle`]),
        ...foreign.map((text) => `${name}: "${text}" of an operation that is not used is in the bundle`),
        ...(nothing.code.trim() === "" ? [] : [`${name}: what nothing uses is in the bundle: ${nothing.modules}`]),
        ...(gzip <= ONE_OPERATION_BUDGET ? [] : [`${name}: one operation takes ${gzip} bytes`]),
        ...(!first || isDeepStrictEqual(first.modules, modules) ? [] : [`${name}: has other modules: ${modules}`]),
      ],
    });
  }
  return reports;
}

/** `ky`, `client.js`, `generated/operations.js`: a package by its name, and our own files by their paths. */
function nameModule(path: string): string {
  const parts = path.split(sep).join("/").split("node_modules/");
  const [inside = ""] = parts.slice(-1);
  if (parts.length === 1) return inside.endsWith("one.js") ? "one.js" : "your operations.js";
  if (inside.startsWith("@integration-platform/graphql/dist/")) return inside.split("/dist/")[1] ?? "";
  return inside.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? inside;
}
