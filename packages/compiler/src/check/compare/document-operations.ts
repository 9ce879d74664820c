/** Operations, fragments and places of a document, and the coordinates of schema elements. */

import {
  type ASTNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  Kind,
} from "graphql";
import { collectFragments, type FragmentsByName } from "../../model/selections.ts";
import type { Place } from "../../text/phrases.ts";

/** An operation, or a fragment that no operation spreads: codegen generates its types too. */
export interface Operation {
  readonly name: string;
  /** `fragment`: no operation spreads it. Codegen generates its types too. */
  readonly kind: "query" | "mutation" | "subscription" | "fragment";
  readonly node: ExecutableDefinitionNode;
  /** Fragments that it spreads, directly or through others, each once. */
  readonly fragments: readonly FragmentDefinitionNode[];
}

export function findOperations({ definitions }: DocumentNode, fragments: FragmentsByName): Operation[] {
  return definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? toOperation(node, fragments) : [],
  );
}

/** All fragments, whether or not an operation spreads them. */
export function listFragments(fragments: FragmentsByName): Operation[] {
  return findUnusedFragments(fragments, []);
}

export function findUnusedFragments(
  fragments: FragmentsByName,
  operations: readonly Operation[],
): Operation[] {
  const used = new Set(operations.flatMap((operation) => operation.fragments));
  return [...fragments.values()]
    .filter((node) => !used.has(node))
    .map((node) => toOperation(node, fragments));
}

function toOperation(node: ExecutableDefinitionNode, fragments: FragmentsByName): Operation {
  const kind = node.kind === Kind.OPERATION_DEFINITION ? node.operation : "fragment";
  const spread = [...collectFragments(node.selectionSet, fragments)];
  return { name: node.name?.value ?? `unnamed ${kind}`, kind, node, fragments: spread };
}

/** Position of a node. A document that was parsed without locations has none: the file is then empty. */
export function placeOf(node: ASTNode | undefined): Place {
  if (!node?.loc) return { file: "", line: 1, column: 1 };
  // The parser has already counted the lines; `getLocation` would count them again.
  const { line, column } = node.loc.startToken;
  return { file: node.loc.source.name, line, column };
}

/** Whether a node is a part of another one, by their places. */
export function contains({ loc }: ASTNode, { loc: inner }: ASTNode): boolean {
  return !!loc && !!inner && loc.source === inner.source && loc.start <= inner.start && inner.end <= loc.end;
}

export function comparePlaces(a: Place, b: Place): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** By code unit, so that the order does not depend on the machine's locale. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Coordinate of an argument, such as `Type.field(argument:)` or `@directive(argument:)`. */
export function argumentCoordinate(owner: string, argument: string): string {
  return `${owner}(${argument}:)`;
}

/** Type or directive of a coordinate: `Type` for `Type.field(argument:)`. */
export function ownerOf(coordinate: string): string {
  const [owner = ""] = coordinate.split(/[.(]/, 1);
  return owner;
}

/** A list with at least one entry. */
export type NonEmpty<Value> = [first: Value, ...others: Value[]];

export function groupBy<Value, Key>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): Map<Key, NonEmpty<Value>> {
  const groups = new Map<Key, NonEmpty<Value>>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
