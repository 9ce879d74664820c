/** Failures of commands as text: one line for the error, one for the hint. */

import { lstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AnyOperationError } from "@integration-platform/graphql";
import { quotePath } from "../names.ts";
import { decodeText, parseJson } from "../text.ts";
import { Problem } from "./problem.ts";
import { paint, printable } from "./terminal.ts";

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

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "it exists already",
  ELOOP: "too many symbolic links",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
};

/** Reason of a file system error, such as "permission denied". */
export function describeFileError(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? (FILE_ERRORS[code] ?? code) : "unknown reason";
}

/**
 * Whether there is a file or folder. A broken link, and a path through a file, count: reading them fails, instead of using a
 * default without notice.
 */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** Reads a text file. @param option - Option that named it. @throws Problem that names the file and the reason. */
export async function readText(file: string, hint: string, option?: string): Promise<string> {
  const subject = option === undefined ? "" : `${option}: `;
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Problem(`${subject}cannot read ${quotePath(file)}: ${describeFileError(error)}`, hint);
  });
  const decoded = decodeText(bytes);
  if ("text" in decoded) return decoded.text;
  throw new Problem(`${subject}${quotePath(file)} at ${decoded.place}: ${decoded.problem}`, "Save the file as UTF-8.");
}

/** Reads a file with JSON. @throws Problem that names the file and the place. */
export async function readJson(file: string, hint: string, option?: string): Promise<unknown> {
  const parsed = parseJson(await readText(file, hint, option));
  if ("value" in parsed) return parsed.value;
  const name = quotePath(file).replace(/^"(.*)"$/, "$1");
  throw new Problem(`${name}${parsed.place && `:${parsed.place}`}: the file is not JSON`, hint);
}
