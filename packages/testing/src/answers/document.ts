/** Documents of answers, and the fields that they select. */

import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";
import type { Shape } from "../data/object-data.ts";
import type { AnswerDocument } from "./types.ts";

/** The operation of a document, and its fragments. */
export interface Operation {
  readonly name: string;
  readonly node: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** @throws TypeError if the document does not have exactly one named operation, or does not match the schema. */
export function readOperation(schema: GraphQLSchema, document: AnswerDocument<unknown, never>): Operation {
  const parsed = parseDocument(document);
  const operations = parsed.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [node] = operations;
  const name = node?.name?.value;
  if (!node || operations.length > 1 || name === undefined) {
    throw new TypeError("The document must have exactly one operation, and the operation must have a name.");
  }
  if (node.operation === "subscription") throw new TypeError(`${name} is a subscription. These are not supported.`);
  const errors = validate(schema, parsed);
  if (errors.length > 0) {
    throw new TypeError([`${name} does not match the schema:`, ...errors.map(describeError)].join("\n  "));
  }
  const fragments = parsed.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return { name, node, fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])) };
}

function parseDocument(document: AnswerDocument<unknown, never>): DocumentNode {
  if (typeof document === "object" && "definitions" in document) return document as unknown as DocumentNode;
  try {
    return parse(typeof document === "string" ? document : document.text);
  } catch (error) {
    if (error instanceof GraphQLError) throw new TypeError(`The document cannot be parsed: ${describeError(error)}`);
    throw error;
  }
}

function describeError({ message, locations }: GraphQLError): string {
  const [location] = locations ?? [];
  return location ? `line ${location.line}, column ${location.column}: ${message}` : message;
}

interface SelectedField {
  readonly fieldName: string;
  readonly type: GraphQLOutputType;
  readonly selections: SelectionSetNode[];
}

/** The fields of selection sets, by response name. `@skip` and `@include` are ignored. */
export function selectionShape(
  schema: GraphQLSchema,
  fragments: Operation["fragments"],
  sets: readonly SelectionSetNode[],
): Shape {
  const selected = new Map<string, ReadonlyMap<string, SelectedField>>();
  return {
    isSelection: true,
    field(type, name) {
      const field = select(type).get(name);
      return field && { ...field, shape: selectionShape(schema, fragments, field.selections) };
    },
    names: (type) => [...select(type).keys()],
  };

  function select(type: GraphQLObjectType): ReadonlyMap<string, SelectedField> {
    const known = selected.get(type.name);
    if (known) return known;
    const fields = new Map<string, SelectedField>();
    for (const set of sets) addSelections(fields, type, set);
    selected.set(type.name, fields);
    return fields;
  }

  function addSelections(fields: Map<string, SelectedField>, type: GraphQLObjectType, set: SelectionSetNode): void {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) addField(fields, type, node);
      else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        if (fragment && applies(type, fragment.typeCondition?.name.value)) {
          addSelections(fields, type, fragment.selectionSet);
        }
      }
    }
  }

  function addField(fields: Map<string, SelectedField>, type: GraphQLObjectType, node: FieldNode): void {
    const fieldName = node.name.value;
    const fieldType =
      fieldName === "__typename" ? new GraphQLNonNull(GraphQLString) : type.getFields()[fieldName]?.type;
    if (!fieldType) return;
    const name = node.alias?.value ?? fieldName;
    const field = fields.get(name) ?? { fieldName, type: fieldType, selections: [] };
    if (node.selectionSet) field.selections.push(node.selectionSet);
    fields.set(name, field);
  }

  function applies(type: GraphQLObjectType, condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true;
    const conditionType = schema.getType(condition);
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
  }
}
