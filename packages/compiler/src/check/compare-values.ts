/**
 * Compares the values that arguments and input fields receive under both schemas: literals, variables and
 * defaults.
 */

import {
  type ArgumentNode,
  type ASTNode,
  type ConstObjectValueNode,
  type ConstValueNode,
  type DirectiveNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ValueNode,
  type VariableDefinitionNode,
} from "graphql";
import { defaultOf, type InputElement, isRequiredInput, renderLiteral } from "../model/graphql.ts";
import { argumentCoordinate } from "./document-operations.ts";
import type { ElementChange, NodeReason, Reason } from "./reasons.ts";

type InputsByName = ReadonlyMap<string, InputElement>;
export type VariablesByName = ReadonlyMap<string, VariableDefinitionNode>;

/** An argument or input field in both schemas. It is `undefined` in the schema that does not have it. */
interface InputPair {
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

/** Place of a value, and the variables that it can contain. */
interface ValueContext {
  readonly variables: VariablesByName;
  /** Node that reports use if a value is omitted. */
  readonly node: ASTNode;
}

/** Compares the arguments of a field or a directive, including those that the document omits. */
export function compareArguments(
  owner: string,
  old: readonly GraphQLArgument[],
  now: readonly GraphQLArgument[],
  node: ASTNode & { readonly arguments?: readonly ArgumentNode[] | undefined },
  variables: VariablesByName,
): NodeReason[] {
  const values = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  return pairInputs(byName(old), byName(now), (name) => argumentCoordinate(owner, name)).flatMap(
    ([name, pair]) => compareInput(pair, values.get(name), { variables, node }),
  );
}

export function compareDirectiveArguments(
  before: GraphQLSchema,
  after: GraphQLSchema,
  node: DirectiveNode,
  variables: VariablesByName,
): NodeReason[] {
  const { value: name } = node.name;
  const old = before.getDirective(name);
  const now = after.getDirective(name);
  return old && now ? compareArguments(`@${name}`, old.args, now.args, node, variables) : [];
}

function byName(args: readonly GraphQLArgument[]): InputsByName {
  return new Map(args.map((arg) => [arg.name, arg]));
}

function pairInputs(
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
function pairFields(
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

function compareInput(pair: InputPair, value: ValueNode | undefined, context: ValueContext): NodeReason[] {
  const { old, now } = pair;
  const compareOmitted = (by: string, node: ASTNode): NodeReason[] =>
    compareDefaults(pair, by).map((reason) => ({ ...reason, node }));
  if (!value) return compareOmitted("operation", context.node);
  const reasons = old && now ? compareValue(pair.coordinate, old.type, now.type, value, context) : [];
  if (old && now && normalize(value, old.type) !== normalize(value, now.type)) {
    reasons.push({
      ...describeForm({ coordinate: pair.coordinate, old: old.type, now: now.type }),
      node: value,
    });
  }
  // A call can omit a nullable variable without a default, and then receives the default of the input.
  const variable = value.kind === Kind.VARIABLE ? context.variables.get(value.name.value) : undefined;
  if (!variable || variable.defaultValue || variable.type.kind === Kind.NON_NULL_TYPE) return reasons;
  return [...reasons, ...compareOmitted(`$${variable.variable.name.value}`, value)];
}

/** Compares a value that the document sets. Validation finds a literal that is no longer valid. */
function compareValue(
  coordinate: string,
  old: GraphQLInputType,
  now: GraphQLInputType,
  value: ValueNode,
  context: ValueContext,
): NodeReason[] {
  if (value.kind === Kind.VARIABLE) {
    const variable = context.variables.get(value.name.value);
    if (!variable || variable.type.kind === Kind.NON_NULL_TYPE || isNonNullType(old) || !isNonNullType(now))
      return [];
    const change: ElementChange = { kind: "null", variable: value.name.value };
    return [{ rule: "type", coordinate, change, code: [], breaksCalls: true, node: variable }];
  }
  if (value.kind === Kind.LIST) {
    const oldItem = itemOf(old);
    const newItem = itemOf(now);
    return value.values.flatMap((item) => compareValue(coordinate, oldItem, newItem, item, context));
  }
  if (value.kind !== Kind.OBJECT) return [];
  const values = new Map(value.fields.map((field) => [field.name.value, field.value]));
  const oldNamed = getNamedType(old);
  const newNamed = getNamedType(now);
  if (isInputObjectType(oldNamed) && !isInputObjectType(newNamed)) {
    // Another kind of type has no defaults for the fields.
    const omitted = Object.values(oldNamed.getFields()).filter(({ name }) => !values.has(name));
    return omitted.flatMap((field) => {
      const pair = { coordinate: `${oldNamed.name}.${field.name}`, old: field, now: undefined };
      return compareInput(pair, undefined, { ...context, node: value });
    });
  }
  return pairFields(old, now).flatMap(([name, pair]) =>
    compareInput(pair, values.get(name), { ...context, node: value }),
  );
}

/** A single value is accepted as a list. */
function itemOf(type: GraphQLInputType): GraphQLInputType {
  const nullable = getNullableType(type);
  return isListType(nullable) ? nullable.ofType : type;
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
 * themselves.
 */
function compareLiterals(
  typePair: TypePair,
  oldLiteral: ConstValueNode,
  newLiteral: ConstValueNode,
  by: string,
  path: readonly string[],
): Reason[] | undefined {
  const { coordinate, old, now } = typePair;
  const isNull = oldLiteral.kind === Kind.NULL || newLiteral.kind === Kind.NULL;
  const isList = oldLiteral.kind === Kind.LIST || newLiteral.kind === Kind.LIST;
  if (!isNull && isList) {
    const oldItems = oldLiteral.kind === Kind.LIST ? oldLiteral.values : [oldLiteral];
    const items = newLiteral.kind === Kind.LIST ? newLiteral.values : [newLiteral];
    if (oldItems.length !== items.length) return undefined;
    const itemTypes = { coordinate, old: itemOf(old), now: itemOf(now) };
    return concat(oldItems, (item, index) => {
      const other = items[index];
      return other && compareLiterals(itemTypes, item, other, by, path);
    });
  }
  const fields = pairFields(old, now);
  if (fields.length > 0 && oldLiteral.kind === Kind.OBJECT && newLiteral.kind === Kind.OBJECT) {
    const oldFields = fieldsOf(oldLiteral);
    const newFields = fieldsOf(newLiteral);
    return concat(fields, ([name, pair]) => {
      const ownOld = oldFields.get(name);
      const own = newFields.get(name);
      if (!ownOld && !own) return compareDefaults(pair, by, path);
      const oldValue = ownOld ?? (pair.old && defaultOf(pair.old));
      const value = own ?? (pair.now && defaultOf(pair.now));
      if (!oldValue || !value || !pair.old || !pair.now) return undefined;
      const inner = { coordinate: pair.coordinate, old: pair.old.type, now: pair.now.type };
      return compareLiterals(inner, oldValue, value, by, path);
    });
  }
  if (normalize(oldLiteral, old) === normalize(newLiteral, now)) return [];
  return renderLiteral(oldLiteral) === renderLiteral(newLiteral) ? [describeForm(typePair)] : undefined;
}

function fieldsOf({ fields }: ConstObjectValueNode): ReadonlyMap<string, ConstValueNode> {
  return new Map(fields.map(({ name, value }) => [name.value, value]));
}

/** The same literal is another value if its type is another scalar or another list. */
function describeForm({ coordinate, old, now }: TypePair): Reason {
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
function normalize(literal: ValueNode, type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (literal.kind === Kind.NULL || literal.kind === Kind.VARIABLE) return literal.kind;
  if (isListType(nullable)) {
    const items = literal.kind === Kind.LIST ? literal.values : [literal];
    return `[${items.map((item) => normalize(item, nullable.ofType)).join()}]`;
  }
  // The fields of an input object are compared one by one.
  if (literal.kind === Kind.OBJECT && isInputObjectType(nullable)) return literal.kind;
  if (literal.kind === Kind.FLOAT) return String(Number(literal.value));
  const isText = literal.kind === Kind.ENUM || (literal.kind === Kind.INT && `${nullable}` === "ID");
  return isText ? JSON.stringify(literal.value) : renderLiteral(literal);
}
