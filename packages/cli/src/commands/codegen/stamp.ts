/** What codegen read and wrote when it last ran here, so that it need not run again where all of that is the same. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findFiles } from "../../codegen/find-files.ts";
import type { Recipe } from "../../codegen/recipe.ts";
import { listAncestors } from "../tree.ts";

/** Where npm and Yarn write down what they have installed: the plugins, and all that these stand on. */
const RECORDS = [".package-lock.json", ".yarn-integrity", ".yarn-state.yml"];

export interface Stamp {
  /** Whether generating would read and write what it did the last time. */
  readonly isCurrent: boolean;
  /** Writes down that it has been done, unless somebody has touched meanwhile what it reads. */
  renew(): Promise<void>;
}

/**
 * Looks at what a config reads and writes. It reads contents and not times, which a checkout changes and a build restores.
 *
 * @returns `undefined` where that cannot be told: a file cannot be read, or nobody wrote down what is installed.
 */
export async function openStamp(configFile: string, recipe: Recipe): Promise<Stamp | undefined> {
  const installed = findInstalled();
  if (!installed) return undefined;
  const inputs = await readInputs(recipe, installed.record);
  if (inputs === undefined) return undefined;
  // What is written from another folder is written to another one.
  const name = digest([], resolve(configFile), process.cwd()).slice(0, 32);
  const file = join(installed.modules, ".cache/@integration-platform/graphql", `codegen-${name}`);
  const stamp = () => `${inputs.contents} ${digest(existsSync(recipe.output) ? listFiles(recipe.output) : [])}\n`;
  return {
    isCurrent: holds(file, stamp),
    async renew() {
      if ((await readInputs(recipe, installed.record))?.touched !== inputs.touched) return;
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, stamp());
      } catch {
        // A tree that may not be written to: the next run generates again.
      }
    },
  };
}

/** The `node_modules` that has graphql-codegen, and the record of the installation that put it there. */
function findInstalled(): { readonly modules: string; readonly record: string } | undefined {
  const name = "@graphql-codegen/cli";
  const modules = listAncestors(process.cwd())
    .map((folder) => join(folder, "node_modules"))
    .find((folder) => existsSync(join(folder, name)));
  if (modules === undefined) return undefined;
  // pnpm keeps all packages of a workspace in one place, with its record, and links to them.
  const stores = listAncestors(realpathSync(join(modules, name))).filter((folder) => basename(folder) === ".pnpm");
  const records = [...RECORDS.map((file) => join(modules, file)), ...stores.map((store) => join(store, "lock.yaml"))];
  const record = records.find(existsSync);
  return record === undefined ? undefined : { modules, record };
}

/** A file that is not there, or an output that cannot be read, is for the run to deal with. */
function holds(file: string, stamp: () => string): boolean {
  try {
    return readFileSync(file, "utf8") === stamp();
  } catch {
    return false;
  }
}

interface Inputs {
  readonly contents: string;
  /** When each file was last written to, which nobody can set: also one that has been put back to what it was. */
  readonly touched: string;
}

async function readInputs(recipe: Recipe, record: string): Promise<Inputs | undefined> {
  try {
    const operations = await findFiles(recipe.operations);
    const files = [recipe.schema, ...operations, ...listFiles(recipe.generator), record];
    const touched = JSON.stringify(files.map((file) => [file, statSync(file).ctimeMs]));
    return { touched, contents: digest(files, recipe.settings) };
  } catch {
    return undefined;
  }
}

/** Of one folder, and not below; links to files too. */
function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return files.map(({ name }) => join(folder, name)).sort();
}

/** Of some texts and files, with their names and lengths, so that nothing can pass for its neighbour. */
function digest(files: readonly string[], ...texts: string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(texts));
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(JSON.stringify([file, bytes.length])).update(bytes);
  }
  return hash.digest("hex");
}
