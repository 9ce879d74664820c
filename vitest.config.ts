import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";

const SOURCE = "@integration-platform/source";

/** Test files of the client that have a process each: they replace modules or timers, and could see the work of others. */
const ISOLATED = globSync("test/*.test.ts", { cwd: import.meta.dirname }).filter((file) =>
  /(?:vi\.mock|vi\.useFakeTimers|holdTimers)\(/.test(readFileSync(new URL(file, import.meta.url), "utf8")),
);

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
      // Files of the other two share the modules of their worker, so that each worker loads graphql and the plugins once.
      {
        extends: true,
        test: {
          name: "client",
          include: ["test/**/*.test.ts"],
          // The documentation tests write folders.
          exclude: [...configDefaults.exclude, ...ISOLATED, "test/blocks-*/**"],
          isolate: false,
        },
      },
      { extends: true, test: { name: "tools", include: ["packages/*/test/**/*.test.ts"], isolate: false } },
    ],
    // Vitest uses one core less by default.
    maxWorkers: "100%",
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
  },
});
