/** Mutation testing of what a caller's money hangs on: credentials, transport, errors. See docs/mutation.md. */

import { tmpdir } from "node:os";
import { join } from "node:path";

// biome-ignore lint/style/noDefaultExport: what Stryker reads.
export default {
  mutate: [
    "src/auth/**/*.ts",
    "src/{transport,operation,errors,document,client}.ts",
    "src/{failure,hooks,response,retry-after,deadline,backoff,base-url,options,variables}.ts",
  ],
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "mutation/vitest.config.ts", related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A mutant that hangs is a mutant found; the whole suite takes seconds.
  timeoutMS: 5_000,
  timeoutFactor: 2,
  // None: Stryker 10 rewrites the one it finds with an interface that TypeScript 7 does not have.
  tsconfigFile: "none",
  // Outside the tree, so that neither `vitest` nor `biome` finds the copies.
  tempDirName: join(tmpdir(), "platform-graphql-mutation"),
  ignorePatterns: ["mutation/reports", "bench", "examples"],
  reporters: ["clear-text", "progress-append-only", "json", "html"],
  clearTextReporter: { logTests: false, allowColor: false, reportTests: false },
  jsonReporter: { fileName: "mutation/reports/mutation.json" },
  htmlReporter: { fileName: "mutation/reports/mutation.html" },
  incrementalFile: "mutation/reports/incremental.json",
  allowEmpty: false,
  thresholds: { high: 95, low: 90, break: 90 },
};
