/** Proposes lines for the arguments of fields: pages, orders, filters. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  type ValueNode,
} from "graphql";
import { type Element, type FieldsOf, type FilterProposal, proposeFilter, type Target } from "./filters.ts";
import { code, isTodo, type Lines, todo } from "./line.ts";
import { DIRECTION, type Fields, hasPattern, isInstant, PAGES, REVERSE, SORT } from "./names.ts";
import {
  isDirection,
  isSort,
  proposeDirection,
  proposeMember,
  proposeValue,
  REVERSED,
  setsDirection,
} from "./orders.ts";
import { isPage, itemTypeOf } from "./structure.ts";
import { type FieldUse, type SentArgument, sentArguments, sentEnums, sentMembers } from "./uses.ts";

export interface ListContext {
  readonly lines: Lines;
  readonly fieldsOf: FieldsOf;
}

/** Members of one variable for which lines are proposed. The error of a request names the line of any other. */
const MAX_MEMBERS = 200;

/** Adds the lines of the arguments that operations send to a field that is no mutation. @param isKey - Whether an argument looks an object up */
export function addArguments(context: ListContext, use: FieldUse, isKey: (name: string) => boolean): void {
  const { field, parent } = use;
  const itemType = itemTypeOf(field) ?? getNamedType(field.type);
  const isValue = !isCompositeType(itemType);
  for (const { arg, values } of sentArguments(use)) {
    const coordinate = `${parent.name}.${field.name}(${arg.name}:)`;
    const isKnown = ["orders", "pages"].some((section) => context.lines.known([section], coordinate) !== undefined);
    if (isKnown || isKey(arg.name)) continue;
    if (isValue) {
      const note = `ignored, if the value does not depend on it; otherwise a resolver of ${parent.name}.${field.name}`;
      context.lines.add(["filters"], coordinate, todo(note));
    } else if (!addPage(context, use, arg, coordinate)) {
      const fields = context.fieldsOf(itemType);
      if (isSort(arg)) addOrder(context, fields, { arg, values }, coordinate, field.args.some(setsDirection));
      else addFilter(context, fields, { arg, values }, coordinate, field);
    }
  }
}

/** Whether an argument is one of the four that every page has. */
const isPaging = (field: Field, { name }: Element): boolean =>
  isPage(getNamedType(field.type)) && /^(?:first|after|last|before)$/.test(name);

function addPage({ lines }: ListContext, { field }: FieldUse, arg: Element, coordinate: string): boolean {
  if (!itemTypeOf(field)) return false;
  if (isPaging(field, arg)) return true;
  const input = getNamedType(arg.type);
  if (isInputObjectType(input) && /^(?:pagination|paging|page)$/.test(arg.name)) {
    for (const member of Object.values(input.getFields())) {
      const role = member.name === "start" ? "skip" : pageRole(member);
      lines.add(
        ["pages"],
        `${input.name}.${member.name}`,
        role ? code(`"${role}"`) : todo("first, after, last, before, skip or page?"),
      );
    }
    return true;
  }
  const role = pageRole(arg);
  if (role) lines.add(["pages"], coordinate, code(`"${role}"`));
  return role !== undefined;
}

function pageRole({ name, type }: Element): string | undefined {
  const named = getNamedType(type);
  const isNumber = /int$/i.test(named.name);
  const [role] = PAGES.find(([, pattern]) => hasPattern(pattern, name)) ?? [];
  return isNumber === (role !== "after") && !isInstant(named) ? role : undefined;
}

function addOrder(
  context: ListContext,
  fields: Fields,
  { arg, values }: SentArgument,
  coordinate: string,
  hasDirection: boolean,
): void {
  const { lines } = context;
  const type = getNamedType(arg.type);
  if (isEnumType(type)) addEnum(lines, fields, type, values, hasDirection);
  else if (isInputObjectType(type)) addOrderMembers(context, fields, type, values, new Set());
  else if (hasPattern(REVERSE, arg.name)) lines.add(["orders"], coordinate, REVERSED);
  else
    lines.add(
      ["orders"],
      coordinate,
      todo(
        'a function of the text that returns a path, such as (text: string) => (text === "…" ? "-createdAt" : "name")',
      ),
    );
}

function addEnum(
  lines: Lines,
  fields: Fields,
  type: ReturnType<typeof getNamedType>,
  values: readonly ValueNode[],
  hasDirection: boolean,
): void {
  if (!isEnumType(type)) return;
  const sent = sentEnums(values);
  for (const { name } of type.getValues()) {
    if (sent !== "all" && !sent.has(name)) continue;
    const proposal = isDirection(type) ? proposeDirection(name) : proposeValue(fields, name, hasDirection);
    lines.add(["orders"], `${type.name}.${name}`, proposal);
  }
}

/** `{ field: NAME, direction: DESC }`, `{ name: desc }`, `{ author: { name: desc } }`, `{ createdAt: { order: Descending } }`. */
function addOrderMembers(
  context: ListContext,
  fields: Fields,
  type: GraphQLInputObjectType,
  values: readonly ValueNode[],
  entered: Set<string>,
): void {
  if (entered.has(type.name)) return;
  entered.add(type.name);
  const { lines } = context;
  const members = Object.values(type.getFields());
  const hasDirection = members.some(setsDirection);
  for (const [member, given] of listSent(type, values)) {
    const named = getNamedType(member.type);
    const coordinate = `${type.name}.${member.name}`;
    const isNamed = isEnumType(named) && !isDirection(named);
    if (isNamed && (hasPattern(SORT, member.name) || /^(?:field|by|key|property|column)$/i.test(member.name)))
      addEnum(lines, fields, named, given, hasDirection);
    else if (isDirection(named) && (hasPattern(DIRECTION, member.name) || /^(?:sort|dir)$/i.test(member.name)))
      addEnum(lines, fields, named, given, true);
    else if (isEnumType(named) && /^nulls?/i.test(member.name)) {
      for (const { name } of named.getValues())
        lines.add(["orders"], `${named.name}.${name}`, todo("nullsFirst(…) or nullsLast(…) in the line of each path"));
    } else {
      const proposal = proposeMember(fields, member, context.fieldsOf);
      lines.add(["orders"], coordinate, proposal);
      const related = fields[member.name];
      const inner =
        related && !isTodo(proposal) && isCompositeType(getNamedType(related.type))
          ? context.fieldsOf(getNamedType(related.type))
          : {};
      if (isEnumType(named)) addEnum(lines, inner, named, given, true);
      else if (isInputObjectType(named)) addOrderMembers(context, inner, named, given, entered);
    }
  }
}

function addFilter(
  context: ListContext,
  fields: Fields,
  { arg, values }: SentArgument,
  coordinate: string,
  { args }: Field,
): void {
  const input = getNamedType(arg.type);
  const siblings = args.map(({ name }) => name);
  const target: Target = { fields };
  const proposal = proposeFilter(target, arg, siblings, context.fieldsOf);
  const isKnown = context.lines.known(["filters"], coordinate) !== undefined;
  const isUnnamed = isInputObjectType(input) && isTodo(proposal) && !fields[arg.name] && !isKnown;
  if (isUnnamed && hasFilters(input, target, context)) {
    addMembers(context, input, target, values);
    return;
  }
  context.lines.add(["filters"], coordinate, proposal);
  const inner = innerOf(context, coordinate, target, proposal);
  if (inner && isInputObjectType(input)) addMembers(context, input, inner, values);
}

function hasFilters(input: GraphQLInputObjectType, target: Target, { fieldsOf }: ListContext): boolean {
  return Object.values(input.getFields()).some((member) => !isTodo(proposeFilter(target, member, [], fieldsOf)));
}

/** Adds the lines of the members of a filter that operations send, and of the objects in it, nearest first. */
export function addMembers(
  context: ListContext,
  input: GraphQLInputObjectType,
  target: Target,
  values: readonly ValueNode[],
): void {
  const queue: {
    readonly input: GraphQLInputObjectType;
    readonly target: Target;
    readonly values: readonly ValueNode[];
  }[] = [{ input, target, values }];
  const entered = new Set<string>();
  let count = 0;
  for (const each of queue) {
    const isOpen = sentMembers(each.values) === "all";
    const name = `${each.input.name} ${"leaf" in each.target ? each.target.leaf.name : ""}`;
    if (isOpen && entered.has(name)) continue;
    if (isOpen && count > MAX_MEMBERS) {
      context.lines.leave(each.input.name);
      continue;
    }
    if (isOpen) entered.add(name);
    const siblings = Object.keys(each.input.getFields());
    for (const [member, given] of listSent(each.input, each.values)) {
      count++;
      const proposal = proposeFilter(each.target, member, siblings, context.fieldsOf);
      const coordinate = `${each.input.name}.${member.name}`;
      context.lines.add(["filters"], coordinate, proposal);
      const inner = innerOf(context, coordinate, each.target, proposal);
      const type = getNamedType(member.type);
      if (inner && isInputObjectType(type)) queue.push({ input: type, target: inner, values: given });
    }
  }
}

/** What the members of an element select: as its rule says, if there is one, or else as its proposal. */
function innerOf(
  context: ListContext,
  coordinate: string,
  target: Target,
  { inner }: FilterProposal,
): Target | undefined {
  const rule = context.lines.known(["filters"], coordinate);
  if (rule === undefined) return inner;
  const { kind, path } = rule as { readonly kind?: string; readonly path?: string };
  if (kind === "and" || kind === "or" || kind === "not") return target;
  return kind === "related" ? follow(context, target, path ?? "") : undefined;
}

function follow({ fieldsOf }: ListContext, target: Target, path: string): Target | undefined {
  if (path === "") return target;
  return path.split(".").reduce<Target | undefined>((at, name) => {
    const field = at && "fields" in at ? at.fields[name] : undefined;
    const type = field && (itemTypeOf(field) ?? getNamedType(field.type));
    if (!type) return undefined;
    return isCompositeType(type) ? { fields: fieldsOf(type), isRelated: true } : { leaf: type };
  }, target);
}

/** The members of an input type that operations send, with their values. */
function listSent(
  type: GraphQLInputObjectType,
  values: readonly ValueNode[],
): readonly (readonly [Element & { readonly type: GraphQLInputType }, readonly ValueNode[]])[] {
  const sent = sentMembers(values);
  return Object.values(type.getFields()).flatMap((member) => {
    // The members of a variable are variables.
    const given = sent === "all" ? values : sent.get(member.name);
    return given ? [[member, given] as const] : [];
  });
}
