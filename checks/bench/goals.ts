/** What was aimed at, and whether the figures of this run keep it. */

import type { Bundles } from "./bundle.ts";
import type { Codegen } from "./codegen.ts";
import type { Heaps } from "./heap.ts";
import { renderTable } from "./markdown.ts";
import type { Overhead } from "./overhead.ts";
import type { Refresh } from "./refresh.ts";
import type { SchemaCheck } from "./schema-check.ts";
import type { Starts } from "./start.ts";

export interface Figures {
  readonly overhead: Overhead;
  readonly bundle: Bundles;
  readonly start: Starts;
  readonly codegen: Codegen;
  readonly "schema-check": SchemaCheck;
  readonly refresh: Refresh;
  readonly heap: Heaps;
}

type Goal = readonly [what: string, limit: number, figure: number, unit: string];

export function renderGoals(figures: Figures): string {
  const { overhead, bundle, start, codegen, "schema-check": check, refresh, heap } = figures;
  const ours = overhead.clients.ours;
  const at = (tool: string) =>
    codegen.rows.find((row) => row.tool === tool && row.operations === 1000 && row.schema === "GitHub");
  const preset = at("client-preset")?.generate.wallMs ?? Number.NaN;
  const generated = at("ours");
  const heaps = heap.ours ?? [];
  const exchanges = Object.values(refresh.counts)[0]?.exchanges ?? Number.NaN;
  const goals: readonly Goal[] = [
    ["processor time, loopback, one at a time", 1.15, ours?.loopback.sequential.cpuRatio.median ?? Number.NaN, "×"],
    ["processor time, loopback, 64 at once", 1.25, ours?.loopback.concurrent.cpuRatio.median ?? Number.NaN, "×"],
    ["processor time, in-process stub", 2.3, ours?.stub.sequential.cpuRatio.median ?? Number.NaN, "×"],
    ["processor time, 1 MB reply over loopback", 1.05, ours?.loopback.large.cpuRatio.median ?? Number.NaN, "×"],
    [
      "one executed operation, gzip",
      12.5,
      (bundle.programs["ours, static token"]?.one.gzip ?? Number.NaN) / 1000,
      "kB",
    ],
    ["one of 1,000 documents, bundled", 0.6, codegen.oneDocument / 1000, "kB"],
    ["import and first query, by the clock", 1.45, start.clients.ours?.wallRatio.median ?? Number.NaN, "×"],
    ["codegen, 1,000 operations, GitHub's schema", 2, (generated?.generate.wallMs ?? Number.NaN) / 1000, "s"],
    ["the same beside client-preset", 0.6, (generated?.generate.wallMs ?? Number.NaN) / preset, "×"],
    ["the same where nothing has changed", 0.15, (generated?.again?.wallMs ?? Number.NaN) / 1000, "s"],
    [
      "`tsc`, 1,000 operations, to an empty project",
      3,
      (generated?.check.wallMs ?? Number.NaN) / codegen.emptyCheck.wallMs,
      "×",
    ],
    ["`schema check`, processor time to Inspector's", 0.5, check.ratio.median, "×"],
    ["`schema check`, peak memory", 400, Object.values(check.commands)[0]?.peakMiB.median ?? Number.NaN, "MiB"],
    ["exchanges for 1,000 callers", 1, exchanges, ""],
    ["heap growth over 100,000 calls", 5, (heaps.at(-1) ?? Number.NaN) - (heaps[0] ?? Number.NaN), "MiB"],
  ];
  return renderTable(
    ["goal", "at most", "measured", ""],
    goals.map(([what, limit, figure, unit]) => [
      what,
      `${limit} ${unit}`.trim(),
      `${Number(figure.toFixed(2))} ${unit}`.trim(),
      figure <= limit ? "met" : "**not met**",
    ]),
  );
}
