/** Simulated platforms that limit the rate, and what is asked of them. */

import {
  createBlip,
  createConcurrencyLimit,
  createFixedWindow,
  createFrequencyCounter,
  createSlidingWindow,
  createTokenBucket,
  type Limiter,
} from "./limits.ts";

export interface LimitedPlatform {
  readonly create: () => Limiter;
  /** Calls at once that the platform can accept in half a minute. */
  readonly capacity: number;
  /** Clients with a queue each, as in so many processes. @default 1 */
  readonly clients?: number;
  /** Status of a rejection. @default 429 */
  readonly status?: number;
  /** Whether a rejection takes as long as a response. @default false */
  readonly isSlow?: boolean;
  /** Calls per second, in place of all calls at once. */
  readonly perSecond?: number;
  /** Whether the constants of the client were chosen without it. */
  readonly isHeldOut?: boolean;
  /** Whether the number of calls depends on the load. A limit that ends has no load. @default true */
  readonly hasLoad?: boolean;
}

const fixed = (count: number, windowMs: number, hasHeader: boolean) => () =>
  createFixedWindow(() => count, windowMs, hasHeader);
const sliding =
  (count: number, windowMs: number, hasHeader = false, countsAll = false) =>
  () =>
    createSlidingWindow(() => count, windowMs, hasHeader, countsAll);
const bucket = (perSecond: number, burst: number, hasHeader: boolean) => () =>
  createTokenBucket(perSecond, burst, hasHeader);
const concurrency = (count: number, seconds: number) => () => createConcurrencyLimit(count, seconds);
const frequency = (count: number, windowMs: number) => () => createFrequencyCounter(count, windowMs);
const blip = (ms: number, seconds: number) => () => createBlip(ms, seconds);

/** A limit that depends on the time since the first request. */
const change = (countAt: (ms: number) => number, hasHeader: boolean) => () => {
  let startedAt: number | undefined;
  const limiter = createFixedWindow((now) => countAt(now - (startedAt ?? now)), 1_000, hasHeader);
  return (now: number) => {
    startedAt ??= now;
    return limiter(now);
  };
};

/** Rejects some calls always, and the others by another limit. */
const poison =
  (isPoisoned: (call: number) => boolean, seconds: number, create: () => Limiter = () => () => undefined) =>
  () => {
    const limiter = create();
    return Object.assign(
      (now: number, call = 0) => (isPoisoned(call) ? seconds : limiter(now, call)),
      limiter,
    );
  };

const random = (share: number, seconds: number) => () => () => (Math.random() < share ? seconds : undefined);

/** The times that a limiter names, replaced by others. */
const rename = (create: () => Limiter, seconds: number) => () => {
  const limiter = create();
  return (now: number) => (limiter(now) === undefined ? undefined : seconds);
};

export const LIMITED_PLATFORMS: Readonly<Record<string, LimitedPlatform>> = {
  "5 per second": { create: fixed(5, 1_000, true), capacity: 145 },
  "20 per second": { create: fixed(20, 1_000, true), capacity: 580 },
  "100 per second": { create: fixed(100, 1_000, true), capacity: 2_900 },
  "20 per second, no header": { create: fixed(20, 1_000, false), capacity: 580, isHeldOut: true },
  "20 per 10 s": { create: fixed(20, 10_000, true), capacity: 50 },
  "100 per minute": { create: fixed(100, 60_000, true), capacity: 100 },
  "600 per minute": { create: fixed(600, 60_000, true), capacity: 600, isHeldOut: true },
  "sliding, 20 per second": { create: sliding(20, 1_000, true), capacity: 580 },
  "sliding, 20 per second, no header": { create: sliding(20, 1_000), capacity: 580 },
  "sliding, 100 per 10 s": { create: sliding(100, 10_000, true), capacity: 300, isHeldOut: true },
  "sliding, 5 per second, no header": { create: sliding(5, 1_000), capacity: 145 },
  "bucket, 10 per second, burst 20, no header": { create: bucket(10, 20, false), capacity: 310 },
  "bucket, 8 per second, burst 2, no header": { create: bucket(8, 2, false), capacity: 240 },
  "bucket, 50 per second, burst 100": { create: bucket(50, 100, true), capacity: 1_550 },
  "bucket, 20 per second, burst 1": { create: bucket(20, 1, true), capacity: 580, isHeldOut: true },
  "10 at once, no header": { create: concurrency(10, 0), capacity: 100 },
  "3 at once, no header": { create: concurrency(3, 0), capacity: 30, isHeldOut: true },
  "10 at once": { create: concurrency(10, 1), capacity: 100 },
  "50 at once, no header": { create: concurrency(50, 0), capacity: 500 },
  "ends after 2 s": { create: blip(2_000, 1), capacity: 60, hasLoad: false },
  "ends after 300 ms, no header": { create: blip(300, 0), capacity: 1_000, hasLoad: false },
  "ends after 300 ms": { create: blip(300, 1), capacity: 1_000, hasLoad: false },
  "ends after 10 s, no header": { create: blip(10_000, 0), capacity: 200, hasLoad: false, isHeldOut: true },
  "50, then 5 per second": { create: change((ms) => (ms < 2_000 ? 50 : 5), true), capacity: 235 },
  "50, then 5 per second, no header": {
    create: change((ms) => (ms < 2_000 ? 50 : 5), false),
    capacity: 235,
    isHeldOut: true,
  },
  "5, then 50 per second": { create: change((ms) => (ms < 5_000 ? 5 : 50), true), capacity: 1_200 },
  "20 per second, none for 5 s": {
    create: change((ms) => (ms > 2_000 && ms < 7_000 ? 0 : 20), true),
    capacity: 480,
  },
  "one call is always limited": {
    create: poison((call) => call === 0, 1),
    capacity: 100,
    perSecond: 10,
    hasLoad: false,
  },
  "one of 20 is always limited": {
    create: poison((call) => call % 20 === 0, 1),
    capacity: 300,
    perSecond: 20,
    hasLoad: false,
  },
  "one of 20 is always limited, no header": {
    create: poison((call) => call % 20 === 0, 0),
    capacity: 300,
    perSecond: 20,
    hasLoad: false,
    isHeldOut: true,
  },
  "one of 10 is always limited, 20 per second": {
    create: poison((call) => call % 10 === 0, 1, fixed(20, 1_000, true)),
    capacity: 500,
  },
  "20 per second, 4 clients": { create: fixed(20, 1_000, true), capacity: 580, clients: 4 },
  "sliding, 20 per second, no header, 4 clients": { create: sliding(20, 1_000), capacity: 580, clients: 4 },
  "20 per second, 8 clients": { create: fixed(20, 1_000, true), capacity: 580, clients: 8, isHeldOut: true },
  "bucket, 50 per second, burst 100, 2 clients": {
    create: bucket(50, 100, true),
    capacity: 1_550,
    clients: 2,
  },
  "503, 20 per second": { create: fixed(20, 1_000, true), capacity: 580, status: 503 },
  "one of 10 at random, no header": { create: random(0.1, 0), capacity: 500, hasLoad: false },
  "one of 3 at random": { create: random(0.33, 1), capacity: 300, hasLoad: false, isHeldOut: true },
  "sliding, 20 per second, rejections count": { create: sliding(20, 1_000, true, true), capacity: 580 },
  "20 per second, Retry-After 5": { create: rename(fixed(20, 1_000, true), 5), capacity: 580 },
  "20 per second, slow rejections": {
    create: fixed(20, 1_000, true),
    capacity: 580,
    isSlow: true,
    isHeldOut: true,
  },
  "20 per second, 15 calls per second": {
    create: fixed(20, 1_000, true),
    capacity: 450,
    perSecond: 15,
    hasLoad: false,
  },
  "20 per second, 19 calls per second, no header": {
    create: sliding(20, 1_000),
    capacity: 570,
    perSecond: 19,
    hasLoad: false,
    isHeldOut: true,
  },
};

/**
 * Models of gateways as they are installed: nginx, haproxy, and limits per second and per minute without a
 * header.
 */
export const GATEWAYS: Readonly<Record<string, LimitedPlatform>> = {
  "nginx limit_req, 10 per second": {
    create: bucket(10, 1, false),
    capacity: 60,
    status: 503,
    hasLoad: false,
  },
  "nginx limit_req, 10 per second, burst 20": {
    create: bucket(10, 21, false),
    capacity: 60,
    status: 503,
    hasLoad: false,
  },
  "nginx limit_req, 10 per second, 429": { create: bucket(10, 1, false), capacity: 60, hasLoad: false },
  "nginx limit_conn, 5 at once": { create: concurrency(5, 0), capacity: 60, status: 503, hasLoad: false },
  "haproxy http_req_rate, 10 per second": {
    create: frequency(10, 1_000),
    capacity: 80,
    hasLoad: false,
  },
  "haproxy http_req_rate, 20 per 3 s": {
    create: frequency(20, 3_000),
    capacity: 60,
    hasLoad: false,
  },
  "1 per second": { create: bucket(1, 1, false), capacity: 20, hasLoad: false },
  "2 per second": { create: bucket(2, 1, false), capacity: 40, hasLoad: false },
  "60 per minute": { create: fixed(60, 60_000, false), capacity: 60, hasLoad: false },
};

/** Result of one simulation. */
export interface Outcome {
  readonly calls: number;
  readonly failed: number;
  readonly requests: number;
  readonly accepted: number;
  /** Time until the last call ended. */
  readonly ms: number;
}

/** Sends one request. */
export type SendRequest = (call: number) => Promise<{ readonly status: number; readonly retryAfter: number }>;

/** A client. The call can be sent again until `timeoutMs` have passed. */
export type CreateCaller = (send: SendRequest, timeoutMs: number) => (call: number) => Promise<void>;

const TIMEOUT_MS = 30_000;
/** Time that a rejection takes at most, unless it is slow. */
const REJECTION_MS = 50;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Makes the calls, and waits until all have ended. The time is virtual.
 *
 * @param load - Calls, as a fraction of those that the platform can accept before the timeout.
 */
export async function simulate(
  platform: LimitedPlatform,
  createCaller: CreateCaller,
  {
    latencyMs,
    load,
    bursts = 1,
  }: { readonly latencyMs: number; readonly load: number; readonly bursts?: number },
): Promise<Outcome[]> {
  const { create, capacity, clients = 1, status = 429, isSlow = false, perSecond, hasLoad = true } = platform;
  const limiter = create();
  await sleep(1 + Math.random() * 1_000);
  const calls = hasLoad ? Math.max(1, Math.round(capacity * load)) : capacity;
  let requests = 0;
  let accepted = 0;
  const send: SendRequest = async (call) => {
    requests++;
    const ms = latencyMs * (0.75 + Math.random() / 2);
    const shortMs = isSlow ? ms : Math.min(ms, REJECTION_MS);
    await sleep(shortMs / 2);
    const seconds = limiter(performance.now(), call);
    if (seconds !== undefined) {
      await sleep(shortMs / 2);
      return { status, retryAfter: seconds };
    }
    await sleep(ms - shortMs / 2);
    limiter.end?.();
    accepted++;
    return { status: 200, retryAfter: 0 };
  };
  const callers = Array.from({ length: clients }, () => createCaller(send, TIMEOUT_MS));
  const outcomes: Outcome[] = [];
  for (let burst = 0; burst < bursts; burst++) {
    const startedAt = performance.now();
    [requests, accepted] = [0, 0];
    const ends = await Promise.allSettled(
      Array.from({ length: calls }, async (_, call) => {
        if (perSecond) await sleep((call * 1_000) / perSecond);
        await callers[call % clients]?.(call);
      }),
    );
    const failed = ends.filter((end) => end.status === "rejected").length;
    outcomes.push({ calls, failed, requests, accepted, ms: performance.now() - startedAt });
    await sleep(1_500);
  }
  return outcomes;
}

/** Retries after `Retry-After`, or after a random delay whose limit doubles. */
export const plainRetry: CreateCaller = (send, timeoutMs) => async (call) => {
  const endsAt = performance.now() + timeoutMs;
  for (let retry = 0; ; retry++) {
    const { status, retryAfter } = await send(call);
    if (performance.now() >= endsAt) throw new Error("too late");
    if (status === 200) return;
    const jitter = Math.random();
    const delayMs =
      retryAfter > 0 ? retryAfter * 1_000 + jitter * 300 : jitter * Math.min(5_000, 300 * 2 ** retry);
    if (performance.now() + delayMs >= endsAt) throw new Error("limited");
    await sleep(delayMs);
  }
};
