/** Executes mutations: changes the store, and resolves their payloads. */

import {
  type Args,
  type Field,
  findId,
  idFieldOf,
  isErrorList,
  isErrorType,
  isId,
  isPayloadType,
} from "@integration-platform/graphql-compiler/conventions";
import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { isObject } from "../json.ts";
import { adaptObject, adaptValue } from "./adapt-input.ts";
import { createSource, enter, idOf, isReference, type Mutation, type Place, type Source, toSource } from "./items.ts";
import type { ApplyMutation } from "./mutation-effects.ts";
import { planMutation } from "./mutation-plans.ts";
import type { ResolveField } from "./objects.ts";
import { connectionTypeOf } from "./paging.ts";
import { canReject, describePayloadError, type PayloadError } from "./payload-errors.ts";
import type { Objects } from "./platform-data.ts";

export interface MutationCall {
  readonly parent: Source;
  readonly field: Field;
  readonly args: Args;
  readonly place: Place;
  readonly rejection: readonly PayloadError[] | undefined;
  /** Whether the mutation changes the store. One that a test answers does not. */
  readonly changes: boolean;
}

export interface Mutations {
  /** Executes a field of the mutation root, and returns its value. */
  execute(call: MutationCall): unknown;
  /** The value of a field in the payload of a mutation. `undefined` if it does not depend on the mutation. */
  resolvePayloadField(field: Field, mutation: Mutation, place: Place): unknown;
}

export function createMutations({ schema, store }: Objects, resolve: ResolveField, apply: ApplyMutation): Mutations {
  return { execute, resolvePayloadField };

  function execute({ parent, field, args, place, changes, ...call }: MutationCall): unknown {
    const named = getNamedType(field.type);
    const isRejectable = canReject(schema, named);
    const given = isRejectable ? call.rejection : undefined;
    const input: Args = Object.assign({}, ...Object.values(args).filter(isObject), args);
    const plan = planMutation(schema, field);
    const outcome = plan && !given ? apply({ plan, field, args, input, changes }) : undefined;
    const rejection = given ?? outcome?.rejection;
    const mutation: Mutation = { input, rejection, affected: outcome?.affected ?? [] };
    const isList = isListType(getNullableType(field.type));
    if (rejection && !isRejectable) throw notFound(rejection);
    if (named.name === "Boolean" && !isList) return true;
    if (isLeafType(named)) return resolveLeafResult(parent, field, mutation, place, args);
    if (isList && !outcome) return resolve(parent, field, args, place);
    if (isList) return mutation.affected.map((item) => toSource(item, place.lists + 1));
    return resolveResult(field, named as GraphQLCompositeType, mutation, place);
  }

  function resolveLeafResult(parent: Source, field: Field, { affected }: Mutation, place: Place, args: Args): unknown {
    const [item] = affected;
    const { name } = getNamedType(field.type);
    if (item && isListType(getNullableType(field.type)) && name === "ID") return affected.map(idOf);
    if (item && name === "ID") return idOf(item);
    if (item && name === "Int") return affected.length;
    return resolve(parent, field, args, place);
  }

  function resolveResult(field: Field, named: GraphQLCompositeType, mutation: Mutation, place: Place): unknown {
    const { rejection, affected } = mutation;
    const possible = isObjectType(named) ? [named] : schema.getPossibleTypes(named);
    const errorType = rejection && possible.find(isErrorType);
    if (errorType && rejection[0]) return createSource(errorType, place, describePayloadError(errorType, rejection[0]));
    const [item] = affected;
    if (item && possible.includes(item.type) && !isPayloadType(item.type)) return toSource(item, place.lists);
    const type = store.chooseType(named, place.key);
    if (idFieldOf(type) && !isPayloadType(type))
      return rejection && !isNonNullType(field.type) ? null : affectedObject(type, mutation, place);
    return createSource(type, place, {}, { mutation });
  }

  function resolvePayloadField(field: Field, mutation: Mutation, place: Place): unknown {
    const { input, rejection, affected } = mutation;
    const named = getNamedType(field.type);
    if (isErrorList(field)) {
      return (rejection ?? []).map((error, index) => createError(named, error, enter(place, index)));
    }
    if (rejection && !isNonNullType(field.type)) return null;
    const isList = isListType(getNullableType(field.type));
    if (isLeafType(named)) {
      if (named.name === "Boolean" && !isList) return rejection === undefined;
      const value = adaptValue(store, field.type, input[field.name]);
      if (value !== undefined) return value;
      const [item] = affected;
      if (named.name === "ID" && item) return isList ? affected.map(idOf) : idOf(item);
      if (named.name === "ID" && !isList && isId(input.id)) return String(input.id);
      const isCount = named.name === "Int" && /count$|^(?:affected|num|rows)/i.test(field.name);
      return isCount ? affected.length : undefined;
    }
    const own = affected.filter(
      ({ type }) => type === named || (!isObjectType(named) && schema.isSubType(named as never, type)),
    );
    if (isList) return own.length > 0 ? own.map((item) => toSource(item, place.lists + 1)) : undefined;
    if (connectionTypeOf(named as never)) return undefined;
    if (named === schema.getQueryType()) return createSource(named, place, {}, { isRoot: true });
    if (own[0]) return toSource(own[0], place.lists);
    if (isObjectType(named)) {
      const node = getNamedType(named.getFields().node?.type);
      const edged = affected.find(({ type }) => type === node);
      if (edged) return createSource(named, place, { node: toSource(edged, place.lists) });
    }
    const type = store.chooseType(named as GraphQLCompositeType, place.key);
    if (isErrorType(type) && !isNonNullType(field.type)) return null;
    return affectedObject(type, mutation, place);
  }

  function createError(type: GraphQLNamedType, error: PayloadError, place: Place): unknown {
    if (isLeafType(type)) return error.messages.join(" ");
    const chosen = store.chooseType(type as GraphQLCompositeType, place.key);
    return createSource(chosen, place, describePayloadError(chosen, error));
  }

  /** Another object in the payload: the one whose ID is in the input, or to which the affected object refers. */
  function affectedObject(type: GraphQLObjectType, { input, affected }: Mutation, place: Place): Source {
    const id = findId(type.name, { ...input, ...(affected.length > 0 && { id: undefined }) });
    const found = id === undefined ? undefined : store.find(type, id);
    if (found) return toSource(found, place.lists);
    const reference = affected
      .flatMap(({ fields }) => Object.values(fields).filter(isReference))
      .find((each) => each.type === type);
    if (reference) return toSource(store.read(reference), place.lists);
    return createSource(type, place, { ...store.newId(type, place.key), ...adaptObject(store, type, input) });
  }
}

function notFound([error]: readonly PayloadError[]): GraphQLError {
  return new GraphQLError(error?.messages[0] ?? "", { extensions: { code: error?.code ?? "NOT_FOUND" } });
}
