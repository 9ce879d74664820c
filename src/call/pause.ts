/** The calls of one client after a rate limit whose end the platform names. */

import { sleep } from "../shared/deadline.ts";
import type { Limiter } from "../shared/limiter.ts";
import { MAX_PAUSE_MS, retryDelayMs } from "../shared/retry.ts";

/**
 * The limiter of a client that has no other one. After a rejection that names a time of at most 60 s, other
 * calls wait for that time, and up to 300 ms more at random.
 *
 * A call waits once, before its first request, and for the pause in force when it came, whatever was rejected
 * since. So an operation that is always limited delays no other one by more than the platform names. A call
 * whose deadline is before the end is sent at once: its own response says when to try again.
 */
export function createPause(): Limiter {
  let endsAt = 0;
  return {
    acquire(deadline, signal, isResend) {
      const sentAt = performance.now();
      if (isResend || endsAt <= sentAt) return { sentAt };
      const delayMs = retryDelayMs(0, endsAt - sentAt);
      if (sentAt + delayMs >= deadline) return { sentAt };
      return sleep(delayMs, { signal }).then(() => ({ sentAt: performance.now() }));
    },
    release(_, outcome) {
      const { retryAfterMs = 0 } = outcome?.failure ?? {};
      if (outcome?.kind !== "limit" || retryAfterMs > MAX_PAUSE_MS) return;
      endsAt = Math.max(endsAt, performance.now() + retryAfterMs);
    },
  };
}
