/** Resolvers of the simulated platform: mock data of an operation, then rules, stored data and generated values. */

import {
  type Connection,
  entryTypeOf,
  type Field,
  isErrorList,
} from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  isCompositeType,
} from "graphql";
import type { User } from "../accounts.ts";
import { pick } from "../random.ts";
import { RulesError } from "../rules/errors.ts";
import { isRejection } from "../rules/reject.ts";
import type { Structure } from "../structure/structure.ts";
import { uniqueNameOf } from "../unknown.ts";
import type { FieldCall, RequestState } from "./calls.ts";
import { createSession } from "./context.ts";
import { createWorld } from "./create-world.ts";
import { createItem, createKeyed, type Item, isId, isItem } from "./items.ts";
import { isObjectData, type ObjectData } from "./object-data.ts";
import { buildPage } from "./paging.ts";
import { createParent, isParent, type Parent, parentOf } from "./parents.ts";
import { resolveField } from "./resolve.ts";
import type { Session } from "./session.ts";
import { findItem, listItems, resetTables } from "./tables.ts";
import type { Access } from "./users.ts";
import type { DataOptions, World } from "./world.ts";
import { pageEntries } from "./write.ts";

/** State of one request. */
export interface ExecutionContext {
  readonly request: RequestState;
  readonly session: Session;
  /** Number of fields resolved so far. */
  fields: number;
}

export interface Engine {
  readonly structure: Structure;
  readonly fieldResolver: GraphQLFieldResolver<unknown, ExecutionContext>;
  readonly typeResolver: GraphQLTypeResolver<unknown, ExecutionContext>;
  createContext(request: RequestState, access: Access): ExecutionContext;
  /** Value of a root object, with mock data if there is some. */
  createRoot(type: GraphQLObjectType, data?: ObjectData): object;
  /** Restores the rows. */
  reset(): void;
}

/** Maximum number of fields in a response. It bounds the memory for lists in lists. */
const MAX_RESPONSE_FIELDS = 200_000;

/** @throws TypeError if the rules, the data or a scalar does not match the schema. */
export function createEngine(schema: GraphQLSchema, options: DataOptions, users: readonly User[]): Engine {
  const world = createWorld(schema, options, users);
  return {
    structure: world.structure,
    fieldResolver(value, args, context, info) {
      context.fields += 1;
      if (context.fields > MAX_RESPONSE_FIELDS) throw new RangeError("The response has too many fields.");
      const { request, session } = context;
      const parent = value as Parent;
      const field = info.parentType.getFields()[info.fieldName] as Field;
      const generatesMissing = request.isAnswered || parent.generatesMissing === true;
      const call: FieldCall = { session, request, owner: parent.type, field, args, info, generatesMissing };
      const { responses } = parent;
      if (!responses || !Object.hasOwn(responses, info.path.key)) return resolve(parent, call);
      const place = { path: `${parent.path}.${field.name}`, lists: parent.lists };
      return overlay(world, field.type, responses[info.path.key], place, () =>
        ignoreGraphQLErrors(() => resolve(parent, call)),
      );
    },
    typeResolver: (value) => (isParent(value) ? uniqueNameOf(value.type) : undefined),
    createContext: (request, access) => ({ request, session: createSession(world, access), fields: 0 }),
    createRoot: (type, data) =>
      createParent({
        type,
        path: `${world.seed}:${type.name}`,
        lists: 0,
        root: type === schema.getMutationType() ? "mutation" : "query",
        responses: data?.responses,
      }),
    reset: () => resetTables(world),
  };
}

function resolve(parent: Parent, call: FieldCall): unknown {
  try {
    const value = resolveField(parent, call);
    return value instanceof Promise ? value.catch((error) => Promise.reject(toGraphQLError(error))) : value;
  } catch (error) {
    throw toGraphQLError(error);
  }
}

// Mock data of an operation

/** Combines known values with those that the platform has at the same position. */
function overlay(
  world: World,
  type: GraphQLOutputType,
  value: unknown,
  place: Place,
  platformValue: () => unknown,
): unknown {
  if (Array.isArray(value)) {
    const entryType = entryTypeOf(type) ?? type;
    const behind = platformValue();
    const entries = Array.isArray(behind) ? behind : [];
    return value.map((entry, index) =>
      overlay(world, entryType, entry, enter(place, index), () => entries[index]),
    );
  }
  if (!isObjectData(value)) return value;
  const base = findBase(world, value, place, platformValue);
  const isRejected = Object.entries(value.fields).some(
    ([name, list]) =>
      Array.isArray(list) && list.length > 0 && isErrorList(value.type.getFields()[name] as Field),
  );
  const { responses } = value;
  // A payload with errors has nothing else.
  const ownFields = isRejected ? { ...nullsOf(value.type), ...base.ownFields } : base.ownFields;
  return createParent({ ...base, ownFields, responses });
}

/** The platform's object for mock data: the one with its ID, or else the one at the same position. */
function findBase(world: World, data: ObjectData, place: Place, platformValue: () => unknown): Parent {
  const { type, id } = data;
  const { structure, seed } = world;
  const page = structure.pageOf(type);
  const items = pageEntries(structure, data);
  if (page && items) return createGivenPage(world, type, page, items.length, place);
  if (isId(id))
    return parentOf(findItem(world, type, id) ?? createKeyed(structure, seed, { type, id }), place.lists);
  const base = platformValue();
  if (isParent(base) && base.type === type) return base;
  return parentOf(createItem({ type, path: place.path, values: {} }), place.lists);
}

/** A page whose items are all given: the only page, with as many of the platform's objects. */
function createGivenPage(
  world: World,
  type: GraphQLObjectType,
  shape: Connection,
  length: number,
  place: Place,
): Parent {
  const { structure } = world;
  const nodeType = getNamedType(shape.nodeType);
  const known = isCompositeType(nodeType) && structure.isEntity(nodeType) ? listItems(world, nodeType) : [];
  const items = Array.from({ length }, (_, index): Item | undefined => {
    if (known[index]) return known[index];
    const at = enter(place, index).path;
    const chosen = isCompositeType(nodeType) ? pick(structure.possibleTypes(nodeType), at) : undefined;
    return chosen && createItem({ type: chosen, path: at, values: {} });
  });
  const list = { key: place.path, keys: items.map((_, index) => String(index)) };
  const entry = (index: number) => {
    const item = items[index];
    return isItem(item) ? parentOf(item, place.lists + 1) : null;
  };
  return buildPage({ type, shape, list, range: [0, length], entry });
}

/** A position in the response. */
interface Place {
  readonly path: string;
  readonly lists: number;
}

function enter({ path, lists }: Place, index: number): Place {
  return { path: `${path}[${index}]`, lists: lists + 1 };
}

/** The fields of a payload that can be null, as null. */
function nullsOf(type: GraphQLObjectType): Record<string, null> {
  const fields = Object.values(type.getFields()).filter(
    (field) => !/!$/.test(String(field.type)) && !isErrorList(field),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, null]));
}

/** A rejection outside of a mutation is a GraphQL error. */
function toGraphQLError(error: unknown): unknown {
  if (!isRejection(error)) return error;
  return new GraphQLError(error.message, { extensions: { code: error.code ?? "BAD_USER_INPUT" } });
}

/** Mock data takes precedence over an object that does not exist, an invalid cursor and a rule that is missing. */
function ignoreGraphQLErrors(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof RulesError) return undefined;
    throw error;
  }
}
