/** `POST /auth/refresh`: a refresh token in, an access token out (specification, section 4.2). */

import { HttpResponse } from "msw";
import { type AccessTokens, EXCHANGED_TOKEN_LIFE_MS } from "../access-tokens.ts";
import { type Accounts, isUuid, type User } from "../accounts.ts";
import { readJsonObject } from "./body.ts";
import { Refusal, type Route } from "./route.ts";

export interface RefreshOptions {
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  /** Whether each exchange replaces the refresh token. Assumed: the specification does not say; off by default. */
  rotation(): boolean;
}

/**
 * Assumed: everything that is answered to an exchange that goes wrong, since errors are not shown (section 7). Bodies have
 * the form of RFC 6749, section 5.2; a refresh token that is refused is a 401, a request that is malformed a 400.
 * Assumed: an `Authorization` header, which is "not sent" (section 4.2), does no harm; the record of requests has it.
 */
export function refreshRoute({ accounts, tokens, rotation }: RefreshOptions): Route {
  return {
    kind: "refresh",
    method: "POST",
    path: "/auth/refresh",
    async answer(incoming) {
      try {
        const { refresh_token: refreshToken, tenant_id: tenantId } = readJsonObject(incoming);
        if (typeof refreshToken !== "string" || refreshToken === "") {
          throw new Refusal(400, "invalid_request", 'The member "refresh_token" must be a string that is not empty.');
        }
        const user = accounts.findByRefreshToken(refreshToken);
        if (!user) throw new Refusal(401, "invalid_grant", "The refresh token is not accepted.");
        const tenant = chooseTenant(user, tenantId);
        const grant = { user: user.name, tenantId: tenant, expiresInMs: EXCHANGED_TOKEN_LIFE_MS };
        return answer(200, {
          access_token: await tokens.issue(grant),
          ...(rotation() && { refresh_token: accounts.rotate(user) }),
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return refuseExchange(error);
      }
    },
  };
}

/**
 * Section 4.2, rules 1 and 2: the tenant that is asked for, else one that the client does not select.
 * Assumed: then it is the user's first.
 */
function chooseTenant({ tenants }: User, tenantId: unknown): string {
  if (tenantId === undefined) return tenants[0]?.id ?? "";
  if (typeof tenantId !== "string" || !isUuid(tenantId)) {
    throw new Refusal(400, "invalid_request", 'The member "tenant_id" must be a UUID.');
  }
  const tenant = tenants.find(({ id }) => id.toLowerCase() === tenantId.toLowerCase());
  if (!tenant) throw unknownTenant();
  return tenant.id;
}

export function unknownTenant(): Refusal {
  return new Refusal(400, "invalid_request", "The user has no tenant with this identifier.");
}

export function refuseExchange({ status, code, message }: Refusal): Response {
  return answer(status, { error: code.toLowerCase(), error_description: message });
}

function answer(status: number, body: Record<string, unknown>): Response {
  return HttpResponse.json(body, { status, headers: { "cache-control": "no-store" } });
}
