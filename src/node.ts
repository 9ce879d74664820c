/** Public API for Node.js services and CI. */

export { type EnvironmentOptions, fromEnvironment } from "./auth/environment.ts";
export { type FileStoreOptions, fileStore } from "./auth/file-store.ts";
export { type RedisClient, type RedisStoreOptions, redisStore } from "./auth/redis-store.ts";
export { type ObtainTokenOptions, obtainToken } from "./obtain-token.ts";
