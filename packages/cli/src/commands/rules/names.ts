/** Names that propose a rule. A wrong proposal costs a line of review: nothing else in the package reads them. */

import { type Field, pluralsOf, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isLeafType,
  isScalarType,
} from "graphql";

export type Fields = Readonly<Record<string, Field>>;

/** Arguments that set an order. */
export const SORT: RegExp = /^(?:sort|order)(?:_?(?:by|keys?|fields?|ings?))?$|^(?:sorting|ordering)$/;
/** Direction of an order, as an argument or a member. */
export const DIRECTION: RegExp = /^(?:(?:sort|order)_?)?(?:direction|dir)$|^sort_?order$|^order$/;
export const REVERSE: RegExp = /^(?:reverse|reversed|desc|descending)$/;
/** Text in a language of the server, or in fields that only the server knows. */
export const SEARCH: RegExp = /^(?:search|query|q|text|term|keywords?|search_(?:text|term|query))$/;
/** Members of an input object of a mutation that contain the fields of the row. */
export const WRAPPER: RegExp =
  /^_?(?:input|data|object|objects|attributes|attrs|patch|set|values|changes|fields|payload|record|pk_columns)$|_(?:patch|input|data|attributes)$/;
/** Dates that the server sets. */
export const CREATED: RegExp = /^(?:created|inserted)(?:_(?:at|on|date|time))?$/;
export const UPDATED: RegExp = /^(?:updated|modified|changed)(?:_(?:at|on|date|time))?$/;
/** Paging arguments of plain lists and of pages, by their role. `first after last before` of a page need no rule. */
export const PAGES: readonly (readonly [role: "first" | "after" | "skip" | "page", pattern: RegExp])[] = [
  ["first", /^(?:first|limit|take|top|page_size|per_page|max_results|(?:page|row|item|result)s?_limit)$/],
  ["after", /^(?:after|after_cursor|cursor|start_after|starting_after|page_token|next_token|(?:next_|end_)?cursor)$/],
  ["skip", /^(?:offset|skip|start_index)$/],
  ["page", /^page(?:_?(?:number|num|no|index))?$/],
];

export const hasPattern = (pattern: RegExp, name: string): boolean => pattern.test(toSnake(name));

/** Effect of a mutation, as its name says it. */
export type Verb = "create" | "update" | "delete" | "add" | "remove";

/** Verbs whose effect is certain. All others are decided by a person. */
const VERBS: Readonly<Record<Verb, readonly string[]>> = {
  create: ["create", "insert"],
  update: ["update", "edit", "modify", "patch", "set", "rename", "move", "change"],
  delete: ["delete", "destroy"],
  add: ["add"],
  remove: ["remove"],
};

const BEFORE_NOUN = "(?:(?:bulk|many|one|single|multiple)_)*";
const AFTER_NOUN = "(?:_(?:many|one|bulk|by_pk|by_id))*";
const PATTERNS = (Object.entries(VERBS) as [Verb, readonly string[]][]).flatMap(([verb, words]) => [
  { verb, pattern: new RegExp(`^(?:bulk_)?(?:${words.join("|")})_${BEFORE_NOUN}(?!or_)(.+?)${AFTER_NOUN}$`) },
  { verb, pattern: new RegExp(`^(.+?)_(?:bulk_)?(?:${words.join("|")})(_.+?)??${AFTER_NOUN}$`) },
]);

/** A reading of the name of a mutation. The noun is in snake case. */
export interface MutationName {
  readonly verb: Verb;
  readonly noun: string;
}

/**
 * Reads the name of a mutation: `createCustomer`, `customerCreate`, `collectionAddProducts`.
 *
 * @param isType - Whether a noun is a type. It decides between several verbs, as in `changeSetDelete`.
 */
export function readMutation(name: string, isType: (noun: string) => boolean): MutationName | undefined {
  const text = toSnake(name);
  const readings = PATTERNS.flatMap(({ verb, pattern }): MutationName[] => {
    const [, noun = "", rest = ""] = pattern.exec(text) ?? [];
    return noun ? [{ verb, noun: `${noun}${rest}` }] : [];
  });
  const [first] = readings;
  return (
    readings.find(({ noun }) => isType(noun)) ??
    (readings.every(({ verb }) => verb === first?.verb) ? first : undefined)
  );
}

/** The relation of `customerId`, `customer_id`, `customerIds`, if there is no field with this name. */
export function relationOf(fields: Fields, name: string): Field | undefined {
  const [, stem = ""] = /^(\w+?)_?(?:Ids?|IDs?|ids?)$/.exec(name) ?? [];
  const field = fields[[stem, ...pluralsOf(stem)].find((each) => fields[each]) ?? ""];
  return field && !isLeafType(getNamedType(field.type)) ? field : undefined;
}

/** Whether two names have words with the same beginning, such as `assignedTo` and `assignee`. */
export function sharesWord(one: string, other: string): boolean {
  const stems = (name: string) =>
    toSnake(name)
      .split("_")
      .map((word) => word.slice(0, 5));
  return stems(one).some((stem) => stem.length > 3 && stems(other).includes(stem));
}

/** Fields that are the beginning of a name, the longest first, with the rest of the name. */
export function splitName(fields: Fields, name: string): [Field, string][] {
  const found = Object.values(fields).flatMap((field): [Field, string][] => {
    const rest = name.slice(field.name.length);
    return name.startsWith(field.name) && /^(?:_+[A-Za-z]|[A-Z])/.test(rest) ? [[field, rest]] : [];
  });
  return found.sort(([a], [b]) => b.name.length - a.name.length);
}

/** Whether values of an input type are values of a field: the same type, two types of IDs, numbers or JSON. */
export function isSameValue(leaf: GraphQLNamedType, input: GraphQLInputType): boolean {
  const given = getNamedType(input);
  if (leaf === given || (isIdType(leaf) && given.name === "ID")) return true;
  if (leaf.name === "ID") return isIdType(given) || given.name === "String";
  if (isJson(leaf)) return isJson(given);
  return leaf.name === "Float" && given.name === "Int";
}

const isJson = (type: GraphQLNamedType): boolean => isScalarType(type) && /^json/i.test(type.name);

/** Scalars of IDs besides `ID`: `UUID`, `uuid`, `BigIntId`. */
const isIdType = (type: GraphQLNamedType): boolean => !isEnumType(type) && /^(?:ID|UUID|.*Id)$/i.test(type.name);

/** Whether the values of a scalar are instants: `DateTime`, `timestamptz`, `ISO8601DateTime`. */
export const isInstant = ({ name }: GraphQLNamedType): boolean => /date_?time|timestamp|instant/i.test(name);
