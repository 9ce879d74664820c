/** Proposes the resolvers of mutations. */

import { idFieldOf, pluralsOf, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from "graphql";
import { rethrowOthers } from "../../rethrow-others.ts";
import {
  assign,
  findKey,
  type Given,
  isIdOf,
  listGiven,
  listNames,
  type MutationContext,
  type Plan,
  Unclear,
} from "./given.ts";
import { code, type Proposal, todo } from "./line.ts";
import { CREATED, hasPattern, isInstant, readMutation, relationOf, UPDATED } from "./names.ts";
import { askOfCreated, findStale, listUnexplained, returnedTypes } from "./payloads.ts";
import { renderChange, renderDelete, renderPattern } from "./resolver-text.ts";
import { isPage, itemTypeOf } from "./structure.ts";
import { type FieldUse, sentArguments } from "./uses.ts";

/** Object types with a key, by their names in singular and plural, in snake case. */
export function listNouns(schema: GraphQLSchema): ReadonlyMap<string, GraphQLObjectType> {
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType => isObjectType(type) && idFieldOf(type) !== undefined && !isPage(type),
  );
  const plurals = types.flatMap((type) => pluralsOf(toSnake(type.name)).map((noun) => [noun, type] as const));
  return new Map([...plurals, ...types.map((type) => [toSnake(type.name), type] as const)]);
}

/** @param selected - Names of the fields of the payload that operations select. */
export function proposeMutation(context: MutationContext, use: FieldUse, selected: ReadonlySet<string>): Proposal {
  try {
    return resolve(context, use, selected);
  } catch (error) {
    rethrowOthers(error, Unclear);
    return todo(error.message);
  }
}

function resolve(context: MutationContext, use: FieldUse, selected: ReadonlySet<string>): Proposal {
  const { field } = use;
  const read = readMutation(field.name, (noun) => context.nouns.has(noun));
  if (!read) throw new Unclear(`what does it do? ${suggestCalls(context, use)}`);
  const plan: Plan = { ...read, use, selected, given: listGiven(sentArguments(use), read.noun), ...context };
  if (plan.verb === "add" || plan.verb === "remove")
    return link(plan) ?? (plan.verb === "add" ? create(plan) : remove(plan));
  if (plan.verb === "create") return create(plan);
  return plan.verb === "update" ? update(plan) : remove(plan);
}

function suggestCalls({ nouns }: MutationContext, { field }: FieldUse): string {
  const words = toSnake(field.name).split("_");
  const type = [...words.keys()].flatMap(
    (start) =>
      nouns.get(words.slice(start).join("_")) ?? nouns.get(words.slice(0, -start || undefined).join("_")) ?? [],
  )[0];
  const table = `db.${(type ?? returnedTypes(field)[0])?.name ?? "<Type>"}`;
  return `${table}.create(…), update(id, …), upsert, delete, add or remove`;
}

function create(plan: Plan): Proposal {
  const type = findCreated(plan);
  const set = assign(plan, type, undefined);
  const dates = Object.values(type.getFields()).filter(
    ({ name, type: date }) => (hasPattern(CREATED, name) || hasPattern(UPDATED, name)) && isInstant(getNamedType(date)),
  );
  const notes = [...set.notes, ...askOfCreated(plan, type, set.assigned, dates)];
  return finish(plan, type, renderChange(plan, type, set, dates, notes));
}

/** The argument that selects rows by their fields, instead of an ID. */
function findFilter({ given }: Plan): Given | undefined {
  return given.find(({ name, type }) => /^(?:filter|where)$/.test(name) && isInputObjectType(getNamedType(type)));
}

function findCreated({ noun, nouns, use: { field } }: Plan): GraphQLObjectType {
  const named = nouns.get(noun);
  if (named) return named;
  // Such as "tickets" of a mutation that returns a ticket under another name.
  const [only, ...others] = returnedTypes(field);
  if (only && others.length === 0 && noun.endsWith(`_${toSnake(only.name)}`)) return only;
  throw new Unclear(`which type does it create? db.${only?.name ?? "<Type>"}.create(…)`);
}

function update(plan: Plan): Proposal {
  const {
    nouns,
    noun,
    use: { field },
  } = plan;
  const returned = returnedTypes(field);
  const named = findNoun(nouns, noun);
  const type =
    named && (returned.length === 0 || returned.includes(named))
      ? named
      : returned.length === 1
        ? returned[0]
        : undefined;
  if (!type) throw new Unclear("which type does it change? db.<Type>.update(id, …)");
  const filter = findFilter(plan);
  const key = filter ? undefined : findKey(plan, type);
  if (!filter && !key) throw new Unclear(`no argument is the ID of ${type.name}: db.${type.name}.update(…)`);
  const set = assign(plan, type, filter ?? key);
  const dates = Object.values(type.getFields()).filter(
    ({ name, type: date }) => hasPattern(UPDATED, name) && isInstant(getNamedType(date)),
  );
  const proposal = renderChange(plan, type, { ...set, key: key ?? filter }, dates, set.notes);
  return finish(plan, type, proposal, findStale(type, set.assigned));
}

/** The type of a noun, or of its first words: `ticket_priority`. */
function findNoun(nouns: MutationContext["nouns"], noun: string): GraphQLObjectType | undefined {
  const words = noun.split("_");
  const parts = words.map((_, index) => words.slice(0, words.length - index).join("_"));
  return parts.flatMap((part) => nouns.get(part) ?? [])[0];
}

function remove(plan: Plan): Proposal {
  const type = plan.nouns.get(plan.noun);
  if (!type) throw new Unclear("which rows does it delete? db.<Type>.delete(id)");
  const filter = findFilter(plan);
  const key = filter ?? findKey(plan, type);
  if (!key) throw new Unclear(`no argument is the ID of ${type.name}: db.${type.name}.delete(…)`);
  const others = plan.given.filter((each) => each !== key && each.name !== "clientMutationId");
  if (others.length > 0) throw new Unclear(`what does ${listNames(others)} mean? db.${type.name}.delete(${key.name})`);
  return finish(plan, type, renderDelete(plan, type, key));
}

/** Only a mutation without questions is proposed. The comment of another one contains what it would be. */
function finish(plan: Plan, type: GraphQLObjectType, proposal: Proposal, question?: string): Proposal {
  const open = listUnexplained(plan, type).map((name) => `what is "${name}" of the payload?`);
  const questions = [...open, ...(question === undefined ? [] : [question])];
  if (questions.length === 0) return proposal;
  return todo(...questions, ...proposal.notes, `without that: ${proposal.value}`);
}

/** `addLabels(issueId:, labelIds:)`: objects that join a list of another one. */
function link(plan: Plan): Proposal | undefined {
  const ids = plan.given.filter(({ name }) => name !== "clientMutationId");
  if (ids.length !== 2) return undefined;
  for (const owner of ids) {
    const [other] = ids.filter((each) => each !== owner);
    const type = ownerOf(plan, owner);
    const fields = type?.getFields() ?? {};
    const list = other && (relationOf(fields, other.name) ?? fields[other.name]);
    if (!type || !other || !list || !itemTypeOf(list) || !isIdOf(itemTypeOf(list) as GraphQLNamedType, other)) continue;
    const pattern = renderPattern([owner, other]);
    const call = `db.${type.name}.${plan.verb}(${owner.name}, "${list.name}", ${other.name})`;
    return finish(plan, type, code(`(_, ${pattern}, { db }) => ${call}`));
  }
  return undefined;
}

function ownerOf({ nouns, use: { field } }: Plan, { name, type }: Given): GraphQLObjectType | undefined {
  const stem = /^(\w+?)_?(?:Id|ID|id)$/.exec(name)?.[1];
  const owner = stem ? nouns.get(toSnake(stem)) : name === "id" ? returnedTypes(field)[0] : undefined;
  return owner && !isListType(getNullableType(type)) && isIdOf(owner, { name, type }) ? owner : undefined;
}
