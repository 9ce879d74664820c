/** The limit of nesting in documents: what reads them is recursive, as graphql-js itself is. */

import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  GraphQLError,
  isExecutableDefinitionNode,
  Kind,
  Lexer,
  type SelectionSetNode,
  type Source,
  TokenKind,
} from "graphql";
import { cacheByObject } from "./cache.ts";

/** Levels of brackets in a document, and of fields and fragments in a definition. */
export const MAX_DEPTH = 500;

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** An error at the first bracket of a document that is nested too deeply. */
export function findDeepBracket(source: Source): GraphQLError | undefined {
  // Most documents have fewer brackets at all.
  if ((source.body.match(/[([{]/g)?.length ?? 0) <= MAX_DEPTH) return undefined;
  const lexer = new Lexer(source);
  let depth = 0;
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (OPENING.has(token.kind)) depth++;
      if (CLOSING.has(token.kind)) depth--;
      if (depth > MAX_DEPTH) return createDeepError(source, token.start);
    }
  } catch {
    // The parser reports it.
  }
  return undefined;
}

export function createDeepError(source: Source, position: number): GraphQLError {
  const message = `There are more than ${MAX_DEPTH} levels of brackets.`;
  return new GraphQLError(message, { source, positions: [position] });
}

/** Levels of a definition without its fragments, and the level of each spread. */
interface Own {
  readonly depth: number;
  readonly spreads: readonly { readonly name: string; readonly level: number }[];
}

const ownOf = cacheByObject(({ selectionSet }: ExecutableDefinitionNode): Own => {
  const spreads: { name: string; level: number }[] = [];
  let depth = 0;
  const rest: { set: SelectionSetNode; level: number }[] = [{ set: selectionSet, level: 1 }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { set, level } = next;
    depth = Math.max(depth, level);
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) spreads.push({ name: selection.name.value, level });
      else if (selection.selectionSet) rest.push({ set: selection.selectionSet, level: level + 1 });
    }
  }
  return { depth, spreads };
});

/** An error for the first definition that, with its fragments, is nested too deeply. */
export function findDeepDefinition({ definitions }: DocumentNode): GraphQLError | undefined {
  const executable = definitions.filter(isExecutableDefinitionNode);
  const fragments = new Map(
    executable.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const depths = new Map<ExecutableDefinitionNode, number>();
  const deep = executable.find((node) => measure(node, fragments, depths) > MAX_DEPTH);
  if (!deep) return undefined;
  const kind = deep.kind === Kind.FRAGMENT_DEFINITION ? "fragment" : deep.operation;
  const message = `This ${kind} has more than ${MAX_DEPTH} levels of fields and fragments.`;
  return new GraphQLError(message, { nodes: deep });
}

/** Without recursion. A fragment that spreads itself is another error: it counts once. */
function measure(
  root: ExecutableDefinitionNode,
  fragments: ReadonlyMap<string, ExecutableDefinitionNode>,
  depths: Map<ExecutableDefinitionNode, number>,
): number {
  const open = new Set<ExecutableDefinitionNode>();
  const path = [root];
  for (let node = path.at(-1); node; node = path.at(-1)) {
    const { depth, spreads } = ownOf(node);
    const targets = spreads.flatMap(({ name, level }) => {
      const target = fragments.get(name);
      return target ? [{ target, level }] : [];
    });
    const missing = open.has(node) ? [] : targets.filter(({ target }) => !depths.has(target));
    open.add(node);
    for (const { target } of missing) path.push(target);
    if (missing.length > 0) continue;
    path.pop();
    const total = targets.reduce(
      (most, { target, level }) => Math.max(most, level + (depths.get(target) ?? 0)),
      depth,
    );
    depths.set(node, total);
  }
  return depths.get(root) ?? 0;
}
