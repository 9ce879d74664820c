/** Sorting: arguments that set the order of a list. */

import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
} from "graphql";
import { type Args, type Field, hasFields } from "./connections.ts";
import { hasName, toSnake } from "./names.ts";

/** A field by which a list is sorted. */
export interface Order {
  readonly field: Field;
  readonly isDescending: boolean;
  /** Position of null. @default last, and first if the order is descending */
  readonly nulls?: "first" | "last" | undefined;
}

/** Names of the arguments that set the order. */
export interface SortArguments {
  readonly sorts: readonly string[];
  readonly direction?: string | undefined;
  /** Without `sorts`, it reverses the list. */
  readonly reverse?: string | undefined;
}

/** Finds the sort arguments of a list. */
export function sortArgumentsOf(itemType: GraphQLNamedType, args: readonly GraphQLArgument[]): SortArguments {
  const sorts = args.filter(({ name, type }) => isSort(itemType, name, type));
  const others = args.filter((arg) => !sorts.includes(arg));
  const direction = others.find(({ name, type }) => hasName(name, "direction") && isDirection(type));
  const reverse = others.find(({ name, type }) => hasName(name, "reverse") && getNamedType(type).name === "Boolean");
  return {
    sorts: sorts.map(({ name }) => name),
    direction: sorts.length > 0 ? direction?.name : undefined,
    reverse: reverse?.name,
  };
}

/** Returns the order that the arguments set. Values that name no field, such as `RELEVANCE`, leave the order. */
export function readOrders(
  itemType: GraphQLNamedType,
  { sorts, direction, reverse }: SortArguments,
  args: Args,
): Order[] {
  const isDescending = isDescendingText(args[direction ?? ""]) || args[reverse ?? ""] === true;
  return sorts
    .flatMap((name) => args[name])
    .flatMap((entry) => readOrder(itemType, entry))
    .map((order) => (isDescending ? { ...order, isDescending: !order.isDescending } : order));
}

/** Members of an input object that name the field. */
const FIELD_NAMES = /^(?:field|by|key|sort_?by|property)$/i;

function isSort(itemType: GraphQLNamedType, name: string, type: GraphQLInputType): boolean {
  if (!hasName(name, "sort")) return false;
  const named = getNamedType(type);
  if (named.name === "String") return true;
  if (isEnumType(named)) return sortsBy(itemType, named);
  if (!isInputObjectType(named)) return false;
  return Object.values(named.getFields()).some((field) => {
    const inner = getNamedType(field.type);
    if (findField(itemType, field.name)) return isDirection(inner) || isInputObjectType(inner);
    return FIELD_NAMES.test(field.name) && (!isEnumType(inner) || sortsBy(itemType, inner));
  });
}

function sortsBy(itemType: GraphQLNamedType, type: GraphQLEnumType): boolean {
  return type.getValues().some(({ name }) => readText(itemType, name).length > 0);
}

function readOrder(itemType: GraphQLNamedType, value: unknown): Order[] {
  if (typeof value === "string") return readText(itemType, value);
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  const named = entries.find(([name, member]) => FIELD_NAMES.test(name) && typeof member === "string");
  if (named) return describe(readText(itemType, String(named[1])), value);
  // `{ name: ASC }`, `{ name: { order: Ascending, nulls: first } }`
  return entries.flatMap(([name, member]): Order[] => {
    const field = findField(itemType, name);
    if (!field) return [];
    const order = { field, isDescending: isDescendingText(member) };
    return typeof member === "object" ? describe([order], member as object) : [order];
  });
}

/** Adds the direction and the position of null that are next to a field. */
function describe(orders: readonly Order[], members: object): Order[] {
  const texts = Object.entries(members);
  const isDescending = texts.some(
    ([name, text]) => /^(?:direction|order|sort|dir)$/i.test(name) && isDescendingText(text),
  );
  const [, nulls] = texts.find(([name]) => /^nulls?/i.test(name)) ?? [];
  const position = /first$/i.test(String(nulls)) ? "first" : /last$/i.test(String(nulls)) ? "last" : undefined;
  return orders.map((order) => ({
    ...order,
    isDescending: isDescending !== order.isDescending,
    ...(position && { nulls: position }),
  }));
}

/** `NAME`, `NAME_ASC`, `-name`, `name:desc`, `name DESC`, `name,-createdAt`. */
function readText(itemType: GraphQLNamedType, text: string): Order[] {
  return text.split(",").flatMap((part): Order[] => {
    const [, minus, name = "", direction] =
      /^\s*([-+]?)([\w.]+?)(?:[\s:_]+(asc|desc|ascending|descending))?\s*$/i.exec(part) ?? [];
    const field = findField(itemType, name);
    return field ? [{ field, isDescending: minus === "-" || isDescendingText(direction) }] : [];
  });
}

/** The leaf field of a name in any case: `CREATED_AT`, and `CREATED` for `createdAt`. */
function findField(itemType: GraphQLNamedType, name: string): Field | undefined {
  if (!hasFields(itemType)) return undefined;
  const fields = itemType.getFields();
  const text = toSnake(name);
  const found =
    fields[name] ??
    Object.values(fields).find((field) => ["", "_at", "_on"].some((end) => toSnake(field.name) === `${text}${end}`));
  return found && found.args.length === 0 && isLeafType(getNamedType(found.type)) ? found : undefined;
}

function isDirection(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (named.name === "String") return true;
  return isEnumType(named) && named.getValues().some(({ name }) => isDescendingText(name));
}

function isDescendingText(value: unknown): boolean {
  return typeof value === "string" && /^desc/i.test(value);
}
