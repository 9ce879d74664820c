/** Redacts the variables and the data of a recording, so that it can be committed. */

import type { Selection, Shape } from "@integration-platform/graphql/shape";
import {
  GraphQLID,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from "graphql";
import { isRecord } from "../../decode-text.ts";
import type { Variables } from "../run/variables-option.ts";
import { type Pseudonymize, redactValue } from "./pseudonyms.ts";

/** Types of the variables of a valid operation, by name. */
function typesOf({ variableDefinitions = [] }: OperationDefinitionNode, schema: GraphQLSchema) {
  return variableDefinitions.map(
    ({ variable, type }) => [variable.name.value, typeFromAST(schema, type) as GraphQLInputType] as const,
  );
}

/** Coordinates of the variables and of the fields of input objects that are scalars or enums. */
export function listInputFields(node: OperationDefinitionNode, schema: GraphQLSchema): string[] {
  const coordinates = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (coordinate: string, type: GraphQLInputType) => {
    const named = getNamedType(type);
    if (!isInputObjectType(named)) coordinates.add(coordinate);
    else if (!visited.has(named)) {
      visited.add(named);
      for (const field of Object.values(named.getFields())) visit(`${named.name}.${field.name}`, field.type);
    }
  };
  for (const [name, type] of typesOf(node, schema)) visit(`$${name}`, type);
  return [...coordinates];
}

/** Which fields are kept, and which are redacted fully. Coordinates. */
export interface Choices {
  readonly keep: ReadonlySet<string>;
  readonly redact: ReadonlySet<string>;
}

/** @param variables - Valid for the operation. */
export function redactVariables(
  node: OperationDefinitionNode,
  variables: Variables,
  schema: GraphQLSchema,
  choices: Choices,
  replace: Pseudonymize,
): Variables {
  const redact = (coordinate: string, type: GraphQLInputType | undefined, value: unknown): unknown => {
    if (value === null) return null;
    const nullable = type && getNullableType(type);
    if (isListType(nullable)) {
      const entries = Array.isArray(value) ? value : [value];
      return entries.map((entry) => redact(coordinate, nullable.ofType, entry));
    }
    if (isInputObjectType(nullable)) {
      const fields = nullable.getFields();
      return Object.fromEntries(
        Object.entries(value as object).map(([name, member]) => [
          name,
          redact(`${nullable.name}.${name}`, fields[name]?.type, member),
        ]),
      );
    }
    const members = isEnumType(nullable) ? nullable.getValues().map(({ name }) => name) : undefined;
    if (choices.redact.has(coordinate)) return members?.[0] ?? redactValue(value, replace, true);
    if (members) return value;
    // An ID can be a number in variables, and is a string in data.
    return nullable === GraphQLID ? replace(String(value)) : redactValue(value, replace);
  };
  const types = new Map(typesOf(node, schema));
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, redact(`$${name}`, types.get(name), value)]),
  );
}

/** @param typeName - Type of the object, if it is known. */
function coordinatesOf({ types, owner }: Selection, field: string, typeName?: unknown): string[] {
  const matching = types.filter((type) => type === typeName);
  const possible = types.length > 0 ? types : [owner];
  return (matching.length > 0 ? matching : possible).map((type) => `${type}.${field}`);
}

/** Coordinates of the scalars and enums that a shape selects. */
export function listLeafFields({ item, selections = [] }: Shape): string[] {
  const nested = selections.flatMap((selection) =>
    selection.fields.flatMap(({ name, shape }) => {
      const isLeaf = namedShape(shape).selections === undefined;
      return isLeaf ? coordinatesOf(selection, name) : listLeafFields(shape);
    }),
  );
  return item ? listLeafFields(item) : nested;
}

const namedShape = (shape: Shape): Shape => (shape.item ? namedShape(shape.item) : shape);

/**
 * @param data - Matches the shape.
 */
export function redactData(
  shape: Shape,
  data: object,
  { keep, redact: full }: Choices,
  replace: Pseudonymize,
): object {
  /**
   * Selections of several types can merge at one place. GraphQL requires that they have the same type there.
   */
  const redact = (shapes: readonly Shape[], value: unknown, isKept: boolean, isFull: boolean): unknown => {
    const items = shapes.flatMap(({ item }) => item ?? []);
    if (Array.isArray(value)) return value.map((entry) => redact(items, entry, isKept, isFull));
    const selections = shapes.flatMap((possible) => possible.selections ?? []);
    if (selections.length > 0 && isRecord(value)) return redactObject(selections, value);
    const members = shapes.flatMap((possible) => possible.members ?? []);
    if (isFull && value !== null) return members[0] ?? redactValue(value, replace, true);
    if (isKept || members.includes(value as string)) return value;
    const isId = shapes.some(({ scalar }) => scalar === "ID");
    return isId && typeof value === "string" ? replace(value) : redactValue(value, replace);
  };
  const redactObject = (
    selections: readonly Selection[],
    value: Readonly<Record<string, unknown>>,
  ): object => {
    const named = selections.filter(
      ({ types, typeKey }) => typeKey && types.includes(value[typeKey] as string),
    );
    const possible = named.length > 0 ? named : selections;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        const selected = possible.flatMap((selection) =>
          selection.fields.flatMap((field) => {
            const typeName = value[selection.typeKey ?? ""];
            return field.key === key
              ? [{ ...field, coordinates: coordinatesOf(selection, field.name, typeName) }]
              : [];
          }),
        );
        if (selected.length === 0) return [];
        const isKept = selected.every(({ coordinates }) =>
          coordinates.every((coordinate) => keep.has(coordinate)),
        );
        const shapes = selected.map((field) => field.shape);
        // One possible type is enough, because a secret must not be kept by mistake.
        const isFull = selected.some(({ coordinates }) =>
          coordinates.some((coordinate) => full.has(coordinate)),
        );
        return [[key, redact(shapes, member, isKept, isFull)]];
      }),
    );
  };
  return redact([shape], data, false, false) as object;
}
