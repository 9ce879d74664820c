/** Opens the session of a request, with the context of its resolvers. */

import { isPromiseLike } from "../rules/resolvers.ts";
import type { Context } from "../rules/rule-types.ts";
import { isObject } from "../shared/parse-json.ts";
import type { Item } from "../world/items.ts";
import { rowOf } from "../world/rows.ts";
import type { Session, SessionStart } from "../world/session.ts";
import { userRowOf } from "../world/user-access.ts";
import type { World } from "../world/world.ts";
import { openDb } from "./db.ts";
import { pageRows } from "./page.ts";

export function openSession(world: World, start: SessionStart): Session {
  let context: object | undefined;
  let userRow: Item | null | undefined;
  const session: Session = {
    ...start,
    world,
    fields: 0,
    rows: new Map(),
    get userRow() {
      if (userRow === undefined) userRow = userRowOf(world, start.access) ?? null;
      return userRow;
    },
    reading: new Map(),
    promises: new Map(),
    get context() {
      context ??= createContext(session);
      return context;
    },
  };
  return session;
}

function createContext(session: Session): object {
  const { world } = session;
  const context: Context = {
    db: openDb(session),
    now: () => new Date(world.now()).toISOString(),
    // Created when a resolver reads it, because most do not.
    get user() {
      return describeUser(session);
    },
    page: (rows, args) => pageRows(world, rows, args),
  };
  const added: unknown = world.extendContext?.(context as unknown as Context<never, never>);
  if (added === undefined) return context;
  if (isPromiseLike(added)) throw new TypeError('"context" must not be async.');
  if (!isObject(added)) throw new TypeError('"context" must return an object.');
  // `Object.assign` would call getters.
  return Object.defineProperties(context, Object.getOwnPropertyDescriptors(added));
}

/** The row of the user, or an object if the schema has no type of users. */
function describeUser(session: Session): Context["user"] {
  const { access, userRow } = session;
  if (userRow) return rowOf(session, userRow);
  const { user, tenantId } = access;
  const tenant = user.tenants.find(({ id }) => id === tenantId);
  const { name, email } = user;
  return { id: name, name, ...(email !== undefined && { email }), tenantId, tenant };
}
