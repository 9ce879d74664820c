/**
 * The stamp of the last run: a hash of everything that a run reads and writes. If it is the same, nothing is
 * to do. Loads neither graphql nor the compiler.
 */

import { createHash, hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { listCandidates } from "@integration-platform/graphql-compiler/internal/codegen/generated-files";
import { listFolder, listSchemaFiles, searchFiles } from "../../codegen/find-files.ts";
import { findNodePackage } from "../../codegen/node-package.ts";
import { toRenderOptions } from "../../codegen/read-settings.ts";
import type { Settings } from "../../codegen/settings.ts";
import { provenancePath } from "../../provenance.ts";

const require = createRequire(import.meta.url);
const COMPILER = fileURLToPath(import.meta.resolve("@integration-platform/graphql-compiler"));
/** Packages of others whose code decides about the output. */
const PACKAGES: readonly string[] = ["graphql", "@babel/parser", "picomatch"];

/** Whether the inputs, the outputs, the options and the code are those of the last run. */
export function isUnchanged(settings: Settings): boolean {
  const file = placeOf(settings);
  if (file === undefined || !existsSync(file)) return false;
  try {
    return readFileSync(file, "utf8") === digest(settings);
  } catch {
    // A file that cannot be read is reported by the run.
    return false;
  }
}

/**
 * Remembers a run that succeeded. Without a `node_modules` folder that can be written, the next run does all
 * of the work.
 */
export function writeStamp(settings: Settings): void {
  const file = placeOf(settings);
  if (file === undefined) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, digest(settings));
  } catch {
    // For example in a read-only container.
  }
}

/** In the nearest `node_modules`. One for each output folder. */
function placeOf({ output }: Settings): string | undefined {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const modules = join(folder, "node_modules");
    if (existsSync(modules)) {
      const name = hash("sha256", resolve(output)).slice(0, 16);
      return join(modules, ".cache/platform-graphql", `codegen-${name}`);
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/** The `package.json` of a package, which its `exports` can hide. */
function findManifest(name: string): string {
  for (let folder = dirname(require.resolve(name)); ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file) && readFileSync(file, "utf8").includes('"version"')) return file;
    if (dirname(folder) === folder) throw new Error(`${name} has no package.json.`);
  }
}

function digest(settings: Settings): string {
  const { schema, schemaFiles, documents, reserved, output } = settings;
  const all = createHash("sha256").update(JSON.stringify(toRenderOptions(settings)));
  const add = (name: string, content: Buffer | undefined) =>
    all.update(`\0${name}\0${content ? hash("sha256", content) : "missing"}`);
  const addFile = (path: string) => add(path, existsSync(path) ? readFileSync(path) : undefined);
  const operations = [...searchFiles(documents), ...searchFiles(reserved)];
  for (const path of [...listSchemaFiles(schemaFiles), provenancePath(schema), ...operations]) addFile(path);
  const outputs = listCandidates({ list: (folder) => listFolder(join(output, folder)) });
  for (const name of outputs.sort()) addFile(join(output, name));
  for (const name of PACKAGES) addFile(findManifest(name));
  const nodePackage = settings.documentNodes ? findNodePackage(settings.folder) : undefined;
  if (nodePackage) all.update(JSON.stringify(nodePackage));
  // The code of codegen itself, because a linked package changes without a new version.
  for (const folder of [dirname(COMPILER), join(import.meta.dirname, "../../codegen")]) {
    const code = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const path of code.sort()) addFile(path);
  }
  return all.digest("hex");
}
