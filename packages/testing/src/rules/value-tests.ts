/** Tests of leaf values: an operator of a filter with its argument becomes a function of a value. */

import { GraphQLError, type GraphQLOutputType } from "graphql";
import { isObject } from "../parse-json.ts";
import type { ParsedOperator } from "./dialect.ts";
import { RulesError } from "./rules-error.ts";
import { type Comparable, orderOf, toComparable } from "./value-order.ts";

/** `undefined`: unknown, because a value is null, and the dialect has the nulls of SQL. */
export type Truth = boolean | undefined;

export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

export function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

export function any(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
}

/** Tests a leaf value, or a list of them: one of its values must pass. */
export type ValueTest = (value: unknown) => Truth;

/** An operator with its argument, for the values of a field. */
export interface Comparing {
  readonly operator: ParsedOperator;
  readonly wanted: unknown;
  /** The type of the values. It decides how they are compared. */
  readonly type: GraphQLOutputType;
  readonly hasSqlNulls: boolean;
}

/**
 * @throws RulesError if the argument of `between` is not a range.
 * @throws GraphQLError if that of `matches` is not a regular expression.
 */
export function createValueTest(comparing: Comparing): ValueTest {
  const test = createPositiveTest(comparing);
  return comparing.operator.isNegated ? (value) => not(test(value)) : test;
}

/** The test without the `not` of its operator. */
function createPositiveTest(comparing: Comparing): ValueTest {
  const { operator, wanted } = comparing;
  const { comparison } = operator;
  if (comparison === "isNull" || comparison === "exists") {
    const wantsValue = comparison === "exists" ? Boolean(wanted) : !wanted;
    return (value) => hasValue(value) === wantsValue;
  }
  if (comparison === "all" || comparison === "some") {
    const isEqual = { ...operator, comparison: "eq" as const };
    const tests = [wanted]
      .flat()
      .map((entry) => createPositiveTest({ ...comparing, operator: isEqual, wanted: entry }));
    const combine = comparison === "all" ? all : any;
    return (value) => combine(tests.map((test) => test(value)));
  }
  const test = createLeafTest(comparing);
  return (value) => (Array.isArray(value) ? any(value.map(test)) : test(value));
}

function hasValue(value: unknown): boolean {
  return Array.isArray(value) ? value.some((entry) => entry !== null) : value !== null;
}

/** The test of a value that is not a list. */
function createLeafTest(comparing: Comparing): ValueTest {
  const { operator, wanted, hasSqlNulls } = comparing;
  const { comparison } = operator;
  const convert = createConverter(comparing);
  const others = [wanted].flat().map(convert);
  if (comparison === "is") return (value) => includesValue(others, convert(value));
  if (comparison === "eq" && wanted === null) return (value) => value === null;
  if (comparison === "eq" || comparison === "in") {
    return (value) => equalsSome(convert(value), others, hasSqlNulls);
  }
  const truthOfNull = hasSqlNulls ? undefined : false;
  if (wanted === null) return () => truthOfNull;
  const test = createOrderTest(comparing) ?? createTextTest(comparing);
  return (value) => (value === null ? truthOfNull : test(value));
}

/** In SQL, null is in no list, and a value that is not in a list with null can be. */
function equalsSome(
  own: Comparable | null,
  others: readonly (Comparable | null)[],
  hasSqlNulls: boolean,
): Truth {
  const isIncluded = includesValue(others, own);
  if (!hasSqlNulls) return isIncluded;
  if (own !== null && isIncluded) return true;
  const isUnknown = others.length > 0 && (own === null || others.includes(null));
  return isUnknown ? undefined : false;
}

function includesValue(values: readonly (Comparable | null)[], own: Comparable | null): boolean {
  if (own === null) return values.includes(null);
  return values.some((value) => value !== null && orderOf(value, own) === 0);
}

/** A test of a value that is not null. */
type PresentTest = (value: unknown) => boolean;

const ORDERS: Readonly<Record<string, (difference: number) => boolean>> = {
  gte: (difference) => difference >= 0,
  lte: (difference) => difference <= 0,
  gt: (difference) => difference > 0,
  lt: (difference) => difference < 0,
};

/** The test of an operator that needs an order. `undefined` for other operators. */
function createOrderTest(comparing: Comparing): PresentTest | undefined {
  const { operator, wanted } = comparing;
  const convert = createConverter(comparing);
  if (operator.comparison === "between") {
    const [from, to] = readRange(wanted).map(convert);
    return (value) => isBetween(convert(value) as Comparable, from, to);
  }
  const isInOrder = ORDERS[operator.comparison];
  if (!isInOrder) return undefined;
  const limits = [wanted]
    .flat()
    .map(convert)
    .filter((limit) => limit !== null);
  return (value) => {
    const own = convert(value) as Comparable;
    return limits.some((limit) => isInOrder(orderOf(own, limit)));
  };
}

function isBetween(own: Comparable, from?: Comparable | null, to?: Comparable | null): boolean {
  const isAfter = from == null || orderOf(own, from) >= 0;
  return isAfter && (to == null || orderOf(own, to) <= 0);
}

const STARTS = /^(?:from|min|minimum|start|gte?|after|since|lower)$/i;
const ENDS = /^(?:to|max|maximum|end|lte?|before|until|upper)$/i;

/** The first and the last value: a list of two, or an object with members such as `from` and `to`. */
function readRange(wanted: unknown): readonly unknown[] {
  if (Array.isArray(wanted) && wanted.length === 2) return wanted;
  if (isObject(wanted)) {
    const names = Object.keys(wanted);
    const ends = [STARTS, ENDS].map((pattern) => names.find((name) => pattern.test(name)));
    const isRange = names.every((name) => ends.includes(name));
    if (isRange && names.length > 0) return ends.map((name) => wanted[name as string]);
  }
  throw new RulesError('"between" compares with a list of two values, or an object such as { from, to }.');
}

const PARTS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startsWith: (text, part) => text.startsWith(part),
  endsWith: (text, part) => text.endsWith(part),
};

/** The test of an operator of texts. */
function createTextTest({ operator, wanted }: Comparing): PresentTest {
  const { comparison, ignoresCase } = operator;
  const texts = [wanted].flat().map(String);
  if (comparison === "matches") return matchSome(texts.map((text) => toExpression(text, ignoresCase)));
  const fold = ignoresCase ? (text: string) => text.toLowerCase() : (text: string) => text;
  const parts = texts.map(fold);
  if (comparison === "like") {
    const isLike = matchSome(parts.map(toPattern));
    return (value) => isLike(fold(String(value)));
  }
  const hasPart = PARTS[comparison];
  return (value) => {
    const text = fold(String(value));
    return parts.some((part) => hasPart?.(text, part) === true);
  };
}

function matchSome(patterns: readonly RegExp[]): PresentTest {
  return (value) => patterns.some((pattern) => pattern.test(String(value)));
}

/**
 * Converts a value so that it can be compared with another one, in lower case if the operator ignores case.
 */
function createConverter({ operator, type }: Comparing): (value: unknown) => Comparable | null {
  if (!operator.ignoresCase) return (value) => toComparable(type, value);
  return (value) => toComparable(type, typeof value === "string" ? value.toLowerCase() : value);
}

/**
 * The pattern of SQL: `%` for any text, `_` for one character, and a backslash before one of these for
 * itself.
 */
function toPattern(text: string): RegExp {
  const pattern = text.replaceAll(/\\?./gs, (token) => {
    if (token === "%") return ".*";
    if (token === "_") return ".";
    return token.slice(-1).replace(/[.*+?^${}()|[\]\\]/, "\\$&");
  });
  return new RegExp(`^${pattern}$`, "su");
}

/** The flag ignores case, because in lower case, `\S` would be `\s`. */
function toExpression(text: string, ignoresCase: boolean): RegExp {
  try {
    return new RegExp(text, ignoresCase ? "i" : "");
  } catch {
    throw new GraphQLError("The regular expression is not valid.", {
      extensions: { code: "BAD_USER_INPUT" },
    });
  }
}
