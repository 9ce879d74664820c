import { mergeConfig } from "vitest/config";
import config from "../../vitest.config.ts";

/** The tests of `npm test` in one process, except those of texts, packages and bundles: they read the mutated files. */
const shared = mergeConfig(config, {
  test: {
    exclude: [
      "test/{docs,links,maps,imports,package,bundle,examples,workflows,pictures,walk}.test.ts",
      // Finds the packages only in the repository's own node_modules.
      "packages/cli/test/cli-init.test.ts",
    ],
    setupFiles: ["checks/mutation/setup.ts"],
    isolate: false,
  },
});
const { projects = [], ...test } = shared.test;
const [, last] = projects as { test: { include: string[]; exclude: string[] } }[];

export default {
  ...shared,
  test: { ...test, include: last?.test.include, exclude: [...(last?.test.exclude ?? []), ...test.exclude] },
};
