/**
 * Cases of verdicts: a change of a schema, operations, and what the check finds in each style of types. Names
 * are short: `N` is an interface, `U` a union, `X`, `Y` and `Z` are object types, `E` is an enum, `I` an
 * input type, `F` a fragment.
 */

import { join } from "node:path";
import { expect } from "vitest";
import type { Report } from "../../src/index.ts";
import { checkTexts, renderFinding, renderFindings } from "./schema-check.ts";

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

export function expectVerdicts(verdictCase: VerdictCase): void {
  const { closed, open, codegen } = verdictCase;
  const find = (types?: "closed" | "graphql-codegen") =>
    renderFindings(checkCase(verdictCase, types)).map((finding) => finding.replace("a.graphql:", ""));
  expect(find("closed")).toEqual(closed);
  expect(find("graphql-codegen")).toEqual(codegen ?? closed);
  // Open types are the default.
  expect(find()).toEqual(open ?? closed);
}

/** Compares all that the findings of the cases are, except their messages, with `fixtures/findings/*.txt`. */
export async function expectFindings(name: string, cases: readonly VerdictCase[]): Promise<void> {
  const texts = cases.map((verdictCase) => {
    const [closed, open] = (["closed", "open"] as const).map((types) =>
      checkCase(verdictCase, types).operations.flatMap(({ findings }) => findings.map(renderFinding)),
    );
    const isSame = String(open) === String(closed);
    return [
      `##### ${verdictCase.title}`,
      ...(closed ?? []),
      ...(isSame ? [] : ["With open types:", ...(open ?? [])]),
    ];
  });
  const file = join(import.meta.dirname, `../fixtures/findings/${name}.txt`);
  await expect(`${texts.map((lines) => lines.join("\n")).join("\n\n")}\n`).toMatchFileSnapshot(file);
}

function checkCase(
  { before, after, operations }: VerdictCase,
  types: "closed" | "open" | "graphql-codegen" | undefined,
): Report {
  const oldSdl = joinLines(before);
  const newSdl = typeof after === "string" ? joinLines(after) : oldSdl.replace(...after);
  expect(newSdl).not.toBe(oldSdl);
  return checkTexts(oldSdl, newSdl, operations.join("\n"), { types });
}

function joinLines(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}
