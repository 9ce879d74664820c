/** Collects the manifests of consumers for a schema check: from files, or from the packages of a monorepo. */

import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type ConsumerManifest,
  readManifest,
} from "@integration-platform/graphql-compiler/internal/check/consumers";
import { nameDocument } from "@integration-platform/graphql-compiler/internal/model/document-names";
import type { DocumentNode } from "graphql";
import { quotePath } from "../../did-you-mean.ts";
import { describeFileError } from "../../file-error.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { joinProblems, Problem } from "../errors/problem.ts";
import { readJson } from "../project/files.ts";
import type { Project } from "../project/project.ts";
import { type ReadConsumer, readConsumer } from "./consumer.ts";
import { listDependencies, readPackage } from "./package-json.ts";
import { findWorkspaces } from "./workspaces.ts";

export interface CollectOptions {
  /** Files and folders; `true` for the packages of the monorepo. */
  readonly consumers?: readonly string[] | true;
  readonly ignoreUnused?: boolean;
}

export interface Collected {
  readonly consumers: readonly ConsumerManifest[];
  /** Version of the project's package. */
  readonly packageVersion: string | undefined;
  readonly ignoreUnused: boolean;
  /** Why a consumer counts as one of all operations. */
  readonly remarks: readonly string[];
}

const WRITE_COMMAND = 'Write it with "platform-graphql manifest"';
const WRITE = `${WRITE_COMMAND}.`;

/**
 * Returns `undefined` if neither an option nor the config asks for consumers.
 *
 * @throws Problem if a manifest is missing, invalid, or about another package.
 */
export async function collectConsumers(
  options: CollectOptions,
  project: Project,
  operations: DocumentNode,
): Promise<Collected | undefined> {
  const { consumers: paths, ignoreUnused = false } = options;
  const declared = project.consumers;
  if (ignoreUnused && !declared) {
    const hint = 'List all of them in codegen.ts: consumers: ["billing", …].';
    throw new Problem("--ignore-unused: the consumers are not declared, so one could be missing", hint);
  }
  if (paths === undefined && !declared) return undefined;
  const { name, version } = await readPackage(project.folder || ".");
  const own: OwnPackage = {
    name: typeof name === "string" ? name : undefined,
    version: typeof version === "string" ? version : undefined,
  };
  const areNamed = paths !== undefined && paths !== true;
  const read = areNamed ? await readManifests(paths, own) : await readWorkspaces(project, own, operations);
  const manifests = read.map(({ manifest }) => manifest);
  requireAll(manifests, declared ?? []);
  return {
    consumers: manifests.sort((a, b) => (a.consumer < b.consumer ? -1 : 1)),
    packageVersion: own.version,
    ignoreUnused,
    remarks: read.flatMap(({ manifest, unnamed }) =>
      unnamed === undefined ? [] : [`${manifest.consumer} can use any operation, because of ${unnamed}.`],
    ),
  };
}

/** The package of the project. */
interface OwnPackage {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** A manifest, and the file because of which it has all operations. A manifest in a file does not name it. */
type Read = Pick<ReadConsumer, "manifest" | "unnamed">;

/** @throws Problem if a declared manifest is missing, or there are two of one consumer, or none. */
function requireAll(manifests: readonly ConsumerManifest[], declared: readonly string[]): void {
  const names = manifests.map(({ consumer }) => consumer);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Problem(`there are two manifests of ${twice}`, "Remove the older one.");
  const missing = declared.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const hint = `${WRITE_COMMAND} in its folder, then name the file with --consumers <path...>.`;
    const problems = missing.map((name) => `there is no manifest of ${name}`);
    throw joinProblems(problems, { several: "manifests of consumers are missing", hint });
  }
  if (manifests.length === 0)
    throw new Problem("no consumer was found", "Name manifests with --consumers <path...>.");
}

/** @throws Problem if a manifest is about another package. */
async function readManifests(paths: readonly string[], { name }: OwnPackage): Promise<Read[]> {
  const read = await Promise.all(paths.flatMap(listManifests).map(readManifestFile));
  return read.map(({ manifest, file }) => {
    if (name === undefined || manifest.package === name) return { manifest, unnamed: undefined };
    throw new Problem(`${quotePath(file)} is about ${manifest.package}, not ${name}`, "Remove the file.");
  });
}

/** A file, or all JSON files of a folder and of the folders in it. */
function listManifests(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw new Problem(`--consumers: cannot read ${quotePath(path)}: ${describeFileError(error)}`, WRITE);
  }
}

async function readManifestFile(
  file: string,
): Promise<{ readonly manifest: ConsumerManifest; readonly file: string }> {
  const value = await readJson(file, WRITE, "--consumers");
  try {
    return { manifest: readManifest(value), file };
  } catch (error) {
    rethrowOthers(error, TypeError);
    throw new Problem(`${quotePath(file)} is not a manifest: ${error.message}`, WRITE);
  }
}

/** The manifests of the packages that depend on the project's package, without files. */
async function readWorkspaces(
  project: Project,
  { name, version }: OwnPackage,
  operations: DocumentNode,
): Promise<Read[]> {
  const folders = name === undefined ? undefined : await findWorkspaces(project.folder || ".");
  if (name === undefined || !folders) {
    throw new Problem(
      "the project is not in a monorepo with workspaces",
      "Name manifests with --consumers <path...>.",
    );
  }
  const documents = new Set(listNames(operations).map(nameDocument));
  // The check recognizes the other names of the operations by their start.
  const isName = (word: string) => documents.has(word) || !word.endsWith("Document");
  const consumers: Read[] = [];
  for (const folder of folders) {
    if (resolve(folder) === resolve(project.folder || ".")) continue;
    const manifest = await readPackage(folder);
    if (![...listDependencies(manifest).values()].includes(name)) continue;
    consumers.push(await readConsumer({ folder, package: name, used: { version: version ?? null, isName } }));
  }
  return consumers;
}

/** Names of the operations and fragments. */
function listNames({ definitions }: DocumentNode): string[] {
  return definitions.flatMap((definition) => ("name" in definition ? (definition.name?.value ?? []) : []));
}
