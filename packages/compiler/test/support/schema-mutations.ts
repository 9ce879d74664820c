/** Makes random changes to a schema. */

import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DirectiveDefinitionNode,
  type DocumentNode,
  type EnumTypeDefinitionNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  isCompositeType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isLeafType,
  isTypeDefinitionNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  type ObjectTypeDefinitionNode,
  OperationTypeNode,
  parseConstValue,
  parseType,
  print,
  type TypeDefinitionNode,
  type TypeNode,
  typeFromAST,
  visit,
} from "graphql";
import { nameOfType, possibleTypesOf } from "../../src/model/graphql.ts";
import { type Dice, writeValue } from "./schema-values.ts";

interface Context {
  readonly schema: GraphQLSchema;
  readonly dice: Dice;
  /** Names of types, by what they can replace. */
  readonly leaves: readonly string[];
  readonly composites: readonly string[];
  readonly inputs: readonly string[];
  readonly inputObjects: readonly string[];
}

/**
 * Changes one element. The result can be invalid: check it with `validateSchema`.
 *
 * @param schema - Schema of the document.
 * @param coordinate - Element to change: `Type`, `Type.field` or `@directive`.
 */
export function mutate(
  document: DocumentNode,
  schema: GraphQLSchema,
  dice: Dice,
  coordinate: string,
): DocumentNode {
  const [owner = "", member] = coordinate.split(".");
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const namesOf = (accept: (type: unknown) => boolean) => types.filter(accept).map(({ name }) => name);
  const context: Context = {
    schema,
    dice,
    leaves: namesOf(isLeafType),
    composites: namesOf(isCompositeType),
    inputs: namesOf(isInputType),
    inputObjects: namesOf(isInputObjectType),
  };
  const name = owner.replace("@", "");
  const isWanted = (node: DefinitionNode): boolean =>
    "name" in node &&
    node.name?.value === name &&
    (node.kind === Kind.DIRECTIVE_DEFINITION) === owner.startsWith("@");
  const index = document.definitions.findIndex(isWanted);
  const node = document.definitions[index];
  if (!node) return document;
  const whole = isTypeDefinitionNode(node) && mutateType(context, document, node, member);
  if (whole) return whole;
  const changed = mutateDefinition(context, node, member);
  const definitions = changed
    ? document.definitions.with(index, changed)
    : document.definitions.toSpliced(index, 1);
  if (node.kind !== Kind.INTERFACE_TYPE_DEFINITION || changed?.kind !== node.kind)
    return { ...document, definitions };
  return { ...document, definitions: definitions.map((other) => followInterface(other, node, changed)) };
}

/**
 * Changes that concern a type as a whole; `undefined` in most cases, because other changes are more common.
 */
function mutateType(
  { schema, dice }: Context,
  document: DocumentNode,
  node: TypeDefinitionNode,
  member: string | undefined,
): DocumentNode | undefined {
  // Root types and input types are rarely chosen.
  const roots = OPERATION_KINDS.map((kind) => schema.getRootType(kind)?.name);
  const isRoot = roots.includes(node.name.value);
  const { value } = node.name;
  if (dice.below(isRoot ? 40 : member === undefined ? 6 : 30) === 0)
    return renameTypes(document, schema, new Map([[value, `${value}2`]]));
  if (!isRoot && dice.below(member === undefined ? 8 : 40) === 0) {
    const others = document.definitions.flatMap((definition) =>
      definition.kind === node.kind &&
      definition !== node &&
      "name" in definition &&
      definition.name &&
      !roots.includes(definition.name.value)
        ? [definition.name.value]
        : [],
    );
    if (others.length === 0) return undefined;
    const other = dice.pick(others);
    // The two exchange their names, or one takes the name of the other, which gets a new one.
    const to = dice.below(2) === 0 ? other : `${value}2`;
    return renameTypes(
      document,
      schema,
      new Map([
        [value, to],
        [other, value],
      ]),
    );
  }
  if (dice.below(12) === 0) return isRoot ? undefined : changeKind(document, dice, node);
  if (dice.below(12) === 0) return replaceDefinition(document, node, announce(node, dice, member));
  return undefined;
}

const OPERATION_KINDS = Object.values(OperationTypeNode);

/** Gives types other names, wherever they are used. */
function renameTypes(
  document: DocumentNode,
  schema: GraphQLSchema,
  names: ReadonlyMap<string, string>,
): DocumentNode {
  const renamed = visit(document, {
    Name: (node, _key, parent) => {
      const isType =
        parent && "kind" in parent && (parent.kind === Kind.NAMED_TYPE || isTypeDefinitionNode(parent));
      const to = isType ? names.get(node.value) : undefined;
      return to === undefined ? undefined : nameNode(to);
    },
  });
  if (document.definitions.some(({ kind }) => kind === Kind.SCHEMA_DEFINITION)) return renamed;
  const operationTypes = OPERATION_KINDS.flatMap((operation) => {
    const root = schema.getRootType(operation)?.name;
    if (root === undefined) return [];
    return [
      { kind: Kind.OPERATION_TYPE_DEFINITION, operation, type: named(names.get(root) ?? root) } as const,
    ];
  });
  return {
    ...renamed,
    definitions: [...renamed.definitions, { kind: Kind.SCHEMA_DEFINITION, operationTypes }],
  };
}

function replaceDefinition(
  document: DocumentNode,
  old: DefinitionNode,
  ...now: DefinitionNode[]
): DocumentNode {
  return {
    ...document,
    definitions: document.definitions.toSpliced(document.definitions.indexOf(old), 1, ...now),
  };
}

/**
 * The same name for another kind of type: an object type becomes an interface, a union becomes one of its
 * types.
 */
function changeKind(document: DocumentNode, dice: Dice, node: TypeDefinitionNode): DocumentNode | undefined {
  const { name } = node;
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION: {
      const interfaces = [...(node.interfaces ?? []), named(name.value)];
      const implementation = { ...node, name: nameNode(`${name.value}Only`), interfaces };
      return replaceDefinition(
        document,
        node,
        { ...node, kind: Kind.INTERFACE_TYPE_DEFINITION },
        implementation,
      );
    }
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const definitions = document.definitions.map((definition) => {
        if (definition === node) return { ...node, kind: Kind.OBJECT_TYPE_DEFINITION } as const;
        if (
          definition.kind !== Kind.OBJECT_TYPE_DEFINITION &&
          definition.kind !== Kind.INTERFACE_TYPE_DEFINITION
        )
          return definition;
        return {
          ...definition,
          interfaces: definition.interfaces?.filter((type) => type.name.value !== name.value) ?? [],
        };
      });
      return { ...document, definitions };
    }
    case Kind.UNION_TYPE_DEFINITION: {
      const chosen = dice.pick(node.types ?? []).name.value;
      const member = document.definitions.find(
        (definition) => isTypeDefinitionNode(definition) && definition.name.value === chosen,
      );
      if (member?.kind !== Kind.OBJECT_TYPE_DEFINITION) return undefined;
      return replaceDefinition(document, node, { ...member, name });
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return replaceDefinition(document, node, { kind: Kind.SCALAR_TYPE_DEFINITION, name });
    case Kind.SCALAR_TYPE_DEFINITION: {
      const field = {
        kind: Kind.INPUT_VALUE_DEFINITION,
        name: nameNode("value"),
        type: named("String"),
      } as const;
      return replaceDefinition(document, node, {
        kind: Kind.INPUT_OBJECT_TYPE_DEFINITION,
        name,
        fields: [field],
      });
    }
    default:
      return undefined;
  }
}

/** A description of a type, or a deprecation of one of its members. Neither changes what callers can do. */
function announce(node: TypeDefinitionNode, dice: Dice, member: string | undefined): TypeDefinitionNode {
  if (!("fields" in node) || dice.below(3) === 0)
    return { ...node, description: { kind: Kind.STRING, value: "Deprecated: use another one." } };
  const fields = node.fields?.map((field) =>
    field.name.value === member ? { ...field, directives: [DEPRECATED] } : field,
  );
  return { ...node, fields } as TypeDefinitionNode;
}

/** Types that implement an interface change with it, because most other changes make the schema invalid. */
function followInterface(
  node: DefinitionNode,
  old: InterfaceTypeDefinitionNode,
  now: InterfaceTypeDefinitionNode,
): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node;
  if (!node.interfaces?.some(({ name }) => name.value === now.name.value)) return node;
  const gone = new Set(
    old.fields?.filter((field) => !now.fields?.includes(field)).map(({ name }) => name.value),
  );
  const added = now.fields?.filter((field) => !old.fields?.includes(field)) ?? [];
  const names = new Set([...gone, ...added.map(({ name }) => name.value)]);
  const kept = node.fields?.filter(({ name }) => !names.has(name.value)) ?? [];
  return { ...node, fields: [...kept, ...added] };
}

/** Returns `undefined` to remove the definition. */
function mutateDefinition(
  context: Context,
  node: DefinitionNode,
  member: string | undefined,
): DefinitionNode | undefined {
  const { dice } = context;
  switch (node.kind) {
    case Kind.SCALAR_TYPE_DEFINITION:
      return {
        kind: Kind.ENUM_TYPE_DEFINITION,
        name: node.name,
        values: [enumValue("NEW_0"), enumValue("NEW_1")],
      };
    case Kind.ENUM_TYPE_DEFINITION: {
      const values = node.values ?? [];
      if (dice.below(8) === 0) return { kind: Kind.SCALAR_TYPE_DEFINITION, name: node.name };
      if (dice.below(2) === 0) return { ...node, values: without(values, dice) };
      return { ...node, values: [...values, enumValue(`NEW_${dice.below(3)}`)] };
    }
    case Kind.UNION_TYPE_DEFINITION: {
      const types = node.types ?? [];
      if (dice.below(2) === 0) return { ...node, types: without(types, dice) };
      return { ...node, types: [...types, named(dice.pick(context.composites))] };
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION: {
      if (dice.below(8) === 0) return { ...node, directives: node.directives?.length ? [] : [ONE_OF] };
      return { ...node, fields: mutateInputs(context, node.fields ?? []) };
    }
    case Kind.DIRECTIVE_DEFINITION:
      return mutateDirective(context, node);
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION:
      return mutateFields(context, node, member);
    default:
      return node;
  }
}

function mutateDirective(
  context: Context,
  node: DirectiveDefinitionNode,
): DirectiveDefinitionNode | undefined {
  const { dice } = context;
  if (dice.below(12) === 0) return undefined;
  if (dice.below(10) === 0) return { ...node, locations: without(node.locations, dice) };
  return { ...node, arguments: mutateInputs(context, node.arguments ?? []) };
}

function mutateFields<Node extends ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>(
  context: Context,
  node: Node,
  member: string | undefined,
): Node {
  const { dice, schema } = context;
  const interfaces = node.interfaces ?? [];
  if (dice.below(12) === 0 && interfaces.length > 0)
    return { ...node, interfaces: without(interfaces, dice) };
  if (dice.below(15) === 0) {
    const others = context.composites.filter((name) => isInterfaceType(schema.getType(name)));
    if (others.length > 0) return { ...node, interfaces: [...interfaces, named(dice.pick(others))] };
  }
  const fields = node.fields ?? [];
  const memberIndex = fields.findIndex(({ name }) => name.value === member);
  const index = memberIndex < 0 ? dice.below(fields.length) : memberIndex;
  const field = fields[index];
  if (!field) return node;
  const put = (...replacement: FieldDefinitionNode[]): Node => ({
    ...node,
    fields: fields.toSpliced(index, 1, ...replacement),
  });
  const inputs = field.arguments ?? [];
  if (inputs.length > 0 ? dice.below(2) === 0 : dice.below(12) === 0) {
    return put({ ...field, arguments: mutateInputs(context, inputs) });
  }
  switch (dice.below(8)) {
    case 0:
      return put();
    case 1:
      return put({ ...field, name: nameNode(`${field.name.value}2`) });
    case 2:
      return put(field, { ...field, name: nameNode("added") });
    case 3: {
      const pool = context.composites.includes(nameOfType(field.type)) ? context.composites : context.leaves;
      return put({ ...field, type: rename(field.type, dice.pick(pool)) });
    }
    case 4: {
      // A type that implements an interface can return a narrower type than the interface.
      const possible = possibleTypesOf(schema, schema.getType(nameOfType(field.type)));
      if (possible.length > 0) return put({ ...field, type: rename(field.type, dice.pick(possible)) });
      const isNonNull = field.type.kind === Kind.NON_NULL_TYPE;
      return put({ ...field, type: isNonNull ? field.type : parseType(`${print(field.type)}!`) });
    }
    default:
      return put({ ...field, type: rewrap(field.type, dice) });
  }
}

type Inputs = readonly InputValueDefinitionNode[];

function mutateInputs(context: Context, inputs: Inputs): Inputs {
  const { dice } = context;
  const index = dice.below(inputs.length);
  const input = inputs[index];
  if (!input || dice.below(6) === 0) return [...inputs, createInput(context)];
  const { defaultValue, ...bare } = input;
  const put = (...replacement: InputValueDefinitionNode[]): Inputs =>
    inputs.toSpliced(index, 1, ...replacement);
  const isObject = isInputObjectType(context.schema.getType(nameOfType(input.type)));
  const retyped = {
    ...bare,
    type: rename(input.type, dice.pick(isObject ? context.inputObjects : context.inputs)),
  };
  switch (dice.below(10)) {
    case 0:
      return put();
    case 1:
      return put(retyped);
    case 2:
      return put({ ...retyped, type: rewrap(retyped.type, dice) });
    case 3:
      return put({ ...input, type: rename(input.type, dice.pick(["Int", "Float", "ID", "String"])) });
    case 4:
    case 5:
    case 6:
      return put(defaultValue && dice.below(2) === 0 ? bare : withDefault(context, input));
    default:
      return put({ ...input, type: rewrap(input.type, dice) });
  }
}

function createInput(context: Context): InputValueDefinitionNode {
  const { dice } = context;
  const type = parseType(dice.pick(["Int", "Int!", "String", "[ID!]", dice.pick(context.inputs)]));
  const input: InputValueDefinitionNode = {
    kind: Kind.INPUT_VALUE_DEFINITION,
    name: nameNode("added"),
    type,
  };
  return dice.below(3) === 0 ? withDefault(context, input) : input;
}

function withDefault({ schema, dice }: Context, input: InputValueDefinitionNode): InputValueDefinitionNode {
  const type = typeFromAST(schema, input.type);
  if (!isInputType(type)) return input;
  return { ...input, defaultValue: parseConstValue(writeValue(type, dice)) };
}

/** Another nullability or another list, at any depth. */
function rewrap(type: TypeNode, dice: Dice): TypeNode {
  const deeper = dice.below(2) === 0;
  if (type.kind === Kind.NON_NULL_TYPE) {
    if (deeper && type.type.kind === Kind.LIST_TYPE) {
      return { ...type, type: { ...type.type, type: rewrap(type.type.type, dice) } };
    }
    return type.type;
  }
  if (type.kind === Kind.LIST_TYPE && deeper) {
    return dice.below(4) === 0 ? type.type : { ...type, type: rewrap(type.type, dice) };
  }
  return dice.below(6) === 0 ? { kind: Kind.LIST_TYPE, type } : { kind: Kind.NON_NULL_TYPE, type };
}

function rename(type: TypeNode, name: string): TypeNode {
  return parseType(print(type).replace(/\w+/, name), { noLocation: true });
}

function nameNode(value: string): NameNode {
  return { kind: Kind.NAME, value };
}

function named(name: string): NamedTypeNode {
  return { kind: Kind.NAMED_TYPE, name: nameNode(name) };
}

function enumValue(name: string): NonNullable<EnumTypeDefinitionNode["values"]>[number] {
  return { kind: Kind.ENUM_VALUE_DEFINITION, name: nameNode(name) };
}

function without<Value>(values: readonly Value[], dice: Dice): Value[] {
  return values.toSpliced(dice.below(values.length), 1);
}

const DEPRECATED: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: nameNode("deprecated") };
const ONE_OF: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: nameNode("oneOf") };
