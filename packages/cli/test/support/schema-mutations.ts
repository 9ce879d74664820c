/** Makes random changes to a schema. */

import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type InterfaceTypeDefinitionNode,
  Kind,
  type NamedTypeNode,
  parse,
  parseConstValue,
  parseType,
  type TypeDefinitionNode,
  type TypeNode,
} from "graphql";
import { createRandom } from "../../../../test/support/fleet.ts";

/** Random choices. The same seed makes the same choices. */
export interface Dice {
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function createDice(seed: number): Dice {
  const next = createRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError("Nothing to pick from");
      return value;
    },
  };
}

type Fields = readonly FieldDefinitionNode[];
type Inputs = readonly InputValueDefinitionNode[];

const OUTPUTS = ["ID", "String", "Int", "Float", "Boolean", "DateTime", "BigInt", "JSON", "Money", "Status", "Order"];
const COMPOSITES = ["Flow", "Step", "User", "Hit", "Node", "Named"];
const INPUTS = [...OUTPUTS, "Filter", "Range", "Key"];
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  Int: ["10", "20", "99"],
  String: ['"all"', '"none"'],
  Boolean: ["true", "false"],
  Order: ["ASC", "DESC"],
  Status: ["ACTIVE", "FAILED"],
};

/** Makes one change in one type. The result can be invalid: check it with `validateSchema`. */
export function mutate(document: DocumentNode, dice: Dice): DocumentNode {
  const index = dice.pick(
    document.definitions.flatMap(({ kind }, position) => (kind === Kind.SCALAR_TYPE_DEFINITION ? [] : [position])),
  );
  const node = document.definitions[index] as TypeDefinitionNode;
  const changed = mutateType(node, dice);
  const definitions = document.definitions.with(index, changed);
  if (node.kind !== Kind.INTERFACE_TYPE_DEFINITION || changed.kind !== node.kind) return { ...document, definitions };
  return { ...document, definitions: definitions.map((other) => followInterface(other, node, changed)) };
}

/** Types that implement an interface change with it, because most other changes make the schema invalid. */
function followInterface(
  node: DefinitionNode,
  old: InterfaceTypeDefinitionNode,
  now: InterfaceTypeDefinitionNode,
): DefinitionNode {
  if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node;
  if (!node.interfaces?.some(({ name }) => name.value === now.name.value)) return node;
  const gone = new Set(old.fields?.filter((field) => !now.fields?.includes(field)).map(({ name }) => name.value));
  const added = now.fields?.filter((field) => !old.fields?.includes(field)) ?? [];
  const names = new Set([...gone, ...added.map(({ name }) => name.value)]);
  const kept = node.fields?.filter(({ name }) => !names.has(name.value)) ?? [];
  return { ...node, fields: [...kept, ...added] };
}

function mutateType(node: TypeDefinitionNode, dice: Dice): TypeDefinitionNode {
  switch (node.kind) {
    case Kind.ENUM_TYPE_DEFINITION: {
      const values = node.values ?? [];
      if (dice.below(2) === 0) return { ...node, values: without(values, dice) };
      const added = parse(`enum E { NEW_${dice.below(3)} }`).definitions[0];
      return added?.kind === Kind.ENUM_TYPE_DEFINITION
        ? { ...node, values: [...values, ...(added.values ?? [])] }
        : node;
    }
    case Kind.UNION_TYPE_DEFINITION: {
      const types = node.types ?? [];
      return dice.below(2) === 0
        ? { ...node, types: without(types, dice) }
        : { ...node, types: [...types, named(dice.pick(["Flow", "Step", "User", "Query"]))] };
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION: {
      if (dice.below(5) === 0) {
        const isOneOf = (node.directives ?? []).length > 0;
        return { ...node, directives: isOneOf ? [] : [ONE_OF] };
      }
      return { ...node, fields: mutateInputs(node.fields ?? [], dice) };
    }
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const interfaces = node.interfaces ?? [];
      if (dice.below(10) === 0 && interfaces.length > 0) return { ...node, interfaces: without(interfaces, dice) };
      if (dice.below(12) === 0) return { ...node, interfaces: [...interfaces, named(dice.pick(["Node", "Named"]))] };
      return { ...node, fields: mutateFields(node.fields ?? [], dice) };
    }
    default:
      return node;
  }
}

function mutateFields(fields: Fields, dice: Dice): Fields {
  const index = dice.below(fields.length);
  const field = fields[index];
  if (!field) return fields;
  const put = (...replacement: FieldDefinitionNode[]): Fields => fields.toSpliced(index, 1, ...replacement);
  switch (dice.below(10)) {
    case 0:
      return put();
    case 1:
      return put({ ...field, name: { kind: Kind.NAME, value: `${field.name.value}2` } });
    case 2:
      return put(field, { ...field, name: { kind: Kind.NAME, value: "added" } });
    case 3: {
      const pool = COMPOSITES.includes(nameOf(field.type)) ? COMPOSITES : OUTPUTS;
      return put({ ...field, type: rename(field.type, dice.pick(pool)) });
    }
    case 4:
    case 5:
      return put({ ...field, arguments: mutateInputs(field.arguments ?? [], dice) });
    default:
      return put({ ...field, type: rewrap(field.type, dice) });
  }
}

function mutateInputs(inputs: Inputs, dice: Dice): Inputs {
  if (inputs.length === 0 || dice.below(5) === 0) return [...inputs, createInput(dice)];
  const index = dice.below(inputs.length);
  const input = inputs[index];
  if (!input) return inputs;
  const { defaultValue, ...bare } = input;
  const put = (...replacement: InputValueDefinitionNode[]): Inputs => inputs.toSpliced(index, 1, ...replacement);
  switch (dice.below(8)) {
    case 0:
      return put();
    case 1:
      return put({ ...bare, type: rename(input.type, dice.pick(INPUTS)) });
    case 2:
    case 3:
      return put(defaultValue && dice.below(2) === 0 ? bare : withDefault(input, dice));
    default:
      return put({ ...input, type: rewrap(input.type, dice) });
  }
}

function createInput(dice: Dice): InputValueDefinitionNode {
  const type = parseType(dice.pick(["Int", "Int!", "String", "Status", "[ID!]", "Filter"]));
  const input: InputValueDefinitionNode = {
    kind: Kind.INPUT_VALUE_DEFINITION,
    name: { kind: Kind.NAME, value: "added" },
    type,
  };
  return dice.below(3) === 0 ? withDefault(input, dice) : input;
}

function withDefault(input: InputValueDefinitionNode, dice: Dice): InputValueDefinitionNode {
  const values = DEFAULTS[nameOf(input.type)];
  return values ? { ...input, defaultValue: parseConstValue(dice.pick(values)) } : input;
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
  if (type.kind === Kind.NAMED_TYPE) return named(name);
  return { ...type, type: rename(type.type, name) } as TypeNode;
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}

function named(name: string): NamedTypeNode {
  return { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } };
}

function without<Value>(values: readonly Value[], dice: Dice): Value[] {
  return values.toSpliced(dice.below(values.length), 1);
}

const ONE_OF: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: { kind: Kind.NAME, value: "oneOf" } };
