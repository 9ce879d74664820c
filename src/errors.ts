/** The family of errors. `code` is the contract; messages are for people and may change. Imports nothing. */

/**
 * How far an operation got: nothing left this process (`not-sent`); it was sent and nobody knows whether the platform
 * acted (`unknown`); the platform refused before acting (`rejected`); the platform executed it (`done`).
 */
export type Delivery = "not-sent" | "unknown" | "rejected" | "done";

/** What the call was waiting for when its time ran out. */
export type Phase = "token" | "headers" | "body" | "retry";

/** One entry of `errors` in a GraphQL response (GraphQL specification, section 7.1.2), as far as it was well formed. */
export interface GraphQLErrorEntry {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** What the platform's GraphQL response held beside the failure. */
export interface ResponseParts {
  readonly errors: readonly GraphQLErrorEntry[];
  readonly data: unknown;
}

/** The facts that an error may carry. None of them is ever a token, a header, a variable or text of a body. */
export interface ErrorFacts {
  readonly attempts?: number;
  readonly delivery?: Delivery;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly reason?: string;
  readonly phase?: Phase;
  readonly contentType?: string;
}

/** Everything that `execute` throws, but for {@link UsageError} and the caller's own `signal.reason`. */
export abstract class OperationError extends Error {
  /** Stable: `switch (error.code)` narrows an {@link AnyOperationError}. */
  abstract readonly code: string;
  /** Name of the operation that failed. */
  readonly operation: string;
  /** Requests sent to the query endpoint, replays included. */
  readonly attempts: number;
  readonly delivery: Delivery;
  /** HTTP status of the response that decided, where there was one. */
  declare readonly status?: number;
  /** Milliseconds that the platform asked to wait, where it did. */
  declare readonly retryAfterMs?: number;
  // Private and behind getters: what a server wrote may quote variables, and loggers print every own property.
  readonly #parts: ResponseParts | undefined;

  constructor(operation: string, message: string, facts: ErrorFacts = {}, parts?: ResponseParts) {
    super(`${operation}: ${message}`);
    this.operation = operation;
    this.attempts = 0;
    this.delivery = "not-sent";
    Object.assign(this, facts);
    this.#parts = parts;
  }

  /** The GraphQL errors that came with the response; empty where it was none. Not enumerable: may quote variables. */
  get errors(): readonly GraphQLErrorEntry[] {
    return this.#parts?.errors ?? [];
  }

  /** The data that came with the response: partial, `null`, or `undefined` where there was none. Not enumerable. */
  get data(): unknown {
    return this.#parts?.data;
  }
}

/** No usable answer: refused, DNS, TLS, a socket cut. `delivery` says whether the platform may have acted. */
export class NetworkError extends OperationError {
  readonly code = "NETWORK";
  override get name(): string {
    return "NetworkError";
  }
  /** The system's word for it (`ECONNREFUSED`), where the runtime tells. */
  declare readonly reason?: string;
}

/** The deadline passed. */
export class TimeoutError extends OperationError {
  readonly code = "TIMEOUT";
  override get name(): string {
    return "TimeoutError";
  }
  /** What the call was waiting for. */
  declare readonly phase: Phase;
}

/** An HTTP status that is no success, with a body that is no GraphQL response. */
export class HttpStatusError extends OperationError {
  readonly code = "HTTP_STATUS";
  override get name(): string {
    return "HttpStatusError";
  }
  declare readonly status: number;
}

/** The platform asked for fewer requests: HTTP 429, or a GraphQL error that says so. */
export class RateLimitedError extends OperationError {
  readonly code = "RATE_LIMITED";
  override get name(): string {
    return "RateLimitedError";
  }
}

/** The platform refused the access token, also after one renewal where the credential allows one. */
export class UnauthenticatedError extends OperationError {
  readonly code = "UNAUTHENTICATED";
  override get name(): string {
    return "UnauthenticatedError";
  }
}

/** The refresh token was refused. Calls fail at once until the credentials are replaced. */
export class RefreshRejectedError extends OperationError {
  readonly code = "REFRESH_REJECTED";
  override get name(): string {
    return "RefreshRejectedError";
  }
}

/** No access token could be had right now; the refresh token itself was not refused. */
export class RefreshUnavailableError extends OperationError {
  readonly code = "REFRESH_UNAVAILABLE";
  override get name(): string {
    return "RefreshUnavailableError";
  }
}

/** The platform executed or validated the operation and answered with GraphQL errors. */
export class GraphQLResponseError<Result = unknown> extends OperationError {
  readonly code = "GRAPHQL";
  override get name(): string {
    return "GraphQLResponseError";
  }

  /** Partial data as the operation's own type, `null`, or `undefined` where the response had none. Not enumerable. */
  override get data(): Result | null | undefined {
    return super.data as Result | null | undefined;
  }
}

/** A success by its status, and no GraphQL response. Neither the message nor any property holds a character of it. */
export class MalformedResponseError extends OperationError {
  readonly code = "MALFORMED_RESPONSE";
  override get name(): string {
    return "MalformedResponseError";
  }
  declare readonly status: number;
  /** Media type of the response, without parameters; empty where it had none. */
  declare readonly contentType: string;
}

/** The platform answered with a redirect. It is not followed: the credentials would go with it. */
export class RedirectError extends OperationError {
  readonly code = "REDIRECT";
  override get name(): string {
    return "RedirectError";
  }
}

/** The response, decompressed, exceeded the size cap. */
export class ResponseTooLargeError extends OperationError {
  readonly code = "RESPONSE_TOO_LARGE";
  override get name(): string {
    return "ResponseTooLargeError";
  }
}

/**
 * The next page of a list cannot be asked for: its cursor does not move, or is missing. Thrown by `paginate`.
 * `attempts` counts the pages.
 */
export class PaginationError extends OperationError {
  readonly code = "PAGINATION";
  override get name(): string {
    return "PaginationError";
  }
}

/** One entry of `errors` in a mutation's payload: what the platform has against one field of the input. */
export interface RejectedEntry {
  /** As the platform names it; `undefined` where it names none. */
  readonly field: string | undefined;
  readonly messages: readonly string[];
}

/**
 * The platform executed a mutation and refused what it was asked to do, in the payload. Thrown by `accepted`, which knows
 * no operation. Not enumerable, as the entries may quote variables: `errors`, `field` and `messages`.
 */
export class RejectedError extends Error {
  readonly code = "REJECTED";
  override get name(): string {
    return "RejectedError";
  }
  readonly #entries: readonly RejectedEntry[];

  constructor(message: string, entries: readonly RejectedEntry[]) {
    super(message);
    this.#entries = entries;
  }

  /** All entries, as sent; empty where the platform gave no reason. */
  get errors(): readonly RejectedEntry[] {
    return this.#entries;
  }

  /** Of the first entry. */
  get field(): string | undefined {
    return this.#entries[0]?.field;
  }

  /** Of the first entry; the other ones' are in `errors`. */
  get messages(): readonly string[] {
    return this.#entries[0]?.messages ?? [];
  }
}

/** The caller's mistake, found before anything was sent: an option, a credential, a document or variables. */
export class UsageError extends TypeError {
  readonly code = "USAGE";
  override get name(): string {
    return "UsageError";
  }
}

/** The whole family, for `switch (error.code)`: what `execute`, `paginate` and `accepted` may throw. */
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
  | PaginationError
  | RejectedError
  | UsageError;

/** Whether a caught value is one of ours, so that its `code` narrows. */
export function isOperationError(error: unknown): error is AnyOperationError {
  return error instanceof OperationError || error instanceof RejectedError || error instanceof UsageError;
}
