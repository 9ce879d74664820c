/** Names of the operators of filters, and the comparisons that they mean. */

type Operator =
  | ("eq" | "in" | "gt" | "gte" | "lt" | "lte" | "between")
  | ("contains" | "containsAll" | "startsWith" | "endsWith" | "like" | "isNull" | "exists");

/** An operator as a name expresses it. */
export interface Operation {
  readonly operator: Operator;
  readonly isNegated: boolean;
  /** Whether the name says that upper and lower case are equal. */
  readonly ignoresCase: boolean;
}

/** Names of operators, in lower case and without underscores. `not` or `n` before a name negates it. */
const OPERATORS: Readonly<Record<Operator, readonly string[]>> = {
  eq: ["eq", "equal", "equals", "equalto", "exact", "is"],
  in: ["in", "oneof", "anyof", "inarray", "containssome", "containsany", "hassome"],
  gt: ["gt", "greaterthan", "after"],
  gte: ["gte", "ge", "greaterthanorequal", "greaterthanorequalto", "min", "from"],
  lt: ["lt", "lessthan", "before"],
  lte: ["lte", "le", "lessthanorequal", "lessthanorequalto", "max", "to"],
  contains: ["contains", "includes"],
  startsWith: ["startswith", "beginswith"],
  endsWith: ["endswith"],
  like: ["like"],
  isNull: ["isnull", "null"],
  exists: ["exists"],
  between: ["between"],
  containsAll: ["containsall", "hasevery"],
};

const CASE_ENDINGS = /(?:ignorecase|insensitive|ci|i)$/;
/** Prefixes that negate an operator. An empty rest is an equality, except after `n`. */
const NEGATIONS = ["", "isnot", "not", "n"];
/** Operators that can ignore the case, as in `Icontains`. */
const TEXTS: ReadonlySet<Operator> = new Set(["eq", "contains", "startsWith", "endsWith", "like"]);

/** Reads the name of an operator: `Icontains`, `_notIn`, `eqIgnoreCase`, `nei`. `undefined` if it is not one. */
export function readOperator(name: string): Operation | undefined {
  const text = name.replaceAll("_", "").toLowerCase();
  const plain = readCased(text);
  if (plain) return plain;
  const base = text.replace(CASE_ENDINGS, "");
  const insensitive = base === text ? undefined : readCased(base);
  return insensitive && TEXTS.has(insensitive.operator) ? { ...insensitive, ignoresCase: true } : undefined;
}

function readCased(text: string): Operation | undefined {
  const base = text.replace(/^ne$/, "neq");
  for (const prefix of NEGATIONS) {
    if (!base.startsWith(prefix)) continue;
    const isNegated = prefix !== "";
    const rest = base.slice(prefix.length) || (prefix.endsWith("not") ? "eq" : "");
    const operator = findOperator(rest);
    if (operator) return { operator, isNegated, ignoresCase: false };
    const insensitive = rest.startsWith("i") ? findOperator(rest.slice(1)) : undefined;
    if (insensitive && TEXTS.has(insensitive)) return { operator: insensitive, isNegated, ignoresCase: true };
  }
  return undefined;
}

function findOperator(name: string): Operator | undefined {
  return (Object.keys(OPERATORS) as Operator[]).find((operator) => OPERATORS[operator].includes(name));
}
