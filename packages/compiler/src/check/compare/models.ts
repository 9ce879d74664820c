/** Compiles operations under both schemas, and compares the types that generated code exports for them. */

import { type ASTNode, type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import { lazy, memoize } from "../../model/cache.ts";
import type {
  Compilation,
  CompiledDefinition,
  CompileOptions,
  Declaration,
} from "../../model/compilation.ts";
import { compile, inputCompilerOf } from "../../model/compile.ts";
import { type Field, fieldAt, variablesOf } from "../../model/graphql.ts";
import type { Property } from "../../model/result-type.ts";
import type { ScalarType } from "../../model/scalars.ts";
import type { TypeStyle } from "../../model/type-style.ts";
import { createAssignability } from "./assignability.ts";
import { compareCalls, type FieldComparison } from "./calls.ts";
import { type ChangedTypes, createTypesRenderer } from "./changed-types.ts";
import type { Operation } from "./document-operations.ts";
import type { Use } from "./find-uses.ts";
import { createInputComparison } from "./inputs.ts";
import { isTypename } from "./pair-members.ts";
import type { CodeKind, NodeReason, Reason, UsedElement } from "./reasons.ts";
import { compareDirectiveArguments, type VariablesByName } from "./values.ts";

/** The operations of the base, with the options of its config. */
export interface InstalledOperations extends CompileOptions {
  readonly operations: DocumentNode;
}

export interface VerdictInput {
  /** Schema that the operations were written for. */
  readonly before: GraphQLSchema;
  /** Schema to compare with. */
  readonly after: GraphQLSchema;
  /**
   * Operations and fragments of all files. Parse each file with locations, and with its path as the source
   * name.
   */
  readonly operations: DocumentNode;
  /** TypeScript types of custom scalars. They override the defaults of codegen. @default {} */
  readonly scalars?: Readonly<Record<string, ScalarType>> | undefined;
  /** Style of the generated types. Must be the `types` of codegen. @default "open" */
  readonly types?: TypeStyle | undefined;
  /**
   * What consumers have installed: the operations of the base, which were written for `before`. Operations
   * that differ are compared by what code of consumers sees. @default the operations are the same
   */
  readonly installed?: InstalledOperations | undefined;
  /** Kinds of code that break if they stop compiling, in addition to `reads` and `writes`. @default [] */
  readonly breaks?: readonly CodeKind[] | undefined;
}

/** The differences of one operation. */
interface ModelDifference {
  readonly types?: ChangedTypes;
  readonly reasons: readonly NodeReason[];
  /** Those of `reasons` about what the platform receives, whatever code there is. */
  readonly callReasons: readonly NodeReason[];
}

type ModelComparison = (operation: Operation) => ModelDifference;

/**
 * @param candidates - Operations to compare.
 * @param skipped - Valid operations that are the same under both schemas. The types that they use stay
 * exported.
 * @param isInvalid - Whether a candidate is invalid in the new schema.
 */
export function createModelComparison(
  input: VerdictInput,
  candidates: readonly Operation[],
  skipped: readonly Operation[],
  isInvalid: (operation: Operation) => boolean,
  usesOf: (operation: Operation) => readonly Use[],
): ModelComparison {
  const { before, after, ...options } = input;
  const document = toDocument(candidates);
  const compilationBefore = compile(before, document, options);
  const compilationAfter = compile(after, document, options);
  const definitionsBefore = byNode(compilationBefore);
  const definitionsAfter = byNode(compilationAfter);
  const valid = candidates.filter((operation) => !isInvalid(operation));
  // Codegen writes no enum or input type for an invalid operation.
  const { inputs } =
    valid.length === candidates.length ? compilationAfter : compile(after, toDocument(valid), options);
  const declarationOf = createDeclarationFinder({ ...compilationAfter, inputs }, () =>
    compile(after, toDocument(skipped), options),
  );
  const comparison = createFieldComparison(before, after, candidates.flatMap(usesOf));
  const results = createAssignability({
    direction: "output",
    declarationOf,
    elementOf: (property, element) => findElement(comparison, property, element),
  });
  const compareInput = createVariableComparison(input, declarationOf);
  const renderTypes = createTypesRenderer(compilationBefore, compilationAfter);
  const compareDefinition = memoize((node: Operation["node"]): NodeReason[] => {
    const old = definitionsBefore.get(node);
    const now = definitionsAfter.get(node);
    if (!old || !now) return [];
    return results.compare(old.result, now.result, { coordinate: now.result.name, node });
  });
  const compareDirective = (use: Use, variables: VariablesByName): NodeReason[] =>
    use.kind === "directive" ? compareDirectiveArguments(before, after, use.node, variables) : [];
  const compareVariable = ({ kind, coordinate, node }: Use): NodeReason[] =>
    kind === "variable" ? compareInput(coordinate).map((reason) => ({ ...reason, node })) : [];

  return (operation) => {
    const { node, fragments } = operation;
    const variables = new Map(variablesOf(node).map((variable) => [variable.variable.name.value, variable]));
    const old = definitionsBefore.get(node);
    const now = definitionsAfter.get(node);
    const callReasons = [
      ...usesOf(operation).flatMap((use) => compareDirective(use, variables)),
      ...(old && now ? compareCalls(comparison, old.result, now.result, variables) : []),
    ];
    const reasons = [
      ...usesOf(operation).flatMap(compareVariable),
      // Code can be written for the types of the fragments, too.
      ...[node, ...fragments].flatMap(compareDefinition),
      ...callReasons,
    ];
    // Without a reason, only doc comments can differ.
    const types = reasons.length > 0 && old && now ? renderTypes(old, now) : undefined;
    return { reasons, callReasons, ...(types && { types }) };
  };
}

function createFieldComparison(
  before: GraphQLSchema,
  after: GraphQLSchema,
  uses: readonly Use[],
): FieldComparison {
  const selected = new Map<ASTNode, string>(
    uses.flatMap(({ kind, node, coordinate }) => (kind === "field" ? [[node, coordinate]] : [])),
  );
  return {
    before,
    after,
    // The interface's if its field changed as well.
    chooseCoordinate(own, node, describe) {
      const coordinate = selected.get(node) ?? own;
      if (coordinate === own) return own;
      const isSame = describe(fieldAt(before, coordinate)) === describe(fieldAt(after, coordinate));
      return isSame ? own : coordinate;
    },
  };
}

type DeclarationFinder = (name: string) => Declaration | undefined;

/** Most names are those of the same operations, so the others are seldom compiled. */
function createDeclarationFinder(own: Compilation, compileOthers: () => Compilation): DeclarationFinder {
  const names = listDeclarations(own);
  const others = lazy(() => listDeclarations(compileOthers()));
  return (name) => names.get(name) ?? others().get(name);
}

/** @param element - That of the object around the property. */
function findElement(comparison: FieldComparison, property: Property, element: UsedElement): UsedElement {
  const { coordinate, node = element.node } = property;
  if (isTypename(property)) return { coordinate: element.coordinate, node };
  const describe = (field: Field | undefined) => `${field?.type}`;
  return { coordinate: comparison.chooseCoordinate(coordinate, node, describe), node };
}

/** Compares the type of a variable, by its name. */
export function createVariableComparison(
  { before, after, ...options }: VerdictInput,
  declarationOf: DeclarationFinder,
): (name: string) => readonly Reason[] {
  return createInputComparison({
    before,
    after,
    assignability: createAssignability({ direction: "input" }),
    codeBrokenByName: createAssignability({ direction: "input", declarationOf }).codeBrokenByName,
    compileBefore: inputCompilerOf(before, options),
    compileAfter: inputCompilerOf(after, options),
  });
}

export function toDocument(operations: readonly Operation[]): DocumentNode {
  const definitions = new Set(operations.flatMap(({ node, fragments }) => [node, ...fragments]));
  return { kind: Kind.DOCUMENT, definitions: [...definitions] };
}

function byNode(compilation: Compilation): ReadonlyMap<Operation["node"], CompiledDefinition> {
  return new Map(compilation.definitions.map((definition) => [definition.node, definition]));
}

export function listDeclarations({ definitions, inputs }: Compilation): ReadonlyMap<string, Declaration> {
  const all = [...inputs, ...definitions.flatMap(({ declarations }) => declarations)];
  return new Map(all.map((declaration) => [declaration.name, declaration]));
}
