/** The rules that operations must follow before code is generated for them. */

import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  isExecutableDefinitionNode,
  Kind,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
  type ValidationRule,
  validate,
} from "graphql";
import { nameDocument } from "../model/document-names.ts";
import { SERVER_RULES } from "../model/graphql.ts";
import { nameType } from "../model/names.ts";
import { collectFragments, findFragments } from "../model/selections.ts";

/** Returns the validation errors of all operations and fragments. Those that are known to be valid are not validated again. */
export function findProblems(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const unsupported = document.definitions.flatMap((definition) => {
    const message = findUnsupported(schema, definition);
    return message ? [new GraphQLError(message, { nodes: definition })] : [];
  });
  if (unsupported.length > 0) return unsupported;
  const headers = { ...document, definitions: document.definitions.map(removeContent) };
  return [
    ...findNameConflicts(document),
    ...validate(schema, headers, NAME_RULES),
    ...findInvalidContent(schema, document),
  ];
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
    const [own = [], known] = [
      used.get(node),
      isExecutableDefinitionNode(node) ? valid.get(node) : undefined,
    ];
    return known?.length === own.length && known.every((fragment, index) => fragment === own[index]);
  };
  const unknown = document.definitions.filter((node) => !isKnown(node));
  const part = new Set(unknown.flatMap((node) => [node, ...(used.get(node) ?? [])]));
  // In the order of the document.
  const definitions = document.definitions.filter((node) => part.has(node));
  const errors = validate(schema, { ...document, definitions }, CONTENT_RULES);
  const faulty = findFaulty(definitions, errors);
  for (const node of unknown) {
    const own = used.get(node) ?? [];
    if (isExecutableDefinitionNode(node) && ![node, ...own].some((one) => faulty.has(one)))
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

function findUnsupported(schema: GraphQLSchema, definition: DefinitionNode): string | undefined {
  if (definition.kind !== Kind.OPERATION_DEFINITION) return undefined;
  if (!definition.name)
    return `This ${definition.operation} has no name. Its document and types are named after it.`;
  if (!schema.getRootType(definition.operation)) return `The schema has no ${definition.operation} type.`;
  return undefined;
}
