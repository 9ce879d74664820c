/** The access token of one credential: its states, and the refresh that calls wait for. */

import type { ClientContext } from "../shared/client-context.ts";
import { waitAtMost } from "../shared/deadline.ts";
import { OperationError } from "../shared/errors.ts";
import { notify, type RefreshReason } from "../shared/hooks.ts";
import type { AccessTokens } from "./auth.ts";
import { type AccessToken, isDue, isExpired } from "./read-token.ts";
import { responseTimeoutMs } from "./refresh-request.ts";

/** Time after its receipt in which a token counts as just issued. */
const JUST_ISSUED_MS = 5_000;
/** Time between two refreshes of suspect tokens. */
const SUSPECT_INTERVAL_MS = 60_000;

/** Gets another access token: from the platform, a store or `getToken`. @throws OperationError */
export type Refresh = (request: RefreshRequest) => Promise<RefreshResult>;

export interface RefreshRequest {
  /** Token to replace; `undefined` if there was none yet. */
  readonly current: AccessToken | undefined;
  readonly reason: RefreshReason;
  /** Aborted when the refresh is given up. */
  readonly signal: AbortSignal;
  /** When the refresh is given up: a function, because later calls can extend it. */
  readonly endsAt: () => number;
  /** Must be called before a request to the platform or `getToken`, and not for a token of a store. */
  readonly willRefresh: () => void;
}

export interface RefreshResult {
  readonly token: AccessToken;
  /** Whether the platform also issued a new refresh token. @default false */
  readonly rotated?: boolean;
}

/**
 * | state | the token | a call | reason of the refresh |
 * |---|---|---|---|
 * | missing | there was none yet | waits for a refresh | `missing` |
 * | rejected | was rejected in this call, and not replaced since | waits for a refresh | `rejected` |
 * | refused | as rejected, but it is new: the user has no access | gets `undefined`, and fails | |
 * | expired | its time is over | waits for a refresh | `expired` |
 * | suspect | was rejected in another call, and no request succeeded since | waits for a refresh | `rejected` |
 * | due | expires soon | gets it at once, and starts a refresh, which can fail | `early` |
 * | valid | anything else | gets it at once | |
 *
 * The first row that applies counts.
 */
type TokenState = "missing" | "rejected" | "refused" | "expired" | "suspect" | "due" | "valid";

/** A refresh that is running, and the calls that wait for it. */
interface Flight {
  /** 1 for the first one of the cache. */
  readonly number: number;
  readonly startedAt: number;
  /** When it is given up. */
  endsAt: number;
  readonly controller: AbortController;
  readonly result: Promise<AccessToken>;
  readonly resolve: (token: AccessToken) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Holds the access token of one credential, and runs one refresh at a time. All instants are those of
 * `performance.now()`.
 *
 * A refresh has the longest timeout of the calls that wait for it, counted from its start. With a timeout of
 * 3 s, a refresh that hangs is given up after 3 s, even if calls arrive all the time: calls that still wait,
 * and later ones, start another. The clock decides when a call arrives or wakes, not a timer of the refresh:
 * Cloudflare Workers cancel the timers and requests of a call that has ended. The token of a refresh that was
 * given up is used when it arrives, if there is no newer one.
 *
 * Suspect tokens: a mutation that can have run in part is not replayed, so that a program that only sends
 * mutations would otherwise fail for ever with the same token. There is one such refresh in 60 s, also for new
 * tokens: if a user has no permission, some platforms reject each token. If it fails, the call gets the
 * suspect token, unless the refresh token was rejected.
 */
export class TokenCache implements AccessTokens {
  readonly #context: ClientContext;
  readonly #refresh: Refresh;
  #token: AccessToken | undefined;
  /** Whether a request with the token has succeeded. One with GraphQL errors does not count. */
  #isAccepted = false;
  #isSuspect = false;
  /** The refresh that calls join: one at a time. */
  #flight: Flight | undefined;
  #flights = 0;
  /** Number of the refresh that returned the token. */
  #newest = 0;
  /** Also those that were given up and can still end, for `close`. */
  readonly #running: Set<Promise<void>>;
  /** When a suspect token can be refreshed again. */
  #suspectFrom = Number.NEGATIVE_INFINITY;

  /**
   * @param initial - Token to use before the first refresh.
   * @param running - Refreshes that have not ended, also those of other caches.
   */
  constructor(
    context: ClientContext,
    refresh: Refresh,
    initial?: AccessToken,
    running: Set<Promise<void>> = new Set(),
  ) {
    this.#context = context;
    this.#refresh = refresh;
    this.#token = initial;
    this.#running = running;
  }

  token(rejected: AccessToken | undefined, deadline: number): AccessToken | undefined | Promise<AccessToken> {
    const token = this.#token;
    const state = this.#stateOf(token, rejected);
    if (state === "missing" || state === "expired" || state === "rejected")
      return this.#wait(state, deadline);
    if (state === "refused") return undefined;
    if (state === "suspect") {
      this.#suspectFrom = performance.now() + SUSPECT_INTERVAL_MS;
      return this.#wait("rejected", deadline).catch((error) => useSuspect(error, token));
    }
    if (state === "due") {
      // No call waits for it, so that it has the timeout of one request.
      const endsAt = performance.now() + this.#context.attemptTimeout;
      this.#wait("early", Math.min(deadline, endsAt)).catch(() => {});
    }
    return token;
  }

  didAccept(used: AccessToken): void {
    if (this.#token !== used) return;
    this.#isAccepted = true;
    this.#isSuspect = false;
  }

  didReject(used: AccessToken): void {
    if (this.#token === used) this.#isSuspect = true;
  }

  async close(): Promise<void> {
    const limitMs = responseTimeoutMs(this.#context.attemptTimeout);
    // Its timer keeps the process running, unlike those of the refresh.
    await waitAtMost(limitMs, undefined, () => Promise.all(this.#running));
  }

  #stateOf(token: AccessToken | undefined, rejected: AccessToken | undefined): TokenState {
    if (!token) return "missing";
    if (token === rejected) return this.#canRefreshHelp(token) ? "rejected" : "refused";
    if (isExpired(token)) return "expired";
    const canRefresh = performance.now() >= this.#suspectFrom && this.#canRefreshHelp(token);
    if (this.#isSuspect && (this.#flight || canRefresh)) return "suspect";
    return isDue(token) ? "due" : "valid";
  }

  /** Not if the token is new, and no request with it succeeded: the next one would be rejected too. */
  #canRefreshHelp({ origin, receivedAt }: AccessToken): boolean {
    const isJustIssued = origin === "refresh" && performance.now() - receivedAt < JUST_ISSUED_MS;
    return this.#isAccepted || !isJustIssued;
  }

  /**
   * Waits for a refresh, and for another one if that is given up before the deadline. After the deadline, it
   * does not settle: the timer of the call has rejected the call, and an error would have no reader.
   */
  async #wait(reason: RefreshReason, deadline: number): Promise<AccessToken> {
    for (;;) {
      const flight = this.#join(reason, deadline);
      const leftMs = () => flight.endsAt - performance.now();
      try {
        const token = await waitAtMost(leftMs(), undefined, () => flight.result, true);
        if (token) return token;
      } catch (error) {
        if (leftMs() > 0) throw error;
      }
      if (leftMs() <= 0) abort(flight);
      // Another call that continued has got it.
      if (this.#token && this.#newest > flight.number) return this.#token;
      if (performance.now() >= deadline) return new Promise(() => {});
    }
  }

  #join(reason: RefreshReason, deadline: number): Flight {
    const now = performance.now();
    const running = this.#flight;
    if (running && now < running.endsAt) {
      // The timeout of this call, counted from the start of the refresh.
      running.endsAt = Math.max(running.endsAt, running.startedAt + deadline - now);
      return running;
    }
    if (running) abort(running);
    let resolve: Flight["resolve"] = () => {};
    let reject: Flight["reject"] = () => {};
    const result = new Promise<AccessToken>((...settle) => {
      [resolve, reject] = settle;
    });
    result.catch(() => {});
    const controller = new AbortController();
    const number = ++this.#flights;
    const flight: Flight = { number, startedAt: now, endsAt: deadline, controller, result, resolve, reject };
    // Assigned before a hook runs: a hook that calls `execute` waits for this refresh.
    this.#flight = flight;
    const run = this.#run(flight, reason);
    this.#running.add(run);
    run.then(() => this.#running.delete(run));
    return flight;
  }

  async #run(flight: Flight, reason: RefreshReason): Promise<void> {
    const { willRefresh, didRefresh, didFailRefresh } = this.#context.hooks;
    const { signal } = flight.controller;
    /** Absent for a token of a store: there is nothing to report. */
    let startedAt: number | undefined;
    const durationMs = () => performance.now() - (startedAt ?? 0);
    const request: RefreshRequest = {
      current: this.#token,
      reason,
      signal,
      endsAt: () => flight.endsAt,
      willRefresh: () => {
        startedAt = performance.now();
        notify(willRefresh, { reason });
      },
    };
    try {
      const { token, rotated = false } = await this.#refresh(request);
      if (flight.number > this.#newest) this.#use(token, flight);
      const event = { reason, rotated, expiresAt: token.expiresAt, durationMs: durationMs() };
      if (startedAt !== undefined) notify(didRefresh, event);
    } catch (error) {
      if (this.#flight === flight) this.#flight = undefined;
      const { code, status } = error as OperationError;
      const event = { reason, code, status, durationMs: durationMs() };
      if (startedAt !== undefined) notify(didFailRefresh, event);
      flight.reject(error);
    }
  }

  /** Also for a late token: calls that wait for a newer refresh get it. */
  #use(token: AccessToken, flight: Flight): void {
    this.#token = token;
    this.#isAccepted = false;
    this.#isSuspect = false;
    this.#newest = flight.number;
    flight.resolve(token);
    this.#flight?.resolve(token);
    this.#flight = undefined;
  }
}

function abort({ controller }: Flight): void {
  try {
    controller.abort();
  } catch {
    // On Cloudflare Workers, a signal belongs to the request that has created it.
  }
}

/** After a failed refresh, the platform can still accept the token, unless it rejected the refresh token. */
function useSuspect(error: unknown, token: AccessToken | undefined): AccessToken {
  if (token && isOfRefresh(error) && error.code !== "REFRESH_REJECTED") return token;
  throw error;
}

/** Not a mistake of the program, and not an error of another call that `getToken` passes on. */
export function isOfRefresh(error: unknown): error is OperationError {
  return error instanceof OperationError && error.code !== "USAGE" && error.operation === undefined;
}
