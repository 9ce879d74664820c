/** Resolvers of the simulated platform: mock data of an operation, then the platform's data, then generated values. */

import {
  type Args,
  connectionOf,
  entryTypeOf,
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
  isCompositeType,
  isLeafType,
} from "graphql";
import { TestSetupError } from "../errors.ts";
import { type Limits, readPageSizes } from "../limits.ts";
import { uniqueNameOf } from "../unknown.ts";
import { createSource, enter, isSource, type Place, type Source, toSource } from "./items.ts";
import { createEffects } from "./mutation-effects.ts";
import { createMutations } from "./mutations.ts";
import { isObjectData, type ObjectData } from "./object-data.ts";
import { createResolver } from "./objects.ts";
import { buildPage, connectionTypeOf } from "./paging.ts";
import type { PayloadError } from "./payload-errors.ts";
import { createPlatformData, type DataOptions } from "./platform-data.ts";
import type { RootFunction } from "./seed-data.ts";

export interface GeneratorOptions extends DataOptions {
  /**
   * Whether an argument of a list that no convention explains makes the request fail with HTTP 500. Without it, such an
   * argument is ignored and listed by `describe()`. @default false
   */
  readonly strict?: boolean;
  /** Page sizes, and the rate of API requests. @default pages of up to 1000 items, any rate */
  readonly limits?: Limits;
  /** Clock of the platform, in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
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
  /** Coordinates of the arguments that requests used and no convention explains. They were ignored. */
  unexplained(): readonly string[];
  /** Restores the objects. */
  reset(): void;
}

/** Maximum number of fields in a response. It bounds the memory for lists in lists. */
const MAX_RESPONSE_FIELDS = 200_000;

/** @throws TypeError if the data or a scalar does not match the schema. */
export function createGenerator(schema: GraphQLSchema, options: GeneratorOptions): Generator {
  const { limits = {}, strict = false, now = Date.now } = options;
  const objects = createPlatformData(schema, options);
  const { seed, seedData, store } = objects;
  const unexplained = new Set<string>();
  const sizes = readPageSizes(limits);
  const resolve = createResolver(objects, sizes, noteUnexplained);
  const mutations = createMutations(objects, resolve, createEffects(objects, now));
  return {
    fieldResolver(source, args, context, info) {
      context.fields += 1;
      if (context.fields > MAX_RESPONSE_FIELDS) throw new RangeError("The response has too many fields.");
      const field = info.parentType.getFields()[info.fieldName] as Field;
      const parent = isSource(source) ? source : createSource(info.parentType, { key: `${seed}`, lists: 0 });
      const text = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
      const listKey = `${parent.key}.${field.name}`;
      const place = { key: `${listKey}${text}`, listKey, lists: parent.lists };
      const { responses } = parent;
      if (!responses || !Object.hasOwn(responses, info.path.key)) {
        return resolveField(parent, field, args, place, context, false);
      }
      const platformValue = () => resolveField(parent, field, args, place, context, true);
      return overlay(field.type, responses[info.path.key], place, () => ignoreGraphQLErrors(platformValue));
    },
    typeResolver: (value) => (isSource(value) ? uniqueNameOf(value.type) : undefined),
    createRoot: (type, mockData) =>
      createSource(
        type,
        { key: `${seed}:${type.name}`, lists: 0 },
        {},
        { responses: mockData?.responses, isRoot: true },
      ),
    unexplained: () => [...unexplained],
    reset() {
      store.reset();
      unexplained.clear();
    },
  };

  function noteUnexplained(coordinates: readonly string[]): void {
    if (strict) {
      const [first = ""] = coordinates;
      throw new TestSetupError(
        `The simulated platform does not know what the argument ${first} selects. Return the items with a function in "data".`,
      );
    }
    for (const coordinate of coordinates) unexplained.add(coordinate);
  }

  function resolveField(
    parent: Source,
    field: Field,
    args: Args,
    place: Place,
    context: ExecutionContext,
    isAnswered: boolean,
  ): unknown {
    const { type, fields, mutation, isRoot = false } = parent;
    const isMutation = isRoot && type === schema.getMutationType();
    const given = isRoot ? seedData.root(type, field, args) : givenBySource(parent, field, args);
    if (given !== undefined && !(isMutation && isObjectData(given))) return adopt(field, given, args, place);
    if (isMutation) {
      const changes = !isAnswered && given === undefined;
      const { rejection } = context;
      const payload = mutations.execute({ parent, field, args, place, rejection, changes });
      return isObjectData(given) ? overlay(field.type, given, place, () => payload) : payload;
    }
    if (mutation) {
      const value = mutations.resolvePayloadField(field, mutation, place);
      if (value !== undefined) return value;
    } else if (context.isMutation && isErrorList(field) && !Object.hasOwn(fields, field.name)) {
      return [];
    }
    return resolve(parent, field, args, place);
  }

  /** A value that is not read from the store: a leaf, the result of a function, or an object that is resolved already. */
  function givenBySource(parent: Source, field: Field, args: Args): unknown {
    const value = Object.hasOwn(parent.fields, field.name) ? parent.fields[field.name] : undefined;
    if (typeof value === "function") return seedData.call(parent.type, field, value as RootFunction, args);
    const isResolved = isSource(value) || (Array.isArray(value) && value.some(isSource));
    return value === null || isResolved || isLeafType(getNamedType(field.type)) ? value : undefined;
  }

  /** Resolves known data, which can be a list of the items of a connection. */
  function adopt(field: Field, value: unknown, args: Args, place: Place): unknown {
    const type = connectionTypeOf(field.type);
    const connection = connectionOf(type);
    const list = connection && isObjectData(value) ? value.fields[connection.nodes?.name ?? "nodes"] : value;
    if (!type || !connection || !Array.isArray(list)) return overlay(field.type, value, place, () => undefined);
    const { nodeType } = connection;
    const listPlace = { key: place.listKey ?? place.key, lists: place.lists };
    const items = list.map((item, index) => overlay(nodeType, item, enter(listPlace, index), () => undefined));
    const keys = items.map((item, index) => (isSource(item) && idFieldOf(item.type) ? item.key : String(index)));
    return buildPage(type, { key: listPlace.key, keys }, (index) => items[index], { field, args, sizes });
  }

  /** Combines known values with those that the platform has at the same position. */
  function overlay(type: GraphQLOutputType, value: unknown, place: Place, platformValue: () => unknown): unknown {
    if (Array.isArray(value)) {
      const entryType = entryTypeOf(type) ?? type;
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
    if (connection && Array.isArray(items)) return createGivenPage(type, connection.nodeType, items.length, place);
    if (isId(data.id)) {
      const known = store.find(type, data.id) ?? { type, key: `${seed}:${type.name}:${data.id}`, fields: data.fields };
      return toSource(known, place.lists);
    }
    const base = platformValue();
    return isSource(base) && base.type === type ? base : createSource(type, place);
  }

  /** A connection whose items are all given: the only page, with as many of the platform's objects. */
  function createGivenPage(type: GraphQLObjectType, of: GraphQLOutputType, length: number, place: Place): Source {
    const nodeType = getNamedType(of);
    const known = isCompositeType(nodeType) ? store.list(nodeType) : [];
    const items = Array.from({ length }, (_, index) => {
      const item = known[index];
      const at = enter(place, index);
      if (item && store.isStored(item.type)) return toSource(item, at.lists);
      const chosen = isCompositeType(nodeType) && store.chooseType(nodeType, at.key);
      return chosen ? createSource(chosen, at, store.newId(chosen, at.key)) : undefined;
    });
    const keys = items.map((_, index) => String(index));
    return buildPage(type, { key: place.key, keys }, (index) => items[index]);
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
