/** Mutation testing of the runtime. See README.md in this folder. */

import { tmpdir } from "node:os";
import { join } from "node:path";

export default {
  // Credentials, what is sent or resent and when, and pages.
  mutate: ["src/{auth,stores,pages}/**/*.ts", "src/{outcome,retry,limit,queue,transport,options}.ts"],
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "checks/mutation/vitest.config.ts", related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A mutant that hangs is detected. The tests take seconds.
  timeoutMS: 5_000,
  timeoutFactor: 2,
  // Stryker 10 would rewrite the configuration with an interface that TypeScript 7 does not have.
  tsconfigFile: "none",
  // Outside the repository, so that neither `vitest` nor `biome` finds the copies.
  tempDirName: join(tmpdir(), "platform-graphql-mutation"),
  ignorePatterns: ["checks/mutation/reports", "checks/bench", "checks/compatibility", "examples", "packages/*/dist"],
  reporters: ["clear-text", "progress-append-only", "json", "html"],
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
  jsonReporter: { fileName: "checks/mutation/reports/mutation.json" },
  htmlReporter: { fileName: "checks/mutation/reports/mutation.html" },
  incrementalFile: "checks/mutation/reports/incremental.json",
  allowEmpty: false,
  thresholds: { high: 97, low: 95, break: 95 },
};
