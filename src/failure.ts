/** A failure on its way to those whom it concerns. */

import type { ErrorFacts, OperationError, ResponseParts } from "./errors.ts";

/** A class of the family that can be built from facts. */
type ErrorClass = new (operation: string, message: string, facts: ErrorFacts, parts?: ResponseParts) => OperationError;

/**
 * What went wrong, before it is known for whom: one failed renewal rejects many operations, each under its own name.
 * Thrown inside the package only, and turned into an error of the family at its boundary.
 */
export class Failure {
  readonly type: ErrorClass;
  readonly message: string;
  readonly facts: ErrorFacts;
  readonly parts: ResponseParts | undefined;

  constructor(type: ErrorClass, message: string, facts: ErrorFacts, parts?: ResponseParts) {
    this.type = type;
    this.message = message;
    this.facts = facts;
    this.parts = parts;
  }

  /** Stable code of the error that it becomes. */
  get code(): string {
    return this.toError("", {}).code;
  }

  /** The error that a caller sees. `facts` adds what only the operation knows. */
  toError(operation: string, facts: ErrorFacts): OperationError {
    return new this.type(operation, this.message, { ...facts, ...this.facts }, this.parts);
  }
}
