/** Finds and loads the config of a project: `platform.config.ts` or `codegen.ts`. */

import { existsSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readSettings } from "../../codegen/config.ts";
import { PATH_OPTIONS } from "../../codegen/options.ts";
import type { Settings } from "../../codegen/settings.ts";
import { quotePath } from "../../names.ts";
import { explainLoadError } from "../errors/node.ts";
import { Problem } from "../errors/problem.ts";

/** A config that `typedOperations()` created. */
export interface Config {
  /** Relative to the working directory, as all paths here. */
  readonly file: string;
  /** Folder of the config. The paths in `settings` are resolved against it. "" is the working directory. */
  readonly folder: string;
  readonly settings: Settings;
}

export interface Found {
  readonly config: Config | undefined;
  /** Configs of graphql-codegen for something else, the nearest one first. */
  readonly foreign: readonly string[];
}

const MODULES = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/** File names in the order of the search. The last ones contain no `typedOperations()`, but show that graphql-codegen is used. */
export const CONFIG_NAMES: readonly string[] = [
  ...MODULES.map((end) => `platform.config.${end}`),
  ...[...MODULES, "yml", "yaml", "json"].map((end) => `codegen.${end}`),
];

export const CONFIGS = "codegen.ts or platform.config.ts";

/**
 * Searches the working directory, then its parents up to the root of the git repository. Outside of a repository, only the
 * working directory is searched.
 *
 * @param isLocal - Whether to search only the working directory.
 * @throws Problem if a config cannot be loaded.
 */
export async function findConfig(isLocal = false): Promise<Found> {
  const foreign: string[] = [];
  for (const folder of isLocal ? [""] : listFolders()) {
    for (const file of CONFIG_NAMES.map((name) => join(folder, name)).filter((name) => existsSync(name))) {
      const config = toConfig(file, await importModule(file));
      if (config) return { config, foreign };
      foreign.push(file);
    }
  }
  return { config: undefined, foreign };
}

/** The folders of the search, relative to the working directory. */
function listFolders(): string[] {
  const folders: string[] = [];
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    folders.push(relative(process.cwd(), folder));
    if (existsSync(join(folder, ".git"))) return folders;
    if (dirname(folder) === folder) return [""];
  }
}

/** Loads the config of `--config`. Node caches modules by URL, so `version` must change if the file changed. @throws Problem */
export async function loadConfig(file: string, version = 0): Promise<Config> {
  const stats = statSync(file, { throwIfNoEntry: false });
  const problem = stats?.isFile() ? undefined : stats ? "is not a file" : "does not exist";
  if (problem) throw new Problem(`--config: ${quotePath(file)} ${problem}`, "Pass the path of a codegen.ts.");
  const config = toConfig(file, await importModule(file, version));
  if (config) return config;
  const hint = `Run "npx graphql-codegen --config ${file}" for other configs.`;
  throw new Problem(`${file} does not export the result of typedOperations()`, hint);
}

function toConfig(file: string, exported: unknown): Config | undefined {
  const settings = readSettings(exported);
  const folder = relative(process.cwd(), dirname(resolve(file)));
  return settings && { file, folder, settings: placeSettings(settings, folder) };
}

/** Resolves the paths of a config against its folder. Paths of the working directory stay as they are written. */
function placeSettings(settings: Settings, folder: string): Settings {
  if (folder === "") return settings;
  const place = (path: string): string => {
    if (/^!(?!\()/.test(path)) return `!${place(path.slice(1))}`;
    return isAbsolute(path) ? path : join(folder, path);
  };
  const placed = PATH_OPTIONS.filter((name) => settings[name] !== undefined).map((name) => {
    const value = settings[name] as string | readonly string[];
    return [name, typeof value === "string" ? place(value) : value.map(place)];
  });
  return { ...settings, ...Object.fromEntries(placed) };
}

const CONFIG_HINT = "Fix the config, or name another one with --config <file>.";

/**
 * Imports a module of the user, such as a config. Files that are no modules have no value.
 *
 * @param hint - What to do if it cannot be loaded.
 * @throws Problem with the file and the line
 */
export async function importModule(file: string, version = 0, hint: string = CONFIG_HINT): Promise<unknown> {
  if (/\.(ya?ml|json)$/.test(file)) return undefined;
  const url = `${pathToFileURL(resolve(file)).href}${version > 0 ? `?${version}` : ""}`;
  const { emitWarning } = process;
  // Node warns about TypeScript, and about packages without "type": "module". Both work.
  process.emitWarning = () => {};
  try {
    const { default: exported } = await import(/* @vite-ignore */ url);
    return exported;
  } catch (error) {
    throw explainLoadError(file, error, hint);
  } finally {
    process.emitWarning = emitWarning;
  }
}
