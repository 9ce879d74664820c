/** Caches the access token of one client and refreshes it. */

import { withDeadline } from "../deadline.ts";
import { Failure, HttpStatusError, RefreshRejectedError, RefreshUnavailableError, UsageError } from "../errors.ts";
import { type Hooks, notify, type RefreshReason } from "../hooks.ts";
import type { Connection, TokenSource } from "./source.ts";
import { type AccessToken, isDue, isExpired } from "./token.ts";

/** Timeout of one refresh, in multiples of `attemptTimeout`. Independent of the timeouts of the calls that wait for it. */
const REFRESH_TIMEOUT_FACTOR = 3;
/** Minimum delay between a failed refresh and the next one. A longer `Retry-After` takes precedence. */
export const REFRESH_COOLDOWN_MS = 5_000;
/** Maximum delay between two refreshes, even if the platform asks for a longer one. */
export const MAX_COOLDOWN_MS = 300_000;

/** Gets access tokens for one set of credentials. If the credentials are replaced, a new provider is used. */
export interface TokenProvider {
  /** Token to use before the first refresh. */
  readonly initial?: AccessToken | undefined;
  /** Returns another access token, from a store or from the platform. @throws Failure */
  refresh(context: RefreshContext): Promise<RefreshResult>;
}

export interface RefreshContext {
  /** Token to replace; `undefined` on the first call. */
  readonly current: AccessToken | undefined;
  readonly signal: AbortSignal;
  /** Must be called before a request to the platform, and not if the token comes from a store. */
  readonly didStart: () => void;
}

export interface RefreshResult {
  readonly token: AccessToken;
  /** Whether the platform also issued a new refresh token. @default false */
  readonly rotated?: boolean;
}

/** State of one provider. Replacing the credentials discards it, together with a pending refresh. */
interface Session {
  readonly provider: TokenProvider;
  token: AccessToken | undefined;
  /** Whether the platform accepted the first request with this token; `undefined` before its response. */
  isAccepted?: boolean | undefined;
  refresh?: Promise<AccessToken> | undefined;
  failure?: Failure;
  /** End of the cooldown, on the clock of `performance.now()`. */
  cooldownEndsAt: number;
}

/**
 * Supplies access tokens to concurrent calls, with at most one refresh at a time.
 *
 * - A valid token is returned at once. If it expires soon, a refresh starts in the background; if that refresh fails,
 *   the call still succeeds.
 * - If the token is missing, expired or rejected, all callers wait for the same refresh.
 * - If the rejected token was already replaced, the current one is returned without a refresh.
 * - If the platform has just issued the rejected token and never accepted it, the user has no access. A refresh does not
 *   help then, so there is at most one per cooldown. Until then, there is no other token.
 * - After a failed refresh, callers that need a new token get the same error until the cooldown ends.
 */
export class TokenManager implements TokenSource {
  readonly #provider: () => TokenProvider;
  readonly #hooks: Hooks;
  readonly #timeoutMs: number;
  #session: Session | undefined;

  /** @param provider - Returns the current provider. A different object means that the credentials were replaced. */
  constructor(provider: () => TokenProvider, { hooks, attemptTimeout }: Pick<Connection, "hooks" | "attemptTimeout">) {
    this.#provider = provider;
    this.#hooks = hooks;
    this.#timeoutMs = attemptTimeout * REFRESH_TIMEOUT_FACTOR;
  }

  token(rejected?: AccessToken): AccessToken | undefined | Promise<AccessToken | undefined> {
    const session = this.#open();
    const { token } = session;
    if (token && token !== rejected && !isExpired(token)) {
      if (isDue(token)) this.#refresh(session, "early").catch(() => {});
      return token;
    }
    if (token && token === rejected && !mayHaveAccess(session, token)) return undefined;
    const isReplaced = () => session !== this.#open();
    // If the credentials were replaced, neither the token nor the error is for this call.
    return this.#refresh(session, token ? (token === rejected ? "rejected" : "expired") : "missing").then(
      (refreshed) => (isReplaced() ? this.token(rejected) : refreshed),
      (error: unknown) => {
        if (isReplaced()) return this.token(rejected);
        throw error;
      },
    );
  }

  didUse(token: AccessToken, isAccepted: boolean): void {
    const session = this.#open();
    if (session.token === token) session.isAccepted ??= isAccepted;
  }

  #open(): Session {
    const provider = this.#provider();
    if (this.#session?.provider !== provider) {
      this.#session = { provider, token: provider.initial, cooldownEndsAt: 0 };
    }
    return this.#session;
  }

  #refresh(session: Session, reason: RefreshReason): Promise<AccessToken> {
    if (session.refresh) return session.refresh;
    const remainingMs = session.cooldownEndsAt - performance.now();
    if (session.failure && remainingMs > 0) return Promise.reject(postpone(session.failure, remainingMs));
    // Assigned before a hook runs: a hook that calls `execute` waits for this refresh and does not start another one.
    session.refresh = Promise.resolve()
      .then(() => this.#run(session, reason))
      .finally(() => {
        session.refresh = undefined;
      });
    return session.refresh;
  }

  async #run(session: Session, reason: RefreshReason): Promise<AccessToken> {
    const { willRefresh, didRefresh, didFailRefresh } = this.#hooks;
    let startedAt: number | undefined;
    const didStart = () => {
      if (startedAt !== undefined) return;
      startedAt = performance.now();
      notify(willRefresh, { reason });
    };
    const refresh = (signal: AbortSignal) => session.provider.refresh({ current: session.token, signal, didStart });
    try {
      const result = await withDeadline(this.#timeoutMs, undefined, () => timedOut(this.#timeoutMs), refresh, true);
      const { token, rotated = false } = result;
      session.token = token;
      session.isAccepted = undefined;
      if (startedAt !== undefined) {
        const durationMs = performance.now() - startedAt;
        notify(didRefresh, { reason, durationMs, rotated, expiresAt: token.expiresAt });
      }
      return token;
    } catch (error) {
      const failure = toFailure(error);
      if (failure instanceof Failure) {
        session.failure = failure;
        session.cooldownEndsAt = performance.now() + cooldownMs(failure);
      }
      if (startedAt !== undefined) {
        const status = failure instanceof Failure ? failure.facts.status : undefined;
        const durationMs = performance.now() - startedAt;
        notify(didFailRefresh, { reason, durationMs, code: failure.code, ...(status !== undefined && { status }) });
      }
      throw failure;
    }
  }
}

/** Whether a refresh can help: not if the platform has just issued the rejected token and never accepted it. */
function mayHaveAccess({ isAccepted }: Session, { origin, receivedAt }: AccessToken): boolean {
  return isAccepted === true || origin !== "exchange" || performance.now() - receivedAt >= REFRESH_COOLDOWN_MS;
}

function timedOut(timeoutMs: number): Failure {
  return new Failure(RefreshUnavailableError, `no access token after ${timeoutMs} ms. Try again later.`, {});
}

function toFailure(error: unknown): Failure | UsageError {
  if (error instanceof Failure || error instanceof UsageError) return error;
  // From the caller's token source. Its message can contain secrets.
  const name = error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : "a value that is not an Error";
  return new Failure(RefreshUnavailableError, `the token source threw ${name}.`, {});
}

function cooldownMs({ facts }: Failure): number {
  return Math.min(MAX_COOLDOWN_MS, Math.max(REFRESH_COOLDOWN_MS, facts.retryAfterMs ?? 0));
}

/** Adds the remaining cooldown to an error, unless waiting does not help. */
function postpone(failure: Failure, remainingMs: number): Failure {
  const { type, message, facts } = failure;
  if (type === RefreshRejectedError || type === HttpStatusError) return failure;
  return new Failure(type, message, { ...facts, retryAfterMs: Math.ceil(remainingMs) });
}
