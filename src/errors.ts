/** Error classes. `code` is stable; messages are for people and can change. Imports nothing. */

/**
 * Whether the platform executed the operation. `not-sent`: no request was sent. `rejected`: it was rejected before
 * execution. `unknown`: it was sent, and the result is not known. `done`: it was executed.
 */
export type Delivery = "not-sent" | "rejected" | "unknown" | "done";

/** Phase in which a call timed out: it waited for an access token, response headers, a response body or a `schema`. */
export type Phase = "token" | "headers" | "body" | "schema";

/** Result of one request of a call. */
export interface AttemptResult {
  readonly durationMs: number;
  /** HTTP status, if a response arrived. */
  readonly status?: number;
  /** Code of the error, if the attempt failed. */
  readonly code?: string;
  /** The system's code for a network error, such as `ECONNRESET`. */
  readonly reason?: string;
}

/** One entry of `errors` in a GraphQL response (GraphQL specification, section 7.1.2). Invalid members are left out. */
export interface GraphQLErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Content of a GraphQL response with errors. */
export interface ResponseParts {
  readonly errors: readonly GraphQLErrorEntry[];
  readonly data: unknown;
}

/** Properties of an error. None of them is a token, a header, a variable or text of a body. */
export interface ErrorFacts {
  readonly attempts?: number;
  readonly history?: readonly AttemptResult[];
  readonly delivery?: Delivery;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly reason?: string;
  readonly phase?: Phase;
  readonly contentType?: string;
  readonly path?: readonly (string | number)[];
  readonly coordinate?: string;
  readonly expected?: string;
  readonly received?: string;
}

/** Marks the errors of every installed copy of this package. */
const BRAND = Symbol.for("@integration-platform/graphql/error");
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

function brand(error: Error): void {
  Object.defineProperties(error, { [BRAND]: { value: true }, [INSPECT]: { value: inspectOwn } });
}

type Inspect = (value: unknown, options: object) => string;

/** Prints own properties only. Node.js 22 would also print `errors`, as it does for an `AggregateError`. */
function inspectOwn(this: Error, _depth: number, options: object, inspect: Inspect): string {
  return `${this.stack} ${inspect({ ...this }, options)}`;
}

/** Longest message in characters. */
const MAX_MESSAGE_LENGTH = 160;

function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : message;
}

/** Base class of what `execute` throws, except {@link UsageError} and the caller's own `signal.reason`. */
export abstract class OperationError<Code extends string = string, Data = unknown> extends Error {
  declare static readonly code: string;
  /** Stable: `switch (error.code)` narrows an {@link AnyOperationError}. */
  declare readonly code: Code;
  /** Name of the operation that failed. */
  declare readonly operation: string;
  /** Number of requests sent to the API, including replays and retries. */
  declare readonly attempts: number;
  /** Results of these requests, in order. */
  declare readonly history: readonly AttemptResult[];
  declare readonly delivery: Delivery;
  /** HTTP status of the last response, if there was one. */
  declare readonly status?: number;
  /** Milliseconds to wait before the next call: as the platform requires, or until a cooldown or a rate limit ends. */
  declare readonly retryAfterMs?: number;
  // Private: text of the server can quote variables, and loggers print every own property.
  readonly #parts: ResponseParts | undefined;

  constructor(operation: string, message: string, facts: ErrorFacts = {}, parts?: ResponseParts) {
    super(shorten(`${operation}: ${message}`));
    brand(this);
    const { code } = new.target;
    Object.assign(this, { code, operation, attempts: 0, history: [], delivery: "not-sent" }, facts);
    this.#parts = parts;
  }

  /** Name of the class, derived from the code because minifiers rename classes: `HTTP_STATUS` is `HttpStatusError`. */
  override get name(): string {
    const { code } = this.constructor as typeof OperationError;
    return `${code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, first: string) => first.toUpperCase())}Error`;
  }

  /** GraphQL errors of the response, or an empty list. Not enumerable, because they can quote variables. */
  get errors(): readonly GraphQLErrorEntry[] {
    return this.#parts?.errors ?? [];
  }

  /** `data` of the response: partial, `null`, or `undefined` if there was none. Not enumerable. */
  get data(): Data {
    return this.#parts?.data as Data;
  }
}

/** No complete response arrived. If `delivery` is `unknown`, the platform can have executed the operation. */
export class NetworkError extends OperationError<"NETWORK"> {
  static override readonly code = "NETWORK";
  /** The system's code, such as `ECONNREFUSED`, if the runtime reports one. */
  declare readonly reason?: string;
}

/** The call passed its `timeout`, or its last attempt the `attemptTimeout`. */
export class TimeoutError extends OperationError<"TIMEOUT"> {
  static override readonly code = "TIMEOUT";
  declare readonly phase: Phase;
}

/** An HTTP error status without a GraphQL response. */
export class HttpStatusError extends OperationError<"HTTP_STATUS"> {
  static override readonly code = "HTTP_STATUS";
  declare readonly status: number;
}

/** The platform limits the rate: HTTP 429, or a GraphQL error with the same meaning. */
export class RateLimitedError extends OperationError<"RATE_LIMITED"> {
  static override readonly code = "RATE_LIMITED";
}

/** The platform rejected the access token, and a refreshed one too if the credentials can be refreshed. */
export class UnauthenticatedError extends OperationError<"UNAUTHENTICATED"> {
  static override readonly code = "UNAUTHENTICATED";
}

/** The platform rejected the refresh token. */
export class RefreshRejectedError extends OperationError<"REFRESH_REJECTED"> {
  static override readonly code = "REFRESH_REJECTED";
  /** `invalid_grant` if the platform returns this OAuth error: the refresh token is never valid again. */
  declare readonly reason?: string;
}

/** The token exchange failed. The refresh token itself was not rejected. */
export class RefreshUnavailableError extends OperationError<"REFRESH_UNAVAILABLE"> {
  static override readonly code = "REFRESH_UNAVAILABLE";
}

/** The response contains GraphQL errors. */
export class GraphQLResponseError<Result = unknown> extends OperationError<"GRAPHQL", Result | null | undefined> {
  static override readonly code = "GRAPHQL";
  override get name(): string {
    return "GraphQLResponseError";
  }
}

/** A successful HTTP status without a GraphQL response. */
export class MalformedResponseError extends OperationError<"MALFORMED_RESPONSE"> {
  static override readonly code = "MALFORMED_RESPONSE";
  declare readonly status: number;
  /** Media type of the response without parameters, or an empty string. */
  declare readonly contentType: string;
}

/** The platform returned a redirect. It is not followed, because the credentials would be sent to its target. */
export class RedirectError extends OperationError<"REDIRECT"> {
  static override readonly code = "REDIRECT";
}

/** The decompressed response is larger than `maxResponseBytes`. */
export class ResponseTooLargeError extends OperationError<"RESPONSE_TOO_LARGE"> {
  static override readonly code = "RESPONSE_TOO_LARGE";
}

/**
 * The data of a response does not match the document's shape or the option `schema`. Requires the option `validate`.
 * `data` is the data as received.
 */
export class ResponseMismatchError extends OperationError<"RESPONSE_MISMATCH"> {
  static override readonly code = "RESPONSE_MISMATCH";
  /** Path of the first mismatch in the data. */
  declare readonly path: readonly (string | number)[];
  /** Schema coordinate of the field, such as `Integration.name`. Absent if a `schema` was passed. */
  declare readonly coordinate?: string;
  /** Type in the schema, such as `String!`. Absent if a `schema` was passed. */
  declare readonly expected?: string;
  /** Kind of the received value, such as `null`. Absent if a `schema` was passed. */
  declare readonly received?: string;
}

/**
 * The cursor of the next page is missing or was used before, 1,000 pages in a row are empty, or a page has no list. Thrown by
 * `paginate` and `follow`; `attempts` counts pages.
 */
export class PaginationError extends OperationError<"PAGINATION"> {
  static override readonly code = "PAGINATION";
}

/**
 * A hook of the caller's ky threw an error, read the body of a request, or changed the origin of a request. `delivery` is
 * `not-sent` if the request was not sent.
 */
export class KyHookError extends OperationError<"KY_HOOK"> {
  static override readonly code = "KY_HOOK";
}

/**
 * The timeout of `poll` or `follow` passed before `until` returned `true`. No request failed. `data` is the last data, and
 * `attempts` counts responses.
 */
export class PollTimeoutError extends OperationError<"POLL_TIMEOUT"> {
  static override readonly code = "POLL_TIMEOUT";
}

/** One entry of `errors` in a mutation's payload. */
export interface RejectedEntry {
  /** Input field that the entry is about, if it names one. */
  readonly field: string | undefined;
  readonly messages: readonly string[];
}

/**
 * A mutation's payload contains payload errors. Thrown by `unwrapPayload`. Its `errors`, `field` and `messages` are not
 * enumerable, because they can quote variables. It is not an `OperationError`: a payload does not contain the name of its
 * operation.
 */
export class RejectedError extends Error {
  readonly code = "REJECTED";
  override get name(): string {
    return "RejectedError";
  }
  readonly #entries: readonly RejectedEntry[];

  constructor(message: string, entries: readonly RejectedEntry[]) {
    super(shorten(message));
    brand(this);
    this.#entries = entries;
  }

  /** All payload errors; empty if the payload is `null`. */
  get errors(): readonly RejectedEntry[] {
    return this.#entries;
  }

  /** Field of the first entry. */
  get field(): string | undefined {
    return this.#entries[0]?.field;
  }

  /** Messages of the first entry. */
  get messages(): readonly string[] {
    return this.#entries[0]?.messages ?? [];
  }
}

/** A mistake in an option, a credential, a document or variables, found before a request was sent. */
export class UsageError extends TypeError {
  readonly code = "USAGE";
  override get name(): string {
    return "UsageError";
  }

  constructor(message: string) {
    super(shorten(message));
    brand(this);
  }
}

/** Everything that `execute`, `paginate`, `poll`, `follow` and `unwrapPayload` throw, for `switch (error.code)`. */
export type AnyOperationError =
  | NetworkError
  | TimeoutError
  | HttpStatusError
  | RateLimitedError
  | UnauthenticatedError
  | RefreshRejectedError
  | RefreshUnavailableError
  | GraphQLResponseError
  | MalformedResponseError
  | RedirectError
  | ResponseTooLargeError
  | ResponseMismatchError
  | PaginationError
  | PollTimeoutError
  | KyHookError
  | RejectedError
  | UsageError;

/**
 * Whether a caught value is an error of this package, from any installed copy of it. Narrows its `code`. Also `true` for
 * {@link RejectedError} and {@link UsageError}, which do not extend {@link OperationError}.
 */
export function isOperationError(error: unknown): error is AnyOperationError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** An error class that can be built from facts. */
export type ErrorClass = (new (
  operation: string,
  message: string,
  facts: ErrorFacts,
  parts?: ResponseParts,
) => OperationError) & { readonly code: string };

/** Internal failure, created before the operation's name is known: one failed refresh rejects many calls. */
export class Failure {
  declare readonly type: ErrorClass;
  declare readonly message: string;
  declare readonly facts: ErrorFacts;
  declare readonly parts: ResponseParts | undefined;

  constructor(type: ErrorClass, message: string, facts: ErrorFacts, parts?: ResponseParts) {
    this.type = type;
    this.message = message;
    this.facts = facts;
    this.parts = parts;
  }

  get code(): string {
    return this.type.code;
  }

  /** Creates the error that the caller receives. `facts` of the call take precedence. */
  toError(operation: string, facts: ErrorFacts): OperationError {
    return new this.type(operation, this.message, { ...this.facts, ...facts }, this.parts);
  }
}

/** The error for the caller: of a failure, or the value itself. The failure can be of another copy, as `auth` can. */
export function toCallerError(error: unknown, operation: string, facts: ErrorFacts): unknown {
  return (error as Partial<Failure> | null | undefined)?.toError?.(operation, facts) ?? error;
}
