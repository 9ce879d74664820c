/** Public API for platforms that rotate refresh tokens, and for several processes with one refresh token. */

export { type FileStoreOptions, fileStore } from "./file-store.ts";
export { type RedisClient, type RedisStoreOptions, redisStore } from "./redis-store.ts";
export { type RotatingTokenOptions, rotatingToken } from "./rotating-token.ts";
export type { StoredValue, TokenStore } from "./token-store.ts";
