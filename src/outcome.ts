/** Classifies responses and failures. Pure. */

import type { OperationKind } from "./document.ts";
import {
  type Delivery,
  type ErrorCode,
  type ErrorFacts,
  Failure,
  type GraphQLErrorEntry,
  type ResponseParts,
} from "./errors.ts";
import { isRecord, parseJson } from "./json.ts";
import { mediaType, type PostResponse } from "./request.ts";
import { readRetryAfter } from "./retry.ts";

/** Largest number of GraphQL errors that an error keeps. */
export const MAX_ERRORS = 1_000;

/** Why a request failed: its token was rejected, the platform limits the rate, or the failure is temporary. */
type Cause = "token" | "limit" | "transient" | undefined;

export interface FailedOutcome {
  readonly data?: undefined;
  readonly failure: Failure;
  readonly cause: Cause;
  /** Whether a resend cannot execute a mutation twice. */
  readonly mayResend: boolean;
}

export type Outcome =
  | { readonly data: object; readonly failure?: undefined; readonly cause?: undefined }
  | FailedOutcome;

/** A valid GraphQL response. `data` is `undefined` if the key is missing. */
interface GraphQLResponse extends ResponseParts {
  readonly errors: readonly GraphQLErrorEntry[];
  readonly data: object | null | undefined;
}

/** What to do after a status that says more than its class. */
const ADVICE: Readonly<Record<number, string>> = { 403: "Check the permissions.", 413: "Send a smaller request." };

/** Classifies a failed request. */
export function classifyFailure(kind: OperationKind, failure: Failure): FailedOutcome {
  const isTransient = failure.code === "NETWORK" || failure.code === "TIMEOUT";
  const mayResend = kind === "query" || failure.facts.delivery === "not-sent";
  return { failure, cause: isTransient ? "transient" : undefined, mayResend };
}

/** Whether a status proves that the platform did not execute the operation. */
export function isRejection(status: number): boolean {
  return (status >= 400 && status < 500) || status === 307 || status === 308;
}

/**
 * Classifies a complete response. A `data` key means that execution began, whatever its value and the rest of the response
 * are, so it is looked for before anything else is judged.
 */
export function classifyResponse(kind: OperationKind, url: string, { status, headers, text }: PostResponse): Outcome {
  const body = parseJson(text);
  const response = readResponse(body);
  const { data, errors = [] }: Partial<GraphQLResponse> = response ?? {};
  if (data && errors.length === 0 && status !== 401 && status !== 429) return { data };

  // In a list or in incomplete JSON, the key can be at any place.
  const hasData = isRecord(body) ? "data" in body : /"data"\s*:/.test(text);
  const isRejected = !hasData && (isRejection(status) || (response !== undefined && status < 300));
  const delivery: Delivery = isRejected ? "rejected" : hasData ? "done" : "unknown";
  const mayResend = kind === "query" || isRejected;
  const retryAfterMs = readRetryAfter(headers);
  const fail = (code: ErrorCode, what: string, cause?: Cause, more?: ErrorFacts): Outcome => {
    const facts = { status, delivery, ...(retryAfterMs !== undefined && { retryAfterMs }), ...more };
    return { failure: new Failure(code, `POST ${url} ${what}`, facts, response), cause, mayResend };
  };
  const hasCode = (...codes: unknown[]) => errors.some((error) => codes.includes(error.extensions?.code));

  // Assumed (docs/contract.md, 7): the platform documents no error codes. GraphQL servers commonly use these.
  if (status === 401 || (isBlank(data) && hasCode("UNAUTHENTICATED"))) {
    const advice = mayResend ? "Check the permissions." : "A part of it can have run.";
    const what = `rejected the access token (HTTP ${status}). ${advice}`;
    return fail("UNAUTHENTICATED", what, "token", { delivery: mayResend ? delivery : "unknown" });
  }
  if (status === 429 || hasCode("RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED")) {
    return fail("RATE_LIMITED", `limits the rate (HTTP ${status}). Send fewer requests.`, "limit");
  }
  // A gateway that limits the rate can send a 503 with `Retry-After`. 502 and 504: it got no response of the platform.
  const isTransient = [502, 503, 504].includes(status);
  const isLimit = status === 503 && retryAfterMs !== undefined;
  const cause = isLimit ? "limit" : isTransient ? "transient" : undefined;
  if (response) return fail("GRAPHQL", summarizeErrors(errors), cause);
  if (status < 200 || status > 299) {
    const advice = ADVICE[status] ?? (status < 500 ? "Check baseUrl." : "Try again later.");
    return fail("HTTP_STATUS", `returned HTTP ${status}. ${advice}`, cause);
  }
  const contentType = mediaType(headers);
  const what = `returned HTTP ${status} without a GraphQL response. Check baseUrl.`;
  return fail("MALFORMED_RESPONSE", what, undefined, { contentType });
}

/** Whether `data` has no content: it is missing, `null`, or all its fields are `null`. */
function isBlank(data: object | null | undefined): boolean {
  return Object.values(data ?? {}).every((field) => field === null);
}

/** Reads a body, whatever its status and media type. @returns `undefined` if it is not a GraphQL response. */
function readResponse(body: unknown): GraphQLResponse | undefined {
  if (!isRecord(body)) return undefined;
  const { data } = body;
  // Some servers send `null` if there are none.
  const errors = body.errors ?? [];
  if (!Array.isArray(errors) || !isRecord(data ?? {})) return undefined;
  if (errors.length === 0 && !data) return undefined;
  return { data: data as object | null | undefined, errors: errors.slice(0, MAX_ERRORS).map(readEntry) };
}

function readEntry(entry: unknown): GraphQLErrorEntry {
  if (!isRecord(entry) || typeof entry.message !== "string") return { message: "The platform sent no message." };
  const { message, path, locations, extensions } = entry;
  const result: object = {
    message,
    ...(Array.isArray(path) && path.every(isKey) && { path }),
    ...(Array.isArray(locations) && locations.every(isRecord) && { locations }),
    ...(isRecord(extensions) && { extensions }),
  };
  return result as GraphQLErrorEntry;
}

const isKey = (value: unknown) => typeof value === "string" || typeof value === "number";

/** The number of errors alone: other text of the server can quote variables. */
function summarizeErrors({ length }: readonly GraphQLErrorEntry[]): string {
  return `returned ${length} GraphQL error${length > 1 ? "s" : ""}. Print error.errors.`;
}
