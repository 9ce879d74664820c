/** Writes the results into `README.md`, between `<!-- results: name -->` and `<!-- /results -->`. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderGoals } from "./goals.ts";
import { type Results, renderCells } from "./measurement.ts";

const PAGE = join(import.meta.dirname, "README.md");

/** @throws Error if the page has no place for a measurement. */
export function writePage(results: Results): void {
  const names = Object.keys(results);
  const blocks: Record<string, string> = { goals: renderTable(renderGoals(results)), machine: renderMachines(results) };
  for (const name of names) blocks[name] = renderTable(renderCells(results[name]?.table ?? {}));
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
