/** A real Redis server on a free loopback port. Its data is lost when it stops. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort } from "./server.ts";

/**
 * Whether `redis-server` is installed. Always `true` in CI, so that the tests fail there if it is missing.
 */
export const redisInstalled =
  Boolean(process.env.CI) || spawnSync("redis-server", ["--version"]).status === 0;

interface Redis extends AsyncDisposable {
  readonly url: string;
  /** Runs a command of `redis-cli`. */
  run(...command: string[]): string;
  /** Freezes the process, or continues it. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

async function launch(port: number) {
  const options = { port, bind: "127.0.0.1", save: "", appendonly: "no", dir: "/" };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn("redis-server", flags, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const line of createInterface(server.stdout)) {
    if (!line.includes("Ready to accept connections")) continue;
    server.stdout.resume();
    return server;
  }
  return undefined;
}

/**
 * Starts Redis and waits until it accepts connections. Uses another port if a process has taken the first
 * one.
 */
export async function startRedis(): Promise<Redis> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort();
    let server = await launch(port);
    if (!server) continue;
    const stop = async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    };
    return {
      url: `redis://127.0.0.1:${port}`,
      run: (...command) =>
        spawnSync("redis-cli", ["-p", String(port), ...command], { encoding: "utf8" }).stdout,
      signal: (name) => server?.kill(name),
      stop,
      start: async () => {
        server = await launch(port);
      },
      [Symbol.asyncDispose]: stop,
    };
  }
  throw new Error("redis-server found no free port in five attempts");
}
