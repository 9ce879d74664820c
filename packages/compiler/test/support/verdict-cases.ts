/**
 * Cases of verdicts: a change of a schema, operations, and what the check finds in each style of types. Names
 * are short: `N` is an interface, `U` a union, `X`, `Y` and `Z` are object types, `E` is an enum, `I` an
 * input type, `F` a fragment.
 */

import { expect } from "vitest";
import { checkTexts, renderFindings } from "./schema-check.ts";

export interface VerdictCase {
  /** Continues "finds". */
  readonly title: string;
  /** SDL before the change. */
  readonly before: string;
  /**
   * SDL after the change, or the text that is replaced in `before` and its replacement. Line breaks count as
   * spaces.
   */
  readonly after: string | readonly [text: string, replacement: string];
  /** Lines of the operation file. */
  readonly operations: readonly string[];
  /** Findings with closed types, as `line:column verdict rule coordinate`. */
  readonly closed: readonly string[];
  /** Findings with open types. @default those with closed types */
  readonly open?: readonly string[];
  /** Findings with the types of graphql-codegen. @default those with closed types */
  readonly codegen?: readonly string[];
}

export function expectVerdicts({ before, after, operations, closed, open, codegen }: VerdictCase): void {
  const oldSdl = joinLines(before);
  const newSdl = typeof after === "string" ? joinLines(after) : oldSdl.replace(...after);
  expect(newSdl).not.toBe(oldSdl);
  const find = (types?: "closed" | "graphql-codegen") =>
    renderFindings(checkTexts(oldSdl, newSdl, operations.join("\n"), { types })).map((finding) =>
      finding.replace("a.graphql:", ""),
    );
  expect(find("closed")).toEqual(closed);
  expect(find("graphql-codegen")).toEqual(codegen ?? closed);
  // Open types are the default.
  expect(find()).toEqual(open ?? closed);
}

function joinLines(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}
