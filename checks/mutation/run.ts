/**
 * `npm run check -- mutation --sample 100 --seed 1`: mutates random places of the four packages, one at a
 * time, runs the tests that reach each of them, and compiles the package with each mutant that no test
 * detects: `npm test` does both. Prints the test files that detect mutants, the mutants that nothing detects,
 * and the score. `--mutate <glob>` limits the sample to some files. Other options are those of Stryker.
 */

import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createRandom } from "../../test/support/random.ts";
import { ROOT } from "../commands.ts";

interface Location {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

interface Mutant {
  readonly location: Location;
  readonly mutatorName: string;
  readonly replacement?: string;
}

/** A mutant of the instrumenter, with lines and columns from 0. */
interface Found extends Mutant {
  readonly fileName: string;
}

/** Content of `reports/mutation.json`. */
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Tested[] }>>;
  readonly testFiles: Readonly<Record<string, { readonly tests: readonly { readonly id: string }[] }>>;
}

interface Tested extends Mutant {
  readonly status: string;
  readonly killedBy?: readonly string[];
}

const INSTRUMENTER = "node_modules/@stryker-mutator/instrumenter/dist/src/index.js";
/** A place with more mutants contains the places of others. */
const MAX_MUTANTS = 3;
/** Code that runs when a module loads: each mutant would need all tests. */
const IS_STATIC = "Ignored";
/** Each is a project of the TypeScript compiler. */
const PACKAGES = [".", "packages/compiler", "packages/testing", "packages/cli"];
/** It runs only in processes of its own, in which no mutant is active. */
const MAIN = "packages/cli/src/main.ts";
/** Text of several words, as in messages: no test checks prose. */
const PROSE = /\p{L}[,:]? \p{L}/u;

const { values, tokens } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    mutate: { type: "string", multiple: true },
  },
  strict: false,
  tokens: true,
});
const own = ["sample", "seed", "mutate"];
const others = tokens.flatMap((token) => {
  if (token.kind === "positional") return [token.value];
  return token.kind === "option" && !own.includes(token.name)
    ? [token.rawName, token.value ?? []].flat()
    : [];
});
const globs = (values.mutate as string[] | undefined) ?? ["src/**/*.ts", "packages/*/src/**/*.ts"];
const places = values.sample === undefined ? globs : await choosePlaces(Number(values.sample));
const stryker = join(import.meta.dirname, "node_modules/.bin/stryker");
const args = ["run", join(import.meta.dirname, "stryker.config.mjs"), "--mutate", places.join(), ...others];
const report = join(import.meta.dirname, "reports/mutation.json");
rmSync(report, { force: true });
const { status } = spawnSync(stryker, args, { cwd: ROOT, stdio: "inherit" });
process.exitCode = status ?? 1;
if (existsSync(report)) process.stdout.write(renderResult(report));

/**
 * Places with about so many mutants, each as `file:line:column-line:column`. The same seed chooses the same
 * places.
 */
async function choosePlaces(count: number): Promise<string[]> {
  // A path, because the types of the whole repository are checked without the packages of this folder.
  const { Instrumenter } = await import(join(import.meta.dirname, INSTRUMENTER));
  const names = globSync(globs, { cwd: ROOT }).sort();
  const files = names
    .filter((name) => !name.includes("/generated/") && name !== MAIN)
    .map((name) => ({ name, mutate: true, content: readFileSync(join(ROOT, name), "utf8") }));
  const logger = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const instrumented: { mutants: readonly Found[] } = await new Instrumenter(logger).instrument(
    files,
    options,
  );
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const mutants = instrumented.mutants.filter(
    (mutant) => !isProse(mutant, contents.get(mutant.fileName) ?? "", 0),
  );
  const random = createRandom(Number(values.seed));
  const chosen = new Map<string, number>();
  while ([...chosen.values()].reduce((sum, mutants) => sum + mutants, 0) < count) {
    const mutant = mutants[Math.floor(random() * mutants.length)];
    if (!mutant) throw new Error("no source file has a mutant");
    const inside = mutants.filter(
      (candidate) => candidate.fileName === mutant.fileName && contains(mutant.location, candidate.location),
    );
    const { start, end } = mutant.location;
    const place = `${mutant.fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
    if (inside.length <= MAX_MUTANTS) chosen.set(place, inside.length);
  }
  return [...chosen.keys()].sort();
}

function contains(outer: Location, inner: Location): boolean {
  const isOrdered = (left: Location["start"], right: Location["start"]) =>
    left.line < right.line || (left.line === right.line && left.column <= right.column);
  return isOrdered(outer.start, inner.start) && isOrdered(inner.end, outer.end);
}

/**
 * Whether the mutant empties a text of several words. Lines and columns of the location count from `first`.
 */
function isProse({ mutatorName, location: { start, end } }: Mutant, content: string, first: number): boolean {
  if (mutatorName !== "StringLiteral") return false;
  const lines = content.split("\n").slice(start.line - first, end.line - first + 1);
  const last = lines.length - 1;
  const cut = (line: string, index: number) =>
    line.slice(index === 0 ? start.column - first : 0, index === last ? end.column - first : undefined);
  return PROSE.test(lines.map(cut).join("\n"));
}

/** A mutant that no test detects. */
interface Missed extends Tested {
  readonly name: string;
  readonly source: string;
}

/** Splits the mutants into those with which their package does not compile, and the others. */
function splitByTypes(mutants: readonly Missed[]): { readonly rejected: Missed[]; readonly left: Missed[] } {
  const folder = mkdtempSync(join(tmpdir(), "platform-graphql-types-"));
  try {
    for (const name of PACKAGES) {
      for (const part of ["package.json", "tsconfig.json", "src", "dist"])
        cpSync(join(ROOT, name, part), join(folder, name, part), { recursive: true });
    }
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const compile = (project: string): boolean => {
      const tsc = join(ROOT, "node_modules/.bin/tsc");
      return spawnSync(tsc, ["-p", project, "--noEmit"], { cwd: folder, stdio: "ignore" }).status === 0;
    };
    const broken = PACKAGES.filter((project) => !compile(project));
    if (broken.length > 0)
      throw new Error(`without a mutant, ${broken.join(", ")} does not compile: build first`);
    const compiles = ({ name, source, location, replacement = "" }: Missed): boolean => {
      const project = packageOf(name);
      const [start, end] = [location.start, location.end].map(({ line, column }) => {
        const before = source.split("\n").slice(0, line - 1);
        return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
      });
      writeFileSync(join(folder, name), source.slice(0, start) + replacement + source.slice(end));
      const isValid = compile(project);
      writeFileSync(join(folder, name), source);
      return isValid;
    };
    const { true: left = [], false: rejected = [] } = Object.groupBy(
      mutants,
      (mutant) => `${compiles(mutant)}`,
    );
    return { rejected, left };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function packageOf(name: string): string {
  return PACKAGES.findLast((folder) => name.startsWith(`${folder}/`)) ?? ".";
}

function renderResult(file: string): string {
  const { files, testFiles }: Report = JSON.parse(readFileSync(file, "utf8"));
  const fileOf = new Map(
    Object.entries(testFiles).flatMap(([name, { tests }]) => tests.map(({ id }) => [id, name])),
  );
  const mutants = Object.entries(files).flatMap(([name, { mutants }]) =>
    mutants.map((mutant) => ({ name, ...mutant })),
  );
  const tested = mutants.filter(
    (mutant) => mutant.status !== IS_STATIC && !isProse(mutant, files[mutant.name]?.source ?? "", 1),
  );
  const survived = tested.filter(({ status }) => status !== "Killed" && status !== "Timeout");
  const { rejected, left } = splitByTypes(
    survived.map((mutant) => ({ ...mutant, source: files[mutant.name]?.source ?? "" })),
  );
  const detected = tested.map(({ killedBy = [] }) => [
    ...new Set(killedBy.map((id) => fileOf.get(id) ?? id)),
  ]);
  const counts = Map.groupBy(
    detected.flatMap((testFiles) => testFiles.map((name) => ({ name, alone: testFiles.length === 1 }))),
    ({ name }) => name,
  );
  const lines = [...counts]
    .sort(([, left], [, right]) => right.length - left.length)
    .map(
      ([name, detections]) =>
        `${detections.length} (${detections.filter(({ alone }) => alone).length} alone)  ${name}`,
    );
  const missed = left.map(
    ({ name, location, mutatorName, replacement, status }) =>
      `${name}:${location.start.line}:${location.start.column}  ${status}  ${mutatorName}: ${replacement?.replaceAll(/\s+/g, " ").slice(0, 60)}`,
  );
  const percent = (count: number, all: number) => `${((count / all) * 100).toFixed(1)} %, ${count} of ${all}`;
  const score = (project?: string) => {
    const isIn = ({ name }: { readonly name: string }) =>
      project === undefined || packageOf(name) === project;
    const all = tested.filter(isIn).length;
    return `${percent(all - left.filter(isIn).length, all)} mutants. Tests alone: ${percent(all - survived.filter(isIn).length, all)}.`;
  };
  const packages = [...new Set(tested.map(({ name }) => packageOf(name)))].sort();
  return `
Mutants that a test file detects:
${lines.join("\n")}
${rejected.length} more with which the package does not compile

Mutants that nothing detects:
${missed.join("\n")}

${packages.map((project) => `${project === "." ? "client" : project}: ${score(project)}`).join("\n")}
Score: ${score()}
`;
}
