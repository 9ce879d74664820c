/** A refresh token that the platform accepts once, and replaces in each response. */

import {
  createReplaceable,
  type Opened,
  REFRESH_TOKEN_OPTIONS,
  type RefreshTokenOptions,
  type ReplaceableAuth,
} from "../auth/refresh-token.ts";
import { TokenFamily } from "../auth/token-family.ts";
import { createSharedRefresh } from "./shared-refresh.ts";
import type { TokenStore } from "./token-store.ts";

export interface RotatingTokenOptions extends RefreshTokenOptions {
  /**
   * `fileStore(…)`, `redisStore(…)` or a store of your own: shares the access token and the newest refresh
   * token between processes. It contains both in plain text. @default none
   */
  readonly store?: TokenStore | undefined;
}

/**
 * Gets access tokens with a refresh token that the platform accepts once (RFC 9700). It is sent inside a
 * transaction of the store, if there is one, or not at all: while the store fails, calls that need a new
 * access token wait, and fail with `REFRESH_UNAVAILABLE`. It is not sent again while a response can arrive,
 * for 120 s. Processes that start with the same refresh token must share a store. A program with one process
 * can keep each new refresh token with `didRotate` instead. Otherwise as `refreshToken`.
 *
 * @throws `USAGE` as `refreshToken` does.
 */
export function rotatingToken(options: RotatingTokenOptions): ReplaceableAuth<RotatingTokenOptions> {
  return createReplaceable("rotatingToken", OPTIONS, options, (context, credentials, previous) => {
    const { refreshToken, tenantId, store } = credentials;
    const last = previous as OpenedRotation | undefined;
    const isStored = store !== undefined && store !== null;
    // With another store, the newest refresh token is still the right one.
    const family = last?.family ?? new TokenFamily(context, refreshToken, { isSingleUse: true, isStored });
    if (!isStored) return { family, refresh: (request) => family.refresh(request, tenantId) };
    const shared = last?.store === store && last.shared ? last.shared : createSharedRefresh(store, family);
    const opened: OpenedRotation = {
      family,
      store,
      shared,
      refresh: (request) => shared.refresh(request, tenantId),
      didUse: shared.didUse,
      settle: shared.settle,
    };
    return opened;
  });
}

interface OpenedRotation extends Opened {
  readonly store?: TokenStore;
  readonly shared?: ReturnType<typeof createSharedRefresh>;
}

const OPTIONS = {
  ...REFRESH_TOKEN_OPTIONS,
  store: { method: "transact", expected: 'fileStore(…), redisStore(…) or an object with "transact"' },
} as const;
