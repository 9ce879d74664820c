/** Results of mutations: the field of the returned row, and the form of a rejection. */

import { type Field, isErrorList, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import { createItem, type Item } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { canReject, describePayloadError, isErrorMember, type PayloadError } from "./payload-errors.ts";
import { createSource, type Source, sourceOf } from "./sources.ts";

/** The fields of a payload that follow from the rows which the mutation returned. */
export function spreadRows(
  structure: Structure,
  type: GraphQLObjectType,
  items: readonly [Item, ...Item[]],
  isList: boolean,
): Record<string, unknown> {
  const { schema } = structure;
  const made: Record<string, unknown> = {};
  const [item] = items;
  const accepts = (named: GraphQLNamedType) =>
    named === item.type || (isAbstractType(named) && schema.isSubType(named, item.type));
  const fields = Object.values(type.getFields()).filter((field) => !isErrorList(field));
  const own = fields.filter((field) => accepts(getNamedType(field.type)));
  const exact = own.filter((field) => getNamedType(field.type) === item.type);
  for (const field of choose(item.type, exact.length > 0 ? exact : own, type)) {
    const isListField = isListType(getNullableType(field.type));
    if (isListField) made[field.name] = items.map((each) => sourceOf(each, 1));
    else if (!isList) made[field.name] = sourceOf(item, 0);
  }
  for (const field of fields) {
    const named = getNamedType(field.type);
    if (isLeafType(named)) {
      if (isIdOf(item.type, field.name) && isListType(getNullableType(field.type)) === isList) {
        made[field.name] = isList ? items.map(({ id }) => id) : item.id;
      }
      continue;
    }
    if (isList || !isObjectType(named) || isListType(getNullableType(field.type))) continue;
    const node = named.getFields().node;
    if (node && !structure.keyOf(named) && accepts(getNamedType(node.type))) {
      const edge = { node: sourceOf(item, 0), cursor: btoa(String(item.id)) };
      made[field.name] = createSource({ type: named, path: `${item.path}:edge`, lists: 0, made: edge });
    }
  }
  return made;
}

/** The fields for a row. Of several fields for one row, the one with the name of the type. */
function choose(rowType: GraphQLObjectType, fields: readonly Field[], payload: GraphQLObjectType): readonly Field[] {
  const single = fields.filter(({ type }) => !isListType(getNullableType(type)));
  const named = single.filter(({ name }) => toSnake(name) === toSnake(rowType.name));
  if (single.length < 2) return fields;
  if (named.length === 1) return named;
  const names = single.map(({ name }) => name).join(", ");
  throw new RulesError(
    `${payload.name} has several fields for a ${rowType.name}: ${names}. Return an object with these fields in ${RULES_FILE}.`,
  );
}

/** Whether a field of a payload has the ID of a row: `id`, `deletedId`, `deletedCustomerId`, `customerIds`. */
function isIdOf(type: GraphQLObjectType, name: string): boolean {
  const words = toSnake(name).replace(/_?ids?$/, "");
  if (words === toSnake(name)) return false;
  const stem = words.replace(
    /^(?:deleted|removed|created|updated|archived|destroyed)(?:_|$)|_(?:deleted|removed)$/,
    "",
  );
  return stem === "" || stem === toSnake(type.name);
}

/** A field of a payload that needs no value from the mutation. `undefined` for other fields. */
export function structuralValue(structure: Structure, field: Field, input: Source["input"], path: string): unknown {
  const { name } = field;
  const named = getNamedType(field.type);
  const { schema } = structure;
  if (isErrorList(field)) return [];
  if (name === "clientMutationId") return echoOf(input) ?? null;
  if (named.name === "Boolean" && !isListType(getNullableType(field.type))) return true;
  if (named === schema.getQueryType()) return createSource({ type: named, path, lists: 0, root: "query" });
  return undefined;
}

function echoOf(input: Source["input"]): unknown {
  const inputs = [input, ...Object.values(input ?? {})].map((each) => Object(each).clientMutationId as unknown);
  return inputs.find((each) => typeof each === "string");
}

/**
 * The result of a rejected mutation: a payload with errors, a member of a union that is an error, or null.
 *
 * @throws GraphQLError if the type has no place for payload errors.
 */
export function rejectedResult(
  structure: Structure,
  field: Pick<Field, "type">,
  errors: readonly PayloadError[],
  path: string,
): Source {
  const named = getNamedType(field.type);
  const [first] = errors;
  const message = errors.flatMap(({ messages }) => messages).join(" ");
  if (!first || !canReject(structure.schema, named)) {
    throw new GraphQLError(message, { extensions: { code: first?.code ?? "BAD_USER_INPUT" } });
  }
  const possible = isAbstractType(named) ? structure.schema.getPossibleTypes(named) : [named as GraphQLObjectType];
  const errorType = possible.find((each) => isErrorMember(each, named));
  if (errorType) return errorSource(errorType, first, path, 0);
  const type = possible.find((each) => Object.values(each.getFields()).some(isErrorList)) as GraphQLObjectType;
  const made: Record<string, unknown> = {};
  for (const each of Object.values(type.getFields())) {
    if (isErrorList(each))
      made[each.name] = errors.map((error, index) => describe(getNamedType(each.type), error, index));
    else if (!isNonNullType(each.type)) made[each.name] = null;
    else if (getNamedType(each.type).name === "Boolean") made[each.name] = false;
  }
  return createSource({ type, path, lists: 0, made });

  function describe(type: GraphQLNamedType, error: PayloadError, index: number): unknown {
    if (isLeafType(type)) return error.messages.join(" ");
    const chosen = isAbstractType(type) ? structure.schema.getPossibleTypes(type)[0] : type;
    if (!isObjectType(chosen)) return null;
    return errorSource(chosen, error, `${path}.errors[${index}]`, 1);
  }
}

/** An error in the type of the schema. Fields that the rejection does not describe are generated. */
function errorSource(type: GraphQLObjectType, error: PayloadError, path: string, lists: number): Source {
  return sourceOf(createItem({ type, path, values: describePayloadError(type, error) }), lists);
}
