/**
 * The variables of an operation as JSON Schema 2020-12, for tools that check input or offer operations as
 * functions.
 */

import {
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromASTUntyped,
} from "graphql";
import { defaultOf, isRequiredInput, variablesOf } from "./graphql.ts";

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

export interface InputSchemaOptions {
  /**
   * Schemas of custom scalars, such as `{ DateTime: { type: "string", format: "date-time" } }`.
   *
   * @default any value
   */
  readonly scalars?: Readonly<Record<string, JsonSchema>> | undefined;
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const BUILT_IN: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ["Int", { type: "integer", minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
  ["Float", { type: "number" }],
  ["String", { type: "string" }],
  ["Boolean", { type: "boolean" }],
  ["ID", { type: ["string", "integer"] }],
]);

/**
 * Describes the variables of an operation. A value is valid if GraphQL accepts it: also a single value in
 * place of a list, and an integer as an ID. GraphQL ignores variables that the operation does not declare;
 * the schema rejects them.
 *
 * Descriptions are those of the operation and of the schema.
 *
 * @throws TypeError if a variable has a type that the schema does not have, or an option names no custom
 * scalar of it.
 *
 * @example
 * ```ts
 * const scalars = { DateTime: { type: "string", format: "date-time" } };
 * const parameters = inputSchema(schema, operation, { scalars });
 * ```
 */
export function inputSchema(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  { scalars = {} }: InputSchemaOptions = {},
): JsonSchema {
  for (const name of Object.keys(scalars)) {
    if (isScalarType(schema.getType(name)) && !BUILT_IN.has(name)) continue;
    throw new TypeError(`inputSchema: "${name}" is not a custom scalar of the schema.`);
  }
  const context: SchemaContext = {
    scalars: new Map([...BUILT_IN, ...Object.entries(scalars)]),
    definitions: {},
  };
  const variables = variablesOf(operation).map((variable) => {
    const name = variable.variable.name.value;
    const type = typeFromAST(schema, variable.type);
    if (!isInputType(type))
      throw new TypeError(`inputSchema: $${name} has a type that the schema does not have.`);
    const { defaultValue, description } = variable;
    const value = defaultValue && { default: valueFromASTUntyped(defaultValue) };
    return {
      name,
      isRequired: isNonNullType(type) && !defaultValue,
      schema: describe({ ...describeType(context, type), ...value }, description?.value),
    };
  });
  const required = variables.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return describe(
    {
      $schema: DIALECT,
      type: "object",
      properties: Object.fromEntries(variables.map((variable) => [variable.name, variable.schema])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      ...(Object.keys(context.definitions).length > 0 && { $defs: context.definitions }),
    },
    operation.description?.value,
  );
}

interface SchemaContext {
  readonly scalars: ReadonlyMap<string, JsonSchema>;
  /** The enums and input types that the variables use, by name. */
  readonly definitions: Record<string, JsonSchema>;
}

/** @param excluded - Types of values that are not valid here, although a custom scalar can have them. */
function describeNamed(
  context: SchemaContext,
  type: GraphQLNamedInputType,
  ...excluded: readonly string[]
): JsonSchema {
  if (isScalarType(type)) return describeScalar(context, type, excluded);
  const { definitions } = context;
  // Registered before its fields are described, because input types can be recursive.
  if (!Object.hasOwn(definitions, type.name)) {
    definitions[type.name] = {};
    definitions[type.name] = isEnumType(type)
      ? describe({ type: "string", enum: type.getValues().map(({ name }) => name) }, describeValues(type))
      : describeObject(context, type);
  }
  return { $ref: `#/$defs/${type.name}` };
}

function describeScalar(
  { scalars }: SchemaContext,
  { name, description }: GraphQLScalarType,
  excluded: readonly string[],
): JsonSchema {
  const not = excluded.length > 0 && { not: { type: excluded } };
  const scalar = scalars.get(name);
  if (!scalar) return describe({ ...not }, description);
  const accepts = (type: string) => scalar.type === undefined || [scalar.type].flat().includes(type);
  return excluded.some(accepts) ? { allOf: [scalar], ...not } : scalar;
}

function describeObject(context: SchemaContext, type: GraphQLInputObjectType): JsonSchema {
  const fields = Object.values(type.getFields());
  const properties = fields.map((field) => [field.name, describeField(context, field, type.isOneOf)]);
  const required = fields.filter(isRequiredInput).map(({ name }) => name);
  const shape = {
    type: "object",
    properties: Object.fromEntries(properties) as JsonSchema,
    ...(required.length > 0 && { required }),
    ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
    additionalProperties: false,
  };
  return describe(shape, type.description);
}

/**
 * @param isChoice - Whether the field belongs to a type with `@oneOf`: a nullable field that is set must have
 * a value.
 */
function describeField(context: SchemaContext, field: GraphQLInputField, isChoice: boolean): JsonSchema {
  const type = isChoice ? describeNonNull(context, field.type) : describeType(context, field.type);
  const value = defaultOf(field);
  const deprecated = field.deprecationReason;
  const text = [field.description, deprecated && `Deprecated: ${deprecated}`].filter(Boolean).join("\n\n");
  return describe(
    {
      ...type,
      ...(value && { default: valueFromASTUntyped(value) }),
      ...(deprecated && { deprecated: true }),
    },
    text,
  );
}

/** Describes a type: with `null`, unless it is non-null. */
function describeType(context: SchemaContext, type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return describeNonNull(context, type);
  return addNull(isListType(type) ? describeNonNull(context, type) : describeNamed(context, type));
}

function describeNonNull(context: SchemaContext, type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return describeNonNull(context, type.ofType);
  if (!isListType(type)) return describeNamed(context, type, "null");
  // A value that is not a list is that of the only item, in each of the nested lists.
  const single = describeNamed(context, getNamedType(type), "null", "array");
  return { anyOf: [{ type: "array", items: describeType(context, type.ofType) }, single] };
}

function describe(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...schema, description } : schema;
}

/** The description of an enum, with a line for each value that has one. */
function describeValues(type: GraphQLEnumType): string {
  const values = type
    .getValues()
    .flatMap(({ name, description }) => (description ? `${name}: ${description}` : []));
  return [type.description, values.join("\n")].filter(Boolean).join("\n\n");
}

/** Keywords that can reject `null`. Others, such as `minLength`, are about values of one type. */
const RESTRICTIONS = ["$ref", "$dynamicRef", "allOf", "anyOf", "const", "enum", "if", "not", "oneOf"];

function addNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  if (RESTRICTIONS.some((keyword) => keyword in schema)) {
    const isUnion = Array.isArray(anyOf) && Object.keys(schema).length === 1;
    return { anyOf: [...(isUnion ? anyOf : [schema]), { type: "null" }] };
  }
  return type === undefined ? schema : { ...schema, type: [...new Set([type, "null"].flat())] };
}
