/** `POST /auth/refresh`: returns an access token for a refresh token (docs/contract.md, 4.2). */

import { REFRESHED_TOKEN_LIFETIME_MS } from "../requests/access-tokens.ts";
import { isUuid, type User } from "../requests/accounts.ts";
import { REFRESH_PATH } from "../requests/endpoints.ts";
import { invalidGrant, RequestError, unknownTenant } from "../requests/request-errors.ts";
import { type Route, readJsonObject } from "./received-request.ts";

/**
 * Assumed: all error responses, because the platform documents none. The bodies have the format of RFC 6749,
 * section 5.2; a rejected refresh token is a 401, a malformed request a 400. An `Authorization` header is
 * ignored.
 */
export const refreshRoute: Route = {
  kind: "refresh",
  method: "POST",
  path: REFRESH_PATH,
  respond(simulation, received) {
    const { accounts, tokens, scenarios, options } = simulation;
    const { refresh_token: refreshToken, tenant_id: tenantId } = readJsonObject(received);
    if (typeof refreshToken !== "string" || refreshToken === "") {
      throw new RequestError(
        400,
        "invalid_request",
        'The member "refresh_token" must be a non-empty string.',
      );
    }
    const user = accounts.findByRefreshToken(refreshToken);
    if (!user) throw invalidGrant();
    const tenant = chooseTenant(user, tenantId);
    const grant = { user: user.name, tenantId: tenant, expiresInMs: REFRESHED_TOKEN_LIFETIME_MS };
    const accessToken = tokens.issue(grant);
    const isRotating = options.rotation === true || scenarios.isActive("rotation");
    if (!isRotating) return respondJson(200, { access_token: accessToken });
    return respondJson(200, { access_token: accessToken, refresh_token: accounts.rotate(user) });
  },
  respondToError: ({ status, code, message }) =>
    respondJson(status, { error: code.toLowerCase(), error_description: message }),
};

/**
 * Assumed: without a tenant ID, the user's first tenant. The platform documents that the client does not
 * choose it.
 */
function chooseTenant({ tenants }: User, tenantId: unknown): string {
  if (tenantId === undefined) return tenants[0]?.id ?? "";
  if (typeof tenantId !== "string" || !isUuid(tenantId)) {
    throw new RequestError(400, "invalid_request", 'The member "tenant_id" must be a UUID.');
  }
  const tenant = tenants.find(({ id }) => id.toLowerCase() === tenantId.toLowerCase());
  if (!tenant) throw unknownTenant();
  return tenant.id;
}

function respondJson(status: number, body: Record<string, unknown>): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
