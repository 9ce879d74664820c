/** Whether the platform took a mutation: it answers a refusal inside the payload, as `errors` with a field and messages. */

import { type RejectedEntry, RejectedError, UsageError } from "./errors.ts";
import type { Unusable } from "./unusable.ts";

/** One entry of `errors`, as far as `accepted` reads it. */
interface Entry {
  readonly field: string | null;
  readonly messages: readonly string[];
}

/** A payload that says whether it was refused. */
interface Answerable {
  readonly errors: readonly (Entry | null)[] | null;
}

type Answering<Payload> = Payload extends Answerable
  ? unknown
  : Unusable<"the mutation must select `errors { field messages }` in this payload">;

/** A payload that was accepted: without `errors`. */
export type Accepted<Payload> = Omit<Payload, "errors">;

/**
 * Narrows a mutation's payload to what it holds when the platform took the mutation.
 *
 * The rule: without entries in `errors` (an empty list, or `null`) it was accepted. A payload of `null` says nothing, and
 * what says nothing was not accepted.
 *
 * @param payload - The mutation's field in the data. It does not compile where its `errors { field messages }` were not
 * selected: nobody could tell then.
 * @returns The payload, as it came.
 * @throws RejectedError (`REJECTED`) with the platform's reasons, on `errors`, `field` and `messages`.
 * @throws UsageError where `errors` are missing all the same.
 *
 * @example
 * ```ts
 * const { renameIntegration } = await client.execute(RenameIntegrationDocument, { input });
 * const { name } = accepted(renameIntegration, "integration");
 * ```
 */
export function accepted<Payload extends object>(
  payload: (Payload & Answering<Payload>) | null | undefined,
): Accepted<Payload>;
/**
 * As `accepted(payload)`, for one member of the payload, which is `null` where the mutation was refused.
 *
 * @returns The member, never `null`: where it is, without a reason, that is a refusal too.
 */
export function accepted<Payload extends object, Member extends Exclude<keyof Payload, "errors">>(
  payload: (Payload & Answering<Payload>) | null | undefined,
  member: Member,
): NonNullable<Payload[Member]>;
export function accepted(payload: Readonly<Record<string, unknown>> | null | undefined, member?: string): unknown {
  if (payload === null || payload === undefined) throw refusal([], "answered without a payload");
  const { errors } = payload;
  if (errors === undefined) {
    throw new UsageError("accepted: the mutation does not select `errors { field messages }`, so nobody can tell");
  }
  const entries = Array.isArray(errors) ? errors.map(readEntry) : [];
  if (entries.length > 0) throw refusal(entries, "refused the input");
  if (member === undefined) return payload;
  return payload[member] ?? raise(refusal([], "answered with neither a result nor a reason"));
}

/** Never the platform's own words: they may quote variables. */
function refusal(entries: readonly RejectedEntry[], what: string): RejectedError {
  const reasons = entries.length === 0 ? "" : `: ${entries.length} ${entries.length === 1 ? "reason" : "reasons"}`;
  return new RejectedError(`the platform ${what}${reasons}${reasons && " (see error.errors)"}`, entries);
}

/** An entry that the schema does not promise stays an entry: a refusal that cannot be read is one. */
function readEntry(entry: unknown): RejectedEntry {
  const { field, messages } = (entry ?? {}) as { readonly field?: unknown; readonly messages?: unknown };
  return {
    field: typeof field === "string" ? field : undefined,
    messages: Array.isArray(messages) ? messages.filter((message) => typeof message === "string") : [],
  };
}

function raise(error: Error): never {
  throw error;
}
