/** Schemas, and projects with a snapshot and operations. */

import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLI, createFolder } from "../commands.ts";
import { generateOperations } from "../operations.ts";
import { renderLargeOperations, renderLargeSchema } from "./large-project.ts";
import { runNode } from "./processes.ts";

export const BENCH: string = import.meta.dirname;

export const SCHEMAS = {
  GitHub: join(BENCH, "node_modules/github-schema-after/schema.graphql"),
  "GitHub, earlier": join(BENCH, "node_modules/github-schema-before/schema.graphql"),
} as const;

/** Text of a config for `platform-graphql codegen` and `graphql-codegen`. */
export const typedOperations = `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations({ documents: "operations", output: "generated", schema: "schema.graphql" });
`;

/** The files that `schema pull` writes. */
export interface Snapshot {
  /** Schema as SDL. */
  readonly schema: string;
  readonly provenance: string;
}

export interface Workload extends Snapshot {
  /** Each with its fragments. */
  readonly operations: readonly string[];
}

/** Two projects, without the one that takes long if `quick`. */
export async function createWorkloads(quick: boolean): Promise<Readonly<Record<string, Workload>>> {
  const large = { ...(await pullSnapshot(renderLargeSchema())), operations: renderLargeOperations() };
  const workloads = { "19,000 lines, 234 operations": large };
  if (quick) return workloads;
  const snapshot = await pullSnapshot(readFileSync(SCHEMAS.GitHub, "utf8"));
  const operations = generateOperations(SCHEMAS.GitHub, 1000);
  return { ...workloads, "GitHub, 1,000 operations": { ...snapshot, operations } };
}

/** Runs `schema pull`. */
export async function pullSnapshot(sdl: string): Promise<Snapshot> {
  await using folder = await createFolder("bench-");
  const read = (name: string) => readFile(join(folder.path, name), "utf8");
  await writeFile(join(folder.path, "source.graphql"), sdl);
  await runNode([CLI, "schema", "pull", "--from", "source.graphql", "--snapshot", SCHEMA], {
    cwd: folder.path,
  });
  return { schema: await read(SCHEMA), provenance: await read(PROVENANCE) };
}

const SCHEMA = "schema.graphql";
const PROVENANCE = "provenance.json";

export async function writeSnapshot(folder: string, { schema, provenance }: Snapshot): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, SCHEMA), schema);
  await writeFile(join(folder, PROVENANCE), provenance);
}

/**
 * A folder with `schema.graphql`, `provenance.json` and `operations/` that uses the packages of another
 * folder. Removed at the end of its scope.
 */
export async function createProject(
  packages: string,
  { operations, ...snapshot }: Workload,
): Promise<AsyncDisposable & { readonly folder: string }> {
  const temp = await createFolder("bench-");
  const folder = temp.path;
  const from = join(packages, "node_modules");
  const to = join(folder, "node_modules");
  await mkdir(to);
  // Without .cache, so that each project starts with an empty cache.
  const links = (await readdir(from)).filter((name) => name !== ".cache");
  await Promise.all(links.map((name) => symlink(join(from, name), join(to, name))));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeSnapshot(folder, snapshot);
  await mkdir(join(folder, "operations"));
  for (const [index, text] of operations.entries()) {
    await writeFile(join(folder, `operations/operation-${index}.graphql`), text);
  }
  return { folder, [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose]() };
}
