/** JSON of rows, for tools that show them. */

export interface TableSummary {
  readonly type: string;
  readonly count: number;
  /** Whether the option `data` has the table. */
  readonly hasData: boolean;
}

export interface RowLink {
  readonly type: string;
  readonly id: string;
  /** Its name or title, if it has one. */
  readonly label?: string;
}

export type LeafValue = string | number | boolean | null;

/** The value of a field. */
export type Cell =
  /** `cutAt` is the number of characters of a text that is longer. */
  | { readonly kind: "leaf"; readonly value: LeafValue; readonly cutAt?: number }
  | { readonly kind: "row"; readonly row: RowLink }
  | { readonly kind: "rows"; readonly total: number; readonly rows: readonly RowLink[] }
  | { readonly kind: "value-object"; readonly type: string; readonly fields: readonly NamedCell[] }
  | { readonly kind: "list"; readonly total: number; readonly entries: readonly Cell[] }
  /** There is no value: the error of a request for the field. */
  | { readonly kind: "missing"; readonly message: string };

export interface NamedCell {
  readonly name: string;
  /** The type as in the schema: `[String!]!`. */
  readonly type: string;
  readonly cell: Cell;
}

export interface RowsPage {
  readonly type: string;
  readonly description?: string;
  /** Number of rows that match the search. */
  readonly total: number;
  readonly offset: number;
  /** Number of rows of a page. */
  readonly limit: number;
  /** Name of the field with the key, which can be in a value object: `id` for `sys.id`. */
  readonly keyName: string;
  /** Names of the other fields that are shown. */
  readonly columns: readonly string[];
  /** Number of fields that are only in the view of one row. */
  readonly hiddenColumns: number;
  /** The cells are those of `columns`. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly Cell[] }[];
}

export interface RowDetails {
  readonly row: RowLink;
  readonly fields: readonly NamedCell[];
  /** The fields of other rows that refer to this row, by coordinate. */
  readonly referring: readonly { readonly coordinate: string; readonly cell: Cell }[];
}

export interface RowChange {
  readonly kind: "added" | "changed" | "removed";
  readonly row: RowLink;
  readonly fields: readonly { readonly name: string; readonly before?: Cell; readonly after?: Cell }[];
}
