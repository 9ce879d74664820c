/** Suggestions for misspelled names. */

/** ` Did you mean "name"?` for the most similar candidate, or an empty text. */
export function suggest(name: string, candidates: readonly string[]): string {
  const distances = candidates.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }));
  const [nearest] = distances.toSorted((left, right) => left.distance - right.distance);
  return nearest && nearest.distance <= Math.max(2, name.length / 3) ? ` Did you mean "${nearest.candidate}"?` : "";
}

/** Levenshtein distance of the names in lower case. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left.toLowerCase()].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...right.toLowerCase()].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
