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
  if (existsSync(pnpm)) return parsePnpm(readFileSync(pnpm, "utf8"));
  const { workspaces } = await readPackage(root);
  const list = isRecord(workspaces) ? workspaces.packages : workspaces;
  return Array.isArray(list) ? list.filter((pattern) => typeof pattern === "string") : undefined;
}

/** A list of YAML in one of its two forms: `packages: [a, b]`, or a line with "-" for each item. */
const FLOW_LIST = /^packages:\s*\[([^\]]*)\]/m;
const FLOW_ITEM = /"[^"]*"|'[^']*'|[^\s,"']+/g;
const BLOCK_LIST = /^packages:[ \t]*\n((?:[ \t]*(?:-[^\n]*)?\n?)*)/m;
const BLOCK_ITEM = /(?<=^[ \t]*-[ \t]*)\S.*$/gm;

/** Reads `packages` from the text of pnpm-workspace.yaml. */
function parsePnpm(text: string): string[] {
  const code = text.replaceAll("\r\n", "\n").replaceAll(/(?<=^|\s)#.*/g, "");
  const [, inline] = FLOW_LIST.exec(code) ?? [];
  const [, lines = ""] = BLOCK_LIST.exec(code) ?? [];
  const items = inline === undefined ? lines.match(BLOCK_ITEM) : inline.match(FLOW_ITEM);
  return (items ?? []).map((item) => item.trim().replaceAll(/^["']|["']$/g, ""));
}

/** Folders with a `package.json` that match the patterns, sorted. */
function expand(root: string, patterns: readonly string[]): string[] {
  const clean = (pattern: string) => pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  const included = patterns.filter((pattern) => !pattern.startsWith("!")).map(clean);
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((name) => clean(name.slice(1)));
  const isIncluded = picomatch(included);
  const isExcluded = picomatch(excluded);
  const depth = Math.max(0, ...included.map(countLevels));
  const walk = (path: string, level: number): string[] => {
    if (level > depth) return [];
    const name = relative(root, path).replaceAll("\\", "/");
    const isPackage =
      name !== "" && isIncluded(name) && !isExcluded(name) && existsSync(join(path, "package.json"));
    const inside = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
      .flatMap((entry) => walk(join(path, entry.name), level + 1));
    return [...(isPackage ? [path] : []), ...inside];
  };
  return walk(root, 0).sort();
}

/** Levels of folders that a pattern can match. `**` matches any number. */
function countLevels(pattern: string): number {
  return pattern.includes("**") ? Number.POSITIVE_INFINITY : pattern.split("/").length;
}
