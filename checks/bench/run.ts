/**
 * `npm run bench [-- --only <name>] [-- --quick] [-- --page]`: measures the packages and their peers, prints
 * tables, and writes them to `results.json`, and the goals to `README.md`. `--page` prints the tables of
 * `results.json`.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { growth } from "../growth.ts";
import { batches } from "./batch.ts";
import { codegen } from "./codegen.ts";
import { edit } from "./edit.ts";
import { footprint } from "./footprint.ts";
import { renderGoals, writePage } from "./goals.ts";
import { limits } from "./limits.ts";
import { type Measurement, type Results, renderCells, type Table } from "./measurement.ts";
import { platforms } from "./platforms.ts";
import { TIME } from "./processes.ts";
import { request } from "./request.ts";
import { check } from "./schema-check.ts";
import { serve } from "./serve.ts";
import { start } from "./start.ts";
import { watch } from "./watch.ts";

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  request,
  limits,
  batch: batches,
  start,
  footprint,
  codegen,
  edit,
  watch,
  check,
  platforms,
  serve,
  growth,
};
const RESULTS = join(import.meta.dirname, "results.json");

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
    page: { type: "boolean", default: false },
  },
});
const names = values.page ? [] : (values.only ?? Object.keys(MEASUREMENTS));
const unknown = names.filter((name) => !MEASUREMENTS[name]);
if (unknown.length > 0)
  throw new TypeError(`--only: unknown ${unknown}. Names: ${Object.keys(MEASUREMENTS).join(", ")}`);
if (!existsSync(TIME)) throw new Error(`${TIME} is missing. Run "apt-get install time".`);

const results: Results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, "utf8")) : {};
for (const name of names) {
  const startedAt = performance.now();
  const table = (await MEASUREMENTS[name]?.({ quick: values.quick, report })) ?? {};
  report("");
  print(name, table);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  results[name] = {
    date: new Date().toISOString().slice(0, 10),
    machine,
    load: loadavg()[0] ?? 0,
    seconds,
    table,
  };
  // After each measurement, so that a later failure loses nothing.
  if (!values.quick) writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
if (values.page) for (const [name, { table }] of Object.entries(results)) print(name, table);
process.stdout.write(`goals\n${renderTable(renderGoals(results))}\n`);
if (!values.quick) writePage(results);

function print(name: string, table: Table): void {
  process.stdout.write(`${name}\n${renderTable(renderCells(table))}\n\n`);
}

/** One line that replaces itself. Not written to a file. */
function report(progress: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progress}`);
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
