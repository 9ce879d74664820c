/** One process of a fleet: 50 calls at once, with the store that its arguments name. Prints how many succeeded. */

import KeyvRedis, { type RedisClientType } from "@keyv/redis";
import Keyv from "keyv";
import { fileStore } from "../../src/auth/file-store.ts";
import { refreshToken } from "../../src/auth/refresh-token.ts";
import type { TokenStore } from "../../src/auth/store.ts";
import { createClient } from "../../src/client.ts";
import { query } from "./documents.ts";

const [baseUrl = "", kind = "", where = ""] = process.argv.slice(2);
const redis = kind.startsWith("redis") ? new KeyvRedis(where) : undefined;

function openStore(): TokenStore {
  if (!redis) return fileStore({ directory: where });
  const keyv = new Keyv(redis);
  if (kind === "redis") return keyv;
  // What a lock takes on Redis: a key that only one process can set, and that ends by itself.
  const lock = async (key: string, ttlMs: number) => {
    const client = (await redis.getClient()) as RedisClientType;
    const mine = await client.sendCommand(["SET", key, String(process.pid), "NX", "PX", String(ttlMs)]);
    return mine === null ? undefined : () => client.sendCommand(["DEL", key]);
  };
  return Object.assign(keyv, { lock });
}

const auth = refreshToken({ refreshToken: "fleet", store: openStore() });
const client = createClient({ baseUrl, auth });
const results = await Promise.allSettled(Array.from({ length: 50 }, () => client.execute(query)));
const failures = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
process.stdout.write(JSON.stringify({ succeeded: 50 - failures.length, failures: [...new Set(failures)] }));
process.exit(0);
