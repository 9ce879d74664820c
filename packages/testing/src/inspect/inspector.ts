/** The rows of a platform, and what mutations change, for tools that show them. */

import type { GraphQLSchema } from "graphql";
import type { Access } from "../requests/accounts.ts";
import { openSession } from "../resolve/open-session.ts";
import type { Session } from "../world/session.ts";
import type { World } from "../world/world.ts";
import { describeChange, mergeChanges, type RowHistory } from "./changes.ts";
import type { RowChange, RowDetails, RowsPage, TableSummary } from "./inspected.ts";
import { describeRow, listRows, listTables, type RowsQuery } from "./tables.ts";

/** Reading changes nothing. Values are those that the default user reads. */
export interface Inspector {
  readonly schema: GraphQLSchema;
  /** The types with a key, by name. */
  tables(): TableSummary[];
  /** 100 rows of a table. `undefined` if there is no such table. */
  rows(table: string, query: RowsQuery): Promise<RowsPage | undefined>;
  /** `undefined` if there is no such row. @param isComplete - Whether lists have all their rows. */
  row(table: string, id: string, isComplete: boolean): Promise<RowDetails | undefined>;
  /** Calls a function after each mutation that changed rows. Returns a function that ends this. */
  onChange(listener: (changes: readonly RowHistory[]) => void): () => void;
  /** Combines the changes of each row. A row that was added and removed is left out. */
  mergeChanges(earlier: readonly RowHistory[], later: readonly RowHistory[]): readonly RowHistory[];
  /** The row with its values before and after a change. */
  describeChange(change: RowHistory): Promise<RowChange>;
}

export function createInspector(world: World, access: Access): Inspector {
  const open = (): Session => openSession(world, { access, isMutation: false });
  return {
    schema: world.structure.schema,
    tables: () => listTables(world),
    rows: (table, query) => listRows(open(), table, query),
    row: (table, id, isComplete) => describeRow(open(), table, id, isComplete),
    onChange(listener) {
      world.tables.listeners.add(listener);
      return () => void world.tables.listeners.delete(listener);
    },
    mergeChanges,
    describeChange: (change) => describeChange(open(), change),
  };
}
