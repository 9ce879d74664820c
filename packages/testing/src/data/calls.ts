/** Calls of resolvers: their arguments, and the ones that a resolver forgets. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import type { GraphQLObjectType, GraphQLResolveInfo } from "graphql";
import { missing, RULES_FILE, toRulesError } from "../rules/errors.ts";
import { finish } from "../rules/resolvers.ts";
import type { Resolver } from "../rules/types.ts";
import { isParent, type Parent } from "./parents.ts";
import type { PayloadError } from "./payload-errors.ts";
import { rowOf } from "./rows.ts";
import { type Session, whileReading } from "./session.ts";

/** What is known of a request before it is executed. */
export interface RequestState {
  /** Payload errors of all mutations of the request. */
  readonly rejection?: readonly PayloadError[] | undefined;
  readonly isMutation: boolean;
  /** Whether a test answers the operation. What it leaves out is generated, and needs no rule. */
  readonly isAnswered: boolean;
}

/** A field with the arguments of a request. */
export interface FieldCall {
  readonly session: Session;
  readonly request: RequestState;
  /** The type that has the field. */
  readonly owner: GraphQLObjectType;
  readonly field: Field;
  readonly args: Readonly<Record<string, unknown>>;
  readonly info: GraphQLResolveInfo;
  /** Whether missing values are generated and arguments have no effect, because a test answers the operation. */
  readonly generatesMissing: boolean;
}

/** Names of the arguments that a request has, and not only their default values. */
export function sentNames({ field, args, info }: FieldCall): readonly string[] {
  const nodes = info.fieldNodes[0]?.arguments ?? [];
  // graphql 17 has the values in `coerced`.
  const values: object = info.variableValues;
  const given = "sources" in values && "coerced" in values ? Object(values.coerced) : values;
  return field.args.flatMap(({ name }) => {
    const value = nodes.find((node) => node.name.value === name)?.value;
    const isSent = value && (value.kind !== "Variable" || Object.hasOwn(given, value.name.value));
    return isSent && args[name] !== undefined ? [name] : [];
  });
}

/** @throws RulesError if the resolver throws by mistake, or neither reads nor names an argument that the request has. */
export function callResolver(resolver: Resolver, parent: Parent, call: FieldCall): unknown {
  const { session, owner, field, args, info } = call;
  const place = `${owner.name}.${field.name}`;
  const read = new Set<string>();
  const run = () => resolver(resolverParent(session, parent), trackReads(args, read), session.context, info);
  const check = (value: unknown) => {
    const forgotten = sentNames(call).find((name) => !read.has(name) && !isNamed(resolver, name));
    if (forgotten === undefined) return value;
    throw missing(`The resolver of ${place} ignores the argument "${forgotten}". Use it in ${RULES_FILE}:`, [
      `${field.name}: (parent, { ${forgotten} }, context) => …`,
    ]);
  };
  try {
    const value = parent.item ? whileReading(session, parent.item, field.name, run) : run();
    const checked = finish(value, check);
    return checked instanceof Promise
      ? checked.catch((error: unknown) => Promise.reject(toRulesError(place, error)))
      : checked;
  } catch (error) {
    throw toRulesError(place, error);
  }
}

/** A resolver can name an argument and not read it, as in the callback of an empty list. */
function isNamed(resolver: Resolver, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(String(resolver));
}

function trackReads(args: FieldCall["args"], read: Set<string>): FieldCall["args"] {
  return new Proxy(args, {
    get(target, name) {
      read.add(String(name));
      return Reflect.get(target, name);
    },
    ownKeys(target) {
      for (const name of Object.keys(target)) read.add(name);
      return Reflect.ownKeys(target);
    },
  });
}

/** The object that a resolver receives: a row, or the values of a page. */
function resolverParent(session: Session, { item, ownFields }: Parent): unknown {
  if (item) return rowOf(session, item);
  const entries = Object.entries(ownFields ?? {}).map(
    ([name, value]) => [name, toPlain(session, value)] as const,
  );
  return Object.fromEntries(entries);
}

function toPlain(session: Session, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => toPlain(session, entry));
  return isParent(value) ? resolverParent(session, value) : value;
}
