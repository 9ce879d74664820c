/** The table of names, and what the conventions find in schemas of several styles. */

import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLObjectType } from "graphql";
import { expect, test } from "vitest";
import {
  connectionOf,
  errorListOf,
  hasName,
  idFieldOf,
  isPayloadType,
  pagingArgumentsOf,
} from "../src/conventions/index.ts";

test.for([
  [
    "first",
    "first limit pageSize perPage per_page max maxResults take top count",
    "discount maxPrice creditLimit minSize account",
  ],
  ["last", "last lastCount", "lastName lastSeen"],
  [
    "after",
    "after cursor afterCursor startAt token pageToken nextToken sinceId",
    "createdAfter since accessToken startDate",
  ],
  ["position", "from start position", "fromDate since"],
  ["before", "before beforeCursor endingBefore", "createdBefore beforeDate"],
  ["offset", "offset skip", "timezoneOffset"],
  ["page", "page pageNumber pageIndex", "pageSize landingPage pageId"],
  ["total", "total count totalCount totalItems", "pageCount totalPrice"],
  ["errors", "errors userErrors problems violations", "errorCount terrors warnings"],
  ["errorType", "NameError NotFound ValidationFailure OrderRejected", "ErrorLog Terror"],
  ["payloadType", "CreateCustomerPayload OrderResult", "ResultSet"],
] as const)("the role %s has %s, and not %s", ([role, examples, others]) => {
  const matching = `${examples} ${others}`.split(" ").filter((name) => hasName(name, role));
  expect(matching).toEqual(examples.split(" "));
});

const STYLES = buildSchema(`
  type Order { id: ID! createdAt: String! owner(after: String): Order orders(first: Int): Orders! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Orders { nodes: [Order!]! pageInfo: PageInfo! totalCount: Int! }
  type Segment { items: [Order!]! pageInfo: SegmentInfo! } type SegmentInfo { hasNextPage: Boolean! }
  type Query {
    relay(first: Int after: String last: Int before: String): Orders!
    tokens(max: Int token: String): Orders!
    later(max: String token: String discount: Int since: Int): Orders!
    numbered(page: Int perPage: Int): Orders!
    offset(limit: Int offset: Int): [Order!]!
    skip(skip: Int take: Int): Segment!
    ofBook(page: Int): [Order!]!
    single(id: ID!, name: String): Order
  }`);

test.for<[string, object]>([
  ["relay", { first: "first", after: "after", last: "last", before: "before" }],
  ["tokens", { first: "max", after: "token" }],
  ["later", { after: "token" }],
  ["numbered", { first: "perPage", page: "page" }],
  ["offset", { first: "limit", offset: "offset" }],
  ["skip", { first: "take", offset: "skip" }],
  ["ofBook", {}],
  ["single", {}],
])("the arguments of pages of %s are %j", ([name, names]) => {
  const field = (STYLES.getQueryType() as GraphQLObjectType).getFields()[name];
  expect(field && pagingArgumentsOf(field)).toEqual(names);
});

test("recognizes connections, IDs and payloads", () => {
  const url = new URL("../../../test/fixtures/foreign/schema.graphql", import.meta.url);
  const schema = buildSchema(readFileSync(url, "utf8"));
  const findConnection = (name: string) => connectionOf(schema.getType(name));
  expect(findConnection("CustomerConnection")).toMatchObject({ canPage: true, countFields: ["totalCount"] });
  expect(findConnection("OrderPage")).toMatchObject({
    canPage: true,
    countFields: ["count"],
    edges: undefined,
  });
  expect(findConnection("Customer")).toBeUndefined();
  expect(idFieldOf(STYLES.getType("Order"))?.name).toBe("id");
  expect(idFieldOf(STYLES.getType("PageInfo"))).toBeUndefined();
  expect(connectionOf(STYLES.getType("Segment"))).toMatchObject({ canPage: false, nodes: { name: "items" } });
  expect(errorListOf(schema.getType("PlaceOrderPayload"))?.name).toBe("userErrors");
  expect(errorListOf(schema.getType("OpenTicketPayload"))).toBeUndefined();
  const types = ["OpenTicketPayload", "CancelOrderPayload", "Ticket", "StockError"];
  expect(types.map((name) => isPayloadType(schema.getType(name) as GraphQLObjectType))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
