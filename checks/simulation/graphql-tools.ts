/**
 * The API of the example application with `@graphql-tools/mock`, as its guide shows: a store with objects,
 * and mutations.
 */

import { readFileSync } from "node:fs";
import { addMocksToSchema, createMockStore } from "@graphql-tools/mock";
import { makeExecutableSchema } from "@graphql-tools/schema";
import { graphql } from "graphql";
import { seed } from "../../examples/customers/cases.ts";
import type { Execute } from "../../examples/customers/customers.ts";

const typeDefs = readFileSync(new URL("../../examples/customers/schema.graphql", import.meta.url), "utf8");

export async function createToolsMock(): Promise<Execute> {
  const executable = makeExecutableSchema({ typeDefs });
  const store = createMockStore({ schema: executable, mocks: { DateTime: () => "2025-01-31T08:30:00Z" } });
  const ids: string[] = [];
  for (const { id, ...fields } of seed.Order) store.set("Order", id, fields);
  for (const { id, orders, ...fields } of seed.Customer) {
    ids.push(id);
    store.set("Customer", id, {
      ...fields,
      orders: orders.map((order) => ({ $ref: { typeName: "Order", key: order.id } })),
    });
  }
  const find = (id: string) => (ids.includes(id) ? store.get("Customer", id) : null);
  const resolvers = {
    Query: {
      customer: (_: unknown, { id }: { id: string }) => find(id),
      customers: () => ({
        nodes: ids.map(find),
        totalCount: ids.length,
        pageInfo: { hasNextPage: false, endCursor: null },
      }),
    },
    Mutation: {
      createCustomer(_: unknown, { input }: { input: object }) {
        const id = `new-${ids.length}`;
        ids.push(id);
        store.set("Customer", id, input as never);
        return { customer: find(id) };
      },
      updateCustomer(_: unknown, { id, input }: { id: string; input: object }) {
        store.set("Customer", id, input as never);
        return { customer: find(id) };
      },
      deleteCustomer(_: unknown, { id }: { id: string }) {
        ids.splice(ids.indexOf(id), 1);
        return { deletedId: id };
      },
    },
  };
  const schema = addMocksToSchema({ schema: executable, store, resolvers });
  return async (source, variables) => {
    const { data } = await graphql({ schema, source, variableValues: { ...variables } });
    return JSON.parse(JSON.stringify(data));
  };
}
