/** Finds the packages of a monorepo, by `workspaces` in package.json or by pnpm-workspace.yaml. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import picomatch from "picomatch";
import { findStats } from "../../files/stats.ts";
import { isRecord } from "../../text/decode-text.ts";
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

/** An item of a list in brackets, or the end of the list. A quoted item can contain brackets. */
const ITEM = /"[^"]*"|'[^']*'|[^\s,"'\]]+|\]/g;

/** Reads the list `packages` of pnpm-workspace.yaml: in brackets, or a line with "-" for each item. */
function parsePnpm(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*/, "").trimEnd());
  const start = lines.findIndex((line) => line.startsWith("packages:"));
  const [first = "", ...list] = lines.slice(start);
  const value = [first.slice("packages:".length), ...list].join(" ").trimStart();
  if (value.startsWith("[")) {
    const items: readonly string[] = value.slice(1).match(ITEM) ?? [];
    return items.slice(0, items.indexOf("]")).map(unquote);
  }
  const end = list.findIndex((line) => line !== "" && !line.trimStart().startsWith("-"));
  const items = list.slice(0, end < 0 ? undefined : end).filter((line) => line !== "");
  return items.map((line) => unquote(line.trimStart().slice(1).trim()));
}

function unquote(item: string): string {
  return item.replaceAll(/^["']|["']$/g, "");
}

/** Folders that match the patterns, sorted. One without a `package.json` depends on nothing. */
function expand(root: string, patterns: readonly string[]): string[] {
  const clean = (pattern: string) => pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  const included = patterns.filter((pattern) => !pattern.startsWith("!")).map(clean);
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((name) => clean(name.slice(1)));
  const isIncluded = picomatch(included);
  const isExcluded = picomatch(excluded);
  const isPackage = (path: string) => {
    const name = relative(root, path).replaceAll("\\", "/");
    return isIncluded(name) && !isExcluded(name);
  };
  const folders = included.flatMap((pattern) => {
    const { base } = picomatch.scan(pattern);
    return listFolders(join(root, base), countLevels(pattern) - countLevels(base));
  });
  return [...new Set(folders)].filter(isPackage).sort();
}

/** Levels of folders that a pattern can match. `**` matches any number. */
function countLevels(pattern: string): number {
  if (pattern.includes("**")) return Number.POSITIVE_INFINITY;
  return pattern.split("/").filter((name) => name !== "").length;
}

/** A folder and those in it, down to a number of levels. */
function listFolders(path: string, levels: number): string[] {
  if (levels < 0 || !findStats(path)?.isDirectory()) return [];
  const inside = readdirSync(path, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."),
  );
  return [path, ...inside.flatMap(({ name }) => listFolders(join(path, name), levels - 1))];
}
