/**
 * One transaction of a refresh: uses the token of another process, or sends the refresh token in its turn.
 */

import { type AccessToken, isDue, isExpired } from "../auth/read-token.ts";
import { responseTimeoutMs } from "../auth/refresh-request.ts";
import type { RefreshRequest } from "../auth/token-cache.ts";
import type { TokenFamily } from "../auth/token-family.ts";
import { waitAtMost } from "../shared/deadline.ts";
import { readStored, renderStored, type SendMark, type StoredTokens } from "./stored-token.ts";
import type { StoredValue } from "./token-store.ts";
import type { Transactor } from "./transactor.ts";

/** A call waits this long until its new refresh token is stored. */
const SAVE_WAIT_MS = 2_000;
/** Time after its mark in which a process sends the refresh token. */
const SEND_TIME_MS = 60_000;
/** If the store has lost its data, a process waits this long for others whose refresh token is newer. */
const LOSS_WAIT_MS = 5_000;

/** The tokens of one client that uses a store. */
export interface SharedTokens {
  readonly family: TokenFamily;
  /** Name of this client in marks. */
  readonly owner: string;
  /** Access tokens by tenant, as last stored or received. */
  tokens: ReadonlyMap<string, AccessToken>;
}

/** The value that stores the tokens. */
export function renderTokens(key: string, { family, tokens }: SharedTokens, mark?: SendMark): StoredValue {
  const { rotations, newest } = family;
  const refreshToken = rotations > 0 ? newest : undefined;
  return renderStored(key, { rotations, refreshToken, tokens, mark });
}

/** What came of a transaction. */
export interface StoreTransaction {
  /** The value to store, once it is decided. `undefined` until the store has begun the transaction. */
  change: Promise<StoredValue | undefined> | undefined;
  isComplete: boolean;
  storeError: unknown;
  token: AccessToken | undefined;
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
 * not end it. If the store does not begin it, returns when the refresh is given up.
 */
export async function runStoreTransaction(
  transactor: Transactor,
  shared: SharedTokens,
  request: RefreshRequest,
  tenantId: string | undefined,
): Promise<StoreTransaction> {
  const transaction: StoreTransaction = {
    change: undefined,
    isComplete: false,
    storeError: undefined,
    token: undefined,
    refreshError: undefined,
    sendAt: undefined,
  };
  // Aborted if no call waits for the transaction any longer. It then changes nothing.
  const abandoned = new AbortController();
  let didBegin = () => {};
  const began = new Promise<void>((resolve) => {
    didBegin = resolve;
  });
  const begin = async (text: string | undefined, key: string) => {
    if (abandoned.signal.aborted) return undefined;
    didBegin();
    // A store can begin again after a conflict. The refresh token is sent once.
    transaction.change ??= refreshInside(shared, transaction, request, tenantId, readStored(text, key), key);
    return transaction.change;
  };
  const ended = transactor.transact(begin, abandoned.signal).then(
    () => {
      transaction.isComplete = true;
    },
    (error) => {
      transaction.storeError = error;
    },
  );
  const limitMs = request.endsAt - performance.now();
  await waitAtMost(limitMs, undefined, () => Promise.race([began, ended]), true);
  if (!transaction.change) {
    abandoned.abort();
    transactor.reportFailure();
  }
  await transaction.change;
  if (transaction.change) await waitAtMost(SAVE_WAIT_MS, undefined, () => ended, true);
  return transaction;
}

/** Inside a transaction: uses the stored token, or sends the refresh token. @returns the value to store. */
async function refreshInside(
  shared: SharedTokens,
  transaction: StoreTransaction,
  request: RefreshRequest,
  tenantId: string | undefined,
  stored: StoredTokens | undefined,
  key: string,
): Promise<StoredValue | undefined> {
  const { family } = shared;
  if (stored?.refreshToken !== undefined) family.advance(stored.refreshToken, stored.rotations);
  // The store has lost its data, or this process has not stored its last refresh token.
  const isBehind = (stored?.rotations ?? 0) < family.rotations;
  if (stored && !isBehind) shared.tokens = stored.tokens;
  const token = shared.tokens.get(tenantId ?? "");
  if (token && isUsable(token, request)) {
    transaction.token = token;
    return isBehind ? renderTokens(key, shared) : undefined;
  }
  transaction.refreshError = family.findPause(tenantId);
  if (transaction.refreshError) return undefined;
  const turn = findTurn(shared, stored?.mark, isBehind);
  if (turn.next === "wait") return undefined;
  if (turn.next === "mark") {
    transaction.sendAt = turn.sendAt;
    return renderTokens(key, shared, createMark(shared, turn.sendAt));
  }
  const endsAt = Math.min(request.endsAt, performance.now() + turn.sendTimeMs);
  try {
    transaction.token = await family.refresh({ ...request, endsAt }, tenantId);
    shared.tokens = new Map([...shared.tokens, [tenantId ?? "", transaction.token]]);
  } catch (error) {
    transaction.refreshError = error;
  }
  return renderTokens(key, shared);
}

/** The next step with a refresh token: wait for another process, mark the token, or send it. */
type Turn =
  | { readonly next: "wait" }
  | { readonly next: "mark"; readonly sendAt: number }
  | { readonly next: "send"; readonly sendTimeMs: number };

/**
 * @param isBehind - Whether the store has an older refresh token than this process. Its marks are then out of
 * date.
 */
function findTurn({ owner }: SharedTokens, mark: SendMark | undefined, isBehind: boolean): Turn {
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

function createMark({ family, owner }: SharedTokens, from: number): SendMark {
  return { owner, from, until: from + SEND_TIME_MS + responseTimeoutMs(family.context.attemptTimeout) };
}

/**
 * Whether a stored token can replace the current one. An early refresh needs a token that does not expire
 * soon, too.
 */
function isUsable(token: AccessToken, { current, reason }: RefreshRequest): boolean {
  if (token.value === current?.value || isExpired(token)) return false;
  return reason !== "early" || !isDue(token);
}
