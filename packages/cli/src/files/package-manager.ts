/** The package manager of a project, by its lock file, and its commands. */

import { readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { findRepository } from "./find-repository.ts";
import { listProjectFolders } from "./project-folders.ts";
import { findLinkStats } from "./stats.ts";

export interface PackageManager {
  /** Whether there is no lock file that shows it. */
  readonly isAssumed?: true;
  /** Prepares it on a machine with Node.js. */
  readonly prepare?: string;
  /** Installs exactly what the lock file lists. */
  readonly install: string;
  readonly add: string;
  readonly addForDevelopment: string;
  /** Prefix of the name of a script. */
  readonly run: string;
  /** Prefix of a command of an installed package. It downloads nothing. */
  readonly execute: string;
  /**
   * Runs this program, for a person. npm downloads what is not installed: by the name of the package, because
   * a package with the name of the program can be of anyone.
   */
  readonly program: string;
}

const NPM: PackageManager = {
  install: "npm ci --ignore-scripts",
  add: "npm install",
  addForDevelopment: "npm install --save-dev",
  run: "npm run",
  execute: "npx --no-install",
  program: "npx @integration-platform/graphql-cli",
};

/** A manager with the usual names of commands. @param execute - Prefix of a command of an installed package. */
const create = (name: string, execute: string, install: string): Omit<PackageManager, "prepare"> => ({
  install: `${name} install ${install}`,
  add: `${name} add`,
  addForDevelopment: `${name} add -D`,
  run: `${name} run`,
  execute,
  program: `${execute} platform-graphql`,
});

const FROZEN = "--frozen-lockfile --ignore-scripts";
const COREPACK = { prepare: "corepack enable" };
const PNPM: PackageManager = { ...COREPACK, ...create("pnpm", "pnpm exec", FROZEN) };
const YARN: PackageManager = { ...COREPACK, ...create("yarn", "yarn run", "--immutable --mode=skip-build") };
const YARN_1: PackageManager = { ...COREPACK, ...create("yarn", "yarn run", FROZEN) };
const BUN: PackageManager = { prepare: "npm install --global bun", ...create("bun", "bun run", FROZEN) };

const LOCK_FILES: readonly [string, PackageManager][] = [
  ["pnpm-lock.yaml", PNPM],
  ["yarn.lock", YARN],
  ["bun.lock", BUN],
  ["bun.lockb", BUN],
  ["package-lock.json", NPM],
  ["npm-shrinkwrap.json", NPM],
];

/**
 * Searches the lock file in the folders of the project, and up to the root of the repository.
 *
 * @param start - Folder of the project. @default the working directory
 */
export function findPackageManager(start = ""): PackageManager {
  for (const folder of [...listProjectFolders(start), ...listParents(start)]) {
    for (const [name, manager] of LOCK_FILES) {
      const lockFile = join(folder, name);
      if (!findLinkStats(lockFile)) continue;
      const isFirstYarn = manager === YARN && readFileSync(lockFile, "utf8").includes("# yarn lockfile v1");
      return isFirstYarn ? YARN_1 : manager;
    }
  }
  return { ...NPM, isAssumed: true };
}

/**
 * Completes the commands of this program in a text, such as `"platform-graphql ci"`, so that they run in the
 * project: `"pnpm exec platform-graphql ci"`.
 */
export function completeCommands(text: string): string {
  return text.replaceAll(/"platform-graphql (?=[a-z-])/g, () => `"${findProgram()} `);
}

/** A folder that cannot be read is the problem of another message. */
function findProgram(): string {
  try {
    return findPackageManager().program;
  } catch {
    return NPM.program;
  }
}

/** The parents of a folder up to the root of the repository. */
function listParents(start: string): string[] {
  const root = findRepository(start) ?? start;
  const depth = relative(root, resolve(start)).split(sep).filter(Boolean).length;
  return Array.from({ length: depth }, (_, index) => resolve(start, "../".repeat(index + 1)));
}
