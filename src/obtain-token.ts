/** Gets an access token without running an operation, for tools and for other clients. */

import type { AccessToken } from "./auth/token.ts";
import { parseBaseUrl } from "./base-url.ts";
import {
  CLIENT_RULES,
  type ClientOptions,
  DEFAULT_ATTEMPT_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  EXECUTE_RULES,
} from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { toCallerError } from "./errors.ts";
import { HOOK_RULES } from "./hooks.ts";
import { checkOptions, type Rules } from "./options.ts";
import { createTimeout } from "./post.ts";
import { createPost } from "./transport.ts";

/** Largest response of the token exchange that is read, in bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Options of `createClient` that apply to a token, with the same defaults. */
export interface ObtainTokenOptions
  extends Pick<ClientOptions, "baseUrl" | "auth" | "hooks" | "fetch" | "attemptTimeout" | "insecureHttp"> {
  readonly timeout?: number | undefined;
  /** Rejects with its `reason` when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS = ["baseUrl", "auth", "hooks", "fetch", "timeout", "attemptTimeout", "insecureHttp", "signal"];
const ALL_RULES = Object.entries({ ...CLIENT_RULES, ...EXECUTE_RULES });
const RULES: Rules = Object.fromEntries(ALL_RULES.filter(([name]) => OPTIONS.includes(name)));

/**
 * Returns an access token for the credentials: from their store, or by one token exchange.
 *
 * @throws AnyOperationError with `operation: "token"`, by `code`.
 */
export async function obtainToken(options: ObtainTokenOptions): Promise<AccessToken> {
  checkOptions("obtainToken", options, RULES);
  const { timeout: timeoutMs = DEFAULT_TIMEOUT_MS, attemptTimeout = DEFAULT_ATTEMPT_TIMEOUT_MS, signal } = options;
  const hooks = options.hooks ?? {};
  checkOptions("obtainToken: hooks", hooks, HOOK_RULES);
  const endpoints = parseBaseUrl(options.baseUrl, options.insecureHttp);
  const post = createPost(MAX_RESPONSE_BYTES, options.fetch);
  const source = options.auth.connect({ endpoints, post, hooks, attemptTimeout });
  const onTimeout = () => createTimeout(endpoints.refresh, "token", ["timeout", timeoutMs]);
  try {
    const token = await withDeadline(timeoutMs, signal ?? undefined, onTimeout, async () => source.token());
    // The token is defined, because no token was rejected.
    return token as AccessToken;
  } catch (error) {
    throw toCallerError(error, "token", {});
  }
}
