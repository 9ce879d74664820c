import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  Decimal: string | number;
  Int: number;
  String: string;
  ID: string;
  Float: number;
  Boolean: boolean;
  OrderStatus: "DRAFT" | "UNFULFILLED" | "CANCELED";
  OrderStatusFilter: "READY_TO_FULFILL" | "CANCELED";
  OrderDirection: "ASC" | "DESC";
  ProductOrderField: "NAME" | "RANK" | "PRICE" | "RATING";
}

interface PlatformInputs {
  Decimal: string | number;
  Int: number;
  String: string;
  ID: string | number;
  Float: number;
  Boolean: boolean;
  OrderStatus: "DRAFT" | "UNFULFILLED" | "CANCELED";
  OrderStatusFilter: "READY_TO_FULFILL" | "CANCELED";
  OrderDirection: "ASC" | "DESC";
  ProductOrderField: "NAME" | "RANK" | "PRICE" | "RATING";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Product {
    readonly __typename: "Product";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly slug: PlatformValues["String"];
    readonly rating: PlatformValues["Float"] | null;
    readonly category: Category | null;
    readonly isAvailable: PlatformValues["Boolean"] | null;
    readonly pricing: Pricing | null;
    readonly collections: readonly Collection[] | null;
  }
  interface Pricing {
    readonly __typename: "Pricing";
    readonly amount: PlatformValues["Float"] | null;
  }
  interface Category {
    readonly __typename: "Category";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly products: readonly Product[] | null;
  }
  interface Collection {
    readonly __typename: "Collection";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
  }
  interface User {
    readonly __typename: "User";
    readonly id: PlatformValues["ID"];
    readonly email: PlatformValues["String"];
  }
  interface Order {
    readonly __typename: "Order";
    readonly id: PlatformValues["ID"];
    readonly status: PlatformValues["OrderStatus"];
    readonly number: PlatformValues["String"];
    readonly user: User | null;
  }
  interface ProductCountableConnection {
    readonly __typename: "ProductCountableConnection";
    readonly edges: readonly ProductCountableEdge[];
    readonly totalCount: PlatformValues["Int"] | null;
    readonly pageInfo: PageInfo;
  }
  interface ProductCountableEdge {
    readonly __typename: "ProductCountableEdge";
    readonly node: Product;
    readonly cursor: PlatformValues["String"];
  }
  interface OrderCountableConnection {
    readonly __typename: "OrderCountableConnection";
    readonly edges: readonly OrderCountableEdge[];
    readonly totalCount: PlatformValues["Int"] | null;
    readonly pageInfo: PageInfo;
  }
  interface OrderCountableEdge {
    readonly __typename: "OrderCountableEdge";
    readonly node: Order;
    readonly cursor: PlatformValues["String"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["String"] | null;
  }
  interface ProductCreate {
    readonly __typename: "ProductCreate";
    readonly product: Product | null;
    readonly errors: readonly ProductError[];
  }
  interface ProductUpdate {
    readonly __typename: "ProductUpdate";
    readonly product: Product | null;
    readonly errors: readonly ProductError[];
  }
  interface ProductDelete {
    readonly __typename: "ProductDelete";
    readonly product: Product | null;
    readonly errors: readonly ProductError[];
  }
  interface ProductBulkDelete {
    readonly __typename: "ProductBulkDelete";
    readonly count: PlatformValues["Int"];
    readonly errors: readonly ProductError[];
  }
  interface CollectionAddProducts {
    readonly __typename: "CollectionAddProducts";
    readonly collection: Collection | null;
    readonly errors: readonly ProductError[];
  }
  interface OrderCancel {
    readonly __typename: "OrderCancel";
    readonly order: Order | null;
    readonly errors: readonly ProductError[];
  }
  interface ProductError {
    readonly __typename: "ProductError";
    readonly field: PlatformValues["String"] | null;
    readonly message: PlatformValues["String"] | null;
    readonly code: PlatformValues["String"];
  }
}

declare namespace Returned {
  type Product = Row.Product | {
    readonly __typename?: "Product";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly slug?: PlatformValues["String"];
    readonly rating?: PlatformValues["Float"] | null;
    readonly category?: Category | null;
    readonly isAvailable?: PlatformValues["Boolean"] | null;
    readonly pricing?: Pricing | null;
    readonly collections?: readonly Collection[] | null;
  };
  type Pricing = Row.Pricing | {
    readonly __typename?: "Pricing";
    readonly amount?: PlatformValues["Float"] | null;
  };
  type Category = Row.Category | {
    readonly __typename?: "Category";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly products?: ProductCountableConnection | null;
  };
  type Collection = Row.Collection | {
    readonly __typename?: "Collection";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
  };
  type User = Row.User | {
    readonly __typename?: "User";
    readonly id?: PlatformValues["ID"];
    readonly email?: PlatformValues["String"];
  };
  type Order = Row.Order | {
    readonly __typename?: "Order";
    readonly id?: PlatformValues["ID"];
    readonly status?: PlatformValues["OrderStatus"];
    readonly number?: PlatformValues["String"];
    readonly user?: User | null;
  };
  type ProductCountableConnection = Platform.Page<Row.Product> | {
    readonly __typename?: "ProductCountableConnection";
    readonly edges?: readonly ProductCountableEdge[];
    readonly totalCount?: PlatformValues["Int"] | null;
    readonly pageInfo?: PageInfo;
  };
  type ProductCountableEdge = Row.ProductCountableEdge | {
    readonly __typename?: "ProductCountableEdge";
    readonly node?: Product;
    readonly cursor?: PlatformValues["String"];
  };
  type OrderCountableConnection = Platform.Page<Row.Order> | {
    readonly __typename?: "OrderCountableConnection";
    readonly edges?: readonly OrderCountableEdge[];
    readonly totalCount?: PlatformValues["Int"] | null;
    readonly pageInfo?: PageInfo;
  };
  type OrderCountableEdge = Row.OrderCountableEdge | {
    readonly __typename?: "OrderCountableEdge";
    readonly node?: Order;
    readonly cursor?: PlatformValues["String"];
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type ProductCreate = Row.ProductCreate | {
    readonly __typename?: "ProductCreate";
    readonly product?: Product | null;
    readonly errors?: readonly ProductError[];
  };
  type ProductUpdate = Row.ProductUpdate | {
    readonly __typename?: "ProductUpdate";
    readonly product?: Product | null;
    readonly errors?: readonly ProductError[];
  };
  type ProductDelete = Row.ProductDelete | {
    readonly __typename?: "ProductDelete";
    readonly product?: Product | null;
    readonly errors?: readonly ProductError[];
  };
  type ProductBulkDelete = Row.ProductBulkDelete | {
    readonly __typename?: "ProductBulkDelete";
    readonly count?: PlatformValues["Int"];
    readonly errors?: readonly ProductError[];
  };
  type CollectionAddProducts = Row.CollectionAddProducts | {
    readonly __typename?: "CollectionAddProducts";
    readonly collection?: Collection | null;
    readonly errors?: readonly ProductError[];
  };
  type OrderCancel = Row.OrderCancel | {
    readonly __typename?: "OrderCancel";
    readonly order?: Order | null;
    readonly errors?: readonly ProductError[];
  };
  type ProductError = Row.ProductError | {
    readonly __typename?: "ProductError";
    readonly field?: PlatformValues["String"] | null;
    readonly message?: PlatformValues["String"] | null;
    readonly code?: PlatformValues["String"];
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface ProductFilterInput {
    readonly search?: PlatformValues["String"] | null | undefined;
    readonly ids?: readonly PlatformValues["ID"][] | null | undefined;
    readonly categories?: readonly PlatformValues["ID"][] | null | undefined;
    readonly isAvailable?: PlatformValues["Boolean"] | null | undefined;
    readonly price?: Input.PriceRangeInput | null | undefined;
    readonly collections?: readonly PlatformValues["ID"][] | null | undefined;
    readonly slugs?: readonly PlatformValues["String"][] | null | undefined;
  }
  interface PriceRangeInput {
    readonly gte?: PlatformValues["Float"] | null | undefined;
    readonly lte?: PlatformValues["Float"] | null | undefined;
  }
  interface ProductWhereInput {
    readonly name?: Input.StringFilterInput | null | undefined;
    readonly rating?: Input.DecimalFilterInput | null | undefined;
    readonly category?: Input.GlobalIDFilterInput | null | undefined;
    readonly AND?: readonly Input.ProductWhereInput[] | null | undefined;
  }
  interface StringFilterInput {
    readonly eq?: PlatformValues["String"] | null | undefined;
    readonly oneOf?: readonly PlatformValues["String"][] | null | undefined;
  }
  interface DecimalFilterInput {
    readonly range?: Input.DecimalRangeInput | null | undefined;
    readonly eq?: PlatformValues["Decimal"] | null | undefined;
  }
  interface DecimalRangeInput {
    readonly gte?: PlatformValues["Decimal"] | null | undefined;
    readonly lte?: PlatformValues["Decimal"] | null | undefined;
  }
  interface GlobalIDFilterInput {
    readonly eq?: PlatformValues["ID"] | null | undefined;
    readonly oneOf?: readonly PlatformValues["ID"][] | null | undefined;
  }
  interface OrderFilterInput {
    readonly status?: readonly PlatformValues["OrderStatusFilter"][] | null | undefined;
    readonly customer?: PlatformValues["String"] | null | undefined;
    readonly created?: PlatformValues["String"] | null | undefined;
  }
  interface ProductOrder {
    readonly direction: PlatformValues["OrderDirection"];
    readonly field?: PlatformValues["ProductOrderField"] | null | undefined;
    readonly channel?: PlatformValues["String"] | null | undefined;
  }
  interface ProductCreateInput {
    readonly name?: PlatformValues["String"] | null | undefined;
    readonly slug?: PlatformValues["String"] | null | undefined;
    readonly rating?: PlatformValues["Float"] | null | undefined;
    readonly category?: PlatformValues["ID"] | null | undefined;
    readonly collections?: readonly PlatformValues["ID"][] | null | undefined;
    readonly productType: PlatformValues["ID"];
  }
  interface ProductInput {
    readonly name?: PlatformValues["String"] | null | undefined;
    readonly slug?: PlatformValues["String"] | null | undefined;
    readonly category?: PlatformValues["ID"] | null | undefined;
  }
  type OrderStatus = PlatformInputs["OrderStatus"];
  type OrderStatusFilter = PlatformInputs["OrderStatusFilter"];
  type OrderDirection = PlatformInputs["OrderDirection"];
  type ProductOrderField = PlatformInputs["ProductOrderField"];
  interface Product {
    readonly __typename?: "Product";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly slug?: PlatformInputs["String"] | null | undefined;
    readonly rating?: PlatformInputs["Float"] | null | undefined;
    readonly category?: Row.Category | string | number | Category | null | undefined;
    readonly isAvailable?: PlatformInputs["Boolean"] | null | undefined;
    readonly pricing?: Row.Pricing | string | number | Pricing | null | undefined;
    readonly collections?: readonly (Row.Collection | string | number | Collection)[] | null | undefined;
  }
  interface Pricing {
    readonly __typename?: "Pricing";
    readonly amount?: PlatformInputs["Float"] | null | undefined;
  }
  interface Category {
    readonly __typename?: "Category";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly products?: readonly (Row.Product | string | number | Product)[] | null | undefined;
  }
  interface Collection {
    readonly __typename?: "Collection";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
  }
  interface User {
    readonly __typename?: "User";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly email?: PlatformInputs["String"] | null | undefined;
  }
  interface Order {
    readonly __typename?: "Order";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly status?: PlatformInputs["OrderStatus"] | null | undefined;
    readonly number?: PlatformInputs["String"] | null | undefined;
    readonly user?: Row.User | string | number | User | null | undefined;
  }
  interface ProductCountableConnection {
    readonly __typename?: "ProductCountableConnection";
    readonly edges?: readonly (Row.ProductCountableEdge | string | number | ProductCountableEdge)[] | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface ProductCountableEdge {
    readonly __typename?: "ProductCountableEdge";
    readonly node?: Row.Product | string | number | Product | null | undefined;
    readonly cursor?: PlatformInputs["String"] | null | undefined;
  }
  interface OrderCountableConnection {
    readonly __typename?: "OrderCountableConnection";
    readonly edges?: readonly (Row.OrderCountableEdge | string | number | OrderCountableEdge)[] | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface OrderCountableEdge {
    readonly __typename?: "OrderCountableEdge";
    readonly node?: Row.Order | string | number | Order | null | undefined;
    readonly cursor?: PlatformInputs["String"] | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface ProductCreate {
    readonly __typename?: "ProductCreate";
    readonly product?: Row.Product | string | number | Product | null | undefined;
    readonly errors?: readonly (Row.ProductError | string | number | ProductError)[] | null | undefined;
  }
  interface ProductUpdate {
    readonly __typename?: "ProductUpdate";
    readonly product?: Row.Product | string | number | Product | null | undefined;
    readonly errors?: readonly (Row.ProductError | string | number | ProductError)[] | null | undefined;
  }
  interface ProductDelete {
    readonly __typename?: "ProductDelete";
    readonly product?: Row.Product | string | number | Product | null | undefined;
    readonly errors?: readonly (Row.ProductError | string | number | ProductError)[] | null | undefined;
  }
  interface ProductBulkDelete {
    readonly __typename?: "ProductBulkDelete";
    readonly count?: PlatformInputs["Int"] | null | undefined;
    readonly errors?: readonly (Row.ProductError | string | number | ProductError)[] | null | undefined;
  }
  interface CollectionAddProducts {
    readonly __typename?: "CollectionAddProducts";
    readonly collection?: Row.Collection | string | number | Collection | null | undefined;
    readonly errors?: readonly (Row.ProductError | string | number | ProductError)[] | null | undefined;
  }
  interface OrderCancel {
    readonly __typename?: "OrderCancel";
    readonly order?: Row.Order | string | number | Order | null | undefined;
    readonly errors?: readonly (Row.ProductError | string | number | ProductError)[] | null | undefined;
  }
  interface ProductError {
    readonly __typename?: "ProductError";
    readonly field?: PlatformInputs["String"] | null | undefined;
    readonly message?: PlatformInputs["String"] | null | undefined;
    readonly code?: PlatformInputs["String"] | null | undefined;
  }
}

/** The tables of types with a key. */
export interface Db {
  readonly Product: Platform.Table<Row.Product, Input.Product>;
  readonly Pricing: Platform.Table<Row.Pricing, Input.Pricing>;
  readonly Category: Platform.Table<Row.Category, Input.Category>;
  readonly Collection: Platform.Table<Row.Collection, Input.Collection>;
  readonly User: Platform.Table<Row.User, Input.User>;
  readonly Order: Platform.Table<Row.Order, Input.Order>;
  readonly ProductCountableEdge: Platform.Table<Row.ProductCountableEdge, Input.ProductCountableEdge>;
  readonly OrderCountableEdge: Platform.Table<Row.OrderCountableEdge, Input.OrderCountableEdge>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
  readonly ProductError: Platform.Table<Row.ProductError, Input.ProductError>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, Row.User> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly products?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly filter?: Input.ProductFilterInput | null | undefined; readonly where?: Input.ProductWhereInput | null | undefined; readonly sortBy?: Input.ProductOrder | null | undefined; readonly search?: PlatformValues["String"] | null | undefined; readonly channel?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.ProductCountableConnection | null>;
    readonly product?: Platform.TypedResolver<object, { readonly id?: PlatformValues["ID"] | null | undefined; readonly slug?: PlatformValues["String"] | null | undefined; readonly channel?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.Product | null>;
    readonly orders?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly filter?: Input.OrderFilterInput | null | undefined }, Context<More>, Returned.OrderCountableConnection | null>;
    readonly me?: Platform.TypedResolver<object, object, Context<More>, Returned.User | null>;
  };
  readonly Product?: {
    readonly id?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["String"]>;
    readonly slug?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["String"]>;
    readonly rating?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["Float"] | null>;
    readonly category?: Platform.TypedResolver<Row.Product, object, Context<More>, Returned.Category | null>;
    readonly isAvailable?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["Boolean"] | null>;
    readonly pricing?: Platform.TypedResolver<Row.Product, object, Context<More>, Returned.Pricing | null>;
    readonly collections?: Platform.TypedResolver<Row.Product, object, Context<More>, readonly Returned.Collection[] | null>;
  };
  readonly Pricing?: {
    readonly amount?: Platform.TypedResolver<Row.Pricing, object, Context<More>, PlatformValues["Float"] | null>;
  };
  readonly Category?: {
    readonly id?: Platform.TypedResolver<Row.Category, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Category, object, Context<More>, PlatformValues["String"]>;
    readonly products?: Platform.TypedResolver<Row.Category, { readonly first?: PlatformValues["Int"] | null | undefined; readonly channel?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.ProductCountableConnection | null>;
  };
  readonly Collection?: {
    readonly id?: Platform.TypedResolver<Row.Collection, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Collection, object, Context<More>, PlatformValues["String"]>;
  };
  readonly User?: {
    readonly id?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["ID"]>;
    readonly email?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["String"]>;
  };
  readonly Order?: {
    readonly id?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["ID"]>;
    readonly status?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["OrderStatus"]>;
    readonly number?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["String"]>;
    readonly user?: Platform.TypedResolver<Row.Order, object, Context<More>, Returned.User | null>;
  };
  readonly ProductCountableConnection?: {
    readonly edges?: Platform.TypedResolver<Row.ProductCountableConnection, object, Context<More>, readonly Returned.ProductCountableEdge[]>;
    readonly totalCount?: Platform.TypedResolver<Row.ProductCountableConnection, object, Context<More>, PlatformValues["Int"] | null>;
    readonly pageInfo?: Platform.TypedResolver<Row.ProductCountableConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly ProductCountableEdge?: {
    readonly node?: Platform.TypedResolver<Row.ProductCountableEdge, object, Context<More>, Returned.Product>;
    readonly cursor?: Platform.TypedResolver<Row.ProductCountableEdge, object, Context<More>, PlatformValues["String"]>;
  };
  readonly OrderCountableConnection?: {
    readonly edges?: Platform.TypedResolver<Row.OrderCountableConnection, object, Context<More>, readonly Returned.OrderCountableEdge[]>;
    readonly totalCount?: Platform.TypedResolver<Row.OrderCountableConnection, object, Context<More>, PlatformValues["Int"] | null>;
    readonly pageInfo?: Platform.TypedResolver<Row.OrderCountableConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly OrderCountableEdge?: {
    readonly node?: Platform.TypedResolver<Row.OrderCountableEdge, object, Context<More>, Returned.Order>;
    readonly cursor?: Platform.TypedResolver<Row.OrderCountableEdge, object, Context<More>, PlatformValues["String"]>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly Mutation?: {
    readonly productCreate?: Platform.TypedResolver<object, { readonly input: Input.ProductCreateInput }, Context<More>, Returned.ProductCreate | null>;
    readonly productUpdate?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly input: Input.ProductInput }, Context<More>, Returned.ProductUpdate | null>;
    readonly productDelete?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.ProductDelete | null>;
    readonly productBulkDelete?: Platform.TypedResolver<object, { readonly ids: readonly PlatformValues["ID"][] }, Context<More>, Returned.ProductBulkDelete | null>;
    readonly collectionAddProducts?: Platform.TypedResolver<object, { readonly collectionId: PlatformValues["ID"]; readonly products: readonly PlatformValues["ID"][] }, Context<More>, Returned.CollectionAddProducts | null>;
    readonly orderCancel?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.OrderCancel | null>;
  };
  readonly ProductCreate?: {
    readonly product?: Platform.TypedResolver<Row.ProductCreate, object, Context<More>, Returned.Product | null>;
    readonly errors?: Platform.TypedResolver<Row.ProductCreate, object, Context<More>, readonly Returned.ProductError[]>;
  };
  readonly ProductUpdate?: {
    readonly product?: Platform.TypedResolver<Row.ProductUpdate, object, Context<More>, Returned.Product | null>;
    readonly errors?: Platform.TypedResolver<Row.ProductUpdate, object, Context<More>, readonly Returned.ProductError[]>;
  };
  readonly ProductDelete?: {
    readonly product?: Platform.TypedResolver<Row.ProductDelete, object, Context<More>, Returned.Product | null>;
    readonly errors?: Platform.TypedResolver<Row.ProductDelete, object, Context<More>, readonly Returned.ProductError[]>;
  };
  readonly ProductBulkDelete?: {
    readonly count?: Platform.TypedResolver<Row.ProductBulkDelete, object, Context<More>, PlatformValues["Int"]>;
    readonly errors?: Platform.TypedResolver<Row.ProductBulkDelete, object, Context<More>, readonly Returned.ProductError[]>;
  };
  readonly CollectionAddProducts?: {
    readonly collection?: Platform.TypedResolver<Row.CollectionAddProducts, object, Context<More>, Returned.Collection | null>;
    readonly errors?: Platform.TypedResolver<Row.CollectionAddProducts, object, Context<More>, readonly Returned.ProductError[]>;
  };
  readonly OrderCancel?: {
    readonly order?: Platform.TypedResolver<Row.OrderCancel, object, Context<More>, Returned.Order | null>;
    readonly errors?: Platform.TypedResolver<Row.OrderCancel, object, Context<More>, readonly Returned.ProductError[]>;
  };
  readonly ProductError?: {
    readonly field?: Platform.TypedResolver<Row.ProductError, object, Context<More>, PlatformValues["String"] | null>;
    readonly message?: Platform.TypedResolver<Row.ProductError, object, Context<More>, PlatformValues["String"] | null>;
    readonly code?: Platform.TypedResolver<Row.ProductError, object, Context<More>, PlatformValues["String"]>;
  };
}
