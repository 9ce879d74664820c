/** Redis, which several programs share their tokens through. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type RedisClientType } from "@redis/client";
import { HOST, type Program, startProgram } from "./network.ts";

export type Redis = RedisClientType;

/** Others are its duplicates, because the library builds a class for each client that it creates. */
const TEMPLATE = createClient() as RedisClientType;

/** @param isPersistent - Whether the data outlasts a restart. */
export async function startRedis(isPersistent: boolean): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), "servers-redis-"));
  const program = await startProgram((port) => {
    const options = { port, bind: HOST, save: "", dir: folder, appendonly: isPersistent ? "yes" : "no" };
    const flags = Object.entries({ ...options, appendfsync: "always" });
    return ["redis-server", ...flags.flatMap(([name, value]) => [`--${name}`, `${value}`])];
  });
  const dispose = async () => {
    await program.stop();
    await rm(folder, { recursive: true, maxRetries: 3 });
  };
  return { ...program, [Symbol.asyncDispose]: dispose };
}

/** Opens a connection. The commands report its errors. */
export async function connectRedis({ port }: Program): Promise<AsyncDisposable & { readonly client: Redis }> {
  const client = TEMPLATE.duplicate({ url: `redis://${HOST}:${port}` });
  client.on("error", () => {});
  await client.connect();
  return { client, [Symbol.asyncDispose]: async () => client.destroy() };
}
