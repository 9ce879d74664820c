/** One request's view of the world: its user, and the rows that resolvers receive. */

import type { Row } from "../rules/types.ts";
import type { Item } from "./items.ts";
import type { Access } from "./users.ts";
import type { World } from "./world.ts";

export interface Session {
  readonly world: World;
  readonly access: Access;
  /** The rows of items. */
  readonly rows: Map<Item, Row>;
  /** The fields of each item whose resolvers run. Meanwhile the row shows their stored values. */
  readonly reading: Map<Item, Set<string>>;
  /** What resolvers receive. */
  readonly context: object;
}

/** Runs the resolver of a field. While it runs, the row shows the stored value of the field. */
export function whileReading<Result>(session: Session, item: Item, name: string, run: () => Result): Result {
  const names = session.reading.get(item) ?? new Set<string>();
  session.reading.set(item, names);
  const isFirst = !names.has(name);
  names.add(name);
  try {
    return run();
  } finally {
    if (isFirst) names.delete(name);
  }
}
