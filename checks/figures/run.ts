/**
 * `npm run check -- figures [folder] [--list]`: prints how many things a person has to know, of this
 * repository or of another checkout of it, which must be built. `--list` prints each place that is not read
 * once. The exit code is 1 if a figure is above its limit in `checks/budgets.ts`.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { DENSITY, ROOT_DEV_DEPENDENCIES, WORDS } from "../budgets.ts";
import { execute, ROOT } from "../commands.ts";
import { renderTable } from "../results.ts";
import { countWords, findPages } from "../words.ts";
import {
  findRepeatedNames,
  MAX_COLUMNS,
  MAX_LINES,
  MAX_SHARED,
  measureDensity,
  type Place,
} from "./density.ts";
import { countLines, countNames, PACKAGES } from "./sources.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } },
});
const root = resolve(positionals[0] ?? ROOT);

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

const { scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const { commands, flags } = await readCommands();
const pages = findPages(root);
const words = pages.reduce((sum, page) => sum + countWords(readFileSync(join(root, page), "utf8")), 0);
const changelog = countWords(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
const density = measureDensity(root);
const repeated = findRepeatedNames(root, PACKAGES);

/** The figures with a limit: their name in the budgets, what they count, and their places. */
const limited: readonly (readonly [keyof typeof DENSITY, string, readonly Place[]])[] = [
  ["longFunctions", `functions of more than ${MAX_LINES} lines`, density.longFunctions],
  ["packedLiterals", "literals spread into a literal or a call", density.packedLiterals],
  ["packedDeclarations", "several variables declared from a literal", density.packedDeclarations],
  ["emptyNames", "variables called one, each, given, known, found, made", density.emptyNames],
  ["sharedVariables", `functions that share more than ${MAX_SHARED} variables`, density.sharedVariables],
  ["wideComments", `lines of comments of more than ${MAX_COLUMNS} columns`, density.wideComments],
  ["repeatedNames", "file names that occur more than once in all packages", repeated],
];

const output = [
  renderTable([
    ["figure", "count", "limit"],
    ...countNames(root).map(({ name, names }) => [`names of ${name}`, names, ""]),
    ["commands", commands.length, ""],
    ["flags, each name once", flags.size, ""],
    ["pages in docs/", pages.filter((page) => page.startsWith("docs/")).length, ""],
    ["words of guides and READMEs, code included", words, WORDS.pages],
    ["words of the changelog", changelog, WORDS.changelog],
    ["scripts", Object.keys(scripts).length, ""],
    ["dependencies of the root", Object.keys(dependencies).length, ""],
    ["development dependencies of the root", Object.keys(devDependencies).length, ROOT_DEV_DEPENDENCIES],
    ...PACKAGES.map((folder) => [`lines of ${join(folder, "src")}`, countLines(root, folder), ""]),
    ...limited.map(([name, title, places]) => [title, places.length, DENSITY[name]]),
  ]),
  "",
];
for (const [name, title, places] of limited) {
  if (!values.list && places.length <= DENSITY[name]) continue;
  output.push(`${title}:`, ...places.map(({ at, detail }) => `  ${at}  ${detail}`));
}
process.stdout.write(`${output.join("\n")}\n`);
process.exitCode = limited.some(([name, , places]) => places.length > DENSITY[name]) ? 1 : 0;
