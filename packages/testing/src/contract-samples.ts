/** Values of variables with which an operation finds an object of the platform. */

import {
  type Condition,
  connectionOf,
  type Field,
  findId,
  idFieldOf,
  itemTypeOf,
  readListRequest,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";
import type { Item } from "./data/items.ts";
import { createPlatformData, type DataOptions } from "./data/platform-data.ts";
import { isObject } from "./json.ts";

export type Values = Readonly<Record<string, unknown>>;

/**
 * Replaces sampled values by those of existing objects, if they select objects. Removes members and variables with
 * which no object would be found, such as `name_Neq`.
 *
 * @param document - A query without fragment spreads.
 */
export type Sampler = (document: DocumentNode, variables: Values) => Record<string, unknown>;

const REMOVED: unique symbol = Symbol("removed");

/** A sampled value that is to be replaced. No scalar has such a value. */
const MARK = "\u0000sample:";

export function createSampler(schema: GraphQLSchema, options: DataOptions): Sampler {
  const { store, reader } = createPlatformData(schema, options);
  return (document, variables) => {
    const marks = new Map<string, unknown>();
    const marked = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, mark(value, marks)]));
    const found = new Map<string, unknown>();
    const [operation] = document.definitions as readonly OperationDefinitionNode[];
    const root = schema.getQueryType();
    if (operation && root) visitSelections(operation.selectionSet, undefined, { marked, found });
    const isRequired = new Set(
      operation?.variableDefinitions?.flatMap(({ type, variable }) =>
        type.kind === Kind.NON_NULL_TYPE ? [variable.name.value] : [],
      ),
    );
    const entries = Object.entries(marked).flatMap(([name, value]): [string, unknown][] => {
      const replaced = replace(value, marks, found);
      if (replaced !== REMOVED) return [[name, replaced]];
      return isRequired.has(name) ? [[name, variables[name]]] : [];
    });
    return Object.fromEntries(entries);
  };

  interface Visit {
    readonly marked: Values;
    readonly found: Map<string, unknown>;
  }

  /** @param parent - The object of which fields are selected. `undefined` at the root. */
  function visitSelections(set: SelectionSetNode | undefined, parent: Item | undefined, visit: Visit): void {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) visitField(node, parent, visit);
      else if (node.kind === Kind.INLINE_FRAGMENT) visitSelections(node.selectionSet, parent, visit);
    }
  }

  function visitField(node: FieldNode, parent: Item | undefined, visit: Visit): void {
    const type = parent ? parent.type : schema.getQueryType();
    const field = type?.getFields()[node.name.value];
    // `nodes`, `edges` and `node` of a connection are not fields of the item.
    const item = field && isCompositeType(getNamedType(field.type)) ? findItem(field, parent) : undefined;
    if (!field) visitSelections(node.selectionSet, parent, visit);
    if (!field || !item) return;
    const args = readArguments(node, visit.marked);
    matchArguments(field, args, item, visit.found);
    visitSelections(node.selectionSet, item, visit);
  }

  /** The first object of a field. */
  function findItem(field: Field, parent: Item | undefined): Item | undefined {
    if (parent) return reader.related(parent, field)[0];
    const type = itemTypeOf(field) ?? getNamedType(field.type);
    return isCompositeType(type) ? store.list(type)[0] : undefined;
  }

  function matchArguments(field: Field, args: Values, item: Item, found: Map<string, unknown>): void {
    if (itemTypeOf(field) || connectionOf(getNamedType(field.type))) {
      matchCondition(readListRequest(field, args).condition, item, found, true);
      const idField = idFieldOf(item.type);
      if (Array.isArray(args.ids) && idField) for (const id of args.ids) set(found, id, reader.leaf(item, idField));
      return;
    }
    const idField = idFieldOf(item.type);
    const id = findId(getNamedType(field.type).name, args, field);
    if (idField && id !== undefined) set(found, id, reader.leaf(item, idField));
    for (const [name, value] of Object.entries(args)) {
      const same = item.type.getFields()[name];
      if (same && isLeafType(getNamedType(same.type)) && value !== id) set(found, value, reader.leaf(item, same));
    }
  }

  /** @param isPositive - Whether the condition must be true. */
  function matchCondition(
    condition: Condition | undefined,
    item: Item | undefined,
    found: Map<string, unknown>,
    isPositive: boolean,
  ): void {
    if (!condition) return;
    if (condition.kind === "not") matchCondition(condition.condition, item, found, false);
    else if (condition.kind === "related") {
      const field = item?.type.getFields()[condition.field.name];
      const related = item && field ? reader.related(item, field)[0] : undefined;
      const isSome = condition.quantifier === "some";
      matchCondition(condition.condition, related, found, isPositive && isSome && related !== undefined);
    } else if (condition.kind === "compare") matchComparison(condition, item, found, isPositive);
    else for (const each of condition.conditions) matchCondition(each, item, found, isPositive);
  }

  function matchComparison(
    condition: Condition & { readonly kind: "compare" },
    item: Item | undefined,
    found: Map<string, unknown>,
    isPositive: boolean,
  ): void {
    const { operator, isNegated, value } = condition;
    const field = item?.type.getFields()[condition.field.name];
    const isExclusive = isNegated || operator === "gt" || operator === "lt" || !isPositive;
    const own = item && field && !isExclusive ? reader.leaf(item, field) : REMOVED;
    const match = Array.isArray(own) ? (own[0] ?? REMOVED) : (own ?? REMOVED);
    for (const each of [value].flat()) set(found, each, operator === "isNull" ? false : match);
  }
}

/** The first use of a variable counts. */
function set(found: Map<string, unknown>, marked: unknown, value: unknown): void {
  if (typeof marked === "string" && marked.startsWith(MARK) && !found.has(marked)) found.set(marked, value);
}

/** Replaces each leaf by a mark, and keeps its value. */
function mark(value: unknown, marks: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((entry) => mark(entry, marks));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mark(member, marks)]));
  }
  const text = `${MARK}${marks.size}`;
  marks.set(text, value);
  return text;
}

function replace(value: unknown, marks: Map<string, unknown>, found: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => replace(entry, marks, found)).filter((entry) => entry !== REMOVED);
    return entries.length === 0 && value.length > 0 ? REMOVED : entries;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => [name, replace(member, marks, found)] as const);
    const kept = members.filter(([, member]) => member !== REMOVED);
    return kept.length === 0 && members.length > 0 ? REMOVED : Object.fromEntries(kept);
  }
  const text = String(value);
  return found.has(text) ? found.get(text) : marks.get(text);
}

/** The arguments of a field with the marked values of its variables. */
function readArguments({ arguments: nodes = [] }: FieldNode, variables: Values): Values {
  return Object.fromEntries(
    nodes.flatMap(({ name, value }) => {
      const read = valueFromASTUntyped(value, variables);
      return read === undefined ? [] : [[name.value, read]];
    }),
  );
}
