/** The rules that operations must follow before code is generated for them. */

import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isEnumType,
  isExecutableDefinitionNode,
  isInputObjectType,
  Kind,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
  type ValidationRule,
  validate,
} from "graphql";
import { compile } from "../model/compile.ts";
import { nameDocument, toPascalCase } from "../model/document-names.ts";
import { SERVER_RULES } from "../model/graphql.ts";
import { nameType } from "../model/names.ts";
import { collectFragments, findFragments } from "../model/selections.ts";
import { type TypeStyle, traitsOf } from "../model/type-style.ts";

/** Options of codegen that decide whether names are valid. */
interface ProblemOptions {
  readonly types?: TypeStyle;
  readonly filePerOperation?: boolean;
}

/**
 * Returns the validation errors of all operations and fragments. Those that are known to be valid are not
 * validated again.
 *
 * @param options.types - Style of the generated types. Only its names can be a problem. @default "open"
 * @param options.filePerOperation - Whether names must be different on a file system without case. @default
 * false
 */
export function findProblems(
  schema: GraphQLSchema,
  document: DocumentNode,
  { types: style = "open", filePerOperation = false }: ProblemOptions = {},
): GraphQLError[] {
  const unsupported = document.definitions.flatMap((definition) => {
    const message = findUnsupported(schema, definition);
    return message ? [new GraphQLError(message, { nodes: definition })] : [];
  });
  if (unsupported.length > 0) return unsupported;
  const headers = { ...document, definitions: document.definitions.map(removeContent) };
  const errors = [
    ...findNameConflicts(document),
    ...(filePerOperation ? findFileConflicts(document) : []),
    ...validate(schema, headers, NAME_RULES),
    ...findInvalidContent(schema, document),
  ];
  return errors.length === 0 ? findConvertedConflicts(schema, document, style) : errors;
}

const NAME_RULES: readonly ValidationRule[] = [UniqueOperationNamesRule, UniqueFragmentNamesRule];
const CONTENT_RULES = SERVER_RULES.filter((rule) => !NAME_RULES.includes(rule));

function removeContent(node: DefinitionNode): DefinitionNode {
  if (!isExecutableDefinitionNode(node)) return node;
  const selectionSet = { kind: Kind.SELECTION_SET, selections: [] } as const;
  return { ...node, selectionSet, directives: [], variableDefinitions: [] };
}

/** Valid definitions, with the fragments that they were validated with. */
type Validated = WeakMap<ExecutableDefinitionNode, readonly FragmentDefinitionNode[]>;
const validatedIn = new WeakMap<GraphQLSchema, Validated>();

function findInvalidContent(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const valid: Validated = validatedIn.get(schema) ?? new WeakMap();
  validatedIn.set(schema, valid);
  const fragments = findFragments(document);
  const used = new Map(
    document.definitions
      .filter(isExecutableDefinitionNode)
      .map((node) => [node as DefinitionNode, [...collectFragments(node.selectionSet, fragments)]] as const),
  );
  const isKnown = (node: DefinitionNode): boolean => {
    const own = used.get(node) ?? [];
    const checked = isExecutableDefinitionNode(node) ? valid.get(node) : undefined;
    return checked?.length === own.length && checked.every((fragment, index) => fragment === own[index]);
  };
  const unknown = document.definitions.filter((node) => !isKnown(node));
  const part = new Set(unknown.flatMap((node) => [node, ...(used.get(node) ?? [])]));
  // In the order of the document.
  const definitions = document.definitions.filter((node) => part.has(node));
  const errors = validate(schema, { ...document, definitions }, CONTENT_RULES);
  const faulty = findFaulty(definitions, errors);
  for (const node of unknown) {
    const own = used.get(node) ?? [];
    if (isExecutableDefinitionNode(node) && ![node, ...own].some((definition) => faulty.has(definition)))
      valid.set(node, own);
  }
  return errors;
}

/** The definitions that contain a part of an error: all of them, if the location of an error is not known. */
function findFaulty(
  definitions: readonly DefinitionNode[],
  errors: readonly GraphQLError[],
): ReadonlySet<DefinitionNode> {
  const locations = errors.flatMap(({ nodes }) => nodes?.map(({ loc }) => loc) ?? [undefined]);
  if (locations.includes(undefined)) return new Set(definitions);
  return new Set(
    definitions.filter((node) =>
      locations.some((loc) => {
        const own = node.loc;
        return !own || (loc?.source === own.source && loc.start >= own.start && loc.end <= own.end);
      }),
    ),
  );
}

/** Different names can have the same generated name: that of `getFoo` and of `GetFoo` is `GetFoo`. */
function findNameConflicts({ definitions }: DocumentNode): GraphQLError[] {
  const byName = new Map<string, ExecutableDefinitionNode>();
  return definitions.flatMap((node) => {
    if (!isExecutableDefinitionNode(node)) return [];
    const name = node.name?.value ?? "";
    const exported = node.kind === Kind.FRAGMENT_DEFINITION ? nameType(node) : nameDocument(name);
    const other = byName.get(exported);
    byName.set(exported, node);
    if (!other || other.name?.value === name) return [];
    const message = `"${name}" and "${other.name?.value}" need the same name "${exported}". Rename one of them.`;
    return [new GraphQLError(message, { nodes: [node, other] })];
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

/** `GetHtml` and `GetHTML` have one file on macOS and Windows. */
function findFileConflicts({ definitions }: DocumentNode): GraphQLError[] {
  const byFile = new Map<string, ExecutableDefinitionNode>();
  return definitions.flatMap((node) => {
    if (!isExecutableDefinitionNode(node)) return [];
    const name = node.name?.value ?? "";
    const file = `${node.kind} ${name.toLowerCase()}`;
    const other = byFile.get(file);
    byFile.set(file, node);
    if (!other || other.name?.value === name) return [];
    const message = `The files of "${name}" and "${other.name?.value}" differ only by case. Rename one of them.`;
    return [new GraphQLError(message, { nodes: [node, other] })];
  });
}

function findUnsupported(schema: GraphQLSchema, definition: DefinitionNode): string | undefined {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return undefined;
  if (!definition.name)
    return `This ${definition.operation} has no name. Its document and types are named after it.`;
  if (!schema.getRootType(definition.operation)) return `The schema has no ${definition.operation} type.`;
  return undefined;
}
