/** Executes mutations: changes the store, and resolves their payloads. */

import {
  type Args,
  type Field,
  findId,
  findIds,
  idFieldOf,
  isErrorList,
  isErrorType,
  isId,
  isPayloadType,
  itemTypeOf,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { isObject } from "../json.ts";
import { adaptObject, adaptValue } from "./adapt-input.ts";
import {
  createSource,
  enter,
  type Item,
  idOf,
  isReference,
  type Mutation,
  type Place,
  referTo,
  type Source,
  toSource,
} from "./items.ts";
import { type MutationPlan, planMutation } from "./mutation-plans.ts";
import type { Objects } from "./objects.ts";
import { connectionTypeOf } from "./paging.ts";
import { describePayloadError, type PayloadError } from "./payload-errors.ts";
import { inverseOf } from "./relation-types.ts";
import type { Store } from "./store.ts";

export interface MutationCall {
  readonly parent: Source;
  readonly field: Field;
  readonly args: Args;
  readonly place: Place;
  readonly rejection: readonly PayloadError[] | undefined;
  /** Whether the mutation changes the store. One that a test answers does not. */
  readonly changes: boolean;
}

export interface Mutations {
  /** Executes a field of the mutation root, and returns its value. */
  execute(call: MutationCall): unknown;
  /** The value of a field in the payload of a mutation. `undefined` if it does not depend on the mutation. */
  resolvePayloadField(field: Field, mutation: Mutation, place: Place): unknown;
}

/** @param now - Time of the platform, in milliseconds. */
export function createMutations(schema: GraphQLSchema, store: Store, objects: Objects, now: () => number): Mutations {
  return { execute, resolvePayloadField };

  function execute({ parent, field, args, place, changes, ...call }: MutationCall): unknown {
    const given = canReject(field) ? call.rejection : undefined;
    const inputs = listInputs(args);
    const input: Args = Object.assign({}, ...inputs.filter((each) => !Array.isArray(each)), args);
    const plan = planMutation(schema, field);
    const outcome = plan && !given ? run(plan, field, input, args, changes) : undefined;
    const rejection = given ?? outcome?.rejection;
    const mutation: Mutation = { input, rejection, affected: outcome?.affected ?? [] };
    const named = getNamedType(field.type);
    const isList = isListType(getNullableType(field.type));
    if (rejection && !given && !canReject(field)) throw notFound(rejection);
    if (named.name === "Boolean" && !isList) return true;
    if (isLeafType(named)) return resolveLeafResult(parent, field, mutation, place, args);
    if (isList) return mutation.affected.map((item) => toSource(item, place.lists + 1));
    return resolveResult(field, named as GraphQLCompositeType, mutation, place);
  }

  /** Applies the effect of a mutation. */
  function run(
    plan: MutationPlan,
    field: Field,
    input: Args,
    args: Args,
    changes: boolean,
  ): Pick<Mutation, "affected" | "rejection"> {
    const { effect, type } = plan;
    const entries = listEntries(args);
    const affected: Item[] = [];
    if (effect === "create" || effect === "copy") {
      for (const entry of entries ?? [input]) {
        const known = effect === "create" ? entry.id : undefined;
        if (isId(known) && store.hasData(type) && store.find(type, known))
          return { affected: [], rejection: alreadyExists(type) };
        const original = effect === "copy" ? findNamed(type, entry, field) : undefined;
        affected.push(create(type, entry, original, changes));
      }
      return { affected, rejection: undefined };
    }
    const targets = entries ?? (findIds(type.name, input) ?? []).map((id) => ({ ...input, id }));
    for (const entry of targets.length > 0 ? targets : [input]) {
      const id = findId(type.name, entry, entry === input ? field : undefined);
      const item = id === undefined ? undefined : store.find(type, id);
      if (id === undefined && effect !== "upsert") {
        // Without an ID, an update concerns the only object there is, such as the account.
        if (effect === "update" && affected.length === 0) {
          const [only] = store.list(type);
          if (only) affected.push(update(only, entry, changes));
        }
        continue;
      }
      if (effect === "none") affected.push(...(item ? [item] : []));
      else if (!item && effect === "upsert") affected.push(create(type, entry, undefined, changes));
      else if (!item) return { affected: [], rejection: missing(type) };
      else if (effect === "delete") affected.push(remove(item, changes));
      else affected.push(update(item, entry, changes));
    }
    if (effect === "none" && affected.length === 0) {
      const fields = adaptObject(store, type, input);
      affected.push({ ...store.prepare(type, fields), origin: undefined });
    }
    return { affected, rejection: undefined };
  }

  function findNamed(type: GraphQLObjectType, input: Args, field: Field): Item | undefined {
    const id = findId(type.name, input, field);
    return id === undefined ? undefined : store.find(type, id);
  }

  function create(type: GraphQLObjectType, input: Args, original: Item | undefined, changes: boolean): Item {
    const idName = idFieldOf(type)?.name ?? "id";
    const { [idName]: given, ...fields } = adaptObject(store, type, input);
    const { [idName]: _, ...copied } = original?.fields ?? {};
    const own = isId(given) && !original ? { [idName]: given } : {};
    const item = store.prepare(type, {
      ...datesOf(type, /^(?:created|inserted|updated|modified)/),
      ...copied,
      ...fields,
      ...own,
    });
    if (!changes) return item;
    store.put(item);
    assignLists(item, fields);
    return store.read(referTo(item));
  }

  function update(item: Item, input: Args, changes: boolean): Item {
    const { type } = item;
    const { [idFieldOf(type)?.name ?? "id"]: _, ...fields } = adaptObject(store, type, input);
    const dates = Object.keys(fields).length > 0 ? datesOf(type, /^(?:updated|modified)/) : {};
    const changed: Item = { ...item, fields: { ...item.fields, ...dates, ...fields } };
    if (!changes) return changed;
    if (Object.keys(fields).length === 0) return item;
    store.put(changed);
    assignLists(changed, fields);
    return store.read(referTo(changed));
  }

  function remove(item: Item, changes: boolean): Item {
    if (changes) store.remove(item);
    return item;
  }

  /** Sets the fields of the items of lists that refer back, and removes those of items that are no longer in the list. */
  function assignLists(item: Item, fields: Item["fields"]): void {
    for (const [name, entries] of Object.entries(fields)) {
      const field = item.type.getFields()[name];
      const inverse = field && Array.isArray(entries) ? inverseOf(schema, item.type, field) : undefined;
      if (inverse?.kind !== "one" || inverse.isPart) continue;
      const listed = new Set((entries as readonly unknown[]).filter(isReference).map(({ key }) => key));
      const back = inverse.field;
      const type = itemTypeOf(field as Field) as GraphQLObjectType;
      for (const child of store.list(type)) {
        const known = child.fields[back.name];
        const refers = isReference(known) && known.key === item.key;
        if (listed.has(child.key) && !refers) store.put(withField(child, back.name, referTo(item)));
        if (!listed.has(child.key) && refers && !isNonNullType(back.type)) store.put(withField(child, back.name, null));
      }
    }
  }

  /** The time of the platform for the dates of a type whose name matches. */
  function datesOf(type: GraphQLObjectType, pattern: RegExp): Record<string, string> {
    const at = new Date(now()).toISOString();
    const dates = Object.values(type.getFields()).flatMap(({ name, type: fieldType }) => {
      const leaf = getNamedType(fieldType).name;
      if (!pattern.test(name) || !/^(?:date|datetime|datetimeiso|isodatetime|timestamp|instant)$/i.test(leaf))
        return [];
      return [[name, /^date$/i.test(leaf) ? at.slice(0, 10) : at] as const];
    });
    return Object.fromEntries(dates);
  }

  /** Whether the result of a mutation can contain payload errors. */
  function canReject(field: Field): boolean {
    const type = getNamedType(field.type);
    if (isLeafType(type)) return false;
    const possible = isObjectType(type) ? [type] : schema.getPossibleTypes(type as never);
    return possible.some((each) => isErrorType(each) || Object.values(each.getFields()).some(isErrorList));
  }

  function resolveLeafResult(parent: Source, field: Field, { affected }: Mutation, place: Place, args: Args): unknown {
    const [item] = affected;
    const { name } = getNamedType(field.type);
    if (item && isListType(getNullableType(field.type)) && name === "ID") return affected.map(idOf);
    if (item && name === "ID") return idOf(item);
    if (item && name === "Int") return affected.length;
    return objects.resolve(parent, field, args, place);
  }

  function resolveResult(field: Field, named: GraphQLCompositeType, mutation: Mutation, place: Place): unknown {
    const { rejection, affected } = mutation;
    const possible = isObjectType(named) ? [named] : schema.getPossibleTypes(named);
    const errorType = rejection && possible.find(isErrorType);
    if (errorType && rejection[0]) return createSource(errorType, place, describePayloadError(errorType, rejection[0]));
    const [item] = affected;
    if (item && possible.includes(item.type) && !isPayloadType(item.type)) return toSource(item, place.lists);
    const type = store.chooseType(named, place.key);
    if (idFieldOf(type) && !isPayloadType(type))
      return rejection && !isNonNullType(field.type) ? null : affectedObject(type, mutation, place);
    return createSource(type, place, {}, { mutation });
  }

  function resolvePayloadField(field: Field, mutation: Mutation, place: Place): unknown {
    const { input, rejection, affected } = mutation;
    const named = getNamedType(field.type);
    if (isErrorList(field)) {
      return (rejection ?? []).map((error, index) => createError(named, error, enter(place, index)));
    }
    if (rejection && !isNonNullType(field.type)) return null;
    const isList = isListType(getNullableType(field.type));
    if (isLeafType(named)) {
      if (named.name === "Boolean" && !isList) return rejection === undefined;
      const value = adaptValue(store, field.type, input[field.name]);
      if (value !== undefined) return value;
      const [item] = affected;
      if (named.name === "ID" && item) return isList ? affected.map(idOf) : idOf(item);
      if (named.name === "ID" && !isList && isId(input.id)) return String(input.id);
      const isCount = named.name === "Int" && /count$|^(?:affected|num|rows)/i.test(field.name);
      return isCount ? affected.length : undefined;
    }
    const own = affected.filter(
      ({ type }) => type === named || (!isObjectType(named) && schema.isSubType(named as never, type)),
    );
    if (isList) return own.length > 0 ? own.map((item) => toSource(item, place.lists + 1)) : undefined;
    if (connectionTypeOf(named as never)) return undefined;
    if (own[0]) return toSource(own[0], place.lists);
    if (isObjectType(named)) {
      const node = getNamedType(named.getFields().node?.type);
      const edged = affected.find(({ type }) => type === node);
      if (edged) return createSource(named, place, { node: toSource(edged, place.lists) });
    }
    const type = store.chooseType(named as GraphQLCompositeType, place.key);
    if (isErrorType(type) && !isNonNullType(field.type)) return null;
    return affectedObject(type, mutation, place);
  }

  function createError(type: GraphQLNamedType, error: PayloadError, place: Place): unknown {
    if (isLeafType(type)) return error.messages.join(" ");
    const chosen = store.chooseType(type as GraphQLCompositeType, place.key);
    return createSource(chosen, place, describePayloadError(chosen, error));
  }

  /** Another object in the payload: the one whose ID is in the input, or to which the affected object refers. */
  function affectedObject(type: GraphQLObjectType, { input, affected }: Mutation, place: Place): Source {
    const id = findId(type.name, { ...input, ...(affected.length > 0 && { id: undefined }) });
    const found = id === undefined ? undefined : store.find(type, id);
    if (found) return toSource(found, place.lists);
    const reference = affected
      .flatMap(({ fields }) => Object.values(fields).filter(isReference))
      .find((each) => each.type === type);
    if (reference) return toSource(store.read(reference), place.lists);
    return createSource(type, place, { ...objects.newId(type, place), ...adaptObject(store, type, input) });
  }
}

function withField(item: Item, name: string, value: unknown): Item {
  return { ...item, fields: { ...item.fields, [name]: value } };
}

/** Objects in the arguments. */
function listInputs(args: Args): readonly object[] {
  return Object.values(args).filter((value) => typeof value === "object" && value !== null);
}

/** The objects of a list in the arguments, for a mutation of several objects, with the other arguments. */
function listEntries(args: Args): readonly Args[] | undefined {
  const lists = Object.values(args).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every(isObject),
  );
  const [list, ...others] = lists as readonly (readonly Args[])[];
  if (!list || others.length > 0) return undefined;
  const isAlone = Object.values(args).every((value) => !isObject(value));
  return isAlone ? list : undefined;
}

function missing({ name }: GraphQLObjectType): readonly PayloadError[] {
  return [{ field: "id", messages: [`There is no ${name} with this ID.`], code: "NOT_FOUND" }];
}

function alreadyExists({ name }: GraphQLObjectType): readonly PayloadError[] {
  return [{ field: "id", messages: [`Another ${name} has this ID.`], code: "ALREADY_EXISTS" }];
}

function notFound([error]: readonly PayloadError[]): GraphQLError {
  return new GraphQLError(error?.messages[0] ?? "", { extensions: { code: error?.code ?? "NOT_FOUND" } });
}
