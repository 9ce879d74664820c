/** The user, the organization and the tenants of a request, in the types of the schema. */

import {
  type Field,
  isUserField,
  userTypeOf,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isLeafType, isObjectType } from "graphql";
import type { User } from "../accounts.ts";
import { remember } from "../maps.ts";
import type { Structure } from "../structure/structure.ts";
import { createItem, createRowItem, type Item } from "./items.ts";
import { findItem, listItems } from "./tables.ts";
import type { World } from "./world.ts";

/** The user and the tenant of a token. */
export interface Access {
  readonly user: User;
  readonly tenantId: string;
}

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
  return remember(accessTypes, structure, () => findTypes(structure.schema, structure));
}

function findTypes(schema: GraphQLSchema, structure: Structure): AccessTypes {
  const userType = userTypeOf(schema);
  const tenants = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      TENANT_TYPE.test(type.name) && isObjectType(type) && structure.keyOf(type) !== undefined,
  );
  return { user: userType && structure.keyOf(userType) ? userType : undefined, tenants };
}

/** The initial rows of a type of users or tenants, from the option `users`. */
export function rowsOfUsers(
  structure: Structure,
  seed: number,
  type: GraphQLObjectType,
  users: readonly User[],
): readonly Item[] | undefined {
  const { user, tenants } = typesOf(structure);
  const row = (id: string, name: string, index: number, email?: string) => {
    const names = nameFields(type, type === user).map((field) => [field, name] as const);
    const own = email !== undefined && type.getFields().email ? { email } : {};
    const values = { ...Object.fromEntries(names), ...own };
    return createRowItem(structure, seed, { type, id, index, values });
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
 * The row of the user of a token, or the first row if none has the name or the email: a copy, if the token
 * adds values. `undefined` if the schema has no type of users.
 */
export function userOf(world: World, { user: account, tenantId }: Access): Item | undefined {
  const { structure } = world;
  const { user: type, tenants } = typesOf(structure);
  if (!type) return undefined;
  const rows = listItems(world, type);
  const names: unknown[] = [account.name, account.email ?? account.name];
  const nameColumns = ["email", ...nameFields(type, true)];
  const isAccount = ({ id, values }: Item) =>
    names.includes(id) || nameColumns.some((name) => names.includes(values[name]));
  const row = rows.find(isAccount) ?? rows[0];
  if (!row) return undefined;
  // Values of the token, for fields that the row does not set. Data of `tenantId` sets `tenant`.
  const added: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const relation = structure.relationOf(type, field.name);
    if (row.values[relation?.name ?? field.name] !== undefined) continue;
    const target = getNamedType(field.type);
    const isTenant = tenants.some((tenant) => tenant === target) && !structure.listedTypeOf(field.type);
    if (field.name === "email" && account.email !== undefined) added.email = account.email;
    else if (/^tenant_?id$/i.test(field.name) && isLeafType(target)) added[field.name] = tenantId;
    else if (isTenant) added[field.name] = tenantOf(world, target, tenantId) ?? null;
  }
  if (Object.keys(added).length === 0) return row;
  return createItem({ ...row, original: row, values: { ...row.values, ...added } });
}

function tenantOf(world: World, type: unknown, tenantId: string): Item | undefined {
  const tenantType = typesOf(world.structure).tenants.find((tenant) => tenant === type);
  return tenantType && (findItem(world, tenantType, tenantId) ?? listItems(world, tenantType)[0]);
}

/** Whether a root field without arguments returns the user or the tenant of the token. */
export function isAccessField(structure: Structure, field: Field): boolean {
  const type = getNamedType(field.type);
  const { user, tenants } = typesOf(structure);
  const isUser = isUserField(field) && type === user;
  return isUser || (TENANT_FIELD.test(field.name) && tenants.some((tenant) => tenant === type));
}

/**
 * The row of a root field without arguments that returns the user or the tenant of the token. `undefined` for
 * other fields.
 */
export function userOrTenantOf(world: World, field: Field, access: Access): Item | undefined {
  const type = getNamedType(field.type);
  if (isUserField(field) && type === typesOf(world.structure).user) return userOf(world, access);
  return TENANT_FIELD.test(field.name) ? tenantOf(world, type, access.tenantId) : undefined;
}
