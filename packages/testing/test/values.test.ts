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
  ["conversionRate", "Float", 0, 1],
  ["latitude", "Float", -90, 90],
  ["month", "Int", 1, 12],
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
