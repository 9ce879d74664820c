/** A GraphQL response, as far as a reply holds one (GraphQL specification, section 7). */

import type { GraphQLErrorEntry, ResponseParts } from "./errors.ts";
import type { Reply } from "./wire.ts";

/** A response with ten thousand errors is a fault of its own; the first ones tell what happened. */
const MAX_ERRORS = 100;

// Assumed: the specification shows no error codes. These are the ones that GraphQL servers commonly use.
const UNAUTHENTICATED = "UNAUTHENTICATED";
const RATE_LIMIT_CODES = new Set(["RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED"]);

/** A well-formed response. `data` is `undefined` where the key is missing: then nothing was executed. */
export interface GraphQLResponse extends ResponseParts {
  readonly data: object | null | undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf<Member>(value: unknown, is: (member: unknown) => boolean): value is Member[] {
  return Array.isArray(value) && value.every(is);
}

const isKey = (value: unknown) => typeof value === "string" || typeof value === "number";
const isLocation = (value: unknown) =>
  isRecord(value) && typeof value.line === "number" && typeof value.column === "number";

function readEntry(entry: unknown): GraphQLErrorEntry {
  if (!isRecord(entry) || typeof entry.message !== "string") return { message: "The platform gave no message" };
  const { message, path, locations, extensions } = entry;
  return {
    message,
    ...(isListOf<string | number>(path, isKey) && { path }),
    ...(isListOf<{ line: number; column: number }>(locations, isLocation) && { locations }),
    ...(isRecord(extensions) && { extensions }),
  };
}

/** Reads a reply; `undefined` where it is no GraphQL response, whatever its status or media type says. Never throws. */
export function parseResponse(reply: Reply): GraphQLResponse | undefined {
  let body: unknown;
  try {
    body = JSON.parse(reply.text);
  } catch {
    return undefined;
  }
  if (!isRecord(body)) return undefined;
  const { data, errors = [] } = body;
  if (!Array.isArray(errors)) return undefined;
  if (data !== undefined && data !== null && !isRecord(data)) return undefined;
  // Without errors there must be data, and not `null`: the operation's type says so.
  if (errors.length === 0 && (data === undefined || data === null)) return undefined;
  return { data, errors: errors.slice(0, MAX_ERRORS).map(readEntry) };
}

function hasCode(response: GraphQLResponse | undefined, matches: (code: unknown) => boolean): boolean {
  return response?.errors.some((error) => matches(error.extensions?.code)) ?? false;
}

/** Whether the platform refused the access token, by status or by a GraphQL error. */
export function isUnauthenticated(reply: Reply, response: GraphQLResponse | undefined): boolean {
  return reply.status === 401 || hasCode(response, (code) => code === UNAUTHENTICATED);
}

/** Whether the platform asked for fewer requests, by status or by a GraphQL error. */
export function isRateLimited(reply: Reply, response: GraphQLResponse | undefined): boolean {
  return reply.status === 429 || hasCode(response, (code) => typeof code === "string" && RATE_LIMIT_CODES.has(code));
}

/** Where the errors are, for a message: paths and codes only, as server text may quote variables. */
export function summarizeErrors(errors: readonly GraphQLErrorEntry[]): string {
  const [first] = errors;
  const code = first?.extensions?.code;
  const named = typeof code === "string" && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? ` ${code}` : "";
  const place = first?.path?.join(".") ?? "";
  const path = /^\w[\w.]{0,127}$/.test(place) ? ` at ${place}` : "";
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : "";
  return `GraphQL error${named}${path}${more} (see error.errors)`;
}
