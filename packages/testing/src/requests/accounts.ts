/** Users of the platform, with their tenants, refresh tokens and sessions. */

import { checkOptions } from "../shared/check-options.ts";
import { limitSize } from "../shared/maps.ts";
import { hashUuid, randomSecret } from "../shared/random.ts";

export interface Tenant {
  /** UUID, the value of `PLATFORM_TENANT_ID`. */
  readonly id: string;
  readonly name: string;
}

export interface User {
  /** Name for the login page, and the `sub` claim of the user's access tokens. */
  readonly name: string;
  /** Value of the field `email` of the user's type. */
  readonly email?: string;
  readonly password: string;
  /** The valid refresh token. With `rotation`, each refresh request replaces it. */
  readonly refreshToken: string;
  /** At least one. The first one is used if the client does not select a tenant. */
  readonly tenants: readonly Tenant[];
}

/** Missing secrets are random, and missing tenants are two, with IDs by seed. */
export type UserOptions = Pick<User, "name"> & Partial<User>;

export interface Accounts {
  readonly users: readonly User[];
  findByRefreshToken(refreshToken: string): User | undefined;
  findBySession(session: string | undefined): User | undefined;
  /** Replaces the user's refresh token, and returns the new one. */
  rotate(user: User): string;
  /** Starts a session, and returns its ID. Returns `undefined` if the name or the password is wrong. */
  logIn(name: string, password: string): string | undefined;
  /** The user and the tenant of an access token. The default ones without a token. */
  accessOf(token: { readonly user: string; readonly tenantId: string } | undefined): {
    readonly user: User;
    readonly tenantId: string;
  };
  reset(): void;
}

/** Maximum number of sessions. If there are more, the oldest one ends. */
const MAX_SESSIONS = 1000;

export function isUuid(value: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

/**
 * @throws TypeError if there are no users, two users have the same name or refresh token, a user has an
 * unknown member, a user has no tenant, or a tenant's ID is not a UUID.
 */
export function createAccounts(options: readonly UserOptions[], seed: number): Accounts {
  if (options.length === 0) throw new TypeError('"users" must contain at least one user.');
  const initial = options.map((user) => createUser(user, seed));
  requireUnique(initial, "name");
  requireUnique(initial, "refreshToken");
  const users: readonly User[] = initial.map((user) => ({ ...user }));
  const sessions = new Map<string | undefined, User>();
  return {
    users,
    findByRefreshToken: (refreshToken) => users.find((user) => user.refreshToken === refreshToken),
    findBySession: (session) => sessions.get(session),
    rotate(user) {
      const refreshToken = randomSecret();
      Object.assign(user, { refreshToken });
      return refreshToken;
    },
    logIn(name, password) {
      const user = users.find((candidate) => candidate.name === name && candidate.password === password);
      if (!user) return undefined;
      const session = randomSecret();
      sessions.set(session, user);
      limitSize(sessions, MAX_SESSIONS);
      return session;
    },
    accessOf(token) {
      const user = users.find(({ name }) => name === token?.user) ?? (users[0] as User);
      return { user, tenantId: token?.tenantId ?? user.tenants[0]?.id ?? "" };
    },
    reset() {
      sessions.clear();
      for (const [index, user] of users.entries()) Object.assign(user, initial[index]);
    },
  };
}

/** Access tokens have only the name, and a refresh request has only the refresh token. */
function requireUnique(users: readonly User[], member: "name" | "refreshToken"): void {
  const values = new Set(users.map((user) => user[member]));
  if (values.size < users.length) throw new TypeError(`users: two users have the same ${member}.`);
}

function createUser(options: UserOptions, seed: number): User {
  checkOptions("users", options);
  const { name, email, password, refreshToken, tenants } = options;
  const user: User = {
    name,
    ...(email !== undefined && { email }),
    password: password ?? randomSecret().slice(0, 12),
    refreshToken: refreshToken ?? randomSecret(),
    tenants:
      tenants ??
      ["Production", "Staging"].map((label) => ({ id: hashUuid(`${seed}:${name}:${label}`), name: label })),
  };
  if (user.tenants.length === 0) throw new TypeError(`User "${name}" must have at least one tenant.`);
  for (const tenant of user.tenants) checkOptions("users.tenants", tenant);
  const invalid = user.tenants.find((tenant) => !isUuid(tenant.id));
  if (invalid) throw new TypeError(`The ID of tenant "${invalid.id}" of user "${name}" must be a UUID.`);
  return user;
}
