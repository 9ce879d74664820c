import { defineConfig } from "vitest/config";

/** Tests of the runtime that run in one process and have the same result in each run. */
export default defineConfig({
  test: {
    include: [
      "test/{auth,token,store,file-store,redis-store,secrets}.test.ts",
      "test/{outcome,retry,limit,queue,transport,own-ky,variables,configuration,errors,hooks}.test.ts",
      "test/{paginate,poll,validation,guard}.test.ts",
    ],
    setupFiles: ["checks/mutation/setup.ts", "test/support/setup.ts"],
    // One process for all files, and a new one for each mutant.
    isolate: false,
    // The same as in the suite. Stryker ends mutants that hang.
    testTimeout: 60_000,
  },
});
