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
import { type FragmentsByName, findFragments } from "../../model/selections.ts";
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
import { findInstalled, type Installed } from "../compare/installed.ts";
import { createModelComparison, type OperationPair, type VerdictInput } from "../compare/models.ts";
import {
  BREAKING_CODE,
  type CodeKind,
  type Harm,
  harmOf,
  mergeCode,
  type NodeReason,
} from "../compare/reasons.ts";
import { findInvalid, findRepeatedNames, toOperationError } from "../compare/validity.ts";
import { createFindingRuleFinder, toErrorReason } from "./graphql-js.ts";
import type { Finding, OperationReport } from "./report.ts";
import { describeFinding } from "./sentences.ts";
import { compareWorst, worstHarm, worstOf } from "./worst.ts";

export type { VerdictInput } from "../compare/models.ts";

export interface OperationVerdict {
  readonly report: OperationReport;
  /** Elements of the old schema that the operation and its fragments use. */
  readonly uses: readonly Use[];
  /**
   * `new`: it was not compared, because it is valid only in the new schema, and nothing is known of the base.
   * `added`: the base does not have it.
   */
  readonly status?: "new" | "added";
}

/**
 * Compares the operations under two schemas. What users accepted is applied later, by `accept.ts`.
 *
 * - `breaks`: a reason breaks calls, or breaks code that reads results or writes variables. The option
 *   `breaks` adds other code.
 * - `changes types`: there are only other reasons. Other code can stop compiling, an input accepts more
 *   values, or an input without a default has one now.
 * - `unaffected`: there is no reason. Also an operation that is valid only in `after`, because it was written
 *   for it, and one that is invalid in both schemas. The latter cannot be compared, and its report has
 *   `errors`.
 *
 * @returns One entry per operation, then one per fragment that no operation spreads, in the order of the
 * document.
 */
export function computeVerdicts(input: VerdictInput): OperationVerdict[] {
  const { before, after } = input;
  const plan = planComparison(input);
  const { all, fragments, usesOf, invalidBefore, invalidAfter, installed, pairs } = plan;
  const skipped = all.filter((operation) => !pairs.has(operation) && !invalidAfter.has(operation));
  const isInvalid = (operation: Operation) => invalidAfter.has(operation);
  const compareModels = createModelComparison(input, [...pairs.values()], skipped, isInvalid, usesOf);
  const findRule = createFindingRuleFinder(before, after);

  const verdicts = all.map((operation): OperationVerdict => {
    const uses = usesOf(operation);
    const errors = invalidAfter.get(operation) ?? [];
    const errorsBefore = invalidBefore.get(operation);
    if (errorsBefore && errors.length > 0) {
      const shown = errorsBefore.map((error) => toOperationError(error, operation));
      return { report: { ...createReport(operation, []), errors: shown }, uses };
    }
    if (errors.length === 0 && !plan.baseOf(operation))
      return { report: createReport(operation, []), uses, status: installed ? "added" : "new" };
    const errorReasons = errors.map((error) =>
      toErrorReason(error, uses, fragments, operation.node, findRule),
    );
    const pair = pairs.get(operation);
    const { typeReasons, inputReasons, types } = pair
      ? compareModels(pair)
      : { typeReasons: [], inputReasons: [] };
    const own = [
      ...inputReasons,
      ...(pair && installed ? installed.mergeByText(typeReasons, pair) : typeReasons),
    ];
    const reasons = [...errorReasons, ...leaveOutRepeated(own, errorReasons)];
    const report = createReport(operation, toFindings(reasons, input.breaks));
    return { report: errors.length === 0 && types ? { ...report, types } : report, uses };
  });
  const removed = installed?.listRemoved() ?? [];
  return [
    ...verdicts,
    ...removed.map(({ operation, reason }): OperationVerdict => {
      return { report: createReport(operation, toFindings([reason], input.breaks)), uses: [] };
    }),
  ];
}

type Errors = ReadonlyMap<Operation, readonly GraphQLError[]>;

/** What is compared with what. */
interface Plan {
  readonly all: readonly Operation[];
  readonly fragments: FragmentsByName;
  readonly usesOf: UseFinder;
  readonly invalidBefore: Errors;
  readonly invalidAfter: Errors;
  readonly installed: Installed | undefined;
  /** Returns what consumers have of an operation; `undefined` if there is nothing to compare it with. */
  baseOf(operation: Operation): Operation | undefined;
  /** The operations that can be affected. They can turn out not to be. */
  readonly pairs: ReadonlyMap<Operation, OperationPair>;
}

/** Finds the operations to compare: comparing takes most of the time. */
function planComparison(input: VerdictInput): Plan {
  const { before, after, operations } = input;
  const fragments = findFragments(operations);
  const declared = findOperations(operations, fragments);
  // A fragment that no operation spreads is compared like an operation.
  const all = [...declared, ...findUnusedFragments(fragments, declared)];
  const usesOf = createUseFinder(before);
  const canBeAffected = createAffectedFilter(before, after, usesOf);
  const repeated = findRepeatedNames(declared);
  const invalidBefore = new Map([...findInvalid(before, all), ...repeated]);
  const installed = input.installed && findInstalled(input, input.installed, all);
  const baseOf = (operation: Operation): Operation | undefined => {
    if (installed) return installed.baseOf(operation);
    return invalidBefore.has(operation) ? undefined : operation;
  };
  const candidates = all.filter((operation) => {
    const base = baseOf(operation);
    const isSame = !base || !installed || installed.isSame({ base, operation });
    return !isSame || invalidBefore.has(operation) || canBeAffected(operation);
  });
  const invalidAfter = new Map([...findInvalid(after, candidates), ...repeated]);
  const pairs = new Map(
    candidates.flatMap((operation) => {
      const base = baseOf(operation);
      const isInvalid = invalidBefore.has(operation) && invalidAfter.has(operation);
      return base && !isInvalid ? [[operation, { base, operation }]] : [];
    }),
  );
  return { all, fragments, usesOf, invalidBefore, invalidAfter, installed, baseOf, pairs };
}

type UseFinder = (operation: Operation) => readonly Use[];

/** Fragments are visited once, however many operations spread them. */
function createUseFinder(schema: GraphQLSchema): UseFinder {
  const inDefinition = memoize((node: OperationDefinitionNode | FragmentDefinitionNode) =>
    findUses(schema, node),
  );
  return memoize(({ node, fragments }) => [node, ...fragments].flatMap(inDefinition));
}

/**
 * Creates the function that decides whether an operation uses an element that differs. If not, nothing
 * changes for it.
 */
function createAffectedFilter(
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
 * Merges the reasons for which `identify` returns the same: members of an interface can cause several. The
 * finding has the code of all, and the change of the first. For changes of nullability, the first is the one
 * of the outermost list, because `assignability.ts` creates it first. Reasons that break are merged apart from the
 * others.
 *
 * @returns Sorted by verdict, then by place.
 */
function toFindings(reasons: readonly NodeReason[], alsoBreaking: readonly CodeKind[] = []): Finding[] {
  const breakingCode = new Set([...BREAKING_CODE, ...alsoBreaking]);
  const isBreaking = ({ code, breaksCalls }: NodeReason) =>
    breaksCalls === true || code.some((kind) => breakingCode.has(kind));
  const brokenNodes = findBrokenNodes(reasons, isBreaking);
  // A lost name follows from a change that breaks at the same place: its code is added to the findings of
  // that change.
  const follows = ({ node, rule }: NodeReason) => rule === "name" && brokenNodes.has(node);
  const lostNames = groupBy(reasons.filter(follows), ({ node }) => node);
  const others = reasons.filter((reason) => !follows(reason));
  const groups = groupBy(others, (reason) => JSON.stringify([isBreaking(reason), ...identify(reason)]));
  const findings = [...groups.values()].flatMap((group): Finding[] => {
    const [first] = group;
    if (!first) return [];
    if (!isBreaking(first)) return [createFinding(first, group, undefined)];
    const withNames = [...group, ...(lostNames.get(first.node) ?? [])];
    return [createFinding(first, withNames, worstHarm(group.map(harmOf)))];
  });
  return findings.sort((a, b) => compareWorst(a, b) || comparePlaces(a.place, b.place));
}

/** The parts of a reason that are the same in all reasons of a finding. */
function identify({ rule, coordinate, node, change }: NodeReason): readonly unknown[] {
  // A list can be non-null now, and its items nullable: two findings.
  const nullability = change.kind === "nullability" ? change.now : undefined;
  return [rule, coordinate, placeOf(node), nullability];
}

/** The nodes with a reason that breaks, other than a lost name. */
function findBrokenNodes(
  reasons: readonly NodeReason[],
  isBreaking: (reason: NodeReason) => boolean,
): ReadonlySet<ASTNode> {
  const broken = reasons.filter((reason) => reason.rule !== "name" && isBreaking(reason));
  return new Set(broken.map(({ node }) => node));
}

/** @param harm - Present if the finding breaks. */
function createFinding(
  { rule, coordinate, change, node }: NodeReason,
  group: readonly NodeReason[],
  harm: Harm | undefined,
): Finding {
  const code = mergeCode(group.map((reason) => reason.code));
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

/** @param findings - The worst of them is the verdict. Without any, it is `unaffected`. */
function createReport({ name, kind, node }: Operation, findings: readonly Finding[]): OperationReport {
  return { name, kind, place: placeOf(node), ...worstOf(findings), findings };
}

/** Worst first, then by name and place. */
export function compareReports(a: OperationReport, b: OperationReport): number {
  return compareWorst(a, b) || compareText(a.name, b.name) || comparePlaces(a.place, b.place);
}
