/** The values that operations send to a mutation, and the fields of the row that they set. */

import { type Field, idFieldOf, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type ValueNode,
} from "graphql";
import type { Element, FieldsOf } from "./filters.ts";
import { hasPattern, isSameValue, relationOf, type Verb, WRAPPER } from "./names.ts";
import { itemTypeOf } from "./structure.ts";
import { type FieldUse, type SentArgument, sentMembers } from "./uses.ts";

export interface MutationContext {
  readonly schema: GraphQLSchema;
  readonly nouns: ReadonlyMap<string, GraphQLObjectType>;
  readonly fieldsOf: FieldsOf;
  /** Whether an operation reads a field. */
  readonly isRead: (field: Field) => boolean;
  /** Adds the lines of the members of a filter of rows. */
  readonly addFilter: (input: GraphQLInputObjectType, type: GraphQLObjectType, values: readonly ValueNode[]) => void;
}

/** A mutation whose verb is certain. */
export interface Plan extends MutationContext {
  readonly verb: Verb;
  readonly noun: string;
  readonly use: FieldUse;
  readonly selected: ReadonlySet<string>;
  readonly given: readonly Given[];
}

/** A value that operations send: an argument, or a member of an input object. */
export interface Given extends Element {
  /** Names of the input objects around it. */
  readonly around: readonly string[];
  readonly isRequired: boolean;
  /** Whether an operation certainly sends it, as a literal or in a literal object. */
  readonly isSent: boolean;
  readonly values: readonly ValueNode[];
}

/** Why no resolver is proposed. */
export class Unclear extends Error {}

/** The arguments, and the members of the input objects that wrap the fields of a row. */
export function listGiven(args: readonly SentArgument[], noun: string): Given[] {
  const isWrapper = (name: string) => hasPattern(WRAPPER, name) || toSnake(name) === noun;
  return args.flatMap(({ arg, values }) => toGiven(arg, values, [], isNonNullType(arg.type), true, isWrapper));
}

function toGiven(
  element: Element,
  values: readonly ValueNode[],
  around: readonly string[],
  isRequired: boolean,
  isSent: boolean,
  isWrapper: (name: string) => boolean,
): Given[] {
  const input = getNamedType(element.type);
  if (!isInputObjectType(input) || !isWrapper(element.name) || around.length > 2)
    return [{ ...element, around, isRequired, isSent, values }];
  const sent = sentMembers(values);
  const path = [...around, isListType(getNullableType(element.type)) ? `${element.name}[]` : element.name];
  const members = Object.values(input.getFields()).flatMap((member) => {
    const given = sent === "all" ? values : sent.get(member.name);
    if (!given) return [];
    return toGiven(member, given, path, isRequiredInputField(member), sent !== "all", isWrapper);
  });
  return members;
}

/** Whether a value is the ID of an object of the type, or several of them. */
export function isIdOf(type: GraphQLNamedType, { name, type: given }: Element): boolean {
  const key = idFieldOf(type);
  const leaf = getNamedType(given);
  if (!key || !isLeafType(leaf)) return false;
  return isSameValue(getNamedType(key.type), given) || (leaf.name === "String" && /(?:I[dD]|_id)s?$|^ids?$/.test(name));
}

/** The given value that is the ID of a row, or the list of them. */
export function findKey({ given }: Plan, type: GraphQLObjectType): Given | undefined {
  const key = idFieldOf(type)?.name ?? "id";
  const stem = toSnake(type.name);
  const names = new Set([key, `${key}s`, "id", "ids", `${stem}_id`, `${stem}_ids`].map(toSnake));
  return given.find((each) => names.has(toSnake(each.name)) && isIdOf(type, each));
}

/** What a mutation sets. */
export interface Assignment {
  readonly key?: Given | undefined;
  /** Members that are passed on with their names. */
  readonly passed: readonly Given[];
  /** Relations by the members that contain their IDs. */
  readonly relations: readonly (readonly [field: string, given: Given])[];
  /** Names of the fields that get a value. */
  readonly assigned: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/** Finds the field of each given value. @throws Unclear if one has none. */
export function assign(plan: Plan, type: GraphQLObjectType, key: Given | undefined): Assignment {
  const fields = type.getFields();
  const passed: Given[] = [];
  const relations: (readonly [string, Given])[] = [];
  const unknown: Given[] = [];
  for (const given of plan.given) {
    if (given === key || given.name === "clientMutationId") continue;
    const field = fields[given.name];
    const relation = field ? undefined : relationOf(fields, given.name);
    if (field && isValueOf(plan, field, given)) {
      passed.push(given);
    } else if (field)
      throw new Unclear(`${given.name} is ${given.type}, the field ${type.name}.${field.name} is ${field.type}`);
    else if (
      relation &&
      isIdOf(itemTypeOf(relation) ?? getNamedType(relation.type), given) &&
      isListOf(relation, given)
    )
      relations.push([relation.name, given]);
    else if (given.isRequired || given.isSent)
      throw new Unclear(`${type.name} has no field for ${given.name}: ${given.type}`);
    else {
      passed.push(given);
      unknown.push(given);
    }
  }
  const notes = unknown.length > 0 ? [`no field, so an error if they are sent: ${listNames(unknown)}`] : [];
  const assigned = new Set([...passed.map(({ name }) => name), ...relations.map(([name]) => name)]);
  return { key, passed, relations, assigned, notes };
}

const isListOf = (field: Field, { type }: Element): boolean =>
  (itemTypeOf(field) !== undefined) === isListType(getNullableType(type));

/** Whether a value can be stored in a field as it is. */
function isValueOf({ fieldsOf }: Plan, field: Field, { type }: Element): boolean {
  const leaf = getNamedType(field.type);
  const input = getNamedType(type);
  if (!isListOf(field, { name: field.name, type })) return false;
  if (isLeafType(leaf)) return leaf === input || (!isEnumType(leaf) && isLeafType(input) && isSameValue(leaf, type));
  const related = itemTypeOf(field) ?? leaf;
  // An ID of an object, or a value object with the same members.
  if (isLeafType(input)) return input.name !== "String" && isIdOf(related, { name: field.name, type });
  if (idFieldOf(related) || !isInputObjectType(input)) return false;
  const inner = fieldsOf(related);
  return Object.values(input.getFields()).every((member) => {
    const same = inner[member.name];
    return (
      same !== undefined && isLeafType(getNamedType(same.type)) && isSameValue(getNamedType(same.type), member.type)
    );
  });
}

export const listNames = (given: readonly Given[]): string => given.map(({ name }) => name).join(", ");
