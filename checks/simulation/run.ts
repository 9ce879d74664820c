/**
 * `npm run check -- simulation`: compares the simulated platform with an independent server, and counts the
 * bugs that tests catch with it and with mocks. Also measures applications of other styles, on the simulated
 * platform, on plain resolvers and on mocks. `-- --write` writes the tables into checks/simulation/README.md,
 * and results.json, from which `npm run docs` writes one.
 */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { isDeepStrictEqual } from "node:util";
import { bugs } from "../../examples/customers/bugs.ts";
import type { Execute } from "../../examples/customers/customers.ts";
import { createPlatformMock } from "../../examples/customers/platform.ts";
import { execute, ROOT, step } from "../commands.ts";
import { renderTable, replaceResults } from "../results.ts";
import { measureAll, type Setup } from "./applications/measure.ts";
import { createApplication } from "./customers.ts";
import { checkSequences } from "./differential.ts";
import { createToolsMock } from "./graphql-tools.ts";
import { createDataMock } from "./msw-data.ts";
import { findCaught, findFailures } from "./seeded-bugs.ts";
import { measureStyles } from "./styles/measure.ts";

const GUIDE = new URL("README.md", import.meta.url);
const RESULTS = new URL("results.json", import.meta.url);
/** Names of the set-ups for readers. */
const SETUPS: Readonly<Record<Setup, string>> = {
  none: "no rules",
  rules: "`platform.rules.ts`",
  resolvers: "plain resolvers",
  mocks: "`@graphql-tools/mock`",
};

const mocks: readonly (readonly [name: string, file: string, createMock: () => Promise<Execute>])[] = [
  ["`createPlatform` with `data` and `limits`", "../../examples/customers/platform.ts", createPlatformMock],
  ["`@graphql-tools/mock` with a store and mutations", "graphql-tools.ts", createToolsMock],
  ["`@msw/data` with resolvers for all arguments", "msw-data.ts", createDataMock],
];

await step("types of the applications and of the rules", () =>
  execute(ROOT, ["tsc", "-p", "checks/simulation"]),
);
await step("random sequences: the same responses as json-graphql-server", checkSequences);

const rows: (readonly (string | number)[])[] = [
  ["mock", "lines of set-up", "bugs caught", "tests that fail without a bug"],
];
for (const [name, file, createMock] of mocks) {
  const customers = createApplication(createMock);
  const failures = await findFailures(customers);
  const caught = [...(await findCaught(customers)).values()].filter(({ length }) => length > 0);
  rows.push([name, await countLines(file), `${caught.length} of ${bugs.length}`, failures.length]);
}
const guide = await readFile(GUIDE, "utf8");
const measured = (await measureAll(Object.keys(SETUPS) as Setup[])).map(
  ({ falseAlarms, missed, ...figures }) => ({
    ...figures,
    falseAlarms: falseAlarms.length,
    caught: figures.bugs - missed.length,
  }),
);
if (process.argv.includes("--write")) await writeFile(RESULTS, `${JSON.stringify(measured, null, 2)}\n`);
const kept: typeof measured = JSON.parse(await readFile(RESULTS, "utf8"));
// CPU time differs between runs.
const timed = measured.map((result, index) => ({ ...result, cpu: kept[index]?.cpu ?? result.cpu }));
const applications = renderTable([
  ["application", "has", "set-up", "lines", "tests that fail without a bug", "bugs caught", "CPU time"],
  ...timed.map((result) => [
    result.application,
    result.style,
    SETUPS[result.setup],
    result.lines,
    `${result.falseAlarms} of ${result.tests}`,
    `${result.caught} of ${result.bugs}`,
    `${result.cpu} s`,
  ]),
]);
const styles = renderTable([
  ["style", "rules", "lines", "right", "error that names the line", "silently wrong"],
  ...(await measureStyles()).map((measurement) => [
    measurement.style,
    measurement.rules,
    measurement.lines,
    measurement.right,
    measurement.loud,
    measurement.wrong.length,
  ]),
]);
const written = replaceResults(guide, { bugs: renderTable(rows), applications, styles });
if (process.argv.includes("--write")) await writeFile(GUIDE, written);
else if (written !== guide || !isDeepStrictEqual(timed, kept)) {
  process.stdout.write(
    `✗ checks/simulation/README.md has other tables. Run npm run check -- simulation --write.\n${renderTable(rows)}\n\n${applications}\n\n${styles}\n`,
  );
  process.exitCode = 1;
}

/** Lines of the function that creates the mock, without empty lines. */
async function countLines(file: string): Promise<number> {
  const source = await readFile(new URL(file, import.meta.url), "utf8");
  const [, body = ""] = /^export async function [^\n]*\n(.*?)^}/ms.exec(source) ?? [];
  return body.split("\n").filter((line) => line.trim() !== "").length;
}
