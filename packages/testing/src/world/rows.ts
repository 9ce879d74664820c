/**
 * Rows as resolvers see them: proxies of items. A field is read when it is used, a computed one by its
 * resolver.
 */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  Kind,
} from "graphql";
import { isPromiseLike, resolverOf } from "../rules/resolvers.ts";
import type { Row } from "../rules/rule-types.ts";
import { RulesError, toRulesError } from "../rules/rules-error.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { describeNoField } from "../shared/suggest.ts";
import { type Item, isItem } from "./items.ts";
import { isCount, readValue } from "./read.ts";
import { type Session, whileReading } from "./session.ts";
import { findItem } from "./tables.ts";
import { withTokenValues } from "./user-access.ts";
import type { World } from "./world.ts";

/** Names that `await`, test runners and printers read from every object. */
const COMMON = new Set(["then", "asymmetricMatch", "nodeType", "$$typeof"]);

/** The target of a row's proxy. */
interface RowState {
  readonly item: Item;
  readonly session: Session;
}

/**
 * The key by which a row shows its state. A weak map of all rows would take most of the time of garbage
 * collection.
 */
const STATE: unique symbol = Symbol("row");

/** The row of an item for the resolvers of a request. The same row each time. */
export function rowOf(session: Session, item: Item): Row {
  return getOrInsertComputed(session.rows, item, () => {
    const state: RowState = { item, session };
    return new Proxy(state, handler) as unknown as Row;
  });
}

/**
 * The item of a row. `undefined` for any other value.
 *
 * @throws RulesError if the row belongs to another platform, or its creation was undone.
 */
export function itemOf(world: World, value: unknown): Item | undefined {
  const state =
    typeof value === "object" && value !== null ? (value as { [STATE]?: RowState })[STATE] : undefined;
  if (!state) return undefined;
  const { item, session } = state;
  const isOwn = session.world === world;
  // A deleted row is found no more, but its creation was not undone.
  const mustBeFound = item.origin === "created" && item.id !== undefined && !item.isDeleted;
  const isUndone = mustBeFound && findItem(world, item.type, item.id) !== item;
  if (isOwn && !isUndone) return item;
  throw new RulesError(`The ${item.type.name} "${item.id}" is not a row of this platform.`);
}

/**
 * The value of a field as resolvers see it: that of its resolver, if it has one that needs no arguments. A
 * resolver that reads its own field sees the value without the resolver.
 */
export function readRowValue(session: Session, item: Item, field: Field): unknown {
  const { world } = session;
  const resolver = resolverOf(world.rules, item.type.name, field.name);
  const isRunning = session.reading.get(item)?.has(field.name);
  if (!resolver || isRunning || field.args.some(isRequiredArgument)) {
    return readValue(world, withUserValues(session, item), field);
  }
  checkPromises(session, item, field);
  try {
    const value = whileReading(session, item, field.name, () =>
      resolver(rowOf(session, item), defaultsOf(field), session.context, undefined as never),
    );
    if (isPromiseLike(value)) countPromise(session, item, field, value);
    return toItems(world, value);
  } catch (error) {
    throw toRulesError(`${item.type.name}.${field.name}`, error);
  }
}

/** More promises for a field of an item in one request are those of a resolver that calls itself. */
const MAX_PROMISES = 50_000;

/** @throws RulesError if a resolver reads its own field after an `await`, because it would not end. */
function checkPromises({ promises }: Session, item: Item, { name }: Field): void {
  const count = promises.get(item)?.get(name) ?? 0;
  if (count < MAX_PROMISES) return;
  throw new RulesError(
    `The resolver of ${item.type.name}.${name} reads its own field after an await. Read it before the await.`,
  );
}

function countPromise(
  { promises }: Session,
  item: Item,
  { name }: Field,
  promise: PromiseLike<unknown>,
): void {
  const counts = getOrInsertComputed(promises, item, () => new Map<string, number>());
  counts.set(name, (counts.get(name) ?? 0) + 1);
  // The reader can ignore the promise, as in `String(row.title)`.
  promise.then(undefined, () => undefined);
}

/** The item whose values are read: for the row of the user, a copy if the token adds values. */
export function withUserValues({ world, access, userRow }: Session, item: Item): Item {
  return item === userRow ? withTokenValues(world, access, item) : item;
}

const defaults = new WeakMap<Field, Readonly<Record<string, unknown>>>();

/** The arguments of a field that is selected without arguments: their default values. */
function defaultsOf(field: Field): Readonly<Record<string, unknown>> {
  const name = { kind: Kind.NAME, value: field.name } as const;
  return getOrInsertComputed(defaults, field, () => getArgumentValues(field, { kind: Kind.FIELD, name }));
}

/** Rows as items, also in lists. */
function toItems(world: World, value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((entry) => toItems(world, entry))
    : (itemOf(world, value) ?? value ?? null);
}

const handler: ProxyHandler<RowState> = {
  get(target, name) {
    const { item, session } = target;
    if (name === STATE) return target;
    if (typeof name === "symbol") return undefined;
    const field = item.type.getFields()[name];
    if (field) return readField(target, field);
    if (name === "__typename") return item.type.name;
    if (name === "toJSON") return () => toPlain(session, item);
    if (COMMON.has(name) || name in Object.prototype) return Reflect.get(Object.prototype, name);
    return missingField(session.world, item.type, name);
  },
  set(target, name) {
    const { type } = target.item;
    throw new RulesError(`Rows are read-only. Use db.${type.name}.update(id, { ${String(name)}: … }).`);
  },
  has: (target, name) => name in target.item.type.getFields(),
  ownKeys: (target) => [...copiedNames(target)],
  getOwnPropertyDescriptor(target, name) {
    const field: Field | undefined = Reflect.get(target.item.type.getFields(), name);
    return field && { enumerable: true, configurable: true, value: readField(target, field) };
  },
};

function readField({ item, session }: RowState, field: Field): unknown {
  return toRows(session, readRowValue(session, item, field));
}

function toRows(session: Session, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => toRows(session, entry));
  return isItem(value) ? rowOf(session, value) : value;
}

/**
 * Fields that a copy such as `{ ...row }` has: own values, and for generated rows leaf values and relations
 * to one object.
 */
function copiedNames({ item, session }: RowState): readonly string[] {
  const own = Object.keys(withUserValues(session, item).values);
  if (item.origin === "created" || item.origin === "data") return own;
  const single = Object.values(item.type.getFields()).filter((field) => isSingle(session.world, field));
  return [...new Set([...own, ...single.map(({ name }) => name)])];
}

function isSingle({ structure }: World, field: Field): boolean {
  const { type, args } = field;
  if (args.length > 0) return false;
  if (isLeafType(getNamedType(type))) return !isCount(field);
  return !isListType(getNullableType(type)) && !structure.pageOf(getNullableType(type));
}

/** The row for `JSON.stringify`: leaf values, and the IDs of related rows, so that there are no cycles. */
function toPlain(session: Session, item: Item): object {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    return isItem(value) ? (value.id ?? toPlain(session, value)) : value;
  };
  const fields = item.type.getFields();
  const names = copiedNames({ item, session });
  return Object.fromEntries(
    names.map((name) => [name, plain(readRowValue(session, item, fields[name] as Field))]),
  );
}

const fieldNames = new WeakMap<World, ReadonlySet<string>>();

/**
 * `undefined` if another type has the field, because a resolver can read it from all rows of an interface or
 * union.
 *
 * @throws RulesError if no type has it.
 */
function missingField(world: World, type: GraphQLObjectType, name: string): undefined {
  const names = getOrInsertComputed(fieldNames, world, () => {
    const types = Object.values(world.structure.schema.getTypeMap()).filter(isObjectType);
    return new Set(types.flatMap((object) => Object.keys(object.getFields())));
  });
  if (names.has(name)) return undefined;
  throw new RulesError(describeNoField(type, name));
}
