/** Packages, bytes and files of an installation of the packed client, and of the command line with all that it needs. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { type Packed, packAll } from "../pack.ts";
import { ROOT } from "./fixtures.ts";
import type { Measurement, Table } from "./measurement.ts";
import { run } from "./processes.ts";

const CLIENT = "@integration-platform/graphql";
const CLI = "@integration-platform/graphql-cli";

export const footprint: Measurement = async ({ report }) => {
  report("footprint");
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const packed = await packAll(folder);
    const { devDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    return {
      [CLIENT]: await install(
        join(folder, "client"),
        packed.filter(({ name }) => name === CLIENT),
      ),
      [CLI]: await install(join(folder, "cli"), packed, [`graphql@${devDependencies.graphql}`]),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};

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
