/**
 * Parents: objects of the response while their fields are resolved. graphql-js passes them to `resolveField`;
 * the resolvers of rules receive objects of the type `Row` instead. Most parents have an item. Root types,
 * namespaces (the object `admin` of `{ admin { users } }`), pages, and most payloads that are generated or
 * rejected have none (see `resolvedFields`).
 */

import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Item } from "./items.ts";

const PARENT: unique symbol = Symbol("parent");

export interface Parent {
  readonly [PARENT]: true;
  readonly type: GraphQLObjectType;
  /**
   * The path of the item. Without an item, the place of the object, such as `<seed>:Query.admin`. Determines
   * generated values.
   */
  readonly path: string;
  /** Number of lists of the response that contain the object. */
  readonly listDepth: number;
  /** The row or part that has the values. */
  readonly item?: Item | undefined;
  /**
   * Values for graphql-js, by field name: leaf values, parents, and lists of both. A page and a generated or
   * rejected payload have them instead of an item. Only a payload that the answer of a test rejects can have
   * both. Its other fields are those of `generatePayloadField`, which can read the item.
   */
  readonly resolvedFields?: Readonly<Record<string, unknown>> | undefined;
  /**
   * For a root type and the namespaces below it, also for a query root in a field of a payload. Absent for
   * other objects.
   */
  readonly rootKind?: "query" | "mutation" | undefined;
  /** The arguments of the mutation whose payload this is. Absent if this is not a payload. */
  readonly mutationArgs?: Readonly<Record<string, unknown>> | undefined;
  /** Values that the answer of a test has for this object, by response name. */
  readonly mockFields?: Readonly<Record<string, unknown>> | undefined;
}

export function createParent(parent: Omit<Parent, typeof PARENT>): Parent {
  return { [PARENT]: true, ...parent };
}

export function parentOf(item: Item, listDepth: number, mutationArgs?: Parent["mutationArgs"]): Parent {
  return createParent({ type: item.type, path: item.path, listDepth, item, mutationArgs });
}

/** The value of a root type. @param mockFields - The answer of a test for the operation. */
export function rootParent(
  schema: GraphQLSchema,
  seed: number,
  type: GraphQLObjectType,
  mockFields?: Parent["mockFields"],
): Parent {
  const rootKind = type === schema.getMutationType() ? "mutation" : "query";
  return createParent({ type, path: `${seed}:${type.name}`, listDepth: 0, rootKind, mockFields });
}

export function isParent(value: unknown): value is Parent {
  return typeof value === "object" && value !== null && PARENT in value;
}
