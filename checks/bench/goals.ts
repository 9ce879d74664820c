/** The goals, and whether the results meet them. */

import type { Figure, Results } from "./measurement.ts";

interface Goal {
  readonly text: string;
  readonly limit: number;
  /** The figure to compare with the limit. `NaN` if it was not measured. */
  readonly read: (results: Results) => number;
}

function readFigure(results: Results, measurement: string, row: string, column: string): number {
  const figure: Figure | undefined = results[measurement]?.table[row]?.[column];
  return typeof figure === "object" ? figure.median : Number(figure);
}

/** A figure of a table. */
const value = (text: string, limit: number, measurement: string, row: string, column: string): Goal => ({
  ...{ text, limit },
  read: (results) => readFigure(results, measurement, row, column),
});

const KY = "ky, one bare request with a deadline";

/** CPU time of a request, relative to a peer. */
function relativeTo(peer: string, place: "loopback" | "stub", limit: number): Goal[] {
  return ["one at a time", "64 at once"].map((mode) => {
    const column = `${place}, ${mode}`;
    return value(`request, ${column}: CPU ÷ "${peer}"`, limit, "request", `ours ÷ "${peer}"`, column);
  });
}

const LARGE = "19,000 lines, 234 operations";
const GITHUB = "GitHub, 1,000 operations";
const FLOOR_RATIO = "CPU ÷ graphql-js alone";
const CLIENT = "@integration-platform/graphql";
const CLI = "@integration-platform/graphql-cli";
const HEAP = (platforms: number) => `heap after ${platforms}, MiB`;

const GOALS: readonly Goal[] = [
  ...relativeTo(KY, "loopback", 1.05),
  ...relativeTo("urql, auth and retry", "loopback", 1),
  ...relativeTo("Apollo, context, error and retry links", "loopback", 1),
  value("request of 1 MB: CPU ÷ fetch", 1.05, "request", "ours", "loopback, 1 MB"),
  value("response validation: CPU ÷ without", 1.1, "validation", "response of 10 kB", "loopback: CPU ÷ without"),
  value("program with a static token: gzip -9, bytes", 16_300, "bundle-cost", "with a static token", "gzip -9, bytes"),
  value("program with a refresh token: gzip -9, bytes", 18_500, "bundle-cost", "whole program", "gzip -9, bytes"),
  value("import and first request: CPU ÷ fetch", 1.4, "start", "ours", "CPU ÷ fetch"),
  value("client: installed packages", 2, "footprint", CLIENT, "packages"),
  value("client: installed size, MB", 1.5, "footprint", CLIENT, "size, MB"),
  value("cli, testing and graphql: installed packages of others", 65, "footprint", CLI, "packages of others"),
  value("cli and testing, beside graphql: installed size, MB", 16, "footprint", CLI, "size beside graphql, MB"),
  value(`codegen, ${LARGE}: ${FLOOR_RATIO}`, 1.5, "codegen", `${LARGE}: ours`, FLOOR_RATIO),
  value(`codegen, ${GITHUB}: ${FLOOR_RATIO}`, 1.8, "codegen", `${GITHUB}: ours`, FLOOR_RATIO),
  value(`codegen, ${GITHUB}: CPU ÷ graphql-codegen`, 0.5, "codegen", `${GITHUB}: ours`, "CPU ÷ graphql-codegen"),
  value(`codegen, ${LARGE}: CPU ÷ nitrogql`, 1, "codegen", `${LARGE}: ours`, "CPU ÷ nitrogql"),
  value(`codegen, ${GITHUB}: CPU ÷ nitrogql`, 1, "codegen", `${GITHUB}: ours`, "CPU ÷ nitrogql"),
  value("one of 1,000 documents, bytes", 600, "codegen", `${GITHUB}: one document`, "bundled, bytes"),
  value(`codegen --watch, ${LARGE}, ms`, 120, "watch", LARGE, "saved to generated, ms"),
  value(`codegen --watch, ${GITHUB}, ms`, 120, "watch", GITHUB, "saved to generated, ms"),
  value(`schema check: ${FLOOR_RATIO}`, 1.5, "schema-check", "ours", FLOOR_RATIO),
  value("schema check: peak, MiB", 300, "schema-check", "ours", "peak, MiB"),
  value("schema uses: wall, s", 0.5, "schema-check", "uses", "wall, s"),
  value("contract tests of 234 operations: wall, s", 15, "scale", "contract tests", "wall, s"),
  value("createPlatform() after the first, ms", 10, "platforms", "createPlatform, one query", "later, ms"),
  {
    text: "heap between 100 and 500 platforms, MiB",
    limit: 5,
    read: (results) => {
      const [last, first] = [500, 100].map((count) =>
        readFigure(results, "platforms", "createPlatform, one query", HEAP(count)),
      );
      return Number(last) - Number(first);
    },
  },
  value("exchanges for 1,000 calls with an expired token", 1, "refresh", "ours, expired token", "exchanges"),
  value("exchanges for 1,000 calls with a rejected token", 1, "refresh", "ours, rejected token", "exchanges"),
  value("heap over 100,000 calls: growth, MiB", 1, "heap", "ours", "growth, MiB"),
  value("serve after 20,000 requests, MiB", 200, "serve", "memory of serve", "after 20000, MiB"),
  value("npm test: wall, s", 60, "tests", "npm test", "wall, s"),
];

/** A table with a row for each goal. */
export function renderGoals(results: Results): string[][] {
  const rows = GOALS.map(({ text, limit, read }) => {
    const figure = read(results);
    if (Number.isNaN(figure)) return [text, `${limit}`, "", "not measured"];
    const shown = figure >= 100 ? Math.round(figure) : Number(figure.toPrecision(3));
    return [text, `${limit}`, `${shown}`, figure <= limit ? "yes" : "**no**"];
  });
  return [["goal", "at most", "measured", "met"], ...rows];
}
