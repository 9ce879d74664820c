/** Values that fit the type and the format of a field. Names have a number: "Integration 3". */

import { toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { hashUuid } from "../shared/random.ts";
import { instantOf } from "./instants.ts";

/** A value to generate. */
export interface Sample {
  /** Hash of `key`. */
  readonly number: number;
  /** Determines the value. */
  readonly key: string;
  /** Key of the object, so that its dates agree. */
  readonly objectKey: string;
  /** Number of the object, from 1. `undefined` for an entry of a list, and for an object without a key. */
  readonly nth: number | undefined;
  /** The object type and the field in lower case, such as `price list.created at`. */
  readonly phrase: string;
}

export type Make = (sample: Sample) => unknown;

/** Makes values for the names that match. */
type Rule = readonly [pattern: RegExp, make: Make];

export const instant = ({ phrase, objectKey }: Sample): string =>
  new Date(instantOf(phrase, objectKey)).toISOString();
const day = (sample: Sample): string => instant(sample).slice(0, 10);
const time = (sample: Sample): string => instant(sample).slice(11, 19);
export const uuid = ({ key }: Sample): string => hashUuid(key);
export const json = (sample: Sample): object => ({ enabled: true, number: nthOf(sample) });

const nthOf = ({ nth, number }: Sample): number => nth ?? 1 + (number % 999);
const hex = (number: number): string => number.toString(16).padStart(8, "0");
/** `customer-3`. */
const slug = (sample: Sample): string =>
  `${(thingOf(sample) || "value").replaceAll(" ", "-")}-${nthOf(sample)}`;
/** The words of the object type. Empty for a variable. */
const thingOf = ({ phrase }: Sample): string => phrase.split(".", 1)[0] ?? "";
const numbered = (words: string, sample: Sample): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)} ${nthOf(sample)}`.trim();
const integer =
  (from: number, to: number): Make =>
  ({ number }) =>
    from + (number % (to - from + 1));
const decimal =
  (from: number, to: number, digits: number): Make =>
  ({ number }) =>
    Number((from + ((number % 1_000_003) / 1_000_003) * (to - from)).toFixed(digits));

/** A text that no rule describes, such as "Description 3". */
export const text: Make = (sample) => numbered(sample.phrase.replace(/^.*\./, ""), sample);

/**
 * Rules for texts that code parses, by the end of the field's name. The first one that matches is used: an
 * `emailedAt` is a date. All other texts are the words of the field with a number.
 */
export const TEXTS: readonly Rule[] = [
  [
    /\b(?:at|timestamp|date ?time|instant|(?:start|end) time)$|\.(?:created|updated|modified|deleted)$/,
    instant,
  ],
  [/\b(?:date|birthday|deadline|on|date of [a-z]+)$/, day],
  [/\b(?:time ?zones?|tz)$/, () => "Europe/Zurich"],
  [/\btime$/, time],
  [/\bduration$/, ({ number }) => `PT${1 + (number % 59)}M`],
  [/\b(?:uuid|guid)$/, uuid],
  [/\be ?mails?(?: addresse?s?)?$/, (sample) => `${slug(sample)}@example.com`],
  [
    /\b(?:json|payload|metadata|settings|config(?:uration)?)(?: string)?$/,
    (sample) => JSON.stringify(json(sample)),
  ],
  [
    /\b(?:ur[il]s?|links?|href|website|homepage|webhook|callback|endpoint|avatar|image|logo|picture)$/,
    (sample) => `https://example.com/${slug(sample)}`,
  ],
  [/\b(?:host(?: ?name)?|domain)$/, (sample) => `${slug(sample)}.example.com`],
  [/\bip(?: ?v4)?(?: addresse?s?)?$/, ({ number }) => `192.0.2.${1 + (number % 254)}`],
  [/\b(?:slug|handle|permalink)$/, slug],
  [/\bcolou?r(?: code)?$/, ({ number }) => `#${hex(number).slice(2)}`],
  [/\b(?:version|sem ?ver)$/, (sample) => `1.0.${nthOf(sample)}`],
  [/\b(?:country|nationality)(?: code)?$/, () => "CH"],
  [/\bcurrenc(?:y|ies)(?: code)?$/, () => "EUR"],
  [/\b(?:locale|language)s?(?: (?:code|tag))?$/, () => "en"],
  [/\b(?:base ?64|bytes?|cursor)$/, ({ key }) => btoa(hashUuid(key))],
  [
    /\b(?:price|amount|cost|total|subtotal|balance|fee|tax|money|discount)$/,
    ({ number }) => ((number % 100_000) / 100).toFixed(2),
  ],
  [/\.(?:name|title|label|display name|subject)$/, (sample) => numbered(thingOf(sample) || "name", sample)],
];

/** Rules for integers. */
export const INTEGERS: readonly Rule[] = [
  [/\b(?:at|timestamp|epoch)$/, ({ phrase, objectKey }) => instantOf(phrase, objectKey) / 1000],
  [/\byear$/, integer(2018, 2025)],
  [/\bmonth$/, integer(1, 12)],
  [/\b(?:day|days)$/, integer(1, 28)],
  [/\bhours?$/, integer(0, 23)],
  [/\b(?:minutes?|seconds?)$/, integer(0, 59)],
  [/\b(?:percent(?:age)?|progress|completion)\b[^.]*$/, integer(0, 100)],
  [/./, integer(1, 1_000)],
];

/** Rules for numbers with a fraction. */
export const DECIMALS: readonly Rule[] = [
  [/\b(?:lat(?:itude)?|lng|lon|longitude)$/, decimal(-80, 80, 5)],
  [/\b(?:percent(?:age)?|progress|completion)\b[^.]*$/, decimal(0, 100, 1)],
  [/\b(?:rates?|ratio|share|fraction|probability|confidence)$/, decimal(0, 1, 3)],
  [/./, decimal(1, 1_000, 2)],
];

export function findRule(rules: readonly Rule[], phrase: string): Make | undefined {
  return rules.find(([pattern]) => pattern.test(phrase))?.[1];
}

/** Longer names are cut before they are compared with patterns, which need quadratic time. */
const MAX_NAME = 100;

/** `HTTPStatus_code` as `http status code`. */
export function toWords(name: string): string {
  return toSnake(name.slice(0, MAX_NAME)).replaceAll(/_+/g, " ").trim();
}
