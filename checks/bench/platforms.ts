/**
 * The simulated platform over a schema of 19,000 lines: a platform for each test of a suite, and the contract
 * cases of 234 operations. `platforms.ts <number of platforms>` prints the samples.
 */

import { setImmediate } from "node:timers/promises";
import { contractCases, createPlatform } from "@integration-platform/graphql-testing";
import { renderLargeOperations, renderLargeSchema } from "./large-project.ts";
import { type Measurement, summarize } from "./measurement.ts";
import { runForJson } from "./processes.ts";

interface Samples {
  readonly createMs: readonly number[];
  /** The same with 1,600 types, without the first one, which parses the schema. */
  readonly manyTypesMs: readonly number[];
  /** After each fifth of the platforms. */
  readonly heapMiB: readonly number[];
  /** CPU time of all contract cases, in each round. */
  readonly casesMs: readonly number[];
  readonly cases: number;
}

export const platforms: Measurement = async ({ quick, report }) => {
  const count = quick ? 50 : 500;
  report(`${count} platforms`);
  const { createMs, manyTypesMs, heapMiB, casesMs, cases } = await runForJson<Samples>(
    "platforms.ts",
    `${count}`,
  );
  const [first = 0, ...later] = createMs;
  const [contract = 0, ...again] = casesMs;
  const heaps = heapMiB.map((value, index) => [`heap after ${((index + 1) * count) / 5}, MiB`, value]);
  return {
    "createPlatform, one query": {
      "first, ms": first,
      "later, ms": summarize(later),
      ...Object.fromEntries(heaps),
    },
    "createPlatform, 1,600 types": { "later, ms": summarize(manyTypesMs) },
    "contract cases": {
      "CPU, ms": contract,
      "CPU of a later call, ms": summarize(again.map((ms) => ms / cases)),
    },
  };
};

/** Entities of a schema with 1,603 types. */
const MANY_TYPES_ENTITIES = 132;

type Send = (query: string, variables?: object) => Promise<void>;

function connect(schema: string): Send {
  const platform = createPlatform({ schema });
  const answered = new Set<string>();
  return async (query, variables) => {
    // Generated data, so that no rule is needed.
    if (!answered.has(query)) platform.answer(query);
    answered.add(query);
    const authorization = `Bearer ${await platform.issueAccessToken()}`;
    const headers = { authorization, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query, variables }) };
    const response = await platform.fetch(new Request(`${platform.baseUrl}/api`, init));
    const { data } = (await response.json()) as { data?: unknown };
    if (!data) throw new Error(`The platform returned no data: ${query}`);
  };
}

/** Times of `createPlatform()` and its first row. */
function timeManyTypes(count: number): number[] {
  const schema = renderLargeSchema(MANY_TYPES_ENTITIES);
  createPlatform({ schema });
  return Array.from({ length: count }, () => {
    const startedAt = performance.now();
    createPlatform({ schema });
    return performance.now() - startedAt;
  });
}

if (import.meta.main) {
  const count = Number(process.argv[2]);
  const schema = renderLargeSchema();
  const operations = renderLargeOperations();
  const samples = {
    createMs: [] as number[],
    manyTypesMs: timeManyTypes(count),
    heapMiB: [] as number[],
    casesMs: [] as number[],
  };
  for (let created = 1; created <= count; created++) {
    const startedAt = performance.now();
    const send = connect(schema);
    samples.createMs.push(performance.now() - startedAt);
    await send(operations[0] ?? "", { first: 10 });
    if (created % (count / 5) !== 0) continue;
    await setImmediate();
    globalThis.gc?.();
    samples.heapMiB.push(process.memoryUsage().heapUsed / 1024 ** 2);
  }
  const send = connect(schema);
  const documents = operations.map((text) => ({ text }));
  let cases = 0;
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    const all = contractCases(schema, documents);
    for (const { document, variables } of all) await send(document.text, variables);
    const { user, system } = process.cpuUsage(before);
    samples.casesMs.push((user + system) / 1000);
    cases = all.length;
  }
  process.stdout.write(JSON.stringify({ ...samples, cases } satisfies Samples));
}
