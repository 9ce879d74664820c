/** Random choices, and values of input types: as GraphQL literals, and as the JSON of variables. */

import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  visit,
} from "graphql";
import { createRandom } from "../../../../test/support/random.ts";
import { isRequiredInput } from "../../src/model/graphql.ts";
import { scalars as defaultScalars, type ScalarType } from "../../src/model/scalars.ts";

/** Random choices. The same seed makes the same choices. */
export interface Dice {
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

export function createDice(seed: number): Dice {
  const next = createRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError("Nothing to pick from");
      return value;
    },
  };
}

const MAX_DEPTH = 3;

/** Some of the literals are equal values: `1` and `1.0`, `1` and `"1"`. */
const LITERALS: Readonly<Record<string, readonly string[]>> = {
  ID: ['"a"', '"1"', "1"],
  String: ['"a"', '"1"', '""'],
  Int: ["1", "2", "10"],
  Float: ["1", "1.0", "1.5"],
  Boolean: ["true", "false"],
};

/**
 * Writes a literal.
 *
 * @param variable - Returns a variable to write instead, such as "$v0". Called for each value inside of lists
 * and objects.
 */
export function writeValue(
  type: GraphQLInputType,
  dice: Dice,
  variable?: (type: GraphQLInputType, isOneOf: boolean) => string | undefined,
  depth = 0,
): string {
  if (isNonNullType(type)) return writeValue(type.ofType, dice, variable, depth);
  const write = (inner: GraphQLInputType, isOneOf = false): string => {
    const isNull = !isNonNullType(inner) && !isOneOf && dice.below(10) === 0;
    return variable?.(inner, isOneOf) ?? (isNull ? "null" : writeValue(inner, dice, variable, depth + 1));
  };
  if (isListType(type)) {
    const item = write(type.ofType);
    // A single value is equal to a list of it.
    return dice.pick(["[]", item === "null" ? "[]" : item, `[${item}]`, `[${item}, ${item}]`]);
  }
  if (isEnumType(type)) return dice.pick(type.getValues()).name;
  if (!isInputObjectType(type)) return dice.pick(LITERALS[type.name] ?? ['"2026-01-31"']);
  const fields = Object.values(type.getFields());
  const chosen = type.isOneOf
    ? [dice.pick(fields)]
    : fields.filter((field) => isRequiredInput(field) || (depth < MAX_DEPTH && dice.below(3) === 0));
  return `{ ${chosen.map((field) => `${field.name}: ${write(field.type, type.isOneOf)}`).join(", ")} }`;
}

/** Creates a result for a resolver. @param values - Values of scalars. @default "a" or "7" */
export function createValue(
  type: GraphQLOutputType,
  dice: Dice,
  values: Readonly<Record<string, readonly unknown[]>>,
): unknown {
  if (isNonNullType(type)) return createValue(type.ofType, dice, values) ?? createValue(type, dice, values);
  if (dice.below(6) === 0) return null;
  if (isListType(type))
    return Array.from({ length: dice.below(3) }, () => createValue(type.ofType, dice, values));
  if (isEnumType(type)) return dice.pick(type.getValues()).name;
  return isCompositeType(type) ? {} : dice.pick(values[type.name] ?? ["a", "7"]);
}

/** JSON values that the generated types accept. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  ID: ["a", "7", 7],
  String: ["a", "1"],
  Int: [1, 0],
  Float: [1.5, 2],
  Boolean: [true, false],
};
const CUSTOM: Readonly<Record<string, unknown>> = {
  string: "2026-01-31",
  "string | number": "12",
  number: 12,
  boolean: true,
};

export type Scalars = Readonly<Record<string, ScalarType>>;

interface Sampling {
  readonly scalars: Scalars;
  /** Input types that contain the value. A recursive type is omitted, if it can be. */
  readonly path: readonly GraphQLInputType[];
}

/**
 * Lists JSON values of a type: each value of each field, `null`, and all fields at once. The first one is the
 * shortest.
 */
function sampleValues(type: GraphQLInputType, scalars: Scalars): readonly unknown[] {
  const sampling = { scalars, path: [] };
  return [...sampleNullable(type, sampling), createFull(type, sampling)];
}

function sampleNullable(type: GraphQLInputType, sampling: Sampling): readonly unknown[] {
  if (isNonNullType(type)) return sampleNonNull(type.ofType, sampling);
  return sampling.path.includes(getNamedType(type)) ? [null] : [...sampleNonNull(type, sampling), null];
}

function sampleNonNull(type: GraphQLInputType, sampling: Sampling): unknown[] {
  if (isListType(type)) return [[], ...sampleNullable(type.ofType, sampling).map((item) => [item])];
  if (isEnumType(type)) return type.getValues().map(({ name }) => name);
  if (!isInputObjectType(type)) return [...sampleScalar(`${type}`, sampling)];
  const fields = Object.values(type.getFields());
  const inner = { ...sampling, path: [...sampling.path, type] };
  const required = Object.fromEntries(
    fields.filter(isRequiredInput).map((field) => [field.name, sampleNullable(field.type, inner)[0]]),
  );
  const others = fields.flatMap((field) => {
    const values = sampleNullable(field.type, inner).filter((value) => value !== null || !type.isOneOf);
    return values.map((value) => ({ ...required, [field.name]: value }));
  });
  return type.isOneOf ? others : [required, ...others];
}

function sampleScalar(name: string, { scalars }: Sampling): readonly unknown[] {
  const mapped = scalars[name];
  const type = typeof mapped === "object" ? mapped.input : mapped;
  return SAMPLES[name] ?? [CUSTOM[type ?? ""] ?? { key: 1 }];
}

function createFull(type: GraphQLInputType, sampling: Sampling): unknown {
  const { path } = sampling;
  if (isNonNullType(type)) return createFull(type.ofType, sampling);
  if (path.includes(type)) return null;
  if (isListType(type)) return path.includes(getNamedType(type)) ? [] : [createFull(type.ofType, sampling)];
  if (isEnumType(type)) return type.getValues().at(-1)?.name;
  if (!isInputObjectType(type)) return sampleScalar(`${type}`, sampling)[0];
  const fields = Object.values(type.getFields());
  const inner = { ...sampling, path: [...path, type] };
  const set = fields.map((field) => [field.name, createFull(field.type, inner)]);
  return Object.fromEntries(type.isOneOf ? set.slice(0, 1) : set);
}

/** A value with all fields of an input type. */
export const sampleFull = (type: GraphQLInputType, scalars: Scalars): unknown =>
  createFull(type, { scalars, path: [] });

/** Values of a scalar in a result. */
export function sampleOutput(name: string, scalars: Scalars): readonly unknown[] {
  const mapped = scalars[name];
  const type = typeof mapped === "object" ? mapped.output : mapped;
  return name === "ID" ? ["a", "7"] : (SAMPLES[name] ?? [CUSTOM[type ?? ""] ?? { key: 1 }]);
}

/** JSON values of variables, by name. */
export type Variables = Readonly<Record<string, unknown>>;

const MAX_SAMPLES = 80;

/**
 * Lists variables: the required ones only, then each value of each variable, and at last all of them with all
 * fields. Conditions select everything.
 */
export function sampleVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  scalars: Scalars = defaultScalars,
): Variables[] {
  const skipping = new Set<string>();
  const definitions: { name: string; isRequired: boolean; values: readonly unknown[] }[] = [];
  visit(document, {
    VariableDefinition({ variable, type: node, defaultValue }) {
      const type = typeFromAST(schema, node);
      if (!isInputType(type)) return;
      const isRequired = isNonNullType(type) && !defaultValue;
      definitions.push({ name: variable.name.value, isRequired, values: sampleValues(type, scalars) });
    },
    Directive({ name, arguments: [argument] = [] }) {
      if (name.value === "skip" && argument?.value.kind === Kind.VARIABLE)
        skipping.add(argument.value.name.value);
    },
  });
  const set = (some: typeof definitions, index: number) =>
    Object.fromEntries(some.map(({ name, values }) => [name, skipping.has(name) ? false : values.at(index)]));
  const required = set(
    definitions.filter(({ isRequired }) => isRequired),
    0,
  );
  const others = definitions.flatMap(({ name, values }) =>
    values.map((value) => ({ ...required, [name]: value })),
  );
  const step = Math.max(1, Math.ceil(others.length / MAX_SAMPLES));
  const chosen = others.filter(
    (variables, index) => index % step === 0 || Object.values(variables).includes(null),
  );
  return [required, ...chosen, set(definitions, -1)];
}
