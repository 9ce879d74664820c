/** Finds GraphQL in scripts. */

import type { ParserOptions, ParserPlugin } from "@babel/parser";
import type { Node, Program, TemplateElement, TemplateLiteral } from "@babel/types";
import { addAll } from "@integration-platform/graphql-compiler/internal/text/long-lists";
import { GraphQLError, Source } from "graphql";
import { languageOf } from "../files/find-files.ts";

/** GraphQL of one file. */
export interface Plucked {
  /**
   * One for each block. The text starts with as many line breaks and spaces as its place in the file
   * requires.
   */
  readonly blocks: readonly Source[];
  /**
   * One for each expression inside of a definition: its value is not known before the script runs. The block
   * is skipped.
   */
  readonly skipped: readonly GraphQLError[];
  /** Syntax error of the script. */
  readonly failure?: GraphQLError;
}

/** The last result for each script, because Babel is slow and a watcher reads all files again. */
const cache = new Map<string, { readonly body: string; readonly plucked: Promise<Plucked> }>();

/** Returns the GraphQL of a file. A file of an unknown language is GraphQL. */
export async function pluck(file: Source): Promise<Plucked> {
  const { name, body } = file;
  if (languageOf(name) !== "script") return { blocks: [file], skipped: [] };
  if (!MAY_CONTAIN.test(body)) return { blocks: [], skipped: [] };
  const cached = cache.get(name);
  if (cached?.body === body) return cached.plucked;
  const plucked = pluckScript(file);
  cache.set(name, { body, plucked });
  return plucked;
}

/** Most scripts contain no GraphQL. They are not parsed. */
const MAY_CONTAIN = /\b(?:gql|graphql)\s*(?:[`(<]|as\b|\*\/)|graphql-tag|graphql\.macro|#\s*graphql/i;

/**
 * Finds template literals with a tag, as an argument of such a function or method, after the comment
 * `GraphQL`, or that start with `#graphql`.
 */
async function pluckScript(file: Source): Promise<Plucked> {
  const program = await parseScript(file);
  if (program instanceof GraphQLError) return { blocks: [], skipped: [], failure: program };
  const literals = findLiterals(program).map((literal) => ({
    literal,
    skipped: findInterpolations(file, literal),
  }));
  return {
    blocks: literals.flatMap(({ literal, skipped }) =>
      skipped.length > 0 ? [] : [new Source(renderBlock(literal), file.name)],
    ),
    skipped: literals.flatMap(({ skipped }) => skipped),
  };
}

/** Parses a script. @returns the syntax error, if there is one */
async function parseScript(file: Source): Promise<Program | GraphQLError> {
  // Loaded here, because most projects have only `.graphql` files.
  const { parse } = await import("@babel/parser");
  try {
    return parse(file.body, createOptions(file)).program;
  } catch (error) {
    // Babel is recursive.
    if (error instanceof RangeError) {
      const problem = 'the file has too many levels of brackets: leave it out, as in "!src/data.ts"';
      return createError(problem, file, 0);
    }
    const { pos = 0, message } = error as Error & { readonly pos?: number };
    return createError(`the file cannot be parsed: ${message.replace(/ \(\d+:\d+\)$/, "")}`, file, pos);
  }
}

/**
 * Options for syntax that Babel parses only on request. The newer decorators are not allowed at parameters.
 */
function createOptions({ name, body }: Source): ParserOptions {
  const isTypeScript = /\.[mc]?tsx?$/i.test(name);
  const plugins: ParserPlugin[] = ["decorators-legacy", "decoratorAutoAccessors", "deprecatedImportAssert"];
  plugins.push(isTypeScript ? "typescript" : "jsx");
  if (/\.tsx$/i.test(name)) plugins.push("jsx");
  if (!isTypeScript && body.includes("@flow")) plugins.push("flow");
  // A module of CommonJS is a function, which can return.
  return { sourceType: "module", allowUndeclaredExports: true, allowReturnOutsideFunction: true, plugins };
}

/** Returns the template literals with GraphQL in the order of the file. */
function findLiterals(program: Node): TemplateLiteral[] {
  const nodes = listNodes(program);
  // All names first, because a script can import one after its use.
  const names = new Set(["gql", "graphql", ...nodes.flatMap(listTags)]);
  const literals = new Set<TemplateLiteral>();
  const add = (tag: Node, literal: Node | undefined) => {
    if (literal?.type !== "TemplateLiteral") return;
    const method = nameMethod(tag);
    const isTag = tag.type === "Identifier" && names.has(tag.name);
    if (isTag || method === "gql" || method === "graphql") literals.add(literal);
  };
  for (const node of nodes) {
    if (node.type === "TaggedTemplateExpression") add(node.tag, node.quasi);
    if (node.type === "CallExpression" || node.type === "OptionalCallExpression")
      add(node.callee, withoutType(node.arguments[0]));
    const literal = node.type === "ExpressionStatement" ? node.expression : node;
    const comment = node.leadingComments?.at(-1)?.value.trim().toLowerCase();
    if (literal.type !== "TemplateLiteral") continue;
    const [first] = literal.quasis;
    if (comment === "graphql" || START.test(first?.value.raw ?? "")) literals.add(literal);
  }
  return [...literals].sort((literal, other) => (literal.start ?? 0) - (other.start ?? 0));
}

/** The first line of a template, as it is usual for Shopify. */
const START = /^\s*#\s*graphql\b/i;

/** `admin.graphql` and `admin?.graphql`: the name of a method. */
function nameMethod(node: Node): string | undefined {
  if (node.type !== "MemberExpression" && node.type !== "OptionalMemberExpression") return undefined;
  return !node.computed && node.property.type === "Identifier" ? node.property.name : undefined;
}

/** A node and all nodes in it. Without recursion, because concatenated strings are nested deeply. */
function listNodes(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) addAll(nodes, childrenOf(node));
  return nodes;
}

/** The nodes in a node, and its comments. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child?.type === "string");
}

/**
 * Names that a module gives to the tag: `import { gql as g }`, and any name for the default export of
 * graphql-tag.
 */
function listTags(node: Node): string[] {
  if (node.type === "VariableDeclarator") {
    const { id, init } = node;
    if (id.type !== "Identifier" || init?.type !== "CallExpression" || init.callee.type !== "Identifier")
      return [];
    return init.callee.name === "require" && isTagModule(init.arguments[0]) ? [id.name] : [];
  }
  if (node.type !== "ImportDeclaration") return [];
  return node.specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportDefaultSpecifier")
      return isTagModule(node.source) ? [specifier.local.name] : [];
    const name =
      specifier.type === "ImportSpecifier" && "name" in specifier.imported && specifier.imported.name;
    return name === "gql" || name === "graphql" ? [specifier.local.name] : [];
  });
}

const isTagModule = (node: Node | undefined): boolean =>
  node?.type === "StringLiteral" && /^graphql(?:-tag|-tag\.macro|\.macro)$/.test(node.value);

function withoutType(node: Node | undefined): Node | undefined {
  return node?.type === "TSAsExpression" || node?.type === "TSSatisfiesExpression" ? node.expression : node;
}

const createError = (message: string, source: Source, position: number): GraphQLError =>
  new GraphQLError(message, { source, positions: [position] });

/** Leaves out the expressions. A fragment is found by its name. */
function renderBlock({ quasis }: TemplateLiteral): string {
  let end = { line: 1, column: 0 };
  return quasis
    .map(({ loc, value }) => {
      const start = loc?.start ?? end;
      const lines = start.line - end.line;
      const columns = lines > 0 ? start.column : start.column - end.column;
      end = loc?.end ?? end;
      return "\n".repeat(lines) + " ".repeat(columns) + textOf(value);
    })
    .join("");
}

/** The text that the program sends, without escapes. An invalid escape stays as it is. */
function textOf({ cooked, raw }: TemplateElement["value"]): string {
  return cooked ?? raw;
}

/**
 * An expression between two definitions can only be a fragment, and so is one with the name that
 * graphql-codegen gives to the document of a fragment. Others can change the operation.
 */
function findInterpolations(file: Source, { quasis, expressions }: TemplateLiteral): GraphQLError[] {
  let before = "";
  return expressions.flatMap((expression, index) => {
    const element = quasis[index];
    before += element ? textOf(element.value) : "";
    const code = before.replaceAll(IGNORED, "").trim();
    if (isFragment(expression) || (/^$|\}$/.test(code) && countNested(code) === 0)) return [];
    const message =
      "an expression inside of a definition is not supported. Use a variable or a named fragment.";
    return [createError(message, file, expression.start ?? 0)];
  });
}

const isFragment = (expression: Node): boolean =>
  expression.type === "Identifier" && expression.name.endsWith("FragmentDoc");

/** Strings and comments of GraphQL. */
const IGNORED = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#.*/g;

/** Number of open braces. */
const countNested = (code: string): number => code.split("{").length - code.split("}").length;
