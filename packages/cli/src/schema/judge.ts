/** What a change of the schema does to each operation. */

import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isObjectType,
  type OperationDefinitionNode,
} from "graphql";
import { scalars as ourScalars, type ScalarType } from "../codegen/scalars.ts";
import { createInputJudge } from "./compare-inputs.ts";
import { compareResults } from "./compare-results.ts";
import { findDifferences } from "./differences.ts";
import { type Found, toFindings } from "./finding.ts";
import { createInputShaper } from "./input-shape.ts";
import { findFragments, findOperations, type Operation } from "./operations.ts";
import { comparePlaces, compareText, placeOf } from "./place.ts";
import { renderProblem } from "./problem.ts";
import { findReliedDefaults } from "./relied-defaults.ts";
import type { Finding, OperationReport, Verdict } from "./report.ts";
import { shapeResult } from "./result-shape.ts";
import { renderTypes } from "./types.ts";
import { findUses, type Use } from "./uses.ts";
import { findInvalid, toFound } from "./validity.ts";

export interface JudgeInput {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  /** Operations and fragments of all files, parsed with locations: a source's name is its file. */
  readonly operations: DocumentNode;
  /** Types of custom scalars, in addition to those that codegen knows or instead of them. */
  readonly scalars?: Readonly<Record<string, ScalarType>> | undefined;
}

/** An operation with what it uses of the old schema, its fragments included. */
export interface JudgedOperation {
  readonly report: OperationReport;
  readonly uses: readonly Use[];
  /** What keeps it from validating against the old schema, `file:line:column: message`. */
  readonly oldProblems: readonly string[];
}

/** Judges each operation; no change is accepted. In the order of the document. */
export function judge({ before, after, operations, scalars }: JudgeInput): JudgedOperation[] {
  const fragments = findFragments(operations);
  const all = findOperations(operations, fragments);
  const usesOf = collectUses(before);
  const noticed = findDifferences(before, after);
  const invalidBefore = findInvalid(before, all);
  const isConcerned = (operation: Operation): boolean =>
    before.getRootType(operation.kind)?.name !== after.getRootType(operation.kind)?.name ||
    usesOf(operation).some(noticed);
  const concerned = all.filter((operation) => !invalidBefore.has(operation) && isConcerned(operation));
  const invalidAfter = findInvalid(after, concerned);
  const unfit = findInvalid(
    after,
    all.filter((operation) => invalidBefore.has(operation)),
  );
  const mapped = { ...ourScalars, ...scalars };
  const [shapeBefore, shapeAfter] = [createInputShaper(mapped), createInputShaper(mapped)];
  const judgeInput = createInputJudge({ before, after, shapeBefore, shapeAfter });
  const inQuestion = new Set(concerned);

  const judgeOperation = (operation: Operation): OperationReport => {
    const uses = usesOf(operation);
    const errors = invalidAfter.get(operation) ?? [];
    const invalid = errors.map((error) => toFound(error, uses, fragments, operation.node));
    const reported = new Set(invalid.map(({ node }) => node));
    const fieldUses = new Map<ASTNode, string>();
    for (const use of uses) if (use.kind === "field") fieldUses.set(use.node, use.coordinate);
    const comparison = { before, after, coordinateOf: (node: ASTNode) => fieldUses.get(node) };
    const [old, now] = [before, after].map((schema) => {
      const root = schema.getRootType(operation.kind);
      const selected = [{ set: operation.node.selectionSet, conditional: false }];
      return isObjectType(root) ? shapeResult({ schema, fragments, scalars: mapped }, root, selected) : undefined;
    });
    const found: Found[] = [
      ...invalid,
      ...(old && now ? compareResults(comparison, old, now, operation.node) : []).filter(
        ({ node }) => !reported.has(node),
      ),
      ...uses.flatMap((use) =>
        use.kind === "variable" ? judgeInput(use.coordinate).map((reason) => ({ ...reason, node: use.node })) : [],
      ),
      ...findReliedDefaults(before, after, operation.node, uses).filter(({ node }) => !reported.has(node)),
    ];
    const types =
      errors.length === 0 && old && now
        ? renderTypes(operation, { before, after, shapeBefore, shapeAfter, old, now })
        : undefined;
    return report(operation, toFindings(found), { ...(types && { types }) });
  };

  return all.map((operation) => {
    const problems = invalidBefore.get(operation) ?? [];
    return {
      report: inQuestion.has(operation)
        ? judgeOperation(operation)
        : report(operation, [], { invalidBefore: unfit.has(operation) }),
      uses: usesOf(operation),
      oldProblems: problems.map(renderProblem),
    };
  });
}

/** Fragments are walked once, however many operations spread them. */
function collectUses(schema: GraphQLSchema): (operation: Operation) => readonly Use[] {
  const known = new Map<OperationDefinitionNode | FragmentDefinitionNode, readonly Use[]>();
  const inDefinition = (node: OperationDefinitionNode | FragmentDefinitionNode): readonly Use[] => {
    const uses = known.get(node) ?? findUses(schema, node);
    known.set(node, uses);
    return uses;
  };
  const byOperation = new Map<Operation, readonly Use[]>();
  return (operation) => {
    const uses = byOperation.get(operation) ?? [operation.node, ...operation.fragments].flatMap(inDefinition);
    byOperation.set(operation, uses);
    return uses;
  };
}

function report(
  { name, kind, node }: Operation,
  findings: readonly Finding[],
  rest: { readonly invalidBefore?: boolean; readonly types?: { readonly before: string; readonly after: string } },
): OperationReport {
  const place = placeOf(node);
  return { name, kind, place, verdict: worstOf(findings), findings, invalidBefore: false, ...rest };
}

/** The verdict that findings add up to; an accepted one does not count. */
export function worstOf(findings: readonly Finding[]): Verdict {
  const verdicts = findings.filter(({ accepted }) => !accepted).map(({ verdict }) => verdict);
  if (verdicts.includes("breaks")) return "breaks";
  return verdicts.includes("changes types") ? "changes types" : "unaffected";
}

const SEVERITY: readonly Verdict[] = ["breaks", "changes types", "unaffected"];

/** Worst first, then by name, then by place. */
export function compareReports(a: OperationReport, b: OperationReport): number {
  return (
    SEVERITY.indexOf(a.verdict) - SEVERITY.indexOf(b.verdict) ||
    compareText(a.name, b.name) ||
    comparePlaces(a.place, b.place)
  );
}
