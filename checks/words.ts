/** The pages of the documentation, and their words. */

import { globSync } from "node:fs";

/** Paths of the guides and READMEs that the budget of words covers: without decisions and changelog. */
export function findPages(root: string): string[] {
  const patterns = ["README.md", "CONTRIBUTING.md", "src/README.md", "docs/*.md", "packages/*/README.md"];
  return globSync(patterns, { cwd: root }).toSorted();
}

/** The code of recipes, which has a limit of lines: `checks/recipes` holds it. */
const RECIPES = /^```\w+ recipe$.*?^```$/gms;

/** Number of words of a page, its code and its generated parts included. A word has a letter or a digit. */
export const countWords = (text: string): number =>
  text
    .replaceAll(RECIPES, "")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
