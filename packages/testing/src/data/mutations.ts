/** Mutations: what their resolvers return becomes a payload. */

import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";
import { isObject } from "../json.ts";
import { isMark, isRejection, type Rejection } from "../rules/comparisons.ts";
import { RulesError } from "../rules/errors.ts";
import type { Resolver } from "../rules/types.ts";
import type { Item } from "../structure/items.ts";
import type { FieldCall } from "./lists.ts";
import { missingMutation } from "./missing.ts";
import { canReject, type PayloadError } from "./payload-errors.ts";
import { rejectedResult, spreadRows } from "./payloads.ts";
import type { Database } from "./platform-data.ts";
import { finish } from "./resolvers.ts";
import { type Origin, placeOf, type Results } from "./results.ts";
import { valuesOfData } from "./seed-data.ts";
import { createSource, type Source } from "./sources.ts";

interface MutationCall {
  readonly source: Source;
  readonly call: FieldCall;
  readonly resolver: Resolver | undefined;
  /** Payload errors of all mutations of the request. */
  readonly rejection: readonly PayloadError[] | undefined;
  /** Calls the resolver. */
  run(resolver: Resolver): unknown;
}

/** Resolves a field of the mutation root, or of a namespace. */
export type ResolveMutation = (call: MutationCall) => unknown;

export function createMutations(database: Database, { adapt, generate }: Results): ResolveMutation {
  const { structure, rules, store, rows } = database;
  const { schema } = structure;
  return resolveMutation;

  function resolveMutation({ source, call, resolver, rejection, run }: MutationCall): unknown {
    const { field, owner, args } = call;
    const type = getNamedType(field.type);
    const path = `${source.path}.${field.name}${JSON.stringify(args)}`;
    const isNamespace = isObjectType(type) && rules.resolvers?.[type.name] !== undefined;
    if (!resolver && isNamespace) return createSource({ type, path, lists: 0, root: "mutation" });
    if (rejection && canReject(schema, type)) return rejectedResult(structure, field, rejection, path);
    if (call.isLenient) return generatedPayload(source, call, path);
    if (!resolver || isMark(resolver, "todo")) {
      throw missingMutation(structure, owner, field, resolver !== undefined);
    }
    if (isMark(resolver, "generated")) return generatedPayload(source, call, path);
    const reject = (error: unknown) => {
      if (!isRejection(error)) throw error;
      return rejectedResult(structure, field, [toPayloadError(error)], path);
    };
    try {
      const result = store.attempt(() => run(resolver));
      const origin = valuesOfData.has(resolver) ? "data" : "created";
      const done = finish(result, (value) => toPayload(value, source, call, path, origin));
      return done instanceof Promise ? done.catch(reject) : done;
    } catch (error) {
      return reject(error);
    }
  }

  function toPayload(value: unknown, source: Source, call: FieldCall, path: string, origin: Origin): unknown {
    const { field, args: input } = call;
    const nullable = getNullableType(field.type);
    if (isLeafType(nullable) && nullable.name === "Boolean" && value !== null) return value !== false;
    const items = [value].flat().map(rows.itemOf);
    const isRows = items.length > 0 && items.every((item) => item !== undefined);
    if (isLeafType(nullable) && isRows) return items[0]?.id;
    if (isObjectType(nullable)) {
      const payload = (made: Source["made"]) => createSource({ type: nullable, path, lists: 0, made, input });
      const isOwn = items.every((item) => item?.type === nullable);
      if (isRows && !isOwn) {
        return payload(spreadRows(structure, nullable, items as [Item, ...Item[]], Array.isArray(value)));
      }
      if (value === true) return payload({});
      if (Array.isArray(value) && value.length === 0) return payload(emptyLists(nullable));
      if (!isRows && isObject(value) && (!structure.keyOf(nullable) || structure.isPayload(nullable))) {
        return payload(readPayload(nullable, value, source, call, origin));
      }
    }
    return adapt(value, source, call, origin);
  }

  /** `[]` goes to the lists of the payload. */
  function emptyLists(type: GraphQLObjectType): Record<string, unknown> {
    const lists = Object.values(type.getFields()).filter(
      (field) => isListType(getNullableType(field.type)) || structure.itemTypeOf(field.type),
    );
    return Object.fromEntries(lists.map(({ name }) => [name, []]));
  }

  /** The values of a payload that a resolver returns as an object. */
  function readPayload(
    type: GraphQLObjectType,
    value: object,
    source: Source,
    call: FieldCall,
    origin: Origin,
  ): Record<string, unknown> {
    const fields = type.getFields();
    const entries = Object.entries(value).flatMap(([name, member]) => {
      if (name === "__typename" || member === undefined) return [];
      const field = fields[name];
      if (!field) {
        const names = Object.keys(fields).join(", ");
        throw new RulesError(
          `${placeOf(call)} returned "${name}", which ${type.name} does not have. Fields: ${names}.`,
        );
      }
      const inner = { ...call, owner: type.name, field, args: {} };
      const node = getNamedType(field.type);
      const isPayload = isObjectType(node) && isObject(member) && !structure.keyOf(node) && !rows.itemOf(member);
      const path = `${source.path}.${call.field.name}.${name}`;
      if (isPayload) {
        return [
          [name, createSource({ type: node, path, lists: 0, made: readPayload(node, member, source, inner, origin) })],
        ];
      }
      return [[name, adapt(member, { ...source, path }, inner, origin)]];
    });
    return Object.fromEntries(entries);
  }

  /** A payload of which everything is generated, because a test answers the mutation. */
  function generatedPayload(source: Source, call: FieldCall, path: string): unknown {
    const type = getNullableType(call.field.type);
    if (isLeafType(type) && type.name === "Boolean") return true;
    const possible = isCompositeType(type) ? structure.possibleTypes(type) : [];
    const [chosen] = possible;
    if (chosen && !structure.keyOf(chosen)) {
      return createSource({ type: chosen, path, lists: 0, made: {}, input: flatten(call.args), isLenient: true });
    }
    return generate(source, call);
  }
}

/** Arguments and the fields of input objects, by name. */
function flatten(args: FieldCall["args"]): FieldCall["args"] {
  return Object.assign({}, ...Object.values(args).filter(isObject), args) as FieldCall["args"];
}

function toPayloadError({ message, field, code }: Rejection): PayloadError {
  return { field, messages: [message], ...(code !== undefined && { code }) };
}
