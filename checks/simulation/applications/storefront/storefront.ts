/** An application of a shop's back office. Its API has the style of Shopify. */

import { type Execute, gql } from "../application.ts";

interface Product {
  readonly id: string;
  readonly title: string;
}

interface Page {
  readonly nodes: readonly Product[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

interface UserErrors {
  readonly userErrors: readonly { readonly message: string }[];
}

const LIST = gql`query ListProducts($first: Int!, $after: String, $query: String, $sortKey: ProductSortKeys, $reverse: Boolean) {
  products(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    nodes { id title }
    pageInfo { hasNextPage endCursor }
  }
}`;
const LAST = gql`query LastProducts { products(last: 2) { edges { node { title } } } }`;
const FIND = gql`query FindProduct($id: ID!) {
  product(id: $id) { id title handle vendor status tags variants(first: 10, sortKey: POSITION) { nodes { sku } } }
}`;
const BY_HANDLE = gql`query ProductByHandle($handle: String!) { productByHandle(handle: $handle) { id } }`;
const SKUS = gql`query Skus($id: ID!) {
  product(id: $id) { variants(first: 1, sortKey: SKU, reverse: true) { nodes { sku } } }
}`;
const COLLECTION = gql`query ShowCollection($id: ID!) {
  collection(id: $id) { productsCount { count } products(first: 10, sortKey: TITLE) { nodes { title } } }
}`;
const COUNT = gql`query CountProducts($query: String) { productsCount(query: $query) { count } }`;
const ORDERS = gql`query LatestOrders($id: ID!) {
  customer(id: $id) { email numberOfOrders orders(first: 2, sortKey: PROCESSED_AT, reverse: true) { nodes { name cancelledAt } } }
}`;
const CREATE = gql`mutation CreateProduct($input: ProductInput!) {
  productCreate(input: $input) { product { id handle status collections(first: 5) { nodes { id } } } userErrors { field message } }
}`;
const UPDATE = gql`mutation UpdateProduct($input: ProductInput!) {
  productUpdate(input: $input) { product { id title } userErrors { message } }
}`;
const DELETE = gql`mutation DeleteProduct($id: ID!) {
  productDelete(input: { id: $id }) { deletedProductId userErrors { message } }
}`;
const STATUS = gql`mutation ChangeStatus($id: ID!, $status: ProductStatus!) {
  productChangeStatus(productId: $id, status: $status) { product { status } userErrors { message } }
}`;
const DUPLICATE = gql`mutation DuplicateProduct($id: ID!, $title: String!) {
  productDuplicate(productId: $id, newTitle: $title) { newProduct { id title vendor status } userErrors { message } }
}`;
const ADD = gql`mutation AddProducts($id: ID!, $products: [ID!]!) {
  collectionAddProducts(id: $id, productIds: $products) { collection { id } userErrors { message } }
}`;
const REMOVE = gql`mutation RemoveProducts($id: ID!, $products: [ID!]!) {
  collectionRemoveProducts(id: $id, productIds: $products) { collection { id } userErrors { message } }
}`;
const TAG = gql`mutation TagProduct($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { node { id ... on Product { tags } } userErrors { message } }
}`;
const NOTE = gql`mutation NoteCustomer($input: CustomerInput!) {
  customerUpdate(input: $input) { customer { note email } userErrors { message } }
}`;
const CANCEL = gql`mutation CancelOrder($id: ID!) {
  orderCancel(orderId: $id, reason: CUSTOMER) { order { cancelReason cancelledAt } userErrors { message } }
}`;

/** A search in the syntax of the shop. */
const byVendor = (vendor: string) => `vendor:${vendor}`;

export function create(execute: Execute) {
  const list = async (variables: object): Promise<Page> =>
    (await execute<{ products: Page }>(LIST, { first: 50, ...variables })).products;
  const titles = async (variables: object) => (await list(variables)).nodes.map(({ title }) => title);
  /** Sends a mutation with one field. @throws Error with the first user error */
  const change = async <Payload>(document: string, variables: object): Promise<Payload> => {
    const data = await execute<Record<string, Payload & UserErrors>>(document, variables);
    const [payload] = Object.values(data);
    const [error] = payload?.userErrors ?? [];
    if (!payload || error) throw new Error(error?.message ?? "There is no payload.");
    return payload;
  };
  return {
    ofVendor: (vendor: string) => titles({ query: byVendor(vendor) }),
    newest: () => titles({ sortKey: "CREATED_AT", reverse: true }),
    inStock: () => titles({ sortKey: "INVENTORY_TOTAL", reverse: true, first: 2 }),
    alphabetical: () => titles({ sortKey: "TITLE" }),
    async all() {
      const titles: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const page: Page = await list({ first: 2, after });
        titles.push(...page.nodes.map(({ title }) => title));
        after = page.pageInfo.endCursor;
        more = page.pageInfo.hasNextPage;
      }
      return titles;
    },
    async lastTwo() {
      const { products } = await execute<{ products: { edges: { node: Product }[] } }>(LAST, {});
      return products.edges.map(({ node }) => node.title);
    },
    async find(id: string) {
      return (await execute<{ product: unknown }>(FIND, { id })).product;
    },
    async byHandle(handle: string) {
      return (await execute<{ productByHandle: { id: string } | null }>(BY_HANDLE, { handle }))
        .productByHandle?.id;
    },
    async lastSku(id: string) {
      const data = await execute<{ product: { variants: { nodes: { sku: string }[] } } }>(SKUS, { id });
      return data.product.variants.nodes[0]?.sku;
    },
    async collection(id: string) {
      return (await execute<{ collection: unknown }>(COLLECTION, { id })).collection;
    },
    async count(vendor?: string) {
      const query = vendor && byVendor(vendor);
      return (await execute<{ productsCount: { count: number } }>(COUNT, { query })).productsCount.count;
    },
    async orders(id: string) {
      return (await execute<{ customer: unknown }>(ORDERS, { id })).customer;
    },
    async create(title: string, vendor: string, collection: string) {
      const input = { title, vendor, tags: ["new"], collectionsToJoin: [collection] };
      return (await change<{ product: { id: string } }>(CREATE, { input })).product;
    },
    async rename(id: string, title: string) {
      return (await change<{ product: Product }>(UPDATE, { input: { id, title } })).product.title;
    },
    async remove(id: string) {
      return (await change<{ deletedProductId: string }>(DELETE, { id })).deletedProductId;
    },
    async archive(id: string) {
      return (await change<{ product: { status: string } }>(STATUS, { id, status: "ARCHIVED" })).product
        .status;
    },
    async duplicate(id: string, title: string) {
      return (await change<{ newProduct: Product }>(DUPLICATE, { id, title })).newProduct;
    },
    async addTo(id: string, products: readonly string[]) {
      await change(ADD, { id, products });
    },
    async removeFrom(id: string, products: readonly string[]) {
      await change(REMOVE, { id, products });
    },
    async tag(id: string, tags: readonly string[]) {
      return (await change<{ node: { tags: string[] } }>(TAG, { id, tags })).node.tags;
    },
    async note(id: string, note: string | null) {
      return (await change<{ customer: unknown }>(NOTE, { input: { id, note } })).customer;
    },
    async cancel(id: string) {
      const { order } = await change<{ order: { cancelReason: string; cancelledAt: string | null } }>(
        CANCEL,
        { id },
      );
      return { reason: order.cancelReason, isDated: order.cancelledAt !== null };
    },
  };
}
