/** The names of a package with operations: its documents, enums and types. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { Problem } from "../errors/problem.ts";
import { readPackage } from "./package-json.ts";

export interface Installed {
  /** `null` if the package has none. */
  readonly version: string | null;
  readonly names: ReadonlySet<string>;
}

const SOURCE = /\.[cm]?[jt]sx?$/;
const DOCUMENT = /\b[A-Za-z_]\w*Document\b/g;
const EXPORTED =
  /\bexport\s+(?:declare\s+)?(?:type|interface|(?:const\s+)?enum|const|let|var|class|abstract\s+class|(?:async\s+)?function)\s+(\w+)/g;
/** `export { Name, type Other as Third }` */
const LISTED = /\bexport\s+(?:type\s+)?\{([^}]*)\}/g;

/**
 * Reads the package that a folder installs.
 *
 * @param name - As the folder installs it, which can be an alias.
 * @throws Problem if it is not installed, or has no documents.
 */
export async function readInstalled(folder: string, name: string): Promise<Installed> {
  const root = findInstalled(folder, name);
  if (root === undefined)
    throw new Problem(
      `${name} is not installed, so its names are unknown`,
      "Install it, then run the command again.",
    );
  const { version } = await readPackage(root);
  const names = new Set<string>();
  for (const file of listSources(root))
    for (const exported of readNames(readFileSync(file, "utf8"))) names.add(exported);
  if (![...names].some((exported) => exported.endsWith("Document")))
    throw new Problem(`${name} has no documents`, "Check --package, and build the package.");
  return { version: typeof version === "string" ? version : null, names };
}

/** The folder in `node_modules`, or what the module resolution of the process finds, such as Yarn's. */
function findInstalled(folder: string, name: string): string | undefined {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const installed = join(current, "node_modules", name);
    if (existsSync(join(installed, "package.json"))) return installed;
    if (dirname(current) === current) break;
  }
  try {
    return dirname(createRequire(join(resolve(folder), "package.json")).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name.startsWith(".")) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

function readNames(text: string): string[] {
  const listed = [...text.matchAll(LISTED)].flatMap(
    ([, list = ""]) => list.match(/\w+(?=\s*(?:,|$))/g) ?? [],
  );
  return [
    ...(text.match(DOCUMENT) ?? []),
    ...[...text.matchAll(EXPORTED)].map(([, name = ""]) => name),
    ...listed,
  ];
}
