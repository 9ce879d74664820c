/** An application: lists, pages, changes and caches customers. `checks/simulation` puts bugs into it. */

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly country: string;
}

interface Page {
  readonly nodes: readonly Customer[];
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Executes an operation, and returns its data. */
export type Execute = (query: string, variables: object) => Promise<unknown>;

const PAGE = "nodes { id name country } totalCount pageInfo { hasNextPage endCursor }";

export interface Customers {
  inCountry(country: string): Promise<readonly Customer[]>;
  search(text: string): Promise<readonly Customer[]>;
  all(pageSize?: number): Promise<readonly Customer[]>;
  count(): Promise<number>;
  byCreditLimit(): Promise<readonly Customer[]>;
  find(id: string): Promise<Customer | null>;
  openOrders(id: string): Promise<readonly string[]>;
  create(name: string, country: string): Promise<Customer>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function createCustomers(execute: Execute): Customers {
  const cache = new Map<string, Customer | null>();
  const list = async (args: string, variables: object = {}, definitions = ""): Promise<Page> => {
    const data = await execute(`query List${definitions} { customers(${args}) { ${PAGE} } }`, variables);
    return (data as { customers: Page }).customers;
  };
  return {
    async inCountry(country) {
      return (await list("first: 50, country: $country", { country }, "($country: String)")).nodes;
    },
    async search(text) {
      return (await list("first: 50, name_Icontains: $text", { text }, "($text: String)")).nodes;
    },
    async all(pageSize = 2) {
      const customers: Customer[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const page: Page = await list(
          "first: $first, after: $after",
          { first: pageSize, after },
          "($first: Int, $after: String)",
        );
        customers.push(...page.nodes);
        after = page.pageInfo.endCursor;
        more = page.pageInfo.hasNextPage;
      }
      return customers;
    },
    async count() {
      const page = await list("first: 2");
      return page.totalCount;
    },
    async byCreditLimit() {
      return (await list("first: 50, orderBy: { field: CREDIT_LIMIT, direction: DESC }")).nodes;
    },
    async find(id) {
      const cached = cache.get(id);
      if (cached !== undefined) return cached;
      const data = await execute("query Find($id: ID!) { customer(id: $id) { id name country } }", { id });
      const { customer } = data as { customer: Customer | null };
      cache.set(id, customer);
      return customer;
    },
    async openOrders(id) {
      const query = "query Open($id: ID!) { customer(id: $id) { orders(status: OPEN) { number } } }";
      const { customer } = (await execute(query, { id })) as { customer: { orders: { number: string }[] } };
      return customer.orders.map(({ number }) => number);
    },
    async create(name, country) {
      const query = `mutation Create($input: CustomerInput!) {
        createCustomer(input: $input) { customer { id name country } } }`;
      const data = (await execute(query, { input: { name, country } })) as {
        createCustomer: { customer: Customer };
      };
      return data.createCustomer.customer;
    },
    async rename(id, name) {
      const query = `mutation Rename($id: ID!, $input: CustomerChange!) {
        updateCustomer(id: $id, input: $input) { customer { id } } }`;
      await execute(query, { id, input: { name } });
      cache.delete(id);
    },
    async remove(id) {
      await execute("mutation Remove($id: ID!) { deleteCustomer(id: $id) { deletedId } }", { id });
      cache.delete(id);
    },
  };
}
