/**
 * Reads the values of items, without the resolvers of rules:
 *
 * - An own value is in `Item.values`.
 * - A list whose rows refer back is read from these rows, even if it has an own value. For example,
 *   `Customer.tickets` is read from `Ticket.customer` of all tickets.
 * - `Item.origin` decides any other value: null, generated, or an error.
 */

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
import type { Structure } from "../structure/structure.ts";
import {
  chooseSome,
  chooseTarget,
  generateLeaf,
  generatePart,
  generateParts,
  isGeneratedNull,
} from "./generators.ts";
import { type Item, isItem, isItemList } from "./items.ts";
import { listReferring, sortLike, unclearInverse } from "./relations.ts";
import { initialItems, initialValuesOf, isSetInAnyRow } from "./tables.ts";
import type { World } from "./world.ts";

export interface ReadOptions {
  /**
   * Number of lists in the response that contain the item. Deeply nested lists are generated short.
   *
   * @default 0
   */
  readonly listDepth?: number;
  /** Arguments as text, if they change a generated value. */
  readonly variant?: string;
  /**
   * Whether a missing value is generated instead of null or an error, because a test answers the operation.
   */
  readonly generatesMissing?: boolean | undefined;
  /** Whether a deleted row can be the value, because a mutation can return what it deleted. */
  readonly keepsDeleted?: boolean;
}

/**
 * The value of a field: a leaf value, an item, or a list of these. The value of a page is the list of all its
 * items.
 *
 * @throws RulesError if `Item.origin` makes a missing value an error.
 */
export function readValue(world: World, item: Item, field: Field, options: ReadOptions = {}): unknown {
  const ownValue = item.values[field.name];
  // The usual case: an own leaf value. `customerId` has one only if it is the key of the row, or if the token
  // sets it (`userOf`). Data of `customerId` sets `customer` instead.
  if (ownValue !== undefined && typeof ownValue !== "object") return ownValue;
  const isListOrPage = world.structure.listedTypeOf(field.type) !== undefined;
  if (isListOrPage) return readList(world, item, field, options);
  const type = getNullableType(field.type);
  if (isCompositeType(type)) return readReference(world, item, field, options);
  if (isListType(type) && isCompositeType(getNamedType(type))) {
    return readListOfLists(world, item, field, type, options);
  }
  return readLeaf(world, item, field, options);
}

/** A leaf value, or a list of leaf values. */
function readLeaf(world: World, item: Item, field: Field, options: ReadOptions): unknown {
  // Without an own value, `customerId` is the ID of `customer`.
  const relation = world.structure.relationOf(item.type, field.name);
  if (relation) return readRelationId(world, item, field, relation, options);
  const value = readOwnValue(world, item, field, options);
  if (value !== undefined) return value;
  if (isCount(field) && !options.generatesMissing) throw missingCount(item.type, field);
  return isGeneratedNull(world, item, field) ? null : generateLeaf(world, item, field, options.variant);
}

/**
 * The ID of the row to which a relation refers.
 *
 * @throws RulesError if the relation is null, and the ID cannot be null.
 */
function readRelationId(
  world: World,
  item: Item,
  field: Field,
  relation: Field,
  options: ReadOptions,
): string | number | null {
  const target = readReference(world, item, relation, options);
  const replacesRow = target !== null && target.id === undefined && options.generatesMissing;
  if (replacesRow) return readGeneratedKey(world, target, options);
  const id = target?.id ?? null;
  if (id !== null || !isNonNullType(field.type)) return id;
  throw item.origin === "created" ? createdWithout(item, field) : missingInRow(item, field);
}

/** The generated key, such as `sys.id`, of a part that replaces a row. See `Item.origin`. */
function readGeneratedKey(world: World, part: Item, options: ReadOptions): string | number {
  const path = world.structure.keyOf(part.type) ?? [];
  const key = path.reduce((owner: unknown, name) => {
    const { type } = owner as Item;
    return readValue(world, owner as Item, type.getFields()[name] as Field, options);
  }, part);
  return key as string | number;
}

/**
 * The own value of a field, or null if the value was left out on purpose. `undefined` if it must be
 * generated.
 *
 * @throws RulesError if a value that was left out cannot be null.
 * @throws RulesError if a value is missing in the option `data`, but was not left out on purpose.
 */
function readOwnValue(world: World, item: Item, field: Field, options: ReadOptions): unknown {
  const value = item.values[field.name];
  if (value !== undefined || options.generatesMissing) return value;
  if (item.origin === "generated" || item.origin === "filled") return undefined;
  const isLeftOut = isLeftOutOf(world, item, field);
  if (isLeftOut && !isNonNullType(field.type)) return null;
  if (item.origin === "created") throw createdWithout(item, field);
  throw isLeftOut ? missingInRow(item, field) : missingInAllRows(item, field);
}

/**
 * Whether a missing value was left out on purpose: in any `created` item, and in a row of the option `data`
 * if another row has a value for the field. A mutation can have set that value.
 */
function isLeftOutOf(world: World, item: Item, field: Field): boolean {
  if (item.origin === "created") return true;
  const isRowOfData = item.origin === "data" && item.id !== undefined;
  return isRowOfData && isSetInAnyRow(world, item.type, field.name);
}

/**
 * The row to which a field refers, or the part that the field contains.
 *
 * @throws RulesError if the row is deleted, unless `keepsDeleted` is set.
 */
function readReference(world: World, item: Item, field: Field, options: ReadOptions): Item | null {
  const target = findTarget(world, item, field, options);
  if (!target?.isDeleted || options.keepsDeleted) return target;
  throw dangling(item, field, target);
}

/** The same as `readReference`, without the check for a deleted row. */
function findTarget(world: World, item: Item, field: Field, options: ReadOptions = {}): Item | null {
  const value = readOwnValue(world, item, field, options);
  if (value === null) return null;
  if (isItem(value)) return value;
  const type = getNamedType(field.type) as GraphQLCompositeType;
  if (world.structure.isEntity(type)) return chooseReference(world, item, field, type, options);
  return isGeneratedNull(world, item, field) ? null : generatePart(world, item, field, type);
}

/**
 * The target of a relation without an own value: one of the initial rows, or null (see `Item.origin`). If the
 * relation cannot be null, the target can also be a part, or a row that was deleted.
 */
function chooseReference(
  world: World,
  item: Item,
  field: Field,
  type: GraphQLCompositeType,
  options: ReadOptions,
): Item | null {
  const isNullable = !isRequired(world, item.type, field);
  // Not only `filled`: if a test answers, `data` and `created` items get here, too.
  const prefersNull = item.origin !== "generated" || isGeneratedNull(world, item, field);
  if (isNullable && prefersNull) return null;
  const row = chooseTarget(item, field, listCandidates(world, field, type));
  if (row && !row.isDeleted) return row;
  if (isNullable) return null;
  // The answer of a test needs an object.
  if (options.generatesMissing) return generatePart(world, item, field, type);
  // For a deleted row, `readReference` throws an error. `referredItems` leaves the row out.
  if (row) return row;
  throw new RulesError(`${item.type.name}.${field.name} is ${field.type}, but there is no ${type.name}.`);
}

/** Whether a relation cannot be null. If `customerId` cannot, `customer` cannot either. */
function isRequired({ structure }: World, type: GraphQLObjectType, relation: Field): boolean {
  const idFields = Object.values(type.getFields()).filter(
    (field) => structure.relationOf(type, field.name) === relation,
  );
  return [relation, ...idFields].some((field) => isNonNullType(field.type));
}

/** The items of a list or a page. */
function readList(world: World, item: Item, field: Field, options: ReadOptions): readonly (Item | null)[] {
  const back = backReferenceOf(world, item, field);
  if (back) return readReferringRows(world, item, field, back, options);
  const { structure } = world;
  const inverse = item.id === undefined ? undefined : structure.inverseOf(item.type, field);
  const isUnset = item.values[field.name] === undefined;
  if (inverse?.kind === "unclear" && isUnset && !options.generatesMissing) {
    const type = structure.listedTypeOf(field.type) as GraphQLCompositeType;
    throw unclearInverse(`${item.type.name}.${field.name}`, type.name, inverse.names);
  }
  return readOwnOrGeneratedList(world, item, field, options);
}

/**
 * The rows whose field `back` refers to the item. `Customer.tickets`, which is read from the relation
 * `Ticket.customer`, has the order of its own value. `Ticket.tags`, which is read from the list
 * `Tag.tickets`, has the order of the table, even if it has an own value.
 */
function readReferringRows(
  world: World,
  item: Item,
  field: Field,
  back: Field,
  { generatesMissing }: ReadOptions,
): readonly Item[] {
  const { structure } = world;
  const type = structure.listedTypeOf(field.type) as GraphQLCompositeType;
  const rows = listReferring(world, type, back, item, (row) =>
    referredItems(world, row, back.name, { generatesMissing }),
  );
  const isBackList = structure.listedTypeOf(back.type) !== undefined;
  return isBackList ? rows : sortLike(item.values[field.name], rows);
}

/**
 * Whether a list or page is null in the response. `readValue` returns a list even then, so that resolvers
 * need no check for null.
 */
export function isNullList(world: World, item: Item, field: Field, options: ReadOptions): boolean {
  if (isNonNullType(field.type)) return false;
  const value = item.values[field.name];
  if (value !== undefined) return value === null;
  if (item.origin === "created") return false;
  if (item.origin === "data" && !options.generatesMissing) return false;
  // Among the lists that are read from other rows, only those of a `generated` row can be null.
  if (item.origin !== "generated" && backReferenceOf(world, item, field)) return false;
  return isGeneratedNull(world, item, field);
}

/**
 * The field of the listed rows from which a list is read, so that both directions agree. `undefined` if the
 * list is not read from other rows:
 *
 * | list | field |
 * |---|---|
 * | `Customer.tickets` | the relation `Ticket.customer` |
 * | `Ticket.tags` | the list `Tag.tickets`, which is the first of both by coordinate (`Inverse`) |
 * | `Tag.tickets` | `undefined` |
 */
function backReferenceOf({ structure }: World, { type, id }: Item, field: Field): Field | undefined {
  // No field refers back to a part.
  if (id === undefined) return undefined;
  const inverse = structure.inverseOf(type, field);
  if (inverse?.kind === "one") return inverse.field;
  return inverse?.kind === "many" && inverse.isReadFromInverse ? inverse.field : undefined;
}

/**
 * The rows to which a field refers, for lists of the other direction. If the value was left out, there are
 * none, even if the field cannot be null.
 */
export function referredItems(
  world: World,
  row: Item,
  fieldName: string,
  options: Pick<ReadOptions, "generatesMissing"> = {},
): readonly Item[] {
  const field = row.type.getFields()[fieldName] as Field;
  if (world.structure.listedTypeOf(field.type)) {
    return readOwnOrGeneratedList(world, row, field, options).filter((entry) => entry !== null);
  }
  const value = row.values[field.name];
  if (isItem(value)) return value.isDeleted ? [] : [value];
  if (isLeftOutOf(world, row, field)) return [];
  const target = findTarget(world, row, field, options);
  return target && !target.isDeleted ? [target] : [];
}

/** The own or generated items of a list that is not read from other rows. */
function readOwnOrGeneratedList(
  world: World,
  item: Item,
  field: Field,
  { listDepth = 0, generatesMissing, keepsDeleted }: ReadOptions = {},
): readonly (Item | null)[] {
  const { structure } = world;
  const ownValue = item.values[field.name];
  const value = isItem(ownValue) ? listPageItems(structure, ownValue) : ownValue;
  if (Array.isArray(value)) return keepsDeleted ? value : (withoutDeleted(value) as readonly (Item | null)[]);
  if (value === null || item.origin === "created") return [];
  const isLeftOut = isLeftOutOf(world, item, field);
  if (item.origin === "data" && !generatesMissing) {
    if (isLeftOut) return [];
    throw missingInAllRows(item, field);
  }
  if (isGeneratedNull(world, item, field)) return [];
  const type = structure.listedTypeOf(field.type) as GraphQLCompositeType;
  if (!structure.isEntity(type)) return generateParts(world, item, field, type, listDepth) as readonly Item[];
  // A list that was left out gets here only if a test answers.
  if (item.origin === "filled" || isLeftOut) return [];
  return chooseSome(item, field, initialItems(world, type), listDepth).filter(({ isDeleted }) => !isDeleted);
}

/** The items of a page that a resolver returned as an object. */
function listPageItems(structure: Structure, { type, values }: Item): readonly (Item | null)[] {
  const { nodes } = structure.pageOf(type) ?? {};
  const list = nodes && values[nodes.name];
  if (isItemList(list)) return list;
  const edges = isItemList(values.edges) ? values.edges : [];
  return edges.map((edge) => (isItem(edge?.values.node) ? edge.values.node : null));
}

/** The value of a field that is a list of lists. */
function readListOfLists(
  world: World,
  item: Item,
  field: Field,
  { ofType }: GraphQLList<GraphQLOutputType>,
  options: ReadOptions,
): unknown {
  const value = readOwnValue(world, item, field, options);
  if (value !== undefined) return options.keepsDeleted ? value : withoutDeleted(value);
  if (isGeneratedNull(world, item, field)) return null;
  const isEntity = world.structure.isEntity(getNamedType(ofType));
  return isEntity ? [] : generateParts(world, item, field, ofType, options.listDepth ?? 0);
}

/** A list without deleted rows, even in lists of lists. Other values are unchanged. */
function withoutDeleted(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.filter((entry) => !(isItem(entry) && entry.isDeleted));
  return entries.map(withoutDeleted);
}

const candidatesByWorld = new WeakMap<World, Map<Field, readonly Item[]>>();

/**
 * The initial rows to which a generated relation can refer. A row with an initial list is not among them:
 * `data: { Customer: [{ id: 1, tickets: ["T-1"] }] }` sets the customer of ticket `T-1` (`insert-data.ts`).
 * The generated customer of another ticket must not extend this list.
 *
 * Mutations do not change the result, so that it is cached.
 */
function listCandidates(world: World, relation: Field, type: GraphQLCompositeType): readonly Item[] {
  const byRelation = remember(candidatesByWorld, world, () => new Map<Field, readonly Item[]>());
  return remember(byRelation, relation, () =>
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

/** Whether a field counts other objects. A generated count would contradict their number. */
export function isCount(field: Pick<Field, "name" | "type">): boolean {
  return (
    String(getNullableType(field.type)) === "Int" &&
    /(?:^|_)count$|^number_of_|^num_/.test(toSnake(field.name))
  );
}

function missingCount({ name }: GraphQLObjectType, field: Field): RulesError {
  return missing(`${name}.${field.name} is a count without a value. Add to ${name} in ${RULES_FILE}:`, [
    `${field.name}: (row, _, { db }) => db.….list((other) => …).length,`,
  ]);
}

/** The row has no value, and the value cannot be null. */
function missingInRow({ type, id }: Item, field: Field): RulesError {
  if (id === undefined) return missingInPart(type, field);
  return missingInData(`${type.name} "${id}" has no "${field.name}", which is ${field.type}`, type, field);
}

function missingInAllRows({ type, id }: Item, field: Field): RulesError {
  if (id === undefined) return missingInPart(type, field);
  return missingInData(`No ${type.name} has a "${field.name}"`, type, field);
}

function missingInPart(type: GraphQLObjectType, { name }: Field): RulesError {
  return missing(`This ${type.name} has no "${name}". Add it to the data:`, [`{ …, ${name}: … }`]);
}

function missingInData(problem: string, type: GraphQLObjectType, { name }: Field): RulesError {
  return missing(`${problem}. Add it to the data, generate it, or compute it in ${RULES_FILE}:`, [
    `data: { ${type.name}: [{ …, ${name}: … }] }`,
    `data: { ${type.name}: fill([…]) }`,
    `${type.name}: { ${name}: (row) => … }`,
  ]);
}

function dangling({ type, id }: Item, field: Field, target: Item): RulesError {
  const who = id === undefined ? `This ${type.name}` : `${type.name} "${id}"`;
  const what = `${who}: "${field.name}" refers to ${target.type.name} "${target.id}", which is deleted.`;
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
