/** Objects while they are resolved, and their positions in the response. */

import { type Args, type Connection, connectionOf } from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLObjectType, type GraphQLOutputType, getNullableType, isNonNullType, isObjectType } from "graphql";
import type { PayloadError } from "./mutations.ts";
import type { Page } from "./paging.ts";

const SOURCE: unique symbol = Symbol("source");

/** An object while it is resolved. */
export interface Source {
  readonly [SOURCE]: true;
  readonly type: GraphQLObjectType;
  /** Determines the generated values. */
  readonly key: string;
  /** Number of lists that contain the object. */
  readonly lists: number;
  /** Known values, by field name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Mock data of the operation, by response name. */
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
  /** For the payload of a mutation. */
  readonly mutation?: Mutation | undefined;
  /** Whether this is the root of the operation. */
  readonly isRoot?: boolean;
}

export interface Mutation {
  /** Arguments and the fields of input objects, by name. */
  readonly input: Args;
  readonly rejection: readonly PayloadError[] | undefined;
}

/** A position in the response. */
export interface Place {
  readonly key: string;
  readonly lists: number;
  /** `key` without the arguments of the field, so that all pages of a connection have the same items. */
  readonly listKey?: string;
}

export function createSource(
  type: GraphQLObjectType,
  { key, lists }: Place,
  fields: Source["fields"] = {},
  more: Pick<Source, "responses" | "mutation" | "isRoot"> = {},
): Source {
  return { [SOURCE]: true, type, key, lists, fields, ...more };
}

export function isSource(value: unknown): value is Source {
  return typeof value === "object" && value !== null && SOURCE in value;
}

/** The position of an entry of a list. */
export function enter({ key, lists }: Place, index: number): Place {
  return { key: `${key}[${index}]`, lists: lists + 1 };
}

export interface ConnectionType {
  readonly type: GraphQLObjectType;
  readonly shape: Connection;
}

export function connectionTypeOf(type: GraphQLOutputType): ConnectionType | undefined {
  const nullable = getNullableType(type);
  const shape = isObjectType(nullable) ? connectionOf(nullable) : undefined;
  return shape && isObjectType(nullable) ? { type: nullable, shape } : undefined;
}

/** A connection with a page of the items. */
export function buildPage(
  { type, shape }: ConnectionType,
  items: readonly unknown[],
  cursors: readonly string[],
  { start, end }: Page,
): Source {
  const place = { key: `page:${cursors.length}:${cursors[0] ?? type.name}`, lists: 1 };
  const nodes = items.slice(start, end);
  const pageCursors = cursors.slice(start, end);
  const edgeType = isObjectType(shape.edgeType) ? shape.edgeType : undefined;
  const pageInfoType = isObjectType(shape.pageInfoType) ? shape.pageInfoType : undefined;
  const edges = nodes.map((node, index) =>
    edgeType ? createSource(edgeType, enter(place, index), { node, cursor: pageCursors[index] }) : undefined,
  );
  const info = {
    hasNextPage: end < items.length,
    hasPreviousPage: start > 0,
    startCursor: pageCursors[0] ?? emptyCursor(pageInfoType, "startCursor"),
    endCursor: pageCursors.at(-1) ?? emptyCursor(pageInfoType, "endCursor"),
  };
  return createSource(type, place, {
    ...(shape.nodes && { [shape.nodes.name]: nodes }),
    ...(edgeType && { edges }),
    ...(pageInfoType && { pageInfo: createSource(pageInfoType, place, info) }),
    ...Object.fromEntries(shape.countFields.map((name) => [name, items.length])),
  });
}

/** The cursor of an empty page: null, or an empty text if it cannot be null. */
function emptyCursor(type: GraphQLObjectType | undefined, name: string): string | null {
  return isNonNullType(type?.getFields()[name]?.type) ? "" : null;
}
