/** The four packages as tarballs. */

import { join } from "node:path";
import { execute, ROOT } from "./commands.ts";

export interface Packed {
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly tarball: string;
  /** Paths inside the package. */
  readonly files: readonly string[];
  /** Bytes of the unpacked files. */
  readonly unpackedSize: number;
}

/** Packs the existing build: no script runs, so that tests that use `dist` at the same time are not disturbed. */
export async function packAll(folder: string): Promise<Packed[]> {
  const command = ["npm", "pack", "--workspaces", "--json", "--ignore-scripts", "--pack-destination", folder];
  // npm 10 prints a list, npm 11 an object.
  return Object.values<{ name: string; filename: string; unpackedSize: number; files: { path: string }[] }>(
    JSON.parse(await execute(ROOT, command)),
  ).map(({ name, filename, unpackedSize, files }) => ({
    name,
    unpackedSize,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
  }));
}
