import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { SAMPLES } from "../../../test/support/random.ts";
import { createBase } from "./support/schema-bases.ts";
import { SCHEMA } from "./support/schema-fixture.ts";
import { compareWithOracles } from "./support/schema-oracle.ts";

const SEED = Number(process.env.ORACLE_SEED ?? 4001);
const RELAY = join(import.meta.dirname, "../../../test/fixtures/relay/schema.graphql");

test("agrees with the TypeScript compiler and with executions on random schema changes", async () => {
  const schemas = { fixture: SCHEMA, relay: await readFile(RELAY, "utf8") };
  const bases = Object.entries(schemas).flatMap(([name, text]) => {
    const sdl = parse(text, { noLocation: true });
    const options = { name, sdl, operations: 5, changes: 12 };
    return Array.from({ length: 2 * SAMPLES }, (_, index) =>
      createBase({ ...options, seed: SEED + index, openTypes: index % 2 === 0 }),
    );
  });

  const { disagreements, ...summary } = await compareWithOracles(bases);

  expect(disagreements.map(({ details }) => details)).toEqual([]);
  expect(summary.operations).toBeGreaterThan(100 * SAMPLES);
  expect(summary.consumers).toBeGreaterThan(400 * SAMPLES);
  expect(summary.executions).toBeGreaterThan(250 * SAMPLES);
  expect(Math.min(...Object.values(summary.confirmed))).toBeGreaterThan(0);
  expect(Math.min(...Object.values(summary.verdicts))).toBeGreaterThan(10);
}, 240_000);
