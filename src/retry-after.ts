/** `Retry-After`, read strictly: a wrong guess here is a client that hammers, or one that sleeps for weeks. */

const SECONDS = /^\d+$/;
// The three forms of RFC 9110, section 5.6.7: IMF-fixdate, RFC 850 and asctime (which is always UTC and does not say so).
const DATE =
  /^(?:\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT|\w{6,9}, \d\d-\w{3}-\d\d \d\d:\d\d:\d\d GMT|\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * Milliseconds to wait, 0 for a date that has passed, `undefined` for anything that RFC 9110 section 10.2.3 does not
 * allow (a fraction, a sign, a word).
 */
export function parseRetryAfter(value: string | null, now: number = Date.now()): number | undefined {
  const text = value?.trim() ?? "";
  if (SECONDS.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  if (!DATE.test(text)) return undefined;
  const instant = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - now);
}
