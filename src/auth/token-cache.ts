/** The cache of an access token: the states of a token, and what a call gets in each of them. */

import { Failure, type OperationError } from "../errors.ts";
import { type Hooks, notify, type RefreshReason } from "../hooks.ts";
import type { AccessTokens } from "./auth.ts";
import { type AccessToken, isDue, isExpired } from "./read-token.ts";

/** Minimum delay between a failed refresh and the next one. A longer `Retry-After` takes precedence. */
export const REFRESH_COOLDOWN_MS = 5_000;
/** Maximum delay between a failed refresh and the next one, even if the platform asks for a longer one. */
export const MAX_COOLDOWN_MS = 300_000;

/** Returns another access token, from a store or from the platform. @throws Failure, or `USAGE` for an invalid token of `getToken` */
export type Refresh = (context: RefreshContext) => Promise<RefreshResult>;

export interface RefreshContext {
  /** Token to replace; `undefined` on the first call. */
  readonly current: AccessToken | undefined;
  readonly reason: RefreshReason;
  /**
   * The latest deadline of the calls that asked for this refresh, as an instant of `performance.now()`. A function, because
   * later calls can extend it.
   */
  readonly deadline: () => number;
  /** Must be called before a request to the platform, and not if the token comes from a store. Reports `willRefresh`. */
  readonly didStart: () => void;
}

export interface RefreshResult {
  readonly token: AccessToken;
  /** Whether the platform also issued a new refresh token. @default false */
  readonly rotated?: boolean;
}

/** All instants are those of `performance.now()`. */
interface CacheState {
  readonly hooks: Hooks;
  readonly refresh: Refresh;
  token: AccessToken | undefined;
  /** Whether a request with this token has succeeded. A response with GraphQL errors does not count. */
  isAccepted: boolean;
  /** Whether the platform has rejected a request with this token, and accepted none since. */
  isMarked: boolean;
  pending: Promise<AccessToken> | undefined;
  /** The latest deadline of the calls that asked for the pending refresh. */
  deadline: number;
  /** Start of the request of the pending refresh. `undefined` before it, and if the token comes from a store. */
  startedAt?: number | undefined;
  lastFailure: Failure | undefined;
  cooldownEndsAt: number;
  /** The last refresh of a marked token. */
  markedRefreshAt: number;
  /** Delay between that refresh and the next one of a marked token. */
  markedDelayMs: number;
}

/**
 * The cache of one credential: holds its access token, and runs at most one refresh at a time.
 *
 * | The token is | that is | a call |
 * |---|---|---|
 * | missing | there was none yet | waits for a refresh |
 * | valid | none of the others | gets it at once |
 * | due | it expires soon | gets it at once. A refresh starts; if it fails, the call still succeeds |
 * | expired | the time of its expiry is over | waits for a refresh |
 * | marked | the platform rejected it in another call, and accepted it in none since | waits for a refresh if one is running or can start (see below), or else gets it at once. If the refresh fails, gets the token all the same, unless the refresh token was rejected |
 * | rejected | the platform rejected it in this call, and it was not replaced since | waits for a refresh. But if the platform has just issued it and never accepted it, the user has no access: the call fails with `UNAUTHENTICATED` |
 * | cooling | its refresh failed less than 5 s, or the time in `Retry-After`, ago | fails with the error of that refresh, if it would wait for another one |
 *
 * Marks cause at most one refresh in 5 s, then in 10 s, up to 5 min: some platforms respond to what a user must not do as if
 * the token were invalid. Each call waits until its own deadline. A refresh can end later: its result is used, even if no call
 * waits any longer.
 *
 * @param initial - Token to use before the first refresh.
 */
export function createTokenCache(
  hooks: Hooks,
  refresh: Refresh,
  initial?: AccessToken,
): Omit<Required<AccessTokens>, "close"> {
  const state: CacheState = {
    hooks,
    refresh,
    token: initial,
    isAccepted: false,
    isMarked: false,
    pending: undefined,
    deadline: 0,
    lastFailure: undefined,
    cooldownEndsAt: 0,
    markedRefreshAt: Number.NEGATIVE_INFINITY,
    markedDelayMs: 0,
  };
  return {
    token: (rejected, deadline) => findToken(state, rejected, deadline),
    didAccept(used) {
      if (state.token !== used) return;
      state.isAccepted = true;
      state.isMarked = false;
    },
    didReject(used) {
      if (state.token === used) state.isMarked = true;
    },
  };
}

/** Follows the table of {@link createTokenCache}. @returns `undefined` if there is no token but the rejected one. */
function findToken(
  state: CacheState,
  rejected: AccessToken | undefined,
  deadline: number,
): AccessToken | undefined | Promise<AccessToken> {
  const { token } = state;
  if (!token) return joinRefresh(state, "missing", deadline);
  if (token === rejected)
    return canRefreshHelp(state, token) ? joinRefresh(state, "rejected", deadline) : undefined;
  if (isExpired(token)) return joinRefresh(state, "expired", deadline);
  if (state.isMarked && claimMarkedRefresh(state, token))
    return joinRefresh(state, "rejected", deadline).catch((error) => keepMarked(error, token));
  if (isDue(token)) joinRefresh(state, "early", deadline).catch(() => {});
  return token;
}

/** Whether another token can be accepted: not if the platform has just issued the rejected one and never accepted it. */
function canRefreshHelp({ isAccepted }: CacheState, { origin, receivedAt }: AccessToken): boolean {
  return isAccepted || origin !== "refresh" || performance.now() - receivedAt >= REFRESH_COOLDOWN_MS;
}

/**
 * Whether a call waits for a refresh of a marked token: for the pending one, or for a new one after the delay. Each new
 * one doubles the delay. It starts again at 5 s if the delay has been over for 5 min.
 */
function claimMarkedRefresh(state: CacheState, token: AccessToken): boolean {
  if (state.pending) return true;
  const now = performance.now();
  const nextAt = state.markedRefreshAt + state.markedDelayMs;
  if (now < nextAt || !canRefreshHelp(state, token)) return false;
  const isFirst = now >= nextAt + MAX_COOLDOWN_MS;
  state.markedDelayMs = isFirst ? REFRESH_COOLDOWN_MS : Math.min(MAX_COOLDOWN_MS, state.markedDelayMs * 2);
  state.markedRefreshAt = now;
  return true;
}

/**
 * After a failed refresh, returns the marked token: the platform can still accept it.
 *
 * @throws the error if only the program can correct it: the refresh token was rejected, or `getToken` returned an invalid token.
 */
function keepMarked(error: unknown, token: AccessToken): AccessToken {
  if (error instanceof Failure && error.code !== "REFRESH_REJECTED") return token;
  throw error;
}

/** Waits for the pending refresh, or starts one. Fails during the cooldown of the last one. */
function joinRefresh(state: CacheState, reason: RefreshReason, deadline: number): Promise<AccessToken> {
  if (state.pending) {
    state.deadline = Math.max(state.deadline, deadline);
    return state.pending;
  }
  const remainingMs = state.cooldownEndsAt - performance.now();
  if (state.lastFailure && remainingMs > 0)
    return Promise.reject(addRemaining(state.lastFailure, remainingMs));
  state.deadline = deadline;
  state.startedAt = undefined;
  // Assigned before a hook runs: a hook that calls `execute` waits for this refresh and does not start another one.
  state.pending = Promise.resolve()
    .then(() => runRefresh(state, reason))
    .finally(() => {
      state.pending = undefined;
    });
  return state.pending;
}

/** Why a refresh failed: a failure, or the `USAGE` error for an invalid token of `getToken`. */
type RefreshError = Failure | (OperationError & { readonly properties?: never });

async function runRefresh(state: CacheState, reason: RefreshReason): Promise<AccessToken> {
  const { hooks, token: current } = state;
  const didStart = () => {
    if (state.startedAt !== undefined) return;
    state.startedAt = performance.now();
    notify(hooks.willRefresh, { reason });
  };
  try {
    const { token, rotated = false } = await state.refresh({
      current,
      reason,
      deadline: () => state.deadline,
      didStart,
    });
    Object.assign(state, { token, isAccepted: false, isMarked: false });
    report(state, hooks.didRefresh, { reason, rotated, expiresAt: token.expiresAt });
    return token;
  } catch (error) {
    const { code, properties } = error as RefreshError;
    if (error instanceof Failure) startCooldown(state, error);
    const status = properties?.status;
    report(state, hooks.didFailRefresh, { reason, code, ...(status && { status }) });
    throw error;
  }
}

/** Reports the end of a refresh, if it has sent a request. */
function report<Event>(
  { startedAt }: CacheState,
  hook: ((event: Event & { durationMs: number }) => unknown) | undefined,
  event: Event,
): void {
  if (startedAt !== undefined) notify(hook, event, { durationMs: performance.now() - startedAt });
}

function startCooldown(state: CacheState, failure: Failure): void {
  const delayMs = Math.max(REFRESH_COOLDOWN_MS, failure.properties.retryAfterMs ?? 0);
  state.lastFailure = failure;
  state.cooldownEndsAt = performance.now() + Math.min(MAX_COOLDOWN_MS, delayMs);
}

/** Adds the rest of the cooldown to a failure, unless waiting does not help: the refresh token or the URL is wrong. */
function addRemaining(failure: Failure, remainingMs: number): Failure {
  const { code, message, properties } = failure;
  if (code === "REFRESH_REJECTED" || code === "HTTP_STATUS") return failure;
  return new Failure(code, message, { ...properties, retryAfterMs: Math.ceil(remainingMs) });
}
