/** Credentials of a function that returns access tokens: a vault, a metadata service, a login page. */

import { waitAtMost } from "../shared/deadline.ts";
import { createUsageError, isOperationError, isSteering, OperationError } from "../shared/errors.ts";
import type { RefreshReason } from "../shared/hooks.ts";
import type { Auth } from "./auth.ts";
import { readToken, requireToken } from "./read-token.ts";
import { reportRefresh, TokenCache } from "./token-cache.ts";

/** Why `getToken` is called, and until when. */
export interface TokenRequest {
  /**
   * Aborted at the deadline of the call for which `getToken` is called. Calls that have time left, and later
   * ones, then call it again.
   */
  readonly signal: AbortSignal;
  readonly reason: RefreshReason;
  /**
   * The access token that the platform rejected. A cache must not return it again. `undefined` for any other
   * reason.
   */
  readonly rejected: string | undefined;
}

/**
 * Uses the access tokens that `getToken` returns, for example from a vault or a login page. The client calls
 * it on the first call, when the token expires, and when the platform rejects the token. A token expires at
 * the `exp` claim of a JWT, or after 7 days. Concurrent calls share one call of `getToken`.
 *
 * If it throws an error of this package, such as one of `obtainToken`, calls fail with that error. If it
 * throws anything else, they fail with `REFRESH_UNAVAILABLE`, and that is the `cause`. If it returns an invalid
 * token, they fail with `USAGE`. The next call calls it again.
 *
 * @throws `USAGE` if `getToken` is not a function.
 */
export function tokenSource(getToken: (request: TokenRequest) => string | Promise<string>): Auth {
  if (typeof getToken !== "function")
    throw createUsageError("tokenSource: pass a function that returns an access token");
  return {
    attach: (context) =>
      new TokenCache(context, ({ current, reason, endsAt }) => {
        const rejected = reason === "rejected" ? current?.value : undefined;
        const call = async (signal: AbortSignal) => getToken({ signal, reason, rejected });
        const read = async (signal: AbortSignal) => {
          const returned = await call(signal).catch(throwWithoutSecrets);
          const value = requireToken(returned, "tokenSource: the returned token");
          return { token: readToken(value, { origin: "source" }), rotated: false };
        };
        return runUntil(endsAt, (signal) => reportRefresh(context.hooks, reason, () => read(signal)));
      }),
  };
}

/**
 * Runs work whose signal is aborted at `endsAt`, an instant of `performance.now()`. What it returns later is
 * returned all the same.
 *
 * @returns `undefined` if it fails after that.
 */
function runUntil<Result>(
  endsAt: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const run = (signal: AbortSignal) =>
      work(signal).then(resolve, (error) => (signal.aborted ? resolve(undefined) : reject(error)));
    waitAtMost(endsAt - performance.now(), run, { isBackground: true });
  });
}

/** @throws errors of this package, and values that steer a framework, as they are. The message of any other can contain secrets: it is the cause. */
function throwWithoutSecrets(error: unknown): never {
  if (isOperationError(error) || isSteering(error)) throw error;
  const problem = "the token source threw an error";
  throw new OperationError("REFRESH_UNAVAILABLE", { problem, advice: "See error.cause.", cause: error });
}
