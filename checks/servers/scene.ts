/**
 * A scene: software that runs, calls of a program, and what happens during them. Each client has the scene
 * for itself.
 */

import type { Classify } from "@integration-platform/graphql";
import { CLIENTS, type ClientName, type Execute, type Settings } from "./clients.ts";
import type { Backend } from "./software/backend.ts";
import type { Program } from "./software/network.ts";
import { connectRedis } from "./software/redis.ts";
import type { Kind } from "./software/schema.ts";

/** Deadline of each call: the default of this client. */
const TIMEOUT_MS = 30_000;

/** The software of a scene. */
export interface Platform {
  /** Address that the clients are configured with. */
  readonly baseUrl: string;
  readonly backend: Backend;
  /** Shared by the clients. */
  readonly redis?: Program;
}

/** Makes a call. The promise never rejects: the scene counts what becomes of the call. */
export type Call = (kind: Kind) => Promise<void>;

export interface Scene {
  readonly name: string;
  /** Starts the software. */
  readonly start: (resources: AsyncDisposableStack) => Promise<Platform>;
  /**
   * Makes the calls, and ends after the last one. Each program has made a query before, so that it has a
   * token.
   */
  readonly run: (call: Call, platform: Platform) => Promise<void>;
  /**
   * What this client is configured with, because it does not guess it. The code of the others retries such
   * statuses anyway.
   */
  readonly classify?: Classify;
  /** Programs with the same refresh token, which take turns. @default 1 */
  readonly programs?: number;
  /** Whether one of the clients needs the whole deadline, so that the scene starts first. */
  readonly isLong?: boolean;
  /** Calls that this client can fail although others complete them, by a rule of its documentation. */
  readonly exception?: { readonly calls: number; readonly reason: string };
}

export interface Outcome {
  readonly calls: number;
  readonly completed: number;
  /** Requests to the API. */
  readonly requests: number;
  readonly refreshes: number;
  /** Mutations that the server executed more than once. */
  readonly ranTwice: number;
  /** Number of errors by code or message. */
  readonly errors: Readonly<Record<string, number>>;
}

interface Counts {
  calls: number;
  completed: number;
  requests: number;
  refreshes: number;
}

/** Runs a scene with one client. */
export async function runScene(scene: Scene, client: ClientName): Promise<Outcome> {
  await using resources = new AsyncDisposableStack();
  const platform = await scene.start(resources);
  const counts: Counts = { calls: 0, completed: 0, requests: 0, refreshes: 0 };
  const errors: Record<string, number> = {};
  const ended = new AbortController();
  const fetch = countRequests(counts, ended.signal);
  const programs: Execute[] = [];
  for (let program = 0; program < (scene.programs ?? 1); program++) {
    programs.push(await startProgram(scene, platform, client, fetch, resources));
  }
  const call: Call = async (kind) => {
    const id = ++counts.calls;
    try {
      const received = await withTimeout(programs[id % programs.length]?.(kind, id));
      if (received !== id) throw new Error(`Received ${received} in place of ${id}`);
      counts.completed++;
    } catch (error) {
      const key = describe(error);
      errors[key] = (errors[key] ?? 0) + 1;
    }
  };
  for (let program = 0; program < programs.length; program++) await call("query");
  await scene.run(call, platform);
  ended.abort();
  const ranTwice = [...platform.backend.executions.values()].filter((times) => times > 1).length;
  return { ...counts, ranTwice, errors };
}

/**
 * `fetch` of all programs of a scene. Retries of calls that have failed by their deadline end with the scene.
 */
function countRequests(counts: Counts, ended: AbortSignal): typeof fetch {
  return async (input, init) => {
    ended.throwIfAborted();
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname === "/api") counts.requests++;
    else counts.refreshes++;
    return fetch(input, init);
  };
}

async function startProgram(
  { classify }: Scene,
  { baseUrl, backend, redis }: Platform,
  client: ClientName,
  fetch: Settings["fetch"],
  resources: AsyncDisposableStack,
): Promise<Execute> {
  const connection = redis && resources.use(await connectRedis(redis));
  const { refreshToken } = backend.issuer;
  const settings = {
    baseUrl,
    refreshToken,
    timeoutMs: TIMEOUT_MS,
    fetch,
    classify,
    redis: connection?.client,
  };
  return CLIENTS[client](settings);
}

async function withTimeout(result: Promise<number> | undefined): Promise<number | undefined> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error("The deadline has passed")), TIMEOUT_MS + 500);
  try {
    return await Promise.race([result, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}
