import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../src");

/** What each file of `src` imports: files of `src` by their path in it, packages by their specifier. */
const imports = new Map(
  readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const code = readFileSync(join(SRC, file), "utf8");
      const found = [
        ...code.matchAll(
          /^(?:import|export)\b(?<type> type)?[^;"]*?from "(?<from>[^"]+)"|import\("(?<lazy>[^"]+)"\)/gm,
        ),
      ];
      return [
        file,
        found.map(({ groups }) => {
          const specifier = groups?.from ?? groups?.lazy ?? "";
          const target = specifier.startsWith(".") ? relative(SRC, join(SRC, dirname(file), specifier)) : specifier;
          return { target, typeOnly: groups?.type !== undefined };
        }),
      ] as const;
    }),
);

const files = [...imports.keys()];
const targetsOf = (file: string) => (imports.get(file) ?? []).map(({ target }) => target);
const isPackage = (target: string) => !imports.has(target);

/** Every file and package that loads at run time when `entry` does. */
function reach(entry: string, seen = new Set<string>()): Set<string> {
  for (const { target, typeOnly } of imports.get(entry) ?? []) {
    if (typeOnly || seen.has(target)) continue;
    seen.add(target);
    reach(target, seen);
  }
  return seen;
}

const packagesOf = (entry: string) => [...reach(entry)].filter(isPackage).sort();

/** The runtime, lowest layer first. A file may import from its own layer and from lower ones. */
const LAYERS = [
  /^errors\.ts$/,
  /^(document|failure|unusable)\.ts$/,
  /^(hooks|wire|retry-after|backoff|deadline|base-url|options|variables|response)\.ts$/,
  /^auth\//,
  /^transport\.ts$/,
  /^operation\.ts$/,
  /^client\.ts$/,
  /^(paginate|accepted)\.ts$/,
  /^(index|node)\.ts$/,
];
const layerOf = (file: string) => LAYERS.findIndex((layer) => layer.test(file));
const runtime = files.filter((file) => layerOf(file) >= 0);

test("finds the files and their imports", () => {
  expect(targetsOf("transport.ts")).toEqual(["ky", "errors.ts", "failure.ts", "wire.ts"]);
  expect(runtime.length).toBeGreaterThan(20);
});

test("every file has its room", () => {
  const rooms = /^(generated|codegen|schema|testing|cli)\/|^document-node\.ts$/;
  expect(files.filter((file) => layerOf(file) < 0 && !rooms.test(file))).toEqual([]);
});

test("errors import nothing", () => {
  expect(targetsOf("errors.ts")).toEqual([]);
});

test.each(runtime)("%s imports only from its layer and below", (file) => {
  const upward = targetsOf(file).filter(
    (target) => !isPackage(target) && !(layerOf(target) <= layerOf(file) && layerOf(target) >= 0),
  );
  expect(upward).toEqual([]);
});

test("ky is imported by the transport alone", () => {
  expect(files.filter((file) => targetsOf(file).includes("ky"))).toEqual(["transport.ts"]);
});

test("what consumers ship loads ky and nothing else", () => {
  expect(packagesOf("index.ts")).toEqual(["ky"]);
  expect(packagesOf("generated/operations.ts")).toEqual([]);
  expect(packagesOf("generated/documents.ts")).toEqual([]);
});

test("the simulated platform knows no code of the client that it tests", () => {
  const foreign = files
    .filter((file) => file.startsWith("testing/"))
    .flatMap(targetsOf)
    .filter((target) => !isPackage(target) && !target.startsWith("testing/") && target !== "generated/schema.ts");
  expect(foreign).toEqual([]);
});

test("the schema check is pure: it knows neither Node nor the client", () => {
  const foreign = files
    .filter((file) => file.startsWith("schema/"))
    .flatMap(targetsOf)
    .filter((target) => !target.startsWith("schema/") && !target.startsWith("codegen/"));
  expect(foreign.filter((target) => !/^(graphql|@graphql-inspector\/core\/diff\/schema|diff)$/.test(target))).toEqual(
    [],
  );
});

test("nothing imports the command line", () => {
  const importers = files.filter((file) => !file.startsWith("cli/"));
  expect(importers.filter((file) => targetsOf(file).some((target) => target.startsWith("cli/")))).toEqual([]);
});

test("no file imports itself, directly or through others", () => {
  expect(files.filter((file) => reach(file).has(file))).toEqual([]);
});
