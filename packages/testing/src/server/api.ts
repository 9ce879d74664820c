/** `POST /api`: executes a GraphQL request (docs/contract.md, 4.1). */

import { API_PATH } from "../requests/endpoints.ts";
import { invalidToken, RequestError, unauthenticated } from "../requests/request-errors.ts";
import { isObject } from "../shared/parse-json.ts";
import { executeRequest, type GraphQLRequest } from "./execute.ts";
import { type ReceivedRequest, type Route, readJsonObject } from "./received-request.ts";

/**
 * Assumed: all error responses, because the platform documents none. Bodies are GraphQL results with
 * `extensions.code`. Statuses follow GraphQL over HTTP for `application/json`: 200 for a well-formed request,
 * 4xx for a malformed one.
 */
export const apiRoute: Route = {
  kind: "api",
  method: "POST",
  path: API_PATH,
  async respond(simulation, received) {
    requireAccessToken(received);
    const excess = simulation.rateLimit.check();
    if (excess) throw excess;
    const request = readGraphQLRequest(readJsonObject(received));
    return Response.json(await executeRequest(simulation, received, request));
  },
  /** A GraphQL result without data. */
  respondToError: ({ status, code, message, headers }) =>
    Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers }),
};

/** Assumed: 401 and `UNAUTHENTICATED`. */
function requireAccessToken({ request, accessToken }: ReceivedRequest): void {
  if (accessToken?.state === "valid") return;
  if (accessToken) throw invalidToken(accessToken.state);
  const isForeign = request.headers.has("authorization");
  throw unauthenticated(
    isForeign ? "The access token was not issued by this platform." : "The request has no access token.",
  );
}

/**
 * Assumed: `variables`, `operationName` and `extensions` as in GraphQL over HTTP. Other members are ignored.
 */
function readGraphQLRequest({
  query,
  variables,
  operationName,
  extensions,
}: Record<string, unknown>): GraphQLRequest {
  if (typeof query !== "string") throw malformed("query", "a string");
  if (variables != null && !isObject(variables)) throw malformed("variables", "an object");
  if (operationName != null && typeof operationName !== "string")
    throw malformed("operationName", "a string");
  if (extensions != null && !isObject(extensions)) throw malformed("extensions", "an object");
  return { query, variables, operationName };
}

function malformed(member: string, type: string): RequestError {
  return new RequestError(400, "BAD_REQUEST", `The member "${member}" of the request body must be ${type}.`);
}
