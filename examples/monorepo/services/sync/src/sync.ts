/** Copies the platform's integrations to wherever the service keeps them. */

import { isOperationError } from "@integration-platform/graphql";
import type { Row } from "./rows.ts";

/** What became of one round, and what the service does next. */
export type Outcome =
  | { readonly status: "done" | "stopped"; readonly copied: number }
  | { readonly status: "later"; readonly afterMs: number; readonly because: string }
  | { readonly status: "broken"; readonly because: string };

/**
 * One round. It ends early when `signal` says so, between two integrations or in the middle of a request, and never
 * leaves half of one behind.
 */
export async function sync(
  rows: AsyncIterable<Row>,
  save: (row: Row) => Promise<void>,
  signal: AbortSignal,
): Promise<Outcome> {
  let copied = 0;
  try {
    for await (const row of rows) {
      signal.throwIfAborted();
      await save(row);
      copied += 1;
    }
    return { status: "done", copied };
  } catch (error) {
    // A call that was given up rejects with the signal's own reason.
    if (signal.aborted && error === signal.reason) return { status: "stopped", copied };
    return judge(error);
  }
}

/** Codes are the contract: each says what a service can do about it. */
function judge(error: unknown): Outcome {
  if (!isOperationError(error)) throw error;
  switch (error.code) {
    case "RATE_LIMITED":
    case "REFRESH_UNAVAILABLE":
      return { status: "later", afterMs: error.retryAfterMs ?? 5_000, because: error.code };
    case "NETWORK":
    case "TIMEOUT":
      return { status: "later", afterMs: 30_000, because: error.code };
    case "HTTP_STATUS":
      if (error.status < 500) return { status: "broken", because: `HTTP ${error.status}` };
      return { status: "later", afterMs: 30_000, because: `HTTP ${error.status}` };
    case "REFRESH_REJECTED":
    case "UNAUTHENTICATED":
      return { status: "broken", because: "the refresh token is not accepted any more: set a new one" };
    default:
      return { status: "broken", because: error.message };
  }
}
