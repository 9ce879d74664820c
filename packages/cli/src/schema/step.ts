/** The step that the version of a package of operations must take, and its entry in the changelog. */

import type { Change, DeprecationUse, OperationReport, SemverStep } from "./report.ts";

/**
 * `major` where code of importers may fail: to compile, or at run time.
 *
 * `minor` where types differ but old code still compiles. That includes inputs that only take more than before: it is
 * the usual meaning of minor, something that one could not do until now.
 *
 * `patch` where only words changed, on what we use: doc comments and the schema that the package ships.
 */
export function chooseStep(operations: readonly OperationReport[], wordsChanged: boolean): SemverStep {
  const verdicts = new Set(operations.map(({ verdict }) => verdict));
  if (verdicts.has("breaks")) return "major";
  if (verdicts.has("changes types")) return "minor";
  return wordsChanged ? "patch" : "none";
}

const DOCUMENTED = /DESCRIPTION|DEPRECAT/i;

/** Whether a change of descriptions or deprecations is on a type that we use. */
export function concernsWords(
  changes: readonly Change[],
  deprecations: readonly DeprecationUse[],
  usedTypes: ReadonlySet<string>,
): boolean {
  if (deprecations.some(({ isNew }) => isNew)) return true;
  return changes.some(
    ({ coordinate, message }) => DOCUMENTED.test(message) && usedTypes.has(coordinate.replace(/[.(].*$/, "")),
  );
}

const HEADINGS = { major: "Breaking changes", minor: "Changed", patch: "Documentation" } as const;

/** A Markdown entry, empty where nothing changes for consumers. */
export function renderChangelog(
  step: SemverStep,
  operations: readonly OperationReport[],
  deprecations: readonly DeprecationUse[],
): string {
  if (step === "none") return "";
  const breaking = operations.flatMap((operation) => renderEntry(operation, "breaks"));
  const changed = operations.flatMap((operation) => renderEntry(operation, "changes types"));
  const deprecated = deprecations
    .filter(({ isNew }) => isNew)
    .map(({ coordinate, reason }) => `- \`${coordinate}\`: ${reason.replaceAll(/\s+/g, " ")}`);
  const sections = [
    renderSection(HEADINGS.major, breaking),
    renderSection(HEADINGS.minor, changed),
    renderSection("Deprecated by the platform", deprecated),
  ].filter((section) => section !== "");
  if (sections.length === 0) return `### ${HEADINGS.patch}\n\n- Descriptions in the platform's schema changed.\n`;
  return sections.join("\n");
}

function renderSection(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `### ${heading}\n\n${lines.join("\n")}\n`;
}

/** An operation is listed once, where its verdict is, with the reasons that do not follow from another one. */
function renderEntry({ name, verdict, findings }: OperationReport, wanted: OperationReport["verdict"]): string[] {
  if (verdict !== wanted) return [];
  const messages = new Set(
    findings.filter((finding) => finding.verdict === wanted && !finding.accepted).map(({ message }) => message),
  );
  const [only, ...others] = [...messages];
  if (others.length === 0) return [`- \`${name}\`: ${only}`];
  return [`- \`${name}\`:`, ...[...messages].map((message) => `  - ${message}`)];
}
