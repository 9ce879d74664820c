/** Whole reports of one pair of schemas, as data: `fixtures/whole/*.txt`. The messages of findings are left out. */

import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckInput, Finding, Place } from "../src/index.ts";
import { renderPlace } from "../src/text/phrases.ts";
import { checkTexts, parseFiles, renderFinding } from "./support/schema-check.ts";

/** A shop, with a change in each definition. */
const BEFORE = `
directive @cache(ttl: Int = 60, scope: Scope) on FIELD | QUERY
enum Scope { PUBLIC PRIVATE }
type Query {
  me: Customer!
  orders(filter: Filter, first: Int = 10, sort: [Sort!] = [DATE]): [Order!]!
  node(id: ID!): Node
  search(text: String!): [Hit!]!
  total: Int!
  old: Int @deprecated(reason: "Use total.")
}
type Mutation { place(order: NewOrder!): Order cancel(id: ID!, reason: String): Boolean }
interface Node { id: ID! }
interface Priced { price(in: Currency = EUR): Money }
type Customer implements Node { id: ID! name: String! mail: String phone: String nick: String }
type Order implements Node & Priced { id: ID! state: State! note: String items: [Item!]! price(in: Currency = EUR): Money buyer: Customer }
type Item implements Node & Priced { id: ID! price(in: Currency = EUR): Money count: Int! }
type Coupon { code: String! }
type Gift implements Node { id: ID! text: String }
union Hit = Order | Customer | Coupon
enum State { OPEN PAID LOST }
enum Sort { DATE NAME }
enum Currency { EUR USD }
scalar Money
scalar Date
input Filter { state: State text: String = "all" range: Range not: Filter by: By }
input Range { from: Date to: Date = "2030-01-01" }
input By @oneOf { id: ID name: String }
input NewOrder { items: [NewItem!]! gift: Boolean = false coupon: String }
input NewItem { id: ID! count: Int = 1 }
`;

const CHANGES: readonly (readonly [from: string, to: string])[] = [
  // What the server rejects now.
  ["cancel(id: ID!, reason: String)", "cancel(id: ID!, reason: String!)"],
  [" nick: String", ""],
  ["type Coupon { code: String! }", ""],
  [" | Coupon", " | Gift"],
  ["PAID LOST", "PAID SENT BACK"],
  ["input NewItem { id: ID!", "input NewItem { id: ID! size: Int!"],
  ["by: By }", "by: Int }"],
  // What breaks code.
  ["mail: String", "mail: Int"],
  ["me: Customer!", "me: Customer"],
  ["items: [Item!]!", "items: [Item]"],
  ["first: Int = 10", "first: Int = 20, after: ID, page: Int! = 1"],
  ["ttl: Int = 60", "ttl: Int = 90"],
  ['to: Date = "2030-01-01"', "to: Date"],
  // What changes types.
  ["note: String", "note: String!"],
  ["phone: String", 'phone: String! @deprecated(reason: "Use mail.")'],
  ["gift: Boolean = false", "gift: Boolean = false wrap: Boolean"],
  ["enum Sort { DATE NAME }", "enum Sort { DATE NAME TOTAL }"],
  // What is new, deprecated or described.
  ["type Item implements", '"A row of an order." type Item implements'],
  ["count: Int! }", '"How many." count: Int! weight(unit: String): Int }'],
  ["coupon: String }", "coupon: String @deprecated }"],
  [
    "scalar Date",
    "scalar Date type Box implements Node & Priced { id: ID! price(in: Currency = EUR): Money }",
  ],
  ["place(order: NewOrder!): Order", "place(order: NewOrder!): Order refund(id: ID!): Order"],
];
const AFTER = CHANGES.reduce((sdl, [from, to]) => sdl.replace(from, to), BEFORE);

const FILES = {
  "cancel.graphql": "mutation Cancel($id: ID!) { cancel(id: $id) }\n",
  "me.graphql":
    "query Me @cache { me { ...Contact nick tel: phone } }\nfragment Contact on Customer { name mail phone }\n",
  "node.graphql": `query Node($id: ID!) {
  node(id: $id) { __typename id ... on Priced { price } ... on Order { state } }
}\n`,
  "orders.graphql": `query Orders($filter: Filter, $first: Int, $sort: [Sort!]) {
  orders(filter: $filter, first: $first, sort: $sort) { id ...Row }
}
query Lost { orders(filter: { state: LOST, by: { id: 1 }, range: {} }) { note } }
fragment Row on Order { state note items { count } buyer { ...Contact } }\n`,
  "place.graphql": `mutation Place($order: NewOrder!) { place(order: $order) { id } }
mutation Fixed($id: ID!) { place(order: { coupon: "A", items: [{ id: $id }] }) { ...Row } }\n`,
  "search.graphql": `query Search($text: String!) {
  search(text: $text) { ... on Node { id } ... on Order { ...Row } ... on Coupon { code } }
}\n`,
  "total.graphql": "query Total { total old }\nquery Broken { nothing }\nquery Later { me { id } }\n",
  "unused.graphql": "fragment Unused on Item { id count }\n",
};

/** The files of the base, of which some have another text. */
const BASE = parseFiles({
  ...FILES,
  "me.graphql": "query Me @cache { me { ...Contact } }\nfragment Contact on Customer { name phone nick }\n",
  "node.graphql": `query OldNode($id: ID!) {
  node(id: $id) { id }
}
query Gone($ttl: Int) @cache(ttl: $ttl) { total }\n`,
  "place.graphql":
    "mutation Place($order: NewOrder!, $again: NewOrder!) { place(order: $order) { id note } second: place(order: $again) { id } }\n",
  "total.graphql": "query Sum { total old }\nquery Later($id: ID!) { node(id: $id) { id } }\n",
});

const accept = (coordinate: string, more: object = {}) => ({
  coordinate,
  reason: "Agreed.",
  expires: "2025-01-01",
  ...more,
});
const consumer = (name: string, ...names: readonly string[]) => ({ name, names: new Set(names) });

const SCENARIOS: Readonly<Record<string, Partial<CheckInput> & { readonly files?: readonly string[] }>> = {
  plain: { types: "closed" },
  options: {
    origins: { before: { label: "schema.graphql", how: "SDL" }, after: { label: "https://shop.example" } },
    accepted: [
      accept("Customer.mail", { rule: "type" }),
      accept("Customer.nick", { operation: "Me", file: "accepted.json" }),
      accept("Order.items", { operation: "Search" }),
      accept("Coupon"),
      accept("State.LOST", { expires: "2024-12-31" }),
      accept("Query.total"),
      accept("Query.me", { rule: "type" }),
    ],
    consumers: [
      consumer("web", "MeDocument", "RowFragment", "State"),
      consumer("app", "OrdersQuery_orders", "NewItem", "PlaceDocument"),
      { name: "all", names: "all" },
      consumer("parts", "UnusedFragment", "Order"),
      consumer("none", "Nothing"),
    ],
    breaks: ["switches"],
    notCompared: [{ subject: "more.graphql", reason: "It is not readable." }],
    remarks: ["A remark."],
    acceptFile: "accepted.json",
    acceptLabel: "breaking",
    regenerate: "npm run codegen",
  },
  unused: {
    files: ["me.graphql", "orders.graphql", "total.graphql", "unused.graphql"],
    consumers: [consumer("web", "MeDocument", "Sort"), consumer("app", "TotalDocument")],
    ignoreUnused: true,
    regenerate: "npm run codegen",
  },
  label: {
    files: ["me.graphql", "place.graphql", "orders.graphql"],
    acceptingLabel: { label: "breaking", actor: "anna" },
    accepted: [accept("Query.me")],
  },
  base: { installed: { operations: BASE } },
  nothing: {
    files: ["me.graphql", "total.graphql"],
    nothing: "The snapshot is new.",
    notCompared: [{ subject: "more.graphql", reason: "It is new." }],
  },
};

/** Like JSON, with each value that fits on one line. */
function print(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (indent.length + line.length <= 140 || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + print(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${print(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join("\n")}\n${indent}${close}`;
}

/** A finding is one line, without its message. So is a place. */
function shorten(_: string, value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if ("line" in value && "column" in value) return renderPlace(value as Place);
  if (!("rule" in value && "place" in value)) return value;
  return renderFinding(value as Finding);
}

test.for(Object.entries(SCENARIOS))(
  "reports all of a large change: %s",
  async ([title, { files, ...options }]) => {
    for (const [from] of CHANGES) expect(BEFORE).toContain(from);
    const operations = Object.entries(FILES).filter(([name]) => files?.includes(name) ?? true);
    const report = checkTexts(BEFORE, AFTER, Object.fromEntries(operations), options);
    const text = print(JSON.parse(JSON.stringify(report, shorten)));
    const lines = text.replaceAll('\\"', '"').replaceAll("\\n", "\n");
    await expect(`${lines}\n`).toMatchFileSnapshot(join(import.meta.dirname, `fixtures/whole/${title}.txt`));
  },
);
