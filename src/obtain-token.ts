/** Gets an access token without running an operation, for tools and for other clients. */

import type { AccessToken } from "./auth/token.ts";
import { CLIENT_RULES, type ClientOptions, connect, type ExecuteOptions } from "./client.ts";
import { withDeadline } from "./deadline.ts";
import { toCallerError } from "./errors.ts";
import { EXECUTE_RULES } from "./options.ts";
import { createTimeout } from "./request.ts";

/** Options of `createClient` and of `execute`. Those that do not apply to a token have no effect. */
export interface ObtainTokenOptions extends Omit<ClientOptions, "timeout">, ExecuteOptions {}

/**
 * Returns an access token for the credentials: from their store, or by one token exchange.
 *
 * @throws AnyOperationError with `operation: "token"`, by `code`.
 */
export async function obtainToken(options: ObtainTokenOptions): Promise<AccessToken> {
  const { endpoints, source, timeout } = connect("obtainToken", options as ClientOptions, {
    ...CLIENT_RULES,
    ...EXECUTE_RULES,
  });
  const onTimeout = () => createTimeout(endpoints.refresh, "token", ["timeout", timeout]);
  try {
    const token = await withDeadline(timeout, options.signal ?? undefined, onTimeout, async () => source.token());
    // The token is defined, because no token was rejected.
    return token as AccessToken;
  } catch (error) {
    throw toCallerError(error, "token", {});
  }
}
