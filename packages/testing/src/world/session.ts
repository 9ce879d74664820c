/** One request's view of the world: its user, and the rows that resolvers receive. */

import type { Access } from "../requests/accounts.ts";
import type { Row } from "../rules/rule-types.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import type { Item } from "./items.ts";
import type { PayloadError } from "./payload-errors.ts";
import type { World } from "./world.ts";

/** The state of a session before the request is executed. */
export interface SessionStart {
  /** The user and the tenant of the request. */
  readonly access: Access;
  /** Payload errors of all mutations of the request. */
  readonly rejection?: readonly PayloadError[] | undefined;
  readonly isMutation: boolean;
}

export interface Session extends SessionStart {
  readonly world: World;
  /** Number of fields that were resolved, to limit the response. */
  fields: number;
  /** The rows that resolvers have received, by item, so that `===` compares them. */
  readonly rows: Map<Item, Row>;
  /** The row of the user, whose values are those of the token, too. Null if there is none. */
  readonly userRow: Item | null;
  /**
   * The fields of each item whose resolvers run. Until a resolver returns, the row shows the value without
   * it. An async resolver returns at its first `await`.
   */
  readonly reading: Map<Item, Set<string>>;
  /** Numbers of promises that a row returned for a field in this request, by item and field. */
  readonly promises: Map<Item, Map<string, number>>;
  /** The context that resolvers receive. Created for the first one. */
  readonly context: object;
}

/**
 * Runs the resolver of a field. While it runs, the row shows the value of the field without the resolver.
 *
 * @param item - `undefined` for a field that is not one of an item.
 */
export function whileReading<Result>(
  session: Session,
  item: Item | undefined,
  name: string,
  run: () => Result,
): Result {
  if (!item) return run();
  const names = getOrInsertComputed(session.reading, item, () => new Set<string>());
  names.add(name);
  try {
    return run();
  } finally {
    names.delete(name);
  }
}
