/** The API of the back office as plain resolvers over arrays. */

import { GraphQLError } from "graphql";

const toHandle = (title) => title.toLowerCase().replaceAll(" ", "-");
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const SORT_FIELDS = {
  CREATED_AT: "createdAt",
  INVENTORY_TOTAL: "totalInventory",
  TITLE: "title",
  POSITION: "position",
  SKU: "sku",
  PROCESSED_AT: "processedAt",
};

/** A page of the Relay specification. */
function paginate(rows, { first, last, after, sortKey, reverse }) {
  const field = SORT_FIELDS[sortKey];
  const sorted = field ? rows.toSorted((a, b) => compare(a[field], b[field])) : rows;
  const ordered = reverse ? sorted.toReversed() : sorted;
  const from = after ? ordered.findIndex(({ id }) => id === after) + 1 : 0;
  const start = last == null ? from : Math.max(from, ordered.length - last);
  const nodes = ordered.slice(start, first == null ? undefined : start + first);
  const pageInfo = {
    hasNextPage: start + nodes.length < ordered.length,
    endCursor: nodes.at(-1)?.id ?? null,
  };
  return { nodes, edges: nodes.map((node) => ({ cursor: node.id, node })), pageInfo };
}

/** @param seed - Rows by type. Relations are IDs. */
export function createResolvers(seed) {
  const data = structuredClone(seed);
  const find = (type, id) => data[type].find((row) => row.id === id) ?? null;
  const get = (type, id) => {
    const row = find(type, id);
    if (!row)
      throw new GraphQLError(`There is no ${type} with this ID.`, { extensions: { code: "NOT_FOUND" } });
    return row;
  };
  /** The payload of a change of a row. An unknown ID is a user error. */
  const change = (type, id, name, changesOf) => {
    const row = find(type, id);
    if (!row) return { userErrors: [{ field: ["id"], message: `The ${type} does not exist.` }] };
    return { [name]: Object.assign(row, changesOf(row)), userErrors: [] };
  };
  const createProduct = (fields, now) => {
    const dates = { createdAt: now(), updatedAt: now() };
    const product = {
      id: `product-${data.Product.length + 1}`,
      handle: toHandle(fields.title),
      ...fields,
      ...dates,
    };
    data.Product.push(product);
    return product;
  };
  const search = (query) => data.Product.filter(({ vendor }) => !query || `vendor:${vendor}` === query);
  return {
    Query: {
      products: (_, { query, ...rest }) => paginate(search(query), rest),
      product: (_, { id }) => find("Product", id),
      productByHandle: (_, { handle }) => data.Product.find((product) => product.handle === handle) ?? null,
      productsCount: (_, { query }) => ({ count: search(query).length }),
      collection: (_, { id }) => find("Collection", id),
      customer: (_, { id }) => find("Customer", id),
    },
    Product: {
      variants: ({ id }, args) =>
        paginate(
          data.Variant.filter(({ product }) => product === id),
          args,
        ),
      collections: ({ id }, args) =>
        paginate(
          data.Collection.filter(({ products }) => products.includes(id)),
          args,
        ),
    },
    Collection: {
      products: ({ products }, args) =>
        paginate(
          products.map((id) => find("Product", id)),
          args,
        ),
      productsCount: ({ products }) => ({ count: products.length }),
    },
    Customer: {
      numberOfOrders: ({ orders }) => orders.length,
      orders: ({ orders }, args) =>
        paginate(
          orders.map((id) => find("Order", id)),
          args,
        ),
    },
    Mutation: {
      productCreate(_, { input: { collectionsToJoin, id: _id, ...input } }, { now }) {
        if (!input.title) return { userErrors: [{ field: ["title"], message: "Title can't be blank" }] };
        const product = createProduct({ status: "ACTIVE", ...input }, now);
        for (const id of collectionsToJoin ?? []) get("Collection", id).products.push(product.id);
        return { product, userErrors: [] };
      },
      productUpdate: (_, { input: { id, ...input } }, { now }) =>
        change("Product", id, "product", () => ({ ...input, updatedAt: now() })),
      productDelete(_, { input: { id } }) {
        data.Product.splice(data.Product.indexOf(get("Product", id)), 1);
        for (const collection of data.Collection)
          collection.products = collection.products.filter((each) => each !== id);
        return { deletedProductId: id, userErrors: [] };
      },
      productChangeStatus: (_, { productId, status }, { now }) =>
        change("Product", productId, "product", () => ({ status, updatedAt: now() })),
      productDuplicate(_, { productId, newTitle }, { now }) {
        const { vendor, tags, totalInventory } = get("Product", productId);
        const copied = { title: newTitle, vendor, tags, totalInventory, status: "DRAFT" };
        return { newProduct: createProduct(copied, now), userErrors: [] };
      },
      collectionAddProducts: (_, { id, productIds }) =>
        change("Collection", id, "collection", ({ products }) => ({
          products: [...new Set([...products, ...productIds])],
        })),
      collectionRemoveProducts: (_, { id, productIds }) =>
        change("Collection", id, "collection", ({ products }) => ({
          products: products.filter((each) => !productIds.includes(each)),
        })),
      tagsAdd: (_, { id, tags }) =>
        change("Product", id, "node", (product) => ({
          __typename: "Product",
          tags: [...new Set([...product.tags, ...tags])],
        })),
      customerUpdate: (_, { input: { id, ...input } }) => change("Customer", id, "customer", () => input),
      orderCancel: (_, { orderId, reason }, { now }) =>
        change("Order", orderId, "order", () => ({ cancelReason: reason, cancelledAt: now() })),
    },
  };
}
