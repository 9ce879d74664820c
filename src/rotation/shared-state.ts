/** The tokens of one client that uses a store, and its transactions. */

import type { AccessToken } from "../auth/read-token.ts";
import type { RefreshRequest, RefreshResult } from "../auth/token-cache.ts";
import type { TokenFamily } from "../auth/token-family.ts";
import { waitAtMost } from "../shared/deadline.ts";
import { notify } from "../shared/hooks.ts";
import type { SendMark, StoredTokens } from "./stored-token.ts";
import type { StoredValue, TokenStore } from "./token-store.ts";

/** After this time, a transaction that has not ended counts as lost, and another one starts. */
export const LOST_AFTER_MS = 30_000;

/** The store, as one client uses it for one family of refresh tokens. */
export interface SharedState {
  readonly store: TokenStore;
  readonly family: TokenFamily;
  readonly key: Promise<string>;
  /** Name of this client in marks. */
  readonly owner: string;
  /** Access tokens by tenant, as last stored or received. */
  tokens: ReadonlyMap<string, AccessToken>;
  /** The last transaction. It resolves when it ends, in whatever way. `startedAt` is when it began. */
  running: { readonly ended: Promise<unknown>; readonly startedAt: number } | undefined;
  /** Whether the last transaction failed. */
  isFailing: boolean;
  /** Stores the newest refresh token in the background. */
  saving: Promise<void> | undefined;
  /** The last rotation that the platform reported to this client itself. 0 if there was none. */
  received: number;
  /** When to look in the store for that refresh token again, as an instant of `performance.now()`. */
  keepAt: number;
  /** When to look in the store for a newer refresh token, while the newest one is not sent. */
  lookAt: number;
}

/**
 * Runs one transaction of a client at a time, so that those that hang do not accumulate.
 *
 * @param signal - Aborted if no call waits for it any longer.
 */
export async function transact(
  state: SharedState,
  change: (text: string | undefined, key: string) => Promise<StoredValue | undefined>,
  signal: AbortSignal,
): Promise<void> {
  // Judged by the clock when a call comes: the timers of a call that has ended can be gone.
  while (state.running) {
    const { ended, startedAt } = state.running;
    const leftMs = startedAt + LOST_AFTER_MS - performance.now();
    if (leftMs <= 0) break;
    await waitAtMost(leftMs, signal, () => ended, true);
    if (state.running?.ended === ended) state.running = undefined;
  }
  const run = async () => {
    const key = await state.key;
    signal.throwIfAborted();
    await state.store.transact(key, (text) => change(text, key), { signal });
  };
  const transaction = run();
  state.running = { ended: transaction.catch(() => {}), startedAt: performance.now() };
  try {
    await transaction;
    state.isFailing = false;
  } catch (error) {
    reportFailure(state);
    throw error;
  }
}

/** Reports a transaction that failed or hangs, once for each outage. */
export function reportFailure(state: SharedState): void {
  if (!state.isFailing) notify(state.family.context.hooks.didWarn, { code: "STORE_FAILED" });
  state.isFailing = true;
}

/** The tokens to store. */
export function currentTokens({ family, tokens }: SharedState, mark?: SendMark): StoredTokens {
  const { rotations, newest } = family;
  return { rotations, refreshToken: rotations > 0 ? newest : undefined, tokens, mark };
}

/** Sends the refresh token, and keeps the access token of the response. */
export async function refreshWith(
  state: SharedState,
  request: RefreshRequest,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  const result = await state.family.refresh(request, tenantId);
  if (result.rotated) state.received = state.family.rotations;
  state.tokens = new Map([...state.tokens, [tenantId ?? "", result.token]]);
  return result;
}
