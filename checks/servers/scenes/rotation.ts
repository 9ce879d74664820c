/** oidc-provider with rotation: a refresh token that is used a second time ends the session. Several programs share Redis. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Scene } from "../scene.ts";
import { startBackend } from "../software/backend.ts";
import { startOidcIssuer } from "../software/oidc.ts";
import { connectRedis, type Redis, startRedis } from "../software/redis.ts";
import { atOnce, during, inTurn, revoke, steadily } from "./calls.ts";

type Start = Scene["start"];
type Run = Scene["run"];

const alone: Start = async (resources) => {
  const issuer = await startOidcIssuer(resources);
  const backend = resources.use(await startBackend({ issuer }));
  return { baseUrl: backend.baseUrl, backend };
};

function sharing(isPersistent = true): Start {
  return async (resources) => {
    const redis = resources.use(await startRedis(isPersistent));
    return { ...(await alone(resources)), redis };
  };
}

/** The access token is revoked while programs call. */
const revokeSoon: Run = async (call, platform) => {
  await sleep(700);
  await revoke(call, platform);
};

/** Changes Redis by its own commands. */
function withRedis(change: (redis: Redis) => Promise<unknown>): Run {
  return async (_, { redis }) => {
    if (!redis) throw new Error("The scene has no Redis.");
    await using connection = await connectRedis(redis);
    await change(connection.client);
  };
}

/** Redis is down for 2 s, and an access token is revoked meanwhile. */
const restartRedis: Run = async (call, platform) => {
  await sleep(500);
  await platform.redis?.stop();
  await revoke(call, platform);
  await sleep(2_000);
  await platform.redis?.start();
};

const freezeRedis: Run = async (call, platform) => {
  await sleep(500);
  platform.redis?.freeze();
  await revoke(call, platform);
  await sleep(2_000);
  platform.redis?.thaw();
};

const fillRedis: Run = async (call, platform) => {
  await sleep(500);
  await withRedis((redis) => redis.configSet("maxmemory", "1"))(call, platform);
  await revoke(call, platform);
  await sleep(2_000);
  await withRedis((redis) => redis.configSet("maxmemory", "0"))(call, platform);
};

const flushRedis: Run = async (call, platform) => {
  await sleep(500);
  await withRedis((redis) => redis.flushAll())(call, platform);
  await revoke(call, platform);
};

const inParallel = (one: Run, other: Run): Run => during(one, (platform) => other(async () => {}, platform));

export const rotation: readonly Scene[] = [
  {
    name: "oidc-provider, rotation, 1 program, a revocation: 60 queries, 20 per second",
    start: alone,
    run: inParallel(steadily("query", 60, 20), revokeSoon),
  },
  {
    name: "oidc-provider, rotation, 1 program, a revocation: 30 queries at once",
    start: alone,
    run: inTurn(revoke, atOnce("query", 30)),
  },
  {
    name: "oidc-provider, rotation, 3 programs with Redis, a revocation: 30 queries at once",
    ...{ start: sharing(), programs: 3 },
    run: inTurn(revoke, atOnce("query", 30)),
  },
  {
    name: "oidc-provider, rotation, 3 programs with Redis, a revocation: 60 queries, 20 per second",
    ...{ start: sharing(), programs: 3 },
    run: inParallel(steadily("query", 60, 20), revokeSoon),
  },
  {
    name: "oidc-provider, rotation, 3 programs, Redis is down for 2 s: 60 queries, 20 per second",
    ...{ start: sharing(), programs: 3 },
    run: inParallel(steadily("query", 60, 20), restartRedis),
  },
  {
    name: "oidc-provider, rotation, 3 programs, Redis restarts without its data: 60 queries, 20 per second",
    ...{ start: sharing(false), programs: 3 },
    run: inParallel(steadily("query", 60, 20), restartRedis),
  },
  {
    name: "oidc-provider, rotation, 3 programs, Redis hangs for 2 s: 60 queries, 20 per second",
    ...{ start: sharing(), programs: 3 },
    run: inParallel(steadily("query", 60, 20), freezeRedis),
  },
  {
    name: "oidc-provider, rotation, 3 programs, Redis is full for 2 s: 60 queries, 20 per second",
    ...{ start: sharing(), programs: 3 },
    run: inParallel(steadily("query", 60, 20), fillRedis),
  },
  {
    name: "oidc-provider, rotation, 3 programs, Redis is flushed: 60 queries, 20 per second",
    ...{ start: sharing(), programs: 3 },
    run: inParallel(steadily("query", 60, 20), flushRedis),
  },
];
