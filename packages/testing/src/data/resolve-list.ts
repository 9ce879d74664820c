/**
 * Lists and pages: without a resolver, they are filtered, ordered and paged by the dialect and the Relay
 * specification.
 */

import { pagingArgumentsOf } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLArgument, getNullableType, isObjectType } from "graphql";
import { listArgumentRole } from "../rules/dialect.ts";
import { missingResolver } from "../rules/stubs.ts";
import { type FieldCall, sentArgumentNames } from "./calls.ts";
import type { Item } from "./items.ts";
import { buildPage, type PageArguments, pagedListOf, readPageArguments, selectPage } from "./paging.ts";
import { parentOf } from "./parents.ts";
import { sortItems } from "./sort.ts";
import { createFilterTest } from "./where.ts";

/** The list or page of a field without a resolver. @throws RulesError if an argument has no meaning. */
export function resolveList(call: FieldCall, items: readonly (Item | null)[]): unknown {
  const { session, parent, field, args } = call;
  const { world } = session;
  if (session.request.isAnswered) return toPage(call, items, usualPage(call));
  const sent = sentArgumentNames(call);
  const roleOf = (argument: GraphQLArgument) => listArgumentRole(world.dialect, field, argument);
  const withoutRole = field.args.filter((argument) => sent.includes(argument.name) && !roleOf(argument));
  if (withoutRole.length > 0) {
    const names = withoutRole.map(({ name }) => name);
    throw missingResolver(world, parent.type, field, names);
  }
  const byRole = (role: string) =>
    field.args.filter((argument) => args[argument.name] !== undefined && roleOf(argument) === role);
  const filters = byRole("filter");
  const orders = byRole("order");
  const isSelected = filters.length > 0 || orders.length > 0;
  const selected = isSelected ? selectItems(call, items, filters, orders) : items;
  const pages = Object.fromEntries(byRole("page").map(({ name }) => [name, args[name]]));
  return toPage(call, selected, readPageArguments(world, pages));
}

/** The items that match all filters, in the order of the arguments. Nulls are left out. */
function selectItems(
  { session, args }: FieldCall,
  items: readonly (Item | null)[],
  filters: readonly GraphQLArgument[],
  orders: readonly GraphQLArgument[],
): readonly Item[] {
  let selected: readonly Item[] = items.filter((item) => item !== null);
  // Null is a filter without members.
  for (const { name } of filters) selected = selected.filter(createFilterTest(session, args[name] ?? {}));
  for (const { name } of orders) selected = sortItems(session, selected, args[name]);
  return selected;
}

/** The page by the usual names of arguments. Only for operations that a test answers. */
function usualPage({ field, args }: FieldCall): PageArguments {
  const { offset, ...others } = pagingArgumentsOf(field);
  const names = Object.entries({ ...others, ...(offset !== undefined && { skip: offset }) });
  return Object.fromEntries(names.map(([role, name]) => [role, { name, value: args[name] }]));
}

function toPage(call: FieldCall, items: readonly (Item | null)[], args: PageArguments): unknown {
  const { parent, session } = call;
  const { world } = session;
  // Without arguments, the list of a part is whole: a resolver returned all of it, the data has it, or it is
  // generated. A list that has no pages is whole, too.
  const isOfPart = parent.item !== undefined && parent.item.id === undefined;
  const isWhole = Object.keys(args).length === 0 && (isOfPart || !hasPages(call));
  const range = isWhole ? ([0, items.length] as const) : selectPage(args, world.sizes, pagedListOf(items));
  return renderPage(call, items, range);
}

/** Whether the type of a field is a page, or an argument selects one. */
function hasPages({ session, field }: FieldCall): boolean {
  const { dialect, structure } = session.world;
  if (structure.pageOf(getNullableType(field.type))) return true;
  return field.args.some((argument) => listArgumentRole(dialect, field, argument) === "page");
}

/** The parents of the items in a range: a list, or a page if the type of the field is one. */
export function renderPage(
  call: FieldCall,
  items: readonly (Item | null)[],
  range: readonly [start: number, end: number],
): unknown {
  const type = getNullableType(call.field.type);
  const shape = call.session.world.structure.pageOf(type);
  const valueAt = (index: number) => {
    const item = items[index];
    return item ? parentOf(item, call.parent.listDepth + 1) : null;
  };
  const [start, end] = range;
  if (shape && isObjectType(type))
    return buildPage({ type, shape, list: pagedListOf(items), range, valueAt });
  return Array.from({ length: end - start }, (_, index) => valueAt(start + index));
}
