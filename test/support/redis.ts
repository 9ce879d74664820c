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

export interface Redis extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Runs a command of `redis-cli`. */
  run(...command: string[]): string;
  /** Freezes the process, or continues it. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** More options of `redis-server`. */
type RedisOptions = Readonly<Record<string, string | number>>;

async function launch(port: number, more: RedisOptions) {
  const options = { port, bind: "127.0.0.1", save: "", appendonly: "no", dir: "/", ...more };
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
export async function startRedis(more: RedisOptions = {}): Promise<Redis> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const port = await freePort();
    let server = await launch(port, more);
    if (!server) continue;
    const stop = async () => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    };
    return {
      port,
      url: `redis://127.0.0.1:${port}`,
      run: (...command) =>
        spawnSync("redis-cli", ["-p", String(port), ...command], { encoding: "utf8" }).stdout,
      signal: (name) => server?.kill(name),
      stop,
      start: async () => {
        server = await launch(port, more);
      },
      [Symbol.asyncDispose]: stop,
    };
  }
  throw new Error("redis-server found no free port in five attempts");
}

/** Starts a cluster of three servers, with its files in a folder, and waits until it serves all slots. */
export async function startCluster(
  dir: string,
): Promise<{ readonly ports: readonly number[] } & AsyncDisposable> {
  const options = async (name: string) => ({
    dir,
    "cluster-enabled": "yes",
    "cluster-config-file": `${name}.conf`,
    "cluster-port": await freePort(),
  });
  const nodes: Redis[] = [];
  for (const name of ["a", "b", "c"]) nodes.push(await startRedis(await options(name)));
  const ports = nodes.map(({ port }) => port);
  const addresses = ports.map((port) => `127.0.0.1:${port}`);
  nodes[0]?.run("--cluster", "create", ...addresses, "--cluster-yes");
  while (!nodes.every((node) => node.run("CLUSTER", "INFO").includes("cluster_state:ok")))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  return { ports, [Symbol.asyncDispose]: stop };
}
