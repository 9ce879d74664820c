import fc from "fast-check";
import { buildASTSchema, type DocumentNode, type GraphQLSchema, parse, print, Source, validateSchema } from "graphql";
import { expect, test } from "vitest";
import { OPERATIONS, SCHEMA } from "./support/schema-fixture.ts";
import { createDice, mutate } from "./support/schema-mutations.ts";
import { compareWithCompiler } from "./support/schema-oracle.ts";

/** Number of schema changes. Each is compared for each operation. */
const CASES = Number(process.env.ORACLE_CASES ?? 150);
const SEED = Number(process.env.ORACLE_SEED ?? 20_250_101);

/** The schema after one to three random changes, if it is valid. */
function change(document: DocumentNode, seed: number): { schema: GraphQLSchema; text: string } | undefined {
  const dice = createDice(seed);
  let changed = document;
  for (let count = 1 + dice.below(3); count > 0; count--) changed = mutate(changed, dice);
  try {
    const schema = buildASTSchema(changed);
    return validateSchema(schema).length === 0 ? { schema, text: print(changed) } : undefined;
  } catch {
    return undefined;
  }
}

/** The added and removed lines of the schema. */
function describeChange(old: DocumentNode, now = ""): string {
  const [before = [], after = []] = [print(old), now].map((text) => text.split("\n"));
  const removed = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const added = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  return [...removed, ...added].join("\n");
}

test("agrees with the TypeScript compiler on random schema changes", async () => {
  const sdl = parse(SCHEMA, { noLocation: true });
  const before = buildASTSchema(sdl);
  const document = parse(new Source(OPERATIONS, "operations.graphql"));
  const seeds = fc.sample(fc.integer({ min: 0, max: 2 ** 31 }), { numRuns: CASES * 4, seed: SEED });
  const changes = seeds.flatMap((seed) => change(sdl, seed) ?? []).slice(0, CASES);

  const { disagreements, ...summary } = await compareWithCompiler(
    changes.map(({ schema: after }) => ({ before, after, document })),
    (index) => `case ${index}:\n${describeChange(sdl, changes[index]?.text)}`,
  );

  if (process.env.ORACLE_CASES)
    process.stdout.write(`${JSON.stringify({ ...summary, invisibleByRule: [...summary.invisibleByRule] })}\n`);
  expect(changes).toHaveLength(CASES);
  expect(disagreements).toEqual([]);
  // Changes of unused elements would agree as well.
  expect(summary.breaks).toBeGreaterThan(CASES / 2);
  expect(summary.invalid).toBeGreaterThan(CASES / 4);
  expect([...summary.invisibleByRule.keys()].sort()).toEqual(["default", "input-field"]);
  expect(summary.agreements).toBeGreaterThan(summary.operations / 2);
});
