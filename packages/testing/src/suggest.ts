/** Suggestions in messages. */

import { findNearest } from "@integration-platform/graphql-compiler/nearest";

/** ` Did you mean "name"?` for the most similar candidate, or an empty text. */
export function suggest(name: string, candidates: readonly string[]): string {
  const near = findNearest(name, candidates);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}
