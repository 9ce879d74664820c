/**
 * Completes SDL that servers and gateways accept, although it is not a whole schema: of federation, of
 * AppSync, and of modules that each define a part of a type.
 */

import {
  type DefinitionNode,
  type DirectiveNode,
  type DocumentNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  specifiedDirectives,
  type TypeDefinitionNode,
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

/**
 * Removes directives that the document does not define, because they do not change what a client can send.
 * The first extension of a type without a definition becomes one, further definitions of a type become
 * extensions, and predefined scalars are declared.
 */
export function completeSchema(document: DocumentNode): DocumentNode {
  const directives = new Set<string>(specifiedDirectives.map(({ name }) => name));
  const types = new Set<string>();
  for (const node of document.definitions) {
    if (node.kind === Kind.DIRECTIVE_DEFINITION) directives.add(node.name.value);
    else if (isTypeDefinitionNode(node)) types.add(node.name.value);
  }
  const used = new Set<string>();
  const complete = visit(document, {
    Directive: (node: DirectiveNode) => (directives.has(node.name.value) ? undefined : null),
    NamedType: ({ name }) => void used.add(name.value),
  });
  const defined = new Set<string>();
  const definitions = complete.definitions.map((node: DefinitionNode) => {
    if (!isTypeDefinitionNode(node) && !isTypeExtensionNode(node)) return node;
    const { kind, name } = node;
    const isFirst = !defined.has(name.value) && (isTypeDefinitionNode(node) || !types.has(name.value));
    if (isFirst) defined.add(name.value);
    const [from, to] = isFirst ? ["Extension", "Definition"] : ["Definition", "Extension"];
    return { ...node, kind: kind.replace(from, to) } as TypeDefinitionNode;
  });
  const scalars = [...used].filter((name) => PREDEFINED.has(name) && !defined.has(name)).map(declareScalar);
  return { kind: Kind.DOCUMENT, definitions: [...definitions, ...scalars] };
}

function declareScalar(name: string): DefinitionNode {
  return { kind: Kind.SCALAR_TYPE_DEFINITION, name: { kind: Kind.NAME, value: name } };
}
