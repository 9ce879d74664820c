/** Creates the manifest of one consumer from its sources. */

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ConsumerManifest, createManifest } from "@integration-platform/graphql-compiler/internal/check/consumers";
import { renderProblems, SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { languageOf } from "../../codegen/find-files.ts";
import { findFiles, readSource } from "../../codegen/sources.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { isRecord } from "../../text.ts";
import { joinProblems, Problem } from "../errors/problem.ts";
import { readJson } from "../project/files.ts";
import { findNames } from "./find-names.ts";

export interface ConsumerOptions {
  /** Folder with the `package.json` of the consumer, relative to the working directory. */
  readonly folder: string;
  readonly package: string;
  /** @default the name in its `package.json` */
  readonly name?: string | undefined;
  /** Folders, files or globs with its sources. @default `src`, if the folder exists, or else the folder of the consumer */
  readonly importers?: readonly string[] | undefined;
}

/** Files with components of a framework. Their scripts are not read. */
const COMPONENTS = /\.(?:vue|svelte|astro)$/i;
const isScript = (file: string): boolean => languageOf(file) === "script" && !/\.d\.[cm]?ts$/.test(file);
/** What bundlers and compilers write. */
const isWritten = (file: string): boolean => /(?:^|[\\/])(?:dist|build|coverage|out)[\\/]/.test(file);

/** @throws Problem if a file cannot be read, or a script has a syntax error. */
export async function readConsumer(options: ConsumerOptions): Promise<ConsumerManifest> {
  const { folder, package: name } = options;
  const manifest = await readPackage(folder);
  const consumer = options.name ?? (typeof manifest.name === "string" ? manifest.name : undefined);
  if (consumer === undefined) {
    throw new Problem(`${join(folder, "package.json")} has no name`, "Name the consumer with --name <name>.");
  }
  const files = listSources(options);
  const packageVersion = await findVersion(folder, name);
  const components = files.filter((file) => COMPONENTS.test(file) && readSource(file).body.includes(name));
  const dependencies = listDependencies(manifest);
  const { names, failures } = await findNames({
    package: name,
    scripts: files.filter(isScript).map(readSource),
    dependencies,
    published: new Set(listPublished(manifest)),
  });
  if (failures.length > 0)
    throw joinProblems(
      renderProblems(failures),
      "files cannot be read",
      "Fix them, or leave them out with --importers '!file'.",
    );
  if (names !== "all" && names.size + components.length === 0 && packageVersion === null && !dependencies.has(name)) {
    const hint = "Check --package, or name other sources with --importers <path...>.";
    throw new Problem(`no script imports ${name}, and package.json does not list it`, hint);
  }
  return createManifest({ consumer, package: name, packageVersion }, components.length > 0 ? "all" : names);
}

/** Names of the packages that a `package.json` lists. */
export function listDependencies(manifest: Readonly<Record<string, unknown>>): Set<string> {
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  return new Set(kinds.flatMap((kind) => Object.keys(isRecord(manifest[kind]) ? manifest[kind] : {})));
}

export async function readPackage(folder: string): Promise<Record<string, unknown>> {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return {};
  const value = await readJson(file, "Fix the file.");
  return isRecord(value) ? value : {};
}

function listSources({ folder, importers }: ConsumerOptions): string[] {
  const source = join(folder, "src");
  const isDefault = importers === undefined;
  const paths = importers ?? [existsSync(source) ? source : folder];
  try {
    const files = findFiles(paths, (file) => isScript(file) || COMPONENTS.test(file));
    return files.filter((file) => !isDefault || !isWritten(file));
  } catch (error) {
    rethrowOthers(error, SourceError);
    throw new Problem(`--importers: ${error.message}`, "Name other folders, files or globs.");
  }
}

/** Version of the package in the nearest `node_modules`. */
async function findVersion(folder: string, name: string): Promise<string | null> {
  for (let current = resolve(folder); ; current = dirname(current)) {
    const file = join(current, "node_modules", name, "package.json");
    if (existsSync(file)) {
      const found = await readJson(file, "Install the package again.");
      return isRecord(found) && typeof found.version === "string" ? found.version : null;
    }
    if (dirname(current) === current) return null;
  }
}

/** Base names of the modules that a package exports, such as `index` for `./dist/index.js`. */
function listPublished({ main, module, types, bin, exports }: Record<string, unknown>): string[] {
  const list = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return isRecord(value) ? Object.values(value).flatMap(list) : [];
  };
  return [main, module, types, bin, exports].flatMap(list).map((file) => {
    const base = file.split("/").at(-1) ?? "";
    return base.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  });
}
