/** Users of the platform, with their tenants and refresh tokens. */

import { checkOptionNames } from "../shared/check-options.ts";
import { hashUuid, randomSecret } from "../shared/random.ts";

export interface Tenant {
  /** UUID, the value of `PLATFORM_TENANT_ID`. */
  readonly id: string;
  readonly name: string;
}

export interface User {
  /** The `sub` claim of the user's access tokens. */
  readonly name: string;
  /** Value of the field `email` of the user's type. */
  readonly email?: string;
  /** The valid refresh token. With `rotation`, each refresh request replaces it. */
  readonly refreshToken: string;
  /** At least one. The first one is used if the client does not select a tenant. */
  readonly tenants: readonly Tenant[];
}

/** A missing refresh token is random, and missing tenants are two, with IDs by seed. */
export type UserOptions = Pick<User, "name"> & Partial<User>;

/** The user and the tenant of a token. */
export interface Access {
  readonly user: User;
  readonly tenantId: string;
}

export interface Accounts {
  readonly users: readonly User[];
  findByRefreshToken(refreshToken: string): User | undefined;
  /** Replaces the user's refresh token, and returns the new one. */
  rotate(user: User): string;
  /** The user and the tenant of an access token. The default ones without a token. */
  accessOf(token: { readonly user: string; readonly tenantId: string } | undefined): Access;
  reset(): void;
}

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
  return {
    users,
    findByRefreshToken: (refreshToken) => users.find((user) => user.refreshToken === refreshToken),
    rotate(user) {
      const refreshToken = randomSecret();
      Object.assign(user, { refreshToken });
      return refreshToken;
    },
    accessOf(token) {
      const user = users.find(({ name }) => name === token?.user) ?? (users[0] as User);
      return { user, tenantId: token?.tenantId ?? user.tenants[0]?.id ?? "" };
    },
    reset() {
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
  checkOptionNames("users", options);
  const { name, email, refreshToken, tenants } = options;
  const user: User = {
    name,
    ...(email !== undefined && { email }),
    refreshToken: refreshToken ?? randomSecret(),
    tenants:
      tenants ??
      ["Production", "Staging"].map((label) => ({ id: hashUuid(`${seed}:${name}:${label}`), name: label })),
  };
  if (user.tenants.length === 0) throw new TypeError(`User "${name}" must have at least one tenant.`);
  for (const tenant of user.tenants) checkOptionNames("users.tenants", tenant);
  const invalid = user.tenants.find((tenant) => !isUuid(tenant.id));
  if (invalid) throw new TypeError(`The ID of tenant "${invalid.id}" of user "${name}" must be a UUID.`);
  return user;
}
