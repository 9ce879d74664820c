/** The rules that operations must follow before code is generated for them. */

import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isEnumType,
  isExecutableDefinitionNode,
  isInputObjectType,
  Kind,
} from "graphql";
import { compile } from "../model/compile.ts";
import { nameDocument, toPascalCase } from "../model/document-names.ts";
import { nameType } from "../model/names.ts";
import { collectFragments, type FragmentsByName, findFragments, spreadsOf } from "../model/selections.ts";
import { type TypeStyle, traitsOf } from "../model/type-style.ts";
import { findInvalidUnits, type Unit } from "../model/validate.ts";

/** Options of codegen that decide whether names are valid. */
interface ProblemOptions {
  readonly types?: TypeStyle;
  readonly filePerOperation?: boolean;
}

/**
 * Returns the validation errors of all operations and fragments.
 *
 * @param document - Each name of an operation or a fragment occurs once.
 * @param options.types - Style of the generated types. Only its names can be a problem. @default "open"
 * @param options.filePerOperation - Whether names must be different on a file system without case. @default
 * false
 */
export function findProblems(
  schema: GraphQLSchema,
  document: DocumentNode,
  { types: style = "open", filePerOperation = false }: ProblemOptions = {},
): GraphQLError[] {
  const unnamed = document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION || node.name) return [];
    const message = `This ${node.operation} has no name. Its document and types are named after it.`;
    return [new GraphQLError(message, { nodes: node })];
  });
  if (unnamed.length > 0) return unnamed;
  const errors = [
    ...findNameConflicts(document),
    ...(filePerOperation ? findFileConflicts(document) : []),
    ...findInvalidContent(schema, document),
  ];
  return errors.length === 0 ? findConvertedConflicts(schema, document, style) : errors;
}

/** An error in a fragment is one error, however many operations spread it. */
function findInvalidContent(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const fragments = findFragments(document);
  const errors = findInvalidUnits(schema, listUnits(document, fragments)).flatMap(([, found]) => found);
  const byPlace = errors.map((error) => {
    const [first] = error.nodes ?? [];
    const place = first?.loc && [first.loc.source.name, first.loc.start];
    return [JSON.stringify([place, error.message]), error] as const;
  });
  return [...new Map(byPlace).values()];
}

/** The operations, and the fragments that none of the others spreads. */
function listUnits({ definitions }: DocumentNode, fragments: FragmentsByName): Unit[] {
  const covered = new Set<ExecutableDefinitionNode>();
  const units: Unit[] = [];
  const add = (nodes: readonly ExecutableDefinitionNode[]): void => {
    for (const node of nodes) {
      if (covered.has(node)) continue;
      const used = [...collectFragments(node.selectionSet, fragments)];
      for (const definition of [node, ...used]) covered.add(definition);
      units.push({ node, fragments: used });
    }
  };
  const all = definitions.filter(isExecutableDefinitionNode);
  const spread = new Set(all.flatMap(({ selectionSet }) => spreadsOf(selectionSet)));
  add(all.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION));
  add(all.filter(({ name }) => !spread.has(name?.value ?? "")));
  // Fragments that spread each other in a circle.
  add(all);
  return units;
}

/** Different names can have the same generated name: that of `getFoo` and of `GetFoo` is `GetFoo`. */
const findNameConflicts = (document: DocumentNode): GraphQLError[] =>
  findConflicts(
    document,
    (node, name) => (node.kind === Kind.FRAGMENT_DEFINITION ? nameType(node) : nameDocument(name)),
    (names, exported) => `${names} need the same name "${exported}". Rename one of them.`,
  );

/** `GetHtml` and `GetHTML` have one file on macOS and Windows. */
const findFileConflicts = (document: DocumentNode): GraphQLError[] =>
  findConflicts(
    document,
    (node, name) => `${node.kind} ${name.toLowerCase()}`,
    (names) => `The files of ${names} differ only by case. Rename one of them.`,
  );

/** Finds operations and fragments with different names and the same key. */
function findConflicts(
  { definitions }: DocumentNode,
  keyOf: (node: ExecutableDefinitionNode, name: string) => string,
  describe: (names: string, key: string) => string,
): GraphQLError[] {
  const byKey = new Map<string, ExecutableDefinitionNode>();
  return definitions.filter(isExecutableDefinitionNode).flatMap((node) => {
    const name = node.name?.value ?? "";
    const key = keyOf(node, name);
    const other = byKey.get(key);
    byKey.set(key, node);
    if (!other) return [];
    return [
      new GraphQLError(describe(`"${name}" and "${other.name?.value}"`, key), { nodes: [node, other] }),
    ];
  });
}

/** `URLKind` and `UrlKind` are both `UrlKind`, if the style converts names and the operations use both. */
function findConvertedConflicts(
  schema: GraphQLSchema,
  document: DocumentNode,
  style: TypeStyle,
): GraphQLError[] {
  if (!traitsOf(style).convertsNames) return [];
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isEnumType(type) || isInputObjectType(type),
  );
  const firsts = new Map<string, (typeof types)[number]>();
  const pairs = types.flatMap((type) => {
    const name = toPascalCase(type.name);
    const first = firsts.get(name) ?? type;
    firsts.set(name, first);
    return first === type ? [] : [[first, type] as const];
  });
  if (pairs.length === 0) return [];
  const used = new Set(compile(schema, document, { types: style }).inputs.map(({ type }) => type.name));
  return pairs
    .filter((pair) => pair.every(({ name }) => used.has(name)))
    .map(([{ name }, other]) => {
      // A schema has no locations, but its names are unique.
      const problem = `The types "${name}" and "${other.name}" need the same name "${toPascalCase(name)}".`;
      return new GraphQLError(`${problem} Set the option types to "closed".`);
    });
}
