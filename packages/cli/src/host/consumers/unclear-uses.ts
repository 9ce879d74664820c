/** Finds code that can use any operation of a package without naming it. */

import { dirname, join } from "node:path";
import { isInside } from "../../files/paths.ts";
import type { TextFile } from "./text-files.ts";

export interface UsedPackage {
  /** Its name, and the names under which the consumer imports it. */
  readonly names: readonly string[];
  /** Its folder, relative to the working directory. */
  readonly folder: string;
}

/**
 * The code before a module that stands for all of its exports: `import(`, `require(`, `createRequire(…)(`,
 * `import.meta.glob(`, `* as api from`, `export * from` and `import api from`.
 */
const ALL =
  /(?:\b(?:import|require\w{0,20}|glob\w{0,20}|context)\s{0,20}\(|\)\s{0,20}\(|\*\s{0,20}(?:as\s{1,20}[\w$]{1,200}\s{1,20})?from|\bimport\s{1,20}(?:type\s{1,20})?[\w$]{1,200}\s{1,20}from)\s{0,20}["'`]([^"'`\n]{1,1000})/g;

/** @returns the name of the first file with a namespace, or another import that does not list names. */
export function findUnclear(files: readonly TextFile[], used: UsedPackage): string | undefined {
  return files.find(({ name, text }) =>
    [...text.matchAll(ALL)].some(([, specifier = ""]) => leadsTo(specifier, name, used)),
  )?.name;
}

function leadsTo(specifier: string, file: string, { names, folder }: UsedPackage): boolean {
  if (specifier.startsWith(".")) return isInside(join(dirname(file), specifier), folder);
  const path = `/${specifier}/`;
  return names.some((name) => path.includes(`/${name}/`));
}
