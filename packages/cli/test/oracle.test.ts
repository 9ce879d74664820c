import fc from "fast-check";
import { buildASTSchema, type DocumentNode, type GraphQLSchema, parse, print, Source, validateSchema } from "graphql";
import { expect, test } from "vitest";
import { OPERATIONS, SCHEMA } from "./support/schema-fixture.ts";
import { createDice, mutate } from "./support/schema-mutations.ts";
import { holdVerdicts } from "./support/schema-verdicts.ts";

/** Changes of the schema that are tried. Each is held against each operation. */
const CASES = Number(process.env.ORACLE_CASES ?? 150);
const SEED = Number(process.env.ORACLE_SEED ?? 20_250_101);

/** The schema after one to three random changes, or nothing if that is no schema. */
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

/** The lines of the schema that are new or gone. */
function describeChange(old: DocumentNode, now = ""): string {
  const [was, is] = [print(old), now].map((text) => text.split("\n"));
  const gone = was?.filter((line) => !is?.includes(line)).map((line) => `- ${line}`) ?? [];
  const added = is?.filter((line) => !was?.includes(line)).map((line) => `+ ${line}`) ?? [];
  return [...gone, ...added].join("\n");
}

test("says of random changes what the TypeScript compiler says of the generated types", {
  timeout: 120_000,
}, async () => {
  const sdl = parse(SCHEMA, { noLocation: true });
  const before = buildASTSchema(sdl);
  const document = parse(new Source(OPERATIONS, "operations.graphql"));
  const seeds = fc.sample(fc.integer({ min: 0, max: 2 ** 31 }), { numRuns: CASES * 4, seed: SEED });
  const changes = seeds.flatMap((seed) => change(sdl, seed) ?? []).slice(0, CASES);

  const { disagreements, ...tally } = await holdVerdicts(
    changes.map(({ schema: after }) => ({ before, after, document })),
    (index) => `case ${index}:\n${describeChange(sdl, changes[index]?.text)}`,
  );

  if (process.env.ORACLE_CASES)
    process.stdout.write(`${JSON.stringify({ ...tally, blindByRule: [...tally.blindByRule] })}\n`);
  expect(changes).toHaveLength(CASES);
  expect(disagreements).toEqual([]);
  // A generator that changes nothing of what is used would agree as well.
  expect(tally.breaks).toBeGreaterThan(CASES / 2);
  expect(tally.invalid).toBeGreaterThan(CASES / 4);
  expect([...tally.blindByRule.keys()].sort()).toEqual(["default", "input-field"]);
  expect(tally.agreements).toBeGreaterThan(tally.operations / 2);
});
