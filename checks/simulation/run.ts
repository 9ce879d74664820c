/**
 * `npm run check -- simulation`: compares the simulated platform with an independent server, and counts what
 * applications of other styles detect on it and on plain resolvers. `-- --write` writes the table into
 * checks/simulation/README.md.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { execute, ROOT, step } from "../commands.ts";
import { renderTypes } from "../platform.ts";
import { renderTable, replaceResults } from "../results.ts";
import { APPLICATIONS, measureAll, type Setup } from "./applications/measure.ts";
import { checkSequences } from "./differential.ts";

const GUIDE = new URL("README.md", import.meta.url);
/** Names of the set-ups for readers. */
const SETUPS: Readonly<Record<Setup, string>> = {
  none: "no rules",
  rules: "`platform.rules.ts`",
  resolvers: "plain resolvers",
};

/** Writes the types of the rules, which git ignores, and compiles all. */
async function checkTypes(): Promise<void> {
  for (const name of APPLICATIONS) {
    const folder = join(import.meta.dirname, "applications", name);
    const schema = await readFile(join(folder, "schema.graphql"), "utf8");
    await writeFile(join(folder, "platform.types.ts"), renderTypes(schema));
  }
  await execute(ROOT, ["tsc", "-p", "checks/simulation"]);
}

await step("types of the applications and of the rules", checkTypes);
await step("random sequences: the same responses as json-graphql-server", checkSequences);

const applications = renderTable([
  ["application", "has", "set-up", "lines", "tests that fail without a bug", "bugs caught"],
  ...(await measureAll(Object.keys(SETUPS) as Setup[])).map((result) => [
    result.application,
    result.style,
    SETUPS[result.setup],
    result.lines,
    `${result.falseAlarms.length} of ${result.tests}`,
    `${result.bugs - result.missed.length} of ${result.bugs}`,
  ]),
]);
const guide = await readFile(GUIDE, "utf8");
const written = replaceResults(guide, { applications });
if (process.argv.includes("--write")) await writeFile(GUIDE, written);
else if (written !== guide) {
  process.stdout.write(
    `✗ checks/simulation/README.md has another table. Run npm run check -- simulation --write.\n${applications}\n`,
  );
  process.exitCode = 1;
}
