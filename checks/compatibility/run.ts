/**
 * `npm run check:compatibility`: installs the package from its tarball, and asks it of every runtime, client, compiler
 * and bundler. With `--update` it writes docs/compatibility.md and the README's tables, and else refuses stale ones.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { bundleAll } from "./bundles.ts";
import { executeClients, judgeClients } from "./clients.ts";
import { compile } from "./compilers.ts";
import { writeDocumented } from "./documented.ts";
import { findEffects } from "./effects.ts";
import { generateOperations } from "./generate.ts";
import { followMaps } from "./maps.ts";
import { install, ROOT } from "./packed.ts";
import { holdToPlatforms } from "./platforms.ts";
import { checkRefusal, TOO_OLD } from "./refusal.ts";
import { renderFindings, renderSummary } from "./render.ts";
import { RUNTIMES } from "./runtimes.ts";
import { judgeSizes, measure } from "./sizes.ts";

const DOCUMENT = join(ROOT, "docs/compatibility.md");
const README = join(ROOT, "README.md");
/** Between two comments, and nowhere if they are not there. */
const SUMMARY = /(?<=<!-- npm run check:compatibility -->\n).*?(?=<!-- \/ -->)/s;
const { values } = parseArgs({ options: { update: { type: "boolean", default: false } } });
const complaints: string[] = [];

/** Says what was asked and how it went. */
function report(what: string, found: readonly string[], remark = ""): void {
  process.stdout.write(`${found.length === 0 ? "✓" : "✗"} ${what}${remark && `  ${remark}`}\n`);
  for (const line of found) process.stdout.write(`    ${line}\n`);
  complaints.push(...found);
}

await using consumer = await install(join(import.meta.dirname, "consumer"), values);
const { folder, packageFolder } = consumer;
await generateOperations(folder);
report("installs from the tarball without scripts", await findInstallScripts());

for (const { name, version, runSuite } of RUNTIMES) {
  const judged = holdToPlatforms(folder, (targets) => runSuite(folder, targets));
  report(`${name} ${version}`.trim(), await judged.catch((error: Error) => [error.message]));
}
report(`Node ${TOO_OLD} is refused`, await checkRefusal(packageFolder));
const clients = await executeClients(folder);
report("clients", judgeClients(clients), `${clients.length} forms of documents`);
await writeDocumented(folder);
report("compilers", await compile(folder));
const bundles = await bundleAll(folder);
for (const { name, gzip, complaints } of bundles) report(name, complaints, `${gzip} bytes`);
report("imports without effects", await findEffects(folder));
const sizes = await measure(folder, packageFolder);
report("budgets", judgeSizes(sizes), sizes.map(({ entry, gzip }) => `${entry} ${gzip}`).join(", "));
const maps = await followMaps(packageFolder);
report("maps", maps.complaints, `${maps.files} files, ${maps.followed} declarations`);

if (complaints.length === 0) {
  const findings = { runtimes: RUNTIMES, clients, bundles, sizes };
  await write(DOCUMENT, () => renderFindings(findings));
  await write(README, (text) => text.replace(SUMMARY, () => renderSummary(findings)));
}
if (complaints.length > 0) process.exitCode = 1;

/** With `--update`, and else only says that a file should be another one. */
async function write(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, "utf8").catch(() => "");
  const after = change(before);
  if (before === after) return;
  if (values.update) await writeFile(file, after);
  else report(relative(ROOT, file), ["is stale: npm run check:compatibility -- --update"]);
}

async function findInstallScripts(): Promise<string[]> {
  const { scripts = {} } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  return ["preinstall", "install", "postinstall", "prepare"].filter((name) => name in scripts);
}
