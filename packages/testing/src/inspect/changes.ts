/** The rows that mutations changed, as JSON. */

import type { Item } from "../world/items.ts";
import type { Session } from "../world/session.ts";
import type { Change } from "../world/world.ts";
import { type CellLimits, cellOfValues, linkTo } from "./cells.ts";
import type { RowChange } from "./inspected.ts";

/** All changes of one row, as one change. */
export type RowHistory = Pick<Change, "kind" | "item" | "before" | "after">;

const LIMITS: CellLimits = { text: 1_000, entries: 10 };

/** Combines the changes of each row. A row that was added and removed is left out. */
export function mergeChanges(earlier: readonly RowHistory[], more: readonly RowHistory[]): RowHistory[] {
  const rows = new Map<Item, RowHistory>(earlier.map((history) => [history.item, history]));
  for (const { kind, item, before, after } of more) {
    const first = rows.get(item);
    if (!first) rows.set(item, { kind, item, before, after });
    else if (kind !== "removed") rows.set(item, { ...first, after });
    else if (first.kind === "added") rows.delete(item);
    else rows.set(item, { kind, item, before: first.before, after });
  }
  return [...rows.values()];
}

/** The row with its values: all own values if it was added or removed, else those that differ. */
export async function describeChange(session: Session, history: RowHistory): Promise<RowChange> {
  const { kind, item, before, after } = history;
  const fields = Object.values(item.type.getFields()).filter(({ name }) => before[name] !== after[name]);
  const described = fields.map(async (field) => ({
    name: field.name,
    ...(kind !== "added" && { before: await cellOfValues(session, item, before, field, LIMITS) }),
    ...(kind !== "removed" && { after: await cellOfValues(session, item, after, field, LIMITS) }),
  }));
  return { kind, row: linkTo(session, item), fields: await Promise.all(described) };
}
