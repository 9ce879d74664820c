/**
 * The window as in TCP: which call is sent next.
 *
 * 1. Until a rejection, no call waits. Then calls wait for a slot of the window in `limit.ts`, in the order
 *    of their arrival. A call that was rejected waits for its own `Retry-After` first, and then behind the
 *    others.
 * 2. While the platform is stalled, one call at a time is sent as a probe: one that has time for another
 *    attempt after it.
 * 3. The window has as many slots as the waiting calls need to meet their deadlines.
 */

import { waitAtMost } from "../shared/deadline.ts";
import type { LimitedOutcome, Limiter, Permit } from "../shared/limiter.ts";
import { MAX_PAUSE_MS } from "../shared/retry.ts";
import {
  createLimit,
  type Limit,
  onAccepted,
  onAnswered,
  onFailed,
  onLimited,
  returnSlot,
  takeSlot,
  waitMs,
} from "./limit.ts";

/** Rest after a rejection without `Retry-After`. */
const REST_MS = 250;
/**
 * Greatest random part of a named rest, so that slots of several processes are not free at the same instant.
 */
const SPREAD = 0.1;
/** Time that a probe should have left. */
const PROBE_TIME_MS = 5_000;
/**
 * Slots that send one call per second. A request holds its slot for half a second at most, so two of three
 * can be rejected.
 */
const SLOTS_PER_CALL = 1.5;

/** A call that waits. */
interface Waiter {
  readonly deadline: number;
  /** Ends the wait. */
  readonly resume: (permit: Permit) => void;
}

/** The state of one limiter. */
interface LimiterState {
  readonly limit: Limit;
  /** In the order of their arrival. A set, because a call that is aborted leaves it from any place. */
  readonly waiting: Set<Waiter>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Sends as many requests as the platform accepts, which it finds out from rejections, as TCP does. For
 * programs that are often at a limit, and for platforms that name no time. Clients with the same limiter share
 * one window.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl, auth, limiter: adaptiveLimiter() });
 * ```
 */
export function adaptiveLimiter(): Limiter {
  const state: LimiterState = { limit: createLimit(), waiting: new Set(), timer: undefined };
  const { limit, waiting } = state;
  return {
    acquire(deadline, signal) {
      const now = performance.now();
      const permit = waiting.size > 0 ? undefined : takeSlot(limit, now, 0);
      return permit ?? waitAtMost(deadline - now, (ended) => wait(state, deadline, ended), { signal });
    },
    release(permit, outcome) {
      report(state, permit, outcome);
      pump(state);
    },
  };
}

/** Reports the outcome of a request to the limit. */
function report({ limit, waiting }: LimiterState, permit: Permit, outcome: LimitedOutcome | undefined): void {
  const now = performance.now();
  if (!outcome) {
    returnSlot(limit, permit);
  } else if (!outcome.failure) {
    onAccepted(limit, permit, now, waiting.size > 0);
  } else if (outcome.kind === "limit") {
    const { retryAfterMs } = outcome.failure;
    const isNamed = retryAfterMs !== undefined;
    onLimited(limit, permit, now, chooseRestMs(retryAfterMs), isNamed, countNeeded(waiting, now));
  } else if (outcome.kind === "transient") {
    onFailed(limit, permit, now);
  } else {
    onAnswered(limit, permit, now);
  }
}

/** Slots that send all waiting calls before the deadline of the first one. */
function countNeeded(waiting: ReadonlySet<Waiter>, now: number): number {
  const [first] = waiting;
  return first ? (SLOTS_PER_CALL * waiting.size) / Math.max(1, (first.deadline - now) / 1_000) : 0;
}

/** Resumes as many calls as there are slots, and waits for the next slot. */
function pump(state: LimiterState): void {
  const { limit, waiting } = state;
  clearTimeout(state.timer);
  while (waiting.size > 0) {
    const now = performance.now();
    const isProbe = limit.phase === "open";
    const permit = takeSlot(limit, now, countNeeded(waiting, now));
    if (!permit) {
      state.timer = setTimeout(pump, waitMs(limit, now), state);
      return;
    }
    const [first] = waiting;
    const next = (isProbe ? findProbe(waiting, now) : first) as Waiter;
    waiting.delete(next);
    next.resume(permit);
  }
}

/**
 * Resolves with a slot.
 *
 * @param ended - Of `waitAtMost`: aborts at the deadline or with the signal of the call, but not after the wait has
 * resolved.
 */
function wait(state: LimiterState, deadline: number, ended: AbortSignal): Promise<Permit> {
  return new Promise((resolve) => {
    let taken: Permit | undefined;
    const waiter: Waiter = {
      deadline,
      resume: (permit) => {
        taken = permit;
        resolve(permit);
      },
    };
    ended.addEventListener("abort", () => {
      // Resumed in the same tick: the call ends without its slot.
      if (taken) returnSlot(state.limit, taken);
      else state.waiting.delete(waiter);
      pump(state);
    });
    state.waiting.add(waiter);
    if (state.waiting.size === 1) pump(state);
  });
}

/** The first call with enough time, or else the one with the most. */
function findProbe(waiting: ReadonlySet<Waiter>, now: number): Waiter | undefined {
  let best: Waiter | undefined;
  for (const waiter of waiting) {
    if (waiter.deadline - now > PROBE_TIME_MS) return waiter;
    if (!best || waiter.deadline > best.deadline) best = waiter;
  }
  return best;
}

/** Random, so that slots do not end their rests at the same instant. */
function chooseRestMs(retryAfterMs: number | undefined): number {
  if (retryAfterMs === undefined) return REST_MS * (0.5 + Math.random());
  return Math.min(MAX_PAUSE_MS, retryAfterMs * (1 + Math.random() * SPREAD));
}
