/** Claims of an access token, not verified. */

import { decodeJwt } from "jose";

export interface Claims {
  /** From `tenant_id`, an assumed claim: the platform does not document its name. */
  readonly tenant: string | undefined;
  /** In milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

/** Latest time that a `Date` supports, in seconds. */
const MAX_SECONDS = 8.64e12;

/** Returns `undefined` if the token is not a JWT. */
export function readClaims(token: string): Claims | undefined {
  try {
    const { tenant_id: tenant, exp } = decodeJwt(token);
    const isDate = typeof exp === "number" && Math.abs(exp) <= MAX_SECONDS;
    return {
      tenant: typeof tenant === "string" ? tenant : undefined,
      expiresAt: isDate ? exp * 1000 : undefined,
    };
  } catch {
    return undefined;
  }
}
