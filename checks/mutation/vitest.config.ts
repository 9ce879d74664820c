/** Tests in the copy of the repository that mutants are put into. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mergeConfig } from "vitest/config";
import config from "../../vitest.config.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The entries of the packages in this copy of the repository: its `node_modules` are those of the original.
 */
const alias = [".", "packages/compiler", "packages/testing", "packages/cli"].flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
  return Object.entries<Record<string, string>>(exports).flatMap(([entry, targets]) => {
    const source = targets["@integration-platform/source"];
    return source
      ? [{ find: new RegExp(`^${name}${entry.slice(1)}$`), replacement: join(ROOT, folder, source) }]
      : [];
  });
});

/**
 * The tests of `npm test` in one process, except those of texts, packages and bundles: they read the mutated
 * files.
 */
const shared = mergeConfig(config, {
  resolve: { alias },
  test: {
    exclude: ["test/{docs,links,maps,imports,package,bundle,examples,workflows,pictures,walk}.test.ts"],
    setupFiles: ["checks/mutation/setup.ts"],
    isolate: false,
  },
});
const { projects = [], ...test } = shared.test;
const [isolated, last] = projects as { test: { include: string[]; exclude?: string[] } }[];

// Files with a process of their own because they measure its memory: they also test other things.
const own = new Set(isolated?.test.include);
const exclude = [...(last?.test.exclude ?? []).filter((file) => !own.has(file)), ...test.exclude];

export default {
  ...shared,
  test: { ...test, include: last?.test.include, exclude },
};
