/** Credentials of a client, and the simplest of them: one access token, or none. */

import type { ClientContext } from "../shared/client-context.ts";
import { type AccessToken, requireToken } from "./read-token.ts";

/** Credentials for `createClient`. Secrets are kept in closures, so that loggers cannot print them. */
export interface Auth {
  /** Called once by each client. Clients do not share tokens, even if they share the credentials. */
  attach(context: ClientContext): AccessTokens;
}

/** The access tokens of one client. */
export interface AccessTokens {
  /**
   * Returns the access token for a request.
   *
   * @param rejected - Token that the platform has just rejected. Another token is returned, or `undefined` if
   * there is none.
   * @param deadline - Deadline of the call, as an instant of `performance.now()`. The promise can settle
   * later, or never: the call stops waiting for it.
   */
  token(
    rejected: AccessToken | undefined,
    deadline: number,
  ): AccessToken | undefined | Promise<AccessToken | undefined>;
  /** The platform accepted the token. A response with GraphQL errors does not count. */
  didAccept?(token: AccessToken): void;
  /** The platform rejected a request because of this token. */
  didReject?(token: AccessToken): void;
  /** Waits for the refreshes that are running, and until a new refresh token is stored. Never rejects. */
  close?(): Promise<void>;
}

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
