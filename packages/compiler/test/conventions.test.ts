/** The table of names, and what the conventions find in schemas of several styles. */

import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLObjectType, isObjectType } from "graphql";
import { expect, test } from "vitest";
import {
  type Connection,
  connectionOf,
  errorListOf,
  hasName,
  idFieldOf,
  isErrorType,
  isPayloadType,
  pageOf,
  pagingArgumentsOf,
  userTypeOf,
} from "../src/conventions/index.ts";

test.for([
  [
    "first",
    "first limit pageSize perPage per_page max maxResults take top count num size firstN firstCount firstItems batchSize pageLimit pagesLimit rowLimit rowsLimit itemLimit resultsLimit maxItems maxCount maxRows",
    "discount maxPrice creditLimit minSize account firstName topics takes numbers fileSize",
  ],
  ["last", "last lastCount lastN lastItems", "lastName lastSeen blast"],
  [
    "after",
    "after cursor afterCursor afterId startAfter startingAfter startAt startCursor token pageToken nextToken nextPageToken continuationToken sinceId nextCursor endCursor marker scrollId",
    "createdAfter since accessToken startDate afterDate tokens markers idCursor",
  ],
  ["position", "from start position startingFrom", "fromDate since restart"],
  [
    "before",
    "before beforeCursor beforeId endingBefore endBefore prevCursor previousCursor",
    "createdBefore beforeDate",
  ],
  ["offset", "offset skip startIndex", "timezoneOffset skipped endIndex"],
  ["page", "page pageNumber pageNum pageNo pageIndex page_index pagenumber", "pageSize landingPage pageId"],
  ["total", "total count totalCount totalItems totalcount total_items", "pageCount totalPrice discount"],
  ["errors", "errors userErrors problems violations", "errorCount terrors warnings userProblems problemsOf"],
  [
    "errorType",
    "NameError NotFound ValidationFailure OrderRejected Errors NameErrors JobFailed Problem Exception HTTPException",
    "ErrorLog Terror NotFounded",
  ],
  ["payloadType", "CreateCustomerPayload OrderResult CreateResponse Payload", "ResultSet Rresult"],
] as const)("the role %s has %s, and not %s", ([role, examples, others]) => {
  const matching = `${examples} ${others}`.split(" ").filter((name) => hasName(name, role));
  expect(matching).toEqual(examples.split(" "));
});

const STYLES = `
  type Order {
    id: ID! createdAt: String! count: Int limit: Int cursor: ID num: Int
    owner(after: String): Order orders(first: Int): Orders!
  }
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
    filtered(count: Int, take: Int): Orders!
    tags(take: Int): [String!]!
    listed(first: Int, after: [ID!]): Orders!
    dated(first: Int, from: Date, before: Date): Orders!
    directed(first: Int, after: Direction): Orders!
    typed(first: ID, last: String, after: Cursor): Orders!
    ownNames(num: Int, limit: Int, cursor: String): Orders!
    exact(max: Int, first: Int, cursor: ID, after: ID, token: ID): [[Order!]]
    backwards(lastCount: Int, endingBefore: String, from: String): Orders!
    started(limit: Int, from: String, position: String): Orders!
    counted(rowLimits: Int, rowsLimit: Int): Orders!
    big(take: BigInt, skip: UnsignedInt): Orders!
    dates(first: Int, after: LocalTime, before: JSONCursor): Orders!
    numbers(first: Int, after: Decimal, before: Float): Orders!
    flags(first: Int, after: Boolean, before: MyDateOnly): Orders!
    own(limit: Int, page: Int, offset: Int, before: ID, last: Int): Own!
    owned(take: Int, pageSize: Int, skip: Int, cursor: ID): Own!
    each(perPage: Int, after: ID): Own!
    each2(per_page: Int, first: Int): Own!
    perPages(per_page: Int, size: Int): Own!
    sized(pageSize: Int, size: Int): Own!
    one(first: Int, after: String): Order
    intervals(first: Interval, take: IntRange, limit: Int): Orders!
    pageless(page: Int, after: Int): Orders!
  }
  scalar Cursor scalar Date scalar BigInt scalar UnsignedInt enum Direction { UP DOWN }
  scalar Interval scalar IntRange scalar LocalTime scalar JSONCursor scalar Decimal scalar MyDateOnly
  type Own { nodes: [Has!]! }
  type Has {
    first: Int last: Int after: Int before: Int limit: Int offset: Int skip: Int take: Int cursor: Int page: Int perPage: Int
    per_page: Int pageSize: Int size: Int
  }`;

test.for<[string, object]>([
  ["relay", { first: "first", after: "after", last: "last", before: "before" }],
  ["tokens", { first: "max", after: "token" }],
  ["later", { after: "token" }],
  ["numbered", { first: "perPage", page: "page" }],
  ["offset", { first: "limit", offset: "offset" }],
  ["skip", { first: "take", offset: "skip" }],
  ["ofBook", {}],
  ["single", {}],
  ["filtered", { first: "take" }],
  ["tags", { first: "take" }],
  ["listed", { first: "first" }],
  ["dated", { first: "first" }],
  ["directed", { first: "first" }],
  ["typed", { after: "after" }],
  ["ownNames", { first: "limit", after: "cursor" }],
  ["exact", { first: "first", after: "after" }],
  ["backwards", { last: "lastCount", before: "endingBefore" }],
  ["started", { first: "limit", after: "position" }],
  ["counted", { first: "rowsLimit" }],
  ["big", { first: "take", offset: "skip" }],
  ["dates", { first: "first" }],
  ["numbers", { first: "first" }],
  ["flags", { first: "first" }],
  ["own", { first: "limit", page: "page", offset: "offset", before: "before", last: "last" }],
  ["owned", { first: "take", offset: "skip", after: "cursor" }],
  ["each", { first: "perPage", after: "after" }],
  ["each2", { first: "first" }],
  ["perPages", { first: "per_page" }],
  ["sized", { first: "pageSize" }],
  ["pageless", {}],
  ["one", {}],
  ["intervals", { first: "limit" }],
])("the arguments of pages of %s are %j", ([name, names]) => {
  const field = (buildSchema(STYLES).getQueryType() as GraphQLObjectType).getFields()[name];
  expect(field && pagingArgumentsOf(field)).toEqual(names);
});

test("recognizes connections, IDs and payload errors of a foreign schema", () => {
  const url = new URL("../../../test/fixtures/foreign/schema.graphql", import.meta.url);
  const schema = buildSchema(readFileSync(url, "utf8"));
  const connections = Object.values(schema.getTypeMap()).flatMap((type) => {
    const page = connectionOf(type);
    return page ? [[type.name, page.canPage, ...page.countFields]] : [];
  });
  expect(connections).toMatchInlineSnapshot(`
    [
      [
        "CustomerConnection",
        true,
        "totalCount",
      ],
      [
        "OrderPage",
        true,
        "count",
      ],
      [
        "ProductConnection",
        true,
        "totalCount",
      ],
      [
        "StockLevelConnection",
        true,
      ],
      [
        "TicketConnection",
        true,
        "count",
      ],
      [
        "WebhookDeliveryConnection",
        true,
      ],
    ]
  `);
  const payloads = Object.values(schema.getTypeMap()).flatMap((type) =>
    isPayloadType(type) ? [[type.name, errorListOf(type)?.name, idFieldOf(type)?.name]] : [],
  );
  expect(payloads).toMatchInlineSnapshot(`
    [
      [
        "SearchResult",
        undefined,
        undefined,
      ],
      [
        "CreateCustomerPayload",
        "errors",
        undefined,
      ],
      [
        "UpdateCustomerPayload",
        "errors",
        undefined,
      ],
      [
        "DeleteCustomerPayload",
        "errors",
        "deletedId",
      ],
      [
        "PlaceOrderPayload",
        "userErrors",
        undefined,
      ],
      [
        "CancelOrderPayload",
        "userErrors",
        undefined,
      ],
      [
        "CreateProductPayload",
        "errors",
        undefined,
      ],
      [
        "MoveStockPayload",
        "userErrors",
        undefined,
      ],
      [
        "OpenTicketPayload",
        undefined,
        undefined,
      ],
      [
        "CreateWebhookPayload",
        "webhookErrors",
        undefined,
      ],
      [
        "StartExportPayload",
        "errors",
        undefined,
      ],
    ]
  `);
});

test.for<[boolean, string]>([
  [true, "type OpenPayload { id: ID! }"],
  [true, "type OpenResponse { id: ID! }"],
  [true, "type Opened { errors: [String!] }"],
  [false, "type Ticket { id: ID! errors: Int }"],
  [false, "type StockError { message: String! }"],
])("the answer whether a type is a payload is %s for %s", ([isPayload, sdl]) => {
  const [, name = ""] = sdl.split(" ");
  expect(isPayloadType(buildSchema(sdl).getType(name) as GraphQLObjectType)).toBe(isPayload);
});

test("a member of a union is an error by its name", () => {
  const names = ["NotFound", "NameError", "OrderFailed", "Errors", "ErrorLog", "Problems", "Terror"];
  expect(names.filter((name) => isErrorType({ name }))).toEqual([
    "NotFound",
    "NameError",
    "OrderFailed",
    "Errors",
  ]);
});

const ITEM = { nodeType: "Item!", nodes: "nodes" };
const INFO = { pageInfoType: "Info", canPage: true };
const PART = { pageInfoType: "Part" };
const EDGES = { nodeType: "Item", edges: "edges", edgeType: "Edge" };

/** The page that `connectionOf` finds, and the page of objects of `pageOf` if it differs. */
test.for<[string, string, object | undefined, (object | "none")?]>([
  ["a scalar", "scalar T", undefined],
  ["nodes that are no list", "type T { nodes: Item! pageInfo: Info! }", undefined],
  [
    "items without page information",
    "type T { items: [Item!]! count: Int }",
    undefined,
    {
      nodeType: "Item!",
      nodes: "items",
      countFields: ["count"],
    },
  ],
  ["leaf items without page information", "type T { items: [Int!]! }", undefined],
  ["items that are no list", "type T { items: Item! }", undefined],
  [
    "items with page information",
    "type T { items: [Item!]! pageInfo: Part! }",
    {
      nodeType: "Item!",
      nodes: "items",
      ...PART,
    },
  ],
  ["items beside nodes", "type T { items: [Int] nodes: [Item!]! pageInfo: Info }", { ...ITEM, ...INFO }],
  ["leaves without page information", "type T { nodes: [String!]! }", undefined],
  ["leaves with a part of it", "type T { nodes: [String!]! pageInfo: Part! }", undefined],
  ["leaves with another part of it", "type T { nodes: [String!]! pageInfo: End! }", undefined],
  [
    "leaves with page information",
    "type T { nodes: [String]! pageInfo: Info! }",
    { nodeType: "String", nodes: "nodes", ...INFO },
    "none",
  ],
  ["page information that is a scalar", "type T { nodes: [Item!]! pageInfo: Int }", ITEM],
  ["edges that are no list", "type T { edges: Edge! }", undefined],
  ["edges without a node", "type T { nodes: [Item!]! edges: [Link!]! }", ITEM],
  ["edges of scalars", "type T { nodes: [Item!]! edges: [Int] }", ITEM],
  ["edges beside nodes that are no list", "type T { nodes: Int edges: [Edge!]! }", EDGES],
  [
    "edges beside nodes",
    "type T { nodes: [Item!] edges: [Edge] pageInfo: Info }",
    {
      ...EDGES,
      ...ITEM,
      ...INFO,
    },
  ],
  ["an interface", "interface T { edges: [Edge!]! }", EDGES],
  ["edges of an interface", "type T { edges: [AnyEdge!]! }", { ...EDGES, edgeType: "AnyEdge" }],
  [
    "several counts, one of which is no integer",
    "type T { nodes: [Item!]! count: String total: Int pages: Int totalCount: Int! }",
    { ...ITEM, countFields: ["total", "totalCount"] },
  ],
])("reads the page of %s", ([, sdl, page, ofObjects = page]) => {
  const schema = buildSchema(`${sdl}
    type Item { id: ID! } type Edge { node: Item } type Link { to: Item } interface AnyEdge { node: Item }
    type Info { hasNextPage: Boolean! endCursor: String } type Part { hasNextPage: Boolean! }
    type End { endCursor: String }`);
  const type = schema.getType("T");
  const expected = { canPage: false, countFields: [] };
  expect(nameAll(connectionOf(type))).toEqual(page && { ...expected, ...page });
  if (isObjectType(type)) {
    const objects = ofObjects === "none" ? undefined : ofObjects;
    expect(nameAll(pageOf(type))).toEqual(objects && { ...expected, ...(objects as object) });
  }
});

/** A page with the names of its fields and types. */
function nameAll(page: Connection | undefined): object | undefined {
  if (!page) return undefined;
  const { nodeType, nodes, edges, edgeType, pageInfoType, ...values } = page;
  const names = {
    nodes: nodes?.name,
    edges: edges?.name,
    edgeType: edgeType?.name,
    pageInfoType: pageInfoType?.name,
  };
  return { nodeType: String(nodeType), ...names, ...values };
}

test.for<[string, string, string | undefined]>([
  ["a scalar", "scalar T", undefined],
  ["an ID of another name", "type T { code: ID! name: String }", "code"],
  ["two IDs of other names", "type T { code: ID! parent: ID }", undefined],
  ["`id` beside another ID", "type T { parent: ID id: ID! }", "id"],
  ["an integer", "type T { id: Int! }", "id"],
  ["an object", "type T { id: T }", undefined],
  ["a list", "type T { id: [ID!]! }", undefined],
  ["an argument", "type T { id(of: Int): ID! }", undefined],
  ["an interface", "interface T { id: ID! }", "id"],
])("reads the ID of %s", ([, sdl, name]) => {
  expect(idFieldOf(buildSchema(sdl).getType("T"))?.name).toBe(name);
});

test.for<[string, string, string | undefined]>([
  ["a scalar", "scalar T", undefined],
  ["no list", "type T { errors: String }", undefined],
  ["an argument", "type T { errors(first: Int): [String!] }", undefined],
  ["`errors` beside another list", "type T { userErrors: [String!] errors: [String!] }", "errors"],
  [
    "the first of two lists",
    "type T { names: [Int!] userErrors: [String!] problems: [String!] }",
    "userErrors",
  ],
  ["an interface", "interface T { errors: [String!]! }", "errors"],
])("reads the payload errors of %s", ([, sdl, name]) => {
  expect(errorListOf(buildSchema(sdl).getType("T"))?.name).toBe(name);
});

test.for<[string, string, string | undefined]>([
  ["the type of `viewer`", "type Query { names: [Name!] viewer: User }", "User"],
  ["the type of `whoami`", "type Query { names: [Name!] whoami: User }", "User"],
  ["the type of `currentUser`", "type Query { currentUser: User }", "User"],
  ["the type of `current_user`", "type Query { current_user: [User!] }", "User"],
  ["the type of `authenticatedUser`", "type Query { user: Name authenticatedUser: User! }", "User"],
  ["the type of the first of two", "type Query { viewer: User me: Other }", "User"],
  ["no field of another name", "type Query { user: User }", undefined],
  ["no field with a required argument", "type Query { me(of: Int, id: ID!): User }", undefined],
  ["the type of `me` with an argument", "type Query { me(of: Int): User }", "User"],
  ["no type without an ID", "type Query { me: Name }", undefined],
  ["no interface", "type Query { me: Actor }", undefined],
  ["no type without a query type", "", undefined],
])("the type of users is %s", ([, sdl, name]) => {
  const types =
    "type User { id: ID! } interface Actor { id: ID! } type Name { name: String } type Other { id: ID! }";
  expect(userTypeOf(buildSchema(`${sdl} ${types}`))?.name).toBe(name);
});
