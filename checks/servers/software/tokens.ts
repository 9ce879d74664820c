/**
 * Issuers of tokens. Servers ask them whether an access token is valid, and pass them the refresh requests.
 */

import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";

export interface Issuer {
  /** The refresh token that a program is configured with. */
  readonly refreshToken: string;
  isValid(accessToken: string): Promise<boolean>;
  /** @returns the status and the body of the response to a refresh request. */
  refresh(refreshToken: string): Promise<{ readonly status: number; readonly body: object }>;
  /** Revokes all access tokens that it has issued. */
  revoke(): Promise<void>;
}

/**
 * Issues access tokens for one refresh token, which does not rotate.
 *
 * @param lifetimeS - Seconds that they are valid for.
 */
export function createIssuer(lifetimeS = 3_600): Issuer {
  const expiries = new Map<string, number>();
  const configured = randomUUID();
  return {
    refreshToken: configured,
    isValid: async (accessToken) => performance.now() < (expiries.get(accessToken) ?? 0),
    refresh: async (refreshToken) => {
      if (refreshToken !== configured) return { status: 400, body: { error: "invalid_grant" } };
      const accessToken = randomUUID();
      expiries.set(accessToken, performance.now() + lifetimeS * 1_000);
      return {
        status: 200,
        body: { access_token: accessToken, token_type: "Bearer", expires_in: lifetimeS },
      };
    },
    revoke: async () => expiries.clear(),
  };
}

/** Whether the header `Authorization` contains a valid access token. */
export async function isAuthorized(
  issuer: Issuer,
  authorization: string | null | undefined,
): Promise<boolean> {
  return issuer.isValid((authorization ?? "").replace(/^Bearer /, ""));
}

/** Handles `POST /auth/refresh`. */
export function handleRefresh(issuer: Issuer): RequestListener {
  return async (request, response) => {
    const { refresh_token: refreshToken } = JSON.parse(await text(request));
    const { status, body } = await issuer.refresh(refreshToken);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
}
