/** One process of a fleet: makes 10 concurrent calls with the store of its arguments, and prints how many succeeded. */

import { createClient, refreshToken, type SharedToken, sharedToken } from "../../src/index.ts";
import { fileStore, redisStore } from "../../src/node.ts";
import { query } from "./documents.ts";

const [baseUrl = "", kind = "", location = "", attemptTimeout = ""] = process.argv.slice(2);

async function openStore(): Promise<SharedToken> {
  if (kind === "file") return fileStore({ directory: location });
  // Takes longer to load than everything else.
  const { createClient: createRedis } = await import("@redis/client");
  const client = createRedis({ url: location, socket: { reconnectStrategy: false } });
  const store = redisStore({ client });
  await client.connect().catch(() => {});
  if (kind === "redis-lock") return store;
  return sharedToken({
    get: (key) => client.get(key),
    set: (key, value, ttlMs) => client.set(key, value, { PX: ttlMs }),
    delete: (key) => client.del(key),
  });
}

async function run(): Promise<void> {
  const auth = refreshToken({ refreshToken: "fleet", store: await openStore() });
  // A lock lasts twice the attempt timeout.
  const client = createClient({ baseUrl, auth, attemptTimeout: Number(attemptTimeout) });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => client.execute(query)));
  const failures = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  process.stdout.write(JSON.stringify({ succeeded: 10 - failures.length, failures: [...new Set(failures)] }));
  process.exit(0);
}

void run();
