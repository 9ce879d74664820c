/** Conditions on objects, as filters express them. */

import type { Field } from "./connections.ts";
import type { Comparison } from "./operators.ts";

/** A condition on an object. */
export type Condition =
  | { readonly kind: "all" | "any"; readonly conditions: readonly Condition[] }
  | { readonly kind: "not"; readonly condition: Condition }
  /** Compares the value of a leaf field, or each entry if it is a list: one must match. */
  | ({ readonly kind: "compare"; readonly field: Field; readonly value: unknown } & Comparison)
  /** Tests the object of a field, or those of a list. Without a condition, whether there are any. */
  | {
      readonly kind: "related";
      readonly field: Field;
      readonly quantifier: "some" | "every" | "none";
      readonly condition: Condition | undefined;
    };

/** One condition for several. `undefined` if there is none. */
export function combine(conditions: readonly Condition[], kind: "all" | "any" = "all"): Condition | undefined {
  return conditions.length > 1 ? { kind, conditions } : conditions[0];
}

/** Whether a field refers to an object, or its list has one. */
export function exists(field: Field, isThere: boolean): Condition {
  return { kind: "related", field, quantifier: isThere ? "some" : "none", condition: undefined };
}

export function compare(field: Field, operator: Comparison["operator"], value: unknown): Condition {
  return { kind: "compare", field, value, operator, isNegated: false, ignoresCase: false };
}
