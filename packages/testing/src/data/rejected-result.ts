/** The results of rejected mutations, in the types of the schema. */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Structure } from "../structure/structure.ts";
import { createItem } from "./items.ts";
import { createParent, type Parent, parentOf } from "./parents.ts";
import { canReject, describePayloadError, isErrorMember, type PayloadError } from "./payload-errors.ts";

/**
 * The result of a rejected mutation: a payload with errors, or a member of a union that is an error.
 *
 * @throws GraphQLError if the type has no place for payload errors.
 */
export function rejectedResult(
  structure: Structure,
  field: Pick<Field, "type">,
  errors: readonly PayloadError[],
  path: string,
): Parent {
  const named = getNamedType(field.type);
  const [first] = errors;
  const message = errors.flatMap(({ messages }) => messages).join(" ");
  if (!first || !canReject(structure.schema, named)) {
    throw new GraphQLError(message, { extensions: { code: first?.code ?? "BAD_USER_INPUT" } });
  }
  const possible = isAbstractType(named)
    ? structure.schema.getPossibleTypes(named)
    : [named as GraphQLObjectType];
  const errorType = possible.find((object) => isErrorMember(object, named));
  if (errorType) return errorParent(errorType, first, path, 0);
  const type = possible.find((object) =>
    Object.values(object.getFields()).some(isErrorList),
  ) as GraphQLObjectType;
  const resolvedFields: Record<string, unknown> = {};
  for (const member of Object.values(type.getFields())) {
    const memberType = getNamedType(member.type);
    if (isErrorList(member)) {
      resolvedFields[member.name] = errors.map((error, index) => describeEntry(memberType, error, index));
    } else if (!isNonNullType(member.type)) resolvedFields[member.name] = null;
    else if (memberType.name === "Boolean") resolvedFields[member.name] = false;
  }
  return createParent({ type, path, listDepth: 0, resolvedFields });

  function describeEntry(entryType: GraphQLNamedType, error: PayloadError, index: number): unknown {
    if (isLeafType(entryType)) return error.messages.join(" ");
    const chosen = isAbstractType(entryType) ? structure.schema.getPossibleTypes(entryType)[0] : entryType;
    if (!isObjectType(chosen)) return null;
    return errorParent(chosen, error, `${path}.errors[${index}]`, 1);
  }
}

/** An error in the type of the schema. Fields that the rejection does not describe are generated. */
function errorParent(type: GraphQLObjectType, error: PayloadError, path: string, listDepth: number): Parent {
  return parentOf(createItem({ type, path, values: describePayloadError(type, error) }), listDepth);
}
