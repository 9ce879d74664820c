/** The file of accepted changes: reviewed like code, each with a reason and a last day. */

import { readFile } from "node:fs/promises";
import type { Acceptance, FindingRule } from "../../schema/index.ts";
import { findNearest } from "../names.ts";
import { Problem } from "../problem.ts";

const DEFAULT_FILE = "schema/accepted.json";

const RULES: Readonly<Record<FindingRule, true>> = {
  invalid: true,
  nullability: true,
  type: true,
  required: true,
  "enum-grew": true,
  "enum-shrank": true,
  "union-grew": true,
  "union-shrank": true,
  "input-field": true,
  default: true,
};

/** Whether a value is right, by key; the word after it says what it should be. */
const KEYS: Readonly<Record<keyof Acceptance, readonly [is: (value: string) => boolean, what: string]>> = {
  coordinate: [
    (value) => /^@?\w+(?:\.\w+)?(?:\(\w+:\))?$/.test(value),
    "a schema coordinate, such as Integration.name",
  ],
  rule: [(value) => value in RULES, `one of ${Object.keys(RULES).join(", ")}`],
  operation: [(value) => /^[A-Za-z_]\w*$/.test(value), "the name of an operation"],
  reason: [(value) => value.trim() !== "", "a sentence that says why it is accepted"],
  expires: [isDay, "a day, such as 2027-01-31"],
};
const NEEDED: readonly (keyof Acceptance)[] = ["coordinate", "reason", "expires"];

/**
 * Reads acceptances. A file that was not asked for by name may be missing.
 *
 * @throws Problem with every entry that needs mending.
 */
export async function readAcceptances(file: string | undefined): Promise<Acceptance[]> {
  const name = file ?? DEFAULT_FILE;
  const text = await read(name, file !== undefined);
  if (text === undefined) return [];
  const entries = parse(text, name);
  const problems = entries.flatMap((entry, index) =>
    findProblems(entry).map((problem) => `${name}: [${index}]${problem}`),
  );
  const [first = "", ...others] = problems;
  if (others.length > 0) {
    throw new Problem(`${name}: ${problems.length} problems`, "see platform-graphql schema check --help", {
      details: problems,
    });
  }
  if (first !== "") throw new Problem(first, "see platform-graphql schema check --help");
  return entries as Acceptance[];
}

async function read(file: string, isNeeded: boolean): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && !isNeeded) return undefined;
    throw new Problem(
      `--accept ${file}: ${code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`}`,
    );
  }
}

function parse(text: string, file: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem(`${file} is not JSON: ${error instanceof Error ? error.message : ""}`);
  }
  if (!Array.isArray(value)) throw new Problem(`${file} must hold a list of accepted changes`);
  return value;
}

function findProblems(entry: unknown): string[] {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return [" must be an object"];
  const missing = NEEDED.filter((key) => !(key in entry)).map((key) => `.${key} is missing: ${KEYS[key][1]}`);
  const wrong = Object.entries(entry).flatMap(([key, value]) => {
    if (!Object.hasOwn(KEYS, key)) {
      const near = findNearest(key, Object.keys(KEYS));
      return [`.${key} is unknown${near ? `; did you mean ${near}?` : ""}`];
    }
    const [is, what] = KEYS[key as keyof Acceptance];
    return typeof value === "string" && is(value) ? [] : [`.${key} must be ${what}`];
  });
  return [...missing, ...wrong];
}

/** `2027-02-30` is none. */
function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value);
}
