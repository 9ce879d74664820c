/** Compares the data of responses with the types of the schema, or with a schema of the caller. */

import { withDeadline } from "../deadline.ts";
import type { TypedDocumentString } from "../document.ts";
import { createUsageError, type ErrorFacts, Failure } from "../errors.ts";
import { type Hooks, notify } from "../hooks.ts";
import type { Operation } from "../operation.ts";
import { checkOptions, EXECUTE_RULES, type Rules } from "../options.ts";
import { createTimeout } from "../request.ts";
import { findMismatches, parseShape, type Shape } from "./shape.ts";

export interface ResponseValidationOptions {
  /**
   * `throw`: if the data does not match, the call fails with `RESPONSE_MISMATCH`. `report`: the call succeeds, and the hook
   * `didMismatch` is called once per response and field. Data that does not match a `resultSchema` fails the call in both modes.
   *
   * @default "throw"
   */
  readonly mode?: "throw" | "report";
  /** Fraction of responses to validate, in (0, 1]. Calls with a `resultSchema` are not sampled. @default 1 */
  readonly sample?: number;
  /** Whether a document without a shape is a `USAGE` error. If `false`, its data is not compared. @default true */
  readonly requireShapes?: boolean;
}

/** A schema of Zod, Valibot, ArkType or another library that implements Standard Schema (https://standardschema.dev). */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

interface StandardIssue {
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** `schema` is the name of the option in 0.1. */
interface ResultSchema {
  readonly resultSchema?: StandardSchema;
  readonly schema?: StandardSchema;
}

/** Called before a request. Returns the function that compares its data, or `undefined`. */
type PrepareComparison = (
  document: TypedDocumentString,
  operation: Operation,
  hooks: Hooks,
  options: object | null | undefined,
) => ((data: object) => unknown) | undefined;

/** Result of `responseValidation`. */
export interface ResponseValidation extends PrepareComparison {
  /** Options of `execute`. */
  readonly rules: Rules;
}

const RULES: Rules<keyof ResponseValidationOptions> = { mode: "any", sample: "any", requireShapes: "boolean" };

const shapes = new WeakMap<TypedDocumentString, Shape>();

/**
 * Compares the data of responses with the shape of their document. For the option `validate` of `createClient`.
 *
 * A response with GraphQL errors is not compared. Members that the operation does not select are ignored.
 *
 * @throws `USAGE` for an invalid option.
 *
 * @example
 * ```ts
 * createClient({ …, validate: responseValidation({ mode: "report", sample: 0.01 }), hooks: { didMismatch: console.warn } });
 * ```
 */
export function responseValidation(options: ResponseValidationOptions = {}): ResponseValidation {
  checkOptions("responseValidation", options, RULES);
  const { mode = "throw", sample = 1, requireShapes = true } = options;
  const isReport = mode === "report";
  if (!isReport && mode !== "throw") throw createUsageError('responseValidation: "mode" must be "throw" or "report".');
  if (!(typeof sample === "number" && sample > 0 && sample <= 1)) {
    throw createUsageError('responseValidation: "sample" must be a number above 0, at most 1.');
  }
  const prepare: PrepareComparison = (document, operation, hooks, callOptions) => {
    const { name } = document;
    const { schema, resultSchema = schema }: ResultSchema = callOptions ?? {};
    if (resultSchema !== undefined) return createSchemaCheck(document, operation, resultSchema);
    const shape = readShape(document);
    if (!shape && (requireShapes || document.shape !== undefined)) {
      throw createUsageError(
        `${name}: the document has no shape for its text. Set shapes: true in typedOperations(), and run codegen.`,
      );
    }
    const { didMismatch } = hooks;
    if (isReport && !didMismatch) {
      throw createUsageError('responseValidation: mode "report" requires the hook didMismatch.');
    }
    if (!shape || Math.random() >= sample) return undefined;
    return (data) => {
      const reported = new Set<string>();
      findMismatches(shape, data, (mismatch) => {
        const { path, coordinate, expected, received } = mismatch;
        if (!isReport) throw fail(path, `must be ${expected} (${coordinate}), and is ${received}`, data, mismatch);
        if (!reported.has(coordinate)) notify(didMismatch, { operation: name }, mismatch);
        reported.add(coordinate);
      });
      return data;
    };
  };
  return Object.assign(prepare, { rules: { ...EXECUTE_RULES, resultSchema: "any" as const, schema: "any" as const } });
}

/** @returns `undefined` if there is no shape, or if it belongs to another text. */
function readShape(document: TypedDocumentString): Shape | undefined {
  const { text, shape = "" } = document;
  const parsed = shapes.get(document) ?? parseShape(String(shape), text);
  if (parsed) shapes.set(document, parsed);
  return parsed;
}

function createSchemaCheck(
  { text }: TypedDocumentString,
  { name, url, signal, timeout }: Operation,
  schema: StandardSchema,
): (data: object) => Promise<unknown> {
  const standard = (schema as Partial<StandardSchema> | null)?.["~standard"];
  if (typeof standard?.validate !== "function")
    throw createUsageError(`${name}: "resultSchema" must be a Standard Schema.`);
  const endsAt = performance.now() + timeout;
  return async (data) => {
    const result = await withDeadline(
      endsAt - performance.now(),
      signal,
      () => createTimeout(url, "schema", ["timeout", timeout]),
      async () => standard.validate(data),
    );
    if (!result.issues) return result.value;
    const names = new Set<unknown>(text.match(/\w+/g));
    const path = (result.issues[0]?.path ?? []).map((part) => {
      const key = typeof part === "object" ? part.key : part;
      // Any other key, such as that of a record, is part of the response and can be secret.
      return typeof key === "number" || names.has(key) ? (key as string | number) : "*";
    });
    throw fail(path, "does not match the schema", data);
  };
}

function fail(path: readonly (string | number)[], what: string, data: unknown, facts?: ErrorFacts): Failure {
  const message = `${path.join(".") || "data"} ${what}. See error.data.`;
  return new Failure("RESPONSE_MISMATCH", message, { path, ...facts }, { data, errors: [] });
}
