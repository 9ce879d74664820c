/** `POST /api`: executes a GraphQL request (docs/contract.md, 4.1). */

import { type Answers, findAnswer } from "../answers/answers.ts";
import { RequestError } from "../errors.ts";
import { isObject } from "../json.ts";
import type { RateLimit } from "../limits.ts";
import type { LogEntry } from "../platform-request.ts";
import { API_PATH } from "../wire.ts";
import { type Executor, executeRequest, type GraphQLRequest } from "./execute.ts";
import { type ReceivedRequest, type Route, readJsonObject } from "./request.ts";

/**
 * Assumed: all error responses, because the platform documents none. Bodies are GraphQL results with `extensions.code`.
 * Statuses follow GraphQL over HTTP for `application/json`: 200 for a well-formed request, 4xx for a malformed one.
 */
export function apiRoute(
  executor: Omit<Executor, "findAnswer" | "access" | "onRulesError"> & {
    accessOf(token: ReceivedRequest["accessToken"]): Executor["access"];
    onRulesError: Executor["onRulesError"];
  },
  answers: Answers,
  checkRate: RateLimit["check"],
): Route {
  return {
    kind: "api",
    method: "POST",
    path: API_PATH,
    async respond(received) {
      requireAccessToken(received);
      const excess = checkRate();
      if (excess) throw excess;
      const request = readGraphQLRequest(readJsonObject(received));
      const { entry } = received;
      const { signal } = received.request;
      const find: Executor["findAnswer"] = (operation, variables) =>
        findAnswer(answers, { operation, variables, entry, signal });
      const access = executor.accessOf(received.accessToken);
      const onRulesError: Executor["onRulesError"] = (message, operation) => {
        note(entry, message);
        executor.onRulesError(message, operation);
      };
      return Response.json(
        await executeRequest(request, { ...executor, access, findAnswer: find, onRulesError }),
      );
    },
    /** A GraphQL result without data. */
    reject: ({ status, code, message, headers }) =>
      Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers }),
  };
}

/** Adds a mistake of the test to the log. */
function note(entry: LogEntry, message: string): void {
  entry.problem = entry.problem === undefined ? message : `${entry.problem}; ${message}`;
}

/** Assumed: 401 and `UNAUTHENTICATED`. */
function requireAccessToken({ request, accessToken }: ReceivedRequest): void {
  if (accessToken?.state === "valid") return;
  if (accessToken) throw invalidToken(accessToken.state);
  const isForeign = request.headers.has("authorization");
  throw unauthenticated(
    isForeign ? "The access token was not issued by this platform." : "The request has no access token.",
  );
}

export function invalidToken(state: "expired" | "revoked"): RequestError {
  return unauthenticated(`The access token is ${state}.`);
}

function unauthenticated(message: string): RequestError {
  return new RequestError(401, "UNAUTHENTICATED", message, { "www-authenticate": "Bearer" });
}

/** Assumed: `variables`, `operationName` and `extensions` as in GraphQL over HTTP. Other members are ignored. */
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
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}

function malformed(member: string, type: string): RequestError {
  return new RequestError(400, "BAD_REQUEST", `The member "${member}" of the request body must be ${type}.`);
}
