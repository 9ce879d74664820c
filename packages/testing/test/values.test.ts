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

const URL_PATTERN = /^https:\/\/[a-z]+\.example\.com\/[\w./-]+$/;
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/;
const PERSON = /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u;

test.for<[field: string, type: string, pattern: RegExp, owner?: string]>([
  ["emailedAt", "DateTime", INSTANT],
  ["emailed_at", "String", INSTANT],
  ["emailVerified", "Boolean", /^(?:true|false)$/],
  ["webhookUrl", "String", URL_PATTERN],
  ["website", "URL", URL_PATTERN],
  ["cronExpression", "String", /^\S+ \S+ \S+ \S+ \S+$/],
  ["currencyCode", "String", /^[A-Z]{3}$/],
  ["createdBy", "String", PERSON],
  ["name", "String", PERSON, "Customer"],
  ["name", "String", /^\p{Lu}\p{L}+ \w+ (?:AG|GmbH|Group|Inc|Ltd|SA)$/u, "Supplier"],
  ["title", "String", /^\w+ \w+ \w+ \d+$/, "Product"],
  ["name", "String", /^\w+ price list \d+$/, "PriceList"],
  ["name", "String", /^\w+ from [\w ]+ to [\w ]+$/, "Integration"],
  ["birthday", "Date", /^(?:19|200)\d+-\d\d-\d\d$/],
  ["priceText", "Money", /^\d+\.\d\d$/],
  ["total", "String", /^\d+\.\d\d$/],
  ["description", "String", /^\p{Lu}.+ .+\.$/u],
])("generates %s: %s", async ([field, type, pattern, owner]) => {
  for (const value of await generate(field, type, owner)) expect(String(value)).toMatch(pattern);
});

test.for<[field: string, type: string, from: number, to: number]>([
  ["progressPercent", "Int", 0, 100],
  ["completionPercentage", "Float", 0, 100],
  ["taxRate", "Float", 0, 0.25],
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

test("generates an email from the name of the same person", async () => {
  const schema = `
    type Query { all: [User!]! }
    type User { id: ID! name: String! firstName: String! email: String! }`;
  const { all } = await queryData<{ all: { name: string; firstName: string; email: string }[] }>(
    createPlatform({ schema }),
    "{ all { name firstName email } }",
  );
  for (const { name, firstName, email } of all) {
    const [first = "", last = ""] = name.toLowerCase().replaceAll("ö", "o").split(" ");
    expect(firstName.toLowerCase()).toBe(first);
    expect(email).toMatch(new RegExp(`^${first}\\.${last}\\d+@`));
  }
});

/** Fields of one object, and their values for the seed 1. A change of these changes the tests of callers. */
test.for<[fields: string, values: string]>([
  [
    "email: String billingEmail: EmailAddress userName: String",
    "beatriz.cliffwell85@example.com | beatriz.cliffwell85@example.com | beatriz.cliffwell85",
  ],
  [
    "name: String firstName: String lastName: String fullName: String",
    "Falcon thing 547 | Beatriz | Cliffwell | Beatriz Cliffwell",
  ],
  [
    "createdBy: String company: String city: String street: String",
    "Arjun Woodbridge | Shelwell Labs Ltd | Helsinki | 129 Bridge Street",
  ],
  [
    "address: String line2: String zip: String region: String country: String",
    "46 Station Street, Helsinki | Floor 3 | 46555 | Ticino | DE",
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
    "avatar: URL webhookUrl: URL website: String host: String path: String",
    "https://images.example.com/04efa9da.png | https://hooks.example.com/v1/7c3ebc9f | https://www.example.com/meadow-thing-939 | saffron-thing-542.example.com | /opal-thing-417",
  ],
  [
    "slug: String fileName: String mimeType: String remoteIp: String",
    "maple-thing-38 | fern-thing-340.csv | text/csv | 192.0.2.72",
  ],
  [
    "phone: String color: String version: String digits: String barcode: String iban: String",
    "+41443666381 | #c8ba7e | 3.9.6 | 4106 | 7610277553717 | CH9300762011611737622",
  ],
  [
    "token: String uuid: String base64: String",
    "fb7f1c1c998c4abbbe817ba57bbcc839 | 110f6eab-24f0-40b0-80e2-0455dedd02b9 | ODdhNzdjOWQtYzI4Zi00NDNjLWE5OTItYTNhZDJmYTZhMGVm",
  ],
  [
    "json: JSON settings: JSONString",
    '{"enabled":true,"retries":3,"label":"Home decoration"} | {"enabled":true,"retries":1,"label":"Garden lighting"}',
  ],
  [
    "currency: String locale: String timeZone: String cron: String duration: String",
    "GBP | de-CH | UTC | 0 8,17 * * * | PT56M",
  ],
  [
    "price: Money amount: String weight: Float taxRate: Float latitude: Float longitude: Float",
    "84.89 | 882.11 | 25.2 | 0.114 | 58.11471 | 19.03745",
  ],
  [
    "progress: Int port: Int statusCode: Int age: Int rating: Int quantity: Int size: Int latency: Int",
    "9 | 42020 | 200 | 21 | 2 | 1 | 1120722 | 1505",
  ],
  [
    "httpStatus: Int other: Int ratio: Float stars: Float percent: Float other2: Float",
    "503 | 516 | 0.337 | 1.9 | 69.3 | 840.23",
  ],
  [
    "title: String label: String subject: String summary: String odd: String",
    "Zephyr thing 939 | Willow thing 458 | Prices from the warehouse have wrong dates (case 3597) | Prices are copied from the portal to the archive every night. | Hazel odd 896",
  ],
  [
    "code: String sku: String number: String status: String option: String unit: String",
    "T-22842 | T-33260 | T-83349 | active | Black | l",
  ],
  [
    "html: String ean: String titleText: String",
    "<p>Products are copied from the warehouse to the archive after each change.</p> | 7610215793692 | Tickets are copied from the CRM to the ERP at the end of the month.",
  ],
  [
    "enabled: Boolean tags: [String!]! flags: [Int!]!",
    'true | ["Garden essentials","Bathroom tools"] | [969]',
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

test.for([
  ["Integration", "name"],
  ["Ticket", "title"],
  ["Thing", "description"],
] as const)("copies data of no system to itself: %s", async ([owner, field]) => {
  const values = await generate(field, "String", owner, 200);
  expect(values.filter((value) => /from (?:the )?([\w ]+?) to (?:the )?\1\b/.test(String(value)))).toEqual(
    [],
  );
});
