/** The documents that answers are given for: string documents, ASTs and plain strings, with their types where they have some. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from "graphql";

/** Whatever carries the types of an operation, under the name that GraphQL clients agree on. */
interface Typed<Result, Variables> {
  readonly __apiType?: ((variables: Variables) => Result) | undefined;
}

/** A string document of this package or a `TypedDocumentNode`, or the text of an operation, without types then. */
export type AnswerDocument<Result, Variables> =
  | (Typed<Result, Variables> & { readonly text: string })
  | (Typed<Result, Variables> & { readonly kind: string; readonly definitions: readonly object[] })
  | string;

/** The one operation of a document, and its fragments. */
export interface Operation {
  readonly name: string;
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** @throws TypeError Where it is no document of one named operation, or does not fit the schema. */
export function readOperation(schema: GraphQLSchema, document: AnswerDocument<unknown, never>): Operation {
  const parsed = parseDocument(document);
  const operations = parsed.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [node] = operations;
  const name = node?.name?.value;
  if (!node || operations.length > 1 || name === undefined) {
    throw new TypeError("answer takes a document with one operation, which has a name");
  }
  if (node.operation === OperationTypeNode.SUBSCRIPTION) {
    throw new TypeError(`${name} is a subscription, which the platform does not serve`);
  }
  const errors = validate(schema, parsed);
  if (errors.length > 0) {
    throw new TypeError([`${name} does not fit the platform's schema:`, ...errors.map(describeError)].join("\n  "));
  }
  const fragments = parsed.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return { name, node, fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])) };
}

function parseDocument(document: AnswerDocument<unknown, never>): DocumentNode {
  if (typeof document === "object" && "definitions" in document) return document as unknown as DocumentNode;
  try {
    return parse(typeof document === "string" ? document : document.text);
  } catch (error) {
    if (error instanceof GraphQLError) throw new TypeError(`The document does not parse: ${describeError(error)}`);
    throw error;
  }
}

function describeError({ message, locations }: GraphQLError): string {
  const [at] = locations ?? [];
  return at ? `line ${at.line}, column ${at.column}: ${message}` : message;
}
