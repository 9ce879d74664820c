/** The table of names, and what the conventions find in schemas of several styles. */

import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLObjectType, type GraphQLSchema } from "graphql";
import { expect, test } from "vitest";
import {
  type Condition,
  connectionOf,
  errorListOf,
  findId,
  findIds,
  hasName,
  idFieldOf,
  isPayloadType,
  NAMES,
  type NameRole,
  OPERATORS,
  pagingArgumentsOf,
  readListRequest,
  readMutationName,
} from "../src/conventions/index.ts";
import { readOperator } from "../src/conventions/operators.ts";
import { listMeanings } from "./support/list-meanings.ts";

const names = Object.keys(NAMES) as NameRole[];

test.for(names)("%s matches its examples and no other name", (entry) => {
  const { examples, others } = NAMES[entry];
  expect([...examples, ...others].filter((name) => hasName(name, entry))).toEqual(examples);
});

const fixture = (name: string): GraphQLSchema =>
  buildSchema(readFileSync(new URL(`../../../test/fixtures/${name}/schema.graphql`, import.meta.url), "utf8"));

test("explains the arguments of the fixtures", () => {
  expect(listMeanings(fixture("foreign"))).toEqual({
    "page first": ["first: Int", "limit: Int", "pageSize: Int!", "take: Int", "take: Int!"],
    "page after": ["after: String", "afterCursor: String", "cursor: String", "from: ID", "startAt: Cursor"],
    "page last": ["last: Int"],
    "page before": ["before: String"],
    filter: [
      "filter: CustomerFilter",
      "kind: WarehouseKind",
      "role: MemberRole",
      "status: OrderStatus",
      "status: [TicketStatus!]",
    ],
    sort: ["direction: SortDirection", "sort: CustomerSort!"],
    unexplained: ["activeOnly: Boolean", "placedOn: Date", "text: String!"],
  });
  expect(listMeanings(fixture("relay"))).toMatchObject({
    filter: ["filter: IntegrationFilter"],
    unexplained: ["text: String!"],
  });
});

const STYLES = buildSchema(`
  scalar DateTime scalar JSON
  enum State { OPEN CLOSED } enum Direction { ASC DESC } enum Nulls { first last }
  type Owner { id: ID! name: String! orders: Orders! }
  type Tag { id: ID! label: String! }
  type Order { id: ID! externalId: String name: String! state: State! total: Float! max: Int createdAt: DateTime!
    owner: Owner watchers: [Owner!]! tags(first: Int): Tags! labels: [String!]! open(at: DateTime): Boolean! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Orders { nodes: [Order!]! pageInfo: PageInfo! totalCount: Int! }
  type Tags { edges: [TagEdge!]! pageInfo: PageInfo! } type TagEdge { node: Tag! }
  type Segment { items: [Order!]! pageInfo: SegmentInfo! } type SegmentInfo { hasNextPage: Boolean! }
  input Text { eq: String in: [String!] notIn: [String!] containsIgnoreCase: String null: Boolean size: Int not: Text }
  input Between { gte: DateTime lte: DateTime } input Dates { range: Between gt: DateTime }
  input Id { eq: ID } input OwnerFilter { name: Text id: Id }
  input Watchers { some: OwnerFilter every: OwnerFilter none: OwnerFilter }
  input OrderFilter { name: Text createdAt: Dates owner: OwnerFilter watchers: Watchers state: State
    and: [OrderFilter!] OR: [OrderFilter!] _not: OrderFilter near: JSON }
  input OrderSort { field: Field! direction: Direction! } enum Field { NAME CREATED_AT RANK }
  input Hasura { name: Direction created_at: Direction }
  input By { createdAt: Nested } input Nested { order: Direction nulls: Nulls }
  enum Keys { NAME_ASC NAME_DESC TOTAL RELEVANCE }
  type Query {
    suffixes(name: String name_Icontains: String name_In: [String!] createdAt_Gte: DateTime total_Lt: Float
      externalId_Isnull: Boolean owner_Isnull: Boolean owner: ID ownerId: ID tags: [ID!] owner_Name: String states: [State!]
      minTotal: Float createdAfter: DateTime id_Neq: ID state: String watcherIds: [ID!]
      channel: String labels: [Int!] query: String discount: Int since: String max: Int open: Boolean): Orders!
    objects(where: OrderFilter filter: JSON near: OrderFilter): [Order!]!
    pairs(sortBy: [OrderSort!] first: Int after: String): Orders!
    enums(orderBy: Keys reverse: Boolean): Orders!
    texts(sortField: String sortOrder: String page: Int perPage: Int): Orders!
    hasura(order_by: [Hasura!] limit: Int offset: Int): [Order!]!
    linear(sort: [By!] max: Int token: String): Orders!
    reversed(reverse: Boolean max: Int skip: Int take: Int): Segment!
    tokens(max: Int token: String): Tags!
    single(id: ID!, name: String): Order
  }`);

const fieldOf = (name: string) => {
  const field = (STYLES.getQueryType() as GraphQLObjectType).getFields()[name];
  if (!field) throw new Error(`no field ${name}`);
  return field;
};

test("explains arguments by the fields of the items, and leaves others alone", () => {
  const { unexplained, filter, sort, ...pages } = listMeanings(STYLES);
  expect(unexplained).toEqual([
    "channel: String",
    "discount: Int",
    "filter: JSON",
    "labels: [Int!]",
    "near: OrderFilter",
    "open: Boolean",
    "query: String",
    "since: String",
  ]);
  expect(filter).toHaveLength(19);
  expect(sort).toHaveLength(7);
  expect(pages).toEqual({
    "page first": ["first: Int", "limit: Int", "max: Int", "perPage: Int", "take: Int"],
    "page after": ["after: String", "token: String"],
    "page offset": ["offset: Int", "skip: Int"],
    "page page": ["page: Int"],
  });
});

test("finds the arguments of pages under several names", () => {
  expect(pagingArgumentsOf(fieldOf("tokens"))).toEqual({ first: "max", after: "token" });
  expect(pagingArgumentsOf(fieldOf("linear"))).toEqual({ after: "token" });
  expect(pagingArgumentsOf(fieldOf("texts"))).toEqual({ first: "perPage", page: "page" });
  expect(pagingArgumentsOf(fieldOf("single"))).toEqual({});
});

/** A condition in one line. */
function describe(condition: Condition | undefined): string {
  if (!condition) return "any";
  if (condition.kind === "not") return `not(${describe(condition.condition)})`;
  if (condition.kind === "related") {
    const { field, quantifier } = condition;
    return `${quantifier} ${field.name}(${condition.condition ? describe(condition.condition) : ""})`;
  }
  if (condition.kind !== "compare") return `(${condition.conditions.map(describe).join(` ${condition.kind} `)})`;
  const { field, operator, isNegated, ignoresCase, value } = condition;
  return `${field.name} ${isNegated ? "not " : ""}${ignoresCase ? "i:" : ""}${operator} ${JSON.stringify(value)}`;
}

const read = (field: string, args: object) => {
  const { condition, orders, unexplained } = readListRequest(fieldOf(field), { ...args });
  const order = orders.map(
    ({ field: { name }, isDescending, nulls }) => `${isDescending ? "-" : ""}${name}${nulls ?? ""}`,
  );
  return { condition: describe(condition), order: order.join(), unexplained: unexplained.join() };
};

test.for<[string, object, string]>([
  ["suffixes", { name: "a" }, 'name eq "a"'],
  ["suffixes", { name_Icontains: "a" }, 'name i:contains "a"'],
  ["suffixes", { name_In: [] }, "name in []"],
  ["suffixes", { createdAt_Gte: "2026" }, 'createdAt gte "2026"'],
  ["suffixes", { total_Lt: 3, name: null }, "total lt 3"],
  ["suffixes", { externalId_Isnull: true }, "externalId isNull true"],
  ["suffixes", { owner_Isnull: true }, "none owner()"],
  ["suffixes", { owner: "1" }, 'some owner(id eq "1")'],
  ["suffixes", { ownerId: "1" }, 'some owner(id eq "1")'],
  ["suffixes", { watcherIds: ["1"] }, 'some watchers(id in ["1"])'],
  ["suffixes", { tags: ["1", "2"] }, 'some tags(id in ["1","2"])'],
  ["suffixes", { owner_Name: "a" }, 'some owner(name eq "a")'],
  ["suffixes", { states: ["OPEN"] }, 'state in ["OPEN"]'],
  ["suffixes", { states: [] }, "any"],
  ["suffixes", { minTotal: 1, id_Neq: "1" }, '(total gte 1 all id not eq "1")'],
  ["suffixes", { createdAfter: "2026" }, 'createdAt gt "2026"'],
  ["suffixes", { state: "OPEN" }, 'state eq "OPEN"'],
  ["objects", { where: { name: { eq: "a" } } }, 'name eq "a"'],
  ["objects", { where: { name: { notIn: ["a"], null: false } } }, '(name not in ["a"] all name isNull false)'],
  ["objects", { where: { name: { not: { containsIgnoreCase: "a" } } } }, 'not(name i:contains "a")'],
  ["objects", { where: { createdAt: { range: { gte: "1", lte: "2" } } } }, '(createdAt gte "1" all createdAt lte "2")'],
  ["objects", { where: { owner: { name: { eq: "a" } } } }, 'some owner(name eq "a")'],
  ["objects", { where: { watchers: { every: { id: { eq: "1" } } } } }, 'every watchers(id eq "1")'],
  ["objects", { where: { state: "OPEN", OR: [{ state: "OPEN" }] } }, '(state eq "OPEN" all state eq "OPEN")'],
  ["objects", { where: { and: [{ _not: { state: "OPEN" } }] } }, 'not(state eq "OPEN")'],
])("reads %s(%j)", ([field, args, condition]) => {
  expect(read(field, args)).toEqual({ condition, order: "", unexplained: "" });
});

test("names the arguments and members that no convention explains", () => {
  const where = { near: {}, name: { size: 1 }, OR: [{ near: {} }] };
  expect(read("objects", { where, filter: {} }).unexplained).toBe("filter,where.near,where.name.size,where.OR.near");
});

test.for<[string, object, string]>([
  [
    "pairs",
    {
      sortBy: [
        { field: "NAME", direction: "DESC" },
        { field: "CREATED_AT", direction: "ASC" },
      ],
    },
    "-name,createdAt",
  ],
  ["pairs", { sortBy: [{ field: "RANK", direction: "DESC" }] }, ""],
  ["enums", { orderBy: "NAME_DESC" }, "-name"],
  ["enums", { orderBy: "TOTAL", reverse: true }, "-total"],
  ["enums", { orderBy: "RELEVANCE" }, ""],
  ["texts", { sortField: "name", sortOrder: "desc" }, "-name"],
  ["texts", { sortField: "-createdAt,name" }, "-createdAt,name"],
  ["hasura", { order_by: [{ created_at: "DESC" }] }, "-createdAt"],
  ["linear", { sort: [{ createdAt: { order: "DESC", nulls: "first" } }] }, "-createdAtfirst"],
])("reads the order of %s(%j)", ([field, args, order]) => {
  expect(read(field, args)).toEqual({ condition: "any", order, unexplained: "" });
});

test("reverses a list that has no other order", () => {
  expect(readListRequest(fieldOf("reversed"), { reverse: true })).toMatchObject({ orders: [], isReversed: true });
  expect(readListRequest(fieldOf("enums"), { reverse: true, orderBy: "TOTAL" }).isReversed).toBe(false);
});

test("reads the names of operators", () => {
  const all = Object.entries(OPERATORS).flatMap(([operator, words]) => words.map((word) => [operator, word] as const));
  for (const [operator, word] of all) {
    expect([word, readOperator(word)]).toEqual([word, { operator, isNegated: false, ignoresCase: false }]);
  }
  const negated = ["ne", "neq", "not", "isNot", "nin", "notIn", "_nlike", "ncontains", "isNotNull", "notEqualTo"];
  expect(negated.map((word) => readOperator(word)?.isNegated)).toEqual(negated.map(() => true));
  const insensitive = ["Icontains", "iexact", "_ilike", "Istartswith", "containsIgnoreCase", "eqIgnoreCase", "_nilike"];
  expect(insensitive.map((word) => readOperator(word)?.ignoresCase)).toEqual(insensitive.map(() => true));
  expect(["size", "near", "nothing", "", "n", "mode"].map(readOperator)).toEqual(Array.from({ length: 6 }));
});

test.for<[string, string | undefined, string]>([
  ["createCustomer", "create", "customer"],
  ["customerCreate", "create", "customer"],
  ["draftOrderCreate", "create", "draft_order"],
  ["createManyOrders", "create", "orders"],
  ["insertIntoUsers", "create", "users"],
  ["update_customer_by_id", "update", "customer"],
  ["createOrUpdateCustomer", "upsert", "customer"],
  ["customerBulkDelete", "delete", "customer"],
  ["deleteFromUsers", "delete", "users"],
  ["placeOrder", "start", "order"],
  ["removeMember", "remove", "member"],
  ["duplicateProduct", "copy", "product"],
  ["cancelOrder", undefined, "cancel_order"],
])("reads the mutation %s", ([name, verb, noun]) => {
  expect(readMutationName(name)).toEqual({ verb, noun });
});

test("finds IDs in arguments", () => {
  expect(findId("Customer", { customer_id: "1", x: "2" })).toBe("1");
  expect(findId("Customer", { orderId: "1" })).toBeUndefined();
  expect(findIds("Customer", { customerIds: ["1", "2"] })).toEqual(["1", "2"]);
  expect(findId("Job", { key: "1" }, fieldOf("single"))).toBeUndefined();
  expect(findId("Job", { id: 7 }, fieldOf("single"))).toBe(7);
  expect(idFieldOf(STYLES.getType("PageInfo"))).toBeUndefined();
});

test("recognizes connections and payloads", () => {
  const schema = fixture("foreign");
  const of = (name: string) => connectionOf(schema.getType(name));
  expect(of("CustomerConnection")).toMatchObject({ canPage: true, countFields: ["totalCount"] });
  expect(of("OrderPage")).toMatchObject({ canPage: true, countFields: ["count"], edges: undefined });
  expect(of("Customer")).toBeUndefined();
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
