/** Compares the default values that operations and their callers rely on. */

import {
  type ArgumentNode,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  type ObjectFieldNode,
  type OperationDefinitionNode,
} from "graphql";
import { fieldOf, type InputElement, isRequiredInput, renderDefault } from "../graphql.ts";
import { argumentCoordinate } from "./document.ts";
import type { Use } from "./uses.ts";
import type { NodeFinding, Reason } from "./validity.ts";

/** Finds changed defaults of what an operation omits, or passes by a variable that callers can omit. */
export function compareReliedDefaults(
  before: GraphQLSchema,
  after: GraphQLSchema,
  operation: OperationDefinitionNode,
  uses: readonly Use[],
): NodeFinding[] {
  const optional = new Set(
    (operation.variableDefinitions ?? [])
      .filter(({ type, defaultValue }) => type.kind !== Kind.NON_NULL_TYPE && !defaultValue)
      .map(({ variable }) => variable.name.value),
  );
  return uses.flatMap((use): NodeFinding[] => {
    const [old, now] = [findInputs(before, use), findInputs(after, use)];
    if (!old || !now) return [];
    const nodes = valuesOf(use);
    return old.flatMap((was): NodeFinding[] => {
      const is = now.find(({ name }) => name === was.name);
      const value = nodes.find(({ name }) => name.value === was.name)?.value;
      const variable = value?.kind === Kind.VARIABLE && optional.has(value.name.value) ? value.name.value : undefined;
      if (!is || (value && variable === undefined)) return [];
      const coordinate =
        use.kind === "input object" ? `${use.coordinate}.${was.name}` : argumentCoordinate(use.coordinate, was.name);
      const who = variable === undefined ? "This operation relies" : `Calls without $${variable} rely`;
      return compareDefaults(coordinate, was, is, who).map((reason) => ({ ...reason, node: value ?? use.node }));
    });
  });
}

function valuesOf(use: Use): readonly (ArgumentNode | ObjectFieldNode)[] {
  if (use.kind === "input object") return use.fields;
  return use.kind === "field" || use.kind === "directive" ? (use.node.arguments ?? []) : [];
}

function findInputs(schema: GraphQLSchema, use: Use): readonly InputElement[] | undefined {
  if (use.kind === "field") return fieldOf(schema, schema.getType(use.type), use.field)?.args;
  if (use.kind === "directive") return schema.getDirective(use.coordinate.slice(1))?.args;
  const type = use.kind === "input object" ? schema.getType(use.coordinate) : undefined;
  return isInputObjectType(type) ? Object.values(type.getFields()) : undefined;
}

/** Compares the defaults of an input that is omitted. A new default does not break: no call relied on it. */
export function compareDefaults(coordinate: string, old: InputElement, now: InputElement, who: string): Reason[] {
  const [was, is] = [renderDefault(old), renderDefault(now)];
  // A required input has no default. That it became required or optional is a finding of its own.
  if (was === is || isRequiredInput(now) || isRequiredInput(old)) return [];
  const message = `The default of ${coordinate} is now ${is ?? "unset"}, was ${was ?? "unset"}. ${who} on it.`;
  return [{ verdict: was === undefined ? "changes types" : "breaks", rule: "default", coordinate, message }];
}
