import { globSync, readFileSync, realpathSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const SOURCE = "@integration-platform/source";

/** Test files with a process each: they replace modules, or measure the memory of the process. */
const ISOLATED = globSync("{test,packages/*/test}/**/*.test.ts", { cwd: import.meta.dirname }).filter((file) =>
  /(?:vi\.mock|process\.memoryUsage)\(/.test(readFileSync(new URL(file, import.meta.url), "utf8")),
);

/** Test files that take the most time. They start first, so that no worker waits for the last one. */
const SLOWEST = [
  "packages/cli/test/mistakes",
  "test/fleet",
  "packages/compiler/test/oracle",
  "packages/testing/test/browser",
  "test/walk",
  "packages/compiler/test/render-html",
  "packages/cli/test/codegen",
  "packages/cli/test/secrets",
  "packages/cli/test/workflows",
  "test/browser-client",
  "test/package",
  "packages/testing/test/browser-worker",
  "packages/compiler/test/browser",
].map((name) => realpathSync(join(import.meta.dirname, `${name}.test.ts`)));

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) => {
      // A worker of shared files ends when the next file needs a process.
      if (project.config.isolate) return -1;
      const index = SLOWEST.indexOf(moduleId);
      return index === -1 ? SLOWEST.length : index;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

// Workers and the commands that tests start compile the same packages.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url));
// No garbage collection in the TypeScript compiler, which runs for a short time.
process.env.GOGC ??= "off";

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
      // The other files share the modules of their worker, so that each worker loads graphql and the plugins once.
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
          // The documentation tests write folders.
          exclude: [...configDefaults.exclude, ...ISOLATED, "test/blocks-*/**"],
          isolate: false,
        },
      },
    ],
    sequence: { sequencer: SlowestFirst },
    // One more than cores, because many tests wait for other processes. Vitest's default is one less.
    maxWorkers: availableParallelism() + 1,
    tags: [
      {
        name: "slow",
        description: "Takes more than 0.3 s, and another test holds the same promise. `npm test` leaves it out.",
      },
    ],
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
  },
});
