/** Executes operations under a schema, and records the arguments that resolvers receive. */

import { isDeepStrictEqual } from "node:util";
import {
  type DocumentNode,
  execute,
  type GraphQLCompositeType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  specifiedDirectives,
  visit,
} from "graphql";
import { type InputElement, possibleTypesOf } from "../../src/model/graphql.ts";
import { fieldOf } from "../../src/model/index.ts";
import type { Variables } from "./schema-values.ts";

/** Arguments by the object type whose field received them. For a directive, by its name. */
type ArgumentsByType = ReadonlyMap<string, unknown>;

interface Recording {
  /** By field and place in the response, or by directive and place in the document. */
  readonly received: ReadonlyMap<string, ArgumentsByType>;
  readonly errors: readonly string[];
}

/** Input of one execution. */
interface Run {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Variables;
  /** Selects the types of abstract results: different turns return different possible types. */
  readonly turn: number;
  /** Schema whose possible types are returned, if the schema has them too. */
  readonly before: GraphQLSchema;
}
interface Context extends Run {
  readonly received: Map<string, Map<string, unknown>>;
}

function record(run: Run): Recording {
  const { schema, document, variables: variableValues } = run;
  const received: Context["received"] = new Map();
  const contextValue: Context = { ...run, received };
  const result = execute({
    schema,
    document,
    variableValues,
    contextValue,
    fieldResolver,
    typeResolver,
    rootValue: {},
  });
  if (result instanceof Promise) throw new TypeError("Resolvers must be synchronous");
  return {
    received,
    errors: ("errors" in result ? (result.errors ?? []) : []).map(({ message }) => message),
  };
}

const fieldResolver: GraphQLFieldResolver<unknown, Context> = (_source, args, context, info) => {
  const { received } = context;
  if (received.size === 0) recordDirectives(context, info);
  const path: string[] = [];
  for (let at: typeof info.path | undefined = info.path; at; at = at.prev) {
    if (typeof at.key === "string") path.unshift(at.key);
  }
  addReceived(received, `${info.fieldName} at ${path.join(".")}`, info.parentType.name, args);
  return createValue(context, info.returnType, context.turn + path.length);
};

const typeResolver = (value: unknown): string => (value as { readonly type: string }).type;

function addReceived(received: Context["received"], place: string, type: string, args: unknown): void {
  const byType = received.get(place) ?? new Map<string, unknown>();
  received.set(place, byType.set(type, args));
}

/** A server can read the arguments of its own directives. */
function recordDirectives(
  { schema, document, received }: Context,
  { variableValues }: Parameters<typeof fieldResolver>[3],
): void {
  let index = 0;
  visit(document, {
    Directive(node) {
      index++;
      const directive = schema.getDirective(node.name.value);
      if (!directive || specifiedDirectives.some(({ name }) => name === directive.name)) return;
      const values = getDirectiveValues(directive, { directives: [node] }, variableValues);
      const name = `@${directive.name}`;
      addReceived(received, `${name} ${index}`, name, values);
    },
  });
}

/**
 * Removes the inputs that the old schema does not have. A server that adds one decides what its default
 * means.
 */
function project(value: unknown, oldInputs: readonly InputElement[]): unknown {
  if (Array.isArray(value)) return value.map((item) => project(item, oldInputs));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const input = oldInputs.find((input) => input.name === name);
    const type = input && getNamedType(input.type);
    return input
      ? [[name, isInputObjectType(type) ? project(member, Object.values(type.getFields())) : member]]
      : [];
  });
  return Object.fromEntries(entries);
}

function createValue(run: Run, type: GraphQLOutputType, turn: number): unknown {
  if (isNonNullType(type)) return createValue(run, type.ofType, turn);
  if (isListType(type)) return createItems(run, type.ofType, turn);
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (!isCompositeType(type)) return 1;
  const names = findTypes(run, type);
  return names.length > 0 ? { type: names[turn % names.length] } : {};
}

/** A list contains each possible type. */
function createItems(run: Run, type: GraphQLOutputType, turn: number): unknown[] {
  const nullable = getNullableType(type);
  const names = isCompositeType(nullable) ? findTypes(run, nullable) : [];
  return names.length > 0 ? names.map((name) => ({ type: name })) : [createValue(run, type, turn)];
}

/** Possible types of a union or interface: those that both schemas have, or else those of the schema. */
function findTypes({ schema, before }: Run, { name }: GraphQLCompositeType): readonly string[] {
  const [own, oldTypes] = [schema, before].map((side) => possibleTypesOf(side, side.getType(name)).sort());
  const common = oldTypes?.filter((name) => own?.includes(name)) ?? [];
  return common.length > 0 ? common : (own ?? []);
}

export interface RecordedRun extends Run {
  readonly recording: Recording;
}

const TURNS = 3;

/**
 * Executes an operation with each of the variables and several possible types. Returns the executions without
 * errors.
 */
export function recordAll(
  schema: GraphQLSchema,
  document: DocumentNode,
  samples: readonly Variables[],
): RecordedRun[] {
  const runs = samples.flatMap((variables) =>
    Array.from({ length: TURNS }, (_, turn) => ({ schema, before: schema, document, variables, turn })),
  );
  return runs
    .map((run) => ({ ...run, recording: record(run) }))
    .filter(({ recording }) => recording.errors.length === 0);
}

/** The first differences for a caller or a server, with the variables. */
export interface Difference {
  readonly rejected?: string;
  /** A resolver receives another value, or no value. */
  readonly received?: string;
  /**
   * A resolver receives the same value in another form, such as `"1"` or `[1]` for `1`, or a value instead of
   * none.
   */
  readonly converted?: string;
}

/**
 * Executes again, and compares the fields that are executed in both schemas, on the same object type. If no
 * type is the same, the first ones are compared.
 */
export function compareRecordings(runs: readonly RecordedRun[], schema: GraphQLSchema): Difference {
  const difference: { -readonly [Key in keyof Difference]: string } = {};
  for (const { recording, ...run } of runs) {
    const now = record({ ...run, schema });
    const suffix = `with ${JSON.stringify(run.variables)}`;
    if (now.errors[0] !== undefined) difference.rejected ??= `${now.errors[0]} ${suffix}`;
    for (const [place, old] of recording.received) {
      for (const [type, args, newArgs] of pairArguments(old, now.received.get(place) ?? new Map())) {
        const inputs = listInputs(run.before, type, place);
        const was = project(args, inputs);
        const is = project(newArgs, inputs);
        if (isDeepStrictEqual(was, is)) continue;
        difference[isConverted(was, is) ? "converted" : "received"] ??=
          `${place} receives ${JSON.stringify(is)}, was ${JSON.stringify(was)} ${suffix}`;
      }
    }
  }
  return difference;
}

function pairArguments(
  old: ArgumentsByType,
  now: ArgumentsByType,
): (readonly [oldType: string, was: unknown, is: unknown])[] {
  const common = [...old].filter(([type]) => now.has(type));
  if (common.length > 0) return common.map(([type, was]) => [type, was, now.get(type)]);
  const [first] = old;
  const [newFirst] = now;
  return first && newFirst ? [[...first, newFirst[1]]] : [];
}

/** The inputs that a field of a type, or a directive, has in the old schema. */
function listInputs(before: GraphQLSchema, type: string, place: string): readonly InputElement[] {
  if (type.startsWith("@")) return before.getDirective(type.slice(1))?.args ?? [];
  const [field = ""] = place.split(" ", 1);
  return fieldOf(before, before.getType(type), field)?.args ?? [];
}

function isConverted(was: unknown, is: unknown): boolean {
  if (was === undefined) return true;
  if (Array.isArray(is) && is.length === 1 && !Array.isArray(was)) return isConverted(was, is[0]);
  if (typeof was !== "object" || was === null || typeof is !== "object" || is === null)
    return String(was) === String(is);
  const [old, now] = [was, is].map((value): Readonly<Record<string, unknown>> => ({ ...value }));
  return Object.keys({ ...old, ...now }).every((key) => isConverted(old?.[key], now?.[key]));
}
