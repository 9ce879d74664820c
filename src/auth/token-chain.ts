/**
 * A refresh token and its successors. A platform that rotates refresh tokens (RFC 9700) replaces one by the
 * next.
 */

import { OperationError } from "../shared/errors.ts";
import type { AuthContext } from "./auth.ts";
import { readToken } from "./read-token.ts";
import { INVALID_GRANT } from "./refresh-failure.ts";
import { requestRefresh } from "./refresh-request.ts";
import type { RefreshContext, RefreshResult } from "./token-cache.ts";

/** Delay before a rejected refresh token is sent again. Each further rejection doubles it. */
const FIRST_REJECTION_DELAY_MS = 5_000;
const MAX_REJECTION_DELAY_MS = 300_000;

/** Receives each new refresh token. */
export type DidRotate = (refreshToken: string) => unknown;

/** The last rejection of the newest refresh token, which is not sent again before `retryAt`. */
interface Rejection {
  readonly failure: OperationError;
  readonly tenantId: string | undefined;
  /** Whether the refresh token is never valid again, for any tenant. */
  readonly isFinal: boolean;
  /** Instant of `performance.now()`. */
  readonly retryAt: number;
  /** Delay that a further rejection doubles. */
  readonly delayMs: number;
}

/** The refresh token in use by one client. It only moves forward. */
export interface TokenChain {
  readonly context: AuthContext;
  /** The refresh token of the options, with which the chain starts. */
  readonly configured: string;
  /** Whether the option `rotating` declares that the platform accepts each refresh token once. */
  isDeclared: boolean;
  didRotate: DidRotate | undefined;
  /** The refresh token to send next. */
  newest: string;
  /** Rotations since the configured token. */
  generation: number;
  rejection: Rejection | undefined;
  /** The refresh request on the way. */
  pending: { readonly tenantId: string | undefined; readonly result: Promise<RefreshResult> } | undefined;
}

/** A store for the `store` option of `refreshToken()`. */
export interface TokenSharing {
  /** Internal: called once for each chain. Returns how to refresh the access token of a tenant. */
  share(chain: TokenChain): SharedRefresh;
}

export interface SharedRefresh {
  refresh(context: RefreshContext, tenantId: string | undefined): Promise<RefreshResult>;
  /** A call uses the access token. */
  didUse(): void;
  /** Resolves when the newest refresh token is stored. Never rejects. */
  settle(): Promise<void>;
}

export function createChain(context: AuthContext, configured: string): TokenChain {
  return {
    context,
    configured,
    isDeclared: false,
    didRotate: undefined,
    newest: configured,
    generation: 0,
    rejection: undefined,
    pending: undefined,
  };
}

/** Whether the platform accepts each refresh token once: an option says so, or it has issued a new one. */
export function isRotating({ isDeclared, generation }: TokenChain): boolean {
  return isDeclared || generation > 0;
}

/** Uses a refresh token of a store or a response, if more rotations led to it than to the newest one. */
export function advanceChain(chain: TokenChain, refreshToken: string, generation: number): void {
  if (generation <= chain.generation) return;
  Object.assign(chain, { newest: refreshToken, generation, rejection: undefined });
}

/**
 * Sends the newest refresh token. If the response contains another one, that is the newest from then on. A
 * chain has at most one pending refresh: another tenant waits for it, and then sends the newest refresh
 * token.
 *
 * @throws the error of the last refresh, without another request, if that was rejected: always after
 * `invalid_grant`, for 5 min after a status that means a wrong URL, and after any other 400 or 401 for a
 * delay that doubles from 5 s to 5 min.
 */
export async function refreshChain(
  chain: TokenChain,
  context: Pick<RefreshContext, "deadline" | "willRefresh">,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  // A loop, because several tenants can wait for the same refresh: each but the first then waits for the next
  // one.
  while (chain.pending) {
    if (chain.pending.tenantId === tenantId) return chain.pending.result;
    await chain.pending.result.catch(() => {});
  }
  const { rejection } = chain;
  const isRejected = rejection && (rejection.isFinal || rejection.tenantId === tenantId);
  if (isRejected && performance.now() < rejection.retryAt) throw rejection.failure;
  context.willRefresh();
  const result = sendNewest(chain, context, tenantId).finally(() => {
    chain.pending = undefined;
  });
  chain.pending = { tenantId, result };
  return result;
}

async function sendNewest(
  chain: TokenChain,
  { deadline }: Pick<RefreshContext, "deadline">,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  const { context, newest, generation } = chain;
  const request = { refreshToken: newest, tenantId, isRotating: isRotating(chain), deadline };
  try {
    const { accessToken, expiresInS, refreshToken = newest } = await requestRefresh(context, request);
    chain.rejection = undefined;
    const rotated = refreshToken !== newest;
    if (rotated) {
      advanceChain(chain, refreshToken, generation + 1);
      await reportRotation(chain, refreshToken);
    }
    if (accessToken instanceof OperationError) throw accessToken;
    return { token: readToken(accessToken, { origin: "refresh", expiresInS }), rotated };
  } catch (error) {
    // A failure after a rotation is not one of the refresh token that is now the newest.
    const isOfNewest = newest === chain.newest;
    if (isOfNewest && error instanceof OperationError) keepRejection(chain, error, tenantId);
    throw error;
  }
}

/**
 * @throws OperationError if `didRotate` fails. The chain keeps the refresh token, sends it next, and then reports
 * its successor.
 */
async function reportRotation({ didRotate }: TokenChain, refreshToken: string): Promise<void> {
  try {
    await didRotate?.(refreshToken);
  } catch (cause) {
    const problem = "didRotate threw an error, so the new refresh token may be lost";
    throw new OperationError("REFRESH_UNAVAILABLE", { problem, advice: "Fix it.", cause });
  }
}

/**
 * Keeps a failure that is a rejection. `invalid_grant` is final; any other 400 or 401 can be temporary, so
 * the delay doubles.
 */
function keepRejection(chain: TokenChain, failure: OperationError, tenantId: string | undefined): void {
  const { status = 0, reason } = failure as OperationError & { readonly reason?: string };
  const isFinal = reason === INVALID_GRANT;
  const isWrongUrl = failure.code === "HTTP_STATUS";
  if (!isFinal && !isWrongUrl && ![400, 401].includes(status)) return;
  const doubledMs = chain.rejection ? chain.rejection.delayMs * 2 : FIRST_REJECTION_DELAY_MS;
  const delayMs = Math.min(MAX_REJECTION_DELAY_MS, doubledMs);
  let pauseMs = delayMs;
  if (isWrongUrl) pauseMs = MAX_REJECTION_DELAY_MS;
  if (isFinal) pauseMs = Number.POSITIVE_INFINITY;
  chain.rejection = { failure, tenantId, isFinal, delayMs, retryAt: performance.now() + pauseMs };
}
