/** The goals, and whether the results meet them. */

import type { Results } from "./measurement.ts";

/** A figure of a table, and its limit. */
type Goal = readonly [text: string, limit: number, measurement: string, row: string, column: string];

/** CPU time of a request over loopback, relative to a peer. */
function relativeTo(peer: string, limit: number): Goal[] {
  return ["one at a time", "64 at once"].map((mode) => [
    `request, ${mode}: CPU ÷ "${peer}"`,
    limit,
    "request",
    `ours ÷ "${peer}"`,
    mode,
  ]);
}

const LARGE = "19,000 lines, 234 operations";
const GITHUB = "GitHub, 1,000 operations";
const FLOOR_RATIO = "CPU ÷ graphql-js alone";
const PRESET_RATIO = "CPU ÷ client-preset";
const CLIENT = "@integration-platform/graphql";
const CLI = "@integration-platform/graphql-cli";

const GOALS: readonly Goal[] = [
  ...relativeTo("ky, one bare request with a deadline", 1.15),
  ...relativeTo("urql, auth and retry", 1),
  ...relativeTo("Apollo, context, error and retry links", 1),
  ["request of 1 MB: CPU ÷ fetch", 1.05, "request", "ours", "1 MB"],
  ["response validation: CPU ÷ without", 1.1, "request", "ours, response validation ÷ ours", "one at a time"],
  ["import and first request: CPU ÷ fetch", 1.4, "start", "ours", "CPU ÷ fetch"],
  ["43 limited platforms: failed calls, ‰", 20, "limits", "ours, platforms", "failed, ‰"],
  ["43 limited platforms: requests ÷ accepted", 2.4, "limits", "ours, platforms", "requests ÷ accepted"],
  ["43 limited platforms: time ÷ plain retry", 1.05, "limits", "ours, platforms", "time ÷ plain retry"],
  ["nine models of gateways: failed calls, ‰", 20, "limits", "ours, gateways", "failed, ‰"],
  ["client: installed packages", 2, "footprint", CLIENT, "packages"],
  ["client: installed size, MB", 1.1, "footprint", CLIENT, "size, MB"],
  ["cli, testing and graphql: installed packages of others", 30, "footprint", CLI, "packages of others"],
  ["cli and testing, beside graphql: installed size, MB", 12, "footprint", CLI, "size beside graphql, MB"],
  [`codegen, ${LARGE}: ${FLOOR_RATIO}`, 1.3, "codegen", `${LARGE}: ours`, FLOOR_RATIO],
  [`codegen, ${GITHUB}: ${FLOOR_RATIO}`, 1.5, "codegen", `${GITHUB}: ours`, FLOOR_RATIO],
  [`codegen, ${LARGE}: ${PRESET_RATIO}`, 0.2, "codegen", `${LARGE}: ours`, PRESET_RATIO],
  [`codegen, ${GITHUB}: ${PRESET_RATIO}`, 0.2, "codegen", `${GITHUB}: ours`, PRESET_RATIO],
  [`codegen again, ${GITHUB}: wall, s`, 0.25, "codegen", `${GITHUB}: ours`, "again, s"],
  [
    "tsc --build, 10,000 operations, one edited: a file per operation ÷ one file, wall",
    0.2,
    "edit",
    "10,000 operations: a file per operation",
    "wall ÷ one file",
  ],
  [`codegen --watch, ${LARGE}, ms`, 60, "watch", LARGE, "saved to generated, ms"],
  [`codegen --watch, ${GITHUB}, ms`, 60, "watch", GITHUB, "saved to generated, ms"],
  [`schema check: ${FLOOR_RATIO}`, 1.5, "check", "ours", FLOOR_RATIO],
  ["schema check: peak, MiB", 300, "check", "ours", "peak, MiB"],
  ["schema uses: wall, s", 0.5, "check", "uses", "wall, s"],
  [
    "serve: filter, sort and page over 5,000 rows, CPU, ms",
    15,
    "serve",
    "a query over 5,000 rows",
    "CPU of serve, ms",
  ],
  ["serve: resident after 20,000 requests, MiB", 200, "serve", "after 20,000 requests", "resident, MiB"],
  ["growth along 14 axes of a project: largest exponent", 1.15, "growth", "all axes", "exponent"],
];

/** A table with a row for each goal. */
export function renderGoals(results: Results): string[][] {
  const rows = GOALS.map(([text, limit, measurement, row, column]) => {
    const cell = results[measurement]?.table[row]?.[column];
    const figure = typeof cell === "object" ? cell.median : Number(cell);
    if (Number.isNaN(figure)) return [text, `${limit}`, "", "not measured"];
    const shown = figure >= 100 ? Math.round(figure) : Number(figure.toPrecision(3));
    return [text, `${limit}`, `${shown}`, figure <= limit ? "yes" : "**no**"];
  });
  return [["goal", "at most", "measured", "met"], ...rows];
}
