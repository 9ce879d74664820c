import type * as Platform from "@integration-platform/graphql-testing/rules";

interface $Out {
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

interface $In {
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
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
    readonly email: $Out["String"];
    readonly phone: $Out["String"];
    readonly country: $Out["String"];
    readonly creditLimit: $Out["Float"];
    readonly createdAt: $Out["DateTime"];
    readonly orders: readonly Order[];
  }
  interface Order {
    readonly __typename: "Order";
    readonly id: $Out["ID"];
    readonly number: $Out["String"];
    readonly status: $Out["OrderStatus"];
    readonly customer: Customer;
  }
  interface CustomerConnection {
    readonly __typename: "CustomerConnection";
    readonly nodes: readonly Customer[];
    readonly pageInfo: PageInfo;
    readonly totalCount: $Out["Int"];
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: $Out["Boolean"];
    readonly endCursor: $Out["String"] | null;
  }
  interface CustomerPayload {
    readonly __typename: "CustomerPayload";
    readonly customer: Customer | null;
  }
  interface DeletePayload {
    readonly __typename: "DeletePayload";
    readonly deletedId: $Out["ID"] | null;
  }
}

declare namespace Returned {
  type Customer = Row.Customer | {
    __typename?: "Customer";
    id?: $Out["ID"];
    name?: $Out["String"];
    email?: $Out["String"];
    phone?: $Out["String"];
    country?: $Out["String"];
    creditLimit?: $Out["Float"];
    createdAt?: $Out["DateTime"];
    orders?: readonly Order[];
  };
  type Order = Row.Order | {
    __typename?: "Order";
    id?: $Out["ID"];
    number?: $Out["String"];
    status?: $Out["OrderStatus"];
    customer?: Customer;
  };
  type CustomerConnection = Platform.Page<Row.Customer> | {
    __typename?: "CustomerConnection";
    nodes?: readonly Customer[];
    pageInfo?: PageInfo;
    totalCount?: $Out["Int"];
  };
  type PageInfo = Row.PageInfo | {
    __typename?: "PageInfo";
    hasNextPage?: $Out["Boolean"];
    endCursor?: $Out["String"] | null;
  };
  type CustomerPayload = Row.CustomerPayload | {
    __typename?: "CustomerPayload";
    customer?: Customer | null;
  };
  type DeletePayload = Row.DeletePayload | {
    __typename?: "DeletePayload";
    deletedId?: $Out["ID"] | null;
  };
}

type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface CustomerInput {
    readonly name: $Out["String"];
    readonly country: $Out["String"];
  }
  interface CustomerChange {
    readonly name?: $Out["String"] | null | undefined;
    readonly country?: $Out["String"] | null | undefined;
  }
  interface CustomerOrder {
    readonly field: $Out["CustomerOrderField"];
    readonly direction: $Out["Direction"];
  }
  type CustomerOrderField = $In["CustomerOrderField"];
  type Direction = $In["Direction"];
  type OrderStatus = $In["OrderStatus"];
  type Customer = $Values<{
    __typename: "Customer";
    id: $In["ID"] | null;
    name: $In["String"] | null;
    email: $In["String"] | null;
    phone: $In["String"] | null;
    country: $In["String"] | null;
    creditLimit: $In["Float"] | null;
    createdAt: $In["DateTime"] | null;
    orders: readonly (Row.Order | string | number | Order)[] | null;
  }>;
  type Order = $Values<{
    __typename: "Order";
    id: $In["ID"] | null;
    number: $In["String"] | null;
    status: $In["OrderStatus"] | null;
    customer: Row.Customer | string | number | Customer | null;
  }>;
  type CustomerConnection = $Values<{
    __typename: "CustomerConnection";
    nodes: readonly (Row.Customer | string | number | Customer)[] | null;
    pageInfo: Row.PageInfo | string | number | PageInfo | null;
    totalCount: $In["Int"] | null;
  }>;
  type PageInfo = $Values<{
    __typename: "PageInfo";
    hasNextPage: $In["Boolean"] | null;
    endCursor: $In["String"] | null;
  }>;
  type CustomerPayload = $Values<{
    __typename: "CustomerPayload";
    customer: Row.Customer | string | number | Customer | null;
  }>;
  type DeletePayload = $Values<{
    __typename: "DeletePayload";
    deletedId: $In["ID"] | null;
  }>;
}

/** The tables of types with a key. */
export interface Db {
  readonly Customer: Platform.Table<Row.Customer, Input.Customer>;
  readonly Order: Platform.Table<Row.Order, Input.Order>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly email?: string; readonly tenantId: string }> & More;

type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    customer?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Customer | null, More>;
    customers?: $Resolver<object, { readonly first?: $Out["Int"] | null | undefined; readonly after?: $Out["String"] | null | undefined; readonly country?: $Out["String"] | null | undefined; readonly name_Icontains?: $Out["String"] | null | undefined; readonly orderBy?: Input.CustomerOrder | null | undefined }, Returned.CustomerConnection, More>;
  };
  readonly Mutation?: {
    createCustomer?: $Resolver<object, { readonly input: Input.CustomerInput }, Returned.CustomerPayload, More>;
    updateCustomer?: $Resolver<object, { readonly id: $Out["ID"]; readonly input: Input.CustomerChange }, Returned.CustomerPayload, More>;
    deleteCustomer?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.DeletePayload, More>;
  };
  readonly Customer?: {
    id?: $Resolver<Row.Customer, object, $Out["ID"], More>;
    name?: $Resolver<Row.Customer, object, $Out["String"], More>;
    email?: $Resolver<Row.Customer, object, $Out["String"], More>;
    phone?: $Resolver<Row.Customer, object, $Out["String"], More>;
    country?: $Resolver<Row.Customer, object, $Out["String"], More>;
    creditLimit?: $Resolver<Row.Customer, object, $Out["Float"], More>;
    createdAt?: $Resolver<Row.Customer, object, $Out["DateTime"], More>;
    orders?: $Resolver<Row.Customer, { readonly status?: $Out["OrderStatus"] | null | undefined }, readonly Returned.Order[], More>;
  };
  readonly Order?: {
    id?: $Resolver<Row.Order, object, $Out["ID"], More>;
    number?: $Resolver<Row.Order, object, $Out["String"], More>;
    status?: $Resolver<Row.Order, object, $Out["OrderStatus"], More>;
    customer?: $Resolver<Row.Order, object, Returned.Customer, More>;
  };
  readonly CustomerConnection?: {
    nodes?: $Resolver<Row.CustomerConnection, object, readonly Returned.Customer[], More>;
    pageInfo?: $Resolver<Row.CustomerConnection, object, Returned.PageInfo, More>;
    totalCount?: $Resolver<Row.CustomerConnection, object, $Out["Int"], More>;
  };
  readonly PageInfo?: {
    hasNextPage?: $Resolver<Row.PageInfo, object, $Out["Boolean"], More>;
    endCursor?: $Resolver<Row.PageInfo, object, $Out["String"] | null, More>;
  };
  readonly CustomerPayload?: {
    customer?: $Resolver<Row.CustomerPayload, object, Returned.Customer | null, More>;
  };
  readonly DeletePayload?: {
    deletedId?: $Resolver<Row.DeletePayload, object, $Out["ID"] | null, More>;
  };
}
