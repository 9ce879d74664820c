/** Resolves fields: by the resolvers of rules, and else by structure. */

import { connectionOf, type Field, isErrorList } from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { isMark, isRejection, Rejection } from "../rules/comparisons.ts";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import { toRulesError } from "../rules/filters.ts";
import type { Context, Resolver } from "../rules/types.ts";
import { createItem, type Item, isItem, isItemList } from "../structure/items.ts";
import { isRoot } from "../structure/structure.ts";
import { type FieldCall, type ListSelector, sentArguments } from "./lists.ts";
import { missingField, missingMutation, missingPayloadField } from "./missing.ts";
import { isObjectData, readValue, schemaShape } from "./object-data.ts";
import { buildPage, selectPage } from "./paging.ts";
import type { PayloadError } from "./payload-errors.ts";
import { canReject } from "./payload-errors.ts";
import { rejectedResult, spreadRows, structuralValue } from "./payloads.ts";
import type { Database } from "./platform-data.ts";
import { resolverOf } from "./resolvers.ts";
import { describeLeaf, describeValue, isResponseValue } from "./scalars.ts";
import { valuesOfData } from "./seed-data.ts";
import { createSource, isSource, type Source, sourceOf } from "./sources.ts";
import { type Access, accessOf } from "./users.ts";
import { createValueReader, isId, toValues } from "./write.ts";

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

type Origin = "data" | "created";

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
  const openReader = createValueReader(structure, rows.itemOf);
  const mutationType = schema.getMutationType();
  const rootItem = (type: GraphQLObjectType) => createItem({ type, path: `${seed}:${type.name}`, values: {} });

  return (source, field, args, context, info) => {
    const owner = source.type.name;
    const isSent = sentArguments(info);
    const { isMutation } = context;
    const isLenient = context.isAnswered || source.isLenient === true;
    const call: FieldCall = { owner, field, args, isSent, context: context.rules, isLenient, isMutation };
    const declared = resolverOf(rules, owner, field.name);
    // A value of the data decides what is not decided.
    const hasValue = source.item?.values[field.name] !== undefined;
    const resolver = isMark(declared, "todo") && hasValue ? undefined : declared;
    if (source.root === "mutation") return resolveMutation(source, call, resolver, context, info);
    const isOwn = context.isAnswered && source.root === "query" && isRoot(schema, source.type);
    if (resolver && !isOwn && !(context.isAnswered && source.made)) {
      if (isMark(resolver, "todo")) throw missingField(structure, owner, field, true);
      if (isMark(resolver, "generated")) return generate(source, call);
      const origin = valuesOfData.has(resolver) ? "data" : "created";
      return finish(callResolver(resolver, source, call, context, info), (value) => adapt(value, source, call, origin));
    }
    if (source.made) return resolveMade(source, call);
    return source.root === "query" && !source.item ? resolveRoot(source, call, context) : resolveItem(source, call);
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
        if (isLenient && isId(id)) return sourceOf(imagine(source, call, id), 0);
        if (!isNonNullType(field.type)) return null;
        throw new Rejection(`There is no ${type.name} with this ID.`, { code: "NOT_FOUND" });
      }
      if (key && args[key.name] === null && !isNonNullType(field.type)) return null;
    }
    if (isLenient) return generate(source, call);
    throw missingField(structure, owner, field);
  }

  function resolveItem(source: Source, call: FieldCall): unknown {
    const { field, args, isLenient, owner } = call;
    const item = source.item ?? rootItem(source.type);
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
      if (found) return sourceOf(found, source.lists, isPart(found) ? source.root : undefined);
      if (!isNonNullType(field.type)) return null;
      throw new Rejection(`There is no ${type.name} with these values.`, { code: "NOT_FOUND" });
    }
    const value = reader.read(item, field, options);
    if (!isItem(value)) return toEntries(value, source.lists, owner);
    return sourceOf(value, source.lists, isPart(value) ? source.root : undefined);
  }

  function isPart({ id }: Item): boolean {
    return id === undefined;
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

  /** Lists in lists, whose entries are parts. */
  function toEntries(value: unknown, lists: number, owner: string): unknown {
    if (Array.isArray(value)) return value.map((entry) => toEntries(entry, lists + 1, owner));
    return isItem(value) ? sourceOf(value, lists) : value;
  }

  function resolveList(source: Source, call: FieldCall, items: readonly (Item | null)[]): unknown {
    return toPage(source, call, selector.select(call, items), true);
  }

  /** @param isLimited - Whether a list that is no page has at most as many items as a page. */
  function toPage(source: Source, call: FieldCall, items: readonly (Item | null)[], isLimited: boolean): unknown {
    const type = getNullableType(call.field.type);
    const shape = structure.pageOf(type);
    const key = `${source.path}.${call.field.name}`;
    const list = { key, keys: items.map((item, index) => item?.path ?? String(index)) };
    const entry = (index: number) => {
      const item = items[index];
      return item ? sourceOf(item, source.lists + 1) : null;
    };
    const range =
      shape || isLimited ? selectPage(selector.page(call), selector.sizes, list) : ([0, items.length] as const);
    if (shape && isObjectType(type)) return buildPage({ type, shape, list, range, entry });
    return Array.from({ length: range[1] - range[0] }, (_, index) => entry(range[0] + index));
  }

  /** A field of a page or a payload. */
  function resolveMade(source: Source, call: FieldCall): unknown {
    const { made = {}, type } = source;
    const { field } = call;
    const value = made[field.name];
    if (value !== undefined) return isItemList(value) && value.length > 0 ? toPage(source, call, value, false) : value;
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

  // Mutations

  function resolveMutation(
    source: Source,
    call: FieldCall,
    resolver: Resolver | undefined,
    context: ExecutionContext,
    info: GraphQLResolveInfo,
  ): unknown {
    const { field, owner, args } = call;
    const type = getNamedType(field.type);
    const path = `${source.path}.${field.name}${JSON.stringify(args)}`;
    const isNamespace =
      source.type === mutationType && isObjectType(type) && rules.resolvers?.[type.name] !== undefined;
    if (!resolver && isNamespace) return createSource({ type, path, lists: 0, root: "mutation" });
    const { rejection } = context;
    if (rejection && canReject(schema, type)) return rejectedResult(structure, field, rejection, path);
    if (context.isAnswered) return generatedPayload(source, call, path);
    if (!resolver || isMark(resolver, "todo")) {
      throw missingMutation(structure, owner, field, resolver !== undefined);
    }
    if (isMark(resolver, "generated")) return generatedPayload(source, call, path);
    const reject = (error: unknown) => {
      if (!isRejection(error)) throw error;
      return rejectedResult(structure, field, [toPayloadError(error)], path);
    };
    try {
      const result = store.attempt(() => callResolver(resolver, source, call, context, info));
      const origin = valuesOfData.has(resolver) ? "data" : "created";
      const done = finish(result, (value) => toPayload(value, source, call, path, origin));
      return done instanceof Promise ? done.catch(reject) : done;
    } catch (error) {
      return reject(error);
    }
  }

  function toPayload(value: unknown, source: Source, call: FieldCall, path: string, origin: Origin): unknown {
    const { field, args: input } = call;
    const nullable = getNullableType(field.type);
    if (isLeafType(nullable) && nullable.name === "Boolean" && value !== null) return value !== false;
    const items = [value].flat().map(rows.itemOf);
    const isRows = items.length > 0 && items.every((item) => item !== undefined);
    if (isLeafType(nullable) && isRows) return items[0]?.id;
    if (isObjectType(nullable)) {
      const isOwn = isRows && items.every((item) => item?.type === nullable);
      const isSuccess = value === true || value === undefined || (Array.isArray(value) && value.length === 0);
      if (isRows && !isOwn) {
        const made = spreadRows(structure, nullable, items as readonly Item[], Array.isArray(value));
        return createSource({ type: nullable, path, lists: 0, made, input });
      }
      if (isSuccess) return createSource({ type: nullable, path, lists: 0, made: spreadEmpty(nullable, value), input });
      if (!isRows && isPlain(value) && (!structure.keyOf(nullable) || structure.isPayload(nullable))) {
        return createSource({
          type: nullable,
          path,
          lists: 0,
          made: readPayload(nullable, value, source, call, origin),
          input,
        });
      }
    }
    return adapt(value, source, call, origin);
  }

  /** `[]` goes to the lists of the payload. */
  function spreadEmpty(type: GraphQLObjectType, value: unknown): Record<string, unknown> {
    const lists = Object.values(type.getFields()).filter((field) => Array.isArray(value) && !isErrorList(field));
    const own = lists.filter(
      (field) => isListType(getNullableType(field.type)) || connectionOf(getNamedType(field.type)),
    );
    return Object.fromEntries(own.map(({ name }) => [name, []]));
  }

  /** The values of a payload that a resolver returns as an object. */
  function readPayload(
    type: GraphQLObjectType,
    value: object,
    source: Source,
    call: FieldCall,
    origin: Origin,
  ): Record<string, unknown> {
    const fields = type.getFields();
    const entries = Object.entries(value).flatMap(([name, member]) => {
      if (name === "__typename" || member === undefined) return [];
      const field = fields[name];
      if (!field) {
        const names = Object.keys(fields).join(", ");
        throw new RulesError(
          `${placeOf(call)} returned "${name}", which ${type.name} does not have. Fields: ${names}.`,
        );
      }
      const inner = { ...call, owner: type.name, field, args: {} };
      const node = getNamedType(field.type);
      const isPayload = isObjectType(node) && isPlain(member) && !structure.keyOf(node) && !rows.itemOf(member);
      const path = `${source.path}.${call.field.name}.${name}`;
      if (isPayload && !Array.isArray(member)) {
        return [
          [name, createSource({ type: node, path, lists: 0, made: readPayload(node, member, source, inner, origin) })],
        ];
      }
      return [[name, adapt(member, { ...source, path }, inner, origin)]];
    });
    return Object.fromEntries(entries);
  }

  /** A payload of which everything is generated, because a test answers the mutation. */
  function generatedPayload(source: Source, call: FieldCall, path: string): unknown {
    const type = getNullableType(call.field.type);
    if (isLeafType(type) && type.name === "Boolean") return true;
    const possible = isCompositeType(type) ? structure.possibleTypes(type) : [];
    const [chosen] = possible;
    if (chosen && !structure.keyOf(chosen)) {
      return createSource({ type: chosen, path, lists: 0, made: {}, input: flatten(call.args), isLenient: true });
    }
    return generate(source, call);
  }

  // Values of resolvers, and generated values

  function generate(source: Source, call: FieldCall): unknown {
    const { field, args } = call;
    const item = source.item ?? createItem({ type: source.type, path: source.path, values: {} });
    const itemType = structure.itemTypeOf(field.type);
    const lenient: FieldCall = { ...call, isLenient: true };
    if (itemType) {
      const items =
        structure.isEntity(itemType) && !source.item
          ? store.list(itemType)
          : reader.read(item, field, { lists: source.lists, isLenient: true });
      return toPage(source, lenient, items as readonly (Item | null)[], true);
    }
    const variant = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
    if (isLeafType(getNamedType(field.type))) return item.values[field.name] ?? generator.leaf(item, field, variant);
    const type = getNamedType(field.type);
    if (!isCompositeType(type)) return null;
    if (source.item)
      return toEntries(reader.read(item, field, { lists: source.lists, isLenient: true }), source.lists, "");
    const [first] = structure.isEntity(type) ? store.list(type) : [];
    if (first && isRoot(schema, source.type)) return sourceOf(first, source.lists);
    return sourceOf(generator.part(item, field, type), source.lists, isRoot(schema, source.type) ? "query" : undefined);
  }

  /** An object with an ID that no table has, for an operation that a test answers. */
  function imagine(source: Source, { field }: FieldCall, id: string | number): Item {
    const [type] = structure.possibleTypes(getNamedType(field.type) as GraphQLObjectType);
    const path = `${seed}:${type?.name}:${id}`;
    const chosen = type ?? source.type;
    return createItem({ type: chosen, id, path, values: { [structure.keyOf(chosen)?.[0] ?? "id"]: id } });
  }

  /** The result of a resolver as a value of the field. */
  function adapt(value: unknown, source: Source, call: FieldCall, origin: Origin): unknown {
    const { field } = call;
    if (value === undefined || value === null) {
      if (!isNonNullType(field.type)) return null;
      throw foreign(call, `returned ${value === null ? "null" : "nothing"}, but the field is ${field.type}.`);
    }
    const type = getNamedType(field.type);
    if (isLeafType(type)) {
      if (isResponseValue(field.type, value)) return value;
      throw foreign(call, `returned ${describeValue(value)}. Expected ${describeLeaf(type)} (${field.type}).`);
    }
    const problems: string[] = [];
    const read = readValue(openReader(problems), field.type, schemaShape, value, "the value");
    if (problems.length > 0) throw foreign(call, `returned a value that is no ${field.type}: ${problems.join(" ")}`);
    const owner = { type: source.type, path: source.path, origin };
    const finder = {
      row: (data: { readonly type: GraphQLObjectType; readonly id: unknown; readonly fields: Item["values"] }) => {
        const known = isId(data.id) ? store.find(data.type, data.id) : undefined;
        const path = known?.path ?? `${source.path}.${field.name}`;
        const base = known ?? { type: data.type, path, origin, values: {} };
        const values = toValues(structure, finder, base, data.fields, field.name);
        const id = known?.id ?? (isId(data.id) ? data.id : undefined);
        return createItem({ ...base, id, values: { ...base.values, ...values } });
      },
      reference: ({ type: target, id }: { readonly type: Parameters<typeof store.find>[0]; readonly id: unknown }) => {
        const known = store.find(target, id);
        if (known) return known;
        throw foreign(call, `returned the ID of a ${target.name} that does not exist.`);
      },
    };
    const adapted = toValues(structure, finder, owner, { [field.name]: read }, "the value")[field.name];
    if (isItemList(adapted) && structure.itemTypeOf(field.type)) return toPage(source, call, adapted, false);
    if (isItem(adapted)) {
      const isSpace = isRoot(schema, source.type) && adapted.id === undefined && !isObjectData(value);
      return sourceOf(adapted, source.lists, isSpace ? "query" : undefined);
    }
    return toEntries(adapted, source.lists, call.owner);
  }

  function foreign(call: FieldCall, problem: string): RulesError {
    return new RulesError(`${placeOf(call)} ${problem}`);
  }
}

function placeOf({ owner, field }: FieldCall): string {
  return `resolvers.${owner}.${field.name} in ${RULES_FILE}`;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Arguments and the fields of input objects, by name. */
function flatten(args: FieldCall["args"]): FieldCall["args"] {
  return Object.assign({}, ...Object.values(args).filter(isPlain), args) as FieldCall["args"];
}

function toPayloadError({ message, field, code }: Rejection): PayloadError {
  return { field, messages: [message], ...(code !== undefined && { code }) };
}

/** Continues with the value of a resolver, at once if it is no promise. */
function finish<Result>(value: unknown, next: (value: unknown) => Result): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
