/** The cache of an access token: the states of a token, and what a call gets in each of them. */

import { type OperationError, PendingError } from "../errors.ts";
import { type Hooks, notify, type RefreshEvent, type RefreshReason } from "../hooks.ts";
import type { AccessTokens } from "./auth.ts";
import { type AccessToken, isDue, isExpired } from "./read-token.ts";

/** Minimum delay between a failed refresh and the next one. A longer `Retry-After` takes precedence. */
export const REFRESH_COOLDOWN_MS = 5_000;
/** Maximum delay between a failed refresh and the next one, even if the platform asks for a longer one. */
export const MAX_COOLDOWN_MS = 300_000;

/** Returns another access token, from a store or from the platform. @throws PendingError */
export type Refresh = (context: RefreshContext) => Promise<RefreshResult>;

export interface RefreshContext {
  /** Token to replace; `undefined` on the first call. */
  readonly current: AccessToken | undefined;
  readonly reason: RefreshReason;
  /** The latest deadline of the calls that asked for this refresh, as an instant of `performance.now()`. Later calls can extend it. */
  readonly deadline: () => number;
  /** Must be called before a request to the platform, and not if the token comes from a store. */
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
  /** Whether the platform has accepted a request with this token. */
  isAccepted: boolean;
  /** Whether the platform has rejected a request with this token, and accepted none since. */
  isMarked: boolean;
  pending: Promise<AccessToken> | undefined;
  /** The latest deadline of the calls that asked for the pending refresh. */
  deadline: number;
  lastFailure: PendingError | undefined;
  cooldownEndsAt: number;
  /** The last refresh because of a mark, and the delay before the next one. */
  markedAt: number;
  markDelayMs: number;
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
 * | marked | the platform rejected it in another call, and accepted it in none since | waits for a refresh. If it fails, gets the token all the same |
 * | rejected | the platform rejected it in this call, and it was not replaced since | waits for a refresh. Without a refresh if the platform has just issued it and never accepted it: the user has no access, and the call fails with `UNAUTHENTICATED` |
 * | cooling | the last refresh has failed, for 5 s or its `Retry-After` | if it would wait for a refresh: fails with the error of the last one |
 *
 * A mark causes one refresh in 5 s, then in 10 s, up to 5 min: some platforms reject what a user must not do as they reject a
 * token. Each call waits until its own deadline. The refresh has none: its result is used, even if no caller waits any longer.
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
    markedAt: Number.NEGATIVE_INFINITY,
    markDelayMs: 0,
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

function findToken(
  state: CacheState,
  rejected: AccessToken | undefined,
  deadline: number,
): AccessToken | undefined | Promise<AccessToken> {
  const { token } = state;
  if (!token) return start(state, "missing", deadline);
  if (token === rejected) return canHelp(state, token) ? start(state, "rejected", deadline) : undefined;
  if (isExpired(token)) return start(state, "expired", deadline);
  if (state.isMarked && claimMarkedRefresh(state, token))
    return start(state, "rejected", deadline).catch((error) => fallBack(error, token));
  if (isDue(token)) start(state, "early", deadline).catch(() => {});
  return token;
}

/** Whether a refresh of a rejected token can help: not if the platform has just issued it and never accepted it. */
function canHelp({ isAccepted }: CacheState, { origin, receivedAt }: AccessToken): boolean {
  return isAccepted || origin !== "refresh" || performance.now() - receivedAt >= REFRESH_COOLDOWN_MS;
}

/** Whether the call waits for a refresh of a marked token. If it is the first one in the delay, the next delay starts. */
function claimMarkedRefresh(state: CacheState, token: AccessToken): boolean {
  if (state.pending) return true;
  const now = performance.now();
  if (!canHelp(state, token) || now < state.markedAt + state.markDelayMs) return false;
  const isFirst = now >= state.markedAt + state.markDelayMs + MAX_COOLDOWN_MS;
  state.markDelayMs = isFirst ? REFRESH_COOLDOWN_MS : Math.min(MAX_COOLDOWN_MS, state.markDelayMs * 2);
  state.markedAt = now;
  return true;
}

/** The platform may still accept a marked token. If the refresh token is rejected, it is the news that the program needs. */
function fallBack(error: unknown, token: AccessToken): AccessToken {
  if (error instanceof PendingError && error.code !== "REFRESH_REJECTED") return token;
  throw error;
}

function start(state: CacheState, reason: RefreshReason, deadline: number): Promise<AccessToken> {
  if (state.pending) {
    state.deadline = Math.max(state.deadline, deadline);
    return state.pending;
  }
  const remainingMs = state.cooldownEndsAt - performance.now();
  if (state.lastFailure && remainingMs > 0) return Promise.reject(postpone(state.lastFailure, remainingMs));
  state.deadline = deadline;
  // Assigned before a hook runs: a hook that calls `execute` waits for this refresh and does not start another one.
  state.pending = Promise.resolve()
    .then(() => run(state, reason))
    .finally(() => {
      state.pending = undefined;
    });
  return state.pending;
}

async function run(state: CacheState, reason: RefreshReason): Promise<AccessToken> {
  const { hooks } = state;
  let startedAt: number | undefined;
  const didStart = () => {
    if (startedAt !== undefined) return;
    startedAt = performance.now();
    notify(hooks.willRefresh, { reason });
  };
  const report = <More>(
    hook: ((event: RefreshEvent & { durationMs: number } & More) => unknown) | undefined,
    more: More,
  ) => {
    if (startedAt !== undefined) notify(hook, { reason, durationMs: performance.now() - startedAt }, more);
  };
  try {
    const context = { current: state.token, reason, deadline: () => state.deadline, didStart };
    const { token, rotated = false } = await state.refresh(context);
    Object.assign(state, { token, isAccepted: false, isMarked: false });
    report(hooks.didRefresh, { rotated, expiresAt: token.expiresAt });
    return token;
  } catch (error) {
    const { code, properties } = error as PendingError | (OperationError & { readonly properties?: never });
    if (error instanceof PendingError) startCooldown(state, error);
    report(hooks.didFailRefresh, { code, ...(properties?.status && { status: properties.status }) });
    throw error;
  }
}

function startCooldown(state: CacheState, failure: PendingError): void {
  const delayMs = Math.max(REFRESH_COOLDOWN_MS, failure.properties.retryAfterMs ?? 0);
  state.lastFailure = failure;
  state.cooldownEndsAt = performance.now() + Math.min(MAX_COOLDOWN_MS, delayMs);
}

/** Adds the remaining cooldown to an error, unless waiting does not help. */
function postpone(failure: PendingError, remainingMs: number): PendingError {
  const { code, message, properties } = failure;
  if (code === "REFRESH_REJECTED" || code === "HTTP_STATUS") return failure;
  return new PendingError(code, message, { ...properties, retryAfterMs: Math.ceil(remainingMs) });
}
