/** The four packages as tarballs. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
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

/** A package in what `npm pack` prints. */
interface NpmPackage {
  readonly name: string;
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Packs the existing build: no script runs, so that tests that use `dist` at the same time are not disturbed.
 * CI packs once, for all checks: the folder `PACKED` has the tarballs, and what `npm pack` has printed.
 */
export async function packAll(folder: string): Promise<Packed[]> {
  const { PACKED } = process.env;
  const printed =
    PACKED === undefined ? await pack(folder) : await readFile(join(PACKED, "packed.json"), "utf8");
  // npm 10 prints a list, npm 11 an object.
  const packages = Object.values<NpmPackage>(JSON.parse(printed));
  return packages.map(({ name, filename, unpackedSize, files }) => ({
    name,
    tarball: join(PACKED ?? folder, filename),
    files: files.map(({ path }) => path),
    unpackedSize,
  }));
}

function pack(folder: string): Promise<string> {
  const flags = ["--workspaces", "--json", "--ignore-scripts"];
  return execute(ROOT, ["npm", "pack", ...flags, "--pack-destination", folder]);
}
