/** Finds the operations that are invalid in a schema, and the schema element that each error is about. */

import {
  type ASTNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  type ValidationRule,
  validate,
} from "graphql";
import { resolveCoordinate, rootOf, SERVER_RULES } from "../model/graphql.ts";
import type { FragmentsByName } from "../model/selections.ts";
import { comparePlaces, compareText, type Operation, placeOf } from "./document.ts";
import type { Finding, FindingRule, OperationError } from "./report.ts";
import type { Use } from "./uses.ts";

/** A finding without a place: it applies to each use of the element. */
export type Reason = Omit<Finding, "place" | "accepted">;

/** A finding at a node of the document. */
export interface NodeFinding extends Reason {
  readonly node: ASTNode;
}

/** Removes duplicates, which members of an interface can cause. Sorts by verdict, then by place. */
export function toFindings(nodeFindings: readonly NodeFinding[]): Finding[] {
  const unique = new Map<string, Finding>();
  const broken = new Set(
    nodeFindings.flatMap(({ verdict, rule, node }) => (verdict === "breaks" && rule !== "name" ? [node] : [])),
  );
  for (const { node, ...rest } of nodeFindings) {
    // A lost name follows from the change that is at the same place.
    if (rest.rule === "name" && broken.has(node)) continue;
    const place = placeOf(node);
    const key = JSON.stringify([rest.verdict, rest.rule, rest.coordinate, place]);
    if (!unique.has(key)) unique.set(key, { ...rest, place });
  }
  // "breaks" sorts before "changes types".
  return [...unique.values()].sort((a, b) => compareText(a.verdict, b.verdict) || comparePlaces(a.place, b.place));
}

/** Returns the errors of each invalid operation. An error in a fragment counts for each operation that spreads it. */
export function findInvalid(
  schema: GraphQLSchema,
  operations: readonly Operation[],
): ReadonlyMap<Operation, readonly GraphQLError[]> {
  const invalid = new Map<Operation, GraphQLError[]>();
  // graphql 16 finds no error in an operation without a root type.
  const checked = operations.filter((operation) => {
    const { kind, node } = operation;
    if (kind === "fragment" || rootOf(schema, node)) return true;
    invalid.set(operation, [new GraphQLError(`The schema has no ${kind} type.`, { nodes: node })]);
    return false;
  });
  const add = (operation: Operation, errors: readonly GraphQLError[]): void => {
    if (errors.length > 0) invalid.set(operation, [...(invalid.get(operation) ?? []), ...errors]);
  };
  const errors = validateTogether(schema, checked);
  for (const error of errors.filter((one) => !CONFLICT.test(one.message))) {
    const isIn = (node: ASTNode): boolean => error.nodes?.some((inner) => contains(node, inner)) ?? false;
    const own = checked.filter(({ kind, node }) => kind !== "fragment" && isIn(node));
    const affected = own.length > 0 ? own : checked.filter(({ node, fragments }) => [node, ...fragments].some(isIn));
    for (const operation of affected) add(operation, [error]);
  }
  // A conflict of two fragments is reported once, for the first operation in which they overlap.
  if (errors.some(({ message }) => CONFLICT.test(message))) {
    for (const operation of checked) add(operation, validateTogether(schema, [operation], CONFLICTS));
  }
  return invalid;
}

const CONFLICTS = [OverlappingFieldsCanBeMergedRule];

/** Validates fragments once, however many operations spread them. */
function validateTogether(
  schema: GraphQLSchema,
  operations: readonly Operation[],
  rules: readonly ValidationRule[] = SERVER_RULES,
): readonly GraphQLError[] {
  const definitions = new Set(operations.flatMap(({ node, fragments }) => [node, ...fragments]));
  return validate(schema, { kind: Kind.DOCUMENT, definitions: [...definitions] }, rules, {
    maxErrors: Number.MAX_SAFE_INTEGER,
  });
}

function contains({ loc }: ASTNode, { loc: inner }: ASTNode): boolean {
  return !!loc && !!inner && loc.source === inner.source && loc.start <= inner.start && inner.end <= loc.end;
}

/** The place is in the operation, if one of the nodes is: two operations with one name share an error. */
export function toOperationError({ nodes, message }: GraphQLError, { node }: Operation): OperationError {
  return { message: onOneLine(message), place: placeOf(nodes?.find((inner) => contains(node, inner)) ?? nodes?.[0]) };
}

function onOneLine(message: string): string {
  return message.replaceAll(/\s*\n\s*/g, " ");
}

/** Turns a validation error into a finding. Its coordinate is the element of the old schema that the node uses. */
export function toNodeFinding(
  error: GraphQLError,
  uses: readonly Use[],
  fragments: FragmentsByName,
  operation: ASTNode,
  ruleOfChange: RuleOfChange,
): NodeFinding {
  const nodes = error.nodes ?? [];
  const elements = nodes.map((node) => {
    return { node, coordinate: findUse(uses, node)?.coordinate ?? nameOf(node, fragments) };
  });
  const coordinate = elements.find((element) => element.coordinate !== undefined)?.coordinate ?? "";
  const message = onOneLine(error.message);
  const finding = {
    verdict: "breaks",
    message,
    ...refine(error.message, coordinate),
    node: nodes[0] ?? operation,
  } as const;
  // The cause of a conflict is the field whose type changed, and not the field that is first in the document.
  const changes = elements.flatMap((element) => {
    const rule = CONFLICT.test(message) && element.coordinate && ruleOfChange(element.coordinate);
    return rule ? [{ node: element.node, coordinate: element.coordinate ?? "", rule }] : [];
  });
  return { ...finding, ...changes[0] };
}

/** Returns the rule of a field whose type changed. */
type RuleOfChange = (coordinate: string) => "nullability" | "type" | undefined;

export function createRuleOfChange(before: GraphQLSchema, after: GraphQLSchema): RuleOfChange {
  return (coordinate) => {
    const [old, now] = [before, after].map((schema) => {
      const element = resolveCoordinate(schema, coordinate);
      return element && "type" in element ? `${element.type}` : undefined;
    });
    if (old === undefined || now === undefined || old === now) return undefined;
    return old.replaceAll("!", "") === now.replaceAll("!", "") ? "nullability" : "type";
  };
}

/** Finds the most specific use at a node. */
function findUse(uses: readonly Use[], node: ASTNode): Use | undefined {
  const found = uses.filter((use) => use.node === node || (use.kind === "field" && use.node.selectionSet === node));
  return (
    found.find(({ kind }) => kind !== "variable" && kind !== "value") ?? found.find(({ kind }) => kind === "value")
  );
}

/** Required inputs that are not set: the wording of graphql 17, then that of graphql 16. */
const REQUIRED_ARGUMENT =
  /^Argument "(?<argument>[^"]+)" of type .* is required|^(?:Field "[^"]+"|Directive "[^"]+") argument "(?<name>[^"]+)" of type .* is required/;
const REQUIRED_FIELD =
  /^Expected value of type "(?<type>[^"]+)" to include required field "(?<field>[^"]+)"|^Field "(?<coordinate>[^"]+)" of required type /;
const CONFLICT = /^Fields "[^"]+" conflict because /;
const POSITION = /of type "([^"]+)" used in position expecting type "([^"]+)"/;

/** graphql-js states only in words that an input is required. */
function refine(
  text: string,
  coordinate: string,
): { readonly coordinate: string; readonly rule: FindingRule; readonly message?: string } {
  const argument = REQUIRED_ARGUMENT.exec(text)?.groups;
  const field = REQUIRED_FIELD.exec(text)?.groups;
  const required =
    (argument && (argument.argument ?? `${coordinate}(${argument.name}:)`)) ??
    (field && (field.coordinate ?? `${field.type?.replaceAll(/[[\]!]/g, "")}.${field.field}`));
  if (required) {
    return { coordinate: required, rule: "required", message: `${required} is now required. This operation omits it.` };
  }
  const [, given, expected] = POSITION.exec(text) ?? [];
  if (given && expected) return { coordinate, rule: expected === `${given}!` ? "required" : "type" };
  return { coordinate, rule: "invalid" };
}

function nameOf(node: ASTNode, fragments: FragmentsByName): string | undefined {
  if (node.kind === Kind.NAMED_TYPE) return node.name.value;
  if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value;
  if (node.kind === Kind.FRAGMENT_SPREAD) return fragments.get(node.name.value)?.typeCondition.name.value;
  return node.kind === Kind.DIRECTIVE ? `@${node.name.value}` : undefined;
}
