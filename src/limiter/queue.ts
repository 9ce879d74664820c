/**
 * The queue of a client's calls: which call is sent next.
 *
 * 1. Until a rejection, no call waits. Then calls wait for a slot of the window in `limit.ts`, in the order
 *    of their arrival. A call that was rejected waits for its own `Retry-After` first, and then behind the
 *    others.
 * 2. While the platform is stalled, one call at a time is sent as a probe: one that has time for another
 *    attempt after it.
 * 3. The window has as many slots as the waiting calls need to meet their deadlines.
 */

import { waitAtMost } from "../shared/deadline.ts";
import {
  acquire,
  createLimit,
  type Limit,
  MAX_PAUSE_MS,
  onAccepted,
  onAnswered,
  onFailed,
  onLimited,
  release,
  type Slot,
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

export interface Queue {
  /**
   * Takes a slot for one request.
   *
   * @returns the slot, or a promise if the call waits. It resolves with `undefined` at the deadline.
   * @throws `signal.reason` itself.
   */
  enter(deadline: number, signal: AbortSignal | undefined): Slot | Promise<Slot | undefined>;
  /**
   * Returns the slot of a request. Its outcome is `undefined` if it was aborted, or not sent because there
   * was no token.
   */
  leave(slot: Slot, outcome: LimitedOutcome | undefined): void;
}

/** The parts of an outcome that say something about a limit. */
export interface LimitedOutcome {
  readonly failure?: { readonly properties: { readonly retryAfterMs?: number } } | undefined;
  readonly cause?: "token" | "limit" | "transient" | undefined;
}

/** A call that waits. */
interface Waiter {
  readonly deadline: number;
  /** Ends the wait. */
  readonly resume: (slot: Slot) => void;
}

/** The state of one queue. */
interface QueueState {
  readonly limit: Limit;
  /** In the order of their arrival. A set, because a call that is aborted leaves it from any place. */
  readonly waiting: Set<Waiter>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function createQueue(): Queue {
  const state: QueueState = { limit: createLimit(), waiting: new Set(), timer: undefined };
  const { limit, waiting } = state;
  return {
    enter(deadline, signal) {
      const now = performance.now();
      const slot = waiting.size > 0 ? undefined : acquire(limit, now, 0);
      return slot ?? waitAtMost(deadline - now, signal, (stopped) => wait(state, deadline, stopped));
    },
    leave(slot, outcome) {
      const isWaitedFor = waiting.size > 0;
      report(state, slot, outcome, isWaitedFor);
      if (isWaitedFor) pump(state);
    },
  };
}

/** Reports the outcome of a request to the limit. */
function report(
  { limit, waiting }: QueueState,
  slot: Slot,
  outcome: LimitedOutcome | undefined,
  isWaitedFor: boolean,
): void {
  const now = performance.now();
  if (!outcome) {
    release(limit, slot);
  } else if (!outcome.failure) {
    onAccepted(limit, slot, now, isWaitedFor);
  } else if (outcome.cause === "limit") {
    const { retryAfterMs } = outcome.failure.properties;
    const isNamed = retryAfterMs !== undefined;
    onLimited(limit, slot, now, chooseRestMs(retryAfterMs), isNamed, countNeeded(waiting, now));
  } else if (outcome.cause === "transient") {
    onFailed(limit, slot, now);
  } else {
    onAnswered(limit, slot, now);
  }
}

/** Slots that send all waiting calls before the deadline of the first one. */
function countNeeded(waiting: ReadonlySet<Waiter>, now: number): number {
  const [first] = waiting;
  return first ? (SLOTS_PER_CALL * waiting.size) / Math.max(1, (first.deadline - now) / 1_000) : 0;
}

/** Resumes as many calls as there are slots, and waits for the next slot. */
function pump(state: QueueState): void {
  const { limit, waiting } = state;
  clearTimeout(state.timer);
  while (waiting.size > 0) {
    const now = performance.now();
    const isProbe = limit.phase === "stalled";
    const slot = acquire(limit, now, countNeeded(waiting, now));
    if (!slot) {
      state.timer = setTimeout(pump, waitMs(limit, now), state);
      return;
    }
    const [first] = waiting;
    const next = (isProbe ? findProbe(waiting, now) : first) as Waiter;
    waiting.delete(next);
    next.resume(slot);
  }
}

/** Resolves with a slot, unless `signal` aborts before. */
function wait(state: QueueState, deadline: number, signal: AbortSignal): Promise<Slot> {
  return new Promise((resolve) => {
    let taken: Slot | undefined;
    const waiter: Waiter = {
      deadline,
      resume: (slot) => {
        taken = slot;
        resolve(slot);
      },
    };
    signal.addEventListener("abort", () => {
      // Resumed just before the deadline or the abort: the call ends without its slot.
      if (taken) release(state.limit, taken);
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
