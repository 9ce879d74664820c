/** Mutations: their resolvers run one at a time, and what they changed is undone if they throw. */

import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isLeafType,
  isObjectType,
} from "graphql";
import { isObject } from "../parse-json.ts";
import { isRejection, type Rejection } from "../rules/reject.ts";
import { mapMaybePromise } from "../rules/resolvers.ts";
import type { Resolver } from "../rules/rule-types.ts";
import { missingResolver } from "../rules/stubs.ts";
import { callResolver, type FieldCall, sentArgumentNames } from "./calls.ts";
import { createParent } from "./parents.ts";
import { canReject, type PayloadError } from "./payload-errors.ts";
import { rejectedResult } from "./rejected-result.ts";
import { generateResult, toResult } from "./results.ts";
import { runMutation } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * Whether a type groups fields that have resolvers of their own: `Mutation.users.create`. A payload with
 * errors groups no mutations, even if some of its fields have resolvers.
 */
export function isNamespace(
  { rules, structure }: Pick<World, "rules" | "structure">,
  type: GraphQLNamedType,
  rootKind: "query" | "mutation",
): type is GraphQLObjectType {
  if (!isObjectType(type) || structure.keyOf(type) !== undefined) return false;
  if (rootKind === "mutation" && canReject(structure.schema, type)) return false;
  return Object.hasOwn(rules, type.name);
}

/** The value of a field of the mutation root, or of a namespace. */
export function resolveMutation(call: FieldCall, resolver: Resolver | undefined): unknown {
  const { session, parent, field, args } = call;
  const { world, request } = session;
  const { structure } = world;
  const type = getNamedType(field.type);
  // Generated values depend on the path, and so on the arguments.
  const path = `${parent.path}.${field.name}${JSON.stringify(args)}`;
  const sent = sentArgumentNames(call);
  if (!resolver && sent.length === 0 && isNamespace(world, type, "mutation")) {
    return createParent({ type, path, listDepth: 0, rootKind: "mutation" });
  }
  if (request.rejection && canReject(structure.schema, type)) {
    return rejectedResult(structure, field, request.rejection, path);
  }
  if (request.isAnswered) return generatePayload(call, path);
  if (!resolver) throw missingResolver(world, parent.type, field, sent);
  return runResolver({ ...call, parent: { ...parent, path } }, resolver);
}

/** The result of the resolver of a mutation, or the rejected payload if it throws a rejection. */
function runResolver(call: FieldCall, resolver: Resolver): unknown {
  const { session, parent, field } = call;
  const { world } = session;
  const toRejectedResult = (error: unknown) => {
    if (!isRejection(error)) throw error;
    return rejectedResult(world.structure, field, [toPayloadError(error)], parent.path);
  };
  try {
    const result = runMutation(world, () =>
      mapMaybePromise(callResolver(resolver, call), (value) => toResult(call, value)),
    );
    return result instanceof Promise ? result.catch(toRejectedResult) : result;
  } catch (error) {
    return toRejectedResult(error);
  }
}

/** A payload of which everything is generated, because a test answers the mutation. */
function generatePayload(call: FieldCall, path: string): unknown {
  const type = getNullableType(call.field.type);
  const { structure } = call.session.world;
  if (isLeafType(type) && type.name === "Boolean") return true;
  const [chosen] = isCompositeType(type) ? structure.possibleTypes(type) : [];
  if (!chosen || structure.keyOf(chosen)) return generateResult(call);
  return createParent({
    type: chosen,
    path,
    listDepth: 0,
    resolvedFields: {},
    mutationArgs: flatten(call.args),
  });
}

/** The arguments with the fields of those that are input objects, by name. */
function flatten(args: FieldCall["args"]): FieldCall["args"] {
  return Object.assign({}, ...Object.values(args).filter(isObject), args) as FieldCall["args"];
}

function toPayloadError({ message, field, code }: Rejection): PayloadError {
  return { field, messages: [message], ...(code !== undefined && { code }) };
}
