/** Generated values: they fit the name and the type of a field, and the values of an object agree. */

import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";
import { askData } from "./support/requests.ts";

const SCALARS = "scalar DateTime scalar Date scalar URL scalar EmailAddress scalar JSON scalar JSONString scalar Money";

/** Values of a field of some objects. */
async function generate(field: string, type: string, owner = "Thing", count = 40): Promise<unknown[]> {
  const schema = `${SCALARS} type Query { all: [${owner}!]! } type ${owner} { id: ID! ${field}: ${type} }`;
  const platform = createPlatform({
    schema,
    data: { [owner]: Array.from({ length: count }, (_, id) => ({ id: `${id}` })) },
  });
  const { all } = await askData<{ all: Record<string, unknown>[] }>(platform, `{ all { ${field} } }`);
  return all.map((object) => object[field]);
}

const URL_PATTERN = /^https:\/\/[a-z]+\.example\.com\/[\w./-]+$/;
const INSTANT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/;
const PERSON = /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u;

test.for<[field: string, type: string, pattern: RegExp, owner?: string]>([
  ["email", "String", /^[a-z]+\.[a-z]+\d+@example\.com$/],
  ["billingEmail", "EmailAddress", /^[a-z]+\.[a-z]+\d+@example\.com$/],
  ["emailedAt", "DateTime", INSTANT],
  ["emailed_at", "String", INSTANT],
  ["emailVerified", "Boolean", /^(?:true|false)$/],
  ["webhookUrl", "String", URL_PATTERN],
  ["website", "URL", URL_PATTERN],
  ["avatar", "URL", /\.png$/],
  ["phone", "String", /^\+\d{11}$/],
  ["version", "String", /^\d+\.\d+\.\d+$/],
  ["color", "String", /^#[\da-f]{6}$/],
  ["timeZone", "String", /^(?:\w+\/\w+|UTC)$/],
  ["cronExpression", "String", /^\S+ \S+ \S+ \S+ \S+$/],
  ["currencyCode", "String", /^[A-Z]{3}$/],
  ["remoteIp", "String", /^192\.0\.2\.\d+$/],
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
  for (const value of await generate(field, type)) expect(JSON.parse(String(value))).toEqual(expect.any(Object));
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
  const platform = createPlatform({ schema, data: { Run: Array.from({ length: 200 }, (_, id) => ({ id: `${id}` })) } });
  const { all } = await askData<{ all: Record<string, string>[] }>(platform, `{ all { ${names} } }`);
  for (const run of all) {
    const [created, started, notified, updated, completed, expired, ...future] = names.map((name) => run[name] ?? "");
    const past = [created, started, notified, updated, completed];
    expect(past).toEqual(past.toSorted());
    expect([updated, expired].toSorted()[0]).toBe(updated);
    for (const instant of [completed, expired]) expect(Date.parse(instant ?? "")).toBeLessThan(Date.UTC(2026));
    for (const instant of future) expect(Date.parse(instant)).toBeGreaterThan(Date.UTC(2039));
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
  const schema = "type Query { all: [User!]! } type User { id: ID! name: String! firstName: String! email: String! }";
  const { all } = await askData<{ all: { name: string; firstName: string; email: string }[] }>(
    createPlatform({ schema }),
    "{ all { name firstName email } }",
  );
  for (const { name, firstName, email } of all) {
    const [first = "", last = ""] = name.toLowerCase().replaceAll("ö", "o").split(" ");
    expect(firstName.toLowerCase()).toBe(first);
    expect(email).toMatch(new RegExp(`^${first}\\.${last}\\d+@`));
  }
});
