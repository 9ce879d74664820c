/** Gets an access token without running an operation, for tools and for other clients. */

import type { Auth } from "./auth/source.ts";
import type { AccessToken } from "./auth/token.ts";
import { parseBaseUrl } from "./base-url.ts";
import { withDeadline } from "./deadline.ts";
import { Failure } from "./errors.ts";
import type { Hooks } from "./hooks.ts";
import { createPost, createTimeout } from "./transport.ts";

/** Largest response of the token exchange that is read, in bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** Timeout of each token exchange request. */
const ATTEMPT_TIMEOUT_MS = 10_000;

export interface ObtainTokenOptions {
  /** Base URL of the platform, as for `createClient`. */
  readonly baseUrl: string | URL;
  /** Credentials, as for `createClient`. */
  readonly auth: Auth;
  /** @default none */
  readonly hooks?: Hooks;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Timeout in milliseconds. @default 30000 */
  readonly timeout?: number | undefined;
  /** Rejects with its `reason` when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns an access token for the credentials: from their cache or store, or by one token exchange.
 *
 * @throws AnyOperationError with `operation: "token"`, by `code`.
 */
export async function obtainToken(options: ObtainTokenOptions): Promise<AccessToken> {
  const { baseUrl, auth, hooks = {}, fetch = globalThis.fetch, timeout = 30_000, signal } = options;
  const post = createPost(fetch, MAX_RESPONSE_BYTES);
  const endpoints = parseBaseUrl(baseUrl);
  const source = auth.connect({ endpoints, post, hooks, attemptTimeout: ATTEMPT_TIMEOUT_MS });
  const onTimeout = () => createTimeout(endpoints.refresh, "token", timeout, "timeout");
  try {
    return await withDeadline(timeout, signal, onTimeout, () => source.token());
  } catch (error) {
    throw error instanceof Failure ? error.toError("token", {}) : error;
  }
}
