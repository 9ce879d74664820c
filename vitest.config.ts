import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";

const SOURCE = "@integration-platform/source";

/** Tests that replace modules. All others share the modules of their worker, so that each worker loads graphql once. */
const ISOLATED = ["test/docs.test.ts", "test/examples.test.ts"];
/** Folders that the documentation tests write. */
const WRITTEN = ["test/blocks-*/**"];

// Workers and the commands that tests start compile the same packages.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url));

export default defineConfig({
  resolve: {
    // Tests use the sources of all three packages, so that only tests of the built command need a build.
    conditions: [SOURCE, ...defaultClientConditions.filter((condition) => condition !== "module")],
    // Vite's `development` condition would load a second copy of graphql. Schemas of two copies do not mix.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  ssr: { resolve: { conditions: [SOURCE, ...defaultServerConditions.filter((condition) => condition !== "module")] } },
  test: {
    projects: [
      { extends: true, test: { name: "isolated", include: ISOLATED } },
      {
        extends: true,
        test: {
          name: "shared",
          isolate: false,
          include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ISOLATED, ...WRITTEN],
        },
      },
    ],
    // Vitest uses one core less by default.
    maxWorkers: "100%",
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
