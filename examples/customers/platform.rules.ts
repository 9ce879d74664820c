import { containsText, descending, is, type Rules } from "@integration-platform/graphql-testing/rules";

/** What the arguments and mutations of the schema mean. */
export default {
  filters: {
    "Query.customers(country:)": is("country"),
    "Query.customers(name_Icontains:)": containsText("name"),
    "Customer.orders(status:)": is("status"),
  },
  orders: {
    "CustomerOrderField.NAME": "name",
    "CustomerOrderField.CREDIT_LIMIT": "creditLimit",
    "Direction.DESC": descending,
  },
  resolvers: {
    Mutation: {
      createCustomer: (_, { input }, { db }) => db.Customer.create(input),
      updateCustomer: (_, { id, input }, { db }) => db.Customer.update(id, input),
      deleteCustomer: (_, { id }, { db }) => db.Customer.delete(id),
    },
  },
} satisfies Rules;
