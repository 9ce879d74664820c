/**
 * Whether code can be read once: long functions, packed literals, variables without a name, closures,
 * repeated file names.
 */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { findSources, findTests, PACKAGES } from "./sources.ts";

/** Longest function, in lines. */
export const MAX_LINES = 60;
/** The most variables of a function that its inner functions share, if one of them changes. */
export const MAX_SHARED = 3;

/** The widest comment, in columns, as code. Rows of tables can be wider, and instructions for the linter. */
export const MAX_COLUMNS = 110;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/) (?!\||biome-ignore)/;

/** Names of variables that say nothing about their content. */
const EMPTY_NAMES: ReadonlySet<string> = new Set(["one", "each", "given", "known", "found", "made"]);

/** A place in the sources that is not read once. */
export interface Place {
  /** Such as `src/limit.ts:60`. */
  readonly at: string;
  readonly detail: string;
}

export interface Density {
  /** Functions of more than `MAX_LINES` lines, the longest first. Functions inside of them count too. */
  readonly longFunctions: readonly Place[];
  /**
   * Literals that are spread into another literal or a call, such as `...{ a, b }` and `...[a, b]`. Also of
   * tests and checks.
   */
  readonly packedLiterals: readonly Place[];
  /**
   * Variables that are declared at once from a literal, such as `const [a, b] = [1, 2]`: each such pattern
   * counts once. Also of tests and checks.
   */
  readonly packedDeclarations: readonly Place[];
  /**
   * Declarations of variables, parameters and members of patterns with one of the names above. Also of tests
   * and checks.
   */
  readonly emptyNames: readonly Place[];
  /**
   * Functions with more than `MAX_SHARED` variables of `let` that functions inside of them read or change.
   */
  readonly sharedVariables: readonly Place[];
  /** Lines of comments of more than `MAX_COLUMNS` columns. Also of tests and checks. */
  readonly wideComments: readonly Place[];
}

function visit(node: ts.Node, run: (node: ts.Node) => void): void {
  run(node);
  node.forEachChild((child) => visit(child, run));
}

function isLiteral(node: ts.Node | undefined): boolean {
  return node !== undefined && (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node));
}

function isPackedLiteral(node: ts.Node): boolean {
  return (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) && isLiteral(node.expression);
}

function isPackedDeclaration(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) && !ts.isIdentifier(node.name) && isLiteral(node.initializer);
}

function isEmptyName(node: ts.Node): boolean {
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isBindingElement(node)) return false;
  // The parameters of a function type are documentation.
  if (ts.isParameter(node) && !("body" in node.parent)) return false;
  return ts.isIdentifier(node.name) && EMPTY_NAMES.has(node.name.text);
}

function linesOf(node: ts.Node): number {
  const source = node.getSourceFile();
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  return lineOf(node.getEnd()) - lineOf(node.getStart()) + 1;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "";
}

/** The nearest function around a node. */
function functionOf(node: ts.Node): ts.Node | undefined {
  return ts.findAncestor(node.parent, ts.isFunctionLike);
}

/**
 * The variables of a function, not of functions inside of it, that are declared with `let` and used by an
 * inner function.
 */
function findSharedVariables(owner: ts.SignatureDeclaration): string[] {
  const variables = new Set<string>();
  visit(owner, (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return;
    const isMutable = (node.parent.flags & ts.NodeFlags.Let) !== 0;
    if (isMutable && functionOf(node) === owner) variables.add(node.name.text);
  });
  const shared = new Set<string>();
  visit(owner, (node) => {
    if (ts.isIdentifier(node) && variables.has(node.text) && functionOf(node) !== owner)
      shared.add(node.text);
  });
  return [...shared];
}

function parse(root: string, file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.ESNext, true);
}

function createPlace(node: ts.Node, detail: string): Place {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return { at: `${source.fileName}:${line + 1}`, detail };
}

function findNodes(source: ts.SourceFile, matches: (node: ts.Node) => boolean): ts.Node[] {
  const nodes: ts.Node[] = [];
  visit(source, (node) => {
    if (matches(node)) nodes.push(node);
  });
  return nodes;
}

/** The places of nodes, with the beginning of their text. */
function findPlaces(sources: readonly ts.SourceFile[], matches: (node: ts.Node) => boolean): Place[] {
  return sources
    .flatMap((source) => findNodes(source, matches))
    .map((node) => createPlace(node, node.getText().replaceAll(/\s+/g, " ").slice(0, 60)));
}

/** Functions with a body. */
function findFunctions(sources: readonly ts.SourceFile[]): ts.SignatureDeclaration[] {
  const isFunction = (node: ts.Node): node is ts.SignatureDeclaration =>
    ts.isFunctionLike(node) && "body" in node && node.body !== undefined;
  return sources.flatMap((source) => findNodes(source, isFunction).filter(isFunction));
}

function findLongFunctions(functions: readonly ts.SignatureDeclaration[]): Place[] {
  const sizes = functions.map((node) => ({ node, lines: linesOf(node) }));
  return sizes
    .filter(({ lines }) => lines > MAX_LINES)
    .toSorted((left, right) => right.lines - left.lines)
    .map(({ node, lines }) => createPlace(node, `${nameOf(node)}, ${lines} lines`));
}

function findSharing(functions: readonly ts.SignatureDeclaration[]): Place[] {
  return functions.flatMap((node) => {
    const shared = findSharedVariables(node);
    return shared.length > MAX_SHARED ? [createPlace(node, `${nameOf(node)}: ${shared.join(", ")}`)] : [];
  });
}

function findWideComments(source: ts.SourceFile): Place[] {
  const lines = source.text
    .split("\n")
    .map((text, index) => ({ text, at: `${source.fileName}:${index + 1}` }));
  return lines
    .filter(({ text }) => text.length > MAX_COLUMNS && COMMENT.test(text))
    .map(({ text, at }) => ({ at, detail: `${text.length} columns` }));
}

/**
 * Measures the sources of all packages of a checkout, without generated ones, and literals and names of its
 * tests and checks.
 */
export function measureDensity(root: string): Density {
  const files = PACKAGES.flatMap((folder) => findSources(root, folder));
  const sources = files.map((file) => parse(root, file));
  const tests = findTests(root).map((file) => parse(root, file));
  const functions = findFunctions(sources);
  return {
    longFunctions: findLongFunctions(functions),
    packedLiterals: findPlaces([...sources, ...tests], isPackedLiteral),
    packedDeclarations: findPlaces([...sources, ...tests], isPackedDeclaration),
    emptyNames: findPlaces([...sources, ...tests], isEmptyName),
    sharedVariables: findSharing(functions),
    wideComments: [...sources, ...tests].flatMap(findWideComments),
  };
}

/** Names of source files that occur more than once in some folders of packages, except `index.ts`. */
export function findRepeatedNames(root: string, folders: readonly string[]): Place[] {
  const files = folders.flatMap((folder) => findSources(root, folder));
  const groups = [...Map.groupBy(files, (file) => basename(file))];
  return groups
    .filter(([name, { length }]) => length > 1 && name !== "index.ts")
    .map(([name, paths]) => ({ at: name, detail: paths.join(", ") }));
}
