/** Compares the verdicts on versions of GitHub's schema with the TypeScript compiler, and writes `README.md`. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSchema, concatAST, type DocumentNode, type GraphQLSchema } from "graphql";
import { createDice } from "../../packages/cli/test/support/schema-mutations.ts";
import { compareWithCompiler } from "../../packages/cli/test/support/schema-oracle.ts";
import { type Pair, renderCounts } from "./counts.ts";
import { generateOperation } from "./operations.ts";
import { findRoots, findTargets } from "./targets.ts";

const OPERATIONS = Number(process.env.ORACLE_OPERATIONS ?? 300);
const SCHEMAS = join(import.meta.dirname, "schemas/node_modules");
const DOCUMENT = join(import.meta.dirname, "README.md");

async function readSchemas(): Promise<{ version: string; schema: GraphQLSchema }[]> {
  const names = (await readdir(SCHEMAS)).filter((name) => /^v\d/.test(name));
  const byVersion = new Intl.Collator("en", { numeric: true });
  return Promise.all(
    names.sort(byVersion.compare).map(async (version) => {
      const text = await readFile(join(SCHEMAS, version, "schema.graphql"), "utf8");
      return { version, schema: buildSchema(text, { assumeValid: true }) };
    }),
  );
}

/** Half of the operations use elements that differ between the versions. */
function generateOperations(before: GraphQLSchema, after: GraphQLSchema, seed: number): DocumentNode {
  const dice = createDice(seed);
  const [targets, roots] = [findTargets(before, after), findRoots(before)];
  const documents: DocumentNode[] = [];
  for (let attempt = 0; documents.length < OPERATIONS && attempt < OPERATIONS * 20; attempt++) {
    const target = dice.pick(targets.length > 0 && dice.below(2) === 0 ? targets : roots);
    const document = generateOperation(before, dice, target, `Operation${documents.length}`);
    if (document) documents.push(document);
  }
  return concatAST(documents);
}

const startedAt = performance.now();
const schemas = await readSchemas();
const pairs: Pair[] = [];
for (const [index, { version, schema: after }] of schemas.entries()) {
  const previous = schemas[index - 1];
  if (!previous) continue;
  const name = `${previous.version} → ${version}`;
  const { schema: before } = previous;
  const document = generateOperations(before, after, index);
  const summary = await compareWithCompiler([{ before, after, document }], () => name);
  pairs.push({ name, summary });
  process.stdout.write(`${name}: ${summary.operations} operations, ${summary.disagreements.length} disagreements\n`);
}
const seconds = Math.round((performance.now() - startedAt) / 1000);
const disagreements = pairs.flatMap(({ summary }) => summary.disagreements);
await writeFile(DOCUMENT, renderCounts(pairs));
process.stdout.write(`${disagreements.join("\n")}\n${seconds} s\n`);
if (disagreements.length > 0) process.exitCode = 1;
