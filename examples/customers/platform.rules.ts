import type { Rules } from "./platform.types.ts";

/** Members of an order that the schema has. */
export const dialect = { orderMembers: { field: "field", direction: "direction" } };

/** What the arguments and mutations of the schema mean. */
export const rules = {
  Query: {
    customers: (_, { country, name_Icontains: text, orderBy, ...rest }, { db, sort, page }) => {
      const customers = db.Customer.list(
        (customer) =>
          (country == null || customer.country === country) &&
          (text == null || customer.name.toLowerCase().includes(text.toLowerCase())),
      );
      return page(sort(customers, orderBy, { NAME: "name", CREDIT_LIMIT: "creditLimit" }), rest);
    },
  },
  Customer: {
    orders: ({ orders }, { status }) => orders.filter((order) => status == null || order.status === status),
  },
  Mutation: {
    createCustomer: (_, { input }, { db }) => ({
      customer: db.Customer.create({ creditLimit: 0, ...input }),
    }),
    updateCustomer: (_, { id, input }, { db }) => ({ customer: db.Customer.update(id, input) }),
    deleteCustomer: (_, { id }, { db }) => ({ deletedId: db.Customer.delete(id).id }),
  },
} satisfies Rules;
