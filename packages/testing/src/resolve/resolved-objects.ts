/**
 * Objects of the response while their fields are resolved. graphql-js passes them to `resolveField` as the
 * parent. The resolvers of rules receive objects of the type `Row` instead.
 *
 * Most resolved objects have an item. These have none:
 *
 * - a root type, and a group, such as the object `admin` of `{ admin { users } }`
 * - a page, except a page that a resolver returned as an object
 * - a generated payload: the payload, without a key, of a mutation that a test mocks
 * - a rejected payload: the payload of a mutation that a resolver, a scenario or a test rejects. A test can
 *   reject by an answer with payload errors
 *
 * If a test answers with a payload that has a key, the payload is a row. An error in place of a payload, such
 * as `Taken` of the union `Created | Taken`, is a value object. Both have an item.
 */

import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { RootKind } from "../schema/groups.ts";
import type { Item } from "../world/items.ts";

const RESOLVED: unique symbol = Symbol("resolved");

export interface ResolvedObject {
  readonly [RESOLVED]: true;
  readonly type: GraphQLObjectType;
  /**
   * The path of the item. Without an item, the place of the object, such as `<seed>:Query.admin`. Determines
   * generated values.
   */
  readonly path: string;
  /** The row or value object that has the values. */
  readonly item?: Item | undefined;
  /**
   * Values for graphql-js, by field name: leaf values, resolved objects, and lists of both. Only a page, a
   * generated payload and a rejected payload have these values, and no parent has both these values and an
   * item.
   */
  readonly resolvedFields?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The root type to which a root type or a group belongs (`structure/groups.ts`). A mutation can have
   * resolved objects with `query`, too, because a payload can contain the query root. Absent for other
   * objects.
   */
  readonly rootKind?: RootKind | undefined;
  /** For a group: what its resolver returned, or an empty object. Its members are values of fields. */
  readonly groupValue?: unknown;
  /** The arguments of the mutation, for a generated payload, and for a payload that a resolver returned. */
  readonly mutationArgs?: Readonly<Record<string, unknown>> | undefined;
  /** Values that a test set for this object, by response name. Only for mocked operations. */
  readonly mockFields?: Readonly<Record<string, unknown>> | undefined;
}

export function createResolvedObject(parent: Omit<ResolvedObject, typeof RESOLVED>): ResolvedObject {
  return { [RESOLVED]: true, ...parent };
}

export function toResolvedObject(item: Item, mutationArgs?: ResolvedObject["mutationArgs"]): ResolvedObject {
  return createResolvedObject({ type: item.type, path: item.path, item, mutationArgs });
}

/** The value of a root type. @param mockFields - The values that a test set for the operation. */
export function rootObject(
  schema: GraphQLSchema,
  seed: number,
  type: GraphQLObjectType,
  mockFields?: ResolvedObject["mockFields"],
): ResolvedObject {
  const rootKind = type === schema.getMutationType() ? "mutation" : "query";
  return createResolvedObject({ type, path: `${seed}:${type.name}`, rootKind, mockFields });
}

export function isResolvedObject(value: unknown): value is ResolvedObject {
  return typeof value === "object" && value !== null && RESOLVED in value;
}
