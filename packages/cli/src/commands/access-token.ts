/** Claims of an access token. */

import { decodeJwt } from "jose";

/** What a token says of itself, unverified: only its issuer can verify it. Nothing for one that is no JWT. */
export interface Claims {
  /** Assumed: the claim's name. The specification says that a token is for one tenant, not where it says so. */
  readonly tenant: string | undefined;
  /** In milliseconds since the epoch. */
  readonly issuedAt: number | undefined;
  readonly expiresAt: number | undefined;
}

export function readClaims(token: string): Claims | undefined {
  try {
    const { tenant_id: tenant, iat, exp } = decodeJwt(token);
    return { tenant: typeof tenant === "string" ? tenant : undefined, issuedAt: toMs(iat), expiresAt: toMs(exp) };
  } catch {
    return undefined;
  }
}

/** The last second that a `Date` can hold. */
const MAX_SECONDS = 8.64e12;

function toMs(seconds: unknown): number | undefined {
  return typeof seconds === "number" && Math.abs(seconds) <= MAX_SECONDS ? seconds * 1000 : undefined;
}
