/** The client: a document and its variables in, typed data out, or one error of the family. */

import type { Auth } from "./auth/source.ts";
import { parseBaseUrl } from "./base-url.ts";
import { withDeadline } from "./deadline.ts";
import { checkDocument, type OperationArguments, type TypedDocumentString } from "./document.ts";
import {
  type ErrorFacts,
  type GraphQLErrorEntry,
  GraphQLResponseError,
  type Phase,
  TimeoutError,
  UsageError,
} from "./errors.ts";
import { Failure } from "./failure.ts";
import type { Hooks } from "./hooks.ts";
import { type Progress, perform } from "./operation.ts";
import { checkHeaders, refuseUnknown, requireInteger } from "./options.ts";
import { createPost } from "./transport.ts";
import { encodeVariables } from "./variables.ts";

const MAX_TIMER_MS = 2_147_483_647;

const WAITING_FOR: Readonly<Record<Phase, string>> = {
  token: "while waiting for an access token",
  headers: "while waiting for the response",
  body: "while reading the response",
  retry: "while waiting to try again",
};

export interface ClientOptions {
  /** The platform's address, with or without a path or a trailing slash. `https:`, or `http:` on loopback. */
  readonly baseUrl: string | URL;
  /** `refreshToken(…)`, `accessToken(…)` or `tokenSource(…)`. */
  readonly auth: Auth;
  /** Milliseconds that a call may take in all: renewal, tries and waits together. 1 to 2,147,483,647. @default 30000 */
  readonly timeout?: number;
  /** How often a call is tried again where its kind allows it; a replay after a renewal is not counted. @default 2 */
  readonly retries?: number;
  /** Cap on a response after decompression, in bytes. @default 33554432 (32 MiB) */
  readonly maxResponseBytes?: number;
  /** Observers, e.g. for metrics. */
  readonly hooks?: Hooks;
  /** @default globalThis.fetch, looked up at each request */
  readonly fetch?: typeof globalThis.fetch;
  /** Allows an `http:` base URL off loopback: tokens then travel unencrypted. @default false */
  readonly insecureHttp?: boolean;
}

export interface ExecuteOptions {
  /** Ends this call at once: it rejects with `signal.reason` itself. A renewal that others wait for goes on. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, in place of the client's. */
  readonly timeout?: number | undefined;
  /** Further headers. `Authorization` and `Content-Type` belong to the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** `data` and `errors` side by side, as the platform sent them. */
export interface ExecutionResult<Result> {
  /** Partial where `errors` is not empty; `null` or `undefined` where nothing came of it. */
  readonly data: Result | null | undefined;
  readonly errors: readonly GraphQLErrorEntry[];
}

export interface Client {
  /**
   * Runs one operation and returns its data.
   *
   * @throws AnyOperationError by `code`; `GRAPHQL` where the response has errors, partial data then on `error.data`.
   * @throws UsageError (`USAGE`) for a mistake of the caller's, before anything is sent.
   * @throws `signal.reason` itself, where the caller aborts.
   */
  execute<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    ...rest: OperationArguments<Variables, ExecuteOptions>
  ): Promise<Result>;

  /** As `execute`, but GraphQL errors are returned beside the data instead of thrown. Everything else still throws. */
  executeResult<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    ...rest: OperationArguments<Variables, ExecuteOptions>
  ): Promise<ExecutionResult<Result>>;
}

/**
 * Creates a client. It opens no connection and holds no timer: a script that is done exits.
 *
 * @throws UsageError naming the option that is missing, misspelt or senseless.
 */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    auth,
    timeout = 30_000,
    retries = 2,
    maxResponseBytes = 32 * 1024 * 1024,
    hooks = {},
    fetch = (...request) => globalThis.fetch(...request),
    insecureHttp = false,
    ...unknown
  } = options;
  refuseUnknown("createClient", unknown);
  requireInteger("timeout", timeout, 1, MAX_TIMER_MS);
  requireInteger("retries", retries, 0, 10);
  requireInteger("maxResponseBytes", maxResponseBytes, 1, Number.MAX_SAFE_INTEGER);
  if (typeof auth?.connect !== "function") {
    throw new UsageError("auth is missing: pass refreshToken({ refreshToken }), accessToken(token) or tokenSource(…)");
  }
  const endpoints = parseBaseUrl(baseUrl, insecureHttp);
  const post = createPost(fetch, maxResponseBytes);
  const means = { post, hooks, source: auth.connect({ endpoints, post, hooks }) };

  /** Performs one call under its deadline. */
  async function execute<Result>(
    document: TypedDocumentString<Result>,
    variables: unknown,
    options: ExecuteOptions | undefined,
  ): Promise<Result> {
    const { name, kind, text } = checkDocument(document);
    const { signal: caller, timeout: timeoutMs = timeout, headers = {}, ...unknown } = options ?? {};
    refuseUnknown(`${name}: execute`, unknown);
    requireInteger(`${name}: timeout`, timeoutMs, 1, MAX_TIMER_MS);
    const json = encodeVariables(name, variables);
    const body = `{"query":${JSON.stringify(text)}${json === undefined ? "" : `,"variables":${json}`}}`;
    const endsAt = performance.now() + timeoutMs;
    const operation = { name, kind, body, retries, url: endpoints.api, headers: checkHeaders(name, headers), endsAt };
    const progress: Progress = { attempts: 0, phase: "token" };
    try {
      const data = await withDeadline(
        timeoutMs,
        caller,
        () => timedOut(name, timeoutMs, progress),
        (signal) => perform(operation, means, progress, signal),
      );
      return data as Result;
    } catch (error) {
      // The one boundary: what leaves here is an error of the family, or the caller's own reason.
      throw error instanceof Failure ? error.toError(name, facts(progress)) : error;
    }
  }

  return {
    execute: (document, ...[variables, options]) => execute(document, variables, options),
    executeResult: async (document, ...[variables, options]) => {
      try {
        return { data: await execute(document, variables, options), errors: [] };
      } catch (error) {
        if (!(error instanceof GraphQLResponseError)) throw error;
        return { data: error.data, errors: error.errors };
      }
    },
  };
}

/** What the operation knows and the failure does not. */
function facts({ attempts }: Progress): ErrorFacts {
  return { attempts, delivery: attempts === 0 ? "not-sent" : "rejected" };
}

function timedOut(operation: string, timeoutMs: number, { attempts, phase }: Progress): TimeoutError {
  const delivery = attempts === 0 ? "not-sent" : "unknown";
  return new TimeoutError(operation, `timed out after ${timeoutMs} ms (${WAITING_FOR[phase]})`, {
    attempts,
    phase,
    delivery,
  });
}
