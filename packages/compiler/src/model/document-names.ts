/** Names of documents, as graphql-codegen writes them by default. Imports no graphql. */

import { memoize } from "./cache.ts";

/**
 * Writes a name as graphql-codegen does by default: each word starts with a capital and continues in lower
 * case, and underscores stay. `getHTMLPage` is `GetHtmlPage`, and `users_by_pk` is `Users_By_Pk`.
 */
export const toPascalCase: (name: string) => string = memoize((name) => {
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  const words = (part: string) => part.replaceAll(END_OF_WORD, "$& ").split(" ");
  return name
    .split("_")
    .map((part) => words(part).map(capitalize).join(""))
    .join("_");
});

/** Before a capital: after a small letter or a digit, and after a capital if a small letter follows. */
const END_OF_WORD = /[a-z0-9](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g;

/** Name of the document of an operation, in `operations.ts` and in `documents.ts`. */
export function nameDocument(operation: string): string {
  return `${toPascalCase(operation)}Document`;
}
