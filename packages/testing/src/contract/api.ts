/** `POST /api`: a document in, the GraphQL result out (specification, section 4.1). */

import { HttpResponse } from "msw";
import type { AnswerBook } from "../answers/book.ts";
import { isObject, readJsonObject } from "./body.ts";
import { type Answers, type Ask, executeDocument } from "./execute.ts";
import { type Incoming, Refusal, type Route } from "./route.ts";

/**
 * Assumed: everything that is answered to a request that goes wrong, since errors are not shown (section 7). Bodies have
 * the form of a GraphQL result with `extensions.code`; statuses follow GraphQL over HTTP for `application/json`: 200 for
 * whatever became of a well-formed request, 4xx for a request that is not.
 */
export function apiRoute({ book, ...answers }: Omit<Answers, "find"> & { readonly book: AnswerBook }): Route {
  return {
    kind: "api",
    method: "POST",
    path: "/api",
    async answer(incoming) {
      try {
        requireAccessToken(incoming);
        const ask = readAsk(readJsonObject(incoming));
        const { entry, request } = incoming;
        const find: Answers["find"] = (operation, variables) =>
          book.find({ operation, variables, entry, signal: request.signal });
        return HttpResponse.json({ ...(await executeDocument(ask, { ...answers, find })) });
      } catch (error) {
        if (error instanceof Refusal) return refuseRequest(error);
        throw error;
      }
    },
  };
}

/** Every request carries `Authorization: Bearer <ACCESS_TOKEN>` (section 5, rule 1). Assumed: 401, `UNAUTHENTICATED`. */
function requireAccessToken({ request, accessToken }: Incoming): void {
  if (accessToken?.state === "valid") return;
  const reason = accessToken
    ? `The access token is ${accessToken.state}.`
    : request.headers.has("authorization")
      ? "The access token was not issued by this platform."
      : "The request carries no access token.";
  throw new Refusal(401, "UNAUTHENTICATED", reason);
}

/**
 * The body has the member `query` (section 4.1). Assumed: `variables`, `operationName` and `extensions` are read as
 * GraphQL over HTTP has them, and other members are ignored.
 */
function readAsk({ query, variables, operationName, extensions }: Record<string, unknown>): Ask {
  if (typeof query !== "string") throw malformed("query", "a string");
  if (variables != null && !isObject(variables)) throw malformed("variables", "an object");
  if (operationName != null && typeof operationName !== "string") throw malformed("operationName", "a string");
  if (extensions != null && !isObject(extensions)) throw malformed("extensions", "an object");
  return { query, variables: variables ?? undefined, operationName: operationName ?? undefined };
}

function malformed(member: string, type: string): Refusal {
  return new Refusal(400, "BAD_REQUEST", `The member "${member}" of the request body must be ${type}.`);
}

/** A GraphQL result without data, for a request that was not executed. */
export function refuseRequest({ status, code, message }: Refusal): Response {
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return HttpResponse.json({ errors: [{ message, extensions: { code } }] }, { status, headers });
}
