/** The source files of a checkout, their public names and their lines. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Folders of the packages. */
export const PACKAGES: readonly string[] = [".", "packages/compiler", "packages/testing", "packages/cli"];

/** Entries that codegen writes from the owner's operations. */
const GENERATED = /\/generated\//;

export interface Entry {
  /** Such as `@integration-platform/graphql/batch`. */
  readonly name: string;
  /** Number of exported names, types included. */
  readonly names: number;
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
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    customConditions: ["@integration-platform/source"],
    allowImportingTsExtensions: true,
    noEmit: true,
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

/** Number of lines of the source files of a package. */
export function countLines(root: string, folder: string): number {
  if (!existsSync(join(root, folder))) return 0;
  return findSources(root, folder).reduce(
    (sum, file) => sum + readFileSync(join(root, file), "utf8").trimEnd().split("\n").length,
    0,
  );
}
