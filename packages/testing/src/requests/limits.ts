/** Limits of the simulated platform: page sizes and the rate of requests. */

import { checkOptionNames } from "../shared/check-options.ts";
import { RequestError } from "./request-errors.ts";

export interface Limits {
  /** Sizes of pages, as numbers of items. */
  readonly pageSize?: {
    /** Without a page size in the arguments. @default the maximum */
    readonly default?: number;
    /**
     * A larger page is a GraphQL error with the code `BAD_USER_INPUT`.
     *
     * @default 1000, or a larger `default`
     */
    readonly max?: number;
  };
  /**
   * More API requests per second get a 429 with `Retry-After`. Refresh requests are not limited.
   *
   * @default no limit
   */
  readonly requestsPerSecond?: number;
}

export type PageSizes = Required<NonNullable<Limits["pageSize"]>>;

/**
 * Assumed: the platform documents no maximum. Others reject more than 100 or 250 items, or return fewer; a
 * smaller default would reject operations that are valid there.
 */
const MAX_PAGE_SIZE = 1000;

/** @throws TypeError if a size is not an integer from 1, or the default exceeds the maximum. */
export function readPageSizes(limits: Limits): PageSizes {
  checkOptionNames("limits", limits);
  const { pageSize = {} } = limits;
  checkOptionNames("limits.pageSize", pageSize);
  const max = readInteger(
    "limits.pageSize.max",
    pageSize.max ?? Math.max(MAX_PAGE_SIZE, pageSize.default ?? 1),
  );
  const size = readInteger("limits.pageSize.default", pageSize.default ?? max);
  if (size > max) throw new TypeError(`"limits.pageSize.default" must not exceed the maximum of ${max}.`);
  return { default: size, max };
}

/** Returns the limit, or Infinity. @throws TypeError if it is not an integer from 1. */
export function readRate({ requestsPerSecond }: Limits): number {
  return requestsPerSecond === undefined
    ? Number.POSITIVE_INFINITY
    : readInteger("limits.requestsPerSecond", requestsPerSecond);
}

function readInteger(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new TypeError(`"${name}" must be an integer from 1.`);
}

interface RateWindow {
  /** Number of requests that are accepted in a window. */
  readonly requests: number;
  readonly windowMs: number;
}

export interface RateLimit {
  /** Whether the window of the last request has ended. False before the first request. */
  hasEnded(): boolean;
  /** The error for one more request. `undefined` if the request is accepted. */
  check(): RequestError | undefined;
  /** The next request starts a window. */
  reset(): void;
}

/**
 * Accepts some requests per window, which starts with a request. Assumed: the platform documents no rate
 * limits. 429 and `Retry-After` in seconds are those of RFC 6585.
 *
 * @param now - Time in milliseconds.
 */
export function createRateLimit(now: () => number, { requests, windowMs }: RateWindow): RateLimit {
  let startedAt: number | undefined;
  let accepted = 0;
  const hasEnded = (): boolean => {
    if (startedAt === undefined) return false;
    const elapsedMs = now() - startedAt;
    // Negative if the clock was set back.
    return elapsedMs < 0 || elapsedMs >= windowMs;
  };
  return {
    hasEnded,
    check() {
      if (startedAt === undefined || hasEnded()) {
        startedAt = now();
        accepted = 0;
      }
      accepted += 1;
      if (accepted <= requests) return undefined;
      const remainingMs = startedAt + windowMs - now();
      const headers = { "retry-after": String(Math.ceil(remainingMs / 1000)) };
      return new RequestError(429, "RATE_LIMITED", "Too many requests.", headers);
    },
    reset() {
      startedAt = undefined;
    },
  };
}

/** Maximum size of a request body, in bytes. Assumed: the platform documents no limit. */
export const MAX_BODY_BYTES: number = 1024 * 1024;
/** Maximum number of tokens of a document. Assumed: the platform documents no limit. */
export const MAX_TOKENS = 10_000;
