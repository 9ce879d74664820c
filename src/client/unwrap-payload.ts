/** Reads the payload of a mutation, and throws its payload errors. */

import type { CompileError } from "../shared/document.ts";
import { createUsageError, OperationError, type PayloadError } from "../shared/errors.ts";

/** A payload with the selection that `unwrapPayload` needs. */
interface WithErrors {
  readonly errors:
    | readonly ({ readonly field: string | null; readonly messages: readonly string[] } | null)[]
    | null;
}

type RequireErrors<Payload> = Payload extends WithErrors
  ? unknown
  : CompileError<"the mutation must select `errors { field messages }` in this payload">;

/** A payload without errors. */
export type UnwrappedPayload<Payload> = Omit<Payload, "errors">;

/**
 * Returns a mutation's payload if it has no payload errors: `errors` is `null` or empty.
 *
 * A `null` payload is rejected as well: the error is `REJECTED`, and its `errors` are empty.
 *
 * @param payload - The mutation's field of the data. It must select `errors { field messages }`.
 * @returns The same object.
 * @throws `REJECTED` with the payload errors in `errors`.
 * @throws `USAGE` if the payload has no `errors`.
 *
 * @example
 * ```ts
 * const { renameIntegration } = await client.execute(RenameIntegrationDocument, { input });
 * const { name } = unwrapPayload(renameIntegration, "integration");
 * ```
 */
export function unwrapPayload<Payload extends object>(
  payload: (Payload & RequireErrors<Payload>) | null | undefined,
): UnwrappedPayload<Payload>;
/**
 * Returns one member of a payload that has no payload errors.
 *
 * @returns The member. If it is `null`, the error is `REJECTED`, and its `errors` are empty.
 */
export function unwrapPayload<Payload extends object, Member extends Exclude<keyof Payload, "errors">>(
  payload: (Payload & RequireErrors<Payload>) | null | undefined,
  member: Member,
): NonNullable<Payload[Member]>;
export function unwrapPayload(
  payload: Readonly<Record<string, unknown>> | null | undefined,
  member?: string,
): unknown {
  if (payload === null || payload === undefined) {
    throw createRejection("its payload is null");
  }
  const { errors } = payload;
  if (errors === undefined) {
    throw createUsageError("unwrapPayload: the payload has no errors", "Select `errors { field messages }`.");
  }
  const entries = [errors ?? []].flat().map(readEntry);
  if (entries.length > 0) {
    const count = `${entries.length} payload ${entries.length === 1 ? "error" : "errors"}`;
    throw createRejection(count, entries, "Print error.errors.");
  }
  const result = member === undefined ? payload : payload[member];
  if (result !== null && result !== undefined) return result;
  throw createRejection(`"${member}" is null`);
}

function createRejection(
  what: string,
  errors: readonly PayloadError[] = [],
  advice?: string,
): OperationError<"REJECTED"> {
  const problem = `The platform rejected the mutation: ${what}`;
  return new OperationError("REJECTED", { problem, advice, delivery: "done", errors });
}

/** Invalid entries count as payload errors too. */
function readEntry(entry: unknown): PayloadError {
  const { field, messages } = (entry ?? {}) as { readonly field?: unknown; readonly messages?: unknown };
  return {
    field: typeof field === "string" ? field : undefined,
    messages: Array.isArray(messages) ? messages.filter((message) => typeof message === "string") : [],
  };
}
