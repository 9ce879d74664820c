/** Reads the file of accepted changes. */

import type { AcceptedChange } from "@integration-platform/graphql-compiler";
import { FINDING_RULES } from "@integration-platform/graphql-compiler/internal/check/compare/reasons";
import { Problem } from "../../host/errors/problem.ts";
import { exists, readJson } from "../../host/project/files.ts";
import { inProject, type Project } from "../../host/project/project.ts";
import { isRecord } from "../../text/decode-text.ts";
import { quotePath } from "../../text/quote.ts";
import { suggestInline } from "../../text/suggest.ts";

const DEFAULT_FILE = "schema/accepted.json";
const HELP = 'See "platform-graphql schema check --help".';

interface Rule {
  readonly isValid: (value: string) => boolean;
  /** Completes "must be". */
  readonly expected: string;
  readonly isRequired?: true;
}

const KEYS: Readonly<Record<Exclude<keyof AcceptedChange, "file">, Rule>> = {
  coordinate: {
    isValid: (value) => /^@?\w+(?:\.\w+)?(?:\(\w+:\))?$/.test(value),
    expected: "a schema coordinate, such as Integration.name",
    isRequired: true,
  },
  rule: {
    isValid: (value) => (FINDING_RULES as readonly string[]).includes(value),
    expected: `one of ${FINDING_RULES.join(", ")}`,
  },
  operation: { isValid: (value) => /^[A-Za-z_]\w*$/.test(value), expected: "the name of an operation" },
  reason: {
    isValid: (value) => value.trim() !== "",
    expected: "a sentence with the reason",
    isRequired: true,
  },
  expires: { isValid: isDay, expected: "a day, such as 2027-01-31", isRequired: true },
};

export function nameAccepted(file: string | undefined, project: Project): string {
  return file ?? inProject(project, DEFAULT_FILE);
}

/**
 * Reads the accepted changes. The default file can be missing.
 *
 * @throws Problem with all invalid entries.
 */
export async function readAccepted(file: string | undefined, project: Project): Promise<AcceptedChange[]> {
  const name = nameAccepted(file, project);
  const shown = quotePath(name);
  if (file === undefined && !exists(name)) return [];
  const entries = await readJson(name, HELP, "--accept");
  if (!Array.isArray(entries)) throw new Problem(`${shown} must contain a list of accepted changes`, HELP);
  const details = entries.flatMap((entry, index) =>
    findEntryProblems(entry).map((problem) => `[${index}]${problem}`),
  );
  if (details.length === 0) return (entries as AcceptedChange[]).map((entry) => ({ ...entry, file: name }));
  const subject = details.length === 1 ? "an invalid entry" : `${details.length} errors`;
  throw new Problem(`${shown} has ${subject}`, HELP, { details });
}

function findEntryProblems(entry: unknown): string[] {
  if (!isRecord(entry)) return [" must be an object"];
  const missing = Object.entries(KEYS).filter(([key, { isRequired }]) => isRequired && !(key in entry));
  const invalid = Object.entries(entry).flatMap(([key, value]) => {
    if (!Object.hasOwn(KEYS, key)) return [`.${key} is unknown${suggestInline(key, Object.keys(KEYS))}`];
    const { isValid, expected } = KEYS[key as keyof typeof KEYS];
    return typeof value === "string" && isValid(value) ? [] : [`.${key} must be ${expected}`];
  });
  return [...missing.map(([key, { expected }]) => `.${key} is missing: ${expected}`), ...invalid];
}

/** Rejects days that do not exist, such as `2027-02-30`. */
function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value)
  );
}
