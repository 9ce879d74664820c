/** Payloads of mutations, and what a new row leaves open. */

import {
  type Field,
  idFieldOf,
  isErrorList,
  isErrorType,
  isPayloadType,
  toSnake,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Plan } from "./given.ts";
import { relationOf } from "./names.ts";
import { itemTypeOf } from "./structure.ts";

/** Types of the objects that a mutation returns, alone or in a payload. */
export function returnedTypes({ type }: Pick<Field, "type">): readonly GraphQLObjectType[] {
  const named = itemTypeOf({ type }) ?? getNamedType(type);
  if (isObjectType(named) && idFieldOf(named) && !isPayloadType(named)) return [named];
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => (isErrorList(field) ? [] : (rowTypeOf(field) ?? [])));
}

/** The type of the row in a field of a payload: of an object, a list, or an edge. */
export function rowTypeOf(field: Field): GraphQLObjectType | undefined {
  const type = itemTypeOf(field) ?? getNamedType(field.type);
  if (!isObjectType(type)) return undefined;
  if (idFieldOf(type)) return type;
  const node = getNamedType(type.getFields().node?.type);
  return isObjectType(node) && idFieldOf(node) ? node : undefined;
}

/** Names of the fields of a payload that operations select and that a row does not explain. */
export function listUnexplained(
  { schema, use: { field }, selected }: Plan,
  type: GraphQLObjectType,
): readonly string[] {
  const payload = itemTypeOf(field) ?? getNamedType(field.type);
  const possible = isAbstractType(payload) ? schema.getPossibleTypes(payload) : isObjectType(payload) ? [payload] : [];
  const payloads = possible.filter((each) => !isErrorType(each));
  if (payloads.includes(type)) return [];
  return [...selected].filter((name) => {
    const inner = payloads.map((each) => each.getFields()[name]).find((each) => each);
    return inner && !isExplained(schema, inner, type);
  });
}

function isExplained(schema: GraphQLSchema, field: Field, row: GraphQLObjectType): boolean {
  const { name } = field;
  if (isErrorList(field) || name === "clientMutationId" || name === "affected_rows") return true;
  const type = itemTypeOf(field) ?? getNamedType(field.type);
  if (rowTypeOf(field) === row || (isAbstractType(type) && schema.isSubType(type, row))) return true;
  if (type.name === "Boolean") return true;
  const key = idFieldOf(row);
  const stem = /^(?:(?:deleted|removed)_)?(?:(.+)_)?ids?$/.exec(toSnake(name));
  const isNamed = stem !== null && (stem[1] === undefined || stem[1] === toSnake(row.name));
  return type === schema.getQueryType() || (isNamed && key !== undefined && getNamedType(key.type) === type);
}

/** A flag or a date that a new state can make false: `state: CLOSED` beside `closed` and `closedAt`. */
export function findStale(type: GraphQLObjectType, assigned: ReadonlySet<string>): string | undefined {
  const fields = type.getFields();
  for (const name of assigned) {
    const state = getNamedType(fields[name]?.type);
    if (!isEnumType(state)) continue;
    for (const { name: value } of state.getValues()) {
      const word = toSnake(value);
      const other = Object.values(fields).find(
        (field) =>
          !assigned.has(field.name) && [word, `is_${word}`, `${word}_at`, `${word}_on`].includes(toSnake(field.name)),
      );
      if (other) return `does ${name}: ${value} also change ${other.name}?`;
    }
  }
  return undefined;
}

/** What a person must decide about rows that a mutation creates: the fields that operations read, and no one sets. */
export function askOfCreated(
  { isRead }: Plan,
  type: GraphQLObjectType,
  assigned: ReadonlySet<string>,
  dates: readonly Field[],
): string[] {
  const left = Object.values(type.getFields()).filter(
    (field) =>
      !assigned.has(field.name) &&
      !dates.includes(field) &&
      field !== idFieldOf(type) &&
      field.args.length === 0 &&
      !itemTypeOf(field) &&
      isRead(field) &&
      // The run time follows `author_id` to `author`.
      ![...assigned].some((name) => relationOf(type.getFields(), name) === field),
  );
  const list = (fields: readonly Field[]) => fields.map((field) => `${field.name} (${field.type})`).join(", ");
  const required = left.filter((field) => isNonNullType(field.type));
  const optional = left.filter((field) => !isNonNullType(field.type));
  return [
    ...(required.length > 0 ? [`new rows need ${list(required)}: set it here or in "defaults"`] : []),
    ...(optional.length > 0 ? [`null in new rows: ${list(optional)}`] : []),
  ];
}
