/** Chooses the version step of a package of the operations, and writes its changelog entry. */

import { code, text } from "../reports/markdown-text.ts";
import { listSome } from "../reports/summary.ts";
import { ownerOf } from "./document.ts";
import type { Cause, Change, DeprecationUse, OperationReport, SemverStep } from "./report.ts";

/**
 * Chooses the version step of a package of these operations.
 *
 * - `major`: code of consumers can fail to compile, or at run time.
 * - `minor`: types differ and old code still compiles. This includes inputs that accept more than before.
 * - `patch`: only documentation of used types changed.
 */
export function chooseStep(operations: readonly OperationReport[], documentationChanged: boolean): SemverStep {
  const verdicts = new Set(operations.map(({ verdict }) => verdict));
  if (verdicts.has("breaks")) return "major";
  if (verdicts.has("changes types")) return "minor";
  return documentationChanged ? "patch" : "none";
}

/** Whether descriptions or deprecations of used types changed. */
export function changesDocumentation(
  changes: readonly Change[],
  deprecations: readonly DeprecationUse[],
  usedTypes: ReadonlySet<string>,
): boolean {
  if (deprecations.some(({ isNew }) => isNew)) return true;
  return changes.some(
    ({ coordinate, message }) => /DESCRIPTION|DEPRECAT/i.test(message) && usedTypes.has(ownerOf(coordinate)),
  );
}

/** One line per schema change. A change that breaks some operations and changes the types of others is a breaking one. */
export function renderChangelog(
  step: SemverStep,
  causes: readonly Cause[],
  deprecations: readonly DeprecationUse[],
): string {
  if (step === "none") return "";
  const withVerdict = (verdict: Cause["verdict"]) =>
    causes.filter((cause) => cause.verdict === verdict && !cause.accepted).map(renderCause);
  const deprecated = deprecations
    .filter(({ isNew }) => isNew)
    .map(({ coordinate, reason }) => `- ${code(coordinate)}: ${text(reason)}`);
  const sections: [heading: string, lines: readonly string[]][] = [
    ["Breaking changes", withVerdict("breaks")],
    ["Changed", withVerdict("changes types")],
    ["Deprecated by the platform", deprecated],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  if (filled.length === 0) return "### Documentation\n\n- Descriptions in the platform's schema changed.\n";
  return filled.map(([heading, lines]) => `### ${heading}\n\n${lines.join("\n")}\n`).join("\n");
}

const MAX_NAMES = 10;

function renderCause({ coordinates: [coordinate], message, breaks, changesTypes }: Cause): string {
  const names = listSome([...breaks, ...changesTypes], MAX_NAMES, code);
  const plain = message.replace(/\.$/, "");
  const marked =
    coordinate && plain.startsWith(`${coordinate} `)
      ? `${code(coordinate)} ${text(plain.slice(coordinate.length + 1))}`
      : text(plain);
  return `- ${marked}: ${names}`;
}
