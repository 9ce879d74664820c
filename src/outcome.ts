/** Classifies responses and failures. Functions without state. */

import type { OperationKind } from "./document.ts";
import {
  type Delivery,
  type ErrorCode,
  type ErrorProperties,
  type GraphQLFormattedError,
  PendingError,
  type ResponseParts,
} from "./errors.ts";
import { isRecord, parseJson } from "./json.ts";
import { mediaType, type PostResponse } from "./request.ts";
import { readRetryAfter } from "./retry.ts";

/** Largest number of GraphQL errors that an error keeps. */
export const MAX_ERRORS = 1_000;

/** Why a request failed: its token was rejected, the platform limits the rate, or the failure is temporary. */
export type Cause = "token" | "limit" | "transient" | undefined;

export interface FailedOutcome {
  readonly response?: undefined;
  readonly failure: PendingError;
  readonly cause: Cause;
  /** Whether a resend cannot execute a mutation twice. */
  readonly mayResend: boolean;
  /** Largest number of retries after such a failure. */
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

/** What to do after a status that says more than its class. */
const ADVICE: Readonly<Record<number, string>> = {
  403: "Check the permissions.",
  413: "Send a smaller request.",
};

/** Retries of a mutation that was provably not executed. */
const MAX_MUTATION_RETRIES = 2;

/** Classifies a failed request. */
export function classifyFailure(kind: OperationKind, failure: PendingError): FailedOutcome {
  const isTransient = failure.code === "NETWORK" || failure.code === "TIMEOUT";
  const mayResend = kind === "query" || failure.properties.delivery === "not-sent";
  return { failure, cause: isTransient ? "transient" : undefined, mayResend, maxRetries: countRetries(kind) };
}

const countRetries = (kind: OperationKind): number =>
  kind === "query" ? Number.POSITIVE_INFINITY : MAX_MUTATION_RETRIES;

/** Whether a status proves that the platform did not execute the operation. */
export function provesNotExecuted(status: number): boolean {
  return (status >= 400 && status < 500) || status === 307 || status === 308;
}

/** What a program declares about a response: see `ClientOptions.classify`. */
export interface Classification {
  /** Why the request failed. `token`: the access token was rejected. `limit`: the rate is limited. `transient`: try later. */
  readonly cause?: "token" | "limit" | "transient";
  /** `false`: the platform executed nothing, so that a mutation can be resent. */
  readonly executed?: boolean;
}

/** The parts of a response that a classification can read. */
export interface ClassifiedResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  /** GraphQL errors of the response; an empty list if there are none. */
  readonly errors: readonly GraphQLFormattedError[];
}

/** Says what a response means; nothing: the lists of the client decide. */
export type Classify = (response: ClassifiedResponse) => Classification | null | undefined;

/** Gateways and servers send them while the platform is not available. 408 and 425: the request was not processed. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([
  408, 425, 500, 502, 504, 520, 521, 522, 523, 524, 525, 529, 530,
]);

/** A response, read once. */
interface ReadResponse {
  readonly status: number;
  readonly headers: PostResponse["headers"];
  readonly response: GraphQLResponse | undefined;
  readonly errors: readonly GraphQLFormattedError[];
  /** Whether there is a `data` key, which means that execution began. */
  readonly hasData: boolean;
  readonly retryAfterMs: number | undefined;
}

function read({ status, headers, text }: PostResponse): ReadResponse {
  const body = parseJson(text);
  const response = readResponse(body);
  // In a list or in incomplete JSON, the key can be at any place.
  const hasData = isRecord(body) ? "data" in body : /"data"\s*:/.test(text);
  return {
    status,
    headers,
    response,
    errors: response?.errors ?? [],
    hasData,
    retryAfterMs: readRetryAfter(headers),
  };
}

/**
 * Classifies a complete response. A `data` key means that execution began, whatever its value and the rest of the response
 * are, so it is looked for before anything else is judged. What the program declares takes precedence.
 */
export function classifyResponse(
  kind: OperationKind,
  url: string,
  received: PostResponse,
  classify?: Classify,
): Outcome {
  const result = read(received);
  const { status, response } = result;
  const isSuccess = response?.data && response.errors.length === 0 && status !== 401 && status !== 429;
  if (isSuccess) return { response: { data: response.data as object, extensions: response.extensions } };
  const declared = declare(result, classify);
  const cause = declared.cause ?? findCause(result);
  const stated = declared.executed === false ? "not-executed" : findDelivery(result);
  const mayResend = kind === "query" || stated === "not-executed";
  // A part of a mutation can have run before the platform rejected its token.
  const delivery = cause === "token" && !mayResend ? "unknown" : stated;
  const { code, what, properties } = describe(result, cause, mayResend);
  const { retryAfterMs } = result;
  const all = { status, delivery, ...(retryAfterMs !== undefined && { retryAfterMs }), ...properties };
  const failure = new PendingError(code, `POST ${url} ${what}`, all, response);
  return { failure, cause, mayResend, maxRetries: status === 500 ? 1 : countRetries(kind) };
}

/** @throws PendingError `USAGE` if the function of the program throws, or returns anything else. */
function declare({ status, headers, errors }: ReadResponse, classify: Classify | undefined): Classification {
  if (!classify) return {};
  let declared: unknown;
  try {
    declared = classify({ status, headers, errors });
  } catch {
    throw new PendingError("USAGE", "classify threw an error. Return undefined for what it does not know.", {
      status,
    });
  }
  const { cause, executed } = (declared ?? {}) as Classification;
  const isCause = cause === undefined || cause === "token" || cause === "limit" || cause === "transient";
  const isExecution = executed === undefined || typeof executed === "boolean";
  if (isRecord(declared ?? {}) && isCause && isExecution) return declared ?? {};
  throw new PendingError(
    "USAGE",
    'classify must return { cause: "token", "limit" or "transient", executed }.',
    {
      status,
    },
  );
}

const hasCode = (errors: readonly GraphQLFormattedError[], ...codes: readonly unknown[]): boolean =>
  errors.some(({ extensions }) => codes.includes(extensions?.code));

/** Assumed (docs/contract.md, 7): the platform documents no error codes. GraphQL servers commonly use these. */
function findCause({ status, response, errors }: ReadResponse): Cause {
  if (status === 401 || (isBlank(response?.data) && hasCode(errors, "UNAUTHENTICATED"))) return "token";
  // A gateway that limits the rate can send a 503, with or without `Retry-After`.
  if (isNamedLimit(status, errors) || status === 503) return "limit";
  // A GraphQL response below 501 is the platform's own answer.
  return TRANSIENT_STATUSES.has(status) && (status > 500 || !response) ? "transient" : undefined;
}

function isNamedLimit(status: number, errors: readonly GraphQLFormattedError[]): boolean {
  return status === 429 || hasCode(errors, "RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED");
}

/** Whether the platform executed the operation. */
function findDelivery({ status, response, errors, hasData }: ReadResponse): Delivery {
  const isRejected = provesNotExecuted(status);
  if (!hasData) {
    const hasErrorsAlone = response !== undefined && status < 300;
    return isRejected || hasErrorsAlone ? "not-executed" : "unknown";
  }
  // Servers that reject a request before execution and servers that remove paths send the same response.
  const isAmbiguous = isRejected && response?.data === null && errors.every(({ path }) => path === undefined);
  return isAmbiguous ? "unknown" : "done";
}

interface Description {
  readonly code: ErrorCode;
  readonly what: string;
  readonly properties?: ErrorProperties;
}

function describe(read: ReadResponse, cause: Cause, mayResend: boolean): Description {
  const { status, headers, response, errors } = read;
  if (cause === "token") {
    const advice = mayResend ? "Check the permissions." : "A part of it can have run.";
    return { code: "UNAUTHENTICATED", what: `rejected the access token (HTTP ${status}). ${advice}` };
  }
  // A bare 503 can also come from a platform that is not available.
  if (cause === "limit" && (status !== 503 || isNamedLimit(status, errors)))
    return { code: "RATE_LIMITED", what: `limits the rate (HTTP ${status}). Send fewer requests.` };
  if (response) return { code: "GRAPHQL", what: summarizeErrors(errors) };
  if (status < 200 || status > 299) {
    const advice = ADVICE[status] ?? (status < 500 ? "Check baseUrl." : "Try again later.");
    return { code: "HTTP_STATUS", what: `returned HTTP ${status}. ${advice}` };
  }
  const what = `returned HTTP ${status} without a GraphQL response. Check baseUrl.`;
  return { code: "MALFORMED_RESPONSE", what, properties: { contentType: mediaType(headers) } };
}

/** Whether `data` has no content: it is missing, `null`, or all its fields are `null`. */
function isBlank(data: object | null | undefined): boolean {
  return Object.values(data ?? {}).every((field) => field === null);
}

/** Reads a body, whatever its status and media type. @returns `undefined` if it is not a GraphQL response. */
function readResponse(body: unknown): GraphQLResponse | undefined {
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
