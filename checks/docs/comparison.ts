/**
 * Figures of the bench and of real servers for the comparison with other clients.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../commands.ts";
import { renderTable } from "../results.ts";
import type { Stamp } from "../stamp.ts";

/** A measured value, or the median of several. */
type Value = number | string | { readonly median: number };
type Table = Readonly<Record<string, Readonly<Record<string, Value>>>>;

/** Without a mark of its age, which the page of the measurement has. */
const renderCommit = ({ commit, date }: Stamp): string => `\`${commit}\`, ${date}`;

const COLUMNS = [
  { title: "a request", measurement: "request", column: "one at a time" },
  { title: "each of 64 at once", measurement: "request", column: "64 at once" },
  { title: "start and first request", measurement: "start", column: "CPU ÷ fetch" },
] as const;

/** Rows of the bench, with their names for readers. */
const ROWS: Readonly<Record<string, string>> = {
  ours: "this client",
  "ky, one bare request with a deadline": "ky, without retries and refresh",
  "graphql-request": "graphql-request, without retries and refresh",
  "urql, auth and retry": "urql with `authExchange` and `retryExchange`",
  "Apollo, context, error and retry links": "Apollo Client with links for tokens, errors and retries",
};

/** A table of medians. @throws Error if the bench has no such figure */
export function renderFigures(): string {
  const results: Readonly<Record<string, Stamp & { readonly table: Table }>> = JSON.parse(
    readFileSync(join(ROOT, "checks/bench/results.json"), "utf8"),
  );
  const cells = Object.entries(ROWS).map(([row, title]) => [
    title,
    ...COLUMNS.map(({ measurement, column }) => {
      const value = results[measurement]?.table[row]?.[column];
      const number = typeof value === "object" ? value.median : Number(value);
      if (Number.isNaN(number)) throw new Error(`The bench has no ${measurement} of ${row}: ${column}.`);
      return Number(number.toPrecision(3));
    }),
  ]);
  const commits = COLUMNS.flatMap(({ measurement }) => results[measurement] ?? []).map(renderCommit);
  const head = ["", ...COLUMNS.map(({ title }) => title)];
  return renderTable([head, ...cells, ["measured at", ...commits]]);
}

/** What became of the calls of a client. */
interface Outcome {
  readonly calls: number;
  readonly completed: number;
  readonly requests: number;
  readonly refreshes: number;
  readonly ranTwice: number;
}

const CLIENTS = { ours: "this client", plain: "`fetch` with p-retry", urql: "urql" } as const;

interface Servers extends Stamp {
  readonly groups: Readonly<Record<string, Readonly<Record<keyof typeof CLIENTS, Outcome>>>>;
}

const COUNTS = {
  completed: "calls completed",
  requests: "requests",
  refreshes: "refresh requests",
  ranTwice: "mutations that ran twice",
} as const;

/** The sums of `checks/servers` over all scenes. */
export function renderServers(): string {
  const { groups, ...stamp }: Servers = JSON.parse(
    readFileSync(join(ROOT, "checks/servers/results.json"), "utf8"),
  );
  const rows = Object.entries(CLIENTS).map(([client, title]) => {
    const outcomes = Object.values(groups).map((group) => group[client as keyof typeof CLIENTS]);
    const sum = (count: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[count], 0);
    const [completed, ...others] = (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map(sum);
    return [title, `${completed} of ${sum("calls")}`, ...others.map(String)];
  });
  const head = ["", ...Object.values(COUNTS)];
  return `${renderTable([head, ...rows])}\n\nMeasured at ${renderCommit(stamp)}.`;
}
