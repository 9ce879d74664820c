/** Values of fields: those that resolvers return, and generated ones. */

import {
  type GraphQLCompositeType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import { isRoot } from "../structure/structure.ts";
import type { FieldCall } from "./calls.ts";
import { generateLeaf, generatePart } from "./generate.ts";
import { createItem, type Item, isId, isItem, isItemList } from "./items.ts";
import { renderPage, resolveList } from "./lists.ts";
import { type ObjectData, type Reader, readValue, schemaShape } from "./object-data.ts";
import { pageStateOf } from "./page.ts";
import { createParent, type Parent, parentOf } from "./parents.ts";
import { readStored } from "./read.ts";
import { itemOf } from "./rows.ts";
import { describeLeaf, describeValue, isResponseValue } from "./scalars.ts";
import { listItems } from "./tables.ts";
import type { World } from "./world.ts";
import { toValues } from "./write.ts";

/** Lists in lists, whose entries are objects. */
export function toEntries(value: unknown, lists: number): unknown {
  if (Array.isArray(value)) return value.map((entry) => toEntries(entry, lists + 1));
  return isItem(value) ? parentOf(value, lists) : value;
}

/**
 * What a resolver returned, as the value of the field.
 *
 * @throws RulesError if it does not match the type of the field.
 */
export function toResult(parent: Parent, call: FieldCall, value: unknown): unknown {
  const { session, field } = call;
  const { world } = session;
  if (value === undefined || value === null) {
    if (!isNonNullType(field.type)) return null;
    throw mismatch(call, `returned ${value === null ? "null" : "nothing"}, but the field is ${field.type}.`);
  }
  const type = getNamedType(field.type);
  if (isLeafType(type)) {
    if (isResponseValue(field.type, value)) return value;
    throw mismatch(call, `returned ${describeValue(value)}. Expected ${describeLeaf(type)} (${field.type}).`);
  }
  if (world.structure.pageOf(getNullableType(field.type)) && Array.isArray(value))
    return toPageResult(parent, call, value);
  const adapted = readResult(parent, call, value);
  if (isItemList(adapted)) return renderPage(parent, call, adapted, [0, adapted.length]);
  if (!isItem(adapted)) return toEntries(adapted, parent.lists);
  const isPayload = parent.root === "mutation" && adapted.id === undefined;
  return parentOf(adapted, parent.lists, isPayload ? call.args : undefined);
}

/** A list that `page` returned, as the page of the schema. */
function toPageResult(parent: Parent, call: FieldCall, value: readonly unknown[]): unknown {
  const { world } = call.session;
  const state = pageStateOf(value);
  const name = getNamedType(call.field.type).name;
  if (!state)
    throw mismatch(
      call,
      `returned a list, but the field is a ${name}. Return page(rows, args), or its object.`,
    );
  const items = state.rows.map((row) => {
    const item = itemOf(world, row);
    if (item) return item;
    throw mismatch(call, `returned a page with a value that is not a row. Return the object of the ${name}.`);
  });
  return renderPage(parent, call, items, state.range);
}

/** The items of a value. Rows are rows, other objects are as they were returned. */
function readResult(parent: Parent, call: FieldCall, value: unknown): unknown {
  const { field, session } = call;
  const { world } = session;
  const reader = resultReader(world, call);
  const read = readValue(reader, field.type, schemaShape, value, "the value");
  if (reader.problems.length > 0) {
    throw mismatch(call, `returned a value that is no ${field.type}: ${reader.problems.join(" ")}`);
  }
  const owner = { type: parent.type, path: parent.path, origin: "created" as const };
  const finder = {
    keepsPages: true,
    row(data: ObjectData, path: string): Item {
      const item = { type: data.type, path: `${parent.path}.${path}`, origin: "created" as const };
      const values = toValues(world.structure, finder, item, data.fields, path);
      return createItem({ ...item, id: isId(data.id) ? data.id : undefined, values });
    },
    reference: () => null,
  };
  return toValues(world.structure, finder, owner, { [field.name]: read }, "the value")[field.name];
}

function resultReader(world: World, call: FieldCall): Reader {
  return {
    structure: world.structure,
    problems: [],
    refer(type: GraphQLCompositeType, value: unknown) {
      const item = itemOf(world, value);
      if (!item || world.structure.possibleTypes(type).includes(item.type)) return item;
      throw mismatch(call, `returned a ${item.type.name}. Expected ${type.name}.`);
    },
  };
}

function mismatch({ owner, field }: FieldCall, problem: string): RulesError {
  return new RulesError(`The resolver of ${owner.name}.${field.name} in ${RULES_FILE} ${problem}`);
}

/** A generated value of a field. */
export function generateResult(parent: Parent, call: FieldCall): unknown {
  const { session, field, args } = call;
  const { world } = session;
  const { structure } = world;
  const item = parent.item ?? createItem({ type: parent.type, path: parent.path, values: {} });
  const itemType = structure.itemTypeOf(field.type);
  const options = { lists: parent.lists, generatesMissing: true };
  if (itemType) {
    const isAll = structure.isEntity(itemType) && !parent.item;
    const items = isAll ? listItems(world, itemType) : readStored(world, item, field, options);
    return resolveList(parent, { ...call, generatesMissing: true }, items as readonly (Item | null)[]);
  }
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) {
    const variant = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
    return item.values[field.name] ?? generateLeaf(world, item, field, variant);
  }
  if (parent.item || isListType(getNullableType(field.type))) {
    return toEntries(readStored(world, item, field, options), parent.lists);
  }
  const isRootField = isRoot(structure.schema, parent.type);
  const [first] = isRootField && structure.isEntity(type) ? listItems(world, type) : [];
  if (first) return parentOf(first, parent.lists);
  const part = generatePart(world, item, field, type);
  return createParent({
    type: part.type,
    path: part.path,
    lists: parent.lists,
    item: part,
    generatesMissing: true,
  });
}
