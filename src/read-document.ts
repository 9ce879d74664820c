/** Reads the documents that `execute` accepts: of this package's codegen, ASTs, and texts of another codegen. */

import type { AnyDocument, Print, TypedDocumentString } from "./document.ts";
import { createUsageError } from "./errors.ts";

/** One operation of an AST, as graphql-js parses it. */
interface DefinitionNode {
  readonly kind?: unknown;
  readonly operation?: unknown;
  readonly name?: { readonly value?: unknown };
}

/** What was read before. A document is read once. */
const documents = new WeakMap<object, TypedDocumentString>();

/**
 * Returns the name, the kind and the text of a document.
 *
 * @param print - Prints an AST.
 * @throws `USAGE` if it is no document with one named operation, or an AST without `print`, or a subscription.
 */
export function readDocument(document: AnyDocument, print: Print | undefined): TypedDocumentString {
  const own = document as Partial<TypedDocumentString>;
  if (typeof own?.text === "string" && typeof own.name === "string" && own.name !== "") {
    if ((own.kind as unknown) === "subscription") rejectSubscription(own.name);
    return own as TypedDocumentString;
  }
  const cached = documents.get(document);
  if (cached) return cached;
  const read = isAst(document) ? readAst(document, print) : readText(document);
  documents.set(document, read);
  return read;
}

/** @throws `USAGE` */
function rejectSubscription(name: string): never {
  throw createUsageError(`${name}: execute sends no subscriptions. Use a client for subscriptions.`);
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
  if (print) return { ...checked, text: print(document as never) };
  throw createUsageError(
    `${checked.name}: the document is an AST. Pass createClient({ print }) of @integration-platform/graphql/print.`,
  );
}

/** Comments, strings, punctuation that opens or closes a block, names and directives. */
const TOKEN = /#[^\n\r]*|"""(?:\\"""|[^\\"]|\\|"(?!""))*"""|"(?:\\.|[^"\\\n\r])*"|[{}()[\]]|@?\w+/g;
const KEYWORD = /^(?:query|mutation|subscription)$/;

interface Operation {
  readonly operation: string;
  name?: string;
}

/** A `String` object, such as a `TypedDocumentString` of the client preset. */
function readText(document: unknown): TypedDocumentString {
  const text = document instanceof String ? String(document) : "";
  const operations: Operation[] = [];
  /** The operation whose name can be the next token. */
  let unnamed: Operation | undefined;
  let depth = 0;
  let previous = "";
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith("#")) continue;
    const isName = depth === 0 && /^\w/.test(token);
    // A keyword can also be the name of an operation, a fragment or a type.
    const isKeyword = isName && !unnamed && KEYWORD.test(token) && !/^(?:fragment|on)$/.test(previous);
    if (isName && unnamed) unnamed.name = token;
    unnamed = isKeyword ? { operation: token } : undefined;
    if (unnamed) operations.push(unnamed);
    if (/^[{([]$/.test(token)) depth++;
    if (/^[})\]]$/.test(token)) depth--;
    previous = token;
  }
  const [{ operation, name } = {}] = operations;
  return { ...checkOperation(operations.length, operation, name), text };
}

function checkOperation(
  count: number,
  kind: unknown,
  name: unknown,
): Pick<TypedDocumentString, "name" | "kind"> {
  if (count !== 1 || typeof name !== "string")
    throw createUsageError(
      "execute: pass a document with one named operation, such as those of @integration-platform/graphql/operations.",
    );
  if (kind === "subscription") rejectSubscription(name);
  return { name, kind: kind === "query" ? "query" : "mutation" };
}
