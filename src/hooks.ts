/** Hooks: what an observer is told. Names, numbers and durations; never a token, a header, a variable or a body. */

import type { OperationKind } from "./document.ts";

/** Fields of every event about an operation. */
export interface OperationEvent {
  /** Name of the operation. */
  readonly operation: string;
  readonly kind: OperationKind;
  /** 1 for the first request of this call; a replay or a retry counts on. */
  readonly attempt: number;
}

/** A request has ended, by a response or without one. */
export interface ReceivedEvent extends OperationEvent {
  /** HTTP status; absent where no response came. */
  readonly status?: number;
  /** Code of the error that it ended in, if any, `ABORTED` where the caller left; the call may still succeed. */
  readonly code?: string;
  /** From `willSend` to the last byte of the body, in milliseconds. */
  readonly durationMs: number;
}

/** The operation is about to be sent again. */
export interface RetryEvent extends OperationEvent {
  /** Code of the error that is being retried; `UNAUTHENTICATED` for the replay after a renewal. */
  readonly code: string;
  /** Wait before the next request, in milliseconds; 0 for a replay. */
  readonly delayMs: number;
}

/** Why a renewal runs: no token yet, its time is over, its time is nearly over, or the platform refused it. */
export type RefreshReason = "missing" | "expired" | "early" | "rejected";

/** A renewal has begun. */
export interface RefreshEvent {
  readonly reason: RefreshReason;
}

/** A renewal has succeeded. */
export interface RefreshedEvent extends RefreshEvent {
  readonly durationMs: number;
  /** Whether the platform handed out a new refresh token, which is in use from now on. */
  readonly rotated: boolean;
  /** When the new access token expires, in milliseconds since the epoch, as far as is known. */
  readonly expiresAt: number;
}

/** A renewal has failed. */
export interface RefreshFailedEvent extends RefreshEvent {
  readonly durationMs: number;
  /** `REFRESH_REJECTED`, `REFRESH_UNAVAILABLE`, `RATE_LIMITED`, `MALFORMED_RESPONSE`, … */
  readonly code: string;
  readonly status?: number;
}

/**
 * Observers. Each is called synchronously and never awaited; what it throws or rejects with is dropped, so that an
 * observer cannot fail, delay or change a call.
 */
export interface Hooks {
  /** Before each request to the query endpoint. */
  readonly willSend?: (event: OperationEvent) => unknown;
  /** After each request to the query endpoint, once its body was read or given up. */
  readonly didReceive?: (event: ReceivedEvent) => unknown;
  /** Before the wait that precedes a retry, and before a replay. */
  readonly willRetry?: (event: RetryEvent) => unknown;
  /** Before the refresh exchange: once for all the calls that wait for it. */
  readonly willRefresh?: (event: RefreshEvent) => unknown;
  /** After the new token was adopted and stored, before any call uses it. */
  readonly didRefresh?: (event: RefreshedEvent) => unknown;
  /** After the renewal was given up, before the calls that wait are rejected. */
  readonly didFailRefresh?: (event: RefreshFailedEvent) => unknown;
}

/** Tells one observer, isolated from the call: the only place in which hooks run. */
export function notify<Event>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  if (!hook) return;
  try {
    Promise.resolve(hook(Object.freeze(event))).catch(() => {});
  } catch {
    // An observer's fault is the observer's.
  }
}
