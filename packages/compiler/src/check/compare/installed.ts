/**
 * Compares the operations that consumers have installed, those of the base, with the operations of today, by
 * what code of consumers sees: exported names, and the types of results and variables.
 *
 * A difference belongs to the schema if the two schemas alone cause the same one for either text of the
 * operation. All others come from the text of an operation or a fragment, or from the options of codegen, and
 * are one reason for each of these.
 */

import {
  type ASTNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type GraphQLSchema,
  isExecutableDefinitionNode,
  print,
  visit,
} from "graphql";
import { lazy, memoize } from "../../model/cache.ts";
import type { Compilation, CompiledDefinition, CompileOptions, Variable } from "../../model/compilation.ts";
import { compile } from "../../model/compile.ts";
import { nameOfType, resolveCoordinate } from "../../model/graphql.ts";
import { findFragments } from "../../model/selections.ts";
import { type Assignability, createAssignability } from "./assignability.ts";
import { type ChangedTypes, createTypesRenderer } from "./changed-types.ts";
import { findOperations, findUnusedFragments, groupBy, type Operation } from "./document-operations.ts";
import {
  createVariableComparison,
  type InstalledOperations,
  listDeclarations,
  toDocument,
  type VerdictInput,
} from "./models.ts";
import { isTypename } from "./pair-members.ts";
import { BREAKING_CODE, type ElementChange, mergeCode, type NodeReason } from "./reasons.ts";
import { findInvalid } from "./validity.ts";

/** What changed for the consumers of an operation. */
interface InstalledChange {
  readonly types?: ChangedTypes;
  readonly reasons: readonly NodeReason[];
}

/** An operation of the base that has no successor of its name. */
export interface RemovedOperation {
  readonly operation: Operation;
  readonly reason: NodeReason;
}

export interface InstalledComparison {
  /**
   * Compares a valid operation of today. `same`: the text and the options are those of the base. `added`: no
   * consumer has it.
   */
  compare(operation: Operation): InstalledChange | "same" | "added";
  listRemoved(): RemovedOperation[];
}

/** @param today - The operations and the unused fragments of today. */
export function createInstalledComparison(
  input: VerdictInput,
  installed: InstalledOperations,
  today: readonly Operation[],
): InstalledComparison {
  const old = listValid(input.before, installed.operations);
  const oldByName = new Map(old.map((operation) => [nameOf(operation), operation]));
  // An operation can spread a fragment that no operation spread before, and the reverse.
  const fragments = findUnusedFragments(findFragments(input.operations), []);
  const names = new Set([...today, ...fragments].map(nameOf));
  const hasSameOptions = describeOptions(installed) === describeOptions(input);
  const isSameText = createTextComparison(installed.operations, input.operations);
  const types = lazy(() => compareTypes(input, { ...installed, operations: toDocument(old) }, today));
  return {
    compare(operation) {
      const base = oldByName.get(nameOf(operation));
      if (!base) return "added";
      if (hasSameOptions && isSameText(base, operation)) return "same";
      return types()(base, operation, isSameText(base, operation));
    },
    listRemoved() {
      const added = today.filter((operation) => !oldByName.has(nameOf(operation)));
      const byBody = new Map(added.map((operation) => [describeBody(operation), operation.name]));
      const spread = new Set(old.flatMap((operation) => operation.fragments));
      return old
        .filter((operation) => !names.has(nameOf(operation)) && !isSpread(operation, spread))
        .map((operation) => ({ operation, reason: describeRemoved(operation, byBody) }));
    },
  };
}

/** The operations and all fragments. Code exists only for what is valid in the schema of the base. */
function listValid(schema: GraphQLSchema, document: DocumentNode): Operation[] {
  const fragments = findFragments(document);
  const all = [...findOperations(document, fragments), ...findUnusedFragments(fragments, [])];
  return leaveOutInvalid(schema, all);
}

/** An operation and a fragment can have one name. */
const nameOf = ({ kind, name }: Operation): string => (kind === "fragment" ? `fragment ${name}` : name);

/** The differences of a fragment that an operation spreads are those of the operation. */
const isSpread = ({ node }: Operation, spread: ReadonlySet<ASTNode>): boolean => spread.has(node);

function leaveOutInvalid(schema: GraphQLSchema, operations: readonly Operation[]): Operation[] {
  const invalid = findInvalid(schema, operations);
  return operations.filter((operation) => !invalid.has(operation));
}

function describeOptions({ types = "open", scalars = {} }: CompileOptions): string {
  return JSON.stringify([types, Object.entries(scalars).sort()]);
}

/** Definitions are the same if they are when printed. */
function createTextComparison(old: DocumentNode, now: DocumentNode) {
  const [oldNodes, newNodes] = [old, now].map(
    ({ definitions }) =>
      new Map(definitions.filter(isExecutableDefinitionNode).map((node) => [keyOf(node), node])),
  );
  const isSame = memoize((key: string): boolean => {
    const [oldNode, newNode] = [oldNodes?.get(key), newNodes?.get(key)];
    return !!oldNode && !!newNode && (oldNode === newNode || print(oldNode) === print(newNode));
  });
  return (base: Operation, operation: Operation): boolean =>
    base.kind === operation.kind &&
    [base.node, ...base.fragments, ...operation.fragments].every((node) => isSame(keyOf(node)));
}

const keyOf = ({ kind, name }: ExecutableDefinitionNode): string => `${kind} ${name?.value}`;

function describeBody({ node, fragments }: Operation): string {
  const { name: _, ...unnamed } = node;
  return [print(unnamed as ASTNode), ...fragments.map(print).sort()].join("\n");
}

function describeRemoved(operation: Operation, byBody: ReadonlyMap<string, string>): NodeReason {
  const to = byBody.get(describeBody(operation));
  return {
    rule: "operation",
    coordinate: operation.name,
    change: { kind: "operation", change: "removed", ...(to !== undefined && { to }) },
    code: ["reads", "writes", "constructs", "readsVariables", "switches"],
    node: operation.node,
  };
}

/** The four compilations of two schemas and two versions of the operations, and their differences. */
function compareTypes(
  input: VerdictInput,
  installed: InstalledOperations,
  today: readonly Operation[],
): (base: Operation, operation: Operation, isSameText: boolean) => InstalledChange {
  const { before, after } = input;
  const now = leaveOutInvalid(after, today);
  const document = toDocument(now);
  const base = compile(before, installed.operations, installed);
  const head = compile(after, document, input);
  const whole = createDifference(base, head);
  const oldText = createDifference(base, compile(after, installed.operations, installed));
  const newText = createDifference(compile(before, document, input), head);
  const declarations = listDeclarations(head);
  const compareInput = createVariableComparison(input, (name) => declarations.get(name));
  const renderTypes = createTypesRenderer(base, head);
  const findOwner = createOwnerFinder(installed.operations, document);
  return (old, operation, isSameText) => {
    const differences = whole.compare(old, operation);
    const ofSchema = new Set([
      ...oldText.compare(old, old).map(identify),
      ...newText.compare(operation, operation).map(identify),
    ]);
    // Only the text selects a new field of the schema, and declares variables. One of a type that a schema lacks
    // is missing in its compilation.
    const isOfText = ({ change, coordinate }: NodeReason) =>
      change.kind === "input" ||
      (change.kind === "field" && change.change === "added" && !resolveCoordinate(before, coordinate));
    const isOfSchema = (reason: NodeReason) => ofSchema.has(identify(reason)) && !isOfText(reason);
    const [oldModel, newModel] = [whole.findOld(old.node), whole.findNew(operation.node)];
    const others = differences.filter((reason) => !isOfSchema(reason));
    const reasons = [
      ...differences.filter(isOfSchema),
      ...compareVariableTypes(oldModel, newModel, compareInput),
      ...mergeByOwner(others, operation, isSameText ? () => OPTIONS : findOwner),
    ];
    // Without a reason, only doc comments can differ.
    const types = reasons.length > 0 && oldModel && newModel && renderTypes(oldModel, newModel);
    return { reasons, ...(types && { types }) };
  };
}

const identify = ({ rule, coordinate, change }: NodeReason): string =>
  JSON.stringify([rule, coordinate, change]);

/** The types of variables that calls use in both versions, as the schemas declare them. */
function compareVariableTypes(
  old: CompiledDefinition | undefined,
  now: CompiledDefinition | undefined,
  compareInput: ReturnType<typeof createVariableComparison>,
): NodeReason[] {
  const used = new Set(old?.variables.map(({ node }) => nameOfType(node.type)));
  return (now?.variables ?? []).flatMap(({ node }) => {
    const name = nameOfType(node.type);
    return used.has(name) ? compareInput(name).map((reason) => ({ ...reason, node })) : [];
  });
}

/** The coordinate of a change of the options of codegen. */
const OPTIONS = "codegen";

/** Returns the name of the operation or the fragment whose text has a node. */
function createOwnerFinder(...documents: readonly DocumentNode[]): (node: ASTNode) => string | undefined {
  const owners = new Map<ASTNode, ExecutableDefinitionNode>();
  for (const definition of documents
    .flatMap(({ definitions }) => definitions)
    .filter(isExecutableDefinitionNode)) {
    owners.set(definition, definition);
    visit(definition, { Field: (node) => void owners.set(node, definition) });
  }
  return (node) => owners.get(node)?.name?.value;
}

/** One reason for each operation or fragment whose text changed. */
function mergeByOwner(
  reasons: readonly NodeReason[],
  operation: Operation,
  findOwner: ReturnType<typeof createOwnerFinder>,
): NodeReason[] {
  const names = new Map([operation.node, ...operation.fragments].map((node) => [node.name?.value, node]));
  const groups = groupBy(reasons, ({ node }) => findOwner(node) ?? operation.name);
  return [...groups].map(([name, group]) => {
    const isWorse = ({ code }: NodeReason) => BREAKING_CODE.some((kind) => code.includes(kind));
    const { coordinate, change, code } = (group.find(isWorse) ?? group[0]) as NodeReason;
    return {
      rule: "operation",
      coordinate: name,
      change: {
        kind: "operation",
        change: "changed",
        by: name === OPTIONS ? "options" : "text",
        differences: group.length,
        worst: { coordinate, change, code },
      },
      code: mergeCode(group.map((reason) => reason.code)),
      node: names.get(name) ?? operation.node,
    };
  });
}

/** The differences of two compilations. */
interface Difference {
  readonly findOld: (node: ASTNode) => CompiledDefinition | undefined;
  readonly findNew: (node: ASTNode) => CompiledDefinition | undefined;
  compare(old: Operation, now: Operation): NodeReason[];
}

function createDifference(base: Compilation, head: Compilation): Difference {
  const oldByNode = new Map<ASTNode, CompiledDefinition>(
    base.definitions.map((model) => [model.node, model]),
  );
  const newByNode = new Map<ASTNode, CompiledDefinition>(
    head.definitions.map((model) => [model.node, model]),
  );
  const newFragments = new Map(
    head.definitions.flatMap((model) => (model.kind === "fragment" ? [[model.name, model]] : [])),
  );
  const declarations = listDeclarations(head);
  const declarationOf = (name: string) => declarations.get(name);
  const results = createAssignability({
    direction: "output",
    declarationOf,
    elementOf: (property, { coordinate, node }) => ({
      coordinate: isTypename(property) ? coordinate : property.coordinate,
      node: property.node ?? node,
    }),
  });
  const variables = createAssignability({ direction: "input", declarationOf });
  const compareFragment = memoize((model: CompiledDefinition): NodeReason[] => {
    const successor = newFragments.get(model.name);
    const { node, result } = model;
    if (successor) return results.compare(result, successor.result, { coordinate: result.name, node });
    const change: ElementChange = { kind: "name", name: result.exported.name };
    return [{ rule: "name", coordinate: model.name, change, code: ["reads", "constructs"], node }];
  });
  return {
    findOld: (node) => oldByNode.get(node),
    findNew: (node) => newByNode.get(node),
    compare(old, now) {
      const [oldModel, newModel] = [oldByNode.get(old.node), newByNode.get(now.node)];
      if (!oldModel || !newModel) return [];
      const { node } = now;
      const reasons = [
        ...results.compare(oldModel.result, newModel.result, { coordinate: newModel.result.name, node }),
        ...oldModel.fragments.flatMap(compareFragment),
        ...compareVariables(oldModel.variables, newModel.variables, node, variables),
      ];
      // The types of a fragment and of the operation can have the same difference.
      return [...groupBy(reasons, identify).values()].flatMap(([first]) => first ?? []);
    },
  };
}

function compareVariables(
  old: readonly Variable[],
  now: readonly Variable[],
  operation: ASTNode,
  assignability: Assignability,
): NodeReason[] {
  const newByName = new Map(now.map((variable) => [variable.name, variable]));
  const oldNames = new Set(old.map(({ name }) => name));
  const added = now.filter(({ name }) => !oldNames.has(name));
  return [
    ...old.flatMap((variable) =>
      compareVariable(variable, newByName.get(variable.name), operation, assignability),
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
