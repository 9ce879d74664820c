/**
 * Parents: objects of the response while their fields are resolved. graphql-js passes them to resolvers of fields. Most are an
 * item at a position in the response. Root types, pages and generated payloads have no item.
 */

import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Item } from "./items.ts";

const PARENT: unique symbol = Symbol("parent");

export interface Parent {
  readonly [PARENT]: true;
  readonly type: GraphQLObjectType;
  /** A position in the response. Determines generated values. */
  readonly path: string;
  /** Number of lists of the response that contain the object. */
  readonly listDepth: number;
  /** The row or part that has the values. Absent for root types, namespaces, pages and generated payloads. */
  readonly item?: Item | undefined;
  /** Values of a page or a payload that are results already, by field name. They replace those of an item. */
  readonly resolvedFields?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Set if the fields have resolvers and no values: for the root type of the operation, and for namespaces below it, such as the
   * object `admin` of `{ admin { users } }`.
   */
  readonly operation?: "query" | "mutation" | undefined;
  /** The arguments of the mutation whose payload this is. Absent if this is not a payload. */
  readonly mutationArgs?: Readonly<Record<string, unknown>> | undefined;
  /** Whether values without data and rules are generated, because the object itself is generated for the answer of a test. */
  readonly generatesMissing?: boolean | undefined;
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
  const operation = type === schema.getMutationType() ? "mutation" : "query";
  return createParent({ type, path: `${seed}:${type.name}`, listDepth: 0, operation, mockFields });
}

export function isParent(value: unknown): value is Parent {
  return typeof value === "object" && value !== null && PARENT in value;
}
