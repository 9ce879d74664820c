/** Reads lists and pages of items that are not read from the rows of the other direction. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  type GraphQLList,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
} from "graphql";
import type { Structure } from "../schema/structure.ts";
import { chooseSome, generateValueObjects, isGeneratedNull } from "./generators.ts";
import { type Item, isItem, isItemList, ownValueOf } from "./items.ts";
import { nullOrThrow, replacementOf } from "./missing-values.ts";
import { initialItems } from "./tables.ts";
import type { World } from "./world.ts";

/** The items of a list or a page, or null. */
export function readListValue(
  world: World,
  item: Item,
  field: Field,
  keepsDeleted: boolean,
): readonly (Item | null)[] | null {
  const { structure } = world;
  const ownValue = ownValueOf(item, field);
  if (ownValue === null) return null;
  const value = isItem(ownValue) ? listPageItems(structure, ownValue) : ownValue;
  if (isItemList(value)) return keepsDeleted ? value : value.filter((entry) => !entry?.isDeleted);
  const replacement = replacementOf(world, item, field);
  if (replacement === "empty") return [];
  if (isGeneratedNull(world, item, field)) return null;
  const type = structure.listedTypeOf(field.type) as GraphQLCompositeType;
  if (!structure.isEntity(type)) return generateValueObjects(world, item, field, type) as readonly Item[];
  if (replacement === "filled") return [];
  return chooseSome(item, field, initialItems(world, type)).filter(({ isDeleted }) => !isDeleted);
}

/** The items of a page that a resolver returned as an object. */
function listPageItems(structure: Structure, { type, values }: Item): readonly (Item | null)[] {
  const { nodes } = structure.pageOf(type) ?? {};
  const list = nodes && values[nodes.name];
  if (isItemList(list)) return list;
  const edges = isItemList(values.edges) ? values.edges : [];
  return edges.map((edge) => (isItem(edge?.values.node) ? edge.values.node : null));
}

/** A list of lists of items. Without an own value, such a list of rows is empty. */
export function readListOfLists(world: World, item: Item, field: Field, keepsDeleted: boolean): unknown {
  const ownValue = ownValueOf(item, field);
  if (ownValue !== undefined) return keepsDeleted ? ownValue : withoutDeleted(ownValue);
  const replacement = replacementOf(world, item, field);
  if (replacement === "empty") return nullOrThrow(item, field);
  if (isGeneratedNull(world, item, field)) return null;
  const isOfRows = world.structure.isEntity(getNamedType(field.type));
  if (isOfRows) return [];
  const { ofType } = getNullableType(field.type) as GraphQLList<GraphQLOutputType>;
  return generateValueObjects(world, item, field, ofType);
}

/** A list without deleted rows, even in lists of lists. Other values are unchanged. */
function withoutDeleted(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.filter((entry) => !(isItem(entry) && entry.isDeleted));
  return entries.map(withoutDeleted);
}
