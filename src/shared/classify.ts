/** The option `classify` of a client: what a program declares about a response. */

import { callProgram, type GraphQLFormattedError, OperationError } from "./errors.ts";
import { isRecord } from "./wire.ts";

/** A program's declaration about a response: see `ClientOptions.classify`. */
export interface Classification {
  /**
   * Why the request failed. `token`: the access token was rejected. `limit`: the rate is limited.
   * `transient`: try later.
   */
  readonly kind?: "token" | "limit" | "transient";
  /**
   * `false`: the platform executed nothing, so that a mutation can be resent. `true`: it executed the
   * operation, so that a mutation is not resent, whatever the response proves.
   */
  readonly executed?: boolean;
}

/** The parts of a response that a classification can read. */
export interface ClassifiedResponse {
  readonly status: number;
  readonly headers: Pick<Headers, "get">;
  /** GraphQL errors of the response; an empty list if there are none. */
  readonly errors: readonly GraphQLFormattedError[];
}

/** Says what a response means. If it returns nothing, the client decides by status and error codes. */
export type Classify = (response: ClassifiedResponse) => Classification | null | undefined;

/** Calls `classify`, if there is one. @throws `USAGE` if it throws, or returns no classification. */
export function readClassification(
  { status, headers, errors }: ClassifiedResponse,
  classify: Classify | undefined,
): Classification {
  const facts = { status, delivery: "unknown" } as const;
  const returned: unknown = callProgram("classify", () => classify?.({ status, headers, errors }), facts);
  const declared = returned ?? {};
  const { kind, executed } = declared as Classification;
  const isKind = kind === undefined || kind === "token" || kind === "limit" || kind === "transient";
  const isExecution = executed === undefined || typeof executed === "boolean";
  const isObject = isRecord(declared) && !("then" in declared);
  if (isObject && isKind && isExecution) return declared;
  const problem = 'classify must return { kind: "token", "limit" or "transient", executed }';
  throw new OperationError("USAGE", { problem, ...facts });
}
