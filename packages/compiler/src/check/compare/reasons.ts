/**
 * The words of the check, as data. A reason names a change of a schema element and the code that it breaks.
 * `verdicts.ts` turns reasons into findings. Code is always that of the callers of operations, never an error
 * code.
 */

import type { ASTNode } from "graphql";

/** All kinds of code, in the order of reports. */
export const CODE_KINDS = ["reads", "writes", "constructs", "readsVariables", "switches"] as const;

/**
 * A kind of code that a change can break: it no longer compiles.
 *
 * - `reads`: uses results.
 * - `writes`: passes variables.
 * - `constructs`: builds a result, such as the code of a mock, or of an answer in a test.
 * - `readsVariables`: receives variables, such as a mock that reads them.
 * - `switches`: lists all values of an enum, types of a union or fields of an input type, as a map, a
 *   `switch` without `default`, or the type `Required<Input>`.
 */
export type CodeKind = (typeof CODE_KINDS)[number];

/** A change that breaks one of these kinds breaks the operation. The option `breaks` adds other kinds. */
export const BREAKING_CODE: readonly CodeKind[] = ["reads", "writes"];

/** All kinds of code in the lists, each once. */
export function mergeCode(lists: readonly (readonly CodeKind[])[]): readonly CodeKind[] {
  const kinds = new Set(lists.flat());
  return CODE_KINDS.filter((kind) => kinds.has(kind));
}

/** All rules of findings. */
export const FINDING_RULES = [
  // The operation is invalid in the new schema, and no other rule names the cause.
  "invalid",
  // A selected field became nullable or non-null, or a variable now accepts null.
  "nullability",
  // A selected field, a variable or an input field has another type. A result gained or lost a field, or one
  // can be absent now, or is always present now.
  "type",
  // A variable, an argument or an input field became required.
  "required",
  // An enum in the result or in the variables gained a value (`enum-grew`) or lost one.
  "enum-grew",
  "enum-shrank",
  // A selected union or interface gained a possible type (`union-grew`) or lost one.
  "union-grew",
  "union-shrank",
  // An input type of a variable has a new optional field, or a field was removed.
  "input-field",
  // A default value that the operation relies on changed.
  "default",
  // Generated code no longer exports a type under its name.
  "name",
  // The text of an operation or a fragment, or an option of codegen, is another one than at the base.
  "operation",
] as const;

/** Stable identifier of the kind of a finding. Accepted changes can name it. */
export type FindingRule = (typeof FINDING_RULES)[number];

/**
 * A change of one schema element, with what its sentence needs. `sentences.ts` has the sentence of each kind.
 * Kinds and rules are independent: several kinds can have one rule, and a kind several rules, such as
 * `value`. The platform is the GraphQL server.
 */
export type ElementChange =
  /** The operation is invalid. `error` is the message of graphql-js. */
  | { readonly kind: "invalid"; readonly error: string }
  /** The document omits an input that is now required. */
  | { readonly kind: "omitted" }
  /** A value in a result is nullable or non-null now. `depth` is the number of lists around it. */
  | { readonly kind: "nullability"; readonly now: "nullable" | "non-null"; readonly depth: number }
  /** Another type. */
  | {
      readonly kind: "type";
      /**
       * In an input, as in SDL. In a result, a name or a description, such as `a list of objects (User)`. So
       * is `now`.
       */
      readonly was: string;
      readonly now: string;
      /**
       * Values that the platform rejects now, such as `null`, or {@link MOST_VALUES}. Absent: none.
       */
      readonly rejects?: string;
      /** An exported name that generated code no longer has, or that now belongs to another type. */
      readonly lost?: string;
    }
  /**
   * An input is `required` or `optional` now; a field of a result can be `absent`, or is always `present`.
   */
  | { readonly kind: "presence"; readonly now: "required" | "optional" | "absent" | "present" }
  /** A value of an enum. */
  | {
      readonly kind: "value";
      readonly change: "added" | "removed";
      readonly value: string;
      /** Coordinate of the field whose result has it. Absent for variables. */
      readonly in?: string;
    }
  /** Possible types of a union or an interface. See {@link WORDS_FOR_UNKNOWN_TYPES}. */
  | {
      readonly kind: "members";
      /**
       * In a reason, the coordinate of the field that returns the union; in a cause (`causes.ts`), the name
       * of the union.
       */
      readonly of: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /**
   * An object type implements other interfaces, so the result of the field `of` has other fields for this
   * type.
   */
  | { readonly kind: "interfaces"; readonly of: string }
  /** A field that results have for these object types. */
  | {
      readonly kind: "field";
      readonly change: "added" | "removed";
      /** Response name. */
      readonly name: string;
      readonly types: readonly string[];
    }
  /** A field of an input type. */
  | { readonly kind: "input"; readonly change: "added" | "removed"; readonly required: boolean }
  /** An input type accepts exactly one of its fields (`true`), or more. */
  | { readonly kind: "one-of"; readonly now: boolean }
  /**
   * A default value, as in SDL; `null` for none. If there was none, no call relied on it, and nothing breaks.
   */
  | {
      readonly kind: "default";
      readonly was: string | null;
      readonly now: string | null;
      /**
       * What relies on the default: the `operation`, if its document omits the input; `calls`, if the input
       * is a field of a variable; or a variable such as `$first`, if a call can omit it.
       */
      readonly by: string;
    }
  /** An input no longer accepts the null that a variable can have. */
  | { readonly kind: "null"; readonly variable: string }
  /**
   * The platform receives the same literal as another value, such as `[1]` for `1`. `was` and `now` are types
   * in SDL. Breaks nothing.
   */
  | { readonly kind: "form"; readonly was: string; readonly now: string }
  /** Generated code no longer exports a type under this name, or exports another type. */
  | { readonly kind: "name"; readonly name: string }
  /**
   * An operation or a fragment was removed. Its coordinate is its name. `to` is the new name of one with the
   * same text.
   */
  | { readonly kind: "operation"; readonly change: "removed"; readonly to?: string }
  /**
   * The text of an operation or a fragment changed; or the options of codegen did, whose coordinate is
   * `codegen`.
   */
  | {
      readonly kind: "operation";
      readonly change: "changed";
      readonly by: "text" | "options";
      /** Number of differences in its exported types, at least 1. */
      readonly differences: number;
      readonly worst: {
        readonly coordinate: string;
        readonly change: ElementChange;
        readonly code: readonly CodeKind[];
      };
    }
  /** The element itself. Only causes have it, not reasons (`causes.ts`). */
  | { readonly kind: "removed" }
  | { readonly kind: "added" };

/** In place of values, in `rejects`: too many to name. */
export const MOST_VALUES = "";

/**
 * In place of names, in `types`, `added` and `removed`: words for an open member that stands only for types
 * of a later schema.
 */
export const WORDS_FOR_UNKNOWN_TYPES: readonly string[] = ["an unknown type"];

/** A schema element that is compared, and the node of the document that uses it. */
export interface UsedElement {
  readonly coordinate: string;
  readonly node: ASTNode;
}

/** A change of a schema element, and what it does to callers. */
export interface Reason {
  readonly rule: FindingRule;
  /** Coordinate of the changed element: an enum value, a union, a field, an argument or an input type. */
  readonly coordinate: string;
  readonly change: ElementChange;
  /** The kinds of code that it breaks. */
  readonly code: readonly CodeKind[];
  /**
   * Set if the platform rejects calls, or receives values with another meaning, whatever code there is. Such
   * a reason breaks, even if no code breaks.
   */
  readonly breaksCalls?: boolean;
}

/** A reason, and the node of the document that uses the element. */
export interface NodeReason extends Reason, UsedElement {}

/** Whether one of the reasons breaks a kind of code. */
export function breaks(kind: CodeKind, reasons: readonly Reason[]): boolean {
  return reasons.some(({ code }) => code.includes(kind));
}

/**
 * What a breaking change does.
 *
 * - `rejected`: the platform rejects calls now, because the document is invalid, or because variables are
 *   missing or invalid.
 * - `code`: the platform accepts all calls. Code of callers no longer compiles, or a wrong value arrives: in
 *   code, or at the platform.
 */
export type Harm = "rejected" | "code";

/** All kinds of harm, the worst first. */
export const HARMS: readonly Harm[] = ["rejected", "code"];

/** The harm of a reason that breaks. */
export function harmOf({ change, code, breaksCalls = false }: Reason): Harm {
  switch (change.kind) {
    case "default":
    case "name":
    case "operation":
      // The platform receives another value, or only code that was written for the old types breaks. No call is
      // rejected.
      return "code";
    case "type":
      // Code that writes also breaks if only TypeScript rejects the value, and the platform does not.
      return breaksCalls ? "rejected" : "code";
    default:
      // For all other changes, the platform rejects the call if the change breaks calls, or breaks code that
      // writes.
      return breaksCalls || code.includes("writes") ? "rejected" : "code";
  }
}
