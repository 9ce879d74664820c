/** Finds connections whose items are selected without the page information: callers can only read the first page. */

import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { connectionOf, isKeyName, pagingArgumentsOf } from "../conventions/index.ts";
import { type FragmentsByName, fieldOf, findFragments } from "../model/graphql.ts";
import { comparePlaces, compareText, findOperations, groupBy, placeOf, rootOf } from "./document.ts";
import type { Unpaged } from "./report.ts";

/** Page information for one direction. One of the pairs is enough. */
const PAIRS = [
  ["hasNextPage", "endCursor"],
  ["hasPreviousPage", "startCursor"],
] as const;

interface Context {
  readonly schema: GraphQLSchema;
  readonly fragments: FragmentsByName;
}

/** A selection set, and the names of the fragments around it. They end the recursion of a fragment in itself. */
interface Scope {
  readonly set: SelectionSetNode;
  readonly within: ReadonlySet<string>;
}

/** A selected field, and the type that it is selected on. */
interface SelectedField {
  readonly node: FieldNode;
  readonly on: GraphQLCompositeType;
  readonly within: ReadonlySet<string>;
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
  for (const operation of findOperations(operations, fragments)) {
    const { name, node } = operation;
    const root = rootOf(schema, operation);
    if (!root) continue;
    for (const field of visit({ schema, fragments }, root, [{ set: node.selectionSet, within: new Set() }])) {
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

function visit(context: Context, type: GraphQLCompositeType, scopes: readonly Scope[]): UnpagedField[] {
  const { schema } = context;
  const groups = groupBy(listFields(context, type, scopes), ({ node }) => (node.alias ?? node.name).value);
  return [...groups.values()].flatMap((group) => {
    const seen = new Set<GraphQLCompositeType>();
    return group.flatMap(({ node, on }) => {
      const inner = getNamedType(fieldOf(schema, on, node.name.value)?.type);
      if (seen.has(on) || !isCompositeType(inner)) return [];
      seen.add(on);
      const selected = scopesOf(group.filter((other) => covers(schema, other.on, on)));
      const missing = findMissing(context, inner, selected);
      const coordinate = `${on.name}.${node.name.value}`;
      const own = missing && !isLimited(schema, on, node) && { coordinate, missing, place: placeOf(node) };
      return [...(own ? [own] : []), ...visit(context, inner, selected)];
    });
  });
}

/** Returns the selection to add; `undefined` if the page information is complete or no items are selected. */
function findMissing(context: Context, type: GraphQLCompositeType, scopes: readonly Scope[]): string | undefined {
  const { canPage, pageInfoType: pageInfo, nodes, edges } = connectionOf(type) ?? {};
  if (!canPage || !pageInfo) return undefined;
  const fields = listFields(context, type, scopes);
  const items = [nodes?.name, edges?.name];
  if (!fields.some(({ node }) => items.includes(node.name.value))) return undefined;
  const inside = scopesOf(fields.filter(({ node }) => node.name.value === "pageInfo"));
  const selected = new Set(listFields(context, pageInfo, inside).map(({ node }) => node.name.value));
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

/** Whether a selection on `other` also applies to `type`. */
function covers(schema: GraphQLSchema, other: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  if (other === type) return true;
  return isAbstractType(other) && (isObjectType(type) || isInterfaceType(type)) && schema.isSubType(other, type);
}

/** Fields of selection sets and of their fragments. */
function listFields(context: Context, on: GraphQLCompositeType, scopes: readonly Scope[]): SelectedField[] {
  const { schema, fragments } = context;
  return scopes.flatMap(({ set, within }) =>
    set.selections.flatMap((selection): SelectedField[] => {
      if (selection.kind === Kind.FIELD) return [{ node: selection, on, within }];
      const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      if (!fragment || (name !== undefined && within.has(name))) return [];
      const type = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : on;
      if (!isCompositeType(type)) return [];
      // A condition on a wider type does not change the type.
      const narrower = covers(schema, type, on) ? on : type;
      const inner = name === undefined ? within : new Set([...within, name]);
      return listFields(context, narrower, [{ set: fragment.selectionSet, within: inner }]);
    }),
  );
}

function scopesOf(fields: readonly SelectedField[]): Scope[] {
  return fields.flatMap(({ node: { selectionSet: set }, within }) => (set ? [{ set, within }] : []));
}
