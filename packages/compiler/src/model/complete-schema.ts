/**
 * Completes SDL that servers and gateways accept, although it is not a whole schema: of federation, and of
 * AppSync.
 */

import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  specifiedDirectives,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  visit,
} from "graphql";

/**
 * Scalars that AppSync and the specification of Apollo Federation define, and that their SDL does not
 * declare.
 */
const PREDEFINED = new Set([
  "AWSDate",
  "AWSDateTime",
  "AWSEmail",
  "AWSIPAddress",
  "AWSJSON",
  "AWSPhone",
  "AWSTime",
  "AWSTimestamp",
  "AWSURL",
  "_Any",
  "_FieldSet",
  "FieldSet",
  "federation__FieldSet",
  "federation__Scope",
  "federation__Policy",
  "link__Import",
  "link__Purpose",
]);

const DEFINITIONS = {
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
} as const;

/**
 * Removes directives that the document does not define, because they do not change what a client can send.
 * The first extension of a type without a definition becomes one, and predefined scalars are declared.
 */
export function completeSchema(document: DocumentNode): DocumentNode {
  const named = document.definitions.filter((node) => "name" in node && node.name !== undefined);
  const directives = new Set<string>(specifiedDirectives.map(({ name }) => name));
  const types = new Set<string>();
  for (const node of named) {
    if (node.kind === Kind.DIRECTIVE_DEFINITION) directives.add(node.name.value);
    else if (node.kind.endsWith("TypeDefinition")) types.add((node as TypeDefinitionNode).name.value);
  }
  const used = new Set<string>();
  const complete = visit(document, {
    Directive: (node: DirectiveNode) => (directives.has(node.name.value) ? undefined : null),
    NamedType: ({ name }) => void used.add(name.value),
  });
  const definitions = complete.definitions.map((node: DefinitionNode) => define(node, types));
  const scalars = [...used].filter((name) => PREDEFINED.has(name) && !types.has(name)).map(declareScalar);
  return { kind: Kind.DOCUMENT, definitions: [...definitions, ...scalars] };
}

/** @param types - Names of the types with a definition, which grow. */
function define(node: DefinitionNode, types: Set<string>): DefinitionNode {
  if (!(node.kind in DEFINITIONS)) return node;
  const extension = node as TypeExtensionNode;
  if (types.has(extension.name.value)) return node;
  types.add(extension.name.value);
  return { ...extension, kind: DEFINITIONS[extension.kind] } as TypeDefinitionNode;
}

function declareScalar(name: string): DefinitionNode {
  return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: name } };
}
