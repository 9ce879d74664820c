/** Bytes of bundled programs, and of installations of the packed packages. */

import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { createFolder, ROOT } from "../commands.ts";
import { type Packed, packAll } from "../pack.ts";
import { CLIENTS } from "./clients.ts";
import type { Measurement, Table } from "./measurement.ts";
import { run } from "./processes.ts";

const CLIENT = "@integration-platform/graphql";
const CLI = "@integration-platform/graphql-cli";

export const footprint: Measurement = async ({ report }) => {
  const table: Table = {};
  for (const [name, [file, create]] of Object.entries(CLIENTS)) {
    report(`bundle: ${name}`);
    table[name] = await measureProgram(`import { ${create} } from "./clients/${file}.ts";
const target = { base: "https://platform.example.com", fetch, refresh: async () => "token", timeoutMs: 30000 };
const send = ${create}(target);
console.log(await send(1), await send(1, "mutation"));`);
  }
  report("installations");
  await using folder = await createFolder("bench-");
  const packed = await packAll(folder.path);
  const client = packed.filter(({ name }) => name === CLIENT);
  table[CLIENT] = await install(join(folder.path, "client"), client);
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  table[CLI] = await install(join(folder.path, "cli"), packed, [`graphql@${devDependencies.graphql}`]);
  return table;
};

/** A web page that executes a query and a mutation, bundled and minified by esbuild. */
async function measureProgram(contents: string): Promise<Table[string]> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "esnext",
    define: { "process.env.NODE_ENV": `"production"` },
    legalComments: "none",
    // Chunks of our own `dist` import each other for their order. In node_modules, esbuild does not say so.
    logOverride: { "ignored-bare-import": "silent" },
  });
  const text = outputFiles[0]?.text ?? "";
  return {
    "minified, bytes": text.length,
    "gzip -9, bytes": gzipSync(text, { level: 9 }).length,
    "brotli, bytes": brotliCompressSync(text).length,
  };
}

async function install(
  folder: string,
  packed: readonly Packed[],
  others: readonly string[] = [],
): Promise<Table[string]> {
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), `{ "private": true }`);
  await run(["npm", "install", ...flags, ...packed.map(({ tarball }) => tarball), ...others]);
  const modules = join(folder, "node_modules");
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== ".package-lock.json");
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const { size } = await stat(join(parentPath, name));
      return { size, isGraphql: `${parentPath}${sep}`.startsWith(join(modules, "graphql") + sep) };
    }),
  );
  const { packages } = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"));
  const sum = (all: typeof sizes) => all.reduce((total, { size }) => total + size, 0) / 1e6;
  const isOwn = (path: string) => path.includes("node_modules/@integration-platform/");
  return {
    packages: Object.keys(packages).length,
    "packages of others": Object.keys(packages).filter((path) => !isOwn(path)).length,
    "size, MB": sum(sizes),
    "size beside graphql, MB": sum(sizes.filter(({ isGraphql }) => !isGraphql)),
    files: files.length,
  };
}
