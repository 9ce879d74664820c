/** The result of a schema check, as data. All formats are rendered from it; `--format json` prints it. */

import type { Place } from "../../text/phrases.ts";
import type { ChangedTypes } from "../compare/changed-types.ts";
import type { Operation } from "../compare/document-operations.ts";
import type { CodeKind, ElementChange, FindingRule, Harm } from "../compare/reasons.ts";
import type { SchemaChange } from "../compare/schemas.ts";
import type { ValidationError } from "../compare/validity.ts";

export type { CodeKind, ElementChange, FindingRule, Harm, Place, SchemaChange, ValidationError };

/**
 * Effect of a schema change on an operation. `breaks`: the operation, or code that reads its results or
 * writes its variables, must be fixed. `changes types`: other code can stop compiling, such as tests that
 * build results; an input accepts more values; or the platform uses a new default.
 */
export type Verdict = "breaks" | "changes types" | "unaffected";

/** Version step that a package of these operations needs, also for accepted changes. */
export type SemverStep = "major" | "minor" | "patch" | "none";

/** A reason with its verdict, its sentence and its place. */
export interface Finding {
  readonly verdict: Exclude<Verdict, "unaffected">;
  /** Present if the verdict is `breaks`. */
  readonly harm?: Harm | undefined;
  readonly rule: FindingRule;
  /** Coordinate of the changed element, such as `Integration.name` or `Query.integrations(first:)`. */
  readonly coordinate: string;
  /** The change as data. */
  readonly change: ElementChange;
  /** Kinds of code that stop compiling. Empty if none stops, such as for an invalid operation. */
  readonly code: readonly CodeKind[];
  /** One or two sentences, without the place. */
  readonly message: string;
  /** Position in the operation, or in a fragment that it spreads. */
  readonly place: Place;
  /** What accepted this finding. The finding then does not affect the verdict. */
  readonly accepted?: Accepted | undefined;
}

export interface OperationReport {
  readonly name: string;
  /** `fragment`: no operation spreads it. Codegen generates its types too. */
  readonly kind: Operation["kind"];
  readonly place: Place;
  /** Worst verdict of the findings that are not accepted. */
  readonly verdict: Verdict;
  /** Worst harm of the findings that are not accepted. Present if the verdict is `breaks`. */
  readonly harm?: Harm | undefined;
  /** Worst first, then by place. */
  readonly findings: readonly Finding[];
  /**
   * `added`: the base does not have it, so nothing can break. `not compared`: `notCompared` of the report says
   * why. @default it was compared
   */
  readonly comparison?: "added" | "not compared";
  /** Present if the operation is invalid in both schemas: it cannot be compared. */
  readonly errors?: readonly ValidationError[];
  /** Names of the consumers that use it. Present if the check has consumers. */
  readonly consumers?: readonly string[];
  /** No consumer uses it, or a type that breaks it, and the check ignores its break. */
  readonly isIgnored?: true;
  /** Present if they differ. */
  readonly types?: ChangedTypes | undefined;
}

/**
 * A finding, and the operations that have it. A finding in a fragment is one for all operations that spread
 * it.
 */
export interface CauseFinding extends Omit<Finding, "accepted"> {
  /** One name per operation. */
  readonly operations: readonly string[];
}

/** A schema change that affects operations. */
export interface Cause {
  /**
   * Coordinate of the changed element. If a type was removed, that of the type instead of its members. More
   * than one if members of one type changed in the same way.
   */
  readonly coordinates: readonly string[];
  /** The change as data. */
  readonly change: ElementChange;
  /** Kinds of code that stop compiling, in all findings. */
  readonly code: readonly CodeKind[];
  /** The change in one sentence, such as `Integration.name is now nullable, was non-null.` */
  readonly message: string;
  /** Worst verdict of the findings. */
  readonly verdict: Finding["verdict"];
  /** Worst harm of the findings. Present if the verdict is `breaks`. */
  readonly harm?: Harm | undefined;
  /** Names of the operations that it breaks, one per operation. */
  readonly breaks: readonly string[];
  /** Those of `breaks` whose calls the server rejects now, one per operation. */
  readonly rejected: readonly string[];
  /** Names of the other operations whose types it changes, one per operation. */
  readonly changesTypes: readonly string[];
  /** Present if the check has consumers. */
  readonly used?: CauseUse;
  /** Worst first, then by place. */
  readonly findings: readonly CauseFinding[];
  /** What accepted these findings. Findings that are not accepted have a separate cause. */
  readonly accepted?: Accepted | undefined;
}

/** The consumers that a schema change affects. */
export interface CauseUse {
  /** Number of the affected operations that a consumer uses. */
  readonly operations: number;
  /**
   * Most affected operations first. A consumer without one uses the changed enum or input type, or an input
   * type that contains it.
   */
  readonly consumers: readonly { readonly name: string; readonly operations: number }[];
}

/** A consumer of the operations. */
export interface ConsumerReport {
  readonly name: string;
  /** Number of operations that it uses. */
  readonly operations: number;
  /** Names of the operations that break for it. */
  readonly breaks: readonly string[];
  /** Names of the other operations whose types change for it. */
  readonly changesTypes: readonly string[];
}

/** A new element of a type that an operation uses. */
export interface Addition {
  readonly coordinate: string;
  readonly message: string;
  /** Names of the operations that use the type. */
  readonly operations: readonly string[];
}

/** A deprecated element that an operation uses. */
export interface DeprecationUse {
  readonly coordinate: string;
  readonly reason: string;
  /** Whether it is not deprecated in the old schema. */
  readonly isNew: boolean;
  readonly uses: readonly { readonly operation: string; readonly place: Place }[];
}

/** A reviewed change that does not fail the check until it expires. */
export interface AcceptedChange {
  /** Coordinate of the finding. */
  readonly coordinate: string;
  /** Rule of a finding. @default all */
  readonly rule?: FindingRule;
  /** Name of an operation. @default all operations */
  readonly operation?: string;
  readonly reason: string;
  /** Last day on which it applies: `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** Path of the file that contains it. Absent if it was not read from a file. */
  readonly file?: string;
}

/** A label of the pull request that accepts all breaks of this check. */
export interface AcceptingLabel {
  readonly label: string;
  /** Account that set the label. Absent if CI does not name it. */
  readonly actor?: string;
}

/** Who accepted a finding: an entry of a file, or the label of a pull request. */
export type Accepted = AcceptedChange | AcceptingLabel;

/** What was not compared, and why. */
export interface NotCompared {
  /** Such as the name of an operation or a file. */
  readonly subject: string;
  /** One or two sentences. */
  readonly reason: string;
}

/** Origin of a schema. */
export interface SchemaOrigin {
  /**
   * Such as `schema/schema.graphql`, `https://platform.example.com/api` or
   * `origin/main:schema/schema.graphql`.
   */
  readonly label: string;
  /** Capture method, such as `introspection` or `SDL`. */
  readonly how?: string;
}

export interface Report {
  /** Version of this format. */
  readonly version: 1;
  readonly before: SchemaOrigin;
  readonly after: SchemaOrigin;
  /** Worst verdict of all operations, without those that are ignored. */
  readonly verdict: Verdict;
  readonly semver: SemverStep;
  /** Changelog entry in Markdown. Empty if nothing changes for consumers. */
  readonly changelog: string;
  /**
   * Schema changes that affect operations: the accepted ones last, the worst harm first, then by the number
   * of operations.
   */
  readonly causes: readonly Cause[];
  /** Worst verdict and harm first, then by name. */
  readonly operations: readonly OperationReport[];
  readonly changes: readonly SchemaChange[];
  readonly additions: readonly Addition[];
  readonly deprecations: readonly DeprecationUse[];
  /** In the order of the option `consumers`, and present if it is set. */
  readonly consumers?: readonly ConsumerReport[];
  /** Names of the operations that no consumer uses. Present if the check has consumers. */
  readonly unused?: readonly string[];
  /** Accepted changes that have expired, or that match no finding. */
  readonly staleAccepted: readonly (AcceptedChange & { readonly problem: "expired" | "unused" })[];
  /** What was not compared. It does not count as unaffected. */
  readonly notCompared: readonly NotCompared[];
  /** What a person can do: what to change, whom to ask, how to accept a change. In no order. */
  readonly steps: readonly string[];
  /** Notes about the comparison, such as different capture methods of the schemas. */
  readonly remarks: readonly string[];
}
