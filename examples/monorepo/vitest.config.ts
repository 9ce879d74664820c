import { defineConfig } from "vitest/config";

// Some tests start commands, and a machine of CI does more than one thing at a time.
export default defineConfig({ test: { include: ["*/*/test/**/*.test.ts"], testTimeout: 30_000 } });
