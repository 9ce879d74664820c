/** A refresh token that the platform accepts once, and replaces in each response. */

import {
  createReplaceable,
  REFRESH_TOKEN_OPTIONS,
  type RefreshTokenOptions,
  type ReplaceableAuth,
} from "../auth/refresh-token.ts";
import type { OptionSchema } from "../shared/check-options.ts";
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
  return createReplaceable("rotatingToken", options, {
    schema: OPTIONS,
    isSingleUse: true,
    open(family, { store }, last) {
      if (!store) return family;
      return last?.store === store ? last : createSharedRefresh(store, family);
    },
  });
}

const OPTIONS: OptionSchema<keyof RotatingTokenOptions> = {
  ...REFRESH_TOKEN_OPTIONS,
  store: { method: "transact", expected: 'fileStore(…), redisStore(…) or an object with "transact"' },
};
