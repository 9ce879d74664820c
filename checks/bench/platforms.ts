/**
 * Simulated platforms over a schema of 19,000 lines, as in a test suite that creates one for each test. `platforms.ts
 * <number>` prints the samples.
 */

import { setImmediate } from "node:timers/promises";
import { createPlatform } from "@integration-platform/graphql-testing";
import { renderLargeOperations, renderLargeSchema } from "./large-project.ts";
import { type Measurement, summarize } from "./measurement.ts";
import { runForJson } from "./processes.ts";

interface Samples {
  readonly createMs: readonly number[];
  /** After each fifth of the platforms. */
  readonly heapMiB: readonly number[];
}

export const platforms: Measurement = async ({ quick, report }) => {
  const count = quick ? 50 : 500;
  report(`${count} platforms`);
  const { createMs, heapMiB } = await runForJson<Samples>("platforms.ts", `${count}`);
  const [first = 0, ...later] = createMs;
  const heaps = heapMiB.map((value, index) => [`heap after ${((index + 1) * count) / 5}, MiB`, value]);
  return {
    "createPlatform, one query": { "first, ms": first, "later, ms": summarize(later), ...Object.fromEntries(heaps) },
  };
};

if (import.meta.main) {
  const count = Number(process.argv[2]);
  const schema = renderLargeSchema();
  const [, query = ""] = renderLargeOperations()[0] ?? [];
  const createMs: number[] = [];
  const heapMiB: number[] = [];
  for (let created = 1; created <= count; created++) {
    const startedAt = performance.now();
    const platform = createPlatform({ schema });
    createMs.push(performance.now() - startedAt);
    const authorization = `Bearer ${await platform.issueAccessToken()}`;
    const body = JSON.stringify({ query, variables: { first: 10 } });
    const headers = { authorization, "content-type": "application/json" };
    const response = await platform.fetch(new Request(`${platform.baseUrl}/api`, { method: "POST", headers, body }));
    const { data } = (await response.json()) as { data?: unknown };
    if (!data) throw new Error("The platform returned no data");
    if (created % (count / 5) === 0) {
      await setImmediate();
      globalThis.gc?.();
      heapMiB.push(process.memoryUsage().heapUsed / 1024 ** 2);
    }
  }
  process.stdout.write(JSON.stringify({ createMs, heapMiB } satisfies Samples));
}
