/**
 * Errors: one class, a table of codes, and calls of functions that the program passes. A code is stable;
 * messages are for people and can change. Imports nothing.
 */

/**
 * Whether the platform executed the operation. `not-sent`: no request was sent. `not-executed`: the platform
 * rejected it before execution. `unknown`: it was sent, and the result is not known. `done`: it was executed.
 */
export type Delivery = "not-sent" | "not-executed" | "unknown" | "done";

/**
 * Phase in which a call timed out: it waited for its limiter (`queue`), an access token, response headers
 * or a response body.
 */
export type Phase = "queue" | "token" | "headers" | "body";

/**
 * One entry of `errors` in a GraphQL response (GraphQL specification, section 7.1.2). Invalid members are
 * left out.
 */
export interface GraphQLFormattedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** One entry of `errors` in a mutation's payload. */
export interface PayloadError {
  /** Input field that the entry is about, if it names one. */
  readonly field: string | undefined;
  readonly messages: readonly string[];
}

/** The response that an error is about. Its text can quote what you sent, such as variables or a token. */
export interface ErrorResponse {
  readonly status: number;
  /** In lower case and without parameters; empty if it is missing or invalid. */
  readonly mediaType: string;
  /** The first 4,096 characters. */
  readonly text: string;
}

/**
 * The codes: what happened, what to do, and what is known in addition to the properties of each
 * {@link OperationError}.
 */
export interface ErrorCodes {
  /**
   * A mistake in an option, a credential, a document or variables. Fix what the message names. It is found
   * before a request, except in what a function of the program returns or throws: see `cause`.
   */
  readonly USAGE: unknown;
  /**
   * No complete response arrived. If `delivery` is `unknown`, the platform may have executed the operation:
   * look before you resend a mutation. `reason`: the system's code, such as `ECONNREFUSED`, if the runtime
   * reports one.
   */
  readonly NETWORK: { readonly reason?: string };
  /**
   * The call passed its `timeout`, or its last attempt the `attemptTimeout`. As for `NETWORK`, or increase
   * the option.
   */
  readonly TIMEOUT: { readonly phase: Phase };
  /** An HTTP error status without GraphQL errors. Check `status` and the base URL. */
  readonly HTTP_STATUS: { readonly status: number };
  /**
   * The platform limits the rate for longer than `timeout`, or for more than 60 s. Try again after
   * `retryAfterMs`.
   */
  readonly RATE_LIMITED: unknown;
  /**
   * The platform rejected the access token, and a refreshed one too if the credentials can be refreshed.
   * Check the permissions, or replace the token.
   */
  readonly UNAUTHENTICATED: unknown;
  /**
   * The platform rejected the refresh token. Get a new one. `reason`: `invalid_grant` if the platform returns
   * this OAuth error: the refresh token is never valid again.
   */
  readonly REFRESH_REJECTED: { readonly reason?: string };
  /**
   * The refresh request failed; the refresh token itself was not rejected. Try again after `retryAfterMs`.
   */
  readonly REFRESH_UNAVAILABLE: unknown;
  /** The response contains GraphQL errors. Read `errors`, and partial data in `data`. */
  readonly GRAPHQL: unknown;
  /**
   * A successful status without a GraphQL response. Check the base URL, and `response`. There is no status
   * for an item of a batch without data.
   */
  readonly MALFORMED_RESPONSE: { readonly status?: number };
  /** A redirect is not followed, because the credentials would be sent to its target. Check the base URL. */
  readonly REDIRECT: unknown;
  /** The decompressed response is larger than `maxResponseBytes`. Request less, or increase the option. */
  readonly RESPONSE_TOO_LARGE: unknown;
  /**
   * `data`, as received, does not match the document's shape. Run the schema check. `path` is that of the
   * first mismatch. The others are the coordinate of the field in the schema, its type there, such as
   * `String!`, and the kind of the received value, such as `null`.
   */
  readonly RESPONSE_MISMATCH: {
    readonly path: readonly (string | number)[];
    readonly coordinate: string;
    readonly expected: string;
    readonly received: string;
  };
  /**
   * `paginate`: `hasNextPage` or the cursor of the next page is missing, the cursor was used before, 1,000
   * pages in a row are empty, a page has no list, or a later page is `null`. Report it to the platform.
   * `attempts` counts pages.
   */
  readonly PAGINATION: unknown;
  /**
   * `poll`: the timeout passed before `until` returned `true`. No request failed. Poll again, or increase the
   * timeout. `data` is the last data, and `attempts` counts responses.
   */
  readonly POLL_TIMEOUT: unknown;
  /**
   * A hook of the caller's ky threw an error, read the body of a request, or changed the origin of a request.
   * Fix the hook. `delivery` is `not-sent` if the request was not sent.
   */
  readonly KY_HOOK: unknown;
  /**
   * `batch`: the signal was aborted. An item without a result is `unknown` if its request was on the way, and
   * `not-executed` if it waited after a rejection of its request. Otherwise it is `not-sent`.
   */
  readonly ABORTED: unknown;
  /** `unwrapPayload`: a mutation's payload is `null` or contains payload errors. They are in `errors`. */
  readonly REJECTED: unknown;
}

export type ErrorCode = keyof ErrorCodes;

/** What an error is made of, in addition to its code. */
export interface ErrorDetails {
  /** What failed, without a full stop. */
  readonly problem: string;
  /** What to do, in whole sentences. */
  readonly advice?: string | undefined;
  readonly operation?: string;
  readonly attempts?: number;
  readonly delivery?: Delivery;
  readonly requestId?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly reason?: string | undefined;
  readonly phase?: Phase | undefined;
  readonly path?: readonly (string | number)[];
  readonly coordinate?: string;
  readonly expected?: string;
  readonly received?: string;
  // Not printed from here on: text of the server, and values of other code.
  readonly errors?: readonly (GraphQLFormattedError | PayloadError)[] | undefined;
  readonly data?: unknown;
  readonly extensions?: unknown;
  readonly response?: ErrorResponse | undefined;
  /** What code of the program or the runtime threw. Never an error of ky, which has the request. */
  readonly cause?: unknown;
}

type HiddenDetail = "problem" | "advice" | "errors" | "data" | "extensions" | "response" | "cause";

/** Marks the errors of every installed copy of this package. */
const BRAND: unique symbol = Symbol.for("@integration-platform/graphql/error");

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

type Inspect = (value: unknown, options: object) => string;

/** Prints own properties only. Node.js 22 would also print `errors`, as it does for an `AggregateError`. */
function inspectOwn(this: Error, _depth: number, options: object, inspect: Inspect): string {
  return `${this.stack} ${inspect({ ...this }, options)}`;
}

/**
 * The error that this package throws, except the caller's own `signal.reason`, and values with which a framework
 * steers. Compare its `code`: see {@link ErrorCodes}. The message is the operation, the problem and the advice.
 */
export class OperationError<Code extends ErrorCode = ErrorCode> extends Error {
  declare readonly code: Code;
  /** Name of the operation that failed. `undefined` for `REJECTED`, and for `USAGE` before a request. */
  declare readonly operation: Code extends "REJECTED"
    ? undefined
    : Code extends "USAGE"
      ? string | undefined
      : string;
  /**
   * Number of requests sent to the API, including replays and retries. 0 for `REJECTED`, which sends none
   * itself.
   */
  declare readonly attempts: number;
  declare readonly delivery: Delivery;
  /** HTTP status of the last response, if there was one. */
  declare readonly status?: number;
  /**
   * Milliseconds to wait before the next call: as the platform requires, or until a cooldown or a rate limit
   * ends.
   */
  declare readonly retryAfterMs?: number;
  /** Value of the header that the option `requestId` names, in the last response. */
  declare readonly requestId?: string;
  // Private: text of the server can quote variables, and loggers print every own property.
  readonly #hidden: Pick<ErrorDetails, HiddenDetail>;

  constructor(code: Code, details: ErrorDetails) {
    const { problem, advice, errors, data, extensions, response, cause, ...own } = details;
    const subject = own.operation === undefined ? "" : `${own.operation}: `;
    super(`${subject}${problem}.${advice ? ` ${advice}` : ""}`);
    Object.defineProperties(this, { [BRAND]: { value: true }, [INSPECT]: { value: inspectOwn } });
    Object.assign(this, { code, attempts: 0, delivery: "not-sent" });
    for (const [name, value] of Object.entries(own)) {
      if (value !== undefined) Object.assign(this, { [name]: value });
    }
    this.#hidden = { problem, advice, errors: errors ?? [], data, extensions, response, cause };
  }

  override get name(): string {
    return "OperationError";
  }

  /** What failed: the message without the operation, the advice and the full stop. */
  get problem(): string {
    return this.#hidden.problem;
  }

  /** What to do, in whole sentences. Options have the names of the client. */
  get advice(): string | undefined {
    return this.#hidden.advice;
  }

  /**
   * Errors of the response or of the payload, or an empty list. Not enumerable, because they can quote
   * variables.
   */
  get errors(): readonly (Code extends "REJECTED" ? PayloadError : GraphQLFormattedError)[] {
    return this.#hidden.errors as never;
  }

  /** `data` of the response: partial, `null`, or `undefined` if there was none. Not enumerable. */
  get data(): unknown {
    return this.#hidden.data;
  }

  /** `extensions` of the response, unchecked. Not enumerable. */
  get extensions(): unknown {
    return this.#hidden.extensions;
  }

  /** The last response, if it was a failure. Not enumerable. */
  get response(): ErrorResponse | undefined {
    return this.#hidden.response;
  }

  /** What code of the program or the runtime threw, unchanged. Not enumerable. */
  override get cause(): unknown {
    return this.#hidden.cause;
  }
}

/** An error of any of these codes, for `switch (error.code)`. */
export type AnyOperationError<Code extends ErrorCode = ErrorCode> = {
  [Each in Code]: OperationError<Each> & ErrorCodes[Each];
}[Code];

/**
 * Whether a caught value is an error of this package, from any installed copy of it, and has the code, if one
 * is passed. Narrows its type.
 */
export function isOperationError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is AnyOperationError<Code> {
  const { [BRAND]: isOwn, code: own } = (error ?? {}) as { readonly [BRAND]?: true; readonly code?: unknown };
  return isOwn === true && (code === undefined || code === own);
}

/** A copy of an error with changes. The error can be of another copy of this package, as `auth` can. */
export function deriveError(
  error: OperationError,
  { code = error.code, ...changes }: Partial<ErrorDetails> & { readonly code?: ErrorCode },
): OperationError {
  const { code: _, ...own } = { ...error } as Partial<ErrorDetails> & { readonly code: ErrorCode };
  const { problem, advice, errors, data, extensions, response, cause } = error;
  const hidden = { problem, advice, errors, data, extensions, response, cause };
  return new OperationError(code, { ...own, ...hidden, ...changes });
}

/**
 * The error for the caller of an operation: one that names none yet, with the facts of the call, or else the
 * value itself.
 */
export function addCall(error: unknown, operation: string, facts: Partial<ErrorDetails>): unknown {
  if (!isOperationError(error) || error.operation !== undefined) return error;
  return deriveError(error, { ...facts, operation });
}

/** A mistake of the caller. @param advice - What to do, in whole sentences. */
export function createUsageError(problem: string, advice?: string): OperationError<"USAGE"> {
  return new OperationError("USAGE", { problem, advice });
}

/**
 * Calls a function of the program that is not asynchronous.
 *
 * @param subject - The function, for the message, which contains nothing of what it throws.
 * @param facts - Properties of the error.
 * @returns what it returns, unchecked. A promise is not awaited, and its rejection is ignored.
 * @throws `USAGE`, whose `cause` is what it throws; a value with which a framework steers as it is.
 */
export function callProgram<Result>(
  subject: string,
  call: () => Result,
  facts?: Partial<ErrorDetails>,
): Result {
  try {
    const returned = call();
    if (returned instanceof Promise) returned.catch(() => {});
    return returned;
  } catch (cause) {
    if (isSteering(cause)) throw cause;
    throw createProgramError(subject, cause, facts);
  }
}

/** The error for what a function of the program threw. @param code - That of the thrown error. */
export function createProgramError(
  subject: string,
  cause: unknown,
  facts?: Partial<ErrorDetails>,
  code?: string,
): OperationError {
  const problem = `${subject} threw an error${code ? ` (${code})` : ""}`;
  return new OperationError("USAGE", { problem, advice: "See error.cause.", ...facts, cause });
}

/**
 * Whether the program must receive a thrown value unchanged. Next.js steers by a `digest`, React by promises,
 * and programs by the signals that they abort.
 */
export function isSteering(thrown: unknown): boolean {
  const { digest, name, then, $$typeof } = Object(thrown) as Readonly<Record<string, unknown>>;
  return typeof digest === "string" || name === "AbortError" || typeof then === "function" || !!$$typeof;
}
