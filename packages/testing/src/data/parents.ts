/** Objects while their fields are resolved. */

import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Item } from "./items.ts";

const PARENT: unique symbol = Symbol("parent");

export interface Parent {
  readonly [PARENT]: true;
  readonly type: GraphQLObjectType;
  /** A position in the response. Determines generated values. */
  readonly path: string;
  /** Number of lists that contain the object. */
  readonly lists: number;
  /** A row or a part of one. */
  readonly item?: Item | undefined;
  /** Values that are resolved already, by field name: those of a page or a payload. */
  readonly ownFields?: Readonly<Record<string, unknown>> | undefined;
  /** A root type, or a namespace: a type without values whose fields have resolvers. */
  readonly root?: "query" | "mutation" | undefined;
  /** The arguments of the mutation of which this is the payload. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Whether what is left out is generated, and needs no rule. */
  readonly generatesMissing?: boolean | undefined;
  /** Mock data of the operation, by response name. */
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
}

export function createParent(parent: Omit<Parent, typeof PARENT>): Parent {
  return { [PARENT]: true, ...parent };
}

export function parentOf(item: Item, lists: number, input?: Parent["input"]): Parent {
  return createParent({ type: item.type, path: item.path, lists, item, input });
}

/** The value of a root type. @param responses - Mock data of the operation. */
export function rootParent(
  schema: GraphQLSchema,
  seed: number,
  type: GraphQLObjectType,
  responses?: Parent["responses"],
): Parent {
  const root = type === schema.getMutationType() ? "mutation" : "query";
  return createParent({ type, path: `${seed}:${type.name}`, lists: 0, root, responses });
}

export function isParent(value: unknown): value is Parent {
  return typeof value === "object" && value !== null && PARENT in value;
}
