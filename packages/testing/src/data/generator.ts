/** Resolvers of the simulated platform: mock data of an operation, then the platform's data, then generated values. */

import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  getNullableType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import { hash, pick } from "../random.ts";
import { suggest } from "../suggest.ts";
import { adaptInput, describePayloadError, type PayloadError } from "./mutations.ts";
import { createObjectData, isObjectData, type ObjectData } from "./object-data.ts";
import { createCursor, selectPage } from "./paging.ts";
import { generateScalar, type ScalarGenerator } from "./scalars.ts";
import { createSeedData, type PlatformData } from "./seed-data.ts";
import {
  type Args,
  type Connection,
  connectionOf,
  type Field,
  findId,
  idFieldOf,
  isErrorList,
  isErrorType,
  isId,
  isSameLeaf,
} from "./shapes.ts";

export interface DataOptions {
  readonly seed: number;
  readonly data?: PlatformData | undefined;
  readonly nulls?: "never" | "sometimes" | undefined;
  readonly scalars?: Readonly<Record<string, ScalarGenerator>> | undefined;
}

/** State of one request. */
export interface ExecutionContext {
  /** Payload errors of all mutations of the request. */
  readonly rejection?: readonly PayloadError[] | undefined;
  /** Number of fields resolved so far. */
  fields: number;
}

export interface Generator {
  readonly fieldResolver: GraphQLFieldResolver<unknown, ExecutionContext>;
  readonly typeResolver: GraphQLTypeResolver<unknown, ExecutionContext>;
  /** Value of a root object, with mock data if there is some. */
  createRoot(type: GraphQLObjectType, data?: ObjectData): object;
}

/** Maximum number of fields in a response. It bounds the memory for lists in lists. */
const MAX_RESPONSE_FIELDS = 200_000;
/** Lists that are nested deeper than this have one entry. */
const MAX_LONG_LISTS = 3;
/** Fields of this name have readable values. */
const NAME_FIELD = /^(?:name|title|label|displayName|subject)$/;

const SOURCE = Symbol("source");

/** An object while it is resolved. */
interface Source {
  readonly [SOURCE]: true;
  readonly type: GraphQLObjectType;
  /** Determines the generated values. */
  readonly key: string;
  /** Number of lists that contain the object. */
  readonly lists: number;
  /** Known values, by field name. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Mock data of the operation, by response name. */
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
  /** For the payload of a mutation. */
  readonly mutation?: Mutation | undefined;
  /** Whether this is the root of the operation. */
  readonly isRoot?: boolean;
}

interface Mutation {
  /** Arguments and the fields of input objects, by name. */
  readonly input: Args;
  readonly rejection: readonly PayloadError[] | undefined;
}

/** A position in the response. */
interface Place {
  readonly key: string;
  readonly lists: number;
  /** `key` without the arguments of the field, so that all pages of a connection have the same items. */
  readonly listKey?: string;
}

/** @throws TypeError if the data or a scalar does not match the schema. */
export function createGenerator(schema: GraphQLSchema, options: DataOptions): Generator {
  const { seed, data = {}, nulls = "never", scalars = {} } = options;
  const seedData = createSeedData(schema, seed, data);
  checkScalars(schema, scalars);
  return {
    fieldResolver(source, args, context, info) {
      context.fields += 1;
      if (context.fields > MAX_RESPONSE_FIELDS) throw new RangeError("The response has too many fields.");
      const field = info.parentType.getFields()[info.fieldName] as Field;
      const parent = isSource(source) ? source : createSource(info.parentType, { key: `${seed}`, lists: 0 });
      const text = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
      const listKey = `${parent.key}.${field.name}`;
      const place = { key: `${listKey}${text}`, listKey, lists: parent.lists };
      const resolve = () => resolveField(parent, field, args, place, context);
      const { responses } = parent;
      if (!responses || !Object.hasOwn(responses, info.path.key)) return resolve();
      return overlay(field.type, responses[info.path.key], place, () => ignoreGraphQLErrors(resolve));
    },
    typeResolver: (value) => (isSource(value) ? value.type.name : undefined),
    createRoot: (type, mockData) =>
      createSource(
        type,
        { key: `${seed}:${type.name}`, lists: 0 },
        {},
        { responses: mockData?.responses, isRoot: true },
      ),
  };

  function resolveField(parent: Source, field: Field, args: Args, place: Place, context: ExecutionContext): unknown {
    const { type, fields, mutation, isRoot = false } = parent;
    const known = Object.hasOwn(fields, field.name) ? fields[field.name] : undefined;
    const given = isRoot ? seedData.root(type.name, field, args) : known;
    const isMutation = isRoot && type === schema.getMutationType();
    if (given !== undefined && !(isMutation && isObjectData(given))) return adopt(field, given, args, place);
    const isNullable = !isNonNullType(field.type) && !isRoot && nulls === "sometimes";
    if (isMutation) {
      const payload = mutate(parent, field, args, place, context.rejection);
      return isObjectData(given) ? overlay(field.type, given, place, () => payload) : payload;
    }
    if (mutation) {
      const value = resolvePayloadField(field, mutation, place);
      if (value !== undefined) return value;
    } else if (isNullable && field.name !== idFieldOf(type)?.name && hash(`${place.key}:null`) % 4 === 0) return null;
    return generate(field.type, { field, args, isRoot, parent }, place);
  }

  /** Resolves known data, which can be a list of the items of a connection. */
  function adopt(field: Field, value: unknown, args: Args, place: Place): unknown {
    const connection = connectionTypeOf(field.type);
    const list = connection && isObjectData(value) ? value.fields.nodes : value;
    if (!connection || !Array.isArray(list)) return overlay(field.type, value, place, () => undefined);
    const { nodeType } = connection.shape;
    const listPlace = { key: place.listKey ?? place.key, lists: place.lists };
    const items = list.map((item, index) => overlay(nodeType, item, enter(listPlace, index), () => undefined));
    return createPage(connection, items, field, args, place);
  }

  /** Combines known values with those that the platform has at the same position. */
  function overlay(type: GraphQLOutputType, value: unknown, place: Place, platformValue: () => unknown): unknown {
    if (Array.isArray(value)) {
      const list = getNullableType(type);
      const entryType = isListType(list) ? list.ofType : type;
      const behind = platformValue();
      const entries = Array.isArray(behind) ? behind : [];
      return value.map((entry, index) => overlay(entryType, entry, enter(place, index), () => entries[index]));
    }
    if (!isObjectData(value)) return value;
    const objectType = schema.getType(value.typeName) as GraphQLObjectType;
    const base = findBase(objectType, value, place, platformValue);
    const { responses, fields } = value;
    if (!responses) return { ...base, fields: { ...base.fields, ...fields } };
    const errors = Object.entries(fields).some(
      ([name, list]) => Array.isArray(list) && list.length > 0 && isErrorList(objectType.getFields()[name] as Field),
    );
    const mutation = base.mutation && { ...base.mutation, rejection: errors ? [] : base.mutation.rejection };
    return { ...base, responses, mutation };
  }

  /** The platform's object for mock data: the one with its ID, or else the one at the same position. */
  function findBase(type: GraphQLObjectType, data: ObjectData, place: Place, platformValue: () => unknown): Source {
    const connection = connectionOf(type);
    const items = connection && (data.fields.nodes ?? data.fields.edges);
    if (connection && Array.isArray(items)) return createGivenPage(type, connection, items.length, place);
    if (isId(data.id)) {
      const known = seedData.find(type, data.id) ?? createObjectData(type, data.fields);
      return createEntity(known, place.lists);
    }
    const base = platformValue();
    return isSource(base) && base.type === type ? base : createSource(type, place);
  }

  /** A connection whose items are all given: the only page of as many of the platform's objects. */
  function createGivenPage(type: GraphQLObjectType, shape: Connection, length: number, place: Place): Source {
    const nodeType = getNamedType(shape.nodeType) as GraphQLCompositeType;
    const known = seedData.list(nodeType);
    const items = Array.from({ length }, (_, index) => {
      const item = known[index];
      const at = enter(place, index);
      return item ? createEntity(item, at.lists, at) : createSource(seedData.chooseType(nodeType, at.key), at);
    });
    return buildPage(
      { type, shape },
      items,
      items.map((_, index) => createCursor(place.key, String(index))),
      {
        start: 0,
        end: length,
      },
    );
  }

  interface Position {
    readonly field: Field;
    readonly args: Args;
    readonly isRoot: boolean;
    readonly parent: Source;
  }

  function generate(type: GraphQLOutputType, position: Position, place: Place): unknown {
    const nullable = getNullableType(type);
    const { field, args, isRoot, parent } = position;
    if (isListType(nullable)) return generateList(nullable.ofType, position, place);
    if (isLeafType(nullable)) {
      if (isEnumType(nullable)) return pick(nullable.getValues(), place.key)?.value;
      const number = hash(place.key);
      const custom = scalars[nullable.name];
      if (custom) return custom(number);
      if (nullable.name === "String" && NAME_FIELD.test(field.name))
        return `${words(parent.type.name)} ${1 + (number % 1000)}`;
      return generateScalar(nullable, { number, key: place.key, fieldName: field.name });
    }
    const connection = connectionTypeOf(nullable);
    if (connection) {
      const nodeType = getNamedType(connection.shape.nodeType) as GraphQLCompositeType;
      const list = { key: place.listKey ?? place.key, lists: place.lists };
      const items = isRoot ? listAll(nodeType, list) : listSome(nodeType, list);
      return createPage(connection, items, field, args, place);
    }
    return findObject(nullable as GraphQLCompositeType, field, args, place, !isNonNullType(type));
  }

  function generateList(type: GraphQLOutputType, position: Position, place: Place): unknown {
    const named = getNamedType(type);
    const { field, args, isRoot } = position;
    if (isLeafType(named) || isListType(getNullableType(type))) {
      const length = listLength(place);
      return Array.from({ length }, (_, index) => generate(type, { ...position, isRoot: false }, enter(place, index)));
    }
    const ids = Object.values(args).find((value) => Array.isArray(value) && value.length > 0 && value.every(isId));
    const takesIds = field.args.some((argument) => /^ids$/i.test(argument.name));
    if (takesIds && Array.isArray(ids)) {
      return ids.map((id) => findObject(named, field, { id }, enter(place, 0), !isNonNullType(type)));
    }
    return isRoot ? listAll(named, place) : listSome(named, place);
  }

  function listAll(type: GraphQLCompositeType, place: Place): Source[] {
    return seedData.list(type).map((item, index) => createEntity(item, place.lists + 1, enter(place, index)));
  }

  /** One to three of the platform's objects. */
  function listSome(type: GraphQLCompositeType, place: Place): Source[] {
    const known = seedData.list(type);
    const length = Math.min(known.length, listLength(place));
    const offset = hash(`${place.key}:offset`);
    return Array.from({ length }, (_, index) => {
      const item = known[(offset + index) % known.length] as ObjectData;
      return createEntity(item, place.lists + 1, enter(place, index));
    });
  }

  /** The object that arguments name, by its ID or by other fields, or else one of the platform's objects. */
  function findObject(
    type: GraphQLCompositeType,
    field: Field,
    args: Args,
    place: Place,
    isNullable: boolean,
  ): unknown {
    const chosen = seedData.chooseType(type, place.key);
    const id = findId(type.name, args, field);
    if (isId(id) && idFieldOf(chosen)) {
      const found = seedData.find(type, id);
      if (found) return createEntity(found, place.lists);
      if (isNullable) return null;
      throw new GraphQLError(`There is no ${type.name} with this ID.`, { extensions: { code: "NOT_FOUND" } });
    }
    const wanted = field.args.flatMap((argument) => {
      const same = chosen.getFields()[argument.name];
      const value = args[argument.name];
      return same && value != null && isSameLeaf(same, argument) ? [[same, value] as const] : [];
    });
    const known = seedData.list(type);
    if (wanted.length > 0) {
      const found = known.find((item) => {
        const source = createEntity(item, place.lists);
        return wanted.every(([same, value]) => source.type.getFields()[same.name] && leafOf(source, same) === value);
      });
      if (found) return createEntity(found, place.lists);
    }
    const overrides = Object.fromEntries(wanted.map(([same, value]) => [same.name, value]));
    if (!idFieldOf(chosen)) return createSource(chosen, place, overrides);
    if (wanted.length > 0) return createSource(chosen, place, { ...newId(chosen, place), ...overrides });
    const item = pick(known, place.key);
    if (item) return createEntity(item, place.lists);
    return isNullable ? null : createSource(chosen, place, newId(chosen, place));
  }

  function leafOf(source: Source, field: Field): unknown {
    if (Object.hasOwn(source.fields, field.name)) return source.fields[field.name];
    const place = { key: `${source.key}.${field.name}`, lists: 0 };
    return generate(field.type, { field, args: {}, isRoot: false, parent: source }, place);
  }

  /** The ID of an object that is not one of the platform's. */
  function newId(type: GraphQLObjectType, { key }: Place): Record<string, unknown> {
    const field = idFieldOf(type);
    const idType = getNamedType(field?.type);
    if (!field || !isScalarType(idType)) return {};
    const text = `${key}.${field.name}`;
    const custom = scalars[idType.name];
    const id = custom ? custom(hash(text)) : generateScalar(idType, { key: text, number: hash(text), fieldName: "id" });
    return { [field.name]: id };
  }

  function mutate(parent: Source, field: Field, args: Args, place: Place, rejection: Mutation["rejection"]): unknown {
    const named = getNamedType(field.type);
    const nested = Object.values(args).filter(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    );
    const input: Args = Object.assign({}, ...nested, args);
    if (named.name === "Boolean" && !isListType(getNullableType(field.type))) return true;
    if (isLeafType(named) || isListType(getNullableType(field.type))) {
      return generate(field.type, { field, args, isRoot: false, parent }, place);
    }
    const possible = isObjectType(named) ? [named] : schema.getPossibleTypes(named);
    const errorType = rejection && possible.find(isErrorType);
    const type = errorType ?? seedData.chooseType(named, place.key);
    if (errorType && rejection?.[0]) return createSource(type, place, describePayloadError(type, rejection[0]));
    const isPayload = !idFieldOf(type) || Object.values(type.getFields()).some(isErrorList);
    if (!isPayload) return affectedObject(type, input, place);
    return createSource(type, place, {}, { mutation: { input, rejection } });
  }

  /** The value of a field in the payload of a mutation. `undefined` if it does not depend on the mutation. */
  function resolvePayloadField(field: Field, { input, rejection }: Mutation, place: Place): unknown {
    const named = getNamedType(field.type);
    const isList = isListType(getNullableType(field.type));
    if (isErrorList(field))
      return (rejection ?? []).map((error, index) => createError(named, error, enter(place, index)));
    if (rejection && !isNonNullType(field.type)) return null;
    if (isList) return undefined;
    if (named.name === "Boolean") return rejection === undefined;
    if (isLeafType(named)) {
      const value = adaptInput(field.type, input[field.name]);
      if (value !== undefined) return value;
      return named.name === "ID" && isId(input.id) ? String(input.id) : undefined;
    }
    if (connectionTypeOf(named)) return undefined;
    const type = seedData.chooseType(named, place.key);
    return isErrorType(type) && !isNonNullType(field.type) ? null : affectedObject(type, input, place);
  }

  function createError(type: ReturnType<typeof getNamedType>, error: PayloadError, place: Place): unknown {
    if (isLeafType(type)) return error.messages.join(" ");
    const chosen = seedData.chooseType(type as GraphQLCompositeType, place.key);
    return createSource(chosen, place, describePayloadError(chosen, error));
  }

  /** The object that a mutation created or changed, with the values of its input. */
  function affectedObject(type: GraphQLObjectType, input: Args, place: Place): Source {
    const values = adaptInput(type, input);
    const fields = isObjectData(values) ? values.fields : {};
    const id = findId(type.name, input);
    if (!isId(id)) return createSource(type, place, { ...fields, ...newId(type, place) });
    const idField = idFieldOf(type)?.name ?? "id";
    const known = seedData.find(type, id) ?? createObjectData(type, { [idField]: id });
    const entity = createEntity(known, place.lists);
    return { ...entity, fields: { ...entity.fields, ...fields, [idField]: id } };
  }

  function connectionTypeOf(type: GraphQLOutputType): ConnectionType | undefined {
    const nullable = getNullableType(type);
    const shape = isObjectType(nullable) ? connectionOf(nullable) : undefined;
    return shape && isObjectType(nullable) ? { type: nullable, shape } : undefined;
  }

  function createPage(connection: ConnectionType, items: unknown[], field: Field, args: Args, place: Place): Source {
    const keys = items.map((item, index) => (isSource(item) && idFieldOf(item.type) ? item.key : String(index)));
    const cursors = keys.map((key) => createCursor(place.listKey ?? place.key, key));
    return buildPage(connection, items, cursors, selectPage(field, args, cursors));
  }

  /** An object: a row of the seed data, whose key depends on its type and ID, or else on its position. */
  function createEntity(item: ObjectData, lists: number, position?: Place): Source {
    const type = schema.getType(item.typeName) as GraphQLObjectType;
    const key = isId(item.id) ? `${seed}:${type.name}:${item.id}` : (position?.key ?? `${seed}:${type.name}`);
    const known = isId(item.id) ? seedData.find(type, item.id) : undefined;
    return createSource(type, { key, lists }, { ...known?.fields, ...item.fields });
  }
}

interface ConnectionType {
  readonly type: GraphQLObjectType;
  readonly shape: Connection;
}

function buildPage(
  { type, shape }: ConnectionType,
  items: readonly unknown[],
  cursors: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): Source {
  const key = `${cursors.length}:${cursors[0] ?? type.name}`;
  const place = { key: `page:${key}`, lists: 1 };
  const nodes = items.slice(start, end);
  const pageCursors = cursors.slice(start, end);
  const { edgeType, pageInfoType } = shape;
  const edges = nodes.map((node, index) =>
    edgeType ? createSource(edgeType, enter(place, index), { node, cursor: pageCursors[index] }) : undefined,
  );
  const info = {
    hasNextPage: end < items.length,
    hasPreviousPage: start > 0,
    startCursor: pageCursors[0] ?? emptyCursor(pageInfoType, "startCursor"),
    endCursor: pageCursors.at(-1) ?? emptyCursor(pageInfoType, "endCursor"),
  };
  return createSource(type, place, {
    ...(shape.hasNodes && { nodes }),
    ...(edgeType && { edges }),
    ...(pageInfoType && { pageInfo: createSource(pageInfoType, place, info) }),
    ...Object.fromEntries(shape.countFields.map((name) => [name, items.length])),
  });
}

/** The cursor of an empty page: null, or an empty text if it cannot be null. */
function emptyCursor(type: GraphQLObjectType | undefined, name: string): string | null {
  return isNonNullType(type?.getFields()[name]?.type) ? "" : null;
}

function createSource(
  type: GraphQLObjectType,
  { key, lists }: Place,
  fields: Source["fields"] = {},
  more: Pick<Source, "responses" | "mutation" | "isRoot"> = {},
): Source {
  return { [SOURCE]: true, type, key, lists, fields, ...more };
}

function isSource(value: unknown): value is Source {
  return typeof value === "object" && value !== null && SOURCE in value;
}

function enter({ key, lists }: Place, index: number): Place {
  return { key: `${key}[${index}]`, lists: lists + 1 };
}

function listLength({ key, lists }: Place): number {
  return lists < MAX_LONG_LISTS ? 1 + (hash(key) % 3) : 1;
}

/** `ProductVariant` as `Product variant`. */
function words(typeName: string): string {
  const text = typeName.replaceAll(
    /([a-z\d])([A-Z])/g,
    (_, last: string, next: string) => `${last} ${next.toLowerCase()}`,
  );
  return text.replaceAll("_", " ");
}

/** Mock data takes precedence over an object that does not exist, and over an invalid cursor. */
function ignoreGraphQLErrors(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function checkScalars(schema: GraphQLSchema, scalars: Readonly<Record<string, ScalarGenerator>>): void {
  for (const [name, generator] of Object.entries(scalars)) {
    if (!isScalarType(schema.getType(name))) {
      const names = Object.values(schema.getTypeMap()).flatMap((type) => (isScalarType(type) ? [type.name] : []));
      throw new TypeError(`scalars.${name}: the schema has no scalar "${name}".${suggest(name, names)}`);
    }
    if (typeof generator !== "function") throw new TypeError(`scalars.${name} must be a function.`);
  }
}
