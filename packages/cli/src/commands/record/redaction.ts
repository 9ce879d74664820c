/** Replaces the strings of variables and data, so that a recording can be committed. */

import type { Selection, Shape } from "@integration-platform/graphql/shape";
import {
  GraphQLID,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from "graphql";
import { isRecord, type Variables } from "../run/variables.ts";

/** Replaces a string. The same string always gets the same replacement, and no two strings have the same one. */
export type Pseudonymize = (text: string) => string;

/** Characters of replacements, by the kind of character. ASCII punctuation and white space are kept. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/\p{N}/u, "0123456789"],
  [/\p{Lu}/u, "ABCDEF"],
  // Replacements of hexadecimal IDs are hexadecimal.
  [/[a-z]|\P{ASCII}/u, "abcdef"],
];

/** Replacements are numbered in the order of the first occurrence. They depend only on the length and kind of characters. */
export function createPseudonymize(): Pseudonymize {
  const known = new Map<string, string>();
  let number = 0;
  return (text) => {
    let replacement = known.get(text) ?? writeNumber(++number, text);
    // The number of "1" can be 1.
    if (replacement === text) replacement = writeNumber(++number, text);
    known.set(text, replacement);
    return replacement;
  };
}

/** Writes a number with the characters of a text as its digits, the last one first, and puts further digits before them. */
function writeNumber(number: number, text: string): string {
  let rest = number;
  let hasDigits = false;
  const characters = [...text].reverse().map((character) => {
    const [, alphabet] = ALPHABETS.find(([pattern]) => pattern.test(character)) ?? [];
    if (alphabet === undefined) return character;
    const digit = alphabet[rest % alphabet.length];
    rest = Math.floor(rest / alphabet.length);
    hasDigits = true;
    return digit;
  });
  return hasDigits ? `${rest > 0 ? rest : ""}${characters.reverse().join("")}` : text;
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Replaces all strings of a value, also the names of members. */
function redactValue(value: unknown, replace: Pseudonymize): unknown {
  if (typeof value === "string") return ISO_DATE.test(value) ? value : replace(value);
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, replace));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [replace(name), redactValue(member, replace)]),
  );
}

/** @param variables - Valid for the operation. */
export function redactVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
  schema: GraphQLSchema,
  replace: Pseudonymize,
): Variables {
  const redact = (type: GraphQLInputType | undefined, value: unknown): unknown => {
    if (value === null || value === undefined) return value;
    const nullable = type && getNullableType(type);
    if (isListType(nullable)) {
      const entries = Array.isArray(value) ? value : [value];
      return entries.map((entry) => redact(nullable.ofType, entry));
    }
    if (isInputObjectType(nullable) && isRecord(value)) {
      const fields = nullable.getFields();
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, redact(fields[name]?.type, member)]),
      );
    }
    if (isEnumType(nullable)) return value;
    // An ID can be a number in variables, and is a string in data.
    return nullable === GraphQLID ? replace(String(value)) : redactValue(value, replace);
  };
  const types = new Map(
    variableDefinitions.map(({ variable, type }) => [variable.name.value, typeFromAST(schema, type)]),
  );
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const type = types.get(name);
      return [name, redact(isInputType(type) ? type : undefined, value)];
    }),
  );
}

/** @param typeName - Type of the object, if it is known. */
function coordinatesOf({ types, owner }: Selection, field: string, typeName?: unknown): string[] {
  const known = types.filter((type) => type === typeName);
  const possible = types.length > 0 ? types : [owner];
  return (known.length > 0 ? known : possible).map((type) => `${type}.${field}`);
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
 * @param keep - Coordinates of the fields that are not redacted.
 */
export function redactData(shape: Shape, data: object, keep: ReadonlySet<string>, replace: Pseudonymize): object {
  /** Selections of several types can merge at one place. GraphQL requires that they have the same type there. */
  const redact = (shapes: readonly Shape[], value: unknown, isKept: boolean): unknown => {
    const items = shapes.flatMap(({ item }) => item ?? []);
    if (items.length > 0 && Array.isArray(value)) return value.map((entry) => redact(items, entry, isKept));
    const selections = shapes.flatMap((one) => one.selections ?? []);
    if (selections.length > 0 && isRecord(value)) return redactObject(selections, value);
    if (isKept || shapes.some(({ members }) => members?.includes(value as string))) return value;
    const isId = shapes.some(({ scalar }) => scalar === "ID");
    return isId && typeof value === "string" ? replace(value) : redactValue(value, replace);
  };
  const redactObject = (selections: readonly Selection[], value: Readonly<Record<string, unknown>>): object => {
    const named = selections.filter(({ types, typeKey }) => typeKey && types.includes(value[typeKey] as string));
    const possible = named.length > 0 ? named : selections;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]) => {
        const selected = possible.flatMap((selection) =>
          selection.fields.flatMap((field) => {
            const typeName = value[selection.typeKey ?? ""];
            return field.key === key ? [{ ...field, coordinates: coordinatesOf(selection, field.name, typeName) }] : [];
          }),
        );
        if (selected.length === 0) return [];
        const isKept = selected.every(({ coordinates }) => coordinates.every((coordinate) => keep.has(coordinate)));
        const shapes = selected.map((field) => field.shape);
        return [[key, redact(shapes, member, isKept)]];
      }),
    );
  };
  return redact([shape], data, false) as object;
}
