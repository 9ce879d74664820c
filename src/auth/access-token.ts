/** A static access token: short-lived ones from the token page or the platform's command-line tool. */

import { Failure, UnauthenticatedError } from "../errors.ts";
import type { Auth } from "./source.ts";
import { type AccessToken, requireToken } from "./token.ts";

/**
 * Signs with one access token for as long as the platform takes it (specification, section 5.3).
 *
 * A refused token is final: `execute` throws `UNAUTHENTICATED` after one request. Expiry is not judged locally.
 *
 * @throws UsageError where the token is missing, blank or holds what no header can carry.
 */
export function accessToken(token: string): Auth {
  const ever = Number.POSITIVE_INFINITY;
  const held: AccessToken = {
    value: requireToken(token, "accessToken"),
    expiresAt: ever,
    renewAt: ever,
    obtainedAt: 0,
  };
  return {
    connect: () => ({
      token: async (rejected) => {
        if (rejected === undefined) return held;
        throw new Failure(
          UnauthenticatedError,
          "the platform refused the access token, and a static one cannot be renewed: get a new one, or use refreshToken()",
          { status: 401, delivery: "rejected" },
        );
      },
    }),
  };
}
