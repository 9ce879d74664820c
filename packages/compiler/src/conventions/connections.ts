/** Lists in pages: connections, and the arguments that select a page. */

import {
  type GraphQLArgument,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isScalarType,
} from "graphql";
import { cacheByObject } from "../model/cache.ts";
import type { Field } from "../model/graphql.ts";
import { hasName, type NameRole } from "./naming.ts";

export type { Field };

/** A type with a list of items, and information about the page. */
export interface Connection {
  /** Type of one item. */
  readonly nodeType: GraphQLOutputType;
  /** Field that lists the items: `nodes`, or `items` next to `pageInfo`. */
  readonly nodes: Field | undefined;
  /** Field `edges`, whose entries have a `node`. */
  readonly edges: Field | undefined;
  readonly edgeType: GraphQLObjectType | GraphQLInterfaceType | undefined;
  readonly pageInfoType: GraphQLObjectType | GraphQLInterfaceType | undefined;
  /** Whether the page information has `hasNextPage` and `endCursor`, which `paginate` needs. */
  readonly canPage: boolean;
  /** Names of the fields that contain the number of all items. */
  readonly countFields: readonly string[];
}

/**
 * Returns the shape of a connection: a type with a list `nodes`, or a list `edges` of objects with a `node`.
 */
export function connectionOf(type: GraphQLNamedType | null | undefined): Connection | undefined {
  return hasFields(type) ? readConnection(type) : undefined;
}

const readConnection = cacheByObject(
  (type: GraphQLObjectType | GraphQLInterfaceType): Connection | undefined => {
    const { nodes, items, edges, pageInfo } = type.getFields();
    const pageInfoType = fieldsType(pageInfo);
    const information = pageInfoType?.getFields();
    const canPage = information?.hasNextPage !== undefined && information.endCursor !== undefined;
    const list = nodes ?? (information?.hasNextPage ? items : undefined);
    const entry = list && entryTypeOf(list.type);
    const edge = edges && entryTypeOf(edges.type) ? fieldsType(edges) : undefined;
    const node = edge?.getFields().node;
    const nodeType = entry ?? node?.type;
    if (!nodeType || (isLeafType(getNamedType(nodeType)) && !canPage)) return undefined;
    return {
      nodeType,
      nodes: entry && list,
      edges: node && edges,
      edgeType: node && edge,
      pageInfoType,
      canPage,
      countFields: countFieldsOf(type),
    };
  },
);

/** Returns the shape of a page of objects: a connection, or a type with a list `items`. */
export function pageOf(type: GraphQLObjectType): Connection | undefined {
  const page = connectionOf(type);
  if (page) return isCompositeType(getNamedType(page.nodeType)) ? page : undefined;
  const { items } = type.getFields();
  const entry = items && entryTypeOf(items.type);
  if (!entry || !isCompositeType(getNamedType(entry))) return undefined;
  return {
    nodeType: entry,
    nodes: items,
    edges: undefined,
    edgeType: undefined,
    pageInfoType: undefined,
    canPage: false,
    countFields: countFieldsOf(type),
  };
}

/** Names of the fields that contain the number of all items of a page. */
function countFieldsOf(type: GraphQLObjectType | GraphQLInterfaceType): readonly string[] {
  return Object.values(type.getFields()).flatMap((field) =>
    hasName(field.name, "total") && typeNameOf(field) === "Int" ? [field.name] : [],
  );
}

/** Whether a type has fields: an object type or an interface. */
export function hasFields(type: unknown): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type);
}

/** The type of a field if it has fields itself. */
function fieldsType(field: Field | undefined): GraphQLObjectType | GraphQLInterfaceType | undefined {
  const type = getNamedType(field?.type);
  return hasFields(type) ? type : undefined;
}

/** Returns the type of the entries of a list. `undefined` for any other type. */
export function entryTypeOf(type: GraphQLOutputType): GraphQLOutputType | undefined {
  const list = getNullableType(type);
  return isListType(list) ? list.ofType : undefined;
}

/** Returns the type of the items of a list or a connection. `undefined` for any other field. */
function itemTypeOf({ type }: Pick<Field, "type">): GraphQLNamedType | undefined {
  const entry = entryTypeOf(type);
  if (entry) return getNamedType(entry);
  const connection = connectionOf(getNamedType(type));
  return connection && getNamedType(connection.nodeType);
}

/** Names of the arguments that select a page. */
interface PagingArguments {
  /** Page size from the first item. */
  readonly first?: string;
  /** Cursor that the page starts after. */
  readonly after?: string;
  /** Page size from the last item. */
  readonly last?: string;
  /** Cursor that the page ends before. */
  readonly before?: string;
  /** Number of skipped items. */
  readonly offset?: string;
  /** Number of a page. The first page is 1, or else the default value if it is 0. */
  readonly page?: string;
}

/** Returns the names of the paging arguments of a list or a connection. Empty for any other field. */
export const pagingArgumentsOf: (field: Field) => PagingArguments = cacheByObject(readPagingArguments);

/** Names that are never a filter, although an item can have such a field. */
const ALWAYS_PAGING =
  /^(?:first|last|after|before|limit|offset|skip|take|cursor|page|perPage|per_page|pageSize)$/;

function readPagingArguments(field: Field): PagingArguments {
  const itemType = itemTypeOf(field);
  if (!itemType) return {};
  const itemFields = hasFields(itemType) ? itemType.getFields() : {};
  const args = field.args.filter(({ name }) => ALWAYS_PAGING.test(name) || !Object.hasOwn(itemFields, name));
  const find = (candidates: readonly GraphQLArgument[], role: NameRole) =>
    // The most usual name wins, then the first one.
    candidates.find(({ name }) => name === role) ?? candidates.find(({ name }) => hasName(name, role));
  const integers = args.filter(({ type }) => /int$/i.test(typeNameOf({ type })));
  const cursors = args.filter(isCursor);
  const first = find(integers, "first");
  const last = find(integers, "last");
  const after = find(cursors, "after") ?? (first && find(cursors, "position"));
  const variables = {
    first,
    after,
    last,
    before: find(cursors, "before"),
    offset: find(integers, "offset"),
    page: first && find(integers, "page"),
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([role, arg]) => (arg ? [[role, arg.name]] : [])),
  );
}

/** Whether an argument can be a cursor: a string, an ID or a custom scalar that is not a date or a number. */
function isCursor({ type }: GraphQLArgument): boolean {
  if (isListType(getNullableType(type))) return false;
  const named = getNamedType(type);
  return isScalarType(named) && !/int|float|boolean|date|time|json|decimal/i.test(named.name);
}

export function typeNameOf({ type }: Pick<Field | GraphQLArgument, "type">): string {
  return getNamedType(type).name;
}
