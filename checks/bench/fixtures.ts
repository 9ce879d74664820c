/** Schemas, and generated operations over them. The same seed gives the same operations. */

import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSource } from "../../packages/cli/src/codegen/sources.ts";
import { buildSchema } from "../../packages/compiler/src/model/index.ts";
import { generateUsualOperation } from "../../packages/compiler/test/support/schema-operations.ts";
import { createDice } from "../../packages/compiler/test/support/schema-values.ts";
import { renderLargeOperations, renderLargeSchema } from "./large-project.ts";

export const ROOT: string = join(import.meta.dirname, "../..");
export const BENCH: string = import.meta.dirname;
export const CLI: string = join(ROOT, "packages/cli/bin/platform-graphql.js");

export const SCHEMAS = {
  small: join(ROOT, "test/fixtures/platform/schema.graphql"),
  GitHub: join(BENCH, "node_modules/github-schema-after/schema.graphql"),
  "GitHub, earlier": join(BENCH, "node_modules/github-schema-before/schema.graphql"),
} as const;

/** Text of a config for `platform-graphql codegen` and `graphql-codegen`. */
export const typedOperations = `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations({ documents: "operations", output: "generated", schema: "schema.graphql" });
`;

export interface Workload {
  /** Schema as SDL. */
  readonly schema: string;
  /** Each with its fragments. */
  readonly operations: readonly string[];
}

/** Projects of three sizes, without those that take long if `quick`. */
export function createWorkloads(quick: boolean): Readonly<Record<string, Workload>> {
  const generate = (schema: keyof typeof SCHEMAS, count: number): Workload => ({
    schema: readFileSync(SCHEMAS[schema], "utf8"),
    operations: generateOperations(SCHEMAS[schema], count),
  });
  const large = { schema: renderLargeSchema(), operations: renderLargeOperations().map(([, text]) => text) };
  const small = { "small, 10 operations": generate("small", 10), "19,000 lines, 234 operations": large };
  return quick ? small : { ...small, "GitHub, 1,000 operations": generate("GitHub", 1000) };
}

/** Operations over a schema, each with its fragments. */
export function generateOperations(schemaFile: string, count: number): string[] {
  const schema = buildSchema(readSource(schemaFile));
  const dice = createDice(7);
  const texts: string[] = [];
  for (let attempt = 0; texts.length < count && attempt < count * 20; attempt++) {
    const document = generateUsualOperation(schema, dice, `Operation${texts.length}`);
    if (document?.loc) texts.push(document.loc.source.body);
  }
  return texts;
}

/** A folder with `schema.graphql` and `operations/` that uses the packages of another folder. Removed at the end of its scope. */
export async function createProject(
  packages: string,
  schema: string,
  operations: readonly string[],
): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const [from, to] = [join(packages, "node_modules"), join(folder, "node_modules")];
  await mkdir(to);
  // Without .cache, so that each project starts with an empty cache.
  const links = (await readdir(from)).filter((name) => name !== ".cache");
  await Promise.all(links.map((name) => symlink(join(from, name), join(to, name))));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeFile(join(folder, "schema.graphql"), schema);
  await mkdir(join(folder, "operations"));
  for (const [index, text] of operations.entries()) {
    await writeFile(join(folder, `operations/operation-${index}.graphql`), text);
  }
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
