/** Redis, which several programs share their tokens through. */

import { setTimeout as sleep } from "node:timers/promises";
import { createClient, createCluster, type RedisClientType } from "@redis/client";
import { HOST, type Program, reservePort, startInFolder } from "./network.ts";

export type Redis = RedisClientType;

/** What a program is configured with. */
export interface SharedRedis {
  readonly client: Redis;
  /** Of its keys. */
  readonly prefix: string;
}

/** Redis, and how programs connect. */
export interface RedisServer extends Program {
  connect(): Promise<SharedRedis & AsyncDisposable>;
}

/** Others are its duplicates, because the library builds a class for each client that it creates. */
const TEMPLATE = createClient() as RedisClientType;

/** @param isPersistent - Whether the data outlasts a restart. */
export async function startRedis(isPersistent: boolean): Promise<RedisServer> {
  const program = await startServer({ appendonly: isPersistent ? "yes" : "no", appendfsync: "always" });
  return { ...program, connect: () => connectRedis(program) };
}

/** The commands that `redisStore` needs by its documentation, for keys with the prefix alone. */
const ACL = "on >secret ~app:* -@all +set +get +eval +del";

/** Starts Redis, which allows its programs the keys that begin with `app:`. */
export async function startRedisWithAcl(): Promise<RedisServer> {
  const program = await startServer({ user: `app ${ACL}` });
  return { ...program, connect: () => connectRedis(program, "app:secret@", "app:") };
}

/** Opens a connection. The commands report its errors. */
export async function connectRedis(
  { port }: Program,
  login = "",
  prefix = "",
): Promise<SharedRedis & AsyncDisposable> {
  const client = TEMPLATE.duplicate({ url: `redis://${login}${HOST}:${port}` });
  client.on("error", () => {});
  await client.connect();
  return { client, prefix, [Symbol.asyncDispose]: async () => client.destroy() };
}

const SLOTS = 16_384;
/** With its address, which a node does not know before another one has found it. */
const CLUSTER = { "cluster-enabled": "yes", "cluster-announce-ip": HOST };

/** Starts three nodes of Redis Cluster. Each has a third of the slots. */
export async function startRedisCluster(): Promise<RedisServer> {
  const busPorts = [await reservePort(), await reservePort(), await reservePort()];
  const nodes = await Promise.all(
    busPorts.map((port) => startServer({ ...CLUSTER, "cluster-port": `${port}` })),
  );
  const [first] = nodes as [Program, ...Program[]];
  const commands = nodes.map(({ port }, index) => [
    ["MEET", HOST, `${port}`, `${busPorts[index]}`],
    ["ADDSLOTSRANGE", ...rangeOf(index, nodes.length)],
  ]);
  for (const [index, node] of nodes.entries()) {
    await using connection = await connectRedis(node);
    const send = (...parts: string[]) => connection.client.sendCommand<string>(["CLUSTER", ...parts]);
    await send(...(commands[index]?.[1] ?? []));
    for (const [meet = []] of commands) await send(...meet);
  }
  await Promise.all(nodes.map(waitForCluster));
  const dispose = async () => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
  };
  return { ...first, connect: () => connectCluster(first), [Symbol.asyncDispose]: dispose };
}

/** The first and the last slot of a node. */
function rangeOf(index: number, count: number): string[] {
  const start = (nth: number) => Math.floor((nth * SLOTS) / count);
  return [`${start(index)}`, `${start(index + 1) - 1}`];
}

async function waitForCluster(node: Program): Promise<void> {
  await using connection = await connectRedis(node);
  for (;;) {
    const info = await connection.client.sendCommand<string>(["CLUSTER", "INFO"]);
    if (info.includes("cluster_state:ok")) return;
    await sleep(50);
  }
}

async function connectCluster({ port }: Program): Promise<SharedRedis & AsyncDisposable> {
  const cluster = createCluster({ rootNodes: [{ url: `redis://${HOST}:${port}` }] });
  cluster.on("error", () => {});
  await cluster.connect();
  // A cluster has the commands that the programs use.
  const client = cluster as unknown as Redis;
  return { client, prefix: "", [Symbol.asyncDispose]: async () => cluster.destroy() };
}

/** @param options - Of the configuration, without those that each server has. */
function startServer(options: Readonly<Record<string, string>>): Promise<Program> {
  return startInFolder((port, folder) => {
    const flags = Object.entries({ port: `${port}`, bind: HOST, save: "", dir: folder, ...options });
    return ["redis-server", ...flags.flatMap(([name, value]) => [`--${name}`, ...splitFlag(name, value)])];
  });
}

/** The words of a user are arguments of their own. */
const splitFlag = (name: string, value: string) => (name === "user" ? value.split(" ") : [value]);
