/**
 * The commands of an owner with a schema of 19,000 lines and 234 operations, in a copy of the repository: pull, codegen,
 * types, contract tests, and a check of the next version.
 */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform } from "@integration-platform/graphql-testing";
import { copyRepository } from "../copy-repository.ts";
import { renderLargeOperations, renderLargeSchema } from "./large-project.ts";
import { type Measurement, summarize } from "./measurement.ts";
import { type ChildOptions, type Cost, run, runNode } from "./processes.ts";

export const scale: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 1 : 3;
  const copy = await mkdtemp(join(tmpdir(), "bench-"));
  await using platform = createPlatform({ schema: renderLargeSchema() });
  const { baseUrl } = await platform.listen();
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken };
  const cli = (...args: string[]) => ["packages/cli/bin/platform-graphql.js", ...args];
  const bin = (name: string, ...args: string[]) => [join("node_modules/.bin", name), ...args];
  const steps: Readonly<Record<string, (options: ChildOptions) => Promise<Cost>>> = {
    "schema pull": (options) => runNode(cli("schema", "pull"), { ...options, env }),
    codegen: (options) => runNode(cli("codegen"), options),
    types: (options) => run(bin("tsc", "-p", "test"), options),
    "contract tests": (options) => run(bin("vitest", "run", "test/contract/operations.test.ts"), options),
    "schema check": (options) => runNode(cli("schema", "check", "--against", "next.graphql"), options),
  };
  const costs: Record<string, Cost[]> = {};
  try {
    report("scale: copy");
    await copyRepository(copy);
    await rm(join(copy, "operations"), { recursive: true });
    await mkdir(join(copy, "operations"));
    for (const [file, text] of renderLargeOperations()) {
      await writeFile(join(copy, `operations/${file}.graphql`), text);
    }
    await writeFile(join(copy, "next.graphql"), renderLargeSchema(2));
    await run(["npm", "run", "--silent", "build"], { cwd: copy });
    for (let round = 0; round < rounds; round++) {
      for (const [name, step] of Object.entries(steps)) {
        report(`scale, round ${round + 1} of ${rounds}: ${name}`);
        costs[name] ??= [];
        // The check reports the operation that breaks with exit code 1.
        costs[name].push(await step({ cwd: copy, accept: name === "schema check" ? [1] : [] }));
      }
    }
  } finally {
    await rm(copy, { recursive: true, maxRetries: 3 });
  }
  const rows = Object.entries(costs).map(([name, all]) => [
    name,
    {
      "wall, s": summarize(all.map(({ wallMs }) => wallMs / 1000)),
      "CPU, s": summarize(all.map(({ cpuMs }) => cpuMs / 1000)),
      "peak, MiB": summarize(all.map(({ peakMiB }) => peakMiB)),
    },
  ]);
  return Object.fromEntries(rows);
};
