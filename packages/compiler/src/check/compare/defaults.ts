/**
 * Compares the values that arguments and input fields receive if they are omitted: their defaults, with the
 * defaults inside of these.
 */

import {
  type ConstObjectValueNode,
  type ConstValueNode,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  Kind,
  type ValueNode,
} from "graphql";
import { defaultOf, type InputElement, isRequiredInput, renderLiteral } from "../../model/graphql.ts";
import type { ElementChange, Reason } from "./reasons.ts";

type InputsByName = ReadonlyMap<string, InputElement>;

/** An argument or input field in both schemas. It is `undefined` in the schema that does not have it. */
export interface InputPair {
  readonly coordinate: string;
  readonly old: InputElement | undefined;
  readonly now: InputElement | undefined;
}

/** The types that a value must have in both schemas. */
interface TypePair {
  readonly coordinate: string;
  readonly old: GraphQLInputType;
  readonly now: GraphQLInputType;
}

/**
 * Compares the values that an input receives if it is omitted. A new default does not break: no call relied
 * on another. The default of a new input is no change: the platform did not have the input before.
 *
 * @param by - What relies on the default: `operation`, `calls`, or a variable such as `$first`.
 * @param path - Coordinates whose defaults contain this one. Input types can be recursive.
 */
export function compareDefaults(pair: InputPair, by: string, path: readonly string[] = []): Reason[] {
  const { coordinate, old, now } = pair;
  // A required input has no default. If it became required or optional, that is a separate finding.
  if (!old || isRequiredInput(old) || (now && isRequiredInput(now)) || path.includes(coordinate)) return [];
  const oldDefault = defaultOf(old);
  const newDefault = now && defaultOf(now);
  if (!oldDefault && !newDefault) return [];
  const typePair = now && { coordinate, old: old.type, now: now.type };
  if (typePair && oldDefault && newDefault) {
    const nested = compareLiterals(typePair, oldDefault, newDefault, by, [...path, coordinate]);
    if (nested) return nested;
  }
  const render = (literal: ConstValueNode | undefined) => (literal ? renderLiteral(literal) : null);
  const change: ElementChange = { kind: "default", was: render(oldDefault), now: render(newDefault), by };
  return [{ rule: "default", coordinate, change, code: [], ...(oldDefault && { breaksCalls: true }) }];
}

/**
 * Returns the changed defaults of the fields that both literals omit; `undefined` if the literals differ
 * themselves. The first row that applies decides:
 *
 * | old and new literal | comparison |
 * |---|---|
 * | one is a list, and none is `null` | by items. A single value is a list of one |
 * | an object, whose input type is now a scalar or an enum | by text. Omitted fields lost their defaults |
 * | two objects of input types | by fields |
 * | the platform receives the same, such as `1` and `1.0` of a `Float` | no difference |
 * | the same text, such as `1`, of an `Int` that is now an `ID` | a reason of the kind `form` |
 */
function compareLiterals(
  types: TypePair,
  old: ConstValueNode,
  now: ConstValueNode,
  by: string,
  path: readonly string[],
): Reason[] | undefined {
  const kinds = [old.kind, now.kind];
  if (kinds.includes(Kind.LIST) && !kinds.includes(Kind.NULL))
    return compareItems(types, itemsOf(old), itemsOf(now), by, path);
  if (old.kind === Kind.OBJECT && lacksFields(types.old, types.now)) {
    if (renderLiteral(old) !== renderLiteral(now)) return undefined;
    const omitted = listFieldValues(types.old, old).filter(({ value }) => !value);
    return [describeForm(types), ...omitted.flatMap(({ pair }) => compareDefaults(pair, by, path))];
  }
  const fields = pairFields(types.old, types.now);
  if (fields.length > 0 && old.kind === Kind.OBJECT && now.kind === Kind.OBJECT) {
    const [oldFields, newFields] = [fieldsOf(old), fieldsOf(now)];
    return concat(fields, ([name, pair]) =>
      compareFields(pair, oldFields.get(name), newFields.get(name), by, path),
    );
  }
  if (renderReceived(old, types.old) === renderReceived(now, types.now)) return [];
  return renderLiteral(old) === renderLiteral(now) ? [describeForm(types)] : undefined;
}

function compareItems(
  types: TypePair,
  old: readonly ConstValueNode[],
  now: readonly ConstValueNode[],
  by: string,
  path: readonly string[],
): Reason[] | undefined {
  if (old.length !== now.length) return undefined;
  const itemTypes = { ...types, old: itemOf(types.old), now: itemOf(types.now) };
  const reasons = concat(old, (item, index) => {
    const other = now[index];
    return other && compareLiterals(itemTypes, item, other, by, path);
  });
  return reasons && mergeForms(types, reasons);
}

/** Compares a field of two literals. One that omits the field has its default. */
function compareFields(
  pair: InputPair,
  oldValue: ConstValueNode | undefined,
  newValue: ConstValueNode | undefined,
  by: string,
  path: readonly string[],
): Reason[] | undefined {
  const { coordinate, old, now } = pair;
  if (!oldValue && !newValue) return compareDefaults(pair, by, path);
  const received = oldValue ?? (old && defaultOf(old));
  const receivedNow = newValue ?? (now && defaultOf(now));
  if (!received || !receivedNow || !old || !now) return undefined;
  return compareLiterals({ coordinate, old: old.type, now: now.type }, received, receivedNow, by, path);
}

/** A single value is a list of one item. */
function itemsOf(literal: ConstValueNode): readonly ConstValueNode[] {
  return literal.kind === Kind.LIST ? literal.values : [literal];
}

/** One reason of the kind `form` for a list, if its items have another form or it was a single value. */
function mergeForms(typePair: TypePair, reasons: readonly Reason[]): Reason[] {
  const { coordinate, old, now } = typePair;
  const others = reasons.filter((reason) => reason.coordinate !== coordinate);
  const isListInOne = isListType(getNullableType(old)) !== isListType(getNullableType(now));
  const hasForm = isListInOne || others.length < reasons.length;
  return hasForm ? [describeForm(typePair), ...others] : others;
}

function fieldsOf({ fields }: ConstObjectValueNode): ReadonlyMap<string, ConstValueNode> {
  return new Map(fields.map(({ name, value }) => [name.value, value]));
}

/** The same literal is another value if its type is another scalar or another list. */
export function describeForm({ coordinate, old, now }: TypePair): Reason {
  return { rule: "type", coordinate, change: { kind: "form", was: `${old}`, now: `${now}` }, code: [] };
}

/** `undefined` if one of the results is. */
function concat<Value, Result>(
  values: readonly Value[],
  compute: (value: Value, index: number) => Result[] | undefined,
): Result[] | undefined {
  const results = values.map(compute);
  return results.every((result) => result !== undefined) ? results.flat() : undefined;
}

/**
 * Text of the value that the platform receives. Equal for 1 and 1.0, for the ID 1 and "1", and for 1 and [1]
 * in a list.
 */
export function renderReceived(literal: ValueNode, type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (literal.kind === Kind.NULL || literal.kind === Kind.VARIABLE) return literal.kind;
  if (isListType(nullable)) {
    const items = literal.kind === Kind.LIST ? literal.values : [literal];
    return `[${items.map((item) => renderReceived(item, nullable.ofType)).join()}]`;
  }
  // The fields of an input object are compared one by one.
  if (isInputObjectType(nullable)) return literal.kind;
  if (literal.kind === Kind.FLOAT) return String(Number(literal.value));
  const isText = literal.kind === Kind.ENUM || (literal.kind === Kind.INT && `${nullable}` === "ID");
  return isText ? JSON.stringify(literal.value) : renderLiteral(literal);
}

export function pairInputs(
  old: InputsByName,
  now: InputsByName,
  coordinateOf: (name: string) => string,
): (readonly [name: string, pair: InputPair])[] {
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names.map((name) => [
    name,
    { coordinate: coordinateOf(name), old: old.get(name), now: now.get(name) },
  ]);
}

/**
 * The fields of an input object, or of the items of a list, in both schemas; none if one is another kind of
 * type.
 */
export function pairFields(
  old: GraphQLInputType,
  now: GraphQLInputType,
): (readonly [name: string, pair: InputPair])[] {
  const oldNamed = getNamedType(old);
  const newNamed = getNamedType(now);
  if (!isInputObjectType(oldNamed) || !isInputObjectType(newNamed)) return [];
  const oldFields = new Map(Object.entries(oldNamed.getFields()));
  const fields = new Map(Object.entries(newNamed.getFields()));
  return pairInputs(oldFields, fields, (name) => {
    const owner = fields.has(name) ? newNamed : oldNamed;
    return `${owner.name}.${name}`;
  });
}

/**
 * Whether an input type is another kind of type now, such as a custom scalar. The platform then receives an
 * object literal without the defaults of its fields.
 */
export function lacksFields(old: GraphQLInputType, now: GraphQLInputType): boolean {
  return isInputObjectType(getNamedType(old)) && !isInputObjectType(getNamedType(now));
}

/** A field of an input object in a literal. */
interface FieldValue {
  /** Its `now` is `undefined`. */
  readonly pair: InputPair;
  /** `undefined` if the literal omits the field. */
  readonly value: ValueNode | undefined;
  /** The literal of the input object. */
  readonly object: ValueNode;
}

/** Lists the fields of all input objects in a literal, including those that it omits. */
export function listFieldValues(type: GraphQLInputType, literal: ValueNode): FieldValue[] {
  if (literal.kind === Kind.LIST)
    return literal.values.flatMap((item) => listFieldValues(itemOf(type), item));
  const named = getNamedType(type);
  if (literal.kind !== Kind.OBJECT || !isInputObjectType(named)) return [];
  const values = new Map(literal.fields.map((field) => [field.name.value, field.value]));
  return Object.values(named.getFields()).flatMap((field) => {
    const pair: InputPair = { coordinate: `${named.name}.${field.name}`, old: field, now: undefined };
    const value = values.get(field.name);
    const nested = value ? listFieldValues(field.type, value) : [];
    return [{ pair, value, object: literal }, ...nested];
  });
}

/** A single value is accepted as a list. */
export function itemOf(type: GraphQLInputType): GraphQLInputType {
  const nullable = getNullableType(type);
  return isListType(nullable) ? nullable.ofType : type;
}
