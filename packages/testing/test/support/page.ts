/** A shop behind the page of the local server. */

import { onTestFinished } from "vitest";
import { createLocalPlatform, type LocalPageOptions, type PlatformOptions } from "../../src/local.ts";

const SHOP = `
  "A person who buys things."
  type Customer { id: ID! name: String! email: String vip: Boolean! address: Address orders: [Order!]! }
  type Address { city: String! }
  type Order { id: ID! number: Int! status: Status! customer: Customer! paidBy: Customer note: String }
  type Tag { id: ID! label: String! orders: [Order!]! }
  enum Status { OPEN PAID SHIPPED }
  input OrderFilter { status: [Status!] minNumber: Int customer: CustomerFilter and: [OrderFilter!] isNoted: Boolean }
  input CustomerFilter { name: String }
  input NewOrder { customerId: ID! status: Status = OPEN note: String express: Boolean! ratio: Float }
  type Query { orders(filter: OrderFilter, first: Int! = 10): [Order!]! customers: [Customer!]! fails: Int }
  type Mutation { createOrder(input: NewOrder!): Order! payOrder(id: ID!): Order! deleteOrder(id: ID!): Order! }`;

interface ShopOrder {
  readonly number: number;
  readonly status: string;
  readonly note: string | null;
}

interface Filter {
  readonly status?: readonly string[];
  readonly minNumber?: number;
  readonly isNoted?: boolean;
}

const matches =
  ({ status, minNumber = 0, isNoted }: Filter) =>
  (order: ShopOrder): boolean =>
    (status?.includes(order.status) ?? true) &&
    order.number >= minNumber &&
    (isNoted === undefined || isNoted === (order.note !== null));

/** The resolvers are not typed, because the types of this schema are not generated. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const rules: any = {
  Query: {
    // biome-ignore lint/suspicious/noExplicitAny: see above
    orders: (_: unknown, { filter, first }: any, { db }: any) =>
      db.Order.list(matches(filter ?? {})).slice(0, first),
    fails: () => {
      throw new Error("The scale is broken.");
    },
  },
  Mutation: {
    // biome-ignore lint/suspicious/noExplicitAny: see above
    createOrder: (_: unknown, { input }: any, { db }: any) => {
      const { customerId, status, note, express, ratio = 1 } = input;
      db.Customer.update(customerId, { vip: express });
      return db.Order.create({ number: 100 * ratio, status, note, customer: customerId });
    },
    // biome-ignore lint/suspicious/noExplicitAny: see above
    payOrder: (_: unknown, { id }: any, { db }: any) => db.Order.update(id, { status: "PAID" }),
    // biome-ignore lint/suspicious/noExplicitAny: see above
    deleteOrder: (_: unknown, { id }: any, { db }: any) => db.Order.delete(id),
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
  schema: SHOP,
  data: { Customer: customers, Order: orders, Tag: [{ id: "t1", label: "Urgent", orders: ["o1", "o3"] }] },
  rules,
  inverses: { "Customer.orders": "customer" },
};

export const operations: { readonly name: string; readonly text: string }[] = [
  {
    name: "ListOrders",
    text: "query ListOrders($filter: OrderFilter, $first: Int! = 10) { orders(filter: $filter, first: $first) { id number } }",
  },
  {
    name: "CreateOrder",
    text: "mutation CreateOrder($input: NewOrder!) { createOrder(input: $input) { id } }",
  },
  { name: "PayOrder", text: "mutation PayOrder($id: ID!) { payOrder(id: $id) { id status } }" },
  { name: "DeleteOrder", text: "mutation DeleteOrder($id: ID!) { deleteOrder(id: $id) { id } }" },
  { name: "Fails", text: "query Fails { fails }" },
];

/** Serves the page until the end of the test. */
export async function servePage(options: PlatformOptions = shop, page: LocalPageOptions = {}, port = 0) {
  const platform = createLocalPlatform(options);
  const server = await platform.listen({ port, page: { operations: async () => operations, ...page } });
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
