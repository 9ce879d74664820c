/** JSON that the page of the local server receives. Times are in milliseconds since the epoch. */

import type { Inspector } from "@integration-platform/graphql-testing/local";

export type TableSummary = ReturnType<Inspector["tables"]>[number];
export type RowsPage = NonNullable<Awaited<ReturnType<Inspector["rows"]>>>;
export type RowDetails = NonNullable<Awaited<ReturnType<Inspector["row"]>>>;
export type RowLink = RowDetails["row"];
export type NamedCell = RowDetails["fields"][number];
/** The value of a field. */
export type Cell = NamedCell["cell"];
export type LeafValue = Extract<Cell, { readonly kind: "leaf" }>["value"];
export type RowChange = Awaited<ReturnType<Inspector["describeChange"]>>;

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

export interface RequestSummary {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly kind: string;
  readonly operation?: string | undefined;
  /** Absent while the request is pending; 0 if the connection was cut. */
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  /** Number of rows that it added, changed or removed. */
  readonly changes: number;
  readonly scenario?: string | undefined;
  readonly problem?: string | undefined;
  readonly hasErrors: boolean;
}

export interface RequestDetails {
  readonly request: RequestSummary;
  readonly tenant?: string | undefined;
  readonly query?: string | undefined;
  readonly variables?: unknown;
  /** The start of the body. */
  readonly response?: undefined | { readonly text: string; readonly isCut: boolean };
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
