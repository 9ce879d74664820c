/** Values that fit the name and the type of a field. */

import { toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { hash, hashUuid } from "../random.ts";
import { instantOf } from "./instants.ts";
import * as words from "./sample-words.ts";

/** A value to generate. */
export interface Sample {
  /** Hash of `key`. */
  readonly number: number;
  /** Determines the value. */
  readonly key: string;
  /** Key of the object, so that its values agree: its dates, and its name with its email. */
  readonly objectKey: string;
  /** Field, argument or input field that has the value. */
  readonly fieldName: string;
  /** The object type and the field in lower case, such as `price list.created at`. */
  readonly phrase: string;
}

export type Make = (sample: Sample) => unknown;

/** Makes values for the names that match. */
type Rule = readonly [pattern: RegExp, make: Make];

export const instant = ({ phrase, objectKey }: Sample): string =>
  new Date(instantOf(phrase, objectKey)).toISOString();
export const day = (sample: Sample): string => instant(sample).slice(0, 10);
export const time = (sample: Sample): string => instant(sample).slice(11, 19);
export const uuid = ({ key }: Sample): string => hashUuid(key);
export const json = ({ number }: Sample): object => ({
  enabled: number % 4 > 0,
  retries: number % 5,
  label: words.topic(number),
});

const owner = ({ objectKey }: Sample) => words.person(hash(`${objectKey}:person`));
const fullName = ({ first, last }: words.Person) => `${first} ${last}`;
const ascii = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ö", "o")
    .replaceAll(/[^a-z\d]+/g, "-");
const hex = (number: number) => number.toString(16).padStart(8, "0");
const thing = ({ phrase }: Sample) => phrase.split(".", 1)[0] ?? "";
const slug = (sample: Sample) => ascii(words.label(sample.number, thing(sample)));
const oneOf =
  (...values: readonly unknown[]): Make =>
  ({ number }) =>
    values[number % values.length];
/** An integer of a range. */
const integer =
  (from: number, to: number): Make =>
  ({ number }) =>
    from + (number % (to - from + 1));
/** A number of a range, with the given number of digits after the point. */
const decimal =
  (from: number, to: number, digits: number): Make =>
  ({ number }) =>
    Number((from + ((number % 1_000_003) / 1_000_003) * (to - from)).toFixed(digits));

function email(sample: Sample): string {
  const { first, last } = owner(sample);
  return `${ascii(first)}.${ascii(last)}${hash(sample.objectKey) % 100}@example.com`;
}

/**
 * Rules for texts. The first one that matches the object type and the field, such as `price list.created at`,
 * is used. All patterns match the end of the name. First come types that a name can contain: an `emailedAt`
 * is a date.
 */
export const TEXTS: readonly Rule[] = [
  [
    /\b(?:at|timestamp|date ?time|instant|(?:start|end) time)$|\.(?:created|updated|modified|deleted)$/,
    instant,
  ],
  [/\b(?:date|birthday|deadline|on|date of [a-z]+)$/, day],
  [
    /\b(?:time ?zones?|tz)$/,
    oneOf("Europe/Zurich", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "UTC"),
  ],
  [
    /\bcron\b[^.]*$|\bschedule$/,
    oneOf("0 6 * * 1-5", "*/15 * * * *", "0 0 1 * *", "30 2 * * 0", "0 8,17 * * *"),
  ],
  [/\btime$/, time],
  [/\bduration$/, ({ number }) => `PT${1 + (number % 59)}M`],
  [/\b(?:uuid|guid)$/, uuid],
  [/\be ?mails?(?: addresse?s?)?$/, email],
  [
    /\b(?:json|payload|metadata|settings|config(?:uration)?)(?: string)?$/,
    (sample) => JSON.stringify(json(sample)),
  ],
  [
    /\bmime(?: type)?$|\b(?:media|content) type$/,
    oneOf("application/json", "text/csv", "application/pdf", "image/png"),
  ],
  [
    /\b(?:avatar|image|photo|picture|logo|icon|thumbnail)(?: (?:ur[il]|src|link))*$/,
    ({ number }) => `https://images.example.com/${hex(number)}.png`,
  ],
  [
    /\b(?:webhook|callback|endpoint)(?:[. ]ur[il])*$/,
    ({ number }) => `https://hooks.example.com/v1/${hex(number)}`,
  ],
  [/\b(?:ur[il]s?|links?|href|website|homepage)$/, (sample) => `https://www.example.com/${slug(sample)}`],
  [
    /\b(?:phone|mobile|fax|telephone)(?: numbers?)?$/,
    ({ number }) => `+4144${String(number % 10_000_000).padStart(7, "0")}`,
  ],
  [/\bcolou?r(?: code)?$/, ({ number }) => `#${hex(number).slice(2)}`],
  [/\b(?:version|sem ?ver)$/, ({ number }) => `${1 + (number % 5)}.${number % 13}.${number % 8}`],
  [/\b(?:country|nationality)(?: code)?$/, oneOf("CH", "DE", "FR", "GB", "IT", "NL", "SE", "US")],
  [/\bcurrenc(?:y|ies)(?: code)?$/, oneOf("EUR", "CHF", "GBP", "USD")],
  [/\b(?:locale|language)s?(?: (?:code|tag))?$/, oneOf("en", "de-CH", "fr-FR", "it-IT", "en-GB")],
  [/\bip(?: ?v4)?(?: addresse?s?)?$|\bremote addr(?:ess)?$/, ({ number }) => `192.0.2.${1 + (number % 254)}`],
  [/\b(?:host(?: ?name)?|domain|server)$/, (sample) => `${slug(sample)}.example.com`],
  [
    /\b(?:token|hash|checksum|digest|secret|fingerprint|signature|oid|md ?5|sha ?\d*|etag)$/,
    ({ key }) => hashUuid(key).replaceAll("-", ""),
  ],
  [/\b(?:base ?64|bytes?)$/, ({ key }) => btoa(hashUuid(key))],
  [/\b(?:file ?name|file|attachment)$/, (sample) => `${slug(sample)}.csv`],
  [/\bpath$/, (sample) => `/${slug(sample)}`],
  [/\b(?:slug|handle|permalink)$/, slug],
  [/\biban$/, ({ number }) => `CH93007620116${String(number % 100_000_000).padStart(8, "0")}`],
  [/\b(?:barcode|gtin|ean|isbn)$/, ({ number }) => `7610${String(number % 1_000_000_000).padStart(9, "0")}`],
  [/\bdigits$/, ({ number }) => String(1000 + (number % 9000))],
  [/\b(?:first|given) name$/, (sample) => owner(sample).first],
  [/\b(?:last|family|sur) ?name$/, (sample) => owner(sample).last],
  [/\b(?:user ?name|login|nick ?name)$/, (sample) => email(sample).replace(/@.*/, "")],
  [
    /\bfull name$|\b(?:user|person|customer|member|employee|contact|author|owner|actor|agent)\.(?:display )?name$/,
    (sample) => fullName(owner(sample)),
  ],
  [
    /\b(?:author|actor|owner|assignee|creator|reporter|reviewer|recipient|manager|contact|by)(?: name)?$/,
    ({ number }) => fullName(words.person(number)),
  ],
  [
    /\b(?:company|organi[sz]ation|vendor|supplier|manufacturer|brand|carrier|merchant|tenant|account|partner)(?:[. ]name)?$/,
    ({ number }) => words.company(number),
  ],
  [/\bcity(?:\.name)?$|\.(?:town|locality)$/, ({ number }) => words.city(number)],
  [/\b(?:zip|post(?:al)?)(?: ?code)?$/, integerText(10_000, 99_999)],
  [/\b(?:street|line ?1|street address|address line(?: ?1)?)$/, ({ number }) => words.street(number)],
  [/\bline ?2$/, ({ number }) => `Floor ${1 + (number % 9)}`],
  [/\baddress$/, ({ number }) => `${words.street(number)}, ${words.city(number)}`],
  [
    /\b(?:region|province|county)$|\baddress\.state$/,
    oneOf("Bavaria", "Lombardy", "Normandy", "Ticino", "Tuscany", "Zurich"),
  ],
  [
    /\b(?:price|amount|cost|total|subtotal|balance|fee|tax|money|discount)$/,
    ({ number }) => ((number % 100_000) / 100).toFixed(2),
  ],
  [/\b(?:percent(?:age)?|progress)$/, integerText(0, 100)],
  [/\b(?:quantity|count)$/, integerText(1, 20)],
  [
    /\b(?:sku|code|key|number|reference|ref|id)s?$/,
    ({ number, phrase }) => `${initials(phrase)}-${10_000 + (number % 90_000)}`,
  ],
  [/\b(?:status|state)$/, oneOf("active", "pending", "completed", "paused")],
  [/\bpriority$/, oneOf("low", "normal", "high")],
  [/\brole$/, oneOf("admin", "editor", "viewer")],
  [/\benvironment$/, oneOf("production", "staging", "development")],
  [/\baction$/, oneOf("create", "update", "delete")],
  [/\bcursor$/, ({ number }) => btoa(hex(number))],
  [/\bmethod$/, oneOf("GET", "POST", "PUT", "DELETE")],
  [/\bunits?$/, oneOf("kg", "m", "l", "pcs")],
  [/\b(?:type|kind|plan|tier|level)$/, oneOf("standard", "premium", "internal", "custom")],
  [/\b(?:format|extension)$/, oneOf("csv", "json", "xml")],
  [/\bhtml$/, ({ number }) => `<p>${words.sentence(number)}</p>`],
  [/\bscopes?$/, oneOf("read", "write", "admin")],
  [
    /\b(?:tag|topic|keyword|categor(?:y|ies)|genre)s?(?:\.(?:name|title|label))?$|\b(?:category|tag|collection)\.[a-z ]+$/,
    ({ number }) => words.topic(number),
  ],
  [
    /\b(?:product|item|article|variant)(?: name|\.(?:name|title|label))$|\.product$/,
    ({ number }) => words.product(number),
  ],
  [
    /\b(?:ticket|issue|task|case|incident|bug|problem)\.(?:name|title|subject)$|\.subject$/,
    ({ number }) => words.finding(number),
  ],
  [
    /\b(?:integration|flow|workflow|sync|pipeline|connector|connection|job|mapping)\.(?:name|title|label)$/,
    ({ number }) => words.transfer(number),
  ],
  [
    /\b(?:option|value|size|material)(?:\.[a-z]+)?$/,
    oneOf("Small", "Medium", "Large", "Black", "White", "Oak"),
  ],
  [
    /\b(?:error|problem|failure|exception|violation|not found|forbidden)\.(?:messages?|description|details?|title|reason)$/,
    oneOf("The value must not be empty.", "The name is already in use.", "The change is not permitted."),
  ],
  [
    /\b(?:description|summary|messages?|text|body|content|comments?|notes?|reason|details?|bio|excerpt|about)$/,
    ({ number }) => words.sentence(number),
  ],
  [/\.(?:name|title|label|display name|subject)$/, (sample) => words.label(sample.number, thing(sample))],
];

/** A text that no rule describes. */
export const text: Make = ({ number, phrase }) =>
  words.label(number, phrase.replace(/^.*\.| (?:name|title|label)$/g, ""));

/** Rules for integers. */
export const INTEGERS: readonly Rule[] = [
  [/\b(?:at|timestamp|epoch)$/, ({ phrase, objectKey }) => instantOf(phrase, objectKey) / 1000],
  [/\byear$/, integer(2018, 2025)],
  [/\bmonth$/, integer(1, 12)],
  [/\b(?:day|days)$/, integer(1, 28)],
  [/\bhours?$/, integer(0, 23)],
  [/\b(?:minutes?|seconds?)$/, integer(0, 59)],
  [/\b(?:percent(?:age)?|progress|completion)\b[^.]*$/, integer(0, 100)],
  [/\bport$/, integer(1024, 49_151)],
  [/\b(?:http|response) (?:status|code)\b[^.]*$|\bstatus(?: code)?$/, oneOf(200, 201, 204, 404, 503)],
  [/\bage$/, integer(18, 80)],
  [/\b(?:rating|stars|score)$/, integer(1, 5)],
  [
    /\b(?:quantity|qty|attempts?|retry|retries|position|priority|rank|index|order|level|depth)$/,
    integer(1, 12),
  ],
  [/\b(?:bytes|size)$/, integer(1_000, 5_000_000)],
  [/\b(?:ms|millis(?:econds)?|duration|latency|timeout)$/, integer(20, 5_000)],
  [/./, integer(1, 1_000)],
];

/** Rules for numbers with a fraction. */
export const DECIMALS: readonly Rule[] = [
  [/\blat(?:itude)?$/, decimal(36, 60, 5)],
  [/\b(?:lng|lon|longitude)$/, decimal(-8, 24, 5)],
  [/\b(?:percent(?:age)?|progress|completion)\b[^.]*$/, decimal(0, 100, 1)],
  [/\b(?:tax|vat)(?: rate)?$|\bdiscount(?: rate)?$/, decimal(0, 0.25, 3)],
  [/\b(?:rates?|ratio|share|fraction|probability|confidence)$/, decimal(0, 1, 3)],
  [/\b(?:rating|stars|score)$/, decimal(1, 5, 1)],
  [/\b(?:kg|weight|width|height|length|depth)\b[^.]*$/, decimal(0.1, 40, 2)],
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

function integerText(from: number, to: number): Make {
  const make = integer(from, to);
  return (sample) => String(make(sample));
}

/** `price list.code` as `PL`. */
function initials(phrase: string): string {
  return (phrase.match(/\b[a-z](?=[^.]*\.)/g) ?? phrase.match(/\b[a-z]/g) ?? [])
    .join("")
    .toUpperCase()
    .slice(0, 3);
}
