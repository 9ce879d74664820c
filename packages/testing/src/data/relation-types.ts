/** Relations between object types: which field is the other direction of a field. */

import {
  connectionOf,
  type Field,
  isNounOf,
  itemTypeOf,
  toSnake,
} from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isAbstractType, isObjectType } from "graphql";
import { remember } from "../maps.ts";
import { isObjectData } from "./object-data.ts";

/** The other direction of a list or a connection of objects. */
export interface Inverse {
  /** Field of the items that refers back: to one object, or to several. */
  readonly field: Field;
  readonly kind: "one" | "many";
  /** Whether the list contains only some of the items that refer back, because another list contains all of them. */
  readonly isPart: boolean;
}

const inverses = new WeakMap<Field, Inverse | undefined>();

/** Finds the other direction of a list of objects. `undefined` if there is none, or if several fields can be it. */
export function inverseOf(schema: GraphQLSchema, type: GraphQLObjectType, field: Field): Inverse | undefined {
  return remember(inverses, field, () => findInverse(schema, type, field));
}

function findInverse(schema: GraphQLSchema, type: GraphQLObjectType, field: Field): Inverse | undefined {
  const itemType = itemTypeOf(field);
  if (!isObjectType(itemType) || type === schema.getQueryType()) return undefined;
  const accepts = (named: unknown) =>
    named === type || (isAbstractType(named as never) && schema.isSubType(named as never, type));
  const fields = Object.values(itemType.getFields());
  const single = fields.filter((each) => isSingle(each) && accepts(getNamedType(each.type)));
  const lists = Object.values(type.getFields()).filter((each) => itemTypeOf(each) === itemType);
  const main = lists.find(({ name }) => isNounOf(toSnake(name), itemType.name)) ?? lists[0];
  if (single.length === 0) {
    const many = type === itemType ? [] : fields.filter((each) => itemTypeOf(each) === type);
    const [inverse] = many;
    return inverse && many.length === 1 && lists.length === 1
      ? { field: inverse, kind: "many", isPart: false }
      : undefined;
  }
  if (single.length === 1) return { field: single[0] as Field, kind: "one", isPart: field !== main };
  // Several fields refer back, such as `creator` and `assignee`: a name decides.
  const named = single.filter((each) => sharesStem(each.name, field.name));
  const own = single.filter((each) => isNounOf(toSnake(each.name), type.name));
  const [chosen, ...others] = named.length > 0 ? named : field === main ? own : [];
  return chosen && others.length === 0 ? { field: chosen, kind: "one", isPart: false } : undefined;
}

/** Whether a field refers to at most one object, without arguments. */
export function isSingle(field: Field): boolean {
  return field.args.length === 0 && !itemTypeOf(field) && !connectionOf(getNamedType(field.type));
}

/** Letters with which `creator` and `createdOrders`, or `assignee` and `assignedIssues`, begin. */
const STEM_LENGTH = 4;

function sharesStem(a: string, b: string): boolean {
  return a.length >= STEM_LENGTH && b.toLowerCase().startsWith(a.slice(0, STEM_LENGTH).toLowerCase());
}

/** The items of a value that is a list, or a connection with a list. */
export function listEntries(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObjectData(value)) return undefined;
  const shape = connectionOf(value.type);
  const nodes = value.fields[shape?.nodes?.name ?? "nodes"];
  if (Array.isArray(nodes)) return nodes;
  const { edges } = value.fields;
  return Array.isArray(edges)
    ? edges.map((edge) => (isObjectData(edge) ? (edge.fields.node ?? null) : null))
    : undefined;
}
