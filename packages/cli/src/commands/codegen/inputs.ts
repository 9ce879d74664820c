/** `codegen --inputs`: the files that a task of a task runner depends on, and those that it writes. */

import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parse } from "@babel/parser";
import type { Node } from "@babel/types";
import { childrenOf } from "../../codegen/pluck.ts";
import { createSearch, isAddress, isExclusion } from "../../files/find-files.ts";
import { pathFrom } from "../../files/paths.ts";
import { provenancePath } from "../../files/provenance.ts";
import { findStats } from "../../files/stats.ts";
import type { Config } from "../../host/project/find-config.ts";

/** Endings of an import without one, in CommonJS. The first one is for an import with its ending. */
const ENDINGS = ["", ".ts", ".cts", ".js", ".cjs", ".json", "/index.ts", "/index.js"];

/**
 * The keys of a task in `turbo.json`. Paths and globs are relative to the folder of the config. A
 * folder is a glob, so that new files count.
 */
export function listInputs({ file, settings }: Config): {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
} {
  const { schemaFiles, documents, rules, output, folder } = settings;
  const files = schemaFiles.filter((path) => !isAddress(path));
  const modules = [file, rules].flatMap((path) => listModules(resolve(path)));
  const toShown = (path: string): string => pathFrom(folder, path);
  const searched = documents.map((path) => {
    const [mark, own] = isExclusion(path) ? ["!", path.slice(1)] : ["", path];
    return `${mark}${toShown(own)}${isFolder(own) ? "/**" : ""}`;
  });
  const single = [...modules, rules, ...files, ...files.map(provenancePath)].map(toShown);
  const outputs = [`${toShown(output)}/**`];
  return { inputs: [...new Set([...single, ...searched])].sort(), outputs };
}

/** A path of operations that does not exist yet is a folder, unless it has the ending of a file. */
function isFolder(path: string): boolean {
  const { isGlob, accepts } = createSearch(path);
  return !isGlob && (findStats(path)?.isDirectory() ?? accepts(join(path, "a.graphql"), true));
}

/** A module and those that it imports by relative paths, relative to the working directory. */
function listModules(file: string, found: Set<string> = new Set()): string[] {
  if (found.has(file) || !findStats(file)?.isFile()) return [];
  found.add(file);
  const own = relative(process.cwd(), file);
  if (!/\.[cm]?[jt]s$/.test(file)) return [own];
  const program = parse(readFileSync(file, "utf8"), {
    sourceType: "unambiguous",
    plugins: ["typescript"],
    errorRecovery: true,
  });
  const imported = listSpecifiers(program.program).flatMap((specifier) => {
    const path = join(dirname(file), specifier);
    const ending = ENDINGS.find((end) => findStats(path + end)?.isFile());
    return ending === undefined ? [] : listModules(path + ending, found);
  });
  return [own, ...imported];
}

/** The relative paths of imports, in the text of the module or in calls. */
function listSpecifiers(node: Node): string[] {
  const inner = childrenOf(node).flatMap(listSpecifiers);
  const source = findSource(node);
  const isRelative = source?.type === "StringLiteral" && /^\.\.?\//.test(source.value);
  return isRelative ? [source.value, ...inner] : inner;
}

function findSource(node: Node): Node | null | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      return node.source;
    case "CallExpression": {
      const { type } = node.callee;
      const isImport = type === "Import" || (type === "Identifier" && node.callee.name === "require");
      return isImport ? node.arguments[0] : undefined;
    }
    default:
      return undefined;
  }
}
