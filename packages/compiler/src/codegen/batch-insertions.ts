/** The insertions into an operation's text with which `@integration-platform/graphql/batch` repeats it for each item. */

import {
  type ASTNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  type Token,
  TokenKind,
} from "graphql";
import type { Objects } from "../model/result-type.ts";

/** The prefix of an item. */
const PREFIX = "$";
/** The text since the last insertion, after a colon, so that a root field has an alias. */
const ALIAS = ":";
/** Start and end, in turn, of the parts that are repeated for each item. */
const EDGE = "|";
const END_OF_TEXT = ".";

type Insertion = readonly [at: number, mark: string];

/** The text of an operation or a fragment, and its insertions. */
export interface Layout {
  /** Name of a fragment; empty for an operation. */
  readonly name: string;
  readonly length: number;
  /** Whether a directive of the operation has a variable. Its value cannot differ per item. */
  readonly hasSharedVariable: boolean;
  /** Of an operation: its variables and its selections. Of a fragment: all of it, with its name. */
  readonly outline: readonly Insertion[];
  readonly variables: readonly Insertion[];
  /** The fields of the definition's root. */
  readonly fields: readonly Insertion[];
  readonly spreads: readonly Spread[];
}

interface Spread {
  readonly name: string;
  readonly at: number;
  readonly isRoot: boolean;
}

/** @param text - One operation or fragment as it is printed. */
export function findLayout(text: string): Layout {
  const [node] = parse(text).definitions;
  if (node?.kind !== Kind.OPERATION_DEFINITION && node?.kind !== Kind.FRAGMENT_DEFINITION)
    throw new Error(text);
  const fields: Insertion[] = [];
  const rootSpreads = new Set<number>();
  // Through inline fragments.
  const enterRoot = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) enterRoot(selection.selectionSet);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) rootSpreads.add(startOf(selection.name));
      else {
        fields.push([startOf(selection), PREFIX]);
        if (!selection.alias) fields.push([endOf(selection.name), ALIAS]);
      }
    }
  };
  enterRoot(node.selectionSet);
  const tokens = listTokens(node);
  const variables = tokens.flatMap(({ kind, end }): Insertion[] =>
    kind === TokenKind.DOLLAR ? [[end, PREFIX]] : [],
  );
  const spreads = tokens.flatMap(({ kind, next }): Spread[] => {
    if (kind !== TokenKind.SPREAD || next?.kind !== TokenKind.NAME || next.value === "on") return [];
    return [{ name: next.value, at: next.start, isRoot: rootSpreads.has(next.start) }];
  });
  const length = text.length;
  if (node.kind === Kind.FRAGMENT_DEFINITION) {
    const outline: Insertion[] = [
      [0, EDGE],
      [startOf(node.name), PREFIX],
      [length, EDGE],
    ];
    return { name: node.name.value, length, hasSharedVariable: false, outline, variables, fields, spreads };
  }
  const hasSharedVariable = (node.directives ?? [])
    .flatMap(listTokens)
    .some(({ kind }) => kind === TokenKind.DOLLAR);
  return { name: "", length, hasSharedVariable, outline: outlineOf(node), variables, fields, spreads };
}

function outlineOf({ variableDefinitions = [], selectionSet }: OperationDefinitionNode): Insertion[] {
  const [first] = variableDefinitions;
  const last = variableDefinitions.at(-1);
  const parts = [
    ...(first && last ? [startOf(first), endOf(last)] : []),
    startOf(selectionSet) + 1,
    endOf(selectionSet) - 1,
  ];
  return parts.map((at) => [at, EDGE]);
}

const startOf = ({ loc }: ASTNode): number => loc?.start ?? 0;
const endOf = ({ loc }: ASTNode): number => loc?.end ?? 0;

function listTokens({ loc }: ASTNode): Token[] {
  const tokens: Token[] = [];
  for (let token = loc?.startToken; loc && token && token.start < loc.end; token = token.next ?? undefined)
    tokens.push(token);
  return tokens;
}

/**
 * Renders the insertions into an operation's text: for each the distance from the last one, and its mark. `!` at the start: a
 * root field is non-null.
 *
 * @param layouts - Of the operation and its fragments, in the order of the text, with a blank line between them.
 * @returns "" if the items cannot share a request: a directive of the operation has a variable, or a fragment of the root
 * is spread below it too.
 */
export function renderBatchInsertions(
  [operation, ...fragments]: readonly [Layout, ...Layout[]],
  result: Objects,
): string {
  const byName = new Map(fragments.map((fragment) => [fragment.name, fragment]));
  const root = new Set<Layout>([operation]);
  // The set grows while it is read.
  for (const layout of root) {
    for (const { name, isRoot } of layout.spreads) {
      const fragment = byName.get(name);
      if (isRoot && fragment) root.add(fragment);
    }
  }
  const isMixed = [operation, ...fragments].some((layout) =>
    layout.spreads.some(
      ({ name, isRoot }) => !(isRoot && root.has(layout)) && root.has(byName.get(name) as Layout),
    ),
  );
  if (operation.hasSharedVariable || isMixed) return "";

  const repeated = new Set([...root, ...fragments.filter(({ variables }) => variables.length > 0)]);
  const isRepeated = ({ name }: Spread): boolean => repeated.has(byName.get(name) as Layout);
  let size: number;
  // A fragment that spreads a repeated one is repeated too.
  do {
    size = repeated.size;
    for (const fragment of fragments) if (fragment.spreads.some(isRepeated)) repeated.add(fragment);
  } while (repeated.size > size);

  let start = 0;
  let last = 0;
  let rendered = hasNonNull(result) ? "!" : "";
  const add = (at: number, mark: string): void => {
    rendered += `${at - last}${mark}`;
    last = at;
  };
  for (const layout of [operation, ...fragments]) {
    const spreads = layout.spreads.filter(isRepeated).map(({ at }): Insertion => [at, PREFIX]);
    const insertions = [
      ...layout.outline,
      ...layout.variables,
      ...(root.has(layout) ? layout.fields : []),
      ...spreads,
    ];
    if (repeated.has(layout))
      for (const [at, mark] of insertions.sort(([a], [b]) => a - b)) add(start + at, mark);
    start += layout.length + 2;
  }
  add(start - 2, END_OF_TEXT);
  return rendered;
}

/** Whether `null` for one root field would remove the data of all. `__typename` is never `null`. */
function hasNonNull({ members }: Objects): boolean {
  const properties = members.flatMap((member) => [...member.properties.values()]);
  return properties.some(({ type, node }) => type.kind !== "nullable" && node?.name.value !== "__typename");
}
