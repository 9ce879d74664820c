/** The rules of the application. */

import { reject } from "@integration-platform/graphql-testing/rules";
import type { Row, Rules } from "./platform.types.ts";

/** The only search that the application uses. */
const isFound = (product: Row.Product, query: string | null | undefined): boolean =>
  !query || `vendor:${product.vendor}` === query;

/** The field of each sort key. Others keep the order. */
const SORT_FIELDS = {
  CREATED_AT: "createdAt",
  INVENTORY_TOTAL: "totalInventory",
  POSITION: "position",
  PROCESSED_AT: "processedAt",
  SKU: "sku",
  TITLE: "title",
} as const;

const sorted = <Item extends object>(
  rows: readonly Item[],
  key: string | null | undefined,
  reverse: boolean | null | undefined,
) => {
  const keyOf = (row: Item): string | number => Reflect.get(row, Reflect.get(SORT_FIELDS, key ?? "") ?? "id");
  const ordered =
    key != null && key in SORT_FIELDS ? rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) : rows;
  return reverse ? ordered.toReversed() : ordered;
};

const toHandle = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

export const rules = {
  Query: {
    products: (_, { query, sortKey, reverse, ...rest }, { db, page }) =>
      page(
        sorted(
          db.Product.list((product) => isFound(product, query)),
          sortKey,
          reverse,
        ),
        rest,
      ),
    productByHandle: (_, { handle }, { db }) =>
      db.Product.list((product) => product.handle === handle)[0] ?? null,
    productsCount: (_, { query }, { db }) => ({
      count: db.Product.list((product) => isFound(product, query)).length,
    }),
  },
  Product: {
    variants: ({ variants }, { sortKey, reverse, ...rest }, { page }) =>
      page(sorted(variants, sortKey, reverse), rest),
  },
  Collection: {
    products: ({ products }, { sortKey, reverse, ...rest }, { page }) =>
      page(sorted(products, sortKey, reverse), rest),
    productsCount: ({ products }) => ({ count: products.length }),
  },
  Customer: {
    numberOfOrders: ({ orders }) => orders.length,
    orders: ({ orders }, { sortKey, reverse, ...rest }, { page }) =>
      page(sorted(orders, sortKey, reverse), rest),
  },
  Mutation: {
    productCreate: (_, { input: { collectionsToJoin, title, id: _id, ...input } }, { db, now }) => {
      if (!title) reject("Title can't be blank", { field: "title" });
      const dates = { createdAt: now(), updatedAt: now() };
      const product = db.Product.create({
        handle: toHandle(title),
        status: "ACTIVE",
        ...input,
        title,
        ...dates,
      });
      for (const id of collectionsToJoin ?? []) {
        db.Collection.update(id, { products: [...db.Collection.get(id).products, product] });
      }
      return { product };
    },
    // A collection to join has no field, so it is an error.
    productUpdate: (_, { input: { id, ...input } }, { db, now }) => ({
      product: db.Product.update(id ?? "", { ...input, updatedAt: now() }),
    }),
    productDelete: (_, { input: { id } }, { db }) => ({ deletedProductId: db.Product.delete(id).id }),
    productChangeStatus: (_, { productId, status }, { db, now }) => ({
      product: db.Product.update(productId, { status, updatedAt: now() }),
    }),
    productDuplicate: (_, { productId, newTitle }, { db, now }) => {
      const { vendor, tags, totalInventory } = db.Product.get(productId);
      const copied = {
        vendor,
        tags,
        totalInventory,
        status: "DRAFT",
        createdAt: now(),
        updatedAt: now(),
      } as const;
      return { newProduct: db.Product.create({ title: newTitle, handle: toHandle(newTitle), ...copied }) };
    },
    collectionAddProducts: (_, { id, productIds }, { db }) => {
      const ids = db.Collection.get(id).products.map((product) => product.id);
      return { collection: db.Collection.update(id, { products: [...new Set([...ids, ...productIds])] }) };
    },
    collectionRemoveProducts: (_, { id, productIds }, { db }) => {
      const kept = db.Collection.get(id).products.filter((product) => !productIds.includes(product.id));
      return { collection: db.Collection.update(id, { products: kept }) };
    },
    tagsAdd: (_, { id, tags }, { db }) => ({
      node: db.Product.update(id, { tags: [...new Set([...db.Product.get(id).tags, ...tags])] }),
    }),
    customerUpdate: (_, { input: { id, ...input } }, { db }) => ({
      customer: db.Customer.update(id, input),
    }),
    orderCancel: (_, { orderId, reason }, { db, now }) => ({
      order: db.Order.update(orderId, { cancelReason: reason, cancelledAt: now() }),
    }),
  },
} satisfies Rules;
