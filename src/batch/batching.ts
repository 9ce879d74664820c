/** A client that joins calls. */

import { type Client, createMethods, type ExecuteOptions } from "../client.ts";
import { MAX_TIMER_MS } from "../deadline.ts";
import type { TypedDocumentString } from "../document.ts";
import { checkOptions } from "../options.ts";
import { checkPlaces, DEFAULT_SIZE, needsOwnRequest, SIZE } from "./batch.ts";
import type { BatchResult } from "./request.ts";
import { type BatchSize, sendItems } from "./send.ts";

export interface BatchingOptions {
  /** Largest number of calls in one request, 1 or more. It shrinks if the platform rejects requests of this size. @default 50 */
  readonly size?: number | undefined;
  /**
   * How long a call waits for others, in milliseconds, before its `timeout` starts.
   *
   * @default 0: until the calls of the same tick are made
   */
  readonly maxWaitMs?: number | undefined;
}

const OPTIONS = ["signal", "timeout", "headers"] as const;

/** Calls that are sent together. */
interface Group {
  readonly document: TypedDocumentString;
  readonly options: ExecuteOptions;
  readonly items: unknown[];
  readonly results: Promise<readonly BatchResult[]>;
  readonly send: () => void;
}

/**
 * Returns a client that joins the calls of one tick: those with the same document, and the same `signal`, `timeout` and
 * `headers`. The results are those of `client`.
 *
 * A call with another option, a mutation with a non-null root field, and a document whose items cannot share a request are
 * sent alone.
 *
 * @throws `USAGE` for an invalid option; the calls, for a document without places: run codegen.
 *
 * @example
 * ```ts
 * const joined = batching(client);
 * const customers = await Promise.all(ids.map((id) => joined.execute(GetCustomerDocument, { id })));
 * ```
 */
export function batching(client: Client, options: BatchingOptions = {}): Client {
  checkOptions("batching", options, { size: SIZE, maxWaitMs: { min: 0, max: MAX_TIMER_MS } });
  const { size = DEFAULT_SIZE, maxWaitMs = 0 } = options;
  const limit: BatchSize = { size };
  const open = new Set<Group>();

  const createGroup = (document: TypedDocumentString, options: ExecuteOptions): Group => {
    const items: unknown[] = [];
    let send = () => {};
    const results = new Promise<void>((resolve) => {
      send = () => {
        clearTimeout(timer);
        options.signal?.removeEventListener("abort", send);
        open.delete(group);
        resolve();
      };
      const timer = setTimeout(send, maxWaitMs);
      // The calls then end without a request.
      options.signal?.addEventListener("abort", send);
    }).then(() => sendItems({ client, document, options }, limit, items));
    const group = { document, options, items, results, send };
    open.add(group);
    return group;
  };

  return createMethods(async (document, variables, given) => {
    const options = given ?? {};
    const isJoinable = Object.keys(options).every((name) => OPTIONS.includes(name as "signal"));
    if (!isJoinable || options.signal?.aborted || needsOwnRequest(checkPlaces(document)))
      return client.execute(document, variables as never, options);
    const joins = (group: Group) =>
      group.document === document && OPTIONS.every((name) => group.options[name] === options[name]);
    const group = [...open].find(joins) ?? createGroup(document, options);
    const index = group.items.push(variables) - 1;
    if (group.items.length >= limit.size) group.send();
    const result = (await group.results)[index] as BatchResult;
    if (result.status === "fulfilled") return result.data;
    throw result.error.code === "ABORTED" ? options.signal?.reason : result.error;
  });
}
