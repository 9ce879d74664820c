/** What an access token says of itself. */

import { decodeJwt } from "jose";

/** The claims of a JWT, unverified, or nothing where it is none. */
export function readClaims(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}
