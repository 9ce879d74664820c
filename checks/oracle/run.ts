/**
 * Compares the verdicts with two oracles on random changes and on versions of public schemas, and writes
 * `README.md`.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildASTSchema, type GraphQLSchema, print, validateSchema } from "graphql";
import {
  createBase,
  createOperations,
  mapScalars,
  styleOf,
} from "../../packages/compiler/test/support/schema-bases.ts";
import { FLOW_SCHEMA } from "../../packages/compiler/test/support/schema-fixture.ts";
import {
  compareWithOracles,
  createSummary,
  type OracleBase,
} from "../../packages/compiler/test/support/schema-oracle.ts";
import { comparePairs, type PairSummary } from "../../packages/compiler/test/support/schema-pairs.ts";
import { createDice } from "../../packages/compiler/test/support/schema-values.ts";
import { replaceResults } from "../results.ts";
import { readStamp, renderStamp } from "../stamp.ts";
import { type Row, renderCounts, renderPairs } from "./counts.ts";
import { type Origin, origins, readVersions } from "./public-schemas.ts";
import { chooseTypes, createSource, type Source, slice } from "./slices.ts";

/** Operations with random changes, over all schemas. */
const OPERATIONS = Number(process.env.ORACLE_OPERATIONS ?? 25_000);
/** Operations for each pair of versions. */
const PER_PAIR = Math.round(OPERATIONS / 100);
const SEED = Number(process.env.ORACLE_SEED ?? 1);
const FIXTURES = join(import.meta.dirname, "../../test/fixtures");
const DOCUMENT = join(import.meta.dirname, "README.md");
const BATCH = 8;
/** Number of types of a slice. */
const SLICE = 14;

async function readSources(origin: Origin): Promise<Source[]> {
  return (await readVersions(origin)).map(({ name, sdl }) => createSource(name, sdl));
}

async function readFixture(name: string): Promise<Source> {
  return createSource(`fixture ${name}`, await readFile(join(FIXTURES, name, "schema.graphql"), "utf8"));
}

function createChanged(source: Source, seed: number): OracleBase | undefined {
  const sdl = slice(source, chooseTypes(source, createDice(seed), SLICE));
  if (!isValid(buildASTSchema(sdl))) return undefined;
  return createBase({ name: source.name, sdl, seed, types: styleOf(seed), operations: 8, changes: 16 });
}

/** A slice that contains a type that differs. */
function createPair(
  old: Source,
  now: Source,
  differing: readonly string[],
  seed: number,
): OracleBase | undefined {
  const dice = createDice(seed);
  const chosen = chooseTypes(old, dice, SLICE, dice.pick(differing));
  const before = buildASTSchema(slice(old, chosen));
  const after = buildASTSchema(slice(now, addMembers(old, now, chosen)));
  if (!isValid(before) || !isValid(after)) return undefined;
  const { document, used } = createOperations(before, dice, 8);
  const name = `${old.name} → ${now.name}, seed ${seed}`;
  const scalars = mapScalars(before, dice);
  return {
    name,
    scalars,
    before,
    types: styleOf(seed),
    document,
    changes: [{ after, names: new Set(used.keys()) }],
  };
}

/** The chosen types, the root types, and the types that were added to a chosen union or interface. */
function addMembers(old: Source, now: Source, chosen: ReadonlySet<string>): ReadonlySet<string> {
  const added = [...chosen].flatMap((name) => {
    const isAbstract = /^(Interface|Union)/.test(now.types.get(name)?.kind ?? "");
    return isAbstract
      ? (now.references.get(name) ?? []).filter((reference) => !old.types.has(reference))
      : [];
  });
  return new Set([now.query, ...(now.mutation ? [now.mutation] : []), ...chosen, ...added]);
}

function findDiffering(old: Source, now: Source): string[] {
  return [...old.types].flatMap(([name, node]) => {
    const other = now.types.get(name);
    return other && print(node) === print(other) ? [] : [name];
  });
}

function isValid(schema: GraphQLSchema): boolean {
  return validateSchema(schema).length === 0;
}

/** Compares bases in batches, until enough operations are compared. */
async function compare(
  name: string,
  operations: number,
  create: (seed: number) => OracleBase | undefined,
): Promise<Row> {
  const summary = createSummary();
  for (let seed = SEED; summary.operations < operations && seed < SEED + operations; seed += BATCH) {
    const bases = Array.from({ length: BATCH }, (_, index) => create(seed + index)).filter(
      (base) => base !== undefined,
    );
    const known = summary.disagreements.length;
    await compareWithOracles(bases, summary);
    for (const { cause, details } of summary.disagreements.slice(known))
      process.stdout.write(`${cause}\n${details}\n`);
  }
  process.stdout.write(
    `${name}: ${summary.operations} operations, ${summary.disagreements.length} disagreements\n`,
  );
  return { name, summary };
}

/** Compares pairs in which the operations change too. @returns the cells of a row */
async function compareBoth(source: Source): Promise<PairSummary> {
  const total: PairSummary = { operations: 0, confirmed: 0, unconfirmed: 0, unaffected: 0, misses: [] };
  const wanted = OPERATIONS / sources.length / 4;
  for (let seed = SEED; total.operations < wanted && seed < SEED + wanted; seed += BATCH) {
    const bases = Array.from({ length: BATCH }, (_, index) => createChanged(source, seed + index)).filter(
      (base) => base !== undefined,
    );
    const { misses, ...counts } = await comparePairs(bases, seed);
    for (const name of ["operations", "confirmed", "unconfirmed", "unaffected"] as const)
      total[name] += counts[name];
    total.misses.push(...misses.slice(0, 100));
  }
  process.stdout.write(
    `${source.name}, with its operations: ${total.operations}, ${total.misses.length} misses\n`,
  );
  return total;
}

const startedAt = performance.now();
const stamp = await readStamp("compiler");
const histories = await Promise.all(origins.map(readSources));
const newest = histories.flatMap((versions) => versions.at(-1) ?? []);
const fixtures = [
  await readFixture("foreign"),
  await readFixture("relay"),
  createSource("fixture of the tests", FLOW_SCHEMA),
];
const sources = [...newest, ...fixtures];
const mutations: Row[] = [];
for (const source of sources) {
  mutations.push(
    await compare(source.name, OPERATIONS / sources.length, (seed) => createChanged(source, seed)),
  );
}
const both: [name: string, summary: PairSummary][] = [];
for (const source of sources) both.push([source.name, await compareBoth(source)]);
const versions: Row[] = [];
for (const now of histories.flat()) {
  const all = histories.find((history) => history.includes(now)) ?? [];
  const old = all[all.indexOf(now) - 1];
  const differing = old ? findDiffering(old, now) : [];
  if (!old || differing.length === 0) continue;
  versions.push(
    await compare(`${old.name} → ${now.name}`, PER_PAIR, (seed) => createPair(old, now, differing, seed)),
  );
}
const results = {
  commit: `Measured at ${await renderStamp(stamp, "compiler")}.`,
  ...renderCounts(mutations, versions),
  "changed operations": renderPairs(both),
};
await writeFile(DOCUMENT, replaceResults(await readFile(DOCUMENT, "utf8"), results));
process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s\n`);
const hasMisses = both.some(([, { misses }]) => misses.length > 0);
if (hasMisses || [...mutations, ...versions].some(({ summary }) => summary.disagreements.length > 0))
  process.exitCode = 1;
