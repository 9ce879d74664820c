/** Schemas, and operations invented over them: the same seed makes the same ones. */

import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSchema, readSource } from "../../../packages/cli/src/codegen/sources.ts";
import { createDice } from "../../../packages/cli/test/support/schema-mutations.ts";
import { inventOperation } from "../../oracle/operations.ts";

export const ROOT: string = join(import.meta.dirname, "../..");
export const BENCH: string = join(ROOT, "bench");

export const SCHEMAS = {
  ours: join(ROOT, "schema/schema.graphql"),
  GitHub: join(BENCH, "node_modules/github-schema-after/schema.graphql"),
  "GitHub, earlier": join(BENCH, "node_modules/github-schema-before/schema.graphql"),
} as const;

/** The text of so many operations over a schema, each with the fragments that it spreads. */
export function inventOperations(schemaFile: string, count: number): string[] {
  const schema = buildSchema(readSource(schemaFile));
  const dice = createDice(7);
  const roots = findRoots(schema);
  const texts: string[] = [];
  for (let attempt = 0; texts.length < count && attempt < count * 20; attempt++) {
    const document = inventOperation(schema, dice, dice.pick(roots), `Operation${texts.length}`);
    if (document?.loc) texts.push(document.loc.source.body);
  }
  return texts;
}

function findRoots(schema: ReturnType<typeof buildSchema>) {
  return (["query", "mutation"] as const).flatMap((kind) => {
    const type = kind === "query" ? schema.getQueryType() : schema.getMutationType();
    return Object.keys(type?.getFields() ?? {}).map((root) => ({ kind, root }));
  });
}

/** A folder with `operations/`, in which the packages of another one resolve. Removed at the end of its scope. */
export async function createProject(
  packages: string,
  operations: readonly string[],
): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  await linkPackages(join(packages, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await mkdir(join(folder, "operations"));
  for (const [index, text] of operations.entries()) {
    await writeFile(join(folder, `operations/operation-${index}.graphql`), text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** A `node_modules` of its own, so that what is cached there goes with it. */
async function linkPackages(from: string, to: string): Promise<void> {
  await mkdir(to);
  const links = (await readdir(from)).filter((name) => name !== ".cache");
  await Promise.all(links.map((name) => symlink(join(from, name), join(to, name))));
}
