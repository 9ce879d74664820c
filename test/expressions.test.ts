/**
 * The regular expressions of the sources need linear time, so that no text of a server makes a command hang.
 */

import { expect, test } from "vitest";
import { findLiterals, readProofs } from "../checks/expressions/literals.ts";

test("each expression is proved to be linear or was reviewed: otherwise run `npm run check -- expressions --write`", () => {
  const { linear, reviewed } = readProofs();
  const checked = new Set([...linear, ...Object.keys(reviewed)]);
  expect(findLiterals().filter(({ text }) => !checked.has(text))).toEqual([]);
});
