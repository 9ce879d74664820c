/** Connections of which an operation selects items and no way to the next page: it stops at one, without a word. */

import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { memberCoordinate } from "./coordinates.ts";
import { findFragments, findOperations } from "./operations.ts";
import { comparePlaces, compareText, placeOf } from "./place.ts";
import type { Unpaged } from "./report.ts";
import { type Context, covers, groupByKey, listFields, openFields, type Scope } from "./selected-fields.ts";

/** Either pair will do: one for each direction. */
const PAIRS = [
  ["hasNextPage", "endCursor"],
  ["hasPreviousPage", "startCursor"],
] as const;
const ITEMS = ["nodes", "edges"];

/**
 * Finds every connection (a type with `pageInfo`, and `nodes` or `edges`) whose items are selected without
 * `pageInfo { hasNextPage endCursor }`; through aliases and fragments, and inside of other connections. Fields that are
 * merged by the server count as one: one of them may select the items, and another one the page information.
 *
 * @param operations - Operations and fragments of all files, parsed with locations. What the schema lacks is passed over.
 * @returns Once for each place, with the operations that meet it there; by place.
 */
export function findUnpaged(schema: GraphQLSchema, operations: DocumentNode): Unpaged[] {
  const fragments = findFragments(operations);
  const found = new Map<string, { finding: Omit<Unpaged, "operations">; operations: Set<string> }>();
  for (const { name, kind, node } of findOperations(operations, fragments)) {
    const root = schema.getRootType(kind);
    if (!root) continue;
    for (const finding of walk({ schema, fragments }, root, [{ set: node.selectionSet, within: new Set() }])) {
      const key = JSON.stringify([finding.place, finding.missing]);
      const entry = found.get(key) ?? { finding, operations: new Set() };
      found.set(key, entry);
      entry.operations.add(name);
    }
  }
  return [...found.values()]
    .map(({ finding, operations }) => ({ ...finding, operations: [...operations].sort(compareText) }))
    .sort((a, b) => comparePlaces(a.place, b.place));
}

function walk(context: Context, type: GraphQLCompositeType, scopes: readonly Scope[]): Omit<Unpaged, "operations">[] {
  const { schema } = context;
  const fields = scopes.flatMap((scope) => listFields(context, type, scope));
  return [...groupByKey(fields).values()].flatMap((group) => {
    const seen = new Set<GraphQLCompositeType>();
    return group.flatMap(({ node, on }) => {
      const field = schema.getField(on, node.name.value);
      const inner = field && getNamedType(field.type);
      if (seen.has(on) || !isCompositeType(inner)) return [];
      seen.add(on);
      const selected = openFields(group.filter((other) => covers(schema, other.on, on)));
      const missing = isConnection(inner) ? findMissing(context, inner, selected) : undefined;
      const coordinate = memberCoordinate(on.name, node.name.value);
      const own = missing === undefined ? [] : [{ coordinate, missing, place: placeOf(node) }];
      return [...own, ...walk(context, inner, selected)];
    });
  });
}

/** Whether it has page information; that it has items is seen where they are selected. */
function isConnection(type: GraphQLNamedType): boolean {
  const pageInfo = fieldsOf(type).pageInfo;
  const names = pageInfo ? Object.keys(fieldsOf(getNamedType(pageInfo.type))) : [];
  return PAIRS[0].every((name) => names.includes(name));
}

function fieldsOf(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}

/** What there is to add; nothing where the page information is complete, or no item is selected. */
function findMissing(context: Context, type: GraphQLCompositeType, scopes: readonly Scope[]): string | undefined {
  const fields = scopes.flatMap((scope) => listFields(context, type, scope));
  if (!fields.some(({ node }) => ITEMS.includes(node.name.value))) return undefined;
  const pageInfo = getNamedType(fieldsOf(type).pageInfo?.type);
  const inside = openFields(fields.filter(({ node }) => node.name.value === "pageInfo"));
  const names = isCompositeType(pageInfo) ? inside.flatMap((scope) => listFields(context, pageInfo, scope)) : [];
  const selected = new Set(names.map(({ node }) => node.name.value));
  if (PAIRS.some((pair) => pair.every((name) => selected.has(name)))) return undefined;
  return `pageInfo { ${PAIRS[0].filter((name) => !selected.has(name)).join(" ")} }`;
}
