/** The user of a request, in the types of a schema. */

import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type { Field } from "./connections.ts";
import { idFieldOf } from "./identity.ts";

const USER_FIELD = /^(?:me|viewer|whoami|(?:current|authenticated)_?user)$/i;

/** Whether a root field returns the user of the token, by its name. */
export function isUserField({ name, args }: Pick<Field, "name" | "args">): boolean {
  return USER_FIELD.test(name) && !args.some(isRequiredArgument);
}

/** The type of users: the one that a field such as `me` returns. */
export function userTypeOf(schema: GraphQLSchema): GraphQLObjectType | undefined {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const type = getNamedType(fields.find(isUserField)?.type);
  return isObjectType(type) && idFieldOf(type) ? type : undefined;
}
