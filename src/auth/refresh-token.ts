/** A refresh token: the credential for services, scripts and CI. */

import {
  createReplaceable,
  REFRESH_TOKEN_OPTIONS,
  type RefreshTokenOptions,
  type ReplaceableAuth,
} from "./replaceable.ts";
import { TokenFamily } from "./token-family.ts";

const MOVED = { method: "", expected: "passed to rotatingToken of @integration-platform/graphql/rotation" };

/** `rotatingToken` has a store, and declares that refresh tokens rotate. */
const OPTIONS = { ...REFRESH_TOKEN_OPTIONS, store: MOVED, rotating: MOVED } as const;

/**
 * Gets access tokens with a refresh token: on the first call, shortly before the access token expires, and
 * when the platform rejects it. Concurrent calls share one refresh. If the platform replaces the refresh
 * token, the client continues with the new one; `didRotate` keeps it for the next process. For several
 * processes with one refresh token that is replaced, use `rotatingToken` of
 * `@integration-platform/graphql/rotation`.
 *
 * @throws `USAGE` if a token is missing, blank or cannot be in a header, the tenant is not a UUID, or an
 * option is unknown.
 */
export function refreshToken(options: RefreshTokenOptions): ReplaceableAuth<RefreshTokenOptions> {
  return createReplaceable("refreshToken", OPTIONS, options, (context, credentials, previous) => {
    const { refreshToken, tenantId } = credentials;
    const family =
      previous?.family ?? new TokenFamily(context, refreshToken, { isSingleUse: false, isStored: false });
    return { family, refresh: (request) => family.refresh(request, tenantId) };
  });
}
