import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
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

interface PlatformInputs {
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
    readonly id: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly handle: PlatformValues["String"];
    readonly vendor: PlatformValues["String"];
    readonly status: PlatformValues["ProductStatus"];
    readonly tags: readonly PlatformValues["String"][];
    readonly totalInventory: PlatformValues["Int"];
    readonly createdAt: PlatformValues["DateTime"];
    readonly updatedAt: PlatformValues["DateTime"];
    readonly priceRange: PriceRange;
    readonly variants: readonly Variant[];
    readonly collections: readonly Collection[];
  }
  interface PriceRange {
    readonly __typename: "PriceRange";
    readonly minPrice: PlatformValues["Decimal"];
    readonly maxPrice: PlatformValues["Decimal"];
  }
  interface Variant {
    readonly __typename: "Variant";
    readonly id: PlatformValues["ID"];
    readonly sku: PlatformValues["String"];
    readonly price: PlatformValues["Decimal"];
    readonly position: PlatformValues["Int"];
    readonly product: Product;
  }
  interface Collection {
    readonly __typename: "Collection";
    readonly id: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly handle: PlatformValues["String"];
    readonly products: readonly Product[];
    readonly productsCount: Count;
  }
  interface Customer {
    readonly __typename: "Customer";
    readonly id: PlatformValues["ID"];
    readonly email: PlatformValues["String"];
    readonly note: PlatformValues["String"] | null;
    readonly numberOfOrders: PlatformValues["Int"];
    readonly orders: readonly Order[];
  }
  interface Order {
    readonly __typename: "Order";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly customer: Customer;
    readonly cancelledAt: PlatformValues["DateTime"] | null;
    readonly cancelReason: PlatformValues["OrderCancelReason"] | null;
    readonly totalPrice: PlatformValues["Decimal"];
    readonly processedAt: PlatformValues["DateTime"];
  }
  interface Shop {
    readonly __typename: "Shop";
    readonly name: PlatformValues["String"];
    readonly currencyCode: PlatformValues["String"];
  }
  interface Count {
    readonly __typename: "Count";
    readonly count: PlatformValues["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly hasPreviousPage: PlatformValues["Boolean"];
    readonly startCursor: PlatformValues["String"] | null;
    readonly endCursor: PlatformValues["String"] | null;
  }
  interface ProductConnection {
    readonly __typename: "ProductConnection";
    readonly edges: readonly ProductEdge[];
    readonly nodes: readonly Product[];
    readonly pageInfo: PageInfo;
  }
  interface ProductEdge {
    readonly __typename: "ProductEdge";
    readonly cursor: PlatformValues["String"];
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
    readonly field: readonly PlatformValues["String"][] | null;
    readonly message: PlatformValues["String"];
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
    readonly deletedProductId: PlatformValues["ID"] | null;
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
    readonly __typename?: "Product";
    readonly id?: PlatformValues["ID"];
    readonly title?: PlatformValues["String"];
    readonly handle?: PlatformValues["String"];
    readonly vendor?: PlatformValues["String"];
    readonly status?: PlatformValues["ProductStatus"];
    readonly tags?: readonly PlatformValues["String"][];
    readonly totalInventory?: PlatformValues["Int"];
    readonly createdAt?: PlatformValues["DateTime"];
    readonly updatedAt?: PlatformValues["DateTime"];
    readonly priceRange?: PriceRange;
    readonly variants?: VariantConnection;
    readonly collections?: CollectionConnection;
  };
  type PriceRange = Row.PriceRange | {
    readonly __typename?: "PriceRange";
    readonly minPrice?: PlatformValues["Decimal"];
    readonly maxPrice?: PlatformValues["Decimal"];
  };
  type Variant = Row.Variant | {
    readonly __typename?: "Variant";
    readonly id?: PlatformValues["ID"];
    readonly sku?: PlatformValues["String"];
    readonly price?: PlatformValues["Decimal"];
    readonly position?: PlatformValues["Int"];
    readonly product?: Product;
  };
  type Collection = Row.Collection | {
    readonly __typename?: "Collection";
    readonly id?: PlatformValues["ID"];
    readonly title?: PlatformValues["String"];
    readonly handle?: PlatformValues["String"];
    readonly products?: ProductConnection;
    readonly productsCount?: Count;
  };
  type Customer = Row.Customer | {
    readonly __typename?: "Customer";
    readonly id?: PlatformValues["ID"];
    readonly email?: PlatformValues["String"];
    readonly note?: PlatformValues["String"] | null;
    readonly numberOfOrders?: PlatformValues["Int"];
    readonly orders?: OrderConnection;
  };
  type Order = Row.Order | {
    readonly __typename?: "Order";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly customer?: Customer;
    readonly cancelledAt?: PlatformValues["DateTime"] | null;
    readonly cancelReason?: PlatformValues["OrderCancelReason"] | null;
    readonly totalPrice?: PlatformValues["Decimal"];
    readonly processedAt?: PlatformValues["DateTime"];
  };
  type Shop = Row.Shop | {
    readonly __typename?: "Shop";
    readonly name?: PlatformValues["String"];
    readonly currencyCode?: PlatformValues["String"];
  };
  type Count = Row.Count | {
    readonly __typename?: "Count";
    readonly count?: PlatformValues["Int"];
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly hasPreviousPage?: PlatformValues["Boolean"];
    readonly startCursor?: PlatformValues["String"] | null;
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type ProductConnection = Platform.Page<Row.Product> | {
    readonly __typename?: "ProductConnection";
    readonly edges?: readonly ProductEdge[];
    readonly nodes?: readonly Product[];
    readonly pageInfo?: PageInfo;
  };
  type ProductEdge = Row.ProductEdge | {
    readonly __typename?: "ProductEdge";
    readonly cursor?: PlatformValues["String"];
    readonly node?: Product;
  };
  type VariantConnection = Platform.Page<Row.Variant> | {
    readonly __typename?: "VariantConnection";
    readonly nodes?: readonly Variant[];
    readonly pageInfo?: PageInfo;
  };
  type CollectionConnection = Platform.Page<Row.Collection> | {
    readonly __typename?: "CollectionConnection";
    readonly nodes?: readonly Collection[];
    readonly pageInfo?: PageInfo;
  };
  type OrderConnection = Platform.Page<Row.Order> | {
    readonly __typename?: "OrderConnection";
    readonly nodes?: readonly Order[];
    readonly pageInfo?: PageInfo;
  };
  type UserError = Row.UserError | {
    readonly __typename?: "UserError";
    readonly field?: readonly PlatformValues["String"][] | null;
    readonly message?: PlatformValues["String"];
  };
  type ProductCreatePayload = Row.ProductCreatePayload | {
    readonly __typename?: "ProductCreatePayload";
    readonly product?: Product | null;
    readonly userErrors?: readonly UserError[];
  };
  type ProductUpdatePayload = Row.ProductUpdatePayload | {
    readonly __typename?: "ProductUpdatePayload";
    readonly product?: Product | null;
    readonly userErrors?: readonly UserError[];
  };
  type ProductDeletePayload = Row.ProductDeletePayload | {
    readonly __typename?: "ProductDeletePayload";
    readonly deletedProductId?: PlatformValues["ID"] | null;
    readonly shop?: Shop;
    readonly userErrors?: readonly UserError[];
  };
  type ProductChangeStatusPayload = Row.ProductChangeStatusPayload | {
    readonly __typename?: "ProductChangeStatusPayload";
    readonly product?: Product | null;
    readonly userErrors?: readonly UserError[];
  };
  type ProductDuplicatePayload = Row.ProductDuplicatePayload | {
    readonly __typename?: "ProductDuplicatePayload";
    readonly newProduct?: Product | null;
    readonly userErrors?: readonly UserError[];
  };
  type CollectionAddProductsPayload = Row.CollectionAddProductsPayload | {
    readonly __typename?: "CollectionAddProductsPayload";
    readonly collection?: Collection | null;
    readonly userErrors?: readonly UserError[];
  };
  type CollectionRemoveProductsPayload = Row.CollectionRemoveProductsPayload | {
    readonly __typename?: "CollectionRemoveProductsPayload";
    readonly collection?: Collection | null;
    readonly userErrors?: readonly UserError[];
  };
  type TagsAddPayload = Row.TagsAddPayload | {
    readonly __typename?: "TagsAddPayload";
    readonly node?: Node | null;
    readonly userErrors?: readonly UserError[];
  };
  type CustomerUpdatePayload = Row.CustomerUpdatePayload | {
    readonly __typename?: "CustomerUpdatePayload";
    readonly customer?: Customer | null;
    readonly userErrors?: readonly UserError[];
  };
  type OrderCancelPayload = Row.OrderCancelPayload | {
    readonly __typename?: "OrderCancelPayload";
    readonly order?: Order | null;
    readonly userErrors?: readonly UserError[];
  };
  type Node = Product | Variant | Collection | Customer | Order;
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface ProductInput {
    readonly id?: PlatformValues["ID"] | null | undefined;
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly handle?: PlatformValues["String"] | null | undefined;
    readonly vendor?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["ProductStatus"] | null | undefined;
    readonly tags?: readonly PlatformValues["String"][] | null | undefined;
    readonly collectionsToJoin?: readonly PlatformValues["ID"][] | null | undefined;
  }
  interface ProductDeleteInput {
    readonly id: PlatformValues["ID"];
  }
  interface CustomerInput {
    readonly id: PlatformValues["ID"];
    readonly email?: PlatformValues["String"] | null | undefined;
    readonly note?: PlatformValues["String"] | null | undefined;
  }
  type ProductStatus = PlatformInputs["ProductStatus"];
  type ProductSortKeys = PlatformInputs["ProductSortKeys"];
  type CollectionProductSortKeys = PlatformInputs["CollectionProductSortKeys"];
  type VariantSortKeys = PlatformInputs["VariantSortKeys"];
  type OrderSortKeys = PlatformInputs["OrderSortKeys"];
  type OrderCancelReason = PlatformInputs["OrderCancelReason"];
  interface Product {
    readonly __typename?: "Product";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly handle?: PlatformInputs["String"] | null | undefined;
    readonly vendor?: PlatformInputs["String"] | null | undefined;
    readonly status?: PlatformInputs["ProductStatus"] | null | undefined;
    readonly tags?: readonly PlatformInputs["String"][] | null | undefined;
    readonly totalInventory?: PlatformInputs["Int"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly updatedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly priceRange?: Row.PriceRange | string | number | PriceRange | null | undefined;
    readonly variants?: readonly (Row.Variant | string | number | Variant)[] | null | undefined;
    readonly collections?: readonly (Row.Collection | string | number | Collection)[] | null | undefined;
  }
  interface PriceRange {
    readonly __typename?: "PriceRange";
    readonly minPrice?: PlatformInputs["Decimal"] | null | undefined;
    readonly maxPrice?: PlatformInputs["Decimal"] | null | undefined;
  }
  interface Variant {
    readonly __typename?: "Variant";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly sku?: PlatformInputs["String"] | null | undefined;
    readonly price?: PlatformInputs["Decimal"] | null | undefined;
    readonly position?: PlatformInputs["Int"] | null | undefined;
    readonly product?: Row.Product | string | number | Product | null | undefined;
  }
  interface Collection {
    readonly __typename?: "Collection";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly handle?: PlatformInputs["String"] | null | undefined;
    readonly products?: readonly (Row.Product | string | number | Product)[] | null | undefined;
    readonly productsCount?: Row.Count | string | number | Count | null | undefined;
  }
  interface Customer {
    readonly __typename?: "Customer";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly email?: PlatformInputs["String"] | null | undefined;
    readonly note?: PlatformInputs["String"] | null | undefined;
    readonly numberOfOrders?: PlatformInputs["Int"] | null | undefined;
    readonly orders?: readonly (Row.Order | string | number | Order)[] | null | undefined;
  }
  interface Order {
    readonly __typename?: "Order";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly customer?: Row.Customer | string | number | Customer | null | undefined;
    readonly cancelledAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly cancelReason?: PlatformInputs["OrderCancelReason"] | null | undefined;
    readonly totalPrice?: PlatformInputs["Decimal"] | null | undefined;
    readonly processedAt?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface Shop {
    readonly __typename?: "Shop";
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly currencyCode?: PlatformInputs["String"] | null | undefined;
  }
  interface Count {
    readonly __typename?: "Count";
    readonly count?: PlatformInputs["Int"] | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly hasPreviousPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly startCursor?: PlatformInputs["String"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface ProductConnection {
    readonly __typename?: "ProductConnection";
    readonly edges?: readonly (Row.ProductEdge | string | number | ProductEdge)[] | null | undefined;
    readonly nodes?: readonly (Row.Product | string | number | Product)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface ProductEdge {
    readonly __typename?: "ProductEdge";
    readonly cursor?: PlatformInputs["String"] | null | undefined;
    readonly node?: Row.Product | string | number | Product | null | undefined;
  }
  interface VariantConnection {
    readonly __typename?: "VariantConnection";
    readonly nodes?: readonly (Row.Variant | string | number | Variant)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface CollectionConnection {
    readonly __typename?: "CollectionConnection";
    readonly nodes?: readonly (Row.Collection | string | number | Collection)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface OrderConnection {
    readonly __typename?: "OrderConnection";
    readonly nodes?: readonly (Row.Order | string | number | Order)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface UserError {
    readonly __typename?: "UserError";
    readonly field?: readonly PlatformInputs["String"][] | null | undefined;
    readonly message?: PlatformInputs["String"] | null | undefined;
  }
  interface ProductCreatePayload {
    readonly __typename?: "ProductCreatePayload";
    readonly product?: Row.Product | string | number | Product | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface ProductUpdatePayload {
    readonly __typename?: "ProductUpdatePayload";
    readonly product?: Row.Product | string | number | Product | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface ProductDeletePayload {
    readonly __typename?: "ProductDeletePayload";
    readonly deletedProductId?: PlatformInputs["ID"] | null | undefined;
    readonly shop?: Row.Shop | string | number | Shop | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface ProductChangeStatusPayload {
    readonly __typename?: "ProductChangeStatusPayload";
    readonly product?: Row.Product | string | number | Product | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface ProductDuplicatePayload {
    readonly __typename?: "ProductDuplicatePayload";
    readonly newProduct?: Row.Product | string | number | Product | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface CollectionAddProductsPayload {
    readonly __typename?: "CollectionAddProductsPayload";
    readonly collection?: Row.Collection | string | number | Collection | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface CollectionRemoveProductsPayload {
    readonly __typename?: "CollectionRemoveProductsPayload";
    readonly collection?: Row.Collection | string | number | Collection | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface TagsAddPayload {
    readonly __typename?: "TagsAddPayload";
    readonly node?: Row.Node | string | number | Node | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface CustomerUpdatePayload {
    readonly __typename?: "CustomerUpdatePayload";
    readonly customer?: Row.Customer | string | number | Customer | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
  interface OrderCancelPayload {
    readonly __typename?: "OrderCancelPayload";
    readonly order?: Row.Order | string | number | Order | null | undefined;
    readonly userErrors?: readonly (Row.UserError | string | number | UserError)[] | null | undefined;
  }
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
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly products?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly last?: PlatformValues["Int"] | null | undefined; readonly before?: PlatformValues["String"] | null | undefined; readonly query?: PlatformValues["String"] | null | undefined; readonly sortKey: PlatformValues["ProductSortKeys"] | null; readonly reverse: PlatformValues["Boolean"] | null }, Context<More>, Returned.ProductConnection>;
    readonly product?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Product | null>;
    readonly productByHandle?: Platform.TypedResolver<object, { readonly handle: PlatformValues["String"] }, Context<More>, Returned.Product | null>;
    readonly collection?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Collection | null>;
    readonly collections?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly query?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.CollectionConnection>;
    readonly customer?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Customer | null>;
    readonly productsCount?: Platform.TypedResolver<object, { readonly query?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.Count | null>;
    readonly shop?: Platform.TypedResolver<object, object, Context<More>, Returned.Shop>;
  };
  readonly Mutation?: {
    readonly productCreate?: Platform.TypedResolver<object, { readonly input: Input.ProductInput }, Context<More>, Returned.ProductCreatePayload | null>;
    readonly productUpdate?: Platform.TypedResolver<object, { readonly input: Input.ProductInput }, Context<More>, Returned.ProductUpdatePayload | null>;
    readonly productDelete?: Platform.TypedResolver<object, { readonly input: Input.ProductDeleteInput }, Context<More>, Returned.ProductDeletePayload | null>;
    readonly productChangeStatus?: Platform.TypedResolver<object, { readonly productId: PlatformValues["ID"]; readonly status: PlatformValues["ProductStatus"] }, Context<More>, Returned.ProductChangeStatusPayload | null>;
    readonly productDuplicate?: Platform.TypedResolver<object, { readonly productId: PlatformValues["ID"]; readonly newTitle: PlatformValues["String"] }, Context<More>, Returned.ProductDuplicatePayload | null>;
    readonly collectionAddProducts?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly productIds: readonly PlatformValues["ID"][] }, Context<More>, Returned.CollectionAddProductsPayload | null>;
    readonly collectionRemoveProducts?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly productIds: readonly PlatformValues["ID"][] }, Context<More>, Returned.CollectionRemoveProductsPayload | null>;
    readonly tagsAdd?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly tags: readonly PlatformValues["String"][] }, Context<More>, Returned.TagsAddPayload | null>;
    readonly customerUpdate?: Platform.TypedResolver<object, { readonly input: Input.CustomerInput }, Context<More>, Returned.CustomerUpdatePayload | null>;
    readonly orderCancel?: Platform.TypedResolver<object, { readonly orderId: PlatformValues["ID"]; readonly reason: PlatformValues["OrderCancelReason"] }, Context<More>, Returned.OrderCancelPayload | null>;
  };
  readonly Product?: {
    readonly id?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["ID"]>;
    readonly title?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["String"]>;
    readonly handle?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["String"]>;
    readonly vendor?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["String"]>;
    readonly status?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["ProductStatus"]>;
    readonly tags?: Platform.TypedResolver<Row.Product, object, Context<More>, readonly PlatformValues["String"][]>;
    readonly totalInventory?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["Int"]>;
    readonly createdAt?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["DateTime"]>;
    readonly updatedAt?: Platform.TypedResolver<Row.Product, object, Context<More>, PlatformValues["DateTime"]>;
    readonly priceRange?: Platform.TypedResolver<Row.Product, object, Context<More>, Returned.PriceRange>;
    readonly variants?: Platform.TypedResolver<Row.Product, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly sortKey?: PlatformValues["VariantSortKeys"] | null | undefined; readonly reverse?: PlatformValues["Boolean"] | null | undefined }, Context<More>, Returned.VariantConnection>;
    readonly collections?: Platform.TypedResolver<Row.Product, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.CollectionConnection>;
  };
  readonly PriceRange?: {
    readonly minPrice?: Platform.TypedResolver<Row.PriceRange, object, Context<More>, PlatformValues["Decimal"]>;
    readonly maxPrice?: Platform.TypedResolver<Row.PriceRange, object, Context<More>, PlatformValues["Decimal"]>;
  };
  readonly Variant?: {
    readonly id?: Platform.TypedResolver<Row.Variant, object, Context<More>, PlatformValues["ID"]>;
    readonly sku?: Platform.TypedResolver<Row.Variant, object, Context<More>, PlatformValues["String"]>;
    readonly price?: Platform.TypedResolver<Row.Variant, object, Context<More>, PlatformValues["Decimal"]>;
    readonly position?: Platform.TypedResolver<Row.Variant, object, Context<More>, PlatformValues["Int"]>;
    readonly product?: Platform.TypedResolver<Row.Variant, object, Context<More>, Returned.Product>;
  };
  readonly Collection?: {
    readonly id?: Platform.TypedResolver<Row.Collection, object, Context<More>, PlatformValues["ID"]>;
    readonly title?: Platform.TypedResolver<Row.Collection, object, Context<More>, PlatformValues["String"]>;
    readonly handle?: Platform.TypedResolver<Row.Collection, object, Context<More>, PlatformValues["String"]>;
    readonly products?: Platform.TypedResolver<Row.Collection, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly sortKey?: PlatformValues["CollectionProductSortKeys"] | null | undefined; readonly reverse?: PlatformValues["Boolean"] | null | undefined }, Context<More>, Returned.ProductConnection>;
    readonly productsCount?: Platform.TypedResolver<Row.Collection, object, Context<More>, Returned.Count>;
  };
  readonly Customer?: {
    readonly id?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["ID"]>;
    readonly email?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"]>;
    readonly note?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"] | null>;
    readonly numberOfOrders?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["Int"]>;
    readonly orders?: Platform.TypedResolver<Row.Customer, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly sortKey?: PlatformValues["OrderSortKeys"] | null | undefined; readonly reverse?: PlatformValues["Boolean"] | null | undefined }, Context<More>, Returned.OrderConnection>;
  };
  readonly Order?: {
    readonly id?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["String"]>;
    readonly customer?: Platform.TypedResolver<Row.Order, object, Context<More>, Returned.Customer>;
    readonly cancelledAt?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly cancelReason?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["OrderCancelReason"] | null>;
    readonly totalPrice?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["Decimal"]>;
    readonly processedAt?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["DateTime"]>;
  };
  readonly Shop?: {
    readonly name?: Platform.TypedResolver<Row.Shop, object, Context<More>, PlatformValues["String"]>;
    readonly currencyCode?: Platform.TypedResolver<Row.Shop, object, Context<More>, PlatformValues["String"]>;
  };
  readonly Count?: {
    readonly count?: Platform.TypedResolver<Row.Count, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly hasPreviousPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly startCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly ProductConnection?: {
    readonly edges?: Platform.TypedResolver<Row.ProductConnection, object, Context<More>, readonly Returned.ProductEdge[]>;
    readonly nodes?: Platform.TypedResolver<Row.ProductConnection, object, Context<More>, readonly Returned.Product[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.ProductConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly ProductEdge?: {
    readonly cursor?: Platform.TypedResolver<Row.ProductEdge, object, Context<More>, PlatformValues["String"]>;
    readonly node?: Platform.TypedResolver<Row.ProductEdge, object, Context<More>, Returned.Product>;
  };
  readonly VariantConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.VariantConnection, object, Context<More>, readonly Returned.Variant[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.VariantConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly CollectionConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.CollectionConnection, object, Context<More>, readonly Returned.Collection[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.CollectionConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly OrderConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.OrderConnection, object, Context<More>, readonly Returned.Order[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.OrderConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly UserError?: {
    readonly field?: Platform.TypedResolver<Row.UserError, object, Context<More>, readonly PlatformValues["String"][] | null>;
    readonly message?: Platform.TypedResolver<Row.UserError, object, Context<More>, PlatformValues["String"]>;
  };
  readonly ProductCreatePayload?: {
    readonly product?: Platform.TypedResolver<Row.ProductCreatePayload, object, Context<More>, Returned.Product | null>;
    readonly userErrors?: Platform.TypedResolver<Row.ProductCreatePayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly ProductUpdatePayload?: {
    readonly product?: Platform.TypedResolver<Row.ProductUpdatePayload, object, Context<More>, Returned.Product | null>;
    readonly userErrors?: Platform.TypedResolver<Row.ProductUpdatePayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly ProductDeletePayload?: {
    readonly deletedProductId?: Platform.TypedResolver<Row.ProductDeletePayload, object, Context<More>, PlatformValues["ID"] | null>;
    readonly shop?: Platform.TypedResolver<Row.ProductDeletePayload, object, Context<More>, Returned.Shop>;
    readonly userErrors?: Platform.TypedResolver<Row.ProductDeletePayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly ProductChangeStatusPayload?: {
    readonly product?: Platform.TypedResolver<Row.ProductChangeStatusPayload, object, Context<More>, Returned.Product | null>;
    readonly userErrors?: Platform.TypedResolver<Row.ProductChangeStatusPayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly ProductDuplicatePayload?: {
    readonly newProduct?: Platform.TypedResolver<Row.ProductDuplicatePayload, object, Context<More>, Returned.Product | null>;
    readonly userErrors?: Platform.TypedResolver<Row.ProductDuplicatePayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly CollectionAddProductsPayload?: {
    readonly collection?: Platform.TypedResolver<Row.CollectionAddProductsPayload, object, Context<More>, Returned.Collection | null>;
    readonly userErrors?: Platform.TypedResolver<Row.CollectionAddProductsPayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly CollectionRemoveProductsPayload?: {
    readonly collection?: Platform.TypedResolver<Row.CollectionRemoveProductsPayload, object, Context<More>, Returned.Collection | null>;
    readonly userErrors?: Platform.TypedResolver<Row.CollectionRemoveProductsPayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly TagsAddPayload?: {
    readonly node?: Platform.TypedResolver<Row.TagsAddPayload, object, Context<More>, Returned.Node | null>;
    readonly userErrors?: Platform.TypedResolver<Row.TagsAddPayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly CustomerUpdatePayload?: {
    readonly customer?: Platform.TypedResolver<Row.CustomerUpdatePayload, object, Context<More>, Returned.Customer | null>;
    readonly userErrors?: Platform.TypedResolver<Row.CustomerUpdatePayload, object, Context<More>, readonly Returned.UserError[]>;
  };
  readonly OrderCancelPayload?: {
    readonly order?: Platform.TypedResolver<Row.OrderCancelPayload, object, Context<More>, Returned.Order | null>;
    readonly userErrors?: Platform.TypedResolver<Row.OrderCancelPayload, object, Context<More>, readonly Returned.UserError[]>;
  };
}
