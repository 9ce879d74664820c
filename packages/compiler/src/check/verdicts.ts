/** Computes the verdict of each operation: whether a schema change breaks it, changes its types, or does neither. */

import type { FragmentDefinitionNode, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { memoize } from "../model/cache.ts";
import { rootOf } from "../model/graphql.ts";
import { findFragments } from "../model/selections.ts";
import { createModelComparison, type VerdictInput } from "./compare-models.ts";
import { createMayAffect } from "./differences.ts";
import {
  comparePlaces,
  compareText,
  findOperations,
  findUnusedFragments,
  groupBy,
  type Operation,
  placeOf,
} from "./document-operations.ts";
import { findUses, type Use } from "./find-uses.ts";
import { createRuleOfChange, describeError } from "./graphql-js.ts";
import { BREAKING_CODE, type CodeKind, type Harm, harmOf, mergeCode, type NodeReason } from "./reasons.ts";
import type { Finding, OperationReport } from "./report.ts";
import { describeFinding } from "./sentences.ts";
import { findInvalid, toOperationError } from "./validity.ts";
import { compareWorst, worstHarm, worstOf } from "./worst.ts";

export type { VerdictInput } from "./compare-models.ts";

export interface OperationVerdict {
  readonly report: OperationReport;
  /** Elements of the old schema that the operation and its fragments use. */
  readonly uses: readonly Use[];
  /** Whether the operation is valid only in the new schema. */
  readonly isNew: boolean;
}

/**
 * Compares the operations under two schemas. Accepted changes are not applied.
 *
 * - `breaks`: a call is invalid or fails, the platform receives other values, or code that reads results or writes variables
 *   stops compiling. The option `breaks` adds other kinds of code.
 * - `changes types`: other code can stop compiling, an input accepts more values, or the platform uses a new default.
 * - `unaffected`: neither. An operation that is valid only in `after` was written for it, and is `unaffected` too.
 *
 * If an operation is invalid in both schemas, it cannot be compared, and its report has `errors`.
 *
 * @returns One entry per operation, then one per fragment that no operation spreads, in the order of the document.
 */
export function computeVerdicts(input: VerdictInput): OperationVerdict[] {
  const { before, after, operations } = input;
  const fragments = findFragments(operations);
  const named = findOperations(operations, fragments);
  const all = [...named, ...findUnusedFragments(fragments, named)];
  const usesOf = createUseFinder(before);
  const mayAffect = createMayAffect(before, after);
  // If a root type has another name now, the coordinates of its fields differ.
  const canBeAffected = (operation: Operation): boolean =>
    rootOf(before, operation.node)?.name !== rootOf(after, operation.node)?.name ||
    usesOf(operation).some(mayAffect);
  const invalidBefore = findInvalid(before, all);
  const valid = all.filter((operation) => !invalidBefore.has(operation));
  const compared = new Set(valid.filter(canBeAffected));
  const others = valid.filter((operation) => !compared.has(operation));
  const invalidAfter = findInvalid(after, [...compared]);
  const invalidInBoth = findInvalid(after, [...invalidBefore.keys()]);
  const compareModels = createModelComparison(
    input,
    [...compared],
    others,
    (operation) => invalidAfter.has(operation),
    usesOf,
  );
  const ruleOfChange = createRuleOfChange(before, after);

  const compare = (operation: Operation): OperationReport => {
    const uses = usesOf(operation);
    const errors = invalidAfter.get(operation) ?? [];
    const invalid = errors.map((error) =>
      describeError(error, uses, fragments, operation.node, ruleOfChange),
    );
    const reported = new Set(invalid.map(({ node }) => node));
    const { reasons, types } = compareModels(operation);
    // An invalid operation has no types, so its names are not reported.
    const unreported = reasons.filter(
      ({ node, rule }) => !reported.has(node) && (rule !== "name" || errors.length === 0),
    );
    const report = createReport(operation, toFindings([...invalid, ...unreported], input.breaks));
    return errors.length === 0 && types ? { ...report, types } : report;
  };

  return all.map((operation) => {
    const uses = usesOf(operation);
    if (compared.has(operation)) return { report: compare(operation), uses, isNew: false };
    const report = createReport(operation, []);
    if (!invalidInBoth.has(operation)) return { report, uses, isNew: invalidBefore.has(operation) };
    const errors = invalidBefore.get(operation) ?? [];
    const shown = errors.map((error) => toOperationError(error, operation));
    return { report: { ...report, errors: shown }, uses, isNew: false };
  });
}

/** Fragments are visited once, however many operations spread them. */
function createUseFinder(schema: GraphQLSchema): (operation: Operation) => readonly Use[] {
  const inDefinition = memoize((node: OperationDefinitionNode | FragmentDefinitionNode) =>
    findUses(schema, node),
  );
  return memoize(({ node, fragments }) => [node, ...fragments].flatMap(inDefinition));
}

/**
 * One finding for each rule, coordinate and place, separately for the reasons that break: with the change of the first reason and
 * the code of all. Members of an interface can cause several. Sorted by verdict, then by place.
 */
function toFindings(reasons: readonly NodeReason[], alsoBreaking: readonly CodeKind[] = []): Finding[] {
  const breakingCode = new Set([...BREAKING_CODE, ...alsoBreaking]);
  const isBreaking = ({ code, breaksCalls }: NodeReason) =>
    breaksCalls === true || code.some((kind) => breakingCode.has(kind));
  const brokenNodes = new Set(
    reasons.filter((reason) => reason.rule !== "name" && isBreaking(reason)).map(({ node }) => node),
  );
  // A lost name follows from the change that is at the same place: its code is added to each finding there that breaks.
  const follows = ({ node, rule }: NodeReason) => rule === "name" && brokenNodes.has(node);
  const lostNames = groupBy(reasons.filter(follows), ({ node }) => node);
  const others = reasons.filter((reason) => !follows(reason));
  const unique = groupBy(others, (reason) =>
    JSON.stringify([isBreaking(reason), reason.rule, reason.coordinate, placeOf(reason.node)]),
  );
  const findings = [...unique.values()].flatMap((group): Finding[] => {
    const [first] = group;
    if (!first) return [];
    return isBreaking(first)
      ? [createFinding(first, [...group, ...(lostNames.get(first.node) ?? [])], worstHarm(group.map(harmOf)))]
      : [createFinding(first, group, undefined)];
  });
  return findings.sort((a, b) => compareWorst(a, b) || comparePlaces(a.place, b.place));
}

/** @param harm - Of a finding that breaks. */
function createFinding(
  { rule, coordinate, change, node }: NodeReason,
  group: readonly NodeReason[],
  harm: Harm | undefined,
): Finding {
  const code = mergeCode(...group.map((reason) => reason.code));
  const message = describeFinding({ coordinate, change, code });
  const verdict = harm ? "breaks" : "changes types";
  return {
    verdict,
    ...(harm && { harm }),
    rule,
    coordinate,
    change,
    code,
    message,
    place: placeOf(node),
  };
}

function createReport({ name, kind, node }: Operation, findings: readonly Finding[]): OperationReport {
  return { name, kind, place: placeOf(node), ...worstOf(findings), findings };
}

/** Worst first, then by name and place. */
export function compareReports(a: OperationReport, b: OperationReport): number {
  return compareWorst(a, b) || compareText(a.name, b.name) || comparePlaces(a.place, b.place);
}
