/** Finds and loads the config of a project: `platform.config.ts` or `codegen.ts`. */

import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readSettings } from "../../codegen/read-settings.ts";
import type { Settings } from "../../codegen/settings.ts";
import { describeFileError } from "../../files/file-error.ts";
import { isAddress, isExclusion } from "../../files/find-files.ts";
import { listProjectFolders } from "../../files/project-folders.ts";
import { findStats } from "../../files/stats.ts";
import { quotePath } from "../../text/quote.ts";
import { explainLoadError } from "../errors/node-errors.ts";
import { Problem } from "../errors/problem.ts";
import { requireTrusted } from "./trust.ts";

/** A config with the preset of `typedOperations()`. */
export interface Config {
  /** The path that --config names, or one relative to the working directory. */
  readonly file: string;
  /**
   * Its paths are absolute, or relative to the working directory: they are already resolved against the
   * folder of the config.
   */
  readonly settings: Settings;
}

/** Result of the search for a config. */
export interface FoundConfig {
  readonly config: Config | undefined;
  /** Configs of graphql-codegen without `typedOperations()`, the nearest one first. */
  readonly foreign: readonly string[];
}

const MODULES = ["ts", "mts", "cts", "js", "mjs", "cjs"];
/** File names in the order of the search. */
export const CONFIG_NAMES: readonly string[] = [
  ...MODULES.map((extension) => `platform.config.${extension}`),
  ...MODULES.map((extension) => `codegen.${extension}`),
  "codegen.yml",
  "codegen.yaml",
  "codegen.json",
];

/** The names of configs, for messages. */
export const CONFIG_PHRASE = "codegen.ts or platform.config.ts";

/**
 * Searches the working directory, then its parents: up to the root of the workspace, or else to the nearest
 * package, or else to the root of the file system. It ends before the first parent whose files can be code of
 * other users.
 *
 * @param onlyHere - Whether to search only the working directory.
 * @throws Problem if a config cannot be read or loaded.
 */
export async function findConfig(onlyHere = false): Promise<FoundConfig> {
  const foreign: string[] = [];
  const folders = onlyHere ? [""] : listProjectFolders();
  for (const folder of folders) {
    const files = CONFIG_NAMES.map((name) => join(folder, name)).filter((file) => findStats(file)?.isFile());
    for (const file of files) {
      const text = readUserFile(file, CONFIG_HINT);
      // A file without the words of the preset, such as a script with the name of a config, is not run.
      const config = hasPreset(text) ? toConfig(file, await importModule(file)) : undefined;
      if (config) return { config, foreign };
      if (CODEGEN_WORDS.test(text)) foreign.push(file);
    }
  }
  return { config: undefined, foreign };
}

function readUserFile(file: string, hint: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Problem(`cannot read ${quotePath(file)}: ${describeFileError(error)}`, hint);
  }
}

/**
 * A config with the preset has one of these words, unless it only exports another file. The search does not
 * find such a config: users name it with `--config`.
 */
const PRESET_WORDS = /\btypedOperations\b|\bgraphql-cli\/codegen\b/;

export function hasPreset(text: string): boolean {
  return PRESET_WORDS.test(text);
}

/** A config of graphql-codegen has one of these words. */
const CODEGEN_WORDS = /\b(?:generates|documents)\b|@graphql-codegen\//;

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
  const hint = "If it is a config of graphql-codegen, run graphql-codegen with it.";
  throw new Problem(`${quotePath(file)} has no output with the preset of typedOperations()`, hint);
}

/** `undefined` if the module exports no config with the preset. @throws Problem for an invalid option */
function toConfig(file: string, exported: unknown): Config | undefined {
  const settings = readExported(file, exported);
  const folder = relative(process.cwd(), dirname(resolve(file)));
  return settings && { file, settings: resolvePaths({ ...settings, configFile: file }, folder) };
}

function readExported(file: string, exported: unknown): Settings | undefined {
  try {
    return readSettings(exported);
  } catch (error) {
    throw explainLoadError(file, error, CONFIG_HINT);
  }
}

/**
 * Resolves the paths of a config against its folder. For the working directory nothing changes:
 * `settings.folder` is "" already.
 */
function resolvePaths(settings: Settings, folder: string): Settings {
  if (folder === "") return settings;
  const resolvePath = (path: string): string => {
    // A path with "!" is no exclusion if the folder has a file with this name.
    if (isExclusion(path, folder)) return `!${resolvePath(path.slice(1))}`;
    return isAbsolute(path) || isAddress(path) ? path : join(folder, path);
  };
  return {
    ...settings,
    folder,
    schemaFiles: settings.schemaFiles.map(resolvePath),
    documents: settings.documents.map(resolvePath),
    output: resolvePath(settings.output),
    rules: resolvePath(settings.rules),
  };
}

const CONFIG_HINT = "Fix the config, or name another one with --config <file>.";

/**
 * Imports the default export of a module of the user, such as a config. A config in YAML or JSON has no
 * exports: it is never one with the preset.
 *
 * @throws Problem with the file and the line
 */
export async function importModule(file: string, version = 0): Promise<unknown> {
  if (/\.(ya?ml|json)$/.test(file)) return undefined;
  return (await importExports(file, version, CONFIG_HINT)).default;
}

/**
 * All exports of a module of the user.
 *
 * @param hint - What to do if it cannot be loaded.
 * @throws Problem with the file and the line, or if another user can have written it
 */
export async function importExports(
  file: string,
  version: number,
  hint: string,
): Promise<Readonly<Record<string, unknown>>> {
  requireTrusted(file);
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
