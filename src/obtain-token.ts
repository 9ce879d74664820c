/** Gets an access token without running an operation, for tools and for other clients. */

import type { AccessToken } from "./auth/token.ts";
import { parseBaseUrl } from "./base-url.ts";
import { CLIENT_RULES, type ClientOptions } from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./errors.ts";
import { ANY, checkOptions, type Rules } from "./options.ts";
import { createPost, createTimeout } from "./transport.ts";

/** Largest response of the token exchange that is read, in bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Options of `createClient` that apply to a token, with the same defaults. */
export interface ObtainTokenOptions
  extends Pick<ClientOptions, "baseUrl" | "auth" | "hooks" | "fetch" | "attemptTimeout" | "insecureHttp"> {
  readonly timeout?: number | undefined;
  /** Rejects with its `reason` when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns an access token for the credentials: from their store, or by one token exchange.
 *
 * @throws AnyOperationError with `operation: "token"`, by `code`.
 */
export async function obtainToken(options: ObtainTokenOptions): Promise<AccessToken> {
  const { baseUrl, auth, hooks, fetch, timeout, attemptTimeout, insecureHttp } = CLIENT_RULES;
  const rules = { baseUrl, auth, hooks, fetch, timeout, attemptTimeout, insecureHttp, signal: ANY };
  checkOptions("obtainToken", options, rules as Rules);
  const { timeout: timeoutMs = 30_000, signal } = options;
  const endpoints = parseBaseUrl(options.baseUrl, options.insecureHttp);
  const post = createPost(options.fetch ?? globalThis.fetch, MAX_RESPONSE_BYTES);
  const connection = { endpoints, post, hooks: options.hooks ?? {}, attemptTimeout: options.attemptTimeout ?? 10_000 };
  const source = options.auth.connect(connection);
  const onTimeout = () => createTimeout(endpoints.refresh, "token", timeoutMs, "timeout");
  try {
    return await withDeadline(timeoutMs, signal ?? undefined, onTimeout, () => source.token());
  } catch (error) {
    throw error instanceof Failure ? error.toError("token", {}) : error;
  }
}
