/** Rate limits of a platform, for tests and benchmarks. */

/** Decides on a request at a time in milliseconds. @returns seconds for `Retry-After`, 0 for none; `undefined` if accepted. */
export type Limiter = (now: number) => number | undefined;

/** `count` requests in each window of `windowMs`, aligned to the clock. */
export function createFixedWindow(count: (now: number) => number, windowMs: number, hasHeader: boolean): Limiter {
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
    return hasHeader ? Math.max(1, Math.ceil(((current + 1) * windowMs - now) / 1000)) : 0;
  };
}

/** `count` requests in any interval of `windowMs`. */
export function createSlidingWindow(count: (now: number) => number, windowMs: number, hasHeader = false): Limiter {
  const accepted: number[] = [];
  return (now) => {
    while (accepted[0] !== undefined && accepted[0] <= now - windowMs) accepted.shift();
    if (accepted.length < count(now)) {
      accepted.push(now);
      return undefined;
    }
    return hasHeader ? Math.max(1, Math.ceil(((accepted[0] ?? now) + windowMs - now) / 1000)) : 0;
  };
}
