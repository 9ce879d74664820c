/** The options of a client and of a call, and what a client makes of them. */

import type { AccessTokens, Auth } from "../auth/auth.ts";
import { createPause } from "../call/pause.ts";
import { createPost, type KyInstance } from "../call/transport.ts";
import { parseBaseUrl } from "../shared/base-url.ts";
import { checkOptions, MAX_COUNT, MILLISECONDS, type OptionSchema } from "../shared/check-options.ts";
import type { Classify } from "../shared/classify.ts";
import type { ClientContext } from "../shared/client-context.ts";
import type { Print } from "../shared/document.ts";
import { createUsageError } from "../shared/errors.ts";
import { HOOK_OPTIONS, type Hooks } from "../shared/hooks.ts";
import type { Limiter } from "../shared/limiter.ts";
import type { ResponseValidation } from "../validation/validation.ts";
import { type HeadersOption, readHeaders } from "./headers.ts";

export interface ClientOptions {
  /** The platform's address, with or without a path or a trailing slash. `https:`, or `http:` on loopback. */
  readonly baseUrl: string | URL;
  /** `refreshToken(…)`, `rotatingToken(…)`, `accessToken(…)`, `tokenSource(…)` or `anonymous()`. */
  readonly auth: Auth;
  /**
   * Timeout of a call in milliseconds, including token refresh, retries and waits for rate limits.
   *
   * 1 to 2,147,483,647. `fetch` of Node.js has its own limits: 300 s until the headers arrive, and 300 s between two chunks of
   * the body. For longer operations, pass a `fetch` with another dispatcher.
   *
   * @default 30000
   */
  readonly timeout?: number;
  /**
   * Timeout in milliseconds of each request of a query, which is retried after it.
   *
   * 1 to 2,147,483,647. A mutation can use the whole `timeout`. A refresh request is sent once more after it, and a
   * response to either is used for at least 120 s.
   *
   * @default 10000
   */
  readonly attemptTimeout?: number;
  /**
   * Largest number of retries of a call, 0 or more. A replay after a 401 and waits for a rate limit are not
   * counted.
   *
   * A query is retried once after HTTP 500, and a mutation at most twice, and only if it was provably not
   * executed: no connection was established, or `classify` returned `executed: false`.
   *
   * @default no limit but the deadline
   */
  readonly retries?: number;
  /** Maximum size of a response in bytes, after decompression. @default 33554432 (32 MiB) */
  readonly maxResponseBytes?: number;
  /**
   * Headers of each request to the API, or a function that returns them, called once per call. Those of a
   * call take precedence.
   */
  readonly headers?: HeadersOption | (() => HeadersOption);
  /**
   * The requests with `headers`: those to the API, or `all`, also refresh requests.
   *
   * With `all`, a function is called once per refresh request, too.
   *
   * @default "api"
   */
  readonly headersFor?: "api" | "all";
  /**
   * Name of the response header that identifies a request, such as `x-request-id`. Hooks and errors then have
   * `requestId`.
   */
  readonly requestId?: string;
  /**
   * Says what a response without success means, for servers with codes of their own.
   *
   * A pure function of status, headers and GraphQL errors. `undefined` leaves it to the client. If it throws, or
   * returns anything else, the call fails with `USAGE`.
   *
   * @example
   * ```ts
   * classify: ({ status }) => (status === 503 ? { kind: "limit", executed: false } : undefined);
   * ```
   */
  readonly classify?: Classify;
  /** Functions that are called for requests, retries and refreshes, for example for metrics. */
  readonly hooks?: Hooks | null | undefined;
  /**
   * `responseValidation(…)`: compares the data of responses with the types of the schema.
   *
   * @default no comparison
   */
  readonly validate?: ResponseValidation | undefined;
  /**
   * `print` of `@integration-platform/graphql/print`, for documents that are ASTs. Requires `graphql`.
   *
   * @default none
   */
  readonly print?: Print;
  /**
   * Sends the requests.
   *
   * Receives the URL and an init whose `headers` are a `Headers` object; with `ky`, the request that its hooks
   * have seen.
   *
   * @default that of `ky`, or else `globalThis.fetch`, read for each request
   */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Instance of ky 2.1 or later, such as `ky.extend({ hooks })`, that sends all requests.
   *
   * Its retries and timeouts are not used, and redirects are not followed. If a hook throws, reads the body of
   * a request or changes its origin, the call fails with `KY_HOOK`. This finds mistakes: hooks are code of the
   * same process, receive access tokens, refresh tokens, variables and responses, and can send them anywhere.
   *
   * @default none
   */
  readonly ky?: KyInstance | null | undefined;
  /**
   * `adaptiveLimiter()` of `@integration-platform/graphql/limiter`, for programs that are often at a rate
   * limit. Clients can share it.
   *
   * @default calls wait for the time that the platform names
   */
  readonly limiter?: Limiter | undefined;
  /** Allows an `http:` base URL that is not on loopback. Tokens are then sent unencrypted. @default false */
  readonly insecureHttp?: boolean;
}

export interface ExecuteOptions {
  /**
   * Aborts this call: it rejects with `signal.reason` itself. A token refresh shared with other calls is not
   * cancelled.
   */
  readonly signal?: AbortSignal | null | undefined;
  /** Timeout of this call in milliseconds, 1 to 2,147,483,647. @default `timeout` of the client */
  readonly timeout?: number | undefined;
  /**
   * Additional headers. The client sets `Authorization`, `Content-Type`, `Content-Length` and `Host` itself.
   */
  readonly headers?: HeadersOption;
}

export const CLIENT_OPTIONS: OptionSchema<keyof ClientOptions> = {
  baseUrl: "any",
  auth: {
    method: "attach",
    expected: "refreshToken(…), accessToken(…), tokenSource(…) or anonymous()",
    isRequired: true,
  },
  timeout: MILLISECONDS,
  attemptTimeout: MILLISECONDS,
  retries: { min: 0, max: MAX_COUNT },
  maxResponseBytes: { min: 1, max: MAX_COUNT },
  headers: "any",
  headersFor: "any",
  requestId: "string",
  classify: "function",
  hooks: "object",
  validate: "function",
  print: "function",
  fetch: "function",
  ky: { method: "query", expected: "an instance of ky 2.1 or later" },
  limiter: { method: "acquire", expected: "adaptiveLimiter()" },
  insecureHttp: "boolean",
};

/** A client: its checked options, what its calls and credentials read of them, and its access tokens. */
export interface ClientParts<Options> {
  readonly settings: Options;
  readonly context: ClientContext;
  readonly tokens: AccessTokens;
}

/**
 * Checks the options of a client, and attaches its credentials.
 *
 * @param subject - Function that messages name.
 */
export function openClient<Options extends ClientOptions>(
  subject: string,
  options: Options,
  schema: OptionSchema,
): ClientParts<Options> {
  const settings = checkOptions(subject, options, schema);
  const { headers, headersFor = "api" } = settings;
  if (headersFor !== "api" && headersFor !== "all")
    throw createUsageError(`${subject}: "headersFor" must be "api" or "all"`);
  // Only reports invalid headers early. Each call reads them again, because the caller can change them.
  if (typeof headers !== "function") readHeaders(subject, headers);
  const context: ClientContext = {
    hooks: checkOptions(`${subject}: hooks`, settings.hooks ?? {}, HOOK_OPTIONS),
    endpoints: parseBaseUrl(settings.baseUrl, settings.insecureHttp),
    post: createPost(settings.maxResponseBytes ?? 33_554_432, settings.fetch, settings.ky),
    timeout: settings.timeout ?? 30_000,
    attemptTimeout: settings.attemptTimeout ?? 10_000,
    maxRetries: settings.retries ?? Number.POSITIVE_INFINITY,
    limiter: settings.limiter ?? createPause(),
    classify: settings.classify,
    requestIdHeader: settings.requestId,
    createRefreshHeaders: () => (headersFor === "all" ? readHeaders("refresh request", headers) : {}),
  };
  return { settings, context, tokens: settings.auth.attach(context) };
}
