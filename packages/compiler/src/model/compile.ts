/** The model of a document under a schema: what each operation and fragment sends, returns and exports. */

import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isExecutableDefinitionNode,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
} from "graphql";
import { cacheByObject } from "./cache.ts";
import { createInputCompiler, type InputCompiler } from "./compile-inputs.ts";
import { createLeafCompiler, type LeafCompiler } from "./compile-leaf.ts";
import { type CompiledResult, compileResult } from "./compile-result.ts";
import { toPascalCase } from "./document-names.ts";
import { inputTypesOf, nameOfType, rootOf, variablesOf } from "./graphql.ts";
import { chooseName, nameType, nameVariables, RESERVED } from "./names.ts";
import { type ExportedName, type Member, type Objects, type ResultType, unwrap } from "./result-type.ts";
import { scalars as defaultScalars, type ScalarType } from "./scalars.ts";
import { collectFragments, type FragmentsByName, findFragments } from "./selections.ts";
import { rulesOf, type TypeStyle } from "./type-style.ts";

export interface CompileOptions {
  /** TypeScript types of custom scalars. They override the defaults of codegen. @default {} */
  readonly scalars?: Readonly<Record<string, ScalarType>> | undefined;
  /** Style of the types. @default "open" */
  readonly types?: TypeStyle | undefined;
}

/** Operations and fragments under one schema. */
export interface Compilation {
  readonly schema: GraphQLSchema;
  /** Fragments, then operations, each sorted by name. */
  readonly definitions: readonly CompiledDefinition[];
  /** The enums and input types that the definitions use, sorted by name. */
  readonly inputs: readonly (EnumDeclaration | InputDeclaration)[];
}

/** An operation or a fragment. */
export interface CompiledDefinition {
  readonly name: string;
  readonly kind: "query" | "mutation" | "subscription" | "fragment";
  readonly node: ExecutableDefinitionNode;
  /** The fragments that it spreads, directly or through others, in the order of the document. */
  readonly fragments: readonly CompiledDefinition[];
  readonly result: Objects;
  /** Empty for a fragment. */
  readonly variables: readonly Variable[];
  /** The types that the generated code exports for it: nested types first, then the result, then the variables. */
  readonly declarations: readonly (ResultDeclaration | VariablesDeclaration)[];
}

export interface Variable {
  readonly name: string;
  /** Its type as it is declared: non-null if it has `!`, whether or not it has a default. */
  readonly type: ResultType;
  /** Whether it can be left out: it is nullable or has a default. */
  readonly optional: boolean;
  readonly node: VariableDefinitionNode;
}

export type Declaration = EnumDeclaration | InputDeclaration | ResultDeclaration | VariablesDeclaration;

interface Declared {
  readonly name: string;
  readonly style: TypeStyle;
}

export interface EnumDeclaration extends Declared {
  readonly kind: "enum";
  readonly type: GraphQLEnumType;
}

export interface InputDeclaration extends Declared {
  readonly kind: "input";
  readonly type: Objects;
  readonly description?: string | undefined;
}

/** An object, or a union of objects. */
export interface ResultDeclaration extends Declared {
  readonly kind: "result";
  readonly type: Member | Objects;
}

export interface VariablesDeclaration extends Declared {
  readonly kind: "variables";
  readonly variables: readonly Variable[];
}

/**
 * Compiles all operations and fragments of a document.
 *
 * The result of a definition is used again if the definition, its fragments and the schema are the same objects.
 *
 * @param document - Valid in the schema. Definitions whose type does not exist are left out.
 */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: CompileOptions = {},
): Compilation {
  const { compilation, renamed } = compileWith(schema, document, options, new Map());
  // An enum or an input type with the name of an operation's type needs another name. This is rare.
  return renamed.size === 0 ? compilation : compileWith(schema, document, options, renamed).compilation;
}

function compileWith(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: CompileOptions,
  renamed: ReadonlyMap<string, string>,
): { readonly compilation: Compilation; readonly renamed: ReadonlyMap<string, string> } {
  const context = findContext(schema, options, renamed);
  const fragments = findFragments(document);
  const nodes = document.definitions.filter(isExecutableDefinitionNode);
  const taken = new Set([...RESERVED, ...nodes.flatMap((node) => [nameType(node), nameVariables(node)])]);
  const compiled = new Map<ExecutableDefinitionNode, CompiledDefinition | undefined>();

  const compileOne = (node: ExecutableDefinitionNode): CompiledDefinition | undefined => {
    if (compiled.has(node)) return compiled.get(node);
    const used = [...collectFragments(node.selectionSet, fragments)].filter((fragment) => fragment !== node);
    // In a fixed order, so that names do not depend on the order of the spreads.
    for (const fragment of used.toSorted(compareNodes)) compileOne(fragment);
    const spread = used.flatMap((fragment) => compiled.get(fragment) ?? []);
    const definition = compileDefinition(context, fragments, node, spread, taken);
    for (const { name } of definition?.declarations ?? []) taken.add(name);
    compiled.set(node, definition);
    return definition;
  };
  const definitions = [...nodes].sort(compareNodes).flatMap((node) => compileOne(node) ?? []);
  const inputs = collectInputs(context, definitions);
  const names = new Map(inputs.map(({ name }) => [name, name]));
  for (const name of [...names.keys()].filter((name) => taken.has(name))) {
    const chosen = chooseName(name, (candidate) => taken.has(candidate) || names.has(candidate));
    names.set(name, chosen);
    taken.add(chosen);
  }
  const clashes = renamed.size > 0 ? [] : [...names].filter(([name, chosen]) => name !== chosen);
  return { compilation: { schema, definitions, inputs }, renamed: new Map(clashes) };
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
interface Context {
  readonly schema: GraphQLSchema;
  readonly style: TypeStyle;
  readonly leafOf: LeafCompiler;
  readonly compileInput: InputCompiler;
  /** Declares an enum or an input type, once. */
  readonly declareInput: (type: GraphQLNamedType) => EnumDeclaration | InputDeclaration | undefined;
  readonly cache: WeakMap<ExecutableDefinitionNode, Entry[]>;
}

/** A cached definition. It is valid for the same fragments. */
interface Entry {
  readonly definition: CompiledDefinition;
  /** The names that it could not use. */
  readonly avoided: ReadonlySet<string>;
}

const contexts = new WeakMap<GraphQLSchema, Map<string, Context>>();
const results = new WeakMap<CompiledDefinition, CompiledResult>();

function findContext(
  schema: GraphQLSchema,
  { scalars, types: style = "open" }: CompileOptions,
  renamed: ReadonlyMap<string, string>,
): Context {
  const bySchema = contexts.get(schema) ?? new Map<string, Context>();
  contexts.set(schema, bySchema);
  const { isOpen, mapsScalars, convertsNames } = rulesOf(style);
  const all = { ...(mapsScalars && defaultScalars), ...scalars };
  const key = JSON.stringify([style, all, [...renamed]]);
  const cached = bySchema.get(key);
  if (cached) return cached;
  const exportName = (name: string): ExportedName => {
    const wanted = convertsNames ? toPascalCase(name) : name;
    return { name: renamed.get(wanted) ?? wanted };
  };
  const inputLeaf = createLeafCompiler({ scalars: all, direction: "input", isOpen: false, exportName });
  const compileInput = createInputCompiler(inputLeaf, exportName);
  const context: Context = {
    schema,
    style,
    leafOf: createLeafCompiler({ scalars: all, direction: "output", isOpen, exportName }),
    compileInput,
    declareInput: cacheByObject((type) => {
      const declared = { name: exportName(type.name).name, style };
      return declareInput(type, declared, compileInput);
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

function compileDefinition(
  context: Context,
  fragments: FragmentsByName,
  node: ExecutableDefinitionNode,
  spread: readonly CompiledDefinition[],
  taken: ReadonlySet<string>,
): CompiledDefinition | undefined {
  const { schema, style, leafOf, cache } = context;
  const type = rootOf(schema, node);
  if (!type) return undefined;
  const name = nameType(node);
  const own = new Set([name, nameVariables(node)]);
  const isTaken = (name: string) => taken.has(name) && !own.has(name);
  const entries = (cache.get(node) ?? []).filter(
    ({ definition: { fragments: used } }) =>
      used.length === spread.length && used.every((fragment, index) => fragment === spread[index]),
  );
  const entry = entries.find(
    ({ definition, avoided }) =>
      definition.declarations.every((declaration) => !isTaken(declaration.name)) &&
      [...avoided].every(isTaken),
  );
  if (entry) return entry.definition;
  const avoided = new Set<string>();
  const avoid = (name: string): boolean => {
    if (isTaken(name)) avoided.add(name);
    return isTaken(name);
  };
  const result = compileResult({
    schema,
    fragments,
    style,
    leafOf,
    type,
    name,
    set: node.selectionSet,
    isTaken: avoid,
    spread: spread.flatMap((fragment) => results.get(fragment) ?? []),
  });
  const definition = createDefinition(context, node, spread, result);
  results.set(definition, result);
  // Entries for other compilations of the fragments are dropped: these seldom come back.
  cache.set(node, [...entries, { definition, avoided }]);
  return definition;
}

function createDefinition(
  context: Context,
  node: ExecutableDefinitionNode,
  spread: readonly CompiledDefinition[],
  compiled: CompiledResult,
): CompiledDefinition {
  const { style } = context;
  const isFragment = node.kind === Kind.FRAGMENT_DEFINITION;
  const result = isFragment ? toFragmentType(compiled.type, style) : compiled.type;
  const variables = compileVariables(context, node);
  const declarations: (ResultDeclaration | VariablesDeclaration)[] = [];
  for (const type of compiled.declared) {
    if (!type.exported) continue;
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

/** The type of a fragment. In some styles, it is only that of the types on which the fragment selects something. */
function toFragmentType(type: Objects, style: TypeStyle): Objects {
  if (!rulesOf(style).omitsEmptyInFragments) return type;
  return { ...type, members: type.members.filter(({ exported }) => exported !== undefined) };
}

function compileVariables({ schema, compileInput }: Context, node: ExecutableDefinitionNode): Variable[] {
  return variablesOf(node).flatMap((variable) => {
    const type = typeFromAST(schema, variable.type);
    if (!isInputType(type)) return [];
    const optional = !isNonNullType(type) || variable.defaultValue !== undefined;
    return [{ name: variable.variable.name.value, type: compileInput(type), optional, node: variable }];
  });
}

/** The enums of the results, and all types that the variables refer to. */
function collectInputs(
  { schema, declareInput }: Context,
  definitions: readonly CompiledDefinition[],
): (EnumDeclaration | InputDeclaration)[] {
  const used = definitions.flatMap(({ node }) => variablesOf(node).map(({ type }) => nameOfType(type)));
  const inResults = definitions.flatMap((definition) => [...(results.get(definition)?.enums ?? [])]);
  const names = new Set([...inResults, ...inputTypesOf(schema, ...new Set(used))]);
  return [...names].sort().flatMap((name) => {
    const type = schema.getType(name);
    return (type && declareInput(type)) ?? [];
  });
}

function declareInput(
  type: GraphQLNamedType,
  declared: Declared,
  compileInput: InputCompiler,
): EnumDeclaration | InputDeclaration | undefined {
  if (isEnumType(type)) return { kind: "enum", ...declared, type };
  if (!isInputObjectType(type)) return undefined;
  const compiled = unwrap(compileInput(type)) as Objects;
  return { kind: "input", ...declared, type: compiled, description: type.description ?? undefined };
}
