/** Names of the exported types. */

import { type ExecutableDefinitionNode, Kind } from "graphql";
import { nameDocument, toPascalCase } from "./document-names.ts";
import type { ExportedName } from "./result-type.ts";

/**
 * Name of the result type: the name of the definition with its kind, as graphql-codegen writes it by default.
 */
export function nameType(node: ExecutableDefinitionNode): string {
  const kind = node.kind === Kind.FRAGMENT_DEFINITION ? "fragment" : node.operation;
  return toPascalCase(node.name?.value ?? "") + toPascalCase(kind);
}

export function nameVariables(node: ExecutableDefinitionNode): string {
  return `${nameType(node)}Variables`;
}

/** Name of the document of an operation, or of the parsed document of a fragment. */
export function nameExport(node: ExecutableDefinitionNode): string {
  return node.kind === Kind.FRAGMENT_DEFINITION
    ? `${nameType(node)}Doc`
    : nameDocument(node.name?.value ?? "");
}

/** Words of TypeScript: most of them cannot be the name of a type. */
const WORDS: ReadonlySet<string> = new Set(
  `any as asserts async await bigint boolean break case catch class const continue debugger declare default delete do else
  enum export extends false finally for function if implements import in infer instanceof interface is keyof let module namespace
  never new null number object package private protected public readonly return static string super switch symbol this
  throw true try type typeof undefined unique unknown var void while with yield`.split(/\s+/),
);

/** Names that a module cannot declare, or that the generated types use with another meaning. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...WORDS,
  "Array",
  "DocumentNode",
  "Exact",
  "PropertyKey",
  "Readonly",
  "ReadonlyArray",
  "Record",
  "TypedDocumentString",
]);

/** Returns the name of a type in a namespace: a word of TypeScript has an underscore at its end. */
export function nameInNamespace(name: string): string {
  return chooseName(name, (candidate) => WORDS.has(candidate));
}

/** Returns a name that is not taken: the wanted one, with as many underscores as necessary. */
export function chooseName(wanted: string, isTaken: (name: string) => boolean): string {
  return isTaken(wanted) ? chooseName(`${wanted}_`, isTaken) : wanted;
}

/**
 * The wanted name of a nested type: response names, and the type conditions that the document writes, from
 * the root.
 */
export interface Path {
  readonly name: string;
  /**
   * Whether a part of the name depends on the schema and not only on the document. Such names are chosen
   * last.
   */
  readonly isFromSchema: boolean;
}

/** Appends parts to a path. */
export function extendPath(
  { name, isFromSchema }: Path,
  parts: readonly string[],
  areFromSchema = false,
): Path {
  return { name: [name, ...parts].join("_"), isFromSchema: isFromSchema || areFromSchema };
}

/** A nested type. Its name is changed at the end, when all paths are known, if another type has it. */
export interface NestedName {
  readonly exported: { name: string };
  readonly path: Path;
}

/**
 * Gives unique names: first to the types that the document alone determines, so that no new type takes their
 * name.
 */
export function chooseNestedNames(
  nested: readonly NestedName[],
  root: ExportedName,
  isTaken: (name: string) => boolean,
): void {
  const own = new Set([root.name]);
  const fromDocument = nested.filter(({ path }) => !path.isFromSchema);
  const fromSchema = nested.filter(({ path }) => path.isFromSchema);
  for (const { exported } of [...fromDocument, ...fromSchema]) {
    if (exported === root) continue;
    exported.name = chooseName(exported.name, (name) => own.has(name) || isTaken(name));
    own.add(exported.name);
  }
}
