/**
 * The regular expressions of the sources need linear time, so that no text of a server makes a command hang.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findLiterals, readProofs } from "../checks/expressions/literals.ts";

test("each expression is proved to be linear or was reviewed: otherwise run `npm run check -- expressions --write`", () => {
  const { linear, reviewed } = readProofs();
  const checked = new Set([...linear, ...Object.keys(reviewed)]);
  expect(findLiterals().filter(({ text }) => !checked.has(text))).toEqual([]);
});

test("the table of attacks has the numbers of expressions", () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/reliability.md"), "utf8");
  const proved = readProofs().linear.length;
  const reviewed = Object.keys(readProofs().reviewed).length;
  const row = `${proved + reviewed} expressions | [${proved} proved, ${reviewed} reviewed]`;
  expect(page).toContain(row);
});
