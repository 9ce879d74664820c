/** Whether anything stays behind: used heap over 100,000 calls. */

import { runForJson } from "./child.ts";
import { renderTable } from "./markdown.ts";
import type { Measurement } from "./measurement.ts";

const CALLS = 100_000;

/** MiB after each tenth of the calls, garbage collected. */
export type Heaps = Record<string, readonly number[]>;

export const heap: Measurement<Heaps> = {
  async measure({ quick, report }) {
    const heaps: Record<string, number[]> = {};
    for (const name of ["raw fetch", "ours"]) {
      report(`heap over ${CALLS} calls: ${name}`);
      heaps[name] = await runForJson("heap/child.ts", name, `${quick ? CALLS / 10 : CALLS}`);
    }
    return heaps;
  },

  render: (heaps) => `## Heap over ${CALLS.toLocaleString("en")} calls

Used heap in MiB, garbage collected, after each tenth of the calls in one process.

${renderTable(
  ["client", ...Array.from({ length: 10 }, (_, index) => `${((index + 1) * CALLS) / 10_000}k`), "growth"],
  Object.entries(heaps).map(([name, values]) => [
    name,
    ...values.map((value) => value.toFixed(1)),
    ((values.at(-1) ?? 0) - (values[0] ?? 0)).toFixed(2),
  ]),
)}
`,
};
