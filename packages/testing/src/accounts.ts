/** Who may use the platform: users, their tenants and refresh tokens, and who is logged in. */

import { hashUuid, randomSecret } from "./random.ts";

export interface Tenant {
  /** A UUID (specification, section 2). */
  readonly id: string;
  readonly name: string;
}

export interface User {
  /** What the user types to log in; the `sub` of the user's access tokens. */
  readonly name: string;
  readonly password: string;
  /** The one that is accepted now: with `rotation`, each exchange replaces it. */
  readonly refreshToken: string;
  /** At least one. The first is the one the platform chooses where the client does not. */
  readonly tenants: readonly Tenant[];
}

/** What is left out is made up: secrets at random, two tenants by seed. */
export interface UserOptions {
  readonly name: string;
  readonly password?: string;
  readonly refreshToken?: string;
  readonly tenants?: readonly Tenant[];
}

export interface Accounts {
  readonly users: readonly User[];
  findByRefreshToken(refreshToken: string): User | undefined;
  findBySession(session: string | undefined): User | undefined;
  /** Replaces the user's refresh token and returns the new one. */
  rotate(user: User): string;
  /** Starts a session and returns its identifier, or nothing where name or password is wrong. */
  logIn(name: string, password: string): string | undefined;
  reset(): void;
}

/** Sessions kept: the oldest is logged out, so that a platform left running does not fill the memory. */
const MAX_SESSIONS = 1000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isUuid(value: string): boolean {
  return UUID.test(value);
}

/** @throws TypeError Where there is no user, a user has no tenant, or a tenant's identifier is no UUID. */
export function createAccounts(options: readonly UserOptions[], seed: number): Accounts {
  if (options.length === 0) throw new TypeError("users must hold at least one user");
  const initial = options.map((user) => createUser(user, seed));
  const users: { -readonly [Key in keyof User]: User[Key] }[] = initial.map((user) => ({ ...user }));
  const sessions = new Map<string, User>();
  return {
    users,
    findByRefreshToken: (refreshToken) => users.find((user) => user.refreshToken === refreshToken),
    findBySession: (session) => (session === undefined ? undefined : sessions.get(session)),
    rotate(user) {
      const refreshToken = randomSecret();
      for (const known of users) if (known === user) known.refreshToken = refreshToken;
      return refreshToken;
    },
    logIn(name, password) {
      const user = users.find((known) => known.name === name && known.password === password);
      if (!user) return undefined;
      const session = randomSecret();
      sessions.set(session, user);
      const [oldest] = sessions.size > MAX_SESSIONS ? sessions.keys() : [];
      if (oldest !== undefined) sessions.delete(oldest);
      return session;
    },
    reset() {
      sessions.clear();
      for (const [index, user] of users.entries()) Object.assign(user, initial[index]);
    },
  };
}

function createUser({ name, password, refreshToken, tenants }: UserOptions, seed: number): User {
  const user: User = {
    name,
    password: password ?? randomSecret().slice(0, 12),
    refreshToken: refreshToken ?? randomSecret(),
    tenants: tenants ?? ["Production", "Staging"].map((of) => ({ id: hashUuid(`${seed}:${name}:${of}`), name: of })),
  };
  if (user.tenants.length === 0) throw new TypeError(`user "${name}" must have at least one tenant`);
  const odd = user.tenants.find((tenant) => !isUuid(tenant.id));
  if (odd) throw new TypeError(`tenant "${odd.id}" of user "${name}" must be identified by a UUID`);
  return user;
}
