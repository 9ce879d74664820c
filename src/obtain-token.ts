/** Gets an access token without running an operation, for tools and for other clients. */

import type { AccessToken } from "./auth/token.ts";
import { parseBaseUrl } from "./base-url.ts";
import {
  CLIENT_RULES,
  type ClientOptions,
  DEFAULT_ATTEMPT_TIMEOUT_MS,
  DEFAULT_TIMEOUT_MS,
  EXECUTE_RULES,
  type ExecuteOptions,
} from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { toCallerError } from "./errors.ts";
import { HOOK_RULES } from "./hooks.ts";
import { checkOptions } from "./options.ts";
import { createTimeout } from "./request.ts";
import { createPost } from "./transport.ts";

/** Largest response of the token exchange that is read by default, in bytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Options of `createClient` and of `execute`. Those that do not apply to a token have no effect. */
export interface ObtainTokenOptions extends Omit<ClientOptions, "timeout">, ExecuteOptions {}

/**
 * Returns an access token for the credentials: from their store, or by one token exchange.
 *
 * @throws AnyOperationError with `operation: "token"`, by `code`.
 */
export async function obtainToken(options: ObtainTokenOptions): Promise<AccessToken> {
  checkOptions("obtainToken", options, { ...CLIENT_RULES, ...EXECUTE_RULES });
  const { timeout = DEFAULT_TIMEOUT_MS, attemptTimeout = DEFAULT_ATTEMPT_TIMEOUT_MS, signal } = options;
  const hooks = options.hooks ?? {};
  checkOptions("obtainToken: hooks", hooks, HOOK_RULES);
  const endpoints = parseBaseUrl(options.baseUrl, options.insecureHttp);
  const post = createPost(options.maxResponseBytes ?? MAX_RESPONSE_BYTES, options.fetch, options.ky);
  const tokens = options.auth.connect({ endpoints, post, hooks, attemptTimeout });
  const onTimeout = () => createTimeout(endpoints.refresh, "token", ["timeout", timeout]);
  try {
    const token = await withDeadline(timeout, signal ?? undefined, onTimeout, async () => tokens.token());
    // The token is defined, because no token was rejected.
    return token as AccessToken;
  } catch (error) {
    throw toCallerError(error, "token", {});
  }
}
