/** Names of the exported types. */

import { type ExecutableDefinitionNode, Kind } from "graphql";
import { toPascalCase } from "./document-names.ts";

/** Name of the result type: the name of the definition with its kind, as graphql-codegen writes it by default. */
export function nameType(node: ExecutableDefinitionNode): string {
  const kind = node.kind === Kind.FRAGMENT_DEFINITION ? "fragment" : node.operation;
  return toPascalCase(node.name?.value ?? "") + toPascalCase(kind);
}

export function nameVariables(node: ExecutableDefinitionNode): string {
  return `${nameType(node)}Variables`;
}

/** Names that a module cannot declare, or that the generated types use with another meaning. */
export const RESERVED: ReadonlySet<string> = new Set(
  `any as asserts async await bigint boolean break case catch class const continue debugger declare default delete do else
  enum export extends false finally for function if implements import in infer instanceof interface is keyof let module namespace
  never new null number object package private protected public readonly return static string super switch symbol this
  throw true try type typeof undefined unique unknown var void while with yield
  Array DocumentNode Exact PropertyKey Readonly ReadonlyArray Record TypedDocumentString`.split(/\s+/),
);

/** Returns a name that is not taken: the wanted one, with as many underscores as necessary. */
export function chooseName(wanted: string, isTaken: (name: string) => boolean): string {
  return isTaken(wanted) ? chooseName(`${wanted}_`, isTaken) : wanted;
}
