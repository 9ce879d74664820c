/** Conditions on objects, as filters express them, and the names of their operators. */

import { memoize } from "../model/cache.ts";
import type { Field } from "./connections.ts";

export type Operator =
  | "eq"
  | "in"
  | "gt"
  | "gte"
  | "lt"
  | "lte"
  | "contains"
  | "startsWith"
  | "endsWith"
  | "like"
  | "isNull";

/** A comparison of a field's value with the value of an argument. */
export interface Comparison {
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** Whether upper and lower case are equal. */
  readonly ignoresCase: boolean;
}

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

/** Names of operators, in lower case and without underscores. `not` or `n` before a name negates it. */
export const OPERATORS: Readonly<Record<Operator, readonly string[]>> = {
  eq: ["eq", "equal", "equals", "equalto", "exact", "is"],
  in: ["in", "oneof", "anyof", "inarray"],
  gt: ["gt", "greaterthan", "after"],
  gte: ["gte", "ge", "greaterthanorequal", "greaterthanorequalto", "min", "from"],
  lt: ["lt", "lessthan", "before"],
  lte: ["lte", "le", "lessthanorequal", "lessthanorequalto", "max", "to"],
  contains: ["contains", "includes"],
  startsWith: ["startswith", "beginswith"],
  endsWith: ["endswith"],
  like: ["like"],
  isNull: ["isnull", "null"],
};

const CASE_ENDINGS = /(?:ignorecase|insensitive|ci)$/;
/** Prefixes that negate an operator. An empty rest is an equality, except after `n`. */
const NEGATIONS = ["", "isnot", "not", "n"];
/** Operators that can ignore the case, as in `Icontains`. */
const TEXT_OPERATORS: ReadonlySet<Operator> = new Set(["eq", "contains", "startsWith", "endsWith", "like"]);

/** Reads the name of an operator: `Icontains`, `_notIn`, `eqIgnoreCase`. `undefined` if it is not one. */
export function readOperator(name: string): Comparison | undefined {
  return readNormalized(name.replaceAll("_", "").toLowerCase());
}

const readNormalized: (text: string) => Comparison | undefined = memoize((text) => {
  const base = text.replace(CASE_ENDINGS, "").replace(/^ne$/, "neq");
  const ignoresCase = CASE_ENDINGS.test(text);
  for (const prefix of NEGATIONS) {
    if (!base.startsWith(prefix)) continue;
    const isNegated = prefix !== "";
    const rest = base.slice(prefix.length) || (prefix.endsWith("not") ? "eq" : "");
    const operator = findOperator(rest);
    if (operator) return { operator, isNegated, ignoresCase };
    const insensitive = rest.startsWith("i") ? findOperator(rest.slice(1)) : undefined;
    if (insensitive && TEXT_OPERATORS.has(insensitive)) {
      return { operator: insensitive, isNegated, ignoresCase: true };
    }
  }
  return undefined;
});

function findOperator(name: string): Operator | undefined {
  return (Object.keys(OPERATORS) as Operator[]).find((operator) => OPERATORS[operator].includes(name));
}
