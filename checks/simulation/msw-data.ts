/**
 * The API of the example application with `@msw/data`: collections, and resolvers that are written by hand.
 */

import { readFileSync } from "node:fs";
import { makeExecutableSchema } from "@graphql-tools/schema";
import { Collection } from "@msw/data";
import { GraphQLError, graphql } from "graphql";
import { z } from "zod";
import { seed } from "../../examples/customers/cases.ts";
import type { Execute } from "../../examples/customers/customers.ts";

const typeDefs = readFileSync(new URL("../../examples/customers/schema.graphql", import.meta.url), "utf8");

interface ListArgs {
  readonly first?: number;
  readonly after?: string;
  readonly country?: string;
  readonly name_Icontains?: string;
  readonly orderBy?: { readonly field: "NAME" | "CREDIT_LIMIT"; readonly direction: "ASC" | "DESC" };
}

export async function createDataMock(): Promise<Execute> {
  const order = z.object({ id: z.string(), number: z.string(), status: z.enum(["OPEN", "SHIPPED"]) });
  const customers = new Collection({
    schema: z.object({
      id: z.string(),
      name: z.string(),
      country: z.string(),
      creditLimit: z.number().default(0),
      orders: z.array(order).default([]),
    }),
  });
  const orders = new Map(seed.Order.map((order) => [order.id as string, order]));
  for (const row of seed.Customer) {
    await customers.create({ ...row, orders: row.orders.flatMap(({ id }) => orders.get(id) ?? []) });
  }
  const find = (id: string) => customers.findFirst((query) => query.where({ id }));
  const resolvers = {
    Query: {
      customer: (_: unknown, { id }: { id: string }) => find(id) ?? null,
      customers(_: unknown, { first = 100, after, country, name_Icontains: text, orderBy }: ListArgs) {
        if (first > 100) throw new GraphQLError("The page is too large.");
        const key = orderBy?.field === "NAME" ? "name" : "creditLimit";
        const matching = customers.findMany(
          (query) =>
            query.where(
              (customer) =>
                (country === undefined || customer.country === country) &&
                (text === undefined || customer.name.toLowerCase().includes(text.toLowerCase())),
            ),
          orderBy && { orderBy: { [key]: orderBy.direction === "ASC" ? "asc" : "desc" } },
        );
        const start = after ? matching.findIndex(({ id }) => id === after) + 1 : 0;
        const nodes = matching.slice(start, start + first);
        const hasNextPage = start + first < matching.length;
        return {
          nodes,
          totalCount: matching.length,
          pageInfo: { hasNextPage, endCursor: nodes.at(-1)?.id ?? null },
        };
      },
    },
    Customer: {
      orders: (customer: { orders: { status: string }[] }, { status }: { status?: string }) =>
        customer.orders.filter((order) => status === undefined || order.status === status),
    },
    Mutation: {
      async createCustomer(_: unknown, { input }: { input: { name: string; country: string } }) {
        return { customer: await customers.create({ id: `new-${customers.count()}`, ...input }) };
      },
      async updateCustomer(
        _: unknown,
        { id, input }: { id: string; input: { name?: string; country?: string } },
      ) {
        const data = (customer: object) => void Object.assign(customer, input);
        return { customer: await customers.update((query) => query.where({ id }), { data }) };
      },
      deleteCustomer(_: unknown, { id }: { id: string }) {
        return { deletedId: customers.delete((query) => query.where({ id }))?.id };
      },
    },
  };
  const schema = makeExecutableSchema({ typeDefs, resolvers });
  return async (source, variables) => {
    const { data } = await graphql({ schema, source, variableValues: { ...variables } });
    return JSON.parse(JSON.stringify(data));
  };
}
