/**
 * Random schema changes: the verdicts agree with the TypeScript compiler, which compiles consumers of the
 * generated types, and with executions under both schemas. `ORACLE_SEED` starts another series.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { parse, print } from "graphql";
import { expect, test } from "vitest";
import { SAMPLES } from "../../../test/support/random.ts";
import { compare } from "../src/check/index.ts";
import { check } from "../src/index.ts";
import { plainSchema } from "./support/random-schema.ts";
import { createBase, styleOf } from "./support/schema-bases.ts";
import { FLOW_SCHEMA } from "./support/schema-fixture.ts";
import { compareWithOracles } from "./support/schema-oracle.ts";
import { comparePairs } from "./support/schema-pairs.ts";
import { createUnions } from "./support/schema-unions.ts";

const SEED = Number(process.env.ORACLE_SEED ?? 4111);
const RELAY = join(import.meta.dirname, "../../../test/fixtures/relay/schema.graphql");

/** Operations over a schema, and changes of it. */
function create(name: string, text: string, index: number, seed = SEED + index) {
  const sdl = parse(text, { noLocation: true });
  return createBase({ name, sdl, operations: 5, changes: 16, seed, types: styleOf(index) });
}

/**
 * Bases over a schema with everything in it, a large one, and generated ones with unions inside of
 * interfaces.
 */
const BASES = {
  fixture: (count: number) =>
    Array.from({ length: count }, (_, index) => create("fixture", FLOW_SCHEMA, index)),
  relay(count: number) {
    const relay = readFileSync(RELAY, "utf8");
    return Array.from({ length: count }, (_, index) => create("relay", relay, index));
  },
  generated(count: number) {
    const schemas = fc.sample(plainSchema, { seed: SEED, numRuns: count });
    return schemas.map(({ sdl, seed }, index) => create("generated", sdl, index, seed));
  },
  unions: createUnions,
};

// The test below holds the same promise for the changes in its files.
test("a sample of random schema changes agrees with the TypeScript compiler and with executions", {
  tags: ["slow"],
}, async () => {
  const { disagreements, ...summary } = await compareWithOracles(BASES.fixture(1));

  expect(disagreements.map(({ details }) => details)).toEqual([]);
  expect(summary.operations).toBeGreaterThan(10);
  expect(Math.min(...Object.values(summary.verdicts))).toBeGreaterThan(0);
});

// The oracles confirm these changes in the test below. Two kinds of bases hold the promise in `npm test`.
for (const [kind, createBases] of Object.entries(BASES)) {
  const tags = kind === "relay" || kind === "generated" ? ["slow"] : [];
  const confirmed = test.runIf(process.env.ORACLE_SEED === undefined);
  confirmed(`the confirmed changes of ${kind} have the findings in the file`, { tags }, async () => {
    const texts = createBases(1).flatMap(({ before, document: operations, changes, ...options }) => [
      print(operations),
      ...changes.map(({ after }) => {
        const report = check({ before, after, operations, ...options, today: "2025-01-01" });
        const changed = compare(before, after).map(({ message }) => message);
        const findings = report.operations.flatMap(({ name, findings }) =>
          findings.map(({ verdict, rule, coordinate, code, message }) =>
            [`  ${name}:`, verdict, rule, coordinate, `[${code}]`, message].join(" "),
          ),
        );
        return [changed.join("; "), ...findings].join("\n");
      }),
    ]);
    const file = join(import.meta.dirname, `fixtures/changes/confirmed-${kind}.txt`);
    await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(file);
  });
}

test("random schema changes agree with the TypeScript compiler and with executions", {
  tags: ["slow", "scheduled"],
  timeout: 360_000,
}, async () => {
  const bases = Object.values(BASES).flatMap((createBases) => createBases(3 * SAMPLES));
  const { disagreements, ...summary } = await compareWithOracles(bases);

  expect(disagreements.map(({ details }) => details)).toEqual([]);
  expect(summary.operations).toBeGreaterThan(80 * SAMPLES);
  expect(summary.consumers).toBeGreaterThan(400 * SAMPLES);
  expect(summary.executions).toBeGreaterThan(250 * SAMPLES);
  expect(Math.min(...Object.values(summary.confirmed))).toBeGreaterThan(0);
  expect(Math.min(...Object.values(summary.verdicts))).toBeGreaterThan(5);
  const { confirmed, unconfirmed } = summary.code;
  expect(Math.min(...Object.values(confirmed))).toBeGreaterThan(0);
  expect(unconfirmed).toMatchObject({ reads: 0, writes: 0 });
});

test("random changes of a schema and of its operations agree with the TypeScript compiler", {
  tags: ["slow", "scheduled"],
  timeout: 360_000,
}, async () => {
  const bases = Object.values(BASES).flatMap((createBases) => createBases(SAMPLES));

  const { misses, operations, confirmed, unconfirmed, unaffected } = await comparePairs(bases, SEED);

  expect(misses).toEqual([]);
  expect(operations).toBeGreaterThan(50 * SAMPLES);
  expect(Math.min(confirmed, unaffected)).toBeGreaterThan(20 * SAMPLES);
  expect(unconfirmed).toBeLessThan(confirmed / 10);
});
