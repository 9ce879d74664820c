/** Generated values: they match the name and the type of a field, and the values of an object agree. */

import { expect, test } from "vitest";
import { createPlatform, fill } from "../src/index.ts";
import { queryData } from "./support/requests.ts";

const SCALARS = `
  scalar DateTime
  scalar Date
  scalar URL
  scalar EmailAddress
  scalar JSON
  scalar JSONString
  scalar Money`;

/** Values of a field of some objects. */
async function generate(field: string, type: string, owner = "Thing", count = 40): Promise<unknown[]> {
  const schema = `${SCALARS} type Query { all: [${owner}!]! } type ${owner} { id: ID! ${field}: ${type} }`;
  const platform = createPlatform({
    schema,
    data: { [owner]: fill(Array.from({ length: count }, (_, id) => ({ id: `${id}` }))) },
  });
  const { all } = await queryData<{ all: Record<string, unknown>[] }>(platform, `{ all { ${field} } }`);
  return all.map((object) => object[field]);
}

const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/;

test.for<[field: string, type: string, pattern: RegExp, owner?: string]>([
  ["emailedAt", "DateTime", INSTANT],
  ["emailed_at", "String", INSTANT],
  ["emailVerified", "Boolean", /^(?:true|false)$/],
  ["webhookUrl", "String", /^https:\/\/example\.com\/thing-\d+$/],
  ["website", "URL", /^https:\/\/example\.com\/thing-\d+$/],
  ["billingEmail", "EmailAddress", /^price-list-\d+@example\.com$/, "PriceList"],
  ["currencyCode", "String", /^[A-Z]{3}$/],
  ["name", "String", /^Customer \d+$/, "Customer"],
  ["name", "String", /^Price list \d+$/, "PriceList"],
  ["wordCount", "String", /^Word count \d+$/],
  ["firstName", "String", /^First name \d+$/],
  ["description", "String", /^Description \d+$/],
  ["birthday", "Date", /^(?:19|200)\d+-\d\d-\d\d$/],
  ["priceText", "Money", /^\d+\.\d\d$/],
  ["total", "String", /^\d+\.\d\d$/],
])("generates %s: %s", async ([field, type, pattern, owner]) => {
  for (const value of await generate(field, type, owner)) expect(String(value)).toMatch(pattern);
});

test.for<[field: string, type: string, from: number, to: number]>([
  ["progressPercent", "Int", 0, 100],
  ["completionPercentage", "Float", 0, 100],
  ["createdAt", "Int", Date.UTC(2023) / 1000, Date.UTC(2026) / 1000],
])("generates %s: %s in its range", async ([field, type, from, to]) => {
  const values = (await generate(field, type)).map(Number);
  expect([Math.min(...values) >= from, Math.max(...values) <= to]).toEqual([true, true]);
  expect(new Set(values).size).toBeGreaterThan(5);
});

test.for([
  ["settings", "String"],
  ["payload", "JSONString"],
] as const)("generates %s: %s as text that is JSON", async ([field, type]) => {
  for (const value of await generate(field, type))
    expect(JSON.parse(String(value))).toEqual(expect.any(Object));
});

test("orders the dates of an object, and dates only those in the future whose name says so", async () => {
  const names = [
    "created_at",
    "startedAt",
    "notifiedAt",
    "updatedAt",
    "completedAt",
    "expiredAt",
    "dueAt",
    "expiresOn",
  ];
  const schema = `${SCALARS} type Query { all: [Run!]! } type Run { id: ID! ${names.map((name) => `${name}: DateTime`)} }`;
  const platform = createPlatform({
    schema,
    data: { Run: fill(Array.from({ length: 200 }, (_, id) => ({ id: `${id}` }))) },
  });
  const { all } = await queryData<{ all: Record<string, string>[] }>(platform, `{ all { ${names} } }`);
  for (const run of all) {
    const [created, started, notified, updated, completed, expired, ...future] = names.map(
      (name) => run[name] ?? "",
    );
    const past = [created, started, notified, updated, completed];
    expect(past).toEqual(past.toSorted());
    expect([updated, expired].toSorted()[0]).toBe(updated);
    for (const instant of [completed, expired])
      expect(Date.parse(instant ?? "")).toBeLessThan(Date.UTC(2026));
    for (const instant of future) expect(Date.parse(instant)).toBeGreaterThan(Date.UTC(2035, 11));
  }
});

test.for([
  ["name", "Customer"],
  ["title", "Product"],
  ["name", "Company"],
  ["name", "Warehouse"],
] as const)("generates a different %s for each %s", async ([field, owner]) => {
  expect(new Set(await generate(field, "String!", owner, 60)).size).toBe(60);
});

/** Fields of one object, and their values for the seed 1. A change of these changes the tests of callers. */
test.for<[fields: string, values: string]>([
  [
    "email: String billingEmail: EmailAddress userName: String name: String firstName: String",
    "thing-1@example.com | thing-1@example.com | User name 1 | Thing 1 | First name 1",
  ],
  [
    "createdAt: DateTime startedAt: DateTime updatedAt: DateTime completedAt: DateTime",
    "2023-05-07T07:56:06.000Z | 2023-05-07T23:38:20.000Z | 2023-07-09T00:39:07.000Z | 2023-07-30T20:32:30.000Z",
  ],
  [
    "notifiedAt: DateTime expiresAt: DateTime birthDate: Date openingTime: String",
    "2023-06-04T12:51:46.000Z | 2036-05-06T07:56:06.000Z | 1971-01-07 | 12:51:46",
  ],
  [
    "createdTimestamp: Int expiresAt: Int year: Int month: Int day: Int hour: Int minutes: Int",
    "1683446166 | 2093673366 | 2021 | 12 | 14 | 12 | 26",
  ],
  [
    "avatar: URL host: String slug: String remoteIp: String color: String version: String",
    "https://example.com/thing-1 | thing-1.example.com | thing-1 | 192.0.2.72 | #c8ba7e | 1.0.1",
  ],
  [
    "json: JSON settings: JSONString uuid: String",
    '{"enabled":true,"number":1} | {"enabled":true,"number":1} | 110f6eab-24f0-40b0-80e2-0455dedd02b9',
  ],
  [
    "currency: String locale: String timeZone: String country: String duration: String",
    "EUR | en | Europe/Zurich | CH | PT56M",
  ],
  [
    "latitude: Float hours: Int seconds: Int days: Int cursor: String language: String tz: String time: String",
    "67.4314 | 10 | 38 | 11 | YzBlMDY2ZjMtMGY0Ni00NDg2LTlkMzItNWYwYzhiMDc1Zjlj | en | Europe/Zurich | 12:51:46",
  ],
  [
    "instant: String deletedOn: Date homeIp: String payload: String nationality: String",
    '2023-06-04T12:51:46.000Z | 2023-07-30 | 192.0.2.167 | {"enabled":true,"number":1} | CH',
  ],
  [
    "price: Money amount: String ratio: Float percent: Float progress: Int other: Int",
    "84.89 | 882.11 | 0.337 | 69.3 | 9 | 516",
  ],
  [
    "title: String label: String summary: String enabled: Boolean tags: [String!]! flags: [Int!]!",
    'Thing 1 | Thing 1 | Summary 1 | true | ["Tags 791","Tags 832"] | [969]',
  ],
])("generates %s", async ([fields, values]) => {
  const names = fields.match(/\w+(?=:)/g)?.join(" ");
  const platform = createPlatform({
    schema: `${SCALARS} type Query { all: [Thing!]! } type Thing { id: ID! ${fields} }`,
  });
  const { all } = await queryData<{ all: object[] }>(platform, `{ all { ${names} } }`);
  expect(
    Object.values(all[0] ?? {})
      .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
      .join(" | "),
  ).toBe(values);
});

/** A generated value of each of some fields, with 0 in place of its digits. */
async function formatsOf(type: string, names: readonly string[]): Promise<Record<string, string>> {
  const fields = names.map((name) => `${name}: ${type}`).join(" ");
  const schema = `${SCALARS} type Query { all: [Thing!]! } type Thing { id: ID! ${fields} }`;
  const { all } = await queryData<{ all: Record<string, string>[] }>(
    createPlatform({ schema }),
    `{ all { ${names.join(" ")} } }`,
  );
  return Object.fromEntries(
    Object.entries(all[0] ?? {}).map(([name, value]) => {
      const masked = /^#/.test(value) ? value.replace(/[\da-f]/g, "0") : value.replace(/\d/g, "0");
      return [
        name,
        /^[\w+/]{48}$/.test(value) ? "base64" : masked.replace(/\b[\da-f]+(?:-[\da-f]+){4}/, "uuid"),
      ];
    }),
  );
}

test.for<[format: string, names: string]>([
  [
    "0000-00-00T00:00:00.000Z",
    "paidAt event_timestamp sentDateTime openDatetime instant startTime end_time created updated modified deleted",
  ],
  ["0000-00-00", "startDate birthday deadline sentOn dateOfArrival"],
  ["Europe/Zurich", "timeZone timezones home_tz"],
  ["00:00:00", "openingTime"],
  ["PT00M", "duration"],
  ["uuid", "uuid orderGuid"],
  ["thing-0@example.com", "email eMail emails emailAddress emailAddresses mail_email"],
  ['{"enabled":true,"number":0}', "json payload metadata settings config configuration jsonString"],
  [
    "https://example.com/thing-0",
    "url homeUri urls uris link links href website homepage webhook callback endpoint avatar image logo picture",
  ],
  ["thing-0.example.com", "host hostName hostname domain"],
  ["192.0.2.0", "ip ipV4 ipAddress ipv4"],
  ["thing-0", "slug handle permalink"],
  ["#000000", "color colour colorCode"],
  ["0.0.0", "version semVer semver"],
  ["CH", "country nationality countryCode"],
  ["EUR", "currency currencies currencyCode"],
  ["en", "locale language languages localeCode languageTag"],
  ["base64", "base64 byte bytes cursor"],
  ["0.00", "price amount cost total subtotal balance fee tax money discount"],
  ["Thing 0", "name title label displayName subject"],
  ["Text 0", "text"],
])("generates texts such as %s for %s", async ([format, text]) => {
  const names = text.split(" ");
  // Amounts and addresses have different numbers of digits.
  const short = (value: string) => value.replace(/^0+\.00$/, "0.00").replace(/^000\.0\.0\.0+$/, "192.0.2.0");
  const formats = Object.entries(await formatsOf("String", names));
  expect(formats.map(([name, value]) => [name, short(value)])).toEqual(names.map((name) => [name, format]));
});

test("generates the words of the field for names that only contain those of a format", async () => {
  const names = [
    "atLeast",
    "dateFormat",
    "timeZoneOffset",
    "durationUnit",
    "emailCount",
    "urlCount",
    "hostCount",
  ];
  const others = [
    "ipCount",
    "slugs",
    "colors",
    "versions",
    "countries",
    "localeCount",
    "cursors",
    "prices",
    "firstName",
  ];
  const words = [...names, ...others].map((name) => [
    name,
    `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} 0`,
  ]);
  expect(await formatsOf("String", [...names, ...others])).toEqual(Object.fromEntries(words));
});

test("dates of an object with names for the same time are the same, and are in the order of its life", async () => {
  const names = [
    "bornAt birthAt",
    "createAt createdAt creationAt insertedAt registeredAt joinedAt addedAt openedAt sinceAt",
    "startAt startsAt startedAt beginAt beginsAt beganAt fromAt placedAt orderedAt requestedAt submittedAt queuedAt",
    "notifiedAt paidAt",
    "updateAt updatedAt modifiedAt modificationAt changedAt editedAt lastAt latestAt seenAt syncedAt",
    "completedAt expiredAt finishedAt endAt endsAt closedAt archivedAt deletedAt resolvedAt cancelledAt deliveredAt failedAt removedAt disabledAt toAt untilAt",
    "expiresAt expiryAt expirationAt dueAt deadlineAt scheduledAt targetAt nextAt validUntil validTo validThrough renewAt renewalAt",
  ];
  const fields = names.join(" ").split(" ");
  const schema = `${SCALARS} type Query { all: [Thing!]! } type Thing { id: ID! ${fields.map((name) => `${name}: DateTime`).join(" ")} }`;
  const { all } = await queryData<{ all: Record<string, string>[] }>(
    createPlatform({ schema }),
    `{ all { ${fields.join(" ")} } }`,
  );
  for (const thing of all) {
    const groups = Map.groupBy(fields, (name) => thing[name] ?? "");
    expect([...groups.keys()].toSorted().map((time) => groups.get(time)?.join(" "))).toEqual(names);
  }
});

test.for<[type: string, names: string, from: number, to: number]>([
  ["Int", "year foundingYear", 2018, 2025],
  ["Int", "month", 1, 12],
  ["Int", "day days", 1, 28],
  ["Int", "hour hours", 0, 23],
  ["Int", "minute minutes second seconds", 0, 59],
  ["Int", "percent percentage progress completion progressOfBuild", 0, 100],
  ["Int", "size months years", 1, 1000],
  ["Float", "lat latitude lng lon longitude", -80, 80],
  ["Float", "percent percentage progress completion", 0, 100],
  ["Float", "rate rates ratio share fraction probability confidence", 0, 1],
  ["Float", "size", 1, 1000],
])("generates an %s for %s from the lowest to the highest", async ([type, text, from, to]) => {
  const names = text.split(" ");
  const schema = `type Query { all: [Thing!]! } type Thing { id: ID! ${names.map((name) => `${name}: ${type}`).join(" ")} }`;
  const Thing = fill(Array.from({ length: 600 }, (_, id) => ({ id: `${id}` })));
  const { all } = await queryData<{ all: Record<string, number>[] }>(
    createPlatform({ schema, data: { Thing } }),
    `{ all { ${names.join(" ")} } }`,
  );
  const margin = (to - from) / 100;
  for (const name of names) {
    const values = all.map((thing) => thing[name] ?? Number.NaN);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const isNear = low >= from && low <= from + margin && high <= to && high >= to - margin;
    expect([name, isNear || [low, high]]).toEqual([name, true]);
  }
});

/** The values of custom scalars of these names, in a field that has the name of none. */
async function sampleScalars(names: readonly string[], directive = ""): Promise<readonly unknown[]> {
  const scalars = names.map((name) => `scalar ${name}${directive}`).join(" ");
  const fields = names.map((name, index) => `f${index}: ${name}`).join(" ");
  const schema = `${scalars} type Query { all: [Thing!]! } type Thing { id: ID! ${fields} }`;
  const { all } = await queryData<{ all: object[] }>(
    createPlatform({ schema }),
    `{ all { ${names.map((_, index) => `f${index}`).join(" ")} } }`,
  );
  return Object.values(all[0] ?? {});
}

const OBJECT = { enabled: true, number: 1 };
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
test.for<[kind: string, names: string, value: unknown]>([
  ["JSON text", "JSONString JSON_Text", JSON.stringify(OBJECT)],
  ["JSON", "JSON JSONObject JsonValue Object Any Map GenericScalar Metadata", OBJECT],
  ["instants", "DateTime Timestamp Instant date_time ISO8601DateTime", expect.stringMatching(INSTANT)],
  ["UUIDs", "UUID OrderUUID GUID", expect.stringMatching(UUID)],
  ["integers as text", "BigInt BigInteger Long Int64 UInt64", expect.stringMatching(/^[1-9]\d{0,3}$/)],
  [
    "integers",
    "Integer PositiveInt NonNegativeInt NonPositiveInt NegativeInt UnsignedInt SafeInt UInt Int32",
    expect.toSatisfy(Number.isInteger),
  ],
  ["decimals", "Double Number PositiveFloat FloatType", expect.toSatisfy((value) => value % 1 !== 0)],
  ["booleans", "Bool BooleanFlag", expect.any(Boolean)],
  ["decimals as text", "Decimal Numeric BigNumber Money TotalAmount", expect.stringMatching(/^\d+\.\d\d$/)],
  ["null", "Void", null],
  ["texts of their fields", "Interval Key Voids Longitude2 Name Title", expect.stringMatching(/^F\d 1$/)],
  ["URLs", "URL HttpURL", "https://example.com/thing-1"],
])("generates %s for the scalars %s", async ([, names, value]) => {
  const samples = await sampleScalars(names.split(" "));
  expect(samples).toEqual(names.split(" ").map(() => value));
});

test.for<[urls: string, value: unknown]>([
  ["date-time datetime rfc3339 RFC-3339", expect.stringMatching(INSTANT)],
  ["rfc4122 rfc-9562 uuid", expect.stringMatching(UUID)],
  ["rfc3986 url.spec.whatwg.org", "https://example.com/thing-1"],
  ["rfc5322 email-address", "thing-1@example.com"],
  ["json ecma404 ECMA-404 rfc8259", OBJECT],
  ["rfc2119", "F0 1"],
])("generates scalars by their specification: %s", async ([urls, value]) => {
  for (const url of urls.split(" ")) {
    expect([url, await sampleScalars(["Odd"], ` @specifiedBy(url: "https://example.com/${url}")`)]).toEqual([
      url,
      [value],
    ]);
  }
});
