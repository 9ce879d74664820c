/** The variables of operations, and the input types of the schema, as JSON for forms. */

import {
  type FragmentDefinitionNode,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { suggestInline } from "../text/suggest.ts";
import { PageError } from "./page-error.ts";
import type { InputField, InputType, OperationForm, OperationSummary } from "./protocol.ts";

/** An operation that the page can run. */
export interface PageOperation {
  readonly name: string;
  /** The operation, and its fragments. */
  readonly definitions: readonly [OperationDefinitionNode, ...FragmentDefinitionNode[]];
}

export function summarizeOperations(operations: readonly PageOperation[]): OperationSummary[] {
  return operations.map(({ name, definitions: [node] }) => ({ name, kind: node.operation }));
}

/** @throws PageError 404 if there is no such operation. */
export function describeOperation(operations: readonly PageOperation[], name: string): OperationForm {
  const operation = operations.find((candidate) => candidate.name === name);
  if (!operation) {
    const names = operations.map((candidate) => candidate.name);
    throw new PageError(404, `There is no operation "${name}"${suggestInline(name, names)}.`);
  }
  const { definitions } = operation;
  const [node] = definitions;
  const variables = (node.variableDefinitions ?? []).map(
    ({ variable, type, defaultValue }): InputField => ({
      name: variable.name.value,
      type: print(type),
      ...(defaultValue && { defaultValue: print(defaultValue) }),
    }),
  );
  return { name, kind: node.operation, text: definitions.map(print).join("\n\n"), variables };
}

/** The names of the types whose fields the operations select. */
export function listUsedTypes(
  schema: GraphQLSchema,
  operations: readonly PageOperation[],
): ReadonlySet<string> {
  const used = new Set<string>();
  const types = new TypeInfo(schema);
  for (const { definitions } of operations) {
    visit(
      { kind: Kind.DOCUMENT, definitions },
      visitWithTypeInfo(types, {
        Field() {
          const type = getNamedType(types.getType());
          if (!type) return;
          for (const { name } of isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
            used.add(name);
        },
      }),
    );
  }
  return used;
}

/** @throws PageError 404 if the schema has no such input type. */
export function describeInput(schema: GraphQLSchema, name: string): InputType {
  const type = schema.getType(name);
  if (isEnumType(type)) return { kind: "enum", values: type.getValues().map((value) => value.name) };
  if (isScalarType(type)) {
    const description = isSpecifiedScalarType(type) ? undefined : type.description;
    return { kind: "scalar", ...(description && { description }) };
  }
  if (isInputObjectType(type)) {
    return { kind: "input", fields: Object.values(type.getFields()).map(describeField) };
  }
  throw new PageError(404, `The schema has no input type "${name}".`);
}

function describeField({ name, type, description, astNode }: GraphQLInputField): InputField {
  const defaultValue = astNode?.defaultValue;
  return {
    name,
    type: String(type),
    ...(defaultValue && { defaultValue: print(defaultValue) }),
    ...(description && { description }),
  };
}
