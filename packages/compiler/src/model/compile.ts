/**
 * Compiles a document under a schema: orders and names its definitions, and uses those of earlier calls
 * again.
 */

import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  type GraphQLNamedType,
  GraphQLNonNull,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isExecutableDefinitionNode,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
} from "graphql";
import { cacheByObject } from "./cache.ts";
import type {
  Compilation,
  CompiledDefinition,
  CompileOptions,
  DeclarationHead,
  EnumDeclaration,
  InputDeclaration,
  ResultDeclaration,
  Variable,
  VariablesDeclaration,
} from "./compilation.ts";
import { createInputCompiler, type InputCompiler } from "./compile-inputs.ts";
import { createLeafCompiler, type LeafCompiler } from "./compile-leaf.ts";
import { type CompiledResult, compileResult } from "./compile-result.ts";
import { toPascalCase } from "./document-names.ts";
import { inputTypesOf, nameOfType, rootOf, variablesOf } from "./graphql.ts";
import { chooseName, nameExport, nameType, nameVariables, RESERVED } from "./names.ts";
import { findNonNullPositions } from "./null-positions.ts";
import { type ExportedName, type Objects, unwrap } from "./result-type.ts";
import { scalars as defaultScalars } from "./scalars.ts";
import { collectFragments, type FragmentsByName, findFragments } from "./selections.ts";
import { type TypeStyle, traitsOf } from "./type-style.ts";

/**
 * Compiles all operations and fragments of a document.
 *
 * A compiled definition is used again by later calls with the same schema and options, if its node and those
 * of its fragments are the same objects.
 *
 * @param document - Valid in the schema. Definitions whose type does not exist are left out.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: CompileOptions = {},
): Compilation {
  const { compilation, taken } = compileWith(schema, document, options, new Map());
  // An enum or an input type with the name of an operation's type or document needs another name. This is
  // rare.
  const renamed = renameClashes(compilation.inputs, taken);
  return renamed.size === 0 ? compilation : compileWith(schema, document, options, renamed).compilation;
}

function compileWith(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: CompileOptions,
  renamed: ReadonlyMap<string, string>,
): { readonly compilation: Compilation; readonly taken: ReadonlySet<string> } {
  const context = findContext(schema, options, renamed);
  const fragments = findFragments(document);
  const nodes = document.definitions.filter(isExecutableDefinitionNode).sort(compareNodes);
  const own = nodes.flatMap((node) => [nameType(node), nameVariables(node), nameExport(node)]);
  const taken = new Set([...RESERVED, ...own]);
  const compiled = new Map<ExecutableDefinitionNode, CompiledDefinition | undefined>();

  const compileOnce = (node: ExecutableDefinitionNode): CompiledDefinition | undefined => {
    if (compiled.has(node)) return compiled.get(node);
    // Ends the recursion in an invalid document, in which a fragment spreads itself.
    compiled.set(node, undefined);
    const used = [...collectFragments(node.selectionSet, fragments)];
    // In a fixed order, so that names do not depend on the order of the spreads.
    for (const fragment of used.toSorted(compareNodes)) compileOnce(fragment);
    const spread = used.flatMap((fragment) => compiled.get(fragment) ?? []);
    const definition = compileDefinition(context, fragments, node, spread, taken);
    for (const { name } of definition?.declarations ?? []) taken.add(name);
    compiled.set(node, definition);
    return definition;
  };
  const definitions = nodes.flatMap((node) => compileOnce(node) ?? []);
  return { compilation: { schema, definitions, inputs: collectInputs(context, definitions) }, taken };
}

/**
 * Chooses other names for the enums and input types that have the name of a type or a document of a
 * definition. The keys are the names that they have.
 */
function renameClashes(
  inputs: Compilation["inputs"],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const clashes = inputs.filter(({ name }) => taken.has(name));
  if (clashes.length === 0) return new Map();
  const used = new Set([...taken, ...inputs.map(({ name }) => name)]);
  const renamed = new Map<string, string>();
  for (const { name } of clashes) {
    const chosen = chooseName(name, (candidate) => used.has(candidate));
    renamed.set(name, chosen);
    used.add(chosen);
  }
  return renamed;
}

/** Fragments first; by name in code units, so that the order is the same on every machine. */
function compareNodes(a: ExecutableDefinitionNode, b: ExecutableDefinitionNode): number {
  if (a.kind !== b.kind) return a.kind === Kind.FRAGMENT_DEFINITION ? -1 : 1;
  const name = a.name?.value ?? "";
  const other = b.name?.value ?? "";
  if (name === other) return 0;
  return name < other ? -1 : 1;
}

/** State that definitions under the same schema and options share. */
interface CompileContext {
  readonly schema: GraphQLSchema;
  readonly style: TypeStyle;
  readonly leafOf: LeafCompiler;
  readonly compileInput: InputCompiler;
  /** Declares an enum or an input type, once. `undefined` for other types. */
  readonly declareInput: (type: GraphQLNamedType) => EnumDeclaration | InputDeclaration | undefined;
  readonly cache: WeakMap<ExecutableDefinitionNode, CacheEntry[]>;
}

/**
 * A compiled definition, and what it depends on beside its node, its schema and its fragments: the names of
 * other types.
 */
interface CacheEntry {
  readonly definition: CompiledDefinition;
  /** The names that its nested types would have, but other types had. */
  readonly avoided: ReadonlySet<string>;
}

const contexts = new WeakMap<GraphQLSchema, Map<string, CompileContext>>();
/** The result of a definition, for the definitions that spread it. */
const results = new WeakMap<CompiledDefinition, CompiledResult>();

function findContext(
  schema: GraphQLSchema,
  { scalars, types: style = "open" }: CompileOptions,
  renamed: ReadonlyMap<string, string>,
): CompileContext {
  const bySchema = contexts.get(schema) ?? new Map<string, CompileContext>();
  contexts.set(schema, bySchema);
  const { isOpen, mapsScalars, convertsNames } = traitsOf(style);
  const scalarTypes = { ...(mapsScalars && defaultScalars), ...scalars };
  const key = JSON.stringify([style, scalarTypes, [...renamed]]);
  const cached = bySchema.get(key);
  if (cached) return cached;
  const exportName = (name: string): ExportedName => {
    const wanted = convertsNames ? toPascalCase(name) : name;
    return { name: renamed.get(wanted) ?? wanted };
  };
  const inputLeaf = createLeafCompiler({
    scalars: scalarTypes,
    direction: "input",
    isOpen: false,
    exportName,
  });
  const compileInput = createInputCompiler(inputLeaf, exportName);
  const context: CompileContext = {
    schema,
    style,
    leafOf: createLeafCompiler({ scalars: scalarTypes, direction: "output", isOpen, exportName }),
    compileInput,
    declareInput: cacheByObject((type) => {
      return createInputDeclaration(type, { name: exportName(type.name).name, style }, compileInput);
    }),
    cache: new WeakMap(),
  };
  bySchema.set(key, context);
  return context;
}

/** Returns the function that compiles the types of variables, which {@link compile} uses too. */
export function inputCompilerOf(schema: GraphQLSchema, options: CompileOptions): InputCompiler {
  return findContext(schema, options, new Map()).compileInput;
}

/** @param spread - The compiled fragments of the definition. */
function compileDefinition(
  context: CompileContext,
  fragments: FragmentsByName,
  node: ExecutableDefinitionNode,
  spread: readonly CompiledDefinition[],
  taken: ReadonlySet<string>,
): CompiledDefinition | undefined {
  const { schema, style, leafOf, cache } = context;
  const type = rootOf(schema, node);
  if (!type) return undefined;
  const name = nameType(node);
  // The definition itself has taken these names.
  const own = new Set([name, nameVariables(node)]);
  const isTaken = (candidate: string) => taken.has(candidate) && !own.has(candidate);
  const entries = (cache.get(node) ?? []).filter(({ definition }) =>
    isEqualList(definition.fragments, spread),
  );
  const entry = entries.find((candidate) => isReusable(candidate, isTaken));
  if (entry) return entry.definition;
  const avoided = new Set<string>();
  const result = compileResult({
    schema,
    fragments,
    style,
    leafOf,
    type,
    name,
    set: node.selectionSet,
    isTaken: (candidate) => {
      if (!isTaken(candidate)) return false;
      avoided.add(candidate);
      return true;
    },
    spread: spread.flatMap((fragment) => results.get(fragment) ?? []),
  });
  const definition = createDefinition(context, node, spread, result);
  results.set(definition, result);
  // Entries with other fragments are dropped: after an edit of a fragment, they do not come back.
  cache.set(node, [...entries, { definition, avoided }]);
  return definition;
}

function isEqualList(fragments: readonly unknown[], others: readonly unknown[]): boolean {
  return (
    fragments.length === others.length && fragments.every((fragment, index) => fragment === others[index])
  );
}

/**
 * Whether a definition would get the same names now: those that it has are free, and those that it avoided
 * are still taken.
 */
function isReusable({ definition, avoided }: CacheEntry, isTaken: (name: string) => boolean): boolean {
  return definition.declarations.every(({ name }) => !isTaken(name)) && [...avoided].every(isTaken);
}

function createDefinition(
  context: CompileContext,
  node: ExecutableDefinitionNode,
  spread: readonly CompiledDefinition[],
  compiled: CompiledResult,
): CompiledDefinition {
  const { style } = context;
  const isFragment = node.kind === Kind.FRAGMENT_DEFINITION;
  const result = isFragment ? toFragmentType(compiled.type, style) : compiled.type;
  const variables = compileVariables(context, node, spread);
  const declarations: (ResultDeclaration | VariablesDeclaration)[] = [];
  for (const type of compiled.declared) {
    const declaredType = type === compiled.type ? result : type;
    declarations.push({ kind: "result", name: type.exported.name, style, type: declaredType });
  }
  if (!isFragment) declarations.push({ kind: "variables", name: nameVariables(node), style, variables });
  return {
    name: node.name?.value ?? "",
    kind: isFragment ? "fragment" : node.operation,
    node,
    fragments: spread,
    result,
    variables,
    declarations,
  };
}

/**
 * The type of a fragment. In the style of graphql-codegen, it has no member for object types on which it
 * selects nothing.
 */
function toFragmentType(type: Objects, style: TypeStyle): Objects {
  if (!traitsOf(style).omitsEmptyInFragments) return type;
  return { ...type, members: type.members.filter(({ exported }) => exported !== undefined) };
}

function compileVariables(
  { schema, style, compileInput }: CompileContext,
  node: ExecutableDefinitionNode,
  spread: readonly CompiledDefinition[],
): Variable[] {
  const definitions = variablesOf(node);
  const nodes = [node, ...spread.map((fragment) => fragment.node)];
  const nonNull = findNonNullPositions(schema, definitions, nodes);
  return definitions.flatMap((variable) => {
    const type = typeFromAST(schema, variable.type);
    if (!isInputType(type)) return [];
    const name = variable.variable.name.value;
    const optional = !isNonNullType(type) || variable.defaultValue !== undefined;
    const isStrict = nonNull.has(name) && !traitsOf(style).acceptsNullAnywhere;
    const accepted = isStrict ? new GraphQLNonNull(getNullableType(type)) : type;
    return [{ name, type: compileInput(accepted), optional, node: variable }];
  });
}

/** The enums of the results, and all types that the variables refer to. */
function collectInputs(
  { schema, declareInput }: CompileContext,
  definitions: readonly CompiledDefinition[],
): (EnumDeclaration | InputDeclaration)[] {
  const used = definitions.flatMap(({ node }) => variablesOf(node).map(({ type }) => nameOfType(type)));
  const inResults = definitions.flatMap((definition) => [...(results.get(definition)?.enums ?? [])]);
  const names = new Set([...inResults, ...inputTypesOf(schema, used)]);
  return [...names].sort().flatMap((name) => {
    const type = schema.getType(name);
    return (type && declareInput(type)) ?? [];
  });
}

function createInputDeclaration(
  type: GraphQLNamedType,
  head: DeclarationHead,
  compileInput: InputCompiler,
): EnumDeclaration | InputDeclaration | undefined {
  if (isEnumType(type)) return { kind: "enum", ...head, type };
  if (!isInputObjectType(type)) return undefined;
  const compiled = unwrap(compileInput(type)) as Objects;
  return { kind: "input", ...head, type: compiled, description: type.description ?? undefined };
}
