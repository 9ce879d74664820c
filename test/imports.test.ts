/** The import rules of the four packages. Arrows only point down: cli, testing, compiler. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { CLI_FOLDERS, LAYERS } from "../checks/docs/layers.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = ["src", "packages/compiler/src", "packages/testing/src", "packages/cli/src"];

interface Import {
  /** A path below the root, or the specifier of a package. */
  readonly target: string;
  readonly isType: boolean;
}

const IMPORT = /^(?:import|export)\b(?<type> type)?[^;"]*?from "(?<from>[^"]+)"|import\("(?<lazy>[^"]+)"\)/gm;

function readImports(file: string): Import[] {
  const code = readFileSync(join(ROOT, file), "utf8");
  return [...code.matchAll(IMPORT)].map(({ groups = {} }) => {
    const specifier = groups.from ?? groups.lazy ?? "";
    const target = specifier.startsWith(".") ? join(dirname(file), specifier) : specifier;
    return { target, isType: groups.type !== undefined };
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
const ownTargetsOf = (file: string) => targetsOf(file).filter((target) => imports.has(target));

/** Imports of the files below `folder` that match none of `allowed`. */
function findOthers(folder: string, ...allowed: RegExp[]): string[] {
  return files
    .filter((file) => file.startsWith(folder))
    .flatMap((file) => targetsOf(file).map((target) => `${file} -> ${target}`))
    .filter((pair) => !allowed.some((pattern) => pattern.test(pair.split(" -> ")[1] ?? "")));
}

/** Files and packages that are loaded with `entry`. */
function findLoaded(entry: string, loaded = new Set<string>()): Set<string> {
  for (const { target, isType } of imports.get(entry) ?? []) {
    if (!isType && !loaded.has(target)) findLoaded(target, loaded.add(target));
  }
  return loaded;
}

/** The files of the client. */
const runtime = files.filter((file) => file.startsWith("src/") && !file.startsWith("src/generated/"));
const layerOf = (file: string) => LAYERS.findIndex(({ files }) => files.test(relative("src", file)));

test("finds the imports of a file", () => {
  expect(targetsOf("src/index.ts")).toContain("src/client/create-client.ts");
  expect(targetsOf("src/call/transport.ts")).toContain("ky");
});

test("assigns each file of the runtime to a layer", () => {
  expect(runtime.filter((file) => layerOf(file) < 0)).toEqual([]);
});

test.each(runtime)("%s imports only its own layer and lower ones", (file) => {
  expect(
    ownTargetsOf(file).filter((target) => layerOf(target) > layerOf(file) || layerOf(target) < 0),
  ).toEqual([]);
});

test("only the transport imports ky", () => {
  expect(files.filter((file) => targetsOf(file).includes("ky"))).toEqual(["src/call/transport.ts"]);
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
    /^@integration-platform\/graphql(?:\/(?:schema|shape)|-compiler\/internal\/(?:conventions\/index|model\/index|text\/(?:json-depth|markup|nearest|phrases)))$/,
  "packages/cli":
    /^@integration-platform\/graphql(?:-testing(?:\/[\w.-]+)?|-compiler(?:\/internal\/[\w/-]+)?|\/[\w.-]+)?$/,
};

test.each(Object.entries(ALLOWED))(
  "%s imports only the entries of the packages below it that are listed",
  (folder, entries) => {
    const own = new RegExp(`^${folder}/src/`);
    expect(findOthers(`${folder}/`, own, entries, /^(?!@integration-platform\/|src\/|packages\/)/)).toEqual(
      [],
    );
  },
);

test("errors and the rules for responses import nothing", () => {
  expect(["src/shared/errors.ts", "src/shape.ts"].flatMap(targetsOf)).toEqual([]);
});

/** Place of a file of the cli among its folders. The entry, which has no folder, is the last one. */
function roomOf(file: string): number {
  const [folder = "", ...inner] = relative("packages/cli/src", file).split("/");
  return inner.length === 0 ? CLI_FOLDERS.length : CLI_FOLDERS.indexOf(folder);
}

test("the folders of the cli import only those before them", () => {
  const own = files.filter((file) => file.startsWith("packages/cli/src/"));
  expect(own.filter((file) => roomOf(file) < 0)).toEqual([]);
  const upward = own.flatMap((file) =>
    ownTargetsOf(file)
      .filter((target) => roomOf(target) > roomOf(file))
      .map((target) => `${file} -> ${target}`),
  );
  expect(upward).toEqual([]);
  expect(own.filter((file) => roomOf(file) === CLI_FOLDERS.length)).toEqual(["packages/cli/src/main.ts"]);
});

test("the compiler imports no module of Node.js", () => {
  const modules = files.filter((file) => file.startsWith("packages/compiler/")).flatMap(targetsOf);
  expect(modules.filter((target) => target.startsWith("node:"))).toEqual([]);
});

/** Modules that tests import although no entry exports them: each has a rule that is a promise of its own. */
const INNER: Readonly<Record<string, readonly string[]>> = {
  src: [
    "auth/read-token",
    "call/decision",
    "call/outcome",
    "limiter/limit",
    "rotation/file-lock",
    "rotation/token-store",
    "shared/base-url",
    "shared/deadline",
    "shared/errors",
    "shared/hooks",
    "shared/limiter",
    "shared/retry",
    "shared/wire",
  ],
  "packages/compiler/src": [
    "check/verdict/causes",
    "check/impact/consumers",
    "check/compare/reasons",
    "check/verdict/report",
    "check/verdict/sentences",
    "reports/style",
    "reports/summary",
    "reports/report-options",
    "reports/describe",
    "model/compilation",
    // Each renders the same blocks.
    "reports/text",
    "reports/markdown",
    "reports/html",
    "reports/github",
    "reports/junit",
    // The doors of foreign text, one for each destination.
    "text/phrases",
    "text/printable-sdl",
    "text/render-json",
    "text/markup",
    "text/markdown-text",
    "text/typescript-text",
    "text/ink",
    // The other packages use these two.
    "text/json-depth",
    "text/nearest",
    // The doors of the folders, for the other packages.
    "check/index",
    "codegen/index",
    "conventions/index",
    "model/index",
    "reports/index",
    "codegen/documents",
    "codegen/problems",
    "codegen/response-shape",
    "codegen/render-types",
    "model/document-names",
    "model/graphql",
    "model/introspection",
    "model/names",
    "model/open-types",
    "model/scalars",
    "model/selections",
  ],
  "packages/testing/src": ["schema/load-schema", "server/http-server", "requests/endpoints"],
  "packages/cli/src": [
    "contract/endpoints",
    "contract/index",
    "page/local-page",
    "codegen/read-settings",
    "codegen/load",
    "codegen/node-plugin",
    "codegen/pluck",
    "commands/program",
    "commands/codegen/generate",
    "commands/doctor/checks",
    "commands/doctor/contract",
    "commands/doctor/doctor",
    "commands/run/result",
    "commands/run/table",
    "commands/run/variables-option",
    "commands/serve/print-requests",
    "host/errors/problem",
    "host/platform/target",
    "host/secrets/redaction",
    "host/terminal/output",
    "host/terminal/traffic",
  ],
};
const inner = new Set(
  Object.entries(INNER).flatMap(([folder, names]) => names.map((name) => join(folder, `${name}.ts`))),
);

test("tests import entries of the packages, and few inner modules", () => {
  const manifests = [".", "packages/compiler", "packages/testing", "packages/cli"];
  const entries = new Set(
    manifests.flatMap((folder) => {
      const { exports } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
      return Object.values<Record<string, string>>(exports).flatMap((entry) => {
        const source = entry["@integration-platform/source"];
        return source ? [join(folder, source)] : [];
      });
    }),
  );
  const tests = manifests.flatMap((folder) =>
    readdirSync(join(ROOT, folder, "test"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith("fixtures/"))
      .map((file) => join(folder, "test", file)),
  );
  const others = tests.flatMap((file) =>
    readImports(file)
      .map(({ target }) => target)
      .filter((target) => imports.has(target) && !entries.has(target) && !inner.has(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(others).toEqual([]);
});

type Graph = ReadonlyMap<string, readonly string[]>;

function reach(graph: Graph, from: string, reached = new Set<string>()): ReadonlySet<string> {
  for (const target of graph.get(from) ?? []) {
    if (!reached.has(target)) reach(graph, target, reached.add(target));
  }
  return reached;
}

/** Groups of nodes that lead to each other, one in a line. */
function findCircles(graph: Graph): string[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reach(graph, node)]));
  const circles = [...reached].map(([node, targets]) =>
    [...targets].filter((other) => reached.get(other)?.has(node)),
  );
  return [...new Set(circles.map((circle) => circle.toSorted().join(" ")))].filter(Boolean);
}

test("no file needs a file that needs it, not even for a type", () => {
  expect(findCircles(new Map(files.map((file) => [file, ownTargetsOf(file)])))).toEqual([]);
});

/** Two machines, or a host and a container, can use one folder: the number of a process says nothing there. */
test("no source reads the number of a process", () => {
  expect(
    files.filter((file) => /\bp?pid\b|process\.kill/.test(readFileSync(join(ROOT, file), "utf8"))),
  ).toEqual([]);
});

/** Folders whose files are entries and helpers of their subfolders. */
const OPEN = new Set(SOURCES);

test("no folder needs a folder that needs it", () => {
  const folders = Map.groupBy(files, (file) => dirname(file));
  for (const folder of OPEN) folders.delete(folder);
  const graph = [...folders].map(([folder, own]) => {
    const targets = own.flatMap(ownTargetsOf).map((file) => dirname(file));
    return [folder, targets.filter((target) => target !== folder && folders.has(target))] as const;
  });
  expect(findCircles(new Map(graph))).toEqual([]);
});
