/** The rules of an API in the style of Saleor. */

import type { Dialect } from "@integration-platform/graphql-testing/rules";
import type { Rules } from "./platform.types.ts";

export const dialect: Dialect = {
  operators: { eq: "eq", oneOf: "in", range: "and", gte: "gte", lte: "lte" },
  logic: { AND: "and" },
  orderMembers: { field: "field", direction: "direction" },
  nulls: "high",
};

const ORDERS = { NAME: "name", RATING: "rating" } as const;

const isIn = (id: string | undefined, ids: readonly (string | null | undefined)[]): boolean =>
  id !== undefined && ids.includes(id);

export const rules = {
  Query: {
    products: (_, { filter, where: condition, sortBy, ...rest }, { db, where, sort, page }) => {
      const matching = where(db.Product.list(), condition, {
        category: ({ category }, { eq, oneOf }) => isIn(category?.id, oneOf ?? [eq]),
      });
      const filtered = where(matching, filter, {
        search: ({ name }, text) => name.toLowerCase().includes(text.toLowerCase()),
        categories: ({ category }, ids) => isIn(category?.id, ids),
        slugs: ({ slug }, slugs) => slugs.includes(slug),
      });
      // The channel has no prices here.
      const { channel: _channel, ...order } = sortBy ?? {};
      return page(sort(filtered, order, ORDERS), rest);
    },
    // One channel.
    product: (_, { id, slug, channel: _channel }, { db }) =>
      id ? db.Product.find(id) : (db.Product.list((product) => product.slug === slug)[0] ?? null),
  },
  Mutation: {
    productUpdate: (_, { id, input }, { db }) => ({ product: db.Product.update(id, input) }),
    productDelete: (_, { id }, { db }) => ({ product: db.Product.delete(id) }),
    productBulkDelete: (_, { ids }, { db }) => ({ count: ids.map((id) => db.Product.delete(id)).length }),
  },
} satisfies Rules;
