/** Finds the copies of an installed package. */

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

export interface Copy {
  /** Absolute path without symbolic links. */
  readonly folder: string;
  readonly version: string;
}

/** Returns a folder and its parent folders, the nearest first. */
export function listAncestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listAncestors(parent)];
}

/** Returns all copies of a package that code in `folder`, or one of its dependencies, can load, sorted by folder. */
export function findCopies(name: string, folder: string): Copy[] {
  const copies = new Map<string, Copy>();
  const visited = new Set<string>();
  const visit = (modules: string): void => {
    const real = resolve(modules);
    if (real === undefined || visited.has(real)) return;
    visited.add(real);
    for (const found of listPackages(real)) {
      if (found.name === name) {
        const version = readVersion(found.folder);
        if (version !== undefined) copies.set(found.folder, { folder: found.folder, version });
      }
      visit(join(found.folder, "node_modules"));
    }
    // pnpm links packages into this folder.
    for (const entry of list(join(real, ".pnpm"))) visit(join(real, ".pnpm", entry, "node_modules"));
  };
  for (const ancestor of listAncestors(folder)) visit(join(ancestor, "node_modules"));
  return [...copies.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

function listPackages(modules: string): { readonly name: string; readonly folder: string }[] {
  const names = list(modules)
    .filter((entry) => !entry.startsWith("."))
    .flatMap((entry) =>
      entry.startsWith("@") ? list(join(modules, entry)).map((rest) => `${entry}/${rest}`) : [entry],
    );
  return names.flatMap((name) => {
    const folder = resolve(join(modules, name));
    return folder === undefined ? [] : [{ name, folder }];
  });
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function resolve(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function readVersion(folder: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
