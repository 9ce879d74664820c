/** The access token of one credential, and the refresh that calls wait for. */

import type { ClientContext } from "../shared/client-context.ts";
import { waitAtMost } from "../shared/deadline.ts";
import { type ErrorCode, isOperationError, type OperationError } from "../shared/errors.ts";
import { type Hooks, notify, type RefreshReason } from "../shared/hooks.ts";
import type { AccessTokens } from "./auth.ts";
import { type AccessToken, isDue, isExpired } from "./read-token.ts";
import { responseTimeoutMs } from "./refresh-request.ts";

/** Time after its receipt in which a token counts as just issued. */
const JUST_ISSUED_MS = 5_000;
/** Time between two refreshes of suspect tokens. */
const SUSPECT_INTERVAL_MS = 60_000;
/** Failures of a refresh that the program has to know: a suspect token does not hide them. */
const FINAL: readonly ErrorCode[] = ["REFRESH_REJECTED", "USAGE"];

/** Gets another access token: from the platform, a store or `getToken`. `undefined` if it was given up. */
export type Refresh = (request: RefreshRequest) => Promise<AccessToken | undefined>;

export interface RefreshRequest {
  /** Token to replace; `undefined` if there was none yet. */
  readonly current: AccessToken | undefined;
  readonly reason: RefreshReason;
  /** When the refresh is given up, as an instant of `performance.now()`. */
  readonly endsAt: number;
}

/**
 * A refresh that is running. It can end with the result of another one:
 *
 * 1. `endsAt` of refresh A passes. The next call starts refresh B.
 * 2. The token of A arrives: the calls that wait for B get it, and no more calls join B. If A fails, B goes on.
 * 3. B ends. If the token of A has arrived, that of B is not used.
 */
interface Flight {
  /** From then on it is given up: no call joins it. */
  readonly endsAt: number;
  /** The result of this refresh, or of A in step 2. */
  readonly result: Promise<unknown>;
  /** Settles `result`. */
  readonly settle: (refresh: Promise<unknown>) => void;
}

/**
 * Holds the access token of one credential, and runs one refresh at a time.
 *
 * A refresh has the deadline of the call that starts it, and is then given up: calls that have time left, and
 * later ones, start another. The first token that arrives is used, even if its refresh was given up. Each call
 * has a timer of its own, because Cloudflare Workers cancel the timers of a call that has ended.
 */
export class TokenCache implements AccessTokens {
  readonly #context: ClientContext;
  readonly #refresh: Refresh;
  #token: AccessToken | undefined;
  /** Token with which a request has succeeded. One with GraphQL errors does not count. */
  #accepted: AccessToken | undefined;
  /** Token that the platform has rejected, if no request with it has succeeded since. */
  #suspect: AccessToken | undefined;
  /** No suspect token is replaced before this instant: one in 60 s, whichever token it is. */
  #suspectFrom = Number.NEGATIVE_INFINITY;
  /** The last refresh, until it ends or a late token arrives. */
  #flight: Flight | undefined;
  /** Also those that were given up and can still end, for `close`. */
  readonly #running: Set<Promise<unknown>>;

  /**
   * @param initial - Token to use before the first refresh.
   * @param running - Refreshes that have not ended, also those of other caches.
   */
  constructor(
    context: ClientContext,
    refresh: Refresh,
    initial?: AccessToken,
    running: Set<Promise<unknown>> = new Set(),
  ) {
    this.#context = context;
    this.#refresh = refresh;
    this.#token = initial;
    this.#running = running;
  }

  token(rejected: AccessToken | undefined, deadline: number): AccessToken | undefined | Promise<AccessToken> {
    const token = this.#token;
    if (!token) return this.#replace("missing", deadline);
    if (token === rejected)
      return this.#canRefreshHelp(token) ? this.#replace("rejected", deadline) : undefined;
    if (isExpired(token)) return this.#replace("expired", deadline);
    if (this.#mustReplaceSuspect(token)) return this.#replaceSuspect(token, deadline);
    if (isDue(token)) this.#startEarly(deadline);
    return token;
  }

  didAccept(used: AccessToken): void {
    if (this.#token !== used) return;
    this.#accepted = used;
    this.#suspect = undefined;
  }

  didReject(used: AccessToken): void {
    if (this.#token === used) this.#suspect = used;
  }

  async close(): Promise<void> {
    const limitMs = responseTimeoutMs(this.#context.attemptTimeout);
    // Its timer keeps the process running, unlike those of the refresh.
    await waitAtMost(limitMs, () => Promise.allSettled(this.#running));
  }

  /** Not if the token is new, and no request with it has succeeded: the user has no access. */
  #canRefreshHelp(token: AccessToken): boolean {
    const isJustIssued = token.origin === "refresh" && performance.now() - token.receivedAt < JUST_ISSUED_MS;
    return token === this.#accepted || !isJustIssued;
  }

  /**
   * Whether another call has failed because of the token, and has not refreshed it. A mutation that can have
   * run is not replayed, so that the next call has to refresh: a program that sends mutations alone would
   * otherwise fail for ever (decision 0081).
   */
  #mustReplaceSuspect(token: AccessToken): boolean {
    const isSuspect = token === this.#suspect && this.#canRefreshHelp(token);
    return isSuspect && performance.now() >= this.#suspectFrom;
  }

  /** Uses the suspect token if the refresh fails: it can still be valid. */
  async #replaceSuspect(token: AccessToken, deadline: number): Promise<AccessToken> {
    try {
      return await this.#replace("rejected", deadline);
    } catch (error) {
      if (!isOperationError(error) || FINAL.includes(error.code)) throw error;
      return token;
    } finally {
      // Not sooner for the new token: some platforms reject any token with which a user has no permission.
      this.#suspectFrom = performance.now() + SUSPECT_INTERVAL_MS;
    }
  }

  /**
   * Waits for another token, which a refresh sets as `#token`. Its `result` only says when it has ended, or throws.
   * Never settles if there is no token at the deadline: the call has failed then.
   */
  async #replace(reason: RefreshReason, deadline: number): Promise<AccessToken> {
    const replaced = this.#token;
    for (;;) {
      const { endsAt, result } = this.#join(reason, deadline);
      await waitAtMost(endsAt - performance.now(), () => result, { isBackground: true });
      if (this.#token && this.#token !== replaced) return this.#token;
      // The wait has ended, or the refresh was given up: one that fails has thrown. Another can have time left.
      if (endsAt >= deadline) return new Promise(() => {});
    }
  }

  /** No call waits for this refresh, so that it has at most the timeout of one request. */
  #startEarly(deadline: number): void {
    this.#join("early", Math.min(deadline, performance.now() + this.#context.attemptTimeout));
  }

  /** Returns the refresh that is running, or starts one if there is none, or `endsAt` of the last has passed. */
  #join(reason: RefreshReason, endsAt: number): Flight {
    const running = this.#flight;
    if (running && performance.now() < running.endsAt) return running;
    const flight = createFlight(endsAt);
    this.#flight = flight;
    const run = this.#run({ current: this.#token, reason, endsAt }, flight);
    this.#running.add(run);
    run.then(() => this.#running.delete(run));
    return flight;
  }

  /** Runs a refresh, and ends the flight that has waited for its result. Never rejects. */
  async #run(request: RefreshRequest, own: Flight): Promise<void> {
    // Later, because a hook that calls `execute` waits for this refresh.
    const refresh = Promise.resolve().then(() => this.#refresh(request));
    const token = await refresh.catch(() => undefined);
    const isFirst = this.#token === request.current;
    if (token && isFirst) {
      this.#token = token;
      // The last flight: that of B if this is A (step 2), and else its own.
      this.#endFlight(this.#flight, refresh);
    } else {
      this.#endFlight(own, refresh);
    }
  }

  #endFlight(flight: Flight | undefined, result: Promise<unknown>): void {
    flight?.settle(result);
    if (flight === this.#flight) this.#flight = undefined;
  }
}

function createFlight(endsAt: number): Flight {
  let settle: Flight["settle"] = () => {};
  const result = new Promise<unknown>((resolve) => {
    settle = resolve;
  });
  // It can fail when no call waits for it.
  result.catch(() => {});
  return { endsAt, result, settle };
}

/** Runs a refresh between its hooks. */
export async function reportRefresh(
  { willRefresh, didRefresh, didFailRefresh }: Hooks,
  reason: RefreshReason,
  refresh: () => Promise<{ readonly token: AccessToken; readonly rotated: boolean }>,
): Promise<AccessToken> {
  notify(willRefresh, { reason });
  const startedAt = performance.now();
  try {
    const { token, rotated } = await refresh();
    const durationMs = performance.now() - startedAt;
    notify(didRefresh, { reason, rotated, expiresAt: token.expiresAt, durationMs });
    return token;
  } catch (error) {
    const { code, status } = error as OperationError;
    notify(didFailRefresh, { reason, code, status, durationMs: performance.now() - startedAt });
    throw error;
  }
}
