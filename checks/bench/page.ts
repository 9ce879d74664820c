/** Writes the goals into `README.md`, between `<!-- results: name -->` and `<!-- /results -->`. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderGoals } from "./goals.ts";
import type { Results } from "./measurement.ts";

const PAGE = join(import.meta.dirname, "README.md");

export function writePage(results: Results): void {
  const blocks = { goals: renderTable(renderGoals(results)), machine: renderMachines(results) };
  let page = readFileSync(PAGE, "utf8");
  for (const [name, text] of Object.entries(blocks)) {
    const block = new RegExp(`(<!-- results: ${name} -->\n)[^]*?(<!-- /results -->)`);
    if (!block.test(page)) throw new Error(`README.md has no results of ${name}`);
    page = page.replace(block, (_, before, after) => `${before}\n${text}\n${after}`);
  }
  writeFileSync(PAGE, page);
}

function renderTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return `${lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n")}\n`;
}

/** Machine, date and load of the measurements. */
function renderMachines(results: Results): string {
  const runs = Map.groupBy(Object.entries(results), ([, { date, machine }]) => `${machine}, ${date}`);
  const lines = [...runs].map(([run, entries]) => {
    const names = runs.size === 1 ? "all measurements" : entries.map(([name]) => `\`${name}\``).join(", ");
    const loads = entries.map(([, { load }]) => load).sort((one, other) => one - other);
    return `- ${run}, load average ${loads[0]?.toFixed(1)} to ${loads.at(-1)?.toFixed(1)}: ${names}`;
  });
  return `${lines.join("\n")}\n`;
}
