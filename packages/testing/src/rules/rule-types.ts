/**
 * Types of rules without a schema. Codegen writes the ones of a schema, which are stricter:
 * `platform.types.ts`.
 */

import type { GraphQLResolveInfo } from "graphql";

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
   * One page of the rows. Arguments have the names `first`, `last`, `after`, `before`, `offset`, `page`, or
   * other usual ones, such as `limit` for `first`, `cursor` for `after` and `skip` for `offset`. Pages are
   * numbered from 1.
   *
   * @throws if an argument has another name, or its value selects no page.
   */
  page<Item>(rows: readonly Item[], args?: object): Page<Item>;
}

declare const pageMark: unique symbol;

/** One page of rows, with all that a page type has of the whole list, such as the total count. */
export type Page<Item> = readonly Item[] & { readonly [pageMark]: true };

/** The tables by the names of their types. */
export type Db = Readonly<Record<string, Table>>;

/** The rows of a type, in the order of `data`, then of creation. Only mutations can change them. */
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
  /**
   * The path to the key of each type, such as `{ Post: "sys.id", Sys: null }`; `null` for a type whose
   * objects are values of others. @default `id`, or else the only field of the type `ID`
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
