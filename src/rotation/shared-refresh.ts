/** Refreshes the access token through a store that several processes share. */

import type { AccessToken } from "../auth/read-token.ts";
import type { Refresher } from "../auth/refresh-token.ts";
import type { RefreshRequest } from "../auth/token-cache.ts";
import type { TokenFamily } from "../auth/token-family.ts";
import { sleep, waitAtMost } from "../shared/deadline.ts";
import { isOperationError, OperationError } from "../shared/errors.ts";
import {
  renderTokens,
  runStoreTransaction,
  type SharedTokens,
  type StoreTransaction,
} from "./store-transaction.ts";
import { createKey, readStored } from "./stored-token.ts";
import type { TokenStore } from "./token-store.ts";
import { createTransactor, LOST_AFTER_MS, type Transactor } from "./transactor.ts";

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
/** After a failed refresh, a client looks this often whether another one has stored a newer refresh token. */
const LOOK_INTERVAL_MS = 5_000;

/**
 * Shares access tokens and the newest refresh token between the processes that use the same store, base URL
 * and refresh token. The refresh token is sent only inside a transaction of the store.
 */
export function createSharedRefresh(store: TokenStore, family: TokenFamily): Refresher {
  const { endpoints, attemptTimeout, hooks } = family.context;
  const shared: SharedTokens = { family, owner: crypto.randomUUID(), tokens: new Map() };
  const transactor = createTransactor(store, createKey(endpoints.base, family.configured), hooks);
  /** Stores the newest refresh token in the background. */
  let saving: Promise<void> | undefined;
  /** When to look in the store for the newest refresh token again, as an instant of `performance.now()`. */
  let keepAt = 0;
  /** When to look in the store for a newer refresh token, while the newest one is not sent. */
  let lookAt = 0;
  const startSaving = () => {
    saving ??= saveNewest(transactor, shared).then(() => {
      saving = undefined;
    });
  };
  return {
    store,
    async refresh(request, tenantId) {
      const paused = family.findPause(tenantId);
      const now = performance.now();
      if (paused && now < lookAt) throw paused;
      lookAt = now + LOOK_INTERVAL_MS;
      return refreshShared(transactor, shared, request, tenantId, startSaving);
    },
    // If the store has lost the newest refresh token, other processes need it earlier than this one.
    didUse() {
      const now = performance.now();
      if (!family.isReceived || now < keepAt) return;
      keepAt = now + KEEP_INTERVAL_MS;
      startSaving();
    },
    settle: () => waitAtMost(attemptTimeout, async () => saving),
  };
}

async function refreshShared(
  transactor: Transactor,
  shared: SharedTokens,
  request: RefreshRequest,
  tenantId: string | undefined,
  startSaving: () => void,
): Promise<AccessToken> {
  let hasMarked = false;
  for (let round = 0; ; round++) {
    const transaction = await runStoreTransaction(transactor, shared, request, tenantId);
    const { state, step, storeError } = transaction;
    const isDone = step?.next === "use" || step?.next === "fail";
    // Other processes need the refresh token.
    if (isDone && state === "unconfirmed" && shared.family.rotations > 0) startSaving();
    if (step?.next === "use") return step.token;
    if (step?.next === "fail") throw step.error;
    // Such as a directory to which other users can write: the next transaction would fail too.
    if (state === "not-begun" && isOperationError(storeError)) throw storeError;
    const delayMs = chooseDelayMs(transaction, round, hasMarked);
    hasMarked ||= state === "confirmed" && step.next === "mark";
    if (delayMs >= request.endsAt - performance.now()) throw createUnavailable(transaction);
    if (delayMs > 0) await sleep(delayMs, { isBackground: true });
  }
}

/**
 * The last column of the table in `store-transaction.ts`. The limit of the random delay doubles each round.
 *
 * @param hasMarked - Whether the store has confirmed a mark before: it drops marks if this is one too.
 */
function chooseDelayMs({ state, step }: StoreTransaction, round: number, hasMarked: boolean): number {
  const randomMs = (0.5 + Math.random() / 2) * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** round);
  if (state !== "confirmed" || step.next !== "mark") return randomMs;
  return Math.max(hasMarked ? randomMs : 0, step.sendAt - Date.now());
}

function createUnavailable({ state, step, storeError }: StoreTransaction): OperationError {
  const isWaiting = state === "confirmed" && step.next === "wait";
  const problem = isWaiting
    ? "another process has used the refresh token, and has not stored the next one yet"
    : "the token store failed, and a rotating refresh token is not sent without it";
  const shown = storeError === undefined ? "Check the store." : "Check the store: see error.cause.";
  const advice = isWaiting ? undefined : shown;
  return new OperationError("REFRESH_UNAVAILABLE", { problem, advice, cause: storeError });
}

/** Stores the newest refresh token until the store accepts it. Other processes wait for it. */
async function saveNewest(transactor: Transactor, shared: SharedTokens): Promise<void> {
  const change = async (text: string | undefined, key: string) => {
    const isStored = (readStored(text, key)?.rotations ?? 0) >= shared.family.rotations;
    return isStored ? undefined : renderTokens(key, shared);
  };
  const run = (signal: AbortSignal) =>
    transactor.transact(change, signal).then(
      () => true,
      () => false,
    );
  let isStored: boolean | undefined = false;
  for (let delayMs = FIRST_SAVE_DELAY_MS; !isStored; delayMs = Math.min(MAX_SAVE_DELAY_MS, delayMs * 2)) {
    await sleep(delayMs, { isBackground: true });
    isStored = await waitAtMost(LOST_AFTER_MS, run, { isBackground: true });
  }
}
