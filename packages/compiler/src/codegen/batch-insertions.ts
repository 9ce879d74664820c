/**
 * The insertions into an operation's text with which `@integration-platform/graphql/batch` repeats it for
 * each item.
 */

import {
  type ASTNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  type Token,
  TokenKind,
} from "graphql";
import { memoize } from "../model/cache.ts";
import type { Objects } from "../model/result-type.ts";

/** The prefix of an item. */
const PREFIX = "$";
/** The text since the last insertion, after a colon, so that a root field has an alias. */
const ALIAS = ":";
/** Start and end, in turn, of the parts that are repeated for each item. */
const EDGE = "|";
const END_OF_TEXT = ".";

/** Length of the blank line between two definitions. */
const SEPARATOR_LENGTH = 2;

type Insertion = readonly [at: number, mark: string];

/** The text of an operation or a fragment, and its insertions. */
export interface Layout {
  /** Name of a fragment; empty for an operation. */
  readonly name: string;
  readonly length: number;
  /** Whether a directive of the operation has a variable. Its value cannot differ per item. */
  readonly hasSharedVariable: boolean;
  /** Around the variables and the selections of an operation; around a whole fragment, and at its name. */
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
  const enterRoot = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      // An inline fragment at the root selects fields of the root.
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
 * Renders the insertions into an operation's text: for each the distance from the last one, and its mark. `!`
 * at the start: a root field is non-null.
 *
 * @param layouts - The operation and its fragments, in the order of the text, with a blank line between them.
 * @returns "" if the items cannot share a request: a directive of the operation has a variable, or a fragment
 * of the root is spread below it too.
 */
export function renderBatchInsertions(
  layouts: readonly [operation: Layout, ...fragments: Layout[]],
  result: Objects,
): string {
  const [operation, ...fragments] = layouts;
  const byName = new Map(fragments.map((fragment) => [fragment.name, fragment]));
  const root = collectRoot(operation, byName);
  if (operation.hasSharedVariable || isSpreadBelow(root, layouts, byName)) return "";
  const insertions = listInsertions(layouts, root, byName);
  const distances = insertions.map(([at, mark], index) => `${at - (insertions[index - 1]?.[0] ?? 0)}${mark}`);
  return (hasNonNull(result) ? "!" : "") + distances.join("");
}

type LayoutsByName = ReadonlyMap<string, Layout>;

/** The operation, and the fragments that select fields of its root. */
function collectRoot(operation: Layout, byName: LayoutsByName): ReadonlySet<Layout> {
  const root = new Set([operation]);
  // A set visits what is added to it.
  for (const layout of root) {
    for (const { name, isRoot } of layout.spreads) {
      const fragment = byName.get(name);
      if (isRoot && fragment) root.add(fragment);
    }
  }
  return root;
}

/** Whether a fragment of the root is also spread below the root, which needs its fields without aliases. */
function isSpreadBelow(
  root: ReadonlySet<Layout>,
  layouts: readonly Layout[],
  byName: LayoutsByName,
): boolean {
  return layouts.some((layout) =>
    layout.spreads.some(({ name, isRoot }) => {
      const fragment = byName.get(name);
      const isAtRoot = isRoot && root.has(layout);
      return fragment !== undefined && root.has(fragment) && !isAtRoot;
    }),
  );
}

/** Lists the insertions into the whole text, in order. The last one is its end. */
function listInsertions(
  layouts: readonly Layout[],
  root: ReadonlySet<Layout>,
  byName: LayoutsByName,
): readonly Insertion[] {
  /** Whether a definition is written for each item: it differs by the fields of the root, or by variables. */
  const isRepeated = memoize((layout: Layout): boolean => {
    return root.has(layout) || layout.variables.length > 0 || layout.spreads.some(isOfRepeated);
  });
  const isOfRepeated = ({ name }: Spread): boolean => {
    const fragment = byName.get(name);
    return fragment !== undefined && isRepeated(fragment);
  };
  const all: Insertion[] = [];
  let start = 0;
  for (const layout of layouts) {
    if (isRepeated(layout)) {
      const spreads = layout.spreads.filter(isOfRepeated).map(({ at }): Insertion => [at, PREFIX]);
      const fields = root.has(layout) ? layout.fields : [];
      const own = [...layout.outline, ...layout.variables, ...fields, ...spreads].sort(([a], [b]) => a - b);
      for (const [at, mark] of own) all.push([start + at, mark]);
    }
    start += layout.length + SEPARATOR_LENGTH;
  }
  return [...all, [start - SEPARATOR_LENGTH, END_OF_TEXT]];
}

/** Whether `null` for one root field would remove the data of all. `__typename` is never `null`. */
function hasNonNull({ members }: Objects): boolean {
  const properties = members.flatMap((member) => [...member.properties.values()]);
  return properties.some(({ type, node }) => type.kind !== "nullable" && node?.name.value !== "__typename");
}
