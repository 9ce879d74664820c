/** Rate limits of a platform, for tests and benchmarks. */

/**
 * Decides on a request at a time in milliseconds. A server calls `end` when an accepted request ends.
 *
 * @returns seconds for `Retry-After`, 0 for none; `undefined` if it is accepted.
 */
export type Limiter = ((now: number, call?: number) => number | undefined) & { readonly end?: () => void };

type Count = (now: number) => number;

/** Seconds until a time, as servers round them. */
const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000));

/** `count` requests in each window of `windowMs`, aligned to the clock. */
export function createFixedWindow(count: Count, windowMs: number, hasHeader: boolean): Limiter {
  let window = -1;
  let used = 0;
  return (now) => {
    const current = Math.floor(now / windowMs);
    if (current !== window) used = 0;
    window = current;
    if (used < count(now)) {
      used++;
      return undefined;
    }
    return hasHeader ? secondsUntil((current + 1) * windowMs, now) : 0;
  };
}

/** `count` requests in any interval of `windowMs`. @param countsAll - Whether rejected requests count too. */
export function createSlidingWindow(
  count: Count,
  windowMs: number,
  hasHeader = false,
  countsAll = false,
): Limiter {
  const counted: number[] = [];
  return (now) => {
    while (counted[0] !== undefined && counted[0] <= now - windowMs) counted.shift();
    const isAccepted = counted.length < count(now);
    if (isAccepted || countsAll) counted.push(now);
    if (isAccepted) return undefined;
    return hasHeader ? secondsUntil((counted[counted.length - count(now)] ?? now) + windowMs, now) : 0;
  };
}

/**
 * About `count` requests in `windowMs`, as haproxy counts them: those of this window, and the part of the last
 * one that is within `windowMs`. Rejected requests count too.
 */
export function createFrequencyCounter(count: number, windowMs: number): Limiter {
  let startedAt = Number.NEGATIVE_INFINITY;
  let current = 0;
  let last = 0;
  return (now) => {
    const windows = Math.floor((now - startedAt) / windowMs);
    if (windows > 0) {
      last = windows === 1 ? current : 0;
      current = 0;
      startedAt = windows === 1 ? startedAt + windowMs : now;
    }
    current++;
    const rate = current + Math.floor(last * (1 - (now - startedAt) / windowMs));
    return rate > count ? 0 : undefined;
  };
}

/** A bucket of `burst` requests that is filled with `perSecond`. */
export function createTokenBucket(perSecond: number, burst: number, hasHeader: boolean): Limiter {
  let left = burst;
  let filledAt = 0;
  return (now) => {
    left = Math.min(burst, left + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (left >= 1) {
      left--;
      return undefined;
    }
    return hasHeader ? Math.max(1, Math.ceil((1 - left) / perSecond)) : 0;
  };
}

/** `count` requests at once. */
export function createConcurrencyLimit(count: number, seconds: number): Limiter {
  let open = 0;
  const limiter = () => {
    if (open >= count) return seconds;
    open++;
    return undefined;
  };
  const end = () => {
    open--;
  };
  return Object.assign(limiter, { end });
}

/** Rejects all requests for `ms` milliseconds after the first one. */
export function createBlip(ms: number, seconds: number): Limiter {
  let startedAt: number | undefined;
  return (now) => {
    startedAt ??= now;
    return now - startedAt < ms ? seconds : undefined;
  };
}
