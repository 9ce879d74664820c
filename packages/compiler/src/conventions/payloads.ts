/** Payloads of mutations and their errors. */

import { type GraphQLNamedType, getNullableType, isListType } from "graphql";
import { type Field, hasFields } from "./connections.ts";
import { hasName } from "./naming.ts";

/** Whether a field of a payload is its list of payload errors. */
export function isErrorList({ name, type }: Pick<Field, "name" | "type">): boolean {
  return isListType(getNullableType(type)) && hasName(name, "errors");
}

/** Returns the list of payload errors of a payload: `errors`, or else the first one by its name. */
export function errorListOf(type: GraphQLNamedType | null | undefined): Field | undefined {
  if (!hasFields(type)) return undefined;
  const lists = Object.values(type.getFields()).filter(
    (field) => field.args.length === 0 && isErrorList(field),
  );
  return lists.find(({ name }) => name === "errors") ?? lists[0];
}

/** Whether a member of a union or interface is an error. */
export function isErrorType({ name }: Pick<GraphQLNamedType, "name">): boolean {
  return hasName(name, "errorType");
}

/** Whether a type is a payload of mutations: it has payload errors or the name of a payload. */
export function isPayloadType(type: GraphQLNamedType): boolean {
  return errorListOf(type) !== undefined || hasName(type.name, "payloadType");
}
