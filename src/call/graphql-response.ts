/**
 * Reads the body of a response as a GraphQL response (GraphQL specification, section 7), whatever its status
 * and media type.
 */

import type { GraphQLFormattedError, ResponseParts } from "../shared/errors.ts";
import { isRecord, parseJson } from "../shared/wire.ts";

/** Largest number of GraphQL errors that an error keeps. */
export const MAX_ERRORS = 1_000;

/** A valid GraphQL response: it has data, errors, or both. `data` is `undefined` if the key is missing. */
export interface GraphQLResponse extends ResponseParts {
  readonly errors: readonly GraphQLFormattedError[];
  readonly data: object | null | undefined;
  readonly extensions?: unknown;
}

export interface ParsedBody {
  /** `undefined` if the body is not a valid GraphQL response. */
  readonly graphql: GraphQLResponse | undefined;
  /** Whether there is a `data` key, even in an invalid response. It means that execution began. */
  readonly hasDataKey: boolean;
}

export function parseBody(text: string): ParsedBody {
  const body = parseJson(text);
  // In a list or in incomplete JSON, the key can be at any place.
  const hasDataKey = isRecord(body) ? "data" in body : /"data"\s*:/.test(text);
  return { graphql: readGraphQLResponse(body), hasDataKey };
}

function readGraphQLResponse(body: unknown): GraphQLResponse | undefined {
  if (!isRecord(body)) return undefined;
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
