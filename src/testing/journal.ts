/** What the platform was asked: one entry a request, in the order in which they arrived. */

/** Which part of the contract a request met; `other` is an address or a method that the platform does not have. */
export type RequestKind = "api" | "refresh" | "page" | "login" | "other";

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
  /** Status answered: 0 for a network error on purpose. Absent while the answer is pending. */
  readonly status?: number;
}

/** An entry while it is being written. */
export type JournalEntry = { -readonly [Key in keyof PlatformRequest]: PlatformRequest[Key] };

export interface Journal {
  readonly entries: readonly PlatformRequest[];
  open(entry: JournalEntry): JournalEntry;
  count(kind?: RequestKind): number;
  reset(): void;
}

/** Entries kept; older ones are dropped, so that a platform left running does not fill the memory. */
export const JOURNAL_LENGTH = 10_000;

export function createJournal(): Journal {
  const entries: JournalEntry[] = [];
  const counts = new Map<RequestKind, number>();
  return {
    entries,
    open(entry) {
      entries.push(entry);
      if (entries.length > JOURNAL_LENGTH) entries.shift();
      counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
      return entry;
    },
    count(kind) {
      if (kind !== undefined) return counts.get(kind) ?? 0;
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
    reset() {
      entries.length = 0;
      counts.clear();
    },
  };
}
