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
import type { RootKind } from "../structure/groups.ts";
import { isRoot } from "../structure/structure.ts";
import { callResolver, type FieldCall, sentArgumentNames, variantOf } from "./calls.ts";
import { createParent } from "./parents.ts";
import { canReject, type PayloadError } from "./payload-errors.ts";
import { rejectedResult } from "./rejected-result.ts";
import { generateResult, toResult } from "./results.ts";
import { runMutation } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * Whether a type groups fields of a root: by the schema (`structure/groups.ts`), or because some of its fields
 * have resolvers. A payload with errors groups no mutations, even if some of its fields have resolvers.
 *
 * @param resolver - The resolver of the field that has the type.
 */
export function isGroup(
  { rules, structure }: Pick<World, "rules" | "structure">,
  type: GraphQLNamedType,
  kind: RootKind,
  resolver?: Resolver,
): type is GraphQLObjectType {
  if (!isObjectType(type)) return false;
  const known = structure.groupOf(type);
  if (known) return known === kind;
  // The resolver of a query returns an object with fields, some of which are computed.
  if (resolver && kind === "query") return false;
  if (structure.keyOf(type) !== undefined || isRoot(structure.schema, type)) return false;
  if (kind === "mutation" && canReject(structure.schema, type)) return false;
  return Object.hasOwn(rules, type.name);
}

/** The group of a field of a root or of another group. Its fields receive what its resolver returns. */
export function resolveGroup(call: FieldCall, kind: RootKind, resolver: Resolver | undefined): unknown {
  const { session, parent, field } = call;
  const { world } = session;
  const toGroup = (value: unknown): unknown => {
    if (value === null || value === undefined) return toResult(call, value);
    const type = getNamedType(field.type) as GraphQLObjectType;
    const path = `${parent.path}.${field.name}${variantOf(call)}`;
    return createParent({ type, path, listDepth: 0, rootKind: kind, groupValue: value });
  };
  if (resolver) {
    const run = () => mapMaybePromise(callResolver(resolver, call), toGroup);
    return kind === "mutation" ? runMutation(world, run) : run();
  }
  const sent = sentArgumentNames(call);
  if (sent.length === 0) return toGroup({});
  throw missingResolver(world.structure, { owner: parent.type, field, rootKind: undefined }, sent);
}

/** The value of a field of the mutation root, or of one of its groups. */
export function resolveMutation(call: FieldCall, resolver: Resolver | undefined): unknown {
  const { session, parent, field, args } = call;
  const { world, request } = session;
  const { structure } = world;
  const type = getNamedType(field.type);
  // Generated values depend on the path, and so on the arguments.
  const path = `${parent.path}.${field.name}${JSON.stringify(args)}`;
  if (request.rejection && canReject(structure.schema, type)) {
    return rejectedResult(structure, field, request.rejection, path);
  }
  if (request.isAnswered) return generatePayload(call, path);
  const open = { owner: parent.type, field, rootKind: "mutation" as const };
  if (!resolver) throw missingResolver(structure, open, sentArgumentNames(call));
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
