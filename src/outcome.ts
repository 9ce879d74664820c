/** Classifies responses and failures. Functions without state. */

import { type Classify, readClassification } from "./classify.ts";
import type { OperationKind } from "./document.ts";
import {
  type Delivery,
  type ErrorCode,
  type ErrorProperties,
  Failure,
  type GraphQLFormattedError,
  type ResponseParts,
} from "./errors.ts";
import { isRecord, parseJson } from "./json.ts";
import { mediaType, type PostResponse } from "./request.ts";
import { readRetryAfter } from "./retry.ts";

/** Largest number of GraphQL errors that an error keeps. */
export const MAX_ERRORS = 1_000;

/** Why a request failed: its token was rejected, the platform limits the rate, or the failure is temporary. `undefined`: other. */
export type Cause = "token" | "limit" | "transient" | undefined;

export interface FailedOutcome {
  readonly response?: undefined;
  readonly failure: Failure;
  readonly cause: Cause;
  /** Whether a resend cannot execute a mutation twice. */
  readonly mayResend: boolean;
  /** Largest number of retries after such a failure. The smaller of this and the `maxRetries` of the client applies. */
  readonly maxRetries: number;
}

/** A response without errors. */
export interface SuccessfulResponse {
  readonly data: object;
  readonly extensions: unknown;
}

export type Outcome =
  | { readonly response: SuccessfulResponse; readonly failure?: undefined; readonly cause?: undefined }
  | FailedOutcome;

/** A valid GraphQL response. `data` is `undefined` if the key is missing. */
interface GraphQLResponse extends ResponseParts {
  readonly errors: readonly GraphQLFormattedError[];
  readonly data: object | null | undefined;
  readonly extensions?: unknown;
}

/** Advice for single statuses, in place of the advice for all 4xx or 5xx. */
const ADVICE: Readonly<Record<number, string>> = {
  403: "Check the permissions.",
  413: "Send a smaller request.",
};

/** Retries of a mutation that was provably not executed. */
const MAX_MUTATION_RETRIES = 2;

/** Classifies a request without a response that can be read. */
export function classifyFailure(kind: OperationKind, failure: Failure): FailedOutcome {
  const isTransient = failure.code === "NETWORK" || failure.code === "TIMEOUT";
  const mayResend = kind === "query" || failure.properties.delivery === "not-sent";
  return { failure, cause: isTransient ? "transient" : undefined, mayResend, maxRetries: maxRetriesOf(kind) };
}

const maxRetriesOf = (kind: OperationKind): number =>
  kind === "query" ? Number.POSITIVE_INFINITY : MAX_MUTATION_RETRIES;

/** Whether a status proves that the platform did not execute the operation. */
export function provesNotExecuted(status: number): boolean {
  return (status >= 400 && status < 500) || status === 307 || status === 308;
}

/** Gateways and servers send them while the platform is not available. 408 and 425: the request was not processed. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([
  408, 425, 500, 502, 504, 520, 521, 522, 523, 524, 525, 529, 530,
]);

/** The parts of a response that decide its outcome. */
interface ParsedResponse {
  readonly status: number;
  readonly headers: PostResponse["headers"];
  readonly response: GraphQLResponse | undefined;
  readonly errors: readonly GraphQLFormattedError[];
  /** Whether there is a `data` key, which means that execution began. */
  readonly hasData: boolean;
}

function parseResponse({ status, headers, text }: PostResponse): ParsedResponse {
  const body = parseJson(text);
  const response = readGraphQLResponse(body);
  // In a list or in incomplete JSON, the key can be at any place.
  const hasData = isRecord(body) ? "data" in body : /"data"\s*:/.test(text);
  return {
    status,
    headers,
    response,
    errors: response?.errors ?? [],
    hasData,
  };
}

/** Classifies a complete response. What the program declares with `classify` takes precedence. */
export function classifyResponse(
  kind: OperationKind,
  url: string,
  received: PostResponse,
  classify?: Classify,
): Outcome {
  const result = parseResponse(received);
  const { status, response, errors } = result;
  const { data, extensions } = response ?? {};
  // With 401 or 429, the platform rejected the request, whatever its body contains. With another status, data without errors
  // is a success.
  const isRejected = status === 401 || status === 429;
  if (data && errors.length === 0 && !isRejected) return { response: { data, extensions } };
  const declared = readClassification(result, classify);
  const cause = declared.cause ?? findCause(result);
  const latest = declared.executed === false ? "not-executed" : findDelivery(result);
  const mayResend = kind === "query" || latest === "not-executed";
  // A part of a mutation can have run before the platform rejected its token.
  const delivery = cause === "token" && !mayResend ? "unknown" : latest;
  const { code, problem, properties } = describe(result, cause, mayResend);
  const retryAfterMs = readRetryAfter(received.headers);
  const all = { status, delivery, ...(retryAfterMs !== undefined && { retryAfterMs }), ...properties };
  const failure = new Failure(code, `POST ${url} ${problem}`, all, response);
  // One retry after HTTP 500: docs/decisions/0080-one-window-with-a-timeout.md.
  return { failure, cause, mayResend, maxRetries: status === 500 ? 1 : maxRetriesOf(kind) };
}

const hasCode = (errors: readonly GraphQLFormattedError[], ...codes: readonly unknown[]): boolean =>
  errors.some(({ extensions }) => codes.includes(extensions?.code));

/** The causes are assumed (docs/contract.md, 7): the platform documents no error codes. GraphQL servers commonly use these. */
function findCause({ status, response, errors }: ParsedResponse): Cause {
  if (status === 401 || (isBlank(response?.data) && hasCode(errors, "UNAUTHENTICATED"))) return "token";
  // A gateway that limits the rate can send a 503, with or without `Retry-After`.
  if (isExplicitLimit(status, errors) || status === 503) return "limit";
  // Gateways send 502 and higher with a body of any form. With 500 or less, a GraphQL response is that of the platform.
  const isOfPlatform = response !== undefined && status <= 500;
  return TRANSIENT_STATUSES.has(status) && !isOfPlatform ? "transient" : undefined;
}

/** Whether the status or an error code says that the rate is limited. */
function isExplicitLimit(status: number, errors: readonly GraphQLFormattedError[]): boolean {
  return status === 429 || hasCode(errors, "RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED");
}

/** Whether the platform executed the operation. A `data` key means that execution began, whatever its value is. */
function findDelivery({ status, response, errors, hasData }: ParsedResponse): Delivery {
  const wasRejected = provesNotExecuted(status);
  if (!hasData) {
    // The specification requires `data` once execution began.
    const hasErrorsAlone = response !== undefined && status < 300;
    return wasRejected || hasErrorsAlone ? "not-executed" : "unknown";
  }
  // Servers that reject a request before execution and servers that remove paths send the same response.
  const isAmbiguous =
    wasRejected && response?.data === null && errors.every(({ path }) => path === undefined);
  return isAmbiguous ? "unknown" : "done";
}

/** In order: each state is further than the one before it. */
const DELIVERIES: readonly Delivery[] = ["not-sent", "not-executed", "unknown", "done"];

export function furthest(delivery: Delivery, other: Delivery): Delivery {
  return DELIVERIES.indexOf(delivery) > DELIVERIES.indexOf(other) ? delivery : other;
}

interface Description {
  readonly code: ErrorCode;
  /** The message after method and URL. */
  readonly problem: string;
  readonly properties?: ErrorProperties;
}

function describe(result: ParsedResponse, cause: Cause, mayResend: boolean): Description {
  const { status, headers, response, errors } = result;
  if (cause === "token") {
    const advice = mayResend ? "Check the permissions." : "A part of it can have run.";
    return { code: "UNAUTHENTICATED", problem: `rejected the access token (HTTP ${status}). ${advice}` };
  }
  // A 503 without an error code of a limit can also come from a platform that is not available.
  if (cause === "limit" && (status !== 503 || isExplicitLimit(status, errors)))
    return { code: "RATE_LIMITED", problem: `limits the rate (HTTP ${status}). Send fewer requests.` };
  if (errors.length > 0) return { code: "GRAPHQL", problem: summarizeErrors(errors) };
  if (status < 200 || status > 299) {
    const advice = ADVICE[status] ?? (status < 500 ? "Check baseUrl." : "Try again later.");
    return { code: "HTTP_STATUS", problem: `returned HTTP ${status}. ${advice}` };
  }
  const problem = `returned HTTP ${status} without a GraphQL response. Check baseUrl.`;
  return { code: "MALFORMED_RESPONSE", problem, properties: { contentType: mediaType(headers) } };
}

/** Whether `data` has no content: it is missing, `null`, or all its fields are `null`. */
function isBlank(data: object | null | undefined): boolean {
  return Object.values(data ?? {}).every((field) => field === null);
}

/** Reads a body, whatever its status and media type. @returns `undefined` if it is not a GraphQL response. */
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

/** The number of errors alone: other text of the server can quote variables. */
function summarizeErrors({ length }: readonly GraphQLFormattedError[]): string {
  return `returned ${length} GraphQL error${length > 1 ? "s" : ""}. Print error.errors.`;
}
