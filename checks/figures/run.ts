/**
 * `npm run check -- figures [folder] [--write]`: prints how many things a person has to know, of this
 * repository or of another checkout of it, which must be built. Fails if a page does not mark figures that are
 * older than the code that they measure; `--write` marks them.
 */

import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { execute, ROOT } from "../commands.ts";
import { renderTable } from "../results.ts";
import { countWords, findPages } from "../words.ts";
import { markPages } from "./ages.ts";
import { measurePrograms } from "./programs.ts";
import { countLines, countNames, PACKAGES } from "./sources.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean", default: false } },
});
const root = resolve(positionals[0] ?? ROOT);
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The commands of the program, and the names of all their options. */
async function readCommands(): Promise<{
  readonly commands: readonly string[];
  readonly flags: ReadonlySet<string>;
}> {
  const cli = [process.execPath, join(root, "packages/cli/bin/platform-graphql.js")];
  const program = await execute(root, [...cli, "--help"]);
  const [listed = ""] = program.split("\nEnvironment:");
  const commands = [...listed.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: [<[][^ ]+)? {2,}[A-Z]/gm)].map(
    ([, name = ""]) => name,
  );
  const texts = await Promise.all(
    commands.map((name) => execute(root, [...cli, ...name.split(" "), "--help"])),
  );
  const flags = [program, ...texts].flatMap((text) =>
    Array.from(text.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm), ([, flag = ""]) => flag),
  );
  return { commands, flags: new Set(flags) };
}

/** Rows of the tables of options that `npm run docs` writes. */
function countOptions(pages: readonly string[]): number {
  const tables = pages.flatMap(
    (page) => read(page).match(/^<!-- generated: options [\s\S]*?^<!-- \//gm) ?? [],
  );
  return tables.flatMap((table) => table.match(/^\| `/gm) ?? []).length;
}

const { scripts, dependencies, devDependencies } = JSON.parse(read("package.json"));
const { commands, flags } = await readCommands();
const pages = findPages(root);
const tests = globSync("{test,packages/*/test}/**/*.test{,-d}.ts", { cwd: root });

const rows = [
  ["figure", "count"],
  ...countNames(root).map(({ name, names }) => [`names of ${name}`, names]),
  ["commands", commands.length],
  ["flags, each name once", flags.size],
  ["options in the tables of the guides", countOptions(pages)],
  ["pages in docs/", pages.filter((page) => page.startsWith("docs/")).length],
  [
    "words of guides and READMEs, code included",
    pages.reduce((sum, page) => sum + countWords(read(page)), 0),
  ],
  ["scripts", Object.keys(scripts).length],
  ["dependencies of the root", Object.keys(dependencies).length],
  ["development dependencies of the root", Object.keys(devDependencies).length],
  ["test files", tests.length],
  ...(await measurePrograms(root)),
  ...PACKAGES.map((folder) => [`lines of ${join(folder, "src")}`, countLines(root, folder)]),
];
process.stdout.write(`${renderTable(rows)}\n`);
for (const page of await markPages(values)) {
  process.stdout.write(
    `✗ ${page} has figures that are older than the code. Run npm run check -- figures --write.\n`,
  );
  process.exitCode = 1;
}
