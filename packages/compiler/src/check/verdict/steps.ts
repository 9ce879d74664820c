/** What a person can do, from the causes of a report. */

import { listSome } from "../../text/phrases.ts";
import type { Cause, OperationReport } from "./report.ts";

/** How breaking changes are accepted in the project. */
export interface StepOptions {
  /** File of accepted changes. @default "schema/accepted.json" */
  readonly acceptFile?: string | undefined;
  /** Label of a pull request that accepts all breaks. @default there is none */
  readonly acceptLabel?: string | undefined;
  /** What to run after the operations are fixed. @default nothing */
  readonly regenerate?: string | undefined;
}

/** Number of consumers or coordinates that a step names. */
const MAX_NAMES = 5;

/** Empty if nothing breaks or changes types. */
export function listSteps(
  causes: readonly Cause[],
  operations: readonly OperationReport[],
  { acceptFile = "schema/accepted.json", acceptLabel, regenerate }: StepOptions,
): string[] {
  const ignored = new Set(operations.flatMap(({ name, isIgnored }) => (isIgnored ? [name] : [])));
  const breaking = causes.filter(
    ({ verdict, accepted, breaks }) =>
      verdict === "breaks" && !accepted && !breaks.every((name) => ignored.has(name)),
  );
  if (breaking.length === 0)
    return regenerate !== undefined && causes.length > 0 ? [`Run ${regenerate}.`] : [];
  const fix = breaking.some(({ rejected }) => rejected.length > 0)
    ? "Change the operations that the server rejects, and the code that breaks"
    : "Change the code that breaks";
  return [
    `${fix}.${regenerate === undefined ? "" : ` Then run ${regenerate}.`}`,
    ...askConsumers(breaking),
    ...acceptEntry(breaking, acceptFile),
    ...(acceptLabel === undefined ? [] : [`Or set the label "${acceptLabel}", which accepts all of them.`]),
  ];
}

function askConsumers(causes: readonly Cause[]): string[] {
  const names = [...new Set(causes.flatMap(({ used }) => used?.consumers.map(({ name }) => name) ?? []))];
  return names.length === 0 ? [] : [`Ask the owners of ${listSome(names.sort(), MAX_NAMES, String)}.`];
}

function acceptEntry(causes: readonly Cause[], file: string): string[] {
  // An error about no element of the schema has no coordinate.
  const named = causes.filter(({ coordinates: [coordinate = ""] }) => coordinate !== "");
  const [first] = named;
  if (!first) return [];
  const [coordinate = ""] = first.coordinates;
  const rules = new Set(first.findings.map((finding) => finding.rule));
  const [rule] = rules;
  const members = [
    ["coordinate", coordinate],
    ...(rules.size === 1 ? [["rule", rule]] : []),
    ["reason", "why it is safe"],
    ["expires", "YYYY-MM-DD"],
  ];
  // With spaces, at which a terminal breaks the line.
  const entry = `{ ${members.map(([key, value]) => `"${key}": "${value}"`).join(", ")} }`;
  const [, ...others] = new Set(named.flatMap(({ coordinates }) => coordinates));
  if (others.length === 0) return [`Or accept the change: add ${entry} to ${file}.`];
  const names = listSome(others, MAX_NAMES, String);
  return [
    `Or accept the changes: add ${entry} to ${file}, and an entry with the coordinate of each other one: ${names}.`,
  ];
}
