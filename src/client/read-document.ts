/**
 * Reads the documents that `execute` accepts: of this package's codegen, ASTs, and texts of another codegen.
 */

import type { AnyDocument, Print, TypedDocumentString } from "../shared/document.ts";
import { createUsageError } from "../shared/errors.ts";
import { callProgram } from "../shared/program.ts";

/** One operation of an AST, as graphql-js parses it. */
interface DefinitionNode {
  readonly kind?: unknown;
  readonly operation?: unknown;
  readonly name?: { readonly value?: unknown };
}

/** Documents that are not of this package's codegen, as they were read. Each of them is read once. */
const documents = new WeakMap<object, TypedDocumentString>();

/**
 * Returns a document with its name, its kind and its text: itself, if it is of this package's codegen.
 *
 * @param print - Prints an AST.
 * @throws `USAGE` if it is not a document with one named operation, an AST if there is no `print`, or an
 * operation with more than one response.
 */
export function readDocument(document: AnyDocument, print: Print | undefined): TypedDocumentString {
  const typed = document as Partial<TypedDocumentString>;
  if (typeof typed?.text === "string" && typeof typed.name === "string" && typed.name !== "") {
    rejectKind(typed.kind, typed.name);
    return typed as TypedDocumentString;
  }
  const cached = documents.get(document);
  if (cached) return cached;
  // A `String` object, such as a `TypedDocumentString` of the client preset.
  const text = (document as unknown) instanceof String ? String(document) : "";
  const read = isAst(document) ? readAst(document, print) : readText(text);
  documents.set(document, read);
  return read;
}

/** @throws `USAGE` for an operation with more than one response. */
function rejectKind(kind: unknown, name: string): void {
  const kinds = kind === "incremental" ? "@defer or @stream" : "subscriptions";
  if (kind === "subscription" || kind === "incremental")
    throw createUsageError(`${name}: execute sends no ${kinds}`, `Use a client for ${kinds}.`);
}

interface Ast {
  readonly definitions: readonly DefinitionNode[];
}

const isAst = (document: object): document is Ast =>
  Array.isArray((document as Partial<Ast> | null)?.definitions);

function readAst(document: Ast, print: Print | undefined): TypedDocumentString {
  const operations = document.definitions.filter(({ kind }) => kind === "OperationDefinition");
  const [{ operation, name } = {}] = operations;
  const checked = checkOperation(operations.length, operation, name?.value);
  if (print) {
    const text: unknown = callProgram(`${checked.name}: print`, () => print(document as never));
    if (typeof text === "string") return readText(text);
    throw createUsageError(`${checked.name}: print must return a string`);
  }
  throw createUsageError(
    `${checked.name}: the document is an AST`,
    "Pass createClient({ print }) of @integration-platform/graphql/print.",
  );
}

/** Comments, strings, and the tokens that decide the structure: signs, brackets, names and numbers. */
const TOKEN = /#[^\n\r]*|"""(?:\\"""|[^\\"]|\\|"(?!""))*"""|"(?:\\.|[^"\\\n\r])*"|\.{3}|[{}()[\]:@$]|\w+/g;

/** A sign, a bracket, a name or a number in the text of a document. */
export interface Token {
  readonly value: string;
  /** Its place in the text. */
  readonly at: number;
}

/** Lists the tokens of a text that decide its structure, without comments and strings. */
export function readTokens(text: string): Token[] {
  const tokens = Array.from(text.matchAll(TOKEN), ({ 0: value, index: at }): Token => ({ value, at }));
  return tokens.filter(({ value }) => !/^["#]/.test(value));
}

const KEYWORD = /^(?:query|mutation|subscription)$/;

/** The beginning of an operation in a text: its keyword, and its name. */
interface OperationStart {
  readonly keyword: string;
  name?: string;
}

/**
 * Whether a name outside of brackets starts an operation. A keyword can also be the name of a fragment or of
 * its type.
 */
function isOperationKeyword(name: string, previous: string): boolean {
  return KEYWORD.test(name) && previous !== "fragment" && previous !== "on";
}

function readText(text: string): TypedDocumentString {
  const operations: OperationStart[] = [];
  /**
   * The operation whose keyword was the token before. The next name is its name, even if that is a keyword.
   */
  let unnamed: OperationStart | undefined;
  let isIncremental = false;
  let depth = 0;
  let previous = "";
  for (const { value: token } of readTokens(text)) {
    const isName = depth === 0 && previous !== "@" && /^\w/.test(token);
    const started = unnamed;
    unnamed = undefined;
    if (isName && started) {
      started.name = token;
    } else if (isName && isOperationKeyword(token, previous)) {
      unnamed = { keyword: token };
      operations.push(unnamed);
    }
    // Without a keyword or a name before it: an operation without a name.
    if (depth === 0 && token === "{" && /^}?$/.test(previous)) operations.push({ keyword: "query" });
    if (/^[{([]$/.test(token)) depth++;
    if (/^[})\]]$/.test(token)) depth--;
    isIncremental ||= previous === "@" && /^(?:defer|stream)$/.test(token);
    previous = token;
  }
  const [{ keyword, name } = {}] = operations;
  return { ...checkOperation(operations.length, isIncremental ? "incremental" : keyword, name), text };
}

/** @param count - Number of operations in the document. The kind and the name are those of the first one. */
function checkOperation(
  count: number,
  kind: unknown,
  name: unknown,
): Pick<TypedDocumentString, "name" | "kind"> {
  if (count !== 1 || typeof name !== "string")
    throw createUsageError(
      "execute: pass a document with one named operation, such as those of @integration-platform/graphql/operations",
    );
  rejectKind(kind, name);
  return { name, kind: kind === "query" ? "query" : "mutation" };
}
