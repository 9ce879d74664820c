/** A shop with customers and orders, for tests of the page of the local server. */

import { createLocalPlatform, type PlatformOptions } from "@integration-platform/graphql-testing/local";
import type { Context } from "@integration-platform/graphql-testing/rules";
import { type FragmentDefinitionNode, Kind, parse } from "graphql";
import { onTestFinished } from "vitest";
import { createPage, type LocalPageOptions } from "../../src/page/local-page.ts";

/** Types whose values the page shows: customers with orders, and tags for orders. */
const TYPES = `
  "A person who buys things."
  type Customer {
    id: ID!
    name: String!
    email: String
    vip: Boolean!
    address: Address
    orders: [Order!]!
  }
  type Address {
    city: String!
  }
  type Order {
    id: ID!
    number: Int!
    status: Status!
    customer: Customer!
    paidBy: Customer
    note: String
  }
  type Tag {
    id: ID!
    label: String!
    orders: [Order!]!
  }
  enum Status {
    OPEN
    PAID
    SHIPPED
  }`;

/** Inputs for which the page has forms. */
const INPUTS = `
  input OrderFilter {
    status: [Status!]
    minNumber: Int
    customer: CustomerFilter
    and: [OrderFilter!]
    isNoted: Boolean
    labels: [String]
  }
  input CustomerFilter {
    name: String
  }
  input NewOrder {
    customerId: ID!
    status: Status = OPEN
    note: String
    express: Boolean!
    ratio: Float
  }`;

const SCHEMA = `${TYPES}${INPUTS}
  type Query {
    orders(filter: OrderFilter, first: Int! = 10): [Order!]!
    customers: [Customer!]!
    fails: Int
  }
  type Mutation {
    createOrder(input: NewOrder!): Order!
    payOrder(id: ID!): Order!
    deleteOrder(id: ID!): Order!
  }`;

interface Order {
  readonly number: number;
  readonly status: string;
  readonly note: string | null;
}

interface OrderFilter {
  readonly status?: readonly string[];
  readonly minNumber?: number;
  readonly isNoted?: boolean;
}

interface NewOrder {
  readonly customerId: string;
  readonly status: string;
  readonly note?: string;
  readonly express: boolean;
  readonly ratio?: number;
}

function matches(order: Order, { status, minNumber = 0, isNoted }: OrderFilter): boolean {
  const hasStatus = status?.includes(order.status) ?? true;
  const hasNote = isNoted === undefined || isNoted === (order.note !== null);
  return hasStatus && hasNote && order.number >= minNumber;
}

const rules = {
  Query: {
    orders(_: object, args: { filter?: OrderFilter; first: number }, { db }: Context) {
      const orders = db.Order?.list((order) => matches(order as unknown as Order, args.filter ?? {}));
      return orders?.slice(0, args.first);
    },
    fails() {
      throw new Error("The scale is broken.");
    },
  },
  Mutation: {
    createOrder(_: object, { input }: { input: NewOrder }, { db }: Context) {
      const { customerId, status, note, express, ratio = 1 } = input;
      db.Customer?.update(customerId, { vip: express });
      return db.Order?.create({ number: 100 * ratio, status, note, customer: customerId });
    },
    payOrder: (_: object, { id }: { id: string }, { db }: Context) =>
      db.Order?.update(id, { status: "PAID" }),
    deleteOrder: (_: object, { id }: { id: string }, { db }: Context) => db.Order?.delete(id),
  },
};

const customers = ["Ada", "Bob"].map((name, index) => ({
  id: `${index + 1}`,
  name,
  email: `${name.toLowerCase()}@example.com`,
  vip: false,
  address: { city: "Bern" },
}));
const orders = ["OPEN", "PAID", "OPEN"].map((status, index) => ({
  id: `o${index + 1}`,
  number: index + 1,
  status,
  customer: `${1 + (index % 2)}`,
  paidBy: index === 1 ? "1" : null,
  note: null,
}));

export const shop: PlatformOptions = {
  schema: SCHEMA,
  data: { Customer: customers, Order: orders, Tag: [{ id: "t1", label: "Urgent", orders: ["o1", "o3"] }] },
  rules,
  inverses: { "Customer.orders": "customer" },
};

type PageOperation = Awaited<ReturnType<NonNullable<LocalPageOptions["operations"]>>>[number];

/** An operation as the page gets it. */
export function parseOperation(text: string): PageOperation {
  const [node, ...fragments] = parse(text).definitions;
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error("No operation");
  return { name: node.name?.value ?? "", definitions: [node, ...(fragments as FragmentDefinitionNode[])] };
}

const operations: readonly PageOperation[] = [
  "query ListOrders($filter: OrderFilter, $first: Int! = 10) { orders(filter: $filter, first: $first) { id number } }",
  "mutation CreateOrder($input: NewOrder!) { createOrder(input: $input) { id } }",
  "mutation PayOrder($id: ID!) { payOrder(id: $id) { id status } }",
  "mutation DeleteOrder($id: ID!) { deleteOrder(id: $id) { id } }",
  "query Fails { fails }",
].map(parseOperation);

/** Serves the page until the end of the test. */
export async function servePage(options: PlatformOptions = shop, page: LocalPageOptions = {}, port = 0) {
  const platform = createLocalPlatform(options);
  const { intercept } = createPage(platform, { operations: async () => operations, ...page });
  const server = await platform.listen({ port, intercept });
  onTestFinished(() => server.close());
  const token = await platform.issueAccessToken();
  const send = (query: string, variables?: object): Promise<Response> =>
    fetch(`${server.baseUrl}/api`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
  return { platform, server, baseUrl: server.baseUrl, token, send };
}
