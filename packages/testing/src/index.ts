/** Entry `.`: the simulated platform for tests with MSW. */

export * from "./local.ts";
export { createPlatform, type Platform } from "./server/create-platform.ts";
