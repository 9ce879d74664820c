/** The user, the organization and the tenants of a request, in the types of the schema. */

import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isLeafType, isObjectType } from "graphql";
import type { User } from "../accounts.ts";
import { remember } from "../maps.ts";
import { createItem, type Item } from "../structure/items.ts";
import { isReadable, type Structure } from "../structure/structure.ts";
import { createRow } from "./generate.ts";
import type { Store } from "./store.ts";

/** The user and the tenant of a token. */
export interface Access {
  readonly user: User;
  readonly tenantId: string;
}

/** Root fields that return the user of the token. */
const USER_FIELD = /^(?:me|viewer|whoami|(?:current|authenticated)_?user)$/i;
/** Types of tenants. */
const TENANT_TYPE = /^(?:tenant|org|organi[sz]ation)$/i;
/** Root fields that return the tenant of the token. */
const TENANT_FIELD = /^(?:(?:current|my)_?)?(?:tenant|org|organi[sz]ation)$/i;
const USER_NAME = /^(?:name|user_?name|login|display_?name)$/i;

interface AccessTypes {
  readonly user: GraphQLObjectType | undefined;
  readonly tenants: readonly GraphQLObjectType[];
}

const known = new WeakMap<Structure, AccessTypes>();

/** The type of users, which a field such as `me` returns, and the types of tenants. */
function typesOf(structure: Structure): AccessTypes {
  return remember(known, structure, () => findTypes(structure.schema, structure));
}

function findTypes(schema: GraphQLSchema, structure: Structure): AccessTypes {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const userType = getNamedType(fields.find((field) => USER_FIELD.test(field.name) && isReadable(field))?.type);
  const tenants = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      TENANT_TYPE.test(type.name) && isObjectType(type) && structure.keyOf(type) !== undefined,
  );
  return { user: isObjectType(userType) && structure.keyOf(userType) ? userType : undefined, tenants };
}

/** The first rows of a type of users or tenants, from the option `users`. */
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
    return createRow(structure, seed, { type, id, index, values });
  };
  if (type === user) return users.map(({ name, email }, index) => row(name, name, index, email));
  if (!tenants.includes(type)) return undefined;
  const all = new Map(users.flatMap((each) => each.tenants).map((tenant) => [tenant.id, tenant]));
  return [...all.values()].map(({ id, name }, index) => row(id, name, index));
}

function nameFields(type: GraphQLObjectType, isUser: boolean): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const isName = isUser ? USER_NAME.test(field.name) : field.name === "name";
    return isName && getNamedType(field.type).name === "String" ? [field.name] : [];
  });
}

/** The row of the user, with the tenant of the token. `undefined` if the schema has no type of users. */
export function userOf(structure: Structure, store: Store, { user: account, tenantId }: Access): Item | undefined {
  const { user: type, tenants } = typesOf(structure);
  if (!type) return undefined;
  const rows = store.list(type);
  const names: unknown[] = [account.name, account.email ?? account.name];
  const isAccount = ({ id, values }: Item) =>
    [id, values.email, ...nameFields(type, true).map((name) => values[name])].some((value) => names.includes(value));
  const row = rows.find(isAccount) ?? rows[0];
  if (!row) return undefined;
  const own = Object.values(type.getFields()).flatMap((field): (readonly [string, unknown])[] => {
    if (row.values[field.name] !== undefined) return [];
    const target = getNamedType(field.type);
    if (field.name === "email" && account.email !== undefined) return [[field.name, account.email] as const];
    if (/^tenant_?id$/i.test(field.name) && isLeafType(target)) return [[field.name, tenantId] as const];
    const isTenant = tenants.some((each) => each === target) && !structure.itemTypeOf(field.type);
    return isTenant ? [[field.name, tenantOf(structure, store, target, tenantId) ?? null] as const] : [];
  });
  return own.length === 0 ? row : createItem({ ...row, values: { ...row.values, ...Object.fromEntries(own) } });
}

function tenantOf(structure: Structure, store: Store, type: unknown, tenantId: string): Item | undefined {
  const tenantType = typesOf(structure).tenants.find((each) => each === type);
  return tenantType && (store.find(tenantType, tenantId) ?? store.list(tenantType)[0]);
}

/** The object of a root field without arguments that returns the user or the tenant. `undefined` for other fields. */
export function accessOf(
  structure: Structure,
  store: Store,
  field: { readonly name: string; readonly type: unknown },
  access: Access,
): Item | undefined {
  const type = getNamedType(field.type as GraphQLObjectType);
  if (USER_FIELD.test(field.name) && type === typesOf(structure).user) return userOf(structure, store, access);
  return TENANT_FIELD.test(field.name) ? tenantOf(structure, store, type, access.tenantId) : undefined;
}
