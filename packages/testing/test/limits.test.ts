/** Limits of the simulated platform: page sizes and the rate of requests. */

import { expect, test } from "vitest";
import { createPlatform, type Limits, type Platform } from "../src/index.ts";
import type { Context } from "../src/rules-entry.ts";
import { openPlatform, postApi, queryData, requestRefresh, sendQuery } from "./support/requests.ts";

const schema = `
  type Query { events(first: Int, last: Int, after: String): Events! rows(limit: Int): [Event!]! }
  type Events { nodes: [Event!]! pageInfo: PageInfo! }
  type Event { id: ID! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }`;
const rows = (_: object, { limit }: { limit?: number }, { db, page }: Context) =>
  page(db.Event?.list() ?? [], { first: limit });
const rules = { Query: { rows } };
const data = { Event: Array.from({ length: 30 }, (_, index) => ({ id: `e${index}` })) };

async function countItems(limits: Limits, args = ""): Promise<readonly [events: number, rows: number]> {
  const platform = createPlatform({ schema, data, rules, limits });
  const size = args.replace("first", "limit");
  const { events, rows } = await queryData(platform, `{ events${args} { nodes { id } } rows${size} { id } }`);
  return [events?.nodes?.length ?? 0, rows?.length ?? 0];
}

test("returns pages of the default size, and of any size up to the maximum", async () => {
  expect(await countItems({})).toEqual([30, 30]);
  expect(await countItems({ pageSize: { max: 20 } })).toEqual([20, 20]);
  expect(await countItems({ pageSize: { default: 4 } })).toEqual([4, 4]);
  expect(await countItems({ pageSize: { default: 1001 } })).toEqual([30, 30]);
  expect(await countItems({ pageSize: { default: 4, max: 20 } }, "(first: 20)")).toEqual([20, 20]);
});

test.for([
  "events(first: 101) { nodes { id } }",
  "events(last: 101) { nodes { id } }",
  "rows(limit: 101) { id }",
])("rejects a page that exceeds the maximum: %s", async (field) => {
  const platform = createPlatform({ schema, data, rules, limits: { pageSize: { max: 100 } } });
  const { status, result } = await sendQuery(platform, `{ ${field} }`);
  expect(status).toBe(200);
  expect(result.errors).toMatchObject([
    {
      message: expect.stringMatching(/must be an integer from 0 to 100\.$/),
      extensions: { code: "BAD_USER_INPUT" },
    },
  ]);
});

test("returns the last items of all, whatever the default size is", async () => {
  const platform = createPlatform({ schema, data, rules, limits: { pageSize: { default: 4 } } });
  const { events } = await queryData(platform, "{ events(last: 2) { nodes { id } } }");
  expect(events?.nodes).toEqual([{ id: "e28" }, { id: "e29" }]);
});

test("the page of a row has the default size, too", async () => {
  const schema = `
    type Query { days: [Day!]! }
    type Day { id: ID! events: Events! }
    type Events { nodes: [Event!]! }
    type Event { id: ID! day: Day! }`;
  const Event = Array.from({ length: 6 }, (_, index) => ({ id: `e${index}`, day: "d" }));
  const limits = { pageSize: { default: 4 } };
  const platform = createPlatform({ schema, data: { Day: [{ id: "d" }], Event }, limits });
  const { result } = await sendQuery(platform, "{ days { events { nodes { id } } } }");
  const nodes = Event.slice(0, 4).map(({ id }) => ({ id }));
  expect(result).toEqual({ data: { days: [{ events: { nodes } }] } });
});

test("the list of a part is whole without arguments, whatever the default size is", async () => {
  const schema = `
    type Query { days: [Day!]! }
    type Day { id: ID! part: Part! }
    type Part { page: Events! list(first: Int): [Event!]! }
    type Events { nodes: [Event!]! pageInfo: PageInfo! }
    type PageInfo { hasNextPage: Boolean! }
    type Event { id: ID! }`;
  const Event = Array.from({ length: 6 }, (_, index) => ({ id: `e${index}` }));
  const ids = Event.map(({ id }) => id);
  const platform = createPlatform({
    schema,
    data: { Day: [{ id: "d", part: { page: ids, list: ids } }], Event },
    limits: { pageSize: { default: 4 } },
  });
  const text =
    "{ days { part { page { nodes { id } pageInfo { hasNextPage } } list { id } some: list(first: 5) { id } } } }";
  const page = { nodes: Event, pageInfo: { hasNextPage: false } };
  expect((await sendQuery(platform, text)).result).toEqual({
    data: { days: [{ part: { page, list: Event, some: Event.slice(0, 5) } }] },
  });
});

test("pages through a list in steps of the default size", async () => {
  const platform = createPlatform({ schema, data, rules, limits: { pageSize: { default: 25, max: 25 } } });
  const page = (args: string) =>
    queryData(platform, `{ events${args} { nodes { id } pageInfo { hasNextPage endCursor } } }`);
  const { events: first } = await page("");
  expect([first?.nodes?.length, first?.pageInfo?.hasNextPage]).toEqual([25, true]);
  const { events: second } = await page(`(after: "${first?.pageInfo?.endCursor}")`);
  expect([second?.nodes?.length, second?.pageInfo?.hasNextPage]).toEqual([5, false]);
});

/** Status and `Retry-After` of a request. */
async function send(platform: Platform): Promise<string> {
  const token = await platform.issueAccessToken();
  const response = await postApi(platform, { body: { query: "{ __typename }" }, token });
  return [response.status, response.headers.get("retry-after")].join(" ").trim();
}

test("responds with 429 to more requests per second, and accepts as many in the next second", async () => {
  let now = Date.UTC(2030, 0, 1);
  const platform = createPlatform({ schema, now: () => now, limits: { requestsPerSecond: 2 } });
  const sendAt = async (passed: number) => {
    now += passed;
    return send(platform);
  };
  const received: string[] = [];
  for (const passed of [0, 400, 1, 598, 1, 0, 0]) received.push(await sendAt(passed));
  expect(received).toEqual(["200", "200", "429 1", "429 1", "200", "200", "429 1"]);
  expect(await sendAt(-5_000)).toBe("200");
});

test("counts neither refresh requests nor requests without a valid token, and starts again after a reset", async () => {
  const platform = openPlatform({ now: () => 0, limits: { requestsPerSecond: 1 } });
  for (let count = 0; count < 3; count++) expect((await requestRefresh(platform)).status).toBe(200);
  for (let count = 0; count < 3; count++) expect((await postApi(platform, { body: {} })).status).toBe(401);
  expect([await send(platform), await send(platform)]).toEqual(["200", "429 1"]);
  const { result } = await sendQuery(platform, "{ __typename }");
  expect(result).toEqual({
    errors: [{ message: "Too many requests.", extensions: { code: "RATE_LIMITED" } }],
  });
  platform.reset();
  expect(await send(platform)).toBe("200");
});

test.for<[Limits, string]>([
  [{ pageSize: { max: 0 } }, '"limits.pageSize.max" must be an integer from 1.'],
  [{ pageSize: { default: 1.5 } }, '"limits.pageSize.default" must be an integer from 1.'],
  [{ pageSize: { default: 11, max: 10 } }, '"limits.pageSize.default" must not exceed the maximum of 10.'],
  [{ requestsPerSecond: 0 }, '"limits.requestsPerSecond" must be an integer from 1.'],
  [{ requestsPerSecond: "5" as unknown as number }, '"limits.requestsPerSecond" must be an integer from 1.'],
])("rejects the limits %j", ([limits, message]) => {
  expect(() => createPlatform({ limits })).toThrow(new TypeError(message));
});

test("rejects an unknown option, and suggests a similar one", () => {
  const create = () => createPlatform({ scema: "type Query { a: Int }" } as object);
  expect(create).toThrow(new TypeError('createPlatform: unknown option "scema". Did you mean "schema"?'));
});

test("a list that has no pages is returned as a whole", async () => {
  const schema = "type Query { all: [Event!]! } type Event { id: ID! next: [Event!]! }";
  const ids = Array.from({ length: 9 }, (_, index) => ({ id: `e${index}` }));
  const data = { Event: ids.map((row) => ({ ...row, next: ids })) };
  const platform = createPlatform({ schema, data, limits: { pageSize: { max: 4 } } });
  const { all } = await queryData(platform, "{ all { next { id } } }");
  expect([all?.length, all?.[0]?.next?.length]).toEqual([9, 9]);
});
