import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { SAMPLES } from "../../../test/support/random.ts";
import { createBase } from "./support/schema-bases.ts";
import { SCHEMA } from "./support/schema-fixture.ts";
import { compareWithOracles } from "./support/schema-oracle.ts";

const SEED = Number(process.env.ORACLE_SEED ?? 4111);
const RELAY = join(import.meta.dirname, "../../../test/fixtures/relay/schema.graphql");

/** Bases over a schema, each with operations and changes. */
function createBases(name: string, text: string, count: number) {
  const options = { name, sdl: parse(text, { noLocation: true }), operations: 5, changes: 16 };
  return Array.from({ length: count }, (_, index) =>
    createBase({ ...options, seed: SEED + index, openTypes: index % 2 === 0 }),
  );
}

test("a sample of random schema changes agrees with the TypeScript compiler and with executions", async () => {
  const { disagreements, ...summary } = await compareWithOracles(createBases("fixture", SCHEMA, 1));

  expect(disagreements.map(({ details }) => details)).toEqual([]);
  expect(summary.operations).toBeGreaterThan(10);
  expect(Math.min(...Object.values(summary.verdicts))).toBeGreaterThan(0);
});

test("random schema changes agree with the TypeScript compiler and with executions", {
  tags: ["slow"],
  timeout: 240_000,
}, async () => {
  const relay = await readFile(RELAY, "utf8");
  const count = 2 * SAMPLES;
  const bases = [...createBases("fixture", SCHEMA, count), ...createBases("relay", relay, count)];
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
