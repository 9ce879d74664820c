/** Entry `.`: the simulated platform for tests with MSW. */

export { createPlatform, type Platform } from "./create-platform.ts";
export * from "./local.ts";
