/** Public API for Node.js services and CI. */

export { type EnvironmentOptions, fromEnvironment } from "./auth/environment.ts";
export { type AccessTokenOptions, obtainToken } from "./client/obtain-token.ts";
