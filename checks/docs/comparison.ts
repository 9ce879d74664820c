/** Figures of the bench for the comparison with other clients and tools. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../commands.ts";
import { renderTable } from "../results.ts";

/** A measured value, or the median of several. */
type Value = number | string | { readonly median: number };
type Table = Readonly<Record<string, Readonly<Record<string, Value>>>>;

const results: Readonly<Record<string, { readonly table: Table }>> = JSON.parse(
  readFileSync(join(ROOT, "checks/bench/results.json"), "utf8"),
);

/** What a table of the page shows of a measurement: its columns with their titles, and its rows with the names of readers. */
interface Figures {
  readonly columns: readonly (readonly [title: string, measurement: string, column: string])[];
  readonly rows: Readonly<Record<string, string>>;
  /** Text before the names of the rows. */
  readonly prefix?: string;
}

const CODEGEN = "19,000 lines, 234 operations: ";

const FIGURES: Readonly<Record<string, Figures>> = {
  clients: {
    columns: [
      ["a request", "request", "loopback, one at a time"],
      ["each of 64 at once", "request", "loopback, 64 at once"],
      ["start and first request", "start", "CPU ÷ fetch"],
    ],
    rows: {
      ours: "this client",
      "ky, one bare request with a deadline": "ky, without retries and refresh",
      "graphql-request": "graphql-request, without retries and refresh",
      "urql, auth and retry": "urql with `authExchange` and `retryExchange`",
      "Apollo, context, error and retry links": "Apollo Client with links for tokens, errors and retries",
      "octokit, retry and throttling": "octokit with retry and throttling",
    },
  },
  codegen: {
    columns: [
      ["time, s", "codegen", "wall, s"],
      ["CPU, s", "codegen", "CPU, s"],
      ["memory, MiB", "codegen", "peak, MiB"],
    ],
    rows: {
      ours: "`platform-graphql codegen`",
      "relay-compiler": "relay-compiler",
      nitrogql: "nitrogql",
      "client-preset": "graphql-codegen with its client preset",
    },
    prefix: CODEGEN,
  },
  check: {
    columns: [
      ["time, s", "check", "wall, s"],
      ["CPU, s", "check", "CPU, s"],
      ["memory, MiB", "check", "peak, MiB"],
    ],
    rows: {
      ours: "`platform-graphql schema check`",
      "Inspector: diff": "`graphql-inspector diff`: the changes of the schema",
      "Inspector: validate": "`graphql-inspector validate`: the invalid operations",
    },
  },
};

/** A table of medians. @param name - `clients`, `codegen` or `check`. */
export function renderFigures(name: string): string {
  const { columns, rows, prefix = "" } = FIGURES[name] ?? { columns: [], rows: {} };
  const cells = Object.entries(rows).map(([row, title]) => [
    title,
    ...columns.map(([, measurement, column]) => {
      const value = results[measurement]?.table[prefix + row]?.[column];
      const number = typeof value === "object" ? value.median : Number(value);
      if (Number.isNaN(number)) throw new Error(`The bench has no ${measurement} of ${prefix + row}: ${column}.`);
      return number >= 100 ? Math.round(number) : Number(number.toPrecision(3));
    }),
  ]);
  return renderTable([["", ...columns.map(([title]) => title)], ...cells]);
}
