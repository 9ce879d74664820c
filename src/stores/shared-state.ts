/** The tokens of one client that uses a store, and its transactions. */

import type { AccessToken } from "../auth/read-token.ts";
import type { RefreshContext, RefreshResult } from "../auth/token-cache.ts";
import { refreshChain, type TokenChain } from "../auth/token-chain.ts";
import { waitAtMost } from "../shared/deadline.ts";
import type { SendMark, StoredTokens } from "./stored-token.ts";
import type { StoredValue, TokenStore } from "./token-store.ts";

/** After this time, a transaction that has not ended counts as lost, and another one starts. */
export const LOST_AFTER_MS = 30_000;

/** The store, as one client uses it for one chain of refresh tokens. */
export interface SharedState {
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
  /**
   * The last generation of the refresh token that the platform issued to this client itself. 0 if there was
   * none.
   */
  received: number;
  /** When to look in the store for that refresh token again, as an instant of `performance.now()`. */
  keepAt: number;
}

/**
 * Runs one transaction of a client at a time, so that those that hang do not accumulate.
 *
 * @param isNeeded - Whether a call still waits for it.
 */
export async function transact(
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

/** The tokens to store. */
export function currentTokens({ chain, tokens }: SharedState, mark?: SendMark): StoredTokens {
  const { generation, newest } = chain;
  return { generation, refreshToken: generation > 0 ? newest : undefined, tokens, mark };
}

/** Sends the refresh token, and keeps the access token of the response. */
export async function refreshWith(
  state: SharedState,
  context: RefreshContext,
  tenantId: string | undefined,
): Promise<RefreshResult> {
  const result = await refreshChain(state.chain, context, tenantId);
  if (result.rotated) state.received = state.chain.generation;
  state.tokens = new Map([...state.tokens, [tenantId ?? "", result.token]]);
  return result;
}
