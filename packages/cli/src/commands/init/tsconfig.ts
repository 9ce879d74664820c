/** Additions for a project with TypeScript: its config, a script, and ES modules. */

import { type Dirent, readdirSync } from "node:fs";
import { extname } from "node:path";
import { exists } from "../../host/project/files.ts";
import { readCompilerOptions } from "./compiler-options.ts";

/** Content of package.json. */
export type Manifest = Readonly<Record<string, unknown>>;

/** Options only for ES modules: a file of a CommonJS package cannot have `export` with them. */
const FOR_MODULES = `    "erasableSyntaxOnly": true,
    "verbatimModuleSyntax": true,
`;

/**
 * Runs without a build in Node.js and Vitest, is built by bundlers and by `tsc`, and compiles with TypeScript
 * 5.9 to 7. The extension of imports is ".ts" in all of them: `tsc` writes ".js".
 */
export const renderTsconfig = ({ type }: Manifest): string => `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "noUnusedParameters": true,
${type === "module" ? FOR_MODULES : '    "isolatedModules": true,\n'}    "rewriteRelativeImportExtensions": true,
    "skipLibCheck": true,
    "rootDir": ".",
    "outDir": "dist"
  },
  "include": ["src", "test"]
}
`;

export interface Additions {
  readonly tsconfig: boolean;
  readonly script: boolean;
  /** `"type": "module"` in package.json. */
  readonly module: boolean;
}

/** @returns the additions that the project lacks. */
export function findAdditions(manifest: Manifest): Additions {
  const scripts = (manifest.scripts ?? {}) as object;
  return {
    tsconfig: !exists("tsconfig.json"),
    script: !Object.hasOwn(scripts, "types"),
    module: manifest.type !== "module" && !hasJavaScript("."),
  };
}

/** Whether a folder has code that Node.js can load as CommonJS. */
function hasJavaScript(folder: string): boolean {
  return listEntries(folder).some((entry) => {
    if (entry.name.startsWith(".") || entry.name === "node_modules") return false;
    if (entry.isDirectory()) return hasJavaScript(`${folder}/${entry.name}`);
    return (
      [".js", ".jsx", ".ts", ".tsx"].includes(extname(entry.name)) &&
      !/^(?:codegen|platform\.config)\./.test(entry.name)
    );
  });
}

/** Empty for a folder that cannot be read, such as one of a database. */
function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/**
 * The extension of imports between generated files: ".ts" if the project's compiler accepts it, or
 * `undefined` for the default.
 */
export async function findImportExtension(): Promise<".ts" | undefined> {
  const options = await readCompilerOptions();
  const names = ["rewriteRelativeImportExtensions", "allowImportingTsExtensions"];
  return names.some((name) => options[name] === true) ? ".ts" : undefined;
}
