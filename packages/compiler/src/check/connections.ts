/** Finds connections whose items are selected without the page information: callers can only read the first page. */

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type ValueNode,
} from "graphql";
import { connectionOf, isKeyName, pagingArgumentsOf } from "../conventions/index.ts";
import { appliesTo, fieldOf, rootOf } from "../model/graphql.ts";
import {
  type FieldOccurrence,
  findFragments,
  listFields,
  type SelectionOccurrence,
  scopeOf,
  selectionsOf,
  type WalkContext,
} from "../model/selections.ts";
import { comparePlaces, compareText, findOperations, groupBy, placeOf } from "./document.ts";
import type { Unpaged } from "./report.ts";

/** Page information for one direction. One of the pairs is enough. */
const PAIRS = [
  ["hasNextPage", "endCursor"],
  ["hasPreviousPage", "startCursor"],
] as const;

type Context = Required<WalkContext>;

/** A selected field, and the narrowest type that it is selected on. */
interface SelectedField extends FieldOccurrence {
  readonly on: GraphQLCompositeType;
}

type UnpagedField = Omit<Unpaged, "operations">;

/**
 * Finds each connection whose items are selected without `pageInfo { hasNextPage endCursor }`. A connection is a type
 * with `pageInfo`, and `nodes`, `edges` or `items`. Aliases, fragments and nested connections are included. Fields that the server
 * merges count as one. Fields that limit the items on purpose are skipped: look-ups by key or ID, and a literal `first`
 * or `last`.
 *
 * @param operations - Operations and fragments of all files, parsed with locations. Fields that the schema does not have
 * are skipped.
 * @returns One entry per place, sorted by place.
 */
export function findUnpaged(schema: GraphQLSchema, operations: DocumentNode): Unpaged[] {
  const fragments = findFragments(operations);
  const found = new Map<string, UnpagedField & { readonly names: Set<string> }>();
  for (const { name, node } of findOperations(operations, fragments)) {
    const root = rootOf(schema, node);
    if (!root) continue;
    const context = { schema, fragments };
    const fields = selectFields(context, root, [{ set: node.selectionSet, scope: scopeOf(root) }]);
    for (const field of visit(context, fields)) {
      const key = JSON.stringify([field.place, field.missing]);
      const entry = found.get(key) ?? { ...field, names: new Set() };
      found.set(key, entry);
      entry.names.add(name);
    }
  }
  return [...found.values()]
    .map(({ names, ...field }) => ({ ...field, operations: [...names].sort(compareText) }))
    .sort((a, b) => comparePlaces(a.place, b.place));
}

function visit(context: Context, fields: readonly SelectedField[]): UnpagedField[] {
  const { schema } = context;
  const groups = groupBy(
    fields.filter(({ node }) => node.selectionSet),
    ({ node }) => (node.alias ?? node.name).value,
  );
  return [...groups.values()].flatMap((group) => {
    const seen = new Set<GraphQLCompositeType>();
    return group.flatMap(({ node, on }) => {
      const inner = getNamedType(fieldOf(schema, on, node.name.value)?.type);
      if (seen.has(on) || !isCompositeType(inner)) return [];
      seen.add(on);
      const merged = group.filter((other) => appliesTo(schema, on, other.on.name));
      const selected = selectFields(context, inner, selectionsOf(merged, inner));
      const missing = findMissing(context, inner, selected);
      const coordinate = `${on.name}.${node.name.value}`;
      const own = missing && !isLimited(schema, on, node) && { coordinate, missing, place: placeOf(node) };
      return [...(own ? [own] : []), ...visit(context, selected)];
    });
  });
}

/** Returns the selection to add; `undefined` if the page information is complete or no items are selected. */
function findMissing(
  context: Context,
  type: GraphQLCompositeType,
  fields: readonly SelectedField[],
): string | undefined {
  const { canPage, pageInfoType: pageInfo, nodes, edges } = connectionOf(type) ?? {};
  if (!canPage || !pageInfo) return undefined;
  const items = [nodes?.name, edges?.name];
  if (!fields.some(({ node }) => items.includes(node.name.value))) return undefined;
  const inside = fields.filter(({ node }) => node.name.value === "pageInfo");
  const sets = selectionsOf(inside, pageInfo);
  const selected = new Set(selectFields(context, pageInfo, sets).map(({ node }) => node.name.value));
  if (PAIRS.some((pair) => pair.every((name) => selected.has(name)))) return undefined;
  return `pageInfo { ${PAIRS[0].filter((name) => !selected.has(name)).join(" ")} }`;
}

/** Whether the arguments limit the items to a fixed number, or look them up by key or ID. */
function isLimited(
  schema: GraphQLSchema,
  on: GraphQLCompositeType,
  { name, arguments: nodes = [] }: FieldNode,
): boolean {
  const field = fieldOf(schema, on, name.value);
  const { first, last } = field ? pagingArgumentsOf(field) : {};
  return nodes.some(({ name: { value: argument }, value }) => {
    const isSize = argument === first || argument === last;
    return (isSize && value.kind === Kind.INT) || namesKey(argument, value);
  });
}

/** Whether an argument or a field of its object is a key, such as `where: { id: { in: $ids } }`. An enum is an order. */
function namesKey(name: string, value: ValueNode): boolean {
  if (isKeyName(name)) return value.kind !== Kind.ENUM;
  return value.kind === Kind.OBJECT && value.fields.some((field) => namesKey(field.name.value, field.value));
}

/** Fields of selection sets and of their fragments. A condition on a wider type does not change the type. */
function selectFields(
  context: Context,
  type: GraphQLCompositeType,
  sets: readonly SelectionOccurrence[],
): SelectedField[] {
  const { schema } = context;
  return listFields(context, sets).flatMap((field) => {
    if (!field.parent) return [];
    const on = field.types.reduce((narrow, name) => {
      return appliesTo(schema, narrow, name) ? narrow : (schema.getType(name) as GraphQLCompositeType);
    }, type);
    return [{ ...field, on }];
  });
}
