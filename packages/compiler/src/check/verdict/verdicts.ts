/**
 * Computes the verdict of each operation: whether a schema change breaks it, changes its types, or does
 * neither.
 */

import type {
  ASTNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLSchema,
  OperationDefinitionNode,
} from "graphql";
import { memoize } from "../../model/cache.ts";
import { rootOf } from "../../model/graphql.ts";
import { findFragments } from "../../model/selections.ts";
import { createMayAffect } from "../compare/differences.ts";
import {
  comparePlaces,
  compareText,
  findOperations,
  findUnusedFragments,
  groupBy,
  type Operation,
  placeOf,
} from "../compare/document-operations.ts";
import { findUses, type Use } from "../compare/find-uses.ts";
import { type Base, findBase } from "../compare/installed.ts";
import { createModelComparison, type OperationPair, type VerdictInput } from "../compare/models.ts";
import { BREAKING_CODE, type CodeKind, harmOf, mergeCode, type NodeReason } from "../compare/reasons.ts";
import { type ErrorsByOperation, findInvalid, toValidationError } from "../compare/validity.ts";
import { createErrorTranslator } from "./graphql-js.ts";
import type { Finding, OperationReport } from "./report.ts";
import { describeFinding } from "./sentences.ts";
import { compareWorst, worstHarm } from "./worst.ts";

/** A report without its verdict, on which accepted changes decide (`check-schema.ts`). */
export type OpenReport = Omit<OperationReport, "verdict" | "harm">;

export interface OperationVerdict {
  readonly report: OpenReport;
  /** Elements of the old schema that the operation and its fragments use. */
  readonly uses: readonly Use[];
}

/**
 * Compares the operations under two schemas. What users accepted is applied later, by `accept.ts`.
 *
 * - `breaks`: a reason breaks calls, or breaks code that reads results or writes variables. The option
 *   `breaks` adds other code.
 * - `changes types`: there are only other reasons. Other code can stop compiling, an input accepts more
 *   values, or an input without a default has one now.
 * - `unaffected`: there is no reason. So is an operation that cannot be compared: its report has `errors`, or
 *   a `comparison` that says why.
 *
 * @returns One entry per operation, then one per fragment that no operation spreads, in the order of the
 * document; then one per operation of the base that was removed.
 */
export function computeVerdicts(input: VerdictInput): OperationVerdict[] {
  const fragments = findFragments(input.operations);
  const operations = findOperations(input.operations, fragments);
  // A fragment that no operation spreads is compared like an operation.
  const all = [...operations, ...findUnusedFragments(fragments, operations)];
  const usesOf = createUseFinder(input.before);
  const invalidBefore = findInvalid(input.before, all);
  const base = findBase(input, all, (operation) => !invalidBefore.has(operation));
  const situations = findSituations(input, all, invalidBefore, base, usesOf);
  const listReasons = createReasonLister(input, situations, base, usesOf);

  const reportOf = (situation: Situation): OpenReport => {
    const { operation } = situation;
    switch (situation.kind) {
      case "unaffected":
        return createReport(operation, []);
      case "without base":
        return { ...createReport(operation, []), comparison: base.missing };
      case "invalid": {
        const errors = situation.errors.map((error) => toValidationError(error, operation));
        return { ...createReport(operation, []), errors };
      }
      case "affected": {
        const { reasons, types } = listReasons(situation);
        return { ...createReport(operation, toFindings(reasons, input.breaks)), types };
      }
    }
  };
  const verdicts = situations.map((situation) => {
    return { report: reportOf(situation), uses: usesOf(situation.operation) };
  });
  const removed = base.listRemoved().map(({ operation, reason }) => {
    return { report: createReport(operation, toFindings([reason], input.breaks)), uses: [] };
  });
  return [...verdicts, ...removed];
}

/** What is known of an operation before types are compared, which takes most of the time. */
type Situation =
  /** It uses nothing that differs, and its text is that of the base. */
  | { readonly kind: "unaffected"; readonly operation: Operation }
  /** It is valid in the new schema, and there is nothing to compare it with. */
  | { readonly kind: "without base"; readonly operation: Operation }
  /** It is invalid in both schemas, and `errors` are those of the old one. */
  | {
      readonly kind: "invalid";
      readonly operation: Operation;
      readonly errors: readonly GraphQLError[];
    }
  | Affected;

/** An operation that can be affected. It can turn out not to be. */
interface Affected {
  readonly kind: "affected";
  readonly operation: Operation;
  /** `undefined` if consumers have nothing installed, and the operation became invalid. */
  readonly pair: OperationPair | undefined;
  /** Those in the new schema. */
  readonly errors: readonly GraphQLError[];
}

/**
 * Consumers have an operation if `base.find` finds one; without a base, if it was valid before.
 *
 * | valid before | valid now | consumers have it | situation |
 * |---|---|---|---|
 * | no | no | any | `invalid` |
 * | any | yes | no | `without base` |
 * | yes | yes | yes | `unaffected`, or `affected` if a used element or its text differs |
 * | otherwise | | | `affected` |
 */
function findSituations(
  { before, after }: VerdictInput,
  all: readonly Operation[],
  invalidBefore: ErrorsByOperation,
  base: Base,
  usesOf: UseFinder,
): Situation[] {
  const usesDifference = createDifferenceFilter(before, after, usesOf);
  const candidates = all.filter(
    (operation) => base.hasOther(operation) || invalidBefore.has(operation) || usesDifference(operation),
  );
  const isCandidate = new Set(candidates);
  // The other operations use nothing that differs, so they are as valid as before.
  const invalidAfter = findInvalid(after, candidates);
  return all.map((operation): Situation => {
    const old = base.find(operation);
    const errorsBefore = invalidBefore.get(operation);
    const errors = invalidAfter.get(operation) ?? [];
    if (errorsBefore && errors.length > 0) return { kind: "invalid", operation, errors: errorsBefore };
    if (!old && errors.length === 0) return { kind: "without base", operation };
    if (!isCandidate.has(operation)) return { kind: "unaffected", operation };
    const pair = old && { base: old, operation, isValid: errors.length === 0 };
    return { kind: "affected", operation, pair, errors };
  });
}

/** The reasons of an affected operation, and its types if it is valid and they differ. */
interface Comparison extends Pick<OperationReport, "types"> {
  readonly reasons: readonly NodeReason[];
}

function createReasonLister(
  input: VerdictInput,
  situations: readonly Situation[],
  base: Base,
  usesOf: UseFinder,
): (affected: Affected) => Comparison {
  const pairs = situations.flatMap((situation) =>
    situation.kind === "affected" ? (situation.pair ?? []) : [],
  );
  const skipped = situations.flatMap(({ kind, operation }) =>
    kind === "unaffected" || kind === "without base" ? operation : [],
  );
  const compareModels = createModelComparison(input, pairs, skipped, usesOf);
  const toReason = createErrorTranslator(input.before, input.after);
  return ({ operation, pair, errors }) => {
    const errorReasons = errors.map((error) => toReason(error, operation, usesOf(operation)));
    if (!pair) return { reasons: errorReasons };
    const { typeReasons, inputReasons, types } = compareModels(pair);
    const own = [...inputReasons, ...base.mergeByText(typeReasons, pair)];
    const reasons = [...errorReasons, ...leaveOutRepeated(own, errorReasons)];
    return { reasons, types: pair.isValid ? types : undefined };
  };
}

type UseFinder = (operation: Operation) => readonly Use[];

/** Fragments are visited once, however many operations spread them. */
function createUseFinder(schema: GraphQLSchema): UseFinder {
  const inDefinition = memoize((node: OperationDefinitionNode | FragmentDefinitionNode) =>
    findUses(schema, node),
  );
  return memoize(({ node, fragments }) => [node, ...fragments].flatMap(inDefinition));
}

/** Creates the function that decides whether an operation uses an element that differs. */
function createDifferenceFilter(
  before: GraphQLSchema,
  after: GraphQLSchema,
  usesOf: UseFinder,
): (operation: Operation) => boolean {
  const mayAffect = createMayAffect(before, after);
  return (operation) => {
    const { node } = operation;
    // If a root type has another name now, the coordinates of its fields differ.
    const isRootRenamed = rootOf(before, node)?.name !== rootOf(after, node)?.name;
    return isRootRenamed || usesOf(operation).some(mayAffect);
  };
}

/**
 * Leaves out what an error at the same node reports. If there is an error, also leaves out lost names:
 * codegen writes no types for an invalid operation.
 */
function leaveOutRepeated(
  typeReasons: readonly NodeReason[],
  errorReasons: readonly NodeReason[],
): readonly NodeReason[] {
  if (errorReasons.length === 0) return typeReasons;
  const invalidNodes = new Set(errorReasons.map(({ node }) => node));
  return typeReasons.filter(({ node, rule }) => rule !== "name" && !invalidNodes.has(node));
}

/**
 * Takes out the lost names that follow from another change, which breaks at the same node. Their code is
 * added to the findings of that change.
 *
 * For example, `node: Node!` is now `node: Flow`. For `query A { node { id ... on Flow { name } } }`, null
 * breaks `reads`. The type `AQuery_node_Flow` is lost too, which breaks `constructs` and `switches`. There is
 * no finding for the name, but the one for null has all three kinds of code.
 */
function splitLostNames(
  reasons: readonly NodeReason[],
  isBreaking: (reason: NodeReason) => boolean,
): { readonly lostNames: ReadonlyMap<ASTNode, readonly NodeReason[]>; readonly others: NodeReason[] } {
  const breaking = reasons.filter((reason) => reason.rule !== "name" && isBreaking(reason));
  const brokenNodes = new Set(breaking.map(({ node }) => node));
  const follows = ({ rule, node }: NodeReason) => rule === "name" && brokenNodes.has(node);
  return {
    lostNames: groupBy(reasons.filter(follows), ({ node }) => node),
    others: reasons.filter((reason) => !follows(reason)),
  };
}

/**
 * Merges the reasons for which `identify` returns the same: members of an interface can cause several. The
 * finding has the code of all, and the change of the first. For changes of nullability, the first is the one
 * of the outermost list, because `assignability.ts` creates it first. Reasons that break are merged apart
 * from the others.
 *
 * @returns Sorted by verdict, then by place.
 */
function toFindings(reasons: readonly NodeReason[], alsoBreaking: readonly CodeKind[] = []): Finding[] {
  const breakingCode = new Set([...BREAKING_CODE, ...alsoBreaking]);
  const isBreaking = ({ code, breaksCalls }: NodeReason) =>
    breaksCalls === true || code.some((kind) => breakingCode.has(kind));
  const { lostNames, others } = splitLostNames(reasons, isBreaking);
  const groups = groupBy(others, (reason) => JSON.stringify([isBreaking(reason), ...identify(reason)]));
  const findings = [...groups.values()].map((group): Finding => {
    const [first] = group;
    const { rule, coordinate, change, node } = first;
    const harm = isBreaking(first) ? worstHarm(group.map(harmOf)) : undefined;
    const namesOfBreak = harm ? (lostNames.get(node) ?? []) : [];
    const code = mergeCode([...group, ...namesOfBreak].map((reason) => reason.code));
    const message = describeFinding({ coordinate, change, code });
    const verdict = harm ? "breaks" : "changes types";
    return { verdict, harm, rule, coordinate, change, code, message, place: placeOf(node) };
  });
  return findings.sort((a, b) => compareWorst(a, b) || comparePlaces(a.place, b.place));
}

/** The parts of a reason that are the same in all reasons of a finding. */
function identify({ rule, coordinate, node, change }: NodeReason): readonly unknown[] {
  // A list can be non-null now, and its items nullable: two findings.
  const nullability = change.kind === "nullability" ? change.now : undefined;
  // Code can read one new type of a union, and not another: two findings, even if both break.
  const types = change.kind === "members" ? [change.added, change.removed] : undefined;
  return [rule, coordinate, placeOf(node), nullability, types];
}

function createReport({ name, kind, node }: Operation, findings: readonly Finding[]): OpenReport {
  return { name, kind, place: placeOf(node), findings };
}

/** Worst first, then by name and place. */
export function compareReports(a: OperationReport, b: OperationReport): number {
  return compareWorst(a, b) || compareText(a.name, b.name) || comparePlaces(a.place, b.place);
}
