/** Checks a schema coordinate that a user typed. */

import { resolveCoordinate } from "@integration-platform/graphql-compiler/internal/model/index";
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { Problem } from "../../host/errors/problem.ts";
import { quotePath } from "../../text/quote.ts";
import { suggestNearest } from "../../text/suggest.ts";

const FORM = /^(?:@[A-Za-z_]\w*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)$/;
const ARGUMENT_FORM = /^(?:@[A-Za-z_]\w*|[A-Za-z_]\w*\.[A-Za-z_]\w*)\([A-Za-z_]\w*:\)$/;
const FORMS = "Type, Type.field, Type.field(argument:), Enum.VALUE, @directive or @directive(argument:)";

/** @throws Problem that suggests a similar coordinate, if the schema has no such element. */
export function checkCoordinate(schema: GraphQLSchema, text: string): void {
  if (!FORM.test(text) && !ARGUMENT_FORM.test(text))
    throw new Problem("the coordinate is malformed", `Write ${FORMS}.`);
  if (resolveCoordinate(schema, text)) return;
  const types = Object.values(schema.getTypeMap()).flatMap(listCoordinates);
  const directives = schema.getDirectives().flatMap(({ name, args }) => withArguments(`@${name}`, args));
  throw new Problem(
    `the schema has no ${quotePath(text, "such element")}`,
    suggestNearest(
      text,
      [...types, ...directives],
      "Check the schema, or name another one with --schema <file>.",
    ),
  );
}

function listCoordinates(type: GraphQLNamedType): string[] {
  const { name } = type;
  if (isEnumType(type)) return [name, ...type.getValues().map((value) => `${name}.${value.name}`)];
  if (isInputObjectType(type)) return [name, ...Object.keys(type.getFields()).map((key) => `${name}.${key}`)];
  if (!isObjectType(type) && !isInterfaceType(type)) return [name];
  const fields = Object.values(type.getFields());
  return [name, ...fields.flatMap((field) => withArguments(`${name}.${field.name}`, field.args))];
}

const withArguments = (owner: string, args: readonly GraphQLArgument[]): string[] => [
  owner,
  ...args.map(({ name }) => `${owner}(${name}:)`),
];
