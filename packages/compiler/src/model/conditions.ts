/**
 * Conditions of selections: the `@include` and `@skip` directives that can remove a field from a response, and
 * `@defer`, which can move it to a later one.
 */

import { type DirectiveNode, type ExecutableDefinitionNode, Kind, visit } from "graphql";
import { cacheByObject } from "./cache.ts";

/**
 * Variables that must be `true`, or `false` with `!`: `$a !$b`. Sorted. Empty: the selection is always
 * present. With the literal `false`, it is never present, and with `@defer` not in the first response.
 */
export type Condition = string;

export const ALWAYS: Condition = "";
const NEVER = "false";
const DEFERRED = "@defer";

/** Adds the directives of a selection to the condition under which its parent is present. */
export function addConditions(condition: Condition, directives: readonly DirectiveNode[] = []): Condition {
  const added = directives.flatMap((directive) => renderCondition(directive) ?? []);
  if (added.length === 0) return condition;
  return [...new Set([...literalsOf(condition), ...added])].sort().join(" ");
}

/**
 * A constant that keeps the selection, as in `@include(if: true)`, is no condition. One that removes it is
 * `NEVER`.
 */
function renderCondition(directive: DirectiveNode): string | undefined {
  const { name, arguments: args = [] } = directive;
  const isSkip = name.value === "skip";
  const value = args.find((argument) => argument.name.value === "if")?.value;
  if (name.value === "defer") return isIncremental(directive) ? DEFERRED : undefined;
  if (!value || !(isSkip || name.value === "include")) return undefined;
  if (value.kind === Kind.BOOLEAN) return value.value === isSkip ? NEVER : undefined;
  return value.kind === Kind.VARIABLE ? `${isSkip ? "!" : ""}$${value.name.value}` : undefined;
}

/** Whether a directive divides a response into several: `@defer` or `@stream`. */
function isIncremental({ name, arguments: args = [] }: DirectiveNode): boolean {
  const value = args.find((argument) => argument.name.value === "if")?.value;
  const isOff = value?.kind === Kind.BOOLEAN && !value.value;
  return (name.value === "defer" || name.value === "stream") && !isOff;
}

/** Whether a definition has such a directive. Its operation has several responses. */
export const hasIncremental: (definition: ExecutableDefinitionNode) => boolean = cacheByObject(
  (definition) => {
    let isFound = false;
    visit(definition, {
      Directive(directive) {
        isFound ||= isIncremental(directive);
      },
    });
    return isFound;
  },
);

/** Whether one of the conditions is true for all values of the variables, as `$a` and `!$a` are. */
export function isAlwaysPresent(conditions: readonly Condition[]): boolean {
  return conditions.includes(ALWAYS) || covers(conditions.map(literalsOf));
}

/** Tries both values of one variable, and then of the others. */
function covers(conditions: readonly (readonly string[])[]): boolean {
  if (conditions.some(({ length }) => length === 0)) return true;
  const literal = conditions.flat().find((candidate) => candidate !== NEVER);
  return (
    literal !== undefined &&
    [literal, negate(literal)].every((assumed) => covers(assume(conditions, assumed)))
  );
}

/** The conditions that can still be true, without the literal that is assumed to be true. */
function assume(conditions: readonly (readonly string[])[], literal: string): string[][] {
  return conditions
    .filter((condition) => !condition.includes(negate(literal)))
    .map((condition) => condition.filter((other) => other !== literal));
}

function negate(literal: string): string {
  return literal.startsWith("!") ? literal.slice(1) : `!${literal}`;
}

function literalsOf(condition: Condition): readonly string[] {
  return condition === ALWAYS ? [] : condition.split(" ");
}
