/** Lists and pages: without a resolver, they are paged by the Relay specification. */

import { pagingArgumentsOf } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { getNullableType, isObjectType } from "graphql";
import { isPageArgument, type PageArguments } from "../rules/page-arguments.ts";
import type { Item } from "../world/items.ts";
import { type FieldCall, openField, sentArgumentNames } from "./calls.ts";
import { buildPage, pagedListOf, selectPage } from "./paging.ts";
import { toResolvedObject } from "./resolved-objects.ts";

/** The list or page of a field without a resolver. @throws RulesError if an argument has no meaning. */
export function resolveList(call: FieldCall, items: readonly (Item | null)[]): unknown {
  const { field, args } = call;
  const pages = field.args.filter((argument) => isPageArgument(field, argument)).map(({ name }) => name);
  const others = sentArgumentNames(call).filter((name) => !pages.includes(name));
  if (others.length > 0) throw openField(call, others);
  const values = pages.flatMap((name) =>
    args[name] === undefined ? [] : [[name, { name, value: args[name] }]],
  );
  return toPage(call, items, Object.fromEntries(values));
}

/** The page of an operation that a test mocks: by the usual names of arguments. Others have no effect. */
export function toMockedPage(call: FieldCall, items: readonly (Item | null)[]): unknown {
  const { field, args } = call;
  const names = Object.entries(pagingArgumentsOf(field));
  return toPage(
    call,
    items,
    Object.fromEntries(names.map(([role, name]) => [role, { name, value: args[name] }])),
  );
}

function toPage(call: FieldCall, items: readonly (Item | null)[], args: PageArguments): unknown {
  const { parent, session } = call;
  const { world } = session;
  // Without arguments, the list of a value object is whole: a resolver returned all of it, the data has it,
  // or it is generated. A list that has no pages is whole, too.
  const isOfValueObject = parent.item !== undefined && parent.item.id === undefined;
  const isWhole = Object.keys(args).length === 0 && (isOfValueObject || !hasPages(call));
  const range = isWhole ? ([0, items.length] as const) : selectPage(args, world.sizes, pagedListOf(items));
  return renderItems(call, items, range);
}

/** Whether the type of a field is a page, or an argument selects one. */
function hasPages({ session, field }: FieldCall): boolean {
  if (session.world.structure.pageOf(getNullableType(field.type))) return true;
  return field.args.some((argument) => isPageArgument(field, argument));
}

/** The resolved objects of the items in a range: a list, or a page if the type of the field is one. */
export function renderItems(
  call: FieldCall,
  items: readonly (Item | null)[],
  range: readonly [start: number, end: number],
): unknown {
  const type = getNullableType(call.field.type);
  const shape = call.session.world.structure.pageOf(type);
  const [start, end] = range;
  const nodes = items.slice(start, end).map((item) => item && toResolvedObject(item));
  if (!shape || !isObjectType(type)) return nodes;
  return buildPage({ type, shape, list: pagedListOf(items), range, nodes });
}
