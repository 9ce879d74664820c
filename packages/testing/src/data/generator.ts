/** Resolvers of the simulated platform: mock data of an operation, then the platform's data, then generated values. */

import {
  type Args,
  type Connection,
  connectionOf,
  type Field,
  idFieldOf,
  isErrorList,
  isId,
} from "@integration-platform/graphql-compiler/conventions";
import {
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
  isScalarType,
} from "graphql";
import { type Limits, readPageSizes } from "../limits.ts";
import { hash } from "../random.ts";
import { suggest } from "../suggest.ts";
import { uniqueNameOf } from "../unknown.ts";
import { createMutations, type PayloadError } from "./mutations.ts";
import { createObjectData, isObjectData, type ObjectData } from "./object-data.ts";
import { createObjects } from "./objects.ts";
import { createCursor } from "./paging.ts";
import { createLeafGenerator, type ScalarGenerator } from "./scalars.ts";
import { createSeedData, type PlatformData } from "./seed-data.ts";
import { buildPage, connectionTypeOf, createSource, enter, isSource, type Place, type Source } from "./sources.ts";

interface DataOptions {
  readonly seed: number;
  readonly data?: PlatformData | undefined;
  readonly nulls?: "never" | "sometimes" | undefined;
  readonly scalars?: Readonly<Record<string, ScalarGenerator>> | undefined;
  readonly limits?: Limits | undefined;
}

/** State of one request. */
export interface ExecutionContext {
  /** Payload errors of all mutations of the request. */
  readonly rejection?: readonly PayloadError[] | undefined;
  readonly isMutation: boolean;
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
/** @throws TypeError if the data or a scalar does not match the schema. */
export function createGenerator(schema: GraphQLSchema, options: DataOptions): Generator {
  const { seed, data = {}, nulls = "never", scalars = {}, limits = {} } = options;
  checkScalars(schema, scalars);
  const leaf = createLeafGenerator(scalars);
  const seedData = createSeedData(schema, seed, data, leaf);
  const objects = createObjects(seed, seedData, leaf, readPageSizes(limits));
  const mutations = createMutations(schema, seedData, objects);
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
    typeResolver: (value) => (isSource(value) ? uniqueNameOf(value.type) : undefined),
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
      const payload = mutations.mutate(parent, field, args, place, context.rejection);
      return isObjectData(given) ? overlay(field.type, given, place, () => payload) : payload;
    }
    if (mutation) {
      const value = mutations.resolvePayloadField(field, mutation, place);
      if (value !== undefined) return value;
    } else if (context.isMutation && isErrorList(field)) {
      return [];
    } else if (isNullable && field.name !== idFieldOf(type)?.name && hash(`${place.key}:null`) % 4 === 0) return null;
    return objects.generate(field.type, { field, args, isRoot, parent }, place);
  }

  /** Resolves known data, which can be a list of the items of a connection. */
  function adopt(field: Field, value: unknown, args: Args, place: Place): unknown {
    const connection = connectionTypeOf(field.type);
    const list = connection && isObjectData(value) ? value.fields.nodes : value;
    if (!connection || !Array.isArray(list)) return overlay(field.type, value, place, () => undefined);
    const { nodeType } = connection.shape;
    const listPlace = { key: place.listKey ?? place.key, lists: place.lists };
    const items = list.map((item, index) => overlay(nodeType, item, enter(listPlace, index), () => undefined));
    return objects.createPage(connection, items, field, args, place);
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
    const { type: objectType, responses, fields } = value;
    const base = findBase(objectType, value, place, platformValue);
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
      return objects.createEntity(known, place.lists);
    }
    const base = platformValue();
    return isSource(base) && base.type === type ? base : createSource(type, place);
  }

  /** A connection whose items are all given: the only page, with as many of the platform's objects. */
  function createGivenPage(type: GraphQLObjectType, shape: Connection, length: number, place: Place): Source {
    const nodeType = getNamedType(shape.nodeType);
    const known = isCompositeType(nodeType) ? seedData.list(nodeType) : [];
    const items = Array.from({ length }, (_, index) => {
      const item = known[index];
      const at = enter(place, index);
      if (item) return objects.createEntity(item, at.lists, at);
      const chosen = isCompositeType(nodeType) && seedData.chooseType(nodeType, at.key);
      return chosen ? createSource(chosen, at, objects.newId(chosen, at)) : undefined;
    });
    const cursors = items.map((_, index) => createCursor(place.key, String(index)));
    return buildPage({ type, shape }, items, cursors, { start: 0, end: length });
  }
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
