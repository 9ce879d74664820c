/** Reads relations to one row, such as `Ticket.customer`, and value objects, such as `Customer.address`. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLCompositeType, type GraphQLObjectType, getNamedType, isNonNullType } from "graphql";
import { MissingRuleError, RulesError } from "../rules/rules-error.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { chooseTarget, generateValueObject, isGeneratedNull } from "./generators.ts";
import { type Item, isItem, ownValueOf } from "./items.ts";
import { nullOrThrow, type Replacement, replacementOf } from "./missing-values.ts";
import { initialItems, initialValuesOf } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * The row to which a field refers, or the value object that the field contains.
 *
 * @throws RulesError if the row is deleted, unless `keepsDeleted` is set.
 */
export function readReference(world: World, item: Item, field: Field, keepsDeleted: boolean): Item | null {
  const target = findTarget(world, item, field);
  if (!target?.isDeleted || keepsDeleted) return target;
  throw deletedTarget(item, field, target);
}

/** The same as `readReference`, but the row can be deleted. */
export function findTarget(world: World, item: Item, field: Field): Item | null {
  const ownValue = ownValueOf(item, field);
  if (ownValue === null) return null;
  if (isItem(ownValue)) return ownValue;
  const replacement = replacementOf(world, item, field);
  if (replacement === "empty") return nullOrThrow(item, field);
  const type = getNamedType(field.type) as GraphQLCompositeType;
  if (world.structure.isEntity(type)) return chooseRow(world, item, field, replacement);
  return isGeneratedNull(world, item, field) ? null : generateValueObject(world, item, field, type);
}

/** One of the initial rows, or null. */
function chooseRow(world: World, item: Item, field: Field, replacement: Replacement): Item | null {
  const isNullable = !isRequired(world, item.type, field);
  const prefersNull = replacement === "filled" || isGeneratedNull(world, item, field);
  if (isNullable && prefersNull) return null;
  const row = chooseTarget(item, field, listCandidates(world, field));
  if (row && !row.isDeleted) return row;
  if (isNullable) return null;
  // A deleted row, which `readReference` reports.
  if (row) return row;
  throw noCandidate(world, item, field);
}

/** Whether a relation cannot be null. If `customerId` cannot, `customer` cannot either. */
export function isRequired({ structure }: World, type: GraphQLObjectType, relation: Field): boolean {
  const idFields = Object.values(type.getFields()).filter(
    (field) => structure.relationOf(type, field.name) === relation,
  );
  return [relation, ...idFields].some((field) => isNonNullType(field.type));
}

const candidatesByWorld = new WeakMap<World, Map<Field, readonly Item[]>>();

/**
 * The candidates of a relation: the initial rows, except rows with an initial list of the other direction.
 * For example, `data: { Customer: [{ id: 1, tickets: ["T-1"] }] }` sets all tickets of customer 1. Customer 1
 * is no candidate for another ticket, because the list would then contain this ticket, too.
 *
 * Mutations do not change the candidates, so that they are cached.
 */
function listCandidates(world: World, relation: Field): readonly Item[] {
  const type = getNamedType(relation.type) as GraphQLCompositeType;
  const byRelation = getOrInsertComputed(candidatesByWorld, world, () => new Map<Field, readonly Item[]>());
  return getOrInsertComputed(byRelation, relation, () =>
    initialItems(world, type).filter((row) => !hasInitialList(world, row, relation)),
  );
}

/** Whether the row has an initial value for the list that is the other direction of the relation. */
function hasInitialList(world: World, row: Item, relation: Field): boolean {
  const { type } = row;
  const values = initialValuesOf(world, row);
  const lists = Object.values(type.getFields()).filter(({ name }) => Array.isArray(values[name]));
  return lists.some((list) => world.structure.inverseOf(type, list)?.field === relation);
}

function noCandidate(world: World, item: Item, field: Field): RulesError {
  const type = getNamedType(field.type) as GraphQLCompositeType;
  const what = `${item.type.name}.${field.name} is ${field.type}, but ${describeReason()}.`;
  return new MissingRuleError(`${what} Add a ${type.name} to the data, or set "${field.name}".`);

  function describeReason(): string {
    const rows = initialItems(world, type);
    if (rows.length === 0) return `there is no ${type.name}`;
    const isOpen = listCandidates(world, field).length > 0;
    return isOpen
      ? `there is no other ${type.name}`
      : `the data sets the other direction for each ${type.name}`;
  }
}

function deletedTarget({ type, id }: Item, field: Field, target: Item): RulesError {
  const who = id === undefined ? `This ${type.name}` : `${type.name} "${id}"`;
  const what = `${who}: "${field.name}" refers to ${target.type.name} "${target.id}", which is deleted.`;
  return new RulesError(`${what} Delete or change the ${type.name} in the resolver of the mutation.`);
}
