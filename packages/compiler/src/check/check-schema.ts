/** The schema check: changes, verdicts, accepted changes, version step and changelog. */

import { type GraphQLSchema, getNamedType, isSchema, validateSchema } from "graphql";
import { fieldAt, inputTypesOf, possibleTypesOf } from "../model/graphql.ts";
import { ownerOf } from "./compare/document-operations.ts";
import type { Use } from "./compare/find-uses.ts";
import type { VerdictInput } from "./compare/models.ts";
import { compareSchemas } from "./compare/schemas.ts";
import { findAdditions } from "./impact/additions.ts";
import type { Consumer } from "./impact/consumers.ts";
import { findDeprecations } from "./impact/deprecations.ts";
import { findUsedBy } from "./impact/used-by.ts";
import { type Acceptance, createAcceptance } from "./verdict/accept.ts";
import { type CauseOf, createCauseOf, findCauses } from "./verdict/causes.ts";
import { renderChangelog } from "./verdict/changelog.ts";
import type {
  AcceptedChange,
  AcceptingLabel,
  Cause,
  Finding,
  NotCompared,
  OperationReport,
  Report,
  SchemaOrigin,
  SemverStep,
} from "./verdict/report.ts";
import { listSteps, type StepOptions } from "./verdict/steps.ts";
import {
  compareReports,
  computeVerdicts,
  type OpenReport,
  type OperationVerdict,
} from "./verdict/verdicts.ts";
import { worstOf } from "./verdict/worst.ts";

export interface CheckInput extends VerdictInput, StepOptions {
  /** Origins of the schemas, for the reader. */
  readonly origins?: { readonly before: SchemaOrigin; readonly after: SchemaOrigin };
  /** Accepted changes. @default none */
  readonly accepted?: readonly AcceptedChange[];
  /**
   * A label that accepts every finding with the verdict `breaks` that no accepted change covers.
   *
   * @default none
   */
  readonly acceptingLabel?: AcceptingLabel | undefined;
  /** Day that decides whether an accepted change has expired: `YYYY-MM-DD`, UTC. @default today */
  readonly today?: string | undefined;
  /** What each consumer uses. The report then says who is affected. @default no consumers are known */
  readonly consumers?: readonly Consumer[] | undefined;
  /**
   * Whether a break does not affect the verdict if no consumer uses the operation, or an enum or an input
   * type that breaks it. `consumers` must be complete.
   *
   * @default false
   */
  readonly ignoreUnused?: boolean | undefined;
  /** What the caller could not read, so that it was not compared. @default none */
  readonly notCompared?: readonly NotCompared[];
  /**
   * Why there is nothing to compare with, such as that the snapshot is new. No operation then counts as
   * compared, and `before` can be the same schema as `after`. @default the schemas are compared
   */
  readonly nothing?: string | undefined;
  /** Notes for the reader, such as different capture methods of the schemas. @default none */
  readonly remarks?: readonly string[];
}

/**
 * Compares two schemas and reports the effect of each change on the operations.
 *
 * @throws TypeError if a schema is not valid, or was built by another copy of `graphql` than the one that this
 * package uses.
 *
 * @example
 * ```ts
 * const operations = concatAST(files.map(({ name, body }) => parse(new Source(body, name))));
 * const { verdict, semver } = check({ before: buildSchema(old), after: buildSchema(now), operations });
 * ```
 */
export function check(input: CheckInput): Report {
  const { before, after, accepted = [], acceptingLabel, origins, nothing } = input;
  const { today = new Date().toISOString().slice(0, 10) } = input;
  requireSchema("before", before);
  requireSchema("after", after);
  const { changes, documented } = compareSchemas(before, after);
  const verdicts = computeVerdicts(input);
  const acceptance = createAcceptance(accepted, today, acceptingLabel);
  const causeOf = createCauseOf(input);
  const usedBy = input.consumers && findUsedBy(input, input.consumers);
  const compared = verdicts
    .map(({ report }) => applyAccepted(report, acceptance, causeOf))
    .map((report) => (nothing === undefined ? report : { ...report, comparison: "not compared" as const }))
    .sort(compareReports);
  const operations = usedBy ? compared.map(usedBy.markOperation) : compared;
  const unmarked = findCauses(input, operations, causeOf);
  const causes = usedBy ? unmarked.map(usedBy.markCause) : unmarked;
  const deprecations = findDeprecations(before, after, verdicts);
  const usedTypes = findUsedTypes(before, verdicts);
  const isDocumented =
    deprecations.some(({ isNew }) => isNew) ||
    documented.some((coordinate) => usedTypes.has(ownerOf(coordinate)));
  const added = operations.filter(({ comparison }) => comparison === "added").map(({ name }) => name);
  const semver = chooseStep(causes, added.length > 0, isDocumented);
  return {
    version: 1,
    before: origins?.before ?? { label: "before" },
    after: origins?.after ?? { label: "after" },
    // The operations are sorted: the worst verdict is the first.
    verdict: operations.find(({ isIgnored }) => !isIgnored)?.verdict ?? "unaffected",
    semver,
    changelog: renderChangelog(semver, causes, deprecations, added),
    causes,
    operations,
    changes,
    additions: findAdditions(before, after, verdicts),
    deprecations,
    ...(usedBy && { consumers: usedBy.listConsumers(operations), unused: usedBy.listUnused(operations) }),
    staleAccepted: acceptance.listStale(),
    notCompared: listNotCompared(input, verdicts),
    steps: listSteps(causes, operations, input),
    remarks: input.remarks ?? [],
  };
}

function listNotCompared(
  { nothing, notCompared = [] }: CheckInput,
  verdicts: readonly OperationVerdict[],
): NotCompared[] {
  if (nothing !== undefined) return [{ subject: "all operations", reason: nothing }, ...notCompared];
  const reason = "It is valid only in the new schema.";
  const onlyInNew = verdicts.filter(({ report }) => report.comparison === "not compared");
  return [...notCompared, ...onlyInNew.map(({ report: { name } }) => ({ subject: name, reason }))];
}

/** An accepted change needs its step: it passes the check, but breaks the code that consumers have installed. */
function chooseStep(causes: readonly Cause[], hasAdded: boolean, isDocumented: boolean): SemverStep {
  if (causes.some(({ verdict }) => verdict === "breaks")) return "major";
  if (causes.length > 0 || hasAdded) return "minor";
  return isDocumented ? "patch" : "none";
}

/** graphql-js would throw as well: with the whole schema in the message, or without the name of the schema. */
function requireSchema(name: string, schema: GraphQLSchema): void {
  if (!isSchema(schema))
    throw new TypeError(
      `check: "${name}" is not a GraphQLSchema of this package's copy of graphql. ` +
        "Run `npm explain graphql`, then install one copy with `npm dedupe` or overrides.",
    );
  const [error] = validateSchema(schema);
  if (!error) return;
  throw new TypeError(
    `check: "${name}" is not a valid schema. ${error.message} ` +
      "To compare it all the same, build it with the option `assumeValid`.",
  );
}

/** Names of all types that the operations, or the generated types of their results and variables, contain. */
function findUsedTypes(before: GraphQLSchema, verdicts: readonly OperationVerdict[]): ReadonlySet<string> {
  const typesOf = ({ kind, coordinate }: Use): readonly string[] => {
    const owner = ownerOf(coordinate);
    if (kind === "variable") return inputTypesOf(before, [coordinate]);
    if (kind === "type") return [owner, ...possibleTypesOf(before, before.getType(owner))];
    const field = fieldAt(before, coordinate);
    // The type of the selection set is a use of its own.
    return [field ? getNamedType(field.type).name : owner];
  };
  return new Set(verdicts.flatMap(({ uses }) => uses.flatMap(typesOf)));
}

/**
 * Marks the findings that an accepted change covers. It can name the finding's coordinate, or that of its
 * cause.
 */
function applyAccepted(report: OpenReport, acceptance: Acceptance, causeOf: CauseOf): OperationReport {
  const findings = report.findings.map((finding): Finding => {
    const coordinates = [finding.coordinate, causeOf(finding.coordinate)];
    return { ...finding, accepted: acceptance.find(coordinates, finding, report.name) };
  });
  return { ...report, ...worstOf(findings), findings };
}
