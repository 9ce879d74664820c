/** Tests and bugs of the shop's back office. */

import { deepEqual, equal, notEqual, rejects } from "node:assert/strict";
import type { Bug } from "../../seeded-bugs.ts";
import type { Cases } from "../application.ts";
import type { create } from "./storefront.ts";

const date = (day: number) => `2026-05-0${day}T10:00:00Z`;

export const data = {
  Product: [
    {
      id: "p1",
      title: "Teapot",
      handle: "teapot",
      vendor: "Acme",
      status: "ACTIVE",
      tags: ["kitchen"],
      totalInventory: 12,
      createdAt: date(1),
    },
    {
      id: "p2",
      title: "Cup",
      handle: "cup",
      vendor: "Acme",
      status: "ACTIVE",
      tags: [],
      totalInventory: 30,
      createdAt: date(3),
    },
    {
      id: "p3",
      title: "Lamp",
      handle: "lamp",
      vendor: "Lumo",
      status: "DRAFT",
      tags: [],
      totalInventory: 9,
      createdAt: date(2),
    },
  ],
  Variant: [
    { id: "v1", sku: "TEA-S", position: 2, product: "p1" },
    { id: "v2", sku: "TEA-L", position: 1, product: "p1" },
    { id: "v3", sku: "CUP", position: 1, product: "p2" },
  ],
  Collection: [
    { id: "k1", title: "Kitchen", handle: "kitchen", products: ["p1", "p2"] },
    { id: "k2", title: "Light", handle: "light", products: [] },
  ],
  Customer: [{ id: "c1", email: "kim@example.com", note: "calls", orders: ["o1", "o2", "o3"] }],
  Order: [
    { id: "o1", name: "#1", cancelledAt: null, cancelReason: null, processedAt: date(1) },
    { id: "o2", name: "#2", cancelledAt: null, cancelReason: null, processedAt: date(5) },
    { id: "o3", name: "#3", cancelledAt: null, cancelReason: null, processedAt: date(3) },
  ],
};

export const cases: Cases<ReturnType<typeof create>> = {
  async "searches by vendor"(app) {
    deepEqual(await app.ofVendor("Acme"), ["Teapot", "Cup"]);
  },
  async "sorts by date, newest first"(app) {
    deepEqual(await app.newest(), ["Cup", "Lamp", "Teapot"]);
  },
  async "sorts by inventory"(app) {
    deepEqual(await app.inStock(), ["Cup", "Teapot"]);
  },
  async "sorts by title"(app) {
    deepEqual(await app.alphabetical(), ["Cup", "Lamp", "Teapot"]);
  },
  async "reads all pages"(app) {
    deepEqual(await app.all(), ["Teapot", "Cup", "Lamp"]);
  },
  async "reads the last page"(app) {
    deepEqual(await app.lastTwo(), ["Cup", "Lamp"]);
  },
  async "shows a product with variants by position"(app) {
    const shown = { title: "Teapot", handle: "teapot", vendor: "Acme", status: "ACTIVE", tags: ["kitchen"] };
    deepEqual(await app.find("p1"), {
      id: "p1",
      ...shown,
      variants: { nodes: [{ sku: "TEA-L" }, { sku: "TEA-S" }] },
    });
    equal(await app.find("p9"), null);
  },
  async "finds a product by its handle"(app) {
    equal(await app.byHandle("lamp"), "p3");
    equal(await app.byHandle("sofa"), undefined);
  },
  async "shows the last SKU"(app) {
    equal(await app.lastSku("p1"), "TEA-S");
  },
  async "shows a collection"(app) {
    deepEqual(await app.collection("k1"), {
      productsCount: { count: 2 },
      products: { nodes: [{ title: "Cup" }, { title: "Teapot" }] },
    });
    deepEqual(await app.collection("k2"), { productsCount: { count: 0 }, products: { nodes: [] } });
  },
  async "counts products"(app) {
    equal(await app.count(), 3);
    equal(await app.count("Lumo"), 1);
  },
  async "shows the latest orders"(app) {
    const nodes = [
      { name: "#2", cancelledAt: null },
      { name: "#3", cancelledAt: null },
    ];
    deepEqual(await app.orders("c1"), { email: "kim@example.com", numberOfOrders: 3, orders: { nodes } });
  },
  async "creates a product in a collection"(app) {
    const { id, ...rest } = await app.create("Table Lamp", "Lumo", "k2");
    deepEqual(rest, { handle: "table-lamp", status: "ACTIVE", collections: { nodes: [{ id: "k2" }] } });
    equal(await app.byHandle("table-lamp"), id);
    equal(await app.count("Lumo"), 2);
    await rejects(app.create("", "Lumo", "k2"), /blank/);
  },
  async "renames one product"(app) {
    equal(await app.rename("p2", "Mug"), "Mug");
    deepEqual(await app.alphabetical(), ["Lamp", "Mug", "Teapot"]);
    await rejects(app.rename("p9", "Mug"), /exist|found|no/i);
  },
  async "removes one product"(app) {
    equal(await app.remove("p2"), "p2");
    deepEqual(await app.all(), ["Teapot", "Lamp"]);
    deepEqual(await app.collection("k1"), {
      productsCount: { count: 1 },
      products: { nodes: [{ title: "Teapot" }] },
    });
  },
  async "archives a product"(app) {
    equal(await app.archive("p3"), "ARCHIVED");
  },
  async "duplicates a product as a draft"(app) {
    const { id, ...rest } = await app.duplicate("p1", "Teapot 2");
    notEqual(id, "p1");
    deepEqual(rest, { title: "Teapot 2", vendor: "Acme", status: "DRAFT" });
    deepEqual(await app.ofVendor("Acme"), ["Teapot", "Cup", "Teapot 2"]);
  },
  async "adds products to a collection and removes them"(app) {
    await app.addTo("k2", ["p3", "p1"]);
    deepEqual(await app.collection("k2"), {
      productsCount: { count: 2 },
      products: { nodes: [{ title: "Lamp" }, { title: "Teapot" }] },
    });
    await app.removeFrom("k2", ["p3"]);
    deepEqual(await app.collection("k2"), {
      productsCount: { count: 1 },
      products: { nodes: [{ title: "Teapot" }] },
    });
  },
  async "adds tags once"(app) {
    deepEqual(await app.tag("p1", ["kitchen", "gift"]), ["kitchen", "gift"]);
  },
  async "clears a note"(app) {
    deepEqual(await app.note("c1", null), { note: null, email: "kim@example.com" });
  },
  async "cancels an order"(app) {
    deepEqual(await app.cancel("o2"), { reason: "CUSTOMER", isDated: true });
  },
};

export const bugs: readonly Bug[] = [
  { title: "the search is not sent", from: "titles({ query: byVendor(vendor) })", to: "titles({})" },
  { title: "the newest are last", from: 'sortKey: "CREATED_AT", reverse: true', to: 'sortKey: "CREATED_AT"' },
  { title: "another sort key", from: '"INVENTORY_TOTAL"', to: '"CREATED_AT"' },
  { title: "the list has no order", from: '{ sortKey: "TITLE" }', to: "{}" },
  { title: "only the first page is read", from: "more = page.pageInfo.hasNextPage;", to: "more = false;" },
  { title: "the first page instead of the last", from: "products(last: 2)", to: "products(first: 2)" },
  {
    title: "variants are sorted by SKU",
    from: "variants(first: 10, sortKey: POSITION)",
    to: "variants(first: 10, sortKey: SKU, reverse: true)",
  },
  {
    title: "the handle is an ID",
    from: "(BY_HANDLE, { handle })",
    to: "(BY_HANDLE, { handle: handle.toUpperCase() })",
  },
  { title: "the SKUs are ascending", from: "sortKey: SKU, reverse: true", to: "sortKey: SKU" },
  {
    title: "the collection is not sorted",
    from: "products(first: 10, sortKey: TITLE)",
    to: "products(first: 10)",
  },
  {
    title: "all products are counted",
    from: "const query = vendor && byVendor(vendor);",
    to: "const query = undefined;",
  },
  {
    title: "the oldest orders are shown",
    from: "sortKey: PROCESSED_AT, reverse: true",
    to: "sortKey: PROCESSED_AT",
  },
  { title: "the vendor is not sent", from: "{ title, vendor, tags", to: '{ title, vendor: "", tags' },
  { title: "the product joins no collection", from: ", collectionsToJoin: [collection] }", to: " }" },
  { title: "user errors are ignored", from: "if (!payload || error)", to: "if (!payload)" },
  { title: "the title is not sent", from: "{ input: { id, title } }", to: "{ input: { id } }" },
  { title: "another product is removed", from: "(DELETE, { id })", to: '(DELETE, { id: "p1" })' },
  { title: "archive means draft", from: '"ARCHIVED"', to: '"DRAFT"' },
  {
    title: "the copy keeps the title",
    from: "(DUPLICATE, { id, title })",
    to: '(DUPLICATE, { id, title: "Copy" })',
  },
  {
    title: "only one product is added",
    from: "(ADD, { id, products })",
    to: "(ADD, { id, products: products.slice(0, 1) })",
  },
  { title: "products are not removed", from: "change(REMOVE, {", to: "change(ADD, {" },
  { title: "tags are lost", from: "(TAG, { id, tags })", to: "(TAG, { id, tags: tags.slice(1, 1) })" },
  {
    title: "null is not sent",
    from: "{ input: { id, note } }",
    to: "{ input: { id, ...(note && { note }) } }",
  },
  { title: "the wrong reason", from: "reason: CUSTOMER", to: "reason: FRAUD" },
];
