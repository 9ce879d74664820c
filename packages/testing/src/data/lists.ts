/** Selects the items of a list by its arguments: filters, order and page. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  getNamedType,
  isInputObjectType,
  valueFromASTUntyped,
} from "graphql";
import type { PageSizes } from "../limits.ts";
import { isMark } from "../rules/comparisons.ts";
import type { Filters, Test } from "../rules/filters.ts";
import { merge, type Orders, type Sort, sortItems } from "../rules/orders.ts";
import type { ReadField } from "../rules/paths.ts";
import { describeMissing } from "../rules/propose.ts";
import type { Context, PageRole, Row, Rules } from "../rules/types.ts";
import type { Item } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { type PageArguments, standardRole, usualRole } from "./paging.ts";

/** A field with the arguments of a request. */
export interface FieldCall {
  /** Name of the type that has the field. */
  readonly owner: string;
  readonly field: Field;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the request has the argument, and not only its default value. */
  readonly isSent: (name: string) => boolean;
  readonly context: Context;
  /** Whether arguments without a rule have no effect, because a test answers the operation. */
  readonly isLenient: boolean;
  /** Whether the field belongs to the result of a mutation. */
  readonly isMutation: boolean;
}

export interface ListSelector {
  /** The items that the arguments select, in their order. */
  select(call: FieldCall, items: readonly (Item | null)[]): readonly (Item | null)[];
  /** The test of one object by the arguments of its field, except some. `undefined` if none of them selects. */
  test(call: FieldCall, except?: GraphQLArgument): Test | undefined;
  /** The arguments that select a page. */
  page(call: FieldCall): PageArguments;
  readonly sizes: PageSizes;
}

type PageEntry = readonly [
  PageRole,
  { readonly name: string; readonly value: unknown; readonly argument: GraphQLArgument | GraphQLInputField },
];

interface SelectorOptions {
  readonly structure: Structure;
  readonly rules: Rules;
  readonly filters: Filters;
  readonly orders: Orders;
  readonly read: ReadField;
  readonly rowOf: (item: Item) => Row;
  readonly sizes: PageSizes;
}

export function createListSelector(options: SelectorOptions): ListSelector {
  const { structure, rules, filters, orders, read, rowOf, sizes } = options;
  const { pages = {} } = rules;
  /** Names of the input objects whose members select a page. */
  const pageTypes = new Set(Object.keys(pages).map((key) => key.split(".")[0]));
  return { select, test, page, sizes };

  function select(call: FieldCall, items: readonly (Item | null)[]): readonly (Item | null)[] {
    const coordinate = `${call.owner}.${call.field.name}`;
    const shown = hide(call, items);
    const own = filters.own(coordinate, call.args, call.context);
    const tests = [own, test(call)].filter((each) => each !== undefined);
    const matching =
      tests.length === 0 ? shown : shown.filter((item) => item !== null && tests.every((each) => each([item])));
    const sort = orderOf(call, coordinate);
    if (!sort) return matching;
    return sortItems(
      read,
      sort,
      matching.filter((item) => item !== null),
    );
  }

  /** Without the rows that lists omit. */
  function hide({ context }: FieldCall, items: readonly (Item | null)[]): readonly (Item | null)[] {
    const { hidden } = rules;
    return hidden ? items.filter((item) => item === null || !hidden[item.type.name]?.(rowOf(item), context)) : items;
  }

  function test(call: FieldCall, except?: GraphQLArgument): Test | undefined {
    const { owner, field, args, isSent, context, isLenient } = call;
    if (isLenient) return undefined;
    const tests = field.args.flatMap((argument): Test[] => {
      const { name } = argument;
      const coordinate = `${owner}.${field.name}(${name}:)`;
      if (args[name] === undefined || roleOf(call, argument) || orders.isOrder(coordinate, argument.type)) return [];
      if (isPageInput(argument.type)) return [];
      rejectUndecided(call, argument);
      const isKnown = isDecided(rules.filters?.[coordinate]);
      if (!isKnown && (argument === except || !isSent(name))) return [];
      return [filters.argument(owner, field, name, args[name], context)];
    });
    return tests.length === 0 ? undefined : (targets) => tests.every((each) => each(targets));
  }

  function orderOf({ field, args, isSent, isLenient }: FieldCall, coordinate: string): Sort | undefined {
    if (isLenient) return undefined;
    const sorts = field.args.flatMap((argument): Sort[] => {
      const { name, type } = argument;
      const place = `${coordinate}(${name}:)`;
      if (!orders.isOrder(place, type)) return [];
      const isEnumDefault = !isSent(name) && !isDecided(rules.orders?.[place]);
      return isEnumDefault
        ? ignoreMissing(() => orders.of(place, type, args[name]))
        : [orders.of(place, type, args[name])];
    });
    const sort = merge(sorts);
    const own = sort.terms.length === 0 ? orders.own(coordinate) : undefined;
    const isReversed = sort.isReversed && !sort.isKept;
    if (own) return { ...own, isReversed: own.isReversed !== isReversed };
    return sort.terms.length > 0 || isReversed ? sort : undefined;
  }

  function roleOf({ owner, field, isLenient }: FieldCall, argument: GraphQLArgument): PageRole | undefined {
    const coordinate = `${owner}.${field.name}(${argument.name}:)`;
    const declared = pages[coordinate];
    if (typeof declared === "string") return declared;
    const isFilter = rules.filters?.[coordinate] !== undefined;
    if (isFilter || !structure.itemTypeOf(field.type)) return undefined;
    return isLenient ? usualRole(field, argument.name) : standardRole(field, argument);
  }

  function page(call: FieldCall): PageArguments {
    const { field, args } = call;
    const entries = field.args.flatMap((argument): PageEntry[] => {
      const { name, type } = argument;
      rejectUndecided(call, argument);
      const value = args[name];
      if (value === undefined) return [];
      const role = roleOf(call, argument);
      if (role) return [[role, { name, value, argument }]];
      return isPageInput(type) ? memberEntries(call, getNamedType(type) as GraphQLInputObjectType, value) : [];
    });
    const roles = Object.fromEntries(entries);
    const number = roles.page?.argument.astNode?.defaultValue;
    return number && valueFromASTUntyped(number) === 0 ? { ...roles, firstPage: 0 } : roles;
  }

  /** @throws RulesError if the request has an argument whose rule of `pages` is `todo`. */
  function rejectUndecided({ owner, field, isSent, isLenient }: FieldCall, { name, type }: GraphQLArgument): void {
    const coordinate = `${owner}.${field.name}(${name}:)`;
    if (isLenient || !isMark(pages[coordinate], "todo") || !isSent(name)) return;
    throw describeMissing(structure, coordinate, type, "", { isUndecided: true });
  }

  /** Whether the members of an input object select a page. */
  function isPageInput(type: GraphQLInputType): boolean {
    const named = getNamedType(type);
    return isInputObjectType(named) && pageTypes.has(named.name);
  }

  function memberEntries({ isLenient }: FieldCall, type: GraphQLInputObjectType, value: unknown): PageEntry[] {
    return Object.values(type.getFields()).flatMap((argument): PageEntry[] => {
      const { name } = argument;
      const coordinate = `${type.name}.${name}`;
      const role = pages[coordinate];
      const member: unknown = Object(value)[name];
      if (member === undefined) return [];
      if (typeof role === "string") return [[role, { name, value: member, argument }]];
      if (isLenient) return [];
      throw describeMissing(structure, coordinate, argument.type, "", { isUndecided: isMark(role, "todo") });
    });
  }
}

/** Whether there is a rule other than `todo`. */
const isDecided = (rule: unknown): boolean => rule !== undefined && !isMark(rule, "todo");

/** A default value that has no rule keeps the order. */
function ignoreMissing(run: () => Sort): Sort[] {
  try {
    return [run()];
  } catch {
    return [];
  }
}

/** Whether a request has an argument, and not only its default value. */
export function sentArguments(info: GraphQLResolveInfo): (name: string) => boolean {
  const nodes = info.fieldNodes[0]?.arguments ?? [];
  // graphql 17 has the values in `coerced`.
  const values: object = info.variableValues;
  const given = "sources" in values && "coerced" in values ? Object(values.coerced) : values;
  return (name) => {
    const node = nodes.find((each) => each.name.value === name);
    return node !== undefined && (node.value.kind !== "Variable" || Object.hasOwn(given, node.value.name.value));
  };
}
