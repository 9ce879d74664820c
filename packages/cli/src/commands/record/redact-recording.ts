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

/** Coordinates of the fields that are kept, and of those that are redacted fully. */
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

/** How the values of one place are redacted. If both are set, they are redacted fully. */
interface Treatment {
  readonly isKept: boolean;
  readonly isFull: boolean;
}

/** @param data - Matches the shape. */
export function redactData(shape: Shape, data: object, choices: Choices, replace: Pseudonymize): object {
  const treatment: Treatment = { isKept: false, isFull: false };
  return redactPlace([shape], data, treatment, { choices, replace }) as object;
}

/** The parts of a redaction that are the same at all places. */
interface RedactionRules {
  readonly choices: Choices;
  readonly replace: Pseudonymize;
}

/**
 * Redacts the value at one place.
 *
 * @param shapes - Those of all selections that merge at the place, for several types. GraphQL requires that
 * their values have the same type there.
 */
function redactPlace(
  shapes: readonly Shape[],
  value: unknown,
  treatment: Treatment,
  rules: RedactionRules,
): unknown {
  if (Array.isArray(value)) {
    const items = shapes.flatMap(({ item }) => item ?? []);
    return value.map((entry) => redactPlace(items, entry, treatment, rules));
  }
  const selections = shapes.flatMap((shape) => shape.selections ?? []);
  if (selections.length > 0 && isRecord(value)) return redactObject(selections, value, rules);
  return redactLeaf(shapes, value, treatment, rules);
}

function redactLeaf(
  shapes: readonly Shape[],
  value: unknown,
  { isKept, isFull }: Treatment,
  { replace }: RedactionRules,
): unknown {
  const members = shapes.flatMap((shape) => shape.members ?? []);
  if (isFull && value !== null) return members[0] ?? redactValue(value, replace, true);
  if (isKept || members.includes(value as string)) return value;
  const isId = shapes.some(({ scalar }) => scalar === "ID");
  return isId && typeof value === "string" ? replace(value) : redactValue(value, replace);
}

/** Redacts the members of an object that a selection selects, and leaves out all others. */
function redactObject(
  selections: readonly Selection[],
  value: Readonly<Record<string, unknown>>,
  rules: RedactionRules,
): object {
  const matching = selections.filter(
    ({ types, typeKey }) => typeKey && types.includes(value[typeKey] as string),
  );
  const possible = matching.length > 0 ? matching : selections;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const fields = findFields(possible, key, value);
    if (fields.length === 0) return [];
    const shapes = fields.map(({ shape }) => shape);
    const coordinates = fields.flatMap((field) => field.coordinates);
    return [[key, redactPlace(shapes, member, decideTreatment(coordinates, rules.choices), rules)]];
  });
  return Object.fromEntries(members);
}

/** The fields that are selected as a member of an object, with the coordinates that each can have. */
function findFields(
  selections: readonly Selection[],
  key: string,
  value: Readonly<Record<string, unknown>>,
): { readonly shape: Shape; readonly coordinates: readonly string[] }[] {
  return selections.flatMap((selection) => {
    const typeName = value[selection.typeKey ?? ""];
    const fields = selection.fields.filter((field) => field.key === key);
    return fields.map(({ name, shape }) => ({
      shape,
      coordinates: coordinatesOf(selection, name, typeName),
    }));
  });
}

/**
 * A field is kept if all of its coordinates are to be kept, and redacted fully if one of them is to be: a
 * secret must not be kept by mistake.
 *
 * @param coordinates - The field in each type that the object can have.
 */
function decideTreatment(coordinates: readonly string[], { keep, redact }: Choices): Treatment {
  return {
    isKept: coordinates.every((coordinate) => keep.has(coordinate)),
    isFull: coordinates.some((coordinate) => redact.has(coordinate)),
  };
}
