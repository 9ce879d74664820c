/** The reviewed rules of the application. */

import { descending, is, keep, type Row, type Rules, reject } from "@integration-platform/graphql-testing/rules";

/** The only search that the application uses. */
const isFound = (row: Row, query: string): boolean => !query || `vendor:${row.vendor}` === query;

export default {
  filters: {
    "Query.products(query:)": (row, query: string) => isFound(row, query),
    "Query.productByHandle(handle:)": is("handle"),
  },
  orders: {
    "ProductSortKeys.CREATED_AT": "createdAt",
    "ProductSortKeys.ID": keep,
    "ProductSortKeys.INVENTORY_TOTAL": "totalInventory",
    "ProductSortKeys.RELEVANCE": keep,
    "ProductSortKeys.TITLE": "title",
    "Query.products(reverse:)": descending,
    "VariantSortKeys.POSITION": "position",
    "VariantSortKeys.SKU": "sku",
    "Product.variants(reverse:)": descending,
    "CollectionProductSortKeys.TITLE": "title",
    "OrderSortKeys.PROCESSED_AT": "processedAt",
    "Customer.orders(reverse:)": descending,
  },
  resolvers: {
    Collection: {
      productsCount: ({ products }) => ({ count: products.length }),
    },
    Query: {
      productsCount: (_, { query = "" }, { db }) => ({
        count: db.Product.filter((row: Row) => isFound(row, query)).length,
      }),
    },
    Customer: {
      numberOfOrders: ({ orders }) => orders.length,
    },
    Mutation: {
      productCreate: (_, { input: { collectionsToJoin = [], ...input } }, { db, now }) => {
        if (!input.title) throw reject("Title can't be blank", { field: "title" });
        const handle = input.title.toLowerCase().replaceAll(" ", "-");
        const product = db.Product.create({ handle, status: "ACTIVE", ...input, createdAt: now(), updatedAt: now() });
        for (const id of collectionsToJoin) db.Collection.add(id, "products", product.id);
        return product;
      },
      // no field, so an error if they are sent: collectionsToJoin
      productUpdate: (_, { input: { id, ...input } }, { db, now }) =>
        db.Product.update(id, { ...input, updatedAt: now() }),
      productDelete: (_, { input: { id } }, { db }) => db.Product.delete(id),
      productChangeStatus: (_, { productId, ...fields }, { db, now }) =>
        db.Product.update(productId, { ...fields, updatedAt: now() }),
      productDuplicate: (_, { productId, newTitle }, { db, now }) => {
        const { vendor, tags, totalInventory } = db.Product.get(productId);
        const handle = newTitle.toLowerCase().replaceAll(" ", "-");
        const dates = { createdAt: now(), updatedAt: now() };
        return db.Product.create({ title: newTitle, handle, vendor, tags, totalInventory, status: "DRAFT", ...dates });
      },
      collectionAddProducts: (_, { id, productIds }, { db }) => db.Collection.add(id, "products", productIds),
      collectionRemoveProducts: (_, { id, productIds }, { db }) => db.Collection.remove(id, "products", productIds),
      tagsAdd: (_, { id, tags }, { db }) => {
        const product = db.Product.get(id);
        return db.Product.update(id, { tags: [...new Set([...product.tags, ...tags])] });
      },
      customerUpdate: (_, { input: { id, ...input } }, { db }) => db.Customer.update(id, input),
      orderCancel: (_, { orderId, reason }, { db, now }) =>
        db.Order.update(orderId, { cancelReason: reason, cancelledAt: now() }),
    },
  },
} satisfies Rules;
