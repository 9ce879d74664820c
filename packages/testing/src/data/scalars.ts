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
import { hash, hashUuid, pick } from "../random.ts";
import { UNKNOWN_VALUE } from "../unknown.ts";

/** Returns a value of a custom scalar. @param number - A hash of the seed and the field, from 0 to 2³² - 1. */
export type ScalarGenerator = (number: number) => unknown;

/** A value to generate. */
interface Sample {
  /** Hash of `key`. */
  readonly number: number;
  readonly key: string;
  /** Field, argument or input field that has the value. */
  readonly fieldName: string;
}

const instant = ({ number }: Sample) => new Date(Date.UTC(2026, 0, 1) + (number % 31_536_000) * 1000).toISOString();
const integer = ({ number }: Sample) => 1 + (number % 1000);
const decimal = ({ number }: Sample) => ((number % 100_000) / 100).toFixed(2);
const json = (sample: Sample) => ({ [sample.fieldName]: integer(sample) });
const text = (sample: Sample) => `${sample.fieldName} ${integer(sample)}`;

/** Generators by the name of the scalar, in lower case and without underscores. The first match is used. */
const GENERATORS: readonly (readonly [RegExp, (sample: Sample) => unknown])[] = [
  [/^json(?:string|text)/, (sample) => JSON.stringify(json(sample))],
  [/^(?:json|jsonobject|jsonvalue|object|any|map|genericscalar|metadata)$/, json],
  [/datetime|timestamp|instant/, instant],
  [/date$/, (sample) => instant(sample).slice(0, 10)],
  [/time$/, (sample) => instant(sample).slice(11, 19)],
  [/duration/, ({ number }) => `PT${1 + (number % 59)}M`],
  [/^(?:id|.*uuid|guid)$/, ({ key }) => hashUuid(key)],
  [/ur[il]$/, (sample) => `https://example.com/${sample.fieldName}/${integer(sample)}`],
  [/email/, (sample) => `${sample.fieldName}.${integer(sample)}@example.com`],
  [/^(?:bigint(?:eger)?|long|u?int64)$/, ({ number }) => String(number)],
  [/^(?:non|positive|negative|unsigned|safe)*u?int(?:eger|\d+)?$/, integer],
  [/^(?:float|double|number)|float$/, ({ number }) => (number % 100_000) / 100],
  [/^bool/, ({ number }) => number % 2 === 0],
  [/decimal|numeric|bignumber|money|amount/, decimal],
  [/color|colour/, ({ number }) => `#${(number % 0x1000000).toString(16).padStart(6, "0")}`],
  [/phone/, ({ number }) => `+41440${String(number % 1_000_000).padStart(6, "0")}`],
  [/countrycode/, () => "CH"],
  [/currency/, () => "EUR"],
  [/locale|language/, () => "en"],
  [/timezone/, () => "Europe/Zurich"],
  [/^ip(?:v4)?(?:address)?$/, ({ number }) => `192.0.2.${number % 256}`],
  [/base64|bytes?$/, ({ key }) => btoa(hashUuid(key))],
  [/^void$/, () => null],
];

/** Generators by a part of the URL of `@specifiedBy`. */
const SPECIFICATIONS: readonly (readonly [RegExp, string])[] = [
  [/date-?time|rfc-?3339/i, "datetime"],
  [/rfc-?(?:4122|9562)|uuid/i, "uuid"],
  [/rfc-?3986|url\.spec/i, "url"],
  [/rfc-?5322|email/i, "email"],
  [/json|ecma-?404|rfc-?8259/i, "json"],
];

/** Generates a value of a scalar or enum. It is determined by the key. */
export type LeafGenerator = (type: GraphQLLeafType, fieldName: string, key: string) => unknown;

/** @param scalars - Generators of custom scalars. */
export function createLeafGenerator(scalars: Readonly<Record<string, ScalarGenerator>>): LeafGenerator {
  return (type, fieldName, key) => {
    if (isEnumType(type)) return pick(type.getValues(), key)?.value;
    const number = hash(key);
    return scalars[type.name]?.(number) ?? generateScalar(type, { number, key, fieldName });
  };
}

/** Generates a value. A custom scalar whose name and specification are unknown is a text. */
function generateScalar(type: GraphQLScalarType, sample: Sample): unknown {
  const name = type.name.toLowerCase().replaceAll("_", "");
  const byName = GENERATORS.find(([pattern]) => pattern.test(name));
  if (byName || name === "string") return byName ? byName[1](sample) : text(sample);
  const url = type.specifiedByURL ?? "";
  const specified = SPECIFICATIONS.find(([pattern]) => pattern.test(url))?.[1];
  const bySpecification = GENERATORS.find(([pattern]) => specified !== undefined && pattern.test(specified));
  return (bySpecification?.[1] ?? text)(sample);
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

/** Whether a response can contain the value, by the rules that the client has for responses. Members are not compared. */
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
  return value.constructor === Object ? "an object" : `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
}
