/**
 * One transaction of a refresh: uses the token of another client, or sends the refresh token in its turn.
 *
 * A client stores a mark before it sends the refresh token, and sends it in a later transaction that finds the
 * mark. Without an access token to use, and without a pause, the first row that matches counts:
 *
 * | stored mark of | stored refresh token | time | step | next transaction |
 * |---|---|---|---|---|
 * | another client, or none | older: the store has lost data | any | `mark` to send in 5 s | in 5 s |
 * | another client | newest | before `until` | `wait` | after a random delay |
 * | another client, or none | newest | any | `mark` to send now | at once |
 * | this client | any | before `from` | `mark` to send at `from` | at `from` |
 * | this client | older: the last one was not stored | after `from` | `mark` to send now | at once |
 * | this client | newest | 60 s from `from` on | send, and remove the mark | none |
 * | this client | newest | later | `mark` to send now | at once |
 *
 * The random delay is at most 2 s. It also follows a failure of the store, and each mark but the first: the
 * store can have dropped that.
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

/** The step of a refresh in a transaction, and the value to store. */
export type Step = { readonly value?: StoredValue | undefined } & (
  | { readonly next: "use"; readonly token: AccessToken }
  | { readonly next: "fail"; readonly error: unknown }
  | Exclude<Turn, { readonly next: "send" }>
);

/** The store has called `change`. The step is in an object, because a promise awaits a bare promise. */
interface Begun {
  readonly step: Promise<Step>;
}

/** The store has ended a transaction. */
interface Ended {
  readonly isConfirmed: boolean;
  readonly storeError?: unknown;
}

/** The result of a transaction. */
export type StoreTransaction =
  /** The store failed, hangs, or ended the transaction, and has not called `change`. */
  | { readonly state: "not-begun"; readonly step?: undefined; readonly storeError: unknown }
  /** The store failed after the step, or hangs: the value can be stored or not. */
  | { readonly state: "unconfirmed"; readonly step: Step; readonly storeError: unknown }
  | { readonly state: "confirmed"; readonly step: Step; readonly storeError?: undefined };

/**
 * Runs one transaction. Returns when it has ended, and at most 2 s after its step if the store does not end
 * it. If the store does not begin it, returns when the refresh is given up.
 */
export async function runStoreTransaction(
  transactor: Transactor,
  shared: SharedTokens,
  request: RefreshRequest,
  tenantId: string | undefined,
): Promise<StoreTransaction> {
  // Aborted if no call waits for the transaction any longer. It then changes nothing.
  const abandoned = new AbortController();
  let step: Promise<Step> | undefined;
  let didBegin = (_: Begun) => {};
  const begun = new Promise<Begun>((resolve) => {
    didBegin = resolve;
  });
  const begin = async (text: string | undefined, key: string) => {
    if (abandoned.signal.aborted) return undefined;
    // A store can begin again after a conflict. The refresh token is sent once.
    step ??= takeStep(shared, request, tenantId, readStored(text, key), key);
    didBegin({ step });
    return (await step).value;
  };
  const ended: Promise<Ended> = transactor.transact(begin, abandoned.signal).then(
    () => ({ isConfirmed: true }),
    (storeError) => ({ isConfirmed: false, storeError }),
  );
  const limitMs = request.endsAt - performance.now();
  const first = await waitAtMost(limitMs, () => Promise.race([begun, ended]), { isBackground: true });
  if (!first || !("step" in first)) {
    abandoned.abort();
    // The transactor reports stores that fail. This one can also hang, or have ended without `change`.
    transactor.reportFailure();
    return { state: "not-begun", storeError: first?.storeError };
  }
  const taken = await first.step;
  const end = await waitAtMost(SAVE_WAIT_MS, () => ended, { isBackground: true });
  if (end?.isConfirmed) return { state: "confirmed", step: taken };
  return { state: "unconfirmed", step: taken, storeError: end?.storeError };
}

/** Inside a transaction: uses the stored token, or sends the refresh token in the turn of this process. */
async function takeStep(
  shared: SharedTokens,
  request: RefreshRequest,
  tenantId: string | undefined,
  stored: StoredTokens | undefined,
  key: string,
): Promise<Step> {
  const { family } = shared;
  if (stored?.refreshToken !== undefined) family.advance(stored.refreshToken, stored.rotations, false);
  // The store has lost its data, or this process has not stored its last refresh token.
  const isBehind = (stored?.rotations ?? 0) < family.rotations;
  if (stored && !isBehind) shared.tokens = stored.tokens;
  const current = shared.tokens.get(tenantId ?? "");
  if (current && isUsable(current, request))
    return { next: "use", token: current, value: isBehind ? renderTokens(key, shared) : undefined };
  const paused = family.findPause(tenantId);
  if (paused) return { next: "fail", error: paused };
  const turn = findTurn(shared, stored?.mark, isBehind);
  if (turn.next === "wait") return turn;
  if (turn.next === "mark")
    return { ...turn, value: renderTokens(key, shared, createMark(shared, turn.sendAt)) };
  try {
    const endsAt = Math.min(request.endsAt, performance.now() + turn.sendTimeMs);
    const token = await family.refresh({ ...request, endsAt }, tenantId);
    shared.tokens = new Map([...shared.tokens, [tenantId ?? "", token]]);
    return { next: "use", token, value: renderTokens(key, shared) };
  } catch (error) {
    return { next: "fail", error, value: renderTokens(key, shared) };
  }
}

/** The next step with a refresh token: wait for another process, mark the token, or send it. */
type Turn =
  | { readonly next: "wait" }
  | { readonly next: "mark"; readonly sendAt: number }
  | { readonly next: "send"; readonly sendTimeMs: number };

/**
 * The rows of the table above.
 *
 * @param isBehind - Whether the store has an older refresh token than this client. Its marks are then out of
 * date.
 */
function findTurn({ owner }: SharedTokens, mark: SendMark | undefined, isBehind: boolean): Turn {
  const now = Date.now();
  if (mark?.owner !== owner) {
    if (isBehind) return { next: "mark", sendAt: now + LOSS_WAIT_MS };
    const canRespond = mark && now < mark.until;
    return canRespond ? { next: "wait" } : { next: "mark", sendAt: now };
  }
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
