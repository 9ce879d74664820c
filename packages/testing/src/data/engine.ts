/** Resolvers of the simulated platform: mock data of an operation, then rules, the platform's data and generated values. */

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
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  getNamedType,
  isCompositeType,
} from "graphql";
import type { User } from "../accounts.ts";
import { type Limits, readPageSizes } from "../limits.ts";
import { pick } from "../random.ts";
import { checkRules } from "../rules/check.ts";
import { isRejection } from "../rules/comparisons.ts";
import { RulesError } from "../rules/errors.ts";
import { createFilters } from "../rules/filters.ts";
import { createOrders } from "../rules/orders.ts";
import { createItem, type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import { uniqueNameOf } from "../unknown.ts";
import { createContext } from "./contexts.ts";
import { createRow } from "./generate.ts";
import { createListSelector } from "./lists.ts";
import { isObjectData, type ObjectData } from "./object-data.ts";
import { buildPage } from "./paging.ts";
import type { PayloadError } from "./payload-errors.ts";
import { createPlatformData, type DataOptions } from "./platform-data.ts";
import { createResolve, type ExecutionContext } from "./resolve.ts";
import { createSource, isSource, type Source, sourceOf } from "./sources.ts";
import type { Access } from "./users.ts";
import { isId, pageEntries } from "./write.ts";

export interface EngineOptions extends DataOptions {
  /** Page sizes, and the rate of API requests. @default pages of up to 1000 items, any rate */
  readonly limits?: Limits;
  /** Clock of the platform, in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

/** What is known of a request before it is executed. */
export interface RequestState {
  readonly rejection?: readonly PayloadError[] | undefined;
  readonly isMutation: boolean;
  readonly isAnswered: boolean;
  readonly access: Access;
}

export interface Engine {
  readonly structure: Structure;
  readonly fieldResolver: GraphQLFieldResolver<unknown, ExecutionContext>;
  readonly typeResolver: GraphQLTypeResolver<unknown, ExecutionContext>;
  createContext(state: RequestState): ExecutionContext;
  /** Value of a root object, with mock data if there is some. */
  createRoot(type: GraphQLObjectType, data?: ObjectData): object;
  /** Restores the objects. */
  reset(): void;
}

/** Maximum number of fields in a response. It bounds the memory for lists in lists. */
const MAX_RESPONSE_FIELDS = 200_000;

/** @throws TypeError if the rules, the data or a scalar does not match the schema. */
export function createEngine(schema: GraphQLSchema, options: EngineOptions, users: readonly User[]): Engine {
  const { limits = {}, now = Date.now, rules: given } = options;
  if (given) checkRules(schema, given);
  const [user] = users as [User];
  const database = createPlatformData(schema, { ...options, accounts: users }, () => outside);
  const { structure, rules, seed, store, read, rows } = database;
  const filters = createFilters(structure, rules, read, rows.of);
  const orders = createOrders(schema, rules);
  const contextOf = (access: Access) => createContext(database, filters, orders, access, now);
  /** For rules outside of requests. */
  const outside = contextOf({ user, tenantId: user.tenants[0]?.id ?? "" });
  const sizes = readPageSizes(limits);
  const selector = createListSelector({ structure, rules, filters, orders, read, rowOf: rows.of, sizes });
  const resolve = createResolve(database, selector);
  const engine: Engine = {
    structure,
    fieldResolver(value, args, context, info) {
      context.fields += 1;
      if (context.fields > MAX_RESPONSE_FIELDS) throw new RangeError("The response has too many fields.");
      const field = info.parentType.getFields()[info.fieldName] as Field;
      const source = value as Source;
      const { responses } = source;
      const platformValue = () => resolveField(source, field, args, context, info);
      if (!responses || !Object.hasOwn(responses, info.path.key)) return platformValue();
      const path = `${source.path}.${field.name}`;
      return overlay(field.type, responses[info.path.key], { path, lists: source.lists }, () =>
        ignoreGraphQLErrors(platformValue),
      );
    },
    typeResolver: (value) => (isSource(value) ? uniqueNameOf(value.type) : undefined),
    createContext: (state) => {
      let context: ExecutionContext["rules"] | undefined;
      return {
        ...state,
        fields: 0,
        get rules() {
          context ??= contextOf(state.access);
          return context;
        },
      };
    },
    createRoot: (type, data) =>
      createSource({
        type,
        path: `${seed}:${type.name}`,
        lists: 0,
        root: type === schema.getMutationType() ? "mutation" : "query",
        responses: data?.responses,
      }),
    reset: store.reset,
  };
  return engine;

  function resolveField(
    source: Source,
    field: Field,
    args: Readonly<Record<string, unknown>>,
    context: ExecutionContext,
    info: GraphQLResolveInfo,
  ): unknown {
    try {
      const value = resolve(source, field, args, context, info);
      return value instanceof Promise ? value.catch((error) => Promise.reject(toGraphQLError(error))) : value;
    } catch (error) {
      throw toGraphQLError(error);
    }
  }

  // Mock data of an operation

  /** Combines known values with those that the platform has at the same position. */
  function overlay(type: GraphQLOutputType, value: unknown, place: Place, platformValue: () => unknown): unknown {
    if (Array.isArray(value)) {
      const entryType = entryTypeOf(type) ?? type;
      const behind = platformValue();
      const entries = Array.isArray(behind) ? behind : [];
      return value.map((entry, index) => overlay(entryType, entry, enter(place, index), () => entries[index]));
    }
    if (!isObjectData(value)) return value;
    const base = findBase(value, place, platformValue);
    const isRejected = Object.entries(value.fields).some(
      ([name, list]) => Array.isArray(list) && list.length > 0 && isErrorList(value.type.getFields()[name] as Field),
    );
    const { responses } = value;
    // A payload with errors has nothing else.
    const made = isRejected ? { ...nullsOf(value.type), ...base.made } : base.made;
    return createSource({ ...base, made, responses });
  }

  /** The platform's object for mock data: the one with its ID, or else the one at the same position. */
  function findBase(data: ObjectData, place: Place, platformValue: () => unknown): Source {
    const { type, id } = data;
    const page = structure.pageOf(type);
    const items = pageEntries(structure, data);
    if (page && items) return createGivenPage(type, page, items.length, place);
    if (isId(id)) return sourceOf(store.find(type, id) ?? createRow(structure, seed, { type, id }), place.lists);
    const base = platformValue();
    if (isSource(base) && base.type === type) return base;
    return sourceOf(createItem({ type, path: place.path, values: {} }), place.lists);
  }

  /** A page whose items are all given: the only page, with as many of the platform's objects. */
  function createGivenPage(type: GraphQLObjectType, shape: Connection, length: number, place: Place): Source {
    const nodeType = getNamedType(shape.nodeType);
    const known = isCompositeType(nodeType) && structure.isEntity(nodeType) ? store.list(nodeType) : [];
    const items = Array.from({ length }, (_, index): Item | undefined => {
      if (known[index]) return known[index];
      const at = enter(place, index).path;
      const chosen = isCompositeType(nodeType) ? pick(structure.possibleTypes(nodeType), at) : undefined;
      return chosen && createItem({ type: chosen, path: at, values: {} });
    });
    const list = { key: place.path, keys: items.map((_, index) => String(index)) };
    const entry = (index: number) => {
      const item = items[index];
      return isItem(item) ? sourceOf(item, place.lists + 1) : null;
    };
    return buildPage({ type, shape, list, range: [0, length], entry });
  }
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
