/** The whole check: what changed, what it does to our operations, and what to do about it. */

import { type GraphQLSchema, isSchema } from "graphql";
import { applyAcceptances } from "./acceptances.ts";
import { compare } from "./compare.ts";
import { findUnpaged } from "./connections.ts";
import { ownerOf } from "./coordinates.ts";
import { findDeprecations } from "./deprecations.ts";
import { closureOf } from "./differences.ts";
import { findDrift } from "./drift.ts";
import { compareReports, type JudgedOperation, type JudgeInput, judge } from "./judge.ts";
import type { Acceptance, Report, SchemaOrigin } from "./report.ts";
import { chooseStep, concernsWords, renderChangelog } from "./step.ts";

export interface CheckInput extends JudgeInput {
  /** Changes that people live with. */
  readonly acceptances?: readonly Acceptance[];
  /**
   * Day on which acceptances are held against their expiry, `YYYY-MM-DD`, UTC.
   *
   * @default today
   */
  readonly today?: string;
  /** Where the schemas came from, for the reader. */
  readonly origins?: { readonly before: SchemaOrigin; readonly after: SchemaOrigin };
  /** What a reader should know first, such as snapshots that were taken in two ways. */
  readonly remarks?: readonly string[];
}

/**
 * Holds operations against two schemas and says what the change does to them and to those who import their types.
 *
 * @throws TypeError where another copy of `graphql` than this package's has built a schema.
 *
 * @example
 * ```ts
 * const operations = concatAST(files.map(({ name, body }) => parse(new Source(body, name))));
 * const { verdict, semver } = check({ before: buildSchema(old), after: buildSchema(now), operations });
 * ```
 */
export function check(input: CheckInput): Report {
  const { before, after, acceptances = [], today = new Date().toISOString().slice(0, 10), origins } = input;
  requireOwn("before", before);
  requireOwn("after", after);
  const changes = compare(before, after);
  const judged = judge(input);
  const { operations, stale } = applyAcceptances(
    judged.map(({ report }) => report),
    acceptances,
    today,
  );
  const sorted = operations.sort(compareReports);
  const deprecations = findDeprecations(before, after, judged);
  const semver = chooseStep(sorted, concernsWords(changes, deprecations, findUsedTypes(before, judged)));
  return {
    version: 1,
    before: origins?.before ?? { label: "before" },
    after: origins?.after ?? { label: "after" },
    verdict: sorted[0]?.verdict ?? "unaffected",
    semver,
    changelog: renderChangelog(semver, sorted, deprecations),
    operations: sorted,
    changes,
    drift: findDrift(before, after, judged),
    deprecations,
    unpaged: findUnpaged(after, input.operations),
    staleAcceptances: stale,
    remarks: [...(input.remarks ?? []), ...judged.flatMap(describeOldProblems)],
  };
}

/** graphql-js would say so too, and print the whole schema of the other copy. */
function requireOwn(name: string, schema: GraphQLSchema): void {
  if (isSchema(schema)) return;
  throw new TypeError(
    `check: ${name} is no GraphQLSchema of the copy of graphql that @integration-platform/graphql uses. With two copies ` +
      "installed, bring them together by npm dedupe or overrides: `npm explain graphql` says who asks for which",
  );
}

/** The reader should know why an operation has no verdict. */
function describeOldProblems({ report, oldProblems }: JudgedOperation): string[] {
  const [first] = oldProblems;
  if (first === undefined) return [];
  return report.invalidBefore
    ? [`${report.name} did not fit the old schema either. ${first}`]
    : [`${report.name} fits the new schema only, for which it was written: nothing is compared.`];
}

function findUsedTypes(before: GraphQLSchema, judged: readonly JudgedOperation[]): Set<string> {
  const used = new Set<string>();
  for (const { uses } of judged) {
    for (const { kind, coordinate } of uses) {
      if (kind === "variable") for (const name of closureOf(before, coordinate)) used.add(name);
      else used.add(ownerOf(coordinate));
    }
  }
  return used;
}
