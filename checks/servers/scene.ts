/**
 * A scene: software that runs, calls of a program, and what happens during them. Each client has the scene
 * for itself.
 */

import type { Classify } from "@integration-platform/graphql";
import { fetch as fetchWith, ProxyAgent } from "undici";
import { CLIENTS, type ClientName, type Program, type Settings } from "./clients.ts";
import type { Backend } from "./software/backend.ts";
import type { RedisServer } from "./software/redis.ts";
import type { Kind } from "./software/schema.ts";

/** Deadline of each call: the default of this client. */
const TIMEOUT_MS = 30_000;

/** The software of a scene. */
export interface Platform {
  /** Address that the clients are configured with. */
  readonly baseUrl: string;
  readonly backend: Backend;
  /** Shared by the clients. */
  readonly redis?: RedisServer;
  /** Address of a proxy for all requests of the clients, with its login if they have one. */
  readonly proxy?: URL;
}

/**
 * Makes a call, or one for each of several items. The promise never rejects: the scene counts what becomes of
 * the calls.
 */
export type Call = (kind: Kind, count?: number) => Promise<void>;

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
  /** Whether this client has `adaptiveLimiter()`. @default false */
  readonly hasLimiter?: boolean;
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
  const fetch = countRequests(counts, ended.signal, platform.proxy);
  const programs: Program[] = [];
  for (let program = 0; program < (scene.programs ?? 1); program++) {
    programs.push(await startProgram(scene, platform, client, fetch, resources));
  }
  const expect = async (id: number, result: Promise<number> | undefined) => {
    try {
      const received = await withTimeout(result);
      if (received !== id) throw new Error(`Received ${received} in place of ${id}`);
      counts.completed++;
    } catch (error) {
      const key = describe(error);
      errors[key] = (errors[key] ?? 0) + 1;
    }
  };
  const call: Call = async (kind, count = 1) => {
    const ids = Array.from({ length: count }, () => ++counts.calls);
    const [first = 0] = ids;
    const program = programs[first % programs.length];
    const results = count > 1 ? program?.executeAll?.(kind, ids) : undefined;
    if (results) await Promise.all(ids.map((id, index) => expect(id, results[index])));
    else for (const id of ids) await expect(id, program?.execute(kind, id));
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
function countRequests(counts: Counts, ended: AbortSignal, proxy: URL | undefined): typeof fetch {
  const send = proxy ? createProxiedFetch(proxy) : fetch;
  return async (input, init) => {
    ended.throwIfAborted();
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname === "/api") counts.requests++;
    else counts.refreshes++;
    return send(input, init);
  };
}

/** `fetch` of undici: that of Node.js accepts no proxy of another version. */
function createProxiedFetch({ origin, username, password }: URL): typeof fetch {
  const login = Buffer.from(`${username}:${password}`).toString("base64");
  const dispatcher = new ProxyAgent({ uri: origin, ...(username && { token: `Basic ${login}` }) });
  const send = (input: string, init: object) => fetchWith(input, { ...init, dispatcher });
  return send as unknown as typeof fetch;
}

async function startProgram(
  { classify, hasLimiter = false }: Scene,
  { baseUrl, backend, redis }: Platform,
  client: ClientName,
  fetch: Settings["fetch"],
  resources: AsyncDisposableStack,
): Promise<Program> {
  const connection = redis && resources.use(await redis.connect());
  const { refreshToken } = backend.issuer;
  const settings = {
    baseUrl,
    refreshToken,
    timeoutMs: TIMEOUT_MS,
    fetch,
    classify,
    hasLimiter,
    redis: connection && { client: connection.client, prefix: connection.prefix },
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
