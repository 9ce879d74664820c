import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  ID: string;
  Int: number;
  String: string;
  Float: number;
  Boolean: boolean;
  CustomerOrderField: "NAME" | "CREDIT_LIMIT";
  Direction: "ASC" | "DESC";
  OrderStatus: "OPEN" | "SHIPPED";
  DateTime: string;
}

interface PlatformInputs {
  ID: string | number;
  Int: number;
  String: string;
  Float: number;
  Boolean: boolean;
  CustomerOrderField: "NAME" | "CREDIT_LIMIT";
  Direction: "ASC" | "DESC";
  OrderStatus: "OPEN" | "SHIPPED";
  DateTime: string;
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Customer {
    readonly __typename: "Customer";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly email: PlatformValues["String"];
    readonly phone: PlatformValues["String"];
    readonly country: PlatformValues["String"];
    readonly creditLimit: PlatformValues["Float"];
    readonly createdAt: PlatformValues["DateTime"];
    readonly orders: readonly Order[];
  }
  interface Order {
    readonly __typename: "Order";
    readonly id: PlatformValues["ID"];
    readonly number: PlatformValues["String"];
    readonly status: PlatformValues["OrderStatus"];
    readonly customer: Customer;
  }
  interface CustomerConnection {
    readonly __typename: "CustomerConnection";
    readonly nodes: readonly Customer[];
    readonly pageInfo: PageInfo;
    readonly totalCount: PlatformValues["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["String"] | null;
  }
  interface CustomerPayload {
    readonly __typename: "CustomerPayload";
    readonly customer: Customer | null;
  }
  interface DeletePayload {
    readonly __typename: "DeletePayload";
    readonly deletedId: PlatformValues["ID"] | null;
  }
}

declare namespace Returned {
  type Customer = Row.Customer | {
    readonly __typename?: "Customer";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly email?: PlatformValues["String"];
    readonly phone?: PlatformValues["String"];
    readonly country?: PlatformValues["String"];
    readonly creditLimit?: PlatformValues["Float"];
    readonly createdAt?: PlatformValues["DateTime"];
    readonly orders?: readonly Order[];
  };
  type Order = Row.Order | {
    readonly __typename?: "Order";
    readonly id?: PlatformValues["ID"];
    readonly number?: PlatformValues["String"];
    readonly status?: PlatformValues["OrderStatus"];
    readonly customer?: Customer;
  };
  type CustomerConnection = Platform.Page<Row.Customer> | {
    readonly __typename?: "CustomerConnection";
    readonly nodes?: readonly Customer[];
    readonly pageInfo?: PageInfo;
    readonly totalCount?: PlatformValues["Int"];
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type CustomerPayload = Row.CustomerPayload | {
    readonly __typename?: "CustomerPayload";
    readonly customer?: Customer | null;
  };
  type DeletePayload = Row.DeletePayload | {
    readonly __typename?: "DeletePayload";
    readonly deletedId?: PlatformValues["ID"] | null;
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface CustomerInput {
    readonly name: PlatformValues["String"];
    readonly country: PlatformValues["String"];
  }
  interface CustomerChange {
    readonly name?: PlatformValues["String"] | null | undefined;
    readonly country?: PlatformValues["String"] | null | undefined;
  }
  interface CustomerOrder {
    readonly field: PlatformValues["CustomerOrderField"];
    readonly direction: PlatformValues["Direction"];
  }
  type CustomerOrderField = PlatformInputs["CustomerOrderField"];
  type Direction = PlatformInputs["Direction"];
  type OrderStatus = PlatformInputs["OrderStatus"];
  interface Customer {
    readonly __typename?: "Customer";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly email?: PlatformInputs["String"] | null | undefined;
    readonly phone?: PlatformInputs["String"] | null | undefined;
    readonly country?: PlatformInputs["String"] | null | undefined;
    readonly creditLimit?: PlatformInputs["Float"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly orders?: readonly (Row.Order | string | number | Order)[] | null | undefined;
  }
  interface Order {
    readonly __typename?: "Order";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly number?: PlatformInputs["String"] | null | undefined;
    readonly status?: PlatformInputs["OrderStatus"] | null | undefined;
    readonly customer?: Row.Customer | string | number | Customer | null | undefined;
  }
  interface CustomerConnection {
    readonly __typename?: "CustomerConnection";
    readonly nodes?: readonly (Row.Customer | string | number | Customer)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface CustomerPayload {
    readonly __typename?: "CustomerPayload";
    readonly customer?: Row.Customer | string | number | Customer | null | undefined;
  }
  interface DeletePayload {
    readonly __typename?: "DeletePayload";
    readonly deletedId?: PlatformInputs["ID"] | null | undefined;
  }
}

/** The tables of types with a key. */
export interface Db {
  readonly Customer: Platform.Table<Row.Customer, Input.Customer>;
  readonly Order: Platform.Table<Row.Order, Input.Order>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly customer?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Customer | null>;
    readonly customers?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly country?: PlatformValues["String"] | null | undefined; readonly name_Icontains?: PlatformValues["String"] | null | undefined; readonly orderBy?: Input.CustomerOrder | null | undefined }, Context<More>, Returned.CustomerConnection>;
  };
  readonly Mutation?: {
    readonly createCustomer?: Platform.TypedResolver<object, { readonly input: Input.CustomerInput }, Context<More>, Returned.CustomerPayload>;
    readonly updateCustomer?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly input: Input.CustomerChange }, Context<More>, Returned.CustomerPayload>;
    readonly deleteCustomer?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.DeletePayload>;
  };
  readonly Customer?: {
    readonly id?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"]>;
    readonly email?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"]>;
    readonly phone?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"]>;
    readonly country?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["String"]>;
    readonly creditLimit?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["Float"]>;
    readonly createdAt?: Platform.TypedResolver<Row.Customer, object, Context<More>, PlatformValues["DateTime"]>;
    readonly orders?: Platform.TypedResolver<Row.Customer, { readonly status?: PlatformValues["OrderStatus"] | null | undefined }, Context<More>, readonly Returned.Order[]>;
  };
  readonly Order?: {
    readonly id?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["ID"]>;
    readonly number?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["String"]>;
    readonly status?: Platform.TypedResolver<Row.Order, object, Context<More>, PlatformValues["OrderStatus"]>;
    readonly customer?: Platform.TypedResolver<Row.Order, object, Context<More>, Returned.Customer>;
  };
  readonly CustomerConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.CustomerConnection, object, Context<More>, readonly Returned.Customer[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.CustomerConnection, object, Context<More>, Returned.PageInfo>;
    readonly totalCount?: Platform.TypedResolver<Row.CustomerConnection, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly CustomerPayload?: {
    readonly customer?: Platform.TypedResolver<Row.CustomerPayload, object, Context<More>, Returned.Customer | null>;
  };
  readonly DeletePayload?: {
    readonly deletedId?: Platform.TypedResolver<Row.DeletePayload, object, Context<More>, PlatformValues["ID"] | null>;
  };
}
