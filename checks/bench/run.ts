/**
 * `npm run bench [-- --only <name>] [-- --quick] [-- --page]`: measures the packages and their peers, prints
 * tables, and writes them to `results.json`, and the goals to `README.md`. `--page` prints the tables of
 * `results.json`, and marks figures that are older than the code.
 */

import { existsSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { growth } from "../growth.ts";
import { readStamp } from "../stamp.ts";
import { codegen } from "./codegen.ts";
import { edit } from "./edit.ts";
import { footprint } from "./footprint.ts";
import { renderGoals } from "./goals.ts";
import { limits } from "./limits.ts";
import { type Measurement, renderCells, type Table } from "./measurement.ts";
import { type Name, PAGE, RESULTS, readResults, renderPage, renderResults, SUBJECTS } from "./page.ts";
import { TIME } from "./processes.ts";
import { request } from "./request.ts";
import { check } from "./schema-check.ts";
import { serve } from "./serve.ts";
import { start } from "./start.ts";
import { watch } from "./watch.ts";

const MEASUREMENTS: Readonly<Record<Name, Measurement>> = {
  request,
  limits,
  start,
  footprint,
  codegen,
  watch,
  edit,
  check,
  growth,
  serve,
};
const NAMES = Object.keys(MEASUREMENTS) as Name[];

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
  },
});
const { quick } = values;
const unknown = values.only?.filter((name) => !(name in MEASUREMENTS)) ?? [];
if (unknown.length > 0) throw new TypeError(`--only: unknown ${unknown}. Names: ${NAMES.join(", ")}`);
if (!existsSync(TIME)) throw new Error(`${TIME} is missing. Run "apt-get install time".`);

const results = readResults();
for (const name of values.page ? [] : NAMES.filter((name) => values.only?.includes(name) ?? true)) {
  await measure(name);
}
if (values.page) for (const [name, { table }] of Object.entries(results)) print(name, table);
process.stdout.write(`goals\n${renderTable(renderGoals(results))}\n`);
if (!quick) writeFileSync(PAGE, await renderPage(results));

async function measure(name: Name): Promise<void> {
  // Before the work, because changed code has no commit.
  const stamp = quick ? { commit: "", date: "" } : await readStamp(SUBJECTS[name].code);
  const startedAt = performance.now();
  const table = await MEASUREMENTS[name]({ quick, report });
  report("");
  print(name, table);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  results[name] = { ...stamp, machine, load: loadavg()[0] ?? 0, seconds, table };
  // After each measurement, so that a later failure loses nothing.
  if (!quick) writeFileSync(RESULTS, renderResults(results));
}

function print(name: string, table: Table): void {
  process.stdout.write(`${name}\n${renderTable(renderCells(table))}\n\n`);
}

/** One line, which replaces itself in a terminal. */
function report(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progress}`);
  else if (progress) process.stderr.write(`${progress}\n`);
}

function renderTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, index) =>
    Math.max(...lines.map((cells) => cells[index]?.length ?? 0)),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
