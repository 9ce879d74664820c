/**
 * Access tokens: JWTs, numbered by generation. The platform remembers the tokens that it issued, because
 * environments of tests such as jsdom have no Web Crypto to sign them with.
 */

import { base64url } from "jose";
import { randomBytes } from "../shared/random.ts";

/** Lifetime of an access token from a refresh request: 7 days, as documented by the platform. */
export const REFRESHED_TOKEN_LIFETIME_MS: number = 7 * 24 * 60 * 60 * 1000;

/**
 * Lifetime of an access token from the token page. Assumed: one hour. The platform documents "short-lived".
 */
export const PAGE_TOKEN_LIFETIME_MS: number = 60 * 60 * 1000;

export interface AccessToken {
  /** 1 for the first access token that the platform issued, 2 for the second, … */
  readonly generation: number;
  /** Name of the user. */
  readonly user: string;
  readonly tenantId: string;
  readonly state: "valid" | "expired" | "revoked";
}

interface Grant {
  readonly user: string;
  readonly tenantId: string;
  readonly expiresInMs: number;
}

/** A token as the platform remembers it. */
interface IssuedToken extends Pick<AccessToken, "generation" | "user" | "tenantId"> {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  issue(grant: Grant): string;
  /** Number of tokens issued since the start or the last reset. */
  issued(): number;
  /** Returns `undefined` if this platform did not issue the token, or issued it before a reset. */
  read(token: string): AccessToken | undefined;
  /** Revokes all tokens issued so far. */
  revoke(): void;
  reset(): void;
}

/**
 * Assumed: the claims `tenant_id` and those of RFC 7519. The platform documents a JWT for one tenant, and no
 * claim.
 *
 * @param now - Milliseconds since the epoch. JWTs have whole seconds; fractions are cut off.
 */
export function createAccessTokens(now: () => number): AccessTokens {
  const tokens = new Map<string, IssuedToken>();
  /** Generation of the last token that was revoked. 0 if none was. */
  let lastRevoked = 0;
  return {
    issue({ user, tenantId, expiresInMs }) {
      const generation = tokens.size + 1;
      const exp = Math.floor((now() + expiresInMs) / 1000);
      const claims = {
        sub: user,
        tenant_id: tenantId,
        jti: String(generation),
        iat: Math.floor(now() / 1000),
        exp,
      };
      const token = renderToken(claims);
      tokens.set(token, { generation, user, tenantId, expiresAt: exp * 1000 });
      return token;
    },
    issued: () => tokens.size,
    read(token) {
      const issued = tokens.get(token);
      if (!issued) return undefined;
      const { generation, user, tenantId, expiresAt } = issued;
      const stateByTime = expiresAt <= now() ? "expired" : "valid";
      const state = generation <= lastRevoked ? "revoked" : stateByTime;
      return { generation, user, tenantId, state };
    },
    revoke() {
      lastRevoked = tokens.size;
    },
    reset() {
      tokens.clear();
      lastRevoked = 0;
    },
  };
}

/** A JWT with a random signature, so that no other text is a token of this platform. */
function renderToken(claims: object): string {
  const [header, payload] = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    base64url.encode(JSON.stringify(part)),
  );
  return `${header}.${payload}.${base64url.encode(randomBytes())}`;
}
