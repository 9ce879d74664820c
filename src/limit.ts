/**
 * How many requests the platform accepts after a 429.
 *
 * When the pause after a 429 has passed, one request goes first. If the platform accepts it, others follow:
 *
 * - With `Retry-After`, the platform counts requests per period. As many follow at once as it accepted in the last period.
 * - Without `Retry-After`, requests follow one by one, at the rate that the platform accepted. The rate grows until the
 *   next 429.
 *
 * To learn whether the limit still exists, an extra request follows, then two, four and so on: with `Retry-After` in each
 * period, without it after some time without a 429. A 429 to one of them costs no pause.
 */

/** Longest `Retry-After` that a call waits for, and time after which a limit is forgotten. */
export const MAX_PAUSE_MS = 60_000;
/** Pause after a 429 without `Retry-After`, if no rate is known. It grows if the next request is rejected too. */
const PAUSE_MS = 100;
/** Longest such pause, and longest time between two requests without `Retry-After`. */
const MAX_UNKNOWN_PAUSE_MS = 2_000;
/** Time for which requests are counted before a 429. A rate is reduced at most once in it. */
const COUNT_MS = 1_000;
/** Time without a 429 after which extra requests follow without `Retry-After`. */
const CLEAN_MS = 1_500;
/** A rate grows by its own size in about this time. */
const GROWTH_MS = 3_000;
/** Delay of a period, because some requests take less time to arrive than others. */
const MARGIN_MS = 20;

/** The limit that the platform showed by its 429s. All instants are those of `performance.now()`. */
export interface Limit {
  /** When the next requests can be sent, unless `take` returns a slot before. */
  nextAt: number;
  /** Takes a slot for one request. @returns its epoch, or 0 if there was none. While no limit is known, there is one. */
  take(): number;
  /**
   * Returns the slot.
   *
   * @param epoch - When the slot was taken.
   * @param isAccepted - `undefined` if there was no response.
   * @returns whether the 429 decided when the next requests are sent.
   */
  release(epoch: number, isAccepted: boolean | undefined, retryAfterMs?: number): boolean;
}

export function createLimit(): Limit {
  /** 1 and the number of 429s that decided something. Responses to requests of an earlier epoch decide nothing. */
  let epoch = 1;
  /** When there is no known limit any longer. */
  let forgottenAt = 0;
  /** Whether the last 429 had no `Retry-After`. */
  let isPaced = false;
  /** Whether one request is sent, and its response decides about the others. */
  let isProbing = false;
  let pauseMs = 0;
  /** `batch` requests (0: not known) can be sent at `nextAt`, and again after each `periodMs`. */
  let periodMs = 0;
  let batch = 0;
  /** Periods since the last 429. */
  let clean = 0;
  /** Extra requests that were sent at once. */
  let size = 0;
  /** Requests that can be sent now, and these with the requests of this epoch that have no response. */
  let room = 0;
  let open = 0;
  /** Requests since `since`, without the rejected ones. */
  let accepted = 0;
  let since = 0;

  function reject(now: number, endAt: number): void {
    isPaced = endAt === now;
    if (now >= forgottenAt) {
      isProbing = false;
      periodMs = batch = size = 0;
    }
    if (!isProbing && (isPaced ? size : batch * accepted) > 0) {
      // Expected: an extra request, or one of several of a period.
      if (!isPaced) {
        periodMs = Math.max(periodMs, endAt - now);
        limit.nextAt = Math.min(endAt, since + periodMs) + MARGIN_MS;
      }
    } else {
      if (isPaced) {
        pauseMs = isProbing ? Math.min(MAX_UNKNOWN_PAUSE_MS, pauseMs * 1.25) : periodMs || PAUSE_MS;
        limit.nextAt = now + pauseMs * (0.75 + Math.random() / 2);
      } else {
        periodMs = endAt - now;
        limit.nextAt = endAt + MARGIN_MS;
      }
      isProbing = true;
    }
    epoch++;
    size = room = open = clean = 0;
    forgottenAt = limit.nextAt + MAX_PAUSE_MS;
  }

  /** Sets the requests of a period. The count is wrong if a period of the platform ended within it. */
  function learn(count: number): void {
    const learned = batch > 0 ? Math.max(batch / 2, Math.min(count, batch + 1)) : count;
    batch = Math.max(1, Math.ceil(learned));
    clean = 1;
  }

  /** The first request after a pause was accepted: learns the limit from the requests before it. */
  function resume(now: number): void {
    isProbing = false;
    if (isPaced) {
      batch = 0;
      limit.nextAt = now + periodMs;
      if (periodMs && now - since < COUNT_MS) return;
      const measuredMs = (now - since) / Math.max(1, accepted - 1);
      // Half the rate if the first request after a pause was rejected.
      const slowerMs = periodMs / (pauseMs > periodMs ? 0.5 : 0.75) || measuredMs;
      periodMs = Math.min(slowerMs, measuredMs, MAX_UNKNOWN_PAUSE_MS);
    } else {
      learn(accepted - 1);
      room = open = batch - 1;
    }
    limit.nextAt = now + periodMs;
    accepted = 1;
    since = now;
  }

  function startPeriod(now: number): void {
    if (isPaced) {
      periodMs -= periodMs ** 2 / GROWTH_MS;
      room = Math.max(room, 1);
    } else {
      if (clean++ < 1) learn(accepted);
      else if (clean > 2) batch = Math.max(batch, accepted);
      // The extra requests of one period alone can have been in the next period of the platform.
      else size = 0;
      room = open = batch;
      accepted = 0;
      since = now;
    }
    limit.nextAt = Math.max(limit.nextAt, now - MARGIN_MS) + periodMs;
  }

  const limit: Limit = {
    nextAt: 0,
    take() {
      const now = performance.now();
      if (now < forgottenAt) {
        if (now >= limit.nextAt) {
          if (!isProbing) startPeriod(now);
          // A 429 is fast, so that a request without a response after this time is a slow one.
          else if (open > room) resume(now);
          else {
            room = open = 1;
            limit.nextAt = now + COUNT_MS;
          }
        }
        if (room < 1) return 0;
        room--;
      } else if (now - since > COUNT_MS) {
        since = now;
        accepted = 0;
      }
      accepted++;
      return epoch;
    },
    release(slotEpoch, isAccepted, retryAfterMs = 0) {
      const isCurrent = slotEpoch === epoch;
      const now = performance.now();
      if (isAccepted === false) {
        const endAt = now + Math.min(MAX_PAUSE_MS, retryAfterMs);
        accepted--;
        if (isCurrent) reject(now, endAt);
        // Many calls can be rejected in the same period. Each waits for its own `Retry-After`.
        else limit.nextAt = Math.max(limit.nextAt, endAt);
        return isCurrent;
      }
      if (isCurrent && now < forgottenAt) {
        open--;
        if (isProbing) {
          if (isAccepted) resume(now);
          else room = open = 1;
        }
        const isTime = isPaced ? forgottenAt - now < MAX_PAUSE_MS - CLEAN_MS : limit.nextAt - now > periodMs / 2;
        if (!isProbing && open < 1 && isTime) {
          epoch++;
          room = open = size = size * 2 || 1;
        }
      }
      return false;
    },
  };
  return limit;
}
