/** A token store in Redis, over node-redis or ioredis. */

import { randomUUID } from "node:crypto";
import type { SharedToken } from "../auth/token-chain.ts";
import { checkOptions, type Rules } from "../options.ts";
import { sharedToken } from "./shared-token.ts";
import type { TokenStore } from "./token-store.ts";

/** The commands that are used of either library. */
interface Commands {
  get(key: string): Promise<string | null>;
  del(key: string): Promise<number>;
  on?(event: "error", listener: (error: unknown) => void): unknown;
}

/** The commands that are used of a client of node-redis. */
export interface NodeRedisClient extends Commands {
  set(key: string, value: string, options: { PX: number; NX?: true }): Promise<string | null>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The commands that are used of a client of ioredis. */
export interface IoredisClient extends Commands {
  set(key: string, value: string, unit: "PX", ms: number): Promise<string | null>;
  set(key: string, value: string, unit: "PX", ms: number, condition: "NX"): Promise<string | null>;
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  defineCommand(...definition: never[]): unknown;
}

export type RedisClient = NodeRedisClient | IoredisClient;

export interface RedisStoreOptions {
  /** A connected client of node-redis (`redis`, `@redis/client`) or ioredis. The caller closes it. */
  readonly client: RedisClient;
  /** Prefix of all keys. @default "" */
  readonly prefix?: string | undefined;
}

const RULES: Rules = {
  client: { method: "eval", expected: "a client of node-redis or ioredis", isRequired: true },
  prefix: "string",
};

/**
 * Changes a lock only if it still belongs to its owner: it can have expired, and belong to another process. 0 ms deletes it.
 */
const EXPIRE_OWN =
  'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) end return 0';

/**
 * Shares the access token through Redis, for the `store` option of `refreshToken()`. Only one process refreshes at a time.
 *
 * @throws `USAGE` if an option is missing, unknown or invalid.
 */
export function redisStore(options: RedisStoreOptions): SharedToken {
  return sharedToken(openRedisStore(options));
}

export function openRedisStore(options: RedisStoreOptions): Required<TokenStore> {
  checkOptions("redisStore", options, RULES);
  const { client, prefix = "" } = options;
  const { set, setNew, run } = adapt(client);
  return {
    get: (key) => client.get(prefix + key),
    set: (key, value, ttlMs) => set(prefix + key, value, ttlMs),
    delete: (key) => client.del(prefix + key),
    lock: async (key, ttlMs) => {
      const [name, owner] = [prefix + key, randomUUID()];
      if ((await setNew(name, owner, ttlMs)) === null) return undefined;
      const expireIn = (ms: number) => run(EXPIRE_OWN, name, [owner, `${ms}`]);
      return Object.assign(() => expireIn(0), { extend: expireIn });
    },
    on: (event, listener) => client.on?.(event, listener),
  };
}

/** The two libraries pass options differently. Only ioredis clients have `defineCommand`. */
function adapt(client: RedisClient) {
  if ("defineCommand" in client) {
    return {
      set: (key: string, value: string, ms: number) => client.set(key, value, "PX", ms),
      setNew: (key: string, value: string, ms: number) => client.set(key, value, "PX", ms, "NX"),
      run: (script: string, key: string, values: string[]) => client.eval(script, 1, key, ...values),
    };
  }
  return {
    set: (key: string, value: string, ms: number) => client.set(key, value, { PX: ms }),
    setNew: (key: string, value: string, ms: number) => client.set(key, value, { PX: ms, NX: true }),
    run: (script: string, key: string, values: string[]) => client.eval(script, { keys: [key], arguments: values }),
  };
}
