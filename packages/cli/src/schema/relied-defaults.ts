/** Defaults that an operation relies on: what it does not give, or gives by a variable that its caller may leave out. */

import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isCompositeType,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
} from "graphql";
import { compareDefaults } from "./compare-defaults.ts";
import { argumentCoordinate, memberCoordinate } from "./coordinates.ts";
import type { Found } from "./finding.ts";
import type { Use } from "./uses.ts";

type Given = readonly { readonly name: string; readonly value: ValueNode }[];
type Declared = readonly (GraphQLArgument | GraphQLInputField)[];

export function findReliedDefaults(
  before: GraphQLSchema,
  after: GraphQLSchema,
  operation: OperationDefinitionNode,
  uses: readonly Use[],
): Found[] {
  const variables = operation.variableDefinitions ?? [];
  const mayBeAbsent = new Set(
    variables
      .filter(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && !defaultValue)
      .map(({ variable }) => variable.name.value),
  );
  return uses.flatMap((use): Found[] => {
    const [old, now] = [declaredBy(before, use), declaredBy(after, use)];
    if (!old || !now) return [];
    const given = new Map(givenBy(use).map(({ name, value }) => [name, value]));
    return old.flatMap((was): Found[] => {
      const is = now.find(({ name }) => name === was.name);
      const value = given.get(was.name);
      const isVariable = value?.kind === Kind.VARIABLE;
      if (!is || (value && !(isVariable && mayBeAbsent.has(value.name.value)))) return [];
      const coordinate =
        use.kind === "input object"
          ? memberCoordinate(use.coordinate, was.name)
          : argumentCoordinate(use.coordinate, was.name);
      const who = isVariable ? `callers without $${value.name.value}` : "this operation";
      return compareDefaults(coordinate, was, is, who).map((reason) => ({ ...reason, node: value ?? use.node }));
    });
  });
}

function declaredBy(schema: GraphQLSchema, use: Use): Declared | undefined {
  if (use.kind === "field") {
    const type = schema.getType(use.type);
    return isCompositeType(type) ? schema.getField(type, use.field)?.args : undefined;
  }
  if (use.kind === "directive") return schema.getDirective(use.coordinate.slice(1))?.args;
  if (use.kind !== "input object") return undefined;
  const type = schema.getType(use.coordinate);
  return isInputObjectType(type) ? Object.values(type.getFields()) : undefined;
}

function givenBy(use: Use): Given {
  if (use.kind === "input object") return use.given;
  const nodes = use.kind === "field" ? use.given : use.kind === "directive" ? (use.node.arguments ?? []) : [];
  return nodes.map(({ name, value }) => ({ name: name.value, value }));
}
