/** What codegen read and wrote when it last ran here, so that it need not run again where all of that is the same. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findFiles } from "../../codegen/find-files.ts";
import type { Recipe } from "../../codegen/recipe.ts";
import { listAncestors } from "../tree.ts";

/** Where npm, pnpm, Yarn and Bun write down what they have installed: the plugins, and all that these stand on. */
const RECORDS = [
  "node_modules/.package-lock.json",
  "node_modules/.pnpm/lock.yaml",
  "node_modules/.yarn-integrity",
  "node_modules/.yarn-state.yml",
  ".pnp.cjs",
  "bun.lock",
];

export interface Stamp {
  /** Whether generating would read and write what it did the last time. */
  readonly isCurrent: boolean;
  /** Writes down that it has been done, as of when the stamp was opened. */
  renew(): void;
}

/**
 * Looks at what a config reads and writes. It reads contents and not times, which a checkout changes and a build restores.
 *
 * @returns `undefined` where that cannot be told: a file cannot be read, or nobody wrote down what is installed.
 */
export async function openStamp(configFile: string, recipe: Recipe): Promise<Stamp | undefined> {
  const here = listAncestors(process.cwd());
  const records = here.flatMap((folder) => RECORDS.map((name) => join(folder, name))).filter(existsSync);
  const modules = here.map((folder) => join(folder, "node_modules")).find(existsSync);
  if (records.length === 0 || modules === undefined) return undefined;
  const inputs = await readInputs(recipe, records).catch(() => undefined);
  if (inputs === undefined) return undefined;
  // What is written from another folder is written to another one.
  const name = digest([], resolve(configFile), process.cwd()).slice(0, 32);
  const file = join(modules, ".cache/@integration-platform/graphql", `codegen-${name}`);
  const stamp = () => `${inputs} ${readOutputs(recipe.output)}\n`;
  return {
    isCurrent: holds(file, stamp),
    renew() {
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, stamp());
      } catch {
        // A tree that may not be written to: the next run generates again.
      }
    },
  };
}

/** A file that is not there, or an output that cannot be read, is for the run to deal with. */
function holds(file: string, stamp: () => string): boolean {
  try {
    return readFileSync(file, "utf8") === stamp();
  } catch {
    return false;
  }
}

async function readInputs(recipe: Recipe, records: readonly string[]): Promise<string> {
  const operations = await findFiles(recipe.operations);
  return digest([recipe.schema, ...operations, ...listFiles(recipe.generator), ...records], recipe.options);
}

function readOutputs(folder: string): string {
  return digest(existsSync(folder) ? listFiles(folder) : []);
}

function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
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
