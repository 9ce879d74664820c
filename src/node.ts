/** Public API for Node.js services and CI. */

export { type EnvironmentOptions, fromEnvironment } from "./auth/environment.ts";
export { type AccessTokenOptions, getAccessToken } from "./client/get-access-token.ts";
