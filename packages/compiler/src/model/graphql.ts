/**
 * Functions on schemas and documents, for graphql 16 and 17. This package uses no export that only one of
 * them has.
 */

import {
  type ConstObjectFieldNode,
  type ConstValueNode,
  type ExecutableDefinitionNode,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Kind,
  print,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type TypeNode,
  type ValueNode,
  type VariableDefinitionNode,
} from "graphql";
import { cacheByObject } from "./cache.ts";

export type InputElement = GraphQLArgument | GraphQLInputField;
export type Field = GraphQLField<unknown, unknown>;

/**
 * Returns a field of a composite type. Includes `__typename` and, for the query type, `__schema` and
 * `__type`.
 */
export function fieldOf(schema: GraphQLSchema, type: unknown, name: string): Field | undefined {
  if (!isCompositeType(type)) return undefined;
  if (name === "__typename") return TypeNameMetaFieldDef;
  if (type === schema.getQueryType()) {
    if (name === "__schema") return SchemaMetaFieldDef;
    if (name === "__type") return TypeMetaFieldDef;
  }
  return isUnionType(type) ? undefined : type.getFields()[name];
}

/** Returns a field by its coordinate, `Type.field`. */
export function fieldAt(schema: GraphQLSchema, coordinate: string): Field | undefined {
  const [type = "", field = ""] = coordinate.split(".");
  return fieldOf(schema, schema.getType(type), field);
}

/**
 * Returns the default value as written in the schema, if it is known: graphql 16 adds nested defaults to the
 * value.
 */
export function defaultOf({
  default: declared,
  defaultValue,
  type,
  astNode,
}: InputElement): ConstValueNode | undefined {
  const literal = declared?.literal ?? astNode?.defaultValue;
  const value = declared ? declared.value : defaultValue;
  return literal ?? (value === undefined ? undefined : toLiteral(value, type));
}

/** Renders a literal. Its fields are sorted, because their order has no meaning. */
export function renderLiteral(node: ValueNode): string {
  return print(sortFields(node));
}

function sortFields(node: ValueNode): ValueNode {
  if (node.kind === Kind.LIST) return { ...node, values: node.values.map(sortFields) };
  if (node.kind === Kind.STRING) return { ...node, block: false };
  if (node.kind !== Kind.OBJECT) return node;
  // graphql-js prints `{  }`.
  if (node.fields.length === 0) return { kind: Kind.ENUM, value: "{}" };
  const fields = node.fields.map((field) => ({ ...field, value: sortFields(field.value) }));
  return { ...node, fields: fields.sort((a, b) => (a.name.value < b.name.value ? -1 : 1)) };
}

function toLiteral(value: unknown, type: GraphQLType | undefined): ConstValueNode {
  const nullable = getNullableType(type);
  if (value === null) return { kind: Kind.NULL };
  if (isListType(nullable) && !Array.isArray(value)) return toLiteral(value, nullable.ofType);
  if (Array.isArray(value)) {
    const item = isListType(nullable) ? nullable.ofType : undefined;
    return { kind: Kind.LIST, values: value.map((itemValue) => toLiteral(itemValue, item)) };
  }
  if (typeof value === "object") {
    const types = isInputObjectType(nullable) ? nullable.getFields() : {};
    const fields = Object.entries(value).map(
      ([name, fieldValue]): ConstObjectFieldNode => ({
        kind: Kind.OBJECT_FIELD,
        name: { kind: Kind.NAME, value: name },
        value: toLiteral(fieldValue, types[name]?.type),
      }),
    );
    return { kind: Kind.OBJECT, fields };
  }
  if (typeof value === "boolean") return { kind: Kind.BOOLEAN, value };
  const text = String(value);
  // `1e21` is an integer, and its text is no literal of one.
  if (typeof value === "number") return { kind: /^-?\d+$/.test(text) ? Kind.INT : Kind.FLOAT, value: text };
  return { kind: isEnumType(nullable) ? Kind.ENUM : Kind.STRING, value: text };
}

/** Whether a value must be given. */
export function isRequiredInput({ type, default: value, defaultValue }: InputElement): boolean {
  return isNonNullType(type) && value === undefined && defaultValue === undefined;
}

const argumentsByName = cacheByObject(
  (args: readonly GraphQLArgument[]) => new Map(args.map((argument) => [argument.name, argument])),
);

/** Description and deprecation of a schema element. */
export interface Described {
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

/**
 * Returns the schema element of a coordinate, such as `Type.field(argument:)`; `undefined` if there is none.
 */
export function resolveCoordinate(schema: GraphQLSchema, coordinate: string): Described | undefined {
  const [, owner = "", member, argument = ""] = /^(@?\w+)(?:\.(\w+))?(?:\((\w+):\))?$/.exec(coordinate) ?? [];
  const find = (inputs: readonly GraphQLArgument[] = []) => argumentsByName(inputs).get(argument);
  if (owner.startsWith("@")) {
    const directive = schema.getDirective(owner.slice(1)) ?? undefined;
    return argument === "" ? directive : find(directive?.args);
  }
  const type = schema.getType(owner);
  if (member === undefined) return type;
  const element = memberOf(schema, type, member);
  return argument === "" ? element : find(element && "args" in element ? element.args : []);
}

function memberOf(schema: GraphQLSchema, type: GraphQLNamedType | undefined, name: string) {
  if (isEnumType(type)) return type.getValue(name) ?? undefined;
  return isInputObjectType(type) ? type.getFields()[name] : fieldOf(schema, type, name);
}

/** Names of the interfaces of a type. */
export function interfacesOf(type: unknown): string[] {
  return isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().map(({ name }) => name) : [];
}

/** Names of the object types of an interface or a union; of other types: none. */
export function possibleTypesOf(schema: GraphQLSchema, type: unknown): string[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
}

/** Whether a fragment on `condition` applies to all objects of a type. */
export function appliesTo(schema: GraphQLSchema, type: GraphQLCompositeType, condition: string): boolean {
  if (condition === type.name) return true;
  const abstract = schema.getType(condition);
  return isAbstractType(abstract) && !isUnionType(type) && schema.isSubType(abstract, type);
}

/** The root type of an operation, or the type of a fragment. */
export function rootOf(
  schema: GraphQLSchema,
  node: ExecutableDefinitionNode,
): GraphQLCompositeType | undefined {
  if (node.kind === Kind.OPERATION_DEFINITION) return schema.getRootType(node.operation) ?? undefined;
  const type = schema.getType(node.typeCondition.name.value);
  return isCompositeType(type) ? type : undefined;
}

export function variablesOf(node: ExecutableDefinitionNode): readonly VariableDefinitionNode[] {
  return node.kind === Kind.OPERATION_DEFINITION ? (node.variableDefinitions ?? []) : [];
}

/** The named type, without lists and non-null markers. */
export function nameOfType(node: TypeNode): string {
  return node.kind === Kind.NAMED_TYPE ? node.name.value : nameOfType(node.type);
}

/** Names of input types and of all types that their fields refer to. */
export function inputTypesOf(schema: GraphQLSchema, names: Iterable<string>): string[] {
  const reached = new Set(names);
  // A set visits what is added to it.
  for (const name of reached) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) reached.add(getNamedType(field.type).name);
  }
  return [...reached];
}
