/** Failures as people read them: one line on what happened, one on what to do. */

import { type AnyOperationError, isOperationError } from "@integration-platform/graphql";
import { Problem } from "./problem.ts";
import { paint, printable } from "./terminal.ts";
import { nameVariables } from "./wording.ts";

export interface Described {
  /** Stable: the `code` of the error family. `INTERNAL` for a fault of ours. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** Further lines for people. */
  readonly details?: readonly string[];
}

/** Where the command is told what to do, for the hints that name it. */
export interface Naming {
  /** First part of the names of the environment variables. */
  readonly prefix: string;
}

/** Describes what a command threw; `undefined` where it is none of ours. */
export function describeFailure(error: unknown, naming: Naming): Described | undefined {
  if (error instanceof Problem) {
    const { code, message, hint, details } = error;
    return { code, message, hint, ...(details.length > 0 && { details }) };
  }
  if (!isOperationError(error)) return undefined;
  return { code: error.code, message: summarize(error, naming), hint: suggest(error, naming) };
}

/** The error's own message, but for what the command tells at length. */
function summarize(error: AnyOperationError, { prefix }: Naming): string {
  if (error.code !== "GRAPHQL") return nameVariables(error.message, prefix);
  const { operation, errors } = error;
  return `${operation}: the platform answered with ${errors.length === 1 ? "an error" : `${errors.length} errors`}`;
}

/** What to do about it, by code: a new code does not compile until it has its answer here. */
function suggest(error: AnyOperationError, { prefix }: Naming): string {
  switch (error.code) {
    case "NETWORK":
    case "REFRESH_UNAVAILABLE":
      return `check ${prefix}_BASE_URL, and that the platform can be reached from here`;
    case "TIMEOUT":
      return "try again, or allow it more time with --timeout <ms>";
    case "HTTP_STATUS":
      return error.status >= 500
        ? "the platform has trouble: try again later"
        : `check ${prefix}_BASE_URL, and what the token's user may do`;
    case "RATE_LIMITED":
      return error.retryAfterMs === undefined
        ? "wait a while, then try again"
        : `try again in ${Math.ceil(error.retryAfterMs / 1000)} s`;
    case "UNAUTHENTICATED":
      return `the platform's own tool prints tokens (\`me:token\`): set ${prefix}_REFRESH_TOKEN or ${prefix}_ACCESS_TOKEN`;
    case "REFRESH_REJECTED":
      return `the platform's own tool prints one (\`me:token --type refresh\`): set ${prefix}_REFRESH_TOKEN, and check ${prefix}_TENANT_ID`;
    case "GRAPHQL":
      return "the platform refused the operation, or a part of it: nothing is wrong with the connection";
    case "MALFORMED_RESPONSE":
    case "REDIRECT":
      return `${prefix}_BASE_URL may lead to a web page, a log-in or a proxy instead of the platform`;
    case "RESPONSE_TOO_LARGE":
      return "ask for less: fewer fields, or a page at a time";
    case "PAGINATION":
      return "the platform's cursors are at fault: nothing is wrong with the connection";
    case "REJECTED":
      return "the platform refused the input: nothing is wrong with the connection";
    case "USAGE":
      return "see platform-graphql --help";
  }
}

/** `error: …` and `hint:  …`, a line each, and between them further lines. */
export function renderFailure(failure: Described, stream: NodeJS.WriteStream, more = ""): string {
  const { message, hint, details = [] } = failure;
  const lines = details.map((line) => `  ${printable(line)}\n`).join("");
  const error = `${paint(stream, "red", "error:")} ${printable(message)}\n${lines}${more}`;
  return hint === undefined ? error : `${error}${renderHint(hint, stream)}`;
}

export function renderHint(hint: string, stream: NodeJS.WriteStream): string {
  return `${paint(stream, "cyan", "hint:")}  ${printable(hint)}\n`;
}
