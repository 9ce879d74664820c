/** Caches the access token of one client and refreshes it. */

import { Failure, type OperationError } from "../errors.ts";
import { type Hooks, notify, type RefreshReason } from "../hooks.ts";
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
 * Supplies the access tokens of one credential to concurrent calls, with at most one refresh at a time.
 *
 * - A valid token is returned at once. If it expires soon, a refresh starts in the background; if that refresh fails,
 *   the call still succeeds.
 * - If the token is missing, expired or rejected, all callers wait for the same refresh, each until its own deadline. The
 *   refresh has none: its result is used, even if no caller waits for it any longer.
 * - If the rejected token was already replaced, the current one is returned without a refresh.
 * - If the platform has just issued the rejected token and never accepted it, the user has no access. A refresh does not
 *   help then, so there is at most one per cooldown. Until the cooldown ends, such calls fail with `UNAUTHENTICATED`.
 * - After a failed refresh, callers that need a new token get the same error until the cooldown ends.
 */
export class TokenManager implements AccessTokens {
  readonly #hooks: Hooks;
  readonly #refresh: Refresh;
  #token: AccessToken | undefined;
  /** Whether the platform accepted the first request with this token; `undefined` before its response. */
  #isAccepted: boolean | undefined;
  #pending: Promise<AccessToken> | undefined;
  #failure: Failure | undefined;
  /** On the clock of `performance.now()`. */
  #cooldownEndsAt = 0;

  /** @param initial - Token to use before the first refresh. */
  constructor(hooks: Hooks, refresh: Refresh, initial?: AccessToken) {
    this.#hooks = hooks;
    this.#refresh = refresh;
    this.#token = initial;
  }

  token(rejected?: AccessToken): AccessToken | undefined | Promise<AccessToken> {
    const token = this.#token;
    if (token && token !== rejected && !isExpired(token)) {
      if (isDue(token)) this.#start("early").catch(() => {});
      return token;
    }
    if (token && token === rejected && !this.#mayHaveAccess(token)) return undefined;
    return this.#start(token ? (token === rejected ? "rejected" : "expired") : "missing");
  }

  didUse(token: AccessToken, isAccepted: boolean): void {
    if (this.#token === token) this.#isAccepted ??= isAccepted;
  }

  /** Whether a refresh can help: not if the platform has just issued the rejected token and never accepted it. */
  #mayHaveAccess({ origin, receivedAt }: AccessToken): boolean {
    return this.#isAccepted === true || origin !== "exchange" || performance.now() - receivedAt >= REFRESH_COOLDOWN_MS;
  }

  #start(reason: RefreshReason): Promise<AccessToken> {
    if (this.#pending) return this.#pending;
    const remainingMs = this.#cooldownEndsAt - performance.now();
    if (this.#failure && remainingMs > 0) return Promise.reject(postpone(this.#failure, remainingMs));
    // Assigned before a hook runs: a hook that calls `execute` waits for this refresh and does not start another one.
    this.#pending = Promise.resolve()
      .then(() => this.#run(reason))
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }

  async #run(reason: RefreshReason): Promise<AccessToken> {
    const { willRefresh, didRefresh, didFailRefresh } = this.#hooks;
    let startedAt: number | undefined;
    const didStart = () => {
      if (startedAt !== undefined) return;
      startedAt = performance.now();
      notify(willRefresh, { reason });
    };
    const createEvent = (startedAt: number) => ({ reason, durationMs: performance.now() - startedAt });
    try {
      const { token, rotated = false } = await this.#refresh({ current: this.#token, didStart });
      this.#token = token;
      this.#isAccepted = undefined;
      if (startedAt !== undefined) notify(didRefresh, createEvent(startedAt), { rotated, expiresAt: token.expiresAt });
      return token;
    } catch (error) {
      const { code, facts } = error as Failure | (OperationError & { readonly facts?: never });
      if (error instanceof Failure) {
        this.#failure = error;
        const delayMs = Math.max(REFRESH_COOLDOWN_MS, error.facts.retryAfterMs ?? 0);
        this.#cooldownEndsAt = performance.now() + Math.min(MAX_COOLDOWN_MS, delayMs);
      }
      const more = { code, ...(facts?.status && { status: facts.status }) };
      if (startedAt !== undefined) notify(didFailRefresh, createEvent(startedAt), more);
      throw error;
    }
  }
}

/** Adds the remaining cooldown to an error, unless waiting does not help. */
function postpone(failure: Failure, remainingMs: number): Failure {
  const { code, message, facts } = failure;
  if (code === "REFRESH_REJECTED" || code === "HTTP_STATUS") return failure;
  return new Failure(code, message, { ...facts, retryAfterMs: Math.ceil(remainingMs) });
}
