/** Access tokens: signed JWTs, numbered by generation. */

import { compactVerify, decodeJwt, SignJWT } from "jose";
import { randomBytes } from "./random.ts";

/** Lifetime of an access token from a refresh request: 7 days, as documented by the platform. */
export const REFRESHED_TOKEN_LIFETIME_MS: number = 7 * 24 * 60 * 60 * 1000;

/** Lifetime of an access token from the token page. Assumed: one hour. The platform documents "short-lived". */
export const PAGE_TOKEN_LIFETIME_MS: number = 60 * 60 * 1000;

export interface AccessToken {
  /** 1 for the first access token that the platform issued, 2 for the second, … */
  readonly generation: number;
  /** Name of the user. */
  readonly user: string;
  readonly tenantId: string;
  readonly state: "valid" | "expired" | "revoked";
}

export interface AccessTokens {
  issue(grant: {
    readonly user: string;
    readonly tenantId: string;
    readonly expiresInMs: number;
  }): Promise<string>;
  /** Number of tokens issued since the start or the last reset. */
  issued(): number;
  /** Returns `undefined` if this platform did not issue the token, or issued it before a reset. */
  read(token: string): Promise<AccessToken | undefined>;
  /** Revokes all tokens issued so far. */
  revoke(): void;
  reset(): void;
}

/**
 * Assumed: the claims `tenant_id` and those of RFC 7519. The platform documents a JWT for one tenant, and no claim.
 *
 * @param now - Milliseconds since the epoch. JWTs have whole seconds; fractions are cut off.
 */
export function createAccessTokens(now: () => number): AccessTokens {
  let key = randomBytes();
  let issued = 0;
  let revoked = 0;
  return {
    async issue({ user, tenantId, expiresInMs }) {
      issued += 1;
      const claims = {
        sub: user,
        tenant_id: tenantId,
        jti: String(issued),
        iat: Math.floor(now() / 1000),
        exp: Math.floor((now() + expiresInMs) / 1000),
      };
      return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    },
    issued: () => issued,
    async read(token) {
      const verified = await compactVerify(token, key, { algorithms: ["HS256"] }).catch(() => undefined);
      if (!verified) return undefined;
      const {
        jti,
        sub: user = "",
        exp = 0,
        tenant_id: tenantId,
      } = decodeJwt<{ readonly tenant_id: string }>(token);
      const generation = Number(jti);
      const state = generation <= revoked ? "revoked" : exp * 1000 <= now() ? "expired" : "valid";
      return { generation, user, tenantId, state };
    },
    revoke() {
      revoked = issued;
    },
    reset() {
      key = randomBytes();
      issued = 0;
      revoked = 0;
    },
  };
}
