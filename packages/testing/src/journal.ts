/** What the platform was asked: one entry a request, in the order in which they arrived. */

import type { ScenarioName } from "./scenarios/catalogue.ts";

/**
 * Which part of the contract a request met. `preflight` is a browser's question before a cross-origin request; `other`
 * is an address or a method that the platform does not have, or a page of the web that it does not answer.
 */
export type RequestKind = "api" | "refresh" | "page" | "login" | "preflight" | "other";

export interface PlatformRequest {
  readonly kind: RequestKind;
  readonly method: string;
  /** Path after the base URL, for example `/api`. */
  readonly path: string;
  /** Names in lower case. Holds the credentials as sent: this is the tests' own record, do not log it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON sent to `api` or `refresh`. Absent where it was not JSON. */
  readonly body?: unknown;
  /** Name of the operation, for `api`. Absent for an anonymous one. */
  readonly operation?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Generation of the access token carried: 1 for the first that the platform issued. Absent where it issued none such. */
  readonly tokenGeneration?: number;
  /** Tenant that the access token carried was issued for. */
  readonly tenantId?: string;
  /** Scenario that decided the answer, where one did. */
  readonly scenario?: ScenarioName;
  /** What the test did wrong, where it did: an answer that does not fit, two platforms on one base URL. */
  readonly problem?: string;
  /** Status answered: 0 for a network error on purpose. Absent while the answer is pending. */
  readonly status?: number;
}

/** An entry while it is being written. */
export type JournalEntry = { -readonly [Key in keyof PlatformRequest]: PlatformRequest[Key] };

export interface Journal {
  readonly entries: readonly PlatformRequest[];
  open(entry: JournalEntry): JournalEntry;
  /** Counts the bytes of a body that the entry holds on to. */
  weigh(entry: JournalEntry, bytes: number): void;
  count(kind?: RequestKind): number;
  reset(): void;
}

/** Entries kept; older ones are dropped, so that a platform left running does not fill the memory. */
export const JOURNAL_LENGTH = 10_000;
/** Bytes of requests kept, as they were sent; older entries are dropped before. */
export const JOURNAL_BYTES: number = 16 * 1024 * 1024;
/** Of an entry without its texts, roughly. */
const ENTRY_BYTES = 300;

export function createJournal(): Journal {
  const entries: JournalEntry[] = [];
  const weights = new WeakMap<JournalEntry, number>();
  const counts = new Map<RequestKind, number>();
  let bytes = 0;
  return {
    entries,
    open(entry) {
      entries.push(entry);
      counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
      const texts = [entry.path, ...Object.entries(entry.headers).flat()];
      add(entry, ENTRY_BYTES + texts.reduce((sum, text) => sum + text.length, 0));
      return entry;
    },
    weigh: add,
    count(kind) {
      if (kind !== undefined) return counts.get(kind) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    reset() {
      for (const entry of entries) weights.delete(entry);
      entries.length = 0;
      bytes = 0;
      counts.clear();
    },
  };

  function add(entry: JournalEntry, more: number): void {
    const known = weights.get(entry);
    // One that was dropped, or of before a reset, while its body was being read.
    if (known === undefined && entry !== entries.at(-1)) return;
    weights.set(entry, (known ?? 0) + more);
    bytes += more;
    while (entries.length > JOURNAL_LENGTH || bytes > JOURNAL_BYTES) {
      const oldest = entries.shift();
      if (!oldest) return;
      bytes -= weights.get(oldest) ?? 0;
      weights.delete(oldest);
    }
  }
}
