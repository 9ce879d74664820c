/** When to retry: backoff, `Retry-After`, and the end of a rate limit. */

/** Longest time, named by the platform, that a call waits for. */
export const MAX_PAUSE_MS = 60_000;
/** Upper limit of the first delay. */
const BASE_MS = 300;
const MAX_BACKOFF_MS = 5_000;

/**
 * Delay before a retry. Without `Retry-After`, full jitter: a random time below a limit that doubles with
 * each retry. With it, that time plus at most 300 ms, so that clients do not all retry at the same instant.
 *
 * @param retry - 0 for the first retry. The limit of the delay is then 300 ms.
 */
export function retryDelayMs(retry: number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs + Math.random() * BASE_MS;
  return Math.random() * Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** retry);
}

/**
 * Delay before one of few retries, which have to outlast a restart: 0.5 to 1 s, then 2 to 4 s.
 *
 * @param retry - 0 for the first.
 */
export function scarceDelayMs(retry: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, (0.5 + Math.random() / 2) * 1_000 * 4 ** retry);
}

// The three date forms of RFC 9110, section 5.6.7: IMF-fixdate, RFC 850, and asctime, which is always UTC.
const DATE = /^[A-Z][\w ,-]+ \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

/** Headers that name the end of a rate limit, in this order, if there is no `Retry-After`. Those of ky. */
const RESET_HEADERS = [
  "ratelimit-reset",
  "x-ratelimit-retry-after",
  "x-ratelimit-reset",
  "x-rate-limit-reset",
];
/** 2024. A smaller number of seconds is a delay, any other one a timestamp. */
const FIRST_TIMESTAMP_MS = 1_704_067_200_000;

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3), or else, after a rate limit, the first of the headers that
 * name its end. Those are in responses without a limit too, and then say nothing about a retry. A date is
 * compared with the header `Date` of the response, because the local clock can be wrong.
 *
 * @returns Milliseconds; 0 for a past date; `undefined` if the header is missing or invalid.
 */
export function readRetryAfter(headers: Pick<Headers, "get">, isLimit = false): number | undefined {
  const retryAfter = headers.get("retry-after");
  const resets = isLimit ? RESET_HEADERS.map((name) => headers.get(name)) : [];
  const text = ([retryAfter, ...resets].find((value) => value !== null) ?? "").trim();
  const now = () => readDate(headers.get("date")) ?? Date.now();
  if (/^\d+$/.test(text)) {
    const ms = Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
    const isTimestamp = retryAfter === null && ms >= FIRST_TIMESTAMP_MS;
    return isTimestamp ? Math.max(0, ms - now()) : ms;
  }
  const date = readDate(text);
  return date && Math.max(0, date - now());
}

function readDate(text: string | null): number | undefined {
  if (!text || !DATE.test(text)) return undefined;
  return Date.parse(text.replace(/( GMT)?$/, " GMT")) || undefined;
}
