/** Compares the values that arguments and input fields receive under both schemas: literals and variables. */

import {
  type ArgumentNode,
  type ASTNode,
  type DirectiveNode,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type ValueNode,
  type VariableDefinitionNode,
} from "graphql";
import type { InputElement } from "../../model/graphql.ts";
import {
  compareDefaults,
  describeForm,
  type InputPair,
  itemOf,
  lacksFields,
  listFieldValues,
  pairFields,
  pairInputs,
  renderReceived,
} from "./defaults.ts";
import { argumentCoordinate } from "./document-operations.ts";
import type { ElementChange, NodeReason } from "./reasons.ts";

export type VariablesByName = ReadonlyMap<string, VariableDefinitionNode>;

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

function byName(args: readonly GraphQLArgument[]): ReadonlyMap<string, InputElement> {
  return new Map(args.map((arg) => [arg.name, arg]));
}

function compareInput(pair: InputPair, value: ValueNode | undefined, context: ValueContext): NodeReason[] {
  const { old, now } = pair;
  const compareOmitted = (by: string, node: ASTNode): NodeReason[] =>
    compareDefaults(pair, by).map((reason) => ({ ...reason, node }));
  if (!value) return compareOmitted("operation", context.node);
  const reasons = old && now ? compareValue(pair.coordinate, old.type, now.type, value, context) : [];
  if (old && now && renderReceived(value, old.type) !== renderReceived(value, now.type)) {
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
    // Generated types of variables leave out null if the server rejects it.
    return [{ rule: "type", coordinate, change, code: ["writes"], node: variable }];
  }
  if (value.kind === Kind.LIST) {
    const oldItem = itemOf(old);
    const newItem = itemOf(now);
    return value.values.flatMap((item) => compareValue(coordinate, oldItem, newItem, item, context));
  }
  if (value.kind !== Kind.OBJECT) return [];
  if (lacksFields(old, now)) {
    return listFieldValues(old, value).flatMap((field) =>
      compareInput(field.pair, field.value, { ...context, node: field.object }),
    );
  }
  const values = new Map(value.fields.map((field) => [field.name.value, field.value]));
  return pairFields(old, now).flatMap(([name, pair]) =>
    compareInput(pair, values.get(name), { ...context, node: value }),
  );
}
