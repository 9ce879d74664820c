/** The user, the organization and the tenants of a request, in the types of the schema. */

import {
  type Field,
  isUserField,
  userTypeOf,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, getNamedType, isObjectType } from "graphql";
import type { Access, User } from "../requests/accounts.ts";
import type { Structure } from "../schema/structure.ts";
import { getOrInsertComputed } from "../shared/maps.ts";
import { isResponseValue } from "../values/leaf-values.ts";
import { createEntity, createItem, type Item, keyFieldOf, ownValueOf } from "./items.ts";
import { findItem, listItems } from "./tables.ts";
import type { World } from "./world.ts";

/** Types of tenants. */
const TENANT_TYPE = /^(?:tenant|org|organi[sz]ation)$/i;
/** Root fields that return the tenant of the token. */
const TENANT_FIELD = /^(?:(?:current|my)_?)?(?:tenant|org|organi[sz]ation)$/i;
const USER_NAME = /^(?:name|user_?name|login|display_?name)$/i;

interface AccessTypes {
  readonly user: GraphQLObjectType | undefined;
  readonly tenants: readonly GraphQLObjectType[];
}

const accessTypes = new WeakMap<Structure, AccessTypes>();

/** The type of users, which a field such as `me` returns, and the types of tenants. */
function typesOf(structure: Structure): AccessTypes {
  return getOrInsertComputed(accessTypes, structure, () => {
    const { schema, keyOf } = structure;
    const userType = userTypeOf(schema);
    const tenants = Object.values(schema.getTypeMap()).filter(
      (type): type is GraphQLObjectType =>
        TENANT_TYPE.test(type.name) && isObjectType(type) && keyOf(type) !== undefined,
    );
    return { user: userType && keyOf(userType) ? userType : undefined, tenants };
  });
}

/**
 * The initial rows of a type of users or tenants, from the option `users`. Their keys are the names of users
 * and the IDs of tenants, or numbers from 1 if the key is no text.
 */
export function rowsOfUsers(
  { structure, seed }: World,
  type: GraphQLObjectType,
  users: readonly User[],
): readonly Item[] | undefined {
  const { user, tenants } = typesOf(structure);
  const keyType = keyFieldOf(structure, type)?.type;
  const row = (key: string, name: string, index: number, email?: string) => {
    const id = keyType && isResponseValue(keyType, key) ? key : index + 1;
    const names = nameFields(type, type === user).map((field) => [field, name] as const);
    const own = email !== undefined && type.getFields().email ? { email } : {};
    const values = { ...Object.fromEntries(names), ...own };
    return createEntity(structure, seed, { type, id, index, values });
  };
  if (type === user) return users.map(({ name, email }, index) => row(name, name, index, email));
  if (!tenants.includes(type)) return undefined;
  const all = new Map(users.flatMap((account) => account.tenants).map((tenant) => [tenant.id, tenant]));
  return [...all.values()].map(({ id, name }, index) => row(id, name, index));
}

function nameFields(type: GraphQLObjectType, isUser: boolean): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const isName = isUser ? USER_NAME.test(field.name) : field.name === "name";
    return isName && getNamedType(field.type).name === "String" ? [field.name] : [];
  });
}

/**
 * The row of the user of a token, or the first row if none has the name or the email. `undefined` if the
 * schema has no type of users.
 */
export function userRowOf(world: World, { user: account }: Access): Item | undefined {
  const { user: type } = typesOf(world.structure);
  if (!type) return undefined;
  const rows = listItems(world, type);
  const names: unknown[] = [account.name, account.email ?? account.name];
  const nameColumns = ["email", ...nameFields(type, true)];
  const isAccount = ({ id, values }: Item) =>
    names.includes(id) || nameColumns.some((name) => names.includes(values[name]));
  return rows.find(isAccount) ?? rows[0];
}

/** A copy of the row of the user, with the values of the token that the row does not set. */
export function withTokenValues(world: World, access: Access, row: Item): Item {
  const added: Record<string, unknown> = {};
  for (const field of Object.values(row.type.getFields())) {
    // Data of `tenantId` sets `tenant`.
    const relation = world.structure.relationOf(row.type, field.name);
    if (ownValueOf(row, relation ?? field) !== undefined) continue;
    const value = tokenValueOf(world, access, field);
    if (value !== undefined) added[field.name] = value;
  }
  return createItem({ ...row, values: { ...row.values, ...added } });
}

/** The value that a token has for a field of its user. `undefined` for other fields. */
function tokenValueOf(world: World, access: Access, field: Field): unknown {
  const { structure } = world;
  const { user, tenantId } = access;
  if (field.name === "email") return user.email;
  if (/^tenant_?id$/i.test(field.name) && isResponseValue(field.type, tenantId)) return tenantId;
  const type = getNamedType(field.type);
  const tenant = typesOf(structure).tenants.find((candidate) => candidate === type);
  return tenant && !structure.listedTypeOf(field.type)
    ? (tenantOf(world, tenant, access) ?? null)
    : undefined;
}

/** The row with the ID or the name of the tenant, or else the first row. */
function tenantOf(world: World, type: GraphQLObjectType, { user, tenantId }: Access): Item | undefined {
  const name = user.tenants.find(({ id }) => id === tenantId)?.name;
  const rows = listItems(world, type);
  return findItem(world, type, tenantId) ?? rows.find(({ values }) => values.name === name) ?? rows[0];
}

/** Whether a root field without arguments returns the user or the tenant of the token. */
export function isAccessField(structure: Structure, field: Field): boolean {
  const type = getNamedType(field.type);
  const { user, tenants } = typesOf(structure);
  const isUser = isUserField(field) && type === user;
  return isUser || (TENANT_FIELD.test(field.name) && tenants.some((tenant) => tenant === type));
}

/** The row of the user or the tenant of the token. @param field - An access field (`isAccessField`). */
export function userOrTenantOf(world: World, field: Field, access: Access): Item | undefined {
  if (isUserField(field)) return userRowOf(world, access);
  return tenantOf(world, getNamedType(field.type) as GraphQLObjectType, access);
}
