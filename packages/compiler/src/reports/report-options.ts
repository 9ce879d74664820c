/** The options of all formats. */

/** Each format uses the options that it needs. */
export interface ReportOptions {
  /** Text of each operation file, by its path in the report. Without it, the report has no code frames. */
  readonly sources: ReadonlyMap<string, string>;
  /** Whether to use terminal colors. @default false */
  readonly colors?: boolean;
  /** Width in columns, at least 40. @default lines stay whole, as for a file or a log */
  readonly width?: number;
  /** Whether to show every operation, place and change. @default false */
  readonly verbose?: boolean;
  /** Path from the repository's root to the working directory, such as `packages/graphql`. @default "" */
  readonly folder?: string;
  /** Annotations that the same step of GitHub has besides the report. @default 0 */
  readonly otherAnnotations?: number;
}

export type Sources = ReportOptions["sources"];
export type TextOptions = Pick<ReportOptions, "colors" | "width" | "verbose">;
export type GithubOptions = Pick<ReportOptions, "folder" | "otherAnnotations">;
