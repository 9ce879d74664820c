/// <reference types="vite/client" />
import { beforeEach, vi } from "vitest";

// All modules load before the first test, and once: a test that loads a module would count as one of code
// that is over.
import.meta.glob(["../../{src,packages/*/src}/**/*.ts", "!**/generated/**", "!**/cli/src/main.ts"], {
  eager: true,
});
vi.resetModules = () => vi;

// Stryker has no option for tags.
beforeEach(({ task, skip }) => skip(task.tags?.includes("slow") ?? false));
