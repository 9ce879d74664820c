/** Types of declared rules: what the arguments and mutations of a schema mean. */

import type { GraphQLResolveInfo } from "graphql";
import type { Comparison, Order, Path, Todo } from "./comparisons.ts";

/** An element of the schema: `Query.tickets(labels:)`, `TicketFilter.status`, `TicketSort.PRIORITY`, `Query.tickets`. */
export type Coordinate = string;

/**
 * The rules of a schema. `platform.rules.ts` exports them as `export default { … } satisfies Rules`.
 *
 * @typeParam Name - Names of the object types of `db`. With `noUncheckedIndexedAccess`, its tables have types only if the
 * names are given, as in `Rules<"Ticket" | "Label">`.
 */
export interface Rules<Name extends string = string> {
  /** Which rows an argument or a member of an input object selects. The rule of a field itself always applies. */
  readonly filters?: Readonly<Record<Coordinate, Filter<Name>>>;
  /** Paths by which an enum value, a member or an argument sorts. The rule of a field itself is its default order. */
  readonly orders?: Readonly<Record<Coordinate, Order>>;
  /** Arguments of pages that have other names. */
  readonly pages?: Readonly<Record<Coordinate, PageRole | Todo>>;
  /** The field that identifies the rows of a type, or `self` for a type whose rows are parts of others. */
  readonly keys?: Readonly<Record<string, Path | Todo>>;
  /** The field of the items of a list that refers back: `"Project.tickets": "project"`. */
  readonly inverses?: Readonly<Record<Coordinate, string | Todo>>;
  /** Functions that return the values of fields. Each mutation has one. */
  readonly resolvers?: Readonly<Record<string, Readonly<Record<string, Resolver<Name>>>>>;
  /** Values of fields that a created row does not set, or functions that return them. */
  readonly defaults?: Readonly<Record<string, Readonly<Record<string, Default<Name>>>>>;
  /** Fields whose values differ between the rows of a type. A row with a known value is rejected. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  /** Tests of rows that lists omit, such as archived ones. Look-ups find them. */
  readonly hidden?: Readonly<Record<string, (row: Row, context: Context<Name>) => unknown>>;
}

export type PageRole = "first" | "after" | "last" | "before" | "skip" | "page";

/** What an argument or a member selects: a comparison, or a test of a row and the given value. */
export type Filter<Name extends string = string> =
  | Comparison
  | Todo
  // biome-ignore lint/suspicious/noExplicitAny: The type of a value depends on the schema, and rules read its members.
  | ((row: Row, wanted: any, context: Context<Name>) => unknown);

/** The standard signature of a resolver. */
export type Resolver<Name extends string = string> = (
  // biome-ignore lint/suspicious/noExplicitAny: The type of a parent depends on the schema, and rules read its fields.
  parent: any,
  // biome-ignore lint/suspicious/noExplicitAny: The same for arguments. `Resolvers` of `typescript-resolvers` knows them.
  args: any,
  context: Context<Name>,
  info: GraphQLResolveInfo,
) => unknown;

/** A value, or a function that returns it. */
export type Default<Name extends string = string> =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly [name: string]: unknown }
  | ((context: Context<Name>) => unknown);

/** What resolvers and tests of rows receive. */
export interface Context<Name extends string = string> {
  /** The rows of each object type with a key, interface and union. */
  readonly db: Db<Name>;
  /** The time of the platform, such as `2026-01-31T12:00:00.000Z`. */
  now(): string;
  /** The user of the request's token: the row of the user type if there is one, else `id`, `name` and `email`. */
  readonly user: Row;
  /** The test of rows that an input object is, by the rules of its members. */
  matching(inputType: string, value: unknown): (row: Row) => boolean;
  /** The rows, sorted by the value of an argument: `sorted("Query.tickets(sort:)", rows, sort)`. */
  sorted(coordinate: Coordinate, rows: readonly Row[], value: unknown): Row[];
}

declare const probe: { readonly [name: string]: 1 };

/**
 * The tables by the names of their types. A table of an unknown name has no type if the project sets
 * `noUncheckedIndexedAccess`: TypeScript would add `undefined` to each one.
 */
export type Db<Name extends string = string> = string extends Name
  ? undefined extends typeof probe.name
    ? // biome-ignore lint/suspicious/noExplicitAny: See above.
      { readonly [name: string]: any }
    : { readonly [name: string]: Table }
  : { readonly [Key in Name]: Table };

/** The rows of a type, in the order of `data`, then of creation. */
export interface Table {
  all(): Row[];
  /** The first row that has all the values, or passes the test. @throws TypeError if a value is undefined. */
  find(match: Match): Row | null;
  filter(match: Match): Row[];
  /** The row with this ID. */
  lookUp(id: unknown): Row | undefined;
  /** The row with this ID. @throws GraphQLError `NOT_FOUND` */
  get(id: unknown): Row;
  /** Adds a row. @throws if the type has no such field, or another row has the same ID or the same unique value. */
  create(fields: object): Row;
  /** Sets fields. Those that are `undefined` keep their values. @throws GraphQLError `NOT_FOUND` */
  update(id: unknown, fields: object): Row;
  /** Returns the deleted row. @throws GraphQLError `NOT_FOUND` */
  delete(id: unknown): Row;
  /** Updates the row that has the values, or creates one with them. */
  upsert(match: object, fields: object): Row;
  /** Adds rows, IDs or values to a list. @throws GraphQLError `NOT_FOUND` */
  add(id: unknown, list: string, values: unknown): Row;
  /** Removes rows, IDs or values from a list. @throws GraphQLError `NOT_FOUND` */
  remove(id: unknown, list: string, values: unknown): Row;
}

/** Values of fields, or a test of a row. */
export type Match = { readonly [field: string]: unknown } | ((row: Row) => unknown);

/**
 * A row. Its fields are read when they are used: `row.project` is a row, `row.comments` a list of rows. Annotate the
 * parameters of functions that you pass to such lists: `row.comments.filter((comment: Row) => comment.isPublic)`.
 */
export interface Row {
  // biome-ignore lint/suspicious/noExplicitAny: The types of fields depend on the schema.
  readonly [field: string]: any;
}
