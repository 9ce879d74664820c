/**
 * Reads the documents that `execute` accepts: of this package's codegen, ASTs, and texts of another codegen.
 */

import type { AnyDocument, Print, TypedDocumentString } from "../shared/document.ts";
import { callProgram, createUsageError } from "../shared/errors.ts";

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
  const isText = (document as unknown) instanceof String;
  const read = readText(isText ? String(document) : printAst(document, print));
  documents.set(document, read);
  return read;
}

/** @throws `USAGE` for an operation with more than one response. */
function rejectKind(kind: unknown, name: string): void {
  const kinds = kind === "incremental" ? "@defer or @stream" : "subscriptions";
  if (kind === "subscription" || kind === "incremental")
    throw createUsageError(`${name}: execute sends no ${kinds}`, `Use a client for ${kinds}.`);
}

/** An AST, as graphql-js parses it. */
interface Ast {
  readonly definitions?: readonly { readonly kind: string; readonly name?: { readonly value: string } }[];
}

/** @returns an empty text for a value that is not an AST. */
function printAst(document: object, print: Print | undefined): string {
  const { definitions } = (document ?? {}) as Ast;
  if (!Array.isArray(definitions)) return "";
  const operation = definitions.find(({ kind }) => kind === "OperationDefinition");
  const name = operation?.name?.value ?? "execute";
  if (!print)
    throw createUsageError(
      `${name}: the document is an AST`,
      "Pass createClient({ print }) of @integration-platform/graphql/print.",
    );
  const text: unknown = callProgram(`${name}: print`, () => print(document as never));
  if (typeof text === "string") return text;
  throw createUsageError(`${name}: print must return a string`);
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

function readText(text: string): TypedDocumentString {
  const tokens = readTokens(text).map(({ value }) => value);
  const operations = findDefinitions(tokens).filter((start) => tokens[start] !== "fragment");
  const [start = tokens.length] = operations;
  const [keyword = "", name = ""] = tokens.slice(start);
  if (operations.length !== 1 || !/^(?:query|mutation|subscription)$/.test(keyword) || !/^\w/.test(name))
    throw createUsageError(
      "execute: pass a document with one named operation, such as those of @integration-platform/graphql/operations",
    );
  const isIncremental = tokens.some(
    (token, index) => tokens[index - 1] === "@" && /^(?:defer|stream)$/.test(token),
  );
  rejectKind(isIncremental ? "incremental" : keyword, name);
  return { name, kind: keyword === "query" ? "query" : "mutation", text };
}

/** The indices of the tokens with which definitions start: the first one, and those after the end of another. */
function findDefinitions(tokens: readonly string[]): number[] {
  const starts: number[] = [];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (depth === 0 && (index === 0 || tokens[index - 1] === "}")) starts.push(index);
    if (/^[{([]$/.test(token)) depth++;
    if (/^[})\]]$/.test(token)) depth--;
  }
  return starts;
}
