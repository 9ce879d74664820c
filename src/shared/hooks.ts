/** Hooks. Their events contain names, numbers and codes; never a token, a header, a variable or a body. */

import type { Mismatch } from "../shape.ts";
import type { OptionSchema } from "./check-options.ts";
import type { OperationKind } from "./document.ts";

export interface OperationEvent {
  /** Name of the operation. */
  readonly operation: string;
  readonly kind: OperationKind;
  /** 1 for the first request of a call. Replays and retries are counted. */
  readonly attempt: number;
  /** Number of items that `batch` joined in the request. Absent if there is one. */
  readonly items?: number;
}

/** A request has ended. With a `code`, it failed, and a retry can still succeed. */
export interface ReceivedEvent extends OperationEvent {
  readonly durationMs: number;
  /** HTTP status, if a response arrived. */
  readonly status?: number;
  /** Value of the response header that the option `requestId` names. */
  readonly requestId?: string;
  /** Code of the error, if the request failed. `ABORTED`: the caller aborted. */
  readonly code?: string;
  /** The system's code for a network error, such as `ECONNRESET`. */
  readonly reason?: string;
}

/** The operation will be resent. `attempt` is that of the next request. */
export interface RetryEvent extends OperationEvent {
  /** Code of the failure. For a replay it is `UNAUTHENTICATED`. */
  readonly code: string;
  /** Delay before the next request in milliseconds. For a replay it is 0. */
  readonly delayMs: number;
}

/** Why a refresh runs: there is no token, it has expired, it expires soon, or the platform rejected it. */
export type RefreshReason = "missing" | "expired" | "early" | "rejected";

export interface RefreshEvent {
  readonly reason: RefreshReason;
}

export interface RefreshedEvent extends RefreshEvent {
  readonly durationMs: number;
  /** Whether the platform issued a new refresh token. */
  readonly rotated: boolean;
  /** When the new access token expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface RefreshFailedEvent extends RefreshEvent {
  readonly durationMs: number;
  /** `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `MALFORMED_RESPONSE`, … */
  readonly code: string;
  readonly status?: number;
}

/** A problem of the credentials that fails no call now, and can fail later ones. */
export interface WarningEvent {
  /**
   * `REFRESH_TOKEN_NOT_KEPT`: the platform has replaced the refresh token, so that the next process fails.
   * Use `didRotate`, or `rotatingToken` with a store. Once. `DID_ROTATE_FAILED`: `didRotate` threw, or took
   * longer than `attemptTimeout`. `STORE_FAILED`: a transaction of the token store failed. Once for each
   * outage.
   */
  readonly code: "REFRESH_TOKEN_NOT_KEPT" | "DID_ROTATE_FAILED" | "STORE_FAILED";
}

/** Data does not match its type. Contains no value of the response. */
export interface MismatchEvent extends Mismatch {
  /** Name of the operation. */
  readonly operation: string;
}

/** Each hook is called synchronously and not awaited. What it throws or rejects with is ignored. */
export interface Hooks {
  /** Before each request to the API. */
  readonly willSend?: (event: OperationEvent) => unknown;
  /** After each request to the API, when its body was read or the request failed. */
  readonly didReceive?: (event: ReceivedEvent) => unknown;
  /** Before the delay of a retry, and before a replay. */
  readonly willRetry?: (event: RetryEvent) => unknown;
  /**
   * Before a call waits because other calls were limited. `willRetry` reports the pause of its
   * own request.
   */
  readonly willWait?: (event: OperationEvent) => unknown;
  /** Before a refresh request or a call of `getToken`, once for all calls that wait for it. */
  readonly willRefresh?: (event: RefreshEvent) => unknown;
  /** After a refresh, before a call uses its token. */
  readonly didRefresh?: (event: RefreshedEvent) => unknown;
  /** After a refresh failed, before the calls that wait for it are rejected. */
  readonly didFailRefresh?: (event: RefreshFailedEvent) => unknown;
  /** A problem of the credentials that fails no call now. */
  readonly didWarn?: (event: WarningEvent) => unknown;
  /**
   * Once per response and field that does not match its type, with `responseValidation({ mode: "report" })`.
   * In a batch, once per item and field.
   */
  readonly didMismatch?: (event: MismatchEvent) => unknown;
}

export const HOOK_OPTIONS: OptionSchema<keyof Hooks> = {
  willSend: "function",
  didReceive: "function",
  willRetry: "function",
  willWait: "function",
  willRefresh: "function",
  didRefresh: "function",
  didFailRefresh: "function",
  didWarn: "function",
  didMismatch: "function",
};

/** Calls a hook with an event, without members that are `undefined`. The only place in which hooks run. */
export function notify<Event extends object>(
  hook: ((event: Event) => unknown) | undefined,
  event: { readonly [Key in keyof Event]: Event[Key] | undefined },
): void {
  if (!hook) return;
  const present = Object.entries(event).filter(([, value]) => value !== undefined);
  // A hook cannot fail a call. An async function, because it turns what the hook throws into a rejection.
  (async () => hook(Object.freeze(Object.fromEntries(present)) as Event))().catch(() => {});
}
