/** Computes the verdict of each operation: whether a schema change breaks it, changes its types, or does neither. */

import type { DocumentNode, FragmentDefinitionNode, GraphQLSchema, OperationDefinitionNode } from "graphql";
import { memoize } from "../model/cache.ts";
import { rootOf } from "../model/graphql.ts";
import type { ScalarType } from "../model/scalars.ts";
import { findFragments } from "../model/selections.ts";
import { createModelComparison } from "./compare-models.ts";
import { findDifferences } from "./differences.ts";
import {
  comparePlaces,
  compareText,
  findOperations,
  findUnusedFragments,
  type Operation,
  placeOf,
} from "./document.ts";
import type { Finding, OperationReport, Verdict } from "./report.ts";
import { findUses, type Use } from "./uses.ts";
import { createRuleOfChange, findInvalid, toFindings, toNodeFinding, toOperationError } from "./validity.ts";

export interface VerdictInput {
  /** Schema that the operations were written for. */
  readonly before: GraphQLSchema;
  /** Schema to compare with. */
  readonly after: GraphQLSchema;
  /** Operations and fragments of all files. Parse each file with locations, and with its path as the source name. */
  readonly operations: DocumentNode;
  /** TypeScript types of custom scalars. They override the defaults of codegen. @default {} */
  readonly scalars?: Readonly<Record<string, ScalarType>> | undefined;
  /** Whether generated types have a member for unknown values. Must be the `openTypes` of codegen. @default true */
  readonly openTypes?: boolean | undefined;
}

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
 * - `breaks`: the operation is invalid in `after`, code that uses its types can fail to compile, or the platform rejects
 *   its variables or receives other values.
 * - `changes types`: the generated types differ, an input accepts more values, or the platform uses a new default. Existing
 *   code still compiles.
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
  const mayAffect = findDifferences(before, after);
  const invalidBefore = findInvalid(before, all);
  const isAffected = (operation: Operation): boolean =>
    rootOf(before, operation.node)?.name !== rootOf(after, operation.node)?.name || usesOf(operation).some(mayAffect);
  const affected = new Set(all.filter((operation) => !invalidBefore.has(operation) && isAffected(operation)));
  const invalidAfter = findInvalid(after, [...affected]);
  const invalidInBoth = findInvalid(after, [...invalidBefore.keys()]);
  const unaffected = all.filter((operation) => !affected.has(operation) && !invalidBefore.has(operation));
  const compareModels = createModelComparison(input, [...affected], unaffected, usesOf);
  const ruleOfChange = createRuleOfChange(before, after);

  const compare = (operation: Operation): OperationReport => {
    const uses = usesOf(operation);
    const errors = invalidAfter.get(operation) ?? [];
    const invalid = errors.map((error) => toNodeFinding(error, uses, fragments, operation.node, ruleOfChange));
    const reported = new Set(invalid.map((finding) => finding.node));
    const { findings, types } = compareModels(operation);
    // An invalid operation has no types, so its names are not reported.
    const others = findings.filter(({ node, rule }) => !reported.has(node) && (rule !== "name" || errors.length === 0));
    const report = createReport(operation, toFindings([...invalid, ...others]));
    return errors.length === 0 && types ? { ...report, types } : report;
  };

  return all.map((operation) => {
    const isInvalid = invalidInBoth.has(operation);
    const errors = isInvalid
      ? invalidBefore.get(operation)?.map((error) => toOperationError(error, operation))
      : undefined;
    return {
      report: affected.has(operation)
        ? compare(operation)
        : { ...createReport(operation, []), ...(errors && { errors }) },
      uses: usesOf(operation),
      isNew: invalidBefore.has(operation) && !isInvalid,
    };
  });
}

/** Fragments are visited once, however many operations spread them. */
function createUseFinder(schema: GraphQLSchema): (operation: Operation) => readonly Use[] {
  const inDefinition = memoize((node: OperationDefinitionNode | FragmentDefinitionNode) => findUses(schema, node));
  return memoize(({ node, fragments }) => [node, ...fragments].flatMap(inDefinition));
}

function createReport({ name, kind, node }: Operation, findings: readonly Finding[]): OperationReport {
  return { name, kind, place: placeOf(node), verdict: worstOf(findings), findings };
}

/** All verdicts, the worst first. */
const VERDICTS: readonly Verdict[] = ["breaks", "changes types", "unaffected"];

/** Returns the worst verdict of the findings that are not accepted. */
export function worstOf(findings: readonly Finding[]): Verdict {
  const found = new Set<Verdict>(findings.flatMap(({ accepted, verdict }) => (accepted ? [] : [verdict])));
  return VERDICTS.find((verdict) => found.has(verdict)) ?? "unaffected";
}

/** Worst first, then by name and place. */
export function compareReports(a: OperationReport, b: OperationReport): number {
  const byVerdict = VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict);
  return byVerdict || compareText(a.name, b.name) || comparePlaces(a.place, b.place);
}
