/** Figures of the source files of a checkout: public names, lines, long functions, packed literals, repeated file names. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";

/** Folders of the packages. */
export const PACKAGES: readonly string[] = [".", "packages/compiler", "packages/testing", "packages/cli"];
/** Longest function that needs no reason, in lines. */
export const MAX_LINES = 60;

/** Entries that codegen writes from the owner's operations. */
const GENERATED = /\/generated\//;

export interface Entry {
  /** Such as `@integration-platform/graphql/batch`. */
  readonly name: string;
  /** Number of exported names, types included. */
  readonly names: number;
}

export interface LongFunction {
  readonly place: string;
  readonly lines: number;
}

const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** Source files of a package, without generated ones, below the root of the checkout. */
export function findSources(root: string, folder: string): string[] {
  const files = globSync("src/**/*.ts", { cwd: join(root, folder), exclude: ["src/generated/**"] });
  return files.map((file) => join(folder, file)).toSorted();
}

/** The entries with a source file, except internal ones, and what they export. */
export function countNames(root: string): Entry[] {
  const entries = PACKAGES.flatMap((folder) => {
    const { name, exports } = readManifest(join(root, folder));
    return Object.entries<Record<string, string>>(exports).flatMap(([path, targets]) => {
      const source = targets["@integration-platform/source"];
      const isPublic = source !== undefined && !GENERATED.test(source) && !/internal|\*/.test(path);
      return isPublic ? [{ name: join(name, path), file: join(root, folder, source) }] : [];
    });
  });
  const options: ts.CompilerOptions = {
    ...{
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ESNext,
    },
    ...{ customConditions: ["@integration-platform/source"], allowImportingTsExtensions: true, noEmit: true },
  };
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
  );
  const checker = program.getTypeChecker();
  return entries.map(({ name, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    return { name, names: module ? checker.getExportsOfModule(module).length : 0 };
  });
}

const parse = (root: string, file: string) =>
  ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.ESNext, true);

function visit(node: ts.Node, run: (node: ts.Node) => void): void {
  run(node);
  node.forEachChild((child) => visit(child, run));
}

/** Functions with more than `MAX_LINES` lines, the longest first. Those inside of them count too. */
export function findLongFunctions(root: string): LongFunction[] {
  const found = PACKAGES.flatMap((folder) => findSources(root, folder)).flatMap((file) => {
    const source = parse(root, file);
    const functions: LongFunction[] = [];
    visit(source, (node) => {
      if (!ts.isFunctionLike(node) || !("body" in node) || !node.body) return;
      const [start, end] = [node.getStart(), node.getEnd()].map(
        (at) => source.getLineAndCharacterOfPosition(at).line,
      );
      const lines = (end ?? 0) - (start ?? 0) + 1;
      const name =
        node.name?.getText() ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "");
      if (lines > MAX_LINES) functions.push({ place: `${file}:${(start ?? 0) + 1} ${name}`.trim(), lines });
    });
    return functions;
  });
  return found.toSorted((one, other) => other.lines - one.lines);
}

/** Number of literals that are spread into another literal, as in `...{ a, b }`. */
export function countPackedLiterals(root: string): number {
  let count = 0;
  for (const file of PACKAGES.flatMap((folder) => findSources(root, folder))) {
    visit(parse(root, file), (node) => {
      if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return;
      if (ts.isObjectLiteralExpression(node.expression) || ts.isArrayLiteralExpression(node.expression))
        count += 1;
    });
  }
  return count;
}

/** Names of source files that occur more than once in all packages, except `index.ts`. */
export function findRepeatedNames(root: string): string[] {
  const files = PACKAGES.flatMap((folder) => findSources(root, folder)).map((file) => basename(file));
  const groups = Map.groupBy(files, (name) => name);
  return [...groups].filter(([name, { length }]) => length > 1 && name !== "index.ts").map(([name]) => name);
}

/** Number of lines of the source files of a package. */
export function countLines(root: string, folder: string): number {
  if (!existsSync(join(root, folder))) return 0;
  return findSources(root, folder).reduce(
    (sum, file) => sum + readFileSync(join(root, file), "utf8").trimEnd().split("\n").length,
    0,
  );
}
