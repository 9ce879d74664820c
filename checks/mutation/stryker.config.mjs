/** Mutation testing of the four packages. See README.md in this folder. */

import { tmpdir } from "node:os";
import { join } from "node:path";

export default {
  mutate: ["src/**/*.ts", "packages/*/src/**/*.ts", "!**/generated/**"],
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "checks/mutation/vitest.config.ts", related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  // Code that runs when a module loads: each mutant would need all tests.
  ignoreStatic: true,
  // All tests of a mutant run, so that the report has every file that detects it.
  disableBail: true,
  concurrency: 2,
  // A mutant that hangs is detected.
  timeoutMS: 5_000,
  timeoutFactor: 2,
  // Stryker 10 would rewrite the configuration with an interface that TypeScript 7 does not have.
  tsconfigFile: "none",
  // Outside the repository, so that neither `vitest` nor `biome` finds the copies.
  tempDirName: join(tmpdir(), "platform-graphql-mutation"),
  ignorePatterns: ["checks/*/node_modules", "checks/mutation/reports"],
  reporters: ["progress-append-only", "json", "html"],
  jsonReporter: { fileName: "checks/mutation/reports/mutation.json" },
  htmlReporter: { fileName: "checks/mutation/reports/mutation.html" },
  incrementalFile: "checks/mutation/reports/incremental.json",
};
