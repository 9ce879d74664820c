/** Errors of the client as text, with the names of variables and options of the command. */

import {
  type AnyOperationError,
  type ErrorCode,
  isOperationError,
  type OperationError,
} from "@integration-platform/graphql";
import { cut, onOneLine } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { createRedact } from "../secrets/redaction.ts";
import { readClientMessage } from "./client-message.ts";
import type { Failure } from "./problem.ts";

/** Returns `undefined` for an error of another library. */
export function describeOperationError(error: unknown, prefix: string): Failure | undefined {
  if (!isOperationError(error)) return undefined;
  const { code, operation } = error;
  const client = readClientMessage(error, prefix);
  const problem = code === "GRAPHQL" ? countErrors(error) : client.problem;
  const message = operation === undefined ? problem : `${operation}: ${problem}`;
  if (client.extraPath === undefined || !ADDRESS_CODES.has(code))
    return { code, message, problem, hint: suggest(error, prefix) };
  const hint = `Remove ${client.extraPath} from the end of ${prefix}_BASE_URL: the client adds its paths.`;
  return { code, message, problem, hint };
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

/** Codes of errors that a wrong base URL can cause. */
const ADDRESS_CODES: ReadonlySet<ErrorCode> = new Set([
  "HTTP_STATUS",
  "MALFORMED_RESPONSE",
  "REDIRECT",
  "REFRESH_REJECTED",
  "REFRESH_UNAVAILABLE",
  "UNAUTHENTICATED",
]);

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

/** Hint for each error code of the library. */
function suggest(error: AnyOperationError, prefix: string): string {
  switch (error.code) {
    case "NETWORK":
    case "REFRESH_UNAVAILABLE":
      return `Check ${prefix}_BASE_URL and the network, or run "platform-graphql doctor".`;
    case "TIMEOUT":
      return "Try again, or allow more time with --timeout <ms>.";
    case "HTTP_STATUS":
      if (error.status >= 500) return "Try again later: the platform reports an internal error.";
      if (error.status === 403) return "Check the permissions of the token's user.";
      if (error.status === 413) return "Send less data: the request is too large.";
      return `Check ${prefix}_BASE_URL and the permissions of the token's user.`;
    case "RATE_LIMITED":
      return error.retryAfterMs === undefined
        ? "Wait, then try again."
        : `Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`;
    case "UNAUTHENTICATED":
      return `Set ${prefix}_REFRESH_TOKEN or a new ${prefix}_ACCESS_TOKEN. The platform's tool prints them (me:token).`;
    case "REFRESH_REJECTED":
      return `Check ${prefix}_TENANT_ID, or set a new ${prefix}_REFRESH_TOKEN (me:token --type refresh).`;
    case "GRAPHQL":
      if (isLoginMissing(error))
        return `Check the permissions of the token's user, or set a new ${prefix}_REFRESH_TOKEN.`;
      return "Fix the operation or its variables: the platform rejected all or a part of it.";
    case "MALFORMED_RESPONSE":
    case "REDIRECT":
      return `Check ${prefix}_BASE_URL: it can be the URL of a web page, a login or a proxy.`;
    case "RESPONSE_TOO_LARGE":
      return "Request less data: fewer fields or smaller pages.";
    // The commands check what can cause it, such as a base URL, and describe it themselves.
    case "USAGE":
    // No command uses the functions that have these codes: validation, polling, pagination, batches, your own
    // ky. An aborted command prints no error.
    case "RESPONSE_MISMATCH":
    case "POLL_TIMEOUT":
    case "PAGINATION":
    case "KY_HOOK":
    case "ABORTED":
    case "REJECTED":
      return 'Run "platform-graphql --help".';
  }
}
