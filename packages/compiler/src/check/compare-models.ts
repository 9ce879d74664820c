/** Compiles operations under both schemas, and compares the types that generated code exports for them. */

import { type ASTNode, type DocumentNode, Kind } from "graphql";
import { memoize } from "../model/cache.ts";
import { type Compilation, type CompiledDefinition, compile, inputCompilerOf } from "../model/compile.ts";
import { variablesOf } from "../model/graphql.ts";
import { createTypesRenderer } from "./changed-types.ts";
import { compareCalls } from "./compare-calls.ts";
import { createInputComparison } from "./compare-inputs.ts";
import { compareResults } from "./compare-results.ts";
import { compareDirectiveArguments } from "./compare-values.ts";
import type { Operation } from "./document.ts";
import type { OperationReport } from "./report.ts";
import type { Use } from "./uses.ts";
import type { NodeFinding } from "./validity.ts";
import type { VerdictInput } from "./verdicts.ts";

/** Compares one operation. */
type ModelComparison = (
  operation: Operation,
) => Pick<OperationReport, "types"> & { readonly findings: readonly NodeFinding[] };

/**
 * @param affected - Operations to compare.
 * @param unaffected - Valid operations that are the same under both schemas. The types that they use stay exported.
 */
export function createModelComparison(
  { before, after, ...options }: VerdictInput,
  affected: readonly Operation[],
  unaffected: readonly Operation[],
  usesOf: (operation: Operation) => readonly Use[],
): ModelComparison {
  const document = toDocument(affected);
  const old = compile(before, document, options);
  const now = compile(after, document, options);
  const [definitionsBefore, definitionsAfter] = [byNode(old), byNode(now)];
  const names = listNames(now);
  const others = memoize((_: "unaffected") => listNames(compile(after, toDocument(unaffected), options)));
  // Most names are those of the same operations, so the others are seldom compiled.
  const isExported = memoize((name: string) => names.has(name) || others("unaffected").has(name));
  const compareInput = createInputComparison({
    ...{ before, after, isExported },
    compileBefore: inputCompilerOf(before, options),
    compileAfter: inputCompilerOf(after, options),
  });
  const renderTypes = createTypesRenderer(old, now);
  const fields = new Map<ASTNode, string>();
  const comparison = { before, after, isExported, coordinateOf: (node: ASTNode) => fields.get(node) };
  const compareDefinition = memoize((node: Operation["node"]): NodeFinding[] => {
    const [was, is] = [definitionsBefore.get(node), definitionsAfter.get(node)];
    return was && is ? compareResults(comparison, was.result, is.result, node) : [];
  });

  return (operation) => {
    const { node, fragments } = operation;
    const uses = usesOf(operation);
    for (const use of uses) if (use.kind === "field") fields.set(use.node, use.coordinate);
    const variables = new Map(variablesOf(node).map((variable) => [variable.variable.name.value, variable]));
    const [was, is] = [definitionsBefore.get(node), definitionsAfter.get(node)];
    const findings = [
      ...uses.flatMap((use) => {
        if (use.kind === "directive") return compareDirectiveArguments(before, after, use.node, variables);
        return use.kind === "variable"
          ? compareInput(use.coordinate).map((reason): NodeFinding => ({ ...reason, node: use.node }))
          : [];
      }),
      // Code can be written for the types of the fragments, too.
      ...[node, ...fragments].flatMap(compareDefinition),
      ...(was && is ? compareCalls(comparison, was.result, is.result, variables) : []),
    ];
    const types = was && is && renderTypes(was, is);
    return { findings, ...(types && { types }) };
  };
}

function toDocument(operations: readonly Operation[]): DocumentNode {
  const definitions = new Set(operations.flatMap(({ node, fragments }) => [node, ...fragments]));
  return { kind: Kind.DOCUMENT, definitions: [...definitions] };
}

function byNode(compilation: Compilation): ReadonlyMap<Operation["node"], CompiledDefinition> {
  return new Map(compilation.definitions.map((definition) => [definition.node, definition]));
}

function listNames({ definitions, inputs }: Compilation): ReadonlySet<string> {
  return new Set([...inputs, ...definitions.flatMap(({ declarations }) => declarations)].map(({ name }) => name));
}
