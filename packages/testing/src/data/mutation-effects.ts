/** The effects of mutations on the store. */

import {
  type Args,
  type Field,
  findId,
  findIds,
  idFieldOf,
  isId,
  itemTypeOf,
} from "@integration-platform/graphql-compiler/conventions";
import { type GraphQLObjectType, getNamedType, isNonNullType } from "graphql";
import { isObject } from "../json.ts";
import { adaptObject } from "./adapt-input.ts";
import { type Item, isReference, type Mutation, referTo } from "./items.ts";
import type { MutationPlan } from "./mutation-plans.ts";
import type { PayloadError } from "./payload-errors.ts";
import type { Objects } from "./platform-data.ts";
import { type Inverse, inverseOf } from "./relation-types.ts";

/** A mutation to apply. */
interface EffectCall {
  readonly plan: MutationPlan;
  readonly field: Field;
  readonly args: Args;
  /** Arguments and the fields of input objects, by name. */
  readonly input: Args;
  /** Whether the store changes. */
  readonly changes: boolean;
}

type Outcome = Pick<Mutation, "affected" | "rejection">;

/** Applies a mutation to all of its objects, or to none if one of them is rejected. */
export type ApplyMutation = (call: EffectCall) => Outcome;

/** @param now - Time of the platform, in milliseconds. */
export function createEffects({ schema, store, reader }: Objects, now: () => number): ApplyMutation {
  return (call) => {
    const { effect } = call.plan;
    if (effect === "none") return showObject(call);
    return effect === "create" || effect === "copy" ? createAll(call) : changeAll(call);
  };

  function createAll({ plan: { effect, type }, field, args, input, changes }: EffectCall): Outcome {
    const entries = listEntries(args) ?? [input];
    const isTaken = (id: unknown) => isId(id) && store.hasData(type) && store.find(type, id) !== undefined;
    if (effect === "create" && entries.some(({ id }) => isTaken(id)))
      return reject(`Another ${type.name} has this ID.`, "ALREADY_EXISTS");
    const affected = entries.map((entry) => {
      const id = effect === "copy" ? findId(type.name, entry, field) : undefined;
      return create(type, entry, id === undefined ? undefined : store.find(type, id), changes);
    });
    return { affected, rejection: undefined };
  }

  function changeAll({ plan: { effect, type }, field, args, input, changes }: EffectCall): Outcome {
    const ids = findIds(type.name, input);
    const entries = listEntries(args) ?? ids?.map((id) => ({ ...input, id })) ?? [input];
    const targets = entries.map((entry) => {
      const id = findId(type.name, entry, entry === input ? field : undefined);
      // Without an ID, an update concerns the only object there is, such as the account.
      const only = id === undefined && effect === "update" ? store.list(type)[0] : undefined;
      return { entry, id, item: id === undefined ? only : store.find(type, id) };
    });
    const isMissing = effect !== "upsert" && targets.some(({ id, item }) => id !== undefined && !item);
    if (isMissing) return reject(`There is no ${type.name} with this ID.`, "NOT_FOUND");
    const affected = targets.flatMap(({ entry, item }) => {
      if (item && effect !== "delete") return update(item, entry, changes);
      if (item && changes) store.remove(item);
      if (item) return item;
      return effect === "upsert" ? create(type, entry, undefined, changes) : [];
    });
    return { affected, rejection: undefined };
  }

  /** The object that a mutation returns without a change: the one that its input names, or one with its values. */
  function showObject({ plan: { type }, field, input }: EffectCall): Outcome {
    const id = findId(type.name, input, field);
    const found = id === undefined ? undefined : store.find(type, id);
    const item = found ?? { ...store.prepare(type, adaptObject(store, type, input)), origin: undefined };
    return { affected: [item], rejection: undefined };
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
    if (!changes || Object.keys(fields).length === 0) return changed;
    store.put(changed);
    assignLists(changed, fields);
    return store.read(referTo(changed));
  }

  /** Changes the items of lists, so that they refer back exactly if the list contains them. */
  function assignLists(item: Item, fields: Item["fields"]): void {
    for (const [name, entries] of Object.entries(fields)) {
      const field = item.type.getFields()[name];
      const inverse = field && Array.isArray(entries) ? inverseOf(schema, item.type, field) : undefined;
      if (!inverse || inverse.isPart) continue;
      const listed = new Set((entries as readonly unknown[]).filter(isReference).map(({ key }) => key));
      for (const child of store.list(itemTypeOf(field as Field) as GraphQLObjectType)) {
        const value = referBack(child, inverse, item, listed.has(child.key));
        if (value !== undefined) store.put({ ...child, fields: { ...child.fields, [inverse.field.name]: value } });
      }
    }
  }

  /** The value of the field that refers back, or `undefined` if it does not change. */
  function referBack(child: Item, { field, kind }: Inverse, item: Item, isListed: boolean): unknown {
    if (kind === "one") {
      const refers = reader.one(child, field)?.key === item.key;
      if (refers === isListed || (!isListed && isNonNullType(field.type))) return undefined;
      return isListed ? referTo(item) : null;
    }
    const known = child.fields[field.name];
    if (!Array.isArray(known)) return undefined;
    const others = known.filter((each) => !isReference(each) || each.key !== item.key);
    return others.length < known.length === isListed ? undefined : isListed ? [...known, referTo(item)] : others;
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

function reject(message: string, code: string): Outcome {
  const error: PayloadError = { field: "id", messages: [message], code };
  return { affected: [], rejection: [error] };
}
