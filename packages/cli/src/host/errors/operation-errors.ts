/** Errors of the client as text, with the names of variables and options of the command. */

import { type AnyOperationError, isOperationError, type OperationError } from "@integration-platform/graphql";
import { cut, onOneLine } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { createRedact } from "../secrets/redaction.ts";
import type { Failure } from "./problem.ts";

/** Returns `undefined` for an error of another library. */
export function describeOperationError(error: unknown, prefix: string): Failure | undefined {
  if (!isOperationError(error)) return undefined;
  const { code, operation } = error;
  const cause = quoteCause(error);
  const isNamed = cause === undefined || error.problem.includes(cause);
  const own = isNamed ? error.problem : `${error.problem} (${cause})`;
  const problem = code === "GRAPHQL" ? countErrors(error) : own;
  const message = operation === undefined ? problem : `${operation}: ${problem}`;
  return { code, message, problem, hint: suggest(error, prefix) };
}

/** What the runtime threw instead of sending a request, such as "bad port". `undefined` for any other error. */
export function quoteCause({ advice, cause }: OperationError): string | undefined {
  if (advice !== SEE_CAUSE) return undefined;
  let inner = cause;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  return cut(onOneLine(inner instanceof Error ? inner.message : String(inner)), MAX_QUOTED_LENGTH);
}

/** The advice of the client to programs. A command shows the cause. */
const SEE_CAUSE = "See error.cause.";

/** The advice of the client, with the names that its options have in the command. */
export function renderAdvice({ advice }: OperationError, prefix: string): string | undefined {
  return advice
    ?.replace(", and see error.response", "")
    .replace(SEE_CAUSE, "Check baseUrl and the network.")
    .replaceAll("baseUrl", `${prefix}_BASE_URL`)
    .replaceAll("set insecureHttp: true", "pass --insecure-http");
}

function countErrors({ errors: { length } }: AnyOperationError): string {
  return `the response has ${length === 1 ? "a GraphQL error" : `${length} GraphQL errors`}`;
}

const MAX_QUOTED = 3;
const MAX_QUOTED_LENGTH = 300;

/**
 * The first messages of a server, each marked as the server's, because they say why it refuses.
 *
 * @param headers - Of the request. A message can repeat their values, which are secrets.
 */
export function quoteServer({ errors }: AnyOperationError, headers: object): string[] {
  const redact = createRedact(headers);
  const messages = errors.flatMap((entry) => ("message" in entry && entry.message ? [entry.message] : []));
  const shown = [...new Set(messages)].slice(0, MAX_QUOTED);
  const quotes = shown.map((message) => cut(onOneLine(redact(message)), MAX_QUOTED_LENGTH));
  return quotes.map((quote) => `message of the server: ${quote}`);
}

/**
 * Messages and codes of servers that report a missing login with HTTP 200. No code for it is the same for all
 * servers.
 */
const NOT_AUTHENTICATED =
  /\bunauthenticated\b|\bunauthorized\b|\bnot (?:authenticated|authorized|logged in)\b/i;

/** The messages are compared, and never printed. */
function isLoginMissing({ errors }: OperationError<"GRAPHQL">): boolean {
  return errors.some(({ message, extensions }) => NOT_AUTHENTICATED.test(`${extensions?.code} ${message}`));
}

/** The hint of the command, if it knows more than the client, or else the advice of the client. */
function suggest(error: AnyOperationError, prefix: string): string {
  const advice = renderAdvice(error, prefix) ?? 'Run "platform-graphql --help".';
  const isAddress = error.advice?.includes("baseUrl");
  const isOfTenant = error.advice?.includes("tenantId");
  switch (error.code) {
    case "NETWORK":
    case "REFRESH_UNAVAILABLE":
      return `${advice.replace(/\.$/, "")}, or run "platform-graphql doctor".`;
    case "TIMEOUT":
      return "Try again, or allow more time with --timeout <ms>.";
    case "RATE_LIMITED":
      return error.retryAfterMs === undefined
        ? "Wait, then try again."
        : `Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`;
    case "UNAUTHENTICATED":
      if (isAddress) return advice;
      return `Set ${prefix}_REFRESH_TOKEN or a new ${prefix}_ACCESS_TOKEN. The platform's tool prints them (me:token).`;
    case "REFRESH_REJECTED":
      if (isAddress) return advice;
      return `${isOfTenant ? `Check ${prefix}_TENANT_ID, or set` : "Set"} a new ${prefix}_REFRESH_TOKEN (me:token --type refresh). A platform that rotates them accepts each one once.`;
    case "GRAPHQL":
      if (isLoginMissing(error))
        return `Check the permissions of the token's user, or set a new ${prefix}_REFRESH_TOKEN.`;
      return "Fix the operation or its variables: the platform rejected all or a part of it.";
    case "RESPONSE_TOO_LARGE":
      return "Request less data: fewer fields or smaller pages.";
    default:
      return advice;
  }
}
