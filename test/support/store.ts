/** A store in memory, whose transactions run one after another. */

import { vi } from "vitest";
import type { TokenStore } from "../../src/rotation/index.ts";

export interface MemoryStore {
  readonly store: TokenStore;
  readonly values: Map<string, string>;
  /** Lifetimes of the values, in the order of the writes. */
  readonly ttls: number[];
  /** What the next transactions do first, for example throw an error. */
  readonly before: ReturnType<typeof vi.fn<() => unknown>>;
  /** What the next transactions do before they write. */
  readonly beforeWrite: ReturnType<typeof vi.fn<() => unknown>>;
}

export function memoryStore(): MemoryStore {
  const values = new Map<string, string>();
  const ttls: number[] = [];
  const before = vi.fn<() => unknown>();
  const beforeWrite = vi.fn<() => unknown>();
  let last: Promise<unknown> = Promise.resolve();
  const store: TokenStore = {
    async transact(key, change) {
      await before();
      const transaction = last.then(async () => {
        const next = await change(values.get(key));
        if (!next) return;
        await beforeWrite();
        values.set(key, next.value);
        ttls.push(next.ttlMs);
      });
      last = transaction.catch(() => {});
      return transaction;
    },
  };
  return { store, values, ttls, before, beforeWrite };
}
