/** Validates each operation with its fragments by itself, as a server does. */

import {
  type ASTNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  Kind,
  NoUnusedFragmentsRule,
  print,
  specifiedRules,
  typeFromAST,
  type ValidationRule,
  type VariableDefinitionNode,
  validate,
} from "graphql";
import { cacheByObject } from "./cache.ts";
import { rootOf } from "./graphql.ts";

/** Unused fragments are never sent. */
const RULES: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule),
  OneOfVariablesRule,
];

interface Validated {
  readonly fragments: readonly FragmentDefinitionNode[];
  readonly errors: readonly GraphQLError[];
}

const validatedIn = cacheByObject((_: GraphQLSchema) => new WeakMap<ExecutableDefinitionNode, Validated>());

/** An operation or a fragment, and all fragments that it spreads, directly or through others. */
export interface Unit {
  readonly node: ExecutableDefinitionNode;
  readonly fragments: readonly FragmentDefinitionNode[];
}

/**
 * Returns the errors of each invalid unit. An error in a fragment counts for each unit that spreads it.
 *
 * All units are validated together first, which takes less time. If one is invalid, each is validated by
 * itself: an error of one can hide those of another.
 */
export function findInvalidUnits<Value extends Unit>(
  schema: GraphQLSchema,
  units: readonly Value[],
): (readonly [unit: Value, errors: readonly GraphQLError[]])[] {
  if (areValid(schema, units)) return [];
  return units.flatMap((unit) => {
    const errors = validateDefinition(schema, unit.node, unit.fragments);
    return errors.length > 0 ? [[unit, errors] as const] : [];
  });
}

function areValid(schema: GraphQLSchema, units: readonly Unit[]): boolean {
  const validated = validatedIn(schema);
  const unknown = units.filter(({ node, fragments }) => !isValidated(validated.get(node), fragments));
  const definitions = [...new Set(unknown.flatMap(({ node, fragments }) => [node, ...fragments]))];
  // graphql 16 finds no error in an operation that has no root type.
  if (definitions.some((node) => !rootOf(schema, node))) return false;
  if (validate(schema, { kind: Kind.DOCUMENT, definitions }, RULES).length > 0) return false;
  for (const { node, fragments } of unknown) validated.set(node, { fragments, errors: [] });
  return units.every(({ node }) => validated.get(node)?.errors.length === 0);
}

function isValidated(
  known: Validated | undefined,
  fragments: readonly FragmentDefinitionNode[],
): known is Validated {
  return (
    known?.fragments.length === fragments.length &&
    known.fragments.every((fragment, index) => fragment === fragments[index])
  );
}

/**
 * Returns the errors of an operation or a fragment, and of the fragments that it spreads. Each error has a
 * place: graphql-js stops at limits of its own, and says so without one. The same nodes are validated once.
 *
 * @param fragments - All that it spreads, directly or through others.
 */
export function validateDefinition(
  schema: GraphQLSchema,
  node: ExecutableDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): readonly GraphQLError[] {
  const validated = validatedIn(schema);
  const known = validated.get(node);
  if (isValidated(known, fragments)) return known.errors;
  const errors = findErrors(schema, node, fragments);
  validated.set(node, { fragments, errors });
  return errors;
}

function findErrors(
  schema: GraphQLSchema,
  node: ExecutableDefinitionNode,
  fragments: readonly FragmentDefinitionNode[],
): readonly GraphQLError[] {
  if (node.kind === Kind.OPERATION_DEFINITION && !rootOf(schema, node))
    return [new GraphQLError(`The schema has no ${node.operation} type.`, { nodes: node })];
  // A fragment that spreads itself is one of its own.
  const definitions = [node, ...fragments.filter((fragment) => fragment !== node)];
  const document = { kind: Kind.DOCUMENT, definitions } as const;
  const errors = validate(schema, document, RULES, { maxErrors: Number.MAX_SAFE_INTEGER });
  return errors.map((error) => (error.nodes?.length ? error : locateAt(node, error)));
}

function locateAt(node: ASTNode, { message }: GraphQLError): GraphQLError {
  const text = `graphql-js cannot validate it as a whole: ${message} Select fewer fields in one place, or split it.`;
  return new GraphQLError(text, { nodes: node });
}

/**
 * A variable for a field of an input type with `@oneOf` must not be null, unless it has a default. The rule
 * of graphql-js skips positions that are non-null or a list.
 */
function OneOfVariablesRule(context: Parameters<ValidationRule>[0]): ReturnType<ValidationRule> {
  const nullable = new Map<string, VariableDefinitionNode>();
  const uses: { readonly name: string; readonly node: ASTNode; readonly type: string }[] = [];
  return {
    VariableDefinition(node) {
      const hasDefault = node.defaultValue !== undefined && node.defaultValue.kind !== Kind.NULL;
      const isNullable = !isNonNullType(typeFromAST(context.getSchema(), node.type));
      if (isNullable && !hasDefault) nullable.set(node.variable.name.value, node);
    },
    ObjectField({ value }) {
      const position = context.getParentInputType();
      const type = getNamedType(position);
      if (value.kind !== Kind.VARIABLE || isInputObjectType(position)) return;
      if (isInputObjectType(type) && type.isOneOf)
        uses.push({ name: value.name.value, node: value, type: type.name });
    },
    Document: {
      leave() {
        for (const { name, node, type } of uses) {
          const definition = nullable.get(name);
          if (!definition) continue;
          const problem = `is of type "${print(definition.type)}" but must be non-nullable`;
          const message = `Variable "$${name}" ${problem} to be used for OneOf Input Object "${type}".`;
          context.reportError(new GraphQLError(message, { nodes: [definition, node] }));
        }
      },
    },
  };
}
