/** Opens the session of a request, with the context of its resolvers. */

import { isObject } from "../json.ts";
import type { Context } from "../rules/types.ts";
import { openDb } from "./db.ts";
import { pageRows } from "./page.ts";
import { rowOf } from "./rows.ts";
import type { Session } from "./session.ts";
import { sortRows } from "./sort.ts";
import { type Access, userOf } from "./users.ts";
import { whereRows } from "./where.ts";
import type { World } from "./world.ts";

export function createSession(world: World, access: Access): Session {
  let context: object | undefined;
  const session: Session = {
    world,
    access,
    rows: new Map(),
    reading: new Map(),
    get context() {
      context ??= createContext(session);
      return context;
    },
  };
  return session;
}

function createContext(session: Session): object {
  const { world, access } = session;
  const context: Context = {
    db: openDb(session),
    now: () => new Date(world.now()).toISOString(),
    get user() {
      const item = userOf(world, access);
      if (item) return rowOf(session, item);
      const { name, tenants } = access.user;
      const tenant = tenants.find(({ id }) => id === access.tenantId);
      return { id: name, name, tenantId: access.tenantId, tenant };
    },
    where: (rows, filter, tests) => whereRows(session, rows, filter, tests),
    sort: (rows, order, names) => sortRows(session, rows, order, names),
    page: (rows, args) => pageRows(world, rows, args),
  };
  const more: unknown = world.extend?.(context as unknown as Context<never, never>);
  if (more === undefined) return context;
  if (!isObject(more)) throw new TypeError('"context" must return an object.');
  return Object.defineProperties(context, Object.getOwnPropertyDescriptors(more));
}
