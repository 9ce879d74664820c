/** Credentials without a refresh token: one access token, or a function that returns access tokens. */

import { UsageError } from "../errors.ts";
import type { Auth } from "./source.ts";
import { type AccessToken, readToken, requireToken } from "./token.ts";
import { TokenManager, type TokenProvider } from "./token-manager.ts";

/**
 * Uses one access token, for example from the token page or the platform's command-line tool. Its expiry is not checked.
 * If the platform rejects it, the call fails with `UNAUTHENTICATED` after one request.
 *
 * @throws UsageError if the token is missing or blank, or if a header cannot contain it.
 */
export function accessToken(token: string): Auth {
  const never = Number.POSITIVE_INFINITY;
  const value = requireToken(token, "accessToken");
  const held: AccessToken = { value, expiresAt: never, refreshAt: never, receivedAt: -never, origin: "option" };
  return {
    connect: () => ({
      token: (rejected) => (rejected ? undefined : held),
    }),
  };
}

/**
 * Uses the access tokens that `getToken` returns, for example from a vault or a metadata service. The client calls it on the
 * first call, when the token expires, and when the platform rejects the token. A token expires at the `exp` claim of a JWT,
 * or after 7 days. Concurrent calls share one call of `getToken`, which can take three times `attemptTimeout`.
 *
 * If it throws, calls fail with `REFRESH_UNAVAILABLE`. The error does not contain the message.
 *
 * @throws UsageError if `getToken` is not a function.
 */
export function tokenSource(getToken: (context: { signal: AbortSignal }) => string | Promise<string>): Auth {
  if (typeof getToken !== "function")
    throw new UsageError("tokenSource: pass a function that returns an access token.");
  const provider: TokenProvider = {
    refresh: async ({ signal, didStart }) => {
      didStart();
      const token = requireToken(await getToken({ signal }), "tokenSource: the returned token");
      return { token: readToken(token, { origin: "source" }) };
    },
  };
  return { connect: (connection) => new TokenManager(() => provider, connection) };
}
