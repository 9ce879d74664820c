/** The client: executes typed documents under one deadline per call, and turns failures into errors. */

import type { Auth } from "./auth/auth.ts";
import { parseBaseUrl } from "./base-url.ts";
import { checkDocument, type MergedDocument, type OperationArguments, type TypedDocumentString } from "./document.ts";
import { type GraphQLErrorEntry, isOperationError, toCallerError } from "./errors.ts";
import { HOOK_RULES, type Hooks } from "./hooks.ts";
import { type ClientContext, executeOperation, type Progress } from "./operation.ts";
import { checkOptions, EXECUTE_RULES, MAX_COUNT, MILLISECONDS, type Rules, readHeaders } from "./options.ts";
import { createQueue } from "./queue.ts";
import { createRetryBudget } from "./retry.ts";
import { createPost, type KyInstance } from "./transport.ts";
import type { ResponseValidation, StandardSchema } from "./validation/validation.ts";
import { encodeVariables } from "./variables.ts";
import { renderQuery } from "./wire.ts";

export interface ClientOptions {
  /** The platform's address, with or without a path or a trailing slash. `https:`, or `http:` on loopback. */
  readonly baseUrl: string | URL;
  /** `refreshToken(…)`, `accessToken(…)`, `tokenSource(…)` or `anonymous()`. */
  readonly auth: Auth;
  /**
   * Timeout of a call in milliseconds, including token refresh, retries and waits for rate limits. 1 to 2,147,483,647.
   *
   * `fetch` of Node.js has its own limits: 300 s until the headers arrive, and 300 s between two chunks of the body. For
   * longer operations, pass a `fetch` with another dispatcher.
   *
   * @default 30000
   */
  readonly timeout?: number;
  /**
   * Timeout in milliseconds of each request of a query, which is retried after it. A mutation can use the whole `timeout`. The
   * exchange of a single-use refresh token is awaited for at least 120 s. 1 to 2,147,483,647.
   *
   * @default 10000
   */
  readonly attemptTimeout?: number;
  /** Maximum number of retries per call, 0 to 10. A replay after a 401 and waits for a rate limit are not counted. @default 2 */
  readonly retries?: number;
  /**
   * Number of retries that all calls of this client share, so that an outage does not multiply its requests. A retry costs
   * one credit. A call that succeeds adds one if it was retried, and else 0.2. If the budget is empty, calls fail without a
   * retry. `Number.MAX_SAFE_INTEGER`: no limit.
   *
   * @default 100
   */
  readonly retryBudget?: number;
  /** Maximum size of a response in bytes, after decompression. @default 33554432 (32 MiB) */
  readonly maxResponseBytes?: number;
  /** Functions that are called for requests, retries and refreshes, for example for metrics. */
  readonly hooks?: Hooks | null | undefined;
  /** `responseValidation(…)`: compares the data of responses with the types of the schema. @default no comparison */
  readonly validate?: ResponseValidation | undefined;
  /** Sends the requests. @default that of `ky`, or else `globalThis.fetch`, read for each request */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Instance of ky 2.1 or later, such as `ky.extend({ hooks })`, that sends all requests. Its hooks receive access tokens,
   * refresh tokens, variables and responses. Its retries and timeouts are not used, and redirects are not followed. If a
   * hook throws, reads the body of a request or changes its origin, the call fails with `KY_HOOK`. This finds mistakes:
   * hooks are code of the same process, and can send a token anywhere.
   *
   * @default none
   */
  readonly ky?: KyInstance | null | undefined;
  /** Allows an `http:` base URL that is not on loopback. Tokens are then sent unencrypted. @default false */
  readonly insecureHttp?: boolean;
}

export interface ExecuteOptions {
  /** Aborts this call: it rejects with `signal.reason` itself. A token refresh shared with other calls is not cancelled. */
  readonly signal?: AbortSignal | null | undefined;
  /** Timeout of this call in milliseconds, 1 to 2,147,483,647. @default `timeout` of the client */
  readonly timeout?: number | undefined;
  /** Additional headers. The client sets `Authorization`, `Content-Type`, `Content-Length` and `Host` itself. */
  readonly headers?: Headers | Readonly<Record<string, string>> | null | undefined;
}

/**
 * Options of a call with a schema of its result: Zod, Valibot or another Standard Schema, used in place of the document's
 * shape. They require the option `validate` of the client. `schema` is the name of `resultSchema` in 0.1.
 */
export type SchemaOptions<Output> = ExecuteOptions &
  ({ readonly resultSchema: StandardSchema<Output> } | { readonly schema: StandardSchema<Output> });

/** `data` and `errors` of a response. */
export interface ExecutionResult<Result> {
  /** Partial if there are errors; `null` or `undefined` if nothing was returned. */
  readonly data: Result | null | undefined;
  readonly errors: readonly GraphQLErrorEntry[];
}

export interface Client {
  /**
   * Executes one operation, and returns the output of `resultSchema` for its data.
   *
   * @throws `RESPONSE_MISMATCH` if the data does not match the schema.
   * @throws `USAGE` if `resultSchema` is not a Standard Schema, or the client has no `validate`.
   * @throws everything that `execute` without a schema throws.
   */
  execute<Variables, Output>(
    document: TypedDocumentString<unknown, Variables>,
    variables: Record<string, never> extends Variables ? NoInfer<Variables> | undefined : NoInfer<Variables>,
    options: SchemaOptions<Output>,
  ): Promise<Output>;
  /**
   * Executes one operation and returns its data.
   *
   * @throws AnyOperationError by `code`. `GRAPHQL` if the response has errors; `error.data` is then the partial data.
   * @throws `USAGE` for invalid arguments, before a request is sent.
   * @throws `signal.reason` itself if the caller aborts.
   */
  execute<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
  ): Promise<Result>;

  /** Like `execute`, but returns GraphQL errors together with the data. All other errors are thrown. */
  executeResult<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
  ): Promise<ExecutionResult<Result>>;
}

export const CLIENT_RULES: Rules = {
  baseUrl: "any",
  auth: { method: "connect", expected: "refreshToken(…), accessToken(…) or tokenSource(…)", isRequired: true },
  timeout: MILLISECONDS,
  attemptTimeout: MILLISECONDS,
  retries: { min: 0, max: 10 },
  retryBudget: { min: 0, max: MAX_COUNT },
  maxResponseBytes: { min: 1, max: MAX_COUNT },
  hooks: "object",
  validate: "function",
  fetch: "function",
  ky: { method: "query", expected: "an instance of ky 2.1 or later" },
  insecureHttp: "boolean",
};

/** Checks the options of a client, and connects its credentials. `call` is the function that messages name. */
export function connect(call: string, options: ClientOptions, rules: Rules): ClientContext {
  checkOptions(call, options, rules);
  const hooks = options.hooks ?? {};
  checkOptions(`${call}: hooks`, hooks, HOOK_RULES);
  const { auth, timeout = 30_000, attemptTimeout = 10_000, maxResponseBytes = 33_554_432 } = options;
  const endpoints = parseBaseUrl(options.baseUrl, options.insecureHttp);
  const context = { endpoints, post: createPost(maxResponseBytes, options.fetch, options.ky), hooks, attemptTimeout };
  return { ...context, source: auth.connect(context), timeout };
}

/**
 * Creates a client. It opens no connection and starts no timer before the first call.
 *
 * @throws `USAGE` that names the missing, unknown or invalid option.
 */
export function createClient(options: ClientOptions): Client {
  const connection = connect("createClient", options, CLIENT_RULES);
  const { retries = 2, retryBudget = 100, validate } = options;
  const dependencies = { ...connection, retries, retryBudget: createRetryBudget(retryBudget), queue: createQueue() };

  async function execute<Result>(
    document: TypedDocumentString<Result>,
    variables: unknown,
    options: ExecuteOptions | null | undefined,
  ): Promise<Result> {
    const { name, kind, text } = checkDocument(document);
    if (options) checkOptions(`${name}: execute`, options, validate?.rules ?? EXECUTE_RULES);
    const headers = readHeaders(name, options?.headers);
    const body = renderQuery(text, encodeVariables(name, variables, text));
    const call = { timeout: options?.timeout ?? connection.timeout, signal: options?.signal ?? undefined };
    // Of a request of `batch`, which compares the data of each item itself.
    const { items } = document as Partial<MergedDocument<typeof document>>;
    const operation = { name, kind, url: connection.endpoints.api, body, headers, items: items?.count, ...call };
    const progress: Progress = { history: [], delivery: "not-sent" };
    const toError = (error: unknown) => toCallerError(error, name, { attempts: progress.history.length, ...progress });
    const check = validate?.(items?.document ?? document, operation, connection.hooks, options);
    items?.accept(check, toError);
    try {
      const data = await executeOperation(operation, dependencies, progress);
      return (check && !items ? await check(data) : data) as Result;
    } catch (error) {
      throw toError(error);
    }
  }
  return createMethods(execute);
}

/** Creates the methods of a client from its `execute`. */
export function createMethods(
  execute: (
    document: TypedDocumentString,
    variables: unknown,
    options: ExecuteOptions | null | undefined,
  ) => Promise<unknown>,
): Client {
  return {
    execute: execute as Client["execute"],
    executeResult: async (document, ...[variables, options]) => {
      try {
        return { data: (await execute(document, variables, options)) as never, errors: [] };
      } catch (error) {
        if (!isOperationError(error, "GRAPHQL")) throw error;
        return { data: error.data as never, errors: error.errors };
      }
    },
  };
}
