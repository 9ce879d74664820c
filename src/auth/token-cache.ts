/** The cache of an access token: the states of a token, and what a call gets in each of them. */

import { Failure, type OperationError } from "../errors.ts";
import { type Hooks, notify, type RefreshEvent, type RefreshReason } from "../hooks.ts";
import type { AccessTokens } from "./auth.ts";
import { type AccessToken, isDue, isExpired } from "./token.ts";

/** Minimum delay between a failed refresh and the next one. A longer `Retry-After` takes precedence. */
export const REFRESH_COOLDOWN_MS = 5_000;
/** Maximum delay between a failed refresh and the next one, even if the platform asks for a longer one. */
export const MAX_COOLDOWN_MS = 300_000;

/** Returns another access token, from a store or from the platform. @throws Failure */
export type Refresh = (context: RefreshContext) => Promise<RefreshResult>;

export interface RefreshContext {
  /** Token to replace; `undefined` on the first call. */
  readonly current: AccessToken | undefined;
  /** Must be called before a request to the platform, and not if the token comes from a store. */
  readonly didStart: () => void;
}

export interface RefreshResult {
  readonly token: AccessToken;
  /** Whether the platform also issued a new refresh token. @default false */
  readonly rotated?: boolean;
}

/**
 * The cache of one credential: holds its access token, and runs at most one refresh at a time.
 *
 * | The token is | that is | a call |
 * |---|---|---|
 * | missing | there was none yet | waits for a refresh |
 * | valid | none of the others | gets it at once |
 * | due | it expires soon | gets it at once. A refresh starts; if it fails, the call still succeeds |
 * | expired | its time is over | waits for a refresh |
 * | rejected | the platform rejected it, and it was not replaced since | waits for a refresh. Without a refresh if the platform has just issued it and never accepted it: the user has no access, and the call fails with `UNAUTHENTICATED` |
 * | cooling | the last refresh has failed, for 5 s or its `Retry-After` | if it would wait for a refresh: fails with the error of the last one |
 *
 * Each call waits until its own deadline. The refresh has none: its result is used, even if no caller waits any longer.
 *
 * @param initial - Token to use before the first refresh.
 */
export function createTokenCache(hooks: Hooks, refresh: Refresh, initial?: AccessToken): Required<AccessTokens> {
  let token = initial;
  /** Whether the platform has accepted a request with this token. */
  let isAccepted: boolean | undefined;
  let pending: Promise<AccessToken> | undefined;
  let lastFailure: Failure | undefined;
  /** On the clock of `performance.now()`. */
  let cooldownEndsAt = 0;

  /** Whether a refresh of a rejected token can help: not if the platform has just issued it and never accepted it. */
  function canHelp({ origin, receivedAt }: AccessToken): boolean {
    return isAccepted || origin !== "exchange" || performance.now() - receivedAt >= REFRESH_COOLDOWN_MS;
  }

  function start(reason: RefreshReason): Promise<AccessToken> {
    if (pending) return pending;
    const remainingMs = cooldownEndsAt - performance.now();
    if (lastFailure && remainingMs > 0) return Promise.reject(postpone(lastFailure, remainingMs));
    // Assigned before a hook runs: a hook that calls `execute` waits for this refresh and does not start another one.
    pending = Promise.resolve(reason)
      .then(run)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  }

  async function run(reason: RefreshReason): Promise<AccessToken> {
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
      const { token: next, rotated = false } = await refresh({ current: token, didStart });
      token = next;
      isAccepted = false;
      report(hooks.didRefresh, { rotated, expiresAt: next.expiresAt });
      return next;
    } catch (error) {
      const { code, facts } = error as Failure | (OperationError & { readonly facts?: never });
      if (error instanceof Failure) {
        lastFailure = error;
        const delayMs = Math.max(REFRESH_COOLDOWN_MS, error.facts.retryAfterMs ?? 0);
        cooldownEndsAt = performance.now() + Math.min(MAX_COOLDOWN_MS, delayMs);
      }
      report(hooks.didFailRefresh, { code, ...(facts?.status && { status: facts.status }) });
      throw error;
    }
  }

  return {
    token(rejected) {
      if (!token) return start("missing");
      if (token === rejected) return canHelp(token) ? start("rejected") : undefined;
      if (isExpired(token)) return start("expired");
      if (isDue(token)) start("early").catch(() => {});
      return token;
    },
    didUse(used, wasAccepted) {
      if (token === used) isAccepted ||= wasAccepted;
    },
  };
}

/** Adds the remaining cooldown to an error, unless waiting does not help. */
function postpone(failure: Failure, remainingMs: number): Failure {
  const { code, message, facts } = failure;
  if (code === "REFRESH_REJECTED" || code === "HTTP_STATUS") return failure;
  return new Failure(code, message, { ...facts, retryAfterMs: Math.ceil(remainingMs) });
}
