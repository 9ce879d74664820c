/** The faults that scenarios inject. */

import type { AccessToken, AccessTokens } from "../requests/access-tokens.ts";
import type { Clock } from "../requests/clock.ts";
import { createRateLimit } from "../requests/limits.ts";
import type { RequestKind } from "../requests/platform-request.ts";
import {
  invalidGrant,
  invalidToken,
  type RequestError,
  TestSetupError,
  unknownTenant,
} from "../requests/request-errors.ts";
import type { AnySettings, ScenarioName } from "../requests/scenario-names.ts";
import { checkDelay, type Delays, nextTask } from "../requests/timing.ts";
import { isObject } from "../shared/parse-json.ts";

/** Channel of a request: in-process, or the local server. */
export type Channel = "handlers" | "socket";

/** The part of a received request that faults can use. */
export interface ScenarioRequest {
  readonly kind: RequestKind;
  readonly channel: Channel;
  /** JSON body. `undefined` if it is not JSON. */
  readonly body: unknown;
  readonly accessToken: AccessToken | undefined;
  /** Aborted if the client no longer waits for the response. */
  readonly signal: AbortSignal;
}

/** The response of a scenario. The route formats an error. */
export type FaultResponse = Response | RequestError;

/** Responds instead of the route. `undefined` lets the route respond. */
export type Fault = (
  received: ScenarioRequest,
) => FaultResponse | undefined | Promise<FaultResponse | undefined>;

export interface FaultContext {
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  readonly delays: Delays;
}

/** Maximum delay of a late 401, in milliseconds, if no newer token is used. */
const MAX_LATE_MS = 1000;

/** The fault of each scenario, without those that the platform itself applies. `router.ts` cuts bodies. */
export const FAULTS: Partial<Record<ScenarioName, (context: FaultContext, settings: AnySettings) => Fault>> =
  {
    "expired-token": (context) => rejectTokens(context, "expired"),
    "revoked-token": (context) => rejectTokens(context, "revoked"),
    "late-401": rejectTokensLate,
    "rejected-refresh": () => (received) => (received.kind === "refresh" ? invalidGrant() : undefined),
    "slow-refresh": delayRefresh,
    "rate-limited": limitRate,
    "unavailable-once": () => {
      let hasFailed = false;
      return ({ kind }) => {
        if (kind !== "api" || hasFailed) return undefined;
        hasFailed = true;
        return new Response("Service Unavailable\n", { status: 503 });
      };
    },
    "html-from-proxy": () => {
      const page = "<!doctype html>\n<title>Log in to the network</title>\n<p>Log in to continue.</p>\n";
      const headers = { "content-type": "text/html" };
      return ({ kind }) => (kind === "api" ? new Response(page, { headers }) : undefined);
    },
    "cut-body": () => requireSocket,
    "wrong-tenant": () => {
      return ({ kind, body }) =>
        kind === "refresh" && isObject(body) && body.tenant_id !== undefined ? unknownTenant() : undefined;
    },
  };

/** Rejects the access tokens issued so far. If there are none, rejects the first one after its first use. */
function rejectTokens(context: FaultContext, reason: "expired" | "revoked"): Fault {
  const isRejected = createTokenFilter(context);
  return (received) => (isRejected(received) ? invalidToken(reason) : undefined);
}

/** A client does not refresh a token that was never accepted: it can mean that the user has no access. */
function createTokenFilter({ tokens }: FaultContext): (received: ScenarioRequest) => boolean {
  const newestRejected = Math.max(1, tokens.issued());
  let isUnused = tokens.issued() === 0;
  return (received) => {
    if (generationOf(received) > newestRejected) return false;
    if (!isUnused) return true;
    isUnused = false;
    return false;
  };
}

/** Like `rejectTokens`, but all responses except the first wait until a newer token is used. */
function rejectTokensLate(context: FaultContext): Fault {
  const isRejected = createTokenFilter(context);
  const refreshed = new AbortController();
  let hasRejected = false;
  return async (received) => {
    if (!isRejected(received)) {
      // Before the first rejection, it can be the first use of the token that is rejected afterwards.
      if (hasRejected && Number.isFinite(generationOf(received))) refreshed.abort();
      return undefined;
    }
    const isLate = hasRejected;
    hasRejected = true;
    if (isLate) await context.delays.wait(MAX_LATE_MS, refreshed.signal, received.signal);
    return invalidToken("expired");
  };
}

/** Infinity for a request without a valid token, which the route itself rejects. */
function generationOf({ kind, accessToken }: ScenarioRequest): number {
  return kind === "api" && accessToken?.state === "valid" ? accessToken.generation : Number.POSITIVE_INFINITY;
}

function delayRefresh({ delays }: FaultContext, { delayMs = 2000 }: AnySettings): Fault {
  checkDelay("delayMs", delayMs);
  return async ({ kind, signal }) => {
    if (kind === "refresh") await delays.wait(delayMs, signal);
    return undefined;
  };
}

/** The first window accepts no request, later ones all. */
function limitRate({ clock }: FaultContext, { retryAfterSeconds = 1 }: AnySettings): Fault {
  if (!Number.isSafeInteger(retryAfterSeconds) || retryAfterSeconds < 0) {
    throw new TypeError('"retryAfterSeconds" must be an integer from 0.');
  }
  const limit = createRateLimit(clock.now, { requests: 0, windowMs: retryAfterSeconds * 1000 });
  return ({ kind }) => (kind === "api" && !limit.hasEnded() ? limit.check() : undefined);
}

function requireSocket({ kind, channel }: ScenarioRequest): undefined {
  if (kind !== "api" || channel === "socket") return;
  throw new TestSetupError(
    'The scenario "cut-body" needs a socket: use the baseUrl of `await platform.listen()` in the client.',
  );
}

/** A response whose body ends in the middle. */
export async function cutBody(response: Response): Promise<Response> {
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("content-length", String(body.length));
  return new Response(failAfter(body.subarray(0, body.length / 2)), { status: response.status, headers });
}

/** A stream that fails after its bytes: it is pulled when the reader has taken them. */
function failAfter(bytes: Uint8Array): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      await nextTask();
      controller.error(new Error("intended failure"));
    },
  });
}
