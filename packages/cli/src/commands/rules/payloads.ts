/** Payloads of mutations, and what a new row leaves open. */

import {
  type Field,
  idFieldOf,
  isErrorList,
  isErrorType,
  isPayloadType,
  itemTypeOf,
  toSnake,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { type Plan, Unclear } from "./given.ts";

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

/** @throws Unclear if operations select a field of the payload that a row does not explain. */
export function checkPayload({ schema, use: { field }, selected, noun }: Plan, type: GraphQLObjectType): void {
  const payload = itemTypeOf(field) ?? getNamedType(field.type);
  if (payload === type || isLeafType(payload)) return;
  const payloads = isAbstractType(payload)
    ? schema.getPossibleTypes(payload).filter((each) => !isErrorType(each))
    : isObjectType(payload)
      ? [payload]
      : [];
  if (payloads.includes(type)) return;
  for (const name of selected) {
    const inner = payloads.map((each) => each.getFields()[name]).find((each) => each);
    if (inner && !isExplained(schema, inner, type, noun))
      throw new Unclear(`what is "${name}" of the payload? return { ${name}: …, … }`);
  }
}

function isExplained(schema: GraphQLSchema, field: Field, row: GraphQLObjectType, noun: string): boolean {
  const { name } = field;
  if (isErrorList(field) || name === "clientMutationId" || name === "affected_rows") return true;
  const type = itemTypeOf(field) ?? getNamedType(field.type);
  if (rowTypeOf(field) === row || (isAbstractType(type) && schema.isSubType(type, row))) return true;
  if (type.name === "Boolean") return true;
  const key = idFieldOf(row);
  const isKeyName = /^(?:deleted_?|removed_?)?(?:\w*_)?ids?$/.test(toSnake(name));
  return key !== undefined && isKeyName && getNamedType(key.type) === type && (noun !== "" || name === key.name);
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
      isRead(field),
  );
  const list = (fields: readonly Field[]) => fields.map((field) => `${field.name} (${field.type})`).join(", ");
  const required = left.filter((field) => isNonNullType(field.type));
  const optional = left.filter((field) => !isNonNullType(field.type));
  return [
    ...(required.length > 0 ? [`new rows need ${list(required)}: set it here or in "defaults"`] : []),
    ...(optional.length > 0 ? [`null in new rows: ${list(optional)}`] : []),
  ];
}
