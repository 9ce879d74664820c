/** The keeper of one credential's token: one renewal at a time, whoever asks and however often. */

import { withDeadline } from "../deadline.ts";
import { Failure, RefreshRejectedError, RefreshUnavailableError, UsageError } from "../errors.ts";
import { type Hooks, notify, type RefreshReason } from "../hooks.ts";
import type { TokenSource } from "./source.ts";
import { type AccessToken, isDue, isExpired } from "./token.ts";

/** A renewal may take this long in all, tries and waits included, whatever the calls that wait for it allow. */
const RENEWAL_TIMEOUT_MS = 30_000;
/** After a failed renewal the next one waits this long, unless the platform asked for longer. */
const COOL_DOWN_MS = 5_000;

/** What a renewal is given. */
export interface Renewal {
  /** The token that must be replaced, if there is one. */
  readonly held: AccessToken | undefined;
  readonly signal: AbortSignal;
  /** To be called before the platform is asked; not where a token is found without that. */
  readonly began: () => void;
}

/** What a renewal brings. */
export interface Renewed {
  readonly token: AccessToken;
  readonly rotated?: boolean;
}

/** One set of credentials, from the moment it is given until it is replaced. */
export interface Lease {
  readonly initial?: AccessToken | undefined;
  /** Finds or fetches another access token. @throws Failure */
  renew(renewal: Renewal): Promise<Renewed>;
}

/** What is known under one lease. A replaced lease takes its session with it, a renewal in flight included. */
interface Session {
  readonly lease: Lease;
  token: AccessToken | undefined;
  renewal: Promise<AccessToken> | undefined;
  failure: Failure | UsageError | undefined;
  /** No renewal before this instant of the monotonic clock; infinite once the credentials were refused. */
  renewableAt: number;
}

export class TokenKeeper implements TokenSource {
  readonly #lease: () => Lease;
  readonly #hooks: Hooks;
  #session: Session | undefined;

  /** @param lease - The lease in force. Another object than last time means that the credentials were replaced. */
  constructor(lease: () => Lease, hooks: Hooks) {
    this.#lease = lease;
    this.#hooks = hooks;
  }

  async token(rejected?: AccessToken): Promise<AccessToken> {
    for (;;) {
      const session = this.#open();
      const held = session.token;
      if (held && held !== rejected && !isExpired(held)) {
        if (isDue(held)) this.#renew(session, "early").catch(() => {});
        return held;
      }
      const reason = held ? (held === rejected ? "rejected" : "expired") : "missing";
      const renewed = await this.#renew(session, reason).catch((error: unknown) => {
        if (session === this.#open()) throw error;
      });
      // Replaced meanwhile: what came of the old credentials, good or bad, is not for this call.
      if (renewed && session === this.#open()) return renewed;
    }
  }

  #open(): Session {
    const lease = this.#lease();
    if (this.#session?.lease !== lease) {
      this.#session = { lease, token: lease.initial, renewal: undefined, failure: undefined, renewableAt: 0 };
    }
    return this.#session;
  }

  #renew(session: Session, reason: RefreshReason): Promise<AccessToken> {
    if (session.renewal) return session.renewal;
    const coolDownMs = session.renewableAt - performance.now();
    if (session.failure && coolDownMs > 0) return Promise.reject(postponed(session.failure, coolDownMs));
    // Set before anything of it runs: a hook that calls `execute` finds this renewal instead of starting another.
    session.renewal = Promise.resolve()
      .then(() => this.#run(session, reason))
      .finally(() => {
        session.renewal = undefined;
      });
    return session.renewal;
  }

  async #run(session: Session, reason: RefreshReason): Promise<AccessToken> {
    const { willRefresh, didRefresh, didFailRefresh } = this.#hooks;
    let startedAt: number | undefined;
    const began = () => {
      startedAt = performance.now();
      notify(willRefresh, { reason });
    };
    const durationMs = () => performance.now() - (startedAt ?? 0);
    try {
      const { token, rotated = false } = await withDeadline(RENEWAL_TIMEOUT_MS, undefined, timedOut, (signal) =>
        session.lease.renew({ held: session.token, signal, began }),
      );
      session.token = token;
      session.failure = undefined;
      const { expiresAt } = token;
      if (startedAt !== undefined) notify(didRefresh, { reason, durationMs: durationMs(), rotated, expiresAt });
      return token;
    } catch (error) {
      const failure = classify(error);
      session.failure = failure;
      session.renewableAt = performance.now() + coolDown(failure);
      const status = failure instanceof Failure ? failure.facts.status : undefined;
      const event = { reason, durationMs: durationMs(), code: failure.code, ...(status !== undefined && { status }) };
      notify(didFailRefresh, event);
      throw failure;
    }
  }
}

function timedOut(): Failure {
  return new Failure(RefreshUnavailableError, `no access token within ${RENEWAL_TIMEOUT_MS / 1000} s`, {});
}

function classify(error: unknown): Failure | UsageError {
  if (error instanceof Failure || error instanceof UsageError) return error;
  // From a token source of the caller's own. Its message may hold anything; its name says where to look.
  const name = error instanceof Error && /^\w{1,64}$/.test(error.name) ? error.name : "a value that is no Error";
  return new Failure(RefreshUnavailableError, `the token source threw ${name}`, {});
}

function coolDown(failure: Failure | UsageError): number {
  if (failure instanceof UsageError) return 0;
  if (failure.type === RefreshRejectedError) return Number.POSITIVE_INFINITY;
  return Math.max(COOL_DOWN_MS, failure.facts.retryAfterMs ?? 0);
}

function postponed(failure: Failure | UsageError, coolDownMs: number): Failure | UsageError {
  if (failure instanceof UsageError || !Number.isFinite(coolDownMs)) return failure;
  const retryAfterMs = Math.ceil(coolDownMs);
  return new Failure(failure.type, failure.message, { ...failure.facts, retryAfterMs });
}
