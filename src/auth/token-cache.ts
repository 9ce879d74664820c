/** The cache of an access token: the states of a token, and what a call gets in each of them. */

import { deriveError, OperationError } from "../shared/errors.ts";
import { type Hooks, notify, type RefreshReason } from "../shared/hooks.ts";
import type { AccessTokens } from "./auth.ts";
import { type AccessToken, isDue, isExpired } from "./read-token.ts";

/** Minimum delay between a failed refresh and the next one. A longer `Retry-After` takes precedence. */
const COOLDOWN_MS = 5_000;
/** Maximum delay between a failed refresh and the next one, even if the platform asks for a longer one. */
const MAX_COOLDOWN_MS = 300_000;
/** Time after its receipt in which a token counts as just issued. */
const JUST_ISSUED_MS = 5_000;
/** Delay between the first two refreshes of marked tokens (see `createTokenCache`). Each one doubles it. */
const FIRST_MARK_DELAY_MS = 5_000;
const MAX_MARK_DELAY_MS = 300_000;
/**
 * If no mark causes a refresh for this time after the end of a delay, the delays start again with the first.
 */
const MARK_MEMORY_MS = 300_000;

/**
 * Returns another access token: of a store, of the platform, or of `getToken`.
 *
 * @throws OperationError, such as `USAGE` for an invalid token of `getToken`.
 */
export type Refresh = (context: RefreshContext) => Promise<RefreshResult>;

export interface RefreshContext {
  /** Token to replace; `undefined` if there was none yet. */
  readonly current: AccessToken | undefined;
  readonly reason: RefreshReason;
  /**
   * The latest deadline of the calls that asked for this refresh, as an instant of `performance.now()`. A
   * function, because later calls can extend it.
   */
  readonly deadline: () => number;
  /**
   * Reports the hook `willRefresh`. Must be called before a request to the platform or `getToken`, and not
   * for a token of a store.
   */
  readonly willRefresh: () => void;
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
  /**
   * Whether a request with this token has succeeded. One with GraphQL errors does not count (see
   * `AccessTokens.didAccept`).
   */
  isAccepted: boolean;
  /** Whether the platform has rejected a request with this token, and none has succeeded since. */
  isMarked: boolean;
  /** The refresh that is running. */
  pending: Promise<AccessToken> | undefined;
  /** The latest deadline of the calls that asked for the pending refresh. */
  deadline: number;
  /**
   * When the pending refresh reported `willRefresh`. `undefined` before, and if the token comes from a store.
   */
  startedAt: number | undefined;
  /** The failure of the last refresh that failed, and the end of its cooldown. */
  lastFailure: OperationError | undefined;
  cooldownEndsAt: number;
  /**
   * When a call last asked for a refresh because of a mark, even if a cooldown rejected it. Joining a pending
   * one does not count.
   */
  markedRefreshAt: number;
  /** Delay after `markedRefreshAt`, before a mark causes another refresh. */
  markedDelayMs: number;
}

/**
 * The cache of one credential: holds its access token, and runs at most one refresh at a time. The first row
 * that applies to the token counts:
 *
 * | token | that is | a call | reason of the refresh |
 * |---|---|---|---|
 * | missing | there was none yet | waits for a refresh | `missing` |
 * | rejected | rejected in this call, and not replaced since | waits for a refresh, or fails | `rejected` |
 * | expired | its time is over | waits for a refresh | `expired` |
 * | marked | rejected in another call; no request succeeded since | waits for a refresh | `rejected` |
 * | due | it expires soon | gets it at once, and starts a refresh, which can fail | `early` |
 * | valid | anything else | gets it at once | |
 *
 * Rejected: if the platform has just issued the token, and no request with it succeeded, the user has no
 * access. Then no refresh helps: the call gets `undefined`, and fails.
 *
 * Marked:
 *
 * - Reason: a mutation that can have run in part is not replayed. Without marks, each call of a program that
 *   only sends mutations would fail with the same token.
 * - The row applies if a refresh is pending. It also applies if a refresh can help, as for a rejected token,
 *   and the delay since the last refresh that a mark caused is over.
 * - The delay is 5 s at first, and doubles up to 5 min. It continues after the token was replaced: if a user
 *   has no permission, some platforms reject each token.
 * - If the refresh fails, the call gets the marked token, except after the errors that `keepMarked` throws.
 *
 * After a refresh that failed, there is a cooldown of 5 s, or of the time in `Retry-After`
 * up to 5 min. A refresh that a call asks for in this time fails at once with the same failure. There is no
 * cooldown after `USAGE`, or an error that `getToken` passes on. If a refresh fails, so do the calls that wait for it,
 * except as described for a marked token.
 *
 * Each call waits until its own deadline. A refresh can end later: its result is used, even if no call waits
 * any longer.
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
    startedAt: undefined,
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

/**
 * Follows the table of {@link createTokenCache}.
 *
 * @returns `undefined` only if `rejected` is the token, and no refresh can help.
 */
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

/**
 * `false` if the platform has just issued this token, and no request with it succeeded: a new token would be
 * rejected too. The time of issue is only known if this client refreshed the token. It is not known of a
 * token from the options, a store or `getToken`.
 */
function canRefreshHelp({ isAccepted }: CacheState, { origin, receivedAt }: AccessToken): boolean {
  const isJustIssued = origin === "refresh" && performance.now() - receivedAt < JUST_ISSUED_MS;
  return isAccepted || !isJustIssued;
}

/**
 * Whether a call waits for a refresh of a marked token: one is pending; or one can help, and the delay since
 * the last one that a mark caused is over. In the second case, the next delay begins.
 */
function claimMarkedRefresh(state: CacheState, token: AccessToken): boolean {
  if (state.pending) return true;
  const now = performance.now();
  const delayEndsAt = state.markedRefreshAt + state.markedDelayMs;
  if (now < delayEndsAt || !canRefreshHelp(state, token)) return false;
  // `true` at first: `markedRefreshAt` is `-Infinity`.
  const isForgotten = now >= delayEndsAt + MARK_MEMORY_MS;
  const doubledMs = Math.min(MAX_MARK_DELAY_MS, state.markedDelayMs * 2);
  state.markedDelayMs = isForgotten ? FIRST_MARK_DELAY_MS : doubledMs;
  state.markedRefreshAt = now;
  return true;
}

/**
 * After a failed refresh, returns the marked token: the platform can still accept it.
 *
 * @throws the error if the platform rejected the refresh token, or if a store or `getToken` failed.
 */
function keepMarked(error: unknown, token: AccessToken): AccessToken {
  if (isOfRefresh(error) && error.code !== "REFRESH_REJECTED") return token;
  throw error;
}

/** Waits for the pending refresh, or starts one. During a cooldown, fails with the last failure. */
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
  // Assigned before a hook runs: a hook that calls `execute` waits for this refresh and does not start
  // another one.
  state.pending = Promise.resolve()
    .then(() => runRefresh(state, reason))
    .finally(() => {
      state.pending = undefined;
    });
  return state.pending;
}

async function runRefresh(state: CacheState, reason: RefreshReason): Promise<AccessToken> {
  const { hooks, token: current } = state;
  const willRefresh = () => {
    if (state.startedAt !== undefined) return;
    state.startedAt = performance.now();
    notify(hooks.willRefresh, { reason });
  };
  try {
    const { token, rotated = false } = await state.refresh({
      current,
      reason,
      deadline: () => state.deadline,
      willRefresh,
    });
    Object.assign(state, { token, isAccepted: false, isMarked: false });
    report(state, hooks.didRefresh, { reason, rotated, expiresAt: token.expiresAt });
    return token;
  } catch (error) {
    if (isOfRefresh(error)) startCooldown(state, error);
    const { code, status } = error as OperationError;
    report(state, hooks.didFailRefresh, { reason, code, ...(status && { status }) });
    throw error;
  }
}

/** Reports the end of a refresh whose start was reported. */
function report<Event>(
  { startedAt }: CacheState,
  hook: ((event: Event & { durationMs: number }) => unknown) | undefined,
  event: Event,
): void {
  if (startedAt !== undefined) notify(hook, event, { durationMs: performance.now() - startedAt });
}

/** Not a mistake of the program, and not an error of another call that `getToken` passes on. */
function isOfRefresh(error: unknown): error is OperationError {
  return error instanceof OperationError && error.code !== "USAGE" && error.operation === undefined;
}

function startCooldown(state: CacheState, failure: OperationError): void {
  const delayMs = Math.max(COOLDOWN_MS, failure.retryAfterMs ?? 0);
  state.lastFailure = failure;
  state.cooldownEndsAt = performance.now() + Math.min(MAX_COOLDOWN_MS, delayMs);
}

/**
 * Adds the rest of the cooldown to a failure. Waiting does not help after a rejected refresh token, or with a
 * wrong URL. A refresh fails with `HTTP_STATUS` only because of the URL (`refresh-failure.ts`).
 */
function addRemaining(failure: OperationError, remainingMs: number): OperationError {
  const { code } = failure;
  if (code === "REFRESH_REJECTED" || code === "HTTP_STATUS") return failure;
  return deriveError(failure, { retryAfterMs: Math.ceil(remainingMs) });
}
