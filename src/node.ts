/** Public API for Node.js services and CI. */

export { type EnvironmentOptions, fromEnvironment } from "./auth/environment.ts";
export { type AccessTokenOptions, getAccessToken } from "./client/get-access-token.ts";
export { type FileStoreOptions, fileStore } from "./stores/file-store.ts";
export { type RedisClient, type RedisStoreOptions, redisStore } from "./stores/redis-store.ts";
