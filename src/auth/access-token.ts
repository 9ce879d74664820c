/** Credentials without a refresh token: no token, one access token, or a function that returns access tokens. */

import { withDeadline } from "../deadline.ts";
import { createUsageError, Failure, isOperationError } from "../errors.ts";
import type { Auth } from "./auth.ts";
import { type AccessToken, readToken, requireToken } from "./token.ts";
import { createTokenCache } from "./token-cache.ts";

/** Timeout of `getToken`, in multiples of `attemptTimeout`. */
const SOURCE_TIMEOUT_FACTOR = 3;

/**
 * Uses one access token, for example from the token page or the platform's command-line tool. Its expiry is not checked.
 * If the platform rejects it, the call fails with `UNAUTHENTICATED` after one request.
 *
 * @throws `USAGE` if the token is missing or blank, or if a header cannot contain it.
 */
export function accessToken(token: string): Auth {
  return hold(requireToken(token, "accessToken"));
}

/** Sends no `Authorization` header, for endpoints that require no access token. */
export function anonymous(): Auth {
  return hold("");
}

/** Credentials with one token that is never refreshed. */
function hold(value: string): Auth {
  const never = Number.POSITIVE_INFINITY;
  const held: AccessToken = { value, expiresAt: never, refreshAt: never, receivedAt: -never, origin: "option" };
  return { connect: () => ({ token: (rejected) => (rejected ? undefined : held) }) };
}

/**
 * Uses the access tokens that `getToken` returns, for example from a vault or a metadata service. The client calls it on the
 * first call, when the token expires, and when the platform rejects the token. A token expires at the `exp` claim of a JWT,
 * or after 7 days. Concurrent calls share one call of `getToken`, which can take three times `attemptTimeout`.
 *
 * If it throws, calls fail with `REFRESH_UNAVAILABLE`. The error does not contain the message.
 *
 * @throws `USAGE` if `getToken` is not a function.
 */
export function tokenSource(getToken: (context: { signal: AbortSignal }) => string | Promise<string>): Auth {
  if (typeof getToken !== "function")
    throw createUsageError("tokenSource: pass a function that returns an access token.");
  return {
    connect: ({ hooks, attemptTimeout }) => {
      const timeoutMs = attemptTimeout * SOURCE_TIMEOUT_FACTOR;
      const onTimeout = () =>
        new Failure("REFRESH_UNAVAILABLE", `no access token after ${timeoutMs} ms. Try again later.`, {});
      return createTokenCache(hooks, async ({ didStart }) => {
        didStart();
        const work = async (signal: AbortSignal) => getToken({ signal });
        const token = await withDeadline(timeoutMs, undefined, onTimeout, work, true).catch(rethrow);
        return { token: readToken(requireToken(token, "tokenSource: the returned token"), { origin: "source" }) };
      });
    },
  };
}

/** @throws Failure without anything of an error of the caller: its message and its name can contain secrets. */
function rethrow(error: unknown): never {
  if (error instanceof Failure || isOperationError(error)) throw error;
  const what = error instanceof Error ? "an error" : "a value that is not an Error";
  throw new Failure("REFRESH_UNAVAILABLE", `the token source threw ${what}. Call it yourself to see which.`);
}
