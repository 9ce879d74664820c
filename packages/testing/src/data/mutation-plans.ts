/** Effects of a mutation, derived from its name, its arguments and its payload. */

import {
  connectionOf,
  type Field,
  idFieldOf,
  isErrorList,
  isErrorType,
  isPayloadType,
  itemTypeOf,
  namesIdOf,
  pluralsOf,
  readMutationName,
  toSnake,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isObjectType,
} from "graphql";
import { remember } from "../maps.ts";

export interface MutationPlan {
  readonly effect: "create" | "update" | "upsert" | "delete" | "copy" | "none";
  /** Type of the objects that are created, changed or deleted. */
  readonly type: GraphQLObjectType;
}

const plans = new WeakMap<Field, MutationPlan | undefined>();

/** Finds what a mutation does. `undefined` if no convention explains it: then it changes nothing. */
export function planMutation(schema: GraphQLSchema, field: Field): MutationPlan | undefined {
  return remember(plans, field, () => createPlan(schema, field));
}

/**
 * For a create and a delete, the name determines the type: the payload of `teamCyclesDelete` contains the team. For an
 * update it is the object of the payload.
 */
function createPlan(schema: GraphQLSchema, field: Field): MutationPlan | undefined {
  const { verb, noun } = readMutationName(field.name);
  const named = nounsOf(schema).get(noun);
  const returned = listReturned(schema, field);
  const suffix = returned.find((type) => noun.endsWith(`_${toSnake(type.name)}`));
  const [first] = returned;
  switch (verb) {
    case "delete":
      return named && { effect: "delete", type: named };
    case "remove":
      return named && takesIdOf(field, named) ? { effect: "delete", type: named } : undefined;
    case "create":
    case "copy":
    case "upsert": {
      const type = named ?? (verb === "create" ? suffix : undefined) ?? first;
      return type && { effect: verb, type };
    }
    case "add":
      return named && returned.includes(named) && !takesIdOf(field, named)
        ? { effect: "create", type: named }
        : undefined;
    default: {
      const type = named && returned.includes(named) ? named : (first ?? findPart(schema, field, noun));
      if (!type) return undefined;
      if (verb === "update" || takesIdOf(field, type)) return { effect: "update", type };
      const isNew = type === named || noun.endsWith(`_${toSnake(type.name)}`);
      return isNew ? { effect: "create", type } : { effect: "none", type };
    }
  }
}

/** The type at the end or the beginning of a name, such as `rename_item`, if its ID is an argument. */
function findPart(schema: GraphQLSchema, field: Field, noun: string): GraphQLObjectType | undefined {
  const words = noun.split("_");
  const parts = words.flatMap((_, index) => [words.slice(index + 1), words.slice(0, -index - 1)]);
  const types = parts.flatMap((part) => nounsOf(schema).get(part.join("_")) ?? []);
  return types.find((type) => takesIdOf(field, type));
}

const nouns = new WeakMap<GraphQLSchema, ReadonlyMap<string, GraphQLObjectType>>();

/** Object types with an ID, by their names in singular and plural. */
function nounsOf(schema: GraphQLSchema): ReadonlyMap<string, GraphQLObjectType> {
  return remember(nouns, schema, () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && idFieldOf(type) !== undefined && !connectionOf(type),
    ) as GraphQLObjectType[];
    const plurals = types.flatMap((type) => pluralsOf(toSnake(type.name)).map((noun) => [noun, type] as const));
    return new Map([...plurals, ...types.map((type) => [toSnake(type.name), type] as const)]);
  });
}

/** Types of the objects that a mutation returns, alone or in a payload. */
function listReturned(schema: GraphQLSchema, field: Field): readonly GraphQLObjectType[] {
  const type = itemTypeOf(field) ?? getNamedType(field.type);
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type).filter((each) => !isErrorType(each)) : [type];
  return possible.flatMap((each) => {
    if (!isObjectType(each)) return [];
    if (idFieldOf(each) && !isPayloadType(each)) return [each];
    return Object.values(each.getFields()).flatMap((inner) => {
      const object = itemTypeOf(inner) ?? getNamedType(inner.type);
      const node = isObjectType(object) ? getNamedType(object.getFields().node?.type) : undefined;
      const entity = isObjectType(object) && /Edge$/.test(object.name) && isObjectType(node) ? node : object;
      const isEntity = isObjectType(entity) && idFieldOf(entity) && entity !== schema.getQueryType();
      return isEntity && !isErrorList(inner) ? [entity] : [];
    });
  });
}

/** Whether an argument, or a field of an input object, is the ID of an object of the type. */
function takesIdOf(field: Field, type: GraphQLObjectType): boolean {
  const inputs = field.args.flatMap((arg) => {
    const input = getNamedType(arg.type);
    return [arg, ...(isInputObjectType(input) ? Object.values(input.getFields()) : [])];
  });
  return inputs.some(({ name }) => namesIdOf(type.name, name) || namesIdOf(type.name, name.replace(/s$/, "")));
}
