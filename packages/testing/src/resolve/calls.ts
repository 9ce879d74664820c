/** Calls resolvers, and detects the arguments that a resolver ignores. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { GraphQLResolveInfo } from "graphql";
import { isRejection, toGraphQLError } from "../rules/reject.ts";
import { catchMaybePromise, mapMaybePromise } from "../rules/resolvers.ts";
import type { Resolver } from "../rules/rule-types.ts";
import { missing, RULES_FILE, type RulesError, toRulesError } from "../rules/rules-error.ts";
import { missingResolver } from "../rules/stubs.ts";
import { rowOf } from "../world/rows.ts";
import { type Session, whileReading } from "../world/session.ts";
import { isResolvedObject, type ResolvedObject } from "./resolved-objects.ts";

/** A field with the arguments of a request. */
export interface FieldCall {
  readonly session: Session;
  /** The object that has the field. */
  readonly parent: ResolvedObject;
  readonly field: Field;
  readonly args: Readonly<Record<string, unknown>>;
  readonly info: GraphQLResolveInfo;
}

/** Names of the arguments that a request has, and not only their default values. */
export function sentArgumentNames({ field, info }: FieldCall): readonly string[] {
  const nodes = info.fieldNodes[0]?.arguments ?? [];
  // graphql 17 has the values in `coerced`.
  const values: object = info.variableValues;
  const variables = "coerced" in values ? Object(values.coerced) : values;
  return field.args.flatMap(({ name }) => {
    const value = nodes.find((node) => node.name.value === name)?.value;
    const isSent = value && (value.kind !== "Variable" || Object.hasOwn(variables, value.name.value));
    return isSent ? [name] : [];
  });
}

/**
 * The error of a field that no resolver decides.
 *
 * @param names - Arguments of the request that have no meaning without a resolver.
 */
export function openField(call: FieldCall, names: readonly string[] = sentArgumentNames(call)): RulesError {
  const { session, parent, field } = call;
  const open = { owner: parent.type, field, rootKind: parent.rootKind };
  return missingResolver(session.world.structure, open, names);
}

/** The arguments as text. A generated value depends on them, as in `distance(unit: KM)`. */
export function variantOf({ args }: FieldCall): string {
  return Object.keys(args).length > 0 ? JSON.stringify(args) : "";
}

/** The place of the value of a field. Generated values depend on it, and so on the arguments. */
export function pathOf(call: FieldCall): string {
  return `${call.parent.path}.${call.field.name}${variantOf(call)}`;
}

/**
 * Calls a resolver, and returns its value or promise.
 *
 * @throws RulesError if the resolver throws by mistake, or neither reads nor names an argument that the
 * request has.
 */
export function callResolver(resolver: Resolver, call: FieldCall): unknown {
  const { session, parent, field, args, info } = call;
  const readNames = new Set<string>();
  const trackedArgs = trackReads(args, readNames);
  const run = () => resolver(resolverParent(session, parent), trackedArgs, session.context, info);
  const check = (value: unknown) => {
    const ignored = sentArgumentNames(call).find((name) => !readNames.has(name) && !isNamed(resolver, name));
    if (ignored !== undefined) throw ignoredArgument(call, ignored);
    return value;
  };
  return catchMaybePromise(
    () => mapMaybePromise(whileReading(session, parent.item, field.name, run), check),
    (error) => {
      throw toFieldError(call, error);
    },
  );
}

/** A rejection is a GraphQL error. That of a mutation can be a payload error (`runRejectable`). */
function toFieldError({ parent, field }: FieldCall, error: unknown): unknown {
  if (!isRejection(error)) return toRulesError(`${parent.type.name}.${field.name}`, error);
  return parent.rootKind === "mutation" ? error : toGraphQLError(error);
}

function ignoredArgument({ parent, field }: FieldCall, name: string): Error {
  const coordinate = `${parent.type.name}.${field.name}`;
  const what = `The resolver of ${coordinate} ignores the argument "${name}". Use it in ${RULES_FILE}:`;
  return missing(what, [`${field.name}: (parent, { ${name} }, context) => …`]);
}

/** A resolver can name an argument and not read it, as in the callback of an empty list. */
function isNamed(resolver: Resolver, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(String(resolver));
}

/** The arguments, as a proxy that adds the names of those that are read. */
function trackReads(args: FieldCall["args"], readNames: Set<string>): FieldCall["args"] {
  return new Proxy(args, {
    get(target, name) {
      readNames.add(String(name));
      return Reflect.get(target, name);
    },
    ownKeys(target) {
      for (const name of Object.keys(target)) readNames.add(name);
      return Reflect.ownKeys(target);
    },
  });
}

/** The object that a resolver receives: a row, the values of a page, or that of a group. */
function resolverParent(session: Session, { item, resolvedFields, groupValue }: ResolvedObject): unknown {
  if (groupValue !== undefined) return groupValue;
  if (item) return rowOf(session, item);
  const entries = Object.entries(resolvedFields ?? {}).map(
    ([name, value]) => [name, toPlain(session, value)] as const,
  );
  return Object.fromEntries(entries);
}

function toPlain(session: Session, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => toPlain(session, entry));
  return isResolvedObject(value) ? resolverParent(session, value) : value;
}
