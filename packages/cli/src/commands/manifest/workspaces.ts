/** Finds the packages of a monorepo, by `workspaces` in package.json or by pnpm-workspace.yaml. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import picomatch from "picomatch";
import { isRecord } from "../../decode-text.ts";
import { readPackage } from "./package-json.ts";

/**
 * Folders of the packages, relative to the working directory. `undefined` if the folder is not in a monorepo.
 */
export async function findWorkspaces(folder: string): Promise<string[] | undefined> {
  for (let root = resolve(folder); ; root = dirname(root)) {
    const patterns = await readPatterns(root);
    if (patterns) return expand(root, patterns).map((path) => relative(process.cwd(), path) || ".");
    if (dirname(root) === root) return undefined;
  }
}

async function readPatterns(root: string): Promise<string[] | undefined> {
  const pnpm = join(root, "pnpm-workspace.yaml");
  if (existsSync(pnpm)) {
    const [, list = ""] =
      /^packages:[ \t]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\n?)*)/m.exec(readFileSync(pnpm, "utf8")) ?? [];
    return [...list.matchAll(/^[ \t]*-[ \t]*(["']?)([^"'\n#]+?)\1[ \t]*(?:#.*)?$/gm)].map(
      ([, , pattern = ""]) => pattern,
    );
  }
  const { workspaces } = await readPackage(root);
  const list = isRecord(workspaces) ? workspaces.packages : workspaces;
  return Array.isArray(list) ? list.filter((pattern) => typeof pattern === "string") : undefined;
}

/** Folders with a `package.json` that match the patterns, sorted. */
function expand(root: string, patterns: readonly string[]): string[] {
  const clean = (pattern: string) => pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  const isIncluded = picomatch(patterns.filter((pattern) => !pattern.startsWith("!")).map(clean));
  const isExcluded = picomatch(
    patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => clean(pattern.slice(1))),
  );
  const depth = patterns.some((pattern) => pattern.includes("**"))
    ? 6
    : Math.max(...patterns.map((pattern) => clean(pattern).split("/").length));
  const walk = (path: string, level: number): string[] => {
    if (level > depth) return [];
    const name = relative(root, path).replaceAll("\\", "/");
    const isFound =
      name !== "" && isIncluded(name) && !isExcluded(name) && existsSync(join(path, "package.json"));
    const inside = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
      .flatMap((entry) => walk(join(path, entry.name), level + 1));
    return [...(isFound ? [path] : []), ...inside];
  };
  return walk(root, 0).sort();
}
