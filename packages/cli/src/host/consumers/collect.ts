/** Collects the workspaces that use the project's package, for a schema check. */

import type { Consumer } from "@integration-platform/graphql-compiler/internal/check/impact/consumers";
import { pathFrom } from "../../files/paths.ts";
import { joinProblems, Problem } from "../errors/problem.ts";
import type { Project } from "../project/project.ts";
import { listDependencies, listImports, readPackage } from "./package-json.ts";
import { readTextFiles } from "./text-files.ts";
import { findUnclear, type UsedPackage } from "./unclear-uses.ts";
import { readWords } from "./words.ts";
import { findWorkspaces } from "./workspaces.ts";

export interface CollectOptions {
  readonly consumers?: boolean;
  readonly ignoreUnused?: boolean;
}

export interface Collected {
  readonly consumers: readonly Consumer[];
  readonly ignoreUnused: boolean;
  /** Why a consumer counts as one of all operations. */
  readonly remarks: readonly string[];
}

/**
 * Returns `undefined` if neither an option nor the config asks for consumers.
 *
 * @throws Problem if there is none, a declared one is missing, or a file cannot be read.
 */
export async function collectConsumers(
  { consumers: isAsked = false, ignoreUnused = false }: CollectOptions,
  project: Project,
): Promise<Collected | undefined> {
  const declared = project.consumers;
  if (ignoreUnused && !declared) {
    const hint = 'List all of them in codegen.ts: consumers: ["billing", …].';
    throw new Problem("--ignore-unused: the consumers are not declared, so one could be missing", hint);
  }
  if (!isAsked && !declared) return undefined;
  const read = await readWorkspaces(project.folder);
  const consumers = read.map(({ consumer }) => consumer);
  requireAll(consumers, declared ?? []);
  return {
    consumers: consumers.sort((a, b) => (a.name < b.name ? -1 : 1)),
    ignoreUnused,
    remarks: read.flatMap(({ consumer, unclear }) =>
      unclear === undefined ? [] : [`${consumer.name} can use any operation, because of ${unclear}.`],
    ),
  };
}

/** @throws Problem if a declared consumer is missing, or there is none. */
function requireAll(consumers: readonly Consumer[], declared: readonly string[]): void {
  const names = new Set(consumers.map(({ name }) => name));
  const missing = declared.filter((name) => !names.has(name));
  if (missing.length > 0) {
    const hint = "Correct consumers in codegen.ts: names of workspaces whose package.json lists the package.";
    const problems = missing.map((name) => `no workspace with the name "${name}" depends on the package`);
    throw joinProblems(problems, "the consumers have", hint);
  }
  if (names.size > 0) return;
  throw new Problem("--consumers: no workspace depends on the package", "Remove --consumers.");
}

/** A consumer, and the file because of which it can use any operation. */
interface ReadConsumer {
  readonly consumer: Consumer;
  readonly unclear: string | undefined;
}

/** Reads the workspaces that depend on the package in a folder. */
async function readWorkspaces(own: string): Promise<ReadConsumer[]> {
  const { name } = await readPackage(own);
  const folders = await findWorkspaces(own);
  if (typeof name !== "string" || !folders) {
    const hint = "Consumers are the workspaces that depend on the package of the config.";
    throw new Problem("--consumers: the project is not a package in a monorepo with workspaces", hint);
  }
  const consumers: ReadConsumer[] = [];
  for (const folder of folders) {
    const names = await readAliases(folder, name);
    if (names.length > 0) consumers.push(await readConsumer(folder, { names, folder: own }));
  }
  return consumers;
}

/** The names under which a workspace imports a package. Empty if it does not depend on it. */
async function readAliases(folder: string, name: string): Promise<string[]> {
  const manifest = await readPackage(folder);
  const aliases = [...listDependencies(manifest)].flatMap(([alias, target]) =>
    target === name ? [alias] : [],
  );
  return [...aliases, ...listImports(manifest, aliases)];
}

async function readConsumer(folder: string, used: UsedPackage): Promise<ReadConsumer> {
  const { name } = await readPackage(folder);
  const { files } = await readTextFiles([folder]);
  const unclear = findUnclear(files, used);
  const names = unclear === undefined ? new Set(files.flatMap(({ text }) => [...readWords(text)])) : "all";
  const consumer = {
    name: typeof name === "string" ? name : pathFrom(process.cwd(), folder),
    names,
  } as const;
  return { consumer, unclear };
}
