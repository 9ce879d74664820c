/** Failures of commands as text: one line for the error, one for the hint. */

import type { AnyOperationError } from "@integration-platform/graphql";
import { paint, printable } from "../terminal/terminal.ts";
import { Problem } from "./problem.ts";

/** A failure that can be shown. */
export interface Failure {
  /** Stable: the `code` of an operation error, or of a `Problem`. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** Further lines; not part of the JSON output of most commands. */
  readonly details?: readonly string[];
}

/**
 * Describes an error of a command. Returns `undefined` for an unexpected error: its message can contain anything.
 *
 * @param prefix - Prefix of the environment variables, for hints.
 */
export async function describeFailure(error: unknown, prefix: string): Promise<Failure | undefined> {
  if (error instanceof Problem) {
    const { code, message, hint, details } = error;
    // Messages of graphql end with a full stop.
    return { code, message: message.replace(/\.$/, ""), hint, ...(details.length > 0 && { details }) };
  }
  // Loaded here, because most commands send no request.
  const { isOperationError } = await import("@integration-platform/graphql");
  if (!isOperationError(error)) return undefined;
  return { code: error.code, message: summarize(error, prefix), hint: suggest(error, prefix) };
}

function summarize(error: AnyOperationError, prefix: string): string {
  if (error.code !== "GRAPHQL") return splitMessage(error.message, prefix)[0];
  const { operation, errors } = error;
  return `${operation}: the response has ${errors.length === 1 ? "a GraphQL error" : `${errors.length} GraphQL errors`}`;
}

/**
 * Splits a message of the library into the error and the action. The error has no full stop; environment variables replace
 * the names of options.
 */
export function splitMessage(message: string, prefix: string): [error: string, action: string | undefined] {
  const [first = "", ...rest] = message
    .replaceAll(/\bbaseUrl\b/g, `${prefix}_BASE_URL`)
    .replace(/, unless insecureHttp\b[^.]*/, "")
    .split(/(?<=\.)\s+(?=[A-Z])/);
  return [first.replace(/\.$/, ""), rest.length > 0 ? rest.join(" ") : undefined];
}

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
      return error.status >= 500
        ? "Try again later: the platform reports an internal error."
        : `Check ${prefix}_BASE_URL and the permissions of the token's user.`;
    case "RATE_LIMITED":
      return error.retryAfterMs === undefined
        ? "Wait, then try again."
        : `Try again in ${Math.ceil(error.retryAfterMs / 1000)} s.`;
    case "UNAUTHENTICATED":
      return `Set ${prefix}_REFRESH_TOKEN or a new ${prefix}_ACCESS_TOKEN. The platform's tool prints them (me:token).`;
    case "REFRESH_REJECTED":
      return `Check ${prefix}_TENANT_ID, or set a new ${prefix}_REFRESH_TOKEN (me:token --type refresh).`;
    case "GRAPHQL":
      return "Fix the operation or its variables: the platform rejected all or a part of it.";
    case "MALFORMED_RESPONSE":
    case "REDIRECT":
      return `Check ${prefix}_BASE_URL: it can be the URL of a web page, a login or a proxy.`;
    case "RESPONSE_MISMATCH":
      return 'Run "platform-graphql schema check": the platform does not match the snapshot.';
    case "RESPONSE_TOO_LARGE":
      return "Request less data: fewer fields or smaller pages.";
    case "PAGINATION":
      return "Report the problem to the platform: its cursors are invalid.";
    case "REJECTED":
      return "Fix the variables: the platform rejected the input.";
    case "ABORTED":
      return "Run the command again for the items without a result.";
    case "KY_HOOK":
      return "Fix the hook of your ky instance.";
    case "USAGE":
      return 'Run "platform-graphql --help".';
  }
}

/** Renders `error: <message>`, the details, `more` and `hint:  <hint>`, one per line. */
export function renderFailure(failure: Failure, stream: NodeJS.WriteStream, more = ""): string {
  const { message, hint, details = [] } = failure;
  const lines = details.map((line) => `  ${printable(line)}\n`).join("");
  const error = `${paint(stream, "red", "error:")} ${printable(message)}\n${lines}${more}`;
  return hint === undefined ? error : `${error}${renderHint(hint, stream)}`;
}

export function renderHint(hint: string, stream: NodeJS.WriteStream): string {
  return `${paint(stream, "cyan", "hint:")}  ${printable(hint)}\n`;
}
