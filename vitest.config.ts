import { globSync, readFileSync, statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const SOURCE = "@integration-platform/source";

/** Test files with a process each: they replace modules, or count the timers or the memory of the process. */
const ISOLATED = globSync("{test,packages/*/test}/**/*.test.ts", { cwd: import.meta.dirname }).filter(
  (file) =>
    /^vi\.mock\(|(?:vi\.getTimerCount|process\.memoryUsage)\(/m.test(
      readFileSync(new URL(file, import.meta.url), "utf8"),
    ),
);

/** A worker of shared files ends when the next file needs a process. */
class IsolatedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort(
      (a, b) => Number(b.project.config.isolate) - Number(a.project.config.isolate),
    );
  }
}

/** Of Linux. Files of the many small repositories of tests take half of the system time there. */
const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 2 ** 30;

/** Whether the folder has enough space, and programs in it can run, as those of some tests do. */
function hasMemoryFolder(): boolean {
  if (process.platform !== "linux") return false;
  const [, options = "noexec"] = / \/dev\/shm tmpfs (\S+)/.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  if (options.split(",").includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MIN_FREE_BYTES;
}

// Workers and the commands that tests start compile the same packages.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compile", import.meta.url));
// No garbage collection in the TypeScript compiler, which runs for a short time.
process.env.GOGC ??= "off";

if (hasMemoryFolder()) process.env.TMPDIR ??= MEMORY_FOLDER;

export default defineConfig({
  resolve: {
    // Tests use the sources of all packages, so that only tests of the built command need a build.
    conditions: [SOURCE, ...defaultClientConditions.filter((condition) => condition !== "module")],
    // Vite's `development` condition would load a second copy of graphql. Schemas of two copies do not mix.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  ssr: {
    resolve: {
      conditions: [SOURCE, ...defaultServerConditions.filter((condition) => condition !== "module")],
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: "isolated", include: ISOLATED } },
      // The other files share the modules of their worker, so that each worker loads graphql and the plugins
      // once.
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
    sequence: { sequencer: IsolatedFirst },
    // Each further worker loads and optimizes the same code again.
    maxWorkers: availableParallelism(),
    // Short-lived objects of a test fit in this space (MiB), so that few are copied. Parallel threads of the
    // garbage collection wait for each other, because the workers use all cores. The efficiency mode of V8
    // optimizes less code: most tests run too short to gain from it.
    execArgv: [
      "--max-semi-space-size=64",
      "--min-semi-space-size=64",
      "--single-threaded-gc",
      "--efficiency-mode",
    ],
    tags: [
      {
        name: "slow",
        description:
          "Takes more than 0.3 s, and another test holds the same promise. Or needs a browser, Redis, a compiler, or many processes or repositories (`docs/reliability.md`, slow checks). `npm test` leaves it out.",
      },
      {
        name: "scheduled",
        description:
          "Beside `slow`: all cases of a promise, of which another test has some. Only the workflow for evidence runs it.",
      },
    ],
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 60_000,
  },
});
