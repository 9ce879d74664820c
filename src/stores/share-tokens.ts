/**
 * Shares the tokens of one refresh token between processes through a store. Callers import and call
 * `shareTokens` themselves, so that bundles without a store do not contain this code.
 */

import type { RefreshContext, RefreshResult } from "../auth/token-cache.ts";
import { isRotating, type TokenSharing } from "../auth/token-chain.ts";
import { sleep, waitAtMost } from "../shared/deadline.ts";
import { createUsageError, isOperationError, OperationError } from "../shared/errors.ts";
import { type Attempt, runAttempt } from "./attempt.ts";
import { currentTokens, LOST_AFTER_MS, refreshWith, type SharedState, transact } from "./shared-state.ts";
import { createKey, readStored, renderStored } from "./stored-token.ts";
import type { TokenStore } from "./token-store.ts";

/** Delays between two transactions while the store fails, or another process uses the refresh token. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** Delays before a new refresh token is stored again: the first, and the longest. */
const FIRST_SAVE_DELAY_MS = 200;
const MAX_SAVE_DELAY_MS = 10_000;
/**
 * While a process with the newest refresh token calls, it looks this often whether the store still has it.
 */
const KEEP_INTERVAL_MS = 2_000;

/**
 * Shares access tokens, and a rotating refresh token, between the processes that use the same store, base URL
 * and refresh token. A refresh token that rotates is sent only inside a transaction of the store: while the
 * store fails, calls wait, and fail with `REFRESH_UNAVAILABLE` at their deadlines. A refresh token that does
 * not rotate is sent without the store then.
 *
 * @throws `USAGE` if the store has no `transact`.
 */
export function shareTokens(store: TokenStore): TokenSharing {
  if (typeof store?.transact !== "function")
    throw createUsageError('shareTokens: the store has no method "transact"');
  return {
    share(chain) {
      const state: SharedState = {
        store,
        chain,
        key: createKey(chain.context.endpoints.base, chain.configured),
        owner: crypto.randomUUID(),
        tokens: new Map(),
        running: Promise.resolve(),
        saving: undefined,
        received: 0,
        keepAt: 0,
      };
      return {
        refresh: (context, tenantId) => refreshShared(state, context, tenantId),
        didUse: () => keep(state),
        settle: async () => {
          await waitAtMost(chain.context.attemptTimeout, undefined, async () => state.saving);
        },
      };
    },
  };
}

async function refreshShared(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  const { chain } = state;
  let hasMarked = false;
  for (let round = 0; ; round++) {
    const attempt = await runAttempt(state, context, tenantId);
    const { result, refreshError, isComplete, storeError } = attempt;
    const hasOutcome = result !== undefined || refreshError !== undefined;
    // The store has not confirmed a refresh token that other processes need.
    if (hasOutcome && !isComplete && chain.generation > 0) state.saving ??= save(state);
    if (refreshError !== undefined) throw refreshError;
    if (result) return result;
    // Such as a directory to which other users can write: the next transaction would fail too.
    if (!attempt.change && isOperationError(storeError)) throw storeError;
    if (!isRotating(chain)) return refreshWithout(state, context, tenantId);
    const remainingMs = context.deadline() - performance.now();
    const delayMs = chooseDelayMs(attempt, round, hasMarked);
    hasMarked ||= isComplete && attempt.sendAt !== undefined;
    if (delayMs >= remainingMs) throw createUnavailable(attempt);
    if (delayMs > 0) await sleep(delayMs, undefined, true);
  }
}

/** Delay before the next transaction: until the marked time, or a random time whose limit doubles. */
function chooseDelayMs({ isComplete, sendAt }: Attempt, round: number, hasMarked: boolean): number {
  const retryMs = (0.5 + Math.random() / 2) * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** round);
  if (!isComplete || sendAt === undefined) return retryMs;
  // After the first mark at once. If there was another one, the store has dropped it.
  return Math.max(hasMarked ? retryMs : 0, sendAt - Date.now());
}

function createUnavailable({ change, isComplete, sendAt }: Attempt): OperationError {
  const isWaiting = change !== undefined && isComplete && sendAt === undefined;
  const problem = isWaiting
    ? "another process has used the refresh token, and has not stored the next one yet"
    : "the token store failed, and a rotating refresh token is not sent without it";
  return new OperationError("REFRESH_UNAVAILABLE", {
    problem,
    advice: isWaiting ? undefined : "Check the store.",
  });
}

/**
 * Without the store: the refresh token does not rotate, so that another process can send it at the same time.
 */
async function refreshWithout(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  try {
    return await refreshWith(state, context, tenantId);
  } finally {
    if (state.chain.generation > 0) state.saving ??= save(state);
  }
}

/**
 * Stores the refresh token again if the store has lost it, for the processes that need it earlier than this
 * one.
 */
function keep(state: SharedState): void {
  const { chain, received, keepAt } = state;
  const now = performance.now();
  if (received === 0 || received < chain.generation || now < keepAt) return;
  state.keepAt = now + KEEP_INTERVAL_MS;
  state.saving ??= save(state);
}

/** Stores the newest refresh token until the store accepts it. Other processes wait for it. */
async function save(state: SharedState): Promise<void> {
  const store = async (text: string | undefined, key: string) => {
    const isStored = (readStored(text, key)?.generation ?? 0) >= state.chain.generation;
    return isStored ? undefined : renderStored(key, currentTokens(state));
  };
  const run = () =>
    transact(state, store).then(
      () => true,
      () => false,
    );
  let isStored: boolean | undefined = false;
  for (let delayMs = FIRST_SAVE_DELAY_MS; !isStored; delayMs = Math.min(MAX_SAVE_DELAY_MS, delayMs * 2)) {
    await sleep(delayMs, undefined, true);
    isStored = await waitAtMost(LOST_AFTER_MS, undefined, run, true);
  }
  state.saving = undefined;
}
