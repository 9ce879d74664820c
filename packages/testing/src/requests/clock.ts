/** The clock of the platform, which a scenario can set. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that the clock is ahead. */
  skewMs: number;
}

export function createClock(read: () => number): Clock {
  const clock: Clock = {
    skewMs: 0,
    now: () => read() + clock.skewMs,
  };
  return clock;
}
