/** Objects while they are resolved. */

import type { GraphQLObjectType } from "graphql";
import type { Item } from "../structure/items.ts";

const SOURCE: unique symbol = Symbol("source");

export interface Source {
  readonly [SOURCE]: true;
  readonly type: GraphQLObjectType;
  /** A position in the response. Determines generated values. */
  readonly path: string;
  /** Number of lists that contain the object. */
  readonly lists: number;
  /** A row or a part of one. */
  readonly item?: Item | undefined;
  /** Values that are resolved already, by field name: those of a page or a payload. */
  readonly made?: Readonly<Record<string, unknown>> | undefined;
  /** `query` also for parts of the root, such as `viewer`, whose lists have all rows. `mutation` also for namespaces. */
  readonly root?: "query" | "mutation" | undefined;
  /** The arguments of the mutation of which this is the payload. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Whether what is left out is generated, and needs no rule. */
  readonly isLenient?: boolean;
  /** Mock data of the operation, by response name. */
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
}

export function createSource(source: Omit<Source, typeof SOURCE>): Source {
  return { [SOURCE]: true, ...source };
}

export function sourceOf(item: Item, lists: number, root?: Source["root"]): Source {
  return createSource({ type: item.type, path: item.path, lists, item, root });
}

export function isSource(value: unknown): value is Source {
  return typeof value === "object" && value !== null && SOURCE in value;
}
