/** Credentials that never change: one access token, or none. */

import type { Auth } from "./auth.ts";
import { type AccessToken, requireToken } from "./read-token.ts";

/**
 * Uses one access token, for example from the token page or the platform's command-line tool. Its expiry is
 * not checked. If the platform rejects it, the call fails with `UNAUTHENTICATED` after one request.
 *
 * @throws `USAGE` if the token is missing or blank, or if a header cannot contain it.
 */
export function accessToken(token: string): Auth {
  return staticToken(requireToken(token, "accessToken"));
}

/** Sends no `Authorization` header, for endpoints that require no access token. */
export function anonymous(): Auth {
  return staticToken("");
}

function staticToken(value: string): Auth {
  const never = Number.POSITIVE_INFINITY;
  const token: AccessToken = {
    value,
    expiresAt: never,
    refreshAt: never,
    receivedAt: Number.NEGATIVE_INFINITY,
    origin: "option",
  };
  return { attach: () => ({ token: (rejected) => (rejected ? undefined : token) }) };
}
