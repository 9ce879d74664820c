/**
 * Classifies responses and failures: what went wrong, and whether the operation can be resent. Functions
 * without state.
 */

import { type Classify, readClassification } from "../shared/classify.ts";
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

/**
 * What a response or a failure says:
 *
 * - `token`: the access token was rejected
 * - `limit`: the rate is limited
 * - `busy`: a 503, with which gateways limit the rate, and which can also mean that the platform is not available
 * - `transient`: the platform is not available, or cannot be reached
 * - `other`: the same request would fail again
 */
type Cause = "token" | "limit" | "busy" | "transient" | "other";

/** Data without errors. */
export interface SuccessfulResponse {
  readonly status: number;
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
  /** `busy` is a `limit` for what follows. */
  readonly kind: Exclude<Cause, "busy">;
  /** Whether the operation is a query, or a mutation that was provably not executed. */
  readonly mayResend: boolean;
  /** The call fails if it already had this number of retries. Replays and waits do not count. */
  readonly retryLimit: number;
}

export type Outcome = SuccessfulOutcome | FailedOutcome;

/** Retries of a mutation that was provably not executed. */
const MAX_MUTATION_RETRIES = 2;

/** Classifies a request whose response did not arrive, or could not be read, or made `classify` throw. */
export function classifyFailure(operationKind: OperationKind, failure: OperationError): FailedOutcome {
  const isTransient = failure.code === "NETWORK" || failure.code === "TIMEOUT";
  return createOutcome(operationKind, failure, isTransient ? "transient" : "other");
}

function createOutcome(operationKind: OperationKind, failure: OperationError, cause: Cause): FailedOutcome {
  const retryLimit = operationKind === "query" ? Number.POSITIVE_INFINITY : MAX_MUTATION_RETRIES;
  // A mutation can run again only if it was provably not executed.
  const mayRunAgain = failure.delivery === "not-sent" || failure.delivery === "not-executed";
  return {
    failure,
    kind: cause === "busy" ? "limit" : cause,
    mayResend: operationKind === "query" || mayRunAgain,
    // docs/decisions/0080-one-window-with-a-timeout.md
    retryLimit: failure.status === 500 ? 1 : retryLimit,
  };
}

/** The status and the body of a response, which is no redirect. */
interface ParsedResponse extends ParsedBody {
  readonly status: number;
}

/** Classifies a complete response. If it is a failure, what `classify` returns takes precedence. */
export function classifyResponse(
  operationKind: OperationKind,
  url: string,
  received: PostResponse,
  classify?: Classify,
): Outcome {
  const { status, headers, text } = received;
  const response: ParsedResponse = { status, ...parseBody(text) };
  const { graphql, errors } = response;
  const { data, extensions } = graphql ?? {};
  const found = findCause(response);
  // Data without errors is a success at any status, except 401 and 429.
  if (data && errors.length === 0 && found !== "token" && found !== "limit")
    return { response: { status, data, extensions } };
  const { kind, executed } = readClassification({ status, headers, errors }, classify);
  const cause = kind ?? found;
  const delivery = findDelivery(cause, executed, response);
  const code = chooseCode(cause, response);
  const [problem, advice] = describe(code, cause, response);
  const failure = new OperationError(code, {
    problem: `POST ${shortenUrl(url)} ${problem}`,
    advice: graphql ? advice : adviseBaseUrl(url, advice),
    status,
    delivery,
    retryAfterMs: readRetryAfter(headers, cause === "limit"),
    ...graphql,
    response: toErrorResponse(received),
  });
  return createOutcome(operationKind, failure, cause);
}

/** Statuses of gateways while the platform is not available, except 503. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([
  408, 425, 500, 502, 504, 520, 521, 522, 523, 524, 525, 529, 530,
]);

/** The error codes are assumed (docs/contract.md, 7): GraphQL servers commonly use them. */
function findCause({ status, graphql, errors, isCut }: ParsedResponse): Cause {
  // If a field has a value, the code is about another field, and not about the token.
  const hasTokenError = hasCode(errors, "UNAUTHENTICATED") && isBlank(graphql?.data);
  if (status === 401 || hasTokenError) return "token";
  if (status === 429 || hasCode(errors, "RATE_LIMITED", "TOO_MANY_REQUESTS", "THROTTLED")) return "limit";
  if (status === 503) return "busy";
  // After a GraphQL body, the same request would fail again. With a status over 500, the body can be one of a
  // gateway.
  const wouldFailAgain = graphql !== undefined && status <= 500;
  return (TRANSIENT_STATUSES.has(status) && !wouldFailAgain) || isCut ? "transient" : "other";
}

const hasCode = (errors: readonly GraphQLFormattedError[], ...codes: readonly unknown[]): boolean =>
  errors.some(({ extensions }) => codes.includes(extensions?.code));

/** Whether `data` has no content: it is missing, `null`, or all its fields are `null`. */
function isBlank(data: object | null | undefined): boolean {
  return Object.values(data ?? {}).every((field) => field === null);
}

/**
 * Whether the platform executed the operation. A `data` key means that execution began. The proofs that it did
 * not begin are the table in docs/retries.md; a status proves nothing else, because a gateway can
 * send any after it has forwarded the request (docs/decisions/0015-proof-of-non-execution.md).
 *
 * @param executed - What the program declares.
 */
function findDelivery(cause: Cause, executed: boolean | undefined, response: ParsedResponse): Delivery {
  if (executed !== undefined) return executed ? "done" : "not-executed";
  const { status, graphql, errors, hasDataKey, hasPath, isCut } = response;
  if (hasDataKey) {
    // Servers send `data: null` with a 4xx before and after execution, and some remove the paths of errors.
    const isAmbiguous = status >= 400 && status < 500 && graphql?.data === null && !hasPath;
    // If the token was rejected during the execution, it is possible that only a part ran.
    return cause === "token" || isAmbiguous ? "unknown" : "done";
  }
  // The specification requires the key once execution began.
  const isRequestError = errors.length > 0 && !hasPath && status < 500;
  const isTokenOrLimitStatus = (status === 401 || status === 429) && !isCut;
  return isRequestError || isTokenOrLimitStatus ? "not-executed" : "unknown";
}

/** In order: each state is further than the one before it. */
const DELIVERIES: readonly Delivery[] = ["not-sent", "not-executed", "unknown", "done"];

export function furthest(delivery: Delivery, other: Delivery): Delivery {
  return DELIVERIES.indexOf(delivery) > DELIVERIES.indexOf(other) ? delivery : other;
}

function chooseCode(cause: Cause, { status, errors, isCut }: ParsedResponse): ErrorCode {
  if (cause === "token") return "UNAUTHENTICATED";
  if (cause === "limit") return "RATE_LIMITED";
  if (errors.length > 0) return "GRAPHQL";
  if (isCut) return "NETWORK";
  return status < 400 ? "MALFORMED_RESPONSE" : "HTTP_STATUS";
}

/**
 * The problem after method and URL, and one advice for each code: docs/decisions/0104-one-advice-for-each-code.md.
 * Neither quotes a text of the server, which can quote variables.
 */
function describe(
  code: ErrorCode,
  cause: Cause,
  { status, errors: { length } }: ParsedResponse,
): readonly [problem: string, advice?: string] {
  switch (code) {
    case "UNAUTHENTICATED":
      return [`rejected the access token (HTTP ${status})`, "Check the permissions."];
    case "RATE_LIMITED":
      return [`limits the rate (HTTP ${status})`, "Send fewer requests."];
    case "GRAPHQL":
      return [`returned ${length} GraphQL error${length > 1 ? "s" : ""}`, "Print error.errors."];
    case "NETWORK": {
      const advice = "Check the network, and gateways that compress responses.";
      return [`received no complete response (HTTP ${status}, the JSON is cut off)`, advice];
    }
    case "HTTP_STATUS": {
      const check = "Check baseUrl and the permissions of the token's user, and see error.response.";
      return [`returned HTTP ${status}`, cause === "other" ? check : "Try again later."];
    }
    default:
      return [`returned HTTP ${status} without a GraphQL response`];
  }
}
