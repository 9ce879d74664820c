/** The regular expressions of the sources. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParserOptions, parse } from "@babel/parser";
import { traverseFast } from "@babel/types";

const ROOT = join(import.meta.dirname, "../..");

/** A regular expression, as it is written: `/pattern/flags`, or the call of `RegExp` that builds one. */
export interface Literal {
  readonly text: string;
  /** Undefined for a call. */
  readonly pattern: string | undefined;
  readonly flags: string;
  /** Such as `src/json.ts:12`. */
  readonly place: string;
}

/** Returns each expression once, sorted by its text. */
export function findLiterals(): Literal[] {
  const files = globSync("{src,packages/*/src}/**/*.ts", {
    cwd: ROOT,
    exclude: (path) => path.endsWith("generated"),
  });
  const all = files.flatMap((file) => readLiterals(file, readFileSync(join(ROOT, file), "utf8")));
  const unique = new Map(all.map((literal) => [literal.text, literal]));
  return [...unique.values()].sort((left, right) => (left.text < right.text ? -1 : 1));
}

function readLiterals(file: string, source: string): Literal[] {
  const literals: Literal[] = [];
  // No comments in the tree, because they can contain no expression.
  const options: ParserOptions = { sourceType: "module", plugins: ["typescript"], attachComment: false };
  traverseFast(parse(source, options), (node) => {
    const place = `${file}:${node.loc?.start.line}`;
    if (node.type === "RegExpLiteral") {
      const { pattern, flags } = node;
      literals.push({ text: `/${pattern}/${flags}`, pattern, flags, place });
    }
    if (node.type === "NewExpression" && node.callee.type === "Identifier" && node.callee.name === "RegExp") {
      const text = source.slice(node.start ?? 0, node.end ?? 0);
      literals.push({ text, pattern: undefined, flags: "", place });
    }
  });
  return literals;
}

/** The file with the expressions that were proved, and the reasons for the others. */
export const PROOFS_FILE: string = join(ROOT, "checks/expressions/proofs.json");

export interface Proofs {
  /** The time of a match is linear in the length of the text, by the proof of the checker. */
  readonly linear: readonly string[];
  /**
   * The checker cannot prove these, or proves that they are not linear. Each has the reason for which that is
   * no risk.
   */
  readonly reviewed: Readonly<Record<string, string>>;
}

export function readProofs(): Proofs {
  return JSON.parse(readFileSync(PROOFS_FILE, "utf8"));
}
