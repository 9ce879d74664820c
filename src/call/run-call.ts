/**
 * The loop of one call: it waits for the limiter, gets a token, sends the request, and resends it if it failed
 * and `decision.ts` allows that. A resend is a *replay* with another token, a *retry* after a temporary
 * failure, or a *wait* for the end of a rate limit.
 */

import type { AccessToken } from "../auth/read-token.ts";
import { sleep, withDeadline } from "../shared/deadline.ts";
import type { OperationError } from "../shared/errors.ts";
import { notify } from "../shared/hooks.ts";
import { type Call, createCallTimeout, createEvent, sendAttempt } from "./attempt.ts";
import { decide } from "./decision.ts";
import type { Outcome, SuccessfulResponse } from "./outcome.ts";

/**
 * Sends an operation until it succeeds, or `decide` lets it fail.
 *
 * @throws OperationError, whose operation is absent, or `signal.reason` itself.
 */
export async function runCall(call: Call): Promise<SuccessfulResponse> {
  const { tokens, signal, deadline } = call;
  const { hooks, maxRetries } = call.context;
  const resends = { replay: 0, retry: 0, wait: 0 };
  /** The last token that the platform rejected in this call. */
  let rejected: AccessToken | undefined;
  let lastFailure: OperationError | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const sent = await sendOnce(call, rejected);
    // `lastFailure` is set: another token is asked for only after a rejection.
    if (sent === "no-other-token") throw lastFailure;
    // If it is a resend that waits too long, the failure that it follows says more.
    if (sent === "no-permit") throw lastFailure ?? createCallTimeout(call, "queue");
    const { token, outcome } = sent;
    if (!outcome.failure) {
      tokens.didAccept?.(token);
      return outcome.response;
    }
    const { failure, kind } = outcome;
    // A later call can replace the token, even if this one fails.
    if (kind === "token") tokens.didReject?.(token);
    // With `rotatingToken`, the first replay can have a token of the store, which the platform can reject as
    // well. The second replay has one of a refresh.
    const maxReplays = token.origin === "store" ? 2 : 1;
    const leftMs = deadline - performance.now();
    const { next, delayMs } = decide(outcome, { resends, maxReplays, maxRetries, leftMs });
    if (next === "fail") throw failure;
    resends[next]++;
    lastFailure = failure;
    if (next === "replay") rejected = token;
    notify(hooks.willRetry, { ...createEvent(call), code: failure.code, delayMs });
    if (delayMs > 0) await sleep(delayMs, { signal });
  }
}

interface SentRequest {
  readonly token: AccessToken;
  readonly outcome: Outcome;
}

/** Why no request was sent: no permit before the deadline, or no token but the rejected one. */
type Unsent = "no-permit" | "no-other-token";

/**
 * Sends one request. Waits only for what is a promise, so that `close` in the same tick sees the refresh of a call.
 *
 * @param rejected - The token to replace.
 */
async function sendOnce(call: Call, rejected: AccessToken | undefined): Promise<SentRequest | Unsent> {
  const { context, tokens, signal, deadline } = call;
  const { limiter, hooks } = context;
  const acquired = limiter.acquire(deadline, signal, call.attempts > 0);
  if (acquired instanceof Promise) notify(hooks.willWait, createEvent(call));
  const permit = acquired instanceof Promise ? await acquired : acquired;
  if (!permit) return "no-permit";
  let outcome: Outcome | undefined;
  try {
    // Only now, because other calls can have replaced the token during the wait.
    const supplied = tokens.token(rejected, deadline);
    const token = supplied instanceof Promise ? await waitForToken(call, supplied) : supplied;
    if (!token) return "no-other-token";
    outcome = await sendAttempt(call, token);
    return { token, outcome };
  } finally {
    limiter.release(permit, outcome);
  }
}

/**
 * @throws as `AccessTokens.token`; and at the deadline `TIMEOUT`. Not the failure of the last request,
 * because it is the refresh that takes too long.
 */
function waitForToken(
  call: Call,
  supplied: Promise<AccessToken | undefined>,
): Promise<AccessToken | undefined> {
  // Prevents an unhandled rejection: `withDeadline` does not wait for the token if the signal is aborted
  // already.
  supplied.catch(() => {});
  const leftMs = call.deadline - performance.now();
  return withDeadline(
    leftMs,
    () => createCallTimeout(call, "token"),
    () => supplied,
    { signal: call.signal },
  );
}
