/**
 * oidc-provider with rotation: a refresh token that is used a second time ends the session. Several programs
 * share Redis.
 */

import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Scene } from "../scene.ts";
import { startBackend } from "../software/backend.ts";
import { startOidcIssuer } from "../software/oidc.ts";
import {
  type Redis,
  type RedisServer,
  startRedis,
  startRedisCluster,
  startRedisWithAcl,
} from "../software/redis.ts";
import { atOnce, during, inTurn, revoke, steadily } from "./calls.ts";

type Start = Scene["start"];

const alone: Start = async (resources) => {
  const issuer = await startOidcIssuer(resources);
  const backend = resources.use(await startBackend({ issuer }));
  return { baseUrl: backend.baseUrl, backend };
};

function sharing(start: () => Promise<RedisServer> = () => startRedis(true)): Start {
  return async (resources) => {
    const redis = resources.use(await start());
    return { ...(await alone(resources)), redis };
  };
}

type Happen = (platform: Platform) => Promise<void>;

/** The access token is revoked while programs call. */
const revokeSoon: Happen = async ({ backend }) => {
  await sleep(700);
  await backend.issuer.revoke();
};

/** Redis fails for 2 s, and the access token is revoked in this time. */
function failRedis(fail: (redis: RedisServer) => unknown, recover: (redis: RedisServer) => unknown): Happen {
  return async ({ redis, backend }) => {
    if (!redis) throw new Error("The scene has no Redis.");
    await sleep(500);
    await fail(redis);
    await backend.issuer.revoke();
    await sleep(2_000);
    await recover(redis);
  };
}

/** Sends a command to Redis. */
function command(send: (redis: Redis) => Promise<unknown>) {
  return async (redis: RedisServer): Promise<void> => {
    await using connection = await redis.connect();
    await send(connection.client);
  };
}

const restart = failRedis(
  (redis) => redis.stop(),
  (redis) => redis.start(),
);
const freeze = failRedis(
  (redis) => redis.freeze(),
  (redis) => redis.thaw(),
);
const fill = failRedis(
  command((redis) => redis.configSet("maxmemory", "1")),
  command((redis) => redis.configSet("maxmemory", "0")),
);
const flush = failRedis(
  command((redis) => redis.flushAll()),
  () => {},
);

/** Three programs that share Redis. */
function together(name: string, run: Scene["run"], start?: () => Promise<RedisServer>): Scene {
  return { name: `oidc-provider, rotation, 3 programs${name}`, start: sharing(start), programs: 3, run };
}

const queries = steadily("query", 60, 20);
const revokedBefore = inTurn(revoke, atOnce("query", 30));

export const rotation: readonly Scene[] = [
  {
    name: "oidc-provider, rotation, 1 program, a revocation: 60 queries, 20 per second",
    start: alone,
    run: during(queries, revokeSoon),
  },
  {
    name: "oidc-provider, rotation, 1 program, a revocation: 30 queries at once",
    start: alone,
    run: revokedBefore,
  },
  together(" with Redis, a revocation: 30 queries at once", revokedBefore),
  together(" with Redis, a revocation: 60 queries, 20 per second", during(queries, revokeSoon)),
  together(", Redis is down for 2 s: 60 queries, 20 per second", during(queries, restart)),
  together(", Redis restarts without its data: 60 queries, 20 per second", during(queries, restart), () =>
    startRedis(false),
  ),
  together(", Redis hangs for 2 s: 60 queries, 20 per second", during(queries, freeze)),
  together(", Redis is full for 2 s: 60 queries, 20 per second", during(queries, fill)),
  together(", Redis is flushed: 60 queries, 20 per second", during(queries, flush)),
  together(
    ", Redis allows only keys with a prefix, a revocation: 30 queries at once",
    revokedBefore,
    startRedisWithAcl,
  ),
  together(
    ", Redis Cluster of three nodes, a revocation: 30 queries at once",
    revokedBefore,
    startRedisCluster,
  ),
];
