/** Values of fields: those that resolvers return, and generated ones. */

import { type GraphQLCompositeType, getNamedType, getNullableType, isLeafType, isNonNullType } from "graphql";
import { mapMaybePromise } from "../rules/resolvers.ts";
import type { Resolver } from "../rules/rule-types.ts";
import { RULES_FILE, RulesError } from "../rules/rules-error.ts";
import { describeLeaf, describeValue, isResponseValue } from "../values/leaf-values.ts";
import { createItem, type Item, isId, isItem } from "../world/items.ts";
import { createParser, parseData, schemaShape } from "../world/object-data.ts";
import { itemOf } from "../world/rows.ts";
import { toValue, toValues, type ValueConverter } from "../world/write-rows.ts";
import { callResolver, type FieldCall, pathOf } from "./calls.ts";
import { pageStateOf } from "./page.ts";
import { renderItems } from "./resolve-list.ts";
import { toResolvedObject } from "./resolved-objects.ts";

/** Items as resolved objects, in lists too. Other values are unchanged. */
export function toResolvedObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toResolvedObjects);
  return isItem(value) ? toResolvedObject(value) : value;
}

/** Calls the resolver of a field. Returns the value of the field, or its promise. */
export function callForResult(call: FieldCall, resolver: Resolver): unknown {
  return mapMaybePromise(callResolver(resolver, call), (value) => toResult(call, value));
}

/**
 * Converts the value that a resolver returned to the value of the field.
 *
 * @throws RulesError if it does not match the type of the field.
 */
export function toResult(call: FieldCall, value: unknown): unknown {
  const { session, parent, field } = call;
  if (value === undefined || value === null) {
    if (!isNonNullType(field.type)) return null;
    throw mismatch(call, `returned ${value === null ? "null" : "nothing"}, but the field is ${field.type}.`);
  }
  const type = getNamedType(field.type);
  if (isLeafType(type)) {
    if (isResponseValue(field.type, value)) return value;
    throw mismatch(call, `returned ${describeValue(value)}. Expected ${describeLeaf(type)} (${field.type}).`);
  }
  // A list for a page has the range that `page` selected. An object is the page itself.
  const isPage = session.world.structure.pageOf(getNullableType(field.type)) !== undefined;
  if (isPage && Array.isArray(value)) return toPageResult(call, value);
  const result = readResult(call, value);
  const isPayload = parent.rootKind === "mutation" && isItem(result) && result.id === undefined;
  return isPayload ? toResolvedObject(result, call.args) : toResolvedObjects(result);
}

/** The page of the schema for a list that the function `page` returned. */
function toPageResult(call: FieldCall, value: readonly unknown[]): unknown {
  const state = pageStateOf(value);
  const { name } = getNamedType(call.field.type);
  if (!state) {
    const problem = `returned a list, but the field is a ${name}. Return page(rows, args), or its object.`;
    throw mismatch(call, problem);
  }
  const items = state.items.filter((item) => item !== undefined);
  if (items.length === state.items.length) return renderItems(call, items, state.range);
  throw mismatch(call, `returned a page with a value that is not a row. Return the object of the ${name}.`);
}

/** The value with items: rows become their items, and other objects become items without a table. */
function readResult(call: FieldCall, value: unknown): unknown {
  const { field, session } = call;
  const { structure } = session.world;
  const parser = createParser(structure, { refer: (type, entry) => returnedItem(call, type, entry) });
  const data = parseData(parser, field.type, schemaShape, value, "the value");
  if (parser.problems.length > 0) {
    throw mismatch(call, `returned a value that is no ${field.type}: ${parser.problems.join(" ")}`);
  }
  const converter: ValueConverter = {
    structure,
    origin: "created",
    keepsPages: true,
    row({ type, id, fields }, rowPath) {
      const values = toValues(converter, { type, path: rowPath }, fields, rowPath);
      return createItem({ type, path: rowPath, origin: "created", id: isId(id) ? id : undefined, values });
    },
    reference: () => null,
  };
  const path = pathOf(call);
  return toValue(converter, data, path, path);
}

/** The item of a returned row. `undefined` for another object. */
function returnedItem(call: FieldCall, type: GraphQLCompositeType, value: unknown): Item | undefined {
  const { world, isMutation } = call.session;
  const item = itemOf(world, value);
  if (!item) return undefined;
  if (!world.structure.possibleTypes(type).includes(item.type)) {
    throw mismatch(call, `returned a ${item.type.name}. Expected ${type.name}.`);
  }
  // A mutation can return what it deleted.
  if (!item.isDeleted || isMutation) return item;
  throw mismatch(
    call,
    `returned ${item.type.name} "${item.id}", which is deleted. Use db.${item.type.name}.find(id).`,
  );
}

function mismatch({ parent, field }: FieldCall, problem: string): RulesError {
  return new RulesError(`The resolver of ${parent.type.name}.${field.name} in ${RULES_FILE} ${problem}`);
}
