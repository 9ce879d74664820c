/**
 * How many requests the platform accepts after a 429.
 *
 * When the pause after a 429 has passed, one request goes first. If the platform accepts it, others follow:
 *
 * - With `Retry-After`, the platform counts requests per period. As many follow at once as it accepted in the last period,
 *   and one extra request, whose 429 contains the end of the period. If that one is accepted too, the number doubles.
 * - Without `Retry-After`, requests follow one by one, at the rate that the platform accepted. The rate grows until the
 *   next 429.
 */

/** Longest `Retry-After` that a call waits for, and time after which a limit is forgotten. */
export const MAX_PAUSE_MS = 60_000;
/** Pause after a 429 without `Retry-After`. It grows by half if the next request is rejected too. */
const PAUSE_MS = 100;
const MAX_UNKNOWN_PAUSE_MS = 2_000;
/** Time for which requests are counted before a 429. A rate is reduced at most once in it. */
const COUNT_MS = 1_000;
/** After this time without a 429, a paced platform gets an extra request. */
const CLEAN_MS = 2_000;
/** A paced rate grows by its own size in about this time. */
const GROWTH_MS = 5_000;
/** Delay of a period after `Retry-After`. */
const MARGIN_MS = 20;

/** The limit that the platform showed by its 429s. All instants are those of `performance.now()`. */
export interface Limit {
  /** When the next requests can be sent, unless `take` returns `true` before. */
  nextAt: number;
  /** Takes a slot for one request. @returns its epoch, or 0 if there was none. While no limit is known, there is one. */
  take(): number;
  /**
   * Returns the slot.
   *
   * @param epoch - When the slot was taken.
   * @param isAccepted - `undefined` if there was no response.
   * @returns whether a pause begins.
   */
  release(epoch: number, isAccepted: boolean | undefined, retryAfterMs?: number): boolean;
}

export function createLimit(): Limit {
  /** 1 and the number of 429s that caused a pause. Responses to requests of an earlier epoch decide nothing. */
  let epoch = 1;
  let pausedAt = 0;
  let forgottenAt = 0;
  let isPaced = false;
  /** Whether one request is sent, and its response decides about the others. */
  let isProbing = false;
  /** Whether it is the extra request of a period. */
  let isExtra = false;
  /** Whether the first request after a pause was rejected. */
  let isRepeated = false;
  let pauseMs = 0;
  /** `batch` requests can be sent at `nextAt`, and again after each `periodMs`. */
  let periodMs = 0;
  let batch = 1;
  /** Requests that an extra one allows. */
  let size = 1;
  /** Requests that can be sent now, and requests of this epoch without a response. */
  let room = 0;
  let inFlight = 0;
  /** Requests since `since`, without the rejected ones. */
  let accepted = 0;
  let since = 0;

  function pause(now: number, retryAfterMs: number): void {
    if (now >= forgottenAt) {
      isProbing = false;
      periodMs = 0;
      batch = Number.POSITIVE_INFINITY;
    }
    isRepeated = isProbing && !isExtra;
    isPaced = retryAfterMs === 0;
    if (isPaced) {
      pauseMs = Math.min(MAX_UNKNOWN_PAUSE_MS, isRepeated ? pauseMs * 1.5 : periodMs || PAUSE_MS);
      limit.nextAt = now + pauseMs * (0.75 + Math.random() / 2);
    } else {
      periodMs = Math.min(MAX_PAUSE_MS, retryAfterMs);
      limit.nextAt = now + periodMs + MARGIN_MS + (Math.random() * periodMs) / 25;
    }
    epoch++;
    isProbing = true;
    isExtra = false;
    room = 0;
    inFlight = 0;
    pausedAt = now;
    forgottenAt = now + MAX_PAUSE_MS;
  }

  /** The first request after a pause was accepted: learns the limit from the requests before it. */
  function resume(now: number): void {
    isProbing = false;
    if (isExtra) {
      room = size;
      size *= 2;
      return;
    }
    const count = Math.max(1, accepted - 1);
    if (!isPaced) {
      // The count is too high if a period of the platform ended within it.
      batch = Math.min(count, Math.ceil(batch * 1.25) + 1);
      size = batch;
      room = batch - 1;
    } else {
      batch = 1;
      limit.nextAt = now + periodMs;
      if (periodMs && now - since < COUNT_MS) return;
      const measuredMs = (now - since) / count;
      const slowerMs = periodMs / 0.9 || measuredMs;
      periodMs = Math.min(slowerMs * (isRepeated ? 1.5 : 1), measuredMs);
    }
    limit.nextAt = now + periodMs;
    accepted = 1;
    since = now;
  }

  function startPeriod(now: number): void {
    if (isPaced) {
      periodMs -= periodMs ** 2 / GROWTH_MS;
    } else {
      // No 429 in the last period: the platform accepts as many again.
      batch = Math.max(batch, accepted);
      size = batch;
      accepted = 0;
      since = now;
    }
    room = isPaced ? Math.max(room, 1) : batch;
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
          else if (inFlight > 0) resume(now);
          else {
            room = 1;
            limit.nextAt = now + COUNT_MS;
          }
        }
        if (room < 1) return 0;
        room--;
        inFlight++;
      } else if (now - since > COUNT_MS) {
        since = now;
        accepted = 0;
      }
      accepted++;
      return epoch;
    },
    release(slotEpoch, isAccepted, retryAfterMs = 0) {
      const isCurrent = slotEpoch === epoch;
      const isRejected = isAccepted === false;
      if (!isRejected && !(isCurrent && forgottenAt > 0)) return false;
      const now = performance.now();
      if (isRejected) {
        if (isProbing || isCurrent) accepted--;
        if (isCurrent) pause(now, retryAfterMs);
        // Many calls can be rejected in the same period. Each waits for its own `Retry-After`.
        else if (isProbing && inFlight < 1)
          limit.nextAt = Math.max(limit.nextAt, now + Math.min(MAX_PAUSE_MS, retryAfterMs));
      } else if (now < forgottenAt) {
        inFlight--;
        if (isProbing) {
          if (isAccepted) resume(now);
          else room = 1;
        } else if (
          inFlight + room === 0 &&
          (isPaced ? now - pausedAt > CLEAN_MS : limit.nextAt - now > periodMs * 0.75)
        ) {
          isProbing = true;
          isExtra = true;
          room = 1;
        }
      }
      return isRejected && isCurrent;
    },
  };
  return limit;
}
