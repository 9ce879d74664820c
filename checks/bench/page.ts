/**
 * The page of the bench: what each measurement is of, the commit that it measured, and the goals. Without the
 * packages of the peers, so that `npm run check -- figures` can read it.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderRows, renderTable, replaceResults } from "../results.ts";
import { type Code, renderStamp } from "../stamp.ts";
import { renderGoals } from "./goals.ts";
import type { Results } from "./measurement.ts";

export const PAGE: string = join(import.meta.dirname, "README.md");
export const RESULTS: string = join(import.meta.dirname, "results.json");

export const SUBJECTS = {
  request: {
    of: "CPU time of one request, next to `fetch` and to [clients](clients), each set up as its documentation says",
    code: "client",
  },
  limits: { of: "failed calls, requests and time, if a server limits the rate", code: "client" },
  start: { of: "import of a client and its first request", code: "client" },
  footprint: { of: "bytes of bundled programs, packages and bytes of installations", code: "packages" },
  codegen: {
    of: "code generation next to other generators: once, and again without a change",
    code: "codegen",
  },
  watch: { of: "`codegen --watch` after one saved operation", code: "codegen" },
  edit: {
    of: "`tsc --build` after one edited operation of 1,000 and of 10,000, with one file and with a file per operation",
    code: "codegen",
  },
  check: {
    of: "`schema check`, without and with 50 consumers, and `schema uses`, over GitHub's schema and 1,000 operations",
    code: "check",
  },
  growth: {
    of: "exponents of the user CPU of `check`, codegen and `uses` over 14 axes of a project, such as fields, fragments and consumers",
    code: "compiler",
  },
  serve: {
    of: "`platform-graphql serve` over 5,000 rows, with its page open: a query with HTTP, and memory",
    code: "serve",
  },
} as const satisfies Readonly<Record<string, { readonly of: string; readonly code: Code }>>;
export type Name = keyof typeof SUBJECTS;

export const readResults = (): Results => JSON.parse(readFileSync(RESULTS, "utf8"));

/** Measurement, machine and table of each measurement: a row in a line. */
export const renderResults = (results: Results): string => `${renderRows(results, 3)}\n`;

/** The page with the tables of the results. */
export async function renderPage(results: Results): Promise<string> {
  const rows = Object.entries(SUBJECTS).map(async ([name, { of, code }]) => {
    const result = results[name];
    if (!result) return [`\`${name}\``, of, "", ""];
    const { machine, load } = result;
    return [`\`${name}\``, of, await renderStamp(result, code), `${machine}, load ${load.toFixed(1)}`];
  });
  const head = ["measurement", "of", "commit", "machine"];
  return replaceResults(readFileSync(PAGE, "utf8"), {
    measurements: renderTable([head, ...(await Promise.all(rows))]),
    goals: renderTable(renderGoals(results)),
  });
}
