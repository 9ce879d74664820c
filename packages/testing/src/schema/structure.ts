/** The structure of a schema: objects with a key, pages, and the two directions of relations. */

import {
  type Connection,
  type Field,
  idFieldOf,
  isErrorList,
  isErrorType,
  pageOf,
  toSnake,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isTypeSubTypeOf,
} from "graphql";
import { getOrInsertComputed } from "../shared/maps.ts";
import { findGroups, type RootKind } from "./groups.ts";

/** The rules that change the structure. */
export interface StructureRules {
  /** The path to the key of each type. `null` if its objects are values of others. */
  readonly keys?: Readonly<Record<string, string | null>>;
  /** The field that is the other direction of a list. */
  readonly inverses?: Readonly<Record<string, string>>;
}

/** The other direction of a list: a field of the listed objects. */
export interface Inverse {
  readonly field: Field;
  /**
   * Whether the list is read from the field, and not from own values: `Customer.tickets` from the relation
   * `Ticket.customer`. If both directions are lists, they could disagree, so that the one whose coordinate is
   * second in the alphabet is read from the first: `Ticket.tags` from `Tag.tickets`.
   */
  readonly isReadFromInverse: boolean;
}

/** Several fields of the items refer to the type. The rules must name one of them. */
export interface UnclearInverse {
  readonly field?: undefined;
  readonly names: readonly string[];
}

export interface Structure {
  readonly schema: GraphQLSchema;
  /**
   * Names of the fields that lead to the key of an object type: `["sys", "id"]`. `undefined` if its objects
   * are value objects.
   */
  keyOf(type: GraphQLCompositeType): readonly string[] | undefined;
  /**
   * Whether objects of the type have keys. For an interface or union: those of its types that are not errors.
   */
  isEntity(type: unknown): type is GraphQLCompositeType;
  /** The page that an object type is. */
  pageOf(type: unknown): Connection | undefined;
  /**
   * The type of the objects in a list or a page. `undefined` for other types, such as lists of leaf values.
   */
  listedTypeOf(type: GraphQLOutputType): GraphQLCompositeType | undefined;
  /** Object types of a type, without errors if there are others. */
  possibleTypes(type: GraphQLCompositeType): readonly GraphQLObjectType[];
  inverseOf(type: GraphQLObjectType, field: Field): Inverse | UnclearInverse | undefined;
  /** The relation whose key the field contains: `customer` for `customerId`. */
  relationOf(type: GraphQLObjectType, fieldName: string): Field | undefined;
  /** The argument of a field that returns one object by its key. */
  keyArgumentOf(field: Field): GraphQLArgument | undefined;
  /** The root whose fields a type only groups: `mutation` for `ItemMutation`. `undefined` for other types. */
  groupOf(type: GraphQLNamedType): RootKind | undefined;
  /** Whether objects of the type occur only in the results of mutations. */
  isPayload(type: GraphQLObjectType): boolean;
}

const structures = new WeakMap<GraphQLSchema, Map<string, Structure>>();

/** The structure of a schema with the `keys` and `inverses` of rules. It is kept for both. */
export function structureOf(schema: GraphQLSchema, { keys = {}, inverses = {} }: StructureRules): Structure {
  const byRules = getOrInsertComputed(structures, schema, () => new Map<string, Structure>());
  return getOrInsertComputed(byRules, JSON.stringify([keys, inverses]), () =>
    createStructure(schema, { keys, inverses }),
  );
}

/** State that the functions of a structure share. */
interface State {
  readonly schema: GraphQLSchema;
  readonly keyPaths: NonNullable<StructureRules["keys"]>;
  readonly namedInverses: NonNullable<StructureRules["inverses"]>;
  /** Names of types on the path to a key. */
  readonly keyPathTypes: ReadonlySet<string>;
  readonly structure: Structure;
}

/**
 * The functions of a structure call each other, so that each takes the state, which contains the structure.
 */
function createStructure(
  schema: GraphQLSchema,
  { keys: keyPaths, inverses: namedInverses }: Required<StructureRules>,
): Structure {
  const keys = new Map<GraphQLCompositeType, readonly string[] | undefined>();
  const pages = new Map<GraphQLObjectType, Connection | undefined>();
  const inverses = new Map<Field, Inverse | UnclearInverse | undefined>();
  const relations = new Map<GraphQLObjectType, ReadonlyMap<string, Field>>();
  const keyPathTypes = new Set(
    Object.entries(keyPaths).flatMap(([name, path]) => typesOfKeyPath(schema, name, path)),
  );
  /** Computed when it is needed, because it visits the whole schema. */
  let outside: ReadonlySet<unknown> | undefined;
  let groups: ReturnType<typeof findGroups> | undefined;
  const structure: Structure = {
    schema,
    keyOf: (type) => getOrInsertComputed(keys, type, () => findKey(state, type)),
    isEntity(type): type is GraphQLCompositeType {
      if (!isCompositeType(type)) return false;
      return structure.possibleTypes(type).every((object) => structure.keyOf(object) !== undefined);
    },
    pageOf: (type) =>
      isObjectType(type) ? getOrInsertComputed(pages, type, () => findPage(state, type)) : undefined,
    listedTypeOf(type) {
      const nullable = getNullableType(type);
      if (isListType(nullable)) {
        const entry = getNullableType(nullable.ofType);
        return isCompositeType(entry) ? entry : undefined;
      }
      const nodeType = getNamedType(structure.pageOf(nullable)?.nodeType);
      return isCompositeType(nodeType) ? nodeType : undefined;
    },
    possibleTypes(type) {
      if (isObjectType(type)) return [type];
      const possible = schema.getPossibleTypes(type);
      const valid = possible.filter((object) => !isErrorType(object));
      return valid.length > 0 ? valid : possible;
    },
    inverseOf: (type, field) => getOrInsertComputed(inverses, field, () => findInverse(state, type, field)),
    relationOf: (type, name) =>
      getOrInsertComputed(relations, type, () => findRelations(state, type)).get(name),
    keyArgumentOf: (field) => findKeyArgument(state, field),
    groupOf(type) {
      groups ??= findGroups(
        schema,
        (object, kind) =>
          !structure.keyOf(object) &&
          !structure.pageOf(object) &&
          !(kind === "mutation" && hasErrors(object)),
      );
      return groups.get(type);
    },
    isPayload(type) {
      outside ??= findTypesOutsideMutations(schema);
      return !outside.has(type);
    },
  };
  const state: State = { schema, keyPaths, namedInverses, keyPathTypes, structure };
  return structure;
}

/**
 * The path that the rules name, or else `id: ID!`, `id` of another scalar, or the only field of the type
 * `ID`.
 */
function findKey({ schema, keyPaths, keyPathTypes, structure }: State, type: GraphQLCompositeType) {
  const path = Object.hasOwn(keyPaths, type.name) ? keyPaths[type.name] : undefined;
  if (path !== undefined) return path === null ? undefined : path.split(".");
  if (!isObjectType(type) || keyPathTypes.has(type.name) || isRoot(schema, type)) return undefined;
  if (String(type.getFields().id?.type) === "ID!") return ["id"];
  const field = idFieldOf(type);
  if (!field || hasErrorList(type)) return undefined;
  return field.name === "id" || !structure.isPayload(type) ? [field.name] : undefined;
}

/** An object without a key that has `nodes`, `items` or `edges { node }`. */
function findPage({ schema, structure }: State, type: GraphQLObjectType): Connection | undefined {
  return structure.keyOf(type) || isRoot(schema, type) ? undefined : pageOf(type);
}

/**
 * The field that refers back: the one that the rules name, the only reference to the type, or the only list
 * of it.
 */
function findInverse(
  state: State,
  type: GraphQLObjectType,
  field: Field,
): Inverse | UnclearInverse | undefined {
  const { structure, namedInverses } = state;
  const listedType = structure.listedTypeOf(field.type);
  if (
    !listedType ||
    !("getFields" in listedType) ||
    !structure.isEntity(listedType) ||
    !structure.keyOf(type)
  ) {
    return undefined;
  }
  const isList = (other: Field) => structure.listedTypeOf(other.type) !== undefined;
  const inverseBy = (other: Field): Inverse => {
    const isOtherFirst = `${listedType.name}.${other.name}` < `${type.name}.${field.name}`;
    return { field: other, isReadFromInverse: !isList(other) || isOtherFirst };
  };
  const named = namedInverses[`${type.name}.${field.name}`];
  if (named !== undefined) return inverseBy(listedType.getFields()[named] as Field);
  const candidates = Object.values(listedType.getFields()).filter(
    (candidate) =>
      candidate !== field && !candidate.args.some(isRequiredArgument) && refersTo(structure, candidate, type),
  );
  const [back, ...others] = candidates;
  if (!back) return undefined;
  if (others.length > 0) {
    return candidates.every(isList) ? undefined : { names: candidates.map(({ name }) => name) };
  }
  if (!isList(back)) return inverseBy(back);
  const lists = Object.values(type.getFields()).filter(
    (list) => structure.listedTypeOf(list.type) === listedType,
  );
  const isPair = structure.listedTypeOf(back.type) === type && lists.length === 1;
  return isPair ? inverseBy(back) : undefined;
}

/** Whether a field refers to objects of a type: to one of them, or to a list. A list of lists does not. */
export function refersTo(
  { schema, listedTypeOf }: Structure,
  { type }: Field,
  target: GraphQLObjectType,
): boolean {
  return isTypeSubTypeOf(schema, target, listedTypeOf(type) ?? getNullableType(type));
}

/** The relations of a type by the name of the field with their key: `customerId` has `customer`. */
function findRelations({ structure }: State, type: GraphQLObjectType): ReadonlyMap<string, Field> {
  const fields = type.getFields();
  return new Map(
    Object.values(fields).flatMap((relation) => {
      if (structure.listedTypeOf(relation.type) || !structure.isEntity(getNamedType(relation.type)))
        return [];
      const stem = relation.name.charAt(0).toLowerCase() + relation.name.slice(1);
      const names = [`${stem}Id`, `${stem}_id`, `${stem}ID`].filter((name) =>
        isLeafType(getNamedType(fields[name]?.type)),
      );
      return names.map((name) => [name, relation] as const);
    }),
  );
}

function findKeyArgument({ structure }: State, { name, type, args }: Field): GraphQLArgument | undefined {
  const named = getNamedType(type);
  if (!structure.isEntity(named)) return undefined;
  const key = structure.possibleTypes(named).map((object) => structure.keyOf(object)?.at(-1) ?? "id");
  const names = new Set([...key, "id", `${toSnake(named.name)}_id`, `${toSnake(name)}_id`].map(toSnake));
  const own = args.filter((arg) => isLeafType(getNullableType(arg.type)) && names.has(toSnake(arg.name)));
  return own.find((arg) => key.includes(arg.name)) ?? own[0];
}

/** An object type, or all object types of an interface or union. None for others. */
export function objectTypesOf(schema: GraphQLSchema, type: unknown): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

export function isRoot(schema: GraphQLSchema, type: unknown): boolean {
  return type === schema.getQueryType() || type === schema.getMutationType();
}

function hasErrorList(type: GraphQLObjectType): boolean {
  return Object.values(type.getFields()).some(
    (field) => isErrorList(field) && isCompositeType(getNamedType(field.type)),
  );
}

/** Whether objects of a type are errors, or contain some. */
export function hasErrors(type: GraphQLObjectType): boolean {
  return isErrorType(type) || Object.values(type.getFields()).some(isErrorList);
}

/** Types on the path to a key: `Sys` for `sys.id`. */
function typesOfKeyPath(schema: GraphQLSchema, typeName: string, path: unknown): string[] {
  if (typeof path !== "string") return [];
  const names: string[] = [];
  let type: unknown = schema.getType(typeName);
  for (const name of path.split(".").slice(0, -1)) {
    type = isObjectType(type) ? getNamedType(type.getFields()[name]?.type) : undefined;
    if (isObjectType(type)) names.push(type.name);
  }
  return names;
}

/** The types that queries and the fields of other types return. */
function findTypesOutsideMutations(schema: GraphQLSchema): ReadonlySet<unknown> {
  const outside = new Set<unknown>();
  const mutation = schema.getMutationType();
  const visit = (type: unknown): void => {
    if (!isCompositeType(type) || outside.has(type) || type === mutation) return;
    outside.add(type);
    if (isAbstractType(type)) for (const object of schema.getPossibleTypes(type)) visit(object);
    if (isObjectType(type)) {
      for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
    }
  };
  visit(schema.getQueryType());
  return outside;
}
