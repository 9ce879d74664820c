/** Parents: objects of the response while their fields are resolved. graphql-js passes them to resolvers of fields. */

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
  /** The row or part that has the values. Absent for root types, pages and generated payloads. */
  readonly item?: Item | undefined;
  /** Values that are resolved already, by field name: those of a page or a payload. */
  readonly ownFields?: Readonly<Record<string, unknown>> | undefined;
  /** The kind of a root type, or of the root type that contains a namespace: a type without values whose fields have resolvers. */
  readonly root?: "query" | "mutation" | undefined;
  /** The arguments of the mutation of which this is the payload. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Whether values without data and rules are generated, because the object itself is generated for the answer of a test. */
  readonly generatesMissing?: boolean | undefined;
  /** The mock data for this object, by response name. */
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
}

export function createParent(parent: Omit<Parent, typeof PARENT>): Parent {
  return { [PARENT]: true, ...parent };
}

export function parentOf(item: Item, listDepth: number, input?: Parent["input"]): Parent {
  return createParent({ type: item.type, path: item.path, listDepth, item, input });
}

/** The value of a root type. @param responses - Mock data of the operation. */
export function rootParent(
  schema: GraphQLSchema,
  seed: number,
  type: GraphQLObjectType,
  responses?: Parent["responses"],
): Parent {
  const root = type === schema.getMutationType() ? "mutation" : "query";
  return createParent({ type, path: `${seed}:${type.name}`, listDepth: 0, root, responses });
}

export function isParent(value: unknown): value is Parent {
  return typeof value === "object" && value !== null && PARENT in value;
}
