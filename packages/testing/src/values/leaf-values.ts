/** Values of scalars and enums: how they are generated, and which ones are valid. */

import { matches } from "@integration-platform/graphql/shape";
import {
  type GraphQLEnumType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLScalarType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
} from "graphql";
import { isPromiseLike } from "../rules/resolvers.ts";
import { RulesError } from "../rules/rules-error.ts";
import { UNKNOWN_VALUE } from "../schema/unknown.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { hash, pick } from "../shared/random.ts";
import {
  DECIMALS,
  findRule,
  INTEGERS,
  instant,
  json,
  type Make,
  type Sample,
  TEXTS,
  text,
  toWords,
  uuid,
} from "./values.ts";

/**
 * Returns a value of a custom scalar.
 *
 * @param number - A hash of the seed and the field, from 0 to 2³² - 1.
 */
export type ScalarGenerator = (number: number) => unknown;

/**
 * Values of scalars by name, in lower case and without underscores. Other names are those of texts, such as a
 * `URL`.
 */
const SCALARS: readonly (readonly [RegExp, Make])[] = [
  [/^json(?:string|text)/, (sample) => JSON.stringify(json(sample))],
  [/^(?:json|jsonobject|jsonvalue|object|any|map|genericscalar|metadata)$/, json],
  [/datetime|timestamp|instant/, instant],
  [/^(?:id|.*uuid|guid)$/, uuid],
  [/^(?:bigint(?:eger)?|long|u?int64)$/, (sample) => String(makeNumber(INTEGERS, sample))],
  [/^(?:non|positive|negative|unsigned|safe)*u?int(?:eger|\d+)?$/, (sample) => makeNumber(INTEGERS, sample)],
  [/^(?:float|double|number)|float$/, (sample) => makeNumber(DECIMALS, sample)],
  [/^bool/, ({ number }) => number % 2 === 0],
  [/decimal|numeric|bignumber|money|amount/, (sample) => toDecimalText(makeNumber(DECIMALS, sample))],
  [/^void$/, () => null],
];

/** Names of scalars by a part of the URL of `@specifiedBy`. */
const SPECIFICATIONS: readonly (readonly [RegExp, string])[] = [
  [/date-?time|rfc-?3339/i, "DateTime"],
  [/rfc-?(?:4122|9562)|uuid/i, "UUID"],
  [/rfc-?3986|url\.spec/i, "URL"],
  [/rfc-?5322|email/i, "Email"],
  [/json|ecma-?404|rfc-?8259/i, "JSON"],
];

/**
 * Generates a value of a scalar or enum. It is determined by the key, and by the object for values that must
 * agree.
 */
export type LeafSampler = (type: GraphQLLeafType, fieldName: string, key: string, owner?: Owner) => unknown;

/** The object that has the value. */
interface Owner {
  readonly type: { readonly name: string };
  readonly key: string;
  /** Number of the object, from 1. Absent if its objects have no key, and for an entry of a list. */
  readonly nth?: number | undefined;
}

/** @param scalars - Generators of custom scalars. */
export function createLeafSampler(scalars: Readonly<Record<string, ScalarGenerator>>): LeafSampler {
  /** By scalar, object type and field. */
  const makers = new Map<string, { readonly phrase: string; readonly make: Make }>();
  return (type, fieldName, key, owner) => {
    if (isEnumType(type)) return pick(type.getValues(), key)?.value;
    const number = hash(key);
    const custom = Object.hasOwn(scalars, type.name) ? scalars[type.name]?.(number) : undefined;
    if (custom != null) return checkScalar(type, custom);
    const typeName = owner?.type.name ?? "";
    const name = `${type.name} ${typeName}.${fieldName}`;
    const { phrase, make } = getOrInsertComputed(makers, name, () => {
      const words = `${toWords(typeName)}.${toWords(fieldName)}`;
      return { phrase: words, make: findMake(type, words) };
    });
    return make({ number, key, objectKey: owner?.key ?? key, nth: owner?.nth, phrase });
  };
}

const NO_JSON: ReadonlySet<string> = new Set(["bigint", "function", "promise", "symbol"]);

/** @throws RulesError if the response cannot contain the value. Dates and other objects become JSON. */
function checkScalar(type: GraphQLScalarType, value: unknown): unknown {
  const kind = isPromiseLike(value) ? "promise" : typeof value;
  if (!NO_JSON.has(kind)) return value;
  throw new RulesError(`The option scalars.${type.name} returned a ${kind}. Expected a JSON value.`);
}

/** A custom scalar whose name and specification are unknown is a text. */
function findMake(type: GraphQLScalarType, phrase: string): Make {
  const byField = findRule(TEXTS, phrase) ?? text;
  const specified = SPECIFICATIONS.find(([pattern]) => pattern.test(String(type.specifiedByURL)))?.[1];
  return findScalar(type.name, phrase) ?? (specified ? findScalar(specified, phrase) : undefined) ?? byField;
}

function findScalar(name: string, phrase: string): Make | undefined {
  const squashed = name.toLowerCase().replaceAll("_", "");
  const base = SCALARS.find(([pattern]) => pattern.test(squashed))?.[1];
  const words = toWords(name);
  return base ?? (findRule(TEXTS, `.${words}`) && findRule(TEXTS, `${phrase} ${words}`));
}

function makeNumber(rules: typeof INTEGERS, sample: Sample): number {
  return Number(findRule(rules, sample.phrase)?.(sample));
}

/** At least two digits after the point, as for money. */
function toDecimalText(value: number): string {
  const [, digits = ""] = String(value).split(".");
  return value.toFixed(Math.max(2, digits.length));
}

/** Describes the valid values of a scalar or enum. */
export function describeLeaf(type: GraphQLLeafType): string {
  if (isEnumType(type)) return `${type.name} (${memberNames(type).join(", ")})`;
  return LEAF_VALUES[type.name] ?? "a JSON value";
}

const LEAF_VALUES: Readonly<Record<string, string>> = {
  Int: "a 32-bit integer",
  Float: "a finite number",
  Boolean: "a boolean",
  String: "a string",
  ID: "a string",
};

function memberNames(type: GraphQLEnumType): string[] {
  return type.getValues().map(({ name }) => name);
}

/**
 * Whether a response can contain the value, by the rules that the client has for responses. Members are not
 * compared.
 */
export function isResponseValue(type: GraphQLOutputType, value: unknown): boolean {
  const nullable = getNullableType(type);
  const isNonNull = isNonNullType(type);
  if (isListType(nullable)) return matches({ isNonNull, item: nullable.ofType }, value);
  if (isCompositeType(nullable)) return matches({ isNonNull, selections: nullable }, value);
  const rule = isEnumType(nullable)
    ? { members: [...memberNames(nullable), UNKNOWN_VALUE] }
    : { scalar: nullable.name };
  return matches({ isNonNull, ...rule }, value) && isJson(value);
}

/** The same as `isResponseValue`, but the entries of lists are compared, too. */
export function matchesType(type: GraphQLOutputType, value: unknown): boolean {
  const nullable = getNullableType(type);
  if (!isListType(nullable) || !Array.isArray(value)) return isResponseValue(type, value);
  return value.every((entry) => matchesType(nullable.ofType, entry));
}

/** Whether JSON can represent the value. Data of a test does not come from JSON. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isJson);
}

/** The kind of a value, for messages. Strings are not quoted, because they can be secret. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a string";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object") return String(value);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  return kind === "Object" ? "an object" : `a ${kind}`;
}
