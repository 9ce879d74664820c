/**
 * Classifies responses and failures: what went wrong, and whether the operation can be resent. Functions
 * without state.
 */

import { type Classification, type Classify, readClassification } from "../shared/classify.ts";
import type { OperationKind } from "../shared/document.ts";
import {
  type Delivery,
  type ErrorCode,
  type GraphQLFormattedError,
  OperationError,
} from "../shared/errors.ts";
import { adviseBaseUrl, type PostResponse, shortenUrl, toErrorResponse } from "../shared/request.ts";
import { readRetryAfter } from "../shared/retry.ts";
import { type ParsedBody, parseBody } from "./graphql-response.ts";

/** Why a request failed: the token, a limit of the rate, or for some time. `undefined`: other. */
type FailureKind = "token" | "limit" | "transient" | undefined;

/** Data without errors. */
export interface SuccessfulResponse {
  readonly data: object;
  readonly extensions: unknown;
}

interface SuccessfulOutcome {
  readonly response: SuccessfulResponse;
  readonly failure?: undefined;
  readonly kind?: undefined;
}

export interface FailedOutcome {
  readonly failure: OperationError;
  readonly kind: FailureKind;
  /** Whether the operation is a query, or a mutation that was provably not executed. */
  readonly mayResend: boolean;
  /** The call fails if it already had this number of retries. Replays and requeues do not count. */
  readonly retryLimit: number;
}

export type Outcome = SuccessfulOutcome | FailedOutcome;

/** Retries of a mutation that was provably not executed. */
const MAX_MUTATION_RETRIES = 2;

const retryLimitOf = (kind: OperationKind): number =>
  kind === "query" ? Number.POSITIVE_INFINITY : MAX_MUTATION_RETRIES;

/** A mutation can run again only if it was provably not executed. */
function canRunAgain(kind: OperationKind, delivery: Delivery | undefined): boolean {
  return kind === "query" || delivery === "not-sent" || delivery === "not-executed";
}

/** Classifies a request whose response did not arrive, or could not be read, or made `classify` throw. */
export function classifyFailure(kind: OperationKind, failure: OperationError): FailedOutcome {
  const isTransient = failure.code === "NETWORK" || failure.code === "TIMEOUT";
  const mayResend = canRunAgain(kind, failure.delivery);
  return { failure, kind: isTransient ? "transient" : undefined, mayResend, retryLimit: retryLimitOf(kind) };
}

/** The status and the body of a response. */
interface ParsedResponse extends ParsedBody {
  readonly status: number;
}

/** Classifies a complete response. If it is a failure, what `classify` returns takes precedence. */
export function classifyResponse(
  kind: OperationKind,
  url: string,
  received: PostResponse,
  classify?: Classify,
): Outcome {
  const { status, headers, text } = received;
  const response: ParsedResponse = { status, ...parseBody(text) };
  const { graphql, errors } = response;
  const { data, extensions } = graphql ?? {};
  // 401 and 429 are failures, whatever the body contains. With any other status, data without errors is a
  // success.
  const isTokenOrLimitStatus = status === 401 || status === 429;
  if (data && errors.length === 0 && !isTokenOrLimitStatus) return { response: { data, extensions } };
  const declared = readClassification({ status, headers, errors }, classify);
  const failureKind = declared.kind ?? findKind(response);
  const delivery = declareDelivery(declared) ?? findDelivery(kind, failureKind, response);
  const mayResend = canRunAgain(kind, delivery);
  // A 503 alone can also mean that the platform is not available.
  const isNamedLimit = declared.kind === "limit" || hasLimit(status, errors);
  const code = chooseCode(response, failureKind, isNamedLimit);
  const [problem, advice] = describe(code, response, mayResend);
  const failure = new OperationError(code, {
    problem: `POST ${shortenUrl(url)} ${problem}`,
    advice: graphql ? advice : adviseBaseUrl(url, advice),
    status,
    delivery,
    retryAfterMs: readRetryAfter(headers, isNamedLimit),
    ...graphql,
    response: toErrorResponse(received),
  });
  // After HTTP 500, at most one retry of the call, if it can be retried at all:
  // docs/decisions/0080-one-window-with-a-timeout.md.
  return { failure, kind: failureKind, mayResend, retryLimit: status === 500 ? 1 : retryLimitOf(kind) };
}

/** Statuses of gateways while the platform is not available, except 503: that is a limit (see `findKind`). */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([
  408, 425, 500, 502, 504, 520, 521, 522, 523, 524, 525, 529, 530,
]);

/** The error codes are assumed (docs/contract.md, 7): GraphQL servers commonly use them. */
function findKind({ status, graphql, errors, isCut }: ParsedResponse): FailureKind {
  // If a field has a value, the code is about another field, and not about the token.
  const hasTokenError = hasCode(errors, "UNAUTHENTICATED") && isBlank(graphql?.data);
  if (status === 401 || hasTokenError) return "token";
  // A gateway that limits the rate can send a 503, with or without `Retry-After`.
  if (status === 503 || hasLimit(status, errors)) return "limit";
  // After a GraphQL body, the same request would fail again. With a status over 500, the body can be one of a
  // gateway.
  const wouldFailAgain = graphql !== undefined && status <= 500;
  return (TRANSIENT_STATUSES.has(status) && !wouldFailAgain) || isCut ? "transient" : undefined;
}

/** Whether the status or an error code names a limit. */
function hasLimit(status: number, errors: readonly GraphQLFormattedError[]): boolean {
  return status === 429 || hasCode(errors, "RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED");
}

const hasCode = (errors: readonly GraphQLFormattedError[], ...codes: readonly unknown[]): boolean =>
  errors.some(({ extensions }) => codes.includes(extensions?.code));

/** Whether `data` has no content: it is missing, `null`, or all its fields are `null`. */
function isBlank(data: object | null | undefined): boolean {
  return Object.values(data ?? {}).every((field) => field === null);
}

/** What the program declares. `undefined` leaves it to the response. */
function declareDelivery({ executed }: Classification): Delivery | undefined {
  if (executed === undefined) return undefined;
  return executed ? "done" : "not-executed";
}

/**
 * Whether the platform executed the operation. A `data` key means that execution began. The proofs that it did
 * not begin are the table in docs/retries.md; a status proves nothing else, because a gateway can
 * send any after it has forwarded the request (docs/decisions/0015-proof-of-non-execution.md).
 */
function findDelivery(kind: OperationKind, failureKind: FailureKind, response: ParsedResponse): Delivery {
  const { status, graphql, errors, hasDataKey, hasPath, isCut } = response;
  const isClientError = status >= 400 && status < 500;
  if (hasDataKey) {
    // If the token was rejected while a mutation ran, it is possible that only a part of it ran.
    const isPartial = kind === "mutation" && failureKind === "token";
    // Servers send `data: null` with a 4xx before and after execution, and some remove the paths of errors.
    const isAmbiguous = isClientError && graphql?.data === null && !hasPath;
    return isPartial || isAmbiguous ? "unknown" : "done";
  }
  // The specification requires the key once execution began.
  const isRequestError = errors.length > 0 && !hasPath && (isClientError || (status > 199 && status < 300));
  const isTokenOrLimitStatus = (status === 401 || status === 429) && !isCut;
  return isRequestError || isTokenOrLimitStatus ? "not-executed" : "unknown";
}

/** In order: each state is further than the one before it. */
const DELIVERIES: readonly Delivery[] = ["not-sent", "not-executed", "unknown", "done"];

export function furthest(delivery: Delivery, other: Delivery): Delivery {
  return DELIVERIES.indexOf(delivery) > DELIVERIES.indexOf(other) ? delivery : other;
}

function chooseCode(response: ParsedResponse, failureKind: FailureKind, isNamedLimit: boolean): ErrorCode {
  const { status, errors, isCut } = response;
  if (failureKind === "token") return "UNAUTHENTICATED";
  if (failureKind === "limit" && isNamedLimit) return "RATE_LIMITED";
  if (errors.length > 0) return "GRAPHQL";
  if (isCut) return "NETWORK";
  return status < 200 || status > 299 ? "HTTP_STATUS" : "MALFORMED_RESPONSE";
}

/**
 * The problem after method and URL, and one advice for each code: docs/decisions/0104-one-advice-for-each-code.md.
 * Neither quotes a text of the server, which can quote variables.
 */
function describe(
  code: ErrorCode,
  { status, errors: { length } }: ParsedResponse,
  mayResend: boolean,
): readonly [problem: string, advice?: string] {
  switch (code) {
    case "UNAUTHENTICATED": {
      const advice = mayResend ? "Check the permissions." : "A part of the mutation can have run.";
      return [`rejected the access token (HTTP ${status})`, advice];
    }
    case "RATE_LIMITED":
      return [`limits the rate (HTTP ${status})`, "Send fewer requests."];
    case "GRAPHQL":
      return [`returned ${length} GraphQL error${length > 1 ? "s" : ""}`, "Print error.errors."];
    case "NETWORK": {
      const advice = "Check the network, and gateways that compress responses.";
      return [`received no complete response (HTTP ${status}, the JSON is cut off)`, advice];
    }
    case "HTTP_STATUS": {
      const isTemporary = status > 499 || TRANSIENT_STATUSES.has(status);
      const check = "Check baseUrl and the permissions of the token's user, and see error.response.";
      return [`returned HTTP ${status}`, isTemporary ? "Try again later." : check];
    }
    default:
      return [`returned HTTP ${status} without a GraphQL response`];
  }
}
