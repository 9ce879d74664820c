/** Compares the data of responses with the types of the schema. */

import { findMismatches, type Mismatch, parseShape, type Shape } from "../shape.ts";
import { checkOptions, type OptionSchema } from "../shared/check-options.ts";
import type { TypedDocumentString } from "../shared/document.ts";
import { createUsageError, OperationError } from "../shared/errors.ts";
import { type Hooks, notify } from "../shared/hooks.ts";

export interface ResponseValidationOptions {
  /**
   * `throw`: if the data does not match, the call fails with `RESPONSE_MISMATCH`. `report`: the call
   * succeeds, and the hook `didMismatch` is called once per response and field.
   *
   * @default "throw"
   */
  readonly mode?: "throw" | "report";
  /** Fraction of responses to validate, in (0, 1]. @default 1 */
  readonly sample?: number;
  /**
   * Whether a document without a shape is a `USAGE` error. If `false`, its data is not compared.
   *
   * @default true
   */
  readonly requireShapes?: boolean;
}

/**
 * Called before a request. Returns the function that compares its data, or `undefined`.
 *
 * @throws `USAGE` if the document has no shape, or a hook is missing.
 */
export type ResponseValidation = (
  document: TypedDocumentString,
  hooks: Hooks,
) => ((data: object) => void) | undefined;

const OPTIONS: OptionSchema<keyof ResponseValidationOptions> = {
  mode: "any",
  sample: "any",
  requireShapes: "boolean",
};

const shapes = new WeakMap<TypedDocumentString, Shape>();

/**
 * Compares the data of responses with the shape of their document. For the option `validate` of
 * `createClient`.
 *
 * A response with GraphQL errors is not compared. Members that the operation does not select are ignored.
 *
 * @throws `USAGE` for an invalid option.
 *
 * @example
 * ```ts
 * createClient({
 *   …,
 *   validate: responseValidation({ mode: "report", sample: 0.01 }),
 *   hooks: { didMismatch: console.warn },
 * });
 * ```
 */
export function responseValidation(options: ResponseValidationOptions = {}): ResponseValidation {
  const {
    mode = "throw",
    sample = 1,
    requireShapes = true,
  } = checkOptions("responseValidation", options, OPTIONS);
  const isReport = mode === "report";
  if (!isReport && mode !== "throw")
    throw createUsageError('responseValidation: "mode" must be "throw" or "report"');
  if (!(typeof sample === "number" && sample > 0 && sample <= 1)) {
    throw createUsageError('responseValidation: "sample" must be a number above 0, at most 1');
  }
  return (document, hooks) => {
    const { name } = document;
    const shape = readShape(document);
    if (!shape && (requireShapes || document.shape !== undefined)) {
      throw createUsageError(
        `${name}: the document has no shape for its text`,
        "Set shapes: true in typedOperations(), and run codegen.",
      );
    }
    const { didMismatch } = hooks;
    if (isReport && !didMismatch) {
      throw createUsageError('responseValidation: mode "report" requires the hook didMismatch');
    }
    if (!shape || Math.random() >= sample) return undefined;
    return (data) => {
      const reported = new Set<string>();
      findMismatches(shape, data, (mismatch) => {
        const { coordinate } = mismatch;
        if (!isReport) throw createMismatch(mismatch, data);
        if (!reported.has(coordinate)) notify(didMismatch, { operation: name, ...mismatch });
        reported.add(coordinate);
      });
    };
  };
}

/** @returns `undefined` if there is no shape, or if it belongs to another text. */
function readShape(document: TypedDocumentString): Shape | undefined {
  const { text, shape = "" } = document;
  const parsed = shapes.get(document) ?? parseShape(String(shape), text);
  if (parsed) shapes.set(document, parsed);
  return parsed;
}

function createMismatch(mismatch: Mismatch, data: unknown): OperationError {
  const { path, coordinate, expected, received } = mismatch;
  const problem = `${path.join(".")} must be ${expected} (${coordinate}), and is ${received}`;
  return new OperationError("RESPONSE_MISMATCH", { problem, advice: "See error.data.", ...mismatch, data });
}
