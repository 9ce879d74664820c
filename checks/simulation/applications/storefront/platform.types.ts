import type * as Platform from "@integration-platform/graphql-testing/rules";

interface $Out {
  DateTime: string;
  Decimal: string | number;
  Int: number;
  String: string;
  Boolean: boolean;
  ID: string;
  ProductStatus: "ACTIVE" | "ARCHIVED" | "DRAFT";
  ProductSortKeys: "CREATED_AT" | "ID" | "INVENTORY_TOTAL" | "RELEVANCE" | "TITLE";
  CollectionProductSortKeys: "BEST_SELLING" | "MANUAL" | "TITLE";
  VariantSortKeys: "POSITION" | "SKU";
  OrderSortKeys: "PROCESSED_AT" | "TOTAL_PRICE";
  OrderCancelReason: "CUSTOMER" | "FRAUD";
}

interface $In {
  DateTime: string;
  Decimal: string | number;
  Int: number;
  String: string;
  Boolean: boolean;
  ID: string | number;
  ProductStatus: "ACTIVE" | "ARCHIVED" | "DRAFT";
  ProductSortKeys: "CREATED_AT" | "ID" | "INVENTORY_TOTAL" | "RELEVANCE" | "TITLE";
  CollectionProductSortKeys: "BEST_SELLING" | "MANUAL" | "TITLE";
  VariantSortKeys: "POSITION" | "SKU";
  OrderSortKeys: "PROCESSED_AT" | "TOTAL_PRICE";
  OrderCancelReason: "CUSTOMER" | "FRAUD";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Product {
    readonly __typename: "Product";
    readonly id: $Out["ID"];
    readonly title: $Out["String"];
    readonly handle: $Out["String"];
    readonly vendor: $Out["String"];
    readonly status: $Out["ProductStatus"];
    readonly tags: readonly $Out["String"][];
    readonly totalInventory: $Out["Int"];
    readonly createdAt: $Out["DateTime"];
    readonly updatedAt: $Out["DateTime"];
    readonly priceRange: PriceRange;
    readonly variants: readonly Variant[];
    readonly collections: readonly Collection[];
  }
  interface PriceRange {
    readonly __typename: "PriceRange";
    readonly minPrice: $Out["Decimal"];
    readonly maxPrice: $Out["Decimal"];
  }
  interface Variant {
    readonly __typename: "Variant";
    readonly id: $Out["ID"];
    readonly sku: $Out["String"];
    readonly price: $Out["Decimal"];
    readonly position: $Out["Int"];
    readonly product: Product;
  }
  interface Collection {
    readonly __typename: "Collection";
    readonly id: $Out["ID"];
    readonly title: $Out["String"];
    readonly handle: $Out["String"];
    readonly products: readonly Product[];
    readonly productsCount: Count;
  }
  interface Customer {
    readonly __typename: "Customer";
    readonly id: $Out["ID"];
    readonly email: $Out["String"];
    readonly note: $Out["String"] | null;
    readonly numberOfOrders: $Out["Int"];
    readonly orders: readonly Order[];
  }
  interface Order {
    readonly __typename: "Order";
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
    readonly customer: Customer;
    readonly cancelledAt: $Out["DateTime"] | null;
    readonly cancelReason: $Out["OrderCancelReason"] | null;
    readonly totalPrice: $Out["Decimal"];
    readonly processedAt: $Out["DateTime"];
  }
  interface Shop {
    readonly __typename: "Shop";
    readonly name: $Out["String"];
    readonly currencyCode: $Out["String"];
  }
  interface Count {
    readonly __typename: "Count";
    readonly count: $Out["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: $Out["Boolean"];
    readonly hasPreviousPage: $Out["Boolean"];
    readonly startCursor: $Out["String"] | null;
    readonly endCursor: $Out["String"] | null;
  }
  interface ProductConnection {
    readonly __typename: "ProductConnection";
    readonly edges: readonly ProductEdge[];
    readonly nodes: readonly Product[];
    readonly pageInfo: PageInfo;
  }
  interface ProductEdge {
    readonly __typename: "ProductEdge";
    readonly cursor: $Out["String"];
    readonly node: Product;
  }
  interface VariantConnection {
    readonly __typename: "VariantConnection";
    readonly nodes: readonly Variant[];
    readonly pageInfo: PageInfo;
  }
  interface CollectionConnection {
    readonly __typename: "CollectionConnection";
    readonly nodes: readonly Collection[];
    readonly pageInfo: PageInfo;
  }
  interface OrderConnection {
    readonly __typename: "OrderConnection";
    readonly nodes: readonly Order[];
    readonly pageInfo: PageInfo;
  }
  interface UserError {
    readonly __typename: "UserError";
    readonly field: readonly $Out["String"][] | null;
    readonly message: $Out["String"];
  }
  interface ProductCreatePayload {
    readonly __typename: "ProductCreatePayload";
    readonly product: Product | null;
    readonly userErrors: readonly UserError[];
  }
  interface ProductUpdatePayload {
    readonly __typename: "ProductUpdatePayload";
    readonly product: Product | null;
    readonly userErrors: readonly UserError[];
  }
  interface ProductDeletePayload {
    readonly __typename: "ProductDeletePayload";
    readonly deletedProductId: $Out["ID"] | null;
    readonly shop: Shop;
    readonly userErrors: readonly UserError[];
  }
  interface ProductChangeStatusPayload {
    readonly __typename: "ProductChangeStatusPayload";
    readonly product: Product | null;
    readonly userErrors: readonly UserError[];
  }
  interface ProductDuplicatePayload {
    readonly __typename: "ProductDuplicatePayload";
    readonly newProduct: Product | null;
    readonly userErrors: readonly UserError[];
  }
  interface CollectionAddProductsPayload {
    readonly __typename: "CollectionAddProductsPayload";
    readonly collection: Collection | null;
    readonly userErrors: readonly UserError[];
  }
  interface CollectionRemoveProductsPayload {
    readonly __typename: "CollectionRemoveProductsPayload";
    readonly collection: Collection | null;
    readonly userErrors: readonly UserError[];
  }
  interface TagsAddPayload {
    readonly __typename: "TagsAddPayload";
    readonly node: Node | null;
    readonly userErrors: readonly UserError[];
  }
  interface CustomerUpdatePayload {
    readonly __typename: "CustomerUpdatePayload";
    readonly customer: Customer | null;
    readonly userErrors: readonly UserError[];
  }
  interface OrderCancelPayload {
    readonly __typename: "OrderCancelPayload";
    readonly order: Order | null;
    readonly userErrors: readonly UserError[];
  }
  type Node = Product | Variant | Collection | Customer | Order;
}

declare namespace Returned {
  type Product = Row.Product | {
    __typename?: "Product";
    id?: $Out["ID"];
    title?: $Out["String"];
    handle?: $Out["String"];
    vendor?: $Out["String"];
    status?: $Out["ProductStatus"];
    tags?: readonly $Out["String"][];
    totalInventory?: $Out["Int"];
    createdAt?: $Out["DateTime"];
    updatedAt?: $Out["DateTime"];
    priceRange?: PriceRange;
    variants?: VariantConnection;
    collections?: CollectionConnection;
  };
  type PriceRange = Row.PriceRange | {
    __typename?: "PriceRange";
    minPrice?: $Out["Decimal"];
    maxPrice?: $Out["Decimal"];
  };
  type Variant = Row.Variant | {
    __typename?: "Variant";
    id?: $Out["ID"];
    sku?: $Out["String"];
    price?: $Out["Decimal"];
    position?: $Out["Int"];
    product?: Product;
  };
  type Collection = Row.Collection | {
    __typename?: "Collection";
    id?: $Out["ID"];
    title?: $Out["String"];
    handle?: $Out["String"];
    products?: ProductConnection;
    productsCount?: Count;
  };
  type Customer = Row.Customer | {
    __typename?: "Customer";
    id?: $Out["ID"];
    email?: $Out["String"];
    note?: $Out["String"] | null;
    numberOfOrders?: $Out["Int"];
    orders?: OrderConnection;
  };
  type Order = Row.Order | {
    __typename?: "Order";
    id?: $Out["ID"];
    name?: $Out["String"];
    customer?: Customer;
    cancelledAt?: $Out["DateTime"] | null;
    cancelReason?: $Out["OrderCancelReason"] | null;
    totalPrice?: $Out["Decimal"];
    processedAt?: $Out["DateTime"];
  };
  type Shop = Row.Shop | {
    __typename?: "Shop";
    name?: $Out["String"];
    currencyCode?: $Out["String"];
  };
  type Count = Row.Count | {
    __typename?: "Count";
    count?: $Out["Int"];
  };
  type PageInfo = Row.PageInfo | {
    __typename?: "PageInfo";
    hasNextPage?: $Out["Boolean"];
    hasPreviousPage?: $Out["Boolean"];
    startCursor?: $Out["String"] | null;
    endCursor?: $Out["String"] | null;
  };
  type ProductConnection = Platform.Page<Row.Product> | {
    __typename?: "ProductConnection";
    edges?: readonly ProductEdge[];
    nodes?: readonly Product[];
    pageInfo?: PageInfo;
  };
  type ProductEdge = Row.ProductEdge | {
    __typename?: "ProductEdge";
    cursor?: $Out["String"];
    node?: Product;
  };
  type VariantConnection = Platform.Page<Row.Variant> | {
    __typename?: "VariantConnection";
    nodes?: readonly Variant[];
    pageInfo?: PageInfo;
  };
  type CollectionConnection = Platform.Page<Row.Collection> | {
    __typename?: "CollectionConnection";
    nodes?: readonly Collection[];
    pageInfo?: PageInfo;
  };
  type OrderConnection = Platform.Page<Row.Order> | {
    __typename?: "OrderConnection";
    nodes?: readonly Order[];
    pageInfo?: PageInfo;
  };
  type UserError = Row.UserError | {
    __typename?: "UserError";
    field?: readonly $Out["String"][] | null;
    message?: $Out["String"];
  };
  type ProductCreatePayload = Row.ProductCreatePayload | {
    __typename?: "ProductCreatePayload";
    product?: Product | null;
    userErrors?: readonly UserError[];
  };
  type ProductUpdatePayload = Row.ProductUpdatePayload | {
    __typename?: "ProductUpdatePayload";
    product?: Product | null;
    userErrors?: readonly UserError[];
  };
  type ProductDeletePayload = Row.ProductDeletePayload | {
    __typename?: "ProductDeletePayload";
    deletedProductId?: $Out["ID"] | null;
    shop?: Shop;
    userErrors?: readonly UserError[];
  };
  type ProductChangeStatusPayload = Row.ProductChangeStatusPayload | {
    __typename?: "ProductChangeStatusPayload";
    product?: Product | null;
    userErrors?: readonly UserError[];
  };
  type ProductDuplicatePayload = Row.ProductDuplicatePayload | {
    __typename?: "ProductDuplicatePayload";
    newProduct?: Product | null;
    userErrors?: readonly UserError[];
  };
  type CollectionAddProductsPayload = Row.CollectionAddProductsPayload | {
    __typename?: "CollectionAddProductsPayload";
    collection?: Collection | null;
    userErrors?: readonly UserError[];
  };
  type CollectionRemoveProductsPayload = Row.CollectionRemoveProductsPayload | {
    __typename?: "CollectionRemoveProductsPayload";
    collection?: Collection | null;
    userErrors?: readonly UserError[];
  };
  type TagsAddPayload = Row.TagsAddPayload | {
    __typename?: "TagsAddPayload";
    node?: Node | null;
    userErrors?: readonly UserError[];
  };
  type CustomerUpdatePayload = Row.CustomerUpdatePayload | {
    __typename?: "CustomerUpdatePayload";
    customer?: Customer | null;
    userErrors?: readonly UserError[];
  };
  type OrderCancelPayload = Row.OrderCancelPayload | {
    __typename?: "OrderCancelPayload";
    order?: Order | null;
    userErrors?: readonly UserError[];
  };
  type Node = Product | Variant | Collection | Customer | Order;
}

type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface ProductInput {
    readonly id?: $Out["ID"] | null | undefined;
    readonly title?: $Out["String"] | null | undefined;
    readonly handle?: $Out["String"] | null | undefined;
    readonly vendor?: $Out["String"] | null | undefined;
    readonly status?: $Out["ProductStatus"] | null | undefined;
    readonly tags?: readonly $Out["String"][] | null | undefined;
    readonly collectionsToJoin?: readonly $Out["ID"][] | null | undefined;
  }
  interface ProductDeleteInput {
    readonly id: $Out["ID"];
  }
  interface CustomerInput {
    readonly id: $Out["ID"];
    readonly email?: $Out["String"] | null | undefined;
    readonly note?: $Out["String"] | null | undefined;
  }
  type ProductStatus = $In["ProductStatus"];
  type ProductSortKeys = $In["ProductSortKeys"];
  type CollectionProductSortKeys = $In["CollectionProductSortKeys"];
  type VariantSortKeys = $In["VariantSortKeys"];
  type OrderSortKeys = $In["OrderSortKeys"];
  type OrderCancelReason = $In["OrderCancelReason"];
  type Product = $Values<{
    __typename: "Product";
    id: $In["ID"] | null;
    title: $In["String"] | null;
    handle: $In["String"] | null;
    vendor: $In["String"] | null;
    status: $In["ProductStatus"] | null;
    tags: readonly $In["String"][] | null;
    totalInventory: $In["Int"] | null;
    createdAt: $In["DateTime"] | null;
    updatedAt: $In["DateTime"] | null;
    priceRange: Row.PriceRange | string | number | PriceRange | null;
    variants: readonly (Row.Variant | string | number | Variant)[] | null;
    collections: readonly (Row.Collection | string | number | Collection)[] | null;
  }>;
  type PriceRange = $Values<{
    __typename: "PriceRange";
    minPrice: $In["Decimal"] | null;
    maxPrice: $In["Decimal"] | null;
  }>;
  type Variant = $Values<{
    __typename: "Variant";
    id: $In["ID"] | null;
    sku: $In["String"] | null;
    price: $In["Decimal"] | null;
    position: $In["Int"] | null;
    product: Row.Product | string | number | Product | null;
  }>;
  type Collection = $Values<{
    __typename: "Collection";
    id: $In["ID"] | null;
    title: $In["String"] | null;
    handle: $In["String"] | null;
    products: readonly (Row.Product | string | number | Product)[] | null;
    productsCount: Row.Count | string | number | Count | null;
  }>;
  type Customer = $Values<{
    __typename: "Customer";
    id: $In["ID"] | null;
    email: $In["String"] | null;
    note: $In["String"] | null;
    numberOfOrders: $In["Int"] | null;
    orders: readonly (Row.Order | string | number | Order)[] | null;
  }>;
  type Order = $Values<{
    __typename: "Order";
    id: $In["ID"] | null;
    name: $In["String"] | null;
    customer: Row.Customer | string | number | Customer | null;
    cancelledAt: $In["DateTime"] | null;
    cancelReason: $In["OrderCancelReason"] | null;
    totalPrice: $In["Decimal"] | null;
    processedAt: $In["DateTime"] | null;
  }>;
  type Shop = $Values<{
    __typename: "Shop";
    name: $In["String"] | null;
    currencyCode: $In["String"] | null;
  }>;
  type Count = $Values<{
    __typename: "Count";
    count: $In["Int"] | null;
  }>;
  type PageInfo = $Values<{
    __typename: "PageInfo";
    hasNextPage: $In["Boolean"] | null;
    hasPreviousPage: $In["Boolean"] | null;
    startCursor: $In["String"] | null;
    endCursor: $In["String"] | null;
  }>;
  type ProductConnection = $Values<{
    __typename: "ProductConnection";
    edges: readonly (Row.ProductEdge | string | number | ProductEdge)[] | null;
    nodes: readonly (Row.Product | string | number | Product)[] | null;
    pageInfo: Row.PageInfo | string | number | PageInfo | null;
  }>;
  type ProductEdge = $Values<{
    __typename: "ProductEdge";
    cursor: $In["String"] | null;
    node: Row.Product | string | number | Product | null;
  }>;
  type VariantConnection = $Values<{
    __typename: "VariantConnection";
    nodes: readonly (Row.Variant | string | number | Variant)[] | null;
    pageInfo: Row.PageInfo | string | number | PageInfo | null;
  }>;
  type CollectionConnection = $Values<{
    __typename: "CollectionConnection";
    nodes: readonly (Row.Collection | string | number | Collection)[] | null;
    pageInfo: Row.PageInfo | string | number | PageInfo | null;
  }>;
  type OrderConnection = $Values<{
    __typename: "OrderConnection";
    nodes: readonly (Row.Order | string | number | Order)[] | null;
    pageInfo: Row.PageInfo | string | number | PageInfo | null;
  }>;
  type UserError = $Values<{
    __typename: "UserError";
    field: readonly $In["String"][] | null;
    message: $In["String"] | null;
  }>;
  type ProductCreatePayload = $Values<{
    __typename: "ProductCreatePayload";
    product: Row.Product | string | number | Product | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type ProductUpdatePayload = $Values<{
    __typename: "ProductUpdatePayload";
    product: Row.Product | string | number | Product | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type ProductDeletePayload = $Values<{
    __typename: "ProductDeletePayload";
    deletedProductId: $In["ID"] | null;
    shop: Row.Shop | string | number | Shop | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type ProductChangeStatusPayload = $Values<{
    __typename: "ProductChangeStatusPayload";
    product: Row.Product | string | number | Product | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type ProductDuplicatePayload = $Values<{
    __typename: "ProductDuplicatePayload";
    newProduct: Row.Product | string | number | Product | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type CollectionAddProductsPayload = $Values<{
    __typename: "CollectionAddProductsPayload";
    collection: Row.Collection | string | number | Collection | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type CollectionRemoveProductsPayload = $Values<{
    __typename: "CollectionRemoveProductsPayload";
    collection: Row.Collection | string | number | Collection | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type TagsAddPayload = $Values<{
    __typename: "TagsAddPayload";
    node: Row.Node | string | number | Node | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type CustomerUpdatePayload = $Values<{
    __typename: "CustomerUpdatePayload";
    customer: Row.Customer | string | number | Customer | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type OrderCancelPayload = $Values<{
    __typename: "OrderCancelPayload";
    order: Row.Order | string | number | Order | null;
    userErrors: readonly (Row.UserError | string | number | UserError)[] | null;
  }>;
  type Node = Product | Variant | Collection | Customer | Order;
}

/** The tables of types with a key. */
export interface Db {
  readonly Product: Platform.Table<Row.Product, Input.Product>;
  readonly PriceRange: Platform.Table<Row.PriceRange, Input.PriceRange>;
  readonly Variant: Platform.Table<Row.Variant, Input.Variant>;
  readonly Collection: Platform.Table<Row.Collection, Input.Collection>;
  readonly Customer: Platform.Table<Row.Customer, Input.Customer>;
  readonly Order: Platform.Table<Row.Order, Input.Order>;
  readonly Shop: Platform.Table<Row.Shop, Input.Shop>;
  readonly Count: Platform.Table<Row.Count, Input.Count>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
  readonly ProductEdge: Platform.Table<Row.ProductEdge, Input.ProductEdge>;
  readonly UserError: Platform.Table<Row.UserError, Input.UserError>;
  readonly Node: Platform.Table<Row.Node, never>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly email?: string; readonly tenantId: string }> & More;

type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    products?: $Resolver<object, { readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined; readonly last?: $Out["Int"] | null | undefined; readonly before?: $Out["String"] | null | undefined; readonly query?: $Out["String"] | null | undefined; readonly sortKey: $Out["ProductSortKeys"] | null; readonly reverse: $Out["Boolean"] | null }, Returned.ProductConnection, More>;
    product?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Product | null, More>;
    productByHandle?: $Resolver<object, { readonly handle: $Out["String"] }, Returned.Product | null, More>;
    collection?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Collection | null, More>;
    collections?: $Resolver<object, { readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined; readonly query?: $Out["String"] | null | undefined }, Returned.CollectionConnection, More>;
    customer?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Customer | null, More>;
    productsCount?: $Resolver<object, { readonly query?: $Out["String"] | null | undefined }, Returned.Count | null, More>;
    shop?: $Resolver<object, object, Returned.Shop, More>;
  };
  readonly Mutation?: {
    productCreate?: $Resolver<object, { readonly input: Input.ProductInput }, Returned.ProductCreatePayload | null, More>;
    productUpdate?: $Resolver<object, { readonly input: Input.ProductInput }, Returned.ProductUpdatePayload | null, More>;
    productDelete?: $Resolver<object, { readonly input: Input.ProductDeleteInput }, Returned.ProductDeletePayload | null, More>;
    productChangeStatus?: $Resolver<object, { readonly productId: $Out["ID"]; readonly status: $Out["ProductStatus"] }, Returned.ProductChangeStatusPayload | null, More>;
    productDuplicate?: $Resolver<object, { readonly productId: $Out["ID"]; readonly newTitle: $Out["String"] }, Returned.ProductDuplicatePayload | null, More>;
    collectionAddProducts?: $Resolver<object, { readonly id: $Out["ID"]; readonly productIds: readonly $Out["ID"][] }, Returned.CollectionAddProductsPayload | null, More>;
    collectionRemoveProducts?: $Resolver<object, { readonly id: $Out["ID"]; readonly productIds: readonly $Out["ID"][] }, Returned.CollectionRemoveProductsPayload | null, More>;
    tagsAdd?: $Resolver<object, { readonly id: $Out["ID"]; readonly tags: readonly $Out["String"][] }, Returned.TagsAddPayload | null, More>;
    customerUpdate?: $Resolver<object, { readonly input: Input.CustomerInput }, Returned.CustomerUpdatePayload | null, More>;
    orderCancel?: $Resolver<object, { readonly orderId: $Out["ID"]; readonly reason: $Out["OrderCancelReason"] }, Returned.OrderCancelPayload | null, More>;
  };
  readonly Product?: {
    id?: $Resolver<Row.Product, object, $Out["ID"], More>;
    title?: $Resolver<Row.Product, object, $Out["String"], More>;
    handle?: $Resolver<Row.Product, object, $Out["String"], More>;
    vendor?: $Resolver<Row.Product, object, $Out["String"], More>;
    status?: $Resolver<Row.Product, object, $Out["ProductStatus"], More>;
    tags?: $Resolver<Row.Product, object, readonly $Out["String"][], More>;
    totalInventory?: $Resolver<Row.Product, object, $Out["Int"], More>;
    createdAt?: $Resolver<Row.Product, object, $Out["DateTime"], More>;
    updatedAt?: $Resolver<Row.Product, object, $Out["DateTime"], More>;
    priceRange?: $Resolver<Row.Product, object, Returned.PriceRange, More>;
    variants?: $Resolver<Row.Product, { readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined; readonly sortKey?: $Out["VariantSortKeys"] | null | undefined; readonly reverse?: $Out["Boolean"] | null | undefined }, Returned.VariantConnection, More>;
    collections?: $Resolver<Row.Product, { readonly first?: $Out["Int"] | null | undefined }, Returned.CollectionConnection, More>;
  };
  readonly PriceRange?: {
    minPrice?: $Resolver<Row.PriceRange, object, $Out["Decimal"], More>;
    maxPrice?: $Resolver<Row.PriceRange, object, $Out["Decimal"], More>;
  };
  readonly Variant?: {
    id?: $Resolver<Row.Variant, object, $Out["ID"], More>;
    sku?: $Resolver<Row.Variant, object, $Out["String"], More>;
    price?: $Resolver<Row.Variant, object, $Out["Decimal"], More>;
    position?: $Resolver<Row.Variant, object, $Out["Int"], More>;
    product?: $Resolver<Row.Variant, object, Returned.Product, More>;
  };
  readonly Collection?: {
    id?: $Resolver<Row.Collection, object, $Out["ID"], More>;
    title?: $Resolver<Row.Collection, object, $Out["String"], More>;
    handle?: $Resolver<Row.Collection, object, $Out["String"], More>;
    products?: $Resolver<Row.Collection, { readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined; readonly sortKey?: $Out["CollectionProductSortKeys"] | null | undefined; readonly reverse?: $Out["Boolean"] | null | undefined }, Returned.ProductConnection, More>;
    productsCount?: $Resolver<Row.Collection, object, Returned.Count, More>;
  };
  readonly Customer?: {
    id?: $Resolver<Row.Customer, object, $Out["ID"], More>;
    email?: $Resolver<Row.Customer, object, $Out["String"], More>;
    note?: $Resolver<Row.Customer, object, $Out["String"] | null, More>;
    numberOfOrders?: $Resolver<Row.Customer, object, $Out["Int"], More>;
    orders?: $Resolver<Row.Customer, { readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined; readonly sortKey?: $Out["OrderSortKeys"] | null | undefined; readonly reverse?: $Out["Boolean"] | null | undefined }, Returned.OrderConnection, More>;
  };
  readonly Order?: {
    id?: $Resolver<Row.Order, object, $Out["ID"], More>;
    name?: $Resolver<Row.Order, object, $Out["String"], More>;
    customer?: $Resolver<Row.Order, object, Returned.Customer, More>;
    cancelledAt?: $Resolver<Row.Order, object, $Out["DateTime"] | null, More>;
    cancelReason?: $Resolver<Row.Order, object, $Out["OrderCancelReason"] | null, More>;
    totalPrice?: $Resolver<Row.Order, object, $Out["Decimal"], More>;
    processedAt?: $Resolver<Row.Order, object, $Out["DateTime"], More>;
  };
  readonly Shop?: {
    name?: $Resolver<Row.Shop, object, $Out["String"], More>;
    currencyCode?: $Resolver<Row.Shop, object, $Out["String"], More>;
  };
  readonly Count?: {
    count?: $Resolver<Row.Count, object, $Out["Int"], More>;
  };
  readonly PageInfo?: {
    hasNextPage?: $Resolver<Row.PageInfo, object, $Out["Boolean"], More>;
    hasPreviousPage?: $Resolver<Row.PageInfo, object, $Out["Boolean"], More>;
    startCursor?: $Resolver<Row.PageInfo, object, $Out["String"] | null, More>;
    endCursor?: $Resolver<Row.PageInfo, object, $Out["String"] | null, More>;
  };
  readonly ProductConnection?: {
    edges?: $Resolver<Row.ProductConnection, object, readonly Returned.ProductEdge[], More>;
    nodes?: $Resolver<Row.ProductConnection, object, readonly Returned.Product[], More>;
    pageInfo?: $Resolver<Row.ProductConnection, object, Returned.PageInfo, More>;
  };
  readonly ProductEdge?: {
    cursor?: $Resolver<Row.ProductEdge, object, $Out["String"], More>;
    node?: $Resolver<Row.ProductEdge, object, Returned.Product, More>;
  };
  readonly VariantConnection?: {
    nodes?: $Resolver<Row.VariantConnection, object, readonly Returned.Variant[], More>;
    pageInfo?: $Resolver<Row.VariantConnection, object, Returned.PageInfo, More>;
  };
  readonly CollectionConnection?: {
    nodes?: $Resolver<Row.CollectionConnection, object, readonly Returned.Collection[], More>;
    pageInfo?: $Resolver<Row.CollectionConnection, object, Returned.PageInfo, More>;
  };
  readonly OrderConnection?: {
    nodes?: $Resolver<Row.OrderConnection, object, readonly Returned.Order[], More>;
    pageInfo?: $Resolver<Row.OrderConnection, object, Returned.PageInfo, More>;
  };
  readonly UserError?: {
    field?: $Resolver<Row.UserError, object, readonly $Out["String"][] | null, More>;
    message?: $Resolver<Row.UserError, object, $Out["String"], More>;
  };
  readonly ProductCreatePayload?: {
    product?: $Resolver<Row.ProductCreatePayload, object, Returned.Product | null, More>;
    userErrors?: $Resolver<Row.ProductCreatePayload, object, readonly Returned.UserError[], More>;
  };
  readonly ProductUpdatePayload?: {
    product?: $Resolver<Row.ProductUpdatePayload, object, Returned.Product | null, More>;
    userErrors?: $Resolver<Row.ProductUpdatePayload, object, readonly Returned.UserError[], More>;
  };
  readonly ProductDeletePayload?: {
    deletedProductId?: $Resolver<Row.ProductDeletePayload, object, $Out["ID"] | null, More>;
    shop?: $Resolver<Row.ProductDeletePayload, object, Returned.Shop, More>;
    userErrors?: $Resolver<Row.ProductDeletePayload, object, readonly Returned.UserError[], More>;
  };
  readonly ProductChangeStatusPayload?: {
    product?: $Resolver<Row.ProductChangeStatusPayload, object, Returned.Product | null, More>;
    userErrors?: $Resolver<Row.ProductChangeStatusPayload, object, readonly Returned.UserError[], More>;
  };
  readonly ProductDuplicatePayload?: {
    newProduct?: $Resolver<Row.ProductDuplicatePayload, object, Returned.Product | null, More>;
    userErrors?: $Resolver<Row.ProductDuplicatePayload, object, readonly Returned.UserError[], More>;
  };
  readonly CollectionAddProductsPayload?: {
    collection?: $Resolver<Row.CollectionAddProductsPayload, object, Returned.Collection | null, More>;
    userErrors?: $Resolver<Row.CollectionAddProductsPayload, object, readonly Returned.UserError[], More>;
  };
  readonly CollectionRemoveProductsPayload?: {
    collection?: $Resolver<Row.CollectionRemoveProductsPayload, object, Returned.Collection | null, More>;
    userErrors?: $Resolver<Row.CollectionRemoveProductsPayload, object, readonly Returned.UserError[], More>;
  };
  readonly TagsAddPayload?: {
    node?: $Resolver<Row.TagsAddPayload, object, Returned.Node | null, More>;
    userErrors?: $Resolver<Row.TagsAddPayload, object, readonly Returned.UserError[], More>;
  };
  readonly CustomerUpdatePayload?: {
    customer?: $Resolver<Row.CustomerUpdatePayload, object, Returned.Customer | null, More>;
    userErrors?: $Resolver<Row.CustomerUpdatePayload, object, readonly Returned.UserError[], More>;
  };
  readonly OrderCancelPayload?: {
    order?: $Resolver<Row.OrderCancelPayload, object, Returned.Order | null, More>;
    userErrors?: $Resolver<Row.OrderCancelPayload, object, readonly Returned.UserError[], More>;
  };
}
