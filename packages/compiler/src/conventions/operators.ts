/** Operators of filters, by the names that schemas use for them. */

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

const comparisons = new Map<string, Comparison | undefined>();

/** Reads the name of an operator: `Icontains`, `_notIn`, `eqIgnoreCase`. `undefined` if it is not one. */
export function readOperator(name: string): Comparison | undefined {
  const text = name.replaceAll("_", "").toLowerCase();
  if (!comparisons.has(text)) comparisons.set(text, parseOperator(text));
  return comparisons.get(text);
}

function parseOperator(text: string): Comparison | undefined {
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
}

function findOperator(name: string): Operator | undefined {
  return (Object.keys(OPERATORS) as Operator[]).find((operator) => OPERATORS[operator].includes(name));
}
