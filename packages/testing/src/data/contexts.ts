/** The context of rules. */

import { type GraphQLInputType, type GraphQLSchema, isEnumType, isInputObjectType } from "graphql";
import { findElement } from "../rules/elements.ts";
import { RULES_FILE, RulesError } from "../rules/errors.ts";
import type { Filters } from "../rules/filters.ts";
import { type Orders, sortItems } from "../rules/orders.ts";
import type { Context, Row } from "../rules/types.ts";
import type { Item } from "../structure/items.ts";
import type { Database } from "./platform-data.ts";
import { type Access, userOf } from "./users.ts";

/** The context of the resolvers of a user. @param now - Clock of the platform, in milliseconds. */
export function createContext(
  { structure, store, rows, db, read }: Database,
  filters: Filters,
  orders: Orders,
  access: Access,
  now: () => number,
): Context {
  const itemOf = (row: Row): Item => {
    const item = rows.itemOf(row);
    if (item) return item;
    throw new RulesError(`A function of ${RULES_FILE} received an object that is no row.`);
  };
  const context: Context = {
    db,
    now: () => new Date(now()).toISOString(),
    get user() {
      const item = userOf(structure, store, access);
      if (item) return rows.of(item);
      const { name, tenants } = access.user;
      const tenant = tenants.find(({ id }) => id === access.tenantId);
      return { id: name, name, tenantId: access.tenantId, tenant };
    },
    matching(inputType, value) {
      const test = filters.input(inputType, value ?? {}, context);
      return (row) => test([itemOf(row)]);
    },
    sorted(coordinate, list, value) {
      const type = inputTypeOf(structure.schema, coordinate);
      return sortItems(read, orders.of(coordinate, type, value), list.map(itemOf)).map(rows.of);
    },
  };
  return context;
}

/** The type of an argument, a member, an enum or an input object. */
function inputTypeOf(schema: GraphQLSchema, coordinate: string): GraphQLInputType {
  const type = schema.getType(coordinate);
  if (isEnumType(type) || isInputObjectType(type)) return type;
  const found = findElement(schema, coordinate);
  if (typeof found === "string") throw new RulesError(`sorted("${coordinate}"): ${found}`);
  if (found.kind === "argument") return found.argument.type;
  if (found.kind === "member") return found.member.type;
  throw new RulesError(`sorted("${coordinate}"): expected an argument or a member of an input object.`);
}
