/** How a call asks whether a request can be sent now, and reports how the platform responded. */

/**
 * Decides when requests are sent. Pass the one of `adaptiveLimiter()` to `createClient`. Its methods are for
 * the client.
 */
export interface Limiter {
  /**
   * Permits one request.
   *
   * @param deadline - Of the call, as an instant of `performance.now()`.
   * @param isResend - Whether the call has sent a request before. It has waited for its own delay then.
   * @returns a promise if the call waits. It resolves with `undefined` at the deadline.
   * @throws `signal.reason` itself.
   */
  acquire(
    deadline: number,
    signal: AbortSignal | undefined,
    isResend: boolean,
  ): Permit | Promise<Permit | undefined>;
  /**
   * Ends a request. Its outcome is `undefined` if it was aborted, or not sent because there was no token.
   */
  release(permit: Permit, outcome: LimitedOutcome | undefined): void;
}

/** The permission of one request. */
export interface Permit {
  /** Instant of `performance.now()`. */
  readonly sentAt: number;
}

/** The parts of an outcome that say something about a limit. */
export interface LimitedOutcome {
  readonly failure?: { readonly retryAfterMs?: number } | undefined;
  readonly kind?: "token" | "limit" | "transient" | "other" | undefined;
}
