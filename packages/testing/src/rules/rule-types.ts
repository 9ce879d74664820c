/**
 * Types of rules without a schema. Codegen writes the ones of a schema, which are stricter:
 * `platform.types.ts`.
 */

import type { GraphQLResolveInfo } from "graphql";
import type { Dialect } from "./dialect.ts";

/**
 * Resolvers by type and field, as in GraphQL. `platform.rules.ts` exports them as
 * `export const rules = { … } satisfies Rules`, with the `Rules` that codegen writes.
 */
export type Rules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The standard signature of a resolver, which returns the value of the field. */
export type Resolver = (
  parent: unknown,
  args: Readonly<Record<string, unknown>>,
  context: object,
  info: GraphQLResolveInfo,
) => unknown;

/** A resolver with the types that codegen writes for its field. */
export type TypedResolver<Parent, Args, Context, Result> = (
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Result | Promise<Result>;

/** The context that each resolver receives. `Tables` is the `Db` that codegen writes. */
export interface Context<Tables = Db, User = Row> {
  /** The rows of each object type with a key. */
  readonly db: Tables;
  /**
   * The user of the request's token: the row of the user type if there is one, else `id`, `name` and
   * `tenantId`.
   */
  readonly user: User;
  /** The time of the platform, such as `2026-01-31T12:00:00.000Z`. */
  now(): string;
  /**
   * The rows that match an input object, by the dialect. A member that the dialect does not explain needs a
   * test.
   *
   * @throws if a member has no meaning. The message is the line to add.
   */
  where<Item extends object, Filter extends object>(
    rows: readonly Item[],
    filter: Filter | null | undefined,
    tests?: Tests<Item, Filter>,
  ): Item[];
  /**
   * The rows in the order of an argument, by the dialect. A name that the dialect does not explain needs a
   * path, such as `"-priority"` for the highest first, or a function of the row.
   *
   * @throws if a name has no meaning, or the place of nulls is not declared.
   */
  sort<Item extends object, Order>(rows: readonly Item[], order: Order, names?: Orders<Item, Order>): Item[];
  /**
   * One page of the rows. Arguments have the names of the Relay specification, or those of the dialect.
   *
   * @throws if an argument has another name.
   */
  page<Item>(rows: readonly Item[], args?: object): Page<Item>;
}

/** Tests of a row by member of an input object. A member that is null or left out is not tested. */
export type Tests<Item, Filter> = {
  readonly [Name in keyof Filter]?: (row: Item, value: NonNullable<Filter[Name]>) => unknown;
};

/** The names of an order as paths of a row. */
export type Orders<Item, Order> = Readonly<
  Partial<Record<OrderName<Order>, SortPath<Item> | ((row: Item) => unknown)>>
>;

type OrderName<Order> = [Order] extends [string | null | undefined | readonly (string | null)[]]
  ? Extract<Order extends readonly (infer Entry)[] ? Entry : Order, string>
  : string;

/** A path of fields, `-path` for the reverse order, with the place of nulls: `-closedAt nulls last`. */
export type SortPath<Item> = string extends keyof Item
  ? string
  : Suffixed<Name<Item> | `-${Name<Item>}`> | `${"" | "-"}${Name<Item>}.${string}`;
type Name<Item> = Exclude<keyof Item & string, "__typename">;
type Suffixed<Path extends string> = Path | `${Path} nulls ${"first" | "last"}`;

declare const pageMark: unique symbol;

/** One page of rows, with all that a page type has of the whole list, such as the total count. */
export type Page<Item> = readonly Item[] & { readonly [pageMark]: true };

/** The tables by the names of their types. */
export type Db = Readonly<Record<string, Table>>;

/** The rows of a type, in the order of `data`, then of creation. */
export interface Table<Item = Row, Values = Readonly<Record<string, unknown>>> {
  /** All rows, or those that pass the test. */
  list(test?: (row: Item) => unknown): Item[];
  /** The row with this ID. @throws GraphQLError `NOT_FOUND` */
  get(id: RowId<Item>): Item;
  /** The row with this ID, or null. */
  find(id: RowId<Item> | null | undefined): Item | null;
  /**
   * Adds a row. A relation is a row or its ID.
   *
   * @throws if a value does not match, or another row has the same ID.
   */
  create(values: Values): Item;
  /** Sets values. Those that are `undefined` keep theirs. @throws GraphQLError `NOT_FOUND` */
  update(id: RowId<Item>, values: Partial<Values>): Item;
  /** Returns the deleted row. @throws GraphQLError `NOT_FOUND` */
  delete(id: RowId<Item>): Item;
}

/** The ID of a row, or the row. */
export type RowId<Item> = string | number | Item;

/** A row of a schema without types. Its fields are read when they are used. */
export interface Row {
  readonly [field: string]: unknown;
}

/** The exports of a rules file, as options: `createPlatform({ ...rulesFile })`. */
export interface RulesOptions {
  /** Resolvers by type and field. @default none */
  readonly rules?: Rules;
  /** Meaning of the names of filters, orders and pages. @default the arguments of the Relay specification */
  readonly dialect?: Dialect;
  /**
   * The path to the key of each type, such as `{ Post: "sys.id", Sys: null }`; `null` for a type whose
   * objects are parts of others. @default `id`, or else the only field of the type `ID`
   */
  readonly keys?: Readonly<Record<string, string | null>>;
  /**
   * The field that is the other direction of a list: `{ "Project.tickets": "project" }`.
   *
   * @default the only one that can be
   */
  readonly inverses?: Readonly<Record<string, string>>;
  /** Adds members to the context of resolvers. Called once per request that runs a resolver. */
  readonly context?: (context: Context<never, never>) => object;
}
