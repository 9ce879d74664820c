/** Reads the values of items without their resolvers: stored ones, relations in both directions, and generated ones. */

import { type Field, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
} from "graphql";
import { remember } from "../maps.ts";
import { missing, RULES_FILE, RulesError } from "../rules/rules-error.ts";
import {
  chooseSome,
  generateLeaf,
  generatePart,
  generateParts,
  generateTarget,
  isGeneratedNull,
} from "./generators.ts";
import { type Item, isItem } from "./items.ts";
import { listReferring, sortLike, unclearInverse } from "./relations.ts";
import { initialItems, isColumnWritten } from "./tables.ts";
import type { World } from "./world.ts";

export interface ReadOptions {
  /** Number of lists in the response that contain the object. Lists deep in others are generated short. @default 0 */
  readonly listDepth?: number;
  /** Arguments as text, if they change a generated value. */
  readonly variant?: string;
  /** Whether a missing value is generated, because a test answers the operation. */
  readonly generatesMissing?: boolean;
  /** Whether a deleted row can be the value, because a mutation returns what it deleted. */
  readonly keepsDeleted?: boolean;
}

/**
 * The value of a field: a leaf value, an item, or a list of them. The value of a page is the list of all its items.
 *
 * @throws RulesError if no value decides it.
 */
export function readStored(world: World, item: Item, field: Field, options: ReadOptions = {}): unknown {
  const ownValue = item.values[field.name];
  // The usual case: a stored leaf value.
  if (ownValue !== undefined && typeof ownValue !== "object") return ownValue;
  const { structure } = world;
  if (structure.itemTypeOf(field.type)) return readList(world, item, field, options);
  const type = getNullableType(field.type);
  if (isCompositeType(type)) return readReference(world, item, field, options);
  if (isListType(type) && isCompositeType(getNamedType(type)))
    return readNested(world, item, field, type, options);
  // `customerId` is the ID of `customer`.
  const relation = structure.relationOf(item.type, field.name);
  if (relation) return readReference(world, item, relation, options)?.id ?? null;
  const value = storedValue(world, item, field, options);
  if (value !== undefined) return value;
  if (isCount(field) && !options.generatesMissing) throw missingCount(item.type, field);
  return isGeneratedNull(world, item, field) ? null : generateLeaf(world, item, field, options.variant);
}

/**
 * The value that an item has, or null if its origin decides that it has none: `Item.origin` has the table. `undefined` if the
 * value must be generated.
 *
 * @throws RulesError if the data or a resolver must have the value.
 */
function storedValue(world: World, item: Item, field: Field, options: ReadOptions): unknown {
  const value = item.values[field.name];
  if (value !== undefined || options.generatesMissing) return value;
  if (item.origin === "created") {
    if (!isNonNullType(field.type)) return null;
    throw createdWithout(item, field);
  }
  if (item.origin !== "data") return undefined;
  // A value that other rows have is left out on purpose.
  const hasColumn = item.id !== undefined && isColumnWritten(world, item.type, field.name);
  if (hasColumn && !isNonNullType(field.type)) return null;
  throw unwritten(item, field, hasColumn);
}

/** The row or the part to which a field refers. */
function readReference(world: World, item: Item, field: Field, options: ReadOptions = {}): Item | null {
  const value = storedValue(world, item, field, options);
  if (value === null) return null;
  const type = getNamedType(field.type) as GraphQLCompositeType;
  if (isItem(value)) {
    if (!value.isDeleted || options.keepsDeleted) return value;
    throw dangling(item, field, value);
  }
  if (!world.structure.isEntity(type)) {
    return isGeneratedNull(world, item, field) ? null : generatePart(world, item, field, type);
  }
  const isNullable = !isRequired(world, item.type, field);
  const isFromData = item.origin === "filled" || item.origin === "data";
  if (isNullable && (isFromData || isGeneratedNull(world, item, field))) return null;
  const target = generateTarget(item, field, listCandidates(world, field, type));
  if (target && !target.isDeleted) return target;
  if (isNullable) return null;
  if (options.generatesMissing) return generatePart(world, item, field, type);
  throw new RulesError(`${item.type.name}.${field.name} is ${field.type}, but there is no ${type.name}.`);
}

/** Whether the field, or the one with its ID, cannot be null. */
function isRequired({ structure }: World, type: GraphQLObjectType, field: Field): boolean {
  const aliases = Object.values(type.getFields()).filter(
    (alias) => structure.relationOf(type, alias.name) === field,
  );
  return [field, ...aliases].some((alias) => isNonNullType(alias.type));
}

/** The items of a list or a page. */
function readList(world: World, item: Item, field: Field, options: ReadOptions): readonly (Item | null)[] {
  const { structure } = world;
  const type = structure.itemTypeOf(field.type) as GraphQLCompositeType;
  const value = item.values[field.name];
  const back = backReferenceOf(world, item, field);
  if (back) {
    const items = listReferring(world, type, back, item, (row, backField) =>
      referredItems(world, row, backField),
    );
    // Two lists that refer to each other have no common order.
    return structure.itemTypeOf(back.type) ? items : sortLike(value, items);
  }
  const inverse = item.id === undefined ? undefined : structure.inverseOf(item.type, field);
  if (inverse?.kind === "unclear" && value === undefined) {
    throw unclearInverse(`${item.type.name}.${field.name}`, type.name, inverse.names);
  }
  return readStoredList(world, item, field, options);
}

/** Whether a list is null, and not empty. */
export function isNullList(world: World, item: Item, field: Field, options: ReadOptions): boolean {
  if (isNonNullType(field.type)) return false;
  const value = item.values[field.name];
  if (value !== undefined) return value === null;
  if (item.origin === "created") return false;
  if (item.origin === "data" && !options.generatesMissing) return false;
  // The rows that refer back to a row of the data are its list.
  if (item.origin !== "generated" && backReferenceOf(world, item, field)) return false;
  return isGeneratedNull(world, item, field);
}

/**
 * The field of the listed rows that refers back to the row of a list. The list is read from it, so that both directions agree.
 * `undefined` if the list has items of its own.
 */
function backReferenceOf({ structure }: World, { type, id }: Item, field: Field): Field | undefined {
  // No field refers to a part.
  if (id === undefined) return undefined;
  const inverse = structure.inverseOf(type, field);
  if (inverse?.kind === "one") return inverse.field;
  return inverse?.kind === "many" && !inverse.isStored ? inverse.field : undefined;
}

/** The rows to which a field of a row refers, for the index of the other direction. */
export function referredItems(world: World, row: Item, field: Field): readonly Item[] {
  if (world.structure.itemTypeOf(field.type))
    return readStoredList(world, row, field).filter((entry) => entry !== null);
  const value = row.values[field.name];
  if (isItem(value)) return value.isDeleted ? [] : [value];
  // No list contains the row, although lists contain others: it refers to nothing.
  const hasColumn = row.origin === "data" && isColumnWritten(world, row.type, field.name);
  if (hasColumn || (row.origin === "created" && !isNonNullType(field.type))) return [];
  const target = readReference(world, row, field);
  return target ? [target] : [];
}

/** The items of a list that is stored with the object, or generated. */
function readStoredList(
  world: World,
  item: Item,
  field: Field,
  { listDepth = 0, generatesMissing, keepsDeleted }: ReadOptions = {},
): readonly (Item | null)[] {
  const { structure } = world;
  const value = item.values[field.name];
  if (Array.isArray(value))
    return value.filter((entry) => keepsDeleted || !(isItem(entry) && entry.isDeleted));
  if (value === null || item.origin === "created") return [];
  const isLeftOut =
    item.origin === "data" && item.id !== undefined && isColumnWritten(world, item.type, field.name);
  if (item.origin === "data" && !generatesMissing) {
    if (isLeftOut) return [];
    throw unwritten(item, field, false);
  }
  if (isGeneratedNull(world, item, field)) return [];
  const type = structure.itemTypeOf(field.type) as GraphQLCompositeType;
  if (!structure.isEntity(type)) return generateParts(world, item, field, type, listDepth) as readonly Item[];
  if (item.origin === "filled" || isLeftOut) return [];
  return chooseSome(item, field, initialItems(world, type), listDepth).filter(({ isDeleted }) => !isDeleted);
}

/** The value of a field that is a list of lists. */
function readNested(
  world: World,
  item: Item,
  field: Field,
  { ofType }: GraphQLList<GraphQLOutputType>,
  options: ReadOptions,
): unknown {
  const value = storedValue(world, item, field, options);
  if (value !== undefined) return value;
  if (isGeneratedNull(world, item, field)) return null;
  const isEntity = world.structure.isEntity(getNamedType(ofType));
  return isEntity ? [] : generateParts(world, item, field, ofType, options.listDepth ?? 0);
}

const candidatesByWorld = new WeakMap<World, Map<Field, readonly Item[]>>();

/** The rows to which a generated relation can refer. If the data lists the items that refer to a row, that list is complete. */
function listCandidates(world: World, field: Field, type: GraphQLCompositeType): readonly Item[] {
  const isComplete = (candidate: Item, name: string): boolean => {
    const list = Array.isArray(candidate.values[name]) ? candidate.type.getFields()[name] : undefined;
    return list !== undefined && world.structure.inverseOf(candidate.type, list)?.field === field;
  };
  const byField = remember(candidatesByWorld, world, () => new Map<Field, readonly Item[]>());
  return remember(byField, field, () =>
    initialItems(world, type).filter(
      (candidate) => !Object.keys(candidate.values).some((name) => isComplete(candidate, name)),
    ),
  );
}

/** Whether a field is a number of other objects, which a generated value would contradict. */
export function isCount(field: Pick<Field, "name" | "type">): boolean {
  return (
    String(getNullableType(field.type)) === "Int" &&
    /(?:^|_)count$|^number_of_|^num_/.test(toSnake(field.name))
  );
}

function missingCount({ name }: GraphQLObjectType, field: Field): RulesError {
  return missing(`No value decides the number ${name}.${field.name}. Add to ${name} in ${RULES_FILE}:`, [
    `${field.name}: (row, _, { db }) => db.….list((other) => …).length,`,
  ]);
}

function unwritten({ type, id }: Item, field: Field, hasColumn: boolean): RulesError {
  const { name } = field;
  if (id === undefined) {
    return missing(`This ${type.name} has no "${name}". Add it to the data:`, [`{ …, ${name}: … }`]);
  }
  const who = hasColumn
    ? `${type.name} "${id}" has no "${name}", which is ${field.type}`
    : `No ${type.name} has a "${name}"`;
  return missing(`${who}. Add it to the data, generate it, or compute it in ${RULES_FILE}:`, [
    `data: { ${type.name}: [{ …, ${name}: … }] }`,
    `data: { ${type.name}: fill([…]) }`,
    `${type.name}: { ${name}: (row) => … }`,
  ]);
}

function dangling({ type, id }: Item, field: Field, target: Item): RulesError {
  const what = `${type.name} "${id}": "${field.name}" refers to ${target.type.name} "${target.id}", which is deleted.`;
  return new RulesError(`${what} Delete or change the ${type.name} in the resolver of the mutation.`);
}

function createdWithout({ type, id }: Item, { name, type: fieldType }: Field): RulesError {
  if (id === undefined) {
    const what = `This ${type.name} has no "${name}", which is ${fieldType}.`;
    return new RulesError(`${what} Return it in the resolver in ${RULES_FILE}.`);
  }
  return missing(
    `A mutation created ${type.name} "${id}" without "${name}", which is ${fieldType}. Set it in ${RULES_FILE}:`,
    [`db.${type.name}.create({ ...input, ${name}: … })`],
  );
}
