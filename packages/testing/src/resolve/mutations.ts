/** Mutations: their resolvers run one at a time, and what they changed is undone if they throw. */

import { type GraphQLNamedType, type GraphQLObjectType, getNamedType, isObjectType } from "graphql";
import { isRejection, type Rejection, toGraphQLError } from "../rules/reject.ts";
import { catchMaybePromise, mapMaybePromise } from "../rules/resolvers.ts";
import type { Resolver } from "../rules/rule-types.ts";
import { missingResolver } from "../rules/stubs.ts";
import type { RootKind } from "../schema/groups.ts";
import { isRoot } from "../schema/structure.ts";
import { canReject, type PayloadError } from "../world/payload-errors.ts";
import { runMutation } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { callResolver, type FieldCall, openField, pathOf, sentArgumentNames } from "./calls.ts";
import { rejectedResult } from "./rejected-result.ts";
import { createResolvedObject, type ResolvedObject } from "./resolved-objects.ts";
import { callForResult, toResult } from "./results.ts";

/**
 * Whether a type groups fields of a root: by the schema (`schema/groups.ts`), or because `rules` have resolvers
 * for it. These are no groups, although they can have resolvers:
 *
 * | type | why |
 * |---|---|
 * | what the resolver of a query returns | an object with fields, some of which are computed |
 * | `Item { id }`, `Query`, `Mutation` | an object with an ID, a root |
 * | `ItemPage { items, pageInfo }` | a page |
 * | `RenamePayload { item, errors }` | in a mutation, a payload that can reject |
 *
 * A type with a list and no `pageInfo`, such as `Admin { items }`, can be a group.
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
  if (resolver && kind === "query") return false;
  if (structure.keyOf(type) || isRoot(structure.schema, type)) return false;
  if (structure.pageOf(type)?.pageInfoType) return false;
  if (kind === "mutation" && canReject(structure.schema, type)) return false;
  return Object.hasOwn(rules, type.name);
}

/** The group of a field of a root or of another group. Its fields receive what its resolver returns. */
export function resolveGroup(call: FieldCall, kind: RootKind, resolver: Resolver | undefined): unknown {
  const { session, parent, field } = call;
  const { world } = session;
  if (resolver) {
    const run = () =>
      mapMaybePromise(callResolver(resolver, call), (value) =>
        value === null || value === undefined ? toResult(call, value) : toGroup(call, kind, value),
      );
    return kind === "mutation" ? runRejectable(call, run) : run();
  }
  const sent = sentArgumentNames(call);
  if (sent.length === 0) return toGroup(call, kind, {});
  throw missingResolver(world.structure, { owner: parent.type, field, rootKind: undefined }, sent);
}

/** @param groupValue - The parent of the resolvers of the group's fields. */
export function toGroup(call: FieldCall, kind: RootKind, groupValue: unknown): ResolvedObject {
  const type = getNamedType(call.field.type) as GraphQLObjectType;
  return createResolvedObject({ type, path: pathOf(call), rootKind: kind, groupValue });
}

/** The value of a field of the mutation root, or of one of its groups. */
export function resolveMutation(call: FieldCall, resolver: Resolver | undefined): unknown {
  const rejected = rejectedPayloadOf(call);
  if (rejected) return rejected;
  if (!resolver) throw openField(call);
  return runRejectable(call, () => callForResult(call, resolver));
}

/** The payload if the test or a scenario rejects all mutations of the request. */
export function rejectedPayloadOf(call: FieldCall): ResolvedObject | undefined {
  const { world, rejection } = call.session;
  return rejection && rejectedResult(world.structure, call.field, rejection, pathOf(call));
}

/** Runs the resolver of a mutation. The result of a rejection is a payload, or else a GraphQL error. */
function runRejectable(call: FieldCall, run: () => unknown): unknown {
  const { world } = call.session;
  return catchMaybePromise(
    () => runMutation(world, run),
    (error) => {
      if (!isRejection(error)) throw error;
      const result = rejectedResult(world.structure, call.field, [toPayloadError(error)], pathOf(call));
      if (result) return result;
      throw toGraphQLError(error);
    },
  );
}

function toPayloadError({ message, field, code }: Rejection): PayloadError {
  return { field, messages: [message], ...(code !== undefined && { code }) };
}
