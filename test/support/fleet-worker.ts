/** One process of a fleet, with the store of its arguments. Prints how many calls succeeded. */

import { createClient } from "../../src/index.ts";
import { fileStore, redisStore, rotatingToken, type TokenStore } from "../../src/rotation/index.ts";
import { query } from "./documents.ts";

const [baseUrl = "", location = "", mode = "", calls = ""] = process.argv.slice(2);

async function openStore(): Promise<TokenStore> {
  if (!location.startsWith("redis:")) return fileStore({ directory: location });
  // Takes longer to load than everything else.
  const { createClient: createRedis } = await import("@redis/client");
  const client = createRedis({ url: location, socket: { reconnectStrategy: 50 } });
  const store = redisStore({ client });
  client.connect().catch(() => {});
  return store;
}

/** Makes calls at once, or one after another for some time. */
async function run(): Promise<void> {
  const auth = rotatingToken({ refreshToken: "fleet", store: await openStore() });
  const client = createClient({ baseUrl, auth });
  const failures: string[] = [];
  let succeeded = 0;
  const call = async () => {
    try {
      await client.execute(query);
      if (succeeded++ === 0) process.stdout.write("ready\n");
    } catch (error) {
      failures.push(String(error));
    }
  };
  if (mode === "closing") {
    const stop = async () => {
      await client.close();
      process.exit();
    };
    process.once("SIGTERM", stop).once("uncaughtException", stop);
  }
  process.stdin.on("data", (data) => {
    if (String(data) === "throw") throw new Error("an error that is not caught");
    process.stdin.destroy();
  });
  if (calls === "steady") {
    while (!process.stdin.destroyed) {
      await call();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } else {
    await Promise.all(Array.from({ length: Number(calls) }, call));
  }
  await client.close();
  process.stdout.write(JSON.stringify({ succeeded, failures: [...new Set(failures)] }), () =>
    process.exit(0),
  );
}

void run();
