/** The tables that resolvers read and change: `db`. */

import { type GraphQLCompositeType, type GraphQLObjectType, isObjectType } from "graphql";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import { notFound } from "../rules/reject.ts";
import type { Db, Row, Table } from "../rules/types.ts";
import { suggest } from "../suggest.ts";
import { type Item, isId } from "./items.ts";
import { itemOf, rowOf } from "./rows.ts";
import type { Session } from "./session.ts";
import { deleteItem, findItem, listItems } from "./tables.ts";
import { createRow, updateRow, type Writing } from "./write.ts";

/** The tables of a request, by the names of types. */
export function openDb(session: Session): Db {
  const tables = new Map<string, Table>();
  return new Proxy({} as Db, {
    get(_, name) {
      if (typeof name !== "string") return undefined;
      const table = tables.get(name) ?? openTable(session, name);
      tables.set(name, table);
      return table;
    },
    set: (_, name) => {
      throw new RulesError(`db.${String(name)} cannot be set. Use db.${String(name)}.create(…).`);
    },
  });
}

/** @throws RulesError if the schema has no such type, or its objects have no key. */
function openTable(session: Session, name: string): Table {
  const { structure } = session.world;
  const { schema } = structure;
  const type = schema.getType(name);
  if (structure.isEntity(type)) return createTable(session, type);
  const names = Object.values(schema.getTypeMap()).flatMap((each) =>
    structure.isEntity(each) ? [each.name] : [],
  );
  const hint = isObjectType(type)
    ? ` Name its key: export const keys = { ${name}: "…" } in ${RULES_FILE}.`
    : suggest(name, names);
  throw new RulesError(`db.${name}: the schema has no object type "${name}" with an ID.${hint}`);
}

function createTable(session: Session, type: GraphQLCompositeType): Table {
  const { world } = session;
  const place = `db.${type.name}`;
  const writing = (method: string): Writing => ({
    world,
    itemOf: (value) => itemOf(world, value),
    place: `${place}.${method}`,
  });
  const find = (id: unknown): Item | undefined => {
    if (id === undefined) throw new RulesError(`${place}: the ID is undefined.`);
    const item = itemOf(world, id);
    if (item) return item.isDeleted ? undefined : item;
    if (id === null || isId(id)) return findItem(world, type, id);
    throw new RulesError(`${place}: expected an ID or a row.`);
  };
  const get = (id: unknown): Item => {
    const item = find(id);
    if (item) return item;
    throw notFound(type.name, isObjectType(type) ? world.structure.keyOf(type)?.at(-1) : "id");
  };
  return {
    list(test) {
      const rows = listItems(world, type).map((item) => rowOf(session, item));
      return test ? rows.filter(test) : rows;
    },
    get: (id) => rowOf(session, get(id)),
    find(id) {
      const item = id === null || id === undefined ? undefined : find(id);
      return item ? rowOf(session, item) : null;
    },
    create: (values) => rowOf(session, createRow(writing("create"), objectType(type, place), values)),
    update: (id, values) => rowOf(session, updateRow(writing("update"), get(id), values)),
    delete(id): Row {
      const item = get(id);
      deleteItem(world, item);
      return rowOf(session, item);
    },
  };
}

function objectType(type: GraphQLCompositeType, place: string): GraphQLObjectType {
  if (isObjectType(type)) return type;
  throw new RulesError(`${place}.create: ${type.name} has several types. Use the table of one of them.`);
}
