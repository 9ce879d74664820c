/** Gets an access token without running an operation, for tools and for other clients. */

import type { AccessToken } from "../auth/read-token.ts";
import { EXECUTE_OPTIONS, type OptionSchema } from "../shared/check-options.ts";
import { withDeadline } from "../shared/deadline.ts";
import { addCall, createUsageError } from "../shared/errors.ts";
import { createTimeout } from "../shared/request.ts";
import { CLIENT_OPTIONS, type ClientOptions, openClient } from "./client-options.ts";

/** Options of `createClient`. Those that do not apply to a token have no effect. */
export interface AccessTokenOptions extends Omit<ClientOptions, "timeout"> {
  /** Timeout of the call in milliseconds. @default 30000 */
  readonly timeout?: number | undefined;
  /** Aborts the call: it rejects with `signal.reason` itself. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Without `anonymous()`, which has no token to return. */
const CREDENTIALS = "refreshToken(…), accessToken(…) or tokenSource(…)";

const OPTIONS: OptionSchema<keyof AccessTokenOptions> = {
  ...CLIENT_OPTIONS,
  auth: { method: "attach", expected: CREDENTIALS, isRequired: true },
  signal: EXECUTE_OPTIONS.signal,
};

/**
 * Returns an access token for the credentials: from their store, or by one refresh.
 *
 * @throws AnyOperationError with `operation: "token"`, by `code`.
 */
export async function obtainToken(options: AccessTokenOptions): Promise<AccessToken> {
  const { context, settings, tokens } = openClient(
    "obtainToken",
    options as ClientOptions & AccessTokenOptions,
    OPTIONS,
  );
  const { endpoints, timeout } = context;
  const onTimeout = () => createTimeout(endpoints.refresh, "token", ["timeout", timeout]);
  const deadline = performance.now() + timeout;
  const work = async () => tokens.token(undefined, deadline);
  const { signal } = settings;
  const token = await withDeadline(timeout, onTimeout, work, { signal }).catch((error) => {
    throw addCall(error, "token", {});
  });
  // That of `anonymous()` is empty. It is never `undefined`, because no token was rejected.
  if (!token?.value) throw createUsageError(`obtainToken: "auth" must be ${CREDENTIALS}`);
  return token;
}
