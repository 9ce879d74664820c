/** The access tokens that the platform issues: signed JWTs, counted in generations. */

import { compactVerify, SignJWT } from "jose";
import { randomBytes } from "./random.ts";

/** Life of an access token from a refresh exchange: 7 days (specification, sections 5 and 8). */
export const EXCHANGED_TOKEN_LIFE_MS: number = 7 * 24 * 60 * 60 * 1000;

/** Life of an access token from the token page. Assumed: one hour; the specification says "short-lived" (section 8). */
export const SHORT_LIVED_TOKEN_LIFE_MS: number = 60 * 60 * 1000;

/** What the platform knows of an access token that it issued. */
export interface AccessToken {
  /** 1 for the first access token that the platform issued, 2 for the second, … */
  readonly generation: number;
  readonly tenantId: string;
  readonly state: "valid" | "expired" | "revoked";
}

export interface AccessTokens {
  issue(grant: { readonly user: string; readonly tenantId: string; readonly expiresInMs: number }): Promise<string>;
  /** How many were issued since the beginning, or the last reset. */
  issued(): number;
  /** Nothing where the token was not issued by this platform, or not since it was reset. */
  read(token: string): Promise<AccessToken | undefined>;
  /** Revokes every token issued until now. */
  revoke(): void;
  reset(): void;
}

/**
 * Assumed: the claims. The specification says that the access token is a JWT, valid 7 days, issued for one tenant; the
 * names of its claims are not shown. These are RFC 7519's, and `tenant_id`.
 */
interface Claims {
  readonly sub: string;
  readonly tenant_id: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
}

/** @param now Milliseconds since the epoch. A JWT counts whole seconds: parts of one are cut off. */
export function createAccessTokens(now: () => number): AccessTokens {
  let key = randomBytes();
  let issued = 0;
  let revoked = 0;
  return {
    async issue({ user, tenantId, expiresInMs }) {
      issued += 1;
      const claims: Claims = {
        sub: user,
        tenant_id: tenantId,
        jti: String(issued),
        iat: Math.floor(now() / 1000),
        exp: Math.floor((now() + expiresInMs) / 1000),
      };
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    },
    issued: () => issued,
    async read(token) {
      const verified = await compactVerify(token, key, { algorithms: ["HS256"] }).catch(() => undefined);
      if (!verified) return undefined;
      const claims: Claims = JSON.parse(new TextDecoder().decode(verified.payload));
      const generation = Number(claims.jti);
      const state = generation <= revoked ? "revoked" : claims.exp * 1000 <= now() ? "expired" : "valid";
      return { generation, tenantId: claims.tenant_id, state };
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
