/** JSON that the page of the local server receives. Times are in milliseconds since the epoch. */

export interface About {
  /** Changes if the server is started again. */
  readonly instance: string;
  readonly schema: string;
  readonly scenarios: readonly string[];
  readonly baseUrl: string;
  /** Name for the token page. */
  readonly userName: string;
  readonly tenants: readonly { readonly id: string; readonly name: string }[];
}

export interface TableSummary {
  readonly type: string;
  readonly count: number;
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
  | { readonly kind: "part"; readonly type: string; readonly fields: readonly NamedCell[] }
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
  /** Name of the field with the key, which can be in a part: `id` for `sys.id`. */
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

export interface RequestSummary {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly kind: string;
  readonly operation?: string;
  /** Absent while the request is pending; 0 if the connection was cut. */
  readonly status?: number;
  readonly durationMs?: number;
  /** Number of rows that it added, changed or removed. */
  readonly changes: number;
  readonly scenario?: string;
  readonly problem?: string;
  readonly hasErrors?: boolean;
}

export interface RequestDetails {
  readonly request: RequestSummary;
  readonly tenant?: string;
  readonly query?: string;
  readonly variables?: unknown;
  /** The start of the body. */
  readonly response?: { readonly text: string; readonly isCut: boolean };
}

export interface RowChange {
  readonly kind: "added" | "changed" | "removed";
  readonly row: RowLink;
  readonly fields: readonly { readonly name: string; readonly before?: Cell; readonly after?: Cell }[];
}

/** The rows that the last mutation, or one request, changed. */
export interface Changes {
  readonly request?: RequestSummary;
  /** Number of rows. */
  readonly total: number;
  readonly rows: readonly RowChange[];
}

export interface OperationSummary {
  readonly name: string;
  readonly kind: string;
}

export interface OperationForm extends OperationSummary {
  readonly text: string;
  readonly variables: readonly InputField[];
}

export interface InputField {
  readonly name: string;
  /** The type as in the schema: `[OrderFilter!]`. */
  readonly type: string;
  /** In GraphQL. */
  readonly defaultValue?: string;
  readonly description?: string;
}

export type InputType =
  | { readonly kind: "scalar"; readonly description?: string }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "input"; readonly fields: readonly InputField[] };

/** A message of the stream. */
export interface StreamMessage {
  readonly instance: string;
  /** Number of requests since the start or the last reset. */
  readonly total: number;
  /** New requests, and those whose response is ready; oldest first. */
  readonly requests: readonly RequestSummary[];
  /** Whether earlier requests are obsolete. */
  readonly isReset: boolean;
  /** Whether rows changed. */
  readonly hasChanges: boolean;
}
