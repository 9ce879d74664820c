/**
 * The stamp of the last run: a hash of everything that it has read and rendered. If it is the same, nothing is
 * to do. Loads neither graphql nor the compiler.
 */

import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type GeneratedFile,
  isGenerated,
  listCandidates,
} from "@integration-platform/graphql-compiler/internal/codegen/generated-files";
import { lazy } from "@integration-platform/graphql-compiler/internal/model/cache";
import { findNodePackage } from "../../codegen/node-package.ts";
import { toRenderOptions } from "../../codegen/read-settings.ts";
import type { Settings } from "../../codegen/settings.ts";
import { listFolder, listSchemaFiles, searchFiles, withoutSchemas } from "../../files/find-files.ts";
import type { Reads } from "../../files/sources.ts";

const require = createRequire(import.meta.url);
const COMPILER = fileURLToPath(import.meta.resolve("@integration-platform/graphql-compiler"));
/** Packages of others whose code decides about the output. */
const PACKAGES: readonly string[] = ["graphql", "@babel/parser", "picomatch"];

/** Whether the inputs, the outputs, the options and the code are those of the last run. */
export function isUnchanged(settings: Settings): boolean {
  const file = placeOf(settings);
  if (file === undefined || !existsSync(file)) return false;
  try {
    return readFileSync(file, "utf8") === digest(settings, readInputs(settings), readOutputs(settings));
  } catch {
    // A file that cannot be read is reported by the run.
    return false;
  }
}

/**
 * Remembers a run that succeeded, by what it has read and rendered: the files can have changed since. Without
 * a `node_modules` folder that can be written, the next run does all of the work.
 */
export function writeStamp(settings: Settings, read: Reads, files: readonly GeneratedFile[]): void {
  const file = placeOf(settings);
  if (file === undefined) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, digest(settings, read, new Map(files.map(({ name, text }) => [name, text]))));
  } catch {
    // For example in a read-only container.
  }
}

/** Whether a run that starts now would read the same. */
export function isCurrent(settings: Settings, read: Reads): boolean {
  try {
    const now = [...readInputs(settings)];
    return now.length === read.size && now.every(([file, bytes]) => read.get(file)?.equals(bytes));
  } catch {
    // The next run reports a file that cannot be read.
    return false;
  }
}

type Contents = ReadonlyMap<string, Buffer | string>;

function readInputs({ schemaFiles, documents }: Settings): Reads {
  const operations = withoutSchemas(searchFiles(documents), schemaFiles);
  const files = [...listSchemaFiles(schemaFiles), ...operations];
  return new Map(files.map((file) => [file, readFileSync(file)]));
}

/** The generated files in the output folder. Git can have converted their line endings. */
function readOutputs({ output }: Settings): Contents {
  const contents = new Map<string, string>();
  for (const name of listCandidates({ list: (folder) => listFolder(join(output, folder)) })) {
    const path = join(output, name);
    const text = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : "";
    if (isGenerated(text)) contents.set(name, text);
  }
  return contents;
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

function digest(settings: Settings, inputs: Contents, outputs: Contents): string {
  const plugin = settings.documentNodes && findNodePackage(settings.folder);
  const parts = [toRenderOptions(settings), plugin, hashCode(), hashFiles(inputs), hashFiles(outputs)];
  return hash("sha256", JSON.stringify(parts));
}

function hashFiles(files: Contents): string {
  const entries = [...files].map(([name, content]) => [name, hash("sha256", content)] as const);
  return hash("sha256", JSON.stringify(entries.sort(([left], [right]) => (left < right ? -1 : 1))));
}

/** The code of codegen itself too, because a linked package changes without a new version. */
const hashCode = lazy((): string => {
  const own = ["codegen", "files", "text"].map((folder) => join(import.meta.dirname, "../..", folder));
  const folders = [dirname(COMPILER), ...own];
  const code = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[jt]s$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const files = [...PACKAGES.map(findManifest), ...code];
  return hashFiles(new Map(files.map((file) => [file, readFileSync(file)])));
});
