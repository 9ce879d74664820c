/** A token store in Redis, over node-redis or ioredis. Commands: SET, GET, EVAL and DEL. */

import { checkOptions, type OptionSchema } from "../shared/check-options.ts";
import { createUsageError } from "../shared/errors.ts";
import { LOCK_TTL_MS, type StoredValue, type TokenStore, waitForLock } from "./token-store.ts";

/** The commands that are used of either library. */
interface Commands {
  get(key: string): Promise<string | null>;
  on?(event: "error", listener: (error: unknown) => void): unknown;
}

/** The commands that are used of a client of node-redis. */
interface NodeRedisClient extends Commands {
  set(key: string, value: string, options: { PX: number; NX: true }): Promise<string | null>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The commands that are used of a client of ioredis. */
interface IoredisClient extends Commands {
  set(key: string, value: string, unit: "PX", ms: number, condition: "NX"): Promise<string | null>;
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
  defineCommand(...definition: never[]): unknown;
}

export type RedisClient = NodeRedisClient | IoredisClient;

export interface RedisStoreOptions {
  /**
   * A connected client of node-redis (`redis`, `@redis/client`) or ioredis. The caller closes it. Its user
   * needs the commands SET, GET, EVAL and DEL.
   */
  readonly client: RedisClient;
  /** Prefix of all keys, of locks too. @default "" */
  readonly prefix?: string | undefined;
}

const OPTIONS: OptionSchema<keyof RedisStoreOptions> = {
  client: { method: "eval", expected: "a client of node-redis or ioredis", isRequired: true },
  prefix: "string",
};

/** Deletes a lock if it still belongs to its owner: it can have expired, and belong to another process. */
const RELEASE =
  'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0';
/** Stores a value if the lock still belongs to its owner. */
const STORE =
  'if redis.call("get", KEYS[1]) ~= ARGV[1] then return 0 end ' +
  'redis.call("set", KEYS[2], ARGV[2], "px", ARGV[3]) return 1';

const listening = new WeakSet<RedisClient>();

/**
 * Shares tokens through Redis or a Redis Cluster, for the `store` option of `rotatingToken()`. One process
 * at a time runs a transaction, under a lock that lasts 20 s.
 *
 * @throws `USAGE` if an option is missing, unknown or invalid.
 */
export function redisStore(options: RedisStoreOptions): TokenStore {
  const { client, prefix = "" } = checkOptions("redisStore", options, OPTIONS);
  // The text in the first braces of a key selects its slot in a cluster. If it is empty, the whole key does.
  if (/^[^{]*\{\}/.test(prefix))
    throw createUsageError('redisStore: "prefix" must have text in its first braces, or no braces');
  // An `error` event without a listener ends a Node.js process.
  if (!listening.has(client)) client.on?.("error", () => {});
  listening.add(client);
  const { setNew, run } = adapt(client);
  return {
    async transact(key, change, { signal }) {
      // Value and lock begin with the prefix, and are in the slot of their first braces.
      const name = `${prefix}{${key}}`;
      const lock = `${name}:lock`;
      const owner = crypto.randomUUID();
      await waitForLock(async () => (await setNew(lock, owner, LOCK_TTL_MS)) ?? undefined, signal);
      try {
        const next = await change((await client.get(name)) ?? undefined);
        if (next) await store(next);
      } finally {
        await run(RELEASE, [lock], [owner]);
      }

      async function store({ value, ttlMs }: StoredValue): Promise<void> {
        const isStored = await run(STORE, [lock, name], [owner, value, `${ttlMs}`]);
        if (Number(isStored) !== 1) throw new Error("The lock has expired.");
      }
    },
  };
}

/** The two libraries pass options differently. Only ioredis clients have `defineCommand`. */
function adapt(client: RedisClient) {
  if ("defineCommand" in client) {
    return {
      setNew: (key: string, value: string, ms: number) => client.set(key, value, "PX", ms, "NX"),
      run: (script: string, keys: string[], values: string[]) =>
        client.eval(script, keys.length, ...keys, ...values),
    };
  }
  return {
    setNew: (key: string, value: string, ms: number) => client.set(key, value, { PX: ms, NX: true }),
    run: (script: string, keys: string[], values: string[]) =>
      client.eval(script, { keys, arguments: values }),
  };
}
