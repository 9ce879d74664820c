/** `npm run bench`: measures the package beside its peers, and writes the pages from what was measured. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { TIME } from "./child.ts";
import { readCircumstances } from "./circumstances.ts";
import { MEASUREMENTS, type Results, renderPerformance, renderScale } from "./pages.ts";

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(import.meta.dirname, "results.json");

const { values } = parseArgs({
  options: {
    /** Some of the measurements; the others keep the figures of the last run. */
    only: { type: "string", multiple: true },
    /** Little work: to see that everything works. Writes nothing. */
    quick: { type: "boolean", default: false },
    /** Measures nothing, writes the pages from the figures of the last run. */
    render: { type: "boolean", default: false },
  },
});
const { quick, render } = values;
const names = render ? [] : (values.only ?? Object.keys(MEASUREMENTS));
for (const name of names) {
  if (!MEASUREMENTS[name]) throw new TypeError(`--only ${name}: there is ${Object.keys(MEASUREMENTS).join(", ")}`);
}

if (names.length > 0 && !existsSync(TIME)) {
  process.stderr.write(`error: ${TIME} is needed to measure processes\nhint:  apt-get install time\n`);
  process.exit(1);
}

const results = readResults();
const startedAt = performance.now();
for (const name of names) {
  const result = await MEASUREMENTS[name]?.measure({ quick, report });
  results.measured[name] = { at: readCircumstances(), result };
  // Each at once: what was measured stays, whatever becomes of the next one.
  if (!quick) writeFileSync(RESULTS, JSON.stringify(results, null, 2));
}
report("");
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(`${names.length} measurements in ${minutes} minutes\n`);
if (quick) {
  process.stdout.write(`\n${renderPerformance(results)}\n${renderScale(results)}`);
} else {
  writeFileSync(join(ROOT, "docs/performance.md"), renderPerformance(results));
  writeFileSync(join(ROOT, "docs/scale.md"), renderScale(results));
  if (names.length > 0)
    execFileSync(join(ROOT, "node_modules/.bin/biome"), ["format", "--write", RESULTS], { stdio: "ignore" });
  process.stdout.write("Written: docs/performance.md, docs/scale.md, bench/results.json\n");
}

function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8")) as Results;
  } catch {
    return { measured: {} };
  }
}

/** One line that is written over: for a person who waits, not for a log. */
function report(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}
