/**
 * One transaction of a refresh: uses the token of another process, or sends the refresh token in its turn.
 */

import { type AccessToken, isDue, isExpired } from "../auth/read-token.ts";
import { responseTimeoutMs } from "../auth/refresh-request.ts";
import type { RefreshContext, RefreshResult } from "../auth/token-cache.ts";
import { advanceChain, isRotating } from "../auth/token-chain.ts";
import { waitAtMost } from "../shared/deadline.ts";
import { currentTokens, refreshWith, type SharedState, transact } from "./shared-state.ts";
import { readStored, renderStored, type SendMark, type StoredTokens } from "./stored-token.ts";
import type { StoredValue } from "./token-store.ts";

/** A call waits this long until its new refresh token is stored. */
const SAVE_WAIT_MS = 2_000;
/** Time after its mark in which a process sends the refresh token. */
const SEND_TIME_MS = 60_000;
/** If the store has lost its data, a process waits this long for others whose refresh token is newer. */
const LOSS_WAIT_MS = 5_000;

/** One transaction, and what came of it. */
export interface Attempt {
  readonly context: RefreshContext;
  readonly tenantId: string | undefined;
  /** The value to store, once it is decided. `undefined` until the store has begun the transaction. */
  change: Promise<StoredValue | undefined> | undefined;
  /** Called when the store begins the transaction. */
  didBegin: () => void;
  /** Whether no call waits for the transaction any longer, which then changes nothing. */
  isAbandoned: boolean;
  isComplete: boolean;
  storeError: unknown;
  result: RefreshResult | undefined;
  /** Why the refresh in this transaction failed. */
  refreshError: unknown;
  /**
   * If this transaction stores a mark of this process: when to send the refresh token, in milliseconds since
   * the epoch.
   */
  sendAt: number | undefined;
}

/**
 * Runs one transaction. Returns when it has ended, and at most 2 s after the refresh in it if the store does
 * not end it. If the store does not begin it, returns at the deadline of the calls, or after `attemptTimeout`
 * if the refresh token does not rotate.
 */
export async function runAttempt(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<Attempt> {
  const { chain } = state;
  const attempt: Attempt = {
    context,
    tenantId,
    change: undefined,
    didBegin: () => {},
    isAbandoned: false,
    isComplete: false,
    storeError: undefined,
    result: undefined,
    refreshError: undefined,
    sendAt: undefined,
  };
  const began = new Promise<void>((resolve) => {
    attempt.didBegin = resolve;
  });
  const begin = async (text: string | undefined, key: string) => {
    if (attempt.isAbandoned) return undefined;
    attempt.didBegin();
    // A store can begin again after a conflict. The refresh token is sent once.
    attempt.change ??= refreshInside(state, attempt, readStored(text, key), key);
    return attempt.change;
  };
  const ended = transact(state, begin, () => !attempt.isAbandoned).then(
    () => {
      attempt.isComplete = true;
    },
    (error) => {
      attempt.storeError = error;
    },
  );
  const limitMs = isRotating(chain) ? context.deadline() - performance.now() : chain.context.attemptTimeout;
  await waitAtMost(limitMs, undefined, () => Promise.race([began, ended]), true);
  attempt.isAbandoned = !attempt.change;
  await attempt.change;
  if (attempt.change) await waitAtMost(SAVE_WAIT_MS, undefined, () => ended, true);
  return attempt;
}

/** Inside a transaction: uses the stored token, or sends the refresh token. @returns the value to store. */
async function refreshInside(
  state: SharedState,
  attempt: Attempt,
  stored: StoredTokens | undefined,
  key: string,
): Promise<StoredValue | undefined> {
  const { chain } = state;
  const { context, tenantId } = attempt;
  if (stored?.refreshToken !== undefined) advanceChain(chain, stored.refreshToken, stored.generation);
  // The store has lost its data, or this process has not stored its last refresh token.
  const isBehind = (stored?.generation ?? 0) < chain.generation;
  if (stored && !isBehind) state.tokens = stored.tokens;
  const token = state.tokens.get(tenantId ?? "");
  if (token && isUsable(token, context)) {
    attempt.result = { token };
    return isBehind ? renderStored(key, currentTokens(state)) : undefined;
  }
  let { deadline } = context;
  if (isRotating(chain)) {
    const turn = findTurn(state, stored?.mark, isBehind);
    if (turn.next === "wait") return undefined;
    if (turn.next === "mark") {
      attempt.sendAt = turn.sendAt;
      return renderStored(key, currentTokens(state, createMark(state, turn.sendAt)));
    }
    const sendUntil = performance.now() + turn.sendTimeMs;
    deadline = () => Math.min(context.deadline(), sendUntil);
  }
  await send(state, attempt, deadline);
  // A response without a valid access token can contain the first new refresh token.
  const hasTokens = attempt.result !== undefined || isRotating(chain);
  return hasTokens ? renderStored(key, currentTokens(state)) : undefined;
}

/** The next step with a rotating refresh token: wait for another process, mark the token, or send it. */
type Turn =
  | { readonly next: "wait" }
  | { readonly next: "mark"; readonly sendAt: number }
  | { readonly next: "send"; readonly sendTimeMs: number };

/**
 * @param isBehind - Whether the store has an older refresh token than this process. Its marks are then out of
 * date.
 */
function findTurn({ owner }: SharedState, mark: SendMark | undefined, isBehind: boolean): Turn {
  const now = Date.now();
  if (mark?.owner !== owner) {
    if (mark && !isBehind && now < mark.until) return { next: "wait" };
    return { next: "mark", sendAt: isBehind ? now + LOSS_WAIT_MS : now };
  }
  // An earlier call stored the mark, and its time to send has not come.
  if (now < mark.from) return { next: "mark", sendAt: mark.from };
  const sendTimeMs = mark.from + SEND_TIME_MS - now;
  if (isBehind || sendTimeMs <= 0) return { next: "mark", sendAt: now };
  return { next: "send", sendTimeMs };
}

/** Sends the refresh token. The attempt then has the result or the error. */
async function send(state: SharedState, attempt: Attempt, deadline: () => number): Promise<void> {
  try {
    attempt.result = await refreshWith(state, { ...attempt.context, deadline }, attempt.tenantId);
  } catch (error) {
    attempt.refreshError = error;
  }
}

function createMark({ chain, owner }: SharedState, from: number): SendMark {
  return { owner, from, until: from + SEND_TIME_MS + responseTimeoutMs(chain.context.attemptTimeout) };
}

/**
 * Whether a stored token can replace the current one. An early refresh needs a token that does not expire
 * soon, too.
 */
function isUsable(token: AccessToken, { current, reason }: RefreshContext): boolean {
  if (token.value === current?.value || isExpired(token)) return false;
  return reason !== "early" || !isDue(token);
}
