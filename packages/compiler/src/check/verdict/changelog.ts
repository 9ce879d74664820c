/** The changelog entry of a schema change, in Markdown. */

import { code, text } from "../../text/markdown-text.ts";
import { listSome } from "../../text/phrases.ts";
import { groupBy } from "../compare/document-operations.ts";
import type { Cause, DeprecationUse, SemverStep } from "./report.ts";
import { describeChange } from "./sentences.ts";

/** Number of operations that a line lists. */
const MAX_OPERATIONS = 10;

/**
 * One line per change, accepted or not: consumers have the old code installed. A change that breaks some
 * operations and changes the types of others is a breaking one.
 */
export function renderChangelog(
  step: SemverStep,
  causes: readonly Cause[],
  deprecations: readonly DeprecationUse[],
  added: readonly string[],
): string {
  if (step === "none") return "";
  const withVerdict = (verdict: Cause["verdict"]) =>
    mergeAccepted(causes.filter((cause) => cause.verdict === verdict)).map(renderCause);
  const deprecated = deprecations
    .filter(({ isNew }) => isNew)
    .map(({ coordinate, reason }) => `- ${code(coordinate)}: ${text(reason)}`);
  const sections: [heading: string, lines: readonly string[]][] = [
    ["Breaking changes", withVerdict("breaks")],
    ["Changed", withVerdict("changes types")],
    ["Added", added.map((name) => `- ${code(name)}`)],
    ["Deprecated by the platform", deprecated],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  if (filled.length === 0) return "### Documentation\n\n- Descriptions in the platform's schema changed.\n";
  return filled.map(([heading, lines]) => `### ${heading}\n\n${lines.join("\n")}\n`).join("\n");
}

/** A change that is accepted for some operations has two causes, and one line. */
function mergeAccepted(causes: readonly Cause[]): Cause[] {
  const groups = groupBy(causes, ({ coordinates, change }) => JSON.stringify([coordinates, change]));
  return [...groups.values()].map((group) => ({
    ...group[0],
    breaks: group.flatMap(({ breaks }) => breaks),
    changesTypes: group.flatMap(({ changesTypes }) => changesTypes),
  }));
}

function renderCause({ coordinates, change, breaks, changesTypes }: Cause): string {
  const { subject, predicate } = describeChange(coordinates, change);
  const names = listSome([...breaks, ...changesTypes], MAX_OPERATIONS, code);
  // "An unknown type" is no name.
  const subjects = subject.split(", ").map((name) => (name.includes(" ") ? text(name) : code(name)));
  return `- ${subject === "" ? "" : `${subjects.join(", ")} `}${text(predicate)}: ${names}`;
}
