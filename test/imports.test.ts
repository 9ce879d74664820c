/** The import rules of the four packages. Arrows only point down: cli, testing, compiler. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { LAYERS } from "../checks/docs/layers.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = ["src", "packages/compiler/src", "packages/testing/src", "packages/cli/src"];

interface Import {
  /** A path below the root, or the specifier of a package. */
  readonly target: string;
  readonly isType: boolean;
  /** Whether it is an `import()`. */
  readonly isLazy: boolean;
}

const IMPORT = /^(?:import|export)\b(?<type> type)?[^;"]*?from "(?<from>[^"]+)"|import\("(?<lazy>[^"]+)"\)/gm;

function readImports(file: string): Import[] {
  const code = readFileSync(join(ROOT, file), "utf8");
  return [...code.matchAll(IMPORT)].map(({ groups = {} }) => {
    const specifier = groups.from ?? groups.lazy ?? "";
    const target = specifier.startsWith(".") ? join(dirname(file), specifier) : specifier;
    return { target, isType: groups.type !== undefined, isLazy: groups.lazy !== undefined };
  });
}

const imports = new Map(
  SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => [join(folder, file), readImports(join(folder, file))] as const),
  ),
);
const files = [...imports.keys()];
const targetsOf = (file: string) => (imports.get(file) ?? []).map(({ target }) => target);

/** Imports of the files below `folder` that match none of `allowed`. */
function findOthers(folder: string, ...allowed: RegExp[]): string[] {
  return files
    .filter((file) => file.startsWith(folder))
    .flatMap((file) => targetsOf(file).map((target) => `${file} -> ${target}`))
    .filter((pair) => !allowed.some((pattern) => pattern.test(pair.split(" -> ")[1] ?? "")));
}

/** Files and packages that are loaded with `entry`. */
function findLoaded(entry: string, withLazy = true, found = new Set<string>()): Set<string> {
  for (const { target, isType, isLazy } of imports.get(entry) ?? []) {
    if (isType || (isLazy && !withLazy) || found.has(target)) continue;
    found.add(target);
    findLoaded(target, withLazy, found);
  }
  return found;
}

/** The files of the client. */
const runtime = files.filter((file) => file.startsWith("src/") && !file.startsWith("src/generated/"));
const layerOf = (file: string) => LAYERS.findIndex(({ files }) => files.test(relative("src", file)));

test("finds the imports of a file", () => {
  expect(targetsOf("src/index.ts")).toContain("src/client.ts");
  expect(targetsOf("src/transport.ts")).toContain("ky");
});

test("assigns each file of the runtime to a layer", () => {
  expect(runtime.filter((file) => layerOf(file) < 0)).toEqual([]);
});

test.each(runtime)("%s imports only its own layer and lower ones", (file) => {
  const own = targetsOf(file).filter((target) => imports.has(target));
  expect(own.filter((target) => layerOf(target) > layerOf(file) || layerOf(target) < 0)).toEqual([]);
});

test("only the transport imports ky", () => {
  expect(files.filter((file) => targetsOf(file).includes("ky"))).toEqual(["src/transport.ts"]);
});

test("the entries for callers load ky and no other package", () => {
  const packagesOf = (entry: string) => [...findLoaded(entry)].filter((target) => !imports.has(target));
  expect(packagesOf("src/index.ts")).toEqual(["ky"]);
  expect(packagesOf("src/generated/operations.ts")).toEqual([]);
  expect(packagesOf("src/generated/documents.ts")).toEqual([]);
});

const ALLOWED: Readonly<Record<string, RegExp>> = {
  "packages/compiler": /^@integration-platform\/graphql\/shape$/,
  "packages/testing":
    /^@integration-platform\/graphql(?:\/(?:schema|shape)|-compiler\/(?:conventions|markup|model|nearest))$/,
  "packages/cli": /^@integration-platform\/graphql(?:-(?:testing|compiler))?(?:\/[\w.-]+)?$/,
};

test.each(Object.entries(ALLOWED))("%s imports only public entries of the packages below it", (folder, entries) => {
  const own = new RegExp(`^${folder}/src/`);
  expect(findOthers(`${folder}/`, own, entries, /^(?!@integration-platform\/|src\/|packages\/)/)).toEqual([]);
});

test("errors and the rules for responses import nothing", () => {
  expect(["src/errors.ts", "src/validation/shape.ts"].flatMap(targetsOf)).toEqual([]);
});

test("the library entries of the command line do not import its commands", () => {
  for (const entry of ["packages/cli/src/compiler.ts", "packages/cli/src/codegen/"]) {
    const found = files.filter((file) => file.startsWith(entry));
    expect(found).not.toEqual([]);
    expect(found.filter((file) => targetsOf(file).some((target) => target.includes("/src/commands/")))).toEqual([]);
  }
});

test("the compiler imports no module of Node.js", () => {
  const modules = files.filter((file) => file.startsWith("packages/compiler/")).flatMap(targetsOf);
  expect(modules.filter((target) => target.startsWith("node:"))).toEqual([]);
});

test("no file imports itself, directly or through other files", () => {
  expect(files.filter((file) => findLoaded(file, false).has(file))).toEqual([]);
});
