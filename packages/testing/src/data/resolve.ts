/** Resolves fields: by the resolvers of rules, and else by structure. */

import { type Field, isErrorList } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
} from "graphql";
import { isMark, Rejection } from "../rules/comparisons.ts";
import { toRulesError } from "../rules/filters.ts";
import type { Context, Resolver } from "../rules/types.ts";
import { type Item, isItem, isItemList } from "../structure/items.ts";
import { isRoot } from "../structure/structure.ts";
import { createRow } from "./generate.ts";
import { type FieldCall, type ListSelector, sentArguments } from "./lists.ts";
import { missingField, missingPayloadField } from "./missing.ts";
import { createMutations } from "./mutations.ts";
import type { PayloadError } from "./payload-errors.ts";
import { structuralValue } from "./payloads.ts";
import type { Database } from "./platform-data.ts";
import { finish, resolverOf } from "./resolvers.ts";
import { createResults } from "./results.ts";
import { valuesOfData } from "./seed-data.ts";
import { isSource, type Source, sourceOf } from "./sources.ts";
import { type Access, accessOf } from "./users.ts";
import { isId } from "./write.ts";

/** State of one request. */
export interface ExecutionContext {
  /** Payload errors of all mutations of the request. */
  readonly rejection?: readonly PayloadError[] | undefined;
  readonly isMutation: boolean;
  /** Whether a test answers the operation. What it leaves out is generated, and needs no rule. */
  readonly isAnswered: boolean;
  readonly access: Access;
  /** For resolvers. */
  readonly rules: Context;
  /** Number of fields resolved so far. */
  fields: number;
}

/** Resolves a field that mock data does not give. */
export type ResolveField = (
  source: Source,
  field: Field,
  args: FieldCall["args"],
  context: ExecutionContext,
  info: GraphQLResolveInfo,
) => unknown;

export function createResolve(database: Database, selector: ListSelector): ResolveField {
  const { structure, rules, store, reader, generator, rows, seed } = database;
  const { schema } = structure;
  const results = createResults(database, selector);
  const { toPage, toEntries, adapt, generate } = results;
  const resolveMutation = createMutations(database, results);

  return (source, field, args, context, info) => {
    const owner = source.type.name;
    const isSent = sentArguments(info);
    const { isMutation } = context;
    const isLenient = context.isAnswered || source.isLenient === true;
    const call: FieldCall = { owner, field, args, isSent, context: context.rules, isLenient, isMutation };
    const declared = resolverOf(rules, owner, field.name);
    // A value of the data or an answer decides what is not decided.
    const hasValue = isLenient || source.item?.values[field.name] !== undefined;
    const resolver = isMark(declared, "todo") && hasValue ? undefined : declared;
    if (source.root === "mutation") {
      const run = (own: Resolver) => callResolver(own, source, call, context, info);
      return resolveMutation({ source, call, resolver, rejection: context.rejection, run });
    }
    const isOwn = context.isAnswered && source.root === "query" && isRoot(schema, source.type);
    if (resolver && !isOwn && !(context.isAnswered && source.made)) {
      if (isMark(resolver, "todo")) throw missingField(structure, owner, field, true);
      if (isMark(resolver, "generated")) return generate(source, call);
      const origin = valuesOfData.has(resolver) ? "data" : "created";
      return finish(callResolver(resolver, source, call, context, info), (value) => adapt(value, source, call, origin));
    }
    if (source.made) return resolveMade(source, call);
    return source.item ? resolveItem(source, source.item, call) : resolveRoot(source, call, context);
  };

  function callResolver(
    resolver: Resolver,
    source: Source,
    { owner, field, args }: FieldCall,
    { rules: context }: ExecutionContext,
    info: GraphQLResolveInfo,
  ): unknown {
    const place = `resolvers.${owner}.${field.name}`;
    try {
      const call = () => resolver(parentOf(source), args, context, info);
      const result = database.guard(source.item, field.name, call);
      return result instanceof Promise ? result.catch((error) => Promise.reject(toRulesError(place, error))) : result;
    } catch (error) {
      throw toRulesError(place, error);
    }
  }

  /** The object that a resolver receives: a live row, or the values of a page or a payload. */
  function parentOf({ item, made }: Source): unknown {
    if (item) return rows.of(item);
    const entries = Object.entries(made ?? {}).map(([name, value]) => [name, toParent(value)] as const);
    return Object.fromEntries(entries);
  }

  function toParent(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(toParent);
    return isSource(value) ? parentOf(value) : value;
  }

  // Root fields and objects

  function resolveRoot(source: Source, call: FieldCall, context: ExecutionContext): unknown {
    const { owner, field, args, isLenient } = call;
    const itemType = structure.itemTypeOf(field.type);
    if (itemType && structure.isEntity(itemType)) return resolveList(source, call, store.list(itemType));
    const type = getNamedType(field.type);
    if (isCompositeType(type) && structure.isEntity(type) && !isListType(getNullableType(field.type))) {
      if (Object.keys(args).length === 0) {
        const item = accessOf(structure, store, field, context.access);
        if (item) return sourceOf(item, 0);
      }
      const key = structure.keyArgumentOf(field);
      const id = key && args[key.name];
      const test = selector.test(call, key);
      if (isId(id) || test) {
        const found = isId(id) ? [store.find(type, id)] : store.list(type);
        const item = found.find((each) => each && (test === undefined || test([each])));
        if (item) return sourceOf(item, 0);
        const [chosen] = structure.possibleTypes(type);
        if (isLenient && isId(id) && chosen) return sourceOf(createRow(structure, seed, { type: chosen, id }), 0);
        if (!isNonNullType(field.type)) return null;
        throw new Rejection(`There is no ${type.name} with this ID.`, { code: "NOT_FOUND" });
      }
      if (key && args[key.name] === null && !isNonNullType(field.type)) return null;
    }
    if (isLenient) return generate(source, call);
    throw missingField(structure, owner, field);
  }

  function resolveItem(source: Source, item: Item, call: FieldCall): unknown {
    const { field, args, isLenient } = call;
    if (call.isMutation && isErrorList(field) && item.values[field.name] === undefined) return [];
    const itemType = structure.itemTypeOf(field.type);
    const options = { lists: source.lists, isLenient };
    if (itemType) {
      const isAll = source.root === "query" && item.values[field.name] === undefined && structure.isEntity(itemType);
      const items = isAll ? store.list(itemType) : (reader.read(item, field, options) as readonly (Item | null)[]);
      if (item.values[field.name] === null && !isNonNullType(field.type)) return null;
      if (!isAll && generator.isNull(item, field) && item.values[field.name] === undefined) return null;
      return resolveList(source, call, items);
    }
    const type = getNamedType(field.type);
    if (isLeafType(type)) {
      selector.test(call);
      const variant = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
      return reader.read(item, field, { ...options, variant });
    }
    const key = structure.keyArgumentOf(field);
    const test = selector.test(call, key);
    const id = key && args[key.name];
    if (test || isId(id)) {
      const found = candidatesOf(item, field).find(
        (each) => (!isId(id) || String(each.id) === String(id)) && (test === undefined || test([each])),
      );
      if (found) return sourceOf(found, source.lists);
      if (!isNonNullType(field.type)) return null;
      throw new Rejection(`There is no ${type.name} with these values.`, { code: "NOT_FOUND" });
    }
    const value = reader.read(item, field, options);
    if (!isItem(value)) return toEntries(value, source.lists);
    return sourceOf(value, source.lists, value.id === undefined ? source.root : undefined);
  }

  /** The objects among which arguments select one: the value, or the rows that refer back. */
  function candidatesOf(item: Item, field: Field): readonly Item[] {
    const type = getNamedType(field.type);
    if (item.values[field.name] === undefined && isCompositeType(type) && structure.isEntity(type)) {
      const lists = Object.values(item.type.getFields()).filter((each) => structure.itemTypeOf(each.type) === type);
      const [list] = lists.filter((each) => structure.inverseOf(item.type, each)?.kind === "one");
      if (list) return (reader.read(item, list) as readonly (Item | null)[]).filter((each) => each !== null);
    }
    const value = reader.read(item, field);
    return isItem(value) ? [value] : [];
  }

  function resolveList(source: Source, call: FieldCall, items: readonly (Item | null)[]): unknown {
    return toPage(source, call, selector.select(call, items), true);
  }

  /** A field of a page or a payload. */
  function resolveMade(source: Source, call: FieldCall): unknown {
    const { made = {}, type } = source;
    const { field } = call;
    const value = made[field.name];
    if (value !== undefined) {
      const isList = structure.itemTypeOf(field.type) && isItemList(value);
      return isList ? toPage(source, call, value, false) : value;
    }
    if (source.input) {
      const known = structuralValue(structure, field, source.input, `${source.path}.${field.name}`);
      if (known !== undefined) return known;
      if (call.isLenient) return source.input[field.name] ?? generate(source, call);
      if (!isNonNullType(field.type)) return null;
      throw missingPayloadField(type, field);
    }
    if (call.isLenient) return generate(source, call);
    throw missingField(structure, type.name, field);
  }
}
