/** Writes the goals into `README.md`, between `<!-- results: name -->` and `<!-- /results -->`. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderTable, replaceResults } from "../results.ts";
import { renderGoals } from "./goals.ts";
import type { Results } from "./measurement.ts";

const PAGE = join(import.meta.dirname, "README.md");

export function writePage(results: Results): void {
  const blocks = { goals: renderTable(renderGoals(results)), machine: renderMachines(results) };
  writeFileSync(PAGE, replaceResults(readFileSync(PAGE, "utf8"), blocks));
}

/** Machine, date and load of the measurements. */
function renderMachines(results: Results): string {
  const runs = Map.groupBy(Object.entries(results), ([, { date, machine }]) => `${machine}, ${date}`);
  const lines = [...runs].map(([run, entries]) => {
    const names = runs.size === 1 ? "all measurements" : entries.map(([name]) => `\`${name}\``).join(", ");
    const loads = entries.map(([, { load }]) => load).sort((one, other) => one - other);
    return `- ${run}, load average ${loads[0]?.toFixed(1)} to ${loads.at(-1)?.toFixed(1)}: ${names}`;
  });
  return lines.join("\n");
}
