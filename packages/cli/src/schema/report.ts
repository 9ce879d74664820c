/** What a schema check found, as data. Every format is rendered from it; `--format json` is it. */

/**
 * What a change of the schema does to an operation and to those who import it: it must be mended (`breaks`), its types
 * differ but what compiled still does (`changes types`), or nothing.
 */
export type Verdict = "breaks" | "changes types" | "unaffected";

/** The step that this package's version must take. */
export type SemverStep = "major" | "minor" | "patch" | "none";

/** A place in an operation file. Lines and columns begin at 1. */
export interface Place {
  /** Relative to where the command runs, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Why an operation has its verdict. Stable: accepted changes may name it. */
export type FindingRule =
  /** The document does not validate any more. */
  | "invalid"
  /** A selected field may be null now, or is never null any more. */
  | "nullability"
  /** A selected field, a variable or an input field has another type. */
  | "type"
  /** A variable, an argument or an input field is required now. */
  | "required"
  /** An enum that the operation's result can hold or its variables take has more values, or fewer. */
  | "enum-grew"
  | "enum-shrank"
  /** A selected union or interface has more possible types, or fewer. */
  | "union-grew"
  | "union-shrank"
  /** An input type that a variable takes has a new optional field, or lost one. */
  | "input-field"
  /** A default value that the operation relies on is another one: the same request means something else. */
  | "default";

/** One reason for a verdict. */
export interface Finding {
  readonly verdict: Exclude<Verdict, "unaffected">;
  readonly rule: FindingRule;
  /** Schema coordinate that did it, such as `Integration.name` or `Query.integrations(first:)`. */
  readonly coordinate: string;
  /** One sentence, without the place. */
  readonly message: string;
  /** Where the operation, or a fragment that it spreads, meets it. */
  readonly place: Place;
  /** Set where the change was accepted: then it does not count. */
  readonly accepted?: Acceptance;
}

/** One operation of ours. */
export interface OperationReport {
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription";
  readonly place: Place;
  /** The worst of its findings that are not accepted. */
  readonly verdict: Verdict;
  /** Worst first, then by place. */
  readonly findings: readonly Finding[];
  /** Whether it fits neither schema: then there is nothing to compare. */
  readonly invalidBefore: boolean;
  /** TypeScript-like text of its result and variables under both schemas; present where they differ. */
  readonly types?: { readonly before: string; readonly after: string };
}

/** One change of the schema, whether it concerns us or not. What follows from it is folded into it. */
export interface Change {
  readonly coordinate: string;
  /** As `@graphql-inspector/core` judges it, for the schema as a whole. */
  readonly level: "breaking" | "dangerous" | "safe";
  readonly message: string;
  /** How many changes are folded into this one, such as the fields of a new type. */
  readonly folded: number;
}

/** Something new on a type that we select already. */
export interface Drift {
  readonly coordinate: string;
  readonly message: string;
  /** Names of the operations that select the type. */
  readonly operations: readonly string[];
}

/** Something deprecated that we use. */
export interface DeprecationUse {
  readonly coordinate: string;
  readonly reason: string;
  /** By the directive, or only in words ("DEPRECATED: …"). */
  readonly announced: "directive" | "description";
  /** Whether it was not announced before this change. */
  readonly isNew: boolean;
  readonly uses: readonly { readonly operation: string; readonly place: Place }[];
}

/** A connection of which we select items and no way to the next page: code that reads it stops at one page. */
export interface Unpaged {
  /** The field that leads to it, such as `Query.integrations`. */
  readonly coordinate: string;
  /** What to add to its selection, such as `pageInfo { hasNextPage endCursor }`. */
  readonly missing: string;
  /** Where it is selected, which may be in a fragment. */
  readonly place: Place;
  /** Names of the operations that select it there. */
  readonly operations: readonly string[];
}

/** A change that people have looked at and live with, for a time. */
export interface Acceptance {
  /** Coordinate of the finding. */
  readonly coordinate: string;
  /** Only findings of this rule; all of the coordinate's otherwise. */
  readonly rule?: FindingRule;
  /** Only in this operation; in all otherwise. */
  readonly operation?: string;
  readonly reason: string;
  /** Last day on which it is accepted, `YYYY-MM-DD`, UTC. After it the change counts again. */
  readonly expires: string;
}

/** Where a schema came from, for people and for the comparison of like with like. */
export interface SchemaOrigin {
  /** Such as `schema/schema.graphql`, `https://platform.example.com/api` or `origin/main:schema/schema.graphql`. */
  readonly label: string;
  /** How it was taken, such as `introspection` or `SDL file`. */
  readonly how?: string;
}

export interface Report {
  /** Of this form. A new major form gets a new number. */
  readonly version: 1;
  readonly before: SchemaOrigin;
  readonly after: SchemaOrigin;
  /** The worst verdict of all operations. */
  readonly verdict: Verdict;
  readonly semver: SemverStep;
  /** A changelog entry ready to commit, in Markdown; empty where nothing changes for consumers. */
  readonly changelog: string;
  /** Worst first, then by name. */
  readonly operations: readonly OperationReport[];
  readonly changes: readonly Change[];
  readonly drift: readonly Drift[];
  readonly deprecations: readonly DeprecationUse[];
  /** By place. Says nothing of the change: it has no part in the verdict, nor in the step. */
  readonly unpaged: readonly Unpaged[];
  /** Acceptances that have expired, or that match nothing any more. */
  readonly staleAcceptances: readonly (Acceptance & { readonly problem: "expired" | "unused" })[];
  /** What a reader should know before comparing, such as snapshots taken in two ways. */
  readonly remarks: readonly string[];
}
