/** Finds and loads the config of a project: `platform.config.ts` or `codegen.ts`. */

import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasExclusionMark, isAddress } from "../../codegen/find-files.ts";
import { readSettings } from "../../codegen/read-settings.ts";
import type { Settings } from "../../codegen/settings.ts";
import { quotePath } from "../../did-you-mean.ts";
import { findStats } from "../../stats.ts";
import { explainLoadError } from "../errors/node-errors.ts";
import { Problem } from "../errors/problem.ts";

/** A config with the preset of `typedOperations()`. */
export interface Config {
  /** Relative to the working directory, as all paths here. */
  readonly file: string;
  /** Folder of the config. The paths in `settings` are resolved against it. "" is the working directory. */
  readonly folder: string;
  readonly settings: Settings;
}

/** Result of the search for a config. */
export interface FoundConfig {
  readonly config: Config | undefined;
  /** Configs of graphql-codegen for something else, the nearest one first. */
  readonly foreign: readonly string[];
}

const MODULES = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/** File names in the order of the search. */
export const CONFIG_NAMES: readonly string[] = [
  ...MODULES.map((end) => `platform.config.${end}`),
  ...[...MODULES, "yml", "yaml", "json"].map((end) => `codegen.${end}`),
];

/** The names of configs, for messages. */
export const CONFIG_PHRASE = "codegen.ts or platform.config.ts";

/**
 * Searches the working directory, then its parents: up to the root of the workspace, or else to the nearest package, or else
 * to the root of the file system. Folders of other users are not searched, except the working directory.
 *
 * @param onlyHere - Whether to search only the working directory.
 * @throws Problem if a config cannot be loaded.
 */
export async function findConfig(onlyHere = false): Promise<FoundConfig> {
  const foreign: string[] = [];
  const folders = onlyHere ? [""] : listProjectFolders();
  for (const folder of folders) {
    const files = CONFIG_NAMES.map((name) => join(folder, name)).filter((file) => existsSync(file));
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      const config = NAMES_OURS.test(text) ? toConfig(file, await importModule(file)) : undefined;
      if (config) return { config, foreign };
      if (NAMES_FOREIGN.test(text)) foreign.push(file);
    }
  }
  return { config: undefined, foreign };
}

/** Words of a config with the preset. Another file, such as a script with the name of a config, is not run. */
const NAMES_OURS = /\btypedOperations\b|\bgraphql-cli\/codegen\b/;
/** Words of the configs of graphql-codegen. */
const NAMES_FOREIGN = /\b(?:generates|documents)\b|@graphql-codegen\//;

/** The folders of a project, relative to the working directory, which is the first one. */
export function listProjectFolders(): string[] {
  const folders = listParents(process.cwd());
  const end =
    folders.find(isWorkspaceRoot) ?? folders.find((folder) => existsSync(join(folder, "package.json")));
  const searched = end === undefined ? folders : folders.slice(0, folders.indexOf(end) + 1);
  return searched.map((folder) => relative(process.cwd(), folder));
}

/** A folder and its parents, up to one of another user. */
function listParents(start: string): string[] {
  // On Windows, all owners are 0.
  const owners = [process.getuid?.(), statSync(start).uid];
  const parents = [start];
  for (let folder = dirname(start); folder !== parents.at(-1); folder = dirname(folder)) {
    if (!owners.includes(statSync(folder).uid)) break;
    parents.push(folder);
  }
  return parents;
}

/** Whether a package manager reads the packages of a workspace from the folder. */
function isWorkspaceRoot(folder: string): boolean {
  if (existsSync(join(folder, "pnpm-workspace.yaml"))) return true;
  const manifest = join(folder, "package.json");
  return existsSync(manifest) && /"workspaces"\s*:/.test(readFileSync(manifest, "utf8"));
}

/**
 * Loads the config of `--config`.
 *
 * @param version - Node.js caches modules by URL. Another version loads the file again.
 * @throws Problem if it is no config with the preset, or cannot be loaded.
 */
export async function loadConfig(file: string, version = 0): Promise<Config> {
  const stats = findStats(file);
  if (!stats?.isFile()) {
    const problem = stats ? "is not a file" : "does not exist";
    throw new Problem(`--config: ${quotePath(file)} ${problem}`, "Pass the path of a codegen.ts.");
  }
  const config = toConfig(file, await importModule(file, version));
  if (config) return config;
  const hint = `Run "npx graphql-codegen --config ${file}" for other configs.`;
  throw new Problem(`${file} has no output with the preset of typedOperations()`, hint);
}

function toConfig(file: string, exported: unknown): Config | undefined {
  const settings = readExported(file, exported);
  const folder = relative(process.cwd(), dirname(resolve(file)));
  return settings && { file, folder, settings: placeSettings(settings, folder) };
}

/** Reads the settings of a module that was loaded. @throws Problem for an invalid option */
function readExported(file: string, exported: unknown): Settings | undefined {
  try {
    return readSettings(exported);
  } catch (error) {
    throw explainLoadError(file, error, CONFIG_HINT);
  }
}

/** Resolves the paths of a config against its folder. In the working directory, they stay as they are written. */
function placeSettings(settings: Settings, folder: string): Settings {
  if (folder === "") return settings;
  const place = (path: string): string => {
    if (hasExclusionMark(path)) return `!${place(path.slice(1))}`;
    return isAbsolute(path) || isAddress(path) ? path : join(folder, path);
  };
  return {
    ...settings,
    schema: place(settings.schema),
    schemaFiles: settings.schemaFiles.map(place),
    documents: settings.documents.map(place),
    output: place(settings.output),
    rules: place(settings.rules),
  };
}

const CONFIG_HINT = "Fix the config, or name another one with --config <file>.";

/**
 * Imports the default export of a module of the user, such as a config. Files that are no modules have no value.
 *
 * @param hint - What to do if it cannot be loaded.
 * @throws Problem with the file and the line
 */
export async function importModule(file: string, version = 0, hint: string = CONFIG_HINT): Promise<unknown> {
  if (/\.(ya?ml|json)$/.test(file)) return undefined;
  return (await importExports(file, version, hint)).default;
}

/** All exports of a module of the user. @throws Problem as `importModule` */
export async function importExports(
  file: string,
  version: number,
  hint: string,
): Promise<Readonly<Record<string, unknown>>> {
  const url = `${pathToFileURL(resolve(file)).href}${version > 0 ? `?${version}` : ""}`;
  const { emitWarning } = process;
  // Node warns about TypeScript, and about packages without "type": "module". Both work.
  process.emitWarning = () => {};
  try {
    return await import(/* @vite-ignore */ url);
  } catch (error) {
    throw explainLoadError(file, error, hint);
  } finally {
    process.emitWarning = emitWarning;
  }
}
