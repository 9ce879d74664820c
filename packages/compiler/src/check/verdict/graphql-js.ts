/**
 * The messages of graphql-js 16 and 17, as changes of elements. Only this file reads them, because the errors
 * have no codes.
 */

import { type ASTNode, type GraphQLError, type GraphQLSchema, Kind } from "graphql";
import { cacheByObject } from "../../model/cache.ts";
import { fieldAt } from "../../model/graphql.ts";
import { onOneLine } from "../../text/phrases.ts";
import { argumentCoordinate, groupBy, type Operation } from "../compare/document-operations.ts";
import type { Use } from "../compare/find-uses.ts";
import type { NodeReason } from "../compare/reasons.ts";

/** Required inputs that are not set: the wording of graphql 17, then that of graphql 16. */
const REQUIRED_ARGUMENT =
  /^Argument "(?<argument>[^"]+)" of type .* is required|^(?:Field "[^"]+"|Directive "[^"]+") argument "(?<name>[^"]+)" of type .* is required/;
const REQUIRED_FIELD =
  /^Expected value of type "(?<type>[^"]+)" to include required field "(?<field>[^"]+)"|^Field "(?<coordinate>[^"]+)" of required type /;
/** Two fields have the same response name and cannot be merged. */
const CONFLICT = /^Fields "[^"]+" conflict because /;
const POSITION = /of type "([^"]+)" used in position expecting type "([^"]+)"/;

/** Returns the reason for a validation error of an operation in the new schema. */
type ErrorTranslator = (error: GraphQLError, operation: Operation, uses: readonly Use[]) => NodeReason;

/** The coordinate of a reason is the element of the old schema that the node uses. */
export function createErrorTranslator(before: GraphQLSchema, after: GraphQLSchema): ErrorTranslator {
  const findRule = createRuleFinder(before, after);
  return (error, operation, uses) => {
    const elements = (error.nodes ?? []).map((node) => {
      const found = findUse(uses, node);
      const coordinate = found?.use.coordinate ?? nameOf(node, operation) ?? "";
      return { node: found?.node ?? node, coordinate };
    });
    const coordinate = elements.find((element) => element.coordinate !== "")?.coordinate ?? "";
    const reason: NodeReason = {
      rule: "invalid",
      coordinate,
      change: { kind: "invalid", error: onOneLine(error.message) },
      code: [],
      breaksCalls: true,
      node: elements[0]?.node ?? operation.node,
      ...refine(error.message, coordinate),
    };
    if (!CONFLICT.test(error.message)) return reason;
    // The cause of a conflict is the field whose type changed, not the field that is first in the document.
    const changed = elements.flatMap((element) => {
      const rule = findRule(element.coordinate);
      return rule ? { ...element, rule } : [];
    });
    return { ...reason, ...changed[0] };
  };
}

/** Returns the rule of a conflict with a field whose type changed. */
type RuleFinder = (coordinate: string) => "nullability" | "type" | undefined;

function createRuleFinder(before: GraphQLSchema, after: GraphQLSchema): RuleFinder {
  return (coordinate) => {
    const [old, now] = [before, after].map((schema) => `${fieldAt(schema, coordinate)?.type}`);
    if (old === now) return undefined;
    return old?.replaceAll("!", "") === now?.replaceAll("!", "") ? "nullability" : "type";
  };
}

/** The uses by their node. The selection set of a field counts as its node, too. */
const indexUses = cacheByObject((uses: readonly Use[]) => {
  const all = uses.flatMap((use) => {
    const nodes: ASTNode[] = [use.node];
    if (use.kind === "field" && use.node.selectionSet) nodes.push(use.node.selectionSet);
    return nodes.map((node) => ({ node, use }));
  });
  return groupBy(all, ({ node }) => keyOf(node));
});

/** A scalar receives a copy of a literal, and names it in its error. The copy has the same location. */
const keyOf = (node: ASTNode) => node.loc ?? node;

/** Finds the most specific use at a node; for a copy of a literal, the place that no longer accepts it. */
function findUse(uses: readonly Use[], node: ASTNode) {
  const candidates = indexUses(uses).get(keyOf(node));
  const isSpecific = ({ kind }: Use) => kind !== "variable" && kind !== "value";
  return (
    candidates?.find((candidate) => candidate.node === node && isSpecific(candidate.use)) ??
    candidates?.find(({ use }) => use.kind === "value")
  );
}

/** Returns what the message says more exactly than that the operation is invalid. */
function refine(text: string, coordinate: string): Partial<NodeReason> {
  const required = findRequired(text, coordinate);
  if (required) return { coordinate: required, rule: "required", change: { kind: "omitted" } };
  const position = POSITION.exec(text);
  if (!position) return {};
  const [, actual, expected] = position;
  return { rule: expected === `${actual}!` ? "required" : "type" };
}

/** Returns the coordinate of a required input that is not set. */
function findRequired(text: string, coordinate: string): string | undefined {
  const argument = REQUIRED_ARGUMENT.exec(text)?.groups;
  if (argument) return argument.argument ?? argumentCoordinate(coordinate, argument.name ?? "");
  const field = REQUIRED_FIELD.exec(text)?.groups;
  if (!field) return undefined;
  return field.coordinate ?? `${field.type?.replaceAll(/[[\]!]/g, "")}.${field.field}`;
}

/** The type that a node names. The new schema does not have it. */
function nameOf(node: ASTNode, { fragments }: Operation): string | undefined {
  if (node.kind === Kind.NAMED_TYPE) return node.name.value;
  if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value;
  if (node.kind !== Kind.FRAGMENT_SPREAD) return undefined;
  return fragments.find(({ name }) => name.value === node.name.value)?.typeCondition.name.value;
}
