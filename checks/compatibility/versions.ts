/** Versions as the lock files have them, so that what is written does not change from machine to machine. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

const locks = ["", "consumer"].map((folder) =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, "package-lock.json"), "utf8")),
);

/** The version of a package by the name of its folder in `node_modules`. */
export function versionOf(name: string): string {
  for (const { packages } of locks) {
    const entry = packages[`node_modules/${name}`];
    if (entry) return entry.version;
  }
  throw new TypeError(`No lock file has ${name}`);
}
