/** Operations, fragments and places of a document, and the coordinates of schema elements. */

import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
} from "graphql";
import { collectFragments, type FragmentsByName } from "../graphql.ts";
import type { OperationReport, Place } from "./report.ts";

export interface Operation {
  readonly name: string;
  readonly kind: OperationReport["kind"];
  readonly node: OperationDefinitionNode;
  /** Fragments that it spreads, directly or through others, each once. */
  readonly fragments: readonly FragmentDefinitionNode[];
}

export function findOperations(document: DocumentNode, fragments: FragmentsByName): Operation[] {
  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((node) => ({
      name: node.name?.value ?? `unnamed ${node.operation}`,
      kind: node.operation,
      node,
      fragments: [...collectFragments(node.selectionSet, fragments)],
    }));
}

/** The named type, without lists and non-null markers. */
export function nameOfType(node: TypeNode): string {
  return node.kind === Kind.NAMED_TYPE ? node.name.value : nameOfType(node.type);
}

/** Position of a node. A document that was parsed without locations has none: the file is then empty. */
export function placeOf(node: ASTNode | undefined): Place {
  if (!node?.loc) return { file: "", line: 1, column: 1 };
  // The parser has already counted the lines; `getLocation` would count them again.
  const { line, column } = node.loc.startToken;
  return { file: node.loc.source.name, line, column };
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
  return coordinate.replace(/[.(].*$/, "");
}

/** Caches a function of one argument. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (known.has(key)) return known.get(key) as Value;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

export function groupBy<Value, Key>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
