/** A real Redis server on a free loopback port. It writes no files. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort } from "./server.ts";

/** Whether `redis-server` is installed. Always `true` in CI, so that the tests fail there if it is missing. */
export const redisInstalled = Boolean(process.env.CI) || spawnSync("redis-server", ["--version"]).status === 0;

/** Starts Redis and waits until it accepts connections. Uses another port if a process has taken the first one. */
export async function startRedis(): Promise<AsyncDisposable & { url: string }> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort();
    const options = { port, bind: "127.0.0.1", save: "", appendonly: "no", dir: "/" };
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const server = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
    for await (const line of createInterface(server.stdout)) {
      if (!line.includes("Ready to accept connections")) continue;
      server.stdout.resume();
      return {
        url: `redis://127.0.0.1:${port}`,
        [Symbol.asyncDispose]: async () => {
          if (server.exitCode !== null) return;
          server.kill("SIGKILL");
          await once(server, "exit");
        },
      };
    }
  }
  throw new Error("redis-server found no free port in five attempts");
}
