/** The parts of `npm test`, and the test files that take longest. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ROOT } from "./fixtures.ts";
import type { Measurement, Table } from "./measurement.ts";
import { type Cost, run } from "./processes.ts";

const LISTED_FILES = 12;

interface Report {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

export const tests: Measurement = async ({ quick, report }) => {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const output = join(folder, "tests.json");
  const only = quick ? ["test/errors.test.ts"] : [];
  const npm = (...args: string[]) => run(["npm", "run", "--silent", ...args], { cwd: ROOT });
  const steps: Readonly<Record<string, () => Promise<Cost>>> = {
    build: async () => {
      await npm("clean");
      return npm("build");
    },
    types: () => npm("types"),
    // A failed test does not change the figures much. npm test reports it.
    vitest: () => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
      return run(["npx", "vitest", "run", ...reporters, ...only], { cwd: ROOT, accept: [1] });
    },
  };
  const table: Table = {};
  const sum = { "wall, s": 0, "CPU, s": 0 };
  let printed = "";
  for (const [name, step] of Object.entries(steps)) {
    report(`tests: ${name}`);
    const { wallMs, cpuMs, output } = await step();
    printed = output;
    table[name] = { "wall, s": wallMs / 1000, "CPU, s": cpuMs / 1000 };
    sum["wall, s"] += wallMs / 1000;
    sum["CPU, s"] += cpuMs / 1000;
  }
  // The last line of vitest: "Duration 85s (tests 90%, import 8%, transform 2%)".
  const [, shares = ""] = /Duration .*\((.*)\)/.exec(printed) ?? [];
  for (const [, part, share] of shares.matchAll(/(\w+) (\d+)%/g))
    table[`vitest: ${part}`] = { "share, %": Number(share) };
  const { testResults }: Report = JSON.parse(await readFile(output, "utf8"));
  await rm(folder, { recursive: true });
  const files = testResults.map(({ name, startTime, endTime }) => [relative(ROOT, name), endTime - startTime] as const);
  for (const [name, ms] of files.toSorted(([, one], [, other]) => other - one).slice(0, LISTED_FILES)) {
    table[name] = { "wall, s": ms / 1000 };
  }
  return { "npm test": sum, ...table };
};
