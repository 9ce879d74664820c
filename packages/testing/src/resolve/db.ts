/** The tables that resolvers read and change: `db`. */

import { type GraphQLCompositeType, isObjectType } from "graphql";
import { notFound } from "../rules/reject.ts";
import { isPromiseLike } from "../rules/resolvers.ts";
import type { Db, Table } from "../rules/rule-types.ts";
import { RULES_FILE, RulesError } from "../rules/rules-error.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { suggest } from "../shared/suggest.ts";
import { type Item, isId } from "../world/items.ts";
import { itemOf, rowOf } from "../world/rows.ts";
import type { Session } from "../world/session.ts";
import { deleteItem, findItem, listItems } from "../world/tables.ts";
import { createRow, updateRow } from "../world/write-rows.ts";

/** The tables of a request, by the names of types. */
export function openDb(session: Session): Db {
  const tables = new Map<string, Table>();
  return new Proxy({} as Db, {
    get(_, name) {
      if (typeof name !== "string") return undefined;
      return getOrInsertComputed(tables, name, () => createTable(session, name));
    },
    set(_, name) {
      throw new RulesError(`db.${String(name)} cannot be set. Use db.${String(name)}.create(…).`);
    },
  });
}

/** @throws RulesError if the schema has no such type, or its objects have no key. */
function createTable(session: Session, name: string): Table {
  const { world } = session;
  const type = world.structure.schema.getType(name);
  if (!world.structure.isEntity(type)) throw withoutTable(session, name);
  return {
    list(test) {
      const rows = listItems(world, type).map((item) => rowOf(session, item));
      return test ? rows.filter((row) => isSelected(name, test(row))) : rows;
    },
    get: (id) => rowOf(session, getItem(session, type, id)),
    find(id) {
      const item = id === undefined ? undefined : findByKey(session, type, id);
      return item ? rowOf(session, item) : null;
    },
    create(values) {
      const location = requireMutation(session, name, "create");
      if (isObjectType(type)) return rowOf(session, createRow({ world, location }, type, values));
      throw new RulesError(`${location}: ${name} has several types. Use the table of one of them.`);
    },
    update(id, values) {
      const location = requireMutation(session, name, "update");
      return rowOf(session, updateRow({ world, location }, getItem(session, type, id), values));
    },
    delete(id) {
      requireMutation(session, name, "delete");
      const item = getItem(session, type, id);
      deleteItem(world, item);
      return rowOf(session, item);
    },
  };
}

/**
 * Lets only mutations change rows. Returns the method, for messages.
 *
 * @throws RulesError unless the resolver of a mutation is running, because the change could not be undone.
 */
function requireMutation({ world, isMutation }: Session, name: string, method: string): string {
  const location = `db.${name}.${method}`;
  if (isMutation && world.tables.changes) return location;
  const advice = "Compute the value in the resolver of its field, or change the row in a mutation.";
  throw new RulesError(
    `${location}: only the resolver of a mutation can change rows, while it runs. ${advice}`,
  );
}

/** @throws RulesError if the test is async: a promise is true. */
function isSelected(name: string, result: unknown): boolean {
  if (isPromiseLike(result)) throw new RulesError(`db.${name}.list: the test must not be async.`);
  return Boolean(result);
}

/**
 * @param key - An ID or a row.
 * @throws RulesError if the row has another type.
 */
function findByKey({ world }: Session, type: GraphQLCompositeType, key: unknown): Item | undefined {
  if (key === undefined) throw new RulesError(`db.${type.name}: the ID is undefined.`);
  const item = itemOf(world, key);
  if (item && !world.structure.possibleTypes(type).includes(item.type)) {
    throw new RulesError(
      `db.${type.name}: expected an ID or a row of ${type.name}, got a ${item.type.name}.`,
    );
  }
  if (item) return item.isDeleted ? undefined : item;
  if (key === null || isId(key)) return findItem(world, type, key);
  throw new RulesError(`db.${type.name}: expected an ID or a row.`);
}

/** @throws Rejection if there is no such row. */
function getItem(session: Session, type: GraphQLCompositeType, key: unknown): Item {
  const item = findByKey(session, type, key);
  if (item) return item;
  throw notFound(type.name, isObjectType(type) ? session.world.structure.keyOf(type)?.at(-1) : "id");
}

function withoutTable({ world }: Session, name: string): RulesError {
  const { schema, isEntity } = world.structure;
  const types = Object.values(schema.getTypeMap());
  const names = types.flatMap((type) => (isEntity(type) ? [type.name] : []));
  const hint = isObjectType(schema.getType(name))
    ? ` Name its key: export const keys = { ${name}: "…" } in ${RULES_FILE}.`
    : suggest(name, names);
  return new RulesError(`db.${name}: the schema has no object type "${name}" with an ID.${hint}`);
}
