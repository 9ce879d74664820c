import type { Row, Rules } from "./platform.types.ts";

const ORDERS = {
  NAME: (a: Row.Customer, b: Row.Customer) => a.name.localeCompare(b.name),
  CREDIT_LIMIT: (a: Row.Customer, b: Row.Customer) => a.creditLimit - b.creditLimit,
};

/** What the arguments and mutations of the schema mean. */
export const rules = {
  Query: {
    customers: (_, { country, name_Icontains: text, orderBy, ...rest }, { db, page }) => {
      const customers = db.Customer.list(
        (customer) =>
          (country == null || customer.country === country) &&
          (text == null || customer.name.toLowerCase().includes(text.toLowerCase())),
      );
      const sorted = orderBy ? customers.toSorted(ORDERS[orderBy.field]) : customers;
      return page(orderBy?.direction === "DESC" ? sorted.toReversed() : sorted, rest);
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
