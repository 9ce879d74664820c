/** Decides what happens after a request that failed. Functions without state. */

import { MAX_PAUSE_MS, retryDelayMs, scarceDelayMs } from "../shared/retry.ts";
import type { FailedOutcome } from "./outcome.ts";

/** `replay`: now, with another token. `retry`: later. `wait`: after a rate limit. */
type Resend = "replay" | "retry" | "wait";

/** The resends of a call before this failure, and their limits. */
export interface Situation {
  readonly resends: Readonly<Record<Resend, number>>;
  readonly maxReplays: number;
  /** Largest number of retries that the program wants. */
  readonly maxRetries: number;
  /** Milliseconds until the deadline. */
  readonly leftMs: number;
}

interface Decision {
  readonly next: Resend | "fail";
  readonly delayMs: number;
}

const FAIL: Decision = { next: "fail", delayMs: 0 };

/**
 * Decides whether, how and when an operation is resent.
 *
 * | The platform | can be resent | then |
 * |---|---|---|
 * | rejected the access token | yes | `replay` at once, unless there was one. With a token from a store: unless there were two |
 * | limits the rate | yes | `wait` for `Retry-After`, or the delay of a retry |
 * | is not available, or the request was lost | yes | `retry` after `Retry-After`, or a random delay whose limit doubles. Once after HTTP 500, twice for a mutation |
 * | anything else | yes or no | `fail` |
 * | any of these | no | `fail` |
 *
 * A query can be resent; a mutation only if it was provably not executed. If the delay would pass the
 * deadline, or `Retry-After` is longer than 60 s, the call fails at once.
 */
export function decide(
  { kind, mayResend, retryLimit, failure: { retryAfterMs } }: FailedOutcome,
  { resends, maxReplays, maxRetries, leftMs }: Situation,
): Decision {
  if (!mayResend || kind === "other") return FAIL;
  if (kind === "token") return resends.replay < maxReplays ? { next: "replay", delayMs: 0 } : FAIL;
  const next = kind === "limit" ? "wait" : "retry";
  if (next === "retry" && resends.retry >= Math.min(maxRetries, retryLimit)) return FAIL;
  const isScarce = next === "retry" && retryLimit < Number.POSITIVE_INFINITY;
  const delayMs = (isScarce ? scarceDelayMs : retryDelayMs)(resends[next], retryAfterMs);
  // Timers can end 1 ms early.
  if (delayMs >= leftMs - 1 || (retryAfterMs ?? 0) > MAX_PAUSE_MS) return FAIL;
  return { next, delayMs };
}
