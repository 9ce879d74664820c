/**
 * `npm run check -- expressions`: proves that the regular expressions of the sources need linear time, or
 * names those that do not. `--write` keeps the proofs, so that only new expressions are checked, and removes
 * those of expressions that are gone.
 */

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { checkSync } from "recheck";
import { findLiterals, type Literal, PROOFS_FILE, readProofs } from "./literals.ts";

const TIMEOUT_MS = 20_000;

const { linear, reviewed } = readProofs();
const literals = findLiterals();
const proved = new Set(linear);
const problems: string[] = [];

for (const literal of literals) {
  if (proved.has(literal.text) || Object.hasOwn(reviewed, literal.text)) continue;
  const problem = check(literal);
  if (problem) problems.push(`${literal.place}: ${literal.text} ${problem}`);
  else proved.add(literal.text);
}

const texts = new Set(literals.map(({ text }) => text));
const gone = Object.keys(reviewed).filter((text) => !texts.has(text));
problems.push(...gone.map((text) => `${text} is reviewed, and is in no source`));

if (process.argv.includes("--write")) {
  const kept = [...proved].filter((text) => texts.has(text)).sort();
  const before = readFileSync(PROOFS_FILE, "utf8");
  const after = `${JSON.stringify({ linear: kept, reviewed }, undefined, 2)}\n`;
  if (after !== before) writeFileSync(PROOFS_FILE, after);
}
process.stdout.write(`${literals.length} expressions, ${problems.length} problems\n`);
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}

/** @returns why the expression is not proved. */
function check({ pattern, flags }: Literal): string | undefined {
  if (pattern === undefined) return "is built from parts: review it, and add the reason to proofs.json";
  const result = checkSync(pattern, flags, { timeout: TIMEOUT_MS });
  if (result.status === "safe") return undefined;
  if (result.status === "vulnerable") return `needs ${result.complexity.type} time`;
  return "is not proved: simplify it, or review it";
}
