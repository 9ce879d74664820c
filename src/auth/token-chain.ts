/** A refresh token and its successors. A platform that rotates refresh tokens replaces one by the next with each exchange. */

import type { Failure } from "../errors.ts";
import { type Exchange, INVALID_GRANT } from "./exchange.ts";
import { readToken } from "./token.ts";
import {
  MAX_COOLDOWN_MS,
  REFRESH_COOLDOWN_MS,
  type Refresh,
  type RefreshContext,
  type RefreshResult,
} from "./token-cache.ts";

/** A store for the `store` option of `refreshToken()`. */
export interface SharedToken {
  /**
   * Internal: called by each client.
   *
   * @param identity - Base URL, tenant and configured refresh token. Clients with the same ones share their tokens.
   */
  share(chain: TokenChain, identity: readonly (string | undefined)[], attemptTimeout: number): Refresh;
}

/** A refresh token, and how many rotations separate it from the configured one, which has the generation 0. */
export interface ChainedToken {
  readonly refreshToken: string;
  readonly generation: number;
}

/** The refresh token in use by one client. It only moves forward. */
export interface TokenChain {
  latest(): ChainedToken;
  /** Whether the platform accepts each refresh token once: it has issued a new one, or an option says so. */
  isSingleUse(): boolean;
  /** Uses `next` if its generation is higher. */
  advance(next: ChainedToken): void;
  /**
   * Exchanges a refresh token. What the platform returns succeeds the latest one.
   *
   * @param refreshToken - Refresh token to send. @default the latest one
   * @throws Failure The one of the last exchange, without a request: always after `invalid_grant`, for 5 min after another HTTP
   * error, and for a delay that doubles from 5 s to 5 min after another 400 or 401.
   */
  exchange(context: RefreshContext, refreshToken?: string): Promise<RefreshResult>;
}

export function createTokenChain(
  exchange: Exchange,
  configured: string,
  tenantId: string | undefined,
  singleUse: boolean,
): TokenChain {
  let latest: ChainedToken = { refreshToken: configured, generation: 0 };
  /** Last rejection of the latest token. There is no other exchange of it until `retryAt`. */
  let rejection: { readonly failure: Failure; readonly retryAt: number; readonly delayMs: number } | undefined;

  const isSingleUse = () => singleUse || latest.generation > 0;

  function advance(next: ChainedToken): void {
    if (next.generation <= latest.generation) return;
    latest = next;
    rejection = undefined;
  }

  /** Final for `invalid_grant`. Any other 400 or 401 can be temporary: the delay before the next exchange doubles. */
  function reject(failure: Failure): void {
    const { status = 0, reason } = failure.facts;
    const isFinal = reason === INVALID_GRANT;
    const isWrongUrl = failure.code === "HTTP_STATUS";
    if (!isFinal && !isWrongUrl && ![400, 401].includes(status)) return;
    const delayMs = Math.min(MAX_COOLDOWN_MS, rejection ? rejection.delayMs * 2 : REFRESH_COOLDOWN_MS);
    const pauseMs = isFinal ? Number.POSITIVE_INFINITY : isWrongUrl ? MAX_COOLDOWN_MS : delayMs;
    rejection = { failure, delayMs, retryAt: performance.now() + pauseMs };
  }

  return {
    latest: () => latest,
    isSingleUse,
    advance,
    async exchange({ didStart }, sent = latest.refreshToken) {
      const used = latest;
      const isLatest = sent === used.refreshToken;
      if (isLatest && rejection && performance.now() < rejection.retryAt) throw rejection.failure;
      try {
        const result = await exchange(sent, tenantId, isSingleUse(), didStart);
        const { accessToken, expiresInS, refreshToken = sent } = result;
        const token = readToken(accessToken, { origin: "exchange", expiresInS });
        const rotated = refreshToken !== used.refreshToken;
        rejection = undefined;
        if (rotated) advance({ refreshToken, generation: used.generation + 1 });
        return { token, rotated };
      } catch (error) {
        if (isLatest && used === latest) reject(error as Failure);
        throw error;
      }
    },
  };
}
