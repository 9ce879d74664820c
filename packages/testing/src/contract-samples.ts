/** Values of variables with which an operation finds an object of the platform. */

import {
  type Args,
  type Condition,
  type Field,
  findId,
  idFieldOf,
  itemTypeOf,
  readListRequest,
} from "@integration-platform/graphql-compiler/conventions";
import { type FieldOccurrence, findFragments, listFields, scopeOf } from "@integration-platform/graphql-compiler/model";
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isLeafType,
  Kind,
  valueFromASTUntyped,
} from "graphql";
import type { Item } from "./data/items.ts";
import { createPlatformData, type DataOptions } from "./data/platform-data.ts";
import { isObject } from "./json.ts";

/**
 * Replaces sampled values by those of existing objects, if they select objects. Removes members and variables with
 * which no object would be found, such as `name_Neq`.
 */
export type Sampler = (document: DocumentNode, variables: Args) => Record<string, unknown>;

const REMOVED: unique symbol = Symbol("removed");

/** A sampled value that is to be replaced. No scalar has such a value. */
const MARK = "\u0000sample:";

export function createSampler(schema: GraphQLSchema, options: DataOptions): Sampler {
  const { store, reader } = createPlatformData(schema, options);
  const root = schema.getQueryType();
  return (document, variables) => {
    const marks = new Map<unknown, unknown>();
    const found = new Map<unknown, unknown>();
    const marked = mapLeafs(variables, (value) => {
      const text = `${MARK}${marks.size}`;
      marks.set(text, value);
      return text;
    }) as Args;
    const context = { fragments: findFragments(document) };
    const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
    if (operation) visitFields(operation, undefined);
    const isRequired = new Set(
      operation?.variableDefinitions?.flatMap(({ type, variable }) =>
        type.kind === Kind.NON_NULL_TYPE ? [variable.name.value] : [],
      ),
    );
    const entries = Object.entries(marked).flatMap(([name, value]): [string, unknown][] => {
      const replaced = mapLeafs(value, (text) => (found.has(text) ? found.get(text) : marks.get(text)));
      if (replaced !== REMOVED) return [[name, replaced]];
      return isRequired.has(name) ? [[name, variables[name]]] : [];
    });
    return Object.fromEntries(entries);

    /** The first use of a variable counts. */
    function match(text: unknown, value: unknown): void {
      if (marks.has(text) && !found.has(text)) found.set(text, value);
    }

    /** @param parent - The object of which fields are selected. `undefined` at the root. */
    function visitFields(around: Selection, parent: Item | undefined): void {
      for (const { node } of selectedFields(context, around)) {
        const field = (parent ? parent.type : root)?.getFields()[node.name.value];
        // `nodes`, `edges` and `node` of a connection are not fields of the item.
        if (!field) visitFields(node, parent);
        const item = field && isCompositeType(getNamedType(field.type)) ? findItem(field, parent) : undefined;
        if (!field || !item) continue;
        const args = (node.arguments ?? []).flatMap(({ name, value }) => {
          const read = valueFromASTUntyped(value, marked);
          return read === undefined ? [] : [[name.value, read] as const];
        });
        matchArguments(field, Object.fromEntries(args), item);
        visitFields(node, item);
      }
    }

    function matchArguments(field: Field, args: Args, item: Item): void {
      const idField = idFieldOf(item.type);
      if (itemTypeOf(field)) {
        matchCondition(readListRequest(field, args).condition, item, true);
        if (Array.isArray(args.ids) && idField) for (const id of args.ids) match(id, reader.leaf(item, idField));
        return;
      }
      const id = findId(getNamedType(field.type).name, args, field);
      if (idField && id !== undefined) match(id, reader.leaf(item, idField));
      for (const [name, value] of Object.entries(args)) {
        const same = item.type.getFields()[name];
        if (same && isLeafType(getNamedType(same.type)) && value !== id) match(value, reader.leaf(item, same));
      }
    }

    /** @param isPositive - Whether the condition must be true. */
    function matchCondition(condition: Condition | undefined, item: Item | undefined, isPositive: boolean): void {
      if (!condition) return;
      const field = "field" in condition ? item?.type.getFields()[condition.field.name] : undefined;
      if ("conditions" in condition) for (const each of condition.conditions) matchCondition(each, item, isPositive);
      else if (condition.kind === "not") matchCondition(condition.condition, item, false);
      else if (condition.kind === "related") {
        const related = item && field ? reader.related(item, field)[0] : undefined;
        const isSome = condition.quantifier === "some";
        matchCondition(condition.condition, related, isPositive && isSome && related !== undefined);
      } else {
        const { operator, isNegated, value } = condition;
        const isExclusive = isNegated || operator === "gt" || operator === "lt" || !isPositive;
        const own = item && field && !isExclusive ? reader.leaf(item, field) : REMOVED;
        const first = Array.isArray(own) ? (own[0] ?? REMOVED) : (own ?? REMOVED);
        for (const each of [value].flat()) match(each, operator === "isNull" ? false : first);
      }
    }
  };

  /** The first object of a field. */
  function findItem(field: Field, parent: Item | undefined): Item | undefined {
    if (parent) return reader.related(parent, field)[0];
    const type = itemTypeOf(field) ?? getNamedType(field.type);
    return isCompositeType(type) ? store.list(type)[0] : undefined;
  }
}

/** A field or an operation. */
export type Selection = Pick<FieldNode, "selectionSet">;

/** The fields that a field or an operation selects, including those in fragments. */
export function selectedFields(
  context: Parameters<typeof listFields>[0],
  { selectionSet: set }: Selection,
  type?: unknown,
): FieldOccurrence[] {
  return set ? listFields(context, [{ set, scope: scopeOf(isCompositeType(type) ? type : undefined) }]) : [];
}

/** Replaces the leafs of a JSON value. A list or an object of which everything was removed is removed too. */
function mapLeafs(value: unknown, map: (leaf: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => mapLeafs(entry, map)).filter((entry) => entry !== REMOVED);
    return entries.length === 0 && value.length > 0 ? REMOVED : entries;
  }
  if (!isObject(value)) return map(value);
  const members = Object.entries(value).map(([name, member]) => [name, mapLeafs(member, map)] as const);
  const kept = members.filter(([, member]) => member !== REMOVED);
  return kept.length === 0 && members.length > 0 ? REMOVED : Object.fromEntries(kept);
}
