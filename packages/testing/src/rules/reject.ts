/** Rejections: why a resolver does not do what a request asks for. */

import { GraphQLError } from "graphql";
import { checkOptionNames } from "../shared/check-options.ts";

/** Why a resolver rejects a request. */
export class Rejection extends Error {
  override readonly name: string = "Rejection";
  /** Input field, such as `slug`. `null` for the whole input. */
  readonly field: string | null;
  readonly code: string | undefined;

  constructor(message: string, { field = null, code }: RejectionOptions) {
    super(message);
    this.field = field;
    this.code = code;
  }
}

interface RejectionOptions {
  /** Input field, such as `slug`. @default null: the whole input */
  readonly field?: string | null;
  /** Value of `extensions.code`, or of the code in a payload error. @default "BAD_USER_INPUT" */
  readonly code?: string;
}

/**
 * Rejects the request of a resolver. It throws, so that nothing after it runs. A mutation returns the message
 * as a payload error if its type has them, else as a GraphQL error.
 */
export function reject(message: string, options: RejectionOptions = {}): never {
  checkOptionNames("reject", options);
  throw new Rejection(message, options);
}

/** Recognizes rejections of another copy of this package too. */
export function isRejection(error: unknown): error is Rejection {
  return Object(error).name === "Rejection";
}

/** The error of a rejection that is no payload error. */
export function toGraphQLError({ message, code }: Pick<Rejection, "message" | "code">): GraphQLError {
  return new GraphQLError(message, { extensions: { code: code ?? "BAD_USER_INPUT" } });
}

/** A row that does not exist. @param field - Input field that has the ID. */
export function notFound(typeName: string, field = "id"): Rejection {
  return new Rejection(`There is no ${typeName} with this ID.`, { field, code: "NOT_FOUND" });
}
