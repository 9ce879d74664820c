/** Reads a body as a GraphQL response (GraphQL specification, section 7), whatever its media type. */

import type { GraphQLFormattedError } from "../shared/errors.ts";
import { isRecord, parseJson } from "../shared/wire.ts";

/** Largest number of GraphQL errors that an error keeps. */
export const MAX_ERRORS = 1_000;

/** A valid GraphQL response: it has data, errors, or both. `data` is `undefined` if the key is missing. */
interface GraphQLResponse {
  readonly errors: readonly GraphQLFormattedError[];
  readonly data: object | null | undefined;
  readonly extensions?: unknown;
}

export interface ParsedBody {
  /** `undefined` if the body is not a valid GraphQL response. */
  readonly graphql: GraphQLResponse | undefined;
  /** Those of `graphql`, or an empty list. */
  readonly errors: readonly GraphQLFormattedError[];
  /** Whether a JSON object has a `data` key, even an invalid one. It means that execution began. */
  readonly hasDataKey: boolean;
  /** Whether an entry of `errors` has a `path`, even an invalid one. It is the error of a field. */
  readonly hasPath: boolean;
  /** Whether the body is a JSON object without its end: it says nothing, as a connection that breaks. */
  readonly isCut: boolean;
}

export function parseBody(text: string): ParsedBody {
  const parsed = parseJson(text);
  const body = isRecord(parsed) ? parsed : {};
  const graphql = readGraphQLResponse(body);
  const entries = Array.isArray(body.errors) ? body.errors : [];
  return {
    graphql,
    errors: graphql?.errors ?? [],
    hasDataKey: "data" in body,
    hasPath: entries.some((entry) => isRecord(entry) && (entry.path ?? undefined) !== undefined),
    isCut: parsed === undefined && isCutObject(text),
  };
}

/** Strings, also without their end, and brackets. */
const TOKEN = /"(?:\\[\s\S]|[^"\\])*"?|[{}[\]]/g;

/** Whether a text begins as a JSON object, and ends before the object does. */
function isCutObject(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
  }
  return depth > 0;
}

function readGraphQLResponse(body: Readonly<Record<string, unknown>>): GraphQLResponse | undefined {
  const { data, extensions } = body;
  // Some servers send `null` if there are none.
  const errors = body.errors ?? [];
  if (!Array.isArray(errors) || !isRecord(data ?? {})) return undefined;
  if (errors.length === 0 && !data) return undefined;
  return {
    data: data as object | null | undefined,
    errors: errors.slice(0, MAX_ERRORS).map(readEntry),
    extensions,
  };
}

function readEntry(entry: unknown): GraphQLFormattedError {
  if (!isRecord(entry) || typeof entry.message !== "string")
    return { message: "The platform sent no message." };
  const { message, path, locations, extensions } = entry;
  const result: object = {
    message,
    ...(Array.isArray(path) && path.every(isKey) && { path }),
    ...(Array.isArray(locations) && locations.every(isRecord) && { locations }),
    ...(isRecord(extensions) && { extensions }),
  };
  return result as GraphQLFormattedError;
}

const isKey = (value: unknown) => typeof value === "string" || typeof value === "number";
