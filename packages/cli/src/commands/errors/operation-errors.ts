/** Errors of the client as text, with the names of variables and options of the command. */

import { type AnyOperationError, isOperationError } from "@integration-platform/graphql";
import { cut } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { createRedact } from "../secrets/redaction.ts";
import type { Failure } from "./problem.ts";

/** Returns `undefined` for an error of another library. */
export function describeOperationError(error: unknown, prefix: string): Failure | undefined {
  if (!isOperationError(error)) return undefined;
  const hint = suggestBaseUrl(error, prefix) ?? suggest(error, prefix);
  return { code: error.code, message: summarize(error, prefix), hint };
}

function summarize(error: AnyOperationError, prefix: string): string {
  if (error.code !== "GRAPHQL") return splitMessage(error.message, prefix).problem;
  const { operation, errors } = error;
  return `${operation}: the response has ${errors.length === 1 ? "a GraphQL error" : `${errors.length} GraphQL errors`}`;
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
  return shown.map((message) => `message of the server: ${cut(redact(message), MAX_QUOTED_LENGTH)}`);
}

/** The parts of a message of the client, `<operation>: <problem>. <Action>.` */
interface Parts {
  /** Without the full stop. */
  readonly problem: string;
  readonly action: string | undefined;
  /** The environment variable that the problem is about. */
  readonly variable: string | undefined;
}

/** Environment variables replace the names of options. */
export function splitMessage(message: string, prefix: string): Parts {
  const [first = "", ...rest] = message
    .replaceAll(/\bbaseUrl\b/g, `${prefix}_BASE_URL`)
    .replace(/, unless insecureHttp\b[^.]*/, "")
    .split(/(?<=\.)\s+(?=[A-Z])/);
  const problem = first.replace(/\.$/, "");
  const [variable] = new RegExp(`^${prefix}_\\w+`).exec(problem) ?? [];
  const insecure = problem.endsWith("unencrypted") ? "Use https:, or pass --insecure-http." : undefined;
  return { problem, action: insecure ?? (rest.length > 0 ? rest.join(" ") : undefined), variable };
}

/** A base URL with a path that only the client or a browser adds: `POST https://host/api/api returned HTTP 404`. */
const WRONG_PATH = /\bPOST \S*(\/(?:api|graphql|auth\/refresh|get_auth_token))\/(?:api|auth\/refresh)\b/;

function suggestBaseUrl({ code, message }: AnyOperationError, prefix: string): string | undefined {
  const [, path] = WRONG_PATH.exec(message) ?? [];
  const isAddress = /^(?:HTTP_STATUS|MALFORMED_RESPONSE|REDIRECT|UNAUTHENTICATED|REFRESH_\w+)$/.test(code);
  return path !== undefined && isAddress
    ? `Remove ${path} from the end of ${prefix}_BASE_URL: the client adds its paths.`
    : undefined;
}

/** Messages and codes of servers that report a missing login with HTTP 200. They are compared, and never printed. */
const NOT_AUTHENTICATED =
  /\bunauthenticated\b|\bunauthorized\b|\bnot (?:authenticated|authorized|logged in)\b/i;

/** Hint for each error code of the library. */
function suggest(error: AnyOperationError, prefix: string): string {
  switch (error.code) {
    case "NETWORK":
    case "REFRESH_UNAVAILABLE":
      return `Check ${prefix}_BASE_URL and the network, or run "platform-graphql doctor".`;
    case "TIMEOUT":
    case "POLL_TIMEOUT":
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
      if (
        error.errors.some(({ message, extensions }) =>
          NOT_AUTHENTICATED.test(`${extensions?.code} ${message}`),
        )
      )
        return `Check the permissions of the token's user, or set a new ${prefix}_REFRESH_TOKEN.`;
      return "Fix the operation or its variables: the platform rejected all or a part of it.";
    case "MALFORMED_RESPONSE":
    case "REDIRECT":
      return `Check ${prefix}_BASE_URL: it can be the URL of a web page, a login or a proxy.`;
    case "RESPONSE_TOO_LARGE":
      return "Request less data: fewer fields or smaller pages.";
    default:
      // No command uses the functions that have the other codes: validation, pagination, batches, your own ky.
      return 'Run "platform-graphql --help".';
  }
}
