/** Packages, bytes and files of an installation of the packed runtime. */

import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packAll } from "../pack.ts";
import type { Measurement } from "./measurement.ts";
import { run } from "./processes.ts";

export const footprint: Measurement = async ({ report }) => {
  report("footprint");
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const packed = await packAll(folder);
    const { name, tarball = "" } = packed.find(({ name }) => name === "@integration-platform/graphql") ?? {};
    await writeFile(join(folder, "package.json"), `{ "private": true }`);
    await run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, tarball]);
    const modules = join(folder, "node_modules");
    const files = (await readdir(modules, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && entry.name !== ".package-lock.json",
    );
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
    const isPackage = (path: string) => /^(?:@[^/]+\/)?[^/.@][^/]*$/.test(path);
    const folders = (await readdir(modules, { recursive: true })).map((path) => path.replaceAll("\\", "/"));
    const packages = folders.filter((path) => path.endsWith("/package.json") && isPackage(path.slice(0, -13)));
    return {
      [`${name}`]: {
        packages: packages.length,
        "size, MB": sizes.reduce((sum, size) => sum + size, 0) / 1e6,
        files: files.length,
      },
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};
