/** A token store in Redis, over node-redis or ioredis. */

import { randomUUID } from "node:crypto";
import { checkOptions, type Rules } from "../options.ts";
import { type SharedToken, sharedToken, type TokenStore } from "./shared-token.ts";

/** Accepts a method with any parameters. */
type Method = (...values: never[]) => unknown;

/** The commands that are used of a node-redis or ioredis client. */
export interface RedisClient {
  readonly get: Method;
  readonly set: Method;
  readonly del: Method;
  readonly eval: Method;
  readonly on?: Method;
}

export interface RedisStoreOptions {
  /** A connected client of node-redis (`redis`, `@redis/client`) or ioredis. The caller closes it. */
  readonly client: RedisClient;
  /** Prefix of all keys. @default "" */
  readonly prefix?: string | undefined;
}

const RULES: Rules = { client: ["a client of node-redis or ioredis", "eval", "required"], prefix: "string" };

/** Deletes a lock only if it still belongs to its owner: it can have expired, and belong to another process. */
const RELEASE = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0';

/**
 * Shares the access token through Redis, for the `store` option of `refreshToken()`. Only one process refreshes at a time.
 *
 * @throws UsageError if an option is missing, unknown or invalid.
 */
export function redisStore(options: RedisStoreOptions): SharedToken {
  return sharedToken(openRedisStore(options));
}

export function openRedisStore(options: RedisStoreOptions): Required<TokenStore> {
  checkOptions("redisStore", options, RULES);
  const { client, prefix = "" } = options;
  // The two libraries pass options differently. Only ioredis clients have `defineCommand`.
  const isIoredis = "defineCommand" in client;
  const call = (name: keyof RedisClient, ...values: unknown[]) =>
    (client[name] as (...values: unknown[]) => unknown).apply(client, values);
  return {
    get: (key) => call("get", prefix + key),
    set: (key, value, ttlMs) => call("set", prefix + key, value, ...(isIoredis ? ["PX", ttlMs] : [{ PX: ttlMs }])),
    delete: (key) => call("del", prefix + key),
    lock: async (key, ttlMs) => {
      const [name, owner] = [prefix + key, randomUUID()];
      const isSet = await call("set", name, owner, ...(isIoredis ? ["PX", ttlMs, "NX"] : [{ PX: ttlMs, NX: true }]));
      if (isSet === null) return undefined;
      return () => call("eval", RELEASE, ...(isIoredis ? [1, name, owner] : [{ keys: [name], arguments: [owner] }]));
    },
    on: (event, listener) => typeof client.on === "function" && call("on", event, listener),
  };
}
