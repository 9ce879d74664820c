/**
 * Pages that name files and checks: the map in the README of each package, the checks of CI, and the tests of
 * each promise.
 */

import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = {
  "src/README.md": "src",
  "packages/compiler/README.md": "packages/compiler/src",
  "packages/testing/README.md": "packages/testing/src",
  "packages/cli/README.md": "packages/cli/src",
};

/** Paths below the sources, such as `client.ts` and `auth/`, in the section "Map" of a README. */
function readMap(readme: string): string[] {
  const [, section = ""] = readFileSync(join(ROOT, readme), "utf8").split(/^## Map$/m);
  const [text = ""] = section.split(/^## /m);
  return [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
}

test.for(Object.entries(SOURCES))(
  "the map in %s names files that exist, and every folder",
  ([readme, sources]) => {
    const paths = readMap(readme);
    expect(paths.filter((path) => !existsSync(join(ROOT, sources, path)))).toEqual([]);
    const folders = readdirSync(join(ROOT, sources), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const unnamed = folders.filter(({ name }) => !paths.some((path) => path.startsWith(`${name}/`)));
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  },
);

test("each file of a schema change imports only files before it, in the order of the map", () => {
  const folder = "packages/compiler/src";
  const [, table = ""] = readFileSync(join(ROOT, "packages/compiler/README.md"), "utf8").split("\n| step |");
  const order = [...table.matchAll(/`((?:check|reports)\/[\w/-]+\.ts)`/g)].map(([, path = ""]) => path);
  const late = order.flatMap((path, index) => {
    const imports = readFileSync(join(ROOT, folder, path), "utf8").matchAll(/ from "(\.[^"]+)";/g);
    const paths = [...imports].map(([, other = ""]) => join(dirname(path), other));
    const before = order.slice(0, index);
    return paths
      .filter((other) => /^(?:check|reports)\//.test(other) && !before.includes(other))
      .map((other) => `${path} imports ${other}`);
  });
  expect(late).toEqual([]);
  expect(order).toHaveLength(new Set(order).size);
  expect(order.length).toBeGreaterThan(35);
});

test("CONTRIBUTING.md names files that exist", () => {
  const page = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const named = [...page.matchAll(/`([\w./-]+\.(?:test-d\.ts|test\.ts|ts|json|md))`/g)].map(
    ([, path = ""]) => path,
  );
  const files = globSync(["*.*", ".changeset/*", "{src,test,checks,docs,packages}/**/*.{ts,json,md}"], {
    cwd: ROOT,
    exclude: ["**/node_modules", "**/dist"],
  });
  // Some are named without their folder.
  const missing = named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)));
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});

test("the checks that CONTRIBUTING.md lists are those that CI runs", () => {
  const [, list = ""] =
    readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").match(/CI runs (`[^.]*`)\./) ?? [];
  const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  const run = readFileSync(join(ROOT, ".ci/run"), "utf8").matchAll(/^ *check ([\w-]+)/gm);
  expect(listed.toSorted()).toEqual([...run].map(([, name]) => name).toSorted());
});

test.each([
  ["docs/reliability.md", 30],
  ["SECURITY.md", 10],
])("each promise of %s names tests of npm test", (path, count) => {
  const page = readFileSync(join(ROOT, path), "utf8");
  const tables = page.match(/^\| promise \|.*(?:\n\|.*)+/gm) ?? [];
  const promises = tables.flatMap((table) => table.split("\n").slice(2));
  const isFast = (file: string) =>
    !readFileSync(join(ROOT, dirname(path), file), "utf8").includes("@module-tag slow");
  const without = promises.filter((row) => !row.match(/(?<=\]\()[^)]+\.test\.ts(?=\))/g)?.every(isFast));
  expect(without).toEqual([]);
  expect(promises.length).toBeGreaterThan(count);
});
