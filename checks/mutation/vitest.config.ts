import { defineConfig } from "vitest/config";

/** The tests that mutants meet: those of the runtime, in this process, with the same outcome at every run. */
export default defineConfig({
  test: {
    include: ["auth", "token", "graphql", "retry", "transport", "configuration", "secrets", "store", "edges"].map(
      (room) => `test/${room}.test.ts`,
    ),
    setupFiles: ["mutation/setup.ts"],
    // One process for all the files, a new one for each mutant.
    isolate: false,
    testTimeout: 2_000,
  },
});
