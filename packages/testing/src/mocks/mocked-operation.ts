/** Documents of answers, and the fields that they select. */

import {
  createFieldCollector,
  type FragmentsByName,
  fieldOf,
  findFragments,
  type ScopedSet,
  selectionsOf,
} from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { type Shape, schemaShape } from "../world/object-data.ts";
import type { AnswerDocument } from "./answering.ts";

/** The operation of a document, and its fragments. */
export interface Operation {
  readonly name: string;
  readonly node: OperationDefinitionNode;
  readonly fragments: FragmentsByName;
}

/**
 * @throws TypeError if the document does not have exactly one named operation, or does not match the schema.
 */
export function readOperation(schema: GraphQLSchema, document: AnswerDocument<unknown, never>): Operation {
  const parsed = parseDocument(document);
  const operations = parsed.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [node] = operations;
  if (!node?.name || operations.length > 1) {
    throw new TypeError("The document must have exactly one operation, and the operation must have a name.");
  }
  const name = node.name.value;
  if (node.operation === "subscription")
    throw new TypeError(`${name} is a subscription. These are not supported.`);
  const errors = validate(schema, parsed);
  if (errors.length > 0) {
    throw new TypeError([`${name} does not match the schema:`, ...errors.map(describeError)].join("\n  "));
  }
  return { name, node, fragments: findFragments(parsed) };
}

function parseDocument(document: AnswerDocument<unknown, never>): DocumentNode {
  if (typeof document === "object" && "definitions" in document) return document as unknown as DocumentNode;
  try {
    return parse(typeof document === "string" ? document : document.text);
  } catch (error) {
    throw new TypeError(`The document cannot be parsed: ${describeError(error as GraphQLError)}`);
  }
}

function describeError({ message, locations }: GraphQLError): string {
  const [location] = locations ?? [];
  return location ? `line ${location.line}, column ${location.column}: ${message}` : message;
}

/** The fields of selection sets, by response name. `@skip` and `@include` are ignored. */
export function selectionShape(
  schema: GraphQLSchema,
  fragments: Operation["fragments"],
  type: GraphQLCompositeType,
  sets: readonly ScopedSet[],
): Shape {
  const collect = createFieldCollector({ schema, fragments }, type, sets);
  return {
    isSelection: true,
    field(object, name) {
      const occurrences = collect(object).fields.get(name) ?? [];
      const [first] = occurrences;
      const field = first && fieldOf(schema, object, first.node.name.value);
      if (!field) return undefined;
      const inner = getNamedType(field.type);
      const shape = isCompositeType(inner)
        ? selectionShape(schema, fragments, inner, selectionsOf(occurrences, inner))
        : schemaShape;
      return { fieldName: field.name, type: field.type, shape };
    },
    names: (object) => [...collect(object).fields.keys()],
  };
}
