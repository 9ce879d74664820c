/**
 * The tree of blocks that describes a report. Every format renders it, and nothing else. No text is escaped:
 * each format escapes for its destination.
 */

import type { OperationReport, Place, Report } from "../check/verdict/report.ts";
import type { DiffLine, FrameLine } from "./frame.ts";

/**
 * Effect on an operation, or that it was not compared. `rejected`: the server rejects its calls. `breaks`:
 * its code breaks. `added`: the base does not have it.
 */
export type Status =
  | "rejected"
  | "breaks"
  | "changes types"
  | "invalid"
  | "not compared"
  | "added"
  | "unaffected";

/**
 * `fails`: an operation breaks, or an accepted change has expired. `incomplete`: an operation is invalid in
 * both schemas. `unknown`: nothing was compared, or not everything, and nothing else is to report.
 */
export type Outcome = "fails" | "incomplete" | "changes" | "unknown" | "passes";

export interface ReportDocument extends Pick<Report, "before" | "after" | "remarks" | "steps" | "changelog"> {
  readonly outcome: Outcome;
  /** The verdict in one line. */
  readonly verdict: string;
  /** What was not compared. No list of the others contains it. */
  readonly notCompared: readonly Item[];
  /** Changes that affect operations, by what they do: the worst first. */
  readonly groups: readonly Group[];
  readonly operations: readonly OperationBlock[];
  /** Lists of schema elements after the changes. */
  readonly lists: readonly List[];
}

/** Changes with the same effect, in the order of the report. */
export interface Group {
  readonly status: Exclude<Status, "not compared" | "added" | "unaffected">;
  /** A sentence without a period, such as `The server rejects calls now: 2 changes, 5 operations`. */
  readonly title: string;
  readonly changes: readonly ChangeBlock[];
}

export interface ChangeBlock {
  /** Position in the report, from 1. */
  readonly number: number;
  readonly status: Group["status"];
  /** Coordinate at the start of the title, for emphasis. Can be empty. */
  readonly subject: string;
  /** The rest of the title. */
  readonly predicate: string;
  /** Effect on operations and consumers. */
  readonly effect: string;
  /** Number of operations that it affects. */
  readonly size: number;
  /** Whether the check ignores the operations that it breaks, because no consumer uses them. */
  readonly isIgnored: boolean;
  /** Coordinates and rules, which accepted changes can name, and the code that can break. */
  readonly labels: readonly string[];
  /** The worst place. */
  readonly first: PlaceBlock;
  /** Lines of the operation file around the first place. Empty if the file cannot be read. */
  readonly frame: readonly FrameLine[];
  /** Types of one operation before and after. Empty if they are equal. */
  readonly types: readonly DiffLine[];
  readonly others: readonly PlaceBlock[];
}

export interface PlaceBlock {
  readonly place: Place;
  /** The rule of the finding. */
  readonly rule: string;
  /** Coordinate of the changed element, if the change has several, and this place only one of them. */
  readonly element?: string;
  /** Details of this place that are not in the title. Can be empty. */
  readonly message: string;
  /** Names of the operations with this place. */
  readonly operations: readonly string[];
}

/** An operation, or a fragment that no operation spreads. */
export interface OperationBlock extends Pick<OperationReport, "name" | "kind" | "place"> {
  readonly status: Status;
  /** Numbers of the changes that affect it. */
  readonly changes: readonly number[];
  /** Findings that are not accepted, or errors. */
  readonly problems: readonly Problem[];
  /** Whether no consumer uses it, and the check ignores its break. */
  readonly isIgnored: boolean;
  /** Such as `used by billing, shop`. Absent if the consumers are not known. */
  readonly users?: string;
}

export interface Problem {
  readonly message: string;
  readonly place: Place;
  /** Such as `User.email, rule: nullability`. Can be empty. */
  readonly label: string;
}

export interface List {
  readonly id:
    | "accepted-changes"
    | "consumers"
    | "unused"
    | "stale"
    | "deprecations"
    | "additions"
    | "changes";
  readonly title: string;
  /** Whether most readers can skip it. */
  readonly isDetail: boolean;
  readonly items: readonly Item[];
}

export interface Item {
  /** A coordinate, a name or a file. Can be empty. */
  readonly subject: string;
  /** Short labels, such as `new` or `breaking`. */
  readonly labels: readonly string[];
  readonly message: string;
  /** Whether the check fails because of it. */
  readonly fails: boolean;
  readonly uses: readonly ItemUse[];
}

/** An operation that uses the element of an item. */
interface ItemUse {
  readonly operation: string;
  readonly place?: Place;
}
