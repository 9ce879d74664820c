/** Copies all integrations, page by page. */

import { ListRowsDocument } from "@acme/operations";
import { type Client, isOperationError, paginate, type ResultOf } from "@integration-platform/graphql";

export type Row = ResultOf<typeof ListRowsDocument>["integrations"]["nodes"][number];

/** The result of one round, and what the service does next. */
export type Outcome =
  | { readonly status: "done" | "stopped"; readonly copied: number }
  | { readonly status: "retry"; readonly afterMs: number; readonly code: string }
  | { readonly status: "failed"; readonly message: string };

/** Runs one round. Requests a page after the previous one was saved. */
export async function sync(
  client: Client,
  save: (row: Row) => Promise<void>,
  signal: AbortSignal,
): Promise<Outcome> {
  let copied = 0;
  try {
    const select = (data: ResultOf<typeof ListRowsDocument>) => data.integrations;
    for await (const row of paginate(client, ListRowsDocument, { first: 100 }, select, { signal })) {
      await save(row);
      copied += 1;
      signal.throwIfAborted();
    }
    return { status: "done", copied };
  } catch (error) {
    // An aborted call rejects with the signal's reason.
    if (signal.aborted && error === signal.reason) return { status: "stopped", copied };
    if (!isOperationError(error)) throw error;
    switch (error.code) {
      case "RATE_LIMITED":
      case "REFRESH_UNAVAILABLE":
        return { status: "retry", afterMs: error.retryAfterMs ?? 5_000, code: error.code };
      case "NETWORK":
      case "TIMEOUT":
        return { status: "retry", afterMs: 30_000, code: error.code };
      case "HTTP_STATUS":
        if (error.status >= 500) return { status: "retry", afterMs: 30_000, code: error.code };
        return { status: "failed", message: error.message };
      default:
        return { status: "failed", message: error.message };
    }
  }
}
