/** Compiles operations under both schemas, and compares the types that generated code exports for them. */

import { type ASTNode, type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import { lazy, memoize } from "../../model/cache.ts";
import type {
  Compilation,
  CompiledDefinition,
  CompileOptions,
  Declaration,
  Variable,
} from "../../model/compilation.ts";
import { compile, inputCompilerOf } from "../../model/compile.ts";
import { type Field, fieldAt, nameOfType, variablesOf } from "../../model/graphql.ts";
import type { Property } from "../../model/result-type.ts";
import { type Assignability, createAssignability } from "./assignability.ts";
import { compareCalls, type FieldComparison } from "./calls.ts";
import { type ChangedTypes, createTypesRenderer } from "./changed-types.ts";
import type { Operation } from "./document-operations.ts";
import type { Use } from "./find-uses.ts";
import { createInputComparison } from "./inputs.ts";
import { isTypename } from "./pair-members.ts";
import type { CodeKind, ElementChange, NodeReason, UsedElement } from "./reasons.ts";
import { compareDirectiveArguments } from "./values.ts";

/** The operations of the base, with the options of its config. */
export interface InstalledOperations extends CompileOptions {
  readonly operations: DocumentNode;
}

/** The options `scalars` and `types` must be those of codegen. */
export interface VerdictInput extends CompileOptions {
  /** Schema that the operations were written for. */
  readonly before: GraphQLSchema;
  /** Schema to compare with. */
  readonly after: GraphQLSchema;
  /**
   * Operations and fragments of all files. Parse each file with locations, and with its path as the source
   * name.
   */
  readonly operations: DocumentNode;
  /**
   * What consumers have installed: the operations of the base, which were written for `before`. Operations
   * that differ are compared by what code of consumers sees. @default the operations are the same
   */
  readonly installed?: InstalledOperations | undefined;
  /** Kinds of code that break if they stop compiling, in addition to `reads` and `writes`. @default [] */
  readonly breaks?: readonly CodeKind[] | undefined;
}

/** An operation of today, and what consumers have installed of it. Both are the same one if the text is. */
export interface OperationPair {
  readonly base: Operation;
  readonly operation: Operation;
  /** Whether the operation of today is valid in the new schema. */
  readonly isValid: boolean;
}

/** The differences of one operation. */
interface ModelDifference {
  /** Those of the exported types. */
  readonly typeReasons: readonly NodeReason[];
  /** Those of what the platform accepts and receives, which only the schemas can cause. */
  readonly inputReasons: readonly NodeReason[];
  readonly types?: ChangedTypes | undefined;
}

/**
 * @param pairs - Operations to compare.
 * @param skipped - The other operations that are valid in the new schema. Their types stay exported.
 */
export function createModelComparison(
  input: VerdictInput,
  pairs: readonly OperationPair[],
  skipped: readonly Operation[],
  usesOf: (operation: Operation) => readonly Use[],
): (pair: OperationPair) => ModelDifference {
  const { before, after, installed, ...options } = input;
  const compileToday = (operations: readonly Operation[]) => compile(after, toDocument(operations), options);
  const today = pairs.map(({ operation }) => operation);

  // The models of both sides.
  const old = compile(before, toDocument(pairs.map(({ base }) => base)), installed ?? options);
  const now = compileToday(today);
  const [oldModels, newModels] = [byNode(old), byNode(now)];

  // The comparisons, one for each part of an operation.
  const declarationOf = createDeclarationFinder(compileToday, pairs, skipped);
  const fields = createFieldComparison(before, after, today.flatMap(usesOf));
  const compareInputTypes = createInputTypeComparison(input, declarationOf);
  const compareTypes = createTypeComparison(fields, declarationOf, now);
  const renderTypes = createTypesRenderer(old, now);

  return ({ base, operation }) => {
    const { node } = operation;
    const variables = new Map(variablesOf(node).map((variable) => [variable.variable.name.value, variable]));
    const directives = usesOf(operation).flatMap((use) =>
      use.kind === "directive" ? compareDirectiveArguments(before, after, use.node, variables) : [],
    );
    const ofDocument = [...compareInputTypes(base.node, node), ...directives];
    const [oldModel, newModel] = [oldModels.get(base.node), newModels.get(node)];
    // The new schema can lack the root type of the operation, or the type of the fragment.
    if (!oldModel || !newModel) return { typeReasons: [], inputReasons: ofDocument };
    const calls = compareCalls(fields, oldModel.result, newModel.result, variables);
    const inputReasons = [...ofDocument, ...calls];
    const typeReasons = compareTypes(oldModel, newModel);
    // Without a reason, only doc comments can differ.
    const hasReasons = typeReasons.length + inputReasons.length > 0;
    return { typeReasons, inputReasons, types: hasReasons ? renderTypes(oldModel, newModel) : undefined };
  };
}

/** Compares the exported types: those of results, of the fragments, and of variables. */
function createTypeComparison(
  comparison: FieldComparison,
  declarationOf: DeclarationFinder,
  now: Compilation,
): (old: CompiledDefinition, now: CompiledDefinition) => NodeReason[] {
  const compareResults = createResultComparison(comparison, declarationOf, now);
  const assignability = createAssignability({ direction: "input", declarationOf });
  return (oldModel, newModel) => {
    const reasons = compareVariables(oldModel, newModel, assignability);
    const isSameText = oldModel.node === newModel.node;
    // With the same text, `values.ts` has the reasons for null that is rejected now, and
    // `createInputTypeComparison` those for the types that variables name.
    const own = isSameText ? reasons.filter(({ change }) => isNowNullable(change)) : reasons;
    return [...compareResults(oldModel, newModel), ...own];
  };
}

/** The places of a variable decide whether its type has `null`, so it can change without the text. */
function isNowNullable(change: ElementChange): boolean {
  return change.kind === "nullability" && change.now === "nullable";
}

/** Compares the results of operations, and those of their fragments, each once. */
function createResultComparison(
  comparison: FieldComparison,
  declarationOf: DeclarationFinder,
  { definitions }: Compilation,
): (old: CompiledDefinition, now: CompiledDefinition) => NodeReason[] {
  const results = createAssignability({
    direction: "output",
    declarationOf,
    elementOf: (property, element) => findElement(comparison, property, element),
  });
  const fragments = new Map(
    definitions.flatMap((model) => (model.kind === "fragment" ? [[model.name, model]] : [])),
  );
  const compareResults = (old: CompiledDefinition, { result, node }: CompiledDefinition) =>
    results.compare(old.result, result, { coordinate: result.name, node });
  const compareFragment = memoize((old: CompiledDefinition): NodeReason[] => {
    const now = fragments.get(old.name);
    if (now) return compareResults(old, now);
    const { name } = old.result.exported;
    // An unchanged fragment that no operation spreads now.
    if (declarationOf(name)) return [];
    const change: ElementChange = { kind: "name", name };
    return [{ rule: "name", coordinate: old.name, change, code: ["reads", "constructs"], node: old.node }];
  });
  return (old, now) => [...compareResults(old, now), ...old.fragments.flatMap(compareFragment)];
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
    chooseCoordinate(own, node, describe) {
      const ofInterface = selected.get(node) ?? own;
      if (ofInterface === own) return own;
      const isSame = describe(fieldAt(before, ofInterface)) === describe(fieldAt(after, ofInterface));
      return isSame ? own : ofInterface;
    },
  };
}

type DeclarationFinder = (name: string) => Declaration | undefined;

/** Most names are those of the compared operations, so the skipped ones are seldom compiled. */
function createDeclarationFinder(
  compileToday: (operations: readonly Operation[]) => Compilation,
  pairs: readonly OperationPair[],
  skipped: readonly Operation[],
): DeclarationFinder {
  // Codegen writes no types for an invalid operation.
  const valid = pairs.flatMap(({ operation, isValid }) => (isValid ? operation : []));
  const compared = lazy(() => listDeclarations(compileToday(valid)));
  const others = lazy(() => listDeclarations(compileToday(skipped)));
  return (name) => compared().get(name) ?? others().get(name);
}

/** @param element - That of the object around the property. */
function findElement(comparison: FieldComparison, property: Property, element: UsedElement): UsedElement {
  const { coordinate, node = element.node } = property;
  if (isTypename(property)) return { coordinate: element.coordinate, node };
  const describe = (field: Field | undefined) => `${field?.type}`;
  return { coordinate: comparison.chooseCoordinate(coordinate, node, describe), node };
}

/**
 * Compares the input types and enums that the variables of two texts name, but not the variables. A type that
 * only the text of today names is that of a new variable.
 */
function createInputTypeComparison(
  { before, after, ...options }: VerdictInput,
  declarationOf: DeclarationFinder,
): (base: Operation["node"], today: Operation["node"]) => NodeReason[] {
  const compareInput = createInputComparison({
    before,
    after,
    assignability: createAssignability({ direction: "input" }),
    codeBrokenByName: createAssignability({ direction: "input", declarationOf }).codeBrokenByName,
    compileBefore: inputCompilerOf(before, options),
    compileAfter: inputCompilerOf(after, options),
  });
  return (base, today) => {
    const installed = new Set(variablesOf(base).map(({ type }) => nameOfType(type)));
    const known = variablesOf(today).filter(({ type }) => installed.has(nameOfType(type)));
    return known.flatMap((node) =>
      compareInput(nameOfType(node.type)).map((reason) => ({ ...reason, node })),
    );
  };
}

/** Compares the variables of two texts, but not the types that they name (`createInputTypeComparison`). */
function compareVariables(
  old: CompiledDefinition,
  now: CompiledDefinition,
  assignability: Assignability,
): NodeReason[] {
  const newByName = new Map(now.variables.map((variable) => [variable.name, variable]));
  const oldNames = new Set(old.variables.map(({ name }) => name));
  const added = now.variables.filter(({ name }) => !oldNames.has(name));
  return [
    ...old.variables.flatMap((variable) =>
      compareVariable(variable, newByName.get(variable.name), now.node, assignability),
    ),
    ...added.map(({ name, optional, node }): NodeReason => {
      const change = { kind: "input", change: "added", required: !optional } as const;
      const code = optional ? (["switches"] as const) : (["writes"] as const);
      return { rule: "input-field", coordinate: `$${name}`, change, code, node };
    }),
  ];
}

function compareVariable(
  { name, type, optional }: Variable,
  now: Variable | undefined,
  operation: ASTNode,
  assignability: Assignability,
): NodeReason[] {
  const coordinate = `$${name}`;
  if (!now) {
    const change = { kind: "input", change: "removed", required: false } as const;
    return [
      {
        rule: "input-field",
        coordinate,
        change,
        code: ["writes", "readsVariables", "switches"],
        node: operation,
      },
    ];
  }
  const element = { coordinate, node: now.node };
  const reasons = assignability.compare(type, now.type, element);
  if (optional === now.optional) return reasons;
  const change = { kind: "presence", now: optional ? "required" : "optional" } as const;
  return [
    ...reasons,
    { rule: "required", change, code: optional ? ["writes"] : ["readsVariables"], ...element },
  ];
}

function toDocument(operations: readonly Operation[]): DocumentNode {
  const definitions = new Set(operations.flatMap(({ node, fragments }) => [node, ...fragments]));
  return { kind: Kind.DOCUMENT, definitions: [...definitions] };
}

function byNode(compilation: Compilation): ReadonlyMap<Operation["node"], CompiledDefinition> {
  return new Map(compilation.definitions.map((definition) => [definition.node, definition]));
}

function listDeclarations({ definitions, inputs }: Compilation): ReadonlyMap<string, Declaration> {
  const all = [...inputs, ...definitions.flatMap(({ declarations }) => declarations)];
  return new Map(all.map((declaration) => [declaration.name, declaration]));
}
