/**
 * Time from the import of a client to its first response, over loopback. Programs and packages are
 * JavaScript.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { CLIENTS } from "./clients.ts";
import { type Measurement, rotate, summarize, summarizeRatios } from "./measurement.ts";
import { runForJson } from "./processes.ts";
import { startServer } from "./server.ts";

const REFERENCE = "raw fetch";

interface Sample {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export const start: Measurement = async ({ quick, report }) => {
  const rounds = quick ? 2 : 20;
  const samples: Record<string, Sample[]> = {};
  await using server = await startServer();
  await using programs = await buildPrograms();
  for (let round = 0; round < rounds; round++) {
    for (const name of rotate(Object.keys(CLIENTS), round)) {
      report(`import and first request, round ${round + 1} of ${rounds}: ${name}`);
      samples[name] ??= [];
      samples[name].push(await runForJson("start-child.mjs", programs.pathOf(name), server.base));
    }
  }
  const valuesOf = (name: string, kind: keyof Sample) => samples[name]?.map((sample) => sample[kind]) ?? [];
  const rows = Object.keys(samples).map((name) => [
    name,
    {
      "CPU, ms": summarize(valuesOf(name, "cpuMs")),
      "CPU ÷ fetch": summarizeRatios(valuesOf(name, "cpuMs"), valuesOf(REFERENCE, "cpuMs")),
      "wall ÷ fetch": summarizeRatios(valuesOf(name, "wallMs"), valuesOf(REFERENCE, "wallMs")),
    },
  ]);
  return Object.fromEntries(rows);
};

/**
 * Compiles a program for each client, in `node_modules`, because the programs import the packages of the
 * clients.
 */
async function buildPrograms(): Promise<AsyncDisposable & { pathOf(name: string): string }> {
  const outdir = await mkdtemp(join(import.meta.dirname, "node_modules/.start-"));
  for (const [file, create] of Object.values(CLIENTS)) {
    const contents = `import { ${create} } from "./clients/${file}.ts";
export const send = (base) => ${create}({ base: base + "/small", fetch, timeoutMs: 30000 })(1);`;
    await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      outfile: join(outdir, `${create}.js`),
      bundle: true,
      packages: "external",
      format: "esm",
    });
  }
  return {
    pathOf: (name) => join(outdir, `${CLIENTS[name]?.[1]}.js`),
    [Symbol.asyncDispose]: () => rm(outdir, { recursive: true }),
  };
}
