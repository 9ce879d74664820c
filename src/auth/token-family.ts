/** A refresh token and its successors: a platform that rotates refresh tokens replaces one by the next. */

import type { ClientContext } from "../shared/client-context.ts";
import { waitAtMost, withDeadline } from "../shared/deadline.ts";
import { deriveError, OperationError } from "../shared/errors.ts";
import { notify } from "../shared/hooks.ts";
import { type AccessToken, readToken } from "./read-token.ts";
import { INVALID_GRANT, requestRefresh, responseTimeoutMs } from "./refresh-request.ts";
import { type RefreshRequest, reportRefresh } from "./token-cache.ts";

/** Shortest and longest pause after a failure. The platform can name one, as `Retry-After`. */
const MIN_REFRESH_PAUSE_MS = 5_000;
const MAX_REFRESH_PAUSE_MS = 300_000;

/**
 * Receives each new refresh token.
 *
 * @param signal - Aborted after `attemptTimeout`, when the calls go on without it.
 */
export type DidRotate = (refreshToken: string, request: { readonly signal: AbortSignal }) => unknown;

/** After a failure, the refresh token is not sent again until `endsAt`. */
interface Pause {
  readonly failure: OperationError;
  readonly tenantId: string | undefined;
  readonly ms: number;
  readonly endsAt: number;
}

/**
 * A refresh that is running. `TokenCache` joins calls already: another refresh comes only after one that was
 * given up, or after `replace`.
 */
interface Pending {
  readonly tenantId: string | undefined;
  readonly result: Promise<AccessToken>;
  /**
   * Until when others wait for it. With a refresh token that is valid once: until no response can arrive, because
   * the platform can have replaced the token. With another one: until the refresh is given up, because the token
   * can then be sent again.
   */
  readonly endsAt: number;
}

/** The refresh token that one client uses. It only moves forward. */
export class TokenFamily {
  readonly context: ClientContext;
  /** The refresh token of the options, with which the family starts. */
  readonly configured: string;
  readonly #isSingleUse: boolean;
  /** The refresh token to send next. */
  newest: string;
  /** Number of times that the platform has replaced the refresh token. */
  rotations = 0;
  /** Whether the newest refresh token came from a response, and not from the options or a store. */
  isReceived = false;
  #didRotate: DidRotate | undefined;
  #isStored = false;
  /** The refresh token that `didRotate` has received last. */
  #reported: string;
  #pause: Pause | undefined;
  #pending: Pending | undefined;

  /** @param isSingleUse - Whether the platform is known to accept each refresh token once. */
  constructor(context: ClientContext, configured: string, isSingleUse: boolean) {
    this.context = context;
    this.configured = configured;
    this.newest = configured;
    this.#reported = configured;
    this.#isSingleUse = isSingleUse;
  }

  /** Uses a refresh token of a store or a response, if more rotations led to it than to the newest one. */
  advance(refreshToken: string, rotations: number, isReceived: boolean): void {
    if (rotations <= this.rotations) return;
    this.isReceived = isReceived;
    this.newest = refreshToken;
    this.rotations = rotations;
    this.#pause = undefined;
  }

  /** The program has set the credentials. @param isStored - Whether a store keeps new refresh tokens. */
  resume(didRotate: DidRotate | undefined, isStored: boolean): void {
    this.#didRotate = didRotate;
    this.#isStored = isStored;
    this.#pause = undefined;
  }

  /**
   * Sends the newest refresh token. One request is on the way at a time: a second one for the same tenant
   * gets its result, and another tenant waits for it, because the response can contain the next refresh
   * token.
   *
   * @throws OperationError, of the last refresh while its pause lasts.
   */
  async refresh(request: RefreshRequest, tenantId: string | undefined): Promise<AccessToken> {
    const pending = this.#pending;
    if (!pending || performance.now() >= pending.endsAt) return this.#start(request, tenantId);
    if (pending.tenantId === tenantId) return pending.result;
    const leftMs = pending.endsAt - performance.now();
    await waitAtMost(leftMs, () => pending.result.catch(() => {}), { isBackground: true });
    return this.refresh(request, tenantId);
  }

  #start(request: RefreshRequest, tenantId: string | undefined): Promise<AccessToken> {
    const paused = this.findPause(tenantId);
    if (paused) throw paused;
    const isSingleUse = this.#isSingleUse || this.rotations > 0;
    const send = () => this.#send(request, tenantId, isSingleUse);
    const result = reportRefresh(this.context.hooks, request.reason, send);
    const lastResponseAt = performance.now() + responseTimeoutMs(this.context.attemptTimeout);
    const endsAt = isSingleUse ? lastResponseAt : request.endsAt;
    const pending = { tenantId, result, endsAt };
    this.#pending = pending;
    const end = () => {
      if (this.#pending === pending) this.#pending = undefined;
    };
    result.then(end, end);
    return result;
  }

  async #send(
    { reason, endsAt }: RefreshRequest,
    tenantId: string | undefined,
    isSingleUse: boolean,
  ): Promise<{ readonly token: AccessToken; readonly rotated: boolean }> {
    const { newest: sent, rotations } = this;
    const parameters = { refreshToken: sent, tenantId, isSingleUse, isEarly: reason === "early", endsAt };
    const response = await requestRefresh(this.context, parameters).catch((error) =>
      this.#fail(error, sent, tenantId),
    );
    const { accessToken, expiresInS, refreshToken = sent } = response;
    const rotated = refreshToken !== sent;
    this.#pause = undefined;
    // `advance` ignores it if a newer request has brought a refresh token already.
    if (rotated) this.advance(refreshToken, rotations + 1, true);
    await this.#report();
    if (accessToken instanceof OperationError) return this.#fail(accessToken, this.newest, tenantId);
    return { token: readToken(accessToken, { origin: "refresh", expiresInS }), rotated };
  }

  /** Starts a pause. @param used - The refresh token that the failure is about. @throws the failure. */
  #fail(error: unknown, used: string, tenantId: string | undefined): never {
    if (used === this.newest && error instanceof OperationError && error.code !== "USAGE") {
      const ms = chooseMs(error, this.#pause?.ms ?? 0);
      this.#pause = { failure: error, tenantId, ms, endsAt: performance.now() + ms };
    }
    throw error;
  }

  /** Passes the newest refresh token to `didRotate`, also one for which that failed before. Fails no call. */
  async #report(): Promise<void> {
    const { newest, context } = this;
    const didRotate = this.#didRotate;
    if (newest === this.#reported) return;
    if (!didRotate) {
      this.#reported = newest;
      if (this.rotations === 1 && !this.#isStored)
        notify(context.hooks.didWarn, { code: "REFRESH_TOKEN_NOT_KEPT" });
      return;
    }
    try {
      const call = async (signal: AbortSignal) => didRotate(newest, { signal });
      await withDeadline(context.attemptTimeout, () => undefined, call, { isBackground: true });
      this.#reported = newest;
    } catch {
      notify(context.hooks.didWarn, { code: "DID_ROTATE_FAILED" });
    }
  }

  /** @returns the failure because of which the newest refresh token is not sent now. */
  findPause(tenantId: string | undefined): OperationError | undefined {
    if (!this.#pause) return undefined;
    const { failure, ms, endsAt, tenantId: pausedTenant } = this.#pause;
    // A refresh token that is never valid again is so for all tenants.
    const isForTenant = pausedTenant === tenantId || ms === Number.POSITIVE_INFINITY;
    const leftMs = endsAt - performance.now();
    if (!isForTenant || leftMs <= 0) return undefined;
    // Waiting does not help after a rejection or with a wrong URL.
    if (failure.code === "REFRESH_REJECTED" || failure.code === "HTTP_STATUS") return failure;
    return deriveError(failure, { retryAfterMs: Math.ceil(leftMs) });
  }
}

/**
 * Pause after a failure: for ever after `invalid_grant`; 5 min if the URL is wrong; doubled after any other
 * rejection, which can be temporary; or else as long as the platform asks for.
 *
 * @param lastMs - The pause before, if no refresh succeeded since.
 */
function chooseMs(failure: OperationError & { readonly reason?: string }, lastMs: number): number {
  const { code, reason, retryAfterMs = 0 } = failure;
  if (reason === INVALID_GRANT) return Number.POSITIVE_INFINITY;
  if (code === "HTTP_STATUS") return MAX_REFRESH_PAUSE_MS;
  const doubledMs = code === "REFRESH_REJECTED" ? lastMs * 2 : 0;
  return Math.min(MAX_REFRESH_PAUSE_MS, Math.max(MIN_REFRESH_PAUSE_MS, retryAfterMs, doubledMs));
}
