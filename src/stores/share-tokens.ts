/**
 * Shares the tokens of one refresh token between processes through a store. Callers import and call `shareTokens`
 * themselves, so that bundles without a store do not contain this code.
 */

import { responseTimeoutMs } from "../auth/refresh-request.ts";
import { type AccessToken, isDue, isExpired } from "../auth/token.ts";
import type { RefreshContext, RefreshResult } from "../auth/token-cache.ts";
import {
  advanceChain,
  isRotating,
  refreshChain,
  type TokenChain,
  type TokenSharing,
} from "../auth/token-chain.ts";
import { sleep, waitAtMost } from "../deadline.ts";
import { createUsageError, isOperationError, PendingError } from "../errors.ts";
import { createKey, readStored, renderStored, type SendMark, type StoredTokens } from "./stored-token.ts";
import type { StoredValue, TokenStore } from "./token-store.ts";

/** Delays between two transactions while the store fails, or another process uses the refresh token. */
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** Longest delay before a new refresh token is stored again. */
const MAX_SAVE_DELAY_MS = 10_000;
/** A call waits this long until its new refresh token is stored. */
const SAVE_WAIT_MS = 2_000;
/** After this time, a transaction that has not ended counts as lost, and another one starts. */
const LOST_AFTER_MS = 30_000;
/** Time after its mark in which a process sends the refresh token. */
const SEND_TIME_MS = 60_000;
/** If the store has lost its data, a process waits this long for others whose refresh token is newer. */
const LOSS_WAIT_MS = 5_000;
/** While a process with the newest refresh token calls, it looks this often whether the store still has it. */
const KEEP_INTERVAL_MS = 2_000;

/** The store, as one client uses it for one chain of refresh tokens. */
interface SharedState {
  readonly store: TokenStore;
  readonly chain: TokenChain;
  readonly key: Promise<string>;
  /** Name of this client in marks. */
  readonly owner: string;
  /** Access tokens by tenant, as last stored or received. */
  tokens: ReadonlyMap<string, AccessToken>;
  /** The last transaction. It resolves when it ends, in whatever way. */
  running: Promise<void>;
  /** Stores the newest refresh token in the background. */
  saving: Promise<void> | undefined;
  /** The last generation that the platform issued to this client, and when to look for it in the store. */
  received: number;
  keepAt: number;
}

/** One transaction, and what came of it. */
interface Attempt {
  readonly context: RefreshContext;
  readonly tenantId: string | undefined;
  /** What `change` returns. `undefined` until the store calls it. */
  change: Promise<StoredValue | undefined> | undefined;
  /** Called when the store calls `change`. */
  didBegin: () => void;
  /** Whether no call waits for it any longer. It then changes nothing. */
  isAbandoned: boolean;
  isComplete: boolean;
  storeError: unknown;
  result: RefreshResult | undefined;
  failure: unknown;
  /** After the mark of this process is stored: when to send the refresh token, in milliseconds since the epoch. */
  sendAt: number | undefined;
}

/**
 * Shares access tokens, and a rotating refresh token, between the processes that use the same store, base URL and refresh
 * token. A refresh token that rotates is sent only inside a transaction of the store: while the store fails, calls wait, and
 * fail with `REFRESH_UNAVAILABLE` at their deadlines. A refresh token that does not rotate is sent without the store then.
 *
 * @throws `USAGE` if the store has no `transact`.
 */
export function shareTokens(store: TokenStore): TokenSharing {
  if (typeof store?.transact !== "function")
    throw createUsageError('shareTokens: the store has no method "transact".');
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
    if (attempt.result ?? attempt.failure) {
      const isLost = chain.generation > 0 && !attempt.isComplete;
      if (isLost) state.saving ??= save(state);
    }
    if (attempt.failure !== undefined) throw attempt.failure;
    if (attempt.result) return attempt.result;
    if (!attempt.change && isOperationError(attempt.storeError)) throw attempt.storeError;
    if (!isRotating(chain)) return refreshWithout(state, context, tenantId);
    const remainingMs = context.deadline() - performance.now();
    const retryMs = (0.5 + Math.random() / 2) * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** round);
    const isMarked = attempt.isComplete && attempt.sendAt !== undefined;
    // The next transaction follows at once, unless the store has dropped an earlier mark.
    const minDelayMs = isMarked && !hasMarked ? 0 : retryMs;
    const delayMs = isMarked ? Math.max(minDelayMs, (attempt.sendAt ?? 0) - Date.now()) : retryMs;
    hasMarked ||= isMarked;
    if (delayMs >= remainingMs) throw createUnavailable(attempt);
    if (delayMs > 0) await sleep(delayMs, undefined, true);
  }
}

function createUnavailable({ change }: Attempt): PendingError {
  const what = change
    ? "another process has used the refresh token, and has not stored the next one yet."
    : "the token store failed, and a rotating refresh token is not sent without it. Check the store.";
  return new PendingError("REFRESH_UNAVAILABLE", what);
}

/** Without the store: the refresh token does not rotate, so that another process can send it at the same time. */
async function refreshWithout(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  try {
    return await refresh(state, context, tenantId);
  } finally {
    if (state.chain.generation > 0) state.saving ??= save(state);
  }
}

/** Runs one transaction. Returns when it has ended, and while the store hangs, at the deadline of the calls. */
async function runAttempt(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<Attempt> {
  const { chain } = state;
  const nothing = {
    change: undefined,
    storeError: undefined,
    result: undefined,
    failure: undefined,
    sendAt: undefined,
  };
  const attempt: Attempt = {
    context,
    tenantId,
    didBegin: () => {},
    isAbandoned: false,
    isComplete: false,
    ...nothing,
  };
  const began = new Promise<void>((resolve) => {
    attempt.didBegin = resolve;
  });
  const begin = async (text: string | undefined, key: string) => {
    if (attempt.isAbandoned) return undefined;
    attempt.didBegin();
    // A store can call it again after a conflict. The refresh token is sent once.
    attempt.change ??= change(state, attempt, readStored(text, key), key);
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

/**
 * Runs one transaction of a client at a time, so that those that hang do not accumulate.
 *
 * @param isNeeded - Whether a call still waits for it.
 */
async function transact(
  state: SharedState,
  change: (text: string | undefined, key: string) => Promise<StoredValue | undefined>,
  isNeeded: () => boolean = () => true,
): Promise<void> {
  const previous = state.running;
  let end = () => {};
  state.running = new Promise<void>((resolve) => {
    end = resolve;
  });
  try {
    await previous;
    const key = await state.key;
    if (!isNeeded()) return;
    const transaction = state.store.transact(key, (text) => change(text, key));
    const ended = async () => transaction;
    waitAtMost(LOST_AFTER_MS, undefined, ended, true).then(end, end);
    await transaction;
  } finally {
    end();
  }
}

/** The content of a transaction: uses the stored token, or sends the refresh token. @returns the value to store. */
async function change(
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
    const mark = stored?.mark;
    const isOwn = mark?.owner === state.owner;
    const now = Date.now();
    if (mark && !isOwn && !isBehind && now < mark.until) return undefined;
    const sendTimeMs = mark ? mark.until - responseTimeoutMs(chain.context.attemptTimeout) - now : 0;
    if (!isOwn || isBehind || now < mark.from || sendTimeMs <= 0) {
      const from = isOwn && now < mark.from ? mark.from : now + (isBehind && !isOwn ? LOSS_WAIT_MS : 0);
      attempt.sendAt = from;
      return renderStored(key, currentTokens(state, createMark(state, from)));
    }
    const sendUntil = performance.now() + sendTimeMs;
    deadline = () => Math.min(context.deadline(), sendUntil);
  }
  try {
    attempt.result = await refresh(state, { ...context, deadline }, tenantId);
  } catch (error) {
    attempt.failure = error;
  }
  return attempt.result || isRotating(chain) ? renderStored(key, currentTokens(state)) : undefined;
}

function createMark({ chain, owner }: SharedState, from: number): SendMark {
  return { owner, from, until: from + SEND_TIME_MS + responseTimeoutMs(chain.context.attemptTimeout) };
}

function currentTokens({ chain, tokens }: SharedState, mark?: SendMark): StoredTokens {
  const { generation, newest } = chain;
  return { generation, refreshToken: generation > 0 ? newest : undefined, tokens, mark };
}

/** Whether a stored token can replace the current one. An early refresh needs a token that does not expire soon, too. */
function isUsable(token: AccessToken, { current }: RefreshContext): boolean {
  if (token.value === current?.value || isExpired(token)) return false;
  return !(current && isDue(current) && isDue(token));
}

async function refresh(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  const result = await refreshChain(state.chain, context, tenantId);
  if (result.rotated) state.received = state.chain.generation;
  state.tokens = new Map([...state.tokens, [tenantId ?? "", result.token]]);
  return result;
}

/** Stores the refresh token again if the store has lost it, for the processes that need it earlier than this one. */
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
  for (let delayMs = 200; !isStored; delayMs = Math.min(MAX_SAVE_DELAY_MS, delayMs * 2)) {
    await sleep(delayMs, undefined, true);
    isStored = await waitAtMost(LOST_AFTER_MS, undefined, run, true);
  }
  state.saving = undefined;
}
