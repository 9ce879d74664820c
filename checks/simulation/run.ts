/**
 * `npm run check -- simulation`: compares the simulated platform with an independent server, and measures
 * applications of other styles on it and on plain resolvers. `-- --write` writes the table into
 * checks/simulation/README.md, and results.json.
 */

import { readFile, writeFile } from "node:fs/promises";
import process from "node:process";
import { isDeepStrictEqual } from "node:util";
import { execute, ROOT, step } from "../commands.ts";
import { renderTable, replaceResults } from "../results.ts";
import { measureAll, type Setup } from "./applications/measure.ts";
import { checkSequences } from "./differential.ts";

const GUIDE = new URL("README.md", import.meta.url);
const RESULTS = new URL("results.json", import.meta.url);
/** Names of the set-ups for readers. */
const SETUPS: Readonly<Record<Setup, string>> = {
  none: "no rules",
  rules: "`platform.rules.ts`",
  resolvers: "plain resolvers",
};

await step("types of the applications and of the rules", () =>
  execute(ROOT, ["tsc", "-p", "checks/simulation"]),
);
await step("random sequences: the same responses as json-graphql-server", checkSequences);

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
const written = replaceResults(guide, { applications });
if (process.argv.includes("--write")) await writeFile(GUIDE, written);
else if (written !== guide || !isDeepStrictEqual(timed, kept)) {
  process.stdout.write(
    `✗ checks/simulation/README.md has another table. Run npm run check -- simulation --write.\n${applications}\n`,
  );
  process.exitCode = 1;
}
