/**
 * `npm run check -- figures [folder]`: prints how many things a person has to know, of this repository or of another checkout
 * of it, which must be built.
 */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { execute, ROOT } from "../commands.ts";
import { renderTable } from "../results.ts";
import { countWords, findPages } from "../words.ts";
import {
  countLines,
  countNames,
  countPackedLiterals,
  findLongFunctions,
  findRepeatedNames,
  MAX_LINES,
  PACKAGES,
} from "./sources.ts";

const root = resolve(process.argv[2] ?? ROOT);

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
const functions = findLongFunctions(root);
const repeated = findRepeatedNames(root);

process.stdout.write(
  `${renderTable([
    ["figure", "count"],
    ...countNames(root).map(({ name, names }) => [`names of ${name}`, names]),
    ["commands", commands.length],
    ["flags, each name once", flags.size],
    ["pages in docs/", pages.filter((page) => page.startsWith("docs/")).length],
    ["words of guides and READMEs, code included", words],
    ["words of the changelog", changelog],
    ["scripts", Object.keys(scripts).length],
    ["dependencies of the root", Object.keys(dependencies).length],
    ["development dependencies of the root", Object.keys(devDependencies).length],
    ...PACKAGES.map((folder) => [`lines of ${join(folder, "src")}`, countLines(root, folder)]),
    [`functions of more than ${MAX_LINES} lines`, functions.length],
    ["literals spread into a literal", countPackedLiterals(root)],
    ["file names that occur more than once", repeated.length],
  ])}\n\n`,
);
for (const { place, lines } of functions) process.stdout.write(`${lines} lines  ${place}\n`);
process.stdout.write(`more than once: ${repeated.join(", ")}\n`);
