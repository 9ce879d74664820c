/**
 * Credentials without a refresh token: no token, one access token, or a function that returns access tokens.
 */

import { withDeadline } from "../shared/deadline.ts";
import { createUsageError, isOperationError, OperationError } from "../shared/errors.ts";
import type { RefreshReason } from "../shared/hooks.ts";
import type { Auth } from "./auth.ts";
import { type AccessToken, readToken, requireToken } from "./read-token.ts";
import { createTokenCache } from "./token-cache.ts";

/**
 * Uses one access token, for example from the token page or the platform's command-line tool. Its expiry is
 * not checked. If the platform rejects it, the call fails with `UNAUTHENTICATED` after one request.
 *
 * @throws `USAGE` if the token is missing or blank, or if a header cannot contain it.
 */
export function accessToken(token: string): Auth {
  return staticToken(requireToken(token, "accessToken"));
}

/** Sends no `Authorization` header, for endpoints that require no access token. */
export function anonymous(): Auth {
  return staticToken("");
}

/** Credentials with one token that is never refreshed. */
function staticToken(value: string): Auth {
  const never = Number.POSITIVE_INFINITY;
  const token: AccessToken = {
    value,
    expiresAt: never,
    refreshAt: never,
    receivedAt: Number.NEGATIVE_INFINITY,
    origin: "option",
  };
  return { attach: () => ({ token: (rejected) => (rejected ? undefined : token) }) };
}

/** Why `getToken` is called, and until when. */
export interface TokenRequest {
  /** Aborted at the latest deadline of the calls that wait for the token. */
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
 * the `exp` claim of a JWT, or after 7 days. Concurrent calls share one call of `getToken`, whose only limits
 * are their deadlines.
 *
 * If it throws an error of this package, such as one of `getAccessToken`, calls fail with that error. If it
 * throws anything else, they fail with `REFRESH_UNAVAILABLE`, without its message. If it returns an invalid
 * token, they fail with `USAGE`.
 *
 * @throws `USAGE` if `getToken` is not a function.
 */
export function tokenSource(getToken: (request: TokenRequest) => string | Promise<string>): Auth {
  if (typeof getToken !== "function")
    throw createUsageError("tokenSource: pass a function that returns an access token");
  return {
    attach: ({ hooks }) =>
      createTokenCache(hooks, async ({ current, reason, deadline, willRefresh }) => {
        willRefresh();
        const rejected = reason === "rejected" ? current?.value : undefined;
        const work = async (signal: AbortSignal) => getToken({ signal, reason, rejected });
        const returned = await runUntil(deadline, work).catch(throwWithoutSecrets);
        const value = requireToken(returned, "tokenSource: the returned token");
        return { token: readToken(value, { origin: "source" }) };
      }),
  };
}

/**
 * Runs `work` until a deadline, which later calls can extend.
 *
 * @throws `REFRESH_UNAVAILABLE` at the deadline
 */
async function runUntil<Result>(
  deadline: () => number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const running = work(controller.signal);
  const onTimeout = () =>
    new OperationError("REFRESH_UNAVAILABLE", { problem: "no access token before the deadline of the call" });
  for (;;) {
    const deadlineAt = deadline();
    try {
      return await withDeadline(deadlineAt - performance.now(), undefined, onTimeout, () => running, true);
    } catch (error) {
      const isExtended = deadline() > deadlineAt;
      if (isExtended) continue;
      controller.abort(error);
      throw error;
    }
  }
}

/**
 * @throws errors of this package as they are. The message of any other can contain secrets: it is the cause.
 */
function throwWithoutSecrets(error: unknown): never {
  if (isOperationError(error)) throw error;
  const what = error instanceof Error ? "an error" : "a value that is not an Error";
  const problem = `the token source threw ${what}`;
  throw new OperationError("REFRESH_UNAVAILABLE", { problem, advice: "See error.cause.", cause: error });
}
