/** `sort`: rows in the order of an argument, by a dialect. */

import { toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLEnumType,
  GraphQLID,
  type GraphQLNamedType,
  type GraphQLObjectType,
  GraphQLString,
  getNamedType,
  isCompositeType,
  isEnumType,
} from "graphql";
import { isObject } from "../parse-json.ts";
import { type Dialect, type Direction, directionsOf } from "../rules/dialect.ts";
import { isPromiseLike } from "../rules/resolvers.ts";
import { missing, RULES_FILE, RulesError } from "../rules/rules-error.ts";
import { type Comparable, orderOf, toComparable } from "../rules/value-order.ts";
import { describeNoField } from "../suggest.ts";
import { type Item, isItem } from "./items.ts";
import { itemOf, readSyncValue, rowOf } from "./rows.ts";
import type { Session } from "./session.ts";

/** The place of nulls in the order of a term. `undefined` if the dialect decides. */
type NullsAt = "first" | "last" | undefined;
type OrderNames = Readonly<Record<string, unknown>>;

/** One value to sort by. */
interface Term {
  /** Names of fields from the row, or a function of the row. */
  readonly by: readonly string[] | ((row: object) => unknown);
  readonly isDescending: boolean;
  readonly nulls: NullsAt;
}

/** A term with the names of fields. */
type PathTerm = Term & { readonly by: readonly string[] };

interface Sorting {
  readonly session: Session;
  readonly dialect: Dialect;
  /** The type of the first row. */
  readonly type: GraphQLObjectType;
  readonly names: OrderNames;
}

/** A value to sort by. */
type Key = Comparable | null;

/** The rows in the order of an argument. @throws RulesError if the order has no meaning. */
export function sortRows<Row extends object>(
  session: Session,
  rows: readonly Row[],
  order: unknown,
  names: object = {},
): Row[] {
  if (!Array.isArray(rows)) throw new RulesError("sort(rows, order): expected a list of rows.");
  const items = rows.map((row) => {
    const item = itemOf(session.world, row);
    if (item) return item;
    throw new RulesError("sort(rows, order): a value of the list is not a row. Use its own toSorted().");
  });
  const positions = sortPositions(session, items, order, names as OrderNames);
  return positions.map((position) => rows[position] as Row);
}

/** The items in the order of an argument. @throws RulesError if the order has no meaning. */
export function sortItems(session: Session, items: readonly Item[], order: unknown): readonly Item[] {
  const positions = sortPositions(session, items, order, {});
  return positions.map((position) => items[position] as Item);
}

/** The positions in the list of items, in the order of an argument. */
function sortPositions(
  session: Session,
  items: readonly Item[],
  order: unknown,
  names: OrderNames,
): readonly number[] {
  const [first] = items;
  if (!first) return [];
  const sorting = { session, dialect: session.world.dialect, type: first.type, names };
  const columns = termsOf(sorting, order, []).map((term): Column => {
    return { term, keys: items.map((item) => keyOf(sorting, item, term)) };
  });
  return [...items.keys()].sort((a, b) => comparePositions(sorting, columns, a, b));
}

/** The keys of all rows for a term, by the position of the row. */
interface Column {
  readonly term: Term;
  readonly keys: readonly Key[];
}

/** The first term whose keys differ decides. */
function comparePositions(sorting: Sorting, columns: readonly Column[], a: number, b: number): number {
  for (const { term, keys } of columns) {
    const difference = compareKeys(sorting, term, keys[a] as Key, keys[b] as Key);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param path - Names of the members around the order: `author` in `{ author: { name: asc } }`. */
function termsOf(sorting: Sorting, order: unknown, path: readonly string[]): readonly Term[] {
  if (order === null || order === undefined) return [];
  if (Array.isArray(order)) return order.flatMap((entry) => termsOf(sorting, entry, path));
  if (typeof order === "string") return [textTerm(sorting, order, path)];
  if (!isObject(order)) throw new RulesError("sort(rows, order): expected the value of an argument.");
  const { field, direction } = sorting.dialect.orderMembers ?? {};
  if (field !== undefined && direction !== undefined && field in order) {
    const base = termsOf(sorting, order[field], path);
    const chosen = directionOf(sorting, order[direction]);
    return base.map((term) => turn(term, chosen));
  }
  return Object.entries(order).flatMap(([name, value]) => memberTerms(sorting, name, value, path));
}

/** `{ title: desc }`, or `{ author: { name: asc } }`. */
function memberTerms(
  sorting: Sorting,
  name: string,
  value: unknown,
  path: readonly string[],
): readonly Term[] {
  if (value === null || value === undefined) return [];
  const { names } = sorting;
  if (isObject(value)) return termsOf(sorting, value, [...path, name]);
  const named = path.length === 0 && Object.hasOwn(names, name) ? namedTerm(name, names[name]) : undefined;
  const term: Term = named ?? { by: [...path, name], isDescending: false, nulls: undefined };
  return [turn(term, directionOf(sorting, value))];
}

/**
 * A name of `names`, or a field with a direction: `title:desc`.
 *
 * @param path - Names of the members around the text: `author` in `{ author: { field: NAME } }`.
 */
function textTerm(sorting: Sorting, text: string, path: readonly string[]): Term {
  const { names, dialect } = sorting;
  if (path.length === 0 && Object.hasOwn(names, text)) return namedTerm(text, names[text]);
  const type = typeAt(sorting, path);
  const separator = dialect.orderSeparator;
  const term = separator === undefined ? undefined : separatedTerm({ ...sorting, type }, text, separator);
  if (term) return { ...term, by: [...path, ...term.by] };
  throw missing(`The order "${text}" of ${type.name} has no meaning. Add it in ${RULES_FILE}:`, [
    `sort(rows, order, { ${text}: "-createdAt" })`,
  ]);
}

/** The type of the rows to which a path leads, or the first of its possible types. */
function typeAt({ session, type }: Sorting, path: readonly string[]): GraphQLObjectType {
  return path.reduce((owner, name) => {
    const target = getNamedType(owner.getFields()[name]?.type);
    const [first] = isCompositeType(target) ? session.world.structure.possibleTypes(target) : [];
    return first ?? owner;
  }, type);
}

/** A field with a direction, or without one. `undefined` if there is no such field. */
function separatedTerm(sorting: Sorting, text: string, separator: string): PathTerm | undefined {
  for (const [word, direction] of Object.entries(directionsOf(sorting.dialect))) {
    const end = `${separator}${word}`;
    const by = text.endsWith(end) ? fieldNamed(sorting, text.slice(0, -end.length)) : undefined;
    if (by) return { ...turn({ by, isDescending: false, nulls: undefined }, direction), by };
  }
  const by = fieldNamed(sorting, text);
  return by && { by, isDescending: false, nulls: undefined };
}

/** `CREATED_AT` is the field `createdAt`, and `author.name` or `sys_id` a path. */
function fieldNamed({ type, dialect }: Sorting, text: string): readonly string[] | undefined {
  const names = new Set(Object.keys(type.getFields()));
  if (names.has(text)) return [text];
  const snake = [...names].find((name) => toSnake(name).toUpperCase() === text);
  if (snake) return [snake];
  const paths = [".", dialect.orderSeparator ?? "."].map((separator) => text.split(separator));
  return paths.find(([first = "", ...rest]) => rest.length > 0 && names.has(first));
}

function namedTerm(name: string, order: unknown): Term {
  if (typeof order === "function")
    return { by: order as (row: object) => unknown, isDescending: false, nulls: undefined };
  const [, minus, path = "", nulls] = /^(-?)([\w.]+)(?: nulls (first|last))?$/.exec(String(order)) ?? [];
  if (path === "")
    throw new RulesError(`sort: "${name}" must be a path such as "-createdAt", or a function of the row.`);
  return { by: path.split("."), isDescending: minus === "-", nulls: nulls as NullsAt };
}

function directionOf({ dialect, type }: Sorting, value: unknown): Direction {
  if (value === null || value === undefined) return "asc";
  const directions = directionsOf(dialect);
  const direction = Object.hasOwn(directions, String(value)) ? directions[String(value)] : undefined;
  if (direction) return direction;
  throw missing(
    `The direction "${value}" of an order of ${type.name} has no meaning. Add it to ${RULES_FILE}:`,
    [`export const dialect = { …, directions: { ${value}: "desc" } };`],
  );
}

function turn(term: Term, direction: Direction): Term {
  const [word, , nulls] = direction.split(" ");
  return {
    ...term,
    isDescending: term.isDescending !== (word === "desc"),
    nulls: (nulls as NullsAt) ?? term.nulls,
  };
}

function keyOf({ session, dialect }: Sorting, item: Item, { by }: Term): Key {
  if (typeof by === "function") {
    const value = by(rowOf(session, item));
    if (isPromiseLike(value)) throw new RulesError("sort: a function of the row must not be async.");
    return typeof value === "boolean" ? Number(value) : toComparable(GraphQLString, value);
  }
  let value: unknown = item;
  let type: GraphQLNamedType = item.type;
  for (const name of by) {
    if (value === null) return null;
    if (!isItem(value)) throw notSingle(item, by);
    const field = value.type.getFields()[name];
    if (!field) throw new RulesError(`sort: ${describeNoField(value.type, name)}`);
    value = readSyncValue(session, value, field);
    type = getNamedType(field.type);
  }
  if (value === null) return null;
  if (isItem(value) && value.id !== undefined) return toComparable(GraphQLID, value.id);
  if (isItem(value)) throw notSingle(item, by);
  if (Array.isArray(value)) throw notSingle(item, by);
  if (isEnumType(type)) return enumKey(dialect, type, by.join("."), value);
  return toComparable(type as typeof GraphQLString, value);
}

function notSingle({ type }: Item, path: readonly string[]): RulesError {
  return new RulesError(`sort: "${path.join(".")}" of ${type.name} is not a value of one row.`);
}

function enumKey({ enums }: Dialect, type: GraphQLEnumType, path: string, value: unknown): Key {
  if (enums === "text") return String(value);
  if (enums === "declared") return type.getValues().findIndex(({ name }) => name === value);
  throw missing(
    `The order of the values of ${type.name} ("${path}") is not declared. Add it to ${RULES_FILE}:`,
    ['export const dialect = { …, enums: "declared" }; // or "text"'],
  );
}

function compareKeys({ dialect }: Sorting, term: Term, a: Key, b: Key): number {
  const { isDescending } = term;
  if (a !== null && b !== null) return isDescending ? orderOf(b, a) : orderOf(a, b);
  if (a === b) return 0;
  const nulls = term.nulls ?? dialect.nulls;
  if (nulls === undefined) {
    const path = typeof term.by === "function" ? "…" : term.by.join(".");
    throw missing(
      `The place of null in the order by "${path}" is not declared. Add one of these to ${RULES_FILE}:`,
      [
        `sort(rows, order, { …: "${isDescending ? "-" : ""}${path} nulls last" })`,
        'export const dialect = { …, nulls: "last" }; // or "first", "low", "high"',
      ],
    );
  }
  const isFirst =
    nulls === "first" || (nulls === "low" && !isDescending) || (nulls === "high" && isDescending);
  return (a === null) === isFirst ? -1 : 1;
}
